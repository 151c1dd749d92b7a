use std::cell::OnceCell;

use super::*;
use crate::core::{
    guard::{CLASSES, Policy, Rules},
    path::PathError,
    reply::MarkerWords,
};

fn change<'a>(path: &'a str, old: Option<&str>, new: &str) -> Change<'a> {
    static WORDS: std::sync::LazyLock<MarkerWords> = std::sync::LazyLock::new(MarkerWords::default);
    Change {
        path: path.into(),
        verdict: judge(path.into(), &Policy::new(Rules::default()).expect("rules")),
        lines: Some(Lines::new(new.into(), old.map(Into::into))),
        words: &WORDS,
        is_ignored: false,
        keeps_endings: false,
        marker_size: MARKER_SIZE,
        max_shrink: 50,
        max_growth: 10,
        is_whole: false,
        files: None,
        code: OnceCell::new(),
    }
}

/// Findings in a file that becomes `new`: rule and line, from 1 (0 of the file).
fn found_in(path: &str, old: Option<&str>, new: &str, rules: Rules) -> Vec<(&'static str, usize)> {
    let verdict = judge(path.into(), &Policy::new(rules).expect("rules"));
    let change = Change { verdict, ..change(path, old, new) };
    let mut levels = Levels::default();
    // The code in these tests is no valid code.
    levels.set("syntax", Level::Off);
    let found = examine(&change, &levels).into_iter();
    found.map(|(rule, _, found)| (rule.id(), found.line.map_or(0, |line| line + 1))).collect()
}

/// The first and the last line, from 1, of each block that is left over.
fn blocks(path: &str, new: &str) -> Vec<(usize, usize)> {
    let found = examine(&change(path, None, new), &Levels::default()).into_iter();
    found
        .filter_map(|(.., found)| match found.what {
            What::EditMarker(markers) | What::ConflictMarker(markers) => {
                Some((found.line? + 1, markers.last + 1))
            }
            _ => None,
        })
        .collect()
}

fn added(path: &str, new: &str) -> Vec<(&'static str, usize)> {
    found_in(path, None, new, Rules::default())
}

fn changed(old: &str, new: &str) -> Vec<(&'static str, usize)> {
    found_in("a.rs", Some(old), new, Rules::default())
}

const BLOCK: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
const CONFLICT: &str = "<<<<<<< HEAD\na\n||||||| base\nb\n=======\nc\n>>>>>>> other\n";

#[test]
fn every_rule_has_its_own_name_and_key() {
    for (at, rule) in RULES.iter().enumerate() {
        assert_eq!(rule.key, format!("sr.check.{}", rule.id()));
        assert!(RULES[at + 1..].iter().all(|other| other.key != rule.key));
    }
}

#[test]
fn every_class_of_paths_names_the_rule_that_reports_it() {
    for class in CLASSES {
        assert!(RULES.iter().any(|rule| rule.id() == class.check_rule), "{}", class.id);
    }
}

#[test]
fn markers_of_an_edit_are_found_with_its_divider() {
    assert_eq!(added("a.rs", BLOCK), [("edit-markers", 1)]);
    assert_eq!(added("a.md", BLOCK), [("edit-markers", 1)]);
    assert_eq!(blocks("a.rs", BLOCK), [(1, 5)]);
    let anchored = "««« EDIT\na\n───────\nb\n═══════\nc\n───────\nd\n»»»\n";
    assert_eq!(blocks("a.py", anchored), [(1, 9)]);
    assert_eq!(added("a.py", "  <<<<<<< RENAME\n"), [("edit-markers", 1)]);
}

#[test]
fn markers_of_a_conflict_are_found_with_its_base() {
    assert_eq!(added("a.rs", CONFLICT), [("conflict-markers", 1)]);
    assert_eq!(blocks("a.rs", &format!("{CONFLICT}{CONFLICT}")), [(1, 7), (8, 14)]);
}

#[test]
fn of_a_block_that_is_new_in_part_the_new_markers_are_found() {
    let part = CONFLICT.replace("<<<<<<< HEAD\n", "");
    assert_eq!(changed(&part, CONFLICT), [("conflict-markers", 1)]);
    assert_eq!(changed("<<<<<<< HEAD\na\n", CONFLICT), [("conflict-markers", 3)]);
}

