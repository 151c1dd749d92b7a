//! The matching ladder for one block.

use super::*;

/// The tier that a block is applied by, and the text it makes.
pub(super) fn by(text: &str, search: &str, replace: &str) -> (Option<Tier>, String) {
    let blocks = [(search, replace)];
    (laid(&plan_of(text, &blocks), 0).0, changed(text, &blocks).expect("applied"))
}

#[test]
fn an_exact_place_is_replaced_verbatim() {
    assert_eq!(by("a\nb \nc\n", "b \n", "x\t\n"), (Some(Tier::Exact), "a\nx\t\nc\n".into()));
}

#[test]
fn lines_of_brackets_are_found_only_as_they_are_quoted() {
    let file = "f(() => {\n    g(() => {\n      a();\n    });\n  });\nz();\n";
    assert_eq!(by(file, "    });\n  });\n", "    });\n").0, Some(Tier::Exact));
    assert_eq!(changed(file, &[("  });\n});\n", "  });\n")]), Err(vec!["not-found"]));
    assert_eq!(by(file, "    a();\n  });\n", "    b();\n  });\n").0, Some(Tier::Indent));
}

#[test]
fn blanks_at_the_ends_of_lines_that_no_section_has_are_kept() {
    assert_eq!(
        by("a \nb = 1\t\nc\n", "a\nb = 1\n", "a\nb = 2\n"),
        (Some(Tier::Trailing), "a \nb = 2\t\nc\n".into())
    );
}

#[test]
fn a_block_may_be_deeper_in_the_file() {
    let file = "{\n    first();\n    second();\n}\n";
    let made = by(file, "first();\nsecond();\n", "first();\nif x {\n  third();\n}\n");
    assert_eq!(made, (Some(Tier::Indent), "{\n    first();\n    if x {\n      third();\n    }\n}\n".into()));
}

#[test]
fn a_line_that_the_indentation_does_not_explain_is_not_guessed_at() {
    let plan =
        plan_of("    first();\n      second();\n", &[("  first();\n    second();\n", "  first();\nEOF\n")]);
    assert_eq!(outcomes(&plan), ["not-found"]);
    let Failure::NotFound { unlaid, .. } = failure(&plan, 0) else { panic!() };
    assert!(unlaid.is_some());
}

#[test]
fn a_place_that_cannot_take_the_change_is_a_place() {
    let file = "one {\n    first(x)\n    second(y)\n}\ntwo {\n\tfirst(x)\n\tsecond(y)\n}\n";
    let block = |new: &str| format!("first(x)\n{new}\nsecond(y)\n");
    for new in ["third()", "\tthird()"] {
        let plan = plan_of(file, &[("first(x)\nsecond(y)\n", &block(new))]);
        let Failure::Ambiguous { tier, lines, .. } = failure(&plan, 0) else { panic!("{new}") };
        assert_eq!((*tier, lines), (Tier::Indent, &vec![1, 5]), "{new}");
    }
    let away = ("one {\n    first(x)\n    second(y)\n}\n", "one {\n    other(x)\n    second(y)\n}\n");
    let made = changed(file, &[away, ("first(x)\nsecond(y)\n", &block("\tthird()"))]).expect("applied");
    assert!(made.ends_with("two {\n\tfirst(x)\n\t\tthird()\n\tsecond(y)\n}\n"), "{made}");
}

#[test]
fn one_short_line_says_too_little_for_another_indentation() {
    assert_eq!(changed("{\n    x\n}\n", &[("x\n", "y\n")]), Err(vec!["not-found"]));
    assert_eq!(
        changed("{\n    twelve_letters()\n}\n", &[("twelve_letters()\n", "y\n")]),
        Ok("{\n    y\n}\n".into())
    );
}

#[test]
fn blank_edges_in_both_sections_need_not_be_in_the_file() {
    let made = by("a\nfirst line\nsecond\n", "\nfirst line\nsecond\n\n", "\nfirst line\nother\n\n");
    assert_eq!(made, (Some(Tier::Blank), "a\nfirst line\nother\n".into()));
}

