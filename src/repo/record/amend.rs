//! Amends a published record by facts that are known only after the batch was written.

use std::collections::BTreeMap;

use gix::ObjectId;

use super::draft::RecordDraft;
use super::held::Held;
use super::meta::{Meta, Moved};
use super::store::files_to_sync;
use super::write::Writer;
use super::{BatchId, FileRecord, Record, RecordError, RecordedSplice, Records, private, refs};
use crate::core::change::{Change, Version};
use crate::core::path::RepoPath;
use crate::core::splice;
use crate::repo::open::Repo;
use crate::repo::platform;
use crate::repo::sync::Durability;

/// The object at paths now.
pub(crate) type CurrentVersions = BTreeMap<RepoPath, Option<Version>>;

/// Changes the metadata of a record, and returns the new one.
///
/// # Errors
///
/// When the record is not as it was, or cannot be written. It is as before then.
pub(crate) fn amend(repo: &Repo, id: BatchId, change: impl FnOnce(&mut Meta)) -> Result<Meta, RecordError> {
    amend_with(repo, id, platform::random(), &CurrentVersions::new(), change)
}

/// Adds the move of `HEAD` by a batch to its record.
///
/// # Errors
///
/// As [`amend_with`].
pub(crate) fn amend_moved(repo: &Repo, id: BatchId, token: u64, moved: Moved) -> Result<Meta, RecordError> {
    amend_with(repo, id, token, &CurrentVersions::new(), |meta| meta.moved = Some(moved))
}

/// Changes the metadata, and the new bytes at some paths. `token` is in the name of the one temporary file
/// that a crash may leave behind.
///
/// # Errors
///
/// When the record is not as it was, or cannot be written. It is as before then.
pub(crate) fn amend_with(
    repo: &Repo,
    id: BatchId,
    token: u64,
    now: &CurrentVersions,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let files = |record: &Record<'_>| if now.is_empty() { Ok(Vec::new()) } else { changes(record, now) };
    amend_files(repo, id, token, files, change)
}

/// The same for a batch that changed the index alone, so far: these are its changes in the work tree.
///
/// # Errors
///
/// As [`amend_with`].
pub(crate) fn amend_placed(
    repo: &Repo,
    id: BatchId,
    token: u64,
    placed: Vec<Change>,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let files = |_: &Record<'_>| {
        let with_splices = |change: Change| {
            let old = change.old.as_ref().map_or(&[][..], |old| &old.bytes);
            let splices = splices(old, change.new.as_ref());
            (change, splices, false)
        };
        Ok(placed.into_iter().map(with_splices).collect())
    };
    amend_files(repo, id, token, files, |meta| {
        change(meta);
        // The reply was applied to the work tree by another batch.
        (meta.header.cached, meta.header.reply) = (false, None);
    })
}

/// A change, how its new bytes are made, and whether they are private.
type AmendedChange = (Change, Vec<RecordedSplice>, bool);

fn splices(base: &[u8], new: Option<&Version>) -> Vec<RecordedSplice> {
    new.map_or_else(Vec::new, |new| {
        splice::Splice::between(base, &new.bytes).iter().map(RecordedSplice::from).collect()
    })
}

/// The changes of a batch, with the present bytes of some paths.
fn changes(record: &Record<'_>, now: &CurrentVersions) -> Result<Vec<AmendedChange>, RecordError> {
    let mut changes = Vec::new();
    for file in &record.meta().files {
        let mut change = record.change(file)?;
        if let Some(now) = now.get(&change.path) {
            change.new.clone_from(now);
        }
        let origin = change.from.as_ref().unwrap_or(&change.path);
        let splices = splices(&record.old_bytes(origin)?.unwrap_or_default(), change.new.as_ref());
        change.from = change.from.filter(|_| change.new.is_some());
        changes.push((change, splices, file.private));
    }
    // A file that the batch made and that is gone again is none of its files.
    changes.retain(|(change, ..)| change.old.is_some() || change.new.is_some());
    Ok(changes)
}

/// Changes the record; where there are files, they are those of the batch then.
fn amend_files(
    repo: &Repo,
    id: BatchId,
    token: u64,
    files: impl FnOnce(&Record<'_>) -> Result<Vec<AmendedChange>, RecordError>,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let record = Records::new(repo).load(id)?;
    let mut meta = record.meta().clone();
    change(&mut meta);
    let mut writer = Writer::new(repo, token);
    let damaged = || RecordError::Damaged { id: Some(id), tree: record.tree() };
    let part = |name: &str| -> Result<Option<ObjectId>, RecordError> {
        let tree = repo.git().try_find_object(record.tree())?.ok_or_else(damaged)?;
        let tree = tree.try_into_tree().map_err(|_| damaged())?;
        Ok(tree.find_entry(name).map(|entry| entry.object_id()))
    };
    let [kept, stream] = meta.keeps.names();
    let (mut kept, mut stream) = (part(kept)?, part(stream)?);
    let changes = files(&record)?;
    if !changes.is_empty() {
        let draft = RecordDraft::write(&mut writer, &of(&changes), &[])?;
        if !draft.private.is_empty() {
            // The record as it is named keeps its bytes until another one is named.
            meta.edition += 1;
            private::write(repo, (id, meta.edition), &draft.private)?;
        }
        (meta.keeps, meta.files, kept, stream) = (draft.keeps, draft.files, draft.kept, draft.stream);
    }
    let tree = writer.root(&meta, kept, part("index")?, stream)?;
    let edition = meta.files.iter().any(|file| file.private).then_some(meta.edition);
    sync(repo, writer.objects(), edition.map(|edition| (id, edition)))?;
    let held = Held::at(repo, Some(id));
    let replaced = refs::replace(repo, id, record.tree(), tree);
    if replaced.is_ok() {
        held.renew(&meta, tree);
    }
    // The next run removes what cannot be removed now.
    let _ = match &replaced {
        Ok(()) => private::remove(repo, id, edition),
        // The name alone tells which of the two is the record.
        Err(_) => Records::new(repo).sweep_private(),
    };
    replaced.map(|()| meta)
}

fn of(changes: &[AmendedChange]) -> Vec<FileRecord<'_>> {
    let files = changes.iter();
    files
        .map(|(change, splices, private)| FileRecord { change, splices, known: None, private: *private })
        .collect()
}

