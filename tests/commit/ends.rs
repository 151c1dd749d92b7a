//! Ends of runs that fail once git has made the commit, or that a signal stops.

use super::*;

/// The program, with a `git` on its path that is this script; it calls the real one by `$GIT`.
fn with_git(sandbox: &Sandbox, folder: &Path, arguments: &[&str], script: &str) -> (String, Option<i32>) {
    let path = std::env::var_os("PATH").expect("a path");
    let real = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|git| git.is_file());
    let wrapper = sandbox.path("wrap");
    std::fs::create_dir_all(&wrapper).expect("a folder");
    std::fs::write(wrapper.join("git"), format!("#!/bin/sh\n{script}\nexec \"$GIT\" \"$@\"\n"))
        .expect("to write");
    std::fs::set_permissions(wrapper.join("git"), PermissionsExt::from_mode(0o755)).expect("a mode");
    sandbox.write("reply.md", one());
    let folders = [wrapper].into_iter().chain(std::env::split_paths(&path));
    let output = program(folder, arguments)
        .args((arguments[0] == "apply").then_some("../reply.md"))
        .env("GIT", real.expect("git"))
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .output()
        .expect("to run");
    let (_, err, code) = said(&output);
    (err, code)
}

/// Another branch, merged without a commit. Gives the message that git keeps for it.
fn squash(sandbox: &Sandbox, folder: &Path) -> String {
    sandbox.git(folder, &["checkout", "-qb", "side"]);
    sandbox.write(folder.join("b.txt"), "side\n");
    sandbox.git(folder, &["commit", "-qam", "side"]);
    sandbox.git(folder, &["checkout", "-q", "main"]);
    sandbox.git(folder, &["merge", "-q", "--squash", "side"]);
    read(folder, ".git/SQUASH_MSG")
}

/// `HEAD` has the commit, and the record knows of it: undo takes both back.
fn is_whole(sandbox: &Sandbox, folder: &Path) {
    assert_eq!(sandbox.line(folder, &["rev-list", "--count", "HEAD"]), "2");
    done(sandbox, folder, &["undo"], "");
    assert_eq!(sandbox.line(folder, &["rev-list", "--count", "HEAD"]), "1");
    assert_eq!(read(folder, "a.txt"), TEXT);
    assert_eq!(sandbox.line(folder, &["diff", "HEAD", "--", "a.txt"]), "");
}

#[test]
fn a_batch_whose_record_is_gone_is_said_to_have_none() {
    sandboxed("ends::a_batch_whose_record_is_gone_is_said_to_have_none", |sandbox| {
        let folder = repository(sandbox);
        let script =
            "git for-each-ref --format='delete %(refname)' refs/sr refs/worktree/sr | git update-ref --stdin
            exit 1";
        hook(&folder, "pre-commit", script);
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("batch 1 stays in the files, since its record is gone or"), "{err}");
        assert!(!err.contains("git sr undo"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "1"));
    });
}

#[test]
fn a_message_that_cannot_be_put_back_does_not_unmake_the_commit() {
    sandboxed("ends::a_message_that_cannot_be_put_back_does_not_unmake_the_commit", |sandbox| {
        let folder = repository(sandbox);
        squash(sandbox, &folder);
        hook(&folder, "post-commit", "ln -s /nowhere/at/all .git/SQUASH_MSG");
        done(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(!folder.join(".git/sr/moving").exists());
        is_whole(sandbox, &folder);
    });
}

#[test]
fn what_git_does_not_tell_of_a_commit_that_it_made_is_found_out_by_the_next_run() {
    sandboxed(
        "ends::what_git_does_not_tell_of_a_commit_that_it_made_is_found_out_by_the_next_run",
        |sandbox| {
            let folder = repository(sandbox);
            hook(&folder, "pre-commit", "sed -i 's/^1$/formatted/' a.txt; git add a.txt");
            let script = "[ \"$1\" = diff-tree ] && { echo no memory >&2; exit 128; }";
            let (err, code) = with_git(sandbox, &folder, &["apply", "--commit"], script);
            assert_eq!(code, Some(0), "{err}");
            assert!(
                err.contains("the commit is made, but the index or the record could not be updated"),
                "{err}"
            );
            done(sandbox, &folder, &["recover"], "");
            is_whole(sandbox, &folder);
        },
    );
}

#[test]
fn a_git_that_is_killed_when_it_has_moved_head_has_done_its_work() {
    sandboxed("ends::a_git_that_is_killed_when_it_has_moved_head_has_done_its_work", |sandbox| {
        let folder = repository(sandbox);
        let killed = "[ \"$1\" = update-ref ] && { \"$GIT\" \"$@\"; kill -KILL $$; }";
        for (arguments, commits) in [(&["apply", "--commit"][..], "2"), (&["undo"], "1"), (&["redo"], "2")] {
            let (err, code) = with_git(sandbox, &folder, arguments, killed);
            assert_eq!(code, Some(0), "{arguments:?}: {err}");
            assert_eq!(sandbox.line(&folder, &["rev-list", "--count", "HEAD"]), commits, "{arguments:?}");
            assert_eq!(sandbox.line(&folder, &["diff", "HEAD", "--", "a.txt"]), "", "{arguments:?}");
        }
        is_whole(sandbox, &folder);
    });
}

#[test]
fn a_git_that_is_killed_before_it_moves_head_is_said_to_be() {
    sandboxed("ends::a_git_that_is_killed_before_it_moves_head_is_said_to_be", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &one());
        let killed = "[ \"$1\" = update-ref ] && kill -KILL $$";
        let (err, code) = with_git(sandbox, &folder, &["undo"], killed);
        assert_eq!(code, Some(128), "{err}");
        assert!(err.contains("git update-ref was killed by signal 9; nothing was written"), "{err}");
        assert_eq!(sandbox.line(&folder, &["diff", "HEAD", "--", "a.txt"]), "");
        is_whole(sandbox, &folder);
    });
}

