//! Access to older versions of files, and to records of earlier batches.

use std::{ops::Range, rc::Rc};

use super::record::{Recorded, Rewrite, Sent, Side};
use crate::core::{
    locate::{self, Budget, Nearest, OverBudget, Place},
    outcome::{Failure, Origin, Region, Stale},
    path::RepoPath,
    resolve::Fate,
    script,
    text::Text,
};

/// Bytes of a version that are looked through in the time of a step.
pub(crate) const BYTES_PER_STEP: usize = 8;

/// Number of versions of which a model may have seen one; seldom an older one.
pub(crate) const MOST_SEEN: usize = 8;

/// An older version of a file, as it would be in the work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Older {
    /// Its origin.
    pub origin: Origin,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Older {
    /// Its text, and the places of lines in it.
    pub(crate) fn places(
        &self,
        lines: &[&[u8]],
        budget: &Budget,
    ) -> Result<(Rc<Text>, Vec<usize>), OverBudget> {
        budget.spend(self.bytes.len() / BYTES_PER_STEP)?;
        let text = Rc::new(Text::new(self.bytes.clone()));
        let places = locate::places(&text, lines, budget)?;
        Ok((text, places))
    }
}

/// One step of going through older versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next older version.
    Version(Rc<Older>),
    /// There is none.
    End,
    /// Looking further would take too long.
    GaveUp {
        /// Number of commits that were looked at.
        commits: usize,
    },
}

/// Result of merging two texts that were made from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The text; with conflict markers where the two do not agree.
    pub bytes: Vec<u8>,
    /// True if they agree.
    pub clean: bool,
}

/// Access to the repository's history, for rungs and for finding changes that were made already.
pub trait History {
    /// An older version of a file, `number` counting from 0 for the newest: the index, HEAD, the commits that
    /// touched it, earlier batches. `may_read` says of a path that the file had whether it may be looked at.
    fn version(&self, _path: &RepoPath, _number: usize, _may_read: &dyn Fn(&RepoPath) -> bool) -> Step {
        Step::End
    }

    /// Returns whether there was a file at a path that has none, as far as that can be told.
    fn had(&self, _path: &RepoPath) -> Option<bool> {
        None
    }

    /// The end of the file that was at a path, if a commit renamed or removed it.
    fn fate(&self, _path: &RepoPath) -> Option<Fate> {
        None
    }

    /// The version that a reply names by the id of a commit or a blob, which may be abbreviated.
    fn named(&self, _path: &RepoPath, _base: &[u8]) -> Option<Older> {
        None
    }

    /// The id of a file with these bytes as git would store it, in hexadecimal, if that can be told.
    fn id(&self, _path: &RepoPath, _bytes: &[u8]) -> Option<String> {
        None
    }

    /// The three-way merge of `ours` and `theirs`, both made from `base`; `label` names theirs at conflict
    /// markers.
    fn merge(&self, _base: &[u8], ours: &[u8], _theirs: &[u8], _label: &str) -> Merged {
        Merged { bytes: ours.to_vec(), clean: false }
    }

    /// The block as a batch in force made it; of equal ones, the newest that were recorded.
    fn recorded(&self, _path: &RepoPath, _sent: &Sent<'_>) -> Option<Recorded> {
        None
    }

    /// The batches in force that wrote to a file, the oldest first.
    fn rewrites(&self, _path: &RepoPath) -> Vec<Rewrite> {
        Vec::new()
    }

    /// The version that the last batch in force which wrote to a file left; none if the file, with these bytes, is as it
    /// was before that.
    fn left(&self, _path: &RepoPath, _now: &[u8]) -> Option<Older> {
        None
    }

    /// A version of a file beside a batch, if it is kept.
    fn side(&self, _path: &RepoPath, _side: Side) -> Option<Rc<Text>> {
        None
    }
}

/// No history: nothing is found there, and nothing merges.
#[derive(Clone, Copy, Debug)]
pub struct NoHistory;

impl History for NoHistory {}

/// Older versions of a file, the newest first, as far as they are looked for.
pub(crate) fn older<'h>(
    history: &'h dyn History,
    path: RepoPath,
    may_read: &'h dyn Fn(&RepoPath) -> bool,
) -> impl Iterator<Item = Rc<Older>> {
    (0..).map_while(move |number| match history.version(&path, number, may_read) {
        Step::Version(older) => Some(older),
        Step::End | Step::GaveUp { .. } => None,
    })
}

/// The failure of a change to lines of an older version that are others in the file.
pub(crate) fn stale(
    older: &Older,
    then: &Text,
    place: &Place<'_>,
    now: &Text,
    lines: Range<usize>,
) -> Failure {
    others([then, now], [place.lines.clone(), lines], &older.origin, false)
}

/// The failure of a change that an older version has at `made`, where the file has other lines.
pub(crate) fn changed_since(
    older: &Older,
    then: &Text,
    made: Range<usize>,
    now: &Text,
    lines: Range<usize>,
) -> Failure {
    others([then, now], [made, lines], &older.origin, true)
}

fn others([then, now]: [&Text; 2], places: [Range<usize>; 2], origin: &Origin, is_made: bool) -> Failure {
    let [made, lines] = places;
    let differences = script::difference(&then.window(made.clone()), &now.window(lines.clone()));
    let today = differences.into_iter().map(|op| op.shifted(0, lines.start)).collect();
    let now = Region::new(Nearest { lines, differences: today }, now);
    let then = Region::new(Nearest { lines: made, differences: Vec::new() }, then);
    Failure::Stale(Box::new(Stale { origin: origin.clone(), then, now, is_made }))
}
