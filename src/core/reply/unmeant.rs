//! Edits of which the reply says itself that they are not to be applied: below a label such as `Don't do this:`, taken
//! back by a sentence below them, or in a comment of HTML. Edits that correct others are marked.

use std::ops::Range;

use super::{
    beside::{Beside, Part},
    correction::Corrections,
    edit::Extent,
    introduction::Introduction,
    malformed::Malformed,
    retraction,
    rows::{Row, shown},
    types::{Block, Fault, Operation, Reply},
    verdict::Verdict,
};

/// Takes out these edits, with a fault for each line that is to blame.
pub(super) fn refuse(reply: &[u8], found: &mut Reply<'_>) {
    if found.blocks.is_empty() {
        return;
    }
    let is_out = vec![false; found.blocks.len()];
    let mut search = Search { found, next: 0, taken_back: 0, faults: Vec::new(), is_out };
    let (mut introduction, mut corrections) = (Introduction::default(), Corrections::default());
    let mut beside = Beside::new(reply, search.found);
    while let Some(part) = beside.next() {
        match part {
            Part::Edit => {
                let edits = search.pass(beside.at());
                corrections.pass(edits.clone());
                let verdict = introduction.verdict();
                if let Some((label, verdict)) = verdict {
                    search.deny(edits, label, verdict);
                }
                introduction.pass_edit(verdict);
            }
            Part::Fence(_) => introduction.pass(),
            Part::Line(row) => {
                introduction.read(row);
                if search.next > 0 {
                    corrections.read(row);
                }
                if search.next > 0 && retraction::takes_back(row.text) {
                    search.taken_back = search.next;
                    search.fault(row, Malformed::TakenBack { text: shown(row.text) });
                }
            }
        }
    }
    let Search { mut faults, is_out, taken_back, .. } = search;
    corrections.mark(&mut found.blocks);
    let mut is_out = is_out.into_iter().enumerate().map(|(number, is_out)| is_out || number < taken_back);
    found.blocks.retain(|_| !is_out.next().unwrap_or_default());
    found.faults.append(&mut faults);
    found.faults.sort_by_key(|fault| fault.line);
}

struct Search<'r, 'a> {
    found: &'r Reply<'a>,
    /// The number of edits that are passed.
    next: usize,
    /// The number of edits that a sentence below them takes back.
    taken_back: usize,
    faults: Vec<Fault>,
    /// True for each other one that is taken out.
    is_out: Vec<bool>,
}

impl Search<'_, '_> {
    /// Passes the edits up to an offset, and returns their numbers.
    fn pass(&mut self, end: usize) -> Range<usize> {
        let first = self.next;
        self.next += self.found.blocks[first..].partition_point(|block| block.span.start < end);
        first..self.next
    }

    /// Refuses edits below a label: texts of files below any that says that they are none, others only where it
    /// rejects them.
    fn deny(&mut self, edits: Range<usize>, label: Row<'_>, verdict: Verdict) {
        let is_denied = |block: &Block<'_>| verdict == Verdict::Rejected || gives_file(block);
        if self.found.blocks[edits.clone()].iter().any(is_denied) {
            self.is_out[edits].fill(true);
            self.fault(label, Malformed::NotMeant { text: shown(label.text) });
        }
    }

    fn fault(&mut self, row: Row<'_>, kind: Malformed) {
        self.faults.push(Fault { line: row.number, kind: kind.into(), path: None });
    }
}

/// Returns whether a block gives all text of a file.
fn gives_file(block: &Block<'_>) -> bool {
    let Operation::Edit(edit) = &block.operation else { return false };
    matches!(edit.hints.extent, Extent::File { .. }) || edit.creates()
}
