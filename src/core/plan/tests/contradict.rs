//! Blocks of one reply that contradict each other, and those that only look so.

use super::*;

/// The outcomes of blocks on a file of this name that quote one line and add these, below it.
fn added(path: &str, line: &str, new: &[&str]) -> Vec<&'static str> {
    let blocks = new.iter().map(|new| edit(path, line, &format!("{line}{new}")));
    outcomes(&planned(&[(path, &format!("{line}\nlast\n"))], &blocks.collect::<String>()))
}

#[test]
fn an_attempt_and_its_correction_are_not_both_added() {
    for (path, line, first, second) in [
        ("a.go", "\tA int\n", "\tB int\n", "\tB string\n"),
        ("a.go", "import (\n", "\t\"context\"\n", "\t\"context\"\n\t\"errors\"\n"),
        ("a.py", "import sys\n", "import os\nimport re\n", "import os\n"),
        ("a.json", "{\n", "  \"a\": 1,\n", "  \"a\": 2,\n"),
        ("a.css", ".a {\n", "  color: red;\n", "  color: blue;\n"),
        ("a.py", "    x = 1\n", "    if x < 0:\n        raise ValueError(x)\n", "    x = abs(x)\n"),
    ] {
        assert_eq!(added(path, line, &[first, second]), ["overlap", "overlap"], "{second}");
        assert_eq!(added(path, line, &[second, first]), ["overlap", "overlap"], "{first}");
        assert_eq!(added(path, line, &[first, first, second]), ["overlap"; 3], "{second}");
    }
    let (line, first) = ("\tA int\n", "\tB int\n\tA int\n");
    let reply = [edit("a.go", line, "\tA int\n\tB int\n"), edit("a.go", line, first)].concat();
    assert_eq!(outcomes(&planned(&[("a.go", line)], &reply)), ["overlap", "overlap"]);
}

#[test]
fn statements_at_one_point_are_two_ways_only_where_both_blocks_quote_one_line() {
    let made = |text: &str, [above, below]: [(&str, &str); 2]| {
        let reply = [edit("a.js", above.0, above.1), edit("a.js", below.0, below.1)].concat();
        applied(&[("a.js", text)], &reply).map(|files| files["a.js"].clone())
    };
    let blocks = [("x = 1;\n", "x = 1;\ncheck(x);\n"), ("y = 2;\n", "prepare(y);\ny = 2;\n")];
    assert_eq!(made("x = 1;\ny = 2;\n", blocks), Ok("x = 1;\ncheck(x);\nprepare(y);\ny = 2;\n".into()));
    // A bracket that both quote tells nothing.
    let blocks = [("a();\n}\n", "a();\n}\none();\n"), ("}\nb();\n", "}\ntwo();\nb();\n")];
    assert_eq!(made("a();\n}\nb();\n", blocks), Ok("a();\n}\none();\ntwo();\nb();\n".into()));
}

#[test]
fn two_blocks_that_each_take_out_one_of_two_equal_lines_are_not_one() {
    let (upper, lower) = (("start\nlog x\nlog x\n", "start\nlog x\n"), ("log x\nend\n", "end\n"));
    for blocks in [[upper, lower], [lower, upper]] {
        let refused = Err(vec!["overlap"; 2]);
        assert_eq!(changed("start\nlog x\nlog x\nend\n", &blocks), refused, "{blocks:?}");
    }
    let whole = ("start\nlog x\nlog x\nend\n", "start\nlog x\nend\n");
    assert_eq!(changed(whole.0, &[whole, whole]), Ok(whole.1.into()));
    assert_eq!(
        changed("start\nlog x\nend\n", &[lower, ("start\nlog x\n", "start\n")]),
        Ok("start\nend\n".into())
    );
}

#[test]
fn different_things_are_added_at_one_point() {
    for (path, line, first, second) in [
        ("a.py", "import sys\n", "import os\n", "import re\n"),
        ("a.py", "x = 1\n", "\n\ndef f():\n    return 1\n", "\n\ndef g():\n    return 2\n"),
        ("a.rs", "mod a;\n", "mod b;\n", "mod c;\n"),
        ("a.md", "- one item\n", "- two items\n", "- three items\n"),
        ("a.json", "{\n", "  \"a\": 1,\n", "  \"b\": 1,\n"),
    ] {
        assert_eq!(added(path, line, &[first, second]), ["applied", "applied"], "{second}");
    }
}

