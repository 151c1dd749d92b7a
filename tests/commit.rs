//! `--commit`: what is committed, what stays as it was, and what hooks make of it. git is the oracle.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "commit/ends.rs"]
mod ends;
#[path = "commit/meanwhile.rs"]
mod meanwhile;
mod obey;
mod place;
#[path = "sandbox/program.rs"]
mod program;
mod sandbox;
#[path = "commit/under_way.rs"]
mod under_way;
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
fn other_work_stays_as_it_was_byte_for_byte() {
    for hooked in [false, true] {
        sandboxed("other_work_stays_as_it_was_byte_for_byte", |sandbox| {
            let folder = repository_at(sandbox, if hooked { "hooked" } else { "plain" });
            if hooked {
                hook(&folder, "pre-commit", "git diff --cached --name-only >../seen");
            }
            dirty(sandbox, &folder);
            let (staged, dirty, status) = state(sandbox, &folder);
            let others = |text: String| {
                text.split("diff --git ").filter(|part| !part.starts_with("a/a.txt")).collect::<String>()
            };
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt");
            assert_eq!(sandbox.line(&folder, &["show", "HEAD:a.txt"]) + "\n", TEXT.replace("one", "1"));
            assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "1").replace("seven", "seven of mine"));
            let now = state(sandbox, &folder);
            assert_eq!(
                (now.0, others(now.1), now.2),
                (staged.clone(), others(dirty.clone()), status.clone())
            );
            if hooked {
                assert_eq!(std::fs::read_to_string(sandbox.path("seen")).expect("text"), "a.txt\n");
            }
            done(sandbox, &folder, &["undo"], "");
            assert_eq!(state(sandbox, &folder), (staged, dirty, status));
            sandbox.git(&folder, &["fsck", "--strict", "--no-dangling"]);
        });
    }
}

#[test]
fn a_staged_version_gets_the_change_by_a_merge() {
    sandboxed("a_staged_version_gets_the_change_by_a_merge", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("a.txt"), TEXT.replace("seven", "staged"));
        sandbox.git(&folder, &["add", "a.txt"]);
        sandbox.write(folder.join("a.txt"), TEXT.replace("seven", "staged").replace("four", "dirty"));
        let before = state(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--commit"], &one());
        let changed = TEXT.replace("one", "1");
        assert_eq!(sandbox.line(&folder, &["show", "HEAD:a.txt"]) + "\n", changed);
        assert_eq!(sandbox.line(&folder, &["show", ":a.txt"]) + "\n", changed.replace("seven", "staged"));
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(state(sandbox, &folder), before);
    });
}

#[test]
fn what_cannot_be_made_to_gits_version_is_refused() {
    sandboxed("what_cannot_be_made_to_gits_version_is_refused", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("a.txt"), TEXT.replace("one", "mine"));
        let (err, code) = refused(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "mine", "1"));
        assert!(err.contains("cannot commit 'a.txt': in HEAD the lines to change are different"), "{err}");
        assert_eq!(code, Some(1));
        sandbox.git(&folder, &["add", "a.txt"]);
        sandbox.write(folder.join("a.txt"), TEXT);
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(err.contains("in the index the lines to change are different"), "{err}");
        sandbox.write(folder.join("untracked.txt"), "x\n");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &edit("untracked.txt", "x", "y"));
        assert!(err.contains("HEAD does not have it"), "{err}");
        std::fs::remove_file(folder.join("b.txt")).expect("to remove");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "", "new"));
        assert!(err.contains("HEAD has it already"), "{err}");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit", "-n"], &edit("b.txt", "", "new"));
        assert!(err.contains("HEAD has it already"), "{err}");
        let deeper = edit("b.txt/x", "", "new");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &deeper);
        assert!(err.contains("in HEAD it is not a regular file"), "{err}");
    });
}

