//! Every failure class is shown by some scenario. That the classes which a scenario names are those that
//! occur in it is checked where it runs.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use git_sr::core::outcome::Class;

/// Classes that no scenario can show, and why.
const NOT_SHOWN: [(Class, &str); 2] = [
    (Class::Locked, "another process has to hold the lock: tests/crash/together.rs shows it"),
    (Class::Exec, "a batch that is taken back leaves records: tests/exec.rs shows it"),
];

fn abouts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            abouts(&path, found);
        } else if path.file_name().is_some_and(|name| name == "about.txt") {
            found.push(path);
        }
    }
}

/// The classes that the scenarios name.
fn shown() -> BTreeSet<String> {
    let mut found = Vec::new();
    abouts(Path::new("tests/scenarios"), &mut found);
    let texts = found.iter().map(|path| std::fs::read_to_string(path).expect("text"));
    let lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let classes = lines.iter().filter_map(|line| line.strip_prefix("class: "));
    classes.flat_map(|line| line.split(", ")).map(str::to_owned).collect()
}

#[test]
fn every_class_is_shown_by_a_scenario() {
    let shown = shown();
    let missing: Vec<&str> = Class::ALL
        .iter()
        .filter(|class| !NOT_SHOWN.iter().any(|(not, _)| not == *class))
        .map(|class| class.name())
        .filter(|name| !shown.contains(*name))
        .collect();
    assert!(missing.is_empty(), "no scenario shows {missing:?}");
}

#[test]
fn what_is_listed_as_not_shown_is_not() {
    let shown = shown();
    for (class, _) in NOT_SHOWN {
        assert!(!shown.contains(class.name()), "a scenario shows '{}'", class.name());
    }
}
