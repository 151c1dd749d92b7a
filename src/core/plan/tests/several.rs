//! Several blocks on one file.

use super::*;

#[test]
fn blocks_are_located_in_the_source() {
    assert_eq!(changed("a\nb\n", &[("a\n", "b\n"), ("b\n", "c\n")]), Ok("b\nc\n".into()));
}

#[test]
fn a_tier_looks_at_the_source_before_the_result() {
    let plan = plan_of("x\nb \n", &[("x\n", "b\n"), ("b \n", "c\n")]);
    assert_eq!(laid(&plan, 1), (Some(Tier::Exact), Some(1..2), Some(1..2)));
}

#[test]
fn a_tier_looks_at_the_result_before_the_next_tier() {
    let blocks = [("x\n", "b\n"), ("b\n", "c\n")];
    assert_eq!(changed("x\nb \n", &blocks), Ok("c\nb \n".into()));
    assert_eq!(laid(&plan_of("x\nb \n", &blocks), 1), (Some(Tier::Exact), None, None));
}

#[test]
fn lines_that_an_earlier_block_wrote_can_be_edited_with_those_around_them() {
    let blocks = [("b\n", "b\nnew\n"), ("b\nnew\nc\n", "b\nnewer\nc\n")];
    assert_eq!(changed("a\nb\nc\n", &blocks), Ok("a\nb\nnewer\nc\n".into()));
}

#[test]
fn lines_that_a_deletion_brings_together_can_be_edited() {
    assert_eq!(changed("a\nb\nc\n", &[("b\n", ""), ("a\nc\n", "a\nx\nc\n")]), Ok("a\nx\nc\n".into()));
}

#[test]
fn what_is_in_the_result_twice_is_ambiguous() {
    let plan = plan_of("a\nb\n", &[("a\n", "x\n"), ("b\n", "x\n"), ("x\n", "y\n")]);
    assert_eq!(outcomes(&plan), ["applied", "applied", "ambiguous"]);
}

/// Lines enough to reach beyond the surroundings of a change.
fn far() -> String {
    (0..30).map(|line| format!(" filler {line}\n")).collect()
}

fn with_partial(text: &str, blocks: &[(&str, &str)]) -> Result<String, Vec<&'static str>> {
    let partial = Settings { last_tier: Tier::Partial, ..settings() };
    let files = applied_with(&Fake::new(&[("f.txt", text)]), &partial, &on_f(blocks));
    files.map(|mut files| files.remove("f.txt").expect("not removed"))
}

#[test]
fn a_comment_that_opens_far_above_what_a_block_wrote_is_one() {
    let part = ("compute(alpha, beta)\n", "compute(alpha, gamma)\n");
    let write = ("  alpha beta gamma\n", "  foo(compute(alpha, beta));\n");
    let text = |open: &str| format!("{open}{0}  alpha beta gamma\n{0}*/\nmain\n", far());
    assert!(with_partial(&text("x\n"), &[write, part]).is_ok());
    assert_eq!(with_partial(&text("/*\n"), &[write, part]), Err(vec!["applied", "not-found"]));
}

#[test]
fn a_part_that_is_in_a_comment_too_is_not_changed_in_what_a_block_wrote() {
    let part = ("compute(alpha, beta)\n", "compute(alpha, gamma)\n");
    let write = ("return 0;\n", "run(compute(alpha, beta));\nreturn 0;\n");
    let text = |line: &str| format!("/*\n{}{line}*/\nmain\nreturn 0;\n", far());
    assert!(with_partial(&text(""), &[write, part]).is_ok());
    let twice = text("   foo(compute(alpha, beta));\n");
    assert_eq!(with_partial(&twice, &[write, part]), Err(vec!["applied", "not-found"]));
    let away = ("   foo(compute(alpha, beta));\n", "   foo\n");
    assert!(with_partial(&twice, &[away, write, part]).is_ok());
}

