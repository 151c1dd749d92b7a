//! The versions of files before and after batches.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use gix::ObjectId;

use crate::{
    core::{path::RepoPath, plan::Side},
    repo::{
        open::Repo,
        record::{BatchId, Record, Records},
    },
};

/// The records of batches that were read, for the versions in them.
pub(super) struct Sides<'r> {
    repo: &'r Repo,
    max_bytes: u64,
    /// None for a record that is not there, or damaged.
    records: RefCell<HashMap<BatchId, Option<Rc<Record<'r>>>>>,
}

impl<'r> Sides<'r> {
    /// Takes versions of at most so many bytes.
    pub(super) fn new(repo: &'r Repo, max_bytes: u64) -> Self {
        Self { repo, max_bytes, records: RefCell::default() }
    }

    /// The id and the bytes of a file beside a batch, if they are not too long.
    pub(super) fn bytes(&self, path: &RepoPath, side: Side) -> Option<(ObjectId, Vec<u8>)> {
        let (Side::Before(id) | Side::After(id)) = side;
        let record = self.record(BatchId(id))?;
        let file = record.file(path)?;
        let version = match side {
            Side::Before(_) => file.old.as_ref()?,
            Side::After(_) => file.new.as_ref()?,
        };
        if version.size > self.max_bytes {
            return None;
        }
        let bytes = match side {
            Side::Before(_) => record.old_bytes(path),
            Side::After(_) => record.new_bytes(path),
        };
        Some((version.id, bytes.ok()??))
    }

    /// The record of a batch, which is read once for all files.
    fn record(&self, id: BatchId) -> Option<Rc<Record<'r>>> {
        let mut records = self.records.borrow_mut();
        records.entry(id).or_insert_with(|| Records::new(self.repo).load(id).ok().map(Rc::new)).clone()
    }
}
