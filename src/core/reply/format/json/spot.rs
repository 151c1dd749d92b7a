//! The place of an object in a reply, and what is said around it.

use bstr::BString;

use super::tool::Tool;
use crate::core::text::Span;

/// A part of a reply: where it is, and the path and the tool that are named around it.
#[derive(Clone)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) span: Span,
    pub(super) path: Option<BString>,
    /// The tool that is called.
    pub(super) tool: Option<Tool>,
    /// True if an object there is a call, or holds some.
    pub(super) is_call: bool,
    /// True if it has the arguments of a tool, of which the call is to be judged with its name.
    pub(super) is_arguments: bool,
    /// The number of values that it is in.
    pub(super) depth: usize,
}

impl Spot {
    /// The place of a call.
    pub(super) fn new(line: usize, span: Span, tool: Option<Tool>) -> Self {
        Self { line, span, path: None, tool, is_call: true, is_arguments: false, depth: 0 }
    }
}
