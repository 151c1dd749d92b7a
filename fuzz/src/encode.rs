//! Changes written as replies, and read again.

use git_sr::core::{
    change::FileMode,
    encode::{EncodeOptions, PathChange, encode as encoded},
    guard::{Policy, Rules},
    locate::Tier,
    path::RepoPath,
    plan::{Settings, Source, plan},
    reply::{Options, Writer, parse},
};

use crate::{
    fake::{Fake, Files, left},
    parts::parts,
};

/// Writes changes as replies, and makes them by these. The parts: names of files, a line each, of which a second
/// one is the new name; and the texts before and after, of one file and then of the other. A text of `-` is none.
pub fn encode(input: &[u8]) {
    let [names, old, new, other_old, other_new] = parts::<5>(input);
    let mut names = names.unwrap_or_default().split(|byte| *byte == b'\n').map(plain);
    let mut name = || names.next().flatten();
    let Some(path) = name() else { return };
    let text = |part: Option<&[u8]>| part.filter(|text| text.trim_ascii() != b"-").map(<[u8]>::to_vec);
    let change =
        |path: &RepoPath, from: Option<&RepoPath>, old: Option<&[u8]>, new: Option<&[u8]>| PathChange {
            path: path.clone(),
            from: from.cloned(),
            old: text(old),
            new: text(new),
            modes: [FileMode::Plain; 2],
        };
    let to = name().filter(|to| are_apart(to, &path) && text(old).is_some() && text(new).is_some());
    let mut changes = vec![match &to {
        Some(to) => change(to, Some(&path), old, new),
        None => change(&path, None, old, new),
    }];
    let other = RepoPath::new(b"other/file.py").expect("a path");
    if are_apart(&other, &path) && to.is_none_or(|to| are_apart(&other, &to)) {
        changes.push(change(&other, None, other_old, other_new));
    }
    changes.retain(|change| change.old != change.new || change.from.is_some());
    let before = changes.iter().filter_map(|change| {
        let path = change.from.as_ref().unwrap_or(&change.path);
        change.old.clone().map(|old| (path.as_bstr().to_string(), old))
    });
    assert_encodes(&before.collect(), &changes);
}

/// The policy without any rule of a user.
pub(crate) fn policy() -> Policy {
    Policy::new(Rules::default()).expect("no rules")
}

/// A path that the policy does not refuse.
pub(crate) fn plain(path: &[u8]) -> Option<RepoPath> {
    RepoPath::new(path).ok().filter(|path| !policy().judge(path).is_refused())
}

/// Returns whether two paths can both be files.
fn are_apart(one: &RepoPath, other: &RepoPath) -> bool {
    let holds = |a: &RepoPath, b: &RepoPath| {
        let (a, b) = (format!("{a}/"), format!("{b}/"));
        b.starts_with(&a)
    };
    !holds(one, other) && !holds(other, one)
}

/// Asserts that changes of these files, written in every format, are made by what was written, or named as left
/// out.
pub(crate) fn assert_encodes(files: &Files, changes: &[PathChange]) {
    for writer in Writer::all() {
        let made = encoded(changes, writer, EncodeOptions::default(), &Fake(files.clone()));
        for PathChange { path, .. } in changes {
            let is_left_out = made.left_out.iter().any(|(other, _)| other == path);
            assert!(made.paths.contains(path) != is_left_out, "'{path}' in {}", writer.id);
        }
        if made.paths.is_empty() {
            continue;
        }
        let after = applied(files, &made.text);
        let wanted = wanted(files, changes, &made.paths);
        assert_eq!(after, wanted, "{}:\n{}", writer.id, String::from_utf8_lossy(&made.text));
    }
}

/// The files after a reply, which must have neither faults nor failures.
fn applied(files: &Files, text: &[u8]) -> Files {
    let reply = parse(text, &Options::default());
    assert!(reply.faults.is_empty(), "{:?} in\n{}", reply.faults, text.escape_ascii());
    let source = Source { name: "-".into(), reply };
    let plan = plan(&[source], &policy(), &Settings::lifted(Tier::last()), &Fake(files.clone()));
    left(files, &plan).unwrap_or_else(|| panic!("{:?} in\n{}", plan.blocks, text.escape_ascii()))
}

/// The files with the changes of these paths.
fn wanted(files: &Files, changes: &[PathChange], paths: &[RepoPath]) -> Files {
    let mut files = files.clone();
    let made: Vec<&PathChange> = changes.iter().filter(|change| paths.contains(&change.path)).collect();
    for change in &made {
        files.remove(&change.from.as_ref().unwrap_or(&change.path).as_bstr().to_string());
    }
    for change in made {
        files.extend(change.new.clone().map(|new| (change.path.as_bstr().to_string(), new)));
    }
    files
}
