//! Whole files: making, filling and removing them.

use super::*;

#[test]
fn a_blank_search_section_makes_the_file() {
    assert_eq!(applied(&[], &edit("src/new.txt", "", "a\nb\n")), Ok(tree(&[("src/new.txt", "a\nb\n")])));
    assert_eq!(applied(&[], &edit("new.txt", "  \n\n", "a\n")), Ok(tree(&[("new.txt", "a\n")])));
    assert_eq!(applied(&[], &edit("src/__init__.py", "", "")), Ok(tree(&[("src/__init__.py", "")])));
}

#[test]
fn fences_around_a_new_file_and_numbers_in_front_of_its_lines_are_left_out() {
    let made = |path: &str, text: &str| {
        applied(&[], &edit(path, "", text)).map(|mut files| files.remove(path).expect("made"))
    };
    let fenced = "```sql\nselect 1;\n```\n";
    assert_eq!(made("a.sql", fenced), Ok("select 1;\n".into()));
    assert_eq!(made("a.md", fenced), Ok(fenced.into()));
    assert_eq!(made("README", fenced), Ok(fenced.into()));
    assert_eq!(made("a.rs", "1 | fn a() {\n2 |     b();\n3 | }\n"), Ok("fn a() {\n    b();\n}\n".into()));
    for (path, data) in [("a.yml", "1: a\n2: b\n"), ("a.psv", "1|a|3\n2|b|4\n")] {
        assert_eq!(made(path, data), Ok(data.into()));
    }
}

#[test]
fn a_blank_search_section_fills_an_empty_file() {
    assert_eq!(applied(&[("new.txt", "")], &edit("new.txt", "", "a\n")), Ok(tree(&[("new.txt", "a\n")])));
}

#[test]
fn a_file_that_is_there_with_the_same_bytes_is_made_already() {
    for text in ["", "a\n", "a\n\n", "a\nb\n"] {
        let plan = planned(&[("new.txt", text)], &edit("new.txt", "", text));
        assert_eq!(outcomes(&plan), ["already-applied"], "{text:?}");
    }
}

#[test]
fn a_file_with_content_is_not_made_again_unless_overwritten() {
    let (files, reply) = ([("f.txt", "a\nb\n")], edit("f.txt", "", "b\nc\n"));
    assert_eq!(applied(&files, &reply), Err(vec!["exists"]));
    let overwrite = Settings { overwrite: true, ..settings() };
    let made = applied_with(&Fake::new(&files), &overwrite, &reply);
    assert_eq!(made, Ok(tree(&[("f.txt", "b\nc\n")])));
}

#[test]
fn a_whole_file_is_refused_if_it_lacks_what_earlier_blocks_change() {
    let overwrite = Settings { overwrite: true, ..settings() };
    let (source, whole) = ("a\nb\nc\n", ("", "A\nb\nnew\n"));
    let made = |blocks: &[(&str, &str)]| {
        let plan = planned_with(&Fake::new(&[("f.txt", source)]), &overwrite, &on_f(blocks));
        let text = left(&Fake::new(&[("f.txt", source)]), &plan).map(|mut files| files.remove("f.txt"));
        (outcomes(&plan), text.ok().flatten())
    };
    let (twice, thrice) = (vec!["applied"; 2], vec!["applied"; 3]);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(made(&[("a\n", "A\n"), whole]), (twice.clone(), text("A\nb\nnew\n")));
    assert_eq!(made(&[("a\n", "A\n"), whole, ("new\n", "newer\n")]), (thrice, text("A\nb\nnewer\n")));
    assert_eq!(made(&[whole, ("new\n", "N\n")]), (twice.clone(), text("A\nb\nN\n")));
    assert_eq!(made(&[whole, whole]), (vec!["applied", "already-applied"], text("A\nb\nnew\n")));
    for first in [("a\n", "x\n"), ("b\n", "B\n"), ("b\n", "b\nx\n"), ("b\n", "")] {
        assert_eq!(made(&[first, whole]).0, ["overlap", "overlap"], "{first:?}");
    }
    assert_eq!(made(&[("a\n", "A\n"), ("A\n", "B\n"), whole]).0, ["overlap", "applied", "overlap"]);
}

/// The outcomes of a reply that gives a file as a whole.
fn given(path: &str, file: &str, whole: &str) -> Vec<&'static str> {
    outcomes(&planned(&[(path, file)], &format!("{path}\n```\n{whole}```\n")))
}

