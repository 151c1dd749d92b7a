mod begun;
mod version;

use super::*;
use crate::core::script;

/// Asks of the only place of SEARCH in a file.
fn asked(file: &str, search: &str, replace: &str) -> Presence {
    fn lines(text: &str) -> Vec<&[u8]> {
        text.lines().map(str::as_bytes).collect()
    }
    let (all, search, replace) = (lines(file), lines(search), lines(replace));
    let first = all.windows(search.len()).position(|window| window == search).expect("SEARCH");
    let place = first..first + search.len();
    let hunks: Vec<Hunk<'_>> = script::difference(&search, &replace)
        .into_iter()
        .map(|op| Hunk {
            old: first + op.old.start..first + op.old.end,
            new: replace[op.new].iter().map(|&line| line.into()).collect(),
        })
        .collect();
    let mut above = all[..place.start].to_vec();
    above.reverse();
    let beside = Beside { above, below: all[place.end..].to_vec() };
    let whole = Text::new(file.as_bytes().to_vec());
    presence(&hunks, &place, &all[place.clone()], &beside, &whole)
}

#[test]
fn an_insertion_that_is_there_is_made() {
    assert_eq!(asked("import os\nimport sys\n", "import os\n", "import os\nimport sys\n"), Presence::Made);
    assert_eq!(asked("import sys\nimport os\n", "import os\n", "import sys\nimport os\n"), Presence::Made);
    assert_eq!(asked("import os\nimport re\n", "import os\n", "import os\nimport sys\n"), Presence::Absent);
}

#[test]
fn lines_that_say_little_or_are_there_twice_prove_nothing() {
    let more = "  a();\n}\n}\n";
    assert_eq!(asked("{\n{\n  a();\n}\n}\n", "  a();\n}\n", more), Presence::Unclear);
    assert_eq!(asked("first(1)\npass\n", "first(1)\n", "first(1)\npass\n"), Presence::Unclear);
    assert_eq!(asked("\nf()\n", "f()\n", "\nf()\n"), Presence::Unclear);
    let twice = "a()\nlog_it(two)\nb()\nlog_it(two)\n";
    assert_eq!(asked(twice, "a()\n", "a()\nlog_it(two)\n"), Presence::Unclear);
}

#[test]
fn what_a_file_begins_with_is_there_once() {
    let search = "title: a\n---\n";
    assert_eq!(asked(&format!("---\n{search}"), search, "---\ntitle: a\nnew: b\n---\n"), Presence::Unclear);
    assert_eq!(asked(&format!("b\n---\n{search}"), search, "---\ntitle: a\nnew: b\n---\n"), Presence::Absent);
}

#[test]
fn a_short_line_at_the_end_of_replace_is_not_doubled() {
    let file = "enum A {\n    Black,\n    Green,\n}\n";
    assert_eq!(asked(file, "    Black,\n", "    Scarlet,\n    Green,\n"), Presence::Unclear);
    assert_eq!(asked(file, "    Green,\n", "    Black,\n    Lime,\n"), Presence::Unclear);
    assert_eq!(asked(file, "    Black,\n", "    Scarlet,\n    Lime,\n"), Presence::Absent);
    let ends = "if a\n  b\nend\n";
    assert_eq!(asked(ends, "  b\n", "  if c\n    b\nend\n"), Presence::Absent);
}

#[test]
fn a_line_that_got_a_comment_since_is_no_longer_absent() {
    let search = "}\nreturn m\n";
    let file = format!("limit.b = new Date(y)  // see above\n{search}");
    assert_eq!(asked(&file, search, &format!("limit.b = new Date(y)\n{search}")), Presence::Unclear);
    assert_eq!(asked(&file, search, &format!("limit.c = new Date(y)\n{search}")), Presence::Absent);
    // In Python that divides.
    let file = "half_of_all = number_of_all // 2\nend\n";
    assert_eq!(asked(file, "end\n", "half_of_all = number_of_all // 3\nend\n"), Presence::Absent);
}

