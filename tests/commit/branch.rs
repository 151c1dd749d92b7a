//! The branch that moves: unborn, detached, in a linked work tree, or one that stands for another.

use super::*;

#[test]
fn on_an_unborn_branch_it_is_the_first_and_undo_takes_it_back() {
    sandboxed("branch::on_an_unborn_branch_it_is_the_first_and_undo_takes_it_back", |sandbox| {
        let folder = sandbox.init("work", &["--template="]);
        sandbox.write(folder.join("mine.txt"), "x\n");
        sandbox.git(&folder, &["add", "mine.txt"]);
        let before = sandbox.line(&folder, &["status", "--porcelain"]);
        let (out, _) = done(sandbox, &folder, &["apply", "-m", "first"], &edit("a.txt", "", "hello"));
        assert!(out.contains("[main (root-commit) "), "{out}");
        assert_eq!(sandbox.line(&folder, &["show", "--format=%s", "--name-only"]), "first\n\na.txt");
        assert_eq!(sandbox.line(&folder, &["reflog", "--format=%gs"]), "commit (initial): first");
        let (_, err) = done(sandbox, &folder, &["undo"], "");
        assert!(err.contains("HEAD is without a commit again"), "{err}");
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), before);
        assert!(!sandbox.try_git(&folder, &["rev-parse", "-q", "--verify", "HEAD"]).status.success());
    });
}

#[test]
fn a_detached_head_and_a_linked_work_tree_move_alone() {
    sandboxed("branch::a_detached_head_and_a_linked_work_tree_move_alone", |sandbox| {
        let folder = repository(sandbox);
        let start = head(sandbox, &folder);
        sandbox.git(&folder, &["worktree", "add", "-q", "-b", "side", "../side"]);
        sandbox.git(&folder, &["checkout", "-q", "--detach"]);
        let (out, _) = done(sandbox, &folder, &["apply", "-m", "m"], &one());
        assert!(out.contains("[detached HEAD "), "{out}");
        let side = sandbox.path("side");
        let (out, _) = done(sandbox, &side, &["apply", "-m", "m"], &edit("b.txt", "one", "1"));
        assert!(out.contains("[side "), "{out}");
        assert_eq!(sandbox.line(&folder, &["rev-parse", "main"]), start);
        assert_eq!(sandbox.line(&folder, &["rev-parse", "HEAD^"]), start);
        assert_eq!(sandbox.line(&side, &["rev-parse", "side^"]), start);
        assert_eq!(sandbox.line(&side, &["status", "--porcelain"]), "");
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(head(sandbox, &folder), start);
    });
}

#[test]
fn a_branch_that_stands_for_another_is_followed() {
    for hooked in [false, true] {
        sandboxed("branch::a_branch_that_stands_for_another_is_followed", |sandbox| {
            let folder = repository_at(sandbox, if hooked { "hooked" } else { "plain" });
            if hooked {
                hook(&folder, "pre-commit", "true");
            }
            let start = head(sandbox, &folder);
            sandbox.git(&folder, &["symbolic-ref", "refs/heads/master", "refs/heads/main"]);
            sandbox.git(&folder, &["symbolic-ref", "HEAD", "refs/heads/master"]);
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(
                sandbox.line(&folder, &["show", "--format=%P", "--name-only", "main"]),
                format!("{start}\n\na.txt")
            );
            assert_eq!(state(sandbox, &folder).2, "");
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(
                (sandbox.line(&folder, &["rev-parse", "main"]), state(sandbox, &folder).2),
                (start.clone(), String::new())
            );
            sandbox.write(folder.join("b.txt"), "dirty\n");
            done(sandbox, &folder, &["apply", "--stash"], &edit("run.sh", "one", "1"));
            assert_eq!(sandbox.line(&folder, &["rev-parse", "stash@{0}^"]), start);
        });
    }
}

#[test]
fn the_log_of_head_is_kept_as_git_keeps_it() {
    sandboxed("branch::the_log_of_head_is_kept_as_git_keeps_it", |sandbox| {
        let folder = repository(sandbox);
        let git = repository_at(sandbox, "git");
        sandbox.write("reply.md", one());
        let mut ours = program(&folder, &["apply", "-m", "m", "../reply.md"]);
        assert!(ours.env("GIT_REFLOG_ACTION", "robot").status().expect("to run").success());
        sandbox.write(git.join("a.txt"), TEXT.replace("one", "1"));
        let mut theirs = std::process::Command::new("git");
        theirs.current_dir(&git).args(["commit", "-qam", "m"]).env("GIT_REFLOG_ACTION", "robot");
        assert!(theirs.status().expect("to run").success());
        assert_eq!(sandbox.line(&folder, &["reflog"]), sandbox.line(&git, &["reflog"]));
        // A branch without a log gets none.
        sandbox.git(&folder, &["config", "core.logAllRefUpdates", "false"]);
        sandbox.git(&folder, &["checkout", "-qb", "side"]);
        done(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "one", "1"));
        assert!(!folder.join(".git/logs/refs/heads/side").exists());
    });
}
