//! Syntax errors of files as they would be.

use super::*;
use crate::core::{language::known, outcome::Slip, syntax};

const GOOD: &str = "def f():\n    return g(1)\n\n\ndef g(x):\n    return [x]\n";

fn with_mode(mode: syntax::Mode, files: &[(&str, &str)], reply: &str) -> Plan {
    planned_with(&Fake::new(files), &Settings { syntax: mode, ..settings() }, reply)
}

#[test]
fn a_block_that_breaks_a_sound_file_fails_and_the_others_of_the_file_are_good() {
    let reply = edit("f.py", "    return g(1)\n", "    return g(2)\n")
        + &edit("f.py", "    return [x]\n", "    return [x\n");
    let plan = planned(&[("f.py", GOOD)], &reply);
    assert_eq!(outcomes(&plan), ["applied", "syntax"]);
    let Failure::Syntax(broken) = failure(&plan, 1) else { panic!("{:?}", failure(&plan, 1)) };
    assert_eq!((broken.language, broken.error.line), (known("py"), 5));
}

#[test]
fn a_file_that_is_broken_already_may_be_edited() {
    let old = GOOD.replace("[x]", "[x");
    let reply = edit("f.py", "    return g(1)\n", "    return g(2)\n");
    assert_eq!(outcomes(&planned(&[("f.py", &old)], &reply)), ["applied"]);
}

#[test]
fn in_a_file_that_was_broken_a_new_error_is_only_said() {
    let old = format!("{GOOD}\nx = = 1\n");
    let plan = planned(&[("f.py", &old)], &edit("f.py", "    return g(1)\n", "    return g(1))\n"));
    assert!(plan.is_good());
    assert!(matches!(plan.blocks[0].notes[..], [Note::Syntax(_)]), "{:?}", plan.blocks[0].notes);
}

#[test]
fn which_languages_are_refused_is_for_the_mode_to_say() {
    let (python, rust) = (edit("a.py", "", "x = (\n"), edit("a.rs", "", "fn f( {}\n"));
    for (mode, wanted) in [
        (syntax::Mode::Auto, [true, false]),
        (syntax::Mode::Refuse, [true, true]),
        (syntax::Mode::Warn, [false, false]),
        (syntax::Mode::Off, [false, false]),
    ] {
        let refused = [&python, &rust].map(|reply| outcomes(&with_mode(mode, &[], reply)) == ["syntax"]);
        assert_eq!(refused, wanted, "{mode:?}");
        let said = !with_mode(mode, &[], &rust).blocks[0].notes.is_empty();
        assert_eq!(said, matches!(mode, syntax::Mode::Auto | syntax::Mode::Warn), "{mode:?}");
    }
}

#[test]
fn with_partial_a_file_that_would_be_broken_is_a_bad_one() {
    let reply = edit("f.py", "    return g(1)\n", "    return g(2)\n")
        + &edit("f.py", "    return [x]\n", "    return [x\n")
        + &edit("a.txt", "", "a\n");
    let partial = |partial| {
        let world = Fake::new(&[("f.py", GOOD)]);
        let plan = planned_with(&world, &Settings { partial, ..settings() }, &reply);
        let files = plan.files.iter().map(|file| file.edited.change.path.to_string()).collect::<Vec<_>>();
        (outcomes(&plan), files)
    };
    assert_eq!(partial(Partial::File), (vec!["skipped", "syntax", "applied"], vec!["a.txt".to_owned()]));
    let both = vec!["a.txt".to_owned(), "f.py".to_owned()];
    assert_eq!(partial(Partial::Block), (vec!["applied", "syntax", "applied"], both));
}

#[test]
fn a_renamed_file_is_compared_with_what_it_was() {
    let reply = rename("f.py", "g.py") + &edit("g.py", "    return g(1)\n", "    return g(2)\n");
    let broken = GOOD.replace("[x]", "[x");
    assert_eq!(outcomes(&planned(&[("f.py", &broken)], &reply)), ["applied", "applied"]);
    let reply = rename("f.py", "g.py") + &edit("g.py", "    return g(1)\n", "    return g(2\n");
    assert_eq!(outcomes(&planned(&[("f.py", GOOD)], &reply)), ["syntax", "syntax"]);
}