#[test]
fn edits_that_cancel_each_other_are_refused() {
    let (text, both) = ("a\nb\nc\n", Err(vec!["overlap", "overlap"]));
    for (there, back) in [
        (("b\n", "x\n"), ("x\n", "b\n")),
        (("a\nb\nc\n", "a\nx\ny\nc\n"), ("a\nx\ny\nc\n", "a\nb\nc\n")),
        (("b\n", "b\nnew_call()\n"), ("b\nnew_call()\n", "b\n")),
        (("b\n", ""), ("a\nc\n", "a\nb\nc\n")),
        (("a\nb\n", "x\nb\n"), ("x\nb\nc\n", "a\nb\nd\n")),
    ] {
        assert_eq!(changed(text, &[there, back]), both, "{there:?}");
    }
    assert_eq!(
        failure(&plan_of(text, &[("b\n", "x\n"), ("x\n", "b\n")]), 0),
        &Failure::TakenBack { block: 1, line: Some(1) }
    );
    assert_eq!(changed(text, &[("b\n", ""), ("a\n", "a\nb\n")]), both);
    // Blank lines may well be there again.
    assert_eq!(changed("a\n\nb\n", &[("\nb\n", "b\n"), ("a\n", "a\n\n")]), Ok("a\n\nb\n".into()));
    let blank = [("\nb\n", "b\n"), ("a\n", "a\nnew\n\n")];
    assert_eq!(changed("a\n\nb\n", &blank), Ok("a\nnew\n\nb\n".into()));
    let shifted = [("b\n", "c\n"), ("c\n", "d\n"), ("a\n", "a\nb\n")];
    assert_eq!(changed(text, &shifted), Ok("a\nb\nc\nd\n".into()));
    let upwards = [("a\n", "x\n"), ("b\n", "a\n"), ("c\n", "b\nc\n")];
    assert_eq!(changed(text, &upwards), Ok("x\na\nb\nc\n".into()));
    let chain = [("b\n", "x\n"), ("c\n", "d\n"), ("x\n", "y\n"), ("y\nd\n", "b\nd\n")];
    assert_eq!(changed(text, &chain), Err(vec!["overlap", "applied", "applied", "overlap"]));
}

#[test]
fn an_edit_of_an_edit_that_leaves_something_of_it_is_made() {
    for (first, second, left) in [
        (("b\n", "x\n"), ("x\n", "y\n"), "a\ny\nc\n"),
        (("b\n", "b\none()\ntwo()\n"), ("one()\ntwo()\n", "two()\n"), "a\nb\ntwo()\nc\n"),
        (("b\n", "x\n"), ("a\nx\n", "z\nx\n"), "z\nx\nc\n"),
        (("b\n", "x\n"), ("x\n", "b\nx\n"), "a\nb\nx\nc\n"),
    ] {
        assert_eq!(changed("a\nb\nc\n", &[first, second]), Ok(left.into()), "{second:?}");
    }
}

#[test]
fn a_file_that_is_made_and_removed_again_is_refused() {
    let reply = [edit("new.txt", "", "a\n"), delete("new.txt")].concat();
    assert_eq!(applied(&[], &reply), Err(vec!["overlap", "overlap"]));
    let reply = [delete("f.txt"), edit("f.txt", "", "a\n")].concat();
    assert_eq!(applied(&[("f.txt", "a\n")], &reply), Err(vec!["overlap", "overlap"]));
}

#[test]
fn a_lesser_version_of_an_edit_does_not_leave_the_larger_one() {
    let text = "a = 1\nuse(a)\nb = 2\n";
    let larger = (text, "a = 1\ndebug()\nuse(a)\nb = 3\n");
    let lesser = (text, "a = 1\nuse(a)\nb = 3\n");
    let part = ("use(a)\nb = 2\n", "use(a)\nb = 3\n");
    let other = (text, "a = 2\nuse(a)\nb = 3\n");
    for second in [lesser, other] {
        assert_eq!(changed(text, &[larger, second]), Err(vec!["overlap", "overlap"]), "{second:?}");
    }
    // The larger version, a part of it, and a change that both may be meant beside.
    assert_eq!(changed(text, &[lesser, larger]), Ok(larger.1.into()));
    assert_eq!(changed(text, &[larger, part]), Ok(larger.1.into()));
    assert_eq!(changed(text, &[larger, larger]), Ok(larger.1.into()));
    let above = (text, "a = 2\nuse(a)\nb = 2\n");
    assert_eq!(changed(text, &[part, above]), Ok(other.1.into()));
}

