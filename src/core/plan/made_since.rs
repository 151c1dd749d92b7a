//! Edits of a reply that was made before, as others of it show: what is not in its place today was moved or
//! taken back since, and would be there twice, or once more.

use super::{BlockReport, Older, Step, file::File, history::stale};
use crate::core::{
    locate::{self, Budget, Place},
    outcome::{Failure, Note, Origin, Outcome},
    reply::{Edit, Sections},
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

/// Returns the refusal of an edit that is applied to lines of a file, if a commit after this version made it.
/// `version` gives the older versions of the file, the newest first.
pub(super) fn refused(
    file: &File<'_>,
    edit: &Edit<'_>,
    report: &BlockReport,
    since: usize,
    version: impl Fn(usize) -> Step,
) -> Option<Failure> {
    let Outcome::Applied(applied) = &report.outcome else { return None };
    let (lines, Sections { replace, .. }) = (applied.before.clone()?, edit.readings().next()?);
    let replace: Vec<&[u8]> = bodies(replace).collect();
    let places = |text: &Text| {
        let mut budget = Budget::for_bytes(text.bytes().len());
        locate::scan(text, &[&replace], &mut budget).swap_remove(0).unwrap_or_default()
    };
    let mut made: Option<(Older, Text, Vec<usize>)> = None;
    let mut before = None;
    for number in 0.. {
        // A version that is as the file is today is none of them.
        let Step::Version(older) = version(number) else { break };
        let Origin::Commit { ago, .. } = older.origin else { continue };
        let then = Text::new(older.bytes.clone());
        let found = places(&then);
        if ago >= since {
            before = Some(found.len());
            break;
        }
        if made.as_ref().is_none_or(|(.., most)| most.len() < found.len()) {
            made = Some(((*older).clone(), then, found));
        }
    }
    let (newer, text, found) = made?;
    let before = before.unwrap_or_else(|| places(&file.text).len());
    let first = *found.first().filter(|_| before < found.len())?;
    let place = Place::new(first..first + replace.len(), Vec::new());
    Some(stale(&newer, &text, &place, &file.text, lines))
}
