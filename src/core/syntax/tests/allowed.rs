//! Syntax that a language allows, and syntax that it does not.

use super::*;

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
        ("{\n  \"a\": {\"b\": 1},\n  \"c\": 2,\n  \"a\": {}\n}\n", (What::SecondKey, 4, 3)),
        ("[{\"a\": 1, \"b\": [2], \"b\": 3}]\n", (What::SecondKey, 1, 21)),
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
        "[{\"a\": {\"a\": 1}}, {\"a\": 2}]",
        "{\"//\": \"one\", \"//\": \"two\", \"_comment\": 1, \"_comment\": 2}",
        "[1e999, \"\\ud800\"]",
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

#[cfg(all(feature = "syntax-html", feature = "syntax-yaml"))]
#[test]
fn text_with_the_marks_of_a_template_is_not_held_to_the_language_around_it() {
    assert_eq!(found("a.html", "<p>\n{% if a <= b %}\n</p>\n"), []);
    assert_eq!(found("a.yaml", "a:\n{{- if .b }}\n  c: d\n{{- end }}\n"), []);
    assert_ne!(found("a.yaml", "a: ${{ b }}\nc: [\n"), []);
}
