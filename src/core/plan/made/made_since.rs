//! Edits of a reply that was made before, as others of it show: what is not in its place today was changed, moved or
//! taken back since, and would be there twice, or once more.

use std::{ops::Range, rc::Rc};

use crate::core::{
    locate::{self, Budget, Place},
    outcome::{Note, Origin, Outcome},
    plan::{
        files::File,
        job::Job,
        types::{BlockReport, Older, changed_since, stale},
    },
    reply::Edit,
    splice::Hunk,
    text::{Text, bodies},
};

/// Returns whether a reply makes some edits of lines, and others of it are made already.
pub(crate) fn is_in_part(blocks: &[BlockReport]) -> bool {
    let makes =
        |block: &BlockReport| matches!(&block.outcome, Outcome::Applied(applied) if applied.before.is_some());
    blocks.iter().any(|block| block.outcome == Outcome::AlreadyApplied) && blocks.iter().any(makes)
}

/// Number of commits ago of the oldest version after which an edit of a file that is made already was made, if a
/// commit made any. `older` gives the older versions of the file, the newest first.
pub(crate) fn oldest_unmade(
    file: &File<'_>,
    edits: &[(usize, &Edit<'_>)],
    blocks: &[BlockReport],
    older: impl Iterator<Item = Rc<Older>>,
) -> Option<usize> {
    let mut unknown = Vec::new();
    let mut oldest = None;
    for (block, edit) in edits.iter().filter(|(block, _)| blocks[*block].outcome == Outcome::AlreadyApplied) {
        let ago = blocks[*block].notes.iter().find_map(|note| match note {
            Note::MadeSince(Origin::Commit { ago, .. }) => Some(*ago),
            _ => None,
        });
        oldest = oldest.max(ago);
        unknown.extend(ago.is_none().then(|| Lines::of(edit)).flatten());
    }
    let mut budget = Budget::for_bytes(file.text.bytes().len());
    oldest.max(unmade_ago(unknown, &file.text, older, &mut budget))
}

/// A comparison of two versions takes more than a step for each line.
pub(super) const STEPS_PER_LINE: usize = 50;

/// The same of edits of which nothing is known. What the budget does not allow is not shown to be made.
fn unmade_ago(
    mut edits: Vec<Lines<'_>>,
    now: &Text,
    mut versions: impl Iterator<Item = Rc<Older>>,
    budget: &mut Budget,
) -> Option<usize> {
    let mut oldest = None;
    while !edits.is_empty()
        && let Some(older) = versions.next()
    {
        let Origin::Commit { ago, .. } = older.origin else { continue };
        let then = Text::new(older.bytes.clone());
        edits.retain(|lines| {
            if budget.spend(STEPS_PER_LINE * (then.len() + now.len())).is_err() {
                return false;
            }
            let is_made = lines.made_after(&then, now, budget).is_some();
            oldest = oldest.max(is_made.then_some(ago));
            !is_made
        });
    }
    oldest
}

/// The lines of the two sections of an edit.
struct Lines<'r> {
    search: Vec<&'r [u8]>,
    replace: Vec<&'r [u8]>,
}

impl<'r> Lines<'r> {
    fn of(edit: &'r Edit<'_>) -> Option<Self> {
        let sections = edit.readings().next()?;
        let [search, replace] = [sections.search, sections.replace].map(|section| bodies(section).collect());
        Some(Self { search, replace })
    }

    /// The place of the edit in a version, if it has been made since.
    fn made_after(&self, then: &Text, now: &Text, budget: &mut Budget) -> Option<Place<'r>> {
        // What takes too long is not shown to be made.
        budget.spend(then.len() + now.len()).ok()?;
        let places = locate::places(then, &self.search, budget).ok()?;
        let [first] = <[usize; 1]>::try_from(places).ok()?;
        let lines = first..first + self.search.len();
        let place = Place::new(lines.clone(), Hunk::between(&then.window(lines), &self.replace, first));
        locate::is_on_the_way(then, &place, now).then_some(place)
    }
}

/// An edit that is applied to lines of a file.
struct AppliedEdit<'r> {
    block: usize,
    /// The lines of the file.
    place: Range<usize>,
    lines: Lines<'r>,
}

impl<'r> AppliedEdit<'r> {
    fn of(block: usize, edit: &'r Edit<'_>, report: &BlockReport) -> Option<Self> {
        let Outcome::Applied(applied) = &report.outcome else { return None };
        Some(Self { block, place: applied.before.clone()?, lines: Lines::of(edit)? })
    }
}

impl<'r> Job<'_, 'r> {
    /// Returns whether a commit made the block, by a version before it.
    pub(super) fn was_committed(&self, file: &mut File<'r>) -> bool {
        let [search, replace] = [&self.search.search, &self.search.replace].map(Vec::clone);
        unmade_ago(vec![Lines { search, replace }], &file.text, self.older(file), &mut file.budget).is_some()
    }
}

/// A version with REPLACE, the first line of that, and how often it has it.
type Made = (Rc<Older>, Rc<Text>, usize, usize);

/// Refuses the edits applied to lines of a file that a commit after this version made. `older` gives the older
/// versions of the file, the newest first.
pub(crate) fn refuse_made_before(
    file: &File<'_>,
    edits: &[(usize, &Edit<'_>)],
    blocks: &mut [BlockReport],
    since: usize,
    older: impl Iterator<Item = Rc<Older>>,
) {
    let applied = edits.iter().filter_map(|(block, edit)| AppliedEdit::of(*block, edit, &blocks[*block]));
    let applied: Vec<AppliedEdit<'_>> = applied.collect();
    let needles: Vec<&[&[u8]]> = applied.iter().map(|edit| &*edit.lines.replace).collect();
    let places = |text: &Text| -> Vec<Vec<usize>> {
        let budget = Budget::for_bytes(text.bytes().len());
        let found = locate::scan(text, &needles, &budget);
        found.into_iter().map(Result::unwrap_or_default).collect()
    };
    if applied.is_empty() {
        return;
    }
    let mut made: Vec<Option<Made>> = vec![None; applied.len()];
    // A version that is as the file is today is none of them.
    let mut before = None;
    for older in older {
        let Origin::Commit { ago, .. } = older.origin else { continue };
        let then = Rc::new(Text::new(older.bytes.clone()));
        let found = places(&then);
        if ago >= since {
            let mut budget = Budget::for_bytes(then.bytes().len() + file.text.bytes().len());
            for edit in &applied {
                if let Some(place) = edit.lines.made_after(&then, &file.text, &mut budget) {
                    blocks[edit.block].fail(stale(&older, &then, &place, &file.text, edit.place.clone()));
                }
            }
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
            let made = first..first + edit.lines.replace.len();
            blocks[edit.block].fail(changed_since(&newer, &then, made, &file.text, edit.place.clone()));
        }
    }
}
