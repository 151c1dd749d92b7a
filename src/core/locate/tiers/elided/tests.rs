use super::*;
use crate::core::{
    language,
    locate::{LADDER, line::Budget},
    splice,
    text::{Ending, Text},
};

fn find<'r>(text: &Text, search: &Search<'r>) -> Found<'r> {
    let rung = LADDER.iter().find(|rung| rung.name == "elided").expect("a rung");
    super::find(rung, &Hay::new(search, text, &[], &Budget::for_bytes(1000))).expect("budget")
}

fn applied(file: &str, search: &str, replace: &str) -> Vec<String> {
    applied_in(None, file, search, replace)
}

fn applied_in(path: Option<&str>, file: &str, search: &str, replace: &str) -> Vec<String> {
    let text = Text::new(file.as_bytes().to_vec());
    let language = path.and_then(|path| language::of(path.as_bytes()));
    let search = Search::new(search.as_bytes(), replace.as_bytes()).in_language(language);
    let found = find(&text, &search);
    let result = |place: Place<'_>| {
        let mut edits = crate::core::edits::Edits::default();
        edits.add(&text, place.hunks, None, 0).expect("no overlap");
        String::from_utf8(splice::apply(text.bytes(), &splice::splices(&text, edits.runs(), Ending::Lf)))
            .expect("text")
    };
    found.places.into_iter().map(result).collect()
}

#[test]
fn the_lines_left_out_are_kept() {
    let file = "def f():\n    a\n    b\n    return 1\n";
    assert_eq!(
        applied(file, "def f():\n    ...\n    return 1\n", "def f(x):\n    ...\n    return x\n"),
        ["def f(x):\n    a\n    b\n    return x\n"]
    );
}

#[test]
fn two_ways_to_pair_the_parts_are_two_places() {
    let file = "begin\n x\n end\n y\n end\n";
    assert_eq!(applied(file, "begin\n# ...\n end\n", "start\n# ...\n end\n").len(), 2);
}

#[test]
fn a_way_to_pair_the_parts_that_cannot_take_the_change_is_a_place() {
    let body = |white: &str| ["first(x)", "a()", "second(y)"].map(|line| format!("{white}{line}\n")).concat();
    let text = Text::new(format!("one {{\n{}}}\ntwo {{\n{}}}\n", body("    "), body("\t")).into_bytes());
    let search = Search::new(b"first(x)\n...\nsecond(y)\n", b"first(x)\n...\n\tthird()\nsecond(y)\n");
    let found = find(&text, &search);
    assert_eq!((found.places.len(), found.lines()), (1, vec![1..4, 6..9]));
}

#[test]
fn lines_left_out_do_not_lead_into_what_is_beside() {
    let file = "def f():\n    return 1\ndef g():\n    return result\n";
    let (search, replace) =
        ("def f():\n    ...\n    return result\n", "def f():\n    ...\n    return result + 1\n");
    assert!(applied(file, search, replace).is_empty());
}

#[test]
fn lines_left_out_at_the_margin_begin_no_other_section() {
    for (file, search) in [
        ("[one]\na = 1\n\n[two]\nb = 2\n", "[one]\n...\nb = 2\n"),
        ("FROM x\nRUN one\nFROM y\nRUN two\n", "FROM x\n...\nRUN two\n"),
        ("## One\n\ntext\n\n## Two\n\nmore\n", "## One\n...\nmore\n"),
        ("f() {\nx();\n}\ng() {\nreturn y;\n}\n", "f() {\n...\nreturn y;\n}\n"),
        ("one:\n- x\ntwo:\n- z\n", "one:\n...\n- z\n"),
        ("name = 1\n[two]\nb = 2\n", "name = 1\n...\nb = 2\n"),
        ("text\n\n## Two\n\nmore\n", "text\n...\nmore\n"),
    ] {
        assert_eq!(applied(file, search, &(search.to_owned() + "new\n")), [""; 0], "{search}");
    }
    let flat = "import one\nx = 1\ny = 2\nz = 3\n";
    assert_eq!(
        applied(flat, "x = 1\n...\nz = 3\n", "x = 1\n...\nz = 4\n"),
        ["import one\nx = 1\ny = 2\nz = 4\n"]
    );
}

#[test]
fn a_title_or_a_type_among_lines_left_out_at_the_margin_begins_another_section() {
    let count =
        |path, file, search: &str| applied_in(Some(path), file, search, &format!("{search}new\n")).len();
    let prose = "one\n\n# Title\n\ntwo\n";
    assert_eq!(count("a.md", prose, "one\n...\ntwo\n"), 0);
    // A comment of what the text shows, and one of code.
    assert_eq!(count("a.md", "one\n```sh\n# run it\nrun\n```\ntwo\n", "one\n...\ntwo\n"), 1);
    assert_eq!(count("a.py", prose, "one\n...\ntwo\n"), 1);
    let types = "first();\n\n/// A type.\npub(crate) struct One(u8);\nlast();\n";
    assert_eq!(count("a.rs", types, "first();\n...\nlast();\n"), 0);
    let record = types.replace("pub(crate) struct One(u8);", "record = one(8)");
    assert_eq!(count("a.py", &record, "first();\n...\nlast();\n"), 1);
}

