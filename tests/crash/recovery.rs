//! Crashes of a recovery, and of an undo.

use super::full::full;
use super::scene::{Ended, Next, Scene, Tree, edit};
use super::strace::{self, Call, Inject};
use super::{ERRORS, need_strace, sample};

/// Trees in which a run was killed, each at another of the calls that leave something to take back or to
/// clear up.
fn broken<'s>(scene: &'s Scene, wanted: usize) -> impl Iterator<Item = (Call, Tree<'s>)> {
    let calls = scene.calls(&["apply", "../batch.md"]);
    let calls =
        calls.into_iter().filter(|call| call.name.starts_with("rename") || call.name.starts_with("unlink"));
    let calls: Vec<Call> = calls.collect();
    let step = calls.len().div_ceil(wanted);
    calls.into_iter().skip(1).step_by(step).map(|call| {
        let tree = scene.tree();
        tree.traced(&call, Inject::Signal("KILL"), &["apply", "../batch.md"]);
        (call, tree)
    })
}

#[test]
fn a_recovery_that_is_killed_can_be_done_again() {
    need_strace!("a_recovery_that_is_killed_can_be_done_again");
    let scene = Scene::new();
    for (at, first) in broken(&scene, if full() { 20 } else { 2 }) {
        for call in sample(&first.copy().calls(&["recover"]), 5, 0) {
            let tree = first.copy();
            tree.traced(&call, Inject::Signal("KILL"), &["recover"]);
            let what = format!("killed at {at}, then at {call} of the recovery");
            tree.next(Next::Recover, &what);
            tree.is_sound(&what);
        }
    }
}

#[test]
fn a_recovery_that_the_system_refuses_can_be_done_again() {
    need_strace!("a_recovery_that_the_system_refuses_can_be_done_again");
    let scene = Scene::new();
    for (shift, (at, first)) in broken(&scene, 3).enumerate() {
        let calls = first.copy().calls(&["recover"]);
        let errors = if full() { ERRORS.len() } else { 3 };
        for (number, error) in ERRORS.iter().cycle().skip(shift * 2).take(errors).enumerate() {
            for call in sample(&calls, 3, shift + number) {
                let tree = first.copy();
                let what = format!("killed at {at}, then {error} at {call} of the recovery");
                let (ended, said) = tree.traced_and_said(&call, Inject::Error(error), &["recover"]);
                if ended == Ended::Well {
                    // It names the files that it could not remove, and their folders are left too.
                    let named = said.contains("a temporary file of that run");
                    assert!(named || tree.is_old_or_new_but_for_ours(), "{what}");
                }
                tree.next(Next::Recover, &what);
                tree.is_sound(&what);
            }
        }
    }
}

