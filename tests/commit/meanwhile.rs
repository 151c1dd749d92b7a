//! Changes by somebody else while a batch is committed, or after its run was killed, are kept.

use super::*;

/// A hook that formats a file of the batch, and stages that.
const FORMAT: &str = "sed -i 's/^1$/formatted/' a.txt; git add a.txt";
/// A hook that kills the run which lets git work, and lets git fail.
const KILL: &str = "kill -KILL $(ps -o ppid= -p $PPID); exit 1";

fn two() -> String {
    [one(), edit("b.txt", "one", "1")].concat()
}

/// The texts of both files, what is staged of them, and `HEAD`.
fn all(sandbox: &Sandbox, folder: &Path) -> Vec<String> {
    let shown = |name: &str| sandbox.line(folder, &["show", name]);
    let head = sandbox.line(folder, &["log", "-1", "--format=%H %D"]);
    vec![read(folder, "a.txt"), read(folder, "b.txt"), shown(":a.txt"), shown(":b.txt"), head]
}

fn without(folder: &Path, hook: &str) {
    std::fs::remove_file(folder.join(".git/hooks").join(hook)).expect("a hook");
}

/// Runs it; it is killed.
fn killed(sandbox: &Sandbox, folder: &Path, arguments: &[&str], reply: &str) {
    assert_eq!(said(&run(sandbox, folder, arguments, reply)).2, None);
}

#[test]
fn what_is_saved_while_a_hook_rewrites_is_not_the_batchs() {
    let bump = "echo 2 >version; git add version";
    for (number, (script, file)) in
        [(FORMAT, "b.txt"), (FORMAT, "a.txt"), (bump, "b.txt"), (bump, "a.txt")].into_iter().enumerate()
    {
        sandboxed("meanwhile::what_is_saved_while_a_hook_rewrites_is_not_the_batchs", |sandbox| {
            let folder = repository_at(sandbox, &number.to_string());
            hook(&folder, "pre-commit", &format!("{script}\nsed -i 's/seven/mine/' {file}"));
            done(sandbox, &folder, &["apply", "--commit"], &two());
            let applied = all(sandbox, &folder);
            assert!(applied[usize::from(file == "b.txt")].contains("mine"), "{applied:?}");
            let (_, err) = done(sandbox, &folder, &["undo"], "");
            assert_eq!(read(&folder, file), TEXT.replace("seven", "mine"), "{script} {file}: {err}");
            assert_eq!(sandbox.line(&folder, &["diff", "--name-only", "HEAD", "--", "a.txt", "b.txt"]), file);
            assert_eq!(sandbox.line(&folder, &["diff", "--cached", "--", "a.txt", "b.txt"]), "");
            done(sandbox, &folder, &["redo"], "");
            assert_eq!(all(sandbox, &folder), applied, "{script} {file}");
        });
    }
}

#[test]
fn what_dirty_lines_hold_and_a_hook_rewrites_is_told_apart_from_what_is_saved() {
    sandboxed(
        "meanwhile::what_dirty_lines_hold_and_a_hook_rewrites_is_told_apart_from_what_is_saved",
        |sandbox| {
            let folder = repository(sandbox);
            let dirty = TEXT.replace("seven", "dirty");
            sandbox.write(folder.join("a.txt"), &dirty);
            // It formats what is committed and what is in the work tree, and the user saves besides.
            let script = "git show :a.txt | sed 's/^1$/formatted/' >../form
            git update-index --cacheinfo 100644,$(git hash-object -w ../form),a.txt
            sed -i 's/^1$/formatted/; s/four/mine/' a.txt";
            hook(&folder, "pre-commit", script);
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(
                sandbox.line(&folder, &["show", "HEAD:a.txt"]) + "\n",
                TEXT.replace("one", "formatted")
            );
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(read(&folder, "a.txt"), dirty.replace("four", "mine"));
        },
    );
}

