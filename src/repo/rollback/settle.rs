//! Last stage of a rollback: `HEAD` follows, and records say so. If `HEAD` cannot, the rollback is taken back
//! itself.

use bstr::BString;

use super::{
    error::RollbackError,
    head,
    options::{Force, RollbackOptions},
    plan::PlannedRollback,
    write::WrittenRollback,
};
use crate::repo::{
    config::Settings,
    record::{self, BatchId, Record, Records},
    transact::Transaction,
};

/// A rollback that is done.
pub(crate) struct SettledRollback<'r> {
    pub(crate) planned: PlannedRollback<'r>,
    /// Its own number.
    pub(crate) batch: BatchId,
    /// Old files that could not be removed, under names of our own.
    pub(crate) left: Vec<BString>,
}

impl<'r> WrittenRollback<'r> {
    /// Moves `HEAD` and amends records.
    pub(crate) fn settle(
        self,
        settings: &Settings,
        transaction: &Transaction<'_>,
    ) -> Result<SettledRollback<'r>, RollbackError> {
        let Self { planned, head, written } = self;
        let (repo, again) = (planned.repo, planned.again());
        if let Some(mut head) = head {
            let undone: Vec<BatchId> = planned.targets.iter().map(Record::id).collect();
            let line = match again.as_slice() {
                [] => head::line("undo", &undone),
                again => head::line("redo", again),
            };
            if let Err(source) = head.after_write(repo, transaction.lock(), written.id, &line) {
                // Without its commit the batch is not taken back by half.
                let is_back = take_back(&planned, settings, transaction, written.id).is_some();
                if !is_back {
                    head.leave();
                }
                return Err(RollbackError::Head { source, batch: written.id, is_back });
            }
        }
        if planned.head.left.is_some() {
            // Their commits are not theirs any more, so that taking them back again asks for none.
            for batch in again {
                record::amend(repo, batch, |meta| meta.moved = None)?;
            }
        }
        // An undo forgets none, so that all batches can be taken back one by one.
        if planned.options.withdraws {
            Records::new(repo).prune_by(settings, planned.options.time);
        }
        Ok(SettledRollback { planned, batch: written.id, left: written.left })
    }
}

/// Takes a rollback back that was written just now. None if it cannot be.
fn take_back(
    planned: &PlannedRollback<'_>,
    settings: &Settings,
    transaction: &Transaction<'_>,
    batch: BatchId,
) -> Option<BatchId> {
    let record = Records::new(planned.repo).load(batch).ok()?;
    let options = RollbackOptions { force: Force::Exact, withdraws: true, ..planned.options.clone() };
    let back = PlannedRollback::plan(planned.repo, settings, vec![record], options).ok()?.ok()?;
    Some(back.write(transaction).ok()?.written.id)
}
