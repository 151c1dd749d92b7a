use super::*;

fn told(file: &str, search: &str, replace: &str) -> Option<usize> {
    fn lines(text: &str) -> Vec<&[u8]> {
        text.lines().map(str::as_bytes).collect()
    }
    placeholder(&lines(search), &lines(replace), language::of(file.as_bytes()))
}

#[test]
fn a_comment_behind_new_versions_of_lines_is_in_place_of_those_that_follow() {
    let search = "def f(a):\n    x = 1\n    setup(x)\n    load(a)\n    parse(a)\n    return x";
    let with = |line: &str| told("a.py", search, &format!("def f(a):\n    x = 2\n    {line}\n    return x"));
    for line in [
        "# not changed", "# like before", "# truncated", "# ditto", "# your code", "# setup(x) ... parse(a)",
        "# and so on", "# more steps here",
    ] {
        assert_eq!(with(line), Some(2), "{line}");
    }
    for line in [
        "# doubles the value",
        "# entries will be added here",
        "# reads and parses on demand",
        "return cached(a)  # see load(a)",
    ] {
        assert_eq!(with(line), None, "{line}");
    }
    // It may be about the new line below it.
    let all = "def f(a):\n    x = 1\n    setup(x)\n    load(a)\n    parse(a)\n    return x";
    for line in ["# more than one value", "# here we merge all of them", "# handle the other cases"] {
        let made = format!("def f(a):\n    x = 2\n    {line}\n    parse(all_of(a))\n    return x");
        assert_eq!(told("a.py", all, &made), None, "{line}");
    }
    // In a script in which no words are known.
    let shown = "f() {\n  a(1);\n  b(2);\n  c(3);\n}";
    assert_eq!(told("a.js", shown, "f() {\n  // 無制限で表示する\n  c(4);\n}"), None);
    // No line goes but those that come in another form.
    assert_eq!(told("a.py", "a = 1\nb = 2\nc = 3", "a = 2\n# not changed\nb = 3\nc = 4"), None);
}

#[test]
fn other_things_that_head_nothing_stand_for_lines_that_go() {
    let search = "f(c) {\n  if (c == 1) {\n    return 1;\n  }\n\n  return null;\n}\n\ng()";
    let with = |end: &str| {
        told(
            "a.ts",
            search,
            &format!(
                "f(c) {{\n  if (c == 1) {{\n    return 1;\n  }}\n\n  if (c == 2) {{\n    return 2;\n  }}\n{end}"
            ),
        )
    };
    assert_eq!(with("\n  // other cases\n\ng()"), Some(9));
    assert_eq!(with("  // other cases\n  return 0;\n}\n\ng()"), None);
}

#[test]
fn a_second_placeholder_of_the_same_words_is_new() {
    let search = "a {\n  // ...\n  go();\n}\nb(\n  1,\n  2,\n);";
    assert_eq!(told("a.rs", search, "a {\n  // ...\n  go();\n}\nb(\n  // ...\n);"), Some(5));
    assert_eq!(told("a.rs", search, "a {\n  // ...\n  stop();\n}\nb(\n  1,\n);"), None);
}

#[test]
fn dots_that_are_an_item_stand_for_items() {
    for (file, search, replace) in [
        ("a.md", "- one\n- two\n- three\n- four", "- zero\n- ...\n- four"),
        ("a.md", "| a | 1 |\n| b | 2 |\n| c | 3 |", "| a | 0 |\n| ... | ... |"),
        ("a.md", "| a | 1 |\n| b | 2 |\n| c | 3 |", "| a | 0 |\n<!-- other rows -->"),
        ("a.yml", "a:\n  - one\n  - two\n  - three\nb: 1", "a:\n  - zero\n  - ...\nb: 1"),
        ("a.json", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"a\": 10,\n  \"...\": \"...\"\n}"),
    ] {
        assert!(told(file, search, replace).is_some(), "{replace}");
    }
    for (file, search, replace) in [
        ("a.md", "- one\n- two", "- one\n- two\n- ..."),
        ("a.py", "x = f(\n    1,\n    gt=0,\n    lt=9,\n)", "x = f(\n    ...,\n    gt=0,\n)"),
        ("a.py", "f(\n  'a',\n  1,\n)", "f(\n  'a',\n  '...',\n)"),
        ("a.md", "| a | 1 |\n| b | 2 |", "| a | 1 |\n| b | ... |\n| c | ... |"),
    ] {
        assert_eq!(told(file, search, replace), None, "{replace}");
    }
}
