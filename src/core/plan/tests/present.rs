//! Changes that are in the file already, in whole or in part, or of which that cannot be told.

use super::*;

/// Outcome of one block on a file of this name.
fn outcome(path: &str, text: &str, search: &str, replace: &str) -> Result<String, &'static str> {
    let reply = edit(path, search, replace);
    match outcomes(&planned(&[(path, text)], &reply))[0] {
        "applied" => Ok(applied(&[(path, text)], &reply).expect("applied").remove(path).expect("a file")),
        outcome => Err(outcome),
    }
}

#[test]
fn an_insertion_is_made_once_whatever_a_formatter_did_to_it() {
    let js = "import a from 'a';\nimport { thing } from \"b\";\nrun();\n";
    let two = "import a from 'a';\nimport {thing} from 'b';\n";
    assert_eq!(outcome("a.js", js, "import a from 'a';\n", two), Err("duplicate"));
}

#[test]
fn an_insertion_that_somebody_edited_since_is_not_made_again() {
    let new = "check(cfg.host)\nif not conn:\n    raise ConnectionError(cfg.host)\nconn.ping(timeout=30)\nconn.log()\n";
    let (search, replace) = ("conn = connect(cfg)\n", format!("conn = connect(cfg)\n{new}"));
    let file = |new: &str| format!("conn = connect(cfg)\n{new}rest()\n");
    let edited = file(&new.replace("if not conn:", "if not connection:"));
    assert_eq!(outcome("a.py", &edited, search, &replace), Err("duplicate"));
    let more = file(&new.replace("conn.ping", "conn.wait()\nconn.ping"));
    assert_eq!(outcome("a.py", &more, search, &replace), Err("duplicate"));
    // A like item has another head.
    let like = file(&new.replace("cfg.host)\nif", "cfg.user)\nif"));
    assert!(outcome("a.py", &like, search, &replace).is_ok());
}

#[test]
fn lines_of_the_file_that_replace_repeats_are_not_written_twice() {
    let file = "def f(x):\n    alpha(x)\n    beta(x)\n    return x\n";
    let more = "def f(x):\n    alpha(x, 1)\n    beta(x)\n    return x\n";
    assert_eq!(outcome("a.py", file, "def f(x):\n    alpha(x)\n", more), Err("duplicate"));
    // With the lines quoted there is no doubt.
    let quoted = "def f(x):\n    alpha(x)\n    beta(x)\n    return x\n";
    assert_eq!(outcome("a.py", file, quoted, more), Ok(more.to_owned()));
}

#[test]
fn a_twin_is_not_changed_in_place_of_the_one_that_is_done() {
    let twins = |one: &str| {
        format!("a {{\n    {one}stop(three);\n}}\nb {{\n        start(one);\n        stop(three);\n}}\n")
    };
    let (search, replace) =
        ("    start(one);\n    stop(three);\n", "    start(one);\n    log(two);\n    stop(three);\n");
    let done = twins("start(one);\n    log(two);\n    ");
    assert_eq!(outcome("a.js", &done, search, replace), Err("duplicate"));
}

#[test]
fn an_indentation_that_is_changed_already_is_not_changed_again() {
    let file = "def f(xs):\n    for x in xs:\n        total += x\n    print_it(total)\n";
    let made = outcome("a.py", file, "        print_it(total)\n", "    print_it(total)\n");
    assert!(made.is_err(), "{made:?}");
    let wrapped = "def f():\n    with lock(db):\n        load_all(1)\n        save_all(2)\n";
    let (search, replace) = (
        "    load_all(1)\n    save_all(2)\n",
        "    with lock(db, 5):\n        load_all(1)\n        save_all(2)\n",
    );
    let made = outcome("a.py", wrapped, search, replace);
    assert!(made.is_err(), "{made:?}");
}

#[test]
fn a_removal_at_an_edge_is_not_told_to_be_made() {
    let file = "import a_first\nimport b_second\nx = 2\nlegacy = load(1, 2)\nrun(x)\n";
    let (search, replace) = (
        "import a_first\nimport b_second\nx = 1\nlegacy = load(1)\n",
        "import a_first\nimport b_second\nx = 2\n",
    );
    assert_eq!(outcome("a.py", file, search, replace), Err("not-found"));
}

#[test]
fn an_equal_block_beyond_the_places_collapses_although_another_one_changed_the_text() {
    let one = ("export(router)\n", "router.add(one)\nexport(router)\n");
    let two = ("router.add(one)\nexport(router)\n", "router.add(one)\nrouter.add(two)\nexport(router)\n");
    let made = changed("router = make()\nexport(router)\n", &[one, two, one]);
    assert_eq!(made, Ok("router = make()\nrouter.add(one)\nrouter.add(two)\nexport(router)\n".into()));
}

