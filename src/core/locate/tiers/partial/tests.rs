use bstr::ByteSlice as _;
use proptest::prelude::*;

use super::*;
use crate::core::{
    locate::{LADDER, Tier, search::Search},
    text::Text,
};

fn find<'r>(text: &Text, search: &Search<'r>, budget: &Budget) -> Result<Found<'r>, OverBudget> {
    let rung = LADDER.iter().find(|rung| rung.tier == Tier::Partial).expect("a rung");
    super::find(rung, &Hay::new(search, text, &[], budget))
}

fn found(file: &str, search: &str, replace: &str) -> Vec<String> {
    let text = Text::new(file.as_bytes().to_vec());
    let search = Search::new(search.as_bytes(), replace.as_bytes());
    let found = find(&text, &search, &Budget::for_bytes(1000)).expect("budget");
    let hunks = found.places.into_iter().flat_map(|place| place.hunks);
    hunks.flat_map(|hunk| hunk.new).map(|line| String::from_utf8_lossy(&line).into_owned()).collect()
}

/// Returns whether a part is found in a file.
fn is_found(file: &str, search: &str) -> bool {
    !found(file, search, "other").is_empty()
}

#[test]
fn a_part_of_one_line_is_changed_there() {
    assert_eq!(found("x = run(a, b)  # go\n", "run(a, b)", "run(b, a)"), ["x = run(b, a)  # go"]);
    assert_eq!(found("    return total(a)\n", "  total(a)", "  sum(a)"), ["    return sum(a)"]);
}

#[test]
fn what_is_behind_the_part_is_not_commented_out() {
    let file = "first_call(abc); second_call(def);\n";
    for new in
        ["first_call(abc); // n", "first_call(abc); # n", "first_call(abc); -- n", "first_call(abc); /* n"]
    {
        assert_eq!(found(file, "first_call(abc);", new), [""; 0], "{new}");
    }
    assert_eq!(found(file, "first_call(abc);", "first_call(x);"), ["first_call(x); second_call(def);"]);
    assert_eq!(found("f(total(a, b)); // n\n", "total(a, b)", "sum(a"), [""; 0]);
}

#[test]
fn a_part_behind_a_condition_stays_one_statement() {
    assert_eq!(found("if x: y = total(1)\n", "y = total(1)", "y = total(1); z = 2"), [""; 0]);
}

#[test]
fn a_new_part_that_goes_on_into_the_rest_of_the_line_is_not_laid() {
    let cases = [
        ("    first_field: u32,\n", "first_field: u32", "first: u32,"),
        ("    first(a, 1),  # one\n", "first(a, 1)", "first(a),  # one"),
        ("if first == 1:\n", "if first == 1", "if second == 1:"),
        ("    return first(a, 1)\n", "first(a, 1)", "return first(a)"),
        ("let one = first(a, 1)\n", "first(a, 1)", "let one = second(a)"),
    ];
    for (file, search, replace) in cases {
        assert_eq!(found(file, search, replace), [""; 0], "{file}");
    }
    assert_eq!(found("go(a, run(b, 1), 2)\n", "run(b, 1)", "run(b, 2)"), ["go(a, run(b, 2), 2)"]);
    assert_eq!(found("go(one(a))\n", "one(a)", "one(two(a))"), ["go(one(two(a)))"]);
}

#[test]
fn a_part_that_is_there_twice_is_two_places() {
    assert_eq!(found("f(f(a, b), f(a, b))\n", "f(a, b)", "g(a, b)").len(), 2);
    assert_eq!(found("f(a, b);\ng(f(a, b));\n", "f(a, b)", "g(a, b)").len(), 2);
}

#[test]
fn a_line_is_cut_where_something_begins_and_ends() {
    for line in [
        "run(a, b)", "  run(a, b);", "  run(a, b); // go", "x = run(a, b)", "x += run(a, b) # go",
        "x: run(a, b),", "go(run(a, b), c)", "go(c, run(a, b))", "[run(a, b)]", "k => run(a, b),",
        "return run(a, b);", "if run(a, b):", "run(a, b) {", "while (run(a, b)) {",
    ] {
        assert!(is_found(&format!("{line}\n"), "run(a, b)"), "{line}");
    }
}