/// Makes objects durable before a reference names them.
fn sync(repo: &Repo, objects: &[ObjectId], private: Option<private::Edition>) -> std::io::Result<()> {
    let files = files_to_sync(repo, objects, private)?;
    Durability::of(repo).sync(&files, std::fs::File::open)
}

#[cfg(test)]
mod tests {
    use super::super::{BatchRecord, Recorder};
    use super::*;
    use crate::repo::testing::Sandbox;

    fn path(name: &str) -> RepoPath {
        RepoPath::new(name.as_bytes()).unwrap()
    }

    fn version(bytes: &str) -> Option<Version> {
        Some(Version { bytes: bytes.into(), mode: Some(0o644) })
    }

    /// A record of a file that holds secrets and of another one.
    fn recorded(repo: &Repo) -> BatchId {
        let change =
            |name, old, new| Change { path: path(name), old: version(old), new: version(new), from: None };
        let changes = [(change(".env", "T=0\n", "T=1\n"), true), (change("a.txt", "one\n", "two\n"), false)];
        let changes: Vec<AmendedChange> = changes
            .into_iter()
            .map(|(change, private)| {
                let splices = splices(&change.old.as_ref().unwrap().bytes, change.new.as_ref());
                (change, splices, private)
            })
            .collect();
        let batch = BatchRecord { files: of(&changes), ..BatchRecord::default() };
        let prepared = Recorder::new(repo, 0).prepare(&batch).unwrap();
        assert!(Recorder::new(repo, 0).publish(&prepared).unwrap());
        prepared.id()
    }

    /// The new bytes of some paths, as the record has them.
    fn left(repo: &Repo, id: BatchId) -> [String; 3] {
        let record = Records::new(repo).load(id).unwrap();
        let text = |bytes: Option<Vec<u8>>| String::from_utf8(bytes.unwrap()).unwrap();
        let [env, a] = [path(".env"), path("a.txt")];
        [&record.old_bytes(&env), &record.new_bytes(&env), &record.new_bytes(&a)]
            .map(|bytes| text(bytes.as_ref().unwrap().clone()))
    }

    fn files(repo: &Repo) -> usize {
        std::fs::read_dir(repo.state_dir().join("private")).unwrap().count()
    }

    fn now(texts: [&str; 2]) -> CurrentVersions {
        [".env", "a.txt"].into_iter().zip(texts).map(|(name, text)| (path(name), version(text))).collect()
    }

    #[test]
    fn a_record_that_is_not_written_anew_keeps_its_private_bytes() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let id = recorded(&repo);
        let lock = repo.git_dir().join("refs/worktree/sr/1.lock");
        std::fs::write(&lock, "").unwrap();
        assert!(amend_with(&repo, id, 1, &now(["T=secret\n", "three\n"]), |_| {}).is_err());
        assert_eq!(left(&repo, id), ["T=0\n", "T=1\n", "two\n"]);
        assert_eq!(files(&repo), 1);
        std::fs::remove_file(lock).unwrap();
        for (round, text) in ["T=secret\n", "T=longer secret\n"].into_iter().enumerate() {
            amend_with(&repo, id, 1, &now([text, "three\n"]), |_| {}).unwrap();
            assert_eq!(left(&repo, id), ["T=0\n", text, "three\n"], "{round}");
            assert_eq!(files(&repo), 1);
        }
        Records::new(&repo).delete(id).unwrap();
        assert_eq!(files(&repo), 0);
    }

    #[test]
    fn private_bytes_that_a_killed_run_left_beside_those_of_the_record_go() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let id = recorded(&repo);
        let private = repo.state_dir().join("private");
        for (amends, other) in [(false, "1.1"), (true, "1")] {
            if amends {
                amend_with(&repo, id, 1, &now(["T=2\n", "two\n"]), |_| {}).unwrap();
            }
            let before = left(&repo, id);
            std::fs::write(private.join(other), "T=other\n").unwrap();
            assert_eq!(left(&repo, id), before, "{other}");
            Records::new(&repo).sweep_private().unwrap();
            assert_eq!((left(&repo, id), files(&repo)), (before, 1), "{other}");
        }
    }
}
