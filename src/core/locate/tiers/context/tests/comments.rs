//! Claims about comments that are not as they are quoted.

use super::{Answer, in_language, with};
use crate::core::language;

/// The file after a change of a line in a block that quotes its comments otherwise.
fn change(file: &str, search: &str, old: &str, new: &str) -> Option<String> {
    let language = Some(language::known("py"));
    match in_language(language, "f.py", file, search, &search.replacen(old, new, 1)) {
        Answer::Laid { place, .. } => Some(with(file, place)),
        _ => None,
    }
}

const FILE: &str = "a = 1\nb = 2\n# three\nc = 3\nd = 4  # four\ne = 5\n";
/// The same without the comments.
const WITHOUT: &str = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n";

#[test]
fn comments_away_from_the_change_may_be_others() {
    assert_eq!(change(FILE, WITHOUT, "a = 1", "a = 0"), Some(FILE.replace("a = 1", "a = 0")));
    assert_eq!(change(FILE, WITHOUT, "e = 5", "e = 0"), Some(FILE.replace("e = 5", "e = 0")));
    let other = "a = 1\n# two\nb = 2\n# three\nc = 3\nd = 4\n";
    assert_eq!(change(FILE, other, "c = 3", "c = 0"), Some(FILE.replace("c = 3", "c = 0")));
    // A text that looks like a comment is none.
    let text = FILE.replace("# three", "x = \"\"\"\n# three\n\"\"\"");
    assert_eq!(change(&text, WITHOUT, "a = 1", "a = 0"), None);
}

#[test]
fn a_comment_that_the_file_lacks_may_be_one_of_the_lines_that_come_in() {
    let search = WITHOUT.replace("c = 3", "# more\nc = 3");
    let made = |old, new| change(WITHOUT, &search, old, new);
    assert_eq!(made("# more\n", "if b:\n    # more\n    b = 3\n"), None);
    assert_eq!(made("# more\n", "f(b)\n# more\ng(b)\n"), None);
    let search = search.replace("# more\n", "# more\n# of it\n");
    assert_eq!(change(WITHOUT, &search, "# more\n# of it\n", "f(b)\n# more\n# of it\ng(b)\n"), None);
    assert_eq!(made("# more\n", "# more\nf(b)\n"), Some(WITHOUT.replace("c = 3", "f(b)\nc = 3")));
    assert_eq!(change(FILE, &search, "# more\n", "f(b)\n# more\ng(b)\n"), None);
}

#[test]
fn comments_with_another_shift_than_the_code_are_not_written_by_its_shift() {
    let file = "  # one of two\n  # two of two\n  # three\n  key: a value\n";
    let search = "  # one of two\n  # two of two\n    # three\n    key: a value\n";
    let made = |search: &str| {
        let language = Some(language::known("yaml"));
        let replace = search.replacen("one of", "three of", 1);
        match in_language(language, "f.yaml", file, search, &replace) {
            Answer::Laid { place, .. } => Some(with(file, place)),
            _ => None,
        }
    };
    assert_eq!(made(search), None);
    assert_eq!(made(&search.replace("    ", "  ")), Some(file.replacen("one of", "three of", 1)));
}

#[test]
fn a_comment_behind_a_line_that_changes_stays_where_it_does_not_speak_of_the_change() {
    let behind = |comment: &str| FILE.replace("# four", comment);
    for comment in ["# four", "# see b"] {
        let file = behind(comment);
        assert_eq!(change(&file, WITHOUT, "d = 4", "d = 0"), Some(file.replace("d = 4", "d = 0")));
    }
    for comment in ["# 4 of them", "# up to 5"] {
        assert_eq!(change(&behind(comment), WITHOUT, "d = 4", "d = 0"), None, "{comment}");
    }
    // It goes with its line, and stays behind no other one.
    assert_eq!(change(FILE, WITHOUT, "d = 4\n", ""), Some(FILE.replace("d = 4  # four\n", "")));
    assert_eq!(change(FILE, WITHOUT, "d = 4", "return"), None);
    assert_eq!(change(FILE, WITHOUT, "d = 4", "d = 0  # none"), None);
}

