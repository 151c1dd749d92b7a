//! A run that is killed, interrupted or refused by the system at any of its calls leaves the old tree or the
//! new one.
//!
//! By default a sample of the calls is tried; with `SR_FULL=1` every one. What this machine cannot do is
//! skipped, by name; with `SR_FULL=1` only if it has no means to do it.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "crash/commit.rs"]
mod commit;
#[path = "crash/durable.rs"]
mod durable;
mod full;
#[path = "crash/full_disk.rs"]
mod full_disk;
#[path = "crash/recovery.rs"]
mod recovery;
#[path = "crash/scene.rs"]
mod scene;
#[path = "crash/stash.rs"]
mod stash;
#[path = "crash/strace.rs"]
mod strace;
#[path = "crash/together.rs"]
mod together;

use full::full;
use scene::{Next, Scene, Tree};
use strace::{Call, Inject};

/// Answers of the system to a call.
const ERRORS: [&str; 7] = ["ENOSPC", "EIO", "EACCES", "EROFS", "EXDEV", "EMFILE", "EINTR"];

const EXEC: [&str; 4] = ["apply", "--exec", "true", "../batch.md"];

/// Every `step`th of the calls, or all of them if that is asked for; `shift` makes samples differ.
fn sample(calls: &[Call], wanted: usize, shift: usize) -> Vec<Call> {
    if full() {
        return calls.to_vec();
    }
    let step = calls.len().div_ceil(wanted).max(1);
    calls.iter().skip(shift % step).step_by(step).cloned().collect()
}

macro_rules! need_strace {
    ($test:expr) => {
        if !strace::need().is_met($test) {
            return;
        }
    };
}
pub(crate) use need_strace;

#[test]
fn a_run_that_is_killed_leaves_the_old_tree_or_the_new_one() {
    need_strace!("a_run_that_is_killed_leaves_the_old_tree_or_the_new_one");
    let scene = Scene::new();
    for (apply, wanted) in [(&["apply", "../batch.md"][..], 40), (&EXEC, 20)] {
        let calls = scene.tree().calls_alone(apply);
        assert!(calls.len() > 100, "{} calls are few", calls.len());
        for (number, call) in sample(&calls, wanted, 0).iter().enumerate() {
            let tree = scene.tree();
            tree.traced(call, Inject::Signal("KILL"), apply);
            let what = format!("{apply:?}, killed at {call}");
            tree.next(if number % 2 == 0 { Next::Recover } else { Next::Apply }, &what);
            tree.is_sound(&what);
        }
    }
}

#[test]
fn an_error_of_the_system_does_not_take_back_what_was_judged_good() {
    need_strace!("an_error_of_the_system_does_not_take_back_what_was_judged_good");
    let scene = Scene::new();
    let calls = scene.tree().calls_alone(&EXEC);
    let of_note = calls.iter().filter(|call| call.to_string().contains("/sr/moving\"")).cloned();
    let of_note: Vec<Call> = of_note.collect();
    assert!(of_note.len() >= 2, "{calls:?}");
    for call in of_note.iter().chain(&sample(&calls, 10, 2)) {
        let tree = scene.tree();
        let ended = tree.traced(call, Inject::Error("EIO"), &EXEC);
        let what = format!("EIO at {call}");
        tree.agrees_with(ended, &what);
        tree.next(Next::Recover, &what);
        tree.agrees_with(ended, &what);
        tree.is_sound(&what);
    }
}

#[test]
fn what_a_command_refused_is_taken_back_now_or_by_the_next_run() {
    need_strace!("what_a_command_refused_is_taken_back_now_or_by_the_next_run");
    let scene = Scene::new();
    for apply in [
        &["apply", "--exec", "false", "../batch.md"][..],
        &["apply", "--index", "--exec", "false", "../batch.md"],
    ] {
        let base = scene.tree();
        let calls = base.copy().calls_of_failure(apply);
        for call in sample(&calls, 15, 1).iter().chain(calls.iter().rev().take(if full() { 0 } else { 20 })) {
            let tree = base.copy();
            tree.traced(call, Inject::Error("EIO"), apply);
            let what = format!("{apply:?}, EIO at {call}");
            tree.next(Next::Recover, &what);
            assert!(tree.is_old(), "{what}");
            tree.left_nothing(&what);
        }
    }
}

