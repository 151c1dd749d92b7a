//! Files that are renamed.

use super::*;
use crate::core::resolve::{Cause, Fate, ResolveError};

#[test]
fn a_renamed_file_keeps_its_content_and_mode() {
    let plan = planned(&[("a.txt", "a\n")], &rename("a.txt", "b/c.txt"));
    let changes: Vec<_> = plan.files.iter().map(|file| &file.edited.change).collect();
    assert_eq!((changes[0].path.as_bstr(), &changes[0].new), (b"a.txt".into(), &None));
    let version = Some(Version { bytes: b"a\n".into(), mode: Some(0o755) });
    assert_eq!((changes[1].path.as_bstr(), &changes[1].new), (b"b/c.txt".into(), &version));
    assert_eq!(changes[1].from.as_ref(), Some(&changes[0].path));
}

#[test]
fn a_renamed_file_is_edited_under_its_new_path() {
    let reply = [rename("a.txt", "b.txt"), edit("b.txt", "a\n", "b\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\nc\n")], &reply), Ok(tree(&[("b.txt", "b\nc\n")])));
}

#[test]
fn the_old_path_of_a_renamed_file_means_it_where_search_is_exactly() {
    let files = [("a.txt", "a \nb\nc\n")];
    let old = |search: &str| [rename("a.txt", "b.txt"), edit("a.txt", search, "new\n")].concat();
    assert_eq!(applied(&files, &old("b\n")), Ok(tree(&[("b.txt", "a \nnew\nc\n")])));
    assert_eq!(applied(&files, &old("a\n")), Err(vec!["applied", "missing-file"]));
    let twice = [rename("a.txt", "b.txt"), rename("b.txt", "c.txt"), edit("a.txt", "b\n", "d\n")].concat();
    assert_eq!(applied(&files, &twice), Ok(tree(&[("c.txt", "a \nd\nc\n")])));
    let removed = [rename("a.txt", "b.txt"), delete("b.txt"), edit("a.txt", "b\n", "d\n")].concat();
    assert_eq!(applied(&files, &removed).expect_err("refused").last(), Some(&"missing-file"));
    let plan = planned(&files, &[delete("a.txt"), edit("a.txt", "b\n", "d\n")].concat());
    let is_of_block = |fate: &Option<Fate>| *fate == Some(Fate { to: None, by: Cause::Block });
    let failed = failure(&plan, 1);
    assert!(matches!(failed, Failure::Path(ResolveError::Missing { fate, .. }) if is_of_block(fate)));
    // A new file at the old path is what later blocks mean.
    let anew = [rename("a.txt", "b.txt"), edit("a.txt", "", "b\n"), edit("a.txt", "b\n", "d\n")].concat();
    assert_eq!(applied(&files, &anew), Ok(tree(&[("a.txt", "d\n"), ("b.txt", "a \nb\nc\n")])));
}

#[test]
fn a_file_is_renamed_with_what_earlier_blocks_change() {
    let reply = [edit("a.txt", "a\n", "b\n"), rename("a.txt", "b.txt")].concat();
    assert_eq!(applied(&[("a.txt", "a\nc\n")], &reply), Ok(tree(&[("b.txt", "b\nc\n")])));
}

#[test]
fn a_file_renamed_twice_comes_from_its_first_path() {
    let plan = planned(&[("a.txt", "a\n")], &[rename("a.txt", "b.txt"), rename("b.txt", "c.txt")].concat());
    let origins: Vec<_> = plan.files.iter().map(|file| file.edited.change.from.clone()).collect();
    assert_eq!(origins, [None, Some(RepoPath::new(b"a.txt").expect("a path"))]);
}

#[test]
fn a_file_is_renamed_from_a_path_only_if_that_is_gone() {
    let reply = [rename("a.txt", "b.txt"), edit("a.txt", "", "new\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\n")], &reply), Ok(tree(&[("a.txt", "new\n"), ("b.txt", "a\n")])));
    let plan = planned(&[("a.txt", "a\n")], &reply);
    assert!(plan.files.iter().all(|file| file.edited.change.from.is_none()));
}