#[test]
fn lines_left_out_above_one_that_an_earlier_block_wrote_are_found() {
    let text = "start_everything {\n  one();\n  end();\n}\n";
    let write = |line: &'static str| ("  end();\n", line);
    let part = ("start_everything {\n  ...\n  close();\n}\n", "begin_with_it {\n  ...\n  close();\n}\n");
    let made = "begin_with_it {\n  one();\n  end();\n  close();\n}\n";
    assert_eq!(with_partial(text, &[write("  end();\n  close();\n"), part]), Ok(made.into()));
    let other = write("  end();\n  closed();\n");
    assert_eq!(with_partial(text, &[other, part]), Err(vec!["applied", "not-found"]));
}

#[test]
fn an_insertion_that_is_in_the_result_is_not_made_again() {
    let one = "call_one(1)\n";
    let (two, three) = ("call_two(2)\n", "call_three(3)\n");
    let (both, all) = ([one, two].concat(), [one, two, three].concat());
    let below = [two, three].concat();
    let blocks = [(one, both.as_str()), (two, below.as_str()), (both.as_str(), all.as_str())];
    assert_eq!(changed(one, &blocks), Ok(all.clone()));
}

#[test]
fn lines_beyond_those_of_another_block_are_no_proof_that_an_insertion_is_made() {
    let text = "\nLicensed under one of\n\n- the first licence\n";
    let heading = ("Licensed under one of\n", "Licensed under one of\n\n## Licence\n");
    let again = ("\n- the first licence\n", "\nLicensed under one of\n\n\n- the first licence\n");
    assert_eq!(changed(text, &[heading, again]), Err(vec!["applied", "duplicate"]));
}

#[test]
fn two_blocks_may_quote_the_same_lines() {
    assert_eq!(changed("a\nb\nc\n", &[("a\nb\n", "A\nb\n"), ("b\nc\n", "b\nC\n")]), Ok("A\nb\nC\n".into()));
}

#[test]
fn lines_inserted_at_one_point_that_another_block_begins_or_ends_with_overlap() {
    for (one, other) in [("]\n", "x\n]\n"), ("\n", "\nx\n"), ("}\n", "}\nx\n")] {
        let (one, other) = (format!("{one}b\nc\n"), format!("{other}b\n"));
        for blocks in [[("b\nc\n", &*one), ("b\n", &*other)], [("b\n", &*other), ("b\nc\n", &*one)]] {
            assert!(changed("a\nb\nc\n", &blocks).is_err(), "{blocks:?}");
        }
    }
    let others = [("b\nc\n", "x()\nb\nc\n"), ("a\nb\n", "a\ny()\nb\n")];
    assert_eq!(changed("a\nb\nc\n", &others), Ok("a\ny()\nx()\nb\nc\n".into()));
}

#[test]
fn blocks_that_each_have_a_part_of_one_change_amid_lines_of_both_overlap() {
    let file = "top(1);\nfirst(22);\nsecond(33);\n}\n\nend(4);\n";
    for (one, other) in [
        // All that the one adds is in what the other adds, beyond lines that both quote.
        (
            ("first(22);\nsecond(33);\n", "added(444);\nfirst(22);\nsecond(33);\n"),
            (
                "top(1);\nfirst(22);\nsecond(33);\n}\n",
                "top(1);\nfirst(22);\nsecond(33);\nmore();\nadded(444);\n}\n",
            ),
        ),
        // The one ends within what the other adds below a bracket.
        (
            ("second(33);\n", "second(33);\n}\n\nadded(444) {\n"),
            ("first(22);\nsecond(33);\n}\n\n", "first(22);\nsecond(33);\n}\n\nadded(444) {\n}\n\n"),
        ),
        // The one takes out the line beside which the other one adds some.
        (("second(33);\n}\n\n", "second(33);\n}\n"), ("}\n\nend(4);\n", "}\nadded(444);\n\nend(4);\n")),
    ] {
        assert!(changed(file, &[one, other]).is_err(), "{one:?} {other:?}");
        assert!(changed(file, &[other, one]).is_err(), "{other:?} {one:?}");
    }
    let alike =
        [("top(1);\n", "top(1);\nadded(444);\n"), ("second(33);\n}\n", "second(33);\nadded(444);\n}\n")];
    assert!(changed(file, &alike).is_ok());
}

