//! Commands that fail or come at the wrong time: `HEAD`, undo and redo are what they were.

use super::*;

#[test]
fn while_a_merge_or_the_like_is_under_way_head_stays() {
    sandboxed("failed::while_a_merge_or_the_like_is_under_way_head_stays", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "five", "5"));
        sandbox.git(&folder, &["checkout", "-qb", "other"]);
        sandbox.write(folder.join("b.txt"), "other\n");
        sandbox.git(&folder, &["commit", "-qam", "other"]);
        sandbox.git(&folder, &["checkout", "-q", "main"]);
        let merge = ["merge", "-q", "--no-ff", "--no-commit", "other"];
        for (begin, what, end) in [
            (&merge[..], "a merge", "git merge --continue"),
            (&["cherry-pick", "--no-commit", "other"], "a cherry-pick", "git cherry-pick --continue"),
        ] {
            sandbox.git(&folder, begin);
            if what == "a cherry-pick" {
                let other = sandbox.line(&folder, &["rev-parse", "other"]);
                std::fs::write(folder.join(".git/CHERRY_PICK_HEAD"), other + "\n").expect("to write");
            }
            for preview in [&["undo"][..], &["undo", "--check"]] {
                let err = refused(sandbox, &folder, preview, "");
                let words = format!("cannot move HEAD while {what} is under way; nothing was written");
                assert!(err.contains(&words) && err.contains(end), "{err}");
            }
            sandbox.git(&folder, &["reset", "-q", "--hard"]);
        }
        done(sandbox, &folder, &["undo"], "");
        // Nor does a commit come back amid a merge.
        sandbox.git(&folder, &["merge", "-q", "--no-ff", "--no-commit", "other"]);
        let err = refused(sandbox, &folder, &["redo"], "");
        assert!(err.contains("cannot move HEAD while a merge is under way"), "{err}");
    });
}

#[test]
fn while_a_bisection_looks_at_the_commit_of_a_batch_head_stays() {
    sandboxed("failed::while_a_bisection_looks_at_the_commit_of_a_batch_head_stays", |sandbox| {
        let folder = repository(sandbox);
        let start = sandbox.line(&folder, &["rev-parse", "HEAD"]);
        done(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "five", "5"));
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "later"]);
        sandbox.git(&folder, &["bisect", "start", "main", &start]);
        let err = refused(sandbox, &folder, &["undo"], "");
        assert!(err.contains("cannot move HEAD while a bisection is under way"), "{err}");
        assert!(err.contains("git bisect reset"), "{err}");
        // A commit made amid a bisection can be taken back there.
        let before = state(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "five", "5"));
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(state(sandbox, &folder), before);
    });
}

#[test]
fn an_undo_or_redo_that_fails_is_none() {
    sandboxed("failed::an_undo_or_redo_that_fails_is_none", |sandbox| {
        let folder = repository(sandbox);
        let start = state(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "five", "5"));
        let made = state(sandbox, &folder);
        let lock = folder.join(".git/refs/heads/main.lock");
        let fails = |command| {
            std::fs::write(&lock, "").expect("to write");
            let err = refused(sandbox, &folder, &[command], "");
            std::fs::remove_file(&lock).expect("a lock");
            // git says it, and what became of the files is said too.
            assert!(err.contains("main.lock") && err.contains("nothing was written"), "{err}");
        };
        for _ in 0..2 {
            fails("undo");
            fails("undo");
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(state(sandbox, &folder), start);
            fails("redo");
            fails("redo");
            done(sandbox, &folder, &["redo"], "");
            assert_eq!(state(sandbox, &folder), made);
        }
        let err = refused(sandbox, &folder, &["redo"], "");
        assert!(err.contains("nothing to redo"), "{err}");
    });
}

#[test]
fn a_commit_that_fails_leaves_redo_what_it_was() {
    sandboxed("failed::a_commit_that_fails_leaves_redo_what_it_was", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply"], &edit("a.txt", "five", "5"));
        done(sandbox, &folder, &["undo"], "");
        hook(&folder, "pre-commit", "exit 1");
        let err = refused(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "five", "5"));
        assert!(err.contains("batch 3 is taken back"), "{err}");
        std::fs::remove_file(folder.join(".git/hooks/pre-commit")).expect("a hook");
        let lock = folder.join(".git/refs/heads/main.lock");
        std::fs::write(&lock, "").expect("to write");
        refused(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "five", "5"));
        std::fs::remove_file(&lock).expect("a lock");
        let (log, _) = done(sandbox, &folder, &["log"], "");
        assert_eq!(log.lines().count(), 6, "{log}");
        done(sandbox, &folder, &["redo"], "");
        assert_eq!(
            (read(&folder, "a.txt"), status(sandbox, &folder)),
            (TEXT.replace("five", "5"), " M a.txt".into())
        );
        // By its number what failed can be had all the same.
        done(sandbox, &folder, &["undo", "4"], "");
        assert_eq!(read(&folder, "b.txt"), TEXT.replace("five", "5"));
    });
}

#[test]
fn a_commit_that_is_gone_from_the_repository_does_not_come_back() {
    sandboxed("failed::a_commit_that_is_gone_from_the_repository_does_not_come_back", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "five", "5"));
        let made = sandbox.line(&folder, &["rev-parse", "HEAD"]);
        done(sandbox, &folder, &["undo"], "");
        sandbox.git(&folder, &["reflog", "expire", "--expire=now", "--all"]);
        sandbox.git(&folder, &["gc", "-q", "--prune=now"]);
        let (_, err) = done(sandbox, &folder, &["redo"], "");
        let words =
            format!("commit {} is no longer in the repository, so that it does not come back", &made[..7]);
        assert!(err.contains(&words) && !err.contains("HEAD has moved"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("five", "5"));
    });
}
