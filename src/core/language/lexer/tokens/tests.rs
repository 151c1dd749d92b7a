use super::*;
use crate::core::language;

fn read<'l>(name: &str, text: &'l str) -> Vec<Line<'l>> {
    let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    super::read(language::of(name.as_bytes()).expect("a language"), &lines, Extent::Section, State::default())
}

/// The lines (from 0) that are comments and nothing else.
fn comments(name: &str, text: &str) -> Vec<usize> {
    let language = language::of(name.as_bytes()).expect("a language");
    let lines = read(name, text);
    (0..lines.len()).filter(|line| lines[*line].is_comment(language)).collect()
}

/// The lines that begin inside of something.
fn inside(name: &str, text: &str) -> Vec<usize> {
    let lines = read(name, text);
    (0..lines.len()).filter(|line| lines[*line].before != State::default()).collect()
}

#[test]
fn a_comment_is_what_the_language_says() {
    assert_eq!(comments("a.py", "# x\nn // 10\nx = 1  # y\n'# no'"), [0]);
    assert_eq!(comments("a.c", "// x\n* p = 3;\n# undef X\n/* a\n * b\n */\nx"), [0, 3, 4, 5]);
    assert_eq!(comments("a.jsx", "{/* x */}\n{}\n/* x */ y\n<p>don't // stop</p>"), [0]);
    assert_eq!(comments("a.lua", "-- x\n--[[\ny\n]]\nz"), [0, 1, 2, 3]);
    assert_eq!(comments("a.ini", "; x\n# y\nz = 1 # 2"), [0, 1]);
}

#[test]
fn leaders_inside_of_texts_begin_no_comment() {
    for (name, line) in [
        ("a.js", "x = \"http: //x\""),
        ("a.py", "x = 'a # b'"),
        ("a.sh", "echo \"${a #b}\" a#b"),
        ("a.js", "x = y.replace(/a\\//, b)"),
        ("a.go", "x := `a // b`"),
        ("a.html", "<input accept=\"image/*\">"),
    ] {
        assert!(read(name, line).iter().all(|line| !line.comment), "{line}");
    }
}

#[test]
fn texts_span_lines_until_they_are_closed() {
    assert_eq!(inside("a.py", "x = \"\"\"\n# a\n\"\"\"\ny"), [1, 2]);
    assert_eq!(inside("a.js", "x = `\n// a\n`;\ny"), [1, 2]);
    assert_eq!(inside("a.sh", "cat <<EOF\n# a\nEOF\nawk '\n# b\n'\ny"), [1, 2, 4, 5]);
    assert_eq!(inside("a.rs", "x = r#\"\n\"a\"\n\"#;\nfn f<'a>(c: &'a u8) { '\"' }\ny"), [1, 2]);
    assert_eq!(inside("a.js", "/* off\nx();\n*/\ny"), [1, 2]);
    assert_eq!(inside("a.html", "<!--\n<p>\n-->\nit's"), [1, 2]);
}

#[test]
fn a_template_is_code_between_its_braces_and_a_pattern_opens_nothing() {
    assert_eq!(inside("a.js", "x = `\n${f(`a`, () => {\nb()\n})} // c\n`\ny // d"), [1, 2, 3, 4]);
    assert_eq!(comments("a.js", "x = y.split(/[`'\"]/)\n// a"), [1]);
    assert_eq!(inside("a.go", "x := `${\n`\ny"), [1]);
}

#[test]
fn a_word_that_does_not_come_again_begins_no_document() {
    let read = |name: &str, text: &'static str| {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let read = super::read(
            language::of(name.as_bytes()).expect("a language"),
            &lines,
            Extent::File,
            State::default(),
        );
        read.iter().map(|line| line.before == State::default()).collect::<Vec<_>>()
    };
    assert_eq!(read("a.rb", "all << NAME\nx"), [true, true]);
    assert_eq!(read("a.sh", "cat <<< EOF\nx\nEOF"), [true, true, true]);
    assert_eq!(read("a.php", "$x = <<<EOF\na\nEOF . 'b';\ny"), [true, false, false, true]);
    assert_eq!(read("a.sh", "cat <<A - <<B\na\nA\nb\nB\ny"), [true, false, false, false, false, true]);
}

#[test]
fn texts_of_yaml_are_told_by_their_indentation() {
    assert_eq!(inside("a.yml", "a:\n  b: |\n    # c\n\n    d\n  e: 1 # f\n"), [2, 3, 4]);
    assert_eq!(inside("a.yml", "- b: >-\n    # c\n  d: 1\n- |\n  # e\n- f\n"), [1, 4]);
    assert_eq!(inside("a.yml", "b: | # c\n  # d\ne: | # noqa\n  # f\n"), [1, 3]);
    assert_eq!(inside("a.yml", "a: b|c\nd: it's\n  # e\n"), [0; 0]);
}

#[test]
fn white_space_counts_where_the_language_says_so() {
    let same = |name: &str, a: &str, b: &str| read(name, a)[0].tokens == read(name, b)[0].tokens;
    assert!(same("a.py", "f(1,23)", "f(1, 23)  # x"));
    assert!(same("a.sh", "f 1", "f 1  # x"));
    assert!(!same("a.py", "f(1, 23)", "f(12, 3)"));
    assert!(!same("a.py", "not x", "notx"));
    assert!(!same("a.css", ".a .b {", ".a.b {"));
    assert!(!same("a.c", "#define F(x)", "#define F (x)"));
}
