//! The frame of a patch for `apply_patch`: its first and last line, those that begin a file, and the shell command
//! above.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    fence::closes_fence,
    reply::rows::{Row, Rows, shown},
    text::{is_blank, split_ending},
};

pub(super) const BEGIN: &str = "*** Begin Patch";
pub(super) const END: &str = "*** End Patch";
/// A line of the frame within a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header<'a> {
    Environment,
    Add(&'a [u8]),
    Delete(&'a [u8]),
    Update(&'a [u8]),
    End,
    Begin,
}

/// A line of the frame, with white space around it.
pub(super) fn header(line: &[u8]) -> Option<Header<'_>> {
    let line = line.trim_ascii();
    let rest = line.strip_prefix(b"*** ")?;
    let named = |name: &str| rest.strip_prefix(name.as_bytes()).map(<[u8]>::trim_ascii);
    if line == BEGIN.as_bytes() {
        Some(Header::Begin)
    } else if line == END.as_bytes() {
        Some(Header::End)
    } else if let Some(path) = named("Add File:") {
        Some(Header::Add(path))
    } else if let Some(path) = named("Delete File:") {
        Some(Header::Delete(path))
    } else if let Some(path) = named("Update File:") {
        Some(Header::Update(path))
    } else {
        named("Environment ID:").map(|_| Header::Environment)
    }
}

/// The folder to which the shell command in the line above a patch goes first; `went` is a line before that
/// goes to one. An error if only a shell can tell it.
pub(super) fn folder<'l>(line: &'l [u8], went: Option<&[u8]>) -> Result<Option<&'l [u8]>, BString> {
    let Some(at) = line.find("apply_patch").or_else(|| line.find("applypatch")) else { return Ok(None) };
    let before = line[..at].trim_ascii();
    if before.find("cd ").is_none() {
        // A prompt may be in front; in prose, it is the name of the format.
        let runs = before.is_empty() || before == b"$";
        return if runs { went.map_or(Ok(None), |went| Err(shown(went))) } else { Ok(None) };
    }
    let command = before.strip_prefix(b"$ ").unwrap_or(before).strip_prefix(b"cd ");
    let folder = command.and_then(|rest| rest.strip_suffix(b"&&")).ok_or_else(|| shown(line))?.trim_ascii();
    let quoted = |quote: &[u8]| folder.strip_prefix(quote)?.strip_suffix(quote);
    let plain = quoted(b"'").or_else(|| quoted(b"\"")).unwrap_or(folder);
    let is_plain = !plain.is_empty() && !plain.iter().any(|byte| b"$`'\"\\*?~;&|<>()!".contains(byte));
    let is_word = plain.len() < folder.len() || !plain.contains(&b' ');
    if is_plain && is_word { Ok(Some(plain)) } else { Err(shown(folder)) }
}

/// The word that ends the text which a shell command gives to `apply_patch`: `EOF` in `apply_patch <<'EOF'`.
fn shell_word(line: &[u8]) -> Option<&[u8]> {
    let (command, word) = line.split_once_str("<<")?;
    let word = word.trim_ascii().trim_with(|sign| matches!(sign, '\'' | '"'));
    let gives = command.contains_str("apply_patch") || command.contains_str("applypatch");
    (gives && !word.is_empty()).then_some(word)
}

/// The extent of a patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    /// Offset behind its last line.
    pub(super) end: usize,
    /// The indentation that all of its lines have.
    pub(super) indentation: &'a [u8],
}

impl<'a> Frame<'a> {
    /// The extent of the patch that begins above the next line. The last line is the first one without
    /// indentation, if there is any: an indented one may be a line that stays.
    pub(super) fn of(rows: &Rows<'a>, first: Row<'a>) -> Option<Self> {
        let indentation = &first.text[..first.text.len() - first.text.trim_ascii_start().len()];
        let (mut is_indented, mut last) = (true, None);
        let from = rows.peek()?.start;
        let mut at = from;
        for whole in rows.rest().lines_with_terminator() {
            let line = split_ending(whole).0;
            match header(line) {
                Some(Header::Begin) => break,
                Some(Header::End) => {
                    last = Some(Self { end: at + line.len(), indentation });
                    if line.starts_with(b"*") {
                        is_indented &= indentation.is_empty();
                        break;
                    }
                }
                _ if last.is_none() => is_indented &= is_blank(line) || line.starts_with(indentation),
                _ => {}
            }
            at += whole.len();
        }
        last.map(|last| if is_indented { last } else { Self { indentation: b"", ..last } })
    }

    /// The extent of the patch without a last line that begins above the next line, and is alone in the fence
    /// or the shell's text that begins above it: where that ends, the patch is not cut off.
    pub(super) fn in_fence(rows: &Rows<'a>, above: &[u8]) -> Option<Self> {
        let word = shell_word(above);
        let closes = |line: &[u8]| match word {
            Some(word) => line == word,
            None => closes_fence(line, above),
        };
        let mut at = rows.peek()?.start;
        for whole in rows.rest().lines_with_terminator() {
            let line = split_ending(whole).0;
            if header(line) == Some(Header::Begin) {
                break;
            }
            if closes(line) {
                return Some(Self { end: at, indentation: b"" });
            }
            at += whole.len();
        }
        None
    }
}
