//! Records in real repositories, with git as the judge of what is in them.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run git")]

mod sandbox;

use std::path::Path;

use git_sr::core::change::{Change, Version};
use git_sr::core::path::RepoPath;
use git_sr::core::splice::Splice as Laid;
use git_sr::repo::open::Repo;
use git_sr::repo::record::{
    BatchId, BatchKind, BatchRecord, FileRecord, Record, RecordError, RecordedSplice, Recorder, Records,
    meta::BatchHeader,
};
use git_sr::repo::serial::Bytes;
use sandbox::{Sandbox, sandboxed};

fn path(path: &str) -> RepoPath {
    RepoPath::new(path.as_bytes()).expect("a path")
}

fn version(bytes: &[u8], mode: u32) -> Option<Version> {
    Some(Version { bytes: bytes.into(), mode: Some(mode) })
}

fn change(name: &str, old: Option<&[u8]>, new: Option<&[u8]>) -> Change {
    let side = |bytes: Option<&[u8]>| bytes.and_then(|bytes| version(bytes, 0o644));
    Change { path: path(name), old: side(old), new: side(new), from: None }
}

fn edit(name: &str, old: &str, new: &str) -> Change {
    change(name, Some(old.as_bytes()), Some(new.as_bytes()))
}

/// One splice for each file, between its base and its new bytes.
fn splices(changes: &[Change]) -> Vec<Vec<RecordedSplice>> {
    let splice = |change: &Change| {
        let base = change.from.as_ref().unwrap_or(&change.path);
        let base = changes.iter().find(|other| other.path == *base).and_then(|other| other.old.as_ref());
        let base = base.map_or(&[][..], |old| &old.bytes);
        change
            .new
            .iter()
            .filter_map(|new| Laid::between(base, &new.bytes))
            .map(|splice| RecordedSplice::from(&splice))
            .collect()
    };
    changes.iter().map(splice).collect()
}

fn files<'a>(changes: &'a [Change], splices: &'a [Vec<RecordedSplice>]) -> Vec<FileRecord<'a>> {
    let file = |(change, splices): (&'a Change, &'a Vec<RecordedSplice>)| FileRecord {
        change,
        splices,
        known: None,
        private: false,
    };
    changes.iter().zip(splices).map(file).collect()
}

fn batch(kind: BatchKind, files: Vec<FileRecord<'_>>) -> BatchRecord<'_> {
    BatchRecord {
        header: BatchHeader {
            kind,
            time: 1_700_000_000,
            cwd: Bytes("/somewhere".into()),
            sources: vec![Bytes("reply.md".into())],
            ..BatchHeader::default()
        },
        files,
        ..BatchRecord::default()
    }
}

/// Records a batch.
fn record(repo: &Repo, batch: &BatchRecord<'_>) -> Result<BatchId, RecordError> {
    let recorder = Recorder::new(repo, 0);
    let prepared = recorder.prepare(batch)?;
    assert!(recorder.publish(&prepared)?, "its number is free");
    Ok(prepared.id())
}

fn store_as(repo: &Repo, kind: BatchKind, changes: &[Change]) -> BatchId {
    let splices = splices(changes);
    record(repo, &batch(kind, files(changes, &splices))).expect("to store")
}

fn store(repo: &Repo, changes: &[Change]) -> BatchId {
    store_as(repo, BatchKind::Apply, changes)
}

fn open(directory: &Path) -> Repo {
    Repo::open(directory).expect("to open")
}

fn load(repo: &Repo, id: u64) -> Record<'_> {
    Records::new(repo).load(BatchId(id)).expect("a record")
}

fn check_bytes(record: &Record<'_>, changes: &[Change]) {
    for Change { path, old, new, .. } in changes {
        let bytes = |version: &Option<Version>| version.as_ref().map(|version| version.bytes.to_vec());
        assert_eq!(record.old_bytes(path).expect("old bytes"), bytes(old), "{path:?}");
        assert_eq!(record.new_bytes(path).expect("new bytes"), bytes(new), "{path:?}");
    }
}