#[test]
fn markers_of_a_conflict_have_the_size_that_the_attribute_says() {
    let conflict = |size: usize| {
        let sign = |sign: &str| sign.repeat(size);
        format!("{} HEAD\na\n{} base\nb\n{}\nc\n{} other\n", sign("<"), sign("|"), sign("="), sign(">"))
    };
    let mut levels = Levels::default();
    levels.set("syntax", Level::Off);
    let found = |text: &str, size| {
        let change = Change { marker_size: size, ..change("a.rs", None, text) };
        let found = examine(&change, &levels).into_iter();
        found.map(|(rule, _, found)| (rule.id(), found.line.map_or(0, |line| line + 1))).collect::<Vec<_>>()
    };
    for size in [1, 3, 7, 12, 40] {
        let text = format!("x\n{}", conflict(size));
        assert_eq!(found(&text, size), [("conflict-markers", 2)], "{size}");
        assert_eq!(found(&text, 50), [], "{size}");
    }
    assert_eq!(found(BLOCK, 12), [("edit-markers", 1)]);
    assert_eq!(found("let a = 1;\n\n=======\n", 12), []);
}

#[test]
fn a_lone_divider_is_found_in_code_and_an_underline_is_none() {
    assert_eq!(added("a.rs", "let a = 1;\n=======\n"), [("conflict-markers", 2)]);
    for (path, text) in [
        ("a.md", "A longer title\n=======\n"),
        ("a.rst", "\n=======\n"),
        ("README", "Title\n=======\n"),
        ("a.py", "Title\n=======\n"),
        ("a.py", "=======\nTitle\n=======\n"),
        ("a.py", "========\n"),
        ("a.rs", "    =======\n"),
    ] {
        assert_eq!(added(path, text), [], "{path}: {text}");
    }
}

#[test]
fn a_markdown_fence_shows_markers_and_placeholders() {
    let text = format!(
        "Do this:\n\n````text\na.rs\n```\n{BLOCK}```\n{CONFLICT}// ... existing code ...\n````\n\nTitle\n=======\n"
    );
    assert_eq!(added("docs/a.md", &text), []);
    assert_eq!(added("a.rs", &text).len(), 3);
    assert_eq!(added("docs/a.md", &format!("```\n{BLOCK}")).len(), 1);
}

#[test]
fn a_comment_silences_markers_and_placeholders_and_nothing_else() {
    let key = "AKIAQ3EGRIB7Z5KL2M4N";
    for text in [
        format!("# sr-check-ignore\n{BLOCK}"),
        "# sr-check-ignore\n# ... existing code ...\n".to_owned(),
        "# ... existing code ... sr-check-ignore ...\n".to_owned(),
    ] {
        assert_eq!(added("a.py", &text), [], "{text}");
    }
    assert_eq!(added("a.py", &format!("# sr-check-ignore\n{key}\u{200b}\n")), [("key", 2), ("invisible", 2)]);
    assert_eq!(added("a.py", &format!("# sr-check-ignore\n\n{BLOCK}")).len(), 1);
}

#[test]
fn the_attribute_silences_the_same() {
    let text = format!("{BLOCK}{CONFLICT}# ...\n\u{202e}\n");
    let change = Change { is_ignored: true, ..change(".env", None, &text) };
    let found = examine(&change, &Levels::default()).into_iter();
    assert_eq!(found.map(|(rule, ..)| rule.id()).collect::<Vec<_>>(), ["secret-path", "invisible"]);
}

#[test]
fn what_stood_there_before_is_not_found() {
    let old = format!("{BLOCK}{CONFLICT}// ... existing code ...\na\u{200b}\nAKIAQ3EGRIB7Z5KL2M4N\n");
    assert_eq!(changed(&old, &format!("new\n{old}new\n")), []);
    assert_eq!(changed("    // ... existing code ...\nx\n", "x\n// ... existing code ...\n"), []);
    assert_eq!(changed("a\u{200b}b\n", "a\u{200b}c\n"), []);
    assert_eq!(changed("a\u{200b}b\n", "a\u{200b}\u{200b}c\n"), [("invisible", 1)]);
}