#[test]
fn what_is_saved_in_a_converted_file_while_a_hook_rewrites_it_is_not_removed() {
    sandboxed(
        "meanwhile::what_is_saved_in_a_converted_file_while_a_hook_rewrites_it_is_not_removed",
        |sandbox| {
            let folder = repository(sandbox);
            sandbox.write(folder.join(".gitattributes"), "*.txt text eol=crlf\n");
            let text = TEXT.replace('\n', "\r\n");
            sandbox.write(folder.join("a.txt"), &text);
            sandbox.git(&folder, &["add", "-A"]);
            sandbox.git(&folder, &["commit", "-qm", "attributes"]);
            hook(&folder, "pre-commit", "sed -i 's/^1\\r$/formatted\\r/' a.txt; git add a.txt");
            done(sandbox, &folder, &["apply", "--commit"], &one());
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(read(&folder, "a.txt"), text);
            hook(
                &folder,
                "pre-commit",
                "sed -i 's/^1\\r$/formatted\\r/' a.txt; git add a.txt; sed -i s/seven/mine/ a.txt",
            );
            done(sandbox, &folder, &["apply", "--commit"], &one());
            let before = read(&folder, "a.txt");
            assert!(before.contains("mine"));
            let _ = run(sandbox, &folder, &["undo"], "");
            assert!(read(&folder, "a.txt").contains("mine"));
        },
    );
}

#[test]
fn what_is_saved_after_a_run_was_killed_that_a_hook_rewrote_for_is_kept() {
    sandboxed("meanwhile::what_is_saved_after_a_run_was_killed_that_a_hook_rewrote_for_is_kept", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", FORMAT);
        hook(&folder, "post-commit", KILL);
        killed(sandbox, &folder, &["apply", "--commit"], &two());
        for name in ["a.txt", "b.txt"] {
            sandbox.write(folder.join(name), read(&folder, name).replace("seven", "mine"));
        }
        done(sandbox, &folder, &["recover"], "");
        done(sandbox, &folder, &["undo"], "");
        for name in ["a.txt", "b.txt"] {
            assert_eq!(read(&folder, name), TEXT.replace("seven", "mine"));
        }
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), " M a.txt\n M b.txt");
    });
}

#[test]
fn a_commit_that_the_index_does_not_follow_yet_is_told_of_and_later_edits_are_kept() {
    sandboxed(
        "meanwhile::a_commit_that_the_index_does_not_follow_yet_is_told_of_and_later_edits_are_kept",
        |sandbox| {
            let folder = repository(sandbox);
            hook(&folder, "pre-commit", &format!("{FORMAT}; : >.git/index.lock"));
            let (_, err) = done(sandbox, &folder, &["apply", "--commit"], &two());
            assert!(
                err.contains("warning: the commit is made, but the index or the record could not be updated"),
                "{err}"
            );
            assert!(err.contains("hint: finish it: git sr recover"), "{err}");
            std::fs::remove_file(folder.join(".git/index.lock")).expect("a lock");
            without(&folder, "pre-commit");
            sandbox.write(folder.join("b.txt"), read(&folder, "b.txt").replace("seven", "mine"));
            done(sandbox, &folder, &["recover"], "");
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(
                (read(&folder, "a.txt"), read(&folder, "b.txt")),
                (TEXT.into(), TEXT.replace("seven", "mine"))
            );
        },
    );
}

#[test]
fn where_head_moved_after_a_run_was_killed_files_and_index_stay() {
    // Killed before its commit and after it, and what the user does then.
    let cases: [(&str, &[&[&str]]); 4] = [
        ("pre-commit", &[&["add", "c.txt"], &["commit", "-qam", "own"]]),
        ("pre-commit", &[&["checkout", "-qb", "topic"]]),
        ("post-commit", &[&["add", "c.txt"], &["commit", "-q", "--amend", "-m", "own"]]),
        ("post-commit", &[&["rebase", "-q", "up"]]),
    ];
    for (number, (at, commands)) in cases.into_iter().enumerate() {
        sandboxed("meanwhile::where_head_moved_after_a_run_was_killed_files_and_index_stay", |sandbox| {
            let folder = repository_at(sandbox, &number.to_string());
            sandbox.git(&folder, &["checkout", "-qb", "up"]);
            sandbox.write(folder.join("run.sh"), "up\n");
            sandbox.git(&folder, &["commit", "-qam", "up"]);
            sandbox.git(&folder, &["checkout", "-q", "main"]);
            hook(&folder, at, KILL);
            killed(sandbox, &folder, &["apply", "--commit"], &two());
            without(&folder, at);
            sandbox.write(folder.join("c.txt"), "c\n");
            for command in commands {
                sandbox.git(&folder, command);
            }
            let before = all(sandbox, &folder);
            let (out, err) = done(sandbox, &folder, &["recover", "--json"], "");
            assert!(out.contains("\"unjudged\": false,\n  \"head_moved\": \"commit\""), "{out}");
            assert_eq!(all(sandbox, &folder), before, "{commands:?}: {err}");
            assert!(
                err.contains(
                    "batch 1 is written, but its run was interrupted before it was known to be committed"
                ) && err.contains("HEAD has moved since, so that HEAD, files and index stay as they are")
                    && err.contains("git sr undo 1"),
                "{commands:?}: {err}"
            );
            done(sandbox, &folder, &["recover"], "");
            sandbox.write(folder.join("a.txt"), read(&folder, "a.txt").replace("seven", "mine"));
            done(sandbox, &folder, &["undo", "1"], "");
            assert_eq!(
                (read(&folder, "a.txt"), read(&folder, "b.txt")),
                (TEXT.replace("seven", "mine"), TEXT.into())
            );
        });
    }
}