/// Who asks for an undo then may mean that run.
#[test]
fn an_undo_after_a_killed_run_takes_back_no_batch_besides() {
    need_strace!("an_undo_after_a_killed_run_takes_back_no_batch_besides");
    let scene = Scene::new();
    let applied = scene.tree();
    applied.said(&["apply", "../batch.md"]);
    let small = ["apply", "../small.md"];
    let calls = applied.copy().calls(&small);
    let placed = calls.iter().rfind(|call| call.name == strace::PLACING).expect("a rename");
    let tree = applied.copy();
    tree.traced(placed, Inject::Signal("KILL"), &small);
    let refused = tree.git_sr(&["undo"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("the run that broke off is taken back, and nothing else"), "{said}");
    assert!(tree.is_new(), "{said}");
    tree.said(&["undo"]);
    assert!(tree.is_old());
    // By its number, or where the killed run was an undo, it is clear what is meant.
    let tree = applied.copy();
    tree.traced(placed, Inject::Signal("KILL"), &small);
    tree.said(&["undo", "1"]);
    assert!(tree.is_old());
    let tree = applied.copy();
    let calls = applied.copy().calls(&["undo"]);
    let placed = calls.iter().rfind(|call| call.name == strace::PLACING).expect("a rename");
    tree.traced(placed, Inject::Signal("KILL"), &["undo"]);
    tree.said(&["undo"]);
    assert!(tree.is_old());
}

#[test]
fn an_undo_that_is_killed_leaves_the_new_tree_or_the_old_one() {
    need_strace!("an_undo_that_is_killed_leaves_the_new_tree_or_the_old_one");
    let scene = Scene::new();
    let applied = scene.tree();
    assert!(applied.run(&["apply", "../batch.md"]));
    for call in sample(&applied.copy().calls(&["undo"]), 12, 2) {
        let tree = applied.copy();
        tree.traced(&call, Inject::Signal("KILL"), &["undo"]);
        let what = format!("undo killed at {call}");
        tree.next(Next::Recover, &what);
        if tree.is_old() {
            tree.said(&["redo"]);
        }
        assert!(tree.is_new(), "{what}");
        tree.left_nothing(&what);
    }
}

#[test]
fn an_error_of_the_system_at_an_undo_is_a_failure_or_makes_no_difference() {
    need_strace!("an_error_of_the_system_at_an_undo_is_a_failure_or_makes_no_difference");
    let scene = Scene::new();
    let applied = scene.tree();
    assert!(applied.run(&["apply", "../batch.md"]));
    let calls = applied.copy().calls(&["undo"]);
    for (shift, error) in ERRORS.iter().enumerate() {
        for call in sample(&calls, 2, shift * 3) {
            let tree = applied.copy();
            let ended = tree.traced(&call, Inject::Error(error), &["undo"]);
            let what = format!("{error} at {call} of the undo");
            assert!(tree.is_old_or_new_but_for_ours(), "{what}");
            tree.next(Next::Recover, &what);
            assert!(
                if ended == Ended::Well { tree.is_old() } else { tree.is_new() },
                "{what}: ended {ended:?}"
            );
            tree.left_nothing(&what);
        }
    }
}

#[test]
fn a_killed_run_leaves_no_secret_behind() {
    need_strace!("a_killed_run_leaves_no_secret_behind");
    let scene = Scene::new();
    let arguments = ["apply", "--allow", ".env", "../secret.md"];
    let secret = scene.tree();
    secret.write(".env", "TOKEN=old\n");
    secret.write(
        "../secret.md",
        &[edit(".env", "TOKEN=old", "TOKEN=new"), edit("other.txt", "other", "x")].concat(),
    );
    for call in sample(&secret.copy().calls(&arguments), 12, 1) {
        let tree = secret.copy();
        tree.traced(&call, Inject::Signal("KILL"), &arguments);
        let what = format!("killed at {call}");
        tree.next(Next::Recover, &what);
        tree.left_nothing(&what);
        if tree.read(".env") != "TOKEN=old\n" {
            tree.said(&["undo"]);
        }
        assert_eq!(
            (tree.read(".env").as_str(), tree.read("other.txt").as_str()),
            ("TOKEN=old\n", "other\n"),
            "{what}"
        );
    }
}

#[test]
fn records_are_forgotten_only_when_what_a_killed_run_left_is_in_order() {
    need_strace!("records_are_forgotten_only_when_what_a_killed_run_left_is_in_order");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let named =
        calls.iter().rposition(|call| call.to_string().contains("refs/worktree")).expect("a reference");
    let made = calls[named..].iter().find(|call| call.name.starts_with("unlink")).expect("an old file");
    for forget in [&["forget", "--all"][..], &["forget", "1"]] {
        let tree = scene.tree();
        tree.traced(made, Inject::Signal("KILL"), &["apply", "../batch.md"]);
        let git = tree.work().join(".git");
        assert!(git.join("refs/worktree/sr/1").exists() && git.join("sr/journal").exists(), "{made}");
        let said = tree.said(forget);
        assert!(said.contains("batch 1"), "{said}");
        assert!(tree.is_new(), "{forget:?}");
        tree.said(&["recover"]);
        assert!(tree.is_new(), "{forget:?}");
        tree.left_nothing("forgotten");
        assert!(tree.git_sr(&["undo"]).status.code() == Some(1), "it is forgotten");
    }
}

#[test]
fn a_save_that_a_killed_recovery_left_under_a_name_of_ours_stays() {
    need_strace!("a_save_that_a_killed_recovery_left_under_a_name_of_ours_stays");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let tree = scene.tree();
    let second = calls.iter().filter(|call| call.name == strace::PLACING).nth(5).expect("a rename");
    tree.traced(second, Inject::Signal("KILL"), &["apply", "../batch.md"]);
    let old = scene.tree().read("edit0.txt");
    let names = std::fs::read_dir(tree.work()).expect("a folder");
    let names = names.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let ours = names.into_iter().find(|name| name.starts_with(".git-sr-") && tree.read(name) == old);
    let ours = ours.expect("the old file");
    // As if a recovery had let them change places, just after a save, and had not come to look at what it
    // got.
    tree.write(&ours, "mine\n");
    tree.write("edit0.txt", &old);
    let said = tree.said(&["recover"]);
    assert!(said.contains(&format!("'{ours}' holds a save of 'edit0.txt'")), "{said}");
    assert_eq!(tree.read(&ours), "mine\n");
    assert!(tree.is_old_or_new_but_for_ours() && !tree.is_new());
    assert_eq!(tree.said(&["recover"]), "nothing to recover\n");
}

#[test]
fn a_journal_that_cannot_be_made_out_stops_a_recovery_before_it_touches_anything() {
    need_strace!("a_journal_that_cannot_be_made_out_stops_a_recovery_before_it_touches_anything");
    let scene = Scene::new();
    let calls = scene.calls(&["apply", "../batch.md"]);
    let tree = scene.tree();
    let middle = calls.iter().filter(|call| call.name == strace::PLACING).nth(5).expect("a rename");
    tree.traced(middle, Inject::Signal("KILL"), &["apply", "../batch.md"]);
    let journal = tree.read(".git/sr/journal");
    let newer = "{\"version\":3,\"files\":{}}";
    std::fs::write(tree.work().join("../newer"), newer).expect("to write");
    let sum = tree.git(&["hash-object", "../newer"]);
    let before = tree.files();
    for (text, why) in [
        (journal.replacen("\"old\":{", "\"old\":[", 1), "is damaged"),
        (format!("{} {newer}\n", sum.trim()), "another version"),
    ] {
        assert_ne!(text, journal);
        tree.write(".git/sr/journal", &text);
        for arguments in [&["recover"][..], &["apply", "../small.md"]] {
            let output = tree.git_sr(arguments);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(128), "{said}");
            assert!(said.contains(why) && said.contains("sr/journal'") && said.contains("hint: "), "{said}");
            assert_eq!((tree.files(), tree.read(".git/sr/journal")), (before.clone(), text.clone()));
        }
    }
    tree.write(".git/sr/journal", &journal);
    tree.next(Next::Recover, "mended");
    tree.is_sound("mended");
}