#[test]
fn a_change_that_was_formatted_since_is_no_longer_absent() {
    let formatted = "a();\n\n// more\nb( \"two\", three );\n";
    assert_eq!(asked(formatted, "a();\n", "a();\nb('two', three);\n"), Presence::Unclear);
    let nested = "a:\n- call(one)\n";
    assert_eq!(asked(nested, "a:\n", "a:\n  - call(one)\n"), Presence::Unclear);
    let wrapped = "a();\n\n// more\nb( \"two\",\n  three );\n";
    assert_eq!(asked(wrapped, "a();\n", "a();\nb('two', three);\n"), Presence::Unclear);
}

#[test]
fn an_insertion_in_front_of_a_bracket_is_one_behind_the_same_bracket() {
    let file = "f() {\n}\n\ngreet() {\n  hello(1);\n}\n";
    assert_eq!(asked(file, "f() {\n}\n", "f() {\n}\n\ngreet() {\n  hello(1);\n}\n"), Presence::Made);
}

#[test]
fn a_word_that_closes_a_block_may_be_the_new_one_where_it_closes_none_of_the_change() {
    let file = "if a\n  x = 1\nend\n";
    assert_eq!(asked(file, "  x = 1\n", "  x = 1\nend\n"), Presence::Unclear);
    assert_eq!(asked(file, "  x = 1\n", "if b\n  x = 1\nend\n"), Presence::Absent);
}

#[test]
fn lines_of_the_file_that_the_change_goes_on_with_are_unclear() {
    let file = "f() {\n  alpha();\n  beta(1);\n  return gamma;\n}\n";
    let early = "f() {\n  alpha();\n  fresh();\n  beta(1);\n  return gamma;\n}\n";
    assert_eq!(asked(file, "f() {\n  alpha();\n", early), Presence::Unclear);
    let late = asked(
        "import os\nimport sys\n\nDEBUG = False\n",
        "DEBUG = False\n",
        "import os\nimport sys\n\nDEBUG = True\n",
    );
    assert_eq!(late, Presence::Unclear);
}

#[test]
fn tags_that_close_something_else_at_another_depth_are_absent() {
    let file = "<Card>\n  <CardContent>\n    <Calendar />\n  </CardContent>\n</Card>\n";
    let new = "    <Card>\n      <CardContent>\n        <Calendar />\n      </CardContent>\n    </Card>\n";
    assert_eq!(asked(file, "    <Calendar />\n", new), Presence::Absent);
}

#[test]
fn a_change_that_ends_with_the_lines_below_its_place_is_unclear() {
    let file = "f() {\n  alpha();\n}\n\nlater(one);\nlast(two);\n";
    let replaced = "f() {\n  beta();\n}\n\nlater(one);\n";
    assert_eq!(asked(file, "f() {\n  alpha();\n}\n\n", replaced), Presence::Unclear);
    assert_eq!(asked(file, "f() {\n  alpha();\n}\n", "f() {\n  beta();\n}\n"), Presence::Absent);
}

#[test]
fn a_change_that_lost_a_semicolon_or_got_a_comma_since_is_unclear() {
    let file = "a()\nlog(\"one\", two)\nrest\n";
    assert_eq!(asked(file, "a()\n", "a()\nlog(\"one\", two);\n"), Presence::Unclear);
    let wrapped = "a()\nlog(\n  \"one\",\n  two,\n)\n";
    assert_eq!(asked(wrapped, "a()\n", "a()\nlog(\"one\", two)\n"), Presence::Unclear);
    let above = "log(\n  \"one\",\n  two,\n)\nb()\n";
    assert_eq!(asked(above, "b()\n", "log(\"one\", two)\nb()\n"), Presence::Unclear);
    assert_eq!(asked(above, "b()\n", "log(\"two\", two)\nb()\n"), Presence::Absent);
}

