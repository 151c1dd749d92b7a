//! Runs that are killed while the command judges the batch, and commands that outlive them.

use super::*;

/// Applies the reply with a command during which the program is killed.
fn killed(sandbox: &Sandbox, folder: &Path, more: &[&str], reply: &str) {
    let arguments = [&["apply", "--exec", "kill -KILL $PPID"], more].concat();
    let (_, err, code) = said(&run(sandbox, folder, &arguments, reply));
    assert_eq!(code, None, "{arguments:?}: {err}");
}

#[test]
fn what_nobody_judged_is_taken_back_by_the_next_run() {
    sandboxed("killed::what_nobody_judged_is_taken_back_by_the_next_run", |sandbox| {
        let folder = repository(sandbox);
        let before = state(sandbox, &folder);
        for more in [&[][..], &["--index"], &["--cached"], &["--commit"]] {
            let reply = edit("a.txt", "two", "2");
            killed(sandbox, &folder, more, &reply);
            assert_ne!(state(sandbox, &folder), before, "{more:?}");
            let (_, err) = done(sandbox, &folder, &["recover"], "");
            assert_eq!(
                err, "recovered: a run was interrupted; its batch is taken back, 1 file restored\n",
                "{more:?}"
            );
            assert_eq!(state(sandbox, &folder), before, "{more:?}");
            assert_eq!(done(sandbox, &folder, &["recover"], "").1, "nothing to recover\n", "{more:?}");
        }
    });
}

#[test]
fn what_nobody_judged_stays_where_edits_are_in_the_way() {
    sandboxed("killed::what_nobody_judged_stays_where_edits_are_in_the_way", |sandbox| {
        for json in [false, true] {
            let folder = program::repository(sandbox, &format!("work-{json}"), &["a.txt"]);
            killed(sandbox, &folder, &[], &edit("a.txt", "two", "2"));
            let mine = TEXT.replace("two", "mine");
            sandbox.write(folder.join("a.txt"), &mine);
            if json {
                let (out, _) = done(sandbox, &folder, &["recover", "--json"], "");
                assert!(out.contains("\"uncommitted\": false,\n  \"unjudged\": true"), "{out}");
            } else {
                let (_, err) = done(sandbox, &folder, &["recover"], "");
                assert!(
                    err.contains("batch 1 is written, but its run was interrupted before the command"),
                    "{err}"
                );
                assert!(err.contains("its files were changed or committed since, so that it stays"), "{err}");
                assert!(err.contains("git sr undo"), "{err}");
            }
            assert_eq!(read(&folder, "a.txt"), mine);
            assert_eq!(done(sandbox, &folder, &["recover"], "").1, "nothing to recover\n");
        }
    });
}

#[test]
fn what_nobody_judged_stays_where_somebody_committed_it() {
    sandboxed("killed::what_nobody_judged_stays_where_somebody_committed_it", |sandbox| {
        let folder = repository(sandbox);
        killed(sandbox, &folder, &[], &edit("a.txt", "two", "2"));
        sandbox.git(&folder, &["commit", "-qam", "good"]);
        let (_, err) = done(sandbox, &folder, &["recover"], "");
        assert!(err.contains("was interrupted before the command of --exec had judged it"), "{err}");
        assert!(err.contains("its files were changed or committed since"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("two", "2"));
    });
}

#[test]
fn what_nobody_judged_is_taken_back_on_another_branch_too() {
    sandboxed("killed::what_nobody_judged_is_taken_back_on_another_branch_too", |sandbox| {
        let folder = repository(sandbox);
        killed(sandbox, &folder, &[], &edit("a.txt", "two", "2"));
        sandbox.git(&folder, &["switch", "-q", "-c", "other"]);
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "elsewhere"]);
        let (_, err) = done(sandbox, &folder, &["recover"], "");
        assert!(err.contains("its batch is taken back"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn a_command_that_outlives_the_run_is_waited_for() {
    sandboxed("killed::a_command_that_outlives_the_run_is_waited_for", |sandbox| {
        let folder = repository(sandbox);
        // Were it not waited for, it would put the batch's text there again.
        let command = "kill -KILL $PPID; cp a.txt ../kept; sleep 0.5; cp ../kept a.txt";
        let (_, err, code) =
            said(&run(sandbox, &folder, &["apply", "--exec", command], &edit("a.txt", "two", "2")));
        assert_eq!(code, None, "{err}");
        done(sandbox, &folder, &["recover"], "");
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn a_commit_that_is_gone_keeps_no_later_run_from_its_work() {
    sandboxed("killed::a_commit_that_is_gone_keeps_no_later_run_from_its_work", |sandbox| {
        let folder = repository(sandbox);
        killed(sandbox, &folder, &[], &edit("a.txt", "two", "2"));
        sandbox.git(&folder, &["commit", "-q", "--amend", "-m", "another"]);
        sandbox.git(&folder, &["reflog", "expire", "--expire=now", "--all"]);
        sandbox.git(&folder, &["gc", "-q", "--prune=now"]);
        let (_, err) = done(sandbox, &folder, &["recover"], "");
        assert!(err.contains("was interrupted before the command of --exec had judged it"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("two", "2"));
        assert_eq!(done(sandbox, &folder, &["recover"], "").1, "nothing to recover\n");
    });
}