#[test]
fn a_placeholder_is_found_and_code_is_not() {
    assert_eq!(
        added("a.rs", "fn a() {\n    // ... rest of the code unchanged ...\n}\n"),
        [("placeholder", 2)]
    );
    assert_eq!(added("a.rs", "let a = [...items];\nfoo(..)\n// Keep existing connections open\n"), []);
}

#[test]
fn paths_are_found_by_rule_or_by_name() {
    assert_eq!(added("x/.env", "a\n"), [("secret-path", 0)]);
    assert_eq!(added(".github/workflows/a.yml", "a\n"), [("control-path", 0)]);
    assert_eq!(added(".git-sr-x.tmp", "a\n"), [("blocked-path", 0)]);
    assert_eq!(added("a\u{202e}b", "a\n"), [("blocked-path", 0)]);
    for path in [
        ".env.example",
        "monkey.py",
        "id_rsa_parser.rs",
        "package.json",
        "git~10.txt",
        "a b/-rf",
        "x:y",
        "👩\u{200d}💻.md",
        "☕\u{fe0f}/a.md",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.md",
    ] {
        assert_eq!(added(path, "a\n"), [], "{path}");
    }
    for path in ["c:/x", "a:\\x", "a\u{200d}b", "x:a\u{202e}b"] {
        assert_eq!(added(path, "a\n"), [("blocked-path", 0)], "{path}");
    }
    assert_eq!(added("x:y/.env", "a\n"), [("secret-path", 0)]);
    assert_eq!(added("👩\u{200d}💻/.env", "a\n"), [("secret-path", 0)]);
    let mut rules = Rules::default();
    rules.block(b"infra/**", crate::core::guard::Origin::Flag).expect("a glob");
    assert_eq!(found_in("infra/a.tf", None, "a\n", rules), [("blocked-path", 0)]);
}

#[test]
fn what_is_allowed_by_rule_is_not_found() {
    let mut rules = Rules::default();
    rules.secrets_can_be_lifted = true;
    rules.allow(b"tests/*.pem", crate::core::guard::Origin::Flag).expect("a glob");
    assert_eq!(found_in("tests/a.pem", None, "a\n", rules), []);
}

#[test]
fn endings_of_two_sorts_are_found_where_they_are_brought_in() {
    assert_eq!(changed("a\nb\n", "a\nb\nc\r\n"), [("mixed-endings", 3)]);
    assert_eq!(changed("a\r\nb\r\n", "a\r\nx\nb\r\n"), [("mixed-endings", 2)]);
    assert_eq!(changed("a\nb\r\n", "a\nb\r\nc\r\n"), []);
    assert_eq!(changed("a\nb\n", "a\r\nb\r\n"), []);
    assert_eq!(added("a.rs", "a\r\nb\r\nc\n"), [("mixed-endings", 3)]);
}

#[test]
fn a_byte_order_mark_a_joined_emoji_and_a_form_feed_do_not_deceive() {
    assert_eq!(added("a.rs", "\u{feff}a\n// 👩\u{200d}💻\n\u{c}\n"), []);
    assert_eq!(
        added(
            "a.rs",
            "// \u{200f}שלום!\u{200f}\n// 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}\n"
        ),
        []
    );
    assert_eq!(added("a.rs", "a\u{1b}[31m\n"), [("invisible", 1)]);
}

#[test]
fn a_file_that_loses_its_text_is_found() {
    let lines = |count: usize| (0..count).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(changed(&lines(20), "\n"), [("emptied", 0)]);
    assert_eq!(changed(&lines(20), &lines(9)), [("shrink", 0)]);
    assert_eq!(changed(&lines(20), &lines(10)), []);
    assert_eq!(changed(&lines(9), &lines(1)), []);
    assert_eq!(found_in("a/__init__.py", Some(&lines(20)), "", Rules::default()), []);
    assert_eq!(changed("", ""), []);
}

