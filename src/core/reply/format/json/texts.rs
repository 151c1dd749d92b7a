//! An edit of text that need not be whole lines.

use std::borrow::Cow;

use crate::core::{
    reply::{
        clutter,
        edit::{Clutter, Edit, Extent, Hints, ReplyLines},
    },
    text::{Span, bodies},
};

/// The edit that puts `new` in the place of `old`; both are in one line of the reply. They may be escaped as in HTML.
pub(super) fn edit<'a>(old: &str, new: &str, hints: Hints<'a>, line: usize) -> Edit<'a> {
    let divider = format!("======= {:?}\n", hints.extent);
    let span = Span { start: old.len(), end: old.len() + divider.len() };
    let count = |text: &str| vec![line; bodies(text.as_bytes()).count()];
    let mut edit = Edit {
        body: [old, &divider, new].concat().into_bytes().into(),
        dividers: vec![span],
        indentation: Cow::Borrowed(b""),
        cleared: Vec::new(),
        lines: Some(Box::new(ReplyLines { search: count(old), replace: count(new) })),
        header: 0,
        hints,
    };
    let is_file = matches!(edit.hints.extent, Extent::File { .. });
    if !old.is_empty() || is_file {
        edit.cleared = clutter::cleared(&edit);
        edit.cleared.retain(|cleared| is_file || cleared.clutter == Clutter::Entities);
    }
    edit
}
