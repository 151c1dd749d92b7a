//! Paths that are not the ones given: the file is meant only if the text of the block shows it.

use bstr::BString;

use crate::core::{
    locate::Tier,
    outcome::{Applied, Failure, Outcome},
    path::RepoPath,
    plan::{files::File, job::Job},
    resolve::{Cause, Fate, Note, ResolveError},
};

/// Guess at a path.
pub(crate) struct Guess {
    /// The path as given.
    pub(crate) given: BString,
    /// The path that is guessed.
    path: RepoPath,
    /// The ground for it.
    pub(super) ground: Ground,
}

/// Ground for a guess at a path.
pub(super) enum Ground {
    /// The path ends in the given one, or the other way round.
    Ending,
    /// The first folder of the given path is one too many; the folder that must not be there.
    ExtraFolder(RepoPath),
    /// The block has no path line.
    Around,
    /// The file was renamed.
    Renamed(Cause),
}

impl Guess {
    /// The guess that follows from the notes on a path; `whole` completes a path that leads nowhere for its
    /// message.
    pub(crate) fn of(
        path: &RepoPath,
        notes: &[Note],
        whole: impl FnOnce(&BString) -> BString,
    ) -> Option<Self> {
        let (given, ground) = notes.iter().find_map(|note| match note {
            Note::SuffixOf { given } | Note::FromElsewhere { given } => Some((given, Ground::Ending)),
            Note::ExtraFolder { given, absent } => Some((given, Ground::ExtraFolder(absent.clone()))),
            Note::Around { given, .. } => Some((given, Ground::Around)),
            Note::Renamed { given, by } => Some((given, Ground::Renamed(by.clone()))),
            Note::Stripped(_) | Note::FromAbsolute => None,
        })?;
        Some(Self { given: whole(given), path: path.clone(), ground })
    }

    /// The reason why the guess is not taken. The file is named, in case that it is meant all the same.
    pub(crate) fn refused(&self) -> Failure {
        let (given, path) = (self.given.clone(), self.path.clone());
        Failure::Path(match &self.ground {
            Ground::Around => ResolveError::Around { similar: vec![path] },
            Ground::Renamed(by) => {
                let fate = Fate { to: Some(path), by: by.clone() };
                ResolveError::Missing { given, similar: Vec::new(), fate: Some(fate) }
            }
            Ground::Ending | Ground::ExtraFolder(_) => {
                ResolveError::Missing { given, similar: vec![path], fate: None }
            }
        })
    }

    /// Performs the block on the file if SEARCH is there exactly. Where a folder too many or a rename explains
    /// the path, or the block has none, a change that was made already counts too, and so does text that earlier
    /// blocks put there; such a path never removes a file.
    pub(crate) fn perform<'r>(&self, job: Job<'_, 'r>, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let exact = job.is_exact(file)?;
        if matches!(self.ground, Ground::Ending) {
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