#[test]
fn a_word_that_closes_a_block_once_more_is_unclear() {
    let blocks = [
        ("if a; then", "fi"),
        ("for a in b; do", "done"),
        ("case a in", "esac"),
        ("def a(b)", "end"),
        ("a do |b|", "end"),
    ];
    let around = |depth: usize, text: &str| {
        (0..depth).fold(text.to_owned(), |text, _| {
            let inner: String = text.lines().map(|line| format!("  {line}\n")).collect();
            format!("while x; do\n{inner}done\n")
        })
    };
    for ((head, close), depth) in blocks.into_iter().flat_map(|block| (0..3).map(move |depth| (block, depth)))
    {
        let indent = "  ".repeat(depth);
        let block = |body: &str| around(depth, &format!("{head}\n{body}{close}\n"));
        let place = format!("{indent}{head}\n{indent}  one\n");
        let twice = format!("{place}{indent}  two\n{indent}{close}\n");
        assert_eq!(asked(&block("  one\n"), &place, &twice), Presence::Unclear, "{head} {depth}");
        let nested = format!("{place}{indent}  if b; then\n{indent}    two\n{indent}  fi\n");
        assert_eq!(asked(&block("  one\n"), &place, &nested), Presence::Absent, "{head} {depth}");
        let another = format!("{place}{indent}{close}\n{indent}{head}\n{indent}  two\n");
        assert_eq!(asked(&block("  one\n"), &place, &another), Presence::Absent, "{head} {depth}");
    }
}

#[test]
fn lines_behind_a_blank_line_are_no_proof() {
    let file = "usage\n\n$ run --all\nfine: true\n";
    assert_eq!(asked(file, "usage\n", "usage\n$ run --all\nfine: true\n"), Presence::Unclear);
}

#[test]
fn a_change_of_which_a_part_is_there_is_unclear() {
    let half = asked("import os\nimport sys\nx\n", "import os\n", "import os\nimport sys\nimport re\n");
    assert_eq!(half, Presence::Unclear);
}

#[test]
fn a_new_neighbour_that_resembles_an_old_one_is_absent() {
    let file = "@staticmethod\ndef a():\n  return 1\n\n@staticmethod\ndef b():\n  return 1\n";
    let new = "  return 1\n\n@staticmethod\ndef c():\n  return 2\n\n@staticmethod\ndef b():\n";
    assert_eq!(asked(file, "  return 1\n\n@staticmethod\ndef b():\n", new), Presence::Absent);
    let below = "def a():\n  return 1\n\n@staticmethod\ndef c():\n  return 2\n";
    assert_eq!(asked(file, "def a():\n  return 1\n", below), Presence::Absent);
}

#[test]
fn attributes_above_a_place_are_a_part_of_what_is_put_there_with_them() {
    let file = "#[cfg(feature = \"unbounded\")]\n}\n\nfn parse() {\n";
    let new = "let guard = Guard::new(&mut receiver);\n#[cfg(feature = \"unbounded\")]\n}\n\nfn parse() {\n";
    assert_eq!(asked(file, "}\n\nfn parse() {\n", new), Presence::Unclear);
    // Below it, another item may begin with them.
    let below = "fn a() {}\n#[cfg(feature = \"unbounded\")]\nfn b() {}\n";
    let more = "fn a() {}\n#[cfg(feature = \"unbounded\")]\nfn of_another_name() {}\n";
    assert_eq!(asked(below, "fn a() {}\n", more), Presence::Absent);
}

#[test]
fn a_line_that_is_replaced_by_itself_stays() {
    let all: [&[u8]; 3] = [b"log(first, 1);", b"log(second, 2);", b"run(all);"];
    let new = [&b"log(second, 2);"[..], b"run(all);"].map(Into::into).to_vec();
    let above = vec![all[1], all[0]];
    let beside = Beside { above, below: Vec::new() };
    let whole = Text::new(all.join(&b"\n"[..]));
    let answer = presence(&[Hunk { old: 2..3, new }], &(2..3), &all[2..], &beside, &whole);
    assert_eq!(answer, Presence::Made);
}