#[test]
fn a_large_file_is_left_out_and_that_is_said() {
    let old = "x = 1\n".repeat(1 + syntax::MAX_BYTES / 6) + "last = 1\n";
    let world = Fake::new(&[("f.py", &old)]);
    let settings = Settings { max_file_bytes: 1 << 30, ..settings() };
    let plan = planned_with(&world, &settings, &edit("f.py", "last = 1\n", "last = (\n"));
    assert_eq!(outcomes(&plan), ["applied"]);
    assert_eq!(plan.blocks[0].notes, [Note::Unparsed { language: known("py") }]);
}

#[test]
fn beyond_the_first_files_what_can_only_be_warned_of_has_a_budget_and_one_note_says_so() {
    let lines = "fn f() -> u32 {\n    g(1, 2)\n}\n".repeat(300);
    let rust = |name: String| edit(&name, "", &format!("{lines}fn broken( {{\n"));
    let reply: String = (0..80).map(|number| rust(format!("f{number:02}.rs"))).collect();
    let python = edit("z.py", "", "x = (\n");
    let said = |plan: &Plan| -> Vec<bool> {
        let is_said = |block: &BlockReport| block.notes.iter().any(|note| matches!(note, Note::Syntax(_)));
        plan.blocks.iter().map(is_said).collect()
    };
    let plan = with_mode(syntax::Mode::Warn, &[], &(reply.clone() + &python));
    let looked_at = said(&plan);
    let first_not = looked_at.iter().position(|looked_at| !looked_at).expect("one is not looked at");
    assert!((11..79).contains(&first_not), "{first_not}");
    assert!(looked_at[80], "the language is exact");
    let files = 80 - looked_at[..80].iter().filter(|looked_at| **looked_at).count();
    assert_eq!(plan.blocks[first_not].notes, [Note::NotLookedAt { files }]);
    assert_eq!(plan.blocks.iter().filter(|block| block.notes.is_empty()).count(), files - 1);
}

#[test]
fn an_import_is_looked_for_in_the_batch_too() {
    let reply = edit("p/m.py", "", "from .a import x\nfrom .b import y\n") + &edit("p/a.py", "", "x = 1\n");
    let plan = planned(&[("p/__init__.py", "")], &reply);
    assert_eq!(plan.blocks[0].notes, [Note::Import { line: 1, name: ".b".into() }]);
    let reply = delete("p/a.py") + &edit("p/m.py", "", "from .a import x\n");
    let plan = planned(&[("p/__init__.py", ""), ("p/a.py", "x = 1\n")], &reply);
    assert_eq!(plan.blocks[1].notes, [Note::Import { line: 0, name: ".a".into() }]);
}

#[test]
fn a_new_file_without_a_folder_is_not_made_beside_the_place_where_the_batch_imports_it() {
    let app = [("web/src/App.js", "import React from 'react';\n\nexport default App;\n")];
    let import = |from: &str| {
        let line = "import React from 'react';\n";
        edit("web/src/App.js", line, &format!("{line}import Header from '{from}';\n"))
    };
    let header = "export default function Header() {}\n";
    let bare = import("./parts/Header") + &edit("Header.js", "", header);
    let plan = planned(&app, &bare);
    let similar = RepoPath::new(b"web/src/parts/Header.js").expect("a path");
    assert_eq!(*failure(&plan, 1), Failure::Misnamed { similar, by: Slip::Import });
    for (from, path) in [
        ("./parts/Header", "web/src/parts/Header.js"),
        ("../../Header", "Header.js"),
        ("./parts/Other", "Header.js"),
    ] {
        let plan = planned(&app, &(import(from) + &edit(path, "", header)));
        assert_eq!(outcomes(&plan), ["applied", "applied"], "{from} {path}");
    }
    // The import that was there before does not say anything of this batch.
    let app = [("web/src/App.js", "import Header from './parts/Header';\n\nexport default Header;\n")];
    assert_eq!(outcomes(&planned(&app, &edit("Header.js", "", header))), ["applied"]);
}

#[test]
fn old_code_that_a_change_puts_behind_a_return_refuses() {
    let old = "def area(w, h):\n    total = w * h\n    return total\n";
    let begun = edit("f.py", "def area(w, h):\n", "def area(w, h, s):\n    return w * h * s\n");
    let plan = planned(&[("f.py", old)], &begun);
    let Failure::Syntax(broken) = failure(&plan, 0) else { panic!("{:?}", failure(&plan, 0)) };
    assert_eq!((broken.error.what, broken.error.line), (syntax::What::Unreached, 2));
    let js = "function f(a) {\n  const b = a;\n  return b;\n}\n";
    let begun = edit("f.js", "  const b = a;\n", "  const b = a + 1;\n  return b * 2;\n");
    assert_eq!(outcomes(&planned(&[("f.js", js)], &begun)), ["syntax"]);
    let warned = with_mode(syntax::Mode::Warn, &[("f.js", js)], &begun);
    assert!(matches!(warned.blocks[0].notes[..], [Note::Syntax(_)]), "{:?}", warned.blocks[0].notes);
}

