//! Second stage of a rollback: it is written, as a batch of its own.

use std::collections::HashMap;

use super::{error::RollbackError, head::HeadEffect, plan::PlannedRollback};
use crate::{
    core::change::Edited,
    repo::{
        record::{BatchKind, Record, meta::BatchHeader},
        serial::{Bytes, SerialPath},
        transact::{Batch, Transaction, Written},
        worktree::{Folder, FolderRules},
    },
};

/// A rollback whose files, index entries and record are written. `HEAD` is still to follow.
pub(crate) struct WrittenRollback<'r> {
    pub(super) planned: PlannedRollback<'r>,
    pub(super) head: Option<HeadEffect>,
    pub(super) written: Written,
}

impl<'r> PlannedRollback<'r> {
    /// Writes it.
    pub(crate) fn write(
        mut self,
        transaction: &Transaction<'_>,
    ) -> Result<WrittenRollback<'r>, RollbackError> {
        let head = self.head.moved.map(|moved| HeadEffect::prepare(self.repo, self.options.time, moved));
        let head = head.transpose()?;
        let index = self.index.index.take();
        let written = transaction.write(&self.world, &self.batch(), index)?;
        Ok(WrittenRollback { planned: self, head, written })
    }

    fn batch(&self) -> Batch<'_> {
        let Self { options, targets, composed, index, cached, .. } = self;
        let made = targets.iter().flat_map(|record| &record.meta().dirs_made);
        let removable = made.map(|path| path.0.as_bstr().to_owned()).collect();
        // A folder that several batches removed comes back as it was before the first.
        let removed = targets.iter().rev().flat_map(|record| &record.meta().dirs_removed);
        let modes = removed
            .filter_map(|folder| {
                Some(Folder { path: folder.path.0.as_bstr().to_owned(), mode: folder.mode? })
            })
            .collect();
        let mut files: Vec<&Edited> = composed.files.iter().collect();
        if let (true, Some(order)) = (composed.turns, targets[0].turned()) {
            let places: HashMap<_, _> = order.into_iter().enumerate().map(|(at, path)| (path, at)).collect();
            files.sort_by_key(|file| places.get(&file.change.path).copied());
        }
        let header = BatchHeader {
            kind: BatchKind::Undo { of: targets[0].id() },
            time: options.time,
            cwd: Bytes(options.cwd.clone()),
            also: targets[1..].iter().map(Record::id).collect(),
            only: options.only.iter().cloned().map(SerialPath).collect(),
            cached: *cached,
            withdraws: options.withdraws,
            ..BatchHeader::default()
        };
        Batch {
            header,
            secret: composed.secret.clone(),
            files,
            folders: FolderRules { removable: Some(removable), modes },
            turns: composed.turns,
            staging: &index.stagings,
        }
    }
}