/// Every operation, and everything that is odd about names and contents.
fn every_kind_of_change() -> Vec<Change> {
    let moved = Change { from: Some(path("old name")), ..change("a/new name", None, Some(b"one\nTWO\n")) };
    let mode = Change {
        path: path("run.sh"),
        old: version(b"#!/bin/sh\n", 0o600),
        new: version(b"#!/bin/sh\n", 0o755),
        from: None,
    };
    vec![
        edit("src/lib.rs", "fn a() {}\r\nfn b() {}\r\n", "fn a() {}\r\nfn c() {}\r\n"),
        change("made", None, Some(b"new\n")),
        change("made empty", None, Some(b"")),
        change("gone", Some(b"old\n"), None),
        change("was empty", Some(b""), Some(b"full")),
        change("now empty", Some(b"full"), Some(b"")),
        change("old name", Some(b"one\ntwo\n"), None),
        moved,
        mode,
        change("d\u{ef}r/na\u{ef}ve \u{1f980} \"x\".txt", Some(b"\xff\x00old"), Some(b"\xff\x00new")),
        change("same", Some(b"old\n"), Some(b"old\n")),
    ]
}

#[test]
fn old_and_new_bytes_come_back() {
    sandboxed("old_and_new_bytes_come_back", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let changes = every_kind_of_change();
        assert_eq!(store(&repo, &changes), BatchId(1));
        check_bytes(&load(&repo, 1), &changes);
    });
}

/// The changes of a batch that turns these around, as far as the record tells.
fn turned(record: &Record<'_>, changes: &[Change]) -> Vec<Change> {
    let turn = |path: &RepoPath| {
        let Change { path, old, new, .. } =
            changes.iter().find(|change| change.path == *path).expect("a change").clone();
        let from =
            changes.iter().find(|change| change.from.as_ref() == Some(&path)).map(|to| to.path.clone());
        Change { path, old: new, new: old, from }
    };
    record.turned().expect("no secrets").into_iter().map(turn).collect()
}

#[test]
fn a_batch_that_turns_another_around_needs_no_bytes_of_its_own() {
    sandboxed("a_batch_that_turns_another_around_needs_no_bytes_of_its_own", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let repo = open(&directory);
        let mut changes = every_kind_of_change();
        store(&repo, &changes);
        let count = || sandbox.line(&directory, &["count-objects"]).split(' ').next().map(str::to_owned);
        for id in 2..6 {
            let before: usize = count().expect("a number").parse().expect("a number");
            changes = turned(&load(&repo, id - 1), &changes);
            let none: Vec<Vec<RecordedSplice>> = changes.iter().map(|_| Vec::new()).collect();
            let kind = BatchKind::Undo { of: BatchId(id - 1) };
            let batch = BatchRecord { turns: true, ..batch(kind, files(&changes, &none)) };
            record(&repo, &batch).expect("to store");
            assert_eq!(count(), Some((before + 2).to_string()), "its meta and its tree");
            check_bytes(&load(&repo, id), &changes);
            let record = load(&repo, id);
            for change in changes.iter().filter(|change| change.from.is_none()) {
                let (Some(old), Some(new)) = (&change.old, &change.new) else { continue };
                let back = record.backward(&change.path, &old.bytes).expect("to read").expect("known");
                assert_eq!(git_sr::core::splice::apply(&new.bytes, &back), *old.bytes, "{:?}", change.path);
            }
        }
        sandbox.git(&directory, &["update-ref", "-d", "refs/worktree/sr/1"]);
        sandbox.git(&directory, &["update-ref", "-d", "refs/sr/main/1"]);
        sandbox.git(&directory, &["gc", "-q", "--prune=now"]);
        check_bytes(&load(&repo, 5), &changes);
        sandbox.git(&directory, &["fsck", "--strict"]);
    });
}