#[test]
fn a_body_that_loses_its_head_behind_a_return_refuses() {
    let file =
        "class A:\n    def one(self):\n        return self.a\n\n    def two(self, b):\n        self.b = b\n";
    let head = "    def two(self, b):\n";
    for (search, replace) in [
        (format!("        return self.a\n\n{head}"), "        return self.a + 1\n\n"),
        (format!("        return self.a\n\n{head}"), "        return self.a + 1\n"),
        (head.into(), ""),
    ] {
        assert_eq!(
            outcomes(&planned(&[("f.py", file)], &edit("f.py", &search, replace))),
            ["syntax"],
            "{search}"
        );
    }
}

#[test]
fn new_code_behind_an_old_return_refuses() {
    for (path, old, new) in [
        ("f.py", "def f(a):\n    return a\n", "def f(a):\n    return a\n    return sorted(a)\n"),
        ("f.js", "function f(a) {\n  return a;\n}\n", "function f(a) {\n  return a;\n  g(a);\n}\n"),
        (
            "f.go",
            "package f\n\nfunc f() int {\n\treturn 1\n}\n",
            "package f\n\nfunc f() int {\n\treturn 1\n\treturn 2\n}\n",
        ),
    ] {
        assert_eq!(outcomes(&planned(&[(path, old)], &edit(path, old, new))), ["syntax"], "{path}");
    }
    // All is new, a label is jumped to, a function is known above it too, and a generator needs its `yield`.
    for (path, old, new) in [
        ("f.py", "def f(a):\n    pass\n", "def f(a):\n    return a\n    return sorted(a)\n"),
        (
            "f.c",
            "int f(void) {\n  goto a;\n  return 1;\n}\n",
            "int f(void) {\n  goto a;\n  return 1;\na:\n  return 2;\n}\n",
        ),
        (
            "f.js",
            "function f() {\n  return g();\n}\n",
            "function f() {\n  return g();\n  function g() {}\n}\n",
        ),
        ("g.py", "def f(a):\n    return\n", "def f(a):\n    return\n    yield\n"),
    ] {
        assert_eq!(outcomes(&planned(&[(path, old)], &edit(path, old, new))), ["applied"], "{path}");
    }
}

/// Outcomes of edits that put a text behind a part of a file, which may have an end.
fn put_behind(cases: &[(&str, &str, &str, &str)]) -> Vec<&'static str> {
    let put = |(path, old, new, end): &(&str, &str, &str, &str)| {
        let plan = planned(&[(path, &format!("{old}{end}"))], &edit(path, old, &format!("{old}{new}")));
        let is_second = |failure: &Failure| match failure {
            Failure::Syntax(broken) => {
                matches!(broken.error.what, syntax::What::SecondName | syntax::What::SecondImport)
            }
            _ => false,
        };
        match &plan.blocks[0].outcome {
            Outcome::Failed(failure) if is_second(failure) => "second",
            _ => outcomes(&plan)[0],
        }
    };
    cases.iter().map(put).collect()
}

#[test]
fn a_name_that_is_declared_once_more_refuses() {
    let found = put_behind(&[
        ("f.ts", "const a: string[] = [];\n", "const a = new Set<string>();\n", ""),
        ("f.js", "export const a = 1;\nlet b;\n", "const a = 2;\n", ""),
        ("g.js", "class A {\n  f(a) {}\n", "  f(a) {\n    g(a);\n  }\n", "}\n"),
        ("f.py", "def f(a):\n    return a\n", "\n\ndef f(a, b):\n    return a + b\n", ""),
        ("g.py", "@a.b\ndef f(a):\n    return a\n", "\n\n@a.b\ndef f(a):\n    return 2\n", ""),
        ("f.go", "package f\n\nfunc f() int {\n\treturn 1\n}\n", "\nfunc f() int {\n\treturn 2\n}\n", ""),
        ("g.go", "package f\n\nfunc f() {\n\ta := 1\n", "\ta := 2\n", "\tg(a)\n}\n"),
        ("f.rs", "fn f() -> u8 {\n    1\n}\n", "\nfn f() -> u8 {\n    2\n}\n", ""),
        ("i.ts", "import a from \"a\";\nimport b from \"b\";\n", "import a from \"a\";\n", ""),
        ("i.go", "package f\n\nimport (\n\t\"a\"\n\t\"b\"\n", "\t\"a\"\n", ")\n"),
        ("i.rs", "use a::b;\nuse a::c;\n", "use a::b;\n", "\nfn f() {}\n"),
        ("f.rb", "def f(a)\n  a\nend\n", "\ndef f(a, b)\n  a + b\nend\n", ""),
        ("F.java", "class F {\n  int a = 1;\n", "  int a = 2;\n", "}\n"),
    ]);
    assert_eq!(found, ["second"; 13]);
}

