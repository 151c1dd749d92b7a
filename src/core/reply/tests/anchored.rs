//! Anchored edits.

use super::*;

/// An edit with these sections.
fn anchored(above: &str, old: &str, new: &str, below: &str) -> String {
    format!("««« EDIT\n{above}───────\n{old}═══════\n{new}───────\n{below}»»»\n")
}

#[test]
fn anchors_are_in_both_sections() {
    let reply = format!("src/a.rs\n{}", anchored("a\n", "b\n", "c\n", "\nd\n"));
    assert_eq!(edits(&reply), [edit("src/a.rs", "a\nb\n\nd\n", "a\nc\n\nd\n")]);
    let found = read(&reply);
    let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("not an edit") };
    assert_eq!(
        (edit.hints.exact, edit.lines.clone()),
        (true, Some(Box::new(ReplyLines { search: vec![3, 5, 9, 10], replace: vec![3, 7, 9, 10] })))
    );
}

#[test]
fn every_section_may_be_empty_but_not_all() {
    for (sections, search, replace) in [
        (["", "b\n", "c\n", "d\n"], "b\nd\n", "c\nd\n"),
        (["a\n", "", "c\n", "d\n"], "a\nd\n", "a\nc\nd\n"),
        (["a\n", "b\n", "", "d\n"], "a\nb\nd\n", "a\nd\n"),
        (["a\n", "b\n", "c\n", ""], "a\nb\n", "a\nc\n"),
        (["", "", "c\n", ""], "", "c\n"),
    ] {
        let [above, old, new, below] = sections;
        let reply = format!("a.rs\n{}", anchored(above, old, new, below));
        assert_eq!(edits(&reply), [edit("a.rs", search, replace)]);
    }
    assert_eq!(faults(&format!("a.rs\n{}", anchored("", "", "", ""))), [(2, Malformed::Empty.into())]);
    assert_eq!(
        faults(&format!("a.rs\n{}", anchored("\n", "", "c\n", ""))),
        [(2, Malformed::NoContext.into())]
    );
}

#[test]
fn the_path_is_the_line_above() {
    for line in ["src/a.rs", "`src/a.rs`", "  src/a.rs\r", "Some text.\n\nsrc/a.rs\n\n```"] {
        let reply = format!("{line}\n{}", anchored("a\n", "b\n", "c\n", ""));
        assert_eq!(edits(&reply), [edit("src/a.rs", "a\nb\n", "a\nc\n")], "{line}");
    }
    let spaced = format!("my first file.py\n{}", anchored("a\n", "b\n", "c\n", ""));
    assert_eq!(edits(&spaced)[0].0, "my first file.py");
    let twice = format!("a.rs\n{0}\n{0}", anchored("a\n", "b\n", "c\n", ""));
    assert!(matches!(faults(&twice)[..], [(11, FaultKind::NoPath { above: None })]), "{:?}", faults(&twice));
}

#[test]
fn other_markers_are_text() {
    let other = format!("b.rs\n{BLOCK}x ═══════ y\n*** Begin Patch\n");
    let reply = format!("a.md\n{}", anchored("", "", &other, ""));
    assert_eq!(edits(&reply), [edit("a.md", "", &other)]);
    let both = format!("{reply}\nc.rs\n{BLOCK}");
    assert!(matches!(faults(&both)[..], [(2, FaultKind::OtherFormat { .. }), ..]), "{:?}", faults(&both));
}

#[test]
fn an_edit_that_is_not_closed_is_a_fault() {
    let whole = format!("a.rs\n{}", anchored("a\n", "b\n", "c\n", "d\n"));
    for (cut, end) in
        [("───────\nb", "───────"), ("═══════", "═══════"), ("───────\nd", "───────"), ("»»»", "»»»")]
    {
        let reply = &whole[..whole.find(cut).expect("a marker")];
        assert_eq!(faults(reply), [(2, Malformed::Open { end }.into())], "{reply}");
        let next = format!("{reply}{whole}");
        assert_ne!(faults(&next), [], "{next}");
    }
    assert_eq!(faults("««« EDIT\n»»»\n")[0].0, 1);
}