#[test]
fn fences_at_the_edges_of_both_sections_need_not_be_in_the_file() {
    let file = "a\nfirst line\nsecond\n\n";
    let expected = || (Some(Tier::Blank), "a\nfirst line\nother\n\n".to_owned());
    assert_eq!(by(file, "```py\nfirst line\nsecond\n```\n", "```py\nfirst line\nother\n```\n"), expected());
    assert_eq!(by(file, "first line\nsecond\n```\n", "first line\nother\n```\n"), expected());
    assert_eq!(by(file, "~~~\n\nfirst line\nsecond\n", "~~~\n\nfirst line\nother\n"), expected());
    let made = by(file, "first line\nsecond\n\n```\n", "first line\nsecond\n\nthird\n```\n");
    assert_eq!(made, (Some(Tier::Blank), "a\nfirst line\nsecond\n\nthird\n".into()));
}

#[test]
fn a_fence_that_only_search_has_at_an_edge_need_not_be_in_the_file() {
    let file = "a\nfirst line\nsecond\n\n";
    let expected = || (Some(Tier::Blank), "a\nfirst line\nother\n\n".to_owned());
    assert_eq!(by(file, "first line\nsecond\n```\n", "first line\nother\n"), expected());
    assert_eq!(by(file, "```py\nfirst line\nsecond\n", "first line\nother\n"), expected());
    let made = by(file, "first line\nsecond\n\n```\n", "first line\nsecond\n\nthird\n");
    assert_eq!(made, (Some(Tier::Blank), "a\nfirst line\nsecond\n\nthird\n".into()));
    let fenced = "a\nfirst line\nsecond\n\n~~~\n";
    assert_eq!(changed(fenced, &[("first line\nsecond\n```\n", "first line\n")]), Err(vec!["not-found"]));
}

#[test]
fn fences_that_the_file_has_or_that_a_block_adds_are_kept() {
    let file = "a\n```sh\nfirst line\n```\nz\n";
    let made = by(file, "```sh\nfirst line\n```\n", "```sh\nsecond line\n```\n");
    assert_eq!(made, (Some(Tier::Exact), "a\n```sh\nsecond line\n```\nz\n".into()));
    // They may as well frame the section.
    assert_eq!(
        changed("first line\nz\n", &[("first line\n", "```\nfirst line\n```\n")]),
        Err(vec!["not-found"])
    );
    assert_eq!(changed("first line\nz\n", &[("first line\n", "```\n```\n")]), Err(vec!["not-found"]));
    assert_eq!(
        changed("first line\nz\n", &[("first line\n", "```\nother line\n```\n")]),
        Err(vec!["not-found"])
    );
    let made = by("first line\nz\n", "first line\n", "```sh\nother line\n```\n");
    assert_eq!(made, (Some(Tier::Exact), "```sh\nother line\n```\nz\n".into()));
    let made = by("a\n```\nz\n", "```\n", "```\nb\n```\n");
    assert_eq!(made, (Some(Tier::Exact), "a\n```\nb\n```\nz\n".into()));
    for (search, replace) in [
        ("first line\n```\nsecond line\n", "second line\n"),
        ("first line\n```\n", "```\nsecond line\n"),
        ("first line\n```\n", "first line\n```\nmore\n```\n"),
        ("first line\nz\n", "```\nfirst line\nz\n"),
        ("```js\nfirst line\nw\n```\n", "```ts\nfirst line\nw\n```\n"),
    ] {
        let plan = plan_of("x\nfirst line\ny\n", &[(search, replace)]);
        assert_eq!(outcomes(&plan), ["not-found"], "{search}");
    }
    assert_eq!(changed("{\n  x\n}\n", &[("```\nx\n```\n", "```\ny\n```\n")]), Err(vec!["not-found"]));
    let file = "```\nfirst line\nz\n```\n";
    assert_eq!(changed(file, &[("first line\n```\n", "second line\n```\n")]), Err(vec!["not-found"]));
}

#[test]
fn a_blank_edge_in_one_section_only_is_a_change() {
    assert_eq!(changed("a\n\nb\n", &[("\nb\n", "b\n")]), Ok("a\nb\n".into()));
    assert_eq!(changed("a\nb\n", &[("\nb\n", "b\n")]), Err(vec!["not-found"]));
}

#[test]
fn the_first_tier_that_finds_anything_decides() {
    assert_eq!(by("b \nb\n", "b\n", "x\n"), (Some(Tier::Exact), "b \nx\n".into()));
}

#[test]
fn an_ambiguous_block_names_every_line() {
    let plan = plan_of("x\na\nx\nx\n", &[("x\n", "y\n")]);
    let Failure::Ambiguous { tier, lines, .. } = failure(&plan, 0) else { panic!() };
    assert_eq!((*tier, lines), (Tier::Exact, &vec![0, 2, 3]));
}

