//! Sentences that ask for a change in words alone: ``In `a.yaml`, change the limit to 30.``

use bstr::ByteSlice as _;

use super::{
    path_line,
    sentence::{has, is_command, is_denied, is_one, names_with, words},
    suggestions,
    types::{PathCandidate, Wish},
    wish::CHANGES,
};
use crate::core::language::lexer::is_word;

/// A longer line considers more than it asks for.
const LONGEST: usize = 200;

/// Verbs that put the text behind them into a file.
const ADDS: [&str; 6] = ["add", "append", "include", "insert", "prepend", "put"];

/// Verbs that ask for a change of a file, besides [`CHANGES`].
const MORE: [&str; 13] = [
    "bump", "copy", "create", "drop", "extract", "forget", "get", "import", "include", "set", "split",
    "switch", "write",
];

/// Verbs that ask for the change of another file, with `the same` behind them.
const REPEATS: [&str; 4] = ["apply", "do", "make", "repeat"];

/// The same behind `should be`.
const CHANGED: [&str; 12] = [
    "added", "changed", "copied", "created", "deleted", "dropped", "fixed", "moved", "removed", "renamed",
    "replaced", "updated",
];

/// Verbs that say it of `the same` for another file.
const NEEDED: [&str; 4] = ["applies", "goes", "needed", "required"];

/// Signs between a text, or a path, and what comes in its place.
const ARROWS: [&str; 3] = [" -> ", " => ", " \u{2192} "];

/// Words in front of the file that a text goes to.
const TO: [&str; 4] = ["in", "inside", "into", "to"];

/// Words behind which `to` and a verb ask for something.
const NEEDS: [&str; 7] = ["going", "have", "need", "needs", "remember", "sure", "want"];

/// First words of sentences about a case that may never come.
const IN_CASE: [&str; 5] = ["for", "if", "to", "unless", "when"];

/// A change that a sentence asks for.
pub(super) struct Asked<'a> {
    /// The file that it names.
    pub(super) path: Option<PathCandidate>,
    /// The text that is to be in a file.
    pub(super) text: Option<&'a [u8]>,
    /// The wish.
    pub(super) wish: Wish,
}

/// The change that a sentence asks for: of a file that it names, or that adds a text which it quotes; `word` may
/// be a file.
pub(super) fn asked<'l>(line: &'l [u8], word: Option<&[u8]>) -> Option<Asked<'l>> {
    let says_what = || line.contains(&b'`') || names_with(line, word).next().is_some();
    if line.len() > LONGEST || line.trim_ascii_end().ends_with(b"?") || !says_what() {
        return None;
    }
    if let Some(name) = arrow(line, word) {
        let path = Some(PathCandidate::new(name, false));
        return Some(Asked { path, text: None, wish: Wish::Words });
    }
    let all = words(line);
    let verb = commanded(line, &all).or_else(|| passive(&all)).or_else(|| stated(line, &all, word))?;
    let lower = line.to_ascii_lowercase();
    let at = lower.find(&all[verb])?;
    let before = lower[..at].replace("no longer", "");
    let is_later = has(&all, &["eventually", "later"]);
    let is_in_case = is_later || all.first().is_some_and(|first| is_one(first, &IN_CASE));
    if is_in_case || !is_reminder(&all, verb) && is_denied(&before, &words(&before)) {
        return None;
    }
    let path = target(line, at, word).map(|name| PathCandidate::new(name, false));
    let is_name = |span: &&[u8]| path.as_ref().is_none_or(|path| path.text != *span);
    if let Some(name) = imported(line, at, &all[verb..]) {
        let path = path.filter(|path| path.text != *name);
        return Some(Asked { path, text: Some(name), wish: Wish::Import });
    }
    if let Some(name) = renamed(line, &all[verb..], is_name) {
        return Some(Asked { path, text: Some(name), wish: Wish::Everywhere });
    }
    let text = added(line, at, &all[verb..], is_reminder(&all, verb), is_name);
    (path.is_some() || text.is_some_and(is_code)).then_some(Asked { path, text, wish: Wish::Words })
}

