//! Differences with both sides of each.

use std::collections::{HashMap, HashSet};

use bstr::BString;

use super::{
    objects::bytes,
    types::{StagedError, TrackedEntry, TrackedKind},
};
use crate::repo::open::Repo;

/// The difference of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path; the new one of a file that was moved.
    pub path: BString,
    /// The old path of a file that was moved.
    pub from: Option<BString>,
    /// The object before; none of a new one.
    pub old: Option<Side>,
    /// The object after; none of one that is gone.
    pub new: Option<Side>,
}

/// One side of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its kind.
    pub kind: TrackedKind,
    /// True for a file that is executable.
    pub is_executable: bool,
    /// Its bytes.
    pub content: SideContent,
}

/// The bytes of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideContent {
    /// Those of a blob.
    Blob(gix::ObjectId),
    /// These, in the form that git would store.
    Bytes(Vec<u8>),
    /// A file that is too large, or that cannot be read.
    Unread,
}

impl From<TrackedEntry> for Side {
    fn from(entry: TrackedEntry) -> Self {
        let TrackedEntry { kind, is_executable, id } = entry;
        Self { kind, is_executable, content: SideContent::Blob(id) }
    }
}

/// A path, and its entries before and after.
pub(super) type EntryPair = (BString, Option<TrackedEntry>, Option<TrackedEntry>);

/// Pairs of entries as differences: a file that was moved is one.
pub(super) fn of_pairs(pairs: Vec<EntryPair>, sources: &HashMap<BString, BString>) -> Vec<Difference> {
    let gone: HashMap<BString, TrackedEntry> = pairs
        .iter()
        .filter(|(_, _, new)| new.is_none())
        .filter_map(|(path, old, _)| Some((path.clone(), (*old)?)))
        .collect();
    // A file that is gone is the source of one at most.
    let mut used: HashSet<&BString> = HashSet::new();
    let mut found = Vec::new();
    for (path, old, new) in &pairs {
        let source = sources.get(path).filter(|from| old.is_none() && gone.contains_key(*from));
        let from = source.filter(|from| used.insert(from));
        let old = from.and_then(|from| gone.get(from)).copied().or(*old);
        let (old, new) = (old.map(Side::from), new.map(Side::from));
        found.push(Difference { path: path.clone(), from: from.cloned(), old, new });
    }
    found.retain(|difference| difference.new.is_some() || !used.contains(&difference.path));
    found
}

/// The bytes of a side.
///
/// # Errors
///
/// When its blob does not read.
pub fn bytes_of(repo: &Repo, side: &Side) -> Result<Option<Vec<u8>>, StagedError> {
    match &side.content {
        SideContent::Blob(id) => bytes(repo, *id).map(Some),
        SideContent::Bytes(bytes) => Ok(Some(bytes.clone())),
        SideContent::Unread => Ok(None),
    }
}