#[test]
fn two_blocks_do_not_put_the_same_line_beside_each_other() {
    let text = "first = 1\nsecond = 2\nthird = 3\nfourth = 4\n";
    let narrow = ("third = 3\nfourth = 4\n", "second_value = 5\nthird = 3\nfourth = 4\n");
    let wide = ("first = 1\nsecond = 2\nthird = 3\n", "first = 1\nsecond_value = 5\nthird = 3\n");
    for blocks in [[narrow, wide], [wide, narrow]] {
        assert!(changed(text, &blocks).is_err());
    }
    let other = ("third = 3\nfourth = 4\n", "another_value = 5\nthird = 3\nfourth = 4\n");
    assert!(changed(text, &[other, wide]).is_ok());
    let (upper, lower) = (("a\n", "a\nsecond_value = 5\n"), ("b\n", "second_value = 5\nb\n"));
    assert!(changed("a\nb\n", &[upper, lower]).is_err());
    assert!(changed("a\nb\n", &[upper, ("a\nb\n", "a\nsecond_value = 5\nb\n")]).is_ok());
    let (upper, lower) = (("a\n\n", "a\n\nsecond_value = 5\n\n"), ("\n\nb\n", "\n\nsecond_value = 5\n\nb\n"));
    assert!(changed("a\n\n\nb\n", &[upper, lower]).is_err());
}

#[test]
fn lines_with_which_one_insertion_ends_and_the_next_begins_are_not_put_in_twice() {
    let upper = |last: &str| format!("a\nfirst_of_the_upper_lines(value)\n{last}");
    let lower = |first: &str| format!("{first}last_of_the_lower_lines(value)\nb\n");
    let both = |text: &str, line: &str| changed(text, &[("a\n", &upper(line)), ("b\n", &lower(line))]);
    assert!(both("a\nb\n", "shared_value(x)\n").is_err());
    assert!(both("a\n\nb\n", "shared_value(x)\n").is_err());
    // A line of the file is between them.
    assert!(both("a\nmiddle\nb\n", "shared_value(x)\n").is_ok());
}

#[test]
fn an_insertion_is_not_a_part_of_the_one_beside_it() {
    let text = "a\nb\nc\nd\n";
    let part = ("b\nc\nd\n", ")\nb\nc\nd\n");
    let whole = ("a\nb\nc\n", "a\nf(\n    x\n)\nb\nc\n");
    assert!(changed(text, &[part, whole]).is_err());
    assert!(changed(text, &[("b\nc\nd\n", "];\nb\nc\nd\n"), whole]).is_ok());
}

#[test]
fn lines_that_an_edit_which_is_made_brought_in_are_not_taken_out_again() {
    let item = "one_of_them();\ntwo_of_them();\n";
    let rest: String = (0..30).map(|line| format!("rest({line});\n")).collect();
    let blocks = [("start();\n", &*format!("start();\n{item}")), (item, "")];
    let text = |above: &str, below: &str| format!("start();\n{above}{rest}{below}end();\n");
    assert_eq!(changed(&text("", item), &blocks), Ok(text(item, "")));
    assert_eq!(changed(&text(item, ""), &blocks), Err(vec!["overlap"; 2]));
    // Another state of a line may follow.
    let blocks = [blocks[0], ("one_of_them();\n", "one_of_us();\n")];
    let made = text("one_of_us();\ntwo_of_them();\n", "");
    assert_eq!(changed(&text(item, ""), &blocks), Ok(made));
}

/// The outcomes of two edits of `a.py` with a sentence between them.
fn corrected(text: &str, words: &str, [one, other]: [(&str, &str); 2]) -> Vec<&'static str> {
    let reply = [edit("a.py", one.0, one.1), format!("{words}\n\n"), edit("a.py", other.0, other.1)].concat();
    outcomes(&planned(&[("a.py", text)], &reply))
}