#[test]
fn a_part_that_is_nearly_as_quoted_is_not_passed_over_for_one_with_another_indentation() {
    let items = |by: &str, names: &[&str]| -> String {
        names.iter().map(|name| format!("{by}clippy_{name},\n")).collect()
    };
    let names = ["one", "two", "three", "four"];
    let twins = format!("a(\n{})\nb(\n{})\n", items("    ", &names), items("        ", &names[1..]));
    let (search, replace) = (items("        ", &names), items("        ", &names[..3]));
    assert_eq!(outcome("a.rs", &twins, &search, &replace), Err("ambiguous"));
    // Where the change is made, most lines are those of REPLACE.
    let made = format!("a(\n{})\nb(\n{})\n", items("    ", &names), items("        ", &names[..3]));
    assert!(outcome("a.rs", &made, &search, &replace).is_err());
    let alone = format!("a(\n{})\n", items("    ", &names));
    assert!(outcome("a.rs", &alone, &search, &replace).is_ok());
}

#[test]
fn lines_that_another_block_wrote_are_not_gone() {
    let blocks = [
        ("head\n", "head\nkind_two = 1\n"),
        ("head\nkind_two = 1\nlast = 2\n", "head\nkind_new = 1\nlast = 2\n"),
    ];
    let plan = changed("head\nkind_new = 1\nlast = 2\n", &blocks);
    assert!(plan.is_err(), "{plan:?}");
}

#[test]
fn lines_that_another_block_changes_do_not_show_that_a_change_is_made() {
    let blocks = [
        ("[features]\nstd = []\n", "[dev]\nversion = 1\n"),
        ("home = \"here\"\n[lib]\npath = 1\n", "home = \"here\"\n[features]\nstd = []\n[lib]\npath = 1\n"),
    ];
    let plan = changed("home = \"here\"\n[features]\nstd = []\n[lib]\npath = 1\n", &blocks);
    assert!(plan.is_err(), "{plan:?}");
}

#[test]
fn a_move_of_which_the_insertion_is_made_is_not_inserted_again() {
    let item = "one_of_them();\ntwo_of_them();\n";
    let rest: String = (0..30).map(|line| format!("rest({line});\n")).collect();
    let blocks = [("start();\n", &*format!("start();\n{item}")), (&*format!("{item}end();\n"), "end();\n")];
    let text = |above: &str, below: &str| format!("start();\n{above}{rest}{below}end();\n");
    assert_eq!(changed(&text("", item), &blocks), Ok(text(item, "")));
    assert_eq!(changed(&text(item, item), &blocks), Err(vec!["duplicate", "applied"]));
}

#[test]
fn an_insertion_is_there_though_another_block_takes_one_of_its_lines_from_elsewhere() {
    let rest: String = (0..30).map(|line| format!("rest({line});\n")).collect();
    let blocks =
        [("start();\n", "start();\nnew_of_them();\none_that_moves();\n"), ("one_that_moves();\n", "")];
    let text = |above: &str, below: &str| format!("start();\n{above}{rest}{below}end();\n");
    let made = text("new_of_them();\none_that_moves();\n", "");
    assert_eq!(changed(&text("", "one_that_moves();\n"), &blocks).as_deref(), Ok(&*made));
    assert_eq!(changed(&made, &blocks), Err(vec!["duplicate", "applied"]));
}

#[test]
fn a_line_that_another_block_takes_out_is_not_taken_for_one_that_is_nearly_the_same() {
    let (one, two) = ("self.value_one = compute(arguments)\n", "self.value_two = compute(arguments)\n");
    let blocks = [("start();\n", &*format!("start();\n{one}")), (&*format!("head();\n{two}"), "head();\n")];
    let text = |above: &str| format!("head();\n{above}start();\n{one}end();\n");
    assert_eq!(changed(&text(two), &blocks), Ok(text("")));
}

#[test]
fn what_blocks_make_in_several_steps_is_not_made_beside_its_end() {
    let first = ("last_line();\n", "open_the_file(one);\nread_all_lines(one);\nlast_line();\n");
    let second = ("read_all_lines(one);\n", "read_all_lines(one, two);\n");
    let end = "open_the_file(one);\nread_all_lines(one, two);\nlast_line();\n";
    assert_eq!(changed("last_line();\n", &[first, second]), Ok(end.into()));
    let plan = changed(end, &[first, second, first]);
    assert!(plan.is_err(), "{plan:?}");
}

#[test]
fn a_line_that_another_block_changes_is_made_all_the_same() {
    let first = ("last_line();\n", "read_all_lines(one);\nlast_line();\n");
    let second = ("read_all_lines(one);\n", "read_all_lines(two);\n");
    let made = changed("read_all_lines(one);\nlast_line();\n", &[first, second]);
    assert_eq!(made, Ok("read_all_lines(two);\nlast_line();\n".into()));
}

