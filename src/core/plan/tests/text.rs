//! Edits of exact text, which need not be whole lines.

use proptest::prelude::*;

use super::{applied, outcomes, planned};
use crate::core::outcome::Note;

/// The file after the change of a text in it, or the classes of the failures.
fn changed(file: &str, old: &str, new: &str, every: bool) -> Result<String, Vec<&'static str>> {
    let call = serde_json::json!({
        "file_path": "f.py", "old_string": old, "new_string": new, "replace_all": every,
    });
    applied(&[("f.py", file)], &call.to_string()).map(|tree| tree["f.py"].clone())
}

/// The same for the one place of the text.
fn with_text(file: &str, old: &str, new: &str) -> Result<String, Vec<&'static str>> {
    changed(file, old, new, false)
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
        if let Ok(made) = changed(&file, &old, &new, every) {
            prop_assert_eq!(made, meant, "{:?} -> {:?}", old, new);
        }
    }
}

#[test]
fn a_line_quoted_with_too_little_indentation_is_found_as_one() {
    let file = "def f(xs):\n    for x in xs:\n        total += x\n        log_it(x)\n    return total\n";
    let without = file.replace("        log_it(x)\n", "");
    assert_eq!(
        changed(file, "    log_it(x)\n    return total\n", "    return total\n", false),
        Err(vec!["not-found"])
    );
    assert_eq!(changed(file, "  total += x\n  log_it(x)\n", "  total += x\n", false), Ok(without));
    // In a line, blanks are text as any other.
    assert_eq!(changed(file, "  log_it(x)", "  log_it(y)", false), Ok(file.replace("it(x)", "it(y)")));
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
fn a_text_is_no_part_of_a_name_or_a_number() {
    for (file, old, new) in [
        ("port = 8080\n", "port = 80", "port = 443"),
        ("y = reload(path, force)\n", "load(path", "load(path, mode"),
        ("requests==2.31\n", "requests==2.3", "requests==3.0"),
        ("requests==2.3.1\n", "requests==2.3", "requests==3.0"),
        ("v = 1.25\n", "25", "26"),
    ] {
        assert_eq!(with_text(file, old, new), Err(vec!["not-found"]), "{file}");
    }
    assert_eq!(with_text("port = 80, 8080\n", "port = 80", "port = 81"), Ok("port = 81, 8080\n".into()));
    assert_eq!(with_text("end of 2. And\n", "of 2", "of 3"), Ok("end of 3. And\n".into()));
    // Words of these have no blanks between them.
    assert_eq!(with_text("你好世界\n", "世", "全世"), Ok("你好全世界\n".into()));
}

#[test]
fn a_name_that_is_in_longer_ones_too_is_at_several_places() {
    let file = "age_of(user_age);\n// the age of it\n";
    assert_eq!(with_text(file, "age", "years"), Err(vec!["ambiguous"]));
    assert_eq!(with_text("port = 80, 8080\n", "80", "81"), Err(vec!["ambiguous"]));
    assert_eq!(with_text("a 1.2.3\nb 1.2\n", "1.2", "1.3"), Err(vec!["ambiguous"]));
    assert_eq!(with_text("a.identity + a.id\n", "a.id", "a.name"), Err(vec!["ambiguous"]));
    let made = file.replace("the age", "the years");
    assert_eq!(with_text(file, "the age", "the years"), Ok(made));
}

#[test]
fn a_text_without_the_line_break_of_the_old_one_joins_no_lines() {
    let file = "let a = 1;\nlet b = 2;\n\nlet c = 3;\n";
    for new in ["let a = 9;", "let a = 9;\n"] {
        assert_eq!(with_text(file, "let a = 1;\n", new), Ok(file.replace('1', "9")), "{new}");
    }
    assert_eq!(with_text(file, "= 1;\n", "= 9;"), Err(vec!["not-found"]));
    // Lines that go, and an empty one.
    assert_eq!(with_text(file, "let a = 1;\n", ""), Ok(file.replace("let a = 1;\n", "")));
    assert_eq!(with_text(file, "let b = 2;\n", "let b = 2;"), Ok(file.replace("\n\n", "\n")));
}

#[test]
fn a_text_behind_its_indentation_gets_no_second_one() {
    let file = "all:\n  first: ^1.0\n  second: ^2.0\n";
    let (old, new) = ("first: ^1.0\n  second: ^2.0", "first: ^1.0\n  second: ^3.0");
    assert_eq!(with_text(file, old, new), Ok(file.replace("2.0", "3.0")));
    assert_eq!(with_text(file, old, &format!("  {new}")), Err(vec!["not-found"]));
    for new in ["  second: ^3.0", "  second: ^3.0\n  third: ^1.0"] {
        assert_eq!(with_text(file, "second: ^2.0", new), Err(vec!["not-found"]));
    }
    assert_eq!(with_text(file, "second: ^2.0", "    a: 1"), Ok(file.replace("second: ^2.0", "    a: 1")));
}

#[test]
fn what_an_earlier_edit_wrote_is_found_with_other_lines_only_as_it_was_written() {
    let file = "<div>\n    <b>{key_of_it}</b>\n    </i>\n</div>\n";
    let edits = |second: &str| {
        let first =
            ["    <b>{key_of_it}</b>\n", "        <b>{key_of_it}</b>\n        <span>{\"}\"}</span>\n"];
        let edits = [first, [second, "    ))}\n"]]
            .map(|[old, new]| serde_json::json!({"old_string": old, "new_string": new}));
        let call = serde_json::json!({"file_path": "f.py", "edits": edits}).to_string();
        applied(&[("f.py", file)], &call).map(|tree| tree["f.py"].clone())
    };
    let made = "<div>\n        <b>{key_of_it}</b>\n    ))}\n</div>\n";
    assert_eq!(edits("        <span>{\"}\"}</span>\n    </i>\n"), Ok(made.to_owned()));
    assert_eq!(edits("    <span>{\"}\"}</span>\n</i>\n"), Err(vec!["applied", "not-found"]));
}

#[test]
fn a_text_for_a_number_of_places_is_changed_where_it_is_at_as_many() {
    let counted = |count: usize| {
        let call = serde_json::json!({
            "file_path": "f.py", "old_string": "go(a)", "new_string": "go(b)", "expected_replacements": count,
        });
        applied(&[("f.py", "go(a)\ngo(a)\n")], &call.to_string()).map(|tree| tree["f.py"].clone())
    };
    assert_eq!(counted(2), Ok("go(b)\ngo(b)\n".into()));
    assert_eq!((counted(1), counted(3)), (Err(vec!["ambiguous"]), Err(vec!["ambiguous"])));
}

#[test]
fn a_text_for_every_place_changes_no_longer_name() {
    let every = |file: &str, old: &str, new: &str| changed(file, old, new, true);
    assert_eq!(every("valid(a)\ninvalid(b)\n", "valid(", "check("), Err(vec!["ambiguous"]));
    assert_eq!(every("old(a)\nold_b(c)\n", "old", "new"), Err(vec!["ambiguous"]));
    assert_eq!(every("invalid(a)\ninvalid(b)\n", "valid(", "check("), Err(vec!["not-found"]));
    assert_eq!(every("port = 8080\n", "80", "443"), Err(vec!["not-found"]));
    assert_eq!(every("valid(a)\nvalid(b)\n", "valid(", "check("), Ok("check(a)\ncheck(b)\n".into()));
    // The names have it as a word.
    assert_eq!(every("old_a = old_b\n", "old_", "new_"), Ok("new_a = new_b\n".into()));
    assert_eq!(every("UserCard(UserName)\n", "User", "Owner"), Ok("OwnerCard(OwnerName)\n".into()));
}

#[test]
fn texts_that_take_each_other_back_are_refused() {
    let both = |file: &str, first: [&str; 2], second: [&str; 2], every: bool| {
        let edits = [first, second].map(
            |[old, new]| serde_json::json!({"old_string": old, "new_string": new, "replace_all": every}),
        );
        let call = serde_json::json!({"file_path": "f.py", "edits": edits}).to_string();
        applied(&[("f.py", file)], &call).map(|tree| tree["f.py"].clone())
    };
    let file = "a = foo\nb = foo\nc = 1\n";
    let refused = || Err(vec!["overlap", "overlap"]);
    assert_eq!(both(file, ["foo", "bar"], ["bar", "foo"], true), refused());
    assert_eq!(both(file, ["a = foo", "a = bar"], ["a = bar", "a = foo"], false), refused());
    assert_eq!(both(file, ["c = 1\n", "c = 1\nd = 2\n"], ["d = 2\n", ""], false), refused());
    // Something is left.
    let file = "a = foo\nc = 1\nb = foo\n";
    let left = both(file, ["foo", "bar"], ["b = bar", "b = foo"], true);
    assert_eq!(left, Ok("a = bar\nc = 1\nb = foo\n".into()));
    assert_eq!(both(file, ["foo", "bar"], ["bar", "baz"], true), Ok(file.replace("foo", "baz")));
}

#[test]
fn lines_added_to_a_text_without_its_indentation_get_it() {
    let file = "def f(width):\n    if width:\n        return 0\n    return width_of(it)\n";
    let made = |lines: &str| Ok(file.replace("    return width_of(it)\n", lines));
    let with = |new: &str| with_text(file, "return width_of(it)", new);
    assert_eq!(with("size = width\nreturn size"), made("    size = width\n    return size\n"));
    assert_eq!(with("size = width\n    return size"), made("    size = width\n    return size\n"));
    let nested = made("    while width:\n        width -= 1\n    return width\n");
    assert_eq!(with("while width:\n    width -= 1\nreturn width"), nested);
    // It may be the end of the function as well.
    assert_eq!(with("return width_of(it)\n\n\ndef g():\n    pass"), Err(vec!["not-found"]));
}

#[test]
fn a_text_that_would_repeat_the_rest_of_its_line_is_refused() {
    let with = |old: &str, new: &str| with_text("const now = make(1);\nrun(now, 2)\n", old, new);
    assert_eq!(with("make(1)", "make(2);"), Err(vec!["duplicate"]));
    assert_eq!(with("now = make(1);", "const now = make(2);"), Err(vec!["duplicate"]));
    assert_eq!(with("run(now", "walk(now,"), Err(vec!["duplicate"]));
    assert_eq!(with("make(1);", "make(2);"), Ok("const now = make(2);\nrun(now, 2)\n".into()));
    assert_eq!(with("run(now", "run(of(now)"), Ok("const now = make(1);\nrun(of(now), 2)\n".into()));
}

#[test]
fn a_text_does_not_come_between_a_definition_and_its_head() {
    let file = "#[derive(Debug)]\nstruct A;\n\n#[test]\nfn second() {\n    run(2);\n}\n";
    let outcome = |old: &str, new: &str| {
        let call = serde_json::json!({"file_path": "a.rs", "old_string": old, "new_string": new});
        outcomes(&planned(&[("a.rs", file)], &call.to_string()))
    };
    let new = "fn first() {\n    run(1);\n}\n\n";
    assert_eq!(outcome("fn second() {", &format!("{new}fn second() {{")), ["not-found"]);
    assert_eq!(outcome("#[test]\nfn second() {", &format!("{new}#[test]\nfn second() {{")), ["applied"]);
}

/// The result of two changes of text, the second of which may be in what the first one wrote.
fn in_turn(file: &str, first: [&str; 2], second: [&str; 2]) -> Result<String, Vec<&'static str>> {
    let edits = [first, second].map(|[old, new]| serde_json::json!({"old_string": old, "new_string": new}));
    let call = serde_json::json!({"file_path": "f.py", "edits": edits}).to_string();
    applied(&[("f.py", file)], &call).map(|tree| tree["f.py"].clone())
}

