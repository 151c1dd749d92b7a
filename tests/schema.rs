//! The committed schema of `--json` is that of the code, and everything that is printed obeys it.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit};
use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/git-sr.schema.json");

#[test]
fn the_committed_schema_is_that_of_the_code() {
    let made = git_sr::cli::schema();
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(FILE, &made).expect("to write");
    }
    let committed = std::fs::read_to_string(FILE).expect("the schema");
    assert!(made == committed, "schema/git-sr.schema.json differs; SNAPSHOTS=overwrite cargo test renews it");
}

#[test]
fn what_check_and_hook_print_obeys_the_schema() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let root = place.root();
    assert_eq!(valid(&place, &root, &["check"], "")["status"], "clean");
    place.write("a.txt", "// ... existing code ...\n");
    place.write(".env", "KEY=AKIAQ3EGRIB7Z5KL2M4N\n");
    place.git(&["add", "-A", "-f"]);
    let object = valid(&place, &root, &["check"], "");
    assert_eq!(
        (&object["status"], &object["errors"], &object["warnings"]),
        (&"findings".into(), &2.into(), &1.into())
    );
    place.git(&["commit", "-qm", "two"]);
    assert_eq!(valid(&place, &root, &["check", "--rev", "HEAD"], "")["commits"], 1);
    assert_eq!(valid(&place, &root, &["check", "--all"], "")["files"], 2);
    assert_eq!(valid(&place, &root, &["check", "-"], &edit("a.txt", "//", "x"))["status"], "refused");
    assert_eq!(valid(&place, &root, &["check", "--rev", "x..y"], "")["status"], "error");
    assert_eq!(valid(&place, &root, &["hook", "install"], "")["status"], "installed");
    assert_eq!(valid(&place, &root, &["hook", "install"], "")["status"], "nothing-to-do");
    assert_eq!(valid(&place, &root, &["hook", "uninstall"], "")["status"], "removed");
    assert_eq!(valid(&place, &root, &["recover"], "")["status"], "nothing-to-do");
}

/// Runs the program with `--json` and checks what it prints.
fn valid(place: &Place, folder: &std::path::Path, arguments: &[&str], reply: &str) -> Value {
    let schema: Value = serde_json::from_str(&git_sr::cli::schema()).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let arguments = [arguments, &["--json"]].concat();
    let output = place.run_in(folder, &arguments, reply);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let object: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let errors: Vec<String> = validator.iter_errors(&object).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:?}\n{text}");
    object
}

#[test]
fn what_apply_and_undo_print_obeys_the_schema() {
    let place = Place::new(&[("a.txt", "one\ntwo\none\n"), ("b.txt", "four\n")]);
    let root = place.root();
    let status = |arguments: &[&str], reply: &str| {
        valid(&place, &root, arguments, reply)["status"].as_str().expect("a status").to_owned()
    };
    let good = [edit("b.txt", "four", "4"), edit("Makefile", "", "all:\u{200b}")].concat();
    assert_eq!(status(&["apply", "-n"], &good), "would-apply");
    assert_eq!(status(&["apply"], &good), "applied");
    assert_eq!(status(&["apply"], &good), "nothing-to-do");
    assert_eq!(status(&["undo", "-n"], ""), "would-undo");
    assert_eq!(status(&["undo"], ""), "undone");
    assert_eq!(status(&["apply"], "prose"), "no-blocks");
    let bad =
        [edit("a.txt", "one", "x"), edit("a.txt", "two\nthree", "x"), edit("b.txt", "four", "4")].concat();
    assert_eq!(status(&["apply", "--feedback"], &bad), "refused");
    assert_eq!(status(&["apply", "--check", "--partial=block"], &bad), "would-partly-apply");
    assert_eq!(status(&["apply", "--partial", "--exclude", "c*"], &bad), "partly-applied");
    place.write("b.txt", "mine\n");
    assert_eq!(status(&["undo"], ""), "refused");
}

#[test]
fn every_failure_that_a_reply_can_cause_obeys_the_schema_with_its_class_and_a_hint() {
    let place = Place::new(&[
        ("a.txt", "one\ntwo\none\n"),
        ("b", "\0\n"),
        ("dir/c", "x\n"),
        (".gitattributes", "e encoding\n"),
    ]);
    let rename = "a.txt\n<<<<<<< RENAME\n../x\n>>>>>>> RENAME\n";
    let cases = [
        (edit("a.txt", "nowhere", "x"), "not-found"),
        (edit("a.txt", "one", "x"), "ambiguous"),
        (edit("a.txt", "two", "x") + &edit("a.txt", "two", "y"), "overlap"),
        (edit("a.txt", "", "y"), "exists"),
        (edit("no.txt", "x", "y"), "missing-file"),
        (edit("../no.txt", "x", "y"), "outside"),
        (edit(".env", "", "y"), "blocked"),
        (edit("b", "x", "y"), "binary"),
        (edit("dir", "x", "y"), "not-a-file"),
        (edit("a.txt", "two", "x\n// ... existing code ..."), "placeholder"),
        (rename.to_owned(), "outside"),
        ("a.txt\n<<<<<<< SEARCH\nx\n".to_owned(), "unterminated"),
        ("a.txt\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n".to_owned(), "parse"),
        ("a b c\n\n<<<<<<< SEARCH\nx\n=======\n>>>>>>> REPLACE\n".to_owned(), "no-path"),
    ];
    for (reply, class) in cases {
        let object = valid(&place, &place.root(), &["apply"], &reply);
        assert_eq!(object["status"], "refused", "{reply}");
        let all = object["blocks"].as_array().into_iter().chain(object["faults"].as_array()).flatten();
        let failed: Vec<&Value> = all.filter(|one| one["class"].is_string()).collect();
        assert!(failed.iter().any(|one| one["class"] == class), "{class}: {failed:?}");
        assert!(failed.iter().all(|one| one["hint"].is_string()), "{class}: {failed:?}");
    }
}

#[test]
fn what_policy_parse_and_a_fatal_error_print_obeys_the_schema() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let root = place.root();
    let paths = ["policy", "a.txt", ".env", ".git/config", "../x", "Makefile"];
    assert_eq!(valid(&place, &root, &paths, "")["status"], "refused");
    let reply = edit("a.txt", "one", "1") + "a.txt\n<<<<<<< RENAME\nb.txt\n>>>>>>> RENAME\n";
    assert_eq!(valid(&place, place.outside(), &["parse"], &reply)["status"], "parsed");
    assert_eq!(valid(&place, place.outside(), &["parse"], "x")["status"], "no-blocks");
    assert_eq!(valid(&place, &root, &["parse"], "a\n<<<<<<< SEARCH\n")["status"], "faults");
    assert_eq!(valid(&place, place.outside(), &["apply"], &reply)["status"], "error");
}
