//! Languages that have a parser which takes them as they are and nothing else: no tree is needed.

use super::{Language, SyntaxError};

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
