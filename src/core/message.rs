//! The message of a commit that nobody wrote one for: the title of the reply, and a list of the changes.

use std::{collections::BTreeSet, ops::Range};

use bstr::{BString, ByteSlice};

use super::{
    change::{Change, Edited},
    escape::escape,
    fence::Fence,
};

/// A reply, as far as a message is made of it.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// Its text.
    pub bytes: &'a [u8],
    /// Byte ranges of its blocks, in order.
    pub blocks: Vec<Range<usize>>,
}

/// A longer subject is not read.
const SUBJECT: usize = 72;
/// More files are counted.
const FILES: usize = 20;
/// More functions of one file are left out.
const FUNCTIONS: usize = 4;

/// Makes a message: the first heading of the replies, or the paths, as the subject; a line for each file as
/// the body. `is_hidden` are files of which no text is shown.
pub fn message(told: &[Told<'_>], files: &[&Edited], is_hidden: impl Fn(&Edited) -> bool) -> Vec<u8> {
    // A renamed file is one, though two paths change.
    let moved: BTreeSet<_> = files.iter().filter_map(|file| file.change.from.as_ref()).collect();
    let shown: Vec<&Edited> = files
        .iter()
        .copied()
        .filter(|file| file.change.new.is_some() || !moved.contains(&file.change.path))
        .collect();
    let title = title(told, &shown);
    let from_paths = title.is_none();
    let mut lines = vec![title.unwrap_or_else(|| by_paths(&shown))];
    let body: Vec<String> = shown.iter().map(|file| line(file, is_hidden(file))).collect();
    let says_more = shown.len() > 1 || !from_paths || body.iter().any(|line| line.contains(": "));
    if says_more {
        lines.push(String::new());
        lines.extend(body.iter().take(FILES).cloned());
        if body.len() > FILES {
            lines.push(format!("- and {} more", body.len() - FILES));
        }
    }
    let mut text = lines.join("\n").into_bytes();
    text.push(b'\n');
    text
}

/// The first heading of the replies that is not the path of a file; a long one is cut at a word.
pub fn title(told: &[Told<'_>], files: &[&Edited]) -> Option<String> {
    told.iter().find_map(|told| heading(told, files)).map(|text| cut(&text, SUBJECT))
}

/// Cuts a text behind a word, so that it has at most `most` characters; `...` replaces the rest. A word that
/// is longer is cut itself.
fn cut(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let room = text.char_indices().nth(most - "...".len()).map_or(end, |(at, _)| at);
    let is_whole = text[room..].starts_with(' ');
    let at = if is_whole { room } else { text[..room].rfind(' ').filter(|at| *at > 0).unwrap_or(room) };
    format!("{}...", text[..at].trim_end())
}

/// The message as git stores it (git-stripspace(1)): no blanks at the ends of lines, no blank lines at the
/// edges, and one at a time in between.
pub fn tidied(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len() + 1);
    let mut blank = false;
    for line in message.split_str("\n") {
        let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'..=b'\r')).map_or(0, |at| at + 1);
        if end == 0 {
            blank = true;
            continue;
        }
        if blank && !out.is_empty() {
            out.push(b'\n');
        }
        blank = false;
        out.extend_from_slice(&line[..end]);
        out.push(b'\n');
    }
    out
}

/// The first paragraph of a message as one line.
///
/// ```
/// use git_sr::core::message::subject;
///
/// assert_eq!(subject(b"\nGreet by name\nand title\n\n- greet.py\n"), "Greet by name and title");
/// ```
pub fn subject(message: &[u8]) -> BString {
    let lines = message.lines().skip_while(|line| line.trim().is_empty());
    let lines: Vec<&[u8]> =
        lines.take_while(|line| !line.trim().is_empty()).map(|line| line.trim()).collect();
    bstr::join(" ", lines).into()
}

/// The first heading outside of blocks and fences that is not the path of a file.
fn heading(told: &Told<'_>, files: &[&Edited]) -> Option<String> {
    let mut at = 0;
    let mut open: Option<Fence<'_>> = None;
    let mut blocks = told.blocks.iter().peekable();
    let next_line = |from: usize| {
        let rest = &told.bytes[from..];
        rest.find_byte(b'\n').map_or(told.bytes.len(), |length| from + length + 1)
    };
    while at < told.bytes.len() {
        while blocks.next_if(|block| block.end <= at).is_some() {}
        if let Some(block) = blocks.peek().filter(|block| block.contains(&at)) {
            // A fence around a block need not be closed where one would look for it.
            open = None;
            at = next_line(block.end - 1);
            continue;
        }
        let start = at;
        at = next_line(start);
        let line = told.bytes[start..at].trim();
        match (open, Fence::read(line)) {
            (Some(fence), Some(line)) if line.closes(fence) => open = None,
            (Some(_), _) => {}
            (None, Some(fence)) => open = Some(fence),
            (None, None) => {
                if let Some(text) = text_of_heading(line).filter(|text| !names_a_file(text, files)) {
                    return Some(text);
                }
            }
        }
    }
    None
}

fn text_of_heading(line: &[u8]) -> Option<String> {
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    if !(1..=6).contains(&level) || !line.get(level).is_some_and(u8::is_ascii_whitespace) {
        return None;
    }
    let text = line[level..].to_str().ok()?.replace("**", "");
    let text = text.trim().trim_end_matches('#').trim().trim_end_matches(['.', ':']).trim();
    text.chars().any(char::is_alphanumeric).then(|| escape(text.as_bytes()).to_string())
}

/// Returns whether a heading is, or holds, the path of one of the files, or looks like one.
fn names_a_file(text: &str, files: &[&Edited]) -> bool {
    let paths = files.iter().flat_map(|file| [Some(&file.change.path), file.change.from.as_ref()]);
    let words = || text.split(|c: char| c.is_whitespace() || "`'\"*():,".contains(c));
    let names = |path: &super::path::RepoPath| {
        let path = path.as_bstr();
        let name = path.rsplit_str("/").next().unwrap_or(path);
        words().any(|word| word.as_bytes() == path) || text.trim_matches('`').as_bytes() == name
    };
    paths.flatten().any(names) || !text.contains(' ') && text.contains(['/', '.'])
}

/// `Edit src/a.rs and 2 other files`
fn by_paths(files: &[&Edited]) -> String {
    let Some(first) = files.first() else { return "Change nothing".to_owned() };
    let all = |is: fn(&Change) -> bool| files.iter().all(|file| is(&file.change));
    let verb = if all(|change| change.from.is_some()) {
        "Rename"
    } else if all(|change| change.new.is_none()) {
        "Delete"
    } else if all(|change| change.old.is_none() && change.from.is_none()) {
        "Add"
    } else {
        "Edit"
    };
    let path = escape(first.change.path.as_bstr());
    let subject = match &first.change.from {
        Some(from) if files.len() == 1 => format!("Rename {} to {path}", escape(from.as_bstr())),
        _ => format!("{verb} {path}"),
    };
    match files.len() - 1 {
        0 => subject,
        1 => format!("{subject} and 1 other file"),
        others => format!("{subject} and {others} other files"),
    }
}

/// `- src/a.rs: fn greet()`
fn line(file: &Edited, hidden: bool) -> String {
    let Change { path, old, new, from } = &file.change;
    let path = escape(path.as_bstr());
    match (old, new, from) {
        (_, None, _) => return format!("- {path}: deleted"),
        (_, Some(_), Some(from)) => return format!("- {path}: renamed from {}", escape(from.as_bstr())),
        (None, Some(_), None) => return format!("- {path}: new"),
        _ => {}
    }
    let functions = if hidden { Vec::new() } else { functions(file) };
    if functions.is_empty() { format!("- {path}") } else { format!("- {path}: {}", functions.join(", ")) }
}

/// The definitions that a file is changed in, as a hunk's header would show them.
fn functions(file: &Edited) -> Vec<String> {
    let Some(old) = &file.change.old else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for splice in &file.splices {
        let range = splice.old.range();
        // An insertion belongs to the lines above it.
        let end = if range.is_empty() { range.start } else { line_end(&old.bytes, range.start) };
        let Some(name) = old.bytes.get(..end).and_then(definition_above) else { continue };
        if !found.contains(&name) {
            found.push(name);
        }
        if found.len() == FUNCTIONS {
            break;
        }
    }
    found
}

fn line_end(text: &[u8], from: usize) -> usize {
    text.get(from..).and_then(|rest| rest.find_byte(b'\n')).map_or(text.len(), |at| from + at)
}

/// The last line that begins, without blanks, like a definition.
fn definition_above(text: &[u8]) -> Option<String> {
    /// Looking further is not worth the time.
    const LINES: usize = 2000;
    let begins = |line: &&[u8]| {
        line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'))
    };
    let defines = |line: &[u8]| line.contains(&b'(') || line.ends_with(b"{") || line.ends_with(b":");
    let lines = text.rsplit_str("\n").take(LINES).map(|line| line.trim_end());
    let line = lines.into_iter().filter(begins).find(|line| defines(line))?;
    let line = line.to_str().ok()?.trim_end_matches(['{', ':', ' ', '\t']);
    let cut: String = line.chars().take(60).collect();
    (!cut.is_empty()).then(|| escape(cut.as_bytes()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{change::Version, path::RepoPath};

    #[test]
    fn a_long_text_is_cut_behind_a_word() {
        assert_eq!(cut("one two", 7), "one two");
        assert_eq!(cut("one two three", 10), "one two...");
        assert_eq!(cut("one two three", 9), "one...");
        assert_eq!(cut("überlänge", 6), "übe...");
        assert_eq!(cut("ü ö ä ß é è", 7), "ü ö...");
    }

    fn edited(path: &str, old: Option<&str>, new: Option<&str>) -> Edited {
        let version = |text: &str| Version { bytes: text.into(), mode: None };
        let path = RepoPath::new(path.as_bytes()).unwrap();
        Edited::of(Change { path, old: old.map(version), new: new.map(version), from: None })
    }

    fn made(reply: &str, files: &[Edited]) -> String {
        let told = Told { bytes: reply.as_bytes(), blocks: Vec::new() };
        let files: Vec<&Edited> = files.iter().collect();
        String::from_utf8(message(&[told], &files, |_| false)).unwrap()
    }

    #[test]
    fn the_first_heading_is_the_subject() {
        let file = edited("a.txt", Some("1\n"), Some("2\n"));
        assert_eq!(made("Sure!\n\n## **Fix** the count.\n", &[file]), "Fix the count\n\n- a.txt\n");
    }

    #[test]
    fn a_heading_that_names_a_file_or_is_in_a_fence_is_none() {
        let file = || edited("src/a.txt", Some("1\n"), Some("2\n"));
        for reply in [
            "### `src/a.txt`\n", "# a.txt\n", "# File: src/a.txt\n", "```sh\n# a comment\n```\n",
            "````\n```\n# b\n````\n", "#tag\n",
        ] {
            assert_eq!(made(reply, &[file()]), "Edit src/a.txt\n", "{reply}");
        }
    }

    #[test]
    fn code_in_a_line_is_no_fence() {
        let file = edited("a.txt", Some("1\n"), Some("2\n"));
        assert_eq!(made("```make``` first.\n\n# Count\n", &[file]), "Count\n\n- a.txt\n");
    }

    #[test]
    fn a_heading_inside_a_block_is_none() {
        let reply = b"x\n# in a block\n# outside\n";
        let block = 2..14;
        let told = Told { bytes: reply, blocks: Vec::from([block]) };
        let file = edited("a.txt", Some("1\n"), Some("2\n"));
        assert!(message(&[told], &[&file], |_| false).starts_with(b"outside\n"));
    }

    #[test]
    fn without_a_heading_the_paths_are_the_subject() {
        let files = [
            edited("a", Some("1\n"), Some("2\n")),
            edited("b", None, Some("x\n")),
            edited("c", Some("x\n"), None),
        ];
        let text = "Edit a and 2 other files\n\n- a\n- b: new\n- c: deleted\n";
        assert_eq!(made("prose\n", &files), text);
        assert_eq!(made("", &files[1..2]), "Add b\n\n- b: new\n");
    }

    #[test]
    fn the_functions_that_change_are_named_unless_the_file_is_hidden() {
        let old = "fn one() {\n    1\n}\n\nstruct Two {\n    x: u8,\n}\n";
        let file = edited("a.rs", Some(old), Some(&old.replace("    1\n", "    2\n")));
        assert_eq!(made("", std::slice::from_ref(&file)), "Edit a.rs\n\n- a.rs: fn one()\n");
        assert_eq!(message(&[], &[&file], |_| true), b"Edit a.rs\n");
    }

    #[test]
    fn blanks_go_as_git_stripspace_removes_them() {
        assert_eq!(tidied(b"\n \n a \t\n\n\n\x0bb\r\n\n"), b" a\n\n\x0bb\n");
        assert_eq!(tidied(b" \n\n"), b"");
    }

    #[test]
    fn the_subject_is_the_first_paragraph() {
        assert_eq!(subject(b"\na\nb\n\nc\n"), "a b");
    }
}
