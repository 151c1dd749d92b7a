//! The change that git alone makes.

use crate::{
    FILE,
    place::{Place, said},
    state::State,
};

/// Makes the change with git alone, in all versions that the command changes; or in none, if one does not
/// take it.
pub(crate) fn by_git(place: &Place, state: &State, way: &str) {
    place.write("../diff", &state.diff());
    let root = place.root();
    let git = |index: &str, arguments: &[&str]| {
        let index = format!("GIT_INDEX_FILE={}", place.outside().join(index).display());
        let output = place.run_program("env", &root, &[&[&index, "git"], arguments].concat());
        (output.status.success(), said(&output).0.trim_end().to_owned())
    };
    let (real, committed) = ("work/.git/index", "committed");
    git(committed, &["read-tree", "HEAD"]);
    let work = |check: &[&str]| git(real, &[&["apply"], check, &["../diff"]].concat()).0;
    let staged =
        |index: &str, check: &[&str]| git(index, &[&["apply", "--cached"], check, &["../diff"]].concat()).0;
    let check = &["--check"][..];
    // Files without an entry are staged by git add, which refuses ignored ones.
    let whole =
        way == "--index" && matches!(state.name, "untracked" | "ignored" | "made by the batch, ignored");
    let takes = match way {
        "git sr apply" => work(check),
        "--index" => work(check) && (whole || staged(real, check)),
        "--cached" => staged(real, check),
        // git apply would add what is ignored, git add does not.
        _ if state.name == "made by the batch, ignored" => false,
        _ => work(check) && staged(real, check) && staged(committed, check),
    };
    if !takes {
        return;
    }
    assert!(way == "--cached" || work(&[]));
    match way {
        "git sr apply" => {}
        _ if whole => assert_eq!(git(real, &["add", FILE]).0, state.name == "untracked"),
        _ => assert!(staged(real, &[])),
    }
    if way == "--commit" {
        assert!(staged(committed, &[]));
        let tree = git(committed, &["write-tree"]).1;
        let commit = git(committed, &["commit-tree", &tree, "-p", "HEAD", "-m", "batch"]).1;
        assert!(git(real, &["update-ref", "HEAD", &commit]).0);
    }
}
