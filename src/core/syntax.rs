//! Syntax: the errors that a change brings into a file.
//!
//! The new file is parsed with the published tree-sitter grammar of its language; JSON and TOML have parsers
//! that take nothing else. Only where that finds errors is the old file parsed: errors that it had already
//! are no fault of the change. Grammars lag behind their languages, so that an error is proof only where one
//! is exact ([`Language::is_exact`]). Old code that a change leaves behind without a way to it
//! ([`leftovers`]) is proof in every language. Parsing is bounded by [`Work`]; files that would take more are skipped.
//!
//! Each grammar is a cargo feature (`syntax-python`); without it, files of that language are not looked at.

#[cfg(feature = "syntax-any")]
mod brackets;
mod compare;
#[cfg(feature = "syntax-any")]
mod cut;
mod error;
mod template;
mod window;
mod work;

#[cfg(feature = "syntax-json")]
mod json;
#[cfg(feature = "syntax-any")]
mod leftover;
#[cfg(feature = "syntax-any")]
mod parsed;
#[cfg(feature = "syntax-any")]
mod place;
#[cfg(feature = "syntax-any")]
mod python;
#[cfg(feature = "syntax-any")]
mod strict;
#[cfg(feature = "syntax-any")]
mod tags;
#[cfg(feature = "syntax-toml")]
mod toml;
#[cfg(feature = "syntax-any")]
mod twice;
#[cfg(not(feature = "syntax-any"))]
mod unparsed;

use std::ops::Range;

use bstr::BString;

use super::language::Language;

pub use compare::{NewErrors, changed_lines, compare, compare_any};
#[cfg(feature = "syntax-any")]
pub(in crate::core) use cut::is_cut;
pub use error::{MAX_BYTES, SyntaxError, TooLong, What};
#[cfg(feature = "syntax-any")]
pub use leftover::leftovers;
#[cfg(feature = "syntax-any")]
pub use parsed::Parsed;
#[cfg(feature = "syntax-any")]
pub(in crate::core) use python::has_lone_returns;
pub use template::languages;
#[cfg(not(feature = "syntax-any"))]
pub(in crate::core) use unparsed::is_cut;
#[cfg(not(feature = "syntax-any"))]
pub use unparsed::{Parsed, leftovers};
pub use work::Work;

/// Effect of a new syntax error (`sr.syntax`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It refuses where the grammar is exact and the file had no error before, and where a change leaves old
    /// code behind, and warns elsewhere.
    #[default]
    Auto,
    /// It refuses.
    Refuse,
    /// It warns.
    Warn,
    /// Nothing is looked at.
    Off,
}

/// Errors that a change brings in, with the text that shows the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The language that the file was read as.
    pub language: &'static Language,
    /// The first error.
    pub error: SyntaxError,
    /// The number found besides.
    pub more: usize,
    /// The lines around it, of the file as it would be, from 0.
    pub lines: Range<usize>,
    /// Their text.
    pub text: Vec<BString>,
}

impl Broken {
    /// Shows the first of `errors` in the text that has them. None if there are none.
    pub fn new(language: &'static Language, errors: &[SyntaxError], text: &[u8]) -> Option<Self> {
        const AROUND: usize = 2;
        let error = errors.first()?.clone();
        let first = error.line.saturating_sub(AROUND);
        let shown: Vec<BString> = super::text::bodies(text)
            .skip(first)
            .take(error.line - first + AROUND)
            .map(BString::from)
            .collect();
        Some(Self { language, error, more: errors.len() - 1, lines: first..first + shown.len(), text: shown })
    }
}

#[cfg(all(test, feature = "syntax-any"))]
mod tests;