#[test]
fn a_rename_that_is_done_is_done_already() {
    assert_eq!(outcomes(&planned(&[("b.txt", "a\n")], &rename("a.txt", "b.txt"))), ["already-applied"]);
}

#[test]
fn another_file_is_never_renamed_for_its_ending() {
    let files = [("src/a.txt", "a\n"), ("b.txt", "a\n")];
    assert_eq!(outcomes(&planned(&files, &rename("a.txt", "b.txt"))), ["already-applied"]);
    assert_eq!(outcomes(&planned(&files[..1], &rename("a.txt", "b.txt"))), ["missing-file"]);
}

#[test]
fn a_rename_needs_a_free_path() {
    assert_eq!(applied(&[("a.txt", "a\n"), ("b.txt", "")], &rename("a.txt", "b.txt")), Err(vec!["exists"]));
}

/// The path and the permission bits of each file that changes.
fn modes(plan: &Plan) -> Vec<(String, Option<u32>)> {
    let mode = |change: &Change| change.new.as_ref().and_then(|new| new.mode);
    plan.files.iter().map(|file| &file.edited.change).map(|it| (it.path.to_string(), mode(it))).collect()
}

#[test]
fn a_mode_goes_along_with_a_change_or_alone() {
    let files = [("a.txt", "a\n")];
    let alone = "diff --git a/a.txt b/a.txt\nold mode 100755\nnew mode 100644\n";
    assert_eq!(modes(&planned(&files, alone)), [("a.txt".to_owned(), Some(0o644))]);
    assert_eq!(
        planned(&files, alone).files[0].edited.change.old.as_ref().and_then(|old| old.mode),
        Some(0o755)
    );
    let again = "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n";
    assert_eq!(outcomes(&planned(&files, again)), ["already-applied"]);
    let new =
        "diff --git a/b.sh b/b.sh\nnew file mode 100755\n--- /dev/null\n+++ b/b.sh\n@@ -0,0 +1 @@\n+x\n";
    assert_eq!(modes(&planned(&files, new)), [("b.sh".to_owned(), Some(0o755))]);
    let absent = "diff --git a/b.sh b/b.sh\nold mode 100644\nnew mode 100755\n";
    assert_eq!(outcomes(&planned(&files, absent)), ["missing-file"]);
}

#[test]
fn a_copy_is_made_of_the_file_before_the_batch() {
    let diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n\
        diff --git a/a.txt b/c.txt\nsimilarity index 50%\ncopy from a.txt\ncopy to c.txt\n\
        --- a/a.txt\n+++ b/c.txt\n@@ -1,2 +1,2 @@\n a\n-x\n+y\n";
    let files = [("a.txt", "a\nx\n")];
    assert_eq!(applied(&files, diff), Ok(tree(&[("a.txt", "b\nx\n"), ("c.txt", "a\ny\n")])));
    assert_eq!(modes(&planned(&files, diff))[1].1, Some(0o755));
    let taken = [("a.txt", "a\nx\n"), ("c.txt", "c\n")];
    assert_eq!(applied(&taken, diff).expect_err("a path that is taken")[1], "exists");
    assert_eq!(outcomes(&planned(&[("b.txt", "b\n")], diff))[1], "missing-file");
}

#[test]
fn a_copy_of_a_secret_is_a_secret() {
    let diff = "diff --git a/.env b/c.txt\nsimilarity index 100%\ncopy from .env\ncopy to c.txt\n";
    let reply = reply::parse(diff.as_bytes(), &reply::Options::default());
    let mut rules = Rules::default();
    rules.secrets_can_be_lifted = true;
    rules.allow(b".env", crate::core::guard::Origin::Flag).expect("a rule");
    let policy = Policy::new(rules).expect("rules");
    let sources = [Source { name: "-".into(), reply }];
    let plan = plan(&sources, &policy, &settings(), &Fake::new(&[(".env", "x\n")]));
    assert!(plan.is_good() && plan.files[0].verdict.is_private);
}