#[test]
fn a_part_that_is_there_is_known_beside_a_comment_that_is_not() {
    let file = "pub struct Map {\n    pub enum Digest_new {\n}\n";
    let new = "pub struct Map {\n    pub enum Digest_new {\n        /// Equal to the whole of it.\n        Binary,\n";
    assert_eq!(asked(file, "pub struct Map {\n", new), Presence::Unclear);
}

#[test]
fn lines_that_only_begin_something_are_a_part_where_they_say_enough_together() {
    let new = "{\n  case_two A:\n  case_old B:\n  case_old C:\n  case_two D:\n";
    assert_eq!(asked("{\n  case_two A:\n  case_old B:\n", "{\n", new), Presence::Unclear);
    assert_eq!(asked("{\n  case_two A:\n  other();\n", "{\n", new), Presence::Absent);
}

#[test]
fn an_insertion_between_lines_with_other_quotes_is_there() {
    let file = "// Deny 'all' warnings of it\n// in the tree\n// Rust 1.34\n";
    let search = "// Deny \u{2019}all\u{2019} warnings of it\n// in the tree\n";
    let text = file.replace('\'', "\u{2019}");
    let replace = format!("{search}{}", search.replace('\u{2019}', "'"));
    assert_eq!(asked(&format!("{search}{text}"), search, &replace), Presence::Unclear);
}

#[test]
fn a_replacement_that_is_there_whole_beside_what_it_replaces_is_unclear() {
    let (old, new) = ("first(1);\nsecond(2);\n", "alpha_one();\nbeta_two();\n");
    assert_eq!(asked(&format!("{old}{new}"), old, new), Presence::Unclear);
    assert_eq!(asked(&format!("{new}{old}"), old, new), Presence::Unclear);
    let (kept, changed) = ("- name: one\n  count: 10\n", "- name: one\n  count: 20\n");
    assert_eq!(asked(&format!("{kept}{changed}"), kept, changed), Presence::Absent);
}

#[test]
fn an_insertion_that_has_the_line_next_to_it_in_its_middle_is_unclear() {
    let file = "import os\nimport re\nimport sys\n";
    let new = "import os\nimport json\nimport re\nimport shutil\n";
    assert_eq!(asked(file, "import os\n", new), Presence::Unclear);
    assert_eq!(
        asked(file, "import sys\n", "import json\nimport re\nimport shutil\nimport sys\n"),
        Presence::Unclear
    );
    let yaml = "- name: A\n  value: 1\n- name: LOG\n  value: debug\n";
    let new =
        "- name: A\n  value: 1\n- name: B\n  value: 2\n- name: LOG\n  value: debug\n- name: C\n  value: 3\n";
    assert_eq!(asked(yaml, "- name: A\n  value: 1\n", new), Presence::Unclear);
}

#[test]
fn a_line_that_belongs_to_another_block_or_opens_one_may_come_again() {
    let file = "def f():\n    result = one()\n    return result\n";
    let new = "    result = one()\n    return result\n\ndef g():\n    result = other_of_them(1)\n\
               \x20   more_of(result)\n    and_more_of(result)\n";
    assert_eq!(asked(file, "    result = one()\n", new), Presence::Absent);
    let file = "<ul>\n<li class=\"item\">\n  one\n</li>\n";
    let new =
        "<ul>\n<li class=\"first\">\n  none\n</li>\n<li class=\"item\">\n  two of them and so on\n</li>\n";
    assert_eq!(asked(file, "<ul>\n", new), Presence::Absent);
    let file = "use a;\n}\n  call_it(now);\n  call_it(now);\n";
    assert_eq!(asked(file, "}\n", "}\n  first(1);\n  call_it(now);\n  last(2);\n"), Presence::Absent);
}