#[test]
fn different_changes_to_one_line_overlap() {
    let plan = plan_of("a\nb\nc\n", &[("a\nb\n", "a\nx\n"), ("b\nc\n", "y\nc\n")]);
    assert_eq!(failure(&plan, 1), &Failure::Overlap { block: 0, line: 1 });
}

#[test]
fn insertions_at_one_point_are_ordered_by_the_lines_that_they_are_bound_to() {
    let blocks = [("a\n", "a\nfirst\n"), ("b\n", "second\nb\n"), ("a\nb\n", "a\nthird\nb\n")];
    assert_eq!(changed("a\nb\n", &blocks), Ok("a\nfirst\nthird\nsecond\nb\n".into()));
    let plan = plan_of("a\nb\n", &blocks);
    assert_eq!(notes(&plan), [&[][..], &[Note::SamePoint], &[Note::SamePoint]]);
}

#[test]
fn reports_name_the_lines_before_and_after() {
    let blocks = [("d\n", "d\nD\n"), ("b\n", ""), ("a\n", "1\n2\n3\na\n"), ("e\n", "x\ne\n")];
    let plan = plan_of("a\nb\nc\nd\ne\n", &blocks);
    assert_eq!(laid(&plan, 0), (Some(Tier::Exact), Some(3..4), Some(5..7)));
    assert_eq!(laid(&plan, 1), (Some(Tier::Exact), Some(1..2), Some(4..4)));
    assert_eq!(laid(&plan, 2), (Some(Tier::Exact), Some(0..1), Some(0..4)));
    assert_eq!(laid(&plan, 3), (Some(Tier::Exact), Some(4..5), Some(7..9)));
}

#[test]
fn a_block_names_its_own_lines_beside_those_of_another() {
    let plan = plan_of("d\ne\n", &[("e\n", "x\ne\n"), ("d\n", "d\nD\n")]);
    assert_eq!((laid(&plan, 0).2, laid(&plan, 1).2), (Some(2..4), Some(0..2)));
}

#[test]
fn of_a_file_made_anew_no_earlier_block_names_lines() {
    let reply = [edit("f.txt", "a\n", "b\n"), delete("f.txt"), edit("f.txt", "", "x\ny\n")].concat();
    assert_eq!(laid(&planned(&[("f.txt", "a\n")], &reply), 0).2, None);
}

#[test]
fn one_failure_leaves_the_plan_without_a_good_end() {
    let plan = planned(
        &[("f.txt", "a\n"), ("g.txt", "a\n")],
        &[edit("f.txt", "a\n", "b\n"), edit("g.txt", "x\n", "b\n")].concat(),
    );
    assert!(!plan.is_good());
    assert_eq!(outcomes(&plan), ["applied", "not-found"]);
}

#[test]
fn blocks_know_their_line_in_the_reply() {
    let plan = plan_of("a\n", &[("a\n", "b\n"), ("x\n", "y\n")]);
    assert_eq!(plan.blocks.iter().map(|block| block.line).collect::<Vec<_>>(), [3, 12]);
}

#[test]
fn however_many_blocks_fail_to_create_a_file_each_is_told_of() {
    let block = "new.rs\n<<<<<<< SEARCH\n=======\n// ... existing code ...\n>>>>>>> REPLACE\n\n";
    let plan = planned(&[], &block.repeat(70));
    assert_eq!(outcomes(&plan).len(), 70);
    assert!(!outcomes(&plan).contains(&"applied"));
}

#[test]
fn two_whole_texts_for_one_file_are_refused_however_it_is_spelled() {
    let whole = |path: &str, text: &str| format!("{path}\n```js\n{text}```\n\n");
    let (first, second) = ("a\nb\nc\n", "a\nb\nd\n");
    for files in [&[][..], &[("src/b.js", "a\nb\nx\n")][..]] {
        let reply = whole("src/b.js", first) + &whole("./src/b.js", second);
        assert_eq!(applied(files, &reply), Err(vec!["overlap", "overlap"]));
        let reply = whole("src/b.js", first) + &whole("./src/b.js", first);
        assert_eq!(applied(files, &reply), Ok(tree(&[("src/b.js", first)])));
    }
}

