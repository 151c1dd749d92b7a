//! Changes carried over to other lines, or not.

use super::*;

fn carried(then: &str, place: (Range<usize>, Range<usize>, &[&'static str]), now: &str) -> Option<String> {
    let (lines, old, new) = place;
    let hunk = Hunk { old, new: new.iter().map(|line| line.as_bytes().into()).collect() };
    let text = |text: &str| Text::new(text.as_bytes().to_vec());
    let (then, now) = (text(then), text(now));
    match carry(&then, &Place::new(lines, vec![hunk]), &now, &Budget::for_bytes(0)).expect("short") {
        Carried::Laid(place) => {
            let lines = now.all();
            Some(String::from_utf8(plain_with(&lines, &place.hunks)).expect("text"))
        }
        Carried::Done => Some("done".into()),
        Carried::Conflict(_) => None,
    }
}

#[test]
fn a_change_goes_where_its_lines_and_their_neighbours_are_now() {
    let place = (0..4, 1..2, &["B"][..]);
    assert_eq!(
        carried("a\nb\nc\nd\n", place.clone(), "new\na\nb\nc\nd2\n"),
        Some("new\na\nB\nc\nd2\n".into())
    );
    assert_eq!(carried("a\nb\nc\nd\n", place.clone(), "a\nb2\nc\nd\n"), None);
    assert_eq!(carried("a\nb\nc\nd\n", place.clone(), "a\nb\nnew\nc\nd\n"), Some("a\nB\nnew\nc\nd\n".into()));
    assert_eq!(carried("a\nb\nc\nd\n", place, "new\nb\nnew\nc\nd\n"), None);
    for change in [(0..4, 1..1, &["B"][..]), (0..4, 1..2, &[])] {
        assert_eq!(carried("a\nb\nc\nd\n", change, "a2\nb\nc\nd\n"), None);
    }
}

#[test]
fn a_change_that_was_made_since_is_done() {
    assert_eq!(carried("a\nb\nc\n", (0..3, 1..2, &["B"]), "a\nB\nc\nd\n"), Some("done".into()));
}

#[test]
fn a_removal_that_a_diff_may_place_one_line_higher_is_done() {
    let (then, now) = ("v\n\nn\n\nm\n\nf\n  r\n", "V\n\nn\n\nf\n  r\n");
    assert_eq!(carried(then, (4..8, 4..6, &[]), now), Some("done".into()));
}

#[test]
fn lines_that_were_only_moved_are_not_gone() {
    let then = "a\nmove_me_there()\nb\nc\nd\n";
    assert_eq!(carried(then, (0..3, 1..2, &[]), "a\nb\nc\nd\nmove_me_there()\n"), None);
    assert_eq!(carried(then, (0..3, 1..2, &[]), "a\nb\nc\nd\n"), Some("done".into()));
}

#[test]
fn a_copy_of_the_lines_around_a_change_makes_its_place_doubtful() {
    let then = "f {\nx\ny\nz\n}\nend\n";
    let now = "f2 {\nx\ny\nz\n}\nend\ng {\nx\ny\nz\n}\nend\n";
    assert_eq!(carried(then, (0..4, 2..3, &["Y"]), now), None);
    // The next line tells the first from the second.
    let now = now.strip_suffix("end\n").unwrap();
    let wanted = now.replacen('y', "Y", 1);
    assert_eq!(carried(then, (0..4, 2..3, &["Y"]), now), Some(wanted));
}

#[test]
fn of_two_copies_that_each_have_other_lines_none_is_meant() {
    let then = "a\nb\nc\nd\ne\nf\n";
    let now = "b\nc\nd\ne\nx\na\nb\nc\nd\ny\n";
    assert_eq!(carried(then, (0..6, 2..3, &["C"]), now), None);
}

#[test]
fn what_came_in_by_other_means_does_not_come_twice() {
    let then = "use a;\nuse c;\nfn f\n";
    assert_eq!(carried(then, (0..3, 1..1, &["use b;"]), "use a;\nuse c;\nuse b;\nfn g\n"), None);
}

#[test]
fn what_a_change_makes_of_a_copy_of_its_lines_makes_its_place_doubtful() {
    let place = (0..4, 1..2, &["}"][..]);
    let then = "use a;\nb\nenum K {\nx\ny\n";
    let copied = "use a;\nb\nenum K {\nx\nuse a;\n}\nenum K {\nx\nx\ny\n";
    assert_eq!(carried(then, place, copied), None);
}

#[test]
fn what_came_in_among_lines_that_are_there_more_than_once_does_not_come_twice() {
    let (then, now) = ("x\na\nb\nc\nd\n", "x\na\nb\nc\nx\nc\nd\n");
    assert_eq!(carried(then, (1..5, 3..3, &["x"]), now), None);
}

#[test]
fn what_came_in_beside_other_lines_is_another_change() {
    let place = (0..5, 2..3, &["new()"][..]);
    let then = "f {\n}\n\ng {\nh\n}\n";
    assert_eq!(carried(then, place.clone(), "f {\n}\nnew()\ng {\nh\n}\n"), Some("done".into()));
    assert_eq!(carried(then, place.clone(), "f {\n}\nnew()\ng2 {\nh\n}\n"), None);
    assert_eq!(carried(then, place, "f {\n}\n\nnew()\n"), None);
}

#[test]
fn a_removal_whose_other_half_was_made_is_not_made_again() {
    let (then, now) = ("a\nb\nc\nd\ne\nf\n", "a\nB\nc\nd\ne\nf\n");
    let hunk = |old, new: &[&'static str]| Hunk {
        old,
        new: new.iter().map(|line| line.as_bytes().into()).collect(),
    };
    let place = |second: &[&'static str]| Place::new(0..6, vec![hunk(1..2, &["B"]), hunk(3..4, second)]);
    let text = |text: &str| Text::new(text.as_bytes().to_vec());
    let carried =
        |second: &[&'static str]| carry(&text(then), &place(second), &text(now), &Budget::for_bytes(0));
    assert!(matches!(carried(&[]), Ok(Carried::Conflict(_))));
    assert!(matches!(carried(&["D"]), Ok(Carried::Laid(_))));
}

proptest::proptest! {
    /// Lines of a few kinds, among which a diff may place a removal in several ways.
    #[test]
    fn a_removal_is_done_whatever_its_lines_and_what_else_changed(
        lines in proptest::collection::vec(proptest::sample::select(vec!["", "}", "x", "return None", "call(1)"]), 3..14),
        start in 1usize..12,
        length in 1usize..5,
    ) {
        let start = start.min(lines.len() - 1);
        let end = (start + length).min(lines.len());
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let then = format!("first\n\nsecond\n{}", text(&lines));
        let now = format!("FIRST\n\nsecond\n{}{}", text(&lines[..start]), text(&lines[end..]));
        // Where SEARCH is still found, no older version is read.
        if now.contains(&format!("\n{}", text(&lines[start - 1..]))) {
            return Ok(());
        }
        let place = (start + 2..then.lines().count(), start + 3..end + 3, &[][..]);
        proptest::prop_assert_eq!(carried(&then, place, &now), Some("done".into()), "{}---\n{}", then, now);
    }
}
