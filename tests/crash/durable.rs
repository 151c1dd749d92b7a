//! Files that are made durable, and when: by the order of the system calls.

use super::{
    need_strace,
    scene::{Scene, Tree},
    strace,
};

/// The calls of a command that make something durable or give a file its name, with the paths of open files.
fn trace(tree: &Tree<'_>, arguments: &[&str]) -> Vec<String> {
    let log = tree.work().join("../log");
    let output = tree.command(strace::ordering(&log), arguments).output().expect("strace");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(log).expect("a log").lines().map(str::to_owned).collect()
}

/// The name of a call, and the path of the open file or of the file to be renamed that it is about: a file
/// descriptor has its path in angle brackets, a path is in quotes.
fn parts(call: &str) -> (&str, &str) {
    let (name, rest) = call.split_once('(').unwrap_or_default();
    let (open, close) = if name == "rename" { ('"', '"') } else { ('<', '>') };
    let path = rest.split_once(open).and_then(|(_, rest)| rest.split_once(close));
    (name, path.map_or("", |(path, _)| path))
}

/// For each reference of a record that gets its name, whether what it holds was durable before.
fn references(calls: &[String]) -> Vec<bool> {
    let mut found = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let ("rename", lock) = parts(call) else { continue };
        if lock.contains("refs/") && lock.contains("/sr/") {
            let written = calls[..at].iter().rposition(|call| parts(call) == ("write", lock));
            let is_sync = |call: &String| match parts(call) {
                ("fsync" | "fdatasync", path) => path == lock,
                (name, _) => name == "syncfs",
            };
            found.push(calls[written.expect("a lock that was written")..at].iter().any(is_sync));
        }
    }
    found
}

#[test]
fn a_reference_is_durable_before_it_has_its_name() {
    need_strace!("a_reference_is_durable_before_it_has_its_name");
    let scene = Scene::new();
    let tree = scene.tree();
    tree.git(&["config", "user.name", "A"]);
    tree.git(&["config", "user.email", "a@example.com"]);
    for arguments in [
        &["apply", "../small.md"][..],
        &["undo"],
        &["apply", "--commit", "../small.md"],
        &["undo"],
        &["apply", "../batch.md"],
    ] {
        let calls = trace(&tree, arguments);
        let named = references(&calls);
        assert!(named.len() >= 2 && named.iter().all(|synced| *synced), "{arguments:?}: {calls:#?}");
    }
}

/// Returns whether git makes a reference durable before it has its name.
fn git_syncs(tree: &Tree<'_>) -> bool {
    let log = tree.work().join("../log");
    let mut git = strace::ordering(&log);
    git.args(["git", "update-ref", "refs/heads/other", "HEAD"]).current_dir(tree.work());
    assert!(git.status().expect("strace").success());
    let log = std::fs::read_to_string(log).expect("a log");
    log.lines().any(|call| matches!(parts(call), ("fsync", path) if path.ends_with("refs/heads/other.lock")))
}

#[test]
fn references_are_synced_as_the_configuration_says() {
    need_strace!("references_are_synced_as_the_configuration_says");
    let scene = Scene::new();
    for (key, value, is_synced) in [
        ("core.fsync", "committed", true),
        ("core.fsync", "reference", true),
        ("core.fsync", "none,reference", true),
        // As git reads it, what is asked for counts more than what is not.
        ("core.fsync", "-reference,committed", true),
        ("core.fsync", "objects,-reference", false),
        ("core.fsync", "-committed", false),
        ("core.fsync", "none, objects", false),
        ("core.fsync", "none", false),
        ("core.fsyncMethod", "batch", true),
        ("core.fsyncMethod", "fsync", true),
        ("core.fsyncMethod", "writeout-only", false),
    ] {
        let tree = scene.tree();
        tree.git(&["config", key, value]);
        let named = references(&trace(&tree, &["apply", "../small.md"]));
        assert_eq!(named, [is_synced; 2], "{key}={value}");
        // More than git does by itself, never less.
        assert!(is_synced || !git_syncs(&tree), "{key}={value}");
    }
}

#[test]
fn nothing_is_synced_where_nothing_is_asked_for() {
    need_strace!("nothing_is_synced_where_nothing_is_asked_for");
    let scene = Scene::new();
    for (key, value) in [("core.fsync", "none"), ("core.fsyncMethod", "writeout-only")] {
        let tree = scene.tree();
        tree.git(&["config", key, value]);
        let calls = trace(&tree, &["apply", "--index", "../small.md"]);
        let synced = calls.iter().find(|call| parts(call).0.contains("sync"));
        assert_eq!(synced, None, "{key}={value}");
    }
}
