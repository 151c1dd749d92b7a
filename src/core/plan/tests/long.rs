//! Sections of thousands of lines, of kinds that take long where each line is compared with all others.

use super::*;

const LINES: usize = 2_000;

/// Lines that differ in a number, with something in front and behind.
fn numbered(front: &str, behind: &str) -> String {
    (0..LINES).map(|line| format!("{front}call_number_{line}(a, b);{behind}\n")).collect()
}

/// Outcomes of the blocks of a reply for a file of JavaScript, by all tiers that read the file alone.
fn outcomes_of(file: &str, blocks: &[(&str, &str)]) -> Vec<&'static str> {
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let reply: String = blocks.iter().map(|(search, replace)| edit("a.js", search, replace)).collect();
    outcomes(&planned_with(&Fake::new(&[("a.js", file)]), &settings, &reply))
}

#[test]
fn lines_that_lost_their_indentation_may_be_many() {
    let (quoted, there) = (numbered("", ""), numbered("    ", ""));
    let file = format!("f() {{\n{there}}}\n");
    assert_eq!(outcomes_of(&file, &[(&quoted, &format!("if (x) {{\n{there}}}\n"))]), ["applied"]);
    let tabbed = numbered("\t", "");
    let last = there.replacen(&format!("call_number_{}(a, b)", LINES - 1), "other()", 1);
    assert_eq!(outcomes_of(&format!("f() {{\n{tabbed}}}\n"), &[(&tabbed, &last)]), ["not-found"]);
}

#[test]
fn equal_lines_may_be_many() {
    let same = "    same_line(a);\n".repeat(LINES);
    let head = "f() {\n";
    let replace = format!("{head}    same_line(b);\n{same}");
    assert_eq!(outcomes_of(&format!("{head}{same}}}\n"), &[(head, &replace)]), ["duplicate"]);
    let adds = format!("one_line(a);\n{}", "same_line(a);\n".repeat(LINES));
    let outcomes = outcomes_of(
        "one_line(a);\ntwo_line(b);\n",
        &[("one_line(a);\n", &adds), (&" same_line(a);\n".repeat(LINES / 5), "x();\n")],
    );
    assert_eq!(outcomes[0], "applied");
    assert_ne!(outcomes[1], "applied");
}

#[test]
fn lines_that_are_cut_off_may_be_many() {
    let long = |end: &str| -> String {
        (0..LINES).map(|line| format!("some text of a longer line number {line}{end}\n")).collect()
    };
    let file = long(" and more of it");
    assert_eq!(outcomes_of(&file, &[(&file, &long("!..."))]), ["applied"]);
    assert_eq!(outcomes_of(&file, &[(&file, &long(" and..."))]), ["placeholder"]);
}

#[test]
fn gaps_of_blank_lines_and_comments_amid_new_ones_may_be_many() {
    let [file, quoted, replace] = ["\n\n", "\n", "\n\nnew();\n"].map(|gap| numbered("", gap));
    assert_eq!(outcomes_of(&file, &[(&quoted, &replace)]), ["applied"]);
    let lines = numbered("", "");
    let (quoted, replace) = (numbered("", "\n// why"), numbered("", "\none();\n// why\ntwo();"));
    assert_eq!(outcomes_of(&lines, &[(&quoted, &replace)]), ["not-found"]);
}

#[test]
fn texts_that_are_escaped_may_be_long() {
    let call = |text: &str| {
        let text = serde_json::to_string(text).expect("a text");
        format!(
            "{{\"path\": \"a.js\", \"old_string\": {text}, \"new_string\": \"{}\"}}\n",
            "b\\n".repeat(LINES)
        )
    };
    let old = format!("go(\"{}\");\n", "a\\n".repeat(LINES / 50)).repeat(50);
    assert_eq!(outcomes(&planned(&[("a.js", &old)], &call(&old))), ["applied"]);
}
