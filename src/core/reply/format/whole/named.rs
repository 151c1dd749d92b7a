//! The file that a fence names, by its first line or the line above it.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    language,
    reply::{
        info, names, path_line, sentence, title,
        types::{PathCandidate, Wish},
        wish,
    },
};

/// Languages of changes, which are no text of a file but of those that hold them.
const CHANGES: [&str; 2] = ["diff", "patch"];

/// Languages of commands.
const SHELLS: [&str; 7] = ["bash", "console", "powershell", "sh", "shell", "terminal", "zsh"];

/// Words of a caption besides the name of the file.
const CAPTION: [&str; 14] = [
    "above", "code", "content", "contents", "file", "filename", "for", "is", "of", "path", "that", "the",
    "this", "was",
];

/// Extensions of scripts whose language is not known.
const SCRIPTS: [&str; 8] = ["bat", "bats", "cmd", "csh", "fish", "nu", "ps1", "tcsh"];

/// Languages of text that programs print.
const OUTPUT: [&str; 3] = ["log", "logs", "output"];

/// Languages of text that has none.
const NONE: [&str; 4] = ["plain", "plaintext", "text", "txt"];

/// Places at which the path of a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    All,
    /// In the line that opens the fence.
    Fence,
    /// Behind `FILE:` in the line above.
    Label,
}

/// The path of a file.
pub(super) struct Path {
    pub(super) candidate: PathCandidate,
    /// True if it is in the line above the fence.
    pub(super) is_above: bool,
}

/// Names in the lines at a fence.
pub(super) enum Named {
    /// The file that its text is.
    File(Path),
    /// Two files, of which one is meant.
    Two(Box<[BString; 2]>),
    /// A file of which its text may be a part.
    Part {
        /// True if the line above names it.
        is_above: bool,
    },
    /// No file.
    Nothing,
}

impl Named {
    /// The names in the info string of a fence, and in the line above it.
    pub(super) fn of(info: &[u8], line: Option<&[u8]>, places: Places) -> Self {
        let in_fence = if places == Places::Label { Self::Nothing } else { in_info(info) };
        let line = match places {
            Places::All => line,
            Places::Label => line.filter(|line| is_labelled(line)),
            Places::Fence => None,
        };
        let above = line.map_or(Self::Nothing, in_line);
        let found = match (in_fence, above) {
            (Self::Part { .. }, _) => return Self::Part { is_above: false },
            (Self::Nothing, Self::Part { .. }) => {
                return if line.is_some_and(|line| is_apart(info, line)) {
                    Self::Nothing
                } else {
                    Self::Part { is_above: true }
                };
            }
            (Self::File(path), Self::File(other)) => {
                let (in_fence, above) = (&path.candidate.text, &other.candidate.text);
                if !names::are_one(in_fence, above) {
                    return Self::Two(Box::new([above.clone(), in_fence.clone()]));
                }
                if above.len() > in_fence.len() { other } else { path }
            }
            (Self::File(path), _) | (Self::Nothing, Self::File(path)) => path,
            _ => return Self::Nothing,
        };
        let is_file = is_of(info, &found.candidate.text, found.is_above);
        if is_file { Self::File(found) } else { Self::Part { is_above: false } }
    }
}

/// Returns whether a fence with this info string is no text of the files that the line above it names, since it
/// has commands or output: the line says of none that it is to change.
fn is_apart(info: &[u8], line: &[u8]) -> bool {
    let is_wish = |(_, wish): &(PathCandidate, Wish)| !matches!(wish, Wish::Quote | Wish::Example);
    is_no_code(info)
        && sentence::names_in(line).next().is_some()
        && !sentence::names_in(line).any(|name| is_of(info, name, true))
        && !wish::of_sentence(line).as_ref().is_some_and(is_wish)
}

/// The file that an info string names: `python:src/a.py`, `python src/a.py`, `src/a.py`.
fn in_info(text: &[u8]) -> Named {
    let text = names::trim(text);
    let word = info::language(text);
    match info::named(text) {
        Some(found) if found.is_remarked || names::is_product(&found.path.text) => {
            Named::Part { is_above: false }
        }
        Some(found) if found.path.creates => {
            Named::File(Path { candidate: found.path.at_fence(), is_above: false })
        }
        // Whatever else is behind a language and a colon may be a name.
        None if text[word.len()..].starts_with(b":") => Named::Part { is_above: false },
        _ => Named::Nothing,
    }
}

/// The file that a line above a fence names.
fn in_line(line: &[u8]) -> Named {
    if let Some(candidate) = wish::presented(line).filter(|path| !names::is_product(&path.text)) {
        return Named::File(Path { candidate, is_above: true });
    }
    let first = path_line::candidates(line).into_iter().next();
    let is_likely = first.as_ref().is_some_and(|path| names::is_likely_path(&path.text));
    let is_named = is_likely || is_labelled(line);
    match first {
        Some(path) if !path.text.is_utf8() || is_named && path_line::is_remarked(line) => {
            Named::Part { is_above: true }
        }
        Some(candidate) if candidate.creates && !names::is_product(&candidate.text) && is_named => {
            let candidate = if is_labelled(line) { candidate } else { candidate.at_fence() };
            Named::File(Path { candidate, is_above: true })
        }
        Some(_) if is_likely => Named::Part { is_above: true },
        _ if path_line::names_several(line) || says_name(line) || title::titled(line).is_some() => {
            Named::Part { is_above: true }
        }
        _ => Named::Nothing,
    }
}

