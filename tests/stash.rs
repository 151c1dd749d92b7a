//! `--stash`: the state before is on git's stash, of which git itself is asked.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;
#[path = "sandbox/program.rs"]
mod program;
mod sandbox;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use place::{edit, said};
use program::{TEXT, done, program, read, run};
use sandbox::{Sandbox, sandboxed};

fn repository(sandbox: &Sandbox) -> PathBuf {
    program::repository(sandbox, "work", &["a.txt", "b.txt", "c.txt"])
}

fn status(sandbox: &Sandbox, folder: &Path) -> String {
    sandbox.line(folder, &["status", "--porcelain"])
}

fn hook(folder: &Path, name: &str, script: &str) {
    let hooks = folder.join(".git/hooks");
    std::fs::create_dir_all(&hooks).expect("a folder");
    std::fs::write(hooks.join(name), format!("#!/bin/sh\n{script}\n")).expect("to write");
    std::fs::set_permissions(hooks.join(name), PermissionsExt::from_mode(0o755)).expect("a mode");
}

/// State of every file by git, staged and not, and the bytes of the index.
fn state(sandbox: &Sandbox, folder: &Path) -> (String, String, Vec<u8>) {
    let staged = sandbox.line(folder, &["--no-optional-locks", "diff", "--cached"]);
    let index = std::fs::read(folder.join(".git/index")).expect("an index");
    (staged, sandbox.line(folder, &["--no-optional-locks", "diff"]), index)
}

/// A dirty, a staged and an untracked file besides those of the batch, of which one is dirty too.
fn dirty(sandbox: &Sandbox, folder: &Path) {
    sandbox.write(folder.join("a.txt"), TEXT.replace("seven", "seven of mine"));
    sandbox.write(folder.join("b.txt"), TEXT.replace("two", "two staged"));
    sandbox.git(folder, &["add", "b.txt"]);
    sandbox.write(folder.join("b.txt"), TEXT.replace("two", "two staged, then dirty"));
    sandbox.write(folder.join("new.txt"), "untracked\n");
    sandbox.write(folder.join("other.txt"), "not of the batch\n");
}

#[test]
fn after_undo_git_pops_the_stash_of_a_clean_file() {
    sandboxed("after_undo_git_pops_the_stash_of_a_clean_file", |sandbox| {
        let folder = repository(sandbox);
        let (_, err) = done(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
        assert!(err.contains("stash@{0} holds the state before"), "{err}");
        let listed = sandbox.line(&folder, &["stash", "list"]);
        assert!(listed.starts_with("stash@{0}: On main: git sr: before batch 1 ("), "{listed}");
        done(sandbox, &folder, &["undo"], "");
        sandbox.git(&folder, &["stash", "pop"]);
        assert_eq!((read(&folder, "a.txt").as_str(), status(sandbox, &folder).as_str()), (TEXT, ""));
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "");
    });
}

#[test]
fn after_a_reset_git_pops_staged_dirty_and_untracked_files_as_they_were() {
    sandboxed("after_a_reset_git_pops_staged_dirty_and_untracked_files_as_they_were", |sandbox| {
        let folder = repository(sandbox);
        dirty(sandbox, &folder);
        let (before, said_before) = (state(sandbox, &folder), status(sandbox, &folder));
        let reply =
            [edit("a.txt", "one", "1"), edit("new.txt", "untracked", "changed"), edit("made.txt", "", "x")]
                .concat();
        done(sandbox, &folder, &["apply", "--stash"], &reply);
        assert_eq!(state(sandbox, &folder).2, before.2, "the index stays");
        sandbox.git(&folder, &["reset", "-q", "--hard"]);
        sandbox.git(&folder, &["clean", "-qf", "--", "new.txt", "made.txt"]);
        sandbox.git(&folder, &["stash", "pop", "-q", "--index"]);
        let now = state(sandbox, &folder);
        assert_eq!((now.0, now.1), (before.0, before.1));
        assert_eq!(status(sandbox, &folder), said_before);
        assert_eq!(read(&folder, "new.txt"), "untracked\n");
        sandbox.git(&folder, &["fsck", "--strict", "--no-dangling"]);
    });
}

/// git does not write over local changes, and those are what undo has brought back.
#[test]
fn after_undo_of_a_dirty_file_git_keeps_the_stash_and_the_file() {
    sandboxed("after_undo_of_a_dirty_file_git_keeps_the_stash_and_the_file", |sandbox| {
        let folder = repository(sandbox);
        dirty(sandbox, &folder);
        let before = state(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
        done(sandbox, &folder, &["undo"], "");
        let popped = sandbox.try_git(&folder, &["stash", "pop"]);
        assert!(String::from_utf8_lossy(&popped.stderr).contains("would be overwritten"));
        assert_eq!((state(sandbox, &folder).0, state(sandbox, &folder).1), (before.0, before.1));
        sandbox.git(&folder, &["reset", "-q", "--hard"]);
        sandbox.git(&folder, &["stash", "pop", "-q"]);
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("seven", "seven of mine"));
    });
}