#[test]
fn a_later_tier_is_as_strict_about_places() {
    let plan = plan_of("x \nx\t\n", &[("x\n", "y\n")]);
    let Failure::Ambiguous { tier, lines, .. } = failure(&plan, 0) else { panic!() };
    assert_eq!((*tier, lines), (Tier::Trailing, &vec![0, 1]));
}

#[test]
fn no_tier_behind_the_last_allowed_one_is_tried() {
    let world = Fake::new(&[("f.txt", "a \n")]);
    let exact = Settings { last_tier: Tier::Exact, ..settings() };
    assert_eq!(applied_with(&world, &exact, &on_f(&[("a\n", "b\n")])), Err(vec!["not-found"]));
    assert!(applied_with(&world, &settings(), &on_f(&[("a\n", "b\n")])).is_ok());
}

#[test]
fn what_is_not_found_comes_with_the_nearest_region() {
    let plan = plan_of("one\ntwo\nthree\nfour\n", &[("two\n3\nfour\n", "x\n")]);
    let Failure::NotFound { nearest, .. } = failure(&plan, 0) else { panic!() };
    let region = &nearest[0];
    assert_eq!((region.lines.clone(), region.first_difference()), (1..4, 1));
    assert_eq!(region.text, ["two", "three", "four"]);
}

#[test]
fn a_replace_section_that_is_elsewhere_is_a_hint_only() {
    let plan = plan_of("a\nnew\n", &[("old\n", "new\n")]);
    let Failure::NotFound { replace_at, .. } = failure(&plan, 0) else { panic!() };
    assert_eq!(*replace_at, Some(1));
}

#[test]
fn equal_sections_change_nothing() {
    assert_eq!(outcomes(&plan_of("a\n", &[("a\n", "a\n")])), ["no-op"]);
    assert_eq!(outcomes(&plan_of("a\n", &[("not there\n", "not there\n")])), ["no-op"]);
}

#[test]
fn equal_sections_whose_text_is_not_there_are_noted() {
    let notes = |text, blocks| plan_of(text, blocks).blocks.last().expect("a block").notes.clone();
    assert_eq!(notes("a\n", &[("not there\n", "not there\n")]), [Note::NotThere]);
    assert_eq!(notes("", &[("not there\n", "not there\n")]), [Note::NotThere]);
    assert_eq!(notes("a\n", &[("a\n", "a\n")]), []);
    assert_eq!(notes("  a\n", &[("a\n", "a\n")]), []);
    assert_eq!(notes("a\na\n", &[("a\n", "a\n")]), []);
    assert_eq!(notes("a\n", &[("a\n", "b\n"), ("b\n", "b\n")]), []);
}

#[test]
fn a_line_that_stands_for_code_left_out_is_refused() {
    let reply = on_f(&[("a\n", "b\n// ... existing code ...\n")]);
    let world = Fake::new(&[("f.txt", "a\n")]);
    assert_eq!(applied_with(&world, &settings(), &reply), Err(vec!["placeholder"]));
    let allowed = Settings { allow_placeholder: true, ..settings() };
    assert!(applied_with(&world, &allowed, &reply).is_ok());
    assert_eq!(applied(&[], &edit("new.txt", "", "// ... existing code ...\n")), Err(vec!["placeholder"]));
}

#[test]
fn an_insertion_that_is_there_is_not_made_again() {
    let block = [("import os\n", "import os\nimport sys\n")];
    assert_eq!(outcomes(&plan_of("import os\nimport sys\n", &block)), ["already-applied"]);
    assert_eq!(changed("import os\nimport re\n", &block), Ok("import os\nimport sys\nimport re\n".into()));
}

#[test]
fn an_insertion_is_known_again_without_its_blank_edges() {
    let block = [("\nfirst line\nsecond line\n", "\nfirst line\nsecond line\nthird line\n")];
    let once = changed("first line\nsecond line\n", &block).expect("applied");
    assert_eq!(once, "first line\nsecond line\nthird line\n");
    assert_eq!(outcomes(&plan_of(&once, &block)), ["already-applied"]);
}

#[test]
fn a_change_whose_result_is_between_known_lines_is_made_already() {
    let block = [("a\nold\nc\n", "a\nnew\nc\n")];
    assert_eq!(outcomes(&plan_of("a\nnew\nc\n", &block)), ["already-applied"]);
    assert_eq!(outcomes(&plan_of("a\nnew\nc\na\nnew\nc\n", &block)), ["not-found"]);
}

