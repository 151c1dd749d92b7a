//! Content of files that hold secrets never enters the object database, nor is it printed.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::path::Path;
use std::process::{Command, Output};

use bstr::ByteSlice as _;

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", folder);
    command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1")]);
    command.envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")]);
    command.envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")]);
    command.output().expect("to run")
}

/// Runs the program, which must succeed, or leave markers with `--merge`, and must not print a secret.
fn sr(folder: &Path, arguments: &[&str]) {
    let output = run(folder, env!("CARGO_BIN_EXE_git-sr"), arguments);
    let text = [output.stdout, output.stderr].concat();
    let wanted = i32::from(arguments.contains(&"--merge"));
    assert_eq!(output.status.code(), Some(wanted), "{arguments:?}: {}", text.to_str_lossy());
    assert!(!text.contains_str("hidden-"), "{arguments:?} prints a secret: {}", text.to_str_lossy());
    assert_clean(folder, arguments);
}

fn assert_clean(folder: &Path, after: &[&str]) {
    let objects = run(folder, "git", &["cat-file", "--batch-all-objects", "--batch"]);
    assert!(objects.status.success());
    assert!(!objects.stdout.contains_str("hidden-"), "a secret is in the object database after {after:?}");
}

fn private(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder.join(".git/sr/private")).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

const REPLY: &str = "\
.env
<<<<<<< SEARCH
TOKEN=hidden-old
=======
TOKEN=hidden-new
>>>>>>> REPLACE
a.txt
<<<<<<< SEARCH
one
=======
two
>>>>>>> REPLACE
certs/server.pem
<<<<<<< SEARCH
=======
hidden-key
>>>>>>> REPLACE
";

#[test]
fn a_batch_that_comes_to_nothing_leaves_no_secret_behind() {
    let folder = repository();
    let path = folder.path();
    let names = path.join(".git/refs/sr/main");
    std::fs::create_dir_all(&names).expect("a folder");
    std::fs::write(names.join("1.lock"), "").expect("to write");
    let output = run(path, env!("CARGO_BIN_EXE_git-sr"), &APPLY);
    assert!(!output.status.success(), "its record cannot be named");
    assert_eq!(private(path), Vec::<std::path::PathBuf>::new());
    drop(std::fs::remove_file(names.join("1.lock")));
    sr(path, &APPLY);
    assert_eq!(private(path).len(), 1);
    sr(path, &["forget", "--all"]);
    assert_eq!(private(path), Vec::<std::path::PathBuf>::new());
}

fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    assert!(run(path, "git", &["init", "-q"]).status.success());
    std::fs::write(path.join("a.txt"), "one\n").expect("to write");
    assert!(run(path, "git", &["add", "a.txt"]).status.success());
    assert!(run(path, "git", &["commit", "-q", "-m", "start"]).status.success());
    std::fs::write(path.join(".env"), "A=1\nTOKEN=hidden-old\nB=2\n").expect("to write");
    std::fs::write(path.join("reply.md"), REPLY).expect("to write");
    folder
}

const APPLY: [&str; 6] = ["apply", "--allow", ".env", "--allow", "certs/server.pem", "reply.md"];

#[test]
fn no_byte_of_a_secret_enters_the_object_database() {
    let folder = repository();
    let path = folder.path();
    let env = || std::fs::read_to_string(path.join(".env")).expect("to read");
    sr(path, &APPLY);
    assert_eq!(env(), "A=1\nTOKEN=hidden-new\nB=2\n");
    sr(path, &["undo"]);
    assert_eq!(env(), "A=1\nTOKEN=hidden-old\nB=2\n");
    assert!(!path.join("certs").exists());
    sr(path, &["redo"]);
    assert_eq!(env(), "A=1\nTOKEN=hidden-new\nB=2\n");
    std::fs::write(path.join(".env"), "A=1\nTOKEN=hidden-mine\nB=2\n").expect("to write");
    sr(path, &["undo", "--merge"]);
    assert!(env().contains("hidden-mine") && env().contains("hidden-old"));
    sr(path, &["redo"]);
    assert_eq!(env(), "A=1\nTOKEN=hidden-mine\nB=2\n");
    sr(path, &["undo", "--force"]);
    assert_eq!(env(), "A=1\nTOKEN=hidden-old\nB=2\n");
    for arguments in
        [&["log"][..], &["log", "--json"], &["show", "1"], &["show", "--json", "1"], &["show", "6"]]
    {
        sr(path, arguments);
    }
}

#[cfg(unix)]
#[test]
fn secrets_are_kept_for_the_user_alone_and_forgotten_with_the_record() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = repository();
    sr(folder.path(), &APPLY);
    let kept = private(folder.path());
    assert_eq!(kept.len(), 1);
    for path in kept {
        let mode = std::fs::metadata(path).expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    sr(folder.path(), &["forget", "--all"]);
    assert!(private(folder.path()).is_empty());
}

#[test]
fn the_backup_of_a_secret_is_one() {
    let folder = repository();
    let path = folder.path();
    let allow = ["--allow", ".env.old", "--allow", "certs/server.pem.old"];
    sr(path, &[&APPLY[..5], &["--backup=.old"], &allow, &["reply.md"]].concat());
    assert!(std::fs::read_to_string(path.join(".env.old")).expect("to read").contains("hidden-old"));
    sr(path, &["undo"]);
    assert!(!path.join(".env.old").exists());
}

#[test]
fn a_glob_that_names_no_file_lifts_no_secret() {
    let folder = repository();
    let output = run(folder.path(), env!("CARGO_BIN_EXE_git-sr"), &["apply", "--allow", "*", "reply.md"]);
    assert_eq!(output.status.code(), Some(1));
    assert_clean(folder.path(), &["apply"]);
}

#[test]
fn the_log_of_attempts_names_blocked_files_and_quotes_nothing_of_them() {
    let folder = repository();
    let path = folder.path();
    let log = || std::fs::read_to_string(path.join(".git/sr/attempts")).unwrap_or_default();
    assert_eq!(run(path, env!("CARGO_BIN_EXE_git-sr"), &["apply", "reply.md"]).status.code(), Some(1));
    assert_eq!(log().lines().count(), 4);
    let kept = std::fs::read_to_string(path.join(".git/sr/pending")).expect("to read");
    assert!(kept.contains("a.txt") && !kept.contains("hidden-"), "{kept}");
    sr(path, &APPLY);
    assert_eq!(log().lines().count(), 8);
    assert!(log().contains(r#""path":".env","status":"failed","class":"blocked""#), "{}", log());
    assert!(log().contains(r#""search":"one\n""#), "{}", log());
    assert!(!log().contains("hidden-"), "{}", log());
    sr(path, &["forget", "--all"]);
    assert_eq!(log(), "");
    assert!(run(path, "git", &["config", "sr.stats", "false"]).status.success());
    run(path, env!("CARGO_BIN_EXE_git-sr"), &["apply", "reply.md"]);
    assert_eq!(log(), "");
}
