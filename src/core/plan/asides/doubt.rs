//! Faults that are about a part of a reply beside its edits.

use std::ops::RangeInclusive;

use crate::core::{
    reply::{Aside, Fault, FaultKind, Format, Malformed},
    text::bodies,
};

/// Returns whether a fault is about such a part, or the lines above it that may name its file.
pub(super) fn is_at(fault: &Fault, aside: &Aside<'_>) -> bool {
    (lines(aside).start().saturating_sub(2)..=*lines(aside).end()).contains(&fault.line)
}

/// The lines of such a part, up to its last one.
pub(super) fn lines(aside: &Aside<'_>) -> RangeInclusive<usize> {
    let first = aside.block.line;
    first..=first + aside.content.map_or(0, |content| bodies(content).count())
}

/// Returns whether a fault is only that a reader cannot tell if such a part is an edit.
pub(super) fn is_doubt(fault: &Fault, aside: &Aside<'_>) -> bool {
    let is_of_reader = match &fault.kind {
        FaultKind::Malformed(kind) => {
            matches!(kind, Malformed::MaybePart { .. } | Malformed::NotMeant { .. } | Malformed::Twice)
        }
        FaultKind::OtherFormat { format, .. } => Some(*format) == Format::named("whole"),
        _ => false,
    };
    is_of_reader && fault.line == aside.block.line
}
