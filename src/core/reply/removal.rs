//! Sentences that want a file to go or to move: ``Delete `old.py`.``, ``- `old.py` (deleted)``.

use std::sync::Arc;

use bstr::ByteSlice as _;

use super::{
    sentence::{LONGEST, is_command, is_denied, is_one, names_with, words},
    types::PathCandidate,
    vocabulary::GO,
};

/// Words between a verb of [`GO`] and the name of the file.
const BETWEEN: [&str; 14] = [
    "entire", "existing", "file", "legacy", "module", "now", "obsolete", "old", "redundant", "script", "the",
    "unneeded", "unused", "whole",
];

/// Words behind the name, or behind a verb, with which the sentence goes on.
const BEHIND: [&str; 10] =
    ["altogether", "and", "as", "because", "completely", "entirely", "file", "since", "to", "which"];

/// Words between the name and [`GONE`].
const IS: [&str; 8] = ["be", "been", "has", "is", "must", "needs", "should", "to"];

/// Words that say that a file goes.
const GONE: [&str; 2] = ["deleted", "removed"];

/// The file that a sentence wants to go or to move; `word` may be one.
pub(super) fn removed(line: &[u8], word: Option<&[u8]>) -> Option<Arc<[PathCandidate]>> {
    let name = names_with(line, word).next().filter(|_| line.len() <= LONGEST)?;
    let at = line.find(name)?;
    let before = words(&line[..at]);
    let behind = line[at + name.len()..].trim_start_with(|sign| matches!(sign, '`' | '*' | '"' | '\''));
    let is_wanted = match before.iter().rposition(|word| is_one(word, &GO)) {
        Some(verb) => {
            let is_bare = before[verb + 1..].iter().all(|word| is_one(word, &BETWEEN));
            is_command(line, &before, verb) && is_bare && ends(behind)
        }
        None => is_said_to_go(behind),
    };
    (is_wanted && !is_denied(&line[..at], &before)).then(|| [PathCandidate::new(name, false)].into())
}

/// Returns whether the text behind a name says that its file goes.
fn is_said_to_go(behind: &[u8]) -> bool {
    let all = words(behind);
    let is = all.iter().take_while(|word| is_one(word, &IS)).count();
    let Some(gone) = all.get(is).filter(|word| is_one(word, &GONE)) else { return false };
    let rest = behind.to_ascii_lowercase();
    let rest = rest.find(gone).map_or(&b""[..], |at| &rest[at + gone.len()..]);
    (is > 0 || behind.trim_ascii().starts_with(b"("))
        && ends(rest.trim_start_with(|sign| matches!(sign, '`' | '*' | ')')))
}

/// Returns whether a sentence, or its clause, ends in front of a text.
fn ends(text: &[u8]) -> bool {
    let next = words(text).into_iter().next();
    text.trim_ascii().first().is_none_or(|sign| b".,;:(!".contains(sign))
        || text.trim_ascii().starts_with("\u{2014}".as_bytes())
        || next.is_some_and(|word| is_one(&word, &BEHIND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_to_go_is_told_from_one_that_is_spoken_of() {
        for line in [
            "Delete `old.py`.",
            "Then remove the old file old.py",
            "- Delete `old.py`",
            "You should also delete `old.py`, which is unused.",
            "It is no longer used, so delete `old.py`.",
            "Rename `old.py` to `new.py`.",
            "- `old.py` (deleted)",
            "`old.py` should be deleted, as nothing imports it.",
            "`old.py` is removed.",
        ] {
            let found = removed(line.as_bytes(), None).map(|path| path[0].text.to_string());
            assert_eq!(found.as_deref(), Some("old.py"), "{line}");
        }
        for line in [
            "You can delete `old.py` later.",
            "Remove the import from `old.py`.",
            "Remove `old.py` imports.",
            "I removed `old.py`.",
            "This deletes `old.py`.",
            "There is no need to delete `old.py`.",
            "Do you want to delete `old.py`?",
            "To roll back, delete `old.py`.",
            "Earlier I said to delete `old.py`.",
            "Feel free to delete `old.py`.",
            "Once merged, delete `old.py`.",
            "`old.py` is removed from the list.",
            "The imports of `old.py` (removed above) are gone.",
            "Delete it.",
        ] {
            assert_eq!(removed(line.as_bytes(), None), None, "{line}");
        }
    }
}