#[test]
fn a_run_that_stages_and_is_killed_leaves_tree_and_index_both_old_or_both_new() {
    need_strace!("a_run_that_stages_and_is_killed_leaves_tree_and_index_both_old_or_both_new");
    const APPLY: [&str; 3] = ["apply", "--index", "../batch.md"];
    let scene = Scene::new();
    let entries = |tree: &Tree<'_>| tree.git(&["ls-files", "-s", "-v"]);
    let applied = scene.tree();
    assert!(applied.run(&APPLY));
    let (old, new) = (entries(&scene.tree()), entries(&applied));
    assert_ne!(old, new);
    // The copy of the one file that the batch leaves alone is another file than the index knows.
    assert_eq!(applied.git(&["diff-files", "--name-only"]), "other.txt\n");
    let calls = scene.calls(&APPLY);
    let of_index = |call: &&Call| call.name.starts_with("rename") || call.name.contains("link");
    let last: Vec<Call> = calls.iter().filter(of_index).rev().take(8).cloned().collect();
    for (number, call) in sample(&calls, 20, 1).iter().chain(&last).enumerate() {
        let tree = scene.tree();
        tree.traced(call, Inject::Signal("KILL"), &APPLY);
        tree.next(if number % 2 == 0 { Next::Recover } else { Next::Apply }, &format!("killed at {call}"));
        let wanted = if tree.is_new() { &new } else { &old };
        assert_eq!(entries(&tree), *wanted, "killed at {call}");
        tree.is_sound(&format!("killed at {call}"));
        assert_eq!(entries(&tree), old, "killed at {call}, and undone");
    }
    for (shift, error) in ["ENOSPC", "EIO"].iter().enumerate() {
        for call in sample(&calls, 4, shift * 3).iter().chain(&last) {
            let tree = scene.tree();
            let ended = tree.traced(call, Inject::Error(error), &APPLY);
            let what = format!("{error} at {call}");
            tree.next(Next::Recover, &what);
            tree.agrees_with(ended, &what);
            let wanted = if tree.is_new() { &new } else { &old };
            assert_eq!(entries(&tree), *wanted, "{what}");
            tree.is_sound(&what);
        }
    }
}

#[test]
fn an_error_of_the_system_is_a_failure_or_makes_no_difference() {
    need_strace!("an_error_of_the_system_is_a_failure_or_makes_no_difference");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    for (shift, error) in ERRORS.iter().enumerate() {
        for call in sample(&calls, 6, shift * 3) {
            let tree = scene.tree();
            let done = tree.traced(&call, Inject::Error(error), &["apply", "../batch.md"]);
            let what = format!("{error} at {call}");
            tree.agrees_with(done, &what);
            tree.next(Next::Recover, &what);
            tree.agrees_with(done, &what);
            tree.is_sound(&what);
        }
    }
}

#[test]
fn a_signal_stops_a_run_before_or_after_its_batch() {
    need_strace!("a_signal_stops_a_run_before_or_after_its_batch");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    for (shift, signal) in ["INT", "TERM", "HUP"].iter().enumerate() {
        for call in sample(&calls, 8, shift * 5) {
            let tree = scene.tree();
            let done = tree.traced(&call, Inject::Signal(signal), &["apply", "../batch.md"]);
            let what = format!("SIG{signal} at {call}");
            tree.agrees_with(done, &what);
            tree.is_sound(&what);
        }
    }
}

#[test]
fn what_somebody_wrote_after_a_crash_stays() {
    need_strace!("what_somebody_wrote_after_a_crash_stays");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let named = calls.iter().rev().find(|call| call.name == "renameat").expect("a reference");
    let tree: Tree = scene.tree();
    tree.traced(named, Inject::Signal("KILL"), &["apply", "../batch.md"]);
    tree.write("edit0.txt", "mine\n");
    let said = tree.said(&["recover"]);
    assert!(said.contains("'edit0.txt' was changed since"), "{said}");
    assert_eq!(tree.read("edit0.txt"), "mine\n");
    let object = said.split_whitespace().find(|part| part.starts_with("refs/sr/recovered/")).expect("a name");
    assert_eq!(tree.git(&["show", object]), scene.tree().read("edit0.txt"));
    tree.write("edit0.txt", &scene.tree().read("edit0.txt"));
    assert!(tree.is_old());
    tree.left_nothing("after the recovery");
}

#[test]
fn reading_commands_only_say_that_a_run_broke_off() {
    need_strace!("reading_commands_only_say_that_a_run_broke_off");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let tree = scene.tree();
    let middle = calls.iter().filter(|call| call.name == strace::PLACING).nth(5).expect("a rename");
    tree.traced(middle, Inject::Signal("KILL"), &["apply", "../batch.md"]);
    let before = tree.files();
    let said = tree.said(&["apply", "-n", "../small.md"]);
    assert!(said.contains("git sr recover"), "{said}");
    assert_eq!(tree.files(), before);
}
