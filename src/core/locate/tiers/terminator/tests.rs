use super::*;

fn found(file: &str, search: &str, replace: &str) -> Option<(Vec<usize>, Option<String>)> {
    let text = Text::new(file.as_bytes().to_vec());
    let search = Search::new(search.as_bytes(), replace.as_bytes());
    let found = by_terminator(&text, &search, &mut Budget::for_bytes(1000)).expect("small")?;
    let made = found.change.map(|change| plain_with(&text.window(0..text.len()), &change.written));
    Some((found.differing, made.map(|made| String::from_utf8(made).expect("text"))))
}

fn made(file: &str, search: &str, replace: &str) -> Option<String> {
    found(file, search, replace)?.1
}

const FILE: &str = "import a\nconst number = f('A')\n  const two = g(number)  \nlast()\n";

#[test]
fn a_line_that_changes_in_part_ends_as_in_the_file() {
    let made = made(FILE, "const number = f('A');\n", "const number = f('b.c');\n");
    assert_eq!(
        made.as_deref(),
        Some("import a\nconst number = f('b.c')\n  const two = g(number)  \nlast()\n")
    );
    let with = "const number = f('A');\nlast();\n";
    assert_eq!(
        super::tests::made(with, "const number = f('A')\nlast()\n", "const number = f('B')\nlast()\n")
            .as_deref(),
        Some("const number = f('B');\nlast();\n")
    );
}

#[test]
fn lines_that_stay_keep_their_bytes_and_new_ones_are_as_in_the_reply() {
    let search = "const number = f('A');\nconst two = g(number);\n";
    let replace = "const number = f('A');\nmore();\nconst two = g(number);\n";
    assert_eq!(
        made("x\nconst number = f('A')\nconst two = g(number)\n", search, replace).as_deref(),
        Some("x\nconst number = f('A')\nmore();\nconst two = g(number)\n")
    );
}

#[test]
fn what_stands_there_already_is_not_put_there_again() {
    let search = "const number = f('A');\n";
    let once = "const number = f('A')\nmore();\n";
    assert_eq!(found(once, search, "const number = f('A');\nmore();\n"), Some((vec![0], None)));
}

#[test]
fn all_lines_that_differ_do_so_in_one_direction() {
    let file = "const number = f('A')\nconst two = g(number);\n";
    assert_eq!(found(file, "const number = f('A');\nconst two = g(number)\n", ""), None);
    assert!(found(file, "const number = f('A');\nconst two = g(number);\n", "").is_some());
}

#[test]
fn there_is_one_place() {
    let twice = "const number = f('A')\nb()\nconst number = f('A')\n";
    assert_eq!(found(twice, "const number = f('A');\n", ""), None);
    assert_eq!(
        found("const number = f('A')\nb()\nconst number = f('A');\n", "const number = f('A');\n", ""),
        None
    );
}

#[test]
fn a_line_that_goes_on_is_left_alone() {
    for below in
        ["(a)", ".b()", "[c]", "`d`", "? e", "+ f", "/g/.h", "in i", "instanceof J", "as K", "satisfies L"]
    {
        for comment in ["", "// m\n", "/* n\n * o\n */\n"] {
            let file = format!("const number = f('A')\n\n{comment}{below}\n");
            assert_eq!(found(&file, "const number = f('A');\n", "const number = f('B');\n"), None, "{file}");
        }
    }
    assert!(found("const number = f('A')\n// (a)\ninner()\n", "const number = f('A');\n", "").is_some());
    for open in [
        "const number = f(",
        "const number =",
        "const number = [1,",
        "const number = a &&",
        "const number = {",
        "static async get",
        "number = a +",
    ] {
        assert_eq!(found(&format!("{open}\nb\n"), &format!("{open};\nb\n"), "c\n"), None, "{open}");
    }
    assert!(found("const number = 1, two = one++\nb\n", "const number = 1, two = one++;\n", "c\n").is_some());
}

#[test]
fn a_block_that_changes_just_the_end_is_not_made() {
    assert_eq!(made("const number = f('A')\n", "const number = f('A');\n", "const number = f('A')\n"), None);
    assert_eq!(made("const number = f('A');\n", "const number = f('A')\n", "const number = f('A');\n"), None);
    let chained =
        made("const number = f('A')\n", "const number = f('A');\n", "const number = f('A')\n  .b();\n");
    assert_eq!(chained.as_deref(), Some("const number = f('A')\n  .b();\n"));
}

#[test]
fn a_line_whose_end_cannot_be_told_is_not_made() {
    let file = "return aLongName1;\n";
    assert_eq!(made(file, "return aLongName1\n", "return aLongName2\n"), None);
    assert_eq!(made(file, "return aLongName1\n", "return aLongName1({\n  a\n})\n"), None);
    assert_eq!(
        made(file, "return aLongName1\n", "return anyLongName1\n").as_deref(),
        Some("return anyLongName1;\n")
    );
}

#[test]
fn what_ended_above_a_line_does_not_go_on_with_it() {
    let file = "callToNothing(a);\nlet b = 1;\n`t`.trim();\n";
    let search = "callToNothing(a)\nlet b = 1;\n";
    assert_eq!(made(file, search, "other()\n"), None);
    assert_eq!(made(file, search, "other();\n").as_deref(), Some("other();\n`t`.trim();\n"));
}

#[test]
fn a_semicolon_alone_is_a_line_like_any_other() {
    assert_eq!(found("const number = f('A')\n;\n", "const number = f('A')\n\n", "b\n"), None);
    assert_eq!(found("const number = f('A')\n", "const number = f('A');;\n", "b\n"), None);
}