#[test]
fn a_batch_that_turns_nothing_around_is_refused() {
    sandboxed("a_batch_that_turns_nothing_around_is_refused", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        store(&repo, &[edit("a", "old", "newer")]);
        let others =
            [edit("b", "newer", "old"), edit("a", "other", "older"), change("a", None, Some(b"old"))];
        for other in others {
            let changes = [other];
            let none = [Vec::new()];
            let kind = BatchKind::Undo { of: BatchId(1) };
            let batch = BatchRecord { turns: true, ..batch(kind, files(&changes, &none)) };
            let answer = record(&repo, &batch);
            assert!(matches!(answer, Err(RecordError::Inconsistent { .. })), "{:?}", changes[0].path);
        }
    });
}

#[test]
fn sha_256_repositories_have_records_too() {
    sandboxed("sha_256_repositories_have_records_too", |sandbox| {
        let directory = sandbox.init("repo", &["--object-format=sha256"]);
        let changes = every_kind_of_change();
        store(&open(&directory), &changes);
        check_bytes(&load(&open(&directory), 1), &changes);
        sandbox.git(&directory, &["fsck", "--strict"]);
    });
}

#[test]
fn git_shows_old_bytes_and_modes() {
    sandboxed("git_shows_old_bytes_and_modes", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let run = Change { old: version(b"run", 0o755), ..edit("bin/run", "run", "walk") };
        store(&open(&directory), &[edit("src/lib.rs", "a\r\n", "b\r\n"), run]);
        assert_eq!(sandbox.git(&directory, &["show", "refs/worktree/sr/1:old/src/lib.rs"]), b"a\r\n");
        let tree = sandbox
            .line(&directory, &["ls-tree", "-r", "--format=%(objectmode) %(path)", "refs/worktree/sr/1"]);
        let expected = "100644 inserted\n100644 meta\n100755 old/bin/run\n100644 old/src/lib.rs";
        assert_eq!(tree, expected);
    });
}

#[test]
fn bytes_are_stored_raw_whatever_git_would_convert() {
    sandboxed("bytes_are_stored_raw_whatever_git_would_convert", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        sandbox.git(&directory, &["config", "core.autocrlf", "true"]);
        sandbox.write("repo/.gitattributes", "* text ident\n");
        store(&open(&directory), &[edit("a", "$Id: x$\r\n", "\r\n")]);
        assert_eq!(
            sandbox.git(&directory, &["cat-file", "blob", "refs/worktree/sr/1:old/a"]),
            b"$Id: x$\r\n"
        );
    });
}

#[test]
fn garbage_collection_keeps_a_record_and_fsck_finds_no_fault() {
    sandboxed("garbage_collection_keeps_a_record_and_fsck_finds_no_fault", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let changes = every_kind_of_change();
        store(&open(&directory), &changes);
        let fsck = sandbox.try_git(&directory, &["fsck", "--strict"]);
        assert!(fsck.status.success() && fsck.stdout.is_empty(), "{fsck:?}");
        sandbox.git(&directory, &["reflog", "expire", "--expire=now", "--all"]);
        sandbox.git(&directory, &["gc", "-q", "--prune=now"]);
        check_bytes(&load(&open(&directory), 1), &changes);
        sandbox.git(&directory, &["fsck", "--strict"]);
    });
}

#[test]
fn the_log_of_everything_does_not_show_it() {
    sandboxed("the_log_of_everything_does_not_show_it", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        sandbox.git(&directory, &["commit", "-q", "--allow-empty", "-m", "one"]);
        store(&open(&directory), &[edit("a", "old", "new")]);
        assert_eq!(sandbox.line(&directory, &["log", "--all", "--format=%s"]), "one");
    });
}

#[test]
fn no_reflog_is_written() {
    sandboxed("no_reflog_is_written", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        sandbox.git(&directory, &["config", "core.logAllRefUpdates", "always"]);
        store(&open(&directory), &[edit("a", "old", "new")]);
        assert!(!directory.join(".git/logs/refs/worktree").exists());
        assert!(!directory.join(".git/logs/refs/sr").exists());
    });
}