/// Kills the run that lets git move `HEAD`, before git does.
const BEFORE_HEAD_MOVES: &str = "[ \"$1\" = prepared ] || exit 0; kill -KILL $(ps -o ppid= -p $PPID); exit 1";

#[test]
fn where_head_moved_after_an_undo_was_killed_files_and_index_stay() {
    let cases: [&[&str]; 2] =
        [&["checkout", "-qb", "topic"], &["commit", "-q", "--amend", "--only", "-m", "reworded"]];
    for (number, command) in cases.into_iter().enumerate() {
        sandboxed("meanwhile::where_head_moved_after_an_undo_was_killed_files_and_index_stay", |sandbox| {
            let folder = repository_at(sandbox, &number.to_string());
            done(sandbox, &folder, &["apply", "--commit"], &two());
            let applied = all(sandbox, &folder);
            hook(&folder, "reference-transaction", BEFORE_HEAD_MOVES);
            killed(sandbox, &folder, &["undo"], "");
            without(&folder, "reference-transaction");
            sandbox.git(&folder, command);
            let before = all(sandbox, &folder);
            let (out, err) = done(sandbox, &folder, &["recover", "--json"], "");
            assert!(out.contains("\"head_moved\": \"back\""), "{out}");
            assert_eq!(all(sandbox, &folder), before, "{command:?}: {err}");
            assert!(
                err.contains(
                    "batch 2 is written, but its run was interrupted before it was known to have moved HEAD"
                ) && err.contains("HEAD has moved since, so that HEAD, files and index stay as they are")
                    && err.contains("git sr undo 2"),
                "{command:?}: {err}"
            );
            done(sandbox, &folder, &["redo"], "");
            let now = all(sandbox, &folder);
            assert_eq!((&now[..4], &now[4]), (&applied[..4], &before[4]), "{command:?}");
        });
    }
}

#[test]
fn where_head_moved_after_a_redo_was_killed_its_batch_can_be_taken_back() {
    sandboxed("meanwhile::where_head_moved_after_a_redo_was_killed_its_batch_can_be_taken_back", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &two());
        done(sandbox, &folder, &["undo"], "");
        hook(&folder, "reference-transaction", BEFORE_HEAD_MOVES);
        killed(sandbox, &folder, &["redo"], "");
        without(&folder, "reference-transaction");
        sandbox.git(&folder, &["commit", "-qam", "own"]);
        let before = all(sandbox, &folder);
        let (_, err) = done(sandbox, &folder, &["recover"], "");
        assert_eq!(all(sandbox, &folder), before, "{err}");
        assert!(
            err.contains(
                "batch 3 is written, but its run was interrupted before it was known to have moved HEAD"
            ),
            "{err}"
        );
        done(sandbox, &folder, &["undo"], "");
        assert_eq!((read(&folder, "a.txt"), read(&folder, "b.txt")), (TEXT.into(), TEXT.into()));
        assert_eq!(all(sandbox, &folder)[4], before[4]);
    });
}

