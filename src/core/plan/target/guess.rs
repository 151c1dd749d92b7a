//! Paths that are not the ones given: the file is meant only if the text of the block shows it.

use bstr::BString;

use crate::core::{
    locate::Tier,
    outcome::{Applied, Failure, Outcome},
    path::RepoPath,
    plan::{files::File, job::Job},
    resolve::{self, ResolveError},
};

/// Kind of guess at a path.
pub(crate) struct Guess {
    /// The path as given.
    pub(crate) given: BString,
    /// The path that is guessed.
    path: RepoPath,
    /// The folder that must not be there, if its name was taken for one too many.
    pub(crate) absent: Option<RepoPath>,
    /// True if the block has no path line.
    pub(super) is_around: bool,
}

impl Guess {
    /// The guess that follows from the notes on a path; `whole` completes a path that leads nowhere for its
    /// message.
    pub(crate) fn of(
        path: &RepoPath,
        notes: &[resolve::Note],
        whole: impl FnOnce(&BString) -> BString,
    ) -> Option<Self> {
        let (given, absent) = notes.iter().find_map(|note| match note {
            resolve::Note::SuffixOf { given } | resolve::Note::FromElsewhere { given } => Some((given, None)),
            resolve::Note::ExtraFolder { given, absent } => Some((given, Some(absent.clone()))),
            resolve::Note::Around { given, .. } => Some((given, None)),
            resolve::Note::Stripped(_) | resolve::Note::FromAbsolute => None,
        })?;
        let is_around = notes.iter().any(|note| matches!(note, resolve::Note::Around { .. }));
        Some(Self { given: whole(given), path: path.clone(), absent, is_around })
    }

    /// The reason why the guess is not taken. The file is named, in case that it is meant all the same.
    pub(crate) fn refused(&self) -> Failure {
        let similar = vec![self.path.clone()];
        if self.is_around {
            return Failure::Path(ResolveError::Around { similar });
        }
        Failure::Path(ResolveError::Missing { given: self.given.clone(), similar })
    }

    /// Performs the block on the file if SEARCH is there exactly. Where a folder too many explains the path,
    /// or the block has none, a change that was made already counts too, and so does text that earlier blocks put there; such a path
    /// never removes a file.
    pub(crate) fn perform<'r>(&self, job: Job<'_, 'r>, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let exact = job.stands_exactly(file)?;
        if self.absent.is_none() && !self.is_around {
            return if exact { job.perform(file) } else { Err(self.refused()) };
        }
        let before = (!exact).then(|| (file.edits.clone(), file.rewrites.len()));
        let said = file.notes.len();
        let gives_file = job.is_file();
        let outcome = job.perform(file);
        // Only a text that gives the file anew leads here without SEARCH.
        let shown = exact
            || gives_file && matches!(outcome, Ok(Outcome::Applied(_)))
            || matches!(
                outcome,
                Ok(Outcome::AlreadyApplied | Outcome::Applied(Applied { tier: Some(Tier::Exact), .. }))
            );
        if !shown || !file.exists {
            file.notes.truncate(said);
            if let Some((edits, rewrites)) = before.filter(|_| file.exists) {
                file.edits = edits;
                file.rewrites.truncate(rewrites);
            }
            return Err(self.refused());
        }
        outcome
    }
}
