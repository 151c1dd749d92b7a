use super::*;
use crate::repo::testing::Sandbox;

fn path(path: &str) -> RepoPath {
    RepoPath::new(path.as_bytes()).unwrap()
}

fn committed(files: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new();
    for file in files {
        sandbox.write(file, *file);
    }
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "all"]);
    sandbox
}

fn read(sandbox: &Sandbox) -> Tracked {
    Tracked::read(&sandbox.open()).unwrap()
}

fn ending_in(tracked: &Tracked, suffix: &str) -> Vec<String> {
    tracked.ending_in(&path(suffix), 10).iter().map(|path| path.as_bstr().to_string()).collect()
}

/// Makes every tracked file older than the index, so that it counts as settled.
fn settle(sandbox: &Sandbox, files: &[&str]) {
    for file in files {
        let file = std::fs::File::options().write(true).open(sandbox.path().join(file)).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_600_000_000))
            .unwrap();
    }
    sandbox.git(&["update-index", "--refresh"]);
}

fn stat_matches(sandbox: &Sandbox, name: &str) -> Option<String> {
    let metadata = std::fs::symlink_metadata(sandbox.path().join(name)).unwrap();
    read(sandbox).stat_matches(&path(name), &metadata).map(|id| id.to_string())
}

fn conflicted() -> Sandbox {
    let sandbox = committed(&["a"]);
    sandbox.git(&["checkout", "-qb", "other"]);
    sandbox.write("a", "other");
    sandbox.git(&["commit", "-qam", "other"]);
    sandbox.git(&["checkout", "-q", "main"]);
    sandbox.write("a", "mine");
    sandbox.git(&["commit", "-qam", "mine"]);
    sandbox.git(&["read-tree", "-m", "--aggressive", "HEAD~", "HEAD", "other"]);
    sandbox
}

#[test]
fn a_missing_index_is_empty() {
    let tracked = read(&Sandbox::new());
    assert!(!tracked.is_tracked(&path("a")));
    assert!(ending_in(&tracked, "a").is_empty());
}

#[test]
fn a_suffix_is_compared_by_components() {
    let tracked = read(&committed(&["src/utils.py", "src/my_utils.py", "utils.py", "x/src/utils.py"]));
    assert_eq!(ending_in(&tracked, "utils.py"), ["src/utils.py", "utils.py", "x/src/utils.py"]);
    assert_eq!(ending_in(&tracked, "src/utils.py"), ["src/utils.py", "x/src/utils.py"]);
}

#[test]
fn no_more_than_the_limit_is_given() {
    let tracked = read(&committed(&["a/x", "b/x", "c/x"]));
    assert_eq!(tracked.ending_in(&path("x"), 2).len(), 2);
    assert_eq!(tracked.ending_in(&path("x"), 0).len(), 0);
}

#[test]
fn an_unmerged_file_is_found_once() {
    let tracked = read(&conflicted());
    assert!(tracked.unmerged(&path("a")));
    assert_eq!(ending_in(&tracked, "a"), ["a"]);
}

#[test]
fn a_merged_file_is_not_unmerged() {
    assert!(!read(&committed(&["a"])).unmerged(&path("a")));
}

#[test]
fn every_version_of_the_index_is_read() {
    for version in ["2", "3", "4"] {
        let sandbox = committed(&["dir/a", "dir/b"]);
        sandbox.git(&["update-index", "--index-version", version]);
        assert!(read(&sandbox).is_tracked(&path("dir/b")), "{version}");
    }
}

#[test]
fn a_split_index_is_read() {
    let sandbox = committed(&["a"]);
    sandbox.git(&["update-index", "--split-index"]);
    sandbox.write("b", "");
    sandbox.git(&["add", "b"]);
    let tracked = read(&sandbox);
    assert!(tracked.is_tracked(&path("a")) && tracked.is_tracked(&path("b")));
}

