//! Crashes of a batch that is committed, and of its undo.

use std::os::unix::fs::PermissionsExt;

use super::scene::{Ended, Next, Scene, Tree};
use super::strace::{self, Call, Inject};
use super::{ERRORS, need_strace, sample};

const APPLY: [&str; 3] = ["apply", "--commit", "../batch.md"];

/// A tree whose user has a name. A hook that is there makes the commit one of `git commit`.
fn ready<'s>(scene: &'s Scene, hook: Option<&str>) -> Tree<'s> {
    let tree = scene.tree();
    tree.git(&["config", "user.name", "A"]);
    tree.git(&["config", "user.email", "a@example.com"]);
    // The files were copied, so that git has to look at each of them once.
    tree.git(&["update-index", "-q", "--refresh"]);
    if let Some(script) = hook {
        tree.write(".git/hooks/pre-commit", &format!("#!/bin/sh\n{script}\n"));
        let file = tree.work().join(".git/hooks/pre-commit");
        std::fs::set_permissions(file, PermissionsExt::from_mode(0o755)).expect("a mode");
    }
    tree
}

/// Files, index, HEAD and record are all of before or all of after, and undo brings the former.
fn is_whole(tree: &Tree<'_>, what: &str) {
    let line = |arguments: &[&str]| tree.git(arguments).trim().to_owned();
    let commits: usize = line(&["rev-list", "--count", "HEAD"]).parse().expect("a number");
    assert_eq!(commits, if tree.is_new() { 2 } else { 1 }, "{what}");
    assert_eq!(line(&["status", "--porcelain"]), "", "{what}");
    tree.left_nothing(what);
    if tree.is_new() {
        tree.said(&["undo"]);
        assert_eq!(line(&["rev-list", "--count", "HEAD"]), "1", "{what}");
        assert_eq!(line(&["status", "--porcelain"]), "", "{what}, and undone");
        tree.left_nothing(what);
    }
    assert!(tree.is_old(), "{what}");
}

/// The last calls, when the batch is made, are looked at more closely.
fn chosen(calls: &[Call], wanted: usize, shift: usize) -> Vec<Call> {
    let mut chosen = sample(calls, wanted, shift);
    if !super::full::full() {
        chosen.extend(calls.iter().rev().take(30).step_by(2).cloned());
    }
    chosen
}

fn killed(hook: Option<&str>) {
    let scene = Scene::new();
    let base = ready(&scene, hook);
    let calls = base.copy().calls_alone(&APPLY);
    assert!(calls.len() > 100, "{} calls are few", calls.len());
    for (number, call) in chosen(&calls, 20, 3).iter().enumerate() {
        let tree = base.copy();
        tree.traced(call, Inject::Signal("KILL"), &APPLY);
        let what = format!("{hook:?}, killed at {call}");
        tree.next(if number % 2 == 0 { Next::Recover } else { Next::Apply }, &what);
        is_whole(&tree, &what);
    }
}

#[test]
fn a_run_that_commits_and_is_killed_leaves_all_old_or_all_new() {
    need_strace!("a_run_that_commits_and_is_killed_leaves_all_old_or_all_new");
    killed(None);
}

#[test]
fn a_run_that_lets_git_commit_and_is_killed_leaves_all_old_or_all_new() {
    need_strace!("a_run_that_lets_git_commit_and_is_killed_leaves_all_old_or_all_new");
    killed(Some("exit 0"));
}

#[test]
fn an_error_of_the_system_at_a_commit_is_a_failure_or_makes_no_difference() {
    need_strace!("an_error_of_the_system_at_a_commit_is_a_failure_or_makes_no_difference");
    let scene = Scene::new();
    for hook in [None, Some("exit 0")] {
        let base = ready(&scene, hook);
        let calls = base.copy().calls_alone(&APPLY);
        for (shift, error) in ERRORS.iter().enumerate() {
            for call in sample(&calls, 3, shift * 3) {
                let tree = base.copy();
                let (ended, said) = tree.traced_and_said(&call, Inject::Error(error), &APPLY);
                let what = format!("{hook:?}, {error} at {call}: {said}");
                tree.agrees_with(ended, &what);
                tree.next(Next::Recover, &what);
                tree.agrees_with(ended, &what);
                is_whole(&tree, &what);
            }
        }
    }
}

#[test]
fn a_journal_that_cannot_be_removed_does_not_take_a_commit_back() {
    need_strace!("a_journal_that_cannot_be_removed_does_not_take_a_commit_back");
    let scene = Scene::new();
    for hook in [None, Some("exit 0")] {
        let base = ready(&scene, hook);
        let calls = base.copy().calls_alone(&APPLY);
        let journal: Vec<&Call> =
            calls.iter().filter(|call| call.to_string().contains("/sr/journal\")")).collect();
        assert!(!journal.is_empty(), "{calls:?}");
        for call in journal {
            let tree = base.copy();
            let (ended, said) = tree.traced_and_said(call, Inject::Error("EIO"), &APPLY);
            let what = format!("{hook:?}, EIO at {call}: {said}");
            assert_eq!(ended, Ended::Well, "{what}");
            tree.next(Next::Recover, &what);
            assert!(tree.is_new(), "{what}");
            is_whole(&tree, &what);
        }
    }
}

