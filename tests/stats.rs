//! What runs note is what `git sr stats` counts.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]

mod obey;
mod place;

use place::{Place, edit};
use serde_json::{Value, json};

fn figures(place: &Place) -> Value {
    let output = place.run(&["stats", "--json"], "");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_run_is_counted_with_its_blocks_and_its_source() {
    let place = Place::new(&[("a.txt", "one\ntwo\n")]);
    let bad = edit("a.txt", "one", "1") + &edit("a.txt", "nowhere", "2") + "a.txt\n<<<<<<< SEARCH\n";
    assert_eq!(place.run(&["apply", "--source", "x"], &bad).status.code(), Some(1));
    let figures = figures(&place);
    let total = &figures["total"];
    let counts = ["batches", "written", "blocks", "applied"].map(|name| total[name].clone());
    assert_eq!(counts, [json!(1), json!(0), json!(3), json!(1)], "{figures}");
    let failures = json!([{ "name": "not-found", "blocks": 1 }, { "name": "unterminated", "blocks": 1 }]);
    assert_eq!(total["failures"], failures);
    assert_eq!((&figures["is_below"], &figures["sources"][0]["source"]), (&json!(true), &json!("x")));
}

#[test]
fn kept_blocks_are_counted_once() {
    let place = Place::new(&[("a.txt", "one\ntwo\n")]);
    let bad = edit("a.txt", "one", "1") + &edit("a.txt", "nowhere", "2");
    assert_eq!(place.run(&["apply"], &bad).status.code(), Some(1));
    assert!(place.run(&["apply", "--continue"], &edit("a.txt", "two", "2")).status.success());
    let total = &figures(&place)["total"];
    assert_eq!((&total["batches"], &total["blocks"], &total["applied"]), (&2.into(), &3.into(), &2.into()));
}

#[test]
fn a_batch_that_an_undo_or_a_failed_command_takes_back_is_counted_as_such() {
    let place = Place::new(&[("a.txt", "one\n"), ("b.txt", "two\n")]);
    let back = || {
        let total = figures(&place)["total"].clone();
        [total["written"].clone(), total["rolled_back"].clone()]
    };
    let reply = edit("a.txt", "one", "1");
    assert_eq!(place.run(&["apply", "--exec", "false"], &reply).status.code(), Some(1));
    assert_eq!(back(), [1, 1]);
    assert!(place.run(&["apply"], &reply).status.success());
    assert_eq!(back(), [2, 1]);
    assert!(place.run(&["undo"], "").status.success());
    assert_eq!(back(), [2, 2]);
    assert!(place.run(&["redo"], "").status.success());
    assert_eq!(back(), [2, 1]);
    let hook = place.root().join(".git/hooks/pre-commit");
    place.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
    std::fs::set_permissions(hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a hook");
    assert!(!place.run(&["apply", "--commit"], &edit("b.txt", "two", "2")).status.success());
    assert_eq!(back(), [3, 2], "a hook refused the commit");
}

#[test]
fn a_preview_is_not_counted() {
    let place = Place::new(&[("a.txt", "one\n")]);
    assert!(place.run(&["apply", "-n"], &edit("a.txt", "one", "1")).status.success());
    assert!(place.run(&["check", "-"], &edit("a.txt", "one", "1")).status.success());
    assert_eq!(figures(&place)["total"]["batches"], 0);
}

#[test]
fn a_warning_about_syntax_is_counted() {
    let place = Place::new(&[("a.py", "x = 1\n")]);
    place.git(&["config", "sr.syntax", "warn"]);
    assert!(place.run(&["apply"], &edit("a.py", "x = 1", "x = (1")).status.success());
    assert_eq!(figures(&place)["total"]["syntax_share"], 0.0);
}
