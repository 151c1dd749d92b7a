use proptest::prelude::*;

use super::*;
use crate::core::{
    locate::{Hay, LADDER, Tier, line::Budget, tiers::indent::learn},
    text::Text as Source,
};

/// The line of REPLACE (from 1) that is in doubt where SEARCH is four blanks deeper in the file.
fn deeper(search: &str, replace: &str) -> Option<usize> {
    in_doubt(&search.replace('\n', "\n    ").replacen("", "    ", 1), search, replace)
}

fn in_doubt(file: &str, search: &str, replace: &str) -> Option<usize> {
    let search = Search::new(search.as_bytes(), replace.as_bytes());
    let window: Vec<&[u8]> = file.lines().map(str::as_bytes).take(search.search.len()).collect();
    let mapping = learn(&window, &search.search).expect("a mapping");
    match doubtful(&mapping, &search, false) {
        Some(Unlaid::Literal { line } | Unlaid::Indentation { line }) => Some(line),
        Some(other) => panic!("{other:?}"),
        None => None,
    }
}

#[test]
fn a_text_of_its_own_content_is_not_shifted_silently() {
    let texts = [
        "cat <<EOF\ntext\nEOF\n",
        "  q = <<~SQL\n    select\n  SQL\n",
        "s = r#\"\n  line\n\"#;\n",
        "s = \"one\n  two\";\n",
        "s = R\"(\n  line\n)\";\n",
        "s = [[\n  line\n]]\n",
        "s = [==[\nline\n]==]\n",
        "print << 'end of text';\n  select\nend of text\n",
        "awk '\n  BEGIN { x }\n'\n",
        "s = 'abc\\\n  def'\n",
        "s = `\n  select\n`\n",
        "s = \"\"\"\n  - one\n  \"\"\"\n",
        "f(\n  \"\"\"\n  one\n  \"\"\")\n",
    ];
    for text in texts {
        let made = deeper("f() {\n  a\n}\n", &format!("f() {{\n{text}  a\n}}\n"));
        assert!(made.is_some(), "{text}");
        assert_eq!(deeper("f() {\n  a\n}\n", &format!("f() {{\n{}  a\n}}\n", "  x()\n")), None);
    }
    assert_eq!(deeper("a\n  b\n", "c\n  b\nd\n"), None);
}

#[test]
fn new_lines_that_step_in_as_the_file_does_are_not_stretched() {
    let made = |new: &str| in_doubt("a\n    b\n", "a\n  b\n", &format!("{new}a\n  b\n"));
    assert_eq!(made("c\n    d\n        e\n"), Some(2));
    assert_eq!(made("c\n  d\n    e\n"), None);
    assert_eq!(made("c\n  d(\n      e)\n"), None);
    assert_eq!(made("c\nd\n"), None);
}

#[test]
fn a_section_that_is_away_from_the_margin_has_texts_too() {
    let file = "        a\n          b\n";
    assert_eq!(
        in_doubt(file, "    a\n      b\n", "    a\n    s = r#\"\n      x\n    \"#;\n      b\n"),
        Some(3)
    );
}

#[test]
fn a_text_is_not_written_with_tabs_for_blanks() {
    let file = "\tif x\n\t\ta\n\t\tb\n";
    let search = "    if x\n        a\n        b\n";
    let replace = "    if x\n        cat <<EOF\nkey:\n    sub: 1\nEOF\n        a\n        b\n";
    assert_eq!(in_doubt(file, search, replace), Some(4));
    let fenced = "    if x\n        ```\n        sub: 1\n        ```\n        a\n        b\n";
    assert_eq!(in_doubt(file, search, fenced), Some(3));
}

