//! Shell commands that a reply asks for: shown, never run.

use bstr::ByteSlice;

use super::{names, types::Suggestion};

/// More commands than this are not listed, so that a hostile reply cannot fill the memory with them.
const MOST: usize = 1_000;

/// The commands on files that count even in a sentence.
const IN_PROSE: [&str; 4] = ["git rm ", "git mv ", "mkdir -p ", "rm "];

/// Returns whether a text is one of the commands on files.
pub(super) fn is_command(text: &[u8]) -> bool {
    IN_PROSE.iter().any(|command| text.starts_with(command.as_bytes()))
}

/// The texts in single backticks.
pub(super) fn code_spans(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let open = memchr::memchr(b'`', rest)?;
        let close = open + 1 + memchr::memchr(b'`', &rest[open + 1..])?;
        let span = &rest[open + 1..close];
        rest = &rest[close + 1..];
        Some(span)
    })
}

/// Takes the commands in backticks from a line of prose.
pub(super) fn from_prose(found: &mut Vec<Suggestion>, text: &[u8], line: usize) {
    for command in code_spans(text).map(names::trim).filter(|command| is_command(command)) {
        push(found, command, line);
    }
}

/// Takes a line of a shell fence.
pub(super) fn from_shell(found: &mut Vec<Suggestion>, text: &[u8], line: usize) {
    let text = names::trim(text);
    if !text.starts_with(b"#") {
        push(found, text, line);
    }
}

/// Looks at all the lines of a shell fence: where some have a prompt, the others are output.
pub(super) fn finish_shell(found: &mut Vec<Suggestion>, start: usize) {
    let mut lines = found.split_off(start.min(found.len()));
    if lines.iter().any(|line| without_prompt(&line.command).is_some()) {
        lines.retain_mut(|line| match without_prompt(&line.command) {
            Some(command) => {
                line.command = command.into();
                true
            }
            None => false,
        });
    }
    found.append(&mut lines);
}

fn without_prompt(text: &[u8]) -> Option<&[u8]> {
    ["$ ", "% ", "> "].iter().find_map(|prompt| text.strip_prefix(prompt.as_bytes())).map(names::trim)
}

fn push(found: &mut Vec<Suggestion>, command: &[u8], line: usize) {
    if found.len() < MOST && !command.trim().is_empty() {
        found.push(Suggestion { line, command: command.into() });
    }
}