#[test]
fn a_whole_file_without_its_notice_or_its_last_lines_may_be_a_part() {
    let comments = [
        ("a.rs", "// ", "", ""),
        ("a.py", "# ", "", ""),
        ("a.sql", "-- ", "", ""),
        ("a.css", " * ", "/*\n", " */\n"),
        ("a.html", "", "<!--\n", "-->\n"),
    ];
    for ((path, sign, open, close), lines, rest) in
        comments.iter().flat_map(|language| [3, 12].map(|lines| (language, lines, 60)))
    {
        let body = |from: usize, to: usize| (from..to).map(|n| format!("line {n}\n")).collect::<String>();
        let said: String = (0..lines).map(|n| format!("{sign}notice {n}\n")).collect();
        let notice = format!("{open}{said}{close}\n");
        let file = notice.clone() + &body(0, rest);
        let changed = |text: &str| text.replace("line 7\n", "line seven\n");
        assert_eq!(given(path, &file, &changed(&file)), ["applied"], "{path}");
        assert_eq!(given(path, &file, &changed(&body(0, rest))), ["limit"], "{path}: {lines}");
        let other = format!("{open}{sign}another notice\n{close}\n") + &body(0, rest);
        assert_eq!(given(path, &file, &other), ["applied"], "{path}: {lines}");
        assert_eq!(given(path, &file, &(notice.clone() + &body(0, rest - 2))), ["applied"], "{path}");
        assert_eq!(given(path, &file, &(notice + &body(0, rest - 12))), ["limit"], "{path}: {lines}");
        assert_eq!(given(path, &body(0, rest), &changed(&body(2, rest))), ["applied"], "{path}");
    }
}

#[test]
fn a_whole_file_in_other_words_has_all_that_the_file_is_made_of() {
    let lines = |word: &str, count: usize| -> String {
        (0..count).map(|line| format!("    {word}({line});\n")).collect()
    };
    let file = |word, count: usize| {
        format!(
            "import {{ {word} }} from './{word}';\n\nexport function run() {{\n{}}}\n",
            lines(word, count)
        )
    };
    let page = |body: String| body + "\nexport default run;\n";
    let old = page(file("tell", 20));
    assert_eq!(given("a.ts", &old, &page(file("show", 20))), ["applied"]);
    assert_eq!(given("a.ts", &old, &page(file("show", 15))), ["applied"]);
    // A module has one default export.
    assert_eq!(given("a.ts", &old, &page(file("show", 20)).replace("run", "walk")), ["applied"]);
    let other = page(file("show", 20));
    let parts = [
        page(file("show", 12)),
        file("show", 20),
        other.replace("run() {", "walk() {").replace("default run", "{ walk }"),
        other.replace("import { show } from './show';\n", ""),
        // It uses what it does not import any more.
        other.replace("show(7)", "tell(7)"),
    ];
    for part in parts {
        assert_eq!(given("a.ts", &old, &part), ["limit"], "{part}");
    }
    assert_eq!(given("a.txt", &old, &other), ["limit"]);
}

#[test]
fn a_whole_file_that_changes_lines_beside_what_it_leaves_out_may_be_a_part() {
    let function = |name: &str, line: &str| format!("def {name}(row):\n    {line}\n    return row\n\n\n");
    let all = |names: &[&str]| names.iter().map(|name| function(name, "row += 1")).collect::<String>();
    let old = all(&["load", "clean", "check"]) + &function("save", "clean(row)") + &all(&["store", "show"]);
    assert_eq!(given("a.py", &old, &old.replace("def check(row):\n", "def check(row, to):\n")), ["applied"]);
    // Something that is left uses what goes, and the line above that changes.
    let left_out = old.replace(&function("clean", "row += 1"), "");
    let changed = left_out.replacen("    row += 1\n    return row\n", "    return row + 1\n", 1);
    assert_eq!(given("a.py", &old, &changed), ["limit"]);
    // The last function goes, with the last line above it.
    let cut = old.replace(&function("show", "row += 1"), "");
    assert_eq!(given("a.py", &old, &cut), ["limit"]);
    assert_eq!(given("a.py", &old, &(cut + &function("tell", "row += 1"))), ["applied"]);
    let method =
        |name: &str, line: &str| format!("  {name}() {{\n    {line};\n    this.size += 1;\n  }}\n\n");
    let class = |methods: &str| format!("class A {{\n{}\n}}\n", methods.trim_end());
    let [first, second, third] = ["push", "pop", "tell"].map(|name| method(name, "this.tell()"));
    let old = class(&[&*first, &third, &second].concat());
    assert_eq!(given("a.ts", &old, &class(&[&*first, &second].concat())), ["limit"]);
    let old = class(&[&*first, &second, &third].concat());
    let last = first.replace("this.tell()", "pop()");
    assert_eq!(
        given("a.ts", &old, &class(&[&*last, &second.replace("this.tell()", "x()")].concat())),
        ["limit"]
    );
}