fn two_work_trees(sandbox: &Sandbox) -> (std::path::PathBuf, std::path::PathBuf) {
    let main = sandbox.init("main", &[]);
    sandbox.git(&main, &["commit", "-q", "--allow-empty", "-m", "one"]);
    sandbox.git(&main, &["worktree", "add", "-q", "../linked"]);
    (main, sandbox.path("linked"))
}

#[test]
fn each_work_tree_counts_for_itself() {
    sandboxed("each_work_tree_counts_for_itself", |sandbox| {
        let (main, linked) = two_work_trees(sandbox);
        store(&open(&main), &[edit("a", "main 1", "")]);
        store(&open(&main), &[edit("a", "main 2", "")]);
        assert_eq!(store(&open(&linked), &[edit("a", "linked 1", "")]), BatchId(1));
        assert_eq!(sandbox.git(&linked, &["show", "refs/worktree/sr/1:old/a"]), b"linked 1");
        assert_eq!(Records::new(&open(&main)).list().expect("a list"), [BatchId(2), BatchId(1)]);
    });
}

#[test]
fn garbage_collection_in_one_work_tree_keeps_the_records_of_the_other() {
    sandboxed("garbage_collection_in_one_work_tree_keeps_the_records_of_the_other", |sandbox| {
        let (main, linked) = two_work_trees(sandbox);
        let (in_main, in_linked) = ([edit("a", "main", "new")], [edit("a", "linked", "newer")]);
        store(&open(&main), &in_main);
        store(&open(&linked), &in_linked);
        for directory in [&main, &linked] {
            sandbox.git(directory, &["gc", "-q", "--prune=now"]);
            check_bytes(&load(&open(&main), 1), &in_main);
            check_bytes(&load(&open(&linked), 1), &in_linked);
            sandbox.git(directory, &["fsck", "--strict"]);
        }
    });
}

#[test]
fn records_of_a_removed_work_tree_can_be_let_go() {
    sandboxed("records_of_a_removed_work_tree_can_be_let_go", |sandbox| {
        let (main, linked) = two_work_trees(sandbox);
        store(&open(&main), &[edit("a", "main", "new")]);
        store(&open(&linked), &[edit("a", "linked", "newer")]);
        sandbox.git(&main, &["pack-refs", "--all"]);
        let kept = || sandbox.line(&main, &["for-each-ref", "--format=%(refname)", "refs/sr"]);
        Records::new(&open(&main)).delete_orphans().expect("to delete");
        assert_eq!(kept(), "refs/sr/main/1\nrefs/sr/worktrees/linked/1");
        sandbox.git(&main, &["worktree", "remove", "--force", "../linked"]);
        Records::new(&open(&main)).delete_orphans().expect("to delete");
        assert_eq!(kept(), "refs/sr/main/1");
    });
}

#[test]
fn a_deleted_record_is_gone_and_so_is_what_kept_it() {
    sandboxed("a_deleted_record_is_gone_and_so_is_what_kept_it", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let repo = open(&directory);
        store(&repo, &[edit("a", "1", "2")]);
        store(&repo, &[edit("a", "2", "3")]);
        sandbox.git(&directory, &["pack-refs", "--all"]);
        let records = Records::new(&repo);
        records.delete(BatchId(1)).expect("to delete");
        assert!(matches!(records.load(BatchId(1)), Err(RecordError::Missing { id: BatchId(1) })));
        assert_eq!(records.list().expect("a list"), [BatchId(2)]);
        let refs = sandbox.line(&directory, &["for-each-ref", "--format=%(refname)"]);
        assert_eq!(refs, "refs/sr/main/2\nrefs/worktree/sr/2");
    });
}

