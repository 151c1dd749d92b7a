//! What runs note is what `git sr stats` counts.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]

mod obey;
mod place;

use place::{Place, edit, said};
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

/// Standard output and standard error of `git sr stats`, and its exit.
fn shown(place: &Place) -> (String, String, Option<i32>) {
    said(&place.run(&["stats"], ""))
}

#[test]
fn damage_to_the_log_is_said() {
    let place = Place::new(&[("a.txt", "one\n")]);
    assert!(place.run(&["apply"], &edit("a.txt", "one", "two")).status.success());
    let log = place.root().join(".git/sr/attempts");
    let mut text = std::fs::read(&log).expect("a log");
    let cut = text[..10].to_vec();
    text.extend_from_slice(b"\xff\x00\x80\n\n{\"time\":9999999999999999,\"run\":\"applied\",\"batch\":7}\n");
    text.extend(cut);
    std::fs::write(&log, text).expect("to write");
    let (out, err, code) = shown(&place);
    assert!(out.contains(": 1 run, 1 block\n"), "{out}");
    assert_eq!(err, "warning: 3 lines of '.git/sr/attempts' cannot be read, and are left out\n");
    assert_eq!(code, Some(0));
}

#[test]
fn a_log_that_cannot_be_read_is_named() {
    let place = Place::new(&[("a.txt", "one\n")]);
    std::fs::create_dir_all(place.root().join(".git/sr/attempts")).expect("a folder");
    let (_, err, code) = shown(&place);
    assert_eq!(code, Some(128), "{err}");
    assert!(
        err.starts_with("error: cannot read '.git/sr/attempts': is a directory\nhint: move it away"),
        "{err}"
    );
}

#[test]
fn the_figures_begin_on_the_day_of_the_first_run_and_names_leave_room() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let name = "m".repeat(300);
    let run =
        |time: i64| format!("{{\"time\":{time},\"run\":\"applied\",\"batch\":1,\"source\":\"{name}\"}}\n");
    // A Wednesday, and the Tuesday after it.
    place.write(".git/sr/attempts", &(run(1_762_905_600) + &run(1_763_424_000)));
    let (out, err, _) = shown(&place);
    assert!(out.starts_with("since 2025-11-12: 2 runs"), "{out}{err}");
    assert!(out.contains("2025-11-10") && out.contains("2025-11-17"), "by week: {out}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
}