#[test]
fn code_takes_the_place_of_code_below_a_comment_that_the_reply_does_not_know() {
    assert_eq!(change(FILE, WITHOUT, "c = 3", "c = 0"), Some(FILE.replace("c = 3", "c = 0")));
    assert_eq!(change(FILE, WITHOUT, "b = 2", "b = 0"), Some(FILE.replace("b = 2", "b = 0")));
    // The line at the comment stays there.
    let wanted = FILE.replace("c = 3", "c = 0\nx = 0");
    assert_eq!(change(FILE, WITHOUT, "c = 3", "c = 0\nx = 0"), Some(wanted));
    let wanted = FILE.replace("b = 2", "x = 0\nb = 0");
    assert_eq!(change(FILE, WITHOUT, "b = 2", "x = 0\nb = 0"), Some(wanted));
    // Which of the new lines the comment is about is not known, nor whether it goes too.
    assert_eq!(change(FILE, WITHOUT, "b = 2", "b = 0\nx = 0"), None);
    assert_eq!(change(FILE, WITHOUT, "c = 3", "x = 0\nc = 0"), None);
    assert_eq!(change(FILE, WITHOUT, "c = 3", "x = 0\nc = 3"), None);
    assert_eq!(change(FILE, WITHOUT, "c = 3\n", ""), None);
    // The reply has a comment of its own for it.
    assert_eq!(change(FILE, WITHOUT, "c = 3", "# three\nc = 0"), None);
    assert_eq!(change(FILE, WITHOUT, "c = 3", "# four"), None);
}

#[test]
fn a_comment_beside_the_change_may_have_a_few_other_words() {
    let file = FILE.replace("# three", "# the third of all of them");
    for quoted in ["# The third of them.", "# the third of all of these"] {
        let search = FILE.replace("# three", quoted);
        for (old, new) in [("c = 3", "c = 0"), ("c = 3\n", ""), ("b = 2\n", ""), ("c = 3", "x = 0\nc = 3")] {
            let after = change(&file, &search, old, new);
            assert_eq!(after, Some(file.replacen(old, new, 1)), "{quoted}: {new}");
        }
        let above = change(&file, &search, "b = 2", "b = 2\nx = 0");
        assert_eq!(above, Some(file.replace("b = 2", "b = 2\nx = 0")));
    }
    let search = FILE.replace("# three", "# never the case");
    assert_eq!(change(&file, &search, "c = 3", "c = 0"), None);
    assert_eq!(change(&file, &search, "c = 3", "x = 0\nc = 3"), None);
}

#[test]
fn a_comment_that_changes_is_there_as_it_is_quoted() {
    let file = FILE.replace("# three", "# the third of all\n# of them");
    let search = FILE.replace("# three", "# the third of all\n# of these");
    assert_eq!(change(&file, &search, "# of these\n", ""), None);
    assert_eq!(change(&file, &search, "# of these", "# of those"), None);
    let after = change(&file, &search, "# the third of all", "# the last of all");
    assert_eq!(after, None);
}

#[test]
fn a_comment_that_the_file_does_not_have_is_not_made() {
    let search = "a = 1\nb = 2\n# three\nc = 3\nd = 4\n";
    let wanted = |old: &str, new: &str| Some(WITHOUT.replacen(old, new, 1));
    for (old, new) in [("c = 3", "c = 0"), ("b = 2", "b = 0"), ("c = 3\n", "")] {
        assert_eq!(change(WITHOUT, search, old, new), wanted(old, new));
    }
    assert_eq!(change(WITHOUT, search, "c = 3", "x = 0\nc = 3"), wanted("c = 3", "x = 0\nc = 3"));
    assert_eq!(change(WITHOUT, search, "# three", "x = 0\n# three"), wanted("c = 3", "x = 0\nc = 3"));
    // Where it is elsewhere, that part of the file may be meant.
    let elsewhere = format!("{WITHOUT}z = 9\n# three\ny = 8\n");
    assert_eq!(change(&elsewhere, search, "c = 3", "c = 0"), None);
    assert_eq!(change(&elsewhere, search, "c = 3", "x = 0\nc = 3"), None);
}

