//! For every language: what breaks a file, and what does not.

use super::*;
use crate::core::{path::RepoPath, splice::Splice};

fn language(path: &str) -> &'static [Language] {
    languages(&RepoPath::new(path.as_bytes()).expect("a path"))
}

/// The errors that a change brings in, and whether there were some before.
fn compared(path: &str, old: Option<&str>, new: &str) -> NewErrors {
    let language = Parsed::read_as(language(path)[0], old.map(str::as_bytes));
    let splices = Vec::from_iter(Splice::between(old.unwrap_or_default().as_bytes(), new.as_bytes()));
    let changed = changed_lines(&splices, new.as_bytes());
    let parsed = Parsed::new(language, new.as_bytes()).expect("few steps").expect("a grammar");
    new_errors(language, old.map(str::as_bytes), &parsed, &changed, &mut Work::of_file()).expect("few steps")
}

/// What is wrong with a new file, with line and column from 1.
fn found(path: &str, text: &str) -> Vec<(What, usize, usize)> {
    let errors = compared(path, None, text).errors;
    errors.into_iter().map(|error| (error.what, error.line + 1, error.column + 1)).collect()
}

/// A language: a file in it, a text in that file, the same text broken, and the same text changed soundly.
struct Case {
    path: &'static str,
    file: &'static str,
    text: &'static str,
    broken: &'static str,
    sound: &'static str,
}

