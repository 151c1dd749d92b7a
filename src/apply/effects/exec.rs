//! `--exec`: a command judges a batch once it is written.

use crate::{
    apply::{ApplyError, TreeScope, task::Task},
    core::{
        change::{Change, Version},
        path::RepoPath,
        plan::Planned,
    },
    repo::{
        command,
        commit::{
            self,
            note::{CommitNote, Goal, NotedBatch},
        },
        record::BatchId,
        recover::Way,
        rollback::{Rollback, roll_back, way},
        transact::{Notice, TransactError, Transaction},
        world::RepoWorld,
    },
};

/// The command, noted for the run that comes after a crash: until it has judged the batch, the batch does not
/// count.
#[derive(Default)]
pub(in crate::apply) struct ExecEffect {
    note: Option<CommitNote>,
}

impl ExecEffect {
    /// Notes that the next batch awaits the command, if there is one. The caller holds the lock.
    pub(in crate::apply) fn prepare(Task { repo, request, .. }: Task<'_, '_>) -> Result<Self, ApplyError> {
        if request.exec.is_none() {
            return Ok(Self::default());
        }
        let next = NotedBatch::next(repo, request.time).map_err(TransactError::from)?;
        let note = CommitNote::aimed(repo, next, Goal::Judged);
        Ok(Self { note: Some(note.map_err(TransactError::Journal)?) })
    }

    /// Runs the command on the batch. If it fails, the batch is rolled back; where that fails too, a note is
    /// left for the next run: that of the commit, if there is one.
    pub(in crate::apply) fn after_write(
        mut self,
        Task { repo, settings, request, .. }: Task<'_, '_>,
        transaction: &Transaction<'_>,
        batch: BatchId,
        of_commit: Option<&mut CommitNote>,
        notice: &mut dyn FnMut(Notice),
    ) -> Result<(), ApplyError> {
        let Some(line) = &request.exec else { return Ok(()) };
        notice(Notice::Running(line.clone()));
        if let Err(source) = command::run(repo, transaction.lock(), line, request.keeps_output) {
            // Where nobody can tell, it is taken back as if not.
            let is_overtaken = commit::is_overtaken(repo, batch).unwrap_or_default();
            let rollback = roll_back(repo, settings, transaction, batch, is_overtaken);
            if let (Rollback::Stuck(_), Some(note)) = (&rollback, of_commit.or(self.note.as_mut())) {
                note.leave();
            }
            return Err(ApplyError::Exec { line: line.clone(), source, batch, rollback: rollback.into() });
        }
        if let Some(note) = self.note {
            note.end(repo);
        }
        Ok(())
    }
}

/// Files of a batch that the command, which judged it good, left otherwise than the batch wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandChanges {
    /// The files.
    pub files: Vec<RepoPath>,
    /// Option of undo that takes the batch back with or without these changes; none if there is none.
    pub way: Option<Way>,
}

impl CommandChanges {
    /// Compares the files of a batch in the work tree with what it wrote.
    pub(in crate::apply) fn find(
        Task { repo, settings, request, .. }: Task<'_, '_>,
        batch: BatchId,
        files: &[Planned],
    ) -> Option<Self> {
        if request.exec.is_none() || request.scope == TreeScope::Index {
            return None;
        }
        let world = RepoWorld::open(repo, u64::MAX).ok()?;
        let is_other = |change: &&Change| {
            let bytes = |version: Option<Version>| version.map(|version| version.bytes);
            world.current(&change.path).map_or(true, |now| bytes(now) != bytes(change.new.clone()))
        };
        let changes = files.iter().map(|file| &file.edited.change);
        let files: Vec<RepoPath> = changes.filter(is_other).map(|change| change.path.clone()).collect();
        (!files.is_empty()).then(|| Self { files, way: way(repo, settings, batch) })
    }
}
