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

/// Returns false: nothing is known of brackets.
pub(in crate::core) fn is_cut(_: &Language, _: &[&[u8]], _: &[&[u8]]) -> bool {
    false
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

/// Returns the signs that a change leaves old text behind: none are known.
pub fn leftovers(parsed: &Parsed<'_>, _: &[u8], _: &[crate::core::splice::Splice]) -> Vec<SyntaxError> {
    match parsed.never {}
}
