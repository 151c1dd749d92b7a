use super::*;

#[test]
fn dots_alone_are_text_or_a_parameter_where_they_are_so() {
    let lines = |text: &str| {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        placeholder(&[], &lines, language::of(b"a.js"))
    };
    assert_eq!(lines("<span>\n  ...\n</span>"), None);
    assert_eq!(lines("int log(char *format,\n  ...\n);"), None);
    assert_eq!(lines("const text = `\n...\n`"), None);
    assert_eq!(lines("/*\n...\n*/"), None);
    assert_eq!(lines("/* a */\nf() {\n...\n}"), Some(2));
}

#[test]
fn dots_in_place_of_lines_are_a_placeholder_whatever_is_beside_them() {
    for (file, line) in [
        ("a.py", "..."),
        ("a.sh", "…"),
        ("a.html", "..."),
        ("a.yml", "..."),
        ("a.js", "// ... 其余代码 ..."),
        ("a.js", "// ... bestehender Code ..."),
        ("a.js", "// ... log"),
        ("a.js", "// ... y, z ..."),
        ("a.py", "# 其余代码不变"),
        ("a.md", "..."),
    ] {
        assert!(replacing(file, line).0, "{file}: {line}");
    }
    for (file, line) in [
        ("a.py", "x = [...]"),
        ("a.md", "(see below)"),
        ("a.md", "[unchanged]: http://a.example"),
        ("a.md", "And so on..."),
        ("a.js", "// loading..."),
    ] {
        assert_eq!(replacing(file, line), (false, false), "{file}: {line}");
    }
}

#[test]
fn dots_that_are_a_body_or_a_parameter_are_code() {
    let found = |search: &[&[u8]], replace: &[&[u8]]| placeholder(search, replace, language::of(b"a.py"));
    assert_eq!(found(&[b"def f(self):", b"    return 1"], &[b"def f(self):", b"    ..."]), None);
    assert_eq!(
        found(&[b"x: tuple[", b"  int,", b"  str,", b"]"], &[b"x: tuple[", b"  int,", b"  ...", b"]"]),
        None
    );
    assert_eq!(found(&[b"a()", b"b()"], &[b"a()", b"..."]), Some(1));
}

#[test]
fn dots_in_place_of_several_lines_of_a_text_stand_for_them() {
    for (file, open, close) in [("a.py", "\"\"\"", "\"\"\""), ("a.js", "`", "`"), ("a.rs", "/*", "*/")] {
        for count in 1..4 {
            let text: Vec<String> = (0..count).map(|n| format!("  Line {n} of the text.")).collect();
            let (open, close) = (format!("x = {open}The first."), format!("  {close}"));
            let lines = |between: &[String]| {
                [std::slice::from_ref(&open), between, std::slice::from_ref(&close)].concat()
            };
            let found = |old: &[String], new: &[String]| {
                let [old, new] = [lines(old), lines(new)];
                let [old, new] =
                    [&old, &new].map(|text| text.iter().map(String::as_bytes).collect::<Vec<_>>());
                placeholder(&old, &new, language::of(file.as_bytes())).is_some()
            };
            let dots = ["  ...".to_owned()];
            assert_eq!(found(&text, &dots), count > 1, "{file} {count}");
            assert_eq!(found(&text, &[&text[..1], &dots].concat()), count > 2, "{file} {count}");
            let shown = ["  >>> f()".to_owned(), "  1".to_owned(), "  2".to_owned()];
            assert!(!found(&shown, &[&shown[..1], &dots].concat()), "{file} {count}");
        }
    }
}

#[test]
fn dots_that_are_the_body_in_place_of_two_statements_stand_for_them() {
    let found = |search: &str, replace: &str| {
        let [search, replace] =
            [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
        placeholder(&search, &replace, language::of(b"a.py"))
    };
    let body = "def f(a):\n    \"\"\"Docs.\"\"\"\n    b = a\n    return b\n";
    assert_eq!(found(body, "def f(a, c):\n    ...\n"), Some(1));
    assert_eq!(found(body, "def f(a):\n    \"\"\"Docs.\"\"\"\n    ...\n"), Some(2));
    assert_eq!(found(body, "@abstractmethod\ndef f(a):\n    ...\n"), None);
    assert_eq!(
        found("def f(a):\n    \"\"\"Docs.\"\"\"\n    raise NotImplementedError\n", "def f(a, b):\n    ...\n"),
        None
    );
}