#[test]
fn an_insertion_is_not_laid_beside_a_comment_that_the_reply_does_not_know() {
    let file = "a = 1\nb = 2\n\n# three\nc = 3\nd = 4\n";
    let search = "a = 1\nb = 2\n\nc = 3\nd = 4\n";
    let after = change(file, search, "b = 2\n", "b = 2\nx = 0\n");
    assert_eq!(after, Some(file.replace("b = 2\n", "b = 2\nx = 0\n")));
    assert_eq!(change(file, search, "c = 3", "# x\nx = 0\n\nc = 3"), None);
    assert_eq!(change(file, search, "c = 3", "x = 0\nc = 3"), None);
    // With other blank lines too, it is not known which comment is meant.
    assert_eq!(change(file, WITHOUT, "c = 3", "x = 0\nc = 3"), None);
}

#[test]
fn an_insertion_between_equal_lines_is_where_a_diff_would_show_it() {
    let entry = |n: usize| format!("    add(\n        name_{n},\n        of={n},\n    )\n");
    for (at, remark) in (0..4).flat_map(|at| (1..4).map(move |remark| (at, remark))) {
        let entries: Vec<String> = (0..4).map(entry).collect();
        let (search, mut all) = (format!("def f():\n{}", entries.concat()), entries.clone());
        all[remark].insert_str(0, "    # of the next ones\n");
        let file = format!("def f():\n{}", all.concat());
        let after = change(&file, &search, &entries[at], &format!("{}{}", entry(9), entries[at]));
        all[at].insert_str(0, &entry(9));
        // It is not known on which side of the comment it comes.
        let wanted = (at != remark).then(|| format!("def f():\n{}", all.concat()));
        assert_eq!(after, wanted, "{at} {remark}");
    }
}

#[test]
fn two_lines_of_code_and_a_comment_in_other_words_are_enough() {
    let file = "# the first of all\na = 1\nb = 2\n";
    let search = "# The first of all.\na = 1\nb = 2\n";
    assert_eq!(change(file, search, "b = 2", "b = 0"), Some(file.replace("b = 2", "b = 0")));
    assert_eq!(change(file, "# The last one\na = 1\nb = 2\n", "b = 2", "b = 0"), None);
}

#[test]
fn of_equal_comments_none_is_removed_that_the_new_text_has() {
    let file = "a = 1\n\n# note\nb = 2\nc = 3\n\n# note\nd = 4\n";
    let search = "a = 1\n\n# note\nb = 2\n\n# note\nc = 3\n\n# note\n";
    assert_eq!(change(file, search, "\n# note\nc = 3\n", ""), None);
    // The same with one that the file has as it is quoted, and that the new text does not have.
    assert_eq!(
        change(file, "# one\na = 1\n\n# note\nb = 2\nc = 3\n", "\n# note\n", "").as_deref(),
        Some(&*file.replacen("\n# note\n", "", 1))
    );
}

#[test]
fn a_line_that_is_left_out_of_a_quoted_comment_is_not_passed_over() {
    let file = "# one\n# two\n# three\na = 1\nb = 2\n";
    let search = "# one\n# three\na = 1\n";
    assert_eq!(change(file, search, "# three", "# four"), None);
    assert_eq!(change(file, search, "# one\n# three\n", ""), None);
    assert!(change(file, "# three\na = 1\nb = 2\n", "# three", "# four").is_some());
    assert!(change(file, "# one\na = 1\nb = 2\n", "b = 2", "b = 3").is_some());
}

#[test]
fn a_comment_that_is_quoted_as_the_change_makes_others_is_not_kept() {
    let file = "# Read the user.\na = 1\nb = 2\n# Read the user.\nc = 3\n";
    let search = file.replacen("Read", "Reads", 1);
    assert_eq!(change(file, &search, "# Read the", "# Reads the"), None);
    assert!(change(file, &search, "a = 1", "a = 0").is_some());
}

