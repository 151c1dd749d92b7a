//! State of the lexer between lines.

use std::collections::VecDeque;

use super::{here::Here, stretch::Closer, within::Within};
use crate::core::language::Language;

/// The comments and strings in which a line begins; by default it begins in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::core) struct State {
    /// The script or style between tags that the line is in.
    pub(super) within: Option<Within>,
    /// One that signs close.
    pub(super) open: Option<Closer>,
    /// Templates in whose code the line is.
    pub(super) templates: Vec<Template>,
    /// Here-documents; the line is in the first.
    pub(super) heres: VecDeque<Here>,
    /// A string up to a line that is indented no further than this.
    pub(super) scalar: Option<usize>,
}

impl State {
    /// The beginning of a line of code in a script or style.
    pub(in crate::core) fn within(within: Option<Within>) -> Self {
        Self { within, ..Self::default() }
    }

    /// The language of the line in a file of this language.
    pub(in crate::core) fn language<'l>(&self, language: &'l Language) -> &'l Language {
        self.within.map_or(language, |within| within.language)
    }
}

/// A template in whose code the lexer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) closer: Closer,
    /// Number of braces that are open in the code.
    pub(super) depth: usize,
}