#[test]
fn a_whole_file_that_a_sentence_calls_a_part_leaves_out_no_lines() {
    let function = |name: &str| format!("def {name}(row):\n    row += 1\n    return row\n\n\n");
    let old: String = ["load", "clean", "check", "store", "show"].map(function).concat();
    let new = old.replacen("row += 1", "row += 2", 1);
    let part = new.replace(&function("clean"), "");
    let said = |above: &str, text: &str, below: &str| {
        outcomes(&planned(&[("a.py", &old)], &format!("{above}\n\n`a.py`:\n```\n{text}```\n\n{below}\n")))
    };
    assert_eq!(said("Here is the file.", &part, "It is faster."), ["applied"]);
    for [above, below] in [
        ["Only the changed functions are shown.", ""],
        ["", "Everything else stays the same."],
        ["I removed a bug. Only the changed functions are shown.", ""],
    ] {
        assert_eq!(said(above, &part, below), ["limit"], "{above}{below}");
        assert_eq!(said(above, &new, below), ["applied"], "{above}{below}");
    }
    assert_eq!(said("Replace `a.py` with this:", &part, "Everything else in `a.py` stays."), ["limit"]);
    // What goes is said to go, and not something else.
    for gone in ["I removed `clean`.", "Clean is no longer needed.", "I deleted an unused function."] {
        assert_eq!(said(gone, &part, "Everything else stays the same."), ["applied"], "{gone}");
    }
    let other = "I replaced the literal, and got rid of `one`.";
    assert_eq!(said(other, &part, "Everything else stays the same."), ["limit"]);
    // Sentences that name it say nothing of that.
    for [above, below] in [["I did not repeat `clean`.", ""], [other, "There is no need to touch `clean()`."]]
    {
        assert_eq!(said(above, &part, below), ["limit"], "{above}{below}");
        assert_eq!(said(above, &new, below), ["applied"], "{above}{below}");
    }
    // Another function comes elsewhere.
    let with_other = part.clone() + &function("tell");
    assert_eq!(said("", &with_other, "Everything else stays the same."), ["limit"]);
    assert_eq!(said("", &new.replace("clean", "filter"), "Everything else stays the same."), ["applied"]);
    assert_eq!(said("`clean` is wrong, so I inlined it.", &part, ""), ["applied"]);
    assert_eq!(said("The rows are clean now.", &part, ""), ["applied"]);
    // Lines that others replace do not go, nor is a shorter body a part.
    let shorter = new.replacen("    row += 1\n    return row\n", "    return row + 1\n", 1);
    assert_eq!(said("", &shorter, "The rest is unchanged."), ["applied"]);
    let rewritten = new.replace("def check(row):\n    row += 1\n", "def check(rows):\n    rows = 1\n");
    assert_eq!(said("", &rewritten, "Everything else stays the same."), ["applied"]);
}

#[test]
fn several_lines_of_a_function_do_not_go_from_a_file_of_which_the_rest_stays() {
    let function = |name: &str| format!("def {name}(row):\n    row.{name}()\n    return row\n\n\n");
    let old: String = ["load", "clean", "check", "store", "show"].map(function).concat();
    let steps: String = (0..5).map(|step| format!("    row.step_{step}()\n")).collect();
    let long = old.replace("    row.check()\n", &("    row.check()\n".to_owned() + &steps));
    let said = |text: &str, below: &str| {
        outcomes(&planned(&[("a.py", &long)], &format!("`a.py`:\n```\n{text}```\n\n{below}\n")))
    };
    let rest = "The rest of the file stays as it is.";
    assert_eq!(said(&old, rest), ["limit"]);
    for (text, below) in [
        (old.clone(), ""),
        (old.clone(), "I removed the steps. The rest of the file stays as it is."),
        (long.replace("    row.step_4()\n", ""), rest),
        (old.replace("    row.check()\n", "    row.check()\n    row.steps(5)\n"), rest),
    ] {
        assert_eq!(said(&text, below), ["applied"], "{below}");
    }
}

