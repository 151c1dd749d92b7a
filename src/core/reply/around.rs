//! Names of files around a block that has no path line.

use std::sync::Arc;

use bstr::{BString, ByteSlice as _};

use super::{
    fences::{Custom, FenceLine, Tracker},
    info,
    link::Links,
    names,
    types::{Around, Block, PathCandidate},
};
use crate::core::{
    language,
    text::{BOM, Span, bodies, is_blank},
};

/// Among more names than this, none is looked for.
const MOST: usize = 64;

/// Words before `file` that leave open or say that it is the file at hand.
const AT_HAND: [&str; 12] =
    ["a", "actual", "each", "entire", "every", "one", "same", "that", "the", "this", "whole", "your"];

impl Around {
    /// The likeliest path.
    pub(super) fn likeliest(&self) -> Arc<[PathCandidate]> {
        let near = || self.near.first().map(|name| [PathCandidate::new(name.clone(), false)].into());
        self.before.first().cloned().or_else(near).unwrap_or_default()
    }

    /// The paths of which one is meant, as the next block may have them; `own` is that of the block. Each is there
    /// once, and no more of them than are looked at.
    pub(super) fn paths(&self, own: &Arc<[PathCandidate]>) -> Vec<Arc<[PathCandidate]>> {
        let own = self.has_own.then(|| own.clone());
        let near = self.near.iter().map(|name| [PathCandidate::new(name.clone(), false)].into());
        let mut paths = Vec::new();
        for path in own.into_iter().chain(near).chain(self.before.iter().cloned()) {
            if paths.len() < MOST && !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }
}

/// Lines between two blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines<'a> {
    /// Their text.
    pub(super) text: &'a [u8],
    /// The fence that is open above them.
    pub(super) fences: Tracker<'a>,
}

impl Lines<'_> {
    /// The names in them, without those in closed fences; none where there are too many.
    pub(super) fn names(&self, custom: Custom<'_>) -> Option<Vec<BString>> {
        let (mut fences, mut found, mut mark) = (self.fences.clone(), Vec::<BString>::new(), 0);
        for line in bodies(self.text) {
            let Some(fence) = FenceLine::read(line, custom) else {
                if let Some(open) = fences.open.as_mut().filter(|_| !is_blank(line)) {
                    open.texts += 1;
                }
                found.extend(names(line).map(BString::from));
                continue;
            };
            match fences.feed(&fence, 0) {
                // A path alone in a fence is a path line.
                Some(closed) if !closed.holds_block && closed.texts != 1 => found.truncate(mark),
                Some(_) => {}
                None => {
                    mark = found.len();
                    let info = fences.open.as_ref().map_or(&b""[..], |open| open.info);
                    found.extend(info::named(info).map(|named| named.path.text));
                }
            }
        }
        (found.len() <= MOST).then_some(found)
    }

    /// The words in them that are nearest to the block, each once, without those of long texts.
    pub(super) fn words(&self) -> Vec<BString> {
        let is_of_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.');
        let mut words: Vec<BString> = Vec::new();
        for line in self.text.rsplit(|byte| *byte == b'\n') {
            for word in line.fields_with(|sign| !is_of_word(sign)) {
                let word = word.trim_with(|sign| sign == '.').as_bstr();
                if !word.is_empty() && !words.iter().any(|known| known == word) {
                    words.push(word.to_owned());
                }
                if words.len() == MOST {
                    return words;
                }
            }
        }
        words
    }

    /// Returns whether a line speaks of another file than the one at hand: `in the test file`.
    pub(super) fn say_other_file(&self) -> bool {
        bodies(self.text).any(says_other_file)
    }
}

/// Gives the blocks that need them all names outside of blocks, and the paths of the blocks.
pub(super) fn complete(reply: &[u8], blocks: &mut [Block<'_>]) {
    if blocks.iter().all(|block| block.around.is_none()) {
        return;
    }
    let mut all: Vec<BString> = Vec::new();
    let mut from = if reply.starts_with(BOM) { BOM.len() } else { 0 };
    let end = Span { start: reply.len(), end: reply.len() };
    for part in blocks.iter().map(|block| block.span).chain([end]) {
        all.extend(bodies(&reply[from..part.start.max(from)]).flat_map(names).map(BString::from));
        from = part.end.max(from);
    }
    all.extend(blocks.iter().flat_map(|block| block.path.iter()).map(|path| path.text.clone()));
    all.sort_unstable();
    all.dedup();
    let all: Arc<[BString]> = all.into();
    for block in blocks {
        match &mut block.around {
            // Files that are not looked at may have the text too.
            Some(around) if all.len() > MOST => (around.near, around.before) = Default::default(),
            Some(around) => around.all = all.clone(),
            None => {}
        }
    }
}

/// The words of a line that may be names of files: those in backticks, and those that look like a path.
pub(super) fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let links = Links::of(line);
    let named = line.split(|byte| *byte == b'`').enumerate().flat_map(|(number, part)| {
        let is_code = number % 2 == 1;
        let code = is_code.then_some(part).filter(|code| !names::has_blank(code) && names::is_word(code));
        let words = (!is_code).then(|| part.fields_with(is_between));
        let words = words.into_iter().flatten().filter(|word| !word.starts_with(b"*.")).map(trimmed);
        code.into_iter().chain(words.filter(|word| is_name(word)))
    });
    named.map(move |name| without_place(links.led_to(name)))
}

