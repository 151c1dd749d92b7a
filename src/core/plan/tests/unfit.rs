//! Text that a block may not have, wherever it is applied.

use super::*;
use crate::core::locate::Unlaid;

/// The line of REPLACE, from 0, for which a block that changes the first of these lines is refused.
fn divider_in(path: &str, search: &str, replace: &str) -> Option<usize> {
    let (search, replace) = (format!("a\n{search}"), format!("b\n{replace}"));
    let plan = planned(&[(path, &search)], &edit(path, &search, &replace));
    match &plan.blocks[0].outcome {
        Outcome::Applied(_) => None,
        Outcome::Failed(Failure::Divider { line }) => Some(*line),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn a_second_divider_in_replace_is_refused() {
    assert_eq!(divider_in("f.txt", "", "=======\n"), Some(1));
    assert_eq!(divider_in("f.rs", "", "c\n=======\nd\n"), Some(2));
    // Another length is none of the block's.
    assert_eq!(divider_in("f.txt", "", "======\n"), None);
}

#[test]
fn blanks_behind_a_divider_make_it_no_other_line() {
    assert_eq!(divider_in("f.txt", "", "======= \n"), Some(1));
    assert_eq!(divider_in("f.txt", "======= \n", "=======\n"), None);
    let block = edit("f.txt", "a\n", "b\n=======\n").replacen("=======\n", "======= \n", 1);
    assert_eq!(failure(&planned(&[("f.txt", "a\n")], &block), 0), &Failure::Divider { line: 1 });
}

#[test]
fn a_line_like_the_divider_that_search_has_too_is_text() {
    assert_eq!(divider_in("f.txt", "=======\n", "=======\n"), None);
    assert_eq!(divider_in("f.txt", "======\n", "=======\n"), Some(1));
}

#[test]
fn a_line_like_the_divider_is_an_underline_below_as_many_characters() {
    assert_eq!(divider_in("f.txt", "", "Heading\n=======\n"), None);
    assert_eq!(divider_in("f.txt", "", "  Überall \n=======\n"), None);
    assert_eq!(divider_in("f.txt", "", "A heading\n=======\n"), Some(2));
}

#[test]
fn a_line_like_the_divider_heads_what_follows_in_prose_alone() {
    let replace = "A heading\n=======\n\ntext\n";
    assert_eq!(divider_in("f.md", "", replace), None);
    assert_eq!(divider_in("f.md", "", "A heading\n=======\n\n"), Some(2));
    assert_eq!(divider_in("f.rs", "", replace), Some(2));
}

#[test]
fn a_line_like_the_divider_amid_a_conflict_is_part_of_it() {
    assert_eq!(divider_in("f.rs", "", "<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n"), None);
    assert_eq!(divider_in("f.rs", "", "<<< ours\n1\n=======\n2\n>>> theirs\n"), Some(3));
}

#[test]
fn a_new_file_with_a_second_divider_is_refused() {
    let plan = planned(&[], &edit("f.txt", "", "b\n=======\n"));
    assert_eq!(failure(&plan, 0), &Failure::Divider { line: 1 });
    assert!(applied(&[], &edit("f.txt", "", "Heading\n=======\n")).is_ok());
}

const DOCUMENTED: &str = "/// Says so.\nfn first() {}\n\nfn last() {}\n";

/// The file with documentation after some blocks, or the class of the failures.
fn documented(blocks: &[(&str, &str)]) -> Result<String, Vec<&'static str>> {
    let reply: String = blocks.iter().map(|(search, replace)| edit("f.rs", search, replace)).collect();
    applied(&[("f.rs", DOCUMENTED)], &reply).map(|mut files| files.remove("f.rs").expect("not removed"))
}

const ABOVE_FIRST: (&str, &str) = ("fn first() {}\n", "fn added() {}\n\nfn first() {}\n");

#[test]
fn lines_between_a_definition_and_its_documentation_are_refused() {
    assert_eq!(documented(&[ABOVE_FIRST]), Err(vec!["not-found"]));
    let plan = planned(&[("f.rs", DOCUMENTED)], &edit("f.rs", ABOVE_FIRST.0, ABOVE_FIRST.1));
    let Failure::NotFound { unlaid, .. } = failure(&plan, 0) else { panic!("{plan:?}") };
    assert_eq!(*unlaid, Some(Unlaid::Head { line: 1 }));
    assert!(documented(&[("fn last() {}\n", "fn added() {}\n\nfn last() {}\n")]).is_ok());
}

#[test]
fn a_definition_that_goes_without_its_documentation_is_refused() {
    assert_eq!(documented(&[("fn first() {}\n\n", "")]), Err(vec!["not-found"]));
    assert!(documented(&[("/// Says so.\nfn first() {}\n\n", "")]).is_ok());
    assert!(documented(&[("fn last() {}\n", "")]).is_ok());
}

#[test]
fn a_block_that_quotes_the_documentation_may_part_it_from_its_definition() {
    let (search, replace) = ABOVE_FIRST;
    let quotes = |section: &str| format!("/// Says so.\n{section}");
    let made = quotes(replace) + "\nfn last() {}\n";
    assert_eq!(documented(&[(&quotes(search), &quotes(replace))]), Ok(made));
}

#[test]
fn a_definition_may_be_parted_from_documentation_that_another_block_changes() {
    let changes = ("/// Says so.\n", "/// Says more.\n");
    assert!(documented(&[changes, ABOVE_FIRST]).is_ok());
    let goes_on = ("/// Says so.\n", "/// Says so.\n/// And more.\n");
    assert!(documented(&[goes_on, ("fn first() {}\n\n", "")]).is_err());
    let other = ("fn last() {}\n", "fn least() {}\n");
    assert_eq!(documented(&[other, ABOVE_FIRST]), Err(vec!["applied", "not-found"]));
}
