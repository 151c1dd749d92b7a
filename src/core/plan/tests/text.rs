//! Edits of exact text, which need not be whole lines.

use proptest::prelude::*;

use super::applied;

/// The file after the change of a text in it, or the classes of the failures.
fn with_text(file: &str, old: &str, new: &str, every: bool) -> Result<String, Vec<&'static str>> {
    let call = serde_json::json!({
        "file_path": "f.py", "old_string": old, "new_string": new, "replace_all": every,
    });
    applied(&[("f.py", file)], &call.to_string()).map(|tree| tree["f.py"].clone())
}

/// Lines that are indented by four blanks for each level, as they are, and without some of the blanks.
fn lines(levels: &[(usize, String)], without: usize) -> Vec<String> {
    levels.iter().map(|(level, text)| format!("{}{text}\n", " ".repeat(4 * level - without))).collect()
}

proptest! {
    #[test]
    fn lines_quoted_with_too_little_indentation_leave_others_where_they_are(
        levels in prop::collection::vec(1usize..4, 3..9),
        at in any::<prop::sample::Index>(),
        above in 0usize..2,
        below in 0usize..2,
        without in 1usize..5,
        (removes, is_open, every) in any::<(bool, bool, bool)>(),
    ) {
        let named = |(at, level): (usize, &usize)| (*level, format!("call_number_{at}(argument)"));
        let levels: Vec<_> = levels.iter().enumerate().map(named).collect();
        let at = at.index(levels.len());
        let quoted = at.saturating_sub(above)..(at + 1 + below).min(levels.len());
        let edited = |part: &[(usize, String)], at: usize| {
            let mut part = part.to_vec();
            if removes { part.remove(at); } else { part.insert(at, (part[at].0, "added_call(argument)".into())); }
            part
        };
        let text = |levels: &[(usize, String)], without| lines(levels, without).concat();
        let part = &levels[quoted.clone()];
        let (mut old, mut new) = (text(part, without), text(&edited(part, at - quoted.start), without));
        if is_open && !new.is_empty() {
            old.pop();
            new.pop();
        }
        let head = "def first(argument):\n";
        let file = format!("{head}{}", text(&levels, 0));
        let meant = format!("{head}{}", text(&edited(&levels, at), 0));
        if let Ok(made) = with_text(&file, &old, &new, every) {
            prop_assert_eq!(made, meant, "{:?} -> {:?}", old, new);
        }
    }
}

#[test]
fn a_line_quoted_with_too_little_indentation_is_found_as_one() {
    let file = "def f(xs):\n    for x in xs:\n        total += x\n        log_it(x)\n    return total\n";
    let without = file.replace("        log_it(x)\n", "");
    assert_eq!(
        with_text(file, "    log_it(x)\n    return total\n", "    return total\n", false),
        Err(vec!["not-found"])
    );
    assert_eq!(with_text(file, "  total += x\n  log_it(x)\n", "  total += x\n", false), Ok(without));
    // In a line, blanks are text as any other.
    assert_eq!(with_text(file, "  log_it(x)", "  log_it(y)", false), Ok(file.replace("it(x)", "it(y)")));
}

#[test]
fn a_text_that_an_earlier_edit_adds_once_more_is_at_two_places() {
    let file = "def a(x):\n    check_it(x)\n    return first_of(x)\n";
    let copy = "    return first_of(x)\n\n\ndef b(x):\n    check_it(x)\n    return first_of(x)\n";
    let call = |old: &str, new: &str| {
        serde_json::json!({"file_path": "f.py", "old_string": old, "new_string": new}).to_string() + "\n"
    };
    let (copies, changes) = (call("    return first_of(x)\n", copy), call("first_of(x)", "last_of(x)"));
    assert_eq!(applied(&[("f.py", file)], &(copies.clone() + &changes)), Err(vec!["applied", "ambiguous"]));
    // An edit above one that copies its text is for the only place.
    assert!(applied(&[("f.py", file)], &(call("check_it(x)", "check_all(x)") + &copies)).is_ok());
}

#[test]
fn a_text_that_an_earlier_edit_changes_overlaps_with_it() {
    let call = |old: &str, new: &str| {
        serde_json::json!({"file_path": "f.sql", "old_string": old, "new_string": new}).to_string() + "\n"
    };
    let file = &[("f.sql", "  id INT,\n  total NUMERIC(10, 2) NOT NULL,\n")];
    let first = call("NUMERIC(10, 2)", "NUMERIC(12, 2)");
    let reply = first.clone() + &call("NUMERIC(10, 2)", "NUMERIC(14, 2)");
    assert_eq!(applied(file, &reply), Err(vec!["overlap", "overlap"]));
    // The same change, and one of what the first leaves.
    let made = Ok("  id INT,\n  total NUMERIC(12, 2) NOT NULL,\n".to_owned());
    let tree = |reply: &str| applied(file, reply).map(|tree| tree["f.sql"].clone());
    assert_eq!(tree(&(first.clone() + &first)), made);
    assert_eq!(tree(&(first + &call("NUMERIC(12, 2)", "NUMERIC(12, 2)"))), made);
}