#[test]
fn of_several_dividers_the_longest_search_that_is_there_is_meant() {
    let block = [("Title\n=======\n\nold\n", "Title\n=======\n\nnew\n")];
    assert_eq!(changed("Title\n=======\n\nold\n", &block), Ok("Title\n=======\n\nnew\n".into()));
}

#[test]
fn no_divider_is_meant_if_no_search_is_in_the_file_as_it_is_written() {
    assert_eq!(changed("a \n", &[("a\n", "b\n=======\nc\n")]), Err(vec!["not-found"]));
}

#[test]
fn an_underline_that_the_file_has_below_search_is_no_divider() {
    let block = [("Usage\n=======\n\nrun  it\n", "Usage\n=======\n\nstart it\n")];
    assert_eq!(changed("Usage\n=======\n\nrun it\n", &block), Err(vec!["not-found"]));
}

#[test]
fn comparing_that_takes_too_long_is_given_up() {
    let world = Fake::new(&[("f.txt", &"x\n".repeat(60_000))]);
    let search = format!(" x\n{}y\n", "x\n".repeat(20_000));
    assert_eq!(applied_with(&world, &settings(), &on_f(&[(&search, "z\n")])), Err(vec!["limit"]));
}

#[test]
fn straight_quotes_may_be_of_the_other_kind() {
    let made = by(
        "x\nm[\"number\"] = first(\"a\")\ny\n",
        "m['number'] = first('a')\n",
        "m['number'] = first('a')\nnew\n",
    );
    assert_eq!(made, (Some(Tier::Unicode), "x\nm[\"number\"] = first(\"a\")\nnew\ny\n".into()));
    let twice = "call(\"twelve letters\")\ncall('twelve letters')\n";
    assert_eq!(
        changed(twice, &[("call('twelve letters')\n", "x\n")]),
        Ok("call(\"twelve letters\")\nx\n".into())
    );
    let mixed = "call(\"twelve letters\", 'b')\ncall('twelve letters', \"b\")\n";
    assert_eq!(changed(mixed, &[("call('twelve letters', 'b')\n", "x\n")]), Err(vec!["ambiguous"]));
}

#[test]
fn a_change_of_quotes_that_is_there_is_already_applied() {
    let plan =
        plan_of("call(\"twelve letters\")\n", &[("call('twelve letters')\n", "call(\"twelve letters\")\n")]);
    assert_eq!(outcomes(&plan), ["already-applied"]);
}

#[test]
fn a_place_that_is_not_quoted_exactly_is_the_only_one_that_any_rung_finds() {
    let file = "  one(a);\n  say('hi');\nx\n    one(a);\n    say(“hi”);\n";
    assert_eq!(changed(file, &[("one(a);\nsay('hi');\n", "one(b);\nsay('hi');\n")]), Err(vec!["ambiguous"]));
}

#[test]
fn special_blanks_in_front_of_a_line_do_not_shift_others() {
    let search = "\u{202f}    \"python\": true,\n";
    let replace = "\u{202f}    \"python\": true,\n    \"rust\": false,\n";
    let made = changed("{\n    \"python\": true,\n}\n", &[(search, replace)]);
    assert_eq!(made, Ok("{\n    \"python\": true,\n    \"rust\": false,\n}\n".into()));
}

#[test]
fn replace_that_is_indented_as_the_file_is_not_shifted() {
    let file = "    assert(\n        expected,\n            total(1);\n            total(2);\n";
    let block =
        ("  expected,\n      total(1);\n      total(2);\n", "            total(1);\n            total(2);\n");
    assert_eq!(changed(file, &[block]), Err(vec!["not-found"]));
}

#[test]
fn two_insertions_at_one_place_that_are_made_are_not_made_again() {
    let file = "first_new(1);\nsecond_new(2);\n\nbegin(all);\n";
    let blocks = [
        ("\nbegin(all);\n", "first_new(1);\n\nbegin(all);\n"),
        ("\nbegin(all);\n", "second_new(2);\n\nbegin(all);\n"),
    ];
    assert_eq!(outcomes(&plan_of(file, &blocks)), ["already-applied", "already-applied"]);
}

