//! Commands that fail, that come at the wrong time, or that are sent once more: what becomes of commits and
//! of what is staged.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "again/failed.rs"]
mod failed;
mod obey;
mod place;
#[path = "sandbox/program.rs"]
mod program;
mod sandbox;

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use place::{edit, said};
use program::{TEXT, done, read, run};
use sandbox::{Sandbox, sandboxed};

fn repository(sandbox: &Sandbox) -> PathBuf {
    program::repository(sandbox, "work", &["a.txt", "b.txt", "a/x.txt", "b/x.txt"])
}

fn hook(folder: &Path, name: &str, script: &str) {
    let hooks = folder.join(".git/hooks");
    std::fs::create_dir_all(&hooks).expect("a folder");
    std::fs::write(hooks.join(name), format!("#!/bin/sh\n{script}\n")).expect("to write");
    std::fs::set_permissions(hooks.join(name), PermissionsExt::from_mode(0o755)).expect("a mode");
}

/// State of `HEAD`, the index and the files by git.
fn state(sandbox: &Sandbox, folder: &Path) -> [String; 4] {
    let git = |arguments: &[&str]| sandbox.line(folder, arguments);
    [
        git(&["rev-parse", "HEAD"]),
        git(&["diff", "--cached"]),
        git(&["diff"]),
        git(&["status", "--porcelain", "-uall"]),
    ]
}

/// It must fail, with nothing changed. Gives what it says.
fn refused(sandbox: &Sandbox, folder: &Path, arguments: &[&str], reply: &str) -> String {
    let before = state(sandbox, folder);
    let (_, err, code) = said(&run(sandbox, folder, arguments, reply));
    assert!(code.is_some_and(|code| code != 0), "{arguments:?}: {err}");
    assert_eq!(state(sandbox, folder), before, "{err}");
    err
}

fn committed(sandbox: &Sandbox, folder: &Path) -> String {
    sandbox.line(folder, &["show", "--format=", "--name-only"])
}

fn status(sandbox: &Sandbox, folder: &Path) -> String {
    sandbox.line(folder, &["status", "--porcelain"])
}

/// The change of a file that [`ab`] makes.
const CHANGED: &str = "one\ntwo\nthree\nthe fourth line\nfive\nsix\nseven\n";

fn change(path: &str) -> String {
    edit(path, "three\nfour\nfive", "three\nthe fourth line\nfive")
}

fn ab() -> String {
    [change("a.txt"), change("b.txt")].concat()
}

#[test]
fn sent_again_a_reply_takes_only_what_is_asked_for() {
    for option in ["--commit", "--index"] {
        sandboxed("sent_again_a_reply_takes_only_what_is_asked_for", |sandbox| {
            let folder = program::repository(sandbox, option, &["a.txt", "b.txt"]);
            done(sandbox, &folder, &["apply"], &ab());
            for choice in [&["--exclude", "b.txt"][..], &["--include", "a.txt"]] {
                done(sandbox, &folder, &[&["apply", option], choice].concat(), &ab());
                let wanted = if option == "--commit" { " M b.txt" } else { "M  a.txt\n M b.txt" };
                assert_eq!(status(sandbox, &folder), wanted);
                done(sandbox, &folder, &["undo"], "");
            }
        });
    }
}

#[test]
fn a_reply_for_another_folder_or_path_is_another_one() {
    sandboxed("a_reply_for_another_folder_or_path_is_another_one", |sandbox| {
        let folder = repository(sandbox);
        let reply = change("x.txt");
        done(sandbox, &folder, &["apply", "--directory", "a"], &reply);
        // Elsewhere it is not applied yet.
        done(sandbox, &folder, &["apply", "--directory", "b"], &reply);
        assert_eq!(read(&folder, "b/x.txt"), CHANGED);
        done(sandbox, &folder, &["apply", "--directory", "b", "--commit"], &reply);
        assert_eq!(committed(sandbox, &folder), "b/x.txt");
        // Nor is it where the name is the end of the other, or the file only has the same name.
        refused(sandbox, &folder, &["apply", "--directory", "ork/a"], &reply);
        refused(sandbox, &folder, &["apply", "--path", "sub/x.txt", "--index"], &reply);
        sandbox.write(folder.join("b.txt"), CHANGED);
        sandbox.git(&folder, &["commit", "-qam", "by hand"]);
        let block = change("a.txt");
        let block = block.strip_prefix("a.txt\n").expect("a path");
        done(sandbox, &folder, &["apply", "--path", "a.txt"], block);
        let (_, err) = done(sandbox, &folder, &["apply", "--path", "b.txt", "--index"], block);
        assert!(err.contains("nothing to do"), "{err}");
        assert_eq!(status(sandbox, &folder), " M a.txt");
    });
}

