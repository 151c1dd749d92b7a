//! `git sr check` and its hook in whole repositories: as git calls them, as CI does, and over code that
//! people wrote.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use place::{Place, edit, said};
use serde_json::Value;

const BLOCK: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
const FILES: &[(&str, &str)] = &[("a.rs", "one\n"), ("b.rs", "two\n"), ("sub/c.rs", "three\n")];

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(what: &str) {
    eprintln!("SKIP: {what}");
}

/// Makes a commit, or says why there is none.
fn commit(place: &Place, folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = place.try_git(folder, &[&["commit", "-qm", "x"], arguments].concat());
    if output.status.success() { Ok(()) } else { Err(said(&output).0 + &said(&output).1) }
}

fn refused(place: &Place, folder: &Path, arguments: &[&str]) {
    let count = |place: &Place| said(&place.try_git(folder, &["rev-list", "--count", "HEAD"])).0;
    let before = count(place);
    let error = commit(place, folder, arguments).expect_err("the hook refuses");
    assert!(error.contains("[edit-markers]"), "{error}");
    assert_eq!(count(place), before);
}

fn installed() -> Place {
    let place = Place::new(FILES);
    let (out, err, code) = said(&place.run(&["hook", "install"], ""));
    assert_eq!((out.as_str(), code), ("", Some(0)), "{err}");
    place
}

#[test]
fn a_plain_commit_is_judged_by_what_is_staged() {
    let place = installed();
    place.write("a.rs", BLOCK);
    place.write("b.rs", "good\n");
    place.git(&["add", "b.rs"]);
    commit(&place, &place.root(), &[]).expect("what is not staged does not count");
    place.git(&["add", "a.rs"]);
    place.write("a.rs", "good only in the work tree\n");
    refused(&place, &place.root(), &[]);
}

#[test]
fn a_commit_of_all_is_judged_by_what_it_takes_along() {
    let place = installed();
    place.write("a.rs", BLOCK);
    refused(&place, &place.root(), &["-a"]);
    refused(&place, &place.root().join("sub"), &["-a"]);
    place.write("a.rs", "good\n");
    place.write("new.rs", BLOCK);
    commit(&place, &place.root(), &["-a"]).expect("what is not tracked does not count");
}

#[test]
fn a_path_is_said_to_be_unstaged_only_where_the_commit_takes_the_users_index() {
    let place = Place::new(&[(".env", "TOKEN=\n"), ("a.rs", "a\n")]);
    place.run(&["hook", "install"], "");
    place.write(".env", "TOKEN=x\n");
    let unstage = "git restore --staged -- .env";
    // The index of these commits is a temporary one.
    for arguments in [&["-a"][..], &["--", ".env"]] {
        let error = commit(&place, &place.root(), arguments).expect_err("the hook refuses");
        assert!(error.contains("leave it out of the commit") && !error.contains(unstage), "{error}");
    }
    place.git(&["add", ".env"]);
    let error = commit(&place, &place.root(), &[]).expect_err("the hook refuses");
    assert!(error.contains(unstage), "{error}");
    assert!(error.contains("git -c sr.allow=.env commit"), "{error}");
    place.git(&["-c", "sr.allow=.env", "commit", "-qm", "meant"]);
}

#[test]
fn a_commit_of_paths_is_judged_by_these_paths() {
    let place = installed();
    place.write("a.rs", BLOCK);
    place.write("b.rs", "good\n");
    place.write("sub/c.rs", BLOCK);
    place.git(&["add", "sub/c.rs"]);
    refused(&place, &place.root(), &["--", "a.rs"]);
    commit(&place, &place.root(), &["--", "b.rs"]).expect("what is staged besides does not count");
    refused(&place, &place.root(), &["-i", "--", "b.rs"]);
    refused(&place, &place.root().join("sub"), &["--", "c.rs"]);
}

#[test]
fn a_commit_in_a_linked_work_tree_is_judged_by_its_own_index() {
    let place = installed();
    place.git(&["worktree", "add", "-q", "../linked"]);
    let linked = place.outside().join("linked");
    place.write("a.rs", BLOCK);
    place.git(&["add", "a.rs"]);
    fs::write(linked.join("b.rs"), "good\n").expect("to write");
    commit(&place, &linked, &["-a"]).expect("the other work tree does not count");
    fs::write(linked.join("b.rs"), BLOCK).expect("to write");
    refused(&place, &linked, &["-a"]);
    refused(&place, &linked, &["--", "b.rs"]);
    assert!(place.try_git(&linked, &["add", "b.rs"]).status.success());
    refused(&place, &linked, &[]);
    let (_, err, code) = said(&place.run_in(&linked, &["hook", "uninstall"], ""));
    assert_eq!(code, Some(0), "{err}");
    commit(&place, &linked, &[]).expect("there is no hook any more");
}