#[test]
fn a_hook_that_goes_on_after_its_run_was_killed_is_waited_for() {
    need_strace!("a_hook_that_goes_on_after_its_run_was_killed_is_waited_for");
    let scene = Scene::new();
    let script = "kill -KILL $(ps -o ppid= -p $PPID); sleep 1; sed -i s/TWO/2/ edit0.txt; git add edit0.txt";
    let tree = ready(&scene, Some(script));
    assert_eq!(ended(&tree, &APPLY), Ended::Badly);
    let said = tree.said(&["recover"]);
    assert!(said.contains("batch 1 was written whole"), "{said}");
    assert_eq!(tree.read("edit0.txt"), "one\n2\nthree\n");
    assert_eq!(tree.git(&["show", "HEAD:edit0.txt"]), "one\n2\nthree\n");
    assert_eq!(tree.git(&["status", "--porcelain"]), "");
    tree.said(&["undo"]);
    assert_eq!(tree.git(&["rev-list", "--count", "HEAD"]), "1\n");
    assert_eq!(tree.git(&["status", "--porcelain"]), "");
    assert!(tree.is_old());
}

fn ended(tree: &Tree<'_>, arguments: &[&str]) -> Ended {
    if tree.run(arguments) { Ended::Well } else { Ended::Badly }
}

#[test]
fn edits_made_after_the_run_was_killed_are_kept() {
    need_strace!("edits_made_after_the_run_was_killed_are_kept");
    let scene = Scene::new();
    for (edit, wanted) in
        [("one\nTWO\nthree\nmore\n", Some("one\ntwo 0\nthree\nmore\n")), ("one\nmine\nthree\n", None)]
    {
        let tree = ready(&scene, Some("kill -KILL $(ps -o ppid= -p $PPID); exit 1"));
        assert_eq!(ended(&tree, &APPLY), Ended::Badly);
        tree.write("edit0.txt", edit);
        let output = tree.git_sr(&["recover", "--json"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(object["uncommitted"], wanted.is_none(), "{object}");
        let (batch, merged) = match wanted {
            Some(_) => (serde_json::Value::Null, serde_json::json!(["edit0.txt"])),
            None => (1.into(), serde_json::json!([])),
        };
        assert_eq!((&object["batch"], &object["merged"]), (&batch, &merged), "{object}");
        let restored = object["restored"].as_array().expect("paths");
        assert!(!restored.contains(&"edit0.txt".into()), "{object}");
        assert_eq!(restored.is_empty(), wanted.is_none(), "{object}");
        assert_eq!(
            said.contains("note: 'edit0.txt' keeps what was changed since"),
            wanted.is_some(),
            "{said}"
        );
        assert_eq!(tree.read("edit0.txt"), wanted.unwrap_or(edit), "{said}");
        let other = if wanted.is_some() { "one\ntwo 2\nthree\n" } else { "one\nTWO\nthree\n" };
        assert_eq!(tree.read("edit2.txt"), other, "{said}");
        let words = match wanted {
            Some(_) => "its batch is taken back",
            None => "batch 1 is written, but its run was interrupted before it was committed",
        };
        assert!(said.contains(words), "{said}");
        assert_eq!(tree.git(&["rev-list", "--count", "HEAD"]), "1\n");
        tree.left_nothing("after the recovery");
    }
}

#[test]
fn an_undo_of_a_commit_that_is_killed_leaves_all_new_or_all_old() {
    need_strace!("an_undo_of_a_commit_that_is_killed_leaves_all_new_or_all_old");
    let scene = Scene::new();
    let base = ready(&scene, None);
    assert!(base.run(&APPLY));
    for call in chosen(&base.copy().calls_alone(&["undo"]), 8, 2) {
        let tree = base.copy();
        tree.traced(&call, Inject::Signal("KILL"), &["undo"]);
        let what = format!("undo killed at {call}");
        tree.next(Next::Recover, &what);
        is_whole(&tree.copy(), &what);
        if tree.is_old() {
            tree.said(&["redo"]);
        }
        assert!(tree.is_new(), "{what}");
        is_whole(&tree, &what);
    }
}

#[test]
fn what_a_hook_staged_in_a_file_that_the_batch_made_is_in_the_record_whenever_the_run_is_killed() {
    need_strace!(
        "what_a_hook_staged_in_a_file_that_the_batch_made_is_in_the_record_whenever_the_run_is_killed"
    );
    let scene = Scene::new();
    let base = ready(&scene, Some("echo more >>new/part0/made0.txt; git add new/part0/made0.txt"));
    let calls = base.copy().calls_alone(&APPLY);
    let index = |call: &Call| call.name == "unlink" && call.to_string().contains("commit-index\"");
    let unlinked = calls.iter().position(index).unwrap_or_else(|| panic!("{calls:?}"));
    let mut committed = 0;
    for call in &calls[unlinked.saturating_sub(6)..calls.len().min(unlinked + 6)] {
        let tree = base.copy();
        tree.traced(call, Inject::Signal("KILL"), &APPLY);
        let what = format!("killed at {call}");
        let said = tree.said(&["recover"]);
        assert_eq!(tree.git(&["status", "--porcelain"]), "", "{what}: {said}");
        tree.left_nothing(&what);
        if tree.git(&["rev-list", "--count", "HEAD"]) == "2\n" {
            committed += 1;
            tree.said(&["undo"]);
        }
        assert_eq!(tree.git(&["rev-list", "--count", "HEAD"]), "1\n", "{what}: {said}");
        assert!(tree.is_old(), "{what}: {said}");
    }
    assert!(committed >= 6, "{committed} are few");
}
