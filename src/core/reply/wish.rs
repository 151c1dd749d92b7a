//! The wish of a sentence with a file that it names.

use bstr::ByteSlice as _;

use super::{
    info, names, path_line,
    sentence::{LONGEST, has, is_command, is_one, lower, names_with, only_name, says_may, words},
    suggestions,
    types::{PathCandidate, Wish},
};
use crate::core::text::bodies;

/// Verbs that make a file.
const MAKES: [&str; 12] = [
    "add", "added", "adding", "create", "created", "creating", "generate", "introduce", "make", "new",
    "save", "write",
];

/// Verbs that change one.
pub(super) const CHANGES: [&str; 23] = [
    "add", "adjust", "append", "change", "convert", "delete", "edit", "extend", "fix", "insert", "modify",
    "move", "patch", "prepend", "put", "refactor", "remove", "rename", "replace", "rewrite", "swap",
    "update", "wrap",
];

/// Words that put text into a file rather than make one.
const INTO: [&str; 14] =
    ["at", "below", "by", "for", "from", "in", "inside", "into", "of", "on", "to", "using", "via", "with"];

/// Words of sentences about text that is no change.
const USAGE: [&str; 17] = [
    "call", "called", "e.g", "example", "examples", "how", "illustration", "like", "output", "outputs",
    "print", "prints", "run", "running", "try", "usage", "using",
];

/// Words with which a sentence presents a file, besides those that say that it is whole or new.
const PRESENTS: [&str; 14] =
    ["and", "below", "code", "file", "for", "here", "here's", "is", "now", "of", "so", "the", "this", "your"];

/// First words of a line that goes on with the change of the fence before.
const GOES_ON: [&str; 9] = ["after", "becomes", "by", "into", "new", "replace", "replacement", "to", "with"];

/// The file that a sentence names, and what it wants of it.
pub(super) fn of_sentence(line: &[u8]) -> Option<(PathCandidate, Wish)> {
    of_sentence_with(line, None)
}

/// The same if one word is a name too.
pub(super) fn of_sentence_with(line: &[u8], word: Option<&[u8]>) -> Option<(PathCandidate, Wish)> {
    let name = names_with(line, word).next().filter(|_| line.len() <= LONGEST)?;
    let at = line.find(name)?;
    let (before, all) = (words(&line[..at]), words(line));
    let makes = before.iter().rposition(|word| is_one(word, &MAKES));
    let is_denied =
        makes.is_some_and(|verb| verb > 0 && is_one(&before[verb - 1], &["don't", "never", "not"]));
    let is_new = makes.is_some_and(|verb| is_direct(&before, verb)) || says_new(line, at);
    let wish = match command(line, &all) {
        _ if is_denied || says_may(&before) => Wish::Example,
        Some(1..) | None if is_usage(line) => Wish::Example,
        _ if is_new => Wish::New,
        None if !has(&all, &["needs"]) => Wish::Quote,
        Some(verb) if removes(line, &all[verb], name) => Wish::Remove,
        _ => Wish::Change,
    };
    Some((PathCandidate::new(name, wish == Wish::New), wish))
}

/// The file that a sentence presents as a whole, and says nothing else of: ``Here is the updated `a.py`:``.
pub(super) fn presented(line: &[u8]) -> Option<PathCandidate> {
    let line = line.trim_ascii_end();
    // Most lines above an edit are a path alone.
    let line = line.strip_suffix(b":").or_else(|| line.strip_suffix(b":**"))?;
    let name = only_name(line)?;
    let at = line.find(name)?;
    let (before, behind) = (&line[..at], &line[at + name.len()..]);
    let words = [words(before), words(behind)].concat();
    let is_other = |word: &Vec<u8>| is_one(word, &PRESENTS);
    let says_whole = |word: &Vec<u8>| !is_other(word) && path_line::is_whole(word);
    (words.iter().any(says_whole) && words.iter().all(|word| is_other(word) || says_whole(word)))
        .then(|| PathCandidate::new(name, true))
}

