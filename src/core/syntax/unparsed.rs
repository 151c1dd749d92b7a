//! What stands in for the parser where no grammar is compiled in.

use std::marker::PhantomData;

use super::{Language, SyntaxError, TooLong, Work};

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
    pub fn new(_: Language, _: &'t [u8]) -> Result<Option<Self>, TooLong> {
        Ok(None)
    }

    pub(super) fn within(
        _: Language,
        _: &'t [u8],
        _: std::ops::Range<usize>,
        _: &mut Work,
    ) -> Result<Option<Self>, TooLong> {
        Ok(None)
    }

    pub(super) fn read_as(language: Language, _: Option<&[u8]>) -> Language {
        language
    }

    pub(super) fn is_strict(_: Language) -> bool {
        false
    }

    /// Its errors.
    pub fn errors(&self) -> Vec<SyntaxError> {
        match self.never {}
    }

    /// Whether texts of a language can be parsed: never.
    pub fn can(_: Language) -> bool {
        false
    }

    /// The language that it was parsed as.
    pub(in crate::core) fn language(&self) -> Language {
        match self.never {}
    }

    /// The text.
    pub(in crate::core) fn text(&self) -> &'t [u8] {
        match self.never {}
    }
}
