//! Blocks that a batch made, by its record.

use std::ops::Range;

use super::{past::Past, *};
use crate::core::outcome::Origin;

/// The plan of blocks on a text, after a batch made the one with these words, which wrote these lines.
fn plan_after(
    texts: [&str; 3],
    words: &'static str,
    wrote: Option<Range<usize>>,
    is_resent: bool,
    blocks: &[(&str, &str)],
) -> Plan {
    let [before, after, now] = texts;
    let record = Recorded { batch: 1, wrote: wrote.into_iter().collect(), is_resent };
    let past = Past::of_batch([before, after], words, record);
    planned_with(&Fake { past, ..Fake::new(&[("f.txt", now)]) }, &settings(), &on_f(blocks))
}

/// The outcome of a block that adds a line below the first.
fn added(now: &str, is_resent: bool) -> &'static str {
    let texts = ["a\nb\n", "a\nnew\nb\n", now];
    outcomes(&plan_after(texts, "new", Some(1..2), is_resent, &[("a\n", "a\nnew\n")]))[0]
}

#[test]
fn what_a_batch_added_is_not_added_again_as_the_batch_is_sent_again() {
    for now in ["a\nnew\nb\n", "a\nother\nnew\nb\n", "first\na\nnew\nother\nb\n"] {
        assert_eq!(added(now, true), "already-applied", "{now:?}");
    }
    let texts = ["a\nb\n", "a\nnew\nb\n", "a\nother\nnew\nb\n"];
    let plan = plan_after(texts, "new", Some(1..2), true, &[("a\n", "a\nnew\n")]);
    assert_eq!(notes(&plan), [[Note::MadeSince(Origin::Batch { id: 1, after: true })]]);
    // In another reply, the place is what tells.
    assert_eq!(added("a\nother\nnew\nb\n", false), "applied");
}

#[test]
fn what_a_batch_added_and_somebody_took_back_is_added_again() {
    assert_eq!(added("a\nb\n", true), "applied");
    assert_eq!(added("a\nother\nb\n", false), "applied");
}

#[test]
fn a_file_that_was_put_back_by_hand_has_the_line_that_was_there_before() {
    let texts = ["a\nnew\n", "a\nnew\nnew\n", "a\nnew\nlast\n"];
    let plan = plan_after(texts, "new", Some(1..2), true, &[("a\n", "a\nnew\n")]);
    assert_eq!(outcomes(&plan), ["duplicate"]);
}

#[test]
fn what_a_batch_added_and_somebody_changed_since_is_not_added_beside_it() {
    assert_eq!(added("a\nnewer\nmore\nb\n", true), "stale");
    assert_eq!(added("a\nnewer\nmore\nb\n", false), "applied");
}

#[test]
fn a_line_that_came_since_may_be_the_one_that_a_block_is_sent_again_for() {
    assert_eq!(added("a\nnew\nb\na\n", true), "ambiguous");
}

#[test]
fn a_block_whose_search_is_gone_is_made_while_what_it_wrote_is_there() {
    let texts = |now| ["a\nold_line\nb\n", "a\nnew_line\nb\n", now];
    let block = ("old_line\n", "new_line\n");
    let made = |now, wrote: Option<Range<usize>>| {
        outcomes(&plan_after(texts(now), "old_line", wrote, false, &[block]))[0]
    };
    for now in ["a\nnew_line\nb\n", "other\nnew_line\nother\n"] {
        assert_eq!(made(now, Some(1..2)), "already-applied", "{now:?}");
    }
    assert_eq!(made("a\nother\nb\n", Some(1..2)), "not-found");
    // The record is none of this text.
    assert_eq!(made("other\nnew_line\nother\n", None), "not-found");
    assert_eq!(made("other\nnew_line\nother\n", Some(1..4)), "not-found");
    // Another block has no record.
    let plan = plan_after(texts("other\nnew_line\nother\n"), "else", Some(1..2), false, &[block]);
    assert_eq!(outcomes(&plan), ["not-found"]);
}

#[test]
fn lines_that_an_earlier_block_changes_are_not_there_still() {
    let blocks = [("new_line\n", "newer_line\n"), ("old_line\n", "new_line\n")];
    let texts = ["a\nold_line\nb\n", "a\nnew_line\nb\n", "a\nnew_line\nc\n"];
    assert_eq!(
        outcomes(&plan_after(texts, "old_line", Some(1..2), false, &blocks)),
        ["applied", "not-found"]
    );
    assert_eq!(
        outcomes(&plan_after(texts, "old_line", Some(1..2), false, &blocks[1..])),
        ["already-applied"]
    );
}