#[test]
fn a_rule_that_is_off_finds_nothing_and_the_others_do() {
    let mut levels = Levels::default();
    levels.set("edit-markers", Level::Off);
    levels.set("placeholder", Level::Warn);
    levels.set("syntax", Level::Off);
    let text = format!("{BLOCK}// ...\n");
    let change = Change { verdict: Err(PathError::Empty), ..change("a.rs", None, &text) };
    let found = examine(&change, &levels).into_iter().map(|(rule, level, _)| (rule.id(), level));
    assert_eq!(found.collect::<Vec<_>>(), [("blocked-path", Level::Error), ("placeholder", Level::Warn)]);
}

proptest::proptest! {
    #[test]
    fn whatever_is_found_on_a_line_is_found_on_an_added_one(
        old in proptest::collection::vec(0..8usize, 0..12), new in proptest::collection::vec(0..8usize, 0..12),
    ) {
        let lines = ["<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "// ...", "a\u{200b}", "text", "", "-----BEGIN PRIVATE KEY-----"];
        let text = |chosen: &[usize]| chosen.iter().map(|line| format!("{}\n", lines[*line])).collect::<String>();
        let compared = Lines::new(text(&new).into(), Some(text(&old).into()));
        for (_, line) in changed(&text(&old), &text(&new)) {
            proptest::prop_assert!(line == 0 || compared.is_added(line - 1));
        }
    }
}

#[test]
fn a_file_that_becomes_many_times_as_long_is_found() {
    let lines = |count: usize| (0..count).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(changed(&lines(101), &lines(1011)), [("growth", 0)]);
    assert_eq!(changed(&lines(101), &lines(1010)), []);
    assert_eq!(changed(&lines(100), &lines(5000)), []);
    assert_eq!(added("a.rs", &lines(5000).replace('\n', ";\n")), []);
}

#[cfg(all(feature = "syntax-python", feature = "syntax-json", feature = "syntax-rust"))]
mod code {
    use super::*;

    /// The level and the line, from 1, of each error of syntax.
    fn syntax(path: &str, old: Option<&str>, new: &str, is_whole: bool) -> Vec<(Level, usize)> {
        let change = Change { is_ignored: path == "ignored.py", is_whole, ..change(path, old, new) };
        let found = examine(&change, &Levels::default()).into_iter();
        found
            .filter(|(rule, ..)| rule.id() == "syntax")
            .map(|(_, level, found)| (level, found.line.map_or(0, |line| line + 1)))
            .collect()
    }

    #[test]
    fn a_file_that_the_change_breaks_is_found_and_weighs_as_its_grammar_is_sure() {
        assert_eq!(syntax("a.py", Some("a = 1\n"), "a = 1\nb = (\n", false), [(Level::Error, 2)]);
        assert_eq!(syntax("a.json", None, "{\n\"a\": 1,\n}\n", false).len(), 1);
        let found = syntax("a.rs", Some("fn a() {}\n"), "fn a() {}\nfn b( {}\n", false);
        assert_eq!(found, [(Level::Warn, 2)]);
        assert_eq!(syntax("a.txt", None, "fn b( {}\n", false), []);
    }

    #[test]
    fn a_file_that_was_broken_before_is_not_blamed() {
        assert_eq!(syntax("a.py", Some("a = (\n"), "b = 1\na = (\n", false), []);
        assert_eq!(syntax("a.json", Some("{\"a\": }\n"), "{\"a\": , \"b\": 1}\n", false), []);
    }

    #[test]
    fn what_is_missing_further_down_is_found_on_a_line_that_stood_there() {
        let (old, new) = ("{\n\"a\": [\n1\n],\n\"b\": 2\n}\n", "{\n\"a\": [\n1\n,\n\"b\": 2\n}\n");
        assert_eq!(syntax("a.json", Some(old), new, false).len(), 1);
    }

    #[test]
    fn of_a_whole_tree_only_what_is_sure_is_said_and_as_a_warning() {
        assert_eq!(syntax("a.py", None, "a = (\n", true), [(Level::Warn, 1)]);
        assert_eq!(syntax("a.rs", None, "fn b( {}\n", true), []);
    }

    #[test]
    fn a_marker_that_is_left_over_is_said_alone() {
        assert_eq!(syntax("a.py", None, BLOCK, false), []);
    }

    #[test]
    fn the_attribute_does_not_silence_errors_of_syntax() {
        assert_eq!(syntax("ignored.py", None, BLOCK, false).len(), 1);
    }
}