#[test]
fn dots_in_one_section_only_stand_for_nothing() {
    let file = "a\nb\nc\n";
    assert!(applied(file, "a\n...\nc\n", "a\nc\n").is_empty());
    assert!(applied(file, "a\n...\nc\n", "a\nb\n...\n...\nx\n...\nc\n").is_empty());
    assert!(applied(file, "a\n// ... existing code ...\nc\n", "a\n// ... other code ...\nd\n").is_empty());
}

const WORKFLOW: &str =
    "def workflow():\n    start()\n    step_a()\n    check_1()\n    step_b()\n    check_2()\n    finish()\n";

#[test]
fn dots_may_be_several_times_in_one_body() {
    let made = [WORKFLOW.replace("finish", "end")];
    let search = "def workflow():\n    ...\n    check_1()\n    ...\n    finish()\n";
    assert_eq!(applied(WORKFLOW, search, &search.replace("finish", "end")), made);
    let search = "def workflow():\n    start()\n...\n    check_1()\n...\n    check_2()\n    finish()\n";
    assert_eq!(applied(WORKFLOW, search, &search.replace("finish", "end")), made);
}

#[test]
fn dots_may_be_between_neighbours() {
    let search = "    start()\n    ...\n    check_2()\n";
    let made = applied(WORKFLOW, search, &search.replace("check_2", "verify"));
    assert_eq!(made, [WORKFLOW.replace("check_2", "verify")]);
    // They may stand for lines, too.
    let head = "#!/bin/sh\n#\n# All rights reserved.\n#\n# Starts it.\nrun\n";
    assert!(applied(head, "#!/bin/sh\n...\n#\n", "#!/bin/sh\n...\n#\n# New.\n").is_empty());
}

#[test]
fn what_stands_for_other_lines_has_no_indentation() {
    let (search, replace) = ("...\n        first line\n        b\n", "...\n        first line\n");
    assert_eq!(applied("x\n  first line\n  b\n", search, replace), ["x\n  first line\n"]);
}

#[test]
fn dots_in_a_row_are_one_line_left_out() {
    let search = "    start()\n    ...\n    ...\n    finish()\n";
    let replace = "    start()\n    ...\n    end()\n";
    assert_eq!(applied(WORKFLOW, search, replace), [WORKFLOW.replace("finish", "end")]);
}

#[test]
fn words_that_both_sections_have_stand_for_lines_too() {
    for words in ["// ... existing code ...", "# ... rest ...", "    # ... (other steps) ..."] {
        let search = format!("def workflow():\n{words}\n    finish()\n");
        assert_eq!(
            applied(WORKFLOW, &search, &search.replace("finish", "end")),
            [WORKFLOW.replace("finish", "end")],
            "{words}"
        );
    }
}

#[test]
fn dots_at_the_edges_of_both_sections_are_left_out() {
    let search = "...\n    check_1()\n    step_b()\n    ...\n";
    assert_eq!(
        applied(WORKFLOW, search, &search.replace("step_b", "step_c")),
        [WORKFLOW.replace("step_b", "step_c")]
    );
    assert!(applied("a\nb\nc\n", "...\nc\n", "...\nd\n").is_empty());
    assert!(applied(WORKFLOW, "...\n", "...\n").is_empty());
}

#[test]
fn what_a_line_belongs_to_is_what_it_belongs_to_in_search() {
    let file = "class A {\n  a() {\n    x();\n  }\n}\nclass B {\n  b() {\n    y();\n  }\n}\n";
    for search in [
        "class A {\n  ...\n  b() {\n",
        "class A {\n...\n    y();\n",
        "  a() {\n    ...\n    y();\n",
        "    x();\n    ...\n    y();\n",
        "class A {\n  ...\n    y();\n  }\n}\n",
    ] {
        assert_eq!(applied(file, search, &(search.to_owned() + "// new\n")), [""; 0], "{search}");
    }
    let search = "class B {\n  ...\n    y();\n";
    assert_eq!(applied(file, search, &search.replace('y', "z")), [file.replace('y', "z")]);
    let ends = "f {\n  a\n}\ng {\n  b\n} // g\n";
    assert!(applied(ends, "f {\n  ...\n} // g\n", "f {\n  ...\n} // h\n").is_empty());
    let branches = "if a:\n    x\nif b:\n    y\nelse:\n    z\n";
    assert!(applied(branches, "if a:\n    ...\nelse:\n    z\n", "if a:\n    ...\nelse:\n    w\n").is_empty());
}

#[test]
fn a_closing_line_ends_what_search_has_above_it() {
    let file = "f {\n  a\n}\ng {\n  b\n}\n";
    assert_eq!(applied(file, "f {\n  ...\n}\n", "h {\n  ...\n}\n"), ["h {\n  a\n}\ng {\n  b\n}\n"]);
}

#[test]
fn more_ways_than_can_be_looked_through_are_no_way() {
    let file = "a\n".repeat(40) + "b\n";
    assert!(applied(&file, "a\n...\nb\n", "a\n...\nc\n").is_empty());
}

#[test]
fn one_mapping_of_indentation_holds_for_all_parts() {
    let file = "  a\n   x\n  b\n";
    assert_eq!(applied(file, "a\n...\nb\n", "a\n...\nc\n"), ["  a\n   x\n  c\n"]);
    assert!(applied("  a\n   x\n    b\n", "a\n...\nb\n", "a\n...\nc\n").is_empty());
}
