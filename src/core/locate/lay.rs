//! From a place to the lines that change there.

use std::borrow::Cow;

use super::{Budget, Lines, OverBudget, Search, doubt, indent, unicode};
use crate::core::splice::{Hunk, Op};

/// How REPLACE lines are written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// As they stand in the reply.
    Verbatim,
    /// With their leading white space mapped.
    Indented(indent::Mapping),
    /// With their leading white space mapped, and with the file's own characters where a line changes only in part.
    Folded(Option<indent::Mapping>),
}

impl Fit {
    /// The fit with all that is to be known of its mapping, or why nothing is to be written by it.
    pub(super) fn checked(
        self,
        search: &Search<'_>,
        lines: &dyn Lines,
        budget: &mut Budget,
    ) -> Result<Result<Self, Unlaid>, OverBudget> {
        let mut settled = |mapping: indent::Mapping| {
            if !mapping.is_unsettled(search) {
                return Ok(mapping);
            }
            budget.spend(4 * lines.count())?;
            Ok(mapping.settled(search, lines))
        };
        let fit = match self {
            Self::Indented(mapping) => Self::Indented(settled(mapping)?),
            Self::Folded(Some(mapping)) => Self::Folded(Some(settled(mapping)?)),
            fit => fit,
        };
        let (Self::Indented(mapping) | Self::Folded(Some(mapping))) = &fit else { return Ok(Ok(fit)) };
        if let Some(unlaid) = doubt::doubtful(mapping, search) {
            return Ok(Err(unlaid));
        }
        let tab = doubt::tab_that_counts(mapping, search, lines, budget)?;
        Ok(tab.map_or(Ok(fit), |line| Err(Unlaid::Indentation { line: line + 1 })))
    }
}

/// Why a tier has no place although SEARCH stands there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlaid {
    /// REPLACE has a line whose leading white space the mapping does not explain.
    #[error("line {line} of the REPLACE section has an indentation that the file's does not explain")]
    Indentation {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// REPLACE has a new line inside of a text that spans lines, or with a word that counts at the margin only: shifted, it
    /// may mean something else.
    #[error("line {line} of the REPLACE section may mean something else with another indentation")]
    Literal {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// SEARCH is a part of a line of the file that is not to be cut there, or that stands in a comment or a text.
    #[error("the SEARCH section is a part of line {line} of the file that cannot be changed alone")]
    Part {
        /// The line in the file, from 1.
        line: usize,
    },
    /// A line changes in the middle of characters that are one in the file and several in SEARCH, or the reverse.
    #[error("line {line} of the REPLACE section changes a part of a character of the file")]
    Characters {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// SEARCH stands there with other white space, but says too little to be found so.
    #[error("the SEARCH section is too short to be found with other white space")]
    Short,
}

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