const CASES: &[Case] = &[
    #[cfg(feature = "syntax-python")]
    Case {
        path: "a.py",
        file: "import os\n\n\ndef f(a):\n    return os.path.join(a, 'b')\n\n\ndef g():\n    return 1\n",
        text: "os.path.join(a, 'b')",
        broken: "os.path.join(a, 'b'",
        sound: "os.path.join(a, 'c')",
    },
    #[cfg(feature = "syntax-javascript")]
    Case {
        path: "a.js",
        file: "function f(a) {\n  if (a) {\n    return 1;\n  }\n}\n\nf(2);\n",
        text: "if (a) {",
        broken: "if (a {",
        sound: "if (!a) {",
    },
    #[cfg(feature = "syntax-typescript")]
    Case {
        path: "a.ts",
        file: "interface A {\n  b: string;\n}\n\nexport const c = (a: A): string => a.b;\n",
        text: "  b: string;\n}",
        broken: "  b: string;\n",
        sound: "  b: string;\n  d?: number;\n}",
    },
    #[cfg(feature = "syntax-typescript")]
    Case {
        path: "a.tsx",
        file: "export function A() {\n  return (\n    <div>\n      <b>1</b>\n    </div>\n  );\n}\n",
        text: "<b>1</b>",
        broken: "<b>1</i",
        sound: "<b>{1 + 1}</b>",
    },
    #[cfg(feature = "syntax-rust")]
    Case {
        path: "a.rs",
        file: "fn f(a: u8) -> u8 {\n    match a {\n        0 => 1,\n        _ => 2,\n    }\n}\n\nfn g() {}\n",
        text: "0 => 1,",
        broken: "0 => {,",
        sound: "0 | 5 => 1,",
    },
    #[cfg(feature = "syntax-go")]
    Case {
        path: "a.go",
        file: "package a\n\nfunc f(a int) int {\n\tif a > 0 {\n\t\treturn 1\n\t}\n\treturn 2\n}\n",
        text: "if a > 0 {",
        broken: "if a > {",
        sound: "if a > 0 && a < 9 {",
    },
    #[cfg(feature = "syntax-java")]
    Case {
        path: "A.java",
        file: "class A {\n  int f(int a) {\n    return a + 1;\n  }\n\n  void g() {}\n}\n",
        text: "return a + 1;",
        broken: "return a + ;",
        sound: "return a + 2;",
    },
    #[cfg(feature = "syntax-c")]
    Case {
        path: "a.c",
        file: "#include <stdio.h>\n\nint f(int a)\n{\n\treturn a ? 1 : 2;\n}\n",
        text: "return a ? 1 : 2;",
        broken: "return a ? 1 : ;",
        sound: "return a ? 1 : 3;",
    },
    #[cfg(feature = "syntax-cpp")]
    Case {
        path: "a.cpp",
        file: "#include <vector>\n\nclass A {\n public:\n  std::vector<int> f() { return {1, 2}; }\n};\n",
        text: "return {1, 2};",
        broken: "return {1, 2;",
        sound: "return {1, 2, 3};",
    },
    #[cfg(feature = "syntax-c-sharp")]
    Case {
        path: "A.cs",
        file: "namespace N\n{\n    class A\n    {\n        int F(int a) => a + 1;\n    }\n}\n",
        text: "a + 1;",
        broken: "a + ;",
        sound: "a + 2;",
    },
    #[cfg(feature = "syntax-ruby")]
    Case {
        path: "a.rb",
        file: "class A\n  def f(a)\n    return 1 if a\n    [1, 2].map { |x| x + 1 }\n  end\nend\n",
        text: "{ |x| x + 1 }",
        broken: "{ |x| x + 1",
        sound: "{ |x| x + 2 }",
    },
    #[cfg(feature = "syntax-php")]
    Case {
        path: "a.php",
        file: "<?php\n\nfunction f($a)\n{\n    return g($a, 1);\n}\n",
        text: "g($a, 1);",
        broken: "g($a, 1;",
        sound: "g($a, 2);",
    },
    #[cfg(feature = "syntax-bash")]
    Case {
        path: "a.sh",
        file: "#!/bin/bash\nif [ -n \"$1\" ]; then\n  echo yes\nfi\n",
        text: "  echo yes\nfi",
        broken: "  echo yes",
        sound: "  echo no\nfi",
    },
    #[cfg(feature = "syntax-json")]
    Case {
        path: "a.json",
        file: "{\n  \"a\": 1,\n  \"b\": [2, 3]\n}\n",
        text: "\"a\": 1,",
        broken: "\"a\": 1",
        sound: "\"a\": 4,",
    },
    #[cfg(feature = "syntax-yaml")]
    Case {
        path: "a.yml",
        file: "a:\n  - b: 1\n  - c: [2, 3]\nd: e\n",
        text: "[2, 3]",
        broken: "[2, 3",
        sound: "[2, 4]",
    },
    #[cfg(feature = "syntax-toml")]
    Case {
        path: "a.toml",
        file: "[a]\nb = 1\nc = [\"d\", \"e\"]\n",
        text: "[\"d\", \"e\"]",
        broken: "[\"d\", \"e\"",
        sound: "[\"d\", \"f\"]",
    },
    #[cfg(feature = "syntax-html")]
    Case {
        path: "a.html",
        file: "<!doctype html>\n<html>\n<body>\n<p class=\"a\">b</p>\n</body>\n</html>\n",
        text: "<p class=\"a\">b</p>",
        broken: "<p class=\"a\"b</p>",
        sound: "<p class=\"c\">b</p>",
    },
    #[cfg(feature = "syntax-css")]
    Case {
        path: "a.css",
        file: ".a {\n  color: red;\n}\n\n.b > p {\n  margin: 0;\n}\n",
        text: "  color: red;\n}",
        broken: "  color: red;\n",
        sound: "  color: blue;\n}",
    },
];

#[test]
fn in_every_language_an_edit_that_breaks_the_file_is_caught() {
    for case in CASES {
        assert!(case.file.contains(case.text), "{}", case.path);
        assert_eq!(found(case.path, case.file), [], "{}", case.path);
        let broken = compared(case.path, Some(case.file), &case.file.replace(case.text, case.broken));
        assert!(!broken.errors.is_empty() && !broken.was_broken, "{}", case.path);
    }
}

#[test]
fn in_every_language_a_sound_edit_is_none() {
    for case in CASES {
        let sound = compared(case.path, Some(case.file), &case.file.replace(case.text, case.sound));
        assert_eq!(sound, NewErrors::default(), "{}", case.path);
    }
}

#[test]
fn in_every_language_a_file_that_is_broken_may_be_edited() {
    for case in CASES {
        let broken = case.file.replace(case.text, case.broken);
        for edited in [format!("{broken}\n"), format!("\n\n{broken}"), broken.replace('1', "7")] {
            let found = compared(case.path, Some(&broken), &edited);
            assert!(found.errors.is_empty(), "{}: {found:?} in\n{edited}", case.path);
        }
        let mended = compared(case.path, Some(&broken), case.file);
        assert_eq!(mended, NewErrors::default(), "{}", case.path);
    }
}