#[test]
fn a_file_is_not_removed_as_a_version_that_is_not_known() {
    let reply = "[f.txt#0123456789ab]\nREM\n";
    assert_eq!(applied(&[("f.txt", "a\n")], reply), Err(vec!["stale"]));
    assert_eq!(outcomes(&planned(&[], reply)), ["already-applied"]);
}

#[test]
fn many_blocks_with_another_indentation_are_laid_in_a_long_file() {
    let file: String =
        (0..20_000).map(|line| format!("    let value_{line:05} = compute({line:05});\n")).collect();
    let blocks: Vec<(String, String)> = (0..200)
        .map(|block| {
            let line = 100 * block;
            let call = |name: &str| format!("  let {name}_{line:05} = compute({line:05});\n");
            (call("value"), call("other"))
        })
        .collect();
    let blocks: Vec<(&str, &str)> = blocks.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    let text = changed(&file, &blocks).expect("all are laid");
    assert_eq!(text.matches("\n    let other_").count(), 199);
    assert!(text.starts_with("    let other_00000"));
}

#[test]
fn lines_between_others_come_below_those_that_end_as_what_is_above() {
    let first = ("b();\n", "c();\n}\n\nb();\n");
    let second = ("}\n\nb();\n", "}\n\nd();\n}\n\nb();\n");
    let made = changed("a();\n}\n\nb();\n", &[first, second]);
    assert_eq!(made, Ok("a();\n}\n\nc();\n}\n\nd();\n}\n\nb();\n".into()));
}

#[test]
fn a_text_at_a_place_that_an_edit_changes_so_is_ambiguous() {
    let edit = |old: &str, new: &str| serde_json::json!({"old_string": old, "new_string": new});
    let outcomes_of = |first, second| {
        let reply = serde_json::json!({"file_path": "a.txt", "edits": [first, second]}).to_string();
        outcomes(&planned(&[("a.txt", "one x\ntwo x\n")], &reply))
    };
    assert_eq!(outcomes_of(edit("one x", "one y"), edit("x", "z")), ["applied", "applied"]);
    assert_eq!(outcomes_of(edit("one x", "one y"), edit("x", "y")), ["applied", "ambiguous"]);
}

#[test]
fn places_below_those_of_the_file_are_shown() {
    let edits = serde_json::json!([
        {"old_string": "x\n", "new_string": "x\na\nb\nc\nd\nlogger(1)\nlog(2)\n"},
        {"old_string": "log", "new_string": "logger", "replace_all": true},
    ]);
    let reply = serde_json::json!({"file_path": "a.txt", "edits": edits}).to_string();
    let plan = planned(&[("a.txt", "x\n")], &reply);
    let Failure::Duplicate { around, .. } = failure(&plan, 1) else { panic!("{plan:?}") };
    assert_eq!((around.lines.clone(), &around.text[..]), (5..6, &["logger(1)".into()][..]));
}

#[test]
fn lines_that_an_earlier_block_adds_once_more_are_not_looked_for_in_the_file_alone() {
    let file = "#doc{\n  width: 10%;\n  height: 20%;\n}\nend of it\n";
    let adds = ("  height: 20%;\n}\n", "  height: 20%;\n}\n#new{\n  color: red;\n  height: 20%;\n}\n");
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let outcome = |name: &str, file: &str, second: (&str, &str)| {
        let reply = edit(name, adds.0, adds.1) + &edit(name, second.0, second.1);
        outcomes(&planned_with(&Fake::new(&[(name, file)]), &settings, &reply))
    };
    for (search, replace) in [
        ("  height: 20%;\n}\n\nend of it\n", "  height: 30%;\n}\n\nend of it\n"),
        ("...\n  height: 20%;\n}\n", "...\n  height: 30%;\n}\n"),
    ] {
        assert_ne!(outcome("f.css", file, (search, replace)), ["applied", "applied"], "{search}");
    }
    let other = ("  width: 10%;\n\n  height: 20%;\n}\n", "  width: 15%;\n\n  height: 20%;\n}\n");
    assert_eq!(outcome("f.css", file, other), ["applied", "applied"]);
}