#[test]
fn where_nobody_can_tell_whether_there_is_a_commit_the_next_run_finds_out() {
    sandboxed("ends::where_nobody_can_tell_whether_there_is_a_commit_the_next_run_finds_out", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "post-commit", "cp .git/HEAD ../HEAD; echo nonsense >.git/HEAD");
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
        assert_eq!(code, Some(128), "{err}");
        assert!(err.contains("cannot tell whether git made the commit: "), "{err}");
        assert!(err.contains("; batch 1 stays in the files") && err.contains("git sr recover"), "{err}");
        std::fs::copy(sandbox.path("HEAD"), folder.join(".git/HEAD")).expect("to copy");
        let (_, err) = done(sandbox, &folder, &["recover"], "");
        assert!(err.contains("batch 1 was written whole"), "{err}");
        is_whole(sandbox, &folder);
    });
}

#[test]
fn a_message_that_a_killed_run_let_git_remove_comes_back() {
    for (name, wanted) in [("SQUASH_MSG", true), ("MERGE_MSG", true), ("SQUASH_MSG", false)] {
        sandboxed("ends::a_message_that_a_killed_run_let_git_remove_comes_back", |sandbox| {
            let folder = repository_at(sandbox, &format!("{name}-{wanted}"));
            let message = squash(sandbox, &folder);
            let file = folder.join(".git").join(name);
            std::fs::rename(folder.join(".git/SQUASH_MSG"), &file).expect("to rename");
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("a mode");
            hook(
                &folder,
                "post-commit",
                "[ -e ../killed ] && exit; : >../killed; kill -KILL $(ps -o ppid= -p $PPID)",
            );
            assert_eq!(said(&run(sandbox, &folder, &["apply", "--commit"], &one())).2, None);
            std::fs::remove_file(sandbox.path("killed")).expect("a file");
            assert!(!file.exists());
            if !wanted {
                // Whoever commits in between has no use for it.
                std::fs::remove_file(folder.join(".git/hooks/post-commit")).expect("a hook");
                sandbox.git(&folder, &["commit", "-qm", "squashed"]);
            }
            done(sandbox, &folder, &["recover"], "");
            assert_eq!(file.exists(), wanted);
            if wanted {
                assert_eq!(std::fs::read_to_string(&file).expect("text"), message);
                assert_eq!(file.metadata().expect("metadata").permissions().mode() & 0o777, 0o640);
            }
            let left = std::fs::read_dir(folder.join(".git/sr")).expect("a folder").flatten();
            let left: Vec<_> = left.map(|entry| entry.file_name()).filter(|left| left != "lock").collect();
            assert!(left.iter().all(|left| left == "attempts" || left == "ids"), "{left:?}");
        });
    }
}