#[test]
fn what_git_ignores_and_does_not_track_is_not_committed() {
    sandboxed("what_git_ignores_and_does_not_track_is_not_committed", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join(".git/info/exclude"), "*.log\n");
        sandbox.write(folder.join("old.log"), "old\n");
        let ignored = [edit("new.log", "", "hello"), edit("old.log", "old", "new")].concat();
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &ignored);
        assert!(err.contains("cannot commit 'new.log': git ignores it"), "{err}");
        let (_, err) = done(sandbox, &folder, &["apply", "--commit"], &[ignored, one()].concat());
        let note = "note: 'old.log' is not in the index and git ignores it: it is not staged";
        assert!(err.contains(note) && !err.contains("'old.log' is ignored by git"), "{err}");
        assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt");
        assert_eq!((read(&folder, "new.log"), read(&folder, "old.log")), ("hello\n".into(), "new\n".into()));
        done(sandbox, &folder, &["undo"], "");
        assert_eq!((read(&folder, "old.log").as_str(), folder.join("new.log").exists()), ("old\n", false));
    });
}

#[test]
fn secrets_and_backups_are_not_committed() {
    sandboxed("secrets_and_backups_are_not_committed", |sandbox| {
        let folder = repository(sandbox);
        let secret = ["apply", "--commit", "--allow", ".env"];
        let (err, _) = refused(sandbox, &folder, &secret, &edit(".env", "", "key=1"));
        assert!(err.contains("cannot commit '.env': it holds secrets"), "{err}");
        done(sandbox, &folder, &["apply", "--commit", "--backup"], &one());
        assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt");
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "?? a.txt.bak");
    });
}

#[test]
fn an_ignored_secret_beside_what_a_hook_rewrites_stays_private() {
    sandboxed("an_ignored_secret_beside_what_a_hook_rewrites_stays_private", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join(".git/info/exclude"), ".env\n");
        sandbox.write(folder.join(".env"), "key=old\n");
        hook(&folder, "pre-commit", "sed -i 's/^1$/formatted/' a.txt; git add a.txt");
        let reply = [one(), edit(".env", "key=old", "key=new")].concat();
        done(sandbox, &folder, &["apply", "--commit", "--allow", ".env"], &reply);
        assert_eq!(read(&folder, ".env"), "key=new\n");
        let id = |text: &str| {
            sandbox.write("secret", text);
            sandbox.line(&folder, &["hash-object", "../secret"])
        };
        for text in ["key=old\n", "key=new\n", "new", "new\n", "key=new"] {
            assert!(!sandbox.try_git(&folder, &["cat-file", "-e", &id(text)]).status.success(), "{text}");
        }
        done(sandbox, &folder, &["undo"], "");
        assert_eq!((read(&folder, ".env").as_str(), read(&folder, "a.txt").as_str()), ("key=old\n", TEXT));
    });
}

#[test]
fn on_an_unborn_branch_it_is_the_first_and_undo_takes_it_back() {
    sandboxed("on_an_unborn_branch_it_is_the_first_and_undo_takes_it_back", |sandbox| {
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
    sandboxed("a_detached_head_and_a_linked_work_tree_move_alone", |sandbox| {
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
fn without_a_name_git_says_so() {
    sandboxed("without_a_name_git_says_so", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["config", "user.useConfigOnly", "true"]);
        sandbox.write("reply.md", one());
        let mut program = program(&folder, &["apply", "--commit", "../reply.md"]);
        for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
            program.env_remove(name);
        }
        let (_, err, code) = said(&program.output().expect("to run"));
        assert_eq!(code, Some(128), "{err}");
        assert!(
            err.contains("no email was given and auto-detection is disabled; nothing was written"),
            "{err}"
        );
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn a_hook_that_fails_takes_the_batch_back() {
    sandboxed("a_hook_that_fails_takes_the_batch_back", |sandbox| {
        let folder = repository(sandbox);
        dirty(sandbox, &folder);
        hook(&folder, "pre-commit", "echo the linter says no; exit 1");
        let (err, code) = refused(sandbox, &folder, &["apply", "--commit", "--stash"], &many());
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("the linter says no"), "{err}");
        assert!(err.contains("git made no commit; batch 1 is taken back"), "{err}");
        assert_eq!(sandbox.line(&folder, &["stash", "list"]), "");
        done(sandbox, &folder, &["apply", "--commit", "--no-verify"], &one());
        assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt");
    });
}

#[test]
fn what_is_edited_while_a_hook_runs_that_fails_is_kept() {
    sandboxed("what_is_edited_while_a_hook_runs_that_fails_is_kept", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "sed -i 's/seven/mine/' a.txt; exit 1");
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("batch 1 is taken back, but for what was edited meanwhile in 'a.txt'"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("seven", "mine"));
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), " M a.txt");
        // In the same lines neither can be had without the other.
        sandbox.write(folder.join("a.txt"), TEXT);
        hook(&folder, "pre-commit", "sed -i 's/^1$/mine/' a.txt; exit 1");
        let reply = [one(), edit("b.txt", "one", "1")].concat();
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit", "--stash"], &reply));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("batch 3 stays in the files, since 'a.txt' changed meanwhile"), "{err}");
        assert!(err.contains("git sr undo --merge 3"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "mine"));
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "MM a.txt\nM  b.txt");
        assert_eq!(sandbox.line(&folder, &["stash", "list"]).lines().count(), 1);
        assert_eq!(sandbox.line(&folder, &["rev-list", "--count", "HEAD"]), "1");
    });
}