#[test]
fn what_the_file_has_is_no_clutter() {
    let dict = "D = {\n    1: x_value,\n    2: y_value,\n}\nL = [\nx_value,\ny_value,\n]\n";
    let made = by(dict, "1: x_value,\n2: y_value,\n", "1: x_value,\n2: z_value,\n");
    assert_eq!(made, (Some(Tier::Indent), dict.replace("2: y_value", "2: z_value")));
    let log = "1: start\n2: stop now\n\nstart\nstop\n";
    assert_eq!(changed(log, &[("1: start\n2: stop\n", "1: start\n2: halt\n")]), Err(vec!["not-found"]));
    let page = "<p>x &amp;amp;  y</p>\n<p>x &amp; y</p>\n";
    let block = ("<p>x &amp;amp; y</p>\n", "<p>x &amp; y</p>\n");
    assert_eq!(changed(page, &[block]), Err(vec!["not-found"]));
}

#[test]
fn entities_of_the_file_that_are_escaped_once_more_are_decoded_once() {
    let page = "<p>Tom &amp; Jerry</p>\n<p>x &lt; y</p>\n";
    let block =
        ("&lt;p&gt;Tom &amp;amp; Jerry&lt;/p&gt;\n", "&lt;p&gt;Tom &amp;amp; Spike &amp;lt;3&lt;/p&gt;\n");
    assert_eq!(changed(page, &[block]), Ok(page.replace("Jerry", "Spike &lt;3")));
    // A line that is escaped twice itself may be meant.
    let twice = page.replace("x &lt; y", "x &amp;lt; y");
    assert_eq!(changed(&twice, &[block]), Err(vec!["not-found"]));
}

#[test]
fn the_texts_of_calls_may_have_entities() {
    let call = |old: &str, new: &str| {
        let fields = [("path", "f.txt"), ("old_string", old), ("new_string", new)];
        let fields = fields.map(|(name, text)| format!("<parameter name=\"{name}\">{text}</parameter>\n"));
        format!("<invoke name=\"Edit\">\n{}</invoke>\n", fields.concat())
    };
    let code = "if (a < b) {\n    x();\n}\n";
    let (old, new) = ("if (a &lt; b) {", "if (a &lt; b &amp;&amp; c) {");
    let made = |text: &str, reply: &str| applied(&[("f.txt", text)], reply);
    assert_eq!(made(code, &call(old, new)), Ok(tree(&[("f.txt", &code.replace("b)", "b && c)"))])));
    // A new text that is not escaped, a part of a line, and a file with entities are as they are written.
    assert!(made(code, &call(old, "if (a < b && c) {")).is_err());
    assert!(made(code, &call("(a &lt; b)", "(a &lt; c)")).is_err());
    assert!(made(&format!("{code}y = \"&lt;\"\n"), &call(old, new)).is_err());
    let page = "<p>a &lt; b</p>\n";
    assert_eq!(
        made(page, &call("a &lt; b", "a &lt;= b")),
        Ok(tree(&[("f.txt", &page.replace("lt; b", "lt;= b"))]))
    );
}

#[test]
fn a_change_of_clutter_alone_is_not_done_already() {
    for (file, search, replace) in [
        ("Steps\nfoo\nbar\n", "1: Steps\n2: foo\n3: bar\n", "Steps\n1: foo\n2: bar\n"),
        ("a = esc(\"<\")\nb()\n", "a = esc(\"&lt;\")\n", "a = esc(\"<\")\n"),
        ("Usage\n\nrun the tool now\n", "run the tool now\n", "```\nrun the tool now\n```\n"),
    ] {
        assert_eq!(changed(file, &[(search, replace)]), Err(vec!["not-found"]), "{search}");
    }
}

#[test]
fn a_quoted_line_that_moves_keeps_the_files_characters() {
    let file = "say(\u{201c}one of them\u{201d})\nsay_it()\nend_of_it()\n";
    let blocks =
        [("say(\"one of them\")\nsay_it()\nend_of_it()\n", "say_it()\nsay(\"one of them\")\nend_of_it()\n")];
    assert_eq!(
        changed(file, &blocks),
        Ok("say_it()\nsay(\u{201c}one of them\u{201d})\nend_of_it()\n".into())
    );
}

#[test]
fn blanks_at_the_ends_of_all_lines_of_search_are_taken_off_new_ones() {
    let made = by("a = 1\n\nb = 2\n", "a = 1  \n\nb = 2  \n", "a = 1  \n  \nc = 3  \nb = 4  \n");
    assert_eq!(made, (Some(Tier::Trailing), "a = 1\n\nc = 3\nb = 4\n".into()));
    let some = by("a = 1\nb = 2\nd = 3\n", "a = 1  \nb = 2\nd = 3\n", "a = 1  \nb = 5  \nd = 3\n");
    assert_eq!(some.1, "a = 1\nb = 5  \nd = 3\n");
}
