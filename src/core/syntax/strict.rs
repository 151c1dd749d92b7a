//! Languages that have a parser which takes them as they are and nothing else, or of which only brackets or tags are known: no
//! tree is needed.

use super::SyntaxError;
use crate::core::language::{Grammar, Language};

/// The errors of a text, in order; none if its language has no such parser here.
pub(super) fn errors(language: &Language, text: &[u8]) -> Option<Vec<SyntaxError>> {
    match language.grammar {
        #[cfg(feature = "syntax-json")]
        Grammar::Json => Some(super::json::error(text, false).into_iter().collect()),
        #[cfg(feature = "syntax-json")]
        Grammar::Jsonc => Some(super::json::error(text, true).into_iter().collect()),
        #[cfg(feature = "syntax-toml")]
        Grammar::Toml => Some(super::toml::errors(text)),
        Grammar::Tags => Some(super::tags::error(language, text).into_iter().collect()),
        Grammar::Brackets => Some(super::brackets::error(language, text).into_iter().collect()),
        _ => None,
    }
}

/// The language that a file is read as which was `old` before: JSON that had comments or last commas may have
/// them.
pub(super) fn read_as(language: &'static Language, old: Option<&[u8]>) -> &'static Language {
    let takes = |language, text| errors(language, text).is_some_and(|errors| errors.is_empty());
    match (language.grammar, old, Language::by_extension("jsonc")) {
        (Grammar::Json, Some(old), Some(jsonc)) if !takes(language, old) && takes(jsonc, old) => jsonc,
        _ => language,
    }
}
