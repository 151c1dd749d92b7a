//! `--index` and `--cached`: the batch's own changes are staged, and nothing else that differs between work
//! tree and index.

mod entry;

use std::collections::HashSet;

use entry::EntryPlanner;

use crate::{
    apply::{ApplyError, ApplyRequest, task::Task},
    core::{
        change::Edited,
        outcome::{Failure, Outcome},
        path::RepoPath,
        plan::{BlockReport, Planned},
    },
    files::{FileNote, FileReport},
    repo::{
        git_form::GitForm,
        index::{Content, Index, IndexEntry, IndexError, Staging},
        open::Repo,
        transact::TransactError,
    },
    request::RunMode,
};

/// The trees that a batch changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeScope {
    /// The work tree.
    #[default]
    WorkTree,
    /// The work tree, and the index likewise.
    Both,
    /// The index alone.
    Index,
}

/// The index, if it is asked for: held where it will be written.
pub(in crate::apply) fn open<'r>(
    repo: &'r Repo,
    request: &ApplyRequest,
) -> Result<Option<Index<'r>>, ApplyError> {
    let index = match (request.scope, request.mode) {
        (TreeScope::WorkTree, _) if request.commit.is_none() => return Ok(None),
        (_, RunMode::Write) => Index::hold(repo),
        (_, RunMode::Check | RunMode::Diff) => Index::look(repo),
    };
    Ok(Some(index.map_err(TransactError::from)?))
}

/// Entries of the index that a batch changes.
#[derive(Debug, Default)]
pub(in crate::apply) struct Stagings<'f> {
    pub(in crate::apply) all: Vec<Staging<'f>>,
    notes: Vec<(RepoPath, FileNote)>,
    failures: Vec<(RepoPath, Failure)>,
}

/// Plans the index entries of these files; `stand` if they still are as they were before.
pub(in crate::apply) fn plan<'r, 'f>(
    Task { repo, request, world, .. }: Task<'_, 'r>,
    index: &Index<'r>,
    files: &[&'f Planned],
    unchanged: bool,
) -> Result<Stagings<'f>, ApplyError> {
    let paths = files.iter().map(|file| &file.edited.change.path);
    let form = GitForm::new(repo, index.state_for(paths))
        .map_err(|error| TransactError::from(IndexError::from(error)))?;
    let gone = files.iter().map(|file| &file.edited.change).filter(|change| change.new.is_none());
    let gone: HashSet<&[u8]> = gone.map(|change| change.path.as_bstr().as_ref()).collect();
    let mut planner = EntryPlanner { repo, index, world, unchanged, files, form, gone };
    let mut stagings = Stagings::default();
    for &file in files {
        let planned = match request.scope {
            TreeScope::Index => planner.cached(&file.edited.change).map(|staging| (Some(staging), None)),
            _ => planner.file(file),
        };
        let path = &file.edited.change.path;
        match planned {
            Ok((staging, note)) => {
                stagings.all.extend(staging);
                stagings.notes.extend(note.map(|note| (path.clone(), note)));
            }
            Err(failure) => stagings.failures.push((path.clone(), failure)),
        }
    }
    Ok(stagings)
}

impl<'f> Stagings<'f> {
    /// These, while those files are ignored.
    pub(in crate::apply) fn of(all: Vec<Staging<'f>>, ignored: Vec<RepoPath>) -> Self {
        let notes = ignored.into_iter().map(|path| (path, FileNote::IgnoredNotStaged)).collect();
        Self { all, notes, ..Self::default() }
    }

    /// Completes the rows of files: which are staged, and notes on that.
    pub(in crate::apply) fn complete(&self, rows: &mut [FileReport]) {
        let staged: HashSet<&RepoPath> = self.all.iter().map(|staging| &staging.path).collect();
        for row in rows {
            row.staged = staged.contains(&row.path);
            for (_, note) in self.notes.iter().filter(|(path, _)| *path == row.path) {
                // It says this too.
                row.notes.retain(|other| (*note, *other) != (FileNote::IgnoredNotStaged, FileNote::Ignored));
                row.notes.push(*note);
            }
        }
    }

    /// Lets blocks fail whose files cannot be staged. Returns whether one does.
    pub(in crate::apply) fn fail(&self, blocks: &mut [BlockReport]) -> bool {
        for block in blocks.iter_mut().filter(|_| !self.failures.is_empty()) {
            let is_of = |path: &RepoPath| block.path.as_ref() == Ok(path) || block.to.as_ref() == Some(path);
            let found = self.failures.iter().find(|(path, _)| is_of(path));
            if let (Some((_, failure)), Outcome::Applied(_) | Outcome::AlreadyApplied) =
                (found, &block.outcome)
            {
                block.fail(failure.clone());
            }
        }
        !self.failures.is_empty()
    }

    /// Leaves out changes that are staged already, and returns the changes of the index that remain.
    pub(in crate::apply) fn lacking(
        &mut self,
        repo: &Repo,
        files: &[Planned],
    ) -> Result<Vec<Planned>, ApplyError> {
        let mut changed = Vec::new();
        let mut left = Vec::new();
        for staging in std::mem::take(&mut self.all) {
            if is_staged(repo, &staging)? {
                continue;
            }
            let planned = files.iter().find(|file| file.edited.change.path == staging.path);
            if let (Some(planned), Some(change)) = (planned, staging.change(repo)) {
                changed.push(Planned { edited: Edited::of(change), verdict: planned.verdict.clone() });
            }
            left.push(staging);
        }
        self.all = left;
        Ok(changed)
    }
}

fn is_staged(repo: &Repo, staging: &Staging<'_>) -> Result<bool, ApplyError> {
    Ok(match (&staging.before, &staging.after) {
        (Some(before), Some((after, Content::Stored))) => before.is_same(after),
        (Some(before), Some((after, Content::Bytes(bytes)))) => {
            before.is_same(&IndexEntry { id: repo.blob_id(bytes)?, ..after.clone() })
        }
        (before, after) => before.is_none() && after.is_none(),
    })
}
