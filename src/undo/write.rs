//! The end of `undo`: writes the composed changes, and moves `HEAD` with them.

use std::collections::HashMap;

use super::{Force, UndoError, UndoReport, UndoRequest, UndoStatus, Which, compose::Composed, head, within};
use crate::{
    core::change::Edited,
    repo::{
        commit::{
            head::go,
            note::{CommitNote, Goal, NotedBatch},
        },
        config::Settings,
        index::{Index, Staging},
        open::Repo,
        record::{
            self, BatchId, BatchKind, Record, Records,
            meta::{BatchHeader, Moved},
        },
        serial::Bytes,
        transact::{Batch, TransactError, Transaction, Written},
        worktree::{Folder, FolderRules},
        world::RepoWorld,
    },
};

/// Changes that take batches back.
pub(super) struct UndoChanges<'b> {
    pub(super) targets: &'b [Record<'b>],
    pub(super) composed: &'b Composed,
    pub(super) staging: &'b [Staging<'b>],
    /// True if the index alone changes.
    pub(super) cached: bool,
    pub(super) head: head::HeadPlan,
}

/// Writes it, and tells the report.
pub(super) fn carry_out(
    (repo, settings): (&Repo, &Settings),
    request: &UndoRequest,
    (transaction, world): (&Transaction<'_>, &RepoWorld<'_>),
    (back, index): (UndoChanges<'_>, Option<Index<'_>>),
    report: &mut UndoReport,
) -> Result<(), UndoError> {
    let note = back.head.moved.map(|moved| noted(repo, request.time, moved)).transpose()?;
    let written = write(transaction, world, request, (&back, index))?;
    if let (Some(moved), Some(mut note)) = (back.head.moved, note) {
        let line = match report.again.as_slice() {
            [] => head::line("undo", &report.undone),
            again => head::line("redo", again),
        };
        if let Err(source) = go(repo, transaction.lock(), moved, line.as_str().into()) {
            // Without its commit the batch is not taken back by half.
            let (batch, which) = (written.id, Which::Failed(written.id));
            let back = UndoRequest { which, force: Force::Exact, ..request.clone() };
            let back = within(repo, settings, &back, Some(transaction));
            let is_back = back.is_ok_and(|report| report.status == UndoStatus::Undone);
            if !is_back {
                note.leave();
            }
            return Err(UndoError::Head { source, batch, is_back });
        }
        tell(repo, written.id, moved, note);
    }
    if back.head.left.is_some() {
        // Their commits are not theirs any more, so that taking them back again asks for none.
        for batch in &report.again {
            record::amend(repo, *batch, |meta| meta.moved = None)?;
        }
    }
    (report.status, report.batch, report.left) = (UndoStatus::Undone, Some(written.id), written.left);
    let records = Records::new(repo);
    report.next = records.undo_target()?.map(|record| record.id());
    records.prune_by(settings, request.time);
    Ok(())
}

/// Notes where `HEAD` is about to go with the next batch.
fn noted(repo: &Repo, time: i64, moved: Moved) -> Result<CommitNote, UndoError> {
    let begun = NotedBatch::new(Records::new(repo).next()?, time);
    Ok(CommitNote::aimed(repo, begun, Goal::Known(moved)).map_err(TransactError::Journal)?)
}

/// Tells the record where `HEAD` went.
fn tell(repo: &Repo, batch: BatchId, moved: Moved, mut note: CommitNote) {
    let token = note.begun.token;
    let told = record::amend_with(repo, (batch, token), &record::CurrentVersions::new(), |meta| {
        meta.moved = Some(moved)
    });
    // The next run tells it.
    if told.is_err() {
        note.leave();
    }
}

fn write(
    transaction: &Transaction<'_>,
    world: &RepoWorld<'_>,
    request: &UndoRequest,
    (back, index): (&UndoChanges<'_>, Option<Index<'_>>),
) -> Result<Written, UndoError> {
    let UndoChanges { targets, composed, staging, cached, .. } = *back;
    let made = targets.iter().flat_map(|record| &record.meta().dirs_made);
    let removable = made.map(|path| path.0.as_bstr().to_owned()).collect();
    // A folder that several batches removed comes back as it was before the first.
    let removed = targets.iter().rev().flat_map(|record| &record.meta().dirs_removed);
    let modes = removed
        .filter_map(|folder| Some(Folder { path: folder.path.0.as_bstr().to_owned(), mode: folder.mode? }))
        .collect();
    let (newest, others) = (targets[0].id(), &targets[1..]);
    let mut files: Vec<&Edited> = composed.files.iter().collect();
    if let (true, Some(order)) = (composed.turns, targets[0].turned()) {
        let places: HashMap<_, _> = order.into_iter().enumerate().map(|(at, path)| (path, at)).collect();
        files.sort_by_key(|file| places.get(&file.change.path).copied());
    }
    let header = BatchHeader {
        kind: BatchKind::Undo { of: newest },
        time: request.time,
        cwd: Bytes(request.cwd.clone()),
        also: others.iter().map(Record::id).collect(),
        cached,
        withdraws: matches!(request.which, Which::Failed(_)),
        ..BatchHeader::default()
    };
    let batch = Batch {
        header,
        secret: composed.secret.clone(),
        files,
        folders: FolderRules { removable: Some(removable), modes },
        turns: composed.turns,
        staging,
    };
    Ok(transaction.write_staged(world, &batch, index)?)
}