#[test]
fn the_first_commit_is_judged_by_all_of_it() {
    let place = installed();
    place.git(&["checkout", "-q", "--orphan", "new"]);
    place.write("a.rs", BLOCK);
    place.git(&["add", "a.rs"]);
    let error = commit(&place, &place.root(), &[]).expect_err("the hook refuses");
    assert!(error.contains("a.rs:1: error:"), "{error}");
    place.git(&["rm", "-q", "--cached", "a.rs"]);
    commit(&place, &place.root(), &[]).expect("all of it is good");
}

#[cfg(unix)]
fn script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("to write");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("to be made executable");
}

#[test]
fn a_hook_that_was_there_runs_first_and_may_refuse() {
    let place = Place::new(FILES);
    let hook = place.root().join(".git/hooks/pre-commit");
    script(&hook, "#!/bin/sh\necho ran >>.git/ran\ntest ! -e .git/refuse\n");
    let before = fs::read(&hook).expect("the hook");
    assert_eq!(said(&place.run(&["hook", "install"], "")).2, Some(0));
    place.write("a.rs", BLOCK);
    refused(&place, &place.root(), &["-a"]);
    assert_eq!(place.read(".git/ran"), "ran\n");
    place.write("a.rs", "good\n");
    place.write(".git/refuse", "");
    commit(&place, &place.root(), &["-a"]).expect_err("the other hook refuses");
    fs::remove_file(place.root().join(".git/refuse")).expect("to remove");
    commit(&place, &place.root(), &["-a"]).expect("both agree");
    assert_eq!(said(&place.run(&["hook", "uninstall"], "")).2, Some(0));
    assert_eq!(fs::read(&hook).expect("the hook"), before);
}

#[test]
fn hooks_are_installed_where_git_is_told_to_look() {
    let place = Place::new(FILES);
    place.git(&["config", "core.hooksPath", "../my hooks"]);
    let (_, err, code) = said(&place.run_in(&place.root().join("sub"), &["hook", "install"], ""));
    assert_eq!(code, Some(0), "{err}");
    assert!(place.read("../my hooks/pre-commit").contains("git-sr"));
    place.write("a.rs", BLOCK);
    refused(&place, &place.root().join("sub"), &["-a"]);
    place.git(&["config", "core.hooksPath", "/dev/null"]);
    let (_, err, code) = said(&place.run(&["hook", "install"], ""));
    assert_eq!(code, Some(1), "{err}");
}

#[test]
fn hooks_go_where_git_says_that_it_looks() {
    let place = Place::new(FILES);
    let user = std::process::Command::new("id").arg("-un").output().expect("to run").stdout;
    let user = String::from_utf8(user).expect("UTF-8");
    let above = "../".repeat(20);
    let below = |start: &str| format!("{start}/{above}{}", place.outside().join("hooks of mine").display());
    let entries = || fs::read_dir(place.outside()).expect("a folder").count();
    fs::create_dir(place.outside().join("hooks of mine")).expect("a folder");
    let before = entries();
    for named in [below(&format!("~{}", user.trim())), below("~"), below("%(prefix)")] {
        let named = named.replace("//", "/");
        place.git(&["config", "core.hooksPath", &named]);
        let (_, err, code) = said(&place.run(&["hook", "install"], ""));
        assert_eq!(code, Some(0), "{named}: {err}");
        place.write("a.rs", BLOCK);
        refused(&place, &place.root(), &["-a"]);
        assert_eq!(said(&place.run(&["hook", "uninstall"], "")).2, Some(0), "{named}");
        assert_eq!(entries(), before, "{named}");
    }
    for (named, wanted) in [("~nobody of that name/hooks", 128), ("", 1)] {
        place.git(&["config", "core.hooksPath", named]);
        let (_, err, code) = said(&place.run(&["hook", "install"], ""));
        assert_eq!(code, Some(wanted), "{named}: {err}");
        assert!(err.contains("hint: set core.hooksPath to a folder, or unset it"), "{err}");
        assert_eq!(entries(), before, "{named}");
    }
}

#[test]
fn a_hook_that_is_not_ours_is_not_taken_away() {
    let place = Place::new(FILES);
    for (text, wanted, expected) in [
        ("#!/bin/sh\n", 0, "there is no pre-commit hook of git sr"),
        ("#!/bin/sh\ngit sr check\n", 1, "calls the check, and was not written by git sr"),
    ] {
        script(&place.root().join(".git/hooks/pre-commit"), text);
        let (_, err, code) = said(&place.run(&["hook", "uninstall"], ""));
        assert_eq!(code, Some(wanted), "{err}");
        assert!(err.contains(expected), "{err}");
        assert_eq!(place.read(".git/hooks/pre-commit"), text);
    }
}