#[test]
fn what_a_hook_rewrites_is_the_result() {
    sandboxed("what_a_hook_rewrites_is_the_result", |sandbox| {
        let folder = repository(sandbox);
        hook(
            &folder,
            "pre-commit",
            "sed -i 's/^1$/formatted/' a.txt; echo made >made.txt; git add a.txt made.txt",
        );
        sandbox.write(folder.join("b.txt"), "staged\n");
        sandbox.git(&folder, &["add", "b.txt"]);
        let (_, err) = done(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(err.contains("note: 'a.txt' was changed by a hook"), "{err}");
        assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt\nmade.txt");
        let formatted = TEXT.replace("one", "formatted");
        assert_eq!(sandbox.line(&folder, &["show", "HEAD:a.txt"]) + "\n", formatted);
        assert_eq!(read(&folder, "a.txt"), formatted);
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "M  b.txt");
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(read(&folder, "a.txt"), TEXT);
        assert_eq!(sandbox.line(&folder, &["diff", "HEAD", "--", "a.txt"]), "");
        done(sandbox, &folder, &["redo"], "");
        assert_eq!(read(&folder, "a.txt"), formatted);
        sandbox.git(&folder, &["fsck", "--strict", "--no-dangling"]);
    });
}

#[test]
fn a_hook_that_commits_other_text_than_it_leaves_is_told_of() {
    sandboxed("a_hook_that_commits_other_text_than_it_leaves_is_told_of", |sandbox| {
        let folder = repository(sandbox);
        let script = "id=$(sed 's/^1$/committed/' a.txt | git hash-object -w --stdin)\n\
             git update-index --cacheinfo 100644,$id,a.txt";
        hook(&folder, "pre-commit", script);
        let (_, err) = done(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(err.contains("warning: 'a.txt' is in the commit as a hook left it"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "1"));
        assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), " M a.txt");
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(
            (read(&folder, "a.txt").as_str(), sandbox.line(&folder, &["status", "--porcelain"]).as_str()),
            (TEXT, "")
        );
    });
}

#[test]
fn a_hook_may_change_the_message_and_look_at_batches() {
    sandboxed("a_hook_may_change_the_message_and_look_at_batches", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "commit-msg", "echo 'Changed by the hook' >\"$1\"");
        let look =
            format!("'{}' log >../seen && '{0}' apply --check ../reply.md", env!("CARGO_BIN_EXE_git-sr"));
        hook(&folder, "pre-commit", &look);
        let (out, _) = done(sandbox, &folder, &["apply", "-m", "mine"], &one());
        assert!(out.ends_with("] Changed by the hook\n"), "{out}");
        assert_eq!(sandbox.line(&folder, &["log", "-1", "--format=%B"]), "Changed by the hook");
        assert!(std::fs::read_to_string(sandbox.path("seen")).expect("text").starts_with("1 "));
    });
}