#[test]
fn two_blocks_that_each_add_one_definition_to_a_scope_refuse() {
    let old = "def app():\n    login = Login()\n    login.init()\n    return login\n";
    let new = "    @login.loader\n    def load(user):\n        return user\n";
    let [first, last] = ["    login = Login()\n", "    return login\n"];
    let one = edit("f.py", first, &format!("{first}\n{new}\n"));
    let reply = [one.clone(), edit("f.py", last, &format!("\n{new}\n{last}"))].concat();
    assert_eq!(outcomes(&planned(&[("f.py", old)], &reply)), ["applied", "syntax"]);
    assert_eq!(outcomes(&planned(&[("f.py", old)], &one)), ["applied"]);
}

#[test]
fn a_method_that_lost_its_indentation_refuses() {
    let old = "class A:\n    def f(self):\n        return 1\n\n\na = A()\n";
    let method = "\n\ndef g(self):\n    return 2\n";
    let put = |method: &str, rest: &str| {
        let old = format!("{old}{rest}");
        let head = "        return 1\n";
        outcomes(&planned(&[("f.py", &old)], &edit("f.py", head, &format!("{head}{method}"))))
    };
    assert_eq!(put(method, ""), ["syntax"]);
    assert_eq!(
        put(&method.replace("\n\ndef", "\n    def").replace("\n    r", "\n        r"), ""),
        ["applied"]
    );
    assert_eq!(put(method, "A.g = g\n"), ["applied"]);
    assert_eq!(put(&method.replace("self", "a"), ""), ["applied"]);
}

#[test]
fn a_name_that_may_be_declared_more_than_once_refuses_nothing() {
    let found = put_behind(&[
        ("f.js", "const a = 1;\n", "{\n  const a = 2;\n}\n", ""),
        ("i.rs", "#[cfg(a)]\nuse a::b;\n", "#[cfg(not(a))]\nuse a::b;\n", ""),
        ("i.ts", "import a from \"a\";\n", "import { b } from \"a\";\n", ""),
        ("g.js", "class A {\n  get f() {}\n", "  set f(a) {}\n  static f() {}\n", "}\n"),
        (
            "f.ts",
            "function f(a: string): void;\n",
            "function f(a: number): void;\nfunction f(a: any) {}\n",
            "",
        ),
        ("f.py", "@property\ndef f(a):\n    return a\n", "\n\n@f.setter\ndef f(a, b):\n    pass\n", ""),
        (
            "g.py",
            "@a\ndef f(a: int) -> int: ...\n@b(1)\ndef g(a):\n    pass\n",
            "@a\ndef f(a: str) -> str: ...\n@b(2)\ndef g(a):\n    pass\n",
            "",
        ),
        ("f.go", "package f\n\nfunc init() {\n}\n", "\nfunc init() {\n}\n", ""),
        ("f.rs", "#[cfg(unix)]\nfn f() {}\n", "#[cfg(windows)]\nfn f() {}\n", ""),
        ("g.rs", "fn f() {\n    let a = 1;\n", "    let a = a + 1;\n", "}\n"),
        ("F.java", "class F {\n  void f(int a) {}\n", "  void f(String a) {}\n", "}\n"),
        ("f.c", "int a;\n", "extern int a;\n", ""),
    ]);
    assert_eq!(found, ["applied"; 12]);
    // What was declared twice before is no fault of the change.
    let old = "def f(a):\n    return a\n\n\ndef f(a):\n    return 2\n";
    let plan = planned(&[("f.py", old)], &edit("f.py", "    return 2\n", "    return 3\n"));
    assert_eq!(outcomes(&plan), ["applied"]);
}