/// The name that words which begin with a verb want to be another one in all other places.
fn renamed<'l>(line: &'l [u8], words: &[Vec<u8>], is_text: impl Fn(&&[u8]) -> bool) -> Option<&'l [u8]> {
    let renames = is_one(&words[0], &["change", "rename", "replace"]);
    let is_all = |word: &Vec<u8>| is_one(word, &["all", "every", "everywhere", "other", "remaining", "rest"]);
    let is_name = |span: &&[u8]| span.iter().all(|byte| is_word(*byte)) && !span.is_empty();
    let mut names = suggestions::code_spans(line).filter(is_text).filter(is_name);
    let (old, new) = (names.next()?, names.next()?);
    (renames && words.iter().any(is_all) && old != new && names.next().is_none()).then_some(old)
}

/// The name that words which begin with a verb, at this byte of the line, want to be imported.
fn imported<'l>(line: &'l [u8], at: usize, words: &[Vec<u8>]) -> Option<&'l [u8]> {
    let is_name = |span: &&[u8]| !span.is_empty() && !span.iter().any(u8::is_ascii_whitespace);
    let verb = if words[0] == b"forget" { words.get(2)? } else { &words[0] };
    match verb.as_slice() {
        b"imported" => suggestions::code_spans(&line[..at]).filter(is_name).last(),
        b"import" => {
            let from = at + line[at..].to_ascii_lowercase().find(b"import")?;
            let is_quoted = line[..from].iter().filter(|byte| **byte == b'`').count() % 2 == 1;
            suggestions::code_spans(&line[from..]).next().filter(|span| !is_quoted && is_name(span))
        }
        _ => None,
    }
}

/// The quoted text that comes into a file by words which begin with a verb, at this byte of the line. A verb may be
/// behind one that says not to forget it, and `replace` behind one that says what it is for.
fn added<'l>(
    line: &'l [u8],
    at: usize,
    words: &[Vec<u8>],
    is_reminder: bool,
    is_text: impl Fn(&&[u8]) -> bool,
) -> Option<&'l [u8]> {
    let texts = |word: &[u8]| {
        let from = line[at..].to_ascii_lowercase().find(word)?;
        Some(suggestions::code_spans(&line[at + from..]).filter(&is_text))
    };
    let verb = if is_reminder { words.get(2)? } else { &words[0] };
    if verb == b"import" {
        // What is quoted is the statement.
        let statement = |span: &&[u8]| span.starts_with(b"import ");
        return suggestions::code_spans(line).filter(&is_text).find(statement);
    }
    if is_one(verb, &ADDS) {
        return texts(verb)?.next();
    }
    let from = words.iter().position(|word| word == b"replace")?;
    let with = has(&words[from..], &["with"]);
    let is_said = from == 0 || is_reminder || is_command(line, words, from);
    let text = texts(b"replace").filter(|_| with && is_said)?.nth(1)?;
    Some(text).filter(|text| !text.contains_str("..."))
}

/// Returns whether a quoted text says enough to be looked for: a name alone may be written in many ways.
fn is_code(text: &[u8]) -> bool {
    text.contains(&b' ') || text.contains(&b'(') && !text.ends_with(b"()")
}

/// The place of the verb that commands; in a table, it may be a cell.
fn commanded(line: &[u8], words: &[Vec<u8>]) -> Option<usize> {
    let is_row = line.trim_ascii_start().starts_with(b"|");
    (0..words.len()).find(|&at| {
        let word = &words[at];
        let is_aim = || at > 1 && words[at - 1] == b"to" && !is_one(&words[at - 2], &NEEDS);
        let is_asked = || is_command(line, words, at) && !is_aim() || is_row || is_reminder(words, at);
        let is_same = || words.get(at + 1..at + 3).is_some_and(|next| next == [&b"the"[..], b"same"]);
        let is_mode = || word == b"make" && words[at..].iter().take(4).any(|next| next == b"executable");
        let is_verb =
            is_one(word, &CHANGES) || is_one(word, &MORE) || is_one(word, &REPEATS) && is_same() || is_mode();
        is_verb && is_asked()
    })
}

/// Returns whether the words up to a place say that something is not to be forgotten.
fn is_reminder(words: &[Vec<u8>], at: usize) -> bool {
    at > 0 && words[at] == b"forget" && is_one(&words[at - 1], &["don't", "not"])
}