#[test]
fn a_text_is_found_in_what_an_earlier_edit_wrote() {
    let file = "first(a)\nlast(b)\n";
    let write = ["first(a)", "middle(a, c)"];
    assert_eq!(in_turn(file, write, ["c)", "d)"]), Ok("middle(a, d)\nlast(b)\n".into()));
    assert_eq!(in_turn(file, write, ["e)", "d)"]), Err(vec!["applied", "not-found"]));
    let lines = ["(a, c)\nlast(b)", "(a)\nmost(b)"];
    assert_eq!(in_turn(file, write, lines), Ok("middle(a)\nmost(b)\n".into()));
}

#[test]
fn a_text_beside_what_an_earlier_edit_changes_of_its_line_is_found() {
    let (file, write) = ("call(first, last)\nend()\n", ["first", "one"]);
    assert_eq!(in_turn(file, write, ["last", "two"]), Ok("call(one, two)\nend()\n".into()));
    assert_eq!(in_turn(file, write, ["first, last", "both"]), Err(vec!["applied", "not-found"]));
}

#[test]
fn a_text_that_an_earlier_edit_wrote_twice_is_ambiguous() {
    let write = ["first(a)", "twice(c, d)\ntwice(c, e)"];
    assert_eq!(in_turn("first(a)\n", write, ["(c", "(d"]), Err(vec!["applied", "ambiguous"]));
    assert!(in_turn("first(a)\n", write, ["(c, e", "(d, e"]).is_ok());
}

#[test]
fn a_text_that_its_change_made_already_is_not_changed_again() {
    let file = "first(a, b)\nlast(a)\n";
    let made = |old: &str, new: &str| {
        let call = serde_json::json!({"file_path": "f.py", "old_string": old, "new_string": new});
        outcomes(&planned(&[("f.py", file)], &call.to_string()))
    };
    assert_eq!(made("first(a", "first(a, b"), ["already-applied"]);
    assert_eq!(made("first(a", "first(a, c"), ["applied"]);
}

#[test]
fn a_text_that_is_at_several_places_in_the_file_is_noted() {
    let noted = |second: [&str; 2]| {
        let edits = [["one(x)", "one(y)"], second]
            .map(|[old, new]| serde_json::json!({"old_string": old, "new_string": new}));
        let call = serde_json::json!({"file_path": "f.py", "edits": edits}).to_string();
        planned(&[("f.py", "one(x)\ntwo(x)\n")], &call).blocks[1].notes.clone()
    };
    assert_eq!(noted(["(x)", "(z)"]), [Note::OneOfMany]);
    assert_eq!(noted(["two(x)", "two(z)"]), []);
}