#[cfg(feature = "syntax-python")]
#[test]
fn an_error_is_where_the_change_is_though_the_parser_stumbles_elsewhere() {
    let old = "def f():\n    x = [\n        1,\n    ]\n    return x\n\n\ndef g():\n    pass\n";
    let errors = compared("a.py", Some(old), &old.replace("    ]\n", "")).errors;
    assert!(matches!(errors[0].line, 2 | 3), "{errors:?}");
}

#[cfg(feature = "syntax-python")]
#[test]
fn python_is_refused_for_its_indentation_as_python_would() {
    for (text, wanted) in [
        ("x = 1\n  y = 2\n", (What::Indentation, 2, 3)),
        ("if x:\n        y\n    z\n", (What::Indentation, 3, 5)),
        ("def f():\n    if x:\n        y\n      else:\n        z\n", (What::Indentation, 4, 7)),
        (
            "class A:\n    def f(self):\n        pass\n\n     def g(self):\n        pass\n",
            (What::Indentation, 5, 6),
        ),
        ("def f():\n\tx\n        y\n", (What::Indentation, 3, 9)),
    ] {
        assert_eq!(found("a.py", text), [wanted], "{text}");
    }
    assert_eq!(found("a.py", "def f():\nx = 1\n")[0].0, What::NoBody);
    assert_eq!(found("a.py", "def f():\n    # later\n\n\nx = 1\n")[0].0, What::NoBody);
}

#[cfg(feature = "syntax-python")]
#[test]
fn what_python_allows_is_no_error() {
    for text in [
        "x = 1; y = 2\n",
        "if x: y; z\n",
        "\u{feff}x = 1\n",
        "def f(\n  a,\n      b):\n  return a\n",
        "x = 1\n# c\n    # d\ny = 2\n",
        "if x:\n    y\n# c\n    z\n",
        "class A:\n    '''a\n  b\n    '''\n    x = 1\n",
        "x = 1; \\\n  y = 2\n",
        "@a\n\n@b\nasync def f(): ...\n",
        "if a:\r\n    b\r\nelif c:\r\n    d\r\nelse:\r\n    e\r\n",
        "match x:\n    case [1, *_] if y:\n        z\n    case _:\n        pass\n",
        "exec 'two'\n",
        "type A[T: int] = list[T]\n",
        "x = f'{a!r:>{b}} {c[\"d\"]}'\n",
        "with (\n    a as b,\n    c as d,\n):\n    pass\n",
        "try:\n    pass\nexcept A, B:\n    pass\n",
        "def f[T = int, *Ts](x: T): ...\n",
        "class A[\n    T = int,\n]: ...\n",
        "type A[T = int] = list[T]\n",
        "lazy import json\nlazy from a import b\n",
        "x = f'{a:=^10}' f\"{b:==10}\" f'{f'{c:=10}'}'\n",
        "x = f'''{a:=^10} {\n  b!r:={w}}'''\ny = rf'{c=:=+8.2f}'\n",
        "x = f'{a:\\N{DIGIT ONE}}'\n",
        "a, *(b, c) = d\n*(a, b), c = d\n[*[*a]] = b\nfor a, *(b, c) in d:\n    pass\n",
        "exec 'a' in b\n",
        "def f():\n    pass\n    \\\n\n    pass\n",
        "if a:\r  b = 1\r  c = 2\rdef f():\r    return b\r",
        "x = 1\ry = 2\r\nz = 3\n",
        "\x0cdef f():\n    pass\n\x0c\ndef g():\n    pass\n",
        "# -*- coding: latin-1 -*-\ntry:\n    pass\nexcept* (A, B) as e:\n    pass\n",
        "x = f'{d['a']}' f'{'b' if c else f\"{'d'}\"}'\nwhile y := f(): [z := 1, *w]\n",
        "x = t'{a}'\n",
        "",
        "# only a comment",
    ] {
        assert_eq!(found("a.py", text), [], "{text}");
    }
}

#[cfg(feature = "syntax-python")]
#[test]
fn what_is_passed_over_in_python_hides_no_error() {
    assert_eq!(found("a.py", "x = f'{a:=^10}' + (\n"), [(What::Unexpected, 1, 1)]);
    assert_ne!(found("a.py", "x = {a:=10}\ny = f'{a:=10'\n"), []);
    assert_eq!(found("a.py", "x = 1\ry = 2\r\nif z:\r\n    a\n  b\n"), [(What::Indentation, 4, 3)]);
    assert_ne!(found("a.py", "a, *(b, c = d\n"), []);
}

