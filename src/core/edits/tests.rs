//! Runs gathered block by block.

use std::{borrow::Cow, ops::Range};

use super::*;
use crate::core::{
    splice::{self, Anchor, Hunk},
    text::{Ending, Text},
};

fn hunk(old: Range<usize>, new: &[&'static str]) -> Vec<Hunk<'static>> {
    vec![Hunk { old, new: new.iter().map(|line| Cow::Borrowed(line.as_bytes())).collect() }]
}

fn result(text: &Text, edits: &Edits<'_>) -> String {
    let out = splice::apply(text.bytes(), &splice::splices(text, edits.runs(), Ending::Lf));
    assert_eq!(edits.size(text, Ending::Lf), out.len(), "the size is kept up");
    String::from_utf8(out).expect("text")
}

fn letters() -> Text {
    Text::new(b"a\nb\nc\nd\ne\n".to_vec())
}

#[test]
fn different_changes_to_one_line_overlap_and_equal_ones_collapse() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(1..2, &["B"]), None, 0).expect("first");
    assert_eq!(edits.add(&text, hunk(1..2, &["B"]), None, 1), Ok(Met { collapsed: true, same_point: false }));
    assert_eq!(edits.add(&text, hunk(0..3, &["x"]), None, 2), Err(Overlap { block: 0, line: 1 }));
    assert_eq!(result(&text, &edits), "a\nB\nc\nd\ne\n");
}

#[test]
fn changes_line_by_line_that_agree_where_they_meet_are_made_once() {
    for (first, second, wanted) in [
        ((1..3, &["B", "C"][..]), (2..4, &["C", "D"][..]), "a\nB\nC\nD\ne\n"),
        ((2..4, &["C", "D"]), (1..3, &["B", "C"]), "a\nB\nC\nD\ne\n"),
        ((2..3, &["C"]), (1..4, &["B", "C", "D"]), "a\nB\nC\nD\ne\n"),
        ((1..4, &["B", "C", "D"]), (2..3, &["C"]), "a\nB\nC\nD\ne\n"),
    ] {
        let (text, mut edits) = (letters(), Edits::default());
        edits.add(&text, hunk(first.0, first.1), None, 0).expect("first");
        let collapsed = second.1.len() == 1;
        assert_eq!(
            edits.add(&text, hunk(second.0, second.1), None, 1),
            Ok(Met { collapsed, same_point: false })
        );
        assert_eq!(result(&text, &edits), wanted);
        assert!(edits.has_block(0) && edits.has_block(1));
    }
}

#[test]
fn changes_that_differ_where_they_meet_or_are_not_line_by_line_overlap() {
    for (first, second) in [
        ((1..3, &["B", "C"][..]), (2..4, &["X", "D"][..])),
        ((1..3, &["B", "C", "c"]), (2..4, &["C", "D"])),
        ((1..3, &["B", "C"]), (2..4, &["C"])),
        ((1..3, &["C"]), (2..4, &["C"])),
        ((1..3, &[]), (2..4, &[])),
    ] {
        let (text, mut edits) = (letters(), Edits::default());
        edits.add(&text, hunk(first.0, first.1), None, 0).expect("first");
        let met = edits.add(&text, hunk(second.0, second.1), None, 1);
        assert_eq!(met, Err(Overlap { block: 0, line: 2 }));
        assert!(!edits.has_block(1));
    }
}

#[test]
fn an_equal_change_is_counted_among_the_blocks_of_its_run() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(0..1, &["A"]), None, 0).expect("first");
    edits.add(&text, hunk(2..3, &["C"]), None, 1).expect("second");
    edits.add(&text, hunk(2..3, &["C"]), None, 2).expect("the same");
    assert_eq!(edits.runs().iter().map(|run| &run.blocks[..]).collect::<Vec<_>>(), [&[0][..], &[1, 2]]);
}

#[test]
fn insertions_at_one_point_keep_the_order_of_the_reply_around_a_changed_line() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(1..2, &["B"]), None, 0).expect("change");
    edits.add(&text, hunk(2..2, &["x"]), None, 1).expect("below");
    let met = edits.add(&text, hunk(2..2, &["y"]), None, 2).expect("below too");
    edits.add(&text, hunk(1..1, &["w"]), None, 3).expect("above");
    assert!(met.same_point);
    assert_eq!(result(&text, &edits), "a\nw\nB\nx\ny\nc\nd\ne\n");
}