#[test]
fn a_sentence_between_two_files_may_be_about_either() {
    let old: String = (0..9).map(|n| format!("def f{n}():\n    return {n}\n\n\n")).collect();
    let part = old.replace("def f4():\n    return 4\n\n\n", "");
    let files = [("a.py", &*old), ("b.py", &*old)];
    let said = |above: &str, between: &str| {
        let reply = format!("{above}\n\n`a.py`:\n```\n{part}```\n\n{between}\n\n`b.py`:\n```\n{part}```\n");
        outcomes(&planned(&files, &reply))
    };
    assert_eq!(said("(excerpt)", ""), ["limit", "applied"]);
    assert_eq!(said("", "(excerpt)"), ["limit", "limit"]);
    assert_eq!(said("", ""), ["applied", "applied"]);
}

#[test]
fn a_file_made_by_the_batch_can_be_edited() {
    let reply = [edit("new.txt", "", "a\nb\n"), edit("new.txt", "b\n", "c\n")].concat();
    assert_eq!(applied(&[], &reply), Ok(tree(&[("new.txt", "a\nc\n")])));
}

#[test]
fn a_file_that_is_not_there_cannot_be_edited() {
    assert_eq!(applied(&[], &edit("f.txt", "a\n", "b\n")), Err(vec!["missing-file"]));
}

#[test]
fn an_empty_replace_section_takes_lines_away() {
    assert_eq!(changed("a\nb\nc\n", &[("b\n", "")]), Ok("a\nc\n".into()));
}

#[test]
fn a_block_that_takes_all_text_away_removes_the_file() {
    let reply = |path| edit(path, "a\nb\nc\n", "");
    assert_eq!(applied(&[("f.txt", "a\nb\nc\n")], &reply("f.txt")), Ok(tree(&[])));
    assert_eq!(applied(&[("f.txt", "\na\nb\nc\n\n")], &reply("f.txt")), Ok(tree(&[])));
    for path in ["p/__init__.py", "p/py.typed", "p/mod.rs", "p/.gitkeep"] {
        assert_eq!(applied(&[(path, "a\nb\nc\n")], &reply(path)), Ok(tree(&[(path, "")])));
    }
    let keep = Settings { keep_emptied: true, ..settings() };
    let kept = applied_with(&Fake::new(&[("f.txt", "a\nb\nc\n")]), &keep, &reply("f.txt"));
    assert_eq!(kept, Ok(tree(&[("f.txt", "")])));
}

#[test]
fn two_lines_are_too_few_to_remove_a_file() {
    assert_eq!(changed("a\n\nb\n", &[("a\n\nb\n", "")]), Ok(String::new()));
}

#[test]
fn a_file_that_another_block_edits_is_not_removed_with_its_text() {
    let blocks = [("a\n", "x\na\n"), ("a\nb\nc\n", "")];
    assert_eq!(changed("a\nb\nc\n", &blocks), Err(vec!["overlap", "overlap"]));
}

#[test]
fn a_delete_block_removes_the_file() {
    assert_eq!(applied(&[("f.txt", "a\n")], &delete("f.txt")), Ok(tree(&[])));
}

#[test]
fn taking_a_whole_file_out_twice_is_done_already() {
    let (path, text) = ("a.txt", "one\ntwo\nthree\n");
    let files = [(path, text), ("b/a.txt", "x\n")];
    let twice = |second: &str| edit(path, text, "") + &edit(path, second, "");
    assert_eq!(outcomes(&planned(&files, &twice(text))), ["applied", "already-applied"]);
    assert_eq!(applied(&files, &twice("\none\ntwo \nthree\n")), Ok(tree(&[("b/a.txt", "x\n")])));
    let plan = planned(&files, &twice("one\ntwo\nfour\n"));
    assert_eq!(outcomes(&plan), ["applied", "missing-file"]);
    let Failure::MissingFile { similar, .. } = failure(&plan, 1) else { panic!() };
    assert_eq!(similar.iter().map(|path| path.as_bstr().to_string()).collect::<Vec<_>>(), ["b/a.txt"]);
}