#[cfg(all(feature = "syntax-json", feature = "syntax-toml"))]
#[test]
fn what_json_and_toml_do_not_allow_is_an_error() {
    for (text, wanted) in [
        ("{\"a\": 1.}\n", (What::Unexpected, 1, 9)),
        ("{} {}\n", (What::SecondValue, 1, 4)),
        ("{\"a\": \"b\tc\"}\n", (What::Unexpected, 1, 9)),
        ("{\"a\": \"\\u12\"}\n", (What::Unexpected, 1, 13)),
        ("{\"a\": \"\\x\"}\n", (What::Unexpected, 1, 9)),
        ("{\n  \"a\": 012\n}\n", (What::Unexpected, 2, 9)),
        ("{\n  \"a\": .5\n}\n", (What::Unexpected, 2, 8)),
        ("{\n  'a': 1\n}\n", (What::Unexpected, 2, 3)),
        ("{\n  a: 1\n}\n", (What::Unexpected, 2, 3)),
        ("{\n  \"a\": NaN\n}\n", (What::Unexpected, 2, 8)),
        ("{\n  \"a\": 1\n  \"b\": 2\n}\n", (What::Missing(","), 2, 8)),
        ("{\n  \"a\": [1, 2\n}\n", (What::Unexpected, 3, 1)),
        ("{\n  \"a\": 1\n", (What::Missing("}"), 2, 8)),
        ("\u{feff}{\"a\": 1,}\n", (What::Unexpected, 1, 11)),
    ] {
        assert_eq!(found("a.json", text), [wanted], "{text}");
    }
    for (text, wanted) in [
        ("a = 1\nb = 2\na = 3\n", (What::SecondKey, 3, 1)),
        ("[a]\nb = 1\n[a]\nc = 1\n", (What::SecondKey, 3, 2)),
        ("a = 01\n", (What::Unexpected, 1, 5)),
        ("a = \"\\q\"\n", (What::Unexpected, 1, 7)),
    ] {
        assert_eq!(found("a.toml", text).first(), Some(&wanted), "{text}");
    }
}

#[cfg(all(feature = "syntax-json", feature = "syntax-toml"))]
#[test]
fn what_json_and_toml_allow_is_no_error() {
    for text in [
        "",
        "[1, -0.5e+10, 1E5, true, null, \"\\/\\u00e9\\n\", {}, []]",
        "\u{feff}{\r\n  \"é\": \"\u{2028}\"\r\n}\r\n",
        "\"a\"\n",
    ] {
        assert_eq!(found("a.json", text), [], "{text}");
    }
    for text in [
        "",
        "a.\"b c\".d = 1_000\r\n[[x.y]]\r\nz = 1979-05-27T07:32:00Z\r\n",
        "a = \"\"\"\nb\\\n  c\"\"\"\nd = '''e'''\nf = [ # g\n  1,\n  2, # h\n]\n",
        "a = { b = 1, c = { d = 2 } }\ne = +inf\nf = 0xdead_beef\ng = 07:32:00\n",
        "a = {\n  b = 1,\n  c = 2,\n}\n",
        "a = \"\\e[0m\"\n",
        "a = 07:32\nb = 2026-01-01T07:32Z # short\nc = [ 2026-01-01 07:32, 08:00 ]\nd = { e = 07:32 }\n[f]\ng = 1\n",
        "[a]\r\nb = 07:32\r\nc = { d = 1 }\r\n",
    ] {
        assert_eq!(found("a.toml", text), [], "{text}");
    }
    for text in ["a = 07:3\n", "a = \"07:32\n", "07:32\n", "a = 07:32:\n", "a = b07:32\n"] {
        assert_ne!(found("a.toml", text), [], "{text}");
    }
}

