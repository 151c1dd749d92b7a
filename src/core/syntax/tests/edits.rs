//! For every language: an edit that breaks the file, and one that does not.

use super::*;

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
