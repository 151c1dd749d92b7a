//! How a run ends that fails once git has made the commit, or that is told to stop.

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
        .arg("../reply.md")
        .env("GIT", real.expect("git"))
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .output()
        .expect("to run");
    let (_, err, code) = said(&output);
    (err, code)
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
#[cfg(target_os = "linux")]
fn who_takes_a_commit_back_that_came_too_late_holds_the_lock() {
    sandboxed("ends::who_takes_a_commit_back_that_came_too_late_holds_the_lock", |sandbox| {
        let folder = repository(sandbox);
        hook(
            &folder,
            "reference-transaction",
            "tr '\\0' ' ' </proc/$PPID/cmdline | grep -q 'update-ref.*taken back' || exit 0
            readlink /proc/$PPID/fd/* >>../held",
        );
        let script = format!("[ \"$1\" = commit ] && [ -z \"$INNER\" ] && (export INNER=1; {FOREIGN})");
        let (err, code) = with_git(sandbox, &folder, &["apply", "-m", "ours"], &script);
        assert_eq!(code, Some(1), "{err}");
        assert_eq!(sandbox.line(&folder, &["log", "--format=%s"]), "theirs\nbefore");
        let held = std::fs::read_to_string(sandbox.path("held")).expect("git update-ref was run");
        assert!(held.contains("/sr/lock\n"), "{held}");
    });
}