#[test]
fn a_comment_that_stands_for_other_lines_is_not_passed_over() {
    let search = "a = 1\nb = 2\nc = 3\n# ... existing code ...\n";
    assert_eq!(change(FILE, search, "code ...\n", "code ...\nx = 0\n"), None);
    let words = search.replace("... existing code ...", "other cases remain unchanged");
    assert_eq!(change(FILE, &words, "unchanged\n", "unchanged\nx = 0\n"), None);
    let remark = search.replace("... existing code ...", "a remark");
    assert!(change(FILE, &remark, "a = 1", "a = 0").is_some());
}

const DOCUMENTED: &str = "\
class A:
    \"\"\"The class.\"\"\"

    def f(self, a):
        \"\"\"Returns what f is.

        The rest is said here: of a and of b.
        \"\"\"
        b = a + 1
        c = b + a
        return c

    def g(self):
        return 1
";

/// A file without the lines between its quotes.
fn undocumented(file: &str) -> String {
    let parts: Vec<&str> = file.split("\"\"\"").collect();
    let kept = parts.iter().step_by(2).map(|part| part.trim_end_matches(' ').to_owned());
    kept.collect::<String>().replace(":\n\n\n", ":\n").replace(":\n\n", ":\n")
}

#[test]
fn a_text_that_documents_the_code_may_be_left_out_of_search() {
    let quoted = undocumented(DOCUMENTED);
    assert!(!quoted.contains('"') && quoted.contains("        b = a + 1\n"), "{quoted}");
    for (old, new) in [
        ("return c", "return c + 1"),
        ("c = b + a", "c = b"),
        ("return 1", "return 2"),
        ("b = a + 1", "b = a"),
    ] {
        assert_eq!(change(DOCUMENTED, &quoted, old, new), Some(DOCUMENTED.replace(old, new)), "{new}");
    }
    let other = DOCUMENTED.replace("Returns what f is.", "Says what f is.");
    assert_eq!(
        change(DOCUMENTED, &other, "return c", "return 0"),
        Some(DOCUMENTED.replace("return c", "return 0"))
    );
    // It may have been meant for the new head of the definition, and a second one may not come beside it.
    for (old, new) in [
        ("def f(self, a):", "def f(self, a):\n        \"\"\"Other.\"\"\""),
        ("def f(self, a):\n        b = a + 1\n", "def h(self):\n        b = 1\n"),
    ] {
        assert_eq!(change(DOCUMENTED, &quoted, old, new), None, "{new}");
    }
}

#[test]
fn a_text_that_says_something_to_the_program_is_not_left_out() {
    for text in ["x = \"\"\"some text\"\"\"", "print(\n    \"\"\"some text\"\"\"\n)"] {
        let file = WITHOUT.replace("c = 3", &format!("{text}\nc = 3"));
        assert_eq!(change(&file, WITHOUT, "a = 1", "a = 0"), None, "{text}");
    }
    let file =
        "def f():\n    a = {\n        1:\n        \"some text\",\n    }\n    b = 2\n    c = 3\n    d = 4\n";
    let quoted = file.replace("        \"some text\",\n", "");
    assert_eq!(change(file, &quoted, "d = 4", "d = 5"), None);
}

#[test]
fn a_comment_of_search_below_the_place_is_that_of_a_likely_copy() {
    let lines = "first_value = 1\nsecond_value = 2\nthird_value = 3\nfourth_value = 4\n";
    let search = format!("# all of them\n{lines}");
    let copy = lines.replace("third_value", "other_value");
    let beside = |comment: &str| format!("{lines}{comment}{copy}");
    assert_eq!(change(&beside("# all of them\n"), &search, "second_value = 2\n", ""), None);
    let file = format!("{search}{copy}");
    let wanted = file.replacen("second_value = 2\n", "", 1);
    assert_eq!(change(&file, &search, "second_value = 2\n", ""), Some(wanted));
}
