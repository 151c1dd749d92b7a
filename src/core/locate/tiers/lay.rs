//! From a place to the lines that change there.

use std::borrow::Cow;

use super::{fit::Fit, indent, unicode};
use crate::core::{
    locate::{lines::Lines, search::Search, unlaid::Unlaid},
    script::Op,
    splice::Hunk,
};

/// Lays the difference between SEARCH and REPLACE where the core of SEARCH starts at line `core`.
pub(super) fn lay<'r>(
    search: &Search<'r>,
    lines: &dyn Lines,
    core: usize,
    fit: &Fit,
) -> Result<Vec<Hunk<'r>>, Unlaid> {
    lay_ops(&search.ops, search.core(), &search.replace[search.edges.0..], lines, core, fit).map_err(
        |unlaid| match unlaid {
            Unlaid::Indentation { line } => Unlaid::Indentation { line: line + search.edges.0 },
            Unlaid::Characters { line } => Unlaid::Characters { line: line + search.edges.0 },
            other => other,
        },
    )
}

/// Lays the runs that differ between `search` and `replace` where `search` starts at line `first`.
pub(super) fn lay_ops<'r>(
    ops: &[Op],
    search: &[&'r [u8]],
    replace: &[&'r [u8]],
    lines: &dyn Lines,
    first: usize,
    fit: &Fit,
) -> Result<Vec<Hunk<'r>>, Unlaid> {
    ops.iter()
        .map(|op| {
            let old = first + op.old.start..first + op.old.end;
            let new = match fit {
                Fit::Verbatim => replace[op.new.clone()].iter().map(|line| Cow::Borrowed(*line)).collect(),
                Fit::Indented(mapping) => indented(mapping, replace, op)?,
                Fit::Folded(mapping) => {
                    let file = lines.bodies(old.clone());
                    unicode::lines(mapping.as_ref(), &file, &search[op.old.clone()], replace, op)?
                }
            };
            Ok(Hunk { old, new })
        })
        .collect()
}

fn indented<'r>(
    mapping: &indent::Mapping,
    replace: &[&'r [u8]],
    op: &Op,
) -> Result<Vec<Cow<'r, [u8]>>, Unlaid> {
    let written = |line: usize| mapping.line(replace[line]).ok_or(Unlaid::Indentation { line: line + 1 });
    op.new.clone().map(written).collect()
}