#[test]
fn packed_references_are_rewritten_only_for_a_record_that_is_among_them() {
    sandboxed("packed_references_are_rewritten_only_for_a_record_that_is_among_them", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let repo = open(&directory);
        for old in 0..10 {
            store(&repo, &[edit("a", &format!("{old}"), &format!("{}", old + 1))]);
        }
        let ids: Vec<String> = (1..=9)
            .map(|id| sandbox.line(&directory, &["rev-parse", &format!("refs/sr/main/{id}")]))
            .collect();
        sandbox.git(&directory, &["pack-refs", "--all"]);
        // Those that are not packed have a file of their own.
        for (id, tree) in (1..).zip(&ids) {
            sandbox.git(&directory, &["update-ref", "-d", &format!("refs/sr/main/{id}")]);
            sandbox.git(&directory, &["update-ref", &format!("refs/sr/main/{id}"), tree]);
        }
        // Whoever rewrites them would have to wait for this lock in vain.
        sandbox.write(directory.join(".git/packed-refs.lock"), "");
        let records = Records::new(&repo);
        records.delete(BatchId(1)).expect("to delete");
        assert!(records.delete(BatchId(10)).is_err(), "it is among them");
    });
}

#[test]
fn a_record_is_named_only_when_it_is_published() {
    sandboxed("a_record_is_named_only_when_it_is_published", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let changes = [edit("a", "old", "new")];
        let splices = splices(&changes);
        let prepared = Recorder::new(&repo, 0)
            .prepare(&batch(BatchKind::Apply, files(&changes, &splices)))
            .expect("to prepare");
        assert!(Records::new(&repo).list().expect("a list").is_empty());
        check_bytes(&Records::new(&repo).read(prepared.tree()).expect("a record"), &changes);
    });
}

#[test]
fn a_number_that_is_taken_is_not_taken_again() {
    sandboxed("a_number_that_is_taken_is_not_taken_again", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let recorder = Recorder::new(&repo, 0);
        let changes = [edit("a", "old", "new")];
        let splices = splices(&changes);
        let first =
            recorder.prepare(&batch(BatchKind::Apply, files(&changes, &splices))).expect("to prepare");
        let other = [edit("b", "1", "2")];
        store(&repo, &other);
        assert!(!recorder.publish(&first).expect("to look"));
        check_bytes(&load(&repo, 1), &other);
    });
}

#[test]
fn the_meta_tells_where_and_when() {
    sandboxed("the_meta_tells_where_and_when", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        store(&open(&directory), &[edit("a", "1", "2")]);
        sandbox.git(&directory, &["commit", "-q", "--allow-empty", "-m", "one"]);
        let head = sandbox.line(&directory, &["rev-parse", "HEAD"]);
        store(&open(&directory), &[edit("a", "2", "3")]);
        sandbox.git(&directory, &["checkout", "-q", "--detach"]);
        store(&open(&directory), &[edit("a", "3", "4")]);
        let repo = open(&directory);
        let place = |id| {
            let meta = load(&repo, id).meta().clone();
            (meta.head.map(|id| id.to_string()), meta.branch.map(|name| name.0.to_string()))
        };
        let main = Some("refs/heads/main".to_owned());
        assert_eq!(place(1), (None, main.clone()));
        assert_eq!(place(2), (Some(head.clone()), main));
        assert_eq!(place(3), (Some(head), None));
        assert_eq!(load(&repo, 3).meta().header.time, 1_700_000_000);
    });
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    sandboxed("undo_and_redo_go_back_and_forth", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let records = Records::new(&repo);
        let target = || records.undo_target().expect("to read").map_or(0, |record| record.id().0);
        let undo = |of| store_as(&repo, BatchKind::Undo { of: BatchId(of) }, &[edit("a", "x", "y")]);
        assert_eq!(target(), 0);
        store(&repo, &[edit("a", "1", "2")]);
        store(&repo, &[edit("a", "2", "3")]);
        assert_eq!(target(), 2);
        undo(2);
        assert_eq!(target(), 1);
        undo(1);
        assert_eq!(target(), 0);
        undo(4);
        assert_eq!(target(), 1, "redone once");
        undo(3);
        assert_eq!(target(), 2, "redone twice");
        undo(6);
        assert_eq!(target(), 1, "a redo taken back takes the change away again");
        undo(7);
        assert_eq!(target(), 2);
    });
}

