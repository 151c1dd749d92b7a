//! Choice of the batches to take back.

use crate::repo::record::{BatchId, Record, RecordError, Records};

/// Batches to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The last ones that are in force, as many as this.
    Last(usize),
    /// This one.
    Batch(BatchId),
    /// The last undo.
    LastUndo,
}

/// Reasons why there is nothing to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// There is no batch in force.
    NoBatch,
    /// There are fewer than asked for.
    Fewer {
        /// The number found.
        found: usize,
    },
    /// There is no record of this batch.
    Unknown {
        /// Its number.
        id: BatchId,
    },
    /// The batch is taken back already.
    TakenBack {
        /// Its number.
        id: BatchId,
        /// The undo that did it.
        by: BatchId,
    },
    /// There is no undo in force.
    NoUndo,
    /// Since the last undo another batch was applied.
    Moot {
        /// The undo.
        undo: BatchId,
        /// The batch.
        by: BatchId,
    },
}

type Choice<'r> = Result<Vec<Record<'r>>, Nothing>;

/// The records to take back, the newest first.
pub(super) fn choose<'r>(records: &Records<'r>, which: Which) -> Result<Choice<'r>, RecordError> {
    match which {
        Which::Last(count) => last(records, count),
        Which::Batch(id) => this(records, id),
        Which::LastUndo => last_undo(records),
    }
}

fn last<'r>(records: &Records<'r>, count: usize) -> Result<Choice<'r>, RecordError> {
    let found: Vec<Record<'r>> = records.undo_targets()?.take(count).collect::<Result<_, _>>()?;
    Ok(match found.len() {
        0 => Err(Nothing::NoBatch),
        fewer if fewer < count => Err(Nothing::Fewer { found: fewer }),
        _ => Ok(found),
    })
}

fn this<'r>(records: &Records<'r>, id: BatchId) -> Result<Choice<'r>, RecordError> {
    Ok(match records.find(id)? {
        Some((record, None)) => Ok(vec![record]),
        Some((_, Some(by))) => Err(Nothing::TakenBack { id, by }),
        None => Err(Nothing::Unknown { id }),
    })
}

/// Finds the last undo, unless a batch was applied since: bringing the older text back would mix the two,
/// which only the user can ask for, by number.
fn last_undo<'r>(records: &Records<'r>) -> Result<Choice<'r>, RecordError> {
    let mut newer = None;
    for item in records.timeline()? {
        let (record, undone_by) = item?;
        match (undone_by, record.meta().depth) {
            (None, 0) => newer = newer.or(Some(record.id())),
            (None, depth) if depth % 2 == 1 && !record.meta().header.withdraws => {
                let moot = newer.map(|by| Nothing::Moot { undo: record.id(), by });
                return Ok(moot.map_or_else(|| Ok(vec![record]), Err));
            }
            _ => {}
        }
    }
    Ok(Err(Nothing::NoUndo))
}
