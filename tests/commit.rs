//! `--commit`: what is committed, what stays as it was, and what hooks make of it. git is the oracle.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "commit/branch.rs"]
mod branch;
#[path = "commit/ends.rs"]
mod ends;
#[path = "commit/hooks.rs"]
mod hooks;
#[path = "commit/meanwhile.rs"]
mod meanwhile;
#[path = "commit/message.rs"]
mod message;
mod obey;
#[path = "commit/others.rs"]
mod others;
mod place;
#[path = "sandbox/program.rs"]
mod program;
mod sandbox;
#[path = "commit/under_way.rs"]
mod under_way;
#[path = "commit/undone.rs"]
mod undone;
#[path = "commit/ways.rs"]
mod ways;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use place::{edit, said};
use program::{TEXT, done, program, read, run};
use sandbox::{Sandbox, sandboxed};

/// It must fail, with nothing changed. Gives what it says.
fn refused(sandbox: &Sandbox, folder: &Path, arguments: &[&str], reply: &str) -> (String, Option<i32>) {
    let before =
        (state(sandbox, folder), sandbox.line(folder, &["for-each-ref", "refs/heads", "refs/remotes"]));
    let (_, err, code) = said(&run(sandbox, folder, arguments, reply));
    assert_ne!(code, Some(0), "{arguments:?}: {err}");
    assert_eq!(
        (state(sandbox, folder), sandbox.line(folder, &["for-each-ref", "refs/heads", "refs/remotes"])),
        before,
        "{err}"
    );
    (err, code)
}

fn repository(sandbox: &Sandbox) -> PathBuf {
    repository_at(sandbox, "work")
}

fn repository_at(sandbox: &Sandbox, name: &str) -> PathBuf {
    program::repository(sandbox, name, &["a.txt", "b.txt", "sub/c.txt", "run.sh", "gone/d.txt"])
}

/// Everything that git says of the work tree and the index.
fn state(sandbox: &Sandbox, folder: &Path) -> (String, String, String) {
    let git = |arguments: &[&str]| sandbox.line(folder, arguments);
    (git(&["diff", "--cached", "HEAD", "--"]), git(&["diff"]), git(&["status", "--porcelain", "-uall"]))
}

fn head(sandbox: &Sandbox, folder: &Path) -> String {
    sandbox.line(folder, &["rev-parse", "HEAD"])
}

fn hook(folder: &Path, name: &str, script: &str) {
    let hooks = folder.join(".git/hooks");
    std::fs::create_dir_all(&hooks).expect("a folder");
    std::fs::write(hooks.join(name), format!("#!/bin/sh\n{script}\n")).expect("to write");
    std::fs::set_permissions(hooks.join(name), PermissionsExt::from_mode(0o755)).expect("a mode");
}

fn one() -> String {
    edit("a.txt", "one", "1")
}

fn many() -> String {
    let whole = "gone/d.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
    let renamed = "sub/c.txt\n<<<<<<< RENAME\nsub/deep/e.txt\n>>>>>>> RENAME\n";
    [&one(), &edit("run.sh", "two", "2"), &edit("new/x.txt", "", "hello"), whole, renamed].concat()
}

#[test]
fn the_commit_is_the_one_that_git_apply_and_git_commit_make() {
    sandboxed("the_commit_is_the_one_that_git_apply_and_git_commit_make", |sandbox| {
        let (ours, gits) = (repository_at(sandbox, "ours"), repository_at(sandbox, "gits"));
        let message = "Subject \n\n\nbody\n# no comment\n\n";
        let (diff, _) = done(sandbox, &ours, &["apply", "-n"], &many());
        let (out, _) = done(sandbox, &ours, &["apply", "-m", message], &many());
        sandbox.write("diff", diff);
        sandbox.git(&gits, &["apply", "--index", "../diff"]);
        let printed = sandbox.line(&gits, &["commit", "-m", message]);
        assert_eq!(out.lines().last(), printed.lines().next());
        assert_eq!(head(sandbox, &ours), head(sandbox, &gits));
        for arguments in [&["reflog"][..], &["reflog", "main"], &["status", "--porcelain"]] {
            assert_eq!(sandbox.line(&ours, arguments), sandbox.line(&gits, arguments), "{arguments:?}");
        }
        sandbox.git(&ours, &["fsck", "--strict"]);
        // With a hook the same, by git itself.
        let hooked = repository_at(sandbox, "hooked");
        hook(&hooked, "pre-commit", "true");
        done(sandbox, &hooked, &["apply", "-m", message], &many());
        assert_eq!(head(sandbox, &hooked), head(sandbox, &gits));
        assert_eq!(sandbox.line(&hooked, &["status", "--porcelain"]), "");
    });
}

/// Dirty lines in a file of the batch, and files that are staged, dirty, removed, announced or untracked
/// beside it.
fn dirty(sandbox: &Sandbox, folder: &Path) {
    sandbox.write(folder.join("a.txt"), TEXT.replace("seven", "seven of mine"));
    sandbox.write(folder.join("b.txt"), TEXT.replace("two", "two staged"));
    sandbox.git(folder, &["add", "b.txt"]);
    sandbox.write(folder.join("b.txt"), TEXT.replace("two", "two staged, then dirty"));
    sandbox.git(folder, &["rm", "-q", "--cached", "gone/d.txt"]);
    sandbox.write(folder.join("announced.txt"), "x\n");
    sandbox.git(folder, &["add", "-N", "announced.txt"]);
    sandbox.write(folder.join("untracked.txt"), "x\n");
}

