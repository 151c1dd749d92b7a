//! Several runs at once, and an editor at work.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::need_strace;
use super::scene::{Scene, edit};
use super::strace::{self, Inject};

#[test]
fn three_runs_at_once_wait_for_each_other() {
    let scene = Scene::new();
    let tree = scene.tree();
    let runs: Vec<_> = (0..3)
        .map(|number| {
            let reply = edit(&format!("edit{number}.txt"), &format!("two {number}"), &format!("by {number}"));
            tree.write(&format!("../reply{number}.md"), &reply);
            let program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
            let mut command = tree.command(program, &["apply", &format!("../reply{number}.md")]);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("to run")
        })
        .collect();
    for run in runs {
        let output = run.wait_with_output().expect("to end");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for number in 0..3 {
        assert_eq!(tree.read(&format!("edit{number}.txt")), format!("one\nby {number}\nthree\n"));
    }
    for _ in 0..3 {
        tree.said(&["undo"]);
    }
    assert!(tree.is_old());
    tree.left_nothing("three runs");
}

/// Waits until the run is about to rename.
fn until_journaled(journal: &std::path::Path) {
    let until = Instant::now() + Duration::from_secs(10);
    while std::fs::read_to_string(journal).map_or(0, |text| text.lines().count()) < 3 {
        assert!(Instant::now() < until, "no journal");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(150));
}

#[test]
fn a_second_run_says_who_holds_the_lock() {
    need_strace!("a_second_run_says_who_holds_the_lock");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let rename = calls.iter().find(|call| call.name == strace::PLACING).expect("a rename");
    let tree = scene.tree();
    tree.git(&["config", "sr.lockTimeout", "20"]);
    let slow = strace::breaking(rename, Inject::Delay(1_500_000));
    let mut first =
        tree.command(slow, &["apply", "../batch.md"]).stdout(Stdio::null()).spawn().expect("to run");
    until_journaled(&tree.work().join(".git/sr/journal"));
    let second = tree.git_sr(&["apply", "--json", "../small.md"]);
    let json = String::from_utf8_lossy(&second.stdout).into_owned();
    assert_eq!(second.status.code(), Some(128), "{json}");
    assert!(json.contains("\"class\": \"locked\"") && json.contains("\"retryable\": true"), "{json}");
    assert!(json.contains("process ") && json.contains("(git sr apply)"), "{json}");
    let looking = tree.said(&["apply", "-n", "../small.md"]);
    assert!(!looking.contains("was interrupted"), "{looking}");
    assert!(first.wait().expect("to end").success());
    assert!(tree.is_new());
    tree.is_sound("after both");
}

#[test]
fn an_editor_that_saves_in_between_keeps_its_text() {
    need_strace!("an_editor_that_saves_in_between_keeps_its_text");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let rename = calls.iter().rfind(|call| call.name == strace::PLACING).expect("a rename");
    let first = calls.iter().find(|call| call.name == strace::PLACING).expect("a rename");
    for (call, by_rename) in [(first, false), (first, true), (rename, false), (rename, true)] {
        let tree = scene.tree();
        let slow = strace::breaking(call, Inject::Delay(700_000));
        let mut run = tree.command(slow, &["apply", "../batch.md"]);
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("to run");
        until_journaled(&tree.work().join(".git/sr/journal"));
        if by_rename {
            tree.write("../saved", "edited\n");
            std::fs::rename(tree.work().join("../saved"), tree.work().join("edit0.txt")).expect("to save");
        } else {
            tree.write("edit0.txt", "edited\n");
        }
        let ended = run.wait().expect("to end");
        assert_eq!(tree.read("edit0.txt"), "edited\n", "{call}: ended {ended}");
        tree.write("edit0.txt", "one\ntwo 0\nthree\n");
        if !ended.success() {
            // A save in the moment in which the old file is aside cannot give way to it.
            if cfg!(portable) {
                tree.said(&["recover"]);
            }
            tree.left_nothing("an editor");
            assert!(tree.is_old(), "{call}");
        }
    }
}