#[test]
fn what_documents_the_code_goes_along_with_it() {
    let document = "def f():\n    \"\"\"Say.\n\n    Args:\n        x: it\n    \"\"\"\n    return 1\n";
    assert_eq!(deeper("def f():\n    return 1\n", document), None);
    assert_eq!(
        deeper("def f():\n    return 1\n", "def f():\n    r'''Say.\n    more'''\n    return 1\n"),
        None
    );
    let attribute = "def f():\n    @doc \"\"\"\n    Say.\n    \"\"\"\n    return 1\n";
    assert_eq!(deeper("def f():\n    return 1\n", attribute), None);
    for (text, line) in [
        // A value, an argument, and a part of an expression.
        ("    x = \"\"\"Say.\n    more\"\"\"\n", 3),
        ("    x = (\n    \"\"\"Say.\n    more\"\"\"\n    )\n", 4),
        ("    x = \\\n    \"\"\"Say.\n    more\"\"\"\n", 4),
        ("    \"\"\"Say.\n    more\"\"\"\n    % x\n", 3),
        ("    \"\"\"Say.\n    more\"\"\".strip()\n", 3),
    ] {
        let replace = format!("def f():\n{text}    return 1\n");
        assert_eq!(deeper("def f():\n    return 1\n", &replace), Some(line), "{text}");
    }
    let at_margin = "def f():\n    \"\"\"Say.\nmore\n    \"\"\"\n    return 1\n";
    assert_eq!(deeper("def f():\n    return 1\n", at_margin), Some(3));
}

#[test]
fn documents_whose_common_indentation_does_not_count_go_along() {
    assert_eq!(deeper("- a\n- b\n", "- a\n  ```sh\n  cat <<EOF\n  EOF\n  ```\n- b\n"), None);
    assert_eq!(deeper("a: 1\nb: 2\n", "a: 1\nrun: |\n  cat <<EOF\n  EOF\nb: 2\n"), None);
}

#[test]
fn words_that_count_at_the_margin_are_not_shifted_silently() {
    assert_eq!(deeper("a;\nb;\n", "a;\n#ifdef X\nb;\n#endif\n"), Some(2));
    assert_eq!(deeper("#ifdef X\nb;\n#endif\n", "#ifdef X\nb;\n#else\nc;\n#endif\n"), None);
}

#[test]
fn a_replacement_that_is_indented_as_the_file_is_not_indented_again() {
    let mapping = learn(&[b"    a", b"    b"], &[b"a", b"b"]).expect("a shift");
    assert!(is_there_already(&mapping, &[b"a", b"b"], &[b"    a", b"    c"]));
    assert!(!is_there_already(&mapping, &[b"a", b"b"], &[b"a", b"    c"]));
}

/// Signs by which languages begin and end a multi-line string.
const FORMS: [(&str, &str); 25] = [
    ("x = \"", "\";"),
    ("x = '", "' + y"),
    ("x = \"\"\"", "\"\"\""),
    ("call('''one''' + '''", "''')"),
    ("const x = `", "`;"),
    ("let x = r\"", "\";"),
    ("let x = r#\"", "\"#;"),
    ("let x = br##\"", "\"##;"),
    ("auto x = R\"(", ")\";"),
    ("auto x = u8R\"tag(", ")tag\";"),
    ("local x = [[", "]]"),
    ("local x = [==[", "]==]"),
    ("cat <<EOF", "EOF"),
    ("cat <<-'end' | sort", "end"),
    ("x = <<~SQL.strip", "SQL"),
    ("$x = <<<HTML", "HTML;"),
    ("print << 'end of text';", "end of text"),
    ("awk '", "' file"),
    ("ssh host \"", "\""),
    ("x = '\\", "'"),
    ("let x = #\"", "\"#"),
    ("x = %q(", ")"),
    ("AS $body$", "$body$;"),
    ("<pre>", "</pre>"),
    ("fn f<'a>(x: &'a str) { let y = \"", "\"; }"),
];

