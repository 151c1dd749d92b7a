//! Stub of the parser for builds without a grammar.

use std::marker::PhantomData;

use super::{SyntaxError, TooLong, Work};
use crate::core::language::Language;

/// A text that is parsed: there is none.
#[derive(Clone, Copy, Debug)]
pub struct Parsed<'t> {
    never: std::convert::Infallible,
    text: PhantomData<&'t [u8]>,
}

impl<'t> Parsed<'t> {
    /// Never parses anything.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn new(_: &'static Language, _: &'t [u8]) -> Result<Option<Self>, TooLong> {
        Ok(None)
    }

    pub(super) fn within(
        _: &'static Language,
        _: &'t [u8],
        _: std::ops::Range<usize>,
        _: &mut Work,
    ) -> Result<Option<Self>, TooLong> {
        Ok(None)
    }

    pub(super) fn read_as(language: &'static Language, _: Option<&[u8]>) -> &'static Language {
        language
    }

    pub(super) fn is_strict(_: &Language) -> bool {
        false
    }

    /// Its errors.
    pub fn errors(&self) -> Vec<SyntaxError> {
        match self.never {}
    }

    /// Returns whether texts of a language can be parsed: never.
    pub fn can(_: &Language) -> bool {
        false
    }

    /// The language that it was parsed as.
    pub(in crate::core) fn language(&self) -> &'static Language {
        match self.never {}
    }

    /// The text.
    pub(in crate::core) fn text(&self) -> &'t [u8] {
        match self.never {}
    }
}

/// Ends of the statements of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Number of those with a semicolon at their end.
    pub with: usize,
    /// Number of those without.
    pub without: usize,
}

/// Returns whether statements of a language may end with a semicolon or without one: that is not known of
/// any.
pub fn has_optional_ends(_: &Language) -> bool {
    false
}

/// Returns whether two texts are the same but for semicolons that say nothing: that is not known.
pub fn differ_in_ends_only(_: &'static Language, _: &[u8], _: &[u8]) -> bool {
    false
}

/// Counts the ends of the statements of a text: they are not known.
pub fn ends(_: &'static Language, _: &[u8], _: &std::ops::Range<usize>) -> Option<(Ends, Ends)> {
    None
}

/// Returns the signs that a change leaves old text behind: none are known.
pub fn leftovers(parsed: &Parsed<'_>, _: &[std::ops::Range<usize>]) -> Vec<SyntaxError> {
    match parsed.never {}
}