#[test]
fn what_is_no_number_of_a_batch_is_passed_over() {
    sandboxed("what_is_no_number_of_a_batch_is_passed_over", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        store(&open(&directory), &[edit("a", "old", "new")]);
        for name in ["01", "+1", "0", "two", "18446744073709551615"] {
            sandbox
                .git(&directory, &["update-ref", &format!("refs/worktree/sr/{name}"), "refs/worktree/sr/1"]);
        }
        assert_eq!(Records::new(&open(&directory)).list().expect("a list"), [BatchId(1)]);
    });
}

#[test]
fn an_undo_of_nothing_is_refused() {
    sandboxed("an_undo_of_nothing_is_refused", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let undo = record(&repo, &batch(BatchKind::Undo { of: BatchId(7) }, Vec::new()));
        assert!(matches!(undo, Err(RecordError::Missing { id: BatchId(7) })));
    });
}

#[test]
fn a_batch_that_contradicts_itself_is_refused() {
    sandboxed("a_batch_that_contradicts_itself_is_refused", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let store = |changes: &[Change], splices: &[Vec<RecordedSplice>]| {
            record(&repo, &batch(BatchKind::Apply, files(changes, splices)))
        };
        let refused = |changes: &[Change], splices: &[Vec<RecordedSplice>], reason: &str| {
            assert!(matches!(store(changes, splices), Err(RecordError::Inconsistent { .. })), "{reason}");
        };
        let good = edit("a", "old", "new");
        refused(std::slice::from_ref(&good), &[vec![]], "a splice is missing");
        refused(&[change("a", None, None)], &[vec![]], "neither old nor new");
        let twice = [good.clone(), good.clone()];
        refused(&twice, &splices(&twice), "named twice");
        let from = [Change { from: Some(path("b")), ..change("a", None, Some(b"new")) }];
        refused(&from, &splices(&from), "renamed from nothing");
        let nested = [good.clone(), edit("a/b", "old", "new")];
        refused(&nested, &splices(&nested), "a file and a directory at once");
        let gone = [change("a", Some(b"old"), None)];
        refused(&gone, &[vec![RecordedSplice { start: 0, end: 3, len: 0 }]], "splices of a deleted file");
        assert!(Records::new(&repo).list().expect("a list").is_empty());
    });
}

#[test]
fn secrets_stay_out_of_the_object_database() {
    use std::os::unix::fs::PermissionsExt;
    sandboxed("secrets_stay_out_of_the_object_database", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let repo = open(&directory);
        let copy =
            Change { from: Some(path(".env")), ..change("moved.env", None, Some(b"TOKEN=new\nmore\n")) };
        let changes = [
            edit("a", "1", "2"),
            change(".env", Some(b"TOKEN=old\n"), None),
            edit("b", "3", "4"),
            copy,
            edit("x.pem", "first key", "second key"),
        ];
        let splices = splices(&changes);
        let mut files = files(&changes, &splices);
        (files[1].private, files[4].private) = (true, true);
        record(&repo, &batch(BatchKind::Apply, files)).expect("to store");
        check_bytes(&load(&repo, 1), &changes);
        for change in &changes[3..] {
            for version in change.old.iter().chain(&change.new) {
                let id = repo.blob_id(&version.bytes).expect("an id").to_string();
                assert!(!sandbox.try_git(&directory, &["cat-file", "-e", &id]).status.success());
            }
        }
        assert_eq!(sandbox.git(&directory, &["show", "refs/worktree/sr/1:inserted"]), b"24");
        let file = directory.join(".git/sr/private/1");
        assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
        Records::new(&repo).delete(BatchId(1)).expect("to delete");
        assert!(!file.exists());
    });
}

#[test]
fn a_secret_that_is_gone_is_a_damaged_record() {
    sandboxed("a_secret_that_is_gone_is_a_damaged_record", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let repo = open(&directory);
        let changes = [edit(".env", "old", "new")];
        let splices = splices(&changes);
        let mut files = files(&changes, &splices);
        files[0].private = true;
        record(&repo, &batch(BatchKind::Apply, files)).expect("to store");
        std::fs::remove_file(directory.join(".git/sr/private/1")).expect("to remove");
        assert!(matches!(load(&repo, 1).old_bytes(&path(".env")), Err(RecordError::Damaged { .. })));
    });
}