#[test]
fn a_change_that_ends_with_a_short_statement_below_its_place_is_unclear() {
    let file = "if x {\n  free(r);\n}\ndrop(r->data);\nfree(r);\n";
    let new = "if r {\n  drop(r->data);\n}\nfree(r);\n";
    assert_eq!(asked(file, "drop(r->data);\n", new), Presence::Unclear);
    let counting = "  check(x)\n  n += 1\nend\n";
    assert_eq!(asked(counting, "  check(x)\n", "  check(x, 2)\n  n += 1\n"), Presence::Unclear);
    assert_eq!(asked("n += 1\ncheck(x)\n", "check(x)\n", "n += 1\ncheck(x, 2)\n"), Presence::Unclear);
    let parted = counting.replace("  n", "\n  n");
    assert_eq!(asked(&parted, "  check(x)\n", "  check(x, 2)\n  n += 1\n"), Presence::Unclear);
    let twice = "  n += 1\n  check(x)\n  n += 1\n";
    assert_eq!(asked(twice, "  check(x)\n", "  check(x, 2)\n  n += 1\n"), Presence::Absent);
    let counted = "n++\na(1)\nn++\n";
    assert_eq!(asked(counted, "a(1)\n", "a(2)\nn++\n"), Presence::Absent);
}

#[test]
fn a_bracket_that_is_closed_once_is_not_closed_twice() {
    let file = "f() {\n  a(1);\n}\n";
    assert_eq!(asked(file, "  a(1);\n", "  a(2);\n}\n"), Presence::Unclear);
    let closing = "f() {\n  a(1);\n  }\n}\n";
    assert_eq!(asked(closing, "  a(1);\n", "  if x {\n  a(2);\n  }\n"), Presence::Absent);
}

#[test]
fn lines_that_change_places_and_are_there_already_are_unclear_whichever_of_them_moves() {
    let (long, short) = ("def visit(self):\n  look()\n  pass\n", "def call(self):\n  pass\n");
    let asked = |first: &str, second: &str| {
        let file = format!("top()\n{first}{second}{first}end()\n");
        asked(&file, &format!("top()\n{first}{second}"), &format!("top()\n{second}{first}"))
    };
    assert_eq!(asked(long, short), Presence::Unclear);
    assert_eq!(asked(short, long), Presence::Unclear);
    let file = format!("top()\n{long}{short}end()\n");
    let swapped = self::asked(&file, &format!("{long}{short}"), &format!("{short}{long}"));
    assert_eq!(swapped, Presence::Absent);
}

#[test]
fn lines_that_are_taken_out_are_not_made_though_what_is_left_follows_too() {
    let file = "open_it(one)\nlog_it(two)\nopen_it(one)\n";
    assert_eq!(asked(file, "open_it(one)\nlog_it(two)\n", "open_it(one)\n"), Presence::Absent);
}

#[test]
fn an_opener_that_is_above_the_place_already_is_unclear() {
    let wrapped = "if (x) {\n    start();\n    finish();\n}\n";
    assert_eq!(asked("if (x) {\nstart();\nfinish();\n", "start();\nfinish();\n", wrapped), Presence::Unclear);
    assert_eq!(asked("{\nstart();\nfinish();\n}\n", "start();\n", "{\n    start();\n}\n"), Presence::Absent);
}

#[test]
fn a_part_of_a_replacement_that_is_beside_the_place_is_unclear() {
    let file = "self.open_it(one)\nreturn self.load(1)\n";
    let new = "self.log_it(two)\nself.open_it(one)\nreturn self.load(2)\n";
    assert_eq!(asked(file, "return self.load(1)\n", new), Presence::Unclear);
    assert_eq!(
        asked(file, "return self.load(1)\n", "self.log_it(two)\nreturn self.load(2)\n"),
        Presence::Absent
    );
}

