//! Paths: git takes every one that is accepted.

use git_sr::core::path::RepoPath;
use proptest::{prelude::*, test_runner::TestRunner};

use crate::{full, sandbox};

/// Parts of which names are made that some system takes for another one.
fn pathlike() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            ".git", ".GiT", "git~1", "/", ".", "..", " ", ":x", "::$DATA", "~", "-", "\"", "*", "hooks",
            "modules"
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[a-z]{1,3}",
    ];
    prop::collection::vec(part, 1..8).prop_map(|parts| parts.concat())
}

#[test]
fn git_takes_every_path_that_is_accepted_though_it_protects_all_systems() {
    const NAME: &str = "paths::git_takes_every_path_that_is_accepted_though_it_protects_all_systems";
    sandbox::sandboxed(NAME, |sandbox| {
        let root = sandbox.init("work", &[]);
        let takes = |paths: &[String]| {
            let lines =
                paths.iter().map(|path| format!("100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\t{path}\0"));
            sandbox.write("lines", lines.collect::<String>());
            let script =
                "git -c core.protectHFS=true -c core.protectNTFS=true update-index -z --index-info <../lines";
            let output = std::process::Command::new("sh").args(["-c", script]).current_dir(&root).output();
            let output = output.expect("sh");
            // What it ignores, it says.
            let is_good = output.status.success() && output.stderr.is_empty();
            if is_good { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
        };
        for path in ["x/.git", "git~1/x", "a/../b", ".g\u{200c}it"] {
            takes(&[path.to_owned()]).expect_err(path);
        }
        let accepted = |paths: Vec<String>| -> Vec<String> {
            paths.into_iter().filter(|path| RepoPath::new(path.as_bytes()).is_ok()).collect()
        };
        let config = ProptestConfig {
            cases: if full::full() { 512 } else { 16 },
            failure_persistence: None,
            ..Default::default()
        };
        let paths = prop::collection::vec(pathlike(), 2000).prop_map(accepted);
        let result = TestRunner::new(config).run(&paths, |paths| {
            prop_assert!(paths.len() > 100);
            takes(&paths).map_err(TestCaseError::fail)
        });
        result.expect("git takes them");
    });
}