/// Where pre-commit is installed, a commit through it.
#[test]
fn pre_commit_runs_the_check() {
    let place = Place::new(FILES);
    let root = place.root();
    let found = std::process::Command::new("pre-commit").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        return skip("pre-commit is not installed");
    }
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/.pre-commit-hooks.yaml");
    let output = place.run_program("pre-commit", &root, &["validate-manifest", manifest]);
    assert!(output.status.success(), "{:?}", said(&output));
    let program = env!("CARGO_BIN_EXE_git-sr");
    place.write(
        ".pre-commit-config.yaml",
        &format!(
            "repos:\n- repo: local\n  hooks:\n  - id: git-sr-check\n    name: git sr check\n    \
             entry: \"{program} check\"\n    language: system\n    pass_filenames: false\n"
        ),
    );
    place.git(&["add", ".pre-commit-config.yaml"]);
    let output = place.run_program("pre-commit", &root, &["install"]);
    assert!(output.status.success(), "{:?}", said(&output));
    commit(&place, &root, &[]).expect("it is good");
    place.write("a.rs", BLOCK);
    refused(&place, &root, &["-a"]);
    place.write("b.rs", "good\n");
    commit(&place, &root, &["--", "b.rs"]).expect("the other file does not count");
    assert_eq!(place.read("a.rs"), BLOCK);
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {:?}", said(output)))
}

/// Rule, path and line of every finding.
fn findings(object: &Value) -> Vec<(String, String, u64)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let all = object["findings"].as_array().expect("findings").iter();
    all.map(|one| (text(&one["rule"]), text(&one["path"]), one["line"].as_u64().unwrap_or_default()))
        .collect()
}