/// The place of the verb of `must be changed`, `should read` and `the same change is needed`.
fn passive(words: &[Vec<u8>]) -> Option<usize> {
    let is_passive = |at: usize| {
        is_one(&words[at], &CHANGED)
            && words[at - 1] == b"be"
            && is_one(&words[at - 2], &["must", "should", "to"])
    };
    let is_same = |at: usize| is_one(&words[at], &NEEDED) && has(&words[..at], &["same"]);
    let reads = |at: usize| {
        is_one(&words[at], &["become", "read", "say"]) && is_one(&words[at - 1], &["must", "should"])
    };
    let needs = |at: usize| words[at] == b"same" && words[at - 1] == b"the" && words[at - 2] == b"needs";
    let is_imported = |at: usize| {
        let is_wanted = |word: &Vec<u8>| is_one(word, &["ensure", "must", "needs", "should", "sure"]);
        words[at] == b"imported" && is_one(&words[at - 1], &["be", "is"]) && words[..at].iter().any(is_wanted)
    };
    let is_verb =
        |at: &usize| is_passive(*at) || is_same(*at) || reads(*at) || needs(*at) || is_imported(*at);
    (2..words.len()).find(is_verb)
}

/// The place of the verb of a change that is said to be there: ``Removed `a.py` ``, of the only file that is named,
/// and ``In `a.py`, `x` becomes `y` ``.
fn stated(line: &[u8], words: &[Vec<u8>], word: Option<&[u8]>) -> Option<usize> {
    let mut names = names_with(line, word);
    let moves = words.first().is_some_and(|first| is_one(first, &["moved", "renamed"]));
    let name = names.next().filter(|first| moves || names.all(|name| name == *first))?.to_ascii_lowercase();
    let mut rest = words.iter().skip(1).skip_while(|word| is_one(word, &["the", "file"]));
    let is_done = words.first().is_some_and(|first| is_one(first, &CHANGED)) && rest.next() == Some(&name);
    let becomes = words.iter().position(|word| word == b"becomes").filter(|_| words[0] == b"in");
    is_done.then_some(0).or(becomes)
}

/// The file of a line that says a change with an arrow alone: ``- `a.py`: `x` -> `y` ``, or of its path.
fn arrow<'l>(line: &'l [u8], word: Option<&[u8]>) -> Option<&'l [u8]> {
    let text = line.trim_ascii();
    let text = path_line::bullet(text).unwrap_or(text).trim_ascii();
    let (old, new) = ARROWS.iter().find_map(|arrow| text.split_once_str(arrow))?;
    let is_span = |text: &[u8]| {
        let inner = text.trim_ascii().strip_prefix(b"`").and_then(|text| text.strip_suffix(b"`"));
        inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(&b'`'))
    };
    let name = names_with(line, word).next()?;
    let label = old.split_once_str(":").filter(|(label, _)| is_span(label.trim_with(|sign| sign == '*')));
    let is_said = match label {
        Some((label, old)) => label.contains_str(name) && is_span(old),
        None => is_span(old) && old.contains_str(name),
    };
    (is_said && is_span(new.trim_with(|sign| matches!(sign, '.' | ' ')))).then_some(name)
}