#[test]
fn a_change_to_what_an_earlier_block_wrote_becomes_one_run_with_it() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(1..2, &["B", "new"]), None, 0).expect("first");
    let part = edits.parts(&text, 1).remove(0);
    assert_eq!(edits.result(&text, &part), [&b"a"[..], b"B", b"new", b"c"]);
    edits.add_to_result(&text, &part, hunk(2..4, &["newer"]), 1);
    assert_eq!(result(&text, &edits), "a\nB\nnewer\nd\ne\n");
    assert_eq!(edits.runs()[0].blocks, [0, 1]);
    assert_eq!(edits.add(&text, hunk(2..3, &["C"]), None, 2), Err(Overlap { block: 0, line: 2 }));
}

#[test]
fn insertions_at_one_point_are_ordered_by_the_line_that_they_are_bound_to() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(2..2, &["before c"]), Some(&(2..3)), 0).expect("bound to the line below");
    edits.add(&text, hunk(2..2, &["after b"]), Some(&(1..2)), 1).expect("bound to the line above");
    assert_eq!(result(&text, &edits), "a\nb\nafter b\nbefore c\nc\nd\ne\n");
}

#[test]
fn nothing_is_bound_to_a_blank_line() {
    let (text, mut edits) = (Text::new(b"a\n\nb\n".to_vec()), Edits::default());
    edits.add(&text, hunk(2..2, &["first", ""]), Some(&(2..3)), 0).expect("bound to the line below");
    edits.add(&text, hunk(2..2, &["second", ""]), Some(&(1..3)), 1).expect("bound to it too");
    assert_eq!(result(&text, &edits), "a\n\nfirst\n\nsecond\n\nb\n");
}

#[test]
fn an_insertion_beside_a_line_that_goes_overlaps() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(1..2, &[]), None, 0).expect("removal");
    assert_eq!(edits.add(&text, hunk(1..1, &["@b"]), Some(&(1..2)), 1), Err(Overlap { block: 0, line: 1 }));
    edits.add(&text, hunk(3..3, &["after c"]), Some(&(2..3)), 2).expect("insertion");
    assert_eq!(edits.add(&text, hunk(2..3, &[]), None, 3), Err(Overlap { block: 2, line: 3 }));
    // Quoted lines on both sides are no better where one of them goes.
    edits.add(&text, hunk(4..4, &["between"]), Some(&(3..5)), 4).expect("insertion");
    assert_eq!(edits.add(&text, hunk(3..4, &[]), Some(&(3..4)), 5), Err(Overlap { block: 4, line: 4 }));
}

#[test]
fn undoing_an_earlier_change_leaves_no_run() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(2..2, &["x"]), None, 0).expect("insert");
    let part = edits.parts(&text, 2).remove(0);
    edits.add_to_result(&text, &part, hunk(2..3, &[]), 1);
    assert!(edits.is_empty());
}

#[test]
fn runs_that_a_later_block_leaves_keep_their_blocks() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(0..1, &["A"]), None, 0).expect("first");
    edits.add(&text, hunk(2..3, &["C"]), None, 1).expect("second");
    let whole = edits.whole(&text);
    edits.add_to_result(&text, &whole, hunk(4..5, &["E"]), 2);
    assert_eq!(edits.runs().iter().map(|run| &run.blocks[..]).collect::<Vec<_>>(), [[0], [1], [2]]);
}

#[test]
fn lines_that_are_inserted_at_a_point_are_below_it() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(2..2, &["x"]), None, 0).expect("insertion");
    assert_eq!(edits.beside(&text, &(2..2), 2), (vec![&b"b"[..], b"a"], vec![&b"x"[..], b"c"]));
    assert_eq!(edits.kept_beside(&text, &(2..2), 2), (vec![&b"b"[..], b"a"], vec![&b"c"[..], b"d"]));
}

#[test]
fn lines_with_no_ending_to_go_by_are_as_long_as_the_default_makes_them() {
    let (text, mut edits) = (Text::new(Vec::new()), Edits::default());
    edits.add(&text, hunk(0..0, &["a", "b"]), None, 0).expect("insertion");
    assert_eq!(edits.size(&text, Ending::CrLf), b"a\r\nb\r\n".len());
}

#[test]
fn parts_that_reach_each_other_are_one() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(0..1, &["A"]), None, 0).expect("first");
    edits.add(&text, hunk(4..5, &["E"]), None, 1).expect("last");
    assert_eq!(edits.parts(&text, 1).len(), 2);
    assert_eq!(edits.parts(&text, 2).len(), 1);
}