/// The wish of a sentence that names no file with the file at hand; none if it is about how that is used.
pub(super) fn of_code(line: &[u8]) -> Option<Wish> {
    let all = words(line);
    let command = command(line, &all).filter(|_| line.len() <= LONGEST && !says_may(&all));
    let needs = || has(&all, &["need", "needed", "needs"]);
    match command {
        Some(0) if removes(line, &all[0], b"") => Some(Wish::Remove),
        Some(0) => Some(Wish::Change),
        _ if is_usage(line) || all.first().is_some_and(|first| first == b"use") => None,
        None if !needs() || says_may(&all) => Some(Wish::Quote),
        _ => Some(Wish::Change),
    }
}

/// The place of the verb with which a sentence of these words commands that something be made or changed.
fn command(line: &[u8], words: &[Vec<u8>]) -> Option<usize> {
    let is_verb = |word: &Vec<u8>| [&MAKES[..], &CHANGES].iter().any(|known| is_one(word, known));
    (0..words.len()).find(|&at| is_verb(&words[at]) && is_command(line, words, at))
}

/// Returns whether a sentence with this verb and name wants the text below it to go, rather than what it quotes.
fn removes(line: &[u8], verb: &[u8], name: &[u8]) -> bool {
    is_one(verb, &["delete", "remove"]) && suggestions::code_spans(line).all(|span| span == name)
}

/// Returns whether a sentence wants a file that it names to be made or changed.
pub(super) fn is_asked(line: &[u8]) -> bool {
    of_sentence(line).is_some_and(|(_, wish)| matches!(wish, Wish::New | Wish::Change | Wish::Remove))
}

/// Returns whether a verb that makes something makes the file, rather than a part of one.
fn is_direct(before: &[Vec<u8>], verb: usize) -> bool {
    let saves = matches!(&*before[verb], b"save" | b"write");
    let is_into =
        |word: &Vec<u8>| is_one(word, &INTO) && !(saves && matches!(&**word, b"in" | b"into" | b"to"));
    !before[verb + 1..].iter().any(is_into)
}

/// Returns whether a sentence with the name of a file at a place speaks of a new one, or of all its text.
fn says_new(line: &[u8], at: usize) -> bool {
    const PHRASES: [&str; 6] = ["contents of", "content of", "here is ", "here's ", "new file", "new module"];
    let has = |text: &[u8], phrase: &&str| lower(text).contains_str(phrase);
    PHRASES.iter().any(|phrase| has(line, phrase)) || has(&line[at..], &"(new")
}

/// Returns whether a line speaks of how something is used.
pub(super) fn is_usage(line: &[u8]) -> bool {
    let words = words(line);
    let is_so = |at: usize| {
        words[at] == b"like" && words.get(at + 1).is_some_and(|next| is_one(next, &["so", "this"]))
    };
    (0..words.len()).any(|at| is_one(&words[at], &USAGE) && !is_so(at))
}

/// Returns whether a line speaks of how something is used, or of what is possible.
pub(super) fn is_example(line: &[u8]) -> bool {
    is_usage(line) || says_may(&words(line))
}

/// Returns whether a line goes on with the change of the fence before: `to`, `with:`, `After:`.
pub(super) fn goes_on(line: &[u8]) -> bool {
    let words = words(line);
    let is_file = has(&words, &["file"]);
    words.len() <= 5 && !is_file && words.first().is_some_and(|first| is_one(first, &GOES_ON))
}

/// The file whose lines a fence quotes, by its info string: `12:20:src/a.rs`, `rust:src/a.rs:12-20`.
pub(super) fn cited(info: &[u8]) -> Option<PathCandidate> {
    let is_number = |sign: char| sign.is_ascii_digit() || matches!(sign, ':' | '-');
    let name = names::trim(info).trim_start_with(is_number);
    let is_cited = info.first().is_some_and(u8::is_ascii_digit) && !names::has_blank(name);
    let placed = || {
        info.rsplit(|sign| matches!(sign, b' ' | b'\t')).next().and_then(|word| {
            let path = word.split_once_str(":").map_or(word, |(_, path)| path);
            names::without_place(path).or_else(|| names::without_place(word))
        })
    };
    let cited = Some(name).filter(|name| is_cited && names::is_strong(name));
    cited.or_else(placed).map(|name| PathCandidate::new(name, false))
}