/// The file that a sentence with its verb at this place is about: the one that something goes to, the first
/// behind the verb, or the last before it.
fn target<'l>(line: &'l [u8], verb: usize, word: Option<&[u8]>) -> Option<&'l [u8]> {
    let is_to = |name: &&[u8]| {
        let before = line.find(name).map_or(&b""[..], |at| &line[..at]);
        words(before).last().is_some_and(|word| is_one(word, &TO))
    };
    names_with(line, word)
        .find(is_to)
        .or_else(|| names_with(&line[verb..], word).next())
        .or_else(|| names_with(&line[..verb], word).last())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(String, String)> {
        let found = asked(line.as_bytes(), None)?;
        let path = found.path.map_or(String::new(), |path| path.text.to_string());
        Some((path, found.text.unwrap_or_default().as_bstr().to_string()))
    }

    #[test]
    fn a_sentence_may_ask_for_a_change_in_words() {
        for (line, path, text) in [
            ("In `a.yaml`, change `timeout` to 60.", "a.yaml", ""),
            ("Also add `redis==5.0.1` to `requirements.txt`.", "requirements.txt", "redis==5.0.1"),
            ("Also add `import os` at the top of the file.", "", "import os"),
            ("Don't forget to add `\"time\"` to the imports of `a.go`.", "a.go", "\"time\""),
            ("Then replace `f(a)` with `g(a)`.", "", "g(a)"),
            ("2. Update the callers: replace `f(a)` with `g(a)`.", "", "g(a)"),
            ("In `a.py`, replace `f` with `g`.", "a.py", "g"),
            ("`old.py` is no longer needed and should be removed.", "old.py", ""),
            ("Don't forget to remove `old.py`.", "old.py", ""),
            ("Don\u{2019}t forget to remove `old.py`.", "old.py", ""),
            ("Refactor `old.py` in the same way.", "old.py", ""),
            ("Move `old.py` into the `core/` folder.", "old.py", ""),
            ("Rename: `old.py` -> `new.py`", "old.py", ""),
            ("Get rid of `old.py`.", "old.py", ""),
            ("You need to update `a.py`.", "a.py", ""),
            ("| `old.py` | delete |", "old.py", ""),
            ("Create an empty file `__init__.py`.", "__init__.py", ""),
            ("`a.py` needs the same fix.", "a.py", ""),
            ("- `a.py`: `f(1)` -> `f(2)`", "a.py", ""),
            ("- **`a.py`**: `f(1)` \u{2192} `f(2)`.", "a.py", ""),
            ("`a.py` \u{2192} `src/a.py`", "a.py", ""),
            ("In `a.py`, `f(1)` becomes `f(2)`.", "a.py", ""),
            ("Line 5 of `a.py` should read `f(2)`.", "a.py", ""),
            ("Make `a.py` executable.", "a.py", ""),
            ("- removed `a.py`", "a.py", ""),
            ("Renamed `a.py` to `b.py`.", "b.py", ""),
            ("**Deleted:** `a.py`", "a.py", ""),
            ("You'll also need to `import logging` at the top of `a.py`.", "a.py", "import logging"),
            ("You'll also need to import `logging`.", "", "logging"),
            ("Don't forget to import `time.Duration`.", "", "time.Duration"),
            ("Make sure `uuid` is imported in `a.js`.", "a.js", "uuid"),
            ("`useMemo` must be imported from React.", "", "useMemo"),
            ("Then rename every other use of `server` in `a.py` to `app`.", "a.py", "server"),
            ("Rename all remaining occurrences of `f` to `g`.", "", "f"),
        ] {
            assert_eq!(of(line), Some((path.into(), text.into())), "{line}");
        }
    }

    #[test]
    fn a_sentence_may_speak_of_a_change() {
        for line in [
            "I updated `a.py`.",
            "You can also change `a.py`.",
            "There is no need to change `a.py`.",
            "Do not delete `a.py`; other code depends on it.",
            "Should I also update `a.py`?",
            "To change the port, edit `a.yaml`.",
            "If it fails, delete `a.lock`.",
            "This removes the need for `a.py`.",
            "These lines tell you how to create `a.py`.",
            "The list in `a.md` says to remove `a.py`.",
            "Add `name` to the class.",
            "Replace the loop.",
            "Replace `f` with `g`.",
            "I replaced `f(a)` with `g(a)`.",
            "Replace `f(a)` with `g(...)`.",
            "Add `f()` to the class.",
            "- Removed the use of `a.py` from `b.py`",
            "Added tests for `a.py`.",
            "`a.py` -> reads the file `b.py` -> writes it",
            "The flow is `a.py` -> `b.py`.",
            "`a.py` should be fine.",
            "It becomes slow in `a.py`.",
            "Make sure that `a.py` is there.",
            "`logging` is imported already.",
            "There is no need to import `logging`.",
            "I imported `logging`.",
            "I renamed all uses of `f` to `g`.",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
        assert_eq!(of(&format!("{} So update `a.py`.", "It may be so. ".repeat(20))), None);
    }
}