#[test]
fn an_equal_change_is_found_among_several_that_touch() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(0..1, &["A"]), None, 0).expect("above");
    edits.add(&text, hunk(1..2, &["B"]), None, 1).expect("below it");
    edits.add(&text, hunk(2..3, &["C"]), None, 2).expect("below that");
    edits.add(&text, hunk(2..3, &["C"]), None, 3).expect("the same");
    assert_eq!(edits.runs().iter().map(|run| &run.blocks[..]).collect::<Vec<_>>(), [&[0][..], &[1], &[2, 3]]);
}

/// The anchor of lines that a block inserts between `b` and `c`, which it quotes, where an earlier one has put
/// `new` in the place of the lines `old`, and quotes the lines `place`.
fn anchor_beside(old: Range<usize>, new: &[&'static str], place: Range<usize>) -> Anchor {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(old, new), Some(&place), 0).expect("the earlier one");
    edits.add(&text, hunk(2..2, &["x"]), Some(&(1..3)), 1).expect("the later one");
    edits.runs().iter().find(|run| run.blocks == [1]).expect("it is there").anchor
}

#[test]
fn lines_between_two_are_bound_below_others_that_end_as_what_is_quoted_above() {
    assert_eq!(anchor_beside(2..2, &["y", "b"], 2..3), Anchor::Below);
    assert_eq!(anchor_beside(2..2, &["y", "z"], 2..3), Anchor::Both);
    assert_eq!(anchor_beside(2..2, &["b"], 2..3), Anchor::Both, "they are the same line, not a copy");
    assert_eq!(anchor_beside(2..2, &["y", "b"], 1..3), Anchor::Both, "they are bound to both sides too");
    assert_eq!(anchor_beside(1..2, &["y", "b"], 1..3), Anchor::Both, "they are at another place");
}

#[test]
fn lines_that_quote_nothing_are_bound_to_neither_side() {
    let (text, mut edits) = (letters(), Edits::default());
    edits.add(&text, hunk(2..2, &["y", "b"]), Some(&(2..3)), 0).expect("bound to the line below");
    edits.add(&text, hunk(2..2, &["x"]), Some(&(2..2)), 1).expect("bound to nothing");
    assert_eq!(result(&text, &edits), "a\nb\nx\ny\nb\nc\nd\ne\n");
}

#[test]
fn lines_between_two_that_are_quoted_lose_their_place_with_either() {
    let removed_beside = |removed: Range<usize>, place: Range<usize>| {
        let (text, mut edits) = (letters(), Edits::default());
        edits.add(&text, hunk(2..2, &["x"]), Some(&place), 0).expect("the lines");
        edits.add(&text, hunk(removed, &[]), None, 1)
    };
    assert_eq!(removed_beside(1..2, 1..3), Err(Overlap { block: 0, line: 2 }));
    assert_eq!(removed_beside(2..3, 1..3), Err(Overlap { block: 0, line: 2 }));
    assert!(removed_beside(3..4, 1..3).is_ok());
    assert!(removed_beside(0..1, 1..3).is_ok());
    // Those that are bound to nothing lose nothing.
    assert!(removed_beside(1..2, 2..2).is_ok());
    assert!(removed_beside(2..3, 2..2).is_ok());
}

#[test]
fn blank_lines_at_the_edge_of_one_block_and_amid_another_are_changed_once() {
    let text = Text::new(b"a\n\nb\n\nc\n".to_vec());
    let both = |blank: (Range<usize>, Range<usize>), other: (Range<usize>, Range<usize>)| {
        let mut edits = Edits::default();
        edits.add(&text, hunk(blank.0, &[]), Some(&blank.1), 0).expect("the blank line");
        edits.add(&text, hunk(other.0, &[]), Some(&other.1), 1)
    };
    // The first block has nothing below `a`, the other one takes out `b` between `a` and `c`.
    assert_eq!(both((1..2, 0..2), (2..4, 0..5)), Err(Overlap { block: 0, line: 2 }));
    assert_eq!(both((3..4, 3..5), (1..3, 0..5)), Err(Overlap { block: 0, line: 3 }));
    // The other one does not quote the line above; the first one quotes both.
    assert!(both((1..2, 0..2), (2..4, 2..5)).is_ok());
    assert!(both((1..2, 0..3), (4..5, 2..5)).is_ok());
}
