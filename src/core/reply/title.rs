//! Lines that name one file above its text or its edits, whatever else they say: ``### 1. `a.py` - the fix``.
//!
//! Such a name is loose. It tells which file is meant only where the text shows it too, or where edits make a
//! file that is not there.

use bstr::ByteSlice as _;

use super::{
    names, path_line,
    sentence::{has, is_one, only_name, words},
    types::{PathCandidate, Wish},
    verdict::OLD,
    wish::of_sentence,
};

/// A longer line says more than a title.
const LONGEST: usize = 200;

/// A line with more words besides the name is a sentence, unless its form is that of a title.
const MOST_WORDS: usize = 6;

/// Words of lines about a file as it is or may be, or about another one, besides [`OLD`].
const ELSEWHERE: [&str; 27] = [
    "already", "alternative", "alternatively", "beispiel", "by", "calls", "don't", "ejemplo", "esempio",
    "exemple", "exemplo", "from", "imported", "imports", "like", "look", "looked", "looking", "never", "not",
    "see", "similar", "tests", "unlike", "used", "uses", "was",
];

/// Words in front of a name which say nothing but that its file is new, or that it is changed.
const IN_FRONT: [&str; 33] = [
    "a",
    "add",
    "added",
    "archivo",
    "change",
    "changed",
    "code",
    "create",
    "created",
    "datei",
    "edit",
    "edited",
    "fichero",
    "fichier",
    "file",
    "filename",
    "filepath",
    "full",
    "modified",
    "modify",
    "new",
    "now",
    "part",
    "path",
    "step",
    "the",
    "update",
    "updated",
    "updates",
    "\u{6587}\u{4ef6}",
    "\u{65b0}\u{5efa}",
    "\u{4fee}\u{6539}",
    "\u{30d5}\u{30a1}\u{30a4}\u{30eb}",
];

/// Words behind a name which say that the text is a part of its file.
const OF_PARTS: [&str; 14] = [
    "excerpt", "excerpts", "fragment", "line", "lines", "only", "part", "partial", "rest", "section",
    "sections", "snippet", "snippets", "unchanged",
];

/// The file that a line above edits which make one is a title of. It may be one that no name tells, in backticks.
pub(super) fn made(line: &[u8]) -> Option<PathCandidate> {
    titled(line).or_else(|| titled_by(names::trim(line), path_line::in_sentence(line)?))
}

/// The file that a line is a title of; one may be made of it where the line begins with the name.
pub(super) fn titled(line: &[u8]) -> Option<PathCandidate> {
    let line = names::trim(line);
    titled_by(line, only_name(line)?)
}

/// The file of this name, if the line is a title of it.
fn titled_by(line: &[u8], name: &[u8]) -> Option<PathCandidate> {
    if line.len() > LONGEST || !line.is_utf8() || names::is_product(name) {
        return None;
    }
    let at = line.find(name)?;
    let (before, behind) = (words(&line[..at]), words(&line[at + name.len()..]));
    let is_title = is_marked(line) || before.is_empty() || before.len() + behind.len() <= MOST_WORDS;
    let is_elsewhere =
        before.iter().chain(&behind).any(|word| is_one(word, &OLD) || is_one(word, &ELSEWHERE));
    let is_example = || of_sentence(line).is_some_and(|(_, wish)| wish == Wish::Example);
    // A word such as README may be one of a sentence.
    let is_word =
        !names::has_extension(name) && !is_marked(line) && !before.is_empty() && !is_quoted(&line[..at]);
    let creates = before.iter().all(|word| is_one(word, &IN_FRONT)) && !has(&behind, &OF_PARTS);
    (is_title && !is_word && !is_elsewhere && !is_example()).then(|| PathCandidate::new(name, creates))
}

/// The file that a heading names, alone or not.
pub(super) fn heading(line: &[u8]) -> Option<PathCandidate> {
    let line = names::trim(line);
    let is_one = (line.starts_with(b"#") || line.starts_with(b"**")) && line.len() <= LONGEST;
    let plain = || path_line::candidates(line).into_iter().next().filter(|_| path_line::is_plain(line));
    is_one.then(|| plain().or_else(|| titled(line))).flatten()
}

/// Returns whether what is in front of a name sets it off from a sentence.
fn is_quoted(before: &[u8]) -> bool {
    before.ends_with(b"`") || before.ends_with(b"*") || before.trim_ascii_end().ends_with(b":")
}

/// Returns whether a line is a heading, bold, or an item of a list.
fn is_marked(line: &[u8]) -> bool {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_item = |signs: &str| signs.bytes().any(|sign| line.get(digits) == Some(&sign));
    line.starts_with(b"#")
        || line.starts_with(b"**")
        || digits > 0 && is_item(".)")
        || line.get(1) == Some(&b' ') && is_item("-*+") && digits == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_be_the_title_of_a_file() {
        for (line, creates) in [
            ("### 1. `a.py` - the fix", true),
            ("## Step 1: `a.py`", true),
            ("**Modified: `a.py`**", true),
            ("In `a.py`:", false),
            ("File: a.py (updated)", true),
            ("#### a.py \u{2014} add the import", true),
            ("1. **a.py**: the fix", true),
            ("[MODIFY] a.py", true),
            ("\u{1f4c4} `a.py`", true),
            ("Datei: `a.py`", true),
            ("\u{6587}\u{4ef6}\u{ff1a}`a.py`", true),
            ("### Use a sum in a.py", false),
            ("\u{5728}`a.py`\u{4e2d}\u{ff1a}", false),
            ("### Ausgabe: `a.py`", false),
            ("a.py (excerpt)", false),
            ("### 1. `a.py` - lines 3 to 5", false),
        ] {
            assert_eq!(titled(line.as_bytes()), Some(PathCandidate::new("a.py", creates)), "{line}");
        }
        for line in [
            "Here is how the total is computed by the class in a.py.",
            "See `a.py`:",
            "This is used by `a.py`:",
            "The fix that I made to the other class is in `a.py`:",
            "Looking at `a.py`:",
            "A README helps:",
            "Do not change `a.py`:",
            "### Alternative: `a.py`",
            "The current `a.py`:",
            "### Usage in `a.py`",
            "For example, `a.py`:",
            "You could also change `a.py`:",
            "`a.py` and `b.py`:",
            "### The fix",
        ] {
            assert_eq!(titled(line.as_bytes()), None, "{line}");
        }
    }
}
