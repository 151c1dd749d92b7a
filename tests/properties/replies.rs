//! Replies of any blocks for any files: each has a sound plan, of whose diff git makes the same bytes.

use git_sr::core::{
    change::{Change, Version},
    diff::{Diff, file_diff},
    path::RepoPath,
    plan::Planned,
};
use proptest::{prelude::*, test_runner::TestRunner};

use crate::{
    fake::{Files, block, left, on_f, planned},
    full, sandbox,
};

/// Lines that replies are made of.
fn reply() -> impl Strategy<Value = String> {
    let frame = prop::sample::select(vec![
        "a.txt", "d/b.txt", "new.txt", "b.txt", "d", "d/new/c.txt", "a.txt/x", "```", "<<<<<<< SEARCH",
        "=======", ">>>>>>> REPLACE", "<<<<<<< DELETE", "<<<<<<< RENAME", ">>>>>>> DELETE", ">>>>>>> RENAME",
        "", "a", "b", "  a",
    ]);
    let section = || prop::collection::vec("[ \t]{0,2}[abc]?[ \t]?", 0..4);
    let path =
        || prop::sample::select(vec!["a.txt", "d/b.txt", "new.txt", "b.txt", "d", "d/new/c.txt", "a.txt/x"]);
    let part = prop_oneof![
        8 => (path(), section(), section()).prop_map(|(path, search, replace)| block(path, &search, &replace)),
        1 => path().prop_map(|path| format!("{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n\n")),
        1 => (path(), path()).prop_map(|(path, to)| format!("{path}\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n\n")),
        1 => frame.prop_map(|line| format!("{line}\n")),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn files() -> impl Strategy<Value = Files> {
    let text = || "(\u{feff})?([ \t]{0,2}[abc]?[ \t]?\r?\n){0,6}[ab]{0,2}".prop_map(String::into_bytes);
    (text(), text(), prop::option::of(any::<Vec<u8>>())).prop_map(|(a, b, odd)| {
        let odd = odd.map(|odd| ("new.txt".to_owned(), odd));
        [("a.txt".to_owned(), a), ("d/b.txt".to_owned(), b)].into_iter().chain(odd).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if full::full() { 20_000 } else { 1024 }))]
    #[test]
    fn every_reply_has_a_sound_plan(files in files(), reply in reply()) {
        let plan = planned(&files, reply.as_bytes());
        prop_assert!(plan.files.is_sorted_by_key(|file| &file.edited.change.path));
        for report in &plan.blocks {
            if let Some(after) = &report.after {
                prop_assert!(after.start <= after.end);
            }
        }
        if let Some(after) = left(&files, &plan) {
            // No file is where another needs a folder.
            let folder_of = |file: &String, other: &String| other.strip_prefix(file.as_str()).is_some_and(|rest| rest.starts_with('/'));
            prop_assert!(!after.keys().any(|file| after.keys().any(|other| folder_of(file, other))));
        }
    }

    #[test]
    fn random_bytes_have_a_plan(reply: Vec<u8>, file: Vec<u8>, search: Vec<u8>, replace: Vec<u8>) {
        planned(&on_f(file.clone()), &reply);
        let frame = [&b"f.txt\n<<<<<<< SEARCH\n"[..], &search, b"\n=======\n", &replace, b"\n>>>>>>> REPLACE\n"].concat();
        let files = on_f(file);
        left(&files, &planned(&files, &frame));
    }
}

/// The diff of a plan, each renamed file once.
fn diff(files: &Files, planned: &[Planned]) -> Vec<u8> {
    let moved: Vec<&RepoPath> = planned.iter().filter_map(|file| file.edited.change.from.as_ref()).collect();
    let shown = planned.iter().filter(|file| !moved.contains(&&file.edited.change.path));
    let one = |file: &Planned| {
        let Change { path, new, from, .. } = &file.edited.change;
        let old = files.get(&from.as_ref().unwrap_or(path).as_bstr().to_string()).cloned();
        let before = old.clone().map(|bytes| Version { bytes: bytes.into(), mode: None });
        let old = old.unwrap_or_default();
        let new = new.as_ref().map(|new| new.bytes.to_vec()).unwrap_or_default();
        file_diff(&file.edited.change, before.as_ref(), &Diff::new(old, new))
    };
    shown.flat_map(one).collect()
}

#[test]
fn git_makes_the_same_bytes_of_the_diff() {
    sandbox::sandboxed("replies::git_makes_the_same_bytes_of_the_diff", |sandbox| {
        let root = sandbox.init("work", &[]);
        let clear = || {
            for entry in
                std::fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("an entry").path())
            {
                match entry.file_name().is_some_and(|name| name == ".git") {
                    true => {}
                    false if entry.is_dir() => std::fs::remove_dir_all(entry).expect("to remove"),
                    false => std::fs::remove_file(entry).expect("to remove"),
                }
            }
        };
        let changing = (files(), reply()).prop_filter_map("changes nothing", |(files, reply)| {
            let plan = planned(&files, reply.as_bytes());
            left(&files, &plan).filter(|after| *after != files).map(|after| (files, after, plan))
        });
        let config = ProptestConfig {
            cases: 64,
            max_local_rejects: 1 << 20,
            failure_persistence: None,
            ..Default::default()
        };
        let result = TestRunner::new(config).run(&changing, |(files, after, plan)| {
            clear();
            for (path, bytes) in &files {
                sandbox.write(root.join(path), bytes);
            }
            let diff = diff(&files, &plan.files);
            sandbox.write("diff", &diff);
            let output = sandbox.try_git(&root, &["apply", "--whitespace=nowarn", "../diff"]);
            prop_assert!(
                output.status.success(),
                "{}{}",
                String::from_utf8_lossy(&output.stderr),
                String::from_utf8_lossy(&diff)
            );
            for path in files.keys().chain(after.keys()) {
                let stands = std::fs::read(root.join(path)).ok();
                prop_assert_eq!(stands.as_ref(), after.get(path), "{}", path);
            }
            Ok(())
        });
        result.expect("git agrees");
    });
}
