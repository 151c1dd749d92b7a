//! The lines in which two texts differ, as `git diff` finds them: by Myers' algorithm with git's short cuts,
//! and moved to where indentation makes them easiest to read.

use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, InternedInput};

use crate::core::{change::Counts, script::Op};

/// The runs of lines in which two texts differ, in order.
pub(in crate::core) fn runs(old: &[u8], new: &[u8]) -> Vec<Op> {
    let input = InternedInput::new(old, new);
    let mut diff = computed(&input);
    diff.postprocess_lines(&input);
    let usizes = |lines: Range<u32>| lines.start as usize..lines.end as usize;
    diff.hunks().map(|hunk| Op { old: usizes(hunk.before), new: usizes(hunk.after) }).collect()
}

/// The number of lines that come and go, as `git diff --numstat` counts them.
pub fn counts(old: &[u8], new: &[u8]) -> Counts {
    let diff = computed(&InternedInput::new(old, new));
    Counts { added: diff.count_additions() as usize, removed: diff.count_removals() as usize }
}

fn computed(input: &InternedInput<&[u8]>) -> Diff {
    Diff::compute(Algorithm::Myers, input)
}