/// Returns whether a sentence has a word that is a file in a known language, or ends in a file of one word.
fn says_name(line: &[u8]) -> bool {
    let words = || {
        line.split(|byte| byte.is_ascii_whitespace()).map(|word| {
            word.trim_with(|sign| {
                matches!(sign, '(' | ')' | '[' | ']' | '"' | '\'' | '*' | ',' | ';' | ':' | '.' | '!' | '?')
            })
        })
    };
    let is_file = |word: &[u8]| {
        names::has_extension(word)
            && !names::is_product(word)
            && language::of(word).is_some()
            && !word.contains_str("://")
    };
    words().any(is_file) || words().next_back().is_some_and(names::is_known)
}

/// Returns whether a line begins with `FILE:`.
fn is_labelled(line: &[u8]) -> bool {
    let text = line.trim_start_with(|sign| matches!(sign, '*' | '#' | ' ' | '\t'));
    text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"file"))
        && text[4..].trim_start_with(|sign| sign == '*').starts_with(b":")
}

/// The file that a line below its text names, and says nothing else: ``^ `a.py` ``, `That was a.py`.
pub(super) fn captioned(line: &[u8]) -> Option<&[u8]> {
    let name = sentence::only_name(line)?;
    let at = line.find(name)?;
    let mut words =
        [sentence::words(&line[..at]), sentence::words(&line[at + name.len()..])].concat().into_iter();
    words.all(|word| sentence::is_one(&word, &CAPTION)).then_some(name)
}

/// The two files that an info string and the line above it name, if they are not the same.
pub(in crate::core::reply) fn two_files(info: &[u8], line: &[u8]) -> Option<[BString; 2]> {
    match Named::of(info, Some(line), Places::All) {
        Named::Two(two) => Some(*two),
        _ => None,
    }
}

/// The path of the file that an info string names and whose text the fence may be.
pub(in crate::core::reply) fn file_in_info(info: &[u8]) -> Option<PathCandidate> {
    match in_info(info) {
        Named::File(path) if is_of(info, &path.candidate.text, false) => Some(path.candidate),
        _ => None,
    }
}

/// The path of the file that a line above a fence names, and nothing else.
pub(in crate::core::reply) fn file_above(line: &[u8]) -> Option<PathCandidate> {
    match in_line(line) {
        Named::File(path) => Some(path.candidate),
        _ => None,
    }
}

/// Returns whether an info string says that the lines are changes.
pub(in crate::core::reply) fn is_of_changes(info: &[u8]) -> bool {
    is_any(info, &CHANGES)
}

/// Returns whether an info string says that the lines are commands, or what programs print.
pub(in crate::core::reply) fn is_no_code(info: &[u8]) -> bool {
    is_shell(info) || is_any(info, &OUTPUT) || is_any(info, &NONE)
}

/// Returns whether an info string says that the lines are commands.
pub(super) fn is_shell(info: &[u8]) -> bool {
    is_any(info, &SHELLS)
}

fn is_any(info: &[u8], known: &[&str]) -> bool {
    let word = info::language(info);
    known.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

/// Returns whether a fence with this info string may hold all of a file, which it or the line above it names.
pub(in crate::core::reply) fn is_of(info: &[u8], path: &[u8], is_above: bool) -> bool {
    // Behind `text:`, a path says what the text is.
    let is_other = is_any(info, &OUTPUT) || is_any(info, &NONE) && (is_above || !info.contains(&b':'));
    let has = |known: &[&str]| known.iter().any(|extension| path.ends_with_str(format!(".{extension}")));
    if is_any(info, &CHANGES) {
        return has(&CHANGES);
    }
    if is_shell(info) {
        return may_be_script(path);
    }
    !is_other || language::may_be_prose(path)
}

/// Returns whether a file may be a script of a shell: its name says so, or says nothing of what is in it. In others,
/// commands would be what makes the file, not its text.
fn may_be_script(path: &[u8]) -> bool {
    let known = language::all(path);
    if !known.is_empty() {
        return known.iter().any(|language| SHELLS.iter().any(|shell| language.is_called(shell.as_bytes())));
    }
    let name = path.rsplit(|&sign| sign == b'/').next().unwrap_or(path);
    // `setup.sh.in` is a script too.
    let is_known = |part: &[u8]| [&SCRIPTS[..], &SHELLS].iter().any(|known| sentence::is_one(part, known));
    name.starts_with(b".") || !name.contains(&b'.') || name.split(|&sign| sign == b'.').skip(1).any(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_no_text_of_a_file_that_is_no_script() {
        for path in ["data.csv", "docs/a.log", "b.py", "requirements.txt", "Dockerfile", "app.service"] {
            assert!(!is_of(b"sh", path.as_bytes(), true), "{path}");
        }
        for path in ["run.sh", "a.ksh", "run.ps1", "setup.sh.in", "bin/run", ".bashrc", ".envrc", "it.bats"] {
            assert!(is_of(b"bash", path.as_bytes(), true), "{path}");
        }
    }
}