#[test]
fn a_reply_that_stands_in_part_is_staged_and_committed_whole_or_not_at_all() {
    for option in ["--commit", "--index"] {
        sandboxed("a_reply_that_stands_in_part_is_staged_and_committed_whole_or_not_at_all", |sandbox| {
            let folder = program::repository(sandbox, option, &["a.txt", "b.txt"]);
            done(sandbox, &folder, &["apply"], &ab());
            sandbox.git(&folder, &["checkout", "-q", "b.txt"]);
            let err = refused(sandbox, &folder, &["apply", option], &ab());
            assert!(err.contains("'a.txt' has its change already, from batch 1"), "{err}");
            assert!(err.contains("apply the rest first"), "{err}");
            done(sandbox, &folder, &["apply"], &ab());
            done(sandbox, &folder, &["apply", option], &ab());
            let wanted = if option == "--commit" { "" } else { "M  a.txt\nM  b.txt" };
            assert_eq!(status(sandbox, &folder), wanted);
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(status(sandbox, &folder), " M a.txt\n M b.txt");
            // Committed changes are in nobody's way.
            sandbox.git(&folder, &["commit", "-qm", "a", "a.txt"]);
            sandbox.git(&folder, &["checkout", "-q", "b.txt"]);
            done(sandbox, &folder, &["apply", option], &ab());
            let wanted = if option == "--commit" { "" } else { "M  b.txt" };
            assert_eq!(status(sandbox, &folder), wanted);
        });
    }
}

#[test]
fn what_no_batch_is_known_to_have_made_is_not_passed_over_in_silence() {
    sandboxed("what_no_batch_is_known_to_have_made_is_not_passed_over_in_silence", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("a.txt"), CHANGED);
        sandbox.write(folder.join("b.txt"), CHANGED);
        sandbox.git(&folder, &["commit", "-qm", "b", "b.txt"]);
        let err = refused(sandbox, &folder, &["apply", "--index"], &ab());
        assert!(err.contains("the change is in 'a.txt' already, and not staged"), "{err}");
        assert!(err.contains("git add -- a.txt"), "{err}");
        let err = refused(sandbox, &folder, &["apply", "--commit"], &ab());
        assert!(err.contains("the change is in 'a.txt' already, and not committed"), "{err}");
        assert!(err.contains("git commit -- a.txt"), "{err}");
        sandbox.git(&folder, &["add", "a.txt"]);
        let (_, err) = done(sandbox, &folder, &["apply", "--index"], &ab());
        assert!(err.contains("nothing to do"), "{err}");
        let err = refused(sandbox, &folder, &["apply", "--commit"], &ab());
        assert!(err.contains("not committed"), "{err}");
        sandbox.git(&folder, &["commit", "-qm", "a"]);
        // Other lines are other work.
        sandbox.write(folder.join("a.txt"), CHANGED.replace("seven", "mine"));
        for option in ["--index", "--commit"] {
            let (_, err) = done(sandbox, &folder, &["apply", option], &ab());
            assert!(err.contains("nothing to do"), "{err}");
        }
    });
}

#[test]
fn the_message_names_the_files_that_are_in_the_commit() {
    sandboxed("the_message_names_the_files_that_are_in_the_commit", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply"], &ab());
        sandbox.git(&folder, &["commit", "-qm", "mine", "a.txt"]);
        done(sandbox, &folder, &["apply", "--commit"], &ab());
        assert_eq!(committed(sandbox, &folder), "b.txt");
        assert_eq!(sandbox.line(&folder, &["log", "-1", "--format=%B"]).trim(), "Edit b.txt");
    });
}

#[test]
fn what_a_batch_renamed_made_and_removed_is_taken_when_its_reply_is_sent_again() {
    for option in ["--commit", "--index"] {
        sandboxed("what_a_batch_renamed_made_and_removed_is_taken_when_its_reply_is_sent_again", |sandbox| {
            let files = ["a.txt", "b.txt", "sub/c.txt", "gone/d.txt"];
            let folder = program::repository(sandbox, option, &files);
            let whole = "gone/d.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
            let renamed = "sub/c.txt\n<<<<<<< RENAME\nsub/e.txt\n>>>>>>> RENAME\n";
            let reply = [&ab(), &edit("new/x.txt", "", "hello"), whole, renamed].concat();
            done(sandbox, &folder, &["apply", "--backup=.old"], &reply);
            sandbox.git(&folder, &["add", "-N", "."]);
            sandbox.git(&folder, &["reset", "-q"]);
            // In parts, and then the rest.
            done(sandbox, &folder, &["apply", option, "--include", "sub/**"], &reply);
            let git = |arguments: &[&str]| sandbox.line(&folder, arguments);
            let names = |_: ()| match option {
                "--commit" => git(&["show", "--format=", "--name-status", "--no-renames"]),
                _ => git(&["diff", "--cached", "--name-status", "--no-renames"]),
            };
            assert_eq!(names(()), "D\tsub/c.txt\nA\tsub/e.txt");
            done(sandbox, &folder, &["apply", option, "--exclude", "sub/**"], &reply);
            let rest = "M\ta.txt\nM\tb.txt\nD\tgone/d.txt\nA\tnew/x.txt";
            let both = "M\ta.txt\nM\tb.txt\nD\tgone/d.txt\nA\tnew/x.txt\nD\tsub/c.txt\nA\tsub/e.txt";
            assert_eq!(names(()), if option == "--commit" { rest } else { both });
            done(sandbox, &folder, &["undo", "--count", "3"], "");
            assert_eq!(status(sandbox, &folder), "");
        });
    }
}