#[test]
fn replaced_objects_are_not_taken_for_the_old_bytes() {
    sandboxed("replaced_objects_are_not_taken_for_the_old_bytes", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        store(&open(&directory), &[edit("a", "old", "new")]);
        sandbox.write("other", "other");
        let other = sandbox.line(&directory, &["hash-object", "-w", "../other"]);
        let old = sandbox.line(&directory, &["rev-parse", "refs/worktree/sr/1:old/a"]);
        sandbox.git(&directory, &["replace", &old, &other]);
        let repo = open(&directory);
        assert!(matches!(load(&repo, 1).old_bytes(&path("a")), Err(RecordError::Damaged { .. })));
    });
}

#[test]
fn a_reference_to_something_else_is_a_damaged_record() {
    sandboxed("a_reference_to_something_else_is_a_damaged_record", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        sandbox.git(&directory, &["commit", "-q", "--allow-empty", "-m", "one"]);
        sandbox.git(&directory, &["update-ref", "refs/worktree/sr/1", "HEAD"]);
        sandbox.git(&directory, &["update-ref", "refs/worktree/sr/2", "HEAD^{tree}"]);
        let repo = open(&directory);
        for id in [1, 2] {
            let load = Records::new(&repo).load(BatchId(id));
            assert!(matches!(load, Err(RecordError::Damaged { .. })), "{id}");
        }
    });
}

#[test]
fn an_object_that_the_index_names_is_used_again() {
    sandboxed("an_object_that_the_index_names_is_used_again", |sandbox| {
        let directory = sandbox.init("repo", &[]);
        let old = vec![b'x'; 2 << 20];
        sandbox.write("repo/big", &old);
        let file = std::fs::File::options().write(true).open(directory.join("big")).expect("a file");
        let past = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_600_000_000);
        file.set_modified(past).expect("to set");
        sandbox.git(&directory, &["add", "big"]);
        assert_eq!(known(&directory).as_deref(), Some(&*sandbox.line(&directory, &["rev-parse", ":big"])));
        sandbox.git(&directory, &["config", "core.autocrlf", "input"]);
        assert_eq!(known(&directory), None, "git may convert it");
    });
}

fn known(directory: &Path) -> Option<String> {
    use git_sr::repo::attributes::Attributes;
    use git_sr::repo::record::known_blob;
    use git_sr::repo::tracked::Tracked;
    let repo = open(directory);
    let metadata = std::fs::symlink_metadata(directory.join("big")).expect("metadata");
    let mut attributes = Attributes::new(&repo).expect("attributes");
    let tracked = Tracked::read(&repo).expect("an index");
    let known = known_blob(&path("big"), &metadata, &tracked, &mut attributes).expect("an answer")?;
    // The bytes given are others, of the same length: it is the blob named that is recorded.
    let change = change("big", Some(&vec![b'y'; 2 << 20]), None);
    let file = FileRecord { change: &change, splices: &[], known: Some(known), private: false };
    record(&repo, &batch(BatchKind::Apply, vec![file])).expect("to store");
    let old = load(&repo, 1).meta().files[0].old.clone().expect("an old side");
    Some(old.id.to_string())
}

#[test]
fn a_known_object_that_is_missing_is_written() {
    sandboxed("a_known_object_that_is_missing_is_written", |sandbox| {
        let repo = open(&sandbox.init("repo", &[]));
        let change = edit("a", "old", "new");
        let known = Some(repo.blob_id(b"old").expect("an id"));
        let splices = [RecordedSplice { start: 0, end: 3, len: 3 }];
        let file = FileRecord { change: &change, splices: &splices, known, private: false };
        record(&repo, &batch(BatchKind::Apply, vec![file])).expect("to store");
        check_bytes(&load(&repo, 1), &[change]);
    });
}
