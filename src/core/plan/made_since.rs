//! Edits of a reply that was made before, as others of it show: what is not in its place today was moved or
//! taken back since, and would be there twice, or once more.

use std::{ops::Range, rc::Rc};

use super::{BlockReport, Older, Step, file::File, history::stale};
use crate::core::{
    locate::{self, Budget, Place},
    outcome::{Note, Origin, Outcome},
    reply::Edit,
    text::{Text, bodies},
};

/// Number of commits ago of the oldest version after which an edit of the reply was made, if any was.
pub(super) fn since(blocks: &[BlockReport]) -> Option<usize> {
    let made = blocks.iter().filter(|block| block.outcome == Outcome::AlreadyApplied);
    let ago = made.flat_map(|block| &block.notes).filter_map(|note| match note {
        Note::MadeSince(Origin::Commit { ago, .. }) => Some(*ago),
        _ => None,
    });
    ago.max()
}

/// An edit that is applied to lines of a file.
struct Applied<'r> {
    block: usize,
    /// The lines of the file.
    lines: Range<usize>,
    replace: Vec<&'r [u8]>,
}

impl<'r> Applied<'r> {
    fn of(block: usize, edit: &'r Edit<'_>, report: &BlockReport) -> Option<Self> {
        let Outcome::Applied(applied) = &report.outcome else { return None };
        let replace = bodies(edit.readings().next()?.replace).collect();
        Some(Self { block, lines: applied.before.clone()?, replace })
    }
}

/// A version with REPLACE, the first line of that, and how often it has it.
type Made = (Rc<Older>, Rc<Text>, usize, usize);

/// Refuses the edits applied to lines of a file that a commit after this version made. `version` gives the older
/// versions of the file, the newest first.
pub(super) fn refuse(
    file: &File<'_>,
    edits: &[(usize, &Edit<'_>)],
    blocks: &mut [BlockReport],
    since: usize,
    version: impl Fn(usize) -> Step,
) {
    let applied = edits.iter().filter_map(|(block, edit)| Applied::of(*block, edit, &blocks[*block]));
    let applied: Vec<Applied<'_>> = applied.collect();
    let needles: Vec<&[&[u8]]> = applied.iter().map(|edit| &*edit.replace).collect();
    let places = |text: &Text| -> Vec<Vec<usize>> {
        let mut budget = Budget::for_bytes(text.bytes().len());
        let found = locate::scan(text, &needles, &mut budget);
        found.into_iter().map(Result::unwrap_or_default).collect()
    };
    if applied.is_empty() {
        return;
    }
    let mut made: Vec<Option<Made>> = vec![None; applied.len()];
    // A version that is as the file is today is none of them.
    let mut before = None;
    for number in 0.. {
        let Step::Version(older) = version(number) else { break };
        let Origin::Commit { ago, .. } = older.origin else { continue };
        let then = Rc::new(Text::new(older.bytes.clone()));
        let found = places(&then);
        if ago >= since {
            before = Some(found);
            break;
        }
        for (made, found) in made.iter_mut().zip(&found) {
            if let Some(first) = found.first()
                && made.as_ref().is_none_or(|(.., most)| *most < found.len())
            {
                *made = Some((Rc::clone(&older), Rc::clone(&then), *first, found.len()));
            }
        }
    }
    let before = before.unwrap_or_else(|| places(&file.text));
    for ((edit, made), before) in applied.iter().zip(made).zip(before) {
        if let Some((newer, then, first, _)) = made.filter(|(.., most)| before.len() < *most) {
            let place = Place::new(first..first + edit.replace.len(), Vec::new());
            blocks[edit.block].fail(stale(&newer, &then, &place, &file.text, edit.lines.clone()));
        }
    }
}
