//! Crashes of a batch whose state before goes onto the stash.

use super::scene::{Scene, Tree};
use super::strace::{self, Call, Inject};
use super::{need_strace, sample};

const APPLY: [&str; 3] = ["apply", "--stash", "../batch.md"];

fn entries(tree: &Tree<'_>) -> usize {
    tree.git(&["stash", "list"]).lines().count()
}

#[test]
fn a_batch_has_its_entry_on_the_stash_whenever_its_run_is_killed() {
    need_strace!("a_batch_has_its_entry_on_the_stash_whenever_its_run_is_killed");
    let scene = Scene::new();
    let calls = scene.tree().calls_alone(&APPLY);
    let note = calls.iter().position(|call| call.to_string().contains("/sr/stash\"")).expect("a note");
    let last: Vec<Call> = calls.iter().rev().take(24).step_by(2).cloned().collect();
    let mut late = 0;
    for call in sample(&calls[note..], 12, 0).iter().chain(&last) {
        let tree = scene.tree();
        tree.traced(call, Inject::Signal("KILL"), &APPLY);
        let before = entries(&tree);
        let said = tree.said(&["recover"]);
        let what = format!("killed at {call}: {said}");
        assert_eq!(entries(&tree), usize::from(tree.is_new()), "{what}");
        if tree.is_new() && before == 0 {
            assert!(said.contains("note: the state before is on the stash, as 'On main: git sr: "), "{what}");
            late += 1;
        }
        tree.is_sound(&what);
    }
    assert!(late > 1, "{late} are few");
}

/// A tree in which a run was killed between its batch and the entry.
fn killed(scene: &Scene) -> Tree<'_> {
    let calls = scene.tree().calls_alone(&APPLY);
    let journal =
        calls.iter().rfind(|call| call.name == "unlink" && call.to_string().contains("/sr/journal\""));
    let tree = scene.tree();
    tree.traced(journal.expect("the end of a journal"), Inject::Signal("KILL"), &APPLY);
    assert_eq!((tree.is_new(), entries(&tree)), (true, 0));
    tree
}

#[test]
fn an_entry_that_cannot_be_put_on_the_stash_later_is_said_to_be_missing() {
    need_strace!("an_entry_that_cannot_be_put_on_the_stash_later_is_said_to_be_missing");
    let scene = Scene::new();
    let tree = killed(&scene);
    tree.write(".git/refs/stash.lock", "");
    let output = tree.git_sr(&["recover", "--json"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("batch 1 was written whole"), "{said}");
    assert!(said.contains("warning: the state before is not on the stash"), "{said}");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["stash_missing"], true, "{object}");
    std::fs::remove_file(tree.work().join(".git/refs/stash.lock")).expect("a lock");
    let command = said.split("put it there: git ").nth(1).expect("a command").lines().next().expect("a line");
    assert!(command.ends_with(object["stash"].as_str().expect("an id")), "{said}");
    let message = command.split('\'').nth(1).expect("a message");
    let id = command.rsplit(' ').next().expect("an id");
    tree.git(&["stash", "store", "-m", message, id]);
    assert_eq!(entries(&tree), 1);
    tree.is_sound("after the recovery");
}

#[test]
fn what_was_to_be_put_on_the_stash_is_not_forgotten_where_its_note_is_damaged() {
    need_strace!("what_was_to_be_put_on_the_stash_is_not_forgotten_where_its_note_is_damaged");
    let scene = Scene::new();
    let tree = killed(&scene);
    tree.write(".git/sr/stash", &tree.read(".git/sr/stash").replacen("main", "mein", 1));
    let said = tree.said(&["recover"]);
    assert!(said.contains("is damaged; the entry may be missing"), "{said}");
    tree.is_sound("after the recovery");
}