#[cfg(feature = "syntax-json")]
#[test]
fn comments_are_no_error_in_json_and_last_commas_none_where_they_are_usual() {
    let commented = "{\n  // why\n  \"a\": [1, 2, ], /* x */\n}\n";
    for path in
        ["tsconfig.json", "tsconfig.base.json", "a.jsonc", ".vscode/settings.json", "x/.devcontainer/b.json"]
    {
        assert_eq!(found(path, commented), [], "{path}");
        assert_ne!(found(path, "{\n  \"a\" 1\n}\n"), [], "{path}");
    }
    assert_eq!(found("package.json", "{\n  // why\n  \"a\": 1\n}\n"), [(What::Comment, 2, 3)]);
    assert_eq!(found("package.json", "{\n  \"a\": 1,\n}\n"), [(What::Unexpected, 2, 9)]);
    let changed = compared("a.json", Some(commented), &commented.replace("1, 2", "1, 3"));
    assert_eq!(changed, NewErrors::default());
    assert!(!compared("a.json", Some(commented), &commented.replace("1, 2", "1 3")).errors.is_empty());
}

#[cfg(feature = "syntax-json")]
#[test]
fn a_json_file_holds_one_value_but_for_a_value_a_line() {
    assert_eq!(found("a.json", "{\n}\n{\n}\n"), [(What::SecondValue, 3, 1)]);
    assert_eq!(found("a.json", "{\"a\": 1}\n{\"a\": 2}\n"), []);
}

/// Whether a new text is not looked at, for it would take too long.
#[cfg(feature = "syntax")]
fn is_given_up(path: &str, text: &str) -> bool {
    let mut work = Work::of_file();
    compare(language(path)[0], None, text.as_bytes(), &[], &mut work).is_err()
}

#[cfg(feature = "syntax")]
#[test]
fn nesting_without_end_is_given_up_or_found_wrong() {
    for (path, text) in [("a.json", "["), ("a.toml", "a = [["), ("a.json", "{\"a\":")] {
        assert_ne!(found(path, &text.repeat(MAX_BYTES / text.len())), [], "{path}");
    }
    for (path, text) in [("a.html", "<a>"), ("a.cpp", "a<"), ("a.yaml", "- ")] {
        assert!(is_given_up(path, &text.repeat(100_000)), "{path}");
    }
    let nested = |levels: usize| -> String {
        (0..levels).map(|level| format!("{}if x:\n", " ".repeat(level))).collect::<String>()
            + &" ".repeat(levels)
            + "y\n"
    };
    assert!(is_given_up("a.py", &nested(600)) && !is_given_up("a.py", &nested(90)));
    let deep: String = (0..300).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert!(is_given_up("a.yaml", &deep) && is_given_up("a.yaml", &format!("{}b\n", "- ".repeat(300))));
}

#[cfg(feature = "syntax")]
#[test]
fn ordinary_files_are_not_given_up() {
    let page =
        "<div class=\"a\"><ul><li>b<li>c<br></ul><p>d<img src=e><a href=\"#\">f</a></div>\n".repeat(2_000);
    assert!(!is_given_up("a.html", &page));
    let yaml = "a:\n  - b: 1\n    c: [d, e]\n  - f: >\n      g - h: i - j\n".repeat(2_000);
    assert!(!is_given_up("a.yaml", &yaml));
    let python = "def f(a, b=1):\n    if a > 1:\n        return [a, *b]\n    return g(a, b={1: 2})\n\n\n";
    assert!(!is_given_up("a.py", &python.repeat(WHOLE_OF_PYTHON / python.len())));
    let json = format!("[{}1]", "{\"a\": [1, 2.5, null]},\n".repeat(40_000));
    assert!(!is_given_up("a.json", &json) && found("a.json", &json).is_empty());
}

/// A new file of so many bytes is read.
#[cfg(feature = "syntax")]
const WHOLE_OF_PYTHON: usize = 200 << 10;

#[cfg(feature = "syntax-python")]
#[test]
fn a_batch_has_a_budget_of_its_own() {
    let text = "x = [1, 2]\n".repeat(2_000);
    let mut work = Work::of_batch();
    let mut parsed = 0;
    while compare(Language::Python, None, text.as_bytes(), &[], &mut work).is_ok() {
        parsed += 1;
    }
    assert!((10..1_000).contains(&parsed), "{parsed}");
}

