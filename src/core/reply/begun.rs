//! Replies that are still being written.

use super::{
    markers::{self, Marker, Role, Signs},
    types::{Closing, Reply},
    words::MarkerWords,
};
use crate::core::text::is_blank;

/// Lines that begin and end a patch whose edits are read only once it is closed.
const PATCH: [&str; 2] = ["*** Begin Patch", "*** End Patch\n"];

/// Line to put behind a reply that goes on, so that what has begun in it is read; empty if none is needed.
/// The reply ends with a line ending.
pub fn ending(begun: &[u8]) -> &'static str {
    let [begin, end] = PATCH;
    let last = |line: &str| memchr::memmem::rfind(begun, line.trim_end().as_bytes());
    if last(begin) > last(end) { end } else { "" }
}

/// Deepest nesting of JSON that is read.
const DEEPEST: usize = 100;

/// The end of the last whole object within JSON that is not closed yet, and the signs that close the JSON
/// there; none where no JSON is open, or has no whole object in it.
pub fn json_ending(begun: &[u8]) -> Option<(usize, Vec<u8>)> {
    let mut at = 0;
    while at < begun.len() {
        let text = at + begun[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let end = match begun.get(text) {
            Some(b'{' | b'[') => match Json::scan(&begun[text..]) {
                Json::Closed { len } => text + len,
                Json::Open { whole } => return whole.map(|(len, signs)| (text + len, signs)),
            },
            _ => text,
        };
        at = memchr::memchr(b'\n', &begun[end..]).map_or(begun.len(), |len| end + len + 1);
    }
    None
}

/// A text that begins with a bracket of JSON.
enum Json {
    /// Its brackets are closed, or are none of JSON.
    Closed {
        /// Number of bytes up to there.
        len: usize,
    },
    /// It goes on.
    Open {
        /// Number of bytes up to the end of the last whole object in it, and the signs that close the rest.
        whole: Option<(usize, Vec<u8>)>,
    },
}

impl Json {
    fn scan(text: &[u8]) -> Self {
        let (mut open, mut whole) = (Vec::new(), None);
        let (mut is_string, mut is_escaped) = (false, false);
        for (at, byte) in text.iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_string => is_escaped = true,
                b'"' => is_string = !is_string,
                _ if is_string => {}
                b'{' if open.len() < DEEPEST => open.push(b'}'),
                b'[' if open.len() < DEEPEST => open.push(b']'),
                b'}' | b']' if open.pop() == Some(*byte) => {
                    if open.is_empty() {
                        return Self::Closed { len: at + 1 };
                    }
                    if *byte == b'}' {
                        whole = Some((at + 1, open.iter().rev().copied().collect()));
                    }
                }
                b'{' | b'[' | b'}' | b']' => return Self::Closed { len: at + 1 },
                _ => {}
            }
        }
        Self::Open { whole }
    }
}

/// Number of the blocks, from the first on, that are complete whatever follows. `read` is what was read of
/// `begun`, with its [`ending`] or without.
pub fn complete(read: &Reply<'_>, begun: &[u8], words: &MarkerWords) -> usize {
    let Some((last, others)) = read.blocks.split_last() else { return 0 };
    let end = last.span.end.min(begun.len());
    let closing = read.format.map_or(Closing::Next, |format| format.closing());
    let signs =
        if read.format.is_some_and(|format| format.id == "cline") { Signs::LINES } else { Signs::ANGLES };
    let is_closed = match closing {
        Closing::Itself => true,
        Closing::Marker => is_closed(&begun[last.span.start.min(end)..end], signs, words),
        Closing::Next => false,
    };
    others.len() + usize::from(is_closed || !is_blank(&begun[end..]))
}

