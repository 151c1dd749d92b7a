//! Checks the new text of a block before anything of it stays: blocks that are refused leave nothing behind
//! that others would be laid on, or would overlap.

use bstr::ByteSlice as _;

use super::size;
use crate::core::{
    edits::Edits,
    language::Language,
    locate::is_comment,
    outcome::{Failure, Note, Unreadable},
    plan::{files::File, job::Job, types::Settings},
    splice::Hunk,
    text::Text,
};

/// Reasons why a block with this note may not change anything.
pub(crate) fn refused(suspicious: Option<&Note>, settings: &Settings) -> Option<Failure> {
    match suspicious {
        Some(&Note::Suspicious { line, first, count }) if settings.strict => {
            Some(Failure::Suspicious { line, first, count })
        }
        _ => None,
    }
}

/// Refuses characters that are not ASCII in another encoding than those of the file: it would be in two.
fn in_encoding(text: &Text, hunks: &[Hunk<'_>]) -> Result<(), Failure> {
    let is_utf8 = |text: &[u8]| std::str::from_utf8(text).is_ok();
    let mut added = hunks.iter().flat_map(|hunk| &hunk.new).filter(|line| !line.is_ascii()).peekable();
    if added.peek().is_none() || text.bytes().is_ascii() {
        return Ok(());
    }
    let is_file = is_utf8(text.bytes());
    // A line with characters of the file is in its encoding.
    match added.any(|line| is_utf8(line) != is_file) {
        true => Err(if is_file { Unreadable::Utf8 } else { Unreadable::NotUtf8 }.into()),
        false => Ok(()),
    }
}

/// Refuses new lines of code with special blanks in front, such as no-break spaces, where no line of the file
/// has some: the reply was typeset.
pub(crate) fn in_blanks(
    text: &Text,
    language: Option<&Language>,
    new: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<(), Failure> {
    if language.is_some_and(Language::is_prose) {
        return Ok(());
    }
    for line in new {
        let line = line.as_ref();
        let sign = special_blank(line).filter(|_| !is_comment(line.trim().as_bytes()));
        let Some(sign) = sign else { continue };
        let is_used = text.lines().any(|line| special_blank(line).is_some());
        return if is_used { Ok(()) } else { Err(Failure::Blanks { sign, text: line.trim().into() }) };
    }
    Ok(())
}

/// A special blank in front of a line. The wide one begins paragraphs of East Asian text.
fn special_blank(line: &[u8]) -> Option<char> {
    const WIDE: char = '\u{3000}';
    let blanks = line.chars().take_while(|sign| sign.is_whitespace());
    { blanks }.find(|sign| !sign.is_ascii() && *sign != WIDE)
}

impl<'r> Job<'_, 'r> {
    /// Refuses a block that may not change anything.
    pub(crate) fn admit(&self) -> Result<(), Failure> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    /// Refuses lines that may not come into a file.
    pub(crate) fn admit_lines(&self, file: &File<'r>, hunks: &[Hunk<'r>]) -> Result<(), Failure> {
        self.admit()?;
        in_encoding(&file.text, hunks)?;
        in_blanks(&file.text, file.language, hunks.iter().flat_map(|hunk| &hunk.new))
    }

    /// A copy of the changes so far, where the bytes counted as written may make the file too large.
    pub(crate) fn so_far(&self, file: &File<'r>) -> Option<Edits<'r>> {
        (file.most_bytes() > size::most(self.settings)).then(|| file.edits.clone())
    }

    /// Refuses a change that makes the file too large, and takes it back.
    pub(crate) fn keep_sized(&self, file: &mut File<'r>, so_far: Option<Edits<'r>>) -> Result<(), Failure> {
        let Some(so_far) = so_far else { return Ok(()) };
        size::limit(file.size(), self.settings).inspect_err(|_| file.edits = so_far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Text {
        Text::new(bytes.to_vec())
    }

    #[test]
    fn a_file_is_in_one_encoding() {
        const LATIN: &[u8] = b"caf\xe9";
        const UTF8: &[u8] = "caf\u{e9}".as_bytes();
        let with = |file: &[u8], new: &[u8]| {
            in_encoding(&text(file), &[Hunk { old: 0..0, new: vec![new.to_vec().into()] }])
        };
        assert_eq!(with(UTF8, LATIN), Err(Unreadable::Utf8.into()));
        assert_eq!(with(LATIN, UTF8), Err(Unreadable::NotUtf8.into()));
        for (file, new) in [(LATIN, LATIN), (UTF8, UTF8), (b"cafe", LATIN), (LATIN, b"cafe")] {
            assert_eq!(with(file, new), Ok(()), "{file:?} {new:?}");
        }
    }

    #[test]
    fn special_blanks_begin_no_line_of_code_unless_the_file_has_some() {
        let with = |file: &str, new: &str| in_blanks(&text(file.as_bytes()), None, [new]).is_ok();
        let special = "\u{a0}run(b);";
        assert!(!with("run(a);\n", special));
        assert!(with("\u{a0}run(a);\n", special));
        // Plain ones, though the line has other special characters.
        assert!(with("run(a);\n", "  run(\"\u{e9}\");"));
        assert!(!with("  run(a);\n", special));
        assert!(with("run(a);\n", "\u{3000}\u{4e00}"));
    }
}