#[test]
fn a_part_of_a_longer_name_number_or_expression_is_left_alone() {
    let cases = [
        ("x = f(a, b).c", "f(a, b)"),
        ("let a_bc = 1;", "let a_b"),
        ("self_run(a, b)", "run(a, b)"),
        ("self.run(a, b)", "run(a, b)"),
        ("p->size = 0;", "size = 0;"),
        ("p -> size = 0;", "size = 0;"),
        ("@name = full, x", "name = full"),
        ("$name = full;", "name = full;"),
        ("Foo::bar(x, 1);", "bar(x, 1);"),
        ("if (!ready && on) {", "ready && on"),
        ("run --flag-name=x y", "flag-name=x y"),
        ("return a + b * c", "return a + b"),
        ("x = base - a + b", "a + b"),
        ("x = 1,000", "x = 1"),
        ("x = 1.5", "x = 1"),
        ("if x > 1e5:", "x > 1"),
        ("foo = bar == baz", "foo = bar"),
        ("bar == foo + 1", "foo + 1"),
        ("foo = 1 if a else 2", "foo = 1"),
        ("foo(a, b)(c)", "foo(a, b)"),
        ("if not x in y:", "x in y"),
        ("if x and y or z:", "if x and y"),
        ("x = a // b", "x = a"),
        ("x = b\"a b\"", "\"a b\""),
        ("Never run rm x now.", "run rm x"),
        ("unsigned int x;", "int x;"),
    ];
    for (line, search) in cases {
        assert!(!is_found(&format!("{line}\n"), search), "{line}");
    }
}

#[test]
fn what_is_in_a_comment_or_a_text_is_left_alone() {
    for file in [
        "/* begins\nrun(a, b)\n*/\n",
        "/* begins\nrun(a, b)\n",
        "; run(a, b)\n",
        "x // see run(a, b)\n",
        "--[[\nrun(a, b)\n]]\n",
        "x = [==[\nrun(a, b)\n]==]\n",
        "<!--\nrun(a, b)\n-->\n",
        "def f():\n    \"\"\"Say.\n\n    run(a, b)\n    \"\"\"\n",
        "# \"\"\" in a remark\ndef f():\n    '''\n    run(a, b)\n    '''\n",
        "print(\"run(a, b)\")\n",
        "print(\"x, run(a, b), y\")\n",
        "cat <<EOF\nrun(a, b)\nEOF\n",
        "x = `\nrun(a, b)\n`\n",
        "awk '\nrun(a, b)\n'\n",
        "{-\nrun(a, b)\n-}\n",
        "```\nrun(a, b)\n```\n",
    ] {
        assert!(!is_found(file, "run(a, b)"), "{file}");
        assert!(!is_found(&format!("{file}\nrun(a, b)\n"), "run(a, b)"), "{file}");
    }
}

#[test]
fn what_is_behind_a_comment_or_a_text_is_code() {
    for file in [
        "/* begins\n*/\nx = run(a, b)\n",
        "def f():\n    \"\"\"Say.\"\"\"\n    return run(a, b)\n",
        "it isn't [[ so\nx = run(a, b)\n",
        "x = `\n${run(a, b)}\n`\n",
    ] {
        assert!(is_found(file, "run(a, b)"), "{file}");
    }
    assert!(is_found("x = go(\"a b\", c)\n", "go(\"a b\", c)"));
}

#[test]
fn an_attribute_of_a_tag_is_whole() {
    let changed =
        |line: &str, search: &str, replace: &str| found(&format!("{line}\n"), search, replace).concat();
    let (old, new) = ("poster=\"/a-b.jpg\"", "poster=\"/a-b.webp\"");
    for tag in [
        "<video class=\"card card--glass\" PART playsinline>",
        "  <p>One</p> <video PART/>",
        "<Video key={a > b ? '}' : \"x\"} {...rest} @go=\"x\" PART />",
        "<video PART muted src='//a/b#c'></video>",
    ] {
        assert_eq!(changed(&tag.replace("PART", old), old, new), tag.replace("PART", new));
    }
    let expression = "poster={new Image({src: '/a.webp', width: 12})}";
    assert_eq!(changed(&format!("<video {expression} x>"), expression, new), format!("<video {new} x>"));
    // A part of an attribute; of two tags; a tag that does not end; what becomes none; a comment; a text.
    for (line, search, replace) in [
        ("<video data-poster=\"/a-b.jpg\" x>", old, new),
        ("<video title='x poster=\"/a-b.jpg\" y'>", old, new),
        ("<video a poster=\"/a-b.jpg\"", old, new),
        ("<video a--b poster=\"/a-b.jpg\">", old, "poster=\"/a-b.jpg\"><b"),
        ("<video a--b poster=\"/a-b.jpg\">", old, "poster=\"/a-b.jpg"),
        ("<b c=\"d--e\"><b f=\"g\">", "c=\"d--e\"><b f=\"g\"", new),
        ("// <video a poster=\"/a-b.jpg\" x>", old, new),
        ("<!-- <video a poster=\"/a-b.jpg\" x> -->", old, new),
        ("s = '<video a poster=\"/a-b.jpg\" x>'", old, new),
    ] {
        assert_eq!(changed(line, search, replace), "", "{line}");
    }
}