#[test]
fn lines_that_are_wrapped_already_are_not_wrapped_once_more() {
    let wrapped = "f() {\n  with_lock(function () {\n    load_all(one);\n    save_all(two);\n  });\n}\n";
    let (search, replace) = (
        "load_all(one);\nsave_all(two);\n",
        "with_lock(function () {\n  load_all(one);\n  save_all(two);\n});\n",
    );
    assert_eq!(outcome("a.js", wrapped, search, replace), Err("duplicate"));
}

#[test]
fn parts_beside_lines_left_out_are_asked_one_by_one() {
    let settings = Settings { last_tier: Tier::Elided, ..settings() };
    let reply =
        edit("a.py", "one_of()\n...\nlast_of()\n", "one_of()\nprepare_it(1)\n...\nlast_of()\nclean_up(2)\n");
    let made = |first: &str, last: &str| {
        let text = format!("one_of()\n{first}step_a()\nother_b()\nlast_of()\n{last}rest()\n");
        outcomes(&planned_with(&Fake::new(&[("a.py", &*text)]), &settings, &reply))[0]
    };
    let (first, last) = ("prepare_it(1)\n", "clean_up(2)\n");
    assert_eq!(made("", ""), "applied");
    assert_eq!(made(first, last), "already-applied");
    assert_eq!([made(first, ""), made("", last)], ["duplicate"; 2]);
}

#[test]
fn text_that_takes_the_place_of_a_blank_line_goes_on_no_other() {
    let reply =
        r#"[{"path": "f.txt", "old_string": "\nlast_of()\n", "new_string": "one_more()\nlast_of()\n"}]"#;
    let left = |text: &str| applied(&[("f.txt", text)], reply);
    assert_eq!(left("first()\n\nlast_of()\n"), Ok(tree(&[("f.txt", "first()\none_more()\nlast_of()\n")])));
    assert!(left("first()\none_more()\nlast_of()\n").is_err());
}

#[test]
fn a_long_beginning_that_is_made_is_refused_however_much_is_to_follow() {
    let made = "#[cfg(all(feature = \"printing\", feature = \"full\"))]\nuse other_one::expr::{\n";
    let rest: String =
        (0..9).map(|line| format!("    Expression{line}, Statement{line}, Definition{line},\n")).collect();
    let text = format!("first();\n{made}last();\n");
    let replace = format!("first();\n{made}{rest}");
    assert_eq!(changed(&text, &[("first();\n", &replace)]), Err(vec!["duplicate"]));
}

/// Outcome of one edit of exact text.
fn text_outcome(text: &str, old: &str, new: &str, every: bool) -> Result<String, &'static str> {
    let edit =
        serde_json::json!({"path": "a.txt", "old_string": old, "new_string": new, "replace_all": every});
    let reply = edit.to_string();
    match outcomes(&planned(&[("a.txt", text)], &reply))[0] {
        "applied" => {
            Ok(applied(&[("a.txt", text)], &reply).expect("applied").remove("a.txt").expect("a file"))
        }
        outcome => Err(outcome),
    }
}

#[test]
fn a_text_that_the_new_one_has_is_made_once() {
    for (text, old, new, after) in [
        ("log(a)\n", "log", "logger", "logger(a)\n"),
        ("x = sum / n\n", "/ n", "/ n or 1", "x = sum / n or 1\n"),
        ("let x = 1;\n", "x = 1", "mut x = 1", "let mut x = 1;\n"),
        ("a\nf(b)\n", "a\nf(", "a\nf(self, ", "a\nf(self, b)\n"),
    ] {
        for every in [false, true] {
            assert_eq!(text_outcome(text, old, new, every).as_deref(), Ok(after), "{new}");
            assert_eq!(text_outcome(after, old, new, every), Err("already-applied"), "{new}");
        }
    }
    // A line more says nothing by itself.
    let closed = text_outcome("  f()\n}\n}\n", "  f()\n", "  f()\n}\n", false);
    assert_eq!(closed, Err("duplicate"));
}

#[test]
fn equal_texts_change_nothing() {
    for (old, notes) in [("bar", vec![]), ("baz", vec![Note::NotThere])] {
        let edit = serde_json::json!({"path": "a.txt", "old_string": old, "new_string": old}).to_string();
        let plan = planned(&[("a.txt", "foo\nbar two\n")], &edit);
        assert_eq!((&plan.blocks[0].outcome, &plan.blocks[0].notes), (&Outcome::NoOp, &notes), "{old}");
    }
}

#[test]
fn of_many_places_none_is_made_twice() {
    assert_eq!(
        text_outcome("log(a)\nlog(b)\n", "log", "logger", true).as_deref(),
        Ok("logger(a)\nlogger(b)\n")
    );
    assert_eq!(text_outcome("logger(a)\nlogger(b)\n", "log", "logger", true), Err("already-applied"));
    assert_eq!(text_outcome("logger(a)\nlog(b)\n", "log", "logger", true), Err("duplicate"));
}