/// Returns whether a block ends with the marker that only its end can be: of its word, and as long as the one
/// that opens it.
fn is_closed(block: &[u8], signs: Signs, words: &MarkerWords) -> bool {
    let is_sure = |marker: &Marker| marker.variant.is_none();
    let from = |start: usize| markers::scan(&block[start..], signs, words).into_iter().find(is_sure);
    let last = memchr::memrchr(b'\n', block).map_or(0, |at| at + 1);
    let first = memchr::memchr(b'\n', block).map_or(block.len(), |at| at + 1);
    let opener = markers::scan(&block[..first], signs, words).into_iter().next();
    match (opener.map(|it| (it.role, it.width)), from(last).map(|it| (it.role, it.width))) {
        (Some((Role::Opener(word), width)), Some((Role::Closer(closed), as_wide))) => {
            word == closed && width == as_wide
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::reply::{Options, parse};

    /// The number of complete blocks.
    fn count(begun: &str) -> usize {
        let options = Options::default();
        let text = format!("{begun}{}", ending(begun.as_bytes()));
        complete(&parse(text.as_bytes(), &options), begun.as_bytes(), &options.words)
    }

    #[test]
    fn a_block_is_complete_with_its_closing_marker() {
        let block = "a.txt\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n";
        assert_eq!(count(block), 1);
        assert_eq!(count(&block.replace(">>>>>>> REPLACE\n", "")), 0);
        assert_eq!(count("a.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n"), 1);
        assert_eq!(count("a.txt\n------- SEARCH\none\n=======\ntwo\n+++++++ REPLACE\n"), 1);
    }

    #[test]
    fn a_block_that_another_marker_closes_is_complete_with_the_text_behind_it() {
        let block = "a.txt\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>> REPLACE\n";
        assert_eq!(count(block), 0);
        assert_eq!(count(&format!("{block}\nThat is all.\n")), 1);
    }

    #[test]
    fn a_change_of_a_patch_is_complete_with_the_line_behind_it() {
        let first = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n";
        assert_eq!(count(first), 0);
        assert_eq!(count(&format!("{first}@@\n-three\n")), 1);
        assert_eq!(count(&format!("{first}*** Delete File: b.txt\n")), 1);
        assert_eq!(count(&format!("{first}*** End Patch\n")), 1);
    }

    #[test]
    fn json_that_goes_on_is_closed_behind_its_last_whole_object() {
        let ending = |begun: &str| {
            json_ending(begun.as_bytes())
                .map(|(at, signs)| format!("{}{}", &begun[..at], String::from_utf8(signs).expect("UTF-8")))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(ending("Prose.\n[\n {\"a\": 1},\n {\"b\": \"}\\\"}"), some("Prose.\n[\n {\"a\": 1}]"));
        assert_eq!(
            ending("{\"path\": \"a\", \"edits\": [{\"a\": 1}, {\"b"),
            some("{\"path\": \"a\", \"edits\": [{\"a\": 1}]}")
        );
        assert_eq!(ending("[{\"a\": [{}]}, {"), some("[{\"a\": [{}]}]"));
        for text in [
            "",
            "prose",
            "[a](b)\n",
            "{\"a\": 1}\n",
            "[{\"a\": 1}]\nprose",
            "[{\"a\": 1",
            "}\n",
            &"[".repeat(1000),
        ] {
            assert_eq!(ending(text), None, "{text}");
        }
    }

    #[test]
    fn edits_of_other_formats_are_complete_one_by_one() {
        let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n";
        assert_eq!(
            (count(diff), count(&format!("{diff}--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n"))),
            (0, 1)
        );
        let call = "{\"path\": \"a.txt\", \"old_string\": \"one\", \"new_string\": \"two\"}\n";
        assert_eq!((count(call), count(&call.repeat(2))), (1, 2));
        let lined = "[a.txt#1234567]\nPUT 1:\n+two\n";
        assert_eq!((count(lined), count(&format!("{lined}CUT 3\n"))), (0, 1));
        let anchored = "a.txt\n««« EDIT\none\n───────\ntwo\n═══════\n2\n───────\n»»»\n";
        assert_eq!(count(anchored), 1);
    }
}