#[test]
fn one_token_says_too_little() {
    assert!(!is_found("return total\n", "total"));
}

#[test]
fn many_places_are_found_in_one_pass_or_given_up() {
    let many = |text: Vec<u8>, search: &'static [u8]| {
        let (text, search) = (Text::new(text), Search::new(search, b"x"));
        find(&text, &search, &Budget::for_bytes(text.bytes().len())).map(|found| found.places.len())
    };
    assert_eq!(many(b"foo = default_value, 1\n".repeat(10_000), b"foo = default_value"), Ok(10_000));
    // Each of these places would be the whole line anew.
    assert_eq!(many(b"(a b), ".repeat(100_000), b"a b"), Err(OverBudget));
}

/// A line as the tokens that a language could see in it: names with their sigils, numbers with their points
/// and groups, operators as long as they get, and single signs.
fn tokenized(line: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_ascii_start();
    while let Some(first) = rest.first() {
        let run =
            |from: usize, is: &dyn Fn(u8) -> bool| rest[from..].iter().take_while(|byte| is(**byte)).count();
        let sigils = run(0, &|byte| b"@$-!&*".contains(&byte));
        let length = match first {
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'"' | b',' | b';' => 1,
            b'0'..=b'9' => {
                let number = run(0, &|byte| is_word(byte) || byte == b'.' || byte == b',');
                // A comma or point that no digit follows is a sign of its own.
                rest[..number].trim_end_with(|sign| matches!(sign, ',' | '.')).len()
            }
            _ if rest.get(sigils).is_some_and(|byte| is_word(*byte)) => sigils + run(sigils, &is_word),
            _ => run(0, &|byte| {
                !is_word(byte) && !byte.is_ascii_whitespace() && !b"()[]{}\",;".contains(&byte)
            }),
        };
        let (token, below) = rest.split_at(length);
        tokens.push(token);
        rest = below.trim_ascii_start();
    }
    tokens
}

proptest! {
    #[test]
    fn the_tokens_are_those_of_the_file_but_for_the_part(
        before in prop::collection::vec(prop::sample::select(vec![
            "a", "1", "1,0", "x.", "->", "@", "$", "-", "--", "+", "*", "!", "not", "(", "[", ",", ", ", ";", "=", "==",
            " ", " ", ":", "::", "=>", "return", "\"", "'", "#", "//", "?",
        ]), 0..6),
        part in prop::sample::select(vec!["b c", "f(b, c)", "b = 1", "b + c", "1 + c", "b.c", "f(b);", "b, 1,", "(b c)"]),
        after in prop::collection::vec(prop::sample::select(vec![
            "a", "1", "000", ".5", ".x", "->", "-", "++", "+", "*", "(", ")", "]", ",", ", ", ";", "=", "==", " ", " ",
            ":", "::", "if", "\"", "'", " #", " //", "?", "{",
        ]), 0..6),
    ) {
        let (before, after) = (before.concat(), after.concat());
        let line = format!("{before}{part}{after}");
        for made in found(&format!("{line}\n"), part, "new(z)") {
            let (tokens, part, new) = (tokenized(line.as_bytes()), tokenized(part.as_bytes()), tokenized(b"new(z)"));
            let mut places = (0..tokens.len()).filter(|&at| tokens[at..].starts_with(&part));
            let put = |at: usize| [&tokens[..at], &new, &tokens[at + part.len()..]].concat();
            prop_assert!(places.any(|at| put(at) == tokenized(made.as_bytes())), "{} {}", line, made);
        }
    }
}

#[test]
fn parts_that_overlap_are_several_places() {
    let text = Text::new(b"f(null, null, null, null);\n".to_vec());
    let search = Search::new(b"null, null, null", b"null, null, 5");
    let found = find(&text, &search, &Budget::for_bytes(1000)).expect("budget");
    assert_eq!(found.lines().len(), 2);
}

#[test]
fn a_part_that_the_new_one_is_around_already_changes_nothing() {
    let places = |file: &str, search: &str, replace: &str| {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let found = find(&text, &search, &Budget::for_bytes(1000)).expect("budget");
        found.places.into_iter().map(|place| place.hunks.len()).collect::<Vec<_>>()
    };
    assert_eq!(places("from x import one, two, three\n", "import one, two", "import one, two, three"), [0]);
    assert_eq!(places("  all(get(user));\n", "get(user)", "all(get(user))"), [0]);
    assert_eq!(places("x = get(user);\n", "get(user)", "all(get(user))"), [1]);
}
