//! Ids of the bytes of a batch, made by a thread while something else is done.

use std::sync::atomic::{AtomicUsize, Ordering};

use gix::{ObjectId, hash::Kind, objs};

use crate::{
    core::change::Change,
    repo::{beside, checksum},
};

/// From so many bytes on, in files that are hashed: for less, a thread costs more.
const LARGE: usize = 1 << 20;

/// Ids of a file's bytes before and after, as far as they were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileIds {
    /// That of the old bytes.
    pub old: Option<ObjectId>,
    /// That of the new bytes.
    pub new: Option<ObjectId>,
}

/// Does something while a thread makes the ids of these changes, each with whether the blob of its old bytes is
/// known. The ids are in the order of the changes; there are none where that is too little work.
pub(in crate::repo) fn beside<T>(
    hash: Kind,
    changes: &[(&Change, bool)],
    something: impl FnOnce() -> T,
) -> (T, Vec<FileIds>) {
    let size = |(change, is_known): &(&Change, bool)| {
        let old = change.old.as_ref().filter(|_| !is_known).map_or(0, |old| old.bytes.len());
        old + change.new.as_ref().map_or(0, |new| new.bytes.len())
    };
    if changes.iter().map(size).sum::<usize>() < LARGE {
        return (something(), Vec::new());
    }
    let next = AtomicUsize::new(0);
    let make = || {
        let mut made = Vec::new();
        while let Some((at, (change, is_known))) = take(&next, changes) {
            made.push((at, ids(hash, change, *is_known)));
        }
        made
    };
    // This thread makes what the other one has not begun yet, or all if there is none.
    let here = || {
        let done = something();
        (done, make())
    };
    let ((done, mut made), there) = beside::beside(make, here);
    made.extend(there.unwrap_or_default());
    let mut ids = vec![FileIds::default(); changes.len()];
    made.into_iter().for_each(|(at, of_file)| ids[at] = of_file);
    (done, ids)
}

/// The next of what two work on.
fn take<'a, T>(next: &AtomicUsize, all: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, all.get(at)?))
}

/// An id that cannot be made is missing; whoever needs it makes it again, and says why.
fn ids(hash: Kind, change: &Change, is_known: bool) -> FileIds {
    let old = change.old.as_ref().filter(|_| !is_known);
    FileIds {
        // Its bytes become an object.
        old: old.and_then(|old| objs::compute_hash(hash, objs::Kind::Blob, &old.bytes).ok()),
        new: change.new.as_ref().and_then(|new| checksum::text_id(hash, &new.bytes.pieces()).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{change::Version, path::RepoPath};

    fn change(number: usize, size: usize) -> Change {
        let version = |byte| Some(Version { bytes: vec![byte; size].into(), mode: None });
        let path = RepoPath::new(format!("{number}").as_bytes()).unwrap();
        Change { path, old: version(number as u8), new: version(number as u8 + 1), from: None }
    }

    #[test]
    fn ids_made_beside_something_are_those_of_blobs_in_the_order_of_the_changes() {
        let changes: Vec<Change> = (0..40).map(|number| change(number, 1 << 16)).collect();
        let asked: Vec<_> = changes.iter().map(|change| (change, change.path.as_bstr() == "7")).collect();
        let (done, ids) = beside(Kind::Sha1, &asked, || "done");
        assert_eq!((done, ids.len()), ("done", changes.len()));
        let id = |version: &Option<Version>| {
            let bytes = &version.as_ref().unwrap().bytes;
            objs::compute_hash(Kind::Sha1, objs::Kind::Blob, bytes).unwrap()
        };
        for ((change, is_known), ids) in asked.iter().zip(ids) {
            let old = (!is_known).then(|| id(&change.old));
            assert_eq!(ids, FileIds { old, new: Some(id(&change.new)) });
        }
    }

    #[test]
    fn for_little_work_there_is_no_thread() {
        let change = change(1, 100);
        assert_eq!(beside(Kind::Sha1, &[(&change, false)], || ()).1, Vec::new());
    }
}
