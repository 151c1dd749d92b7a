//! Languages of files: one table, with all that other modules ask of a language, and one entry for each.

mod comment;
mod declared;
pub(in crate::core) mod ends;
mod entry;
pub(in crate::core) mod lexer;
mod lookup;
mod outline;
mod parts;
mod table;

pub(in crate::core) use comment::is_directive;
pub(in crate::core) use declared::{Role, without_modifiers};
pub use entry::Language;
pub(in crate::core) use entry::{Feature, Kind, Scanner};
#[cfg(feature = "syntax-any")]
pub(in crate::core) use entry::{Grammar, Imports};
pub(in crate::core) use lookup::{
    all, has_extension, is_code, is_free_form, is_markdown, is_prose, may_be_prose, of,
};
pub(in crate::core) use outline::{
    Gone, are_missed, declares_type, has_all_of, has_outline, lacks_end_of, replaces,
};
pub(in crate::core) use parts::{Part, are_alike, is_within_word, parts, unspaced};

/// A language that is in the table.
#[cfg(test)]
pub(crate) fn known(extension: &str) -> &'static Language {
    Language::by_extension(extension).expect("a language")
}

#[cfg(test)]
mod tests;