proptest! {
    #[test]
    fn a_line_in_a_text_is_written_as_the_reply_has_it_or_not_at_all(
        form in prop::sample::select(FORMS.to_vec()),
        content in prop::collection::vec("( {0,6}|\t{1,2})[a-z]{1,5}( don't| [a-z]{1,3})?", 1..4),
        level in 0usize..3,
        shift in 0usize..4,
        at in 0usize..4,
    ) {
        let (open, close) = form;
        let blanks = "    ".repeat(level);
        // An apostrophe would end some of the strings.
        let content = content.into_iter().map(|line| if close.contains('\'') { line.replace('\'', "") } else { line });
        let code = [format!("{blanks}begin(x)"), format!("{blanks}    inner(x)"), format!("{blanks}finish(x)")];
        let mut new: Vec<String> = code.to_vec();
        let text: Vec<String> =
            [format!("{blanks}{open}")].into_iter().chain(content).chain([close.to_owned()]).collect();
        let inside = at + 1..at + text.len();
        new.splice(at..at, text);
        let in_file = |line: &String| match shift {
            0 => format!("    {line}"),
            1 => format!("\t{line}"),
            2 => line.replace("    ", "\t"),
            _ => line.strip_prefix("    ").unwrap_or(line).to_owned(),
        };
        let file: Vec<String> = code.iter().map(in_file).collect();
        let text_of = |lines: &[String]| format!("{}\n", lines.join("\n")).into_bytes();
        let (old, new_text, source) = (text_of(&code), text_of(&new), Source::new(text_of(&file)));
        let search = Search::new(&old, &new_text);
        let rung = LADDER.iter().find(|rung| rung.tier == Tier::Indent).expect("a rung");
        let budget = Budget::for_bytes(1000);
        let found = rung.among_lines(&Hay::new(&search, &source, &[0], &budget)).expect("budget");
        for place in found.places {
            let hunks = place.hunks.iter();
            let written: Vec<&[u8]> = hunks.flat_map(|hunk| hunk.new.iter().map(|line| &**line)).collect();
            for line in &new[inside.clone()] {
                prop_assert!(written.contains(&line.as_bytes()), "{:?} in {:?}", line, written);
            }
        }
    }
}

#[test]
fn a_first_line_that_lost_its_indentation_does_not_move_the_others() {
    let shift = |file: &[u8], search: &[u8]| learn(&[file], &[search]).expect("a shift");
    let image = shift(b"    image: x", b"image: x");
    assert!(is_there_already(&image, &[b"image: x"], &[b"image: x", b"    env: y"]));
    assert!(!is_there_already(&image, &[b"image: x"], &[b"image: x", b"env:", b"  - y"]));
    // Below a line that opens a block they are deeper than it.
    let def = shift(b"    def f():", b"def f():");
    assert!(!is_there_already(&def, &[b"def f():"], &[b"def f():", b"    return 1"]));
    assert!(is_there_already(&def, &[b"def f():"], &[b"def f():", b"        return 1"]));
    // So does another one in its place.
    assert!(is_there_already(&image, &[b"image: x"], &[b"env:", b"      - y", b"    image: x"]));
    assert!(is_there_already(&image, &[b"image(x)"], &[b"env(y);", b"    image(x)"]));
    assert!(!is_there_already(&image, &[b"image(x)"], &[b"if x:", b"    image(y)"]));
    assert!(!is_there_already(&image, &[b"image(x)"], &[b"image(y)", b"    .of(x)"]));
}

#[test]
fn a_replacement_at_the_depth_of_the_file_that_shares_no_line_is_in_doubt() {
    let deeper = learn(&[b"        v = one(1)"], &[b"    v = one(1)"]).expect("a shift");
    assert!(is_there_already(&deeper, &[b"    v = one(1)"], &[b"        v = one(2)"]));
    assert!(!is_there_already(&deeper, &[b"    v = one(1)"], &[b"    v = one(2)"]));
}

#[test]
fn new_lines_that_begin_as_deep_as_the_file_are_not_shifted_once_more() {
    let shifted = |file: &str, search: &str, replace: &str| {
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let window: Vec<&[u8]> = file.lines().map(str::as_bytes).collect();
        let mapping = learn(&window, &search.search).expect("a mapping");
        doubtful(&mapping, &search, false) == Some(Unlaid::Shifted)
    };
    assert!(shifted("    a: 1,\n    b: 2,\n  },\n", "  a: 1,\n  b: 2,\n},\n", "    c: 1,\n    d: 2,\n"));
    assert!(shifted(
        "    a(1)\n      b(2)\n    }\n  }\n",
        "  a(1)\n    b(2)\n  }\n}\n",
        "    c(1)\n      b(3)\n    }\n  }\n"
    ));
    // Nothing but a bracket is left, which is as deep as in the file.
    assert!(shifted("    a(1) {\n        }\n", "  a(1) {\n      }\n", "        }\n"));
    assert!(!shifted("    a(1) {\n        }\n", "  a(1) {\n      }\n", "      }\n"));
    assert!(!shifted("    a: 1,\n    b: 2,\n", "  a: 1,\n  b: 2,\n", "  c: 1,\n    d: 2,\n"));
}