#[test]
fn while_a_merge_is_under_way_it_is_refused() {
    sandboxed("while_a_merge_is_under_way_it_is_refused", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["checkout", "-qb", "side"]);
        sandbox.write(folder.join("b.txt"), "side\n");
        sandbox.git(&folder, &["commit", "-qam", "side"]);
        sandbox.git(&folder, &["checkout", "-q", "main"]);
        sandbox.write(folder.join("b.txt"), "main\n");
        sandbox.git(&folder, &["commit", "-qam", "main"]);
        let _ = sandbox.try_git(&folder, &["merge", "-q", "side"]);
        let (err, code) = refused(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(err.contains("cannot commit while a merge is under way; nothing was written"), "{err}");
        assert!(err.contains("git merge --continue"), "{err}");
        assert_eq!(code, Some(1));
        sandbox.git(&folder, &["merge", "--abort"]);
        sandbox.write(folder.join("b.txt"), "stashed\n");
        sandbox.git(&folder, &["stash", "-q"]);
        sandbox.write(folder.join("b.txt"), "other\n");
        sandbox.git(&folder, &["commit", "-qam", "other"]);
        let _ = sandbox.try_git(&folder, &["stash", "pop", "-q"]);
        let reply = edit("b.txt", "other", "1");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &reply);
        assert!(err.contains("cannot commit 'b.txt': it is not merged"), "{err}");
    });
}

#[test]
fn line_endings_and_filters_are_those_of_git_add() {
    sandboxed("line_endings_and_filters_are_those_of_git_add", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join(".gitattributes"), "*.txt text eol=crlf\n*.up filter=up\n");
        sandbox.git(&folder, &["config", "filter.up.clean", "tr a-z A-Z"]);
        sandbox.git(&folder, &["config", "filter.up.smudge", "tr A-Z a-z"]);
        sandbox.write(folder.join("x.up"), "abc\ndef\n");
        sandbox.write(folder.join("a.txt"), TEXT.replace('\n', "\r\n"));
        sandbox.git(&folder, &["add", "-A"]);
        sandbox.git(&folder, &["commit", "-qm", "attributes"]);
        let reply = [one(), edit("x.up", "abc", "xyz"), edit("new.txt", "", "hello")].concat();
        done(sandbox, &folder, &["apply", "--commit"], &reply);
        assert_eq!(state(sandbox, &folder).2, "");
        assert_eq!(sandbox.line(&folder, &["show", "HEAD:x.up"]), "XYZ\nDEF");
        assert!(read(&folder, "a.txt").starts_with("1\r\n"));
        assert!(sandbox.line(&folder, &["show", "HEAD:a.txt"]).starts_with("1\ntwo"));
        sandbox.git(&folder, &["add", "--renormalize", "."]);
        assert_eq!(sandbox.line(&folder, &["diff", "--cached"]), "");
    });
}

#[test]
fn the_object_names_the_commit_or_the_class() {
    sandboxed("the_object_names_the_commit_or_the_class", |sandbox| {
        let folder = repository(sandbox);
        let object = |output: &Output| -> serde_json::Value {
            serde_json::from_slice(&output.stdout).expect("one object")
        };
        let made = run(sandbox, &folder, &["apply", "--commit", "--json"], &one());
        assert_eq!(object(&made)["commit"], head(sandbox, &folder));
        hook(&folder, "pre-commit", "exit 1");
        let failed = run(sandbox, &folder, &["apply", "--commit", "--json"], &edit("b.txt", "one", "1"));
        assert_eq!((object(&failed)["class"].as_str(), failed.status.code()), (Some("commit"), Some(1)));
        sandbox.write(folder.join("b.txt"), "mine\n");
        let stale = run(sandbox, &folder, &["apply", "--commit", "--json"], &edit("b.txt", "mine", "1"));
        assert_eq!((object(&stale)["class"].as_str(), stale.status.code()), (Some("stale"), Some(1)));
    });
}

/// A commit of somebody else, made while a hook runs.
const FOREIGN: &str = "unset GIT_INDEX_FILE; echo theirs >theirs.txt; git add theirs.txt; \
     git commit -q --no-verify -m theirs theirs.txt";

#[test]
fn a_commit_that_the_index_could_not_follow_is_finished_by_the_next_command() {
    sandboxed("a_commit_that_the_index_could_not_follow_is_finished_by_the_next_command", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "sed -i 's/^1$/formatted/' a.txt; git add a.txt; : >.git/index.lock");
        done(sandbox, &folder, &["apply", "--commit"], &one());
        std::fs::remove_file(folder.join(".git/index.lock")).expect("a lock");
        std::fs::remove_file(folder.join(".git/hooks/pre-commit")).expect("a hook");
        done(sandbox, &folder, &["recover"], "");
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "");
        assert_eq!(sandbox.line(&folder, &["show", "HEAD:a.txt"]) + "\n", TEXT.replace("one", "formatted"));
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(
            (read(&folder, "a.txt").as_str(), sandbox.line(&folder, &["status", "--porcelain"]).as_str()),
            (TEXT, "")
        );
        assert_eq!(sandbox.line(&folder, &["rev-list", "--count", "HEAD"]), "1");
    });
}