/// Returns whether a sign is between words: a blank, a bracket, or the end of a sentence.
fn is_between(sign: char) -> bool {
    matches!(sign, ' ' | '\t' | '(' | ')' | '[' | ']' | '<' | '>' | '"' | '|')
        || matches!(sign, '\u{300c}'..='\u{300f}' | '\u{3010}' | '\u{3011}' | '\u{ff08}' | '\u{ff09}')
        || names::ends_sentence(sign)
}

fn is_name(word: &[u8]) -> bool {
    names::is_likely_path(word) && !word.contains_str("://") && !word.contains(&b'*')
}

/// A word without the signs of a sentence and of Markdown around it.
fn trimmed(word: &[u8]) -> &[u8] {
    let word = word.trim_start_with(|char| !(char.is_alphanumeric() || "._~/\\@-".contains(char)));
    word.trim_end_with(|char| !(char.is_alphanumeric() || "_-".contains(char)))
}

/// The name in `a.rs:12` and `a.rs#L12`.
fn without_place(word: &[u8]) -> &[u8] {
    match names::without_place(word) {
        Some(name) => name,
        None => match word.iter().position(|byte| !byte.is_ascii()) {
            // No blank need be between a name and the words of some languages.
            Some(at) if names::has_extension(&word[..at]) && language::of(&word[..at]).is_some() => {
                &word[..at]
            }
            _ => word,
        },
    }
}

fn says_other_file(line: &[u8]) -> bool {
    let words: Vec<Vec<u8>> = line
        .split(|byte| !byte.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(<[u8]>::to_ascii_lowercase)
        .collect();
    words.windows(2).any(|pair| {
        matches!(&*pair[1], b"file" | b"module" | b"script" | b"header")
            && !AT_HAND.iter().any(|known| known.as_bytes() == pair[0])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let lines = Lines { text: text.as_bytes(), fences: Tracker::default() };
        let found = lines.names(None).expect("few names");
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_are_found_in_sentences_and_headings() {
        for line in [
            "Now let's change src/a.py as follows:",
            "### Step 2: Update src/a.py",
            "### Use abs (src/a.py)",
            "📄 src/a.py",
            "→ src/a.py",
            "> **src/a.py**:",
            "src/a.py:88",
            "see `src/a.py#L8`, then",
            "[src/a.py](https://example.com/x)",
            "- \"src/a.py\", line 3.",
        ] {
            assert_eq!(of(line), ["src/a.py"], "{line}");
        }
        assert_eq!(of("`src/b.py` stays. In src/a.py:"), ["src/b.py", "src/a.py"]);
        assert_eq!(of("Call `total` in Makefile"), ["total", "Makefile"]);
        assert_eq!(of("Then add the import. All *.py files, those of `f(x)` too"), [""; 0]);
    }

    #[test]
    fn a_block_hands_on_each_name_once_and_few_of_them() {
        let mut around = Around::default();
        let own: Arc<[PathCandidate]> = Arc::default();
        for number in 0..2 * MOST {
            let near = vec!["a.py".into(), format!("{number}.py").into()];
            around = Around { near, before: around.paths(&own), ..Around::default() };
            assert!(around.before.len() <= MOST);
        }
        let names: Vec<&BString> = around.before.iter().map(|path| &path[0].text).collect();
        assert_eq!(names.len(), MOST);
        assert_eq!(names.iter().filter(|name| **name == "a.py").count(), 1);
    }

    #[test]
    fn text_of_a_closed_fence_names_nothing() {
        assert_eq!(of("Run:\n```sh\npytest tests/b.py\npytest a.py\n```\nThen:\n"), [""; 0]);
        assert_eq!(of("```\nsrc/a.py\n```\n```python\n# b.py\n"), ["src/a.py", "b.py"]);
    }

    #[test]
    fn another_file_may_be_said_without_a_name() {
        for line in ["In the test file:", "And another file", "Now the header file"] {
            assert!(says_other_file(line.as_bytes()), "{line}");
        }
        for line in ["(same file)", "At the top of the file:", "Further down in this file", "Files first."] {
            assert!(!says_other_file(line.as_bytes()), "{line}");
        }
    }
}