#[test]
fn a_batch_that_somebody_else_committed_while_a_hook_ran_is_not_taken_back() {
    sandboxed(
        "meanwhile::a_batch_that_somebody_else_committed_while_a_hook_ran_is_not_taken_back",
        |sandbox| {
            let folder = repository(sandbox);
            let script =
                "[ -e ../once ] && exit 0; : >../once; unset GIT_INDEX_FILE; git commit -qam own; exit 1";
            hook(&folder, "pre-commit", script);
            let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &two()));
            assert_eq!(code, Some(1), "{err}");
            assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "own\nbefore");
            assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "", "{err}");
            assert!(
                err.contains("batch 1 stays in the files, since a commit has changed them meanwhile"),
                "{err}"
            );
        },
    );
}

#[test]
fn what_a_hook_rewrites_when_a_reply_is_sent_again_is_taken_back_with_it() {
    sandboxed(
        "meanwhile::what_a_hook_rewrites_when_a_reply_is_sent_again_is_taken_back_with_it",
        |sandbox| {
            let folder = repository(sandbox);
            done(sandbox, &folder, &["apply"], &two());
            let before = all(sandbox, &folder);
            hook(
                &folder,
                "pre-commit",
                &format!("{FORMAT}; [ -e ../edit ] && sed -i s/seven/mine/ a.txt b.txt; :"),
            );
            done(sandbox, &folder, &["apply", "--commit"], &two());
            let committed = all(sandbox, &folder);
            assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "formatted"));
            let (_, err) = done(sandbox, &folder, &["undo"], "");
            assert_eq!(all(sandbox, &folder), before, "{err}");
            done(sandbox, &folder, &["redo"], "");
            assert_eq!(all(sandbox, &folder), committed);
            done(sandbox, &folder, &["undo"], "");
            // Saves meanwhile are kept.
            sandbox.write("edit", "");
            done(sandbox, &folder, &["apply", "--commit"], &two());
            done(sandbox, &folder, &["undo"], "");
            let mine = TEXT.replace("one", "1").replace("seven", "mine");
            assert_eq!((read(&folder, "a.txt"), read(&folder, "b.txt")), (mine.clone(), mine));
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(read(&folder, "a.txt"), TEXT.replace("seven", "mine"));
        },
    );
}

#[test]
fn records_are_not_forgotten_while_a_batch_is_committed() {
    for forget in ["forget --all", "forget 1"] {
        sandboxed("meanwhile::records_are_not_forgotten_while_a_batch_is_committed", |sandbox| {
            let folder = repository_at(sandbox, &forget.replace(' ', "-"));
            sandbox.git(&folder, &["config", "sr.lockTimeout", "20"]);
            let forgets =
                format!("{} {forget} 2>../said; echo $? >>../said; exit 1", env!("CARGO_BIN_EXE_git-sr"));
            hook(&folder, "pre-commit", &forgets);
            let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
            assert_eq!(code, Some(1), "{err}");
            assert!(err.contains("batch 1 is taken back"), "{err}");
            let forgot = std::fs::read_to_string(folder.join("../said")).expect("to read");
            assert!(
                forgot.contains("this work tree is locked by") && forgot.ends_with("\n128\n"),
                "{forgot}"
            );
            assert_eq!((read(&folder, "a.txt").as_str(), state(sandbox, &folder).2.as_str()), (TEXT, ""));
        });
    }
}

#[test]
fn a_damaged_record_of_a_run_that_was_killed_can_be_forgotten() {
    sandboxed("meanwhile::a_damaged_record_of_a_run_that_was_killed_can_be_forgotten", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", KILL);
        killed(sandbox, &folder, &["apply", "--commit"], &one());
        without(&folder, "pre-commit");
        let empty = sandbox.line(&folder, &["hash-object", "-w", "-t", "tree", "/dev/null"]);
        sandbox.git(&folder, &["update-ref", "refs/worktree/sr/1", &empty]);
        let (_, err, code) = said(&run(sandbox, &folder, &["apply"], &edit("b.txt", "one", "1")));
        assert_eq!(code, Some(128), "{err}");
        done(sandbox, &folder, &["forget", "1"], "");
        done(sandbox, &folder, &["apply"], &edit("b.txt", "one", "1"));
    });
}