#[test]
fn a_correction_or_one_of_two_replies_that_is_sent_again_is_not_passed_over() {
    for option in ["--commit", "--index"] {
        sandboxed("a_correction_or_one_of_two_replies_that_is_sent_again_is_not_passed_over", |sandbox| {
            let folder = program::repository(sandbox, option, &["a.txt", "b.txt"]);
            let what = if option == "--commit" { "not committed" } else { "not staged" };
            let (_, err, _) = said(&run(
                sandbox,
                &folder,
                &["apply"],
                &[change("a.txt"), edit("b.txt", "4 four", "the fourth line")].concat(),
            ));
            assert!(err.contains("--continue"), "{err}");
            done(sandbox, &folder, &["apply", "--continue"], &change("b.txt"));
            let err = refused(sandbox, &folder, &["apply", option], &change("b.txt"));
            assert!(err.contains("the change is in 'b.txt' already") && err.contains(what), "{err}");
            done(sandbox, &folder, &["undo"], "");
            sandbox.write("one.md", change("a.txt"));
            done(sandbox, &folder, &["apply", "../one.md"], &change("b.txt"));
            let err = refused(sandbox, &folder, &["apply", option], &change("b.txt"));
            assert!(err.contains("the change is in 'b.txt' already") && err.contains(what), "{err}");
            // Both are the batch again.
            done(sandbox, &folder, &["apply", option, "../one.md"], &change("b.txt"));
            let wanted = if option == "--commit" { "" } else { "M  a.txt\nM  b.txt" };
            assert_eq!(status(sandbox, &folder), wanted);
        });
    }
}

#[test]
fn a_file_that_git_has_a_part_of_is_not_staged_by_half() {
    for option in ["--commit", "--index"] {
        sandboxed("a_file_that_git_has_a_part_of_is_not_staged_by_half", |sandbox| {
            let folder = program::repository(sandbox, option, &["a.txt"]);
            let reply = [edit("a.txt", "one\ntwo", "one\nthe second line"), change("a.txt")].concat();
            done(sandbox, &folder, &["apply"], &reply);
            let whole = read(&folder, "a.txt");
            sandbox.write(folder.join("a.txt"), whole.replace("the fourth line", "four"));
            let err = refused(sandbox, &folder, &["apply", option], &reply);
            assert!(err.contains("'a.txt' has its change already, from batch 1"), "{err}");
            done(sandbox, &folder, &["apply"], &reply);
            let err = refused(sandbox, &folder, &["apply", option], &reply);
            assert!(err.contains("the change is in 'a.txt' already"), "{err}");
            // An untracked file is staged whole.
            if option == "--index" {
                sandbox.write(folder.join("new.txt"), TEXT.replace("four", "the fourth line"));
                let more = [change("new.txt"), edit("new.txt", "six", "6")].concat();
                done(sandbox, &folder, &["apply", option], &more);
                assert_eq!(sandbox.line(&folder, &["show", ":new.txt"]) + "\n", read(&folder, "new.txt"));
            }
        });
    }
}

#[test]
fn what_git_does_not_take_is_no_hindrance() {
    for option in ["--commit", "--index"] {
        sandboxed("what_git_does_not_take_is_no_hindrance", |sandbox| {
            let folder = program::repository(sandbox, option, &["a.txt", "b.txt"]);
            sandbox.write(folder.join(".git/info/exclude"), "*.log\n");
            sandbox.write(folder.join("x.log"), TEXT);
            let reply = [change("x.log"), change("a.txt")].concat();
            done(sandbox, &folder, &["apply"], &reply);
            done(sandbox, &folder, &["apply", option], &reply);
            let (_, err) = done(sandbox, &folder, &["apply", option], &reply);
            assert!(err.contains("nothing to do"), "{err}");
            sandbox.git(&folder, &["checkout", "-q", "HEAD", "a.txt"]);
            sandbox.git(&folder, &["reset", "-q", "--hard", "HEAD"]);
            let more = [change("x.log"), change("b.txt")].concat();
            done(sandbox, &folder, &["apply", option], &more);
        });
    }
}