#[test]
fn a_range_names_the_commit_that_brings_something_in() {
    let place = Place::new(FILES);
    place.write("a.rs", &format!("one\n{BLOCK}"));
    place.git(&["commit", "-qam", "bad"]);
    place.write("a.rs", "one\n");
    place.git(&["commit", "-qam", "good"]);
    let bad = said(&place.try_git(&place.root(), &["rev-parse", "HEAD^"])).0;
    let output = place.run(&["check", "--rev", "HEAD~2..", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    assert_eq!(object["commits"], 2);
    assert_eq!(findings(&object).iter().map(|(.., line)| *line).collect::<Vec<_>>(), [2]);
    assert_eq!(object["findings"][0]["commit"], bad.trim());
    assert_eq!(place.run(&["check", "--rev", "HEAD"], "").status.code(), Some(0));
    assert_eq!(place.run(&["check", "--all"], "").status.code(), Some(0));
    assert_eq!(place.run(&["check", "--rev", "none"], "").status.code(), Some(128));
}

#[test]
fn the_end_of_a_shallow_history_is_said() {
    let place = Place::new(FILES);
    place.write("a.rs", "1\n");
    place.git(&["commit", "-qam", "two"]);
    let url = format!("file://{}", place.root().display());
    place.git(&["clone", "-q", "--depth", "1", &url, "../shallow"]);
    let output = place.run_in(&place.outside().join("shallow"), &["check", "--rev", "HEAD"], "");
    let (_, err, code) = said(&output);
    assert_eq!(code, Some(128));
    assert!(err.contains("is not in this repository") && err.contains("--unshallow"), "{err}");
}

#[test]
fn all_looks_at_the_work_tree_and_at_lines_of_any_age() {
    let place = Place::new(&[("old.rs", BLOCK), ("gone.rs", BLOCK), ("new.rs", "x\n")]);
    place.write("new.rs", "// ... existing code ...\n");
    fs::remove_file(place.root().join("gone.rs")).expect("to remove");
    let paths = |found: &[(String, String, u64)]| {
        let mut paths: Vec<String> = found.iter().map(|(_, path, _)| path.clone()).collect();
        paths.dedup();
        paths
    };
    let found = findings(&json(&place.run(&["check", "--all", "--json"], "")));
    assert_eq!(paths(&found), ["gone.rs", "new.rs", "old.rs"]);
    assert_eq!(place.run(&["check"], "").status.code(), Some(0));
}

#[test]
fn with_a_reply_it_says_whether_that_would_apply_and_writes_nothing() {
    let place = Place::new(FILES);
    place.write("reply.md", &edit("a.rs", "one", "1"));
    let (out, err, code) = said(&place.run(&["check", "reply.md"], ""));
    assert_eq!((out.as_str(), code), ("M a.rs (1 block)\n", Some(0)), "{err}");
    let (_, err, code) = said(&place.run(&["check", "-"], &edit("a.rs", "two", "2")));
    assert_eq!(code, Some(1));
    assert!(err.starts_with("error: -:2: "), "{err}");
    assert_eq!(place.read("a.rs"), "one\n");
    assert!(!place.root().join(".git/sr").exists());
}

#[test]
fn a_level_is_configured_and_a_wrong_one_is_said() {
    let place = Place::new(FILES);
    place.write("a.rs", BLOCK);
    place.git(&["add", "a.rs"]);
    place.git(&["config", "sr.check.edit-markers", "warn"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert_eq!((out.matches("warning: ").count(), code), (1, Some(0)), "{err}");
    assert_eq!(said(&place.run(&["check", "-q"], "")), (String::new(), String::new(), Some(0)));
    place.git(&["config", "sr.check.edit-markers", "off"]);
    assert_eq!(said(&place.run(&["check"], "")), (String::new(), String::new(), Some(0)));
    place.git(&["config", "sr.check.edit-markers", "loud"]);
    let (_, err, code) = said(&place.run(&["check"], ""));
    assert_eq!(code, Some(128));
    assert!(err.contains("bad value 'loud' for sr.check.edit-markers"), "{err}");
}

#[test]
fn the_words_that_are_configured_mark_edits_too() {
    let place = Place::new(FILES);
    place.write("a.rs", "<<<<<<< SUCHE\na\n=======\nb\n>>>>>>> ERSETZE\n");
    place.git(&["add", "a.rs"]);
    place.git(&["config", "sr.marker.search", "SUCHE"]);
    place.git(&["config", "sr.marker.replace", "ERSETZE"]);
    let (out, err, _) = said(&place.run(&["check"], ""));
    assert_eq!(out.matches("[edit-markers]").count(), 1, "{out}{err}");
}

#[test]
fn no_path_can_start_another_annotation() {
    let place = Place::new(FILES);
    place.write("a,line=9\n::error::b.rs", BLOCK);
    place.git(&["add", "-A"]);
    let (out, _, code) = said(&place.run(&["check", "--github"], ""));
    assert_eq!(code, Some(1));
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(
        out.lines().all(|line| line.starts_with("::error file=a%2Cline=9%0A%3A%3Aerror%3A%3Ab.rs,")),
        "{out}"
    );
}

/// The SARIF schema, from the package of that purpose which cargo has unpacked.
fn sarif_schema() -> Option<PathBuf> {
    let packages = unpacked()?.into_iter();
    let found = packages
        .map(|package| package.join("src/schema.json"))
        .filter(|file| file.to_string_lossy().contains("/serde-sarif-"));
    found.filter(|file| file.is_file()).max()
}

/// The packages that cargo has unpacked.
fn unpacked() -> Option<Vec<PathBuf>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let children = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut packages: Vec<PathBuf> =
        children(&home.join("registry/src")).iter().flat_map(|registry| children(registry)).collect();
    packages.sort();
    (!packages.is_empty()).then_some(packages)
}

#[test]
fn sarif_obeys_its_schema() {
    let Some(schema) = sarif_schema() else {
        return skip("the package serde-sarif, which holds the SARIF schema, is not unpacked (cargo fetch)");
    };
    let mut schema: Value = serde_json::from_slice(&fs::read(schema).expect("the schema")).expect("JSON");
    // Their regular expression is one in JavaScript only; no language is named here.
    for of in ["run", "toolComponent"] {
        schema["definitions"][of]["properties"]["language"] = true.into();
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let valid = |output: &Output| {
        let object = json(output);
        let errors: Vec<String> = validator.iter_errors(&object).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{object:#}");
        object
    };
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{}] })));
    let place = Place::new(FILES);
    let clean = valid(&place.run(&["check", "--sarif"], ""));
    assert_eq!(clean["runs"][0]["results"], serde_json::json!([]));
    place.write("a b\u{e4}.rs", &format!("{BLOCK}a\u{202e}\n\u{1b}\n"));
    place.write(".env", "KEY=AKIAQ3EGRIB7Z5KL2M4N\n");
    place.write("a.rs", "");
    place.git(&["add", "-A", "-f"]);
    let staged = valid(&place.run(&["check", "--sarif"], ""));
    place.git(&["commit", "-qm", "bad"]);
    let committed = valid(&place.run(&["check", "--sarif", "--rev", "HEAD"], ""));
    let results = |log: &Value| log["runs"][0]["results"].as_array().expect("results").clone();
    assert_eq!(results(&staged).len(), results(&committed).len());
    for result in results(&staged) {
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let uri = place["uri"].as_str().expect("a URI");
        assert!(!uri.starts_with('/') && uri.is_ascii() && !uri.contains(' '), "{uri}");
        let rule = &staged["runs"][0]["tool"]["driver"]["rules"]
            [result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
}

#[test]
fn a_fingerprint_stays_while_lines_above_come_and_go_and_no_two_are_equal() {
    let place = Place::new(FILES);
    let prints = |text: &str| {
        place.write("a.rs", text);
        place.git(&["add", "a.rs"]);
        let object = json(&place.run(&["check", "--json"], ""));
        let all = object["findings"].as_array().expect("findings").iter();
        all.map(|one| one["fingerprint"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    let once = prints(&format!("{BLOCK}{BLOCK}"));
    assert_eq!(once, prints(&format!("more\n\n{BLOCK}text\n{BLOCK}")));
    let distinct: std::collections::BTreeSet<_> = once.iter().collect();
    assert_eq!(distinct.len(), 2);
}

/// Crates of some size, and the findings in them that tests/check-allowed.txt explains.
#[test]
fn code_that_people_wrote_gives_no_finding_that_is_not_explained() {
    const CRATES: &[&str] =
        &["clap_builder", "gix", "gix-pack", "regex-automata", "rustix", "serde_json", "syn"];
    /// Looked at with `SR_FULL=1` only: they take a minute.
    const MORE: &[&str] = &["encoding_rs", "jiff", "libc", "proptest", "zerocopy"];
    let more = if std::env::var_os("SR_FULL").is_some() { MORE } else { &[] };
    let Some(packages) = unpacked() else {
        return skip("cargo has unpacked no packages");
    };
    let allowed = include_str!("check-allowed.txt");
    let mut looked_at = 0;
    for name in CRATES.iter().chain(more) {
        let is_of_name = |package: &&PathBuf| {
            let folder = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let version = folder.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
            version.is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
        };
        let Some(package) = packages.iter().rfind(is_of_name) else {
            skip(&format!("the crate {name} is not unpacked"));
            continue;
        };
        let place = Place::new(&[("empty", "")]);
        let copied =
            std::process::Command::new("cp").arg("-R").arg(package.join(".")).arg(place.root()).status();
        assert!(copied.expect("cp").success());
        place.git(&["add", "-A", "-f"]);
        looked_at += 1;
        for (rule, path, line) in findings(&json(&place.run(&["check", "--all", "--json"], ""))) {
            let is_allowed =
                allowed.lines().any(|entry| entry.starts_with(&format!("{name} {path} {rule}: ")));
            assert!(is_allowed, "{name} {path}:{line} {rule}");
        }
    }
    if looked_at < 5 {
        skip("fewer than five of the crates are unpacked");
    }
}

#[test]
fn a_file_that_is_declared_binary_hides_neither_keys_nor_invisible_characters() {
    let place = Place::new(&[(".gitattributes", "*.rs binary\n")]);
    place.write("a.rs", &format!("AKIAQ3EGRIB7Z5KL2M4N\n\u{202e}\n{BLOCK}"));
    place.git(&["add", "a.rs"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("[key]") && out.contains("[invisible]") && !out.contains("[edit-markers]"), "{out}");
}

#[test]
fn a_block_file_binds_the_commit_that_removes_it() {
    let place = Place::new(&[(".gitsr-block", "[\n!a\ninfra/**\n"), ("infra/a.tf", "one\n")]);
    place.write(".gitsr-block", "# nothing\n");
    place.write("infra/a.tf", "two\n");
    place.git(&["add", "-A"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert!(code == Some(1) && out.contains("infra/a.tf: error:"), "{out}{err}");
    place.git(&["commit", "-qm", "x"]);
    let (out, err, code) = said(&place.run(&["check", "--rev", "HEAD"], ""));
    assert!(code == Some(1) && out.contains("[blocked-path]"), "{out}{err}");
}

#[test]
fn files_that_are_not_merged_are_said_to_be_left_out() {
    let place = Place::new(FILES);
    place.git(&["checkout", "-qb", "other"]);
    place.write("a.rs", "theirs\n");
    place.git(&["commit", "-qam", "x"]);
    place.git(&["checkout", "-q", "-"]);
    place.write("a.rs", "ours\n");
    place.git(&["commit", "-qam", "y"]);
    assert!(!place.try_git(&place.root(), &["merge", "-q", "other"]).status.success());
    let (_, err, _) = said(&place.run(&["check"], ""));
    assert!(err.contains("1 file is not merged and was not examined"), "{err}");
}

/// The conflict that git writes for two sides of `a.rs`, in the configured style.
fn conflict(place: &Place, style: &str) -> String {
    place.git(&["config", "merge.conflictStyle", style]);
    place.git(&["checkout", "-qB", "other", "main"]);
    place.write("a.rs", "theirs\n");
    place.git(&["commit", "-qam", "x"]);
    place.git(&["checkout", "-qB", "ours", "main"]);
    place.write("a.rs", "ours\n");
    place.git(&["commit", "-qam", "y"]);
    assert!(!place.try_git(&place.root(), &["merge", "-q", "other"]).status.success());
    let text = place.read("a.rs");
    place.git(&["merge", "--abort"]);
    text
}

#[test]
fn a_conflict_of_git_is_one_finding_whatever_its_style_and_size() {
    for style in ["merge", "diff3", "zdiff3"] {
        for size in ["7", "3", "15"] {
            let place =
                Place::new(&[FILES[0], (".gitattributes", &format!("*.rs conflict-marker-size={size}\n"))]);
            place.git(&["branch", "-M", "main"]);
            let text = conflict(&place, style);
            assert_eq!(text.contains("|||"), style != "merge", "{text}");
            place.write("a.rs", &text);
            place.git(&["add", "a.rs"]);
            let found = findings(&json(&place.run(&["check", "--json"], "")));
            assert_eq!(
                found,
                [("conflict-markers".to_owned(), "a.rs".to_owned(), 1)],
                "{style} {size}: {text}"
            );
        }
    }
}

#[test]
fn a_key_of_no_rule_is_said_with_the_one_that_may_be_meant() {
    let place = Place::new(FILES);
    place.git(&["config", "sr.check.conflict-marker", "off"]);
    place.git(&["config", "sr.Check.key", "off"]);
    place.git(&["config", "sr.check.quux", "off"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert_eq!((out.as_str(), code), ("", Some(0)));
    assert!(err.contains("is the key of no rule; is 'sr.check.conflict-markers' meant?"), "{err}");
    assert!(err.contains("'sr.Check.key'") && err.contains("is 'sr.check.key' meant?"), "{err}");
    assert!(err.contains("'sr.check.quux'") && err.contains("lists them"), "{err}");
    let object = json(&place.run(&["check", "--json"], ""));
    assert_eq!(object["unknown_keys"].as_array().map(Vec::len), Some(3), "{object}");
    place.git(&["config", "sr.check.key", "warning"]);
    let (_, err, code) = said(&place.run(&["check"], ""));
    assert_eq!(code, Some(128));
    assert!(err.contains("error, warn or off"), "{err}");
}

#[test]
fn of_many_findings_the_first_are_told_and_all_are_counted() {
    let place = Place::new(FILES);
    place.write("a.rs", &"a\u{200b}\n".repeat(1244));
    place.write("b.rs", &"a\u{200b}\n".repeat(10));
    place.git(&["add", "-A"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert_eq!((out.lines().count(), code), (21, Some(1)), "{out}");
    assert!(out.contains("a.rs: error: and 1,234 more in this file [invisible]\n"), "{out}");
    assert!(err.contains("1,254 errors in 2 files"), "{err}");
    let object = json(&place.run(&["check", "--json"], ""));
    assert_eq!((&object["errors"], findings(&object).len()), (&1254.into(), 20));
    assert_eq!((&object["findings"][9]["more"], &object["findings"][19]["more"]), (&1234.into(), &0.into()));
    let log = json(&place.run(&["check", "--sarif"], ""));
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 20);
    assert!(results[9]["message"]["text"].as_str().is_some_and(|text| text.contains("and 1,234 more")));
    let (out, ..) = said(&place.run(&["check", "--github"], ""));
    assert_eq!((out.lines().count(), out.matches("and 1,234 more").count()), (20, 1));
}

#[test]
fn of_a_file_that_was_moved_and_changed_only_what_changed_counts() {
    let lines = |name: &str, lines: std::ops::Range<usize>| {
        lines.map(|line| format!("let {name}_{line} = {line};\n")).collect::<String>()
    };
    let old = format!("{}{BLOCK}", lines("a", 0..60));
    let place = Place::new(&[("old/a.rs", &old), ("old/mod.rs", &lines("b", 0..60))]);
    fs::create_dir(place.root().join("new")).expect("a folder");
    place.git(&["mv", "old/a.rs", "new/other.rs"]);
    place.write("new/other.rs", &format!("// more\n{old}"));
    // A small file that has nothing but its name from one that went did not shrink.
    place.git(&["rm", "-q", "old/mod.rs"]);
    place.write("new/mod.rs", "mod other;\n");
    place.git(&["add", "-A"]);
    let (out, err, code) = said(&place.run(&["check"], ""));
    assert_eq!((out.as_str(), code), ("", Some(0)), "{err}");
    place.git(&["commit", "-qm", "moved"]);
    assert_eq!(said(&place.run(&["check", "--rev", "HEAD"], "")).0, "");
    place.git(&["mv", "new/other.rs", "third.rs"]);
    place.write("third.rs", &format!("{}{old}", "// ... existing code ...\n"));
    place.git(&["add", "-A"]);
    let found = findings(&json(&place.run(&["check", "--json"], "")));
    assert_eq!(found, [("placeholder".to_owned(), "third.rs".to_owned(), 1)]);
}

#[test]
fn text_of_two_bytes_a_character_is_read_by_its_mark() {
    let wide = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let place = Place::new(FILES);
    // Its bytes hold ESC and other control characters.
    fs::write(place.root().join("a.txt"), wide("\u{1b1b}\u{4e0d}\u{4e00}\u{0431}\r\n")).expect("to write");
    fs::write(place.root().join("b.rs"), wide(&format!("x\n{BLOCK}"))).expect("to write");
    place.git(&["add", "-A"]);
    for arguments in [&["check", "--json"][..], &["check", "--all", "--json"]] {
        let found = findings(&json(&place.run(arguments, "")));
        assert_eq!(found, [("edit-markers".to_owned(), "b.rs".to_owned(), 2)], "{arguments:?}");
    }
}

#[test]
fn what_a_partial_clone_has_left_out_is_said_and_not_fetched() {
    let place = Place::new(FILES);
    place.write("a.rs", "1\n");
    place.git(&["commit", "-qam", "two"]);
    place.write("a.rs", "2\n");
    place.git(&["commit", "-qam", "three"]);
    place.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", place.root().display());
    for filter in ["blob:none", "tree:0"] {
        let folder = format!("../{}", &filter[..4]);
        place.git(&["clone", "-q", "--no-checkout", "--filter", filter, &url, &folder]);
        let clone = place.outside().join(&filter[..4]);
        let (_, err, code) = said(&place.run_in(&clone, &["check", "--rev", "HEAD~1"], ""));
        assert_eq!(code, Some(128), "{err}");
        assert!(
            err.contains("partial clone") && err.contains("git fetch --refetch --no-filter origin"),
            "{err}"
        );
        let fetched = place.try_git(&clone, &["fetch", "-q", "--refetch", "--no-filter", "origin"]);
        assert!(fetched.status.success(), "{}", said(&fetched).1);
        let (_, err, code) = said(&place.run_in(&clone, &["check", "--rev", "HEAD~1"], ""));
        assert_eq!((err.as_str(), code), ("", Some(0)));
    }
}

#[test]
fn a_commit_that_a_shallow_clone_lacks_is_said_with_what_to_fetch() {
    let place = Place::new(FILES);
    let first = said(&place.try_git(&place.root(), &["rev-parse", "HEAD"])).0;
    place.write("a.rs", "1\n");
    place.git(&["commit", "-qam", "two"]);
    let url = format!("file://{}", place.root().display());
    place.git(&["clone", "-q", "--depth", "1", &url, "../shallow"]);
    let range = format!("{}..HEAD", first.trim());
    let (_, err, code) =
        said(&place.run_in(&place.outside().join("shallow"), &["check", "--rev", &range], ""));
    assert_eq!(code, Some(128));
    assert!(err.contains("names no commits") && err.contains("git fetch --unshallow"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_kept_hook_that_is_not_executable_is_said_not_to_run() {
    let place = Place::new(FILES);
    place.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
    let (_, err, code) = said(&place.run(&["hook", "install"], ""));
    assert_eq!(code, Some(0), "{err}");
    assert!(
        err.contains("does not run: it is not executable") && err.contains("hint: if it shall run: chmod +x"),
        "{err}"
    );
    place.write("a.rs", "good\n");
    commit(&place, &place.root(), &["-a"]).expect("the kept hook does not run");
    let (_, err, _) = said(&place.run(&["hook", "uninstall"], ""));
    assert!(err.contains("is back"), "{err}");
}

#[test]
fn an_amended_commit_is_judged_by_what_is_new_in_it() {
    let place = Place::new(FILES);
    place.write("a.rs", BLOCK);
    place.git(&["commit", "-qam", "before the hook was there"]);
    assert_eq!(said(&place.run(&["hook", "install"], "")).2, Some(0));
    place.write("b.rs", "good\n");
    commit(&place, &place.root(), &["-a", "--amend"]).expect("what the commit holds already does not count");
    place.write("b.rs", BLOCK);
    refused(&place, &place.root(), &["-a", "--amend"]);
    assert_eq!(place.run(&["check", "--rev", "HEAD"], "").status.code(), Some(1));
}

#[test]
fn a_merge_that_was_resolved_is_judged_by_what_no_side_has() {
    let place = Place::new(FILES);
    place.git(&["branch", "-M", "main"]);
    place.git(&["checkout", "-qb", "other"]);
    place.write("b.rs", BLOCK);
    place.write("a.rs", "theirs\n");
    place.git(&["commit", "-qam", "theirs"]);
    place.git(&["checkout", "-q", "main"]);
    place.write("a.rs", "ours\n");
    place.git(&["commit", "-qam", "ours"]);
    assert_eq!(said(&place.run(&["hook", "install"], "")).2, Some(0));
    assert!(!place.try_git(&place.root(), &["merge", "-q", "other"]).status.success());
    place.git(&["add", "-A"]);
    let error = commit(&place, &place.root(), &[]).expect_err("the hook refuses");
    assert!(error.contains("a.rs:1: error:") && !error.contains("b.rs"), "{error}");
    place.write("a.rs", "both\n");
    commit(&place, &place.root(), &["-a"]).expect("what the other side brings in was judged there");
}

#[test]
fn where_nothing_is_staged_a_person_is_told_what_to_do_and_a_hook_is_not() {
    let place = installed();
    let (_, err, code) = said(&place.run(&["check"], ""));
    assert_eq!(code, Some(0));
    assert!(err.contains("hint: stage the change: git add <file>"), "{err}");
    let output = place.try_git(&place.root(), &["commit", "--allow-empty", "-qm", "x"]);
    assert_eq!(said(&output), (String::new(), String::new(), Some(0)));
}

#[test]
fn a_pdf_is_no_text_wherever_its_first_nul_byte_stands() {
    let place = Place::new(FILES);
    fs::write(place.root().join("a.pdf"), format!("%PDF-1.7\n{}\u{1b}\u{8}\r\n", "text\n".repeat(4000)))
        .expect("to write");
    place.git(&["add", "-A"]);
    assert_eq!(said(&place.run(&["check"], "")).0, "");
}

#[test]
fn a_path_is_unstaged_from_where_the_commit_was_typed() {
    let place = Place::new(&[(".env", "TOKEN=\n"), ("sub/a.rs", "a\n")]);
    place.run(&["hook", "install"], "");
    place.write(".env", "TOKEN=x\n");
    place.git(&["add", ".env"]);
    let sub = place.root().join("sub");
    let by_hook = commit(&place, &sub, &[]).expect_err("the hook refuses");
    let (_, typed, _) = said(&place.run_in(&sub, &["check"], ""));
    let command = "take it out: git restore --staged -- :/.env;";
    assert!(by_hook.contains(command) && typed.contains(command), "{by_hook}{typed}");
}

#[test]
fn a_name_that_git_would_take_for_a_pattern_is_unstaged_alone() {
    for name in [".github/workflows/*.yml", ".github/workflows/[r].yml", ":d/x.pem"] {
        let release = ".github/workflows/r.yml";
        let place = Place::new(&[(name, "one\n"), (release, "r\n")]);
        place.write(name, "two\n");
        place.write(release, "staged\n");
        place.git(&["add", "-A"]);
        place.write(release, "in the file\n");
        let (_, err, _) = said(&place.run(&["check"], ""));
        let command = format!("git restore --staged -- ':(top,literal){name}'");
        assert!(err.contains(&command), "{err}");
        place.run_program("sh", &place.root(), &["-c", &command]);
        assert_eq!(place.git_says(&["diff", "--cached", "--name-only"]).trim(), release);
    }
}

#[test]
fn a_command_for_some_of_the_paths_says_of_how_many() {
    let names: Vec<String> = (10..23).map(|number| format!("{number}.pem")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "old\n")).collect();
    let place = Place::new(&files);
    let stage = |count: usize| {
        names[..count].iter().for_each(|name| place.write(name, "new\n"));
        place.git(&["add", "-A"]);
        said(&place.run(&["check"], "")).1
    };
    let some = stage(2);
    assert!(
        some.contains("take it out: git restore --staged -- 10.pem 11.pem; or, if it is meant: git"),
        "{some}"
    );
    place.write("10.pem", "only in the file\n");
    let (_, one, _) = said(&place.run(&["check"], ""));
    let why = "(what is staged of others may be nowhere else)";
    let command = format!("take these 1 of 2 files out {why}: git restore --staged -- 11.pem;");
    assert!(one.contains(&command), "{one}");
    let all = stage(13);
    assert!(
        all.contains("take these 10 of 13 files out, then check again: git restore --staged -- 10.pem"),
        "{all}"
    );
    assert!(all.contains("or, if these 10 of 13 files are meant: git -c sr.allow=10.pem"), "{all}");
}