#[test]
#[cfg(target_os = "linux")]
fn who_takes_a_commit_back_that_came_too_late_holds_the_lock() {
    sandboxed("ends::who_takes_a_commit_back_that_came_too_late_holds_the_lock", |sandbox| {
        let folder = repository(sandbox);
        hook(
            &folder,
            "reference-transaction",
            "tr '\\0' ' ' </proc/$PPID/cmdline | grep -q 'update-ref.*taken back' || exit 0
            # git may close one of them meanwhile, which is no reason to stop it.
            readlink /proc/$PPID/fd/* >>../held || :",
        );
        let script = format!("[ \"$1\" = commit ] && [ -z \"$INNER\" ] && (export INNER=1; {FOREIGN})");
        let (err, code) = with_git(sandbox, &folder, &["apply", "-m", "ours"], &script);
        assert_eq!(code, Some(1), "{err}");
        assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "theirs\nbefore");
        let held = std::fs::read_to_string(sandbox.path("held")).expect("git update-ref was run");
        assert!(held.contains("/sr/lock\n"), "{held}");
    });
}

/// A hook that tells the program to stop, and goes on for a while. The parent of the hook is git, the program
/// that of git.
const STOP: &str = "exec >../said 2>&1
    kill -TERM $(ps -o ppid= -p $PPID); sleep 2; : >../went-on; exit 0";

#[test]
fn a_signal_during_a_slow_hook_stops_it_and_takes_the_batch_back() {
    sandboxed("ends::a_signal_during_a_slow_hook_stops_it_and_takes_the_batch_back", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", STOP);
        let (err, code) = refused(sandbox, &folder, &["apply", "--commit"], &one());
        assert_eq!(code, Some(143), "{err}");
        assert!(err.contains("stopped by signal 15; batch 1 is taken back"), "{err}");
        // git lets its hooks go on, so that the next command waits for them.
        assert!(!sandbox.path("went-on").exists());
        done(sandbox, &folder, &["apply", "--commit", "--no-verify"], &one());
        assert!(sandbox.path("went-on").exists());
    });
}

#[test]
fn a_signal_while_the_message_is_edited_takes_the_batch_back() {
    sandboxed("ends::a_signal_while_the_message_is_edited_takes_the_batch_back", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "ps -o ppid= -p $PPID >../pid");
        sandbox.write("editor", "kill -TERM $(cat ../pid); sleep 2; : >../went-on");
        sandbox.git(&folder, &["config", "core.editor", "sh ../editor"]);
        let (err, code) = refused(sandbox, &folder, &["apply", "--commit", "-e"], &one());
        assert_eq!(code, Some(143), "{err}");
    });
}

#[test]
fn a_signal_when_the_commit_is_made_takes_nothing_back() {
    sandboxed("ends::a_signal_when_the_commit_is_made_takes_nothing_back", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "post-commit", STOP);
        let (out, _) = done(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(out.contains("[main "), "{out}");
        assert!(!folder.join(".git/sr/moving").exists());
        is_whole(sandbox, &folder);
    });
}

#[test]
fn the_index_that_follows_the_commit_of_a_killed_run_is_the_one_that_it_used() {
    for gone in [false, true] {
        sandboxed(
            "ends::the_index_that_follows_the_commit_of_a_killed_run_is_the_one_that_it_used",
            |sandbox| {
                let folder = repository_at(sandbox, &format!("work-{gone}"));
                let other = sandbox.path(format!("other-{gone}"));
                std::fs::copy(folder.join(".git/index"), &other).expect("to copy");
                hook(&folder, "pre-commit", "sed -i 's/^1$/formatted/' a.txt; git add a.txt");
                hook(&folder, "post-commit", "kill -KILL $(ps -o ppid= -p $PPID)");
                sandbox.write("reply.md", one());
                let mut killed = program(&folder, &["apply", "--commit", "../reply.md"]);
                assert_eq!(said(&killed.env("GIT_INDEX_FILE", &other).output().expect("to run")).2, None);
                std::fs::remove_file(folder.join(".git/hooks/post-commit")).expect("a hook");
                if gone {
                    std::fs::remove_file(&other).expect("an index");
                }
                let own = std::fs::read(folder.join(".git/index")).expect("an index");
                let (_, err) = done(sandbox, &folder, &["recover"], "");
                assert!(err.contains("batch 1 was written whole"), "{err}");
                assert_eq!(std::fs::read(folder.join(".git/index")).expect("an index"), own);
                assert_eq!(sandbox.line(&folder, &["rev-list", "--count", "HEAD"]), "2");
                if gone {
                    assert!(!other.exists());
                } else {
                    std::fs::copy(&other, folder.join(".git/index")).expect("to copy");
                    assert_eq!(sandbox.line(&folder, &["diff", "--cached", "HEAD", "--"]), "");
                }
            },
        );
    }
}

#[test]
fn a_damaged_note_of_a_commit_stops_the_next_command_before_it_touches_anything() {
    sandboxed(
        "ends::a_damaged_note_of_a_commit_stops_the_next_command_before_it_touches_anything",
        |sandbox| {
            let folder = repository(sandbox);
            hook(&folder, "post-commit", "kill -KILL $(ps -o ppid= -p $PPID)");
            assert_eq!(said(&run(sandbox, &folder, &["apply", "--commit"], &one())).2, None);
            std::fs::remove_file(folder.join(".git/hooks/post-commit")).expect("a hook");
            let note = folder.join(".git/sr/moving");
            let whole = std::fs::read_to_string(&note).expect("a note");
            std::fs::write(&note, whole.replacen("made", "mode", 1)).expect("to write");
            let (_, err, code) = said(&program(&folder, &["recover"]).output().expect("to run"));
            assert_eq!(code, Some(128), "{err}");
            assert!(err.contains("/.git/sr/moving' is damaged, so that it cannot be finished"), "{err}");
            assert!(note.exists());
            std::fs::write(&note, whole).expect("to write");
            let (_, err) = done(sandbox, &folder, &["recover"], "");
            assert!(err.contains("batch 1 was written whole"), "{err}");
            is_whole(sandbox, &folder);
        },
    );
}