/// The file that the first line of a fence names as a comment. One of a single word must be in the language of the
/// fence, as `info` says it.
pub(super) fn in_comment(line: &[u8], info: &[u8]) -> Option<PathCandidate> {
    let text = names::trim(line);
    let is_comment = ["//", "#", "--", "/*", "<!--", ";", "%"].iter().any(|sign| text.starts_with_str(sign));
    let found = path_line::candidates(text).into_iter().next().filter(|_| is_comment)?;
    let is_name = names::has_extension(&found.text) || info::is_in(info, &found.text);
    (found.creates && is_name && !names::has_blank(&found.text)).then_some(found)
}

/// Returns whether the lines of a fence without a language are a diff.
pub(super) fn is_diff(info: &[u8], text: &[u8]) -> bool {
    let mut lines = bodies(text).filter(|line| !line.trim_ascii().is_empty());
    info.trim_ascii().is_empty() && lines.next().is_some_and(|first| first.starts_with(b"@@ -"))
}

/// The file that a sentence wants to be made.
pub(super) fn new_file(line: &[u8]) -> Option<PathCandidate> {
    of_sentence(line).filter(|(_, wish)| *wish == Wish::New).map(|(path, _)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(line: &str) -> Option<(String, Wish)> {
        of_sentence(line.as_bytes()).map(|(path, wish)| (path.text.to_string(), wish))
    }

    #[test]
    fn a_sentence_wants_a_new_file() {
        for line in [
            "Create `src/b.go`:",
            "Now create the file src/b.go with the following content:",
            "2. Create **src/b.go**:",
            "### Step 2: Create src/b.go",
            "And add a new file `src/b.go`:",
            "The new file `src/b.go`:",
            "Here is `src/b.go`:",
            "Here\u{2019}s `src/b.go`:",
            "Let\u{2019}s create `src/b.go`:",
            "Then save this as `src/b.go`:",
            "No tests exist yet, so create `src/b.go`:",
        ] {
            assert_eq!(wish(line), Some(("src/b.go".into(), Wish::New)), "{line}");
        }
    }

    #[test]
    fn a_sentence_wants_a_change() {
        for line in [
            "Add this to `a.py`:",
            "Then, in `a.py`, replace this:",
            "In a.py, change",
            "Also update `a.py` like this:",
            "You also need to add this to `a.py`:",
            "Create a `Config` class in `a.py`:",
            "`a.py` needs this import:",
            "Instead of the global, add this to `a.py`:",
        ] {
            assert_eq!(wish(line), Some(("a.py".into(), Wish::Change)), "{line}");
        }
    }

    #[test]
    fn a_sentence_may_only_quote_or_show() {
        for line in ["Looking at `a.py`:", "In `a.py`:", "I updated `a.py`:"] {
            assert_eq!(wish(line), Some(("a.py".into(), Wish::Quote)), "{line}");
        }
        for line in [
            "Now you can call it from `a.py`:",
            "For example, in `a.py` we add:",
            "You could also change `a.py`:",
            "Optional: create `a.py`:",
            "Do not create `a.py` like this:",
        ] {
            assert_eq!(wish(line), Some(("a.py".into(), Wish::Example)), "{line}");
        }
        for line in ["Use it like this:", "Then run `make test`:", ""] {
            assert_eq!(wish(line), None, "{line}");
        }
    }

    #[test]
    fn a_sentence_may_present_a_file_and_say_nothing_else() {
        for line in [
            "Here is the updated `src/a.py`:",
            "Here\u{2019}s the complete, updated code for src/a.py:",
            "**Updated `src/a.py`:**",
            "This is the full content of your `src/a.py` file:",
        ] {
            let found = presented(line.as_bytes()).map(|path| path.text);
            assert_eq!(found, Some("src/a.py".into()), "{line}");
        }
        for line in [
            "Here is the updated function in `src/a.py`:",
            "The updated part of `src/a.py`:",
            "The `src/a.py` file:",
            "In `src/a.py`:",
            "Here is the updated `src/a.py` and `src/b.py`:",
            "Here is the updated `src/a.py`, with a fix.",
            "Update `src/a.py`:",
        ] {
            assert_eq!(presented(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_short_line_goes_on_with_the_change() {
        for line in ["to", "with:", "**After:**", "to this:"] {
            assert!(goes_on(line.as_bytes()), "{line}");
        }
        for line in ["That is all.", "New file.", "To run the tests, use the following command:"] {
            assert!(!goes_on(line.as_bytes()), "{line}");
        }
    }
}
