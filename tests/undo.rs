//! Claims about undo that a scenario cannot show.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod sandbox;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use git_sr::core::change::{Change, Version};
use git_sr::core::path::RepoPath;
use git_sr::core::splice::Splice as Laid;
use git_sr::repo::open::Repo;
use git_sr::repo::record::{BatchRecord, FileRecord, RecordedSplice, Recorder};
use sandbox::sandboxed;

const REPLY: &str = "run.sh\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n```\n";

fn sr(work: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    command.args(arguments).current_dir(work).output().expect("git-sr")
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("metadata").permissions().mode() & 0o7777
}

#[test]
fn what_gives_other_rights_is_not_given_back() {
    sandboxed("what_gives_other_rights_is_not_given_back", |sandbox| {
        let work = sandbox.init("repo", &[]);
        sandbox.write("repo/run.sh", "one\n");
        sandbox.write("repo/reply.md", REPLY);
        let file = work.join("run.sh");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o4755)).expect("a mode");
        assert!(sr(&work, &["apply", "reply.md"]).status.success());
        assert_eq!(mode(&file), 0o755);
        assert!(sr(&work, &["undo"]).status.success());
        assert_eq!((std::fs::read_to_string(&file).expect("a file").as_str(), mode(&file)), ("one\n", 0o755));
    });
}

#[test]
fn a_folder_that_went_comes_back_with_its_bits_and_those_above_it() {
    sandboxed("a_folder_that_went_comes_back_with_its_bits_and_those_above_it", |sandbox| {
        let work = sandbox.init("repo", &[]);
        sandbox.write("repo/a/b/c.txt", "one\n");
        sandbox.write("repo/reply.md", "a/b/c.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n");
        for (folder, mode) in [("a", 0o2711), ("a/b", 0o700)] {
            std::fs::set_permissions(work.join(folder), PermissionsExt::from_mode(mode)).expect("a mode");
        }
        for _ in 0..2 {
            assert!(sr(&work, &["apply", "reply.md"]).status.success());
            assert!(!work.join("a").exists());
            assert!(sr(&work, &["undo"]).status.success());
            assert_eq!((mode(&work.join("a")), mode(&work.join("a/b"))), (0o2711, 0o700));
            assert!(sr(&work, &["redo"]).status.success());
            assert!(!work.join("a").exists());
            assert!(sr(&work, &["undo"]).status.success());
            assert_eq!((mode(&work.join("a")), mode(&work.join("a/b"))), (0o2711, 0o700));
        }
    });
}

#[test]
fn a_record_that_names_what_is_never_written_is_refused() {
    sandboxed("a_record_that_names_what_is_never_written_is_refused", |sandbox| {
        let work = sandbox.init("repo", &[]);
        let path = RepoPath::new(b".git-sr-0123456789abcdef-0.tmp").expect("a path");
        let old = Some(Version { bytes: b"old\n".into(), mode: Some(0o644) });
        let new = Some(Version { bytes: b"new\n".into(), mode: Some(0o644) });
        sandbox.write("repo/.git-sr-0123456789abcdef-0.tmp", "new\n");
        let change = Change { path, old, new, from: None };
        let splices: Vec<RecordedSplice> =
            Laid::between(b"old\n", b"new\n").iter().map(RecordedSplice::from).collect();
        let file = FileRecord { change: &change, splices: &splices, known: None, private: false };
        let batch = BatchRecord { files: vec![file], ..BatchRecord::default() };
        let repo = Repo::open(&work).expect("to open");
        let recorder = Recorder::new(&repo, 0);
        let prepared = recorder.prepare(&batch).expect("to prepare");
        assert!(recorder.publish(&prepared).expect("to publish"));
        for option in ["--merge", "--force", "--count=1"] {
            let output = sr(&work, &["undo", option]);
            assert_eq!(output.status.code(), Some(1), "{option}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("is never written"), "{option}");
        }
    });
}

#[test]
fn a_reply_that_is_sent_again_is_noted_too() {
    sandboxed("a_reply_that_is_sent_again_is_noted_too", |sandbox| {
        let work = sandbox.init("repo", &[]);
        // Where nothing proves it of the block alone, the record proves it of the batch.
        sandbox.write("repo/run.sh", "one\n");
        sandbox.write(
            "repo/reply.md",
            "run.sh\n```\n<<<<<<< SEARCH\none\n=======\none\n\none\n>>>>>>> REPLACE\n```\n",
        );
        for _ in 0..2 {
            assert!(sr(&work, &["apply", "reply.md"]).status.success());
        }
        let log = std::fs::read_to_string(work.join(".git/sr/attempts")).expect("a log");
        let said: Vec<_> = log
            .lines()
            .filter(|line| line.contains("\"status\""))
            .map(|line| (line.contains("already-applied"), line.contains("\"batch\":1")))
            .collect();
        assert_eq!(said, [(false, true), (true, true)], "{log}");
    });
}

#[test]
fn a_damaged_record_is_called_by_its_number() {
    sandboxed("a_damaged_record_is_called_by_its_number", |sandbox| {
        let work = sandbox.init("repo", &[]);
        sandbox.write("repo/.env", "key=old\n");
        sandbox.write("repo/reply.md", ".env\n<<<<<<< SEARCH\nkey=old\n=======\nkey=new\n>>>>>>> REPLACE\n");
        assert!(sr(&work, &["apply", "--allow", ".env", "reply.md"]).status.success());
        std::fs::remove_file(work.join(".git/sr/private/1")).expect("to remove");
        let damaged = |arguments: &[&str]| {
            let output = sr(&work, arguments);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(128), "{said}");
            assert!(said.contains("the record of batch 1 is damaged"), "{said}");
            assert!(said.contains("git sr forget 1"), "{said}");
        };
        damaged(&["undo"]);
        let empty = sandbox.line(&work, &["hash-object", "-w", "-t", "tree", "/dev/null"]);
        sandbox.git(&work, &["update-ref", "refs/worktree/sr/1", &empty]);
        damaged(&["undo"]);
        damaged(&["show", "1"]);
        assert!(sr(&work, &["forget", "1"]).status.success());
    });
}