#[test]
fn old_code_behind_a_statement_of_which_all_ways_leave_refuses() {
    // A file, the line above its body, the body, and two ways to begin it anew: one leaves, the other may not.
    for (path, head, body, leaves, stays) in [
        (
            "f.py",
            "def f(a):\n",
            "    with lock:\n        return a\n",
            "    with lock:\n        return a + 1\n",
            "    with other:\n        return a + 1\n",
        ),
        (
            "g.py",
            "def f(a):\n",
            "    with suppress(Error):\n        return a\n",
            "    if a:\n        return 1\n    elif b:\n        return 2\n    else:\n        raise a\n",
            "    if a:\n        return 1\n    elif b:\n        return 2\n",
        ),
        (
            "f.js",
            "function f(a) {\n",
            "  g(a);\n}\n",
            "  if (a) {\n    return 1;\n  } else if (b) {\n    throw a;\n  } else {\n    return 2;\n  }\n",
            "  if (a) {\n    return 1;\n  } else if (b) {\n    return 2;\n  }\n",
        ),
        (
            "f.go",
            "func f(a int) int {\n",
            "\tg(a)\n\treturn a\n}\n",
            "\tif a > 0 {\n\t\treturn 1\n\t} else {\n\t\treturn 2\n\t}\n",
            "\tif a > 0 {\n\t\treturn 1\n\t} else {\n\t\tg(1)\n\t}\n",
        ),
        (
            "f.rs",
            "fn f(a: u8) -> u8 {\n",
            "    g(a);\n    a\n}\n",
            "    if a > 0 {\n        return 1;\n    } else {\n        return 2;\n    }\n",
            "    if a > 0 {\n        return 1;\n    } else {\n        g(2);\n    }\n",
        ),
        (
            "F.java",
            "class F {\n    int f(int a) {\n",
            "        g(a);\n        return a;\n    }\n}\n",
            "        if (a > 0) {\n            return 1;\n        } else {\n            return 2;\n        }\n",
            "        if (a > 0) {\n            g(1);\n        } else {\n            return 2;\n        }\n",
        ),
    ] {
        let old = format!("{}{head}{body}", if path.ends_with("go") { "package f\n\n" } else { "" });
        for (new, wanted) in [(leaves, "syntax"), (stays, "applied")] {
            let begun = edit(path, head, &format!("{head}{new}"));
            assert_eq!(outcomes(&planned(&[(path, &old)], &begun)), [wanted], "{path}: {new}");
        }
    }
}

#[test]
fn a_return_that_leaves_only_a_part_of_the_way_refuses_nothing() {
    let old = "def area(w, h):\n    total = w * h\n    return total\n";
    let early = edit("f.py", "def area(w, h):\n", "def area(w, h):\n    if not w:\n        return 0\n");
    assert_eq!(outcomes(&planned(&[("f.py", old)], &early)), ["applied"]);
    let js =
        "function f(a) {\n  switch (a) {\n    case 1:\n      g();\n      break;\n  }\n  function g() {}\n}\n";
    let inner = edit("f.js", "      g();\n", "      return g();\n");
    assert_eq!(outcomes(&planned(&[("f.js", js)], &inner)), ["applied"]);
    let hoisted = edit("f.js", "  function g() {}\n", "  return 1;\n  function g() {}\n");
    assert_eq!(outcomes(&planned(&[("f.js", js)], &hoisted)), ["applied"]);
}

#[test]
fn a_key_of_yaml_that_is_given_twice_refuses() {
    let old = "jobs:\n  test:\n    runs-on: ubuntu\n    steps:\n      - run: make\n";
    let begun = edit("a.yml", "  test:\n", "  test:\n    runs-on: macos\n");
    assert_eq!(outcomes(&planned(&[("a.yml", old)], &begun)), ["syntax"]);
    let other = edit("a.yml", "  test:\n", "  lint:\n    runs-on: macos\n  test:\n");
    assert_eq!(outcomes(&planned(&[("a.yml", old)], &other)), ["applied"]);
    let twice = format!("a: 1\na: 2\n{old}");
    let elsewhere = edit("a.yml", "      - run: make\n", "      - run: make check\n");
    assert_eq!(outcomes(&planned(&[("a.yml", &twice)], &elsewhere)), ["applied"]);
}

#[test]
fn old_code_that_nothing_reached_before_refuses_nothing() {
    let old = "function f(a) {\n  throw a;\n  g();\n}\n";
    let other = edit("f.js", "  throw a;\n", "  throw new Error(a);\n");
    assert_eq!(outcomes(&planned(&[("f.js", old)], &other)), ["applied"]);
}