#[test]
fn a_submodule_that_is_not_checked_out_is_known() {
    let sandbox = committed(&["a"]);
    let head = sandbox.git(&["rev-parse", "HEAD"]);
    let entry = format!("160000,{},vendor/lib", head.trim());
    sandbox.git(&["update-index", "--add", "--cacheinfo", &entry]);
    let tracked = read(&sandbox);
    for inside in ["vendor/lib", "vendor/lib/src/a.rs"] {
        assert_eq!(tracked.gitlink_above(&path(inside)), Some("vendor/lib".into()), "{inside}");
    }
    for outside in ["vendor", "vendor/lib2", "a"] {
        assert_eq!(tracked.gitlink_above(&path(outside)), None, "{outside}");
    }
    assert!(ending_in(&tracked, "lib").is_empty());
}

#[test]
fn flags_are_seen() {
    let sandbox = committed(&["a", "b", "c"]);
    sandbox.git(&["update-index", "--skip-worktree", "a"]);
    sandbox.git(&["update-index", "--assume-unchanged", "b"]);
    let tracked = read(&sandbox);
    let flags = |name: &str| {
        let path = path(name);
        (tracked.skip_worktree(&path), tracked.assume_unchanged(&path))
    };
    assert_eq!(flags("a"), (true, false));
    assert_eq!(flags("b"), (false, true));
    assert_eq!(flags("c"), (false, false));
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_known() {
    for index in ["--no-sparse-index", "--sparse-index"] {
        let sandbox = committed(&["top", "in/a", "out/deep/b", "out/c"]);
        sandbox.git(&["sparse-checkout", "set", "--cone", index, "in"]);
        let tracked = read(&sandbox);
        for left_out in ["out/deep/b", "out/c", "out/new", "out/deep/er/new"] {
            assert!(tracked.is_left_out(&path(left_out)), "{index} {left_out}");
        }
        for kept in ["top", "in/a", "in/new", "new", "other/new"] {
            assert!(!tracked.is_left_out(&path(kept)), "{index} {kept}");
        }
    }
}

#[test]
fn a_settled_file_names_its_blob() {
    let sandbox = committed(&["a"]);
    settle(&sandbox, &["a"]);
    assert_eq!(stat_matches(&sandbox, "a"), Some(sandbox.git(&["rev-parse", "HEAD:a"]).trim().to_owned()));
}

#[test]
fn a_changed_file_names_none() {
    let sandbox = committed(&["a"]);
    settle(&sandbox, &["a"]);
    sandbox.write("a", "b");
    assert_eq!(stat_matches(&sandbox, "a"), None);
}

#[test]
fn a_file_as_young_as_the_index_names_none() {
    let sandbox = committed(&["a"]);
    let index = std::fs::metadata(sandbox.path().join(".git/index")).unwrap().modified().unwrap();
    let file = std::fs::File::options().write(true).open(sandbox.path().join("a")).unwrap();
    file.set_modified(index + std::time::Duration::from_secs(5)).unwrap();
    sandbox.git(&["update-index", "--refresh"]);
    assert_eq!(stat_matches(&sandbox, "a"), None);
}

#[test]
fn names_that_are_nearly_the_same_are_found_in_the_same_folder() {
    let sandbox = Sandbox::new();
    for name in ["src/main.rs", "src/lib.rs", "src/a/main.rs", "main.rs", "src/readme.md", "a.txt"] {
        sandbox.write(name, "x");
    }
    sandbox.git(&["add", "-A"]);
    let tracked = Tracked::read(&sandbox.open()).unwrap();
    let nearly = |name: &str| -> Vec<String> {
        tracked.nearly(&path(name)).iter().map(|path| path.as_bstr().to_string()).collect()
    };
    assert_eq!(nearly("src/mian.rs"), ["src/main.rs"]);
    assert_eq!(nearly("src/readme.txt"), ["src/readme.md"]);
    assert_eq!(nearly("b.txt"), [""; 0]);
    assert_eq!(nearly("none/main.rs"), [""; 0]);
}
