//! References stored as `reftable`, which git alone reads: batches do there what they do elsewhere.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod obey;
mod place;

use full::Need;
use place::{Place, edit, said};

const TEXT: &str = "one\ntwo\nthree\n";

/// A repository with one commit; none where git does not know the form.
fn place(test: &str) -> Option<Place> {
    let place = Place::new(&[("a.txt", TEXT)]);
    let migrated = place.try_git(&place.root(), &["refs", "migrate", "--ref-format=reftable"]);
    if !migrated.status.success() {
        Need::Missing("git does not know reftable").is_met(test);
        return None;
    }
    // gix would read this file, in which git writes no branch.
    assert!(place.read(".git/HEAD").contains(".invalid"));
    Some(place)
}

/// Runs a command that succeeds; gives what it prints on both streams.
fn done(place: &Place, arguments: &[&str], reply: &str) -> String {
    let (out, err, code) = said(&place.run(arguments, reply));
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    out + &err
}

fn references(place: &Place) -> Vec<String> {
    let all = place.git_says(&["for-each-ref", "--format=%(refname)", "refs/sr", "refs/worktree"]);
    all.lines().map(Into::into).collect()
}

fn status(place: &Place) -> String {
    place.git_says(&["status", "--porcelain"])
}

#[test]
fn a_batch_is_recorded_undone_and_redone() {
    let Some(place) = place("a_batch_is_recorded_undone_and_redone") else { return };
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    assert_eq!(references(&place), ["refs/sr/main/1", "refs/worktree/sr/1"]);
    place.git(&["gc", "-q", "--prune=now"]);
    done(&place, &["undo"], "");
    assert_eq!(place.read("a.txt"), TEXT);
    done(&place, &["redo"], "");
    assert_eq!(place.read("a.txt"), "one\nTWO\nthree\n");
    assert!(done(&place, &["log"], "").lines().count() == 3);
    done(&place, &["forget", "--all"], "");
    assert_eq!(references(&place), Vec::<String>::new());
}

#[test]
fn a_batch_is_staged_and_committed_and_both_are_taken_back() {
    let Some(place) = place("a_batch_is_staged_and_committed_and_both_are_taken_back") else { return };
    done(&place, &["apply", "--index"], &edit("a.txt", "two", "TWO"));
    assert_eq!(status(&place), "M  a.txt\n");
    done(&place, &["undo"], "");
    assert_eq!(status(&place), "");
    let first = place.git_says(&["rev-parse", "HEAD"]);
    done(&place, &["apply", "--commit", "-m", "two"], &edit("a.txt", "two", "TWO"));
    assert_eq!(place.git_says(&["log", "--format=%s", "main"]), "two\none\n");
    done(&place, &["undo"], "");
    assert_eq!(place.git_says(&["rev-parse", "main"]), first);
    assert_eq!((status(&place).as_str(), place.read("a.txt").as_str()), ("", TEXT));
}

#[test]
fn older_versions_are_found_and_ranges_are_read() {
    let Some(place) = place("older_versions_are_found_and_ranges_are_read") else { return };
    place.write("a.txt", "zero\none\ntwo\nthree and more\n");
    place.git(&["commit", "-qam", "more"]);
    let stale = "a.txt\n<<<<<<< SEARCH\none\ntwo\nthree\n=======\nONE\ntwo\nthree\n>>>>>>> REPLACE\n";
    done(&place, &["apply"], stale);
    assert_eq!(place.read("a.txt"), "zero\nONE\ntwo\nthree and more\n");
    for range in ["HEAD", "main~1..main", "main~1...main", "main^!"] {
        let encoded = done(&place, &["encode", range], "");
        assert!(encoded.contains("three and more"), "{range}: {encoded}");
    }
    let (_, _, code) = said(&place.run(&["encode", "nowhere..main"], ""));
    assert_eq!(code, Some(128));
}

#[test]
fn each_work_tree_has_batches_of_its_own() {
    let Some(place) = place("each_work_tree_has_batches_of_its_own") else { return };
    place.git(&["worktree", "add", "-q", "../other", "-b", "other"]);
    let other = place.outside().join("other");
    done(&place, &["apply"], &edit("a.txt", "one", "ONE"));
    let output = place.run_in(&other, &["apply", "--commit", "-m", "two"], &edit("a.txt", "two", "TWO"));
    assert_eq!(said(&output).2, Some(0));
    assert_eq!(references(&place), ["refs/sr/main/1", "refs/sr/worktrees/other/1", "refs/worktree/sr/1"]);
    assert_eq!(said(&place.run_in(&other, &["undo"], "")).2, Some(0));
    assert_eq!(place.git_says(&["rev-parse", "other"]), place.git_says(&["rev-parse", "main"]));
    assert_eq!(place.read("a.txt"), "ONE\ntwo\nthree\n");
}

#[test]
fn versions_of_prompts_are_kept() {
    let Some(place) = place("versions_of_prompts_are_kept") else { return };
    place.write("a.txt", "one\ntwo of mine\nthree\n");
    let prompt = done(&place, &["prompt", "--files", "a.txt"], "");
    let header = prompt.lines().find(|line| line.starts_with("[a.txt#")).expect("a header");
    place.git(&["gc", "-q", "--prune=now"]);
    place.write("a.txt", "zero\none\ntwo of mine\nthree\n");
    done(&place, &["apply"], &format!("{header}\nPUT 3:\n+THREE\n"));
    assert_eq!(place.read("a.txt"), "zero\none\ntwo of mine\nTHREE\n");
}

#[test]
fn nothing_is_committed_while_something_is_picked() {
    let Some(place) = place("nothing_is_committed_while_something_is_picked") else { return };
    place.git(&["checkout", "-q", "-b", "other"]);
    place.write("a.txt", "one\n2\nthree\n");
    place.git(&["commit", "-qam", "other"]);
    place.git(&["checkout", "-q", "main"]);
    place.write("a.txt", "one\nII\nthree\n");
    place.write("b.txt", "b\n");
    place.git(&["add", "-A"]);
    place.git(&["commit", "-qm", "ours"]);
    assert!(!place.try_git(&place.root(), &["cherry-pick", "other"]).status.success());
    let (_, err, code) = said(&place.run(&["apply", "--commit", "-m", "b"], &edit("b.txt", "b", "B")));
    assert_ne!(code, Some(0));
    assert!(err.contains("cherry-pick"), "{err}");
    assert_eq!(place.read("b.txt"), "b\n");
}

#[test]
fn prompts_at_once_keep_what_each_showed() {
    let Some(place) = place("prompts_at_once_keep_what_each_showed") else { return };
    let files: Vec<String> = (0..4).map(|number| format!("{number}.txt")).collect();
    files.iter().for_each(|file| place.write(file, file));
    std::thread::scope(|scope| {
        for file in &files {
            scope.spawn(|| done(&place, &["prompt", "--files", file], ""));
        }
    });
    let kept = place.git_says(&["ls-tree", "-r", "--name-only", "refs/sr/prompts"]);
    assert!(files.iter().all(|file| kept.lines().any(|line| line.ends_with(file))), "{kept}");
}