#[test]
fn it_is_signed_as_configured_and_by_the_key_that_is_named() {
    sandboxed("it_is_signed_as_configured_and_by_the_key_that_is_named", |sandbox| {
        let folder = repository(sandbox);
        let gpg = sandbox.path("gpg");
        let script = "#!/bin/sh\ncat >/dev/null\necho \"$@\" >>\"$HOME/keys\"\n\
             echo '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\necho fake\necho '-----END PGP SIGNATURE-----'\n";
        std::fs::write(&gpg, script).expect("to write");
        std::fs::set_permissions(&gpg, PermissionsExt::from_mode(0o755)).expect("a mode");
        sandbox.git(&folder, &["config", "gpg.program", gpg.to_str().expect("UTF-8")]);
        done(sandbox, &folder, &["apply", "--commit", "-SABCD"], &one());
        sandbox.git(&folder, &["config", "commit.gpgSign", "true"]);
        done(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "one", "1"));
        done(sandbox, &folder, &["apply", "--commit", "-S"], &edit("run.sh", "one", "1"));
        let keys = std::fs::read_to_string(sandbox.path("keys")).expect("keys");
        let keys: Vec<&str> = keys.lines().collect();
        assert_eq!(keys.len(), 3, "{keys:?}");
        assert!(keys[0].contains("ABCD") && !keys[1].contains("ABCD"), "{keys:?}");
        for commit in ["HEAD", "HEAD^", "HEAD~2"] {
            let text = sandbox.line(&folder, &["cat-file", "commit", commit]);
            assert!(text.contains("gpgsig -----BEGIN PGP SIGNATURE-----"), "{text}");
        }
    });
}

#[test]
fn undo_leaves_a_commit_alone_that_is_not_the_newest_or_is_pushed() {
    sandboxed("undo_leaves_a_commit_alone_that_is_not_the_newest_or_is_pushed", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &one());
        let made = head(sandbox, &folder);
        sandbox.git(&folder, &["update-ref", "refs/remotes/origin/main", &made]);
        let (err, code) = refused(sandbox, &folder, &["undo"], "");
        assert_eq!(code, Some(1));
        assert!(
            err.contains(&format!("batch 1 is committed as {}, which 'origin/main' has too", &made[..7])),
            "{err}"
        );
        assert!(err.contains(&format!("git revert {}", &made[..7])), "{err}");
        sandbox.git(&folder, &["update-ref", "-d", "refs/remotes/origin/main"]);
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "later"]);
        let (err, _) = refused(sandbox, &folder, &["undo"], "");
        assert!(err.contains("and HEAD is no longer there"), "{err}");
        assert!(!err.contains("forget"), "{err}");
        sandbox.git(&folder, &["reset", "-q", "--hard", "HEAD~2"]);
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "other"]);
        let (err, _) = refused(sandbox, &folder, &["undo"], "");
        assert!(err.contains("which is no longer in HEAD"), "{err}");
        assert!(err.contains("if its change is gone too, go on with an older batch"), "{err}");
        assert!(err.contains(&format!("git revert {}", &made[..7])), "{err}");
    });
}

#[test]
fn several_commits_go_and_come_back_with_their_batches() {
    sandboxed("several_commits_go_and_come_back_with_their_batches", |sandbox| {
        let folder = repository(sandbox);
        let start = head(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--commit"], &one());
        done(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "one", "1"));
        let made = head(sandbox, &folder);
        done(sandbox, &folder, &["undo", "--count", "2"], "");
        assert_eq!((head(sandbox, &folder), state(sandbox, &folder).2), (start, String::new()));
        let (out, _) = done(sandbox, &folder, &["redo", "--json"], "");
        let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(object["commit"], made);
        assert_eq!((head(sandbox, &folder), state(sandbox, &folder).2), (made, String::new()));
        done(sandbox, &folder, &["undo", "--count", "2"], "");
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "other"]);
        let (_, err) = done(sandbox, &folder, &["redo"], "");
        assert!(err.contains("does not come back, only the files"), "{err}");
        assert_eq!(state(sandbox, &folder).2, "M  a.txt\nM  b.txt");
    });
}

