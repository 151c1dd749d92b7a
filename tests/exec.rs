//! `--exec`: a batch stays if the command succeeds, and is taken back otherwise.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "exec/killed.rs"]
mod killed;
mod obey;
mod place;
#[path = "sandbox/program.rs"]
mod program;
mod sandbox;
#[path = "exec/told.rs"]
mod told;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use place::{Place, edit, said};
use program::{TEXT, done, program, read, run};
use sandbox::{Sandbox, sandboxed};

fn repository(sandbox: &Sandbox) -> PathBuf {
    program::repository(sandbox, "work", &["a.txt", "sub/c.txt"])
}

fn reply() -> String {
    [edit("a.txt", "two", "2"), edit("new/b.txt", "", "hello")].concat()
}

/// State of work tree and index by git, and the commit of `HEAD`.
fn state(sandbox: &Sandbox, folder: &Path) -> [String; 3] {
    [&["diff", "HEAD"][..], &["status", "--porcelain", "-uall"], &["rev-parse", "HEAD"]]
        .map(|arguments| sandbox.line(folder, arguments))
}

#[test]
fn a_batch_that_the_command_refuses_is_taken_back_wherever_it_was_made() {
    sandboxed("a_batch_that_the_command_refuses_is_taken_back_wherever_it_was_made", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("sub/c.txt"), TEXT.replace("six", "mine"));
        let before = state(sandbox, &folder);
        let check = "grep -q 2 a.txt && cat new/b.txt && exit 3";
        for more in [&[][..], &["--index"], &["--commit"], &["--stash"], &["--backup"]] {
            let arguments = [&["apply", "--exec", check], more].concat();
            let (out, err, code) = said(&run(sandbox, &folder, &arguments, &reply()));
            assert_eq!((out.as_str(), code), ("", Some(1)), "{arguments:?}: {err}");
            assert!(err.starts_with(&format!("running '{check}'\nhello\n")), "{arguments:?}: {err}");
            assert!(err.contains("failed (exit status 3); batch"), "{arguments:?}: {err}");
            assert!(err.contains("is taken back\n"), "{arguments:?}: {err}");
            assert_eq!(state(sandbox, &folder), before, "{arguments:?}");
        }
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "");
    });
}

#[test]
fn a_batch_of_the_index_alone_is_taken_back_there() {
    sandboxed("a_batch_of_the_index_alone_is_taken_back_there", |sandbox| {
        let folder = repository(sandbox);
        let before = state(sandbox, &folder);
        let check = ["apply", "--exit-code", "--cached", "--exec", "git diff --cached --quiet"];
        let (_, err, code) = said(&run(sandbox, &folder, &check, &edit("a.txt", "two", "2")));
        assert_eq!((code, state(sandbox, &folder)), (Some(9), before), "{err}");
    });
}

#[test]
fn the_command_sees_the_batch_from_the_root_before_it_is_committed() {
    sandboxed("the_command_sees_the_batch_from_the_root_before_it_is_committed", |sandbox| {
        let folder = repository(sandbox);
        let check = "git diff --cached --name-only && git rev-list --count HEAD && cat";
        let arguments = ["apply", "--commit", "--exec", check];
        let (out, err) = done(sandbox, &folder.join("sub"), &arguments, &reply());
        assert!(err.starts_with(&format!("running '{check}'\na.txt\nnew/b.txt\n1\n")), "{err}");
        assert!(!out.contains("a.txt\nnew/b.txt"), "{out}");
        assert_eq!(sandbox.line(&folder, &["rev-list", "--count", "HEAD"]), "2");
    });
}

