//! State of the lexer between lines.

use std::collections::VecDeque;

use super::{here::Here, stretch::Closer};

/// The comments and strings in which a line begins; by default it begins in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::core) struct State {
    /// One that signs close.
    pub(super) open: Option<Closer>,
    /// Templates in whose code the line is.
    pub(super) templates: Vec<Template>,
    /// Here-documents; the line is in the first.
    pub(super) heres: VecDeque<Here>,
    /// A string up to a line that is indented no further than this.
    pub(super) scalar: Option<usize>,
}

/// A template in whose code the lexer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) closer: Closer,
    /// Number of braces that are open in the code.
    pub(super) depth: usize,
}