#[test]
fn the_message_is_the_heading_of_the_reply_and_the_paths_unless_there_is_one() {
    sandboxed("the_message_is_the_heading_of_the_reply_and_the_paths_unless_there_is_one", |sandbox| {
        let folder = repository(sandbox);
        let message = || sandbox.line(&folder, &["log", "-1", "--format=%B"]);
        done(sandbox, &folder, &["apply", "--commit"], &format!("Sure!\n\n# Count better\n\n{}", one()));
        assert_eq!(message(), "Count better\n\n- a.txt");
        done(sandbox, &folder, &["apply", "-m", "one", "-m", "two"], &edit("b.txt", "one", "1"));
        assert_eq!(message(), "one\n\ntwo");
        sandbox.write("message", "from a file\n");
        done(sandbox, &folder, &["apply", "-F", "../message"], &edit("b.txt", "two", "2"));
        assert_eq!(message(), "from a file");
        sandbox.git(&folder, &["config", "sr.trailer", "Assisted-by: a model"]);
        let more =
            ["apply", "-m", "m", "--signoff", "--trailer", "Fixes: 1", "--author", "B <b@example.com>"];
        done(sandbox, &folder, &more, &edit("b.txt", "three", "3"));
        assert_eq!(message(), "m\n\nSigned-off-by: A <a@example.com>\nAssisted-by: a model\nFixes: 1");
        assert_eq!(sandbox.line(&folder, &["log", "-1", "--format=%an <%ae> %cn"]), "B <b@example.com> A");
        sandbox.git(&folder, &["config", "core.editor", "sed -i 's/^m$/edited/'"]);
        done(sandbox, &folder, &["apply", "-m", "m", "-e"], &edit("b.txt", "four", "4"));
        assert!(message().starts_with("edited\n"), "{}", message());
        sandbox.git(&folder, &["config", "--unset", "sr.trailer"]);
        let (err, code) = refused(sandbox, &folder, &["apply", "-m", " "], &edit("b.txt", "five", "5"));
        assert!(err.contains("the message of the commit is empty"), "{err}");
        assert_eq!(code, Some(1));
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
fn a_commit_that_somebody_else_makes_meanwhile_is_theirs() {
    for end in ["exit 1", "exit 0"] {
        sandboxed("a_commit_that_somebody_else_makes_meanwhile_is_theirs", |sandbox| {
            let folder = repository_at(sandbox, &end.replace(' ', "-"));
            hook(&folder, "pre-commit", &format!("({FOREIGN}); {end}"));
            let (_, err, code) = said(&run(sandbox, &folder, &["apply", "-m", "ours"], &one()));
            assert_eq!(code, Some(1), "{err}");
            assert!(err.contains("HEAD moved while the command ran; batch 1 is taken back"), "{err}");
            assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "theirs\nbefore");
            assert_eq!((read(&folder, "a.txt"), state(sandbox, &folder).2), (TEXT.into(), String::new()));
            let _ = run(sandbox, &folder, &["undo"], "");
            assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "theirs\nbefore");
        });
    }
}

#[test]
fn a_commit_that_would_revert_one_made_before_it_goes_again() {
    sandboxed("a_commit_that_would_revert_one_made_before_it_goes_again", |sandbox| {
        let folder = repository(sandbox);
        let real = std::env::split_paths(&std::env::var_os("PATH").expect("a path"))
            .map(|folder| folder.join("git"))
            .find(|git| git.is_file())
            .expect("git");
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = commit ] && [ -z \"$INNER\" ]; then (export INNER=1; {FOREIGN}); fi\nexec '{}' \"$@\"\n",
            real.display()
        );
        let wrapper = sandbox.path("wrap");
        std::fs::create_dir_all(&wrapper).expect("a folder");
        std::fs::write(wrapper.join("git"), script).expect("to write");
        std::fs::set_permissions(wrapper.join("git"), PermissionsExt::from_mode(0o755)).expect("a mode");
        sandbox.write("reply.md", one());
        let path = std::env::var("PATH").expect("a path");
        let output = program(&folder, &["apply", "--signoff", "-m", "ours", "../reply.md"])
            .env("PATH", format!("{}:{path}", wrapper.display()))
            .output()
            .expect("to run");
        let (_, err, code) = said(&output);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("HEAD moved while the command ran; batch 1 is taken back"), "{err}");
        assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "theirs\nbefore");
        assert_eq!(
            (read(&folder, "theirs.txt"), state(sandbox, &folder).2),
            ("theirs\n".into(), String::new())
        );
    });
}