#[cfg(feature = "syntax-python")]
#[test]
fn of_a_file_too_large_to_parse_the_part_around_the_change_is_compared_with_what_it_was() {
    let function = |n: usize| format!("def f_{n}(a):\n    if a:\n        return [a, {n}]\n\n\n");
    let old: String = (0..15_000).map(function).collect();
    let look = |old: &str, new: &str| {
        let splices = Vec::from_iter(Splice::between(old.as_bytes(), new.as_bytes()));
        let changed = changed_lines(&splices, new.as_bytes());
        let compared =
            compare(Language::Python, Some(old.as_bytes()), new.as_bytes(), &changed, &mut Work::of_file());
        compared.map(|found| found.expect("a grammar").1)
    };
    let new = old.replacen("[a, 7500]", "[a, 7", 1);
    let found = look(&old, &new).expect("little work");
    assert!(!found.errors.is_empty() && found.was_broken);
    assert_eq!(look(&new, &new.replacen("[a, 7499]", "[a, 1]", 1)), Err(TooLong));
    assert_eq!(look(&new, &old), Ok(NewErrors::default()));
}

#[cfg(all(feature = "syntax-html", feature = "syntax-yaml"))]
#[test]
fn text_with_the_marks_of_a_template_is_not_held_to_the_language_around_it() {
    assert_eq!(found("a.html", "<p>\n{% if a <= b %}\n</p>\n"), []);
    assert_eq!(found("a.yaml", "a:\n{{- if .b }}\n  c: d\n{{- end }}\n"), []);
    assert_ne!(found("a.yaml", "a: ${{ b }}\nc: [\n"), []);
}

#[cfg(feature = "syntax-python")]
#[test]
fn of_a_large_file_the_part_around_the_change_tells() {
    let function = |n: usize| format!("def f_{n}(a):\n    if a:\n        return [a, {n}]\n\n\n");
    let old: String = (0..3000).map(function).collect();
    let look = |from: &str, to: &str| {
        let new = old.replacen(from, to, 1);
        let splices = Vec::from_iter(Splice::between(old.as_bytes(), new.as_bytes()));
        let changed = changed_lines(&splices, new.as_bytes());
        let window = super::window::window(Language::Python, new.as_bytes(), &changed).expect("a window");
        assert!(window.len() < 40_000 && new[window.clone()].starts_with("def f_") && new.len() > 64 << 10);
        let compared =
            compare(Language::Python, Some(old.as_bytes()), new.as_bytes(), &changed, &mut Work::of_file());
        let (_, found) = compared.expect("few steps").expect("a grammar");
        found.errors.into_iter().map(|error| error.line).collect::<Vec<_>>()
    };
    assert_eq!(look("[a, 1500]", "[a, 7]"), Vec::<usize>::new());
    assert_eq!(look("[a, 1500]", "[a, 7")[0], 1500 * 5 + 2);
    assert_eq!(look("        return [a, 1500]", "        return 7\n         return 8")[0], 1500 * 5 + 3);
    assert_ne!(look("def f_1500(a):", "'''\ndef f_1500(a):"), Vec::<usize>::new());
}

#[cfg(feature = "syntax-python")]
#[test]
fn a_large_file_that_ends_its_lines_in_crlf_has_a_window_too() {
    let function = |n: usize| format!("def f_{n}(a):\r\n    if a:\r\n        return [a, {n}]\r\n\r\n\r\n");
    let text: String = (0..3000).map(function).collect();
    let changed = 1500 * 5 + 2..1500 * 5 + 3;
    let window = super::window::window(Language::Python, text.as_bytes(), &[changed]).expect("a window");
    assert!(window.len() < 40_000 && text[window].starts_with("def f_"));
}

#[test]
fn templates_are_in_no_language() {
    for path in
        ["a.json.j2", "{{cookiecutter.name}}/a.py", "a.tmpl.yaml", "config.toml.in", "a.unknown", "Makefile"]
    {
        assert_eq!(language(path), [], "{path}");
    }
    assert_eq!(language("Cargo.lock"), [Language::Toml]);
    assert_eq!(language("A/B.PY"), [Language::Python]);
}

#[test]
fn changed_lines_are_those_of_the_new_text() {
    let old = b"a\nb\nc\nd\n";
    let splice =
        |start, end, new: &[u8]| Splice { old: crate::core::text::Span { start, end }, new: new.to_vec() };
    let splices = [splice(2, 4, b"x\ny\n"), splice(6, 8, b"")];
    let new = crate::core::splice::apply(old, &splices);
    assert_eq!(new, b"a\nx\ny\nc\n");
    assert_eq!(changed_lines(&splices, &new), [1..3, 3..5]);
}
