//! Words in code, and those that begin and end here-documents.

use bstr::ByteSlice as _;

/// The word of a line as the last one of a here-document, where only signs may follow it.
pub(super) fn last_of_here(line: &[u8]) -> &[u8] {
    line.trim_ascii().trim_end_with(|character| matches!(character, ';' | ',' | ')'))
}

/// The word that a line begins with.
pub(super) fn leading(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let length = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    &line[..length]
}

/// The word that a text begins with, of the bytes of names and numbers.
pub(in crate::core) fn first_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !is_word(*byte)).unwrap_or(text.len());
    &text[..end]
}

/// All such words of a text.
pub(in crate::core) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty())
}

/// Returns true for a byte of a name or a number.
pub(in crate::core) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
