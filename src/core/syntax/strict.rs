//! Languages that have a parser which takes them as they are and nothing else: no tree is needed.

use super::{Language, SyntaxError, What};

/// The errors of a text, in order; none if its language has no such parser here.
pub(super) fn errors(language: Language, text: &[u8]) -> Option<Vec<SyntaxError>> {
    match language {
        #[cfg(feature = "syntax-json")]
        Language::Json | Language::Jsonc => Some(super::json::error(language, text).into_iter().collect()),
        #[cfg(feature = "syntax-toml")]
        Language::Toml => Some(super::toml::errors(text)),
        _ => None,
    }
}

/// The language that a file is read as which was `old` before: JSON that had comments or last commas may have them.
pub(super) fn read_as(language: Language, old: Option<&[u8]>) -> Language {
    let takes = |language, text| errors(language, text).is_some_and(|errors| errors.is_empty());
    match (language, old) {
        (Language::Json, Some(old)) if !takes(Language::Json, old) && takes(Language::Jsonc, old) => {
            Language::Jsonc
        }
        _ => language,
    }
}

/// An error at a byte of a text; what is missing at its end is missing behind its last line that is not blank.
pub(super) fn at(text: &[u8], place: usize, what: What) -> SyntaxError {
    let before = &text[..place.min(text.trim_ascii_end().len())];
    let line = memchr::memchr_iter(b'\n', before).count();
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    SyntaxError { what, line, column, last: line }
}