#[test]
fn an_insertion_of_which_the_nearest_line_was_edited_since_is_unclear() {
    let new = "encode_it(&one);\nwrite_it(two);\ncheck(3);\nnext();\n";
    let edited = |line: &str| format!("encode_it(&one);\nwrite_it(two);\n{line}\nnext();\n");
    assert_eq!(asked(&edited("check(3); // more"), "next();\n", new), Presence::Unclear);
    assert_eq!(
        asked("encode_it(&one);\nother(2);\nother(3);\nnext();\n", "next();\n", new),
        Presence::Absent
    );
}

#[test]
fn a_line_that_never_comes_twice_is_unclear_beside_itself() {
    for (file, old, new) in [
        ("if (a) {\n  b();\n} else {\n  c();\n}\n", "if (a) {\n  b();\n", "if (a) {\n  b(1);\n} else {\n"),
        ("<ul>\n<li>a</li>\n</ul>\n", "<li>a</li>\n", "<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("<Foo\n  a={1}\n/>\n", "  a={1}\n", "  a={2}\n/>\n"),
        ("/**\n * Adds.\n */\n", " * Adds.\n", " * Adds two.\n */\n"),
        ("#ifdef A\n#define B 1\n#endif\n", "#define B 1\n", "#define B 2\n#endif\n"),
        ("  config = function()\n    a()\n  end,\n", "    a()\n", "    a({})\n  end,\n"),
        ("    fn find(\n        &self,\n    ) {}\n", "    fn find(\n", "    pub fn find(\n        &self,\n"),
        ("case 1:\n  a(1);\n  break;\n", "  a(1);\n", "  a(2);\n  break;\n"),
        ("\"\"\"\nText.\n\"\"\"\n", "Text.\n", "Texts.\n\"\"\"\n"),
        ("#[test]\nfn f() {\n  a(1);\n}\n", "fn f() {\n  a(1);\n", "#[test]\nfn f() {\n  a(2);\n"),
        ("@dec\ndef f(x):\n  return x\n", "def f(x):\n  return x\n", "@dec\ndef f(x):\n  return x + 1\n"),
    ] {
        assert_eq!(asked(file, old, new), Presence::Unclear, "{new}");
    }
}

#[test]
fn what_closes_its_own_opener_may_be_beside_itself() {
    for (file, old, new) in [
        ("if a {\nb(1);\n}\n", "b(1);\n", "if c {\nb(2);\n}\n"),
        ("<p>\na\n</p>\n", "a\n", "<p class=\"x\">\nb\n</p>\n"),
        ("<A\n  a={1}\n/>\n", "  a={1}\n", "  a={<B\n  b={2}\n/>\n"),
        ("#if A\n#define B 1\n#endif\n", "#define B 1\n", "#if C\n#define B 2\n#endif\n"),
        ("a = function()\nb()\nend,\n", "b()\n", "c = function()\nb()\nend,\n"),
        ("a\n```\nb\n```\n", "a\n", "a\n```\nc\n```\n"),
        ("f(\n  a,\n  0,\n)\n", "  a,\n", "  a,\n  b,\n  0,\n"),
    ] {
        assert_eq!(asked(file, old, new), Presence::Absent, "{new}");
    }
}

#[test]
fn an_item_like_the_one_that_ends_with_the_quoted_lines_is_new() {
    let first = "f() {\n  // one\n  check_all_of_them(first);\n";
    let (search, rest) = ("  log_it(all);\n}\n", "\ng() {\n  run();\n}\n");
    let second = "\nh() {\n  // two\n  check_all_of_them(first);\n";
    let replace = format!("{search}{second}{search}");
    let file = format!("{first}{search}{rest}");
    assert_eq!(asked(&file, search, &replace), Presence::Absent);
    // All of the item is there but for its head.
    let file = format!("f() {{\n  run();\n  check_all_of_them(first);\n{search}{rest}");
    assert_eq!(asked(&file, search, &replace), Presence::Unclear);
    // Where the quoted lines are in front of the item too, it may be the new one with another name.
    let file = format!("}}\n  log_it(all);\n\nother() {{\n  check_all_of_them(first);\n{search}");
    assert_eq!(asked(&file, search, &replace), Presence::Unclear);
}
