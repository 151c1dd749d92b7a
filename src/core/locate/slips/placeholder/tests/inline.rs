use super::*;

/// Returns whether a placeholder is found where `new` takes the place of `old`, between lines that stay and one that
/// changes.
fn found(file: &str, old: &str, new: &str) -> bool {
    let text = |body: &str, changed: &str| format!("first\n{body}\nlast\n{changed}\n");
    let [old, new] = [text(old, "one"), text(new, "two")];
    let [old, new] = [&old, &new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
    placeholder(&old, &new, language::of(file.as_bytes())).is_some()
}

#[test]
fn a_placeholder_for_the_body_of_a_head_on_its_line_stands_for_it() {
    let python = "def f(i):\n    row = get(i)\n    return row";
    let js = "function a() {\n  x();\n  y();\n}";
    let object = "  user: {\n    list: 1,\n    show: 2,\n  },";
    let cases = [
        ("a.js", js, "function a() { /* unchanged */ }"),
        ("a.js", js, "function a() { ... }"),
        ("a.js", js, "function a() {...}"),
        ("a.js", js, "function a() { … }"),
        ("a.js", js, "function a() { /* ... */ }"),
        ("a.js", js, "function a() { /* existing implementation */ }"),
        ("a.js", "function a() { x(); y(); }", "function a() { /* unchanged */ }"),
        ("a.ts", object, "  user: { ... },"),
        ("a.py", python, "def f(i): ..."),
        ("a.py", python, "def f(i): ...  # unchanged"),
        ("a.css", ".nav {\n  gap: 4px;\n  display: flex;\n}", ".nav { /* existing styles */ }"),
    ];
    let missed = cases.into_iter().filter(|(file, old, new)| !found(file, old, new));
    assert_eq!(Vec::from_iter(missed.map(|(_, _, new)| new)), [""; 0]);
}

#[test]
fn code_and_comments_beside_it_stand_for_nothing() {
    let js = "function a() {\n  x();\n  y();\n}";
    let python = "def f(i):\n    row = get(i)\n    row.load()\n    return row";
    let yaml = "worker:\n  image: b\n  args: [x]";
    let cases = [
        ("a.js", js, "function a() {}"),
        ("a.js", js, "function a() { all(); } // same result"),
        ("a.js", js, "p.catch(() => { /* best effort */ });"),
        ("a.js", js, "p.catch(() => { /* keep previous value */ });"),
        ("a.js", js, "switch (k) { // same order as before\ncase A:\n}"),
        ("a.go", js, "switch k { // existing code\ncase A:\n}"),
        ("a.c", js, "int find(int k)  // as in the original\n{\n  return 1;\n}"),
        ("a.cpp", js, "int find(const A& a) const; // existing callers pass arrays"),
        ("a.py", python, "def f(i): return get(i)  # same result"),
        ("a.py", python, "def f(i): return get(i)  # unchanged"),
        ("a.rb", "def f(a)\n  b\n  c\n  d\nend", "def f(a) a.sum end # as before"),
        ("a.py", python, "class A(Exception): ..."),
        ("a.py", "def f(i):\n    pass", "def f(i): ..."),
        ("a.py", "x:\n    y()", "x: ...more"),
        ("a.py", python, "except ImportError: ..."),
        ("a.jsx", "<p>\n  <b>\n  x\n  </b>\n</p>", "<span>...</span>"),
        ("a.html", "<p>\n  <b>\n  x\n  </b>\n</p>", "<div id=\"root\"><!-- app mounts here --></div>"),
        ("a.lua", "local a = {\n  1,\n  2,\n}", "local a = { ... }"),
        (
            "a.nix",
            "o = { self, n, ... } @ inputs: {\n  a = 1;\n  b = 2;\n}",
            "o = { ... } @ inputs: {\n  c = 1;\n}",
        ),
        ("a.js", js, "function a() { /* no longer needed */ }"),
        ("a.js", js, "function a() { // same as b\n  z();\n}"),
        ("a.js", js, "const a = () => x(); // the rest is done by b"),
        ("a.js", js, "const text = \"{ ... }\";"),
        ("a.js", js, "const a = (...rest) => b({ ...rest });"),
        ("a.js", js, "log(`loading { ... }`);"),
        ("a.js", js, "// as in { ... }"),
        ("a.py", python, "def f(i):  # the same for all\n    return get(i)"),
        ("a.py", python, "f = lambda i: get(i)  # unchanged name"),
        ("a.py", python, "x: int = Field(...)"),
        ("a.py", python, "x[...] = 0"),
        ("a.py", python, "def f(i) -> tuple[int, ...]: return get(i)"),
        ("a.py", "@overload\ndef f(i): pass\n    # a\n", "@overload\ndef f(i): ..."),
        ("a.py", python, "def f(i):\n    pass  # noqa"),
        ("a.cpp", "int get() {\n  x();\n  return y();\n}", "int get(); // the value"),
        ("a.rs", "fn find(&self) -> Row {\n    a();\n    b()\n}", "fn find(&self) -> Row; // by id"),
        ("a.yaml", yaml, "worker: {}"),
        ("a.yaml", yaml, "worker: # the existing ones\n  image: c"),
        ("a.yaml", yaml, "worker: # the existing ones\n- c"),
        ("a.toml", "[b]\ny = 2\nz = 3\nw = 4", "[b] # other settings\ny = 3"),
        ("a.cpp", "try {\n  a();\n  b();\n}\n", "try { a(); } catch (...) { }"),
        ("a.py", "x = Field(\n    None,\n)", "x = Field(\n    ...\n)"),
        ("a.html", "<button>\n  Load\n</button>", "<button>...</button>"),
        ("a.nix", "{ pkgs, ... }:\n{\n  a = 1;\n  b = 2;\n}", "{ ... }:\n{\n  c = 1;\n}"),
        ("a.md", "a {\n\nb\n\nc\n\n}", "a { ... }"),
    ];
    let told = cases.into_iter().filter(|(file, old, new)| found(file, old, new));
    assert_eq!(Vec::from_iter(told.map(|(_, _, new)| new)), [""; 0]);
}

#[test]
fn the_line_of_the_reply_is_named() {
    let search: [&[u8]; 5] = [b"a", b"function f() {", b"  x();", b"  y();", b"}"];
    let replace: [&[u8]; 3] = [b"b", b"c", b"function f() { /* unchanged */ }"];
    assert_eq!(placeholder(&search, &replace, language::of(b"a.js")), Some(2));
}