#[test]
fn a_patch_that_updates_a_file_leaves_it_empty() {
    let patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n-two\n-three\n*** End Patch\n";
    let tree = applied(&[("a.txt", "one\ntwo\nthree\n")], patch).expect("applied");
    assert_eq!(tree["a.txt"], "");
}

#[test]
fn in_an_empty_file_nothing_is_looked_for() {
    for text in ["", "\n \n"] {
        let plan = plan_of(text, &[("one\n", "two\n")]);
        assert_eq!(failure(&plan, 0), &Failure::Empty);
        assert_eq!(failure(&plan, 0).class().name(), "not-found");
    }
    assert_eq!(changed("", &[("", "one\n"), ("one\n", "two\n")]), Ok("two\n".into()));
}

#[test]
fn a_removed_file_is_not_edited() {
    let text = "one\ntwo\nthree\n";
    let reply = edit("a.txt", text, "") + &edit("a.txt", text, "four\n");
    assert_eq!(applied(&[("a.txt", text)], &reply), Err(vec!["applied", "missing-file"]));
}

#[test]
fn removing_a_file_that_is_gone_is_done_already() {
    assert_eq!(outcomes(&planned(&[], &delete("f.txt"))), ["already-applied"]);
    let twice = [delete("f.txt"), delete("f.txt")].concat();
    assert_eq!(outcomes(&planned(&[("f.txt", "a\n")], &twice)), ["applied", "already-applied"]);
}

#[test]
fn another_file_is_never_removed_for_its_ending() {
    assert_eq!(outcomes(&planned(&[("src/f.txt", "a\n")], &delete("f.txt"))), ["missing-file"]);
}

#[test]
fn a_file_can_be_removed_and_made_anew() {
    let reply = [delete("f.txt"), edit("f.txt", "", "b\n")].concat();
    assert_eq!(applied(&[("f.txt", "a\n")], &reply), Ok(tree(&[("f.txt", "b\n")])));
    assert_eq!(planned(&[("f.txt", "b\n")], &reply).files, []);
}

#[test]
fn a_folder_can_take_the_place_of_a_removed_file() {
    let reply = [delete("f"), edit("f/g.txt", "", "b\n")].concat();
    assert_eq!(applied(&[("f", "a\n")], &reply), Ok(tree(&[("f/g.txt", "b\n")])));
}

#[test]
fn a_file_does_not_take_the_place_of_a_folder_that_the_batch_makes() {
    let (anew, inside) = (edit("f", "", "c\n"), |path| edit(path, "", "b\n"));
    let reply = [delete("f"), inside("f/g.txt"), anew.clone()].concat();
    assert_eq!(applied(&[("f", "a\n")], &reply), Err(vec!["applied", "applied", "not-a-file"]));
    let reply = [delete("f"), inside("f/g/h.txt"), edit("`f/g`", "", "c\n")].concat();
    assert_eq!(applied(&[("f", "a\n")], &reply), Err(vec!["applied", "applied", "not-a-file"]));
}

#[test]
fn a_file_is_not_in_one_that_the_batch_makes() {
    for path in ["n/m.txt", "n/m.txt/z.txt"] {
        let reply =
            [edit("n/m.txt", "", "a\n"), delete("n/m.txt"), edit("`n`", "", "b\n"), edit(path, "", "c\n")];
        assert_eq!(outcomes(&planned(&[], &reply.concat()))[3], "not-a-file", "{path}");
    }
}

#[test]
fn what_an_earlier_block_failed_to_do_is_not_taken_for_done() {
    let mut world = Fake::new(&[]);
    world.kinds.insert("link.txt".into(), Kind::Link);
    let anew = [delete("link.txt"), edit("link.txt", "", "b\n")].concat();
    assert_eq!(applied_with(&world, &settings(), &anew), Err(vec!["link", "link"]));
    let moved = [rename("link.txt", "b.txt"), edit("b.txt", "a\n", "b\n")].concat();
    assert_eq!(applied_with(&world, &settings(), &moved), Err(vec!["link", "missing-file"]));
    let made = [edit("sparse/f.txt", "", "a\n"), edit("sparse/f.txt", "a\n", "b\n")].concat();
    assert_eq!(applied_with(&world, &settings(), &made), Err(vec!["sparse", "sparse"]));
}