#[test]
fn what_is_still_to_be_judged_or_committed_is_listed_as_unfinished() {
    sandboxed("what_is_still_to_be_judged_or_committed_is_listed_as_unfinished", |sandbox| {
        let folder = repository(sandbox);
        let look = format!("'{0}' log >>../log && '{0}' show --json >>../log", env!("CARGO_BIN_EXE_git-sr"));
        done(sandbox, &folder, &["apply", "--exec", &look], &reply());
        let log = || std::fs::read_to_string(sandbox.path("log")).expect("to read");
        assert!(log().contains("  unfinished  ") && log().contains(r#""state": "unfinished""#), "{}", log());
        std::fs::remove_file(sandbox.path("log")).expect("to remove");
        let hook = folder.join(".git/hooks/pre-commit");
        sandbox.write(&hook, format!("#!/bin/sh\n{look}\n"));
        std::fs::set_permissions(hook, PermissionsExt::from_mode(0o755)).expect("to set");
        done(sandbox, &folder, &["apply", "--commit", "-m", "c"], &edit("sub/c.txt", "one", "1"));
        assert_eq!(log().matches("unfinished").count(), 2, "{}", log());
        let (out, _) = done(sandbox, &folder, &["log"], "");
        assert!(out.matches("  applied  ").count() == 2, "{out}");
    });
}

#[test]
fn the_configured_command_is_run_unless_an_option_names_another_one() {
    sandboxed("the_configured_command_is_run_unless_an_option_names_another_one", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["config", "sr.exec", "echo configured; false"]);
        let (_, err, code) = said(&run(sandbox, &folder, &["apply"], &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.starts_with("running 'echo configured; false'\nconfigured\n"), "{err}");
        for not_written in ["-n", "--check", "--stat"] {
            let (_, err) = done(sandbox, &folder, &["apply", not_written], &reply());
            assert!(!err.contains("configured"), "{not_written}: {err}");
        }
        done(sandbox, &folder, &["apply", "--exec="], &reply());
        assert_eq!(read(&folder, "new/b.txt"), "hello\n");
        // There is nothing to do any more, so that there is nothing to look at.
        done(sandbox, &folder, &["apply"], &reply());
    });
}

#[test]
fn what_the_command_edits_elsewhere_in_the_files_stays() {
    sandboxed("what_the_command_edits_elsewhere_in_the_files_stays", |sandbox| {
        let folder = repository(sandbox);
        let arguments = ["apply", "--exec", "sed -i s/six/6/ a.txt; false"];
        let (_, err, _) = said(&run(sandbox, &folder, &arguments, &reply()));
        assert!(err.contains("is taken back, but for what was edited meanwhile in 'a.txt'"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("six", "6"));
        assert!(!folder.join("new").exists());
    });
}

#[test]
fn a_batch_whose_lines_the_command_edits_stands_and_it_is_said() {
    sandboxed("a_batch_whose_lines_the_command_edits_stands_and_it_is_said", |sandbox| {
        let folder = repository(sandbox);
        let arguments = ["apply", "--exec", "sed -i s/2/two!/ a.txt; false"];
        let (_, err, code) = said(&run(sandbox, &folder, &arguments, &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("batch 1 stays in the files, since 'a.txt' changed meanwhile"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("two", "two!"));
    });
}

#[test]
fn a_signal_stops_the_command_and_takes_the_batch_back() {
    sandboxed("a_signal_stops_the_command_and_takes_the_batch_back", |sandbox| {
        let folder = repository(sandbox);
        let before = state(sandbox, &folder);
        let arguments = ["apply", "--exec", "kill -TERM $PPID; sleep 2; : >../went-on"];
        let (_, err, code) = said(&run(sandbox, &folder, &arguments, &reply()));
        assert!(err.contains("stopped by signal 15; batch 1 is taken back"), "{err}");
        assert_eq!((code, state(sandbox, &folder)), (Some(128 + 15), before));
    });
}

#[test]
fn the_object_says_what_failed() {
    sandboxed("the_object_says_what_failed", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write("reply.md", reply());
        let reply = sandbox.path("reply.md");
        let output = program(&folder, &["apply", "--json", "--exec", "echo no; false"]).arg(&reply).output();
        let output = output.expect("to run");
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!((&object["status"], &object["class"]), (&"error".into(), &"exec".into()), "{object}");
        assert_eq!(object["message"], "'echo no; false' failed (exit status 1); batch 1 is taken back");
    });
}

#[test]
fn a_command_that_changes_the_branch_gets_no_commit_there() {
    sandboxed("a_command_that_changes_the_branch_gets_no_commit_there", |sandbox| {
        let folder = repository(sandbox);
        let arguments = ["apply", "--commit", "--exec", "git switch -q -c other"];
        let (_, err, code) = said(&run(sandbox, &folder, &arguments, &edit("a.txt", "two", "2")));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("HEAD moved while the command ran; batch 1 is taken back"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT);
        assert_eq!(
            sandbox.git(&folder, &["rev-parse", "HEAD"]),
            sandbox.git(&folder, &["rev-parse", "@{-1}"])
        );
    });
}

#[test]
fn what_the_command_committed_before_it_failed_stays() {
    sandboxed("what_the_command_committed_before_it_failed_stays", |sandbox| {
        let folder = repository(sandbox);
        let arguments = ["apply", "--exec", "git commit -qam mine; false"];
        let (_, err, code) = said(&run(sandbox, &folder, &arguments, &edit("a.txt", "two", "2")));
        assert_eq!(code, Some(1), "{err}");
        assert!(
            err.contains("batch 1 stays in the files, since a commit has changed them meanwhile"),
            "{err}"
        );
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("two", "2"));
    });
}

#[test]
fn the_command_works_on_the_repository_that_the_batch_went_to() {
    sandboxed("the_command_works_on_the_repository_that_the_batch_went_to", |sandbox| {
        let folder = repository(sandbox);
        let sub = folder.join("sub");
        let mut program = program(&sub, &["apply", "--exec", "git rev-parse --absolute-git-dir"]);
        sandbox.write("reply.md", edit("a.txt", "two", "2"));
        let output = program
            .arg(sandbox.path("reply.md"))
            .env("GIT_DIR", "../.git")
            .env("GIT_WORK_TREE", "..")
            .output();
        let (_, err, code) = said(&output.expect("to run"));
        assert_eq!(code, Some(0), "{err}");
        let git = folder.join(".git").canonicalize().expect("a folder");
        assert!(err.contains(&git.display().to_string()), "{err}");
    });
}

#[test]
fn what_the_command_staged_before_it_failed_is_said() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let (_, err, code) =
        said(&place.run(&["apply", "--exec", "git add -A; exit 1"], &edit("a.txt", "two", "2")));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    let message = "batch 1 is taken back, but the index still has the change of 'a.txt'";
    assert!(err.contains(message), "{err}");
    assert!(err.contains("hint: unstage the change: git restore --staged -- a.txt\n"), "{err}");
    place.git(&["restore", "--staged", "--", "a.txt"]);
    assert_eq!(place.git_says(&["status", "--porcelain"]), "");
}

#[test]
fn a_batch_that_the_command_put_on_the_stash_is_said_to_be_there() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let arguments = ["apply", "--feedback", "--exec", "git stash -q -u; exit 1"];
    let (out, err, code) = said(&place.run(&arguments, &edit("a.txt", "two", "2")));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    assert!(
        err.contains("batch 1 is not in the files: the newest stash has 'a.txt' as it left them"),
        "{err}"
    );
    assert!(
        err.contains("hint: take it out of the stash first: git stash pop; then: git sr undo 1\n"),
        "{err}"
    );
    assert!(out.contains("The blocks are on git's stash, so that the files do not have them"), "{out}");
}

