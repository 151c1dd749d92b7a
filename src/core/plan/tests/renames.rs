//! Files that are renamed.

use super::*;

#[test]
fn a_renamed_file_keeps_its_content_and_mode() {
    let plan = planned(&[("a.txt", "a\n")], &rename("a.txt", "b/c.txt"));
    let changes: Vec<_> = plan.files.iter().map(|file| &file.edited.change).collect();
    assert_eq!((changes[0].path.as_bstr(), &changes[0].new), (b"a.txt".into(), &None));
    let version = Some(Version { bytes: b"a\n".to_vec(), mode: Some(0o755) });
    assert_eq!((changes[1].path.as_bstr(), &changes[1].new), (b"b/c.txt".into(), &version));
    assert_eq!(changes[1].from.as_ref(), Some(&changes[0].path));
}

#[test]
fn a_renamed_file_is_edited_under_its_new_path() {
    let reply = [rename("a.txt", "b.txt"), edit("b.txt", "a\n", "b\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\nc\n")], &reply), Ok(tree(&[("b.txt", "b\nc\n")])));
    let old = [rename("a.txt", "b.txt"), edit("a.txt", "a\n", "b\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\n")], &old), Err(vec!["applied", "missing-file"]));
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
