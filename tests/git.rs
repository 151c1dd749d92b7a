//! Interplay with git: runs at the same time, programs that the configuration names, locks, collected
//! garbage.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod sandbox;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use sandbox::{Sandbox, sandboxed};

const LINES: usize = 8;

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    program.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    program
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("to run")
}

/// Runs it; it must succeed.
fn done(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn block(path: &str, search: &str, replace: &str) -> String {
    format!("{path}\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n")
}

/// A repository with files of numbered lines that are committed.
fn repository(sandbox: &Sandbox, files: &[&str]) -> std::path::PathBuf {
    let folder = sandbox.init("work", &[]);
    let text: String = (0..LINES).map(|line| format!("line {line} as it was\n")).collect();
    for file in files {
        sandbox.write(folder.join(file), &text);
    }
    sandbox.git(&folder, &["add", "-A"]);
    sandbox.git(&folder, &["commit", "-q", "-m", "before"]);
    folder
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("text")
}

#[test]
fn runs_at_the_same_time_lose_no_change_of_the_others() {
    sandboxed("runs_at_the_same_time_lose_no_change_of_the_others", |sandbox| {
        let folder = repository(sandbox, &["a.txt"]);
        let start = |line: usize| -> Child {
            let reply = sandbox.path(format!("{line}.md"));
            let text = block("a.txt", &format!("line {line} as it was"), &format!("line {line} as it is"));
            std::fs::write(&reply, text).expect("to write");
            program(&folder, &["apply", reply.to_str().expect("UTF-8")]).spawn().expect("to start")
        };
        let children: Vec<Child> = (0..LINES).map(start).collect();
        let outputs: Vec<Output> =
            children.into_iter().map(|child| child.wait_with_output().expect("an end")).collect();
        let now = read(folder.join("a.txt"));
        for (line, output) in outputs.iter().enumerate() {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
            assert_eq!(now.contains(&format!("line {line} as it is")), output.status.success(), "{said}");
        }
    });
}

#[test]
fn runs_at_the_same_time_each_have_their_batch() {
    sandboxed("runs_at_the_same_time_each_have_their_batch", |sandbox| {
        let names: Vec<String> = (0..LINES).map(|number| format!("{number}.txt")).collect();
        let folder = repository(sandbox, &names.iter().map(String::as_str).collect::<Vec<_>>());
        let before = read(folder.join("0.txt"));
        let start = |name: &String| -> Child {
            let reply = sandbox.path(format!("{name}.md"));
            std::fs::write(&reply, block(name, "line 1 as it was", "line 1 as it is")).expect("to write");
            program(&folder, &["apply", reply.to_str().expect("UTF-8")]).spawn().expect("to start")
        };
        let children: Vec<Child> = names.iter().map(start).collect();
        for child in children {
            let output = child.wait_with_output().expect("an end");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        for _ in &names {
            done(&folder, &["undo"]);
        }
        assert!(names.iter().all(|name| read(folder.join(name)) == before));
    });
}

#[test]
fn no_program_that_the_configuration_names_is_run() {
    sandboxed("no_program_that_the_configuration_names_is_run", |sandbox| {
        let folder = repository(sandbox, &["a.txt"]);
        let script = sandbox.path("trap");
        let trace = sandbox.path("trace");
        std::fs::write(&script, format!("#!/bin/sh\necho run >>'{}'\ncat\n", trace.display()))
            .expect("to write");
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("a mode");
        let trap = script.to_str().expect("UTF-8");
        sandbox.write(folder.join(".git/info/attributes"), "* filter=trap diff=trap merge=trap\n");
        for key in [
            "filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "diff.trap.command",
            "diff.trap.textconv", "diff.external", "merge.trap.driver", "core.fsmonitor", "core.editor",
            "core.pager", "core.sshCommand", "credential.helper", "gpg.program",
        ] {
            sandbox.git(&folder, &["config", key, trap]);
        }
        for hook in
            ["pre-commit", "post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"]
        {
            sandbox.write(folder.join(".git/hooks").join(hook), std::fs::read(&script).expect("a script"));
            std::fs::set_permissions(folder.join(".git/hooks").join(hook), PermissionsExt::from_mode(0o755))
                .expect("a mode");
        }
        sandbox.write("reply.md", block("a.txt", "line 1 as it was", "line 1 as it is"));
        for arguments in [&["apply", "-n", "../reply.md"][..], &["apply", "../reply.md"], &["undo"]] {
            done(&folder, arguments);
        }
        assert!(!trace.exists(), "{}", read(trace));
    });
}

#[test]
fn a_locked_index_is_in_nobodys_way() {
    sandboxed("a_locked_index_is_in_nobodys_way", |sandbox| {
        let folder = repository(sandbox, &["a.txt"]);
        sandbox.write(folder.join(".git/index.lock"), "");
        sandbox.write("reply.md", block("a.txt", "line 1 as it was", "line 1 as it is"));
        done(&folder, &["apply", "../reply.md"]);
        done(&folder, &["undo"]);
    });
}

#[test]
fn what_undo_needs_outlives_garbage_collection() {
    sandboxed("what_undo_needs_outlives_garbage_collection", |sandbox| {
        let folder = repository(sandbox, &["a.txt"]);
        sandbox.write(folder.join("untracked.txt"), "text that no commit has\n");
        sandbox.write("reply.md", block("untracked.txt", "text that no commit has", "other text"));
        done(&folder, &["apply", "../reply.md"]);
        sandbox.git(&folder, &["pack-refs", "--all"]);
        sandbox.git(&folder, &["gc", "-q", "--prune=now"]);
        done(&folder, &["undo"]);
        assert_eq!(read(folder.join("untracked.txt")), "text that no commit has\n");
    });
}

#[test]
fn records_are_not_sent_to_others() {
    sandboxed("records_are_not_sent_to_others", |sandbox| {
        let folder = repository(sandbox, &["a.txt"]);
        sandbox.write("reply.md", block("a.txt", "line 1 as it was", "line 1 as it is"));
        done(&folder, &["apply", "../reply.md"]);
        sandbox.git(&sandbox.path(""), &["clone", "-q", "work", "copy"]);
        let copied = sandbox.line(&sandbox.path("copy"), &["for-each-ref", "--format=%(refname)"]);
        assert!(!copied.contains("sr/"), "{copied}");
        assert_eq!(run(&sandbox.path("copy"), &["undo"]).status.code(), Some(1));
    });
}