#[test]
fn a_recovery_takes_back_what_was_staged_in_another_index() {
    need_strace!("a_recovery_takes_back_what_was_staged_in_another_index");
    const APPLY: [&str; 3] = ["apply", "--index", "../small.md"];
    let scene = Scene::new();
    for version in ["2", "4"] {
        let first = scene.tree();
        first.git(&["update-index", "--index-version", version]);
        std::fs::copy(first.work().join(".git/index"), first.work().join("../alt")).expect("a copy");
        let entries = |tree: &Tree<'_>, index: &str| {
            let files = ["-c", "core.fsmonitor=false", "ls-files", "-s"];
            tree.git_with(("GIT_INDEX_FILE", &tree.work().join(index)), &files)
        };
        let old = entries(&first, "../alt");
        let calls = {
            let tree = first.copy();
            let alt = tree.work().join("../alt");
            let log = tree.work().join("../log");
            let mut command = tree.command(strace::logging(&log, true), &APPLY);
            assert!(command.env("GIT_INDEX_FILE", alt).output().expect("strace").status.success());
            assert_ne!(entries(&tree, "../alt"), old);
            strace::calls(&std::fs::read_to_string(log).expect("a log"), true)
        };
        let renamed = calls.iter().rposition(|call| call.to_string().contains("alt.lock\", "));
        let named = &calls[renamed.expect("the index") + 1];
        for gone in [false, true] {
            let tree = first.copy();
            let alt = tree.work().join("../alt");
            let mut command = tree.command(strace::breaking(named, Inject::Signal("KILL")), &APPLY);
            assert!(!command.env("GIT_INDEX_FILE", &alt).output().expect("strace").status.success());
            assert_eq!(tree.read("other.txt"), "another\n");
            assert_ne!(entries(&tree, "../alt"), old, "version {version}");
            if gone {
                std::fs::remove_file(&alt).expect("to remove");
            }
            tree.next(Next::Recover, "killed with another index");
            tree.is_sound("killed with another index");
            assert_eq!(entries(&tree, ".git/index"), old);
            if gone {
                assert!(!alt.exists());
            } else {
                assert_eq!(entries(&tree, "../alt"), old, "version {version}");
            }
        }
    }
}

#[test]
fn a_forget_that_is_killed_leaves_no_bytes_of_a_secret_without_their_record() {
    need_strace!("a_forget_that_is_killed_leaves_no_bytes_of_a_secret_without_their_record");
    let scene = Scene::new();
    let first = scene.tree();
    first.write(".env", "TOKEN=0\n");
    for batch in 1..=2 {
        first
            .write("../secret.md", &edit(".env", &format!("TOKEN={}", batch - 1), &format!("TOKEN={batch}")));
        first.said(&["apply", "--allow", ".env", "../secret.md"]);
    }
    let names = |tree: &Tree<'_>, folder: &str| {
        let entries = std::fs::read_dir(tree.work().join(folder)).into_iter().flatten();
        entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
    };
    assert_eq!(names(&first, ".git/sr/private").len(), 2);
    for arguments in [&["forget", "--all"][..], &["forget", "1", "2"]] {
        let calls = first.copy().calls(arguments);
        let removing: Vec<Call> = calls.into_iter().filter(|call| call.name.starts_with("unlink")).collect();
        assert!(removing.len() >= 6, "{removing:?}");
        for call in removing {
            let tree = first.copy();
            tree.traced(&call, Inject::Signal("KILL"), arguments);
            let records = names(&tree, ".git/refs/worktree/sr");
            let private = names(&tree, ".git/sr/private");
            assert!(private.iter().all(|name| records.contains(name)), "{call}: {private:?}, {records:?}");
            // The log says what is left, and it can be forgotten.
            tree.said(&["log"]);
            tree.said(&["forget", "--all"]);
            tree.left_nothing(&format!("killed at {call}"));
            assert_eq!(names(&tree, ".git/sr/private").len(), 0, "killed at {call}");
        }
    }
}

#[test]
fn bytes_of_a_secret_that_no_record_needs_are_removed_by_the_next_command() {
    let scene = Scene::new();
    let tree = scene.tree();
    for arguments in [&["apply", "../small.md"][..], &["forget", "1"]] {
        let private = tree.work().join(".git/sr/private");
        std::fs::create_dir_all(&private).expect("a folder");
        std::fs::write(private.join("7"), "TOKEN=0").expect("to write");
        tree.said(arguments);
        assert!(!private.join("7").exists(), "{arguments:?}");
    }
}