#[test]
fn the_work_tree_is_what_git_stash_create_makes_of_it() {
    sandboxed("the_work_tree_is_what_git_stash_create_makes_of_it", |sandbox| {
        let folder = repository(sandbox);
        dirty(sandbox, &folder);
        sandbox.git(&folder, &["rm", "-q", "--cached", "c.txt"]);
        let wanted = sandbox.line(&folder, &["stash", "create"]);
        done(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
        for side in ["^{tree}", "^1", "^2^{tree}", "^2^1"] {
            let id = |commit: &str| sandbox.line(&folder, &["rev-parse", &format!("{commit}{side}")]);
            assert_eq!(id("stash@{0}"), id(&wanted), "{side}");
        }
    });
}

#[test]
fn on_an_unborn_branch_git_pops_it_too() {
    sandboxed("on_an_unborn_branch_git_pops_it_too", |sandbox| {
        let folder = sandbox.init("work", &[]);
        sandbox.write(folder.join("a.txt"), TEXT);
        sandbox.write(folder.join("new.txt"), TEXT);
        sandbox.git(&folder, &["add", "a.txt"]);
        let before = status(sandbox, &folder);
        let reply = [edit("a.txt", "one", "1"), edit("new.txt", "one", "1")].concat();
        done(sandbox, &folder, &["apply", "--stash"], &reply);
        sandbox.git(&folder, &["rm", "-qf", "a.txt"]);
        std::fs::remove_file(folder.join("new.txt")).expect("to remove");
        sandbox.git(&folder, &["stash", "pop", "-q"]);
        assert_eq!((read(&folder, "a.txt").as_str(), read(&folder, "new.txt").as_str()), (TEXT, TEXT));
        assert_eq!(status(sandbox, &folder), before);
    });
}

#[test]
fn a_file_that_git_does_not_look_at_is_in_it() {
    for flag in ["--skip-worktree", "--assume-unchanged"] {
        sandboxed("a_file_that_git_does_not_look_at_is_in_it", |sandbox| {
            let folder = repository(sandbox);
            sandbox.git(&folder, &["update-index", flag, "a.txt"]);
            let mine = TEXT.replace("seven", "seven of mine");
            sandbox.write(folder.join("a.txt"), &mine);
            done(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
            assert_eq!(sandbox.line(&folder, &["show", "stash@{0}:a.txt"]) + "\n", mine);
            std::fs::remove_dir_all(&folder).expect("to begin anew");
        });
    }
}

#[test]
fn secrets_are_not_in_it() {
    sandboxed("secrets_are_not_in_it", |sandbox| {
        let folder = repository(sandbox);
        for file in [".env", "id_rsa"] {
            sandbox.write(folder.join(file), "key=committed\n");
        }
        sandbox.git(&folder, &["add", "-f", ".env", "id_rsa"]);
        sandbox.git(&folder, &["commit", "-qm", "secrets"]);
        sandbox.write(folder.join(".env"), "key=hidden-staged\n");
        sandbox.git(&folder, &["add", ".env"]);
        sandbox.write(folder.join("id_rsa"), "key=hidden-dirty\n");
        sandbox.write(folder.join("new.pem"), "key=hidden-new\n");
        let reply = [
            edit("a.txt", "one", "1"),
            edit("new.pem", "key=hidden-new", "x"),
            edit("id_rsa", "key=hidden-dirty", "y"),
        ]
        .concat();
        let allow = ["apply", "--stash", "--allow", "new.pem", "--allow", "id_rsa"];
        let (_, err) = done(sandbox, &folder, &allow, &reply);
        assert!(err.contains("note: '.env' holds secrets, and is on the stash as in HEAD"), "{err}");
        for commit in ["stash@{0}", "stash@{0}^2"] {
            for file in [".env", "id_rsa"] {
                let text = sandbox.line(&folder, &["show", &format!("{commit}:{file}")]);
                assert_eq!(text, "key=committed", "{commit}:{file}");
            }
        }
        assert!(!sandbox.try_git(&folder, &["rev-parse", "-q", "--verify", "stash@{0}^3"]).status.success());
        let all = sandbox.git(&folder, &["cat-file", "--batch-all-objects", "--batch"]);
        for secret in ["hidden-dirty", "hidden-new"] {
            assert!(!String::from_utf8_lossy(&all).contains(secret), "{secret}");
        }
    });
}

#[test]
fn a_refused_batch_leaves_no_entry() {
    sandboxed("a_refused_batch_leaves_no_entry", |sandbox| {
        let folder = repository(sandbox);
        let bad = [edit("a.txt", "one", "1"), edit("b.txt", "nowhere", "x")].concat();
        assert_eq!(said(&run(sandbox, &folder, &["apply", "--stash"], &bad)).2, Some(1));
        assert_eq!(
            said(&run(sandbox, &folder, &["apply", "--stash", "-n"], &edit("a.txt", "one", "1"))).2,
            Some(0)
        );
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "");
    });
}

#[test]
fn a_batch_that_cannot_be_written_leaves_the_older_entries_alone() {
    sandboxed("a_batch_that_cannot_be_written_leaves_the_older_entries_alone", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("b.txt"), "mine\n");
        sandbox.git(&folder, &["stash", "push", "-q"]);
        let listed = sandbox.line(&folder, &["stash", "list"]);
        std::fs::create_dir_all(folder.join(".git/refs")).expect("a folder");
        // The record of the batch cannot be named.
        sandbox.write(folder.join(".git/refs/sr"), "in the way\n");
        let output = run(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
        assert_ne!(said(&output).2, Some(0));
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), listed);
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn where_it_cannot_be_made_nothing_is_applied() {
    sandboxed("where_it_cannot_be_made_nothing_is_applied", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join(".git/refs/stash.lock"), "");
        let output = run(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1"));
        let (_, err, code) = said(&output);
        assert_eq!(code, Some(128), "{err}");
        assert!(err.contains("cannot put the state before the batch on the stash"), "{err}");
        assert_eq!((read(&folder, "a.txt").as_str(), status(sandbox, &folder).as_str()), (TEXT, ""));
    });
}

