use super::*;
use crate::core::language::known;

/// Returns whether the text with semicolons in place of `§` is the same as the one without.
fn says_nothing(text: &str) -> bool {
    let (with, without) = (text.replace('§', ";"), text.replace('§', ""));
    assert_ne!(with, without);
    [known("js"), known("ts"), known("tsx")]
        .into_iter()
        .any(|language| differ_in_ends_only(language, with.as_bytes(), without.as_bytes()))
}

#[test]
fn a_semicolon_behind_a_statement_that_ends_anyway_says_nothing() {
    for text in [
        "foo()§\nbar()\n",
        "const t = f('A')§\nreturn_(t)\n",
        "const f = () => {\n}§\n",
        "class A {\n  a = 1§\n  b() {}\n}\n",
        "interface A {\n  a: string§\n  b: number\n}\n",
        "import a from 'a'§\n",
        "do { x() } while (y)§\nz()\n",
        "if (a) {\n  b()§\n}\n",
    ] {
        assert!(says_nothing(text), "{text}");
    }
}

#[test]
fn a_semicolon_that_ends_what_would_go_on_or_is_a_statement_says_something() {
    for text in [
        "a = b§\n(c || d).e()\n",
        "a = b§\n[1, 2].map(f)\n",
        "a = b§\n`x`.trim()\n",
        "a = b§\n/x/g.exec(c)\n",
        "a = b§\n+c\n",
        "foo()§\n  .then(c)\n",
        "while (x())§\ny()\n",
        "for (const a of b)§\nc()\n",
        "if (a)§\nb()\n",
        "function f() {\n}§\n",
        "class A {\n  a = 1§\n  *b() {}\n}\n",
        "const s = `\n  color: red§\n`\n",
        "const s = `${a.map(b => `\n  c§\n`)}`\n",
        "// done§\na()\n",
        "/*\n a()§\n*/\n",
        "const a = <p>\n  Done§\n</p>\n",
        "for (a = 0§\n b; c) {}\n",
        "return_§\n)\n",
    ] {
        assert!(!says_nothing(text), "{text}");
    }
}

#[test]
fn the_rest_of_two_texts_must_be_the_same() {
    let differ = |a: &[u8], b: &[u8]| differ_in_ends_only(known("js"), a, b);
    assert!(differ(b"a()\n", b"a();\n"));
    assert!(!differ(b"a()\n", b"b();\n"));
    assert!(!differ(b"a + b\n", b"a - b;\n"));
    assert!(!differ(b"a()\n", b"a();\nb()\n"));
    assert!(!differ_in_ends_only(known("rs"), b"fn f() { a() }", b"fn f() { a(); }"));
}

#[test]
fn statements_are_counted_by_their_ends() {
    let text = b"import a from 'a'\nfor (let i = 0; i < 1; i++) {\n  a();\n  b()\n}\n";
    let (all, inside) = ends(known("ts"), text, &(2..3)).expect("sound");
    assert_eq!((all, inside), (Ends { with: 1, without: 2 }, Ends { with: 1, without: 0 }));
    assert_eq!(ends(known("ts"), b"a(", &(0..1)), None);
}