#[test]
fn a_branch_that_stands_for_another_is_followed() {
    for hooked in [false, true] {
        sandboxed("a_branch_that_stands_for_another_is_followed", |sandbox| {
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
fn a_rename_takes_along_what_is_staged() {
    sandboxed("a_rename_takes_along_what_is_staged", |sandbox| {
        let folder = repository(sandbox);
        sandbox.write(folder.join("a.txt"), TEXT.replace("two", "STAGED"));
        sandbox.git(&folder, &["add", "a.txt"]);
        sandbox.git(&folder, &["update-index", "--chmod=+x", "a.txt"]);
        let before = state(sandbox, &folder);
        let rename = "a.txt\n<<<<<<< RENAME\nr.txt\n>>>>>>> RENAME\n";
        done(sandbox, &folder, &["apply", "--commit"], rename);
        assert_eq!(sandbox.line(&folder, &["show", "HEAD:r.txt"]) + "\n", TEXT);
        assert_eq!(sandbox.line(&folder, &["show", ":r.txt"]) + "\n", TEXT.replace("two", "STAGED"));
        assert!(sandbox.line(&folder, &["ls-files", "-s", "r.txt"]).starts_with("100755 "));
        done(sandbox, &folder, &["undo"], "");
        assert_eq!(state(sandbox, &folder), before);
    });
}

#[test]
fn a_batch_whose_commit_did_not_come_back_can_be_undone() {
    sandboxed("a_batch_whose_commit_did_not_come_back_can_be_undone", |sandbox| {
        let folder = repository(sandbox);
        done(sandbox, &folder, &["apply", "--commit"], &one());
        done(sandbox, &folder, &["undo"], "");
        sandbox.git(&folder, &["commit", "-q", "--allow-empty", "-m", "other"]);
        let other = head(sandbox, &folder);
        done(sandbox, &folder, &["redo"], "");
        assert_eq!(state(sandbox, &folder).2, "M  a.txt");
        done(sandbox, &folder, &["undo"], "");
        assert_eq!((head(sandbox, &folder), state(sandbox, &folder).2), (other, String::new()));
    });
}

#[test]
fn a_signal_during_a_hook_takes_the_batch_back() {
    sandboxed("a_signal_during_a_hook_takes_the_batch_back", |sandbox| {
        let folder = repository(sandbox);
        // The parent of the hook is git, and the parent of that is the program.
        hook(&folder, "pre-commit", "kill -TERM $(ps -o ppid= -p $PPID); exit 1");
        let (err, _) = refused(sandbox, &folder, &["apply", "--commit"], &one());
        assert!(err.contains("batch 1 is taken back"), "{err}");
    });
}

#[test]
fn entries_that_git_is_not_to_look_at_are_no_hindrance() {
    sandboxed("entries_that_git_is_not_to_look_at_are_no_hindrance", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "true");
        for flag in ["--assume-unchanged", "--skip-worktree"] {
            sandbox.write(folder.join("b.txt"), format!("{flag}\n"));
            sandbox.git(&folder, &["add", "b.txt"]);
            sandbox.git(&folder, &["update-index", flag, "b.txt"]);
            sandbox.write(folder.join("b.txt"), "dirty\n");
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(sandbox.line(&folder, &["show", "--format=", "--name-only"]), "a.txt");
            assert_eq!(sandbox.line(&folder, &["show", ":b.txt"]), flag);
            done(sandbox, &folder, &["undo"], "");
            sandbox.git(&folder, &["update-index", "--no-assume-unchanged", "--no-skip-worktree", "b.txt"]);
        }
    });
}

#[test]
fn the_message_that_a_squash_left_stays_for_its_commit() {
    for hooked in [false, true] {
        sandboxed("the_message_that_a_squash_left_stays_for_its_commit", |sandbox| {
            let folder = repository_at(sandbox, if hooked { "hooked" } else { "plain" });
            if hooked {
                hook(&folder, "pre-commit", "true");
            }
            sandbox.git(&folder, &["checkout", "-qb", "side"]);
            sandbox.write(folder.join("b.txt"), "side\n");
            sandbox.git(&folder, &["commit", "-qam", "side"]);
            sandbox.git(&folder, &["checkout", "-q", "main"]);
            sandbox.git(&folder, &["merge", "-q", "--squash", "side"]);
            let message = read(&folder, ".git/SQUASH_MSG");
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(read(&folder, ".git/SQUASH_MSG"), message);
            assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "M  b.txt");
        });
    }
}

#[test]
fn the_log_of_head_is_kept_as_git_keeps_it() {
    sandboxed("the_log_of_head_is_kept_as_git_keeps_it", |sandbox| {
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

#[test]
fn a_message_that_is_not_utf8_is_what_git_makes_of_it() {
    sandboxed("a_message_that_is_not_utf8_is_what_git_makes_of_it", |sandbox| {
        let (ours, git) = (repository(sandbox), repository_at(sandbox, "git"));
        for (number, message) in [&b"caf\xe9\n"[..], b"none \xef\xbf\xbe\n"].into_iter().enumerate() {
            sandbox.write("message", message);
            let reply = edit("a.txt", ["one", "two"][number], ["1", "2"][number]);
            done(sandbox, &ours, &["apply", "-F", "../message"], &reply);
            sandbox.write(git.join("a.txt"), read(&ours, "a.txt"));
            sandbox.git(&git, &["commit", "-qaF", "../message"]);
            assert_eq!(head(sandbox, &ours), head(sandbox, &git));
        }
    });
}

#[test]
fn what_others_share_they_can_read_and_write() {
    sandboxed("what_others_share_they_can_read_and_write", |sandbox| {
        let folder = sandbox.init("work", &["--template=", "--shared=group"]);
        let sh = |command: &str| {
            let command = format!("umask 077; {command}");
            let mut shell = std::process::Command::new("sh");
            let output = shell.current_dir(&folder).args(["-c", &command]).output().expect("to run");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        sandbox.write("reply.md", edit("a.txt", "", "new"));
        sandbox.write("more.md", edit("a.txt", "new", "newer"));
        let program = env!("CARGO_BIN_EXE_git-sr");
        sh(&format!(
            "'{program}' apply --index ../reply.md; git commit -qm one; '{program}' apply --commit ../more.md"
        ));
        let (mut folders, mut seen) = (vec![folder.join(".git")], 0);
        while let Some(at) = folders.pop() {
            for entry in std::fs::read_dir(at).expect("a folder").flatten() {
                let (name, meta) = (entry.file_name(), entry.metadata().expect("metadata"));
                // The log of attempts is the user's own.
                if name == "attempts" {
                    continue;
                }
                let mode = meta.permissions().mode();
                let wanted = match () {
                    () if meta.is_dir() => 0o2070,
                    () if mode & 0o200 == 0 => 0o040,
                    () => 0o060,
                };
                // Files that git itself makes only for its user are git's.
                if name != "COMMIT_EDITMSG" {
                    assert_eq!(mode & wanted, wanted, "{}: {mode:o}", entry.path().display());
                    seen += 1;
                }
                if meta.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        assert!(seen > 30, "{seen}");
    });
}

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

#[test]
fn a_batch_that_is_taken_back_leaves_what_is_kept() {
    sandboxed("a_batch_that_is_taken_back_leaves_what_is_kept", |sandbox| {
        let folder = repository(sandbox);
        let reply = [one(), edit("b.txt", "nowhere", "1")].concat();
        assert_eq!(said(&run(sandbox, &folder, &["apply"], &reply)).2, Some(1));
        hook(&folder, "pre-commit", "exit 1");
        let fix = edit("b.txt", "one", "1");
        assert_eq!(said(&run(sandbox, &folder, &["apply", "--commit", "--continue"], &fix)).2, Some(1));
        assert_eq!((read(&folder, "a.txt").as_str(), read(&folder, "b.txt").as_str()), (TEXT, TEXT));
        done(sandbox, &folder, &["apply", "--continue"], &fix);
        let new = TEXT.replace("one", "1");
        assert_eq!((read(&folder, "a.txt"), read(&folder, "b.txt")), (new.clone(), new));
    });
}