#[test]
fn an_edit_and_what_the_reply_calls_its_correction_are_not_both_made() {
    let text = "def f():\n    a = 1\n    b = 2\n    return a\n\n\ndef g():\n    c = 3\n    return c\n";
    let (s, b, c) = ("    a = 1\n    b = 2\n", "    b = 2\n", "    c = 3\n");
    let body = "    a = 1\n    b = 2\n    return a\n";
    let both = |one, other| [(s, one), (s, other)];
    for edits in [
        // Lines that the other one leaves as they are, at one place and at none.
        both("    b = 2\n", "    a = 1\n"),
        both("    a = 10\n    b = 2\n", "    a = 1\n    b = 20\n"),
        both("    a = 1\n    b = 2\n    d = 1\n", "    a = 1\n    b = 2\n    e = 1\n"),
        [(b, "    check()\n    b = 2\n"), (b, "    b = 2\n    check()\n")],
        [(b, "    b = 20\n"), (s, "    a = 10\n    b = 2\n")],
        // The same change elsewhere.
        [(b, "    b = 2\n    check(1)\n"), (c, "    c = 3\n    check(1)\n")],
    ] {
        for words in ["Correction:", "Oops, I made a mistake above. Corrected version:"] {
            assert_eq!(corrected(text, words, edits), ["overlap", "overlap"], "{words} {edits:?}");
        }
        for words in ["", "Now the other one:", "Wait, I also need this one:"] {
            assert_eq!(corrected(text, words, edits), ["applied", "applied"], "{words} {edits:?}");
        }
    }
    let logs = "def f():\n    a = 1\n    log(1)\n\n\ndef g():\n    c = 3\n    log(1)\n";
    let quiet = |last: &'static str| [("    a = 1\n    log(1)\n", "    a = 1\n"), (last, "    c = 3\n")];
    let twice = quiet("    c = 3\n    log(1)\n");
    assert_eq!(corrected(logs, "Correction:", twice), ["overlap", "overlap"]);
    assert_eq!(corrected(logs, "", twice), ["applied", "applied"]);
    let other = logs.replace("3\n    log(1)", "3\n    log(2)");
    let twice = quiet("    c = 3\n    log(2)\n");
    assert_eq!(corrected(&other, "Correction:", twice), ["applied", "applied"]);
    // Other lines become the same.
    let same = [("    a = 1\n", "    retries = 5\n"), ("    c = 3\n", "    retries = 5\n")];
    assert_eq!(corrected(text, "Correction:", same), ["overlap", "overlap"]);
    for edits in [
        // All of the other one's change and more, in what it leaves, and beside it.
        [(s, "    a = 10\n    b = 2\n"), (body, "    a = 10\n    b = 2\n    return b\n")],
        [(b, "    b = 20\n"), ("    b = 20\n", "    b = 30\n")],
        [(b, "    b = 20\n"), (c, "    c = 30\n")],
        [(s, "    a = 10\n    b = 2\n"), ("    b = 2\n    return a\n", "    b = 2\n    return b\n")],
    ] {
        assert_eq!(corrected(text, "Correction:", edits), ["applied", "applied"], "{edits:?}");
    }
    let new = |path: &str| format!("{path}\n```\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE\n```\n");
    let reply = [&new("b.py"), "The file name was wrong. Corrected version:\n\n", &new("c.py")].concat();
    assert_eq!(outcomes(&planned(&[], &reply)), ["overlap", "overlap"]);
}

#[test]
fn what_may_be_a_correction_is_one_at_the_same_point_alone() {
    let text = "import os\nimport sys\n\nx = 1\n";
    let s = "import os\nimport sys\n";
    let edits = [(s, "import os\nimport ujsn\nimport sys\n"), (s, "import os\nimport ujson\nimport sys\n")];
    for (words, each) in
        [("Oops:", "overlap"), ("Oops, I forgot one:", "applied"), ("And one more:", "applied")]
    {
        assert_eq!(corrected(text, words, edits), [each; 2], "{words}");
    }
    let edits = [("import sys\n", "import re\n"), ("import sys\n\nx = 1\n", "import sys\n\nx = 2\n")];
    assert_eq!(corrected(text, "Oops:", edits), ["applied", "applied"]);
}
