//! Blocks that are left out where a batch is applied in part (`--partial`).
//!
//! Planning is done again without the bad blocks, until the rest is good: the result is that of a reply that
//! never had them, so that a block which built on one that is left out is left out too.

use std::{borrow::Cow, collections::BTreeSet};

use bstr::{BStr, BString};

use super::types::{BlockReport, Partial};
use crate::core::outcome::{Failure, Limit, Outcome, Skip};

/// Number of times that a batch is planned again. Each round leaves something out; a reply in which every
/// block builds on the one before must not cost the square of its blocks.
pub(super) const ROUNDS: usize = 32;

/// The reports of the blocks that are left out so far.
pub(super) type LeftOut = Vec<Option<BlockReport>>;

/// Tells the path that a text is the name of.
type Named<'n> = dyn Fn(&BString) -> BString + 'n;

/// Leaves out bad blocks. Returns whether there were any, so that the rest has to be planned again.
pub(super) fn leave_out(
    reports: &[BlockReport],
    partial: Partial,
    held: &BTreeSet<BString>,
    named: &Named<'_>,
    left_out: &mut LeftOut,
) -> bool {
    let bad: Vec<usize> =
        (0..reports.len()).filter(|&at| left_out[at].is_none() && reports[at].outcome.is_failed()).collect();
    let files = match partial {
        Partial::No => return false,
        Partial::Block => BTreeSet::new(),
        Partial::File => bad_files(reports, &bad, held, named),
    };
    let mut any = false;
    for (at, report) in reports.iter().enumerate().filter(|(_, report)| !is_filtered(report)) {
        if left_out[at].is_some() {
            continue;
        }
        if report.outcome.is_failed() {
            left_out[at] = Some(report.clone());
        } else if names(report, named).any(|name| files.contains(&name)) {
            left_out[at] = Some(skipped(report));
        } else {
            continue;
        }
        any = true;
    }
    any
}

/// Leaves out everything: too much of the batch builds on bad blocks.
pub(super) fn leave_out_all(reports: &[BlockReport], left_out: &mut LeftOut) {
    for (report, left_out) in reports.iter().zip(left_out.iter_mut()).filter(|(_, out)| out.is_none()) {
        if !is_filtered(report) {
            let outcome = Outcome::Failed(Failure::Limit(Limit::Work));
            *left_out = Some(BlockReport { outcome, ..skipped(report) });
        }
    }
}

/// The files that a bad block touches, and those that share their fate by a rename.
fn bad_files<'a>(
    reports: &'a [BlockReport],
    bad: &[usize],
    held: &'a BTreeSet<BString>,
    named: &Named<'_>,
) -> BTreeSet<Cow<'a, BStr>> {
    let mut files: BTreeSet<Cow<'_, BStr>> = held.iter().map(|name| Cow::Borrowed(name.as_ref())).collect();
    files.extend(bad.iter().flat_map(|&at| names(&reports[at], named)));
    loop {
        let before = files.len();
        for report in reports.iter().filter(|report| report.to.is_some()) {
            if names(report, named).any(|name| files.contains(&name)) {
                files.extend(names(report, named));
            }
        }
        if files.len() == before {
            return files;
        }
    }
}

/// The paths that a block touches; where it leads to none, the one that it names.
fn names<'a>(report: &'a BlockReport, named: &Named<'_>) -> impl Iterator<Item = Cow<'a, BStr>> {
    let path = match &report.path {
        Ok(path) => Cow::Borrowed(path.as_bstr()),
        Err(text) => Cow::Owned(named(text)),
    };
    std::iter::once(path).chain(report.to.as_ref().map(|to| Cow::Borrowed(to.as_bstr())))
}

fn is_filtered(report: &BlockReport) -> bool {
    matches!(report.outcome, Outcome::Skipped(Skip::Filtered | Skip::Declined))
}

fn skipped(report: &BlockReport) -> BlockReport {
    let outcome = Outcome::Skipped(Skip::File);
    BlockReport { outcome, about: None, after: None, wrote: Vec::new(), notes: Vec::new(), ..report.clone() }
}