#[test]
fn unmerged_paths_are_refused() {
    sandboxed("unmerged_paths_are_refused", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["checkout", "-qb", "side"]);
        sandbox.write(folder.join("b.txt"), "side\n");
        sandbox.git(&folder, &["commit", "-qam", "side"]);
        sandbox.git(&folder, &["checkout", "-q", "main"]);
        sandbox.write(folder.join("b.txt"), "main\n");
        sandbox.git(&folder, &["commit", "-qam", "main"]);
        assert!(!sandbox.try_git(&folder, &["merge", "-q", "side"]).status.success());
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--stash"], &edit("a.txt", "one", "1")));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("'b.txt' is not merged; nothing was written"), "{err}");
    });
}

#[test]
fn the_object_names_the_commit() {
    sandboxed("the_object_names_the_commit", |sandbox| {
        let folder = repository(sandbox);
        let (out, _) = done(sandbox, &folder, &["apply", "--stash", "--json"], &edit("a.txt", "one", "1"));
        let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(object["stash"], sandbox.line(&folder, &["rev-parse", "stash@{0}"]));
    });
}

#[test]
fn a_user_without_a_name_and_a_linked_work_tree_are_no_obstacle() {
    sandboxed("a_user_without_a_name_and_a_linked_work_tree_are_no_obstacle", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["config", "user.useConfigOnly", "true"]);
        sandbox.git(&folder, &["worktree", "add", "-q", "-b", "side", "../side"]);
        sandbox.write("reply.md", edit("a.txt", "one", "1"));
        let mut program = program(&sandbox.path("side"), &["apply", "--stash", "../reply.md"]);
        for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
            program.env_remove(name);
        }
        let (_, err, code) = said(&program.output().expect("to run"));
        assert_eq!(code, Some(0), "{err}");
        let listed = sandbox.line(&folder, &["stash", "list"]);
        assert!(listed.starts_with("stash@{0}: On side: git sr: before batch 1 ("), "{listed}");
    });
}

#[test]
fn an_entry_that_the_user_makes_meanwhile_stays_and_ours_is_not_left() {
    sandboxed("an_entry_that_the_user_makes_meanwhile_stays_and_ours_is_not_left", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("c.txt"), "mine\n");
        hook(&folder, "pre-commit", "git stash push -q -m users -- c.txt; exit 1");
        let output = run(sandbox, &folder, &["apply", "--commit", "--stash"], &edit("a.txt", "one", "1"));
        let (_, err, code) = said(&output);
        assert_eq!(code, Some(1), "{err}");
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "stash@{0}: On main: users");
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn a_run_that_is_killed_before_its_batch_stands_leaves_no_entry() {
    sandboxed("a_run_that_is_killed_before_its_batch_stands_leaves_no_entry", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "kill -KILL $(ps -o ppid= -p $PPID); exit 1");
        let output = run(sandbox, &folder, &["apply", "--commit", "--stash"], &edit("a.txt", "one", "1"));
        assert_eq!(said(&output).2, None);
        done(sandbox, &folder, &["recover"], "");
        assert_eq!(read(&folder, "a.txt"), TEXT);
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "");
    });
}

#[test]
fn where_the_batch_stands_and_the_stash_does_not_have_the_state_before_it_is_said() {
    sandboxed("where_the_batch_stands_and_the_stash_does_not_have_the_state_before_it_is_said", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "post-commit", "touch .git/refs/stash.lock");
        let output = run(sandbox, &folder, &["apply", "--commit", "--stash"], &edit("a.txt", "one", "1"));
        let (_, err, code) = said(&output);
        assert_eq!(code, Some(128), "{err}");
        assert!(err.contains("batch 1 is applied, but the state before is not on the stash"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "1"));
        std::fs::remove_file(folder.join(".git/refs/stash.lock")).expect("a lock");
        // The hint says how it gets there all the same.
        let command = err.split("git stash store ").nth(1).expect("a command").trim_end();
        let id = command.rsplit(' ').next().expect("a commit");
        sandbox.git(&folder, &["stash", "store", id]);
        assert_eq!(sandbox.line(&folder, &["show", "stash@{0}:a.txt"]) + "\n", TEXT);
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}