#[test]
fn a_batch_is_taken_back_although_the_command_removed_our_folder() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let arguments = ["apply", "--exec", "rm -rf .git/sr; exit 1"];
    let (_, err, code) = said(&place.run(&arguments, &edit("a.txt", "two", "2")));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    assert!(err.contains("; batch 1 is taken back\n"), "{err}");
}

#[test]
fn what_the_command_changed_in_the_batch_is_said_with_the_undo_that_works() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let reply = edit("a.txt", "two", "2");
    for (more, have) in [(&[][..], "the batch has"), (&["--commit"], "the batch and its commit have")] {
        let arguments = [&["apply", "--json", "--exec", "sed -i s/2/TWO/ a.txt"], more].concat();
        let (out, err, code) = said(&place.run(&arguments, &reply));
        assert_eq!(code, Some(0), "{err}");
        let warning =
            format!("warning: the command changed 'a.txt'; {have} what the reply says, without that\n");
        assert!(err.contains(&warning) && !err.contains("'git sr undo' takes it back"), "{err}");
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(json["undo"], "git sr undo --merge");
        place.run(&["undo", "--force"], "");
        assert_eq!(place.read("a.txt"), TEXT);
    }
    let (_, err, _) = said(&place.run(&["apply", "--exec", "sed -i s/six/SIX/ a.txt"], &reply));
    assert!(err.contains("hint: take it back, but for what was edited since: git sr undo"), "{err}");
}
