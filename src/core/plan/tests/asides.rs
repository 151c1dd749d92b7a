//! Parts of a reply beside its edits: made, refused or left out.

use super::*;

/// The paths of the blocks, and the lines of the faults and of what is warned of.
fn settled(files: &[(&str, &str)], text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>) {
    let world = Fake::new(files);
    let policy = Policy::new(Rules::default()).expect("no rules");
    let reply = reply::parse(text.as_bytes(), &reply::Options::default());
    let mut sources = [Source { name: "-".into(), reply }];
    adopt(&mut sources, &policy, &settings(), &world);
    let plan = plan(&sources, &policy, &settings(), &world);
    assert!(plan.is_good(), "{plan:?}");
    settle(&mut sources, &plan, &policy, &settings(), &world);
    let [Source { reply, .. }] = &sources;
    let paths = plan.blocks.iter().map(|block| block.path.as_ref().expect("a path").to_string());
    let faults = reply.faults.iter().map(|fault| fault.line);
    (paths.collect(), faults.collect(), reply.unread.iter().map(|surface| surface.line).collect())
}

const FILES: [(&str, &str); 2] = [("a.go", "one()\ntwo()\nthree()\n"), ("c.go", "c1()\nc2()\n")];

/// A reply with a block for `a.go` in lines 1 to 8, and this text from line 10.
fn beside(text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>) {
    let block = "a.go\n```go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n```\n";
    settled(&FILES, &format!("{block}\n{text}"))
}

fn fence(info: &str, text: &str) -> String {
    format!("\n```{info}\n{text}```\n")
}

#[test]
fn a_new_file_is_made() {
    for head in ["Create `b.go`:\n", "b.go\n", "### b.go\n"] {
        let text = format!("{head}{}", fence("go", "b()\n"));
        assert_eq!(beside(&text), (vec!["a.go".into(), "b.go".into()], vec![], vec![]), "{head}");
    }
}

#[test]
fn a_text_that_the_reply_calls_old_or_an_example_is_left_out() {
    for (head, line) in [
        ("Before:\n\nb.go\n", 14),
        ("The old file was:\n\n**b.go**\n", 14),
        ("For example:\n\n### b.go\n", 14),
        ("Not like this:\n\nb.go\n", 14),
        ("Suppose `b.go` is:\n", 12),
        ("`b.go` at HEAD~1:\n", 12),
        ("### Unchanged: b.go\n", 12),
        ("To try it, save this as `b.go` (do not commit):\n", 12),
    ] {
        let new = format!("{head}{}", fence("go", "b()\n"));
        assert_eq!(beside(&new), (vec!["a.go".into()], vec![], vec![line]), "{head}");
        let there = new.replace("b.go", "c.go").replace("b()", "c1()\nc3()\nc4()");
        assert_eq!(beside(&there), (vec!["a.go".into()], vec![], vec![line]), "{head}");
    }
    let block = "a.go\n```go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n```\n";
    let text = format!("b.go\n{}\nScratch that. Instead:\n\n{block}", fence("go", "b()\n"));
    assert_eq!(settled(&FILES, &text), (vec!["a.go".into()], vec![], vec![3]));
    for text in [
        format!("Don't do this in `a.go`:\n{}", fence("go", "three(3)\n")),
        format!("What not to do:\n{}", fence("diff", "-two()\n+twice()\n")),
    ] {
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![12]), "{text}");
    }
    for head in ["After:\n\n", "Replace the old file with:\n\n", "It failed before. Now:\n\n"] {
        let text = format!("{head}b.go\n{}", fence("go", "b()\n"));
        assert_eq!(beside(&text), (vec!["a.go".into(), "b.go".into()], vec![], vec![]), "{head}");
    }
}

#[test]
fn what_no_edit_makes_is_a_fault() {
    for text in [
        format!("c.go\n{}", fence("go", "c1()\nnew()\n")),
        format!("Add to `c.go`:\n{}", fence("go", "new()\n")),
        "Create `b.go`:\n\n```go\nb()\n".into(),
        format!("And in `a.go`:\n{}", fence("diff", "-two()\n+twice()\n")),
        format!("So:\n{}", fence("diff", "-two()\n+twice()\n")),
        format!("Also add this import:\n{}", fence("go", "import x\n")),
        format!("Update `run.sh`:\n{}", fence("bash", "make all\n")),
    ] {
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![12], vec![]), "{text}");
    }
    assert_eq!(beside("Delete `c.go`.\n").1, [10]);
}

#[test]
fn a_diff_that_only_removes_is_made_where_its_lines_are_gone() {
    for (diff, faults) in [
        (" c1()\n-c2()\n", vec![12]),
        (" c1()\n-c9()\n", vec![]),
        ("-c2()\n+c1()\n", vec![12]),
        ("-c0()\n c1()\n", vec![]),
        ("-c9()\n+c1()\n c2()\n", vec![]),
    ] {
        let text = format!("In `c.go`:\n{}", fence("diff", diff));
        assert_eq!(beside(&text).1, faults, "{diff}");
    }
    // The block of the reply makes this one.
    let made = format!("In `a.go`:\n{}", fence("diff", "-one()\n+once()\n two()\n"));
    assert_eq!(beside(&made).1, [0; 0]);
}

#[test]
fn a_word_is_a_file_where_there_is_one() {
    let files = [
        FILES[0],
        FILES[1],
        ("go.mod", "m\n\na 1\nb 2\nc 3\nd 4\n"),
        ("bin/run", "x\n"),
        ("justfile", "a:\n"),
    ];
    let beside = |text: &str| {
        let block = "a.go\n```go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n```\n";
        settled(&files, &format!("{block}\n{text}"))
    };
    for name in ["go.mod", "bin/run", "justfile"] {
        for (text, faults, unread) in [
            (format!("Delete `{name}`.\n"), vec![10], vec![]),
            (format!("Rename `{name}` to `other`.\n"), vec![10], vec![]),
            (format!("In `{name}`, change one to two.\n"), vec![], vec![10]),
            (format!("`{name}` should be updated, too.\n"), vec![], vec![10]),
            (format!("Add `require x` to `{name}`.\n"), vec![], vec![10]),
            (format!("Update `{name}`:\n{}", fence("", "new\n")), vec![12], vec![]),
            (format!("I read `{name}`, and `once` is good.\n"), vec![], vec![]),
            (format!("The `{name}` file has this:\n{}", fence("", "new\n")), vec![], vec![]),
            (format!("Delete the `{name}` call.\n"), vec![], vec![10]),
        ] {
            assert_eq!(beside(&text), (vec!["a.go".into()], faults.clone(), unread), "{text}");
            // Beside no such file, it is a word.
            let text = text.replace(name, "os.x");
            let found = beside(&text);
            let is_code = text.contains("```") || text.contains("require x");
            assert_eq!((found.1, found.2.is_empty() || is_code), (vec![], true), "{text}");
        }
    }
    let whole = format!("Here is the updated `go.mod`:\n{}", fence("", "m\n\na 1\nb 2\nc 4\nd 4\n"));
    assert_eq!(beside(&whole), (vec!["a.go".into(), "go.mod".into()], vec![], vec![]));
}

#[test]
fn text_that_is_to_go_must_not_be_there_in_the_end() {
    for (head, text, faults) in [
        ("In `c.go`, remove:", "c2()\n", vec![12]),
        ("Remove this from `c.go`:", "c2()\n", vec![12]),
        ("Remove this line:", "two()\n", vec![12]),
        ("Delete these lines from `a.go`:", "one()\n", vec![]),
        ("Remove the `x` of `c.go`:", "c2()\n", vec![]),
        ("I removed this from `c.go`:", "c2()\n", vec![]),
    ] {
        let found = beside(&format!("{head}\n{}", fence("go", text)));
        assert_eq!(found, (vec!["a.go".into()], faults, vec![]), "{head}");
    }
}

#[test]
fn most_of_a_file_may_be_all_that_is_to_stay() {
    let files = [FILES[0], ("d.go", "d1()\nd2()\nd3()\nd4()\n")];
    let block = "a.go\n```go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n```\n\n";
    let of = |head: &str, text: &str| settled(&files, &format!("{block}{head}\n{}", fence("go", text)));
    for (head, text, faults, unread) in [
        ("d.go", "d1()\nd2()\nd3()\n", vec![12], vec![]),
        ("d.go", "d2()\nd3()\nd4()\n", vec![12], vec![]),
        ("Here is the complete updated `d.go`:", "d1()\nd2()\nd3()\n", vec![12], vec![]),
        ("### `d.go` now", "d1()\nd2()\nd3()\n", vec![], vec![12]),
        ("d.go", "d1()\nd2()\nd3()\nd4()\n", vec![], vec![]),
        ("d.go", "d2()\n", vec![], vec![]),
        ("In `d.go`:", "d1()\nd2()\nd3()\n", vec![], vec![12]),
        ("a.go", "once()\ntwo()\n", vec![], vec![]),
    ] {
        assert_eq!(of(head, text), (vec!["a.go".into()], faults, unread), "{head}\n{text}");
    }
}

#[test]
fn text_for_a_file_must_be_in_that_file() {
    let text = format!("Add to `c.go`:\n{}", fence("go", "two()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![12], vec![]));
    let text = format!("In `c.go`:\n{}", fence("go", "two()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![]));
}

#[test]
fn what_the_files_have_or_get_is_left_out() {
    for text in [
        format!("Here is `a.go`:\n{}", fence("go", "once()\ntwo()\nthree()\n")),
        format!("`a.go` was:\n{}", fence("go", "one()\ntwo()\n")),
        format!("c.go\n{}", fence("go", "c1()\n// ...\n")),
        format!("So `a.go` changes:\n{}", fence("diff", "-one()\n+once()\n two()\n")),
        "Delete `d.go`.\n".into(),
        format!("And replace it with:\n{}", fence("go", "once()\ntwo()\n")),
        format!("Use it:\n{}", fence("go", "new()\n")),
    ] {
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![]), "{text}");
    }
}

#[test]
fn an_example_for_a_file_is_warned_of() {
    let text = format!("Call it from `c.go`:\n{}", fence("go", "new()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![12]));
    let text = format!("The function in full:\n{}", fence("go", "new()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![12]));
}

#[test]
fn a_change_in_words_alone_is_warned_of() {
    for (text, unread) in [
        ("In `c.go`, change `c1` to `c3`.\n", vec![10]),
        ("Also add `import \"os\"` at the top of the file.\n", vec![10]),
        ("Don't forget to remove `c.go`.\n", vec![10]),
        ("Do the same in `c.go`.\n", vec![10]),
        ("Make the same change to `c.go`.\n", vec![10]),
        ("The same change is needed in `c.go`.\n", vec![10]),
        ("This is done, and in `c.go` replace `c1` with `c3`.\n", vec![10]),
        ("In `c.go` replace `c1` with `c3`.\n", vec![10]),
        ("Don't forget to add `\"os\"` to the imports of `a.go`.\n", vec![10]),
        ("Then update the callers: replace `two(1)` with `two(2)`.\n", vec![10]),
        ("Don't forget to import `once`.\n", vec![10]),
        ("Make sure `once` is imported.\n", vec![10]),
        ("Rename every other use of `two` to `three` too.\n", vec![10]),
        ("Rename every use of `one` to `once`.\n", vec![]),
        ("Then import `c1`.\n", vec![]),
        ("`once` is imported already.\n", vec![]),
        ("Replace `one()` with `once()`.\n", vec![]),
        ("I did the same in `c.go`.\n", vec![]),
        ("The same names are used in `c.go`.\n", vec![]),
        ("Then update `a.go` so.\n", vec![]),
        ("Also add `once()` at the top.\n", vec![]),
        ("Add `c1()` to `c.go`.\n", vec![]),
        ("You can also change `c.go`.\n", vec![]),
    ] {
        assert_eq!(beside(text), (vec!["a.go".into()], vec![], unread), "{text}");
    }
    let block = "d/a.go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n";
    let text = format!("Here is the block to update `d\\a.go`.\n\n{block}");
    assert_eq!(settled(&[("d/a.go", "one()\n")], &text), (vec!["d/a.go".into()], vec![], vec![]));
    let text = format!("Update `a.go`.\n\n{block}");
    let made =
        text.replace("\none", "\npackage a\none").replace("\nonce", "\npackage a\n\nimport \"os\"\nonce");
    let file = "package a\n\nimport \"os\"\nonce()\n";
    assert_eq!(settled(&[("d/a.go", file)], &made), (vec!["d/a.go".into()], vec![], vec![]));
    assert_eq!(settled(&[("d/a.go", "one()\n"), ("ba.go", "")], &text.replace("`a.go`", "`ba.go`")).2, [1]);
    let text = format!("Add this to `c.go`.\n{}", fence("go", "c1()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![]));
}

#[test]
fn a_second_text_for_a_new_file_is_a_fault() {
    let text = format!("Create `b.go`:\n{}Create `b.go`:\n{}", fence("go", "b()\n"), fence("go", "c()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into(), "b.go".into()], vec![17], vec![]));
}

#[test]
fn what_takes_too_long_to_find_is_refused() {
    let text = "one()\n".repeat(20_000);
    let quotes = "`a.go`:\n\n```go\none()\n```\n\n".repeat(300);
    let block = "a.go\n```go\n<<<<<<< SEARCH\nlast()\n=======\nend()\n>>>>>>> REPLACE\n```\n\n";
    let long = format!("{text}last()\n");
    let (_, faults, _) = settled(&[("a.go", &long)], &format!("{block}{quotes}"));
    assert!(!faults.is_empty());
    let (_, faults, _) = settled(&[("a.go", "one()\nlast()\n")], &format!("{block}{quotes}"));
    assert!(faults.is_empty(), "{faults:?}");
}

/// A reply with all of `a.go`, and this text from line 9.
fn behind(text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>) {
    let whole = format!("a.go\n{}", fence("go", "once()\ntwo()\nthree()\n"));
    settled(&FILES, &format!("{whole}\n{text}"))
}

#[test]
fn beside_a_whole_file_fences_are_compared_with_the_files() {
    for (text, faults, unread) in [
        // Quotations of what is there, or will be.
        (format!("The change in `a.go`:\n{}", fence("go", "once()\n")), vec![], vec![]),
        (format!("`a.go` was:\n{}", fence("go", "one()\ntwo()\n")), vec![], vec![]),
        (format!("The callers:\n{}", fence("1:2:c.go", "c1()\nc2()\n")), vec![], vec![]),
        (format!("a.go\n{}", fence("go", "one()\ntwo()\nthree()\n")), vec![], vec![]),
        (format!("The diff of `a.go`:\n{}", fence("diff", "-one()\n+once()\n")), vec![], vec![]),
        // Commands and output.
        (format!("Run `go run a.go` for this:\n{}", fence("sh", "go run a.go\n")), vec![], vec![]),
        // An example is none of the edits.
        (format!("You can call it from `c.go`:\n{}", fence("go", "use(a)\n")), vec![], vec![11]),
        // Changes that no edit makes.
        (format!("In `c.go`:\n{}", fence("go", "new()\n")), vec![11], vec![]),
        (format!("Add this to `c.go`:\n{}", fence("go", "new()\n")), vec![11], vec![]),
        (format!("a.go\n{}", fence("go", "two()\n")), vec![], vec![]),
        (format!("a.go\n{}", fence("go", "other()\n")), vec![11], vec![]),
    ] {
        assert_eq!(behind(&text), (vec!["a.go".into()], faults, unread), "{text}");
    }
}

const CODE: &str = "import a\nimport b\n\none()\ntwo()\nthree()\nfour()\nfive()\nsix()\nend()\n";

#[test]
fn a_text_from_the_first_to_the_last_line_of_a_file_is_all_of_it() {
    let files = [("c.go", CODE)];
    let changed = CODE.replace("three()", "thrice()");
    for head in ["Update `c.go`:\n", "In `c.go`, change `three`:\n", "Here is the updated `c.go`:\n"] {
        let found = settled(&files, &format!("{head}{}", fence("go", &changed)));
        assert_eq!(found, (vec!["c.go".into()], vec![], vec![]), "{head}");
    }
    for part in [
        // Two lines that are left out, the first and the last one, and most of them.
        CODE.replace("three()\nfour()\n", ""),
        CODE.replace("import a\n", ""),
        CODE.replace("end()\n", ""),
        "import a\nthrice()\nend()\n".into(),
    ] {
        let found = settled(&files, &format!("Update `c.go`:\n{}", fence("go", &part)));
        assert_eq!(found.0, Vec::<String>::new(), "{part}");
    }
    let found = settled(&files, &format!("You can call it in `c.go`:\n{}", fence("go", &changed)));
    assert_eq!(found.0, Vec::<String>::new());
}

#[test]
fn a_comment_with_the_path_is_no_line_of_a_file_that_is_there() {
    let changed = CODE.replace("three()", "thrice()");
    for (old, new) in
        [(CODE.to_owned(), changed.clone()), (format!("// c.go\n\n{CODE}"), format!("// c.go\n\n{changed}"))]
    {
        let world = Fake::new(&[("c.go", &old)]);
        let policy = Policy::new(Rules::default()).expect("no rules");
        let text = format!("It is done:\n{}", fence("go", &format!("// c.go\n\n{changed}")));
        let reply = reply::parse(text.as_bytes(), &reply::Options::default());
        let mut sources = [Source { name: "-".into(), reply }];
        adopt(&mut sources, &policy, &settings(), &world);
        let plan = plan(&sources, &policy, &settings(), &world);
        let [file] = &plan.files[..] else { panic!("{plan:?}") };
        let result = file.edited.change.new.as_ref().expect("a text");
        assert_eq!(result.bytes.to_vec(), new.into_bytes());
    }
}

#[test]
fn a_file_of_one_word_is_named_by_a_comment_in_its_language() {
    let text = fence("dockerfile", "# Dockerfile\nFROM b\n");
    assert_eq!(beside(&text).0, ["a.go", "Dockerfile"]);
    for text in [fence("markdown", "# README\n\nText.\n"), fence("bash", "# Makefile\nmake\n")] {
        assert_eq!(beside(&text).0, ["a.go"], "{text}");
    }
}

#[test]
fn an_empty_fence_makes_an_empty_file() {
    for head in ["Create `b/__init__.py`:\n", "b/__init__.py\n"] {
        assert_eq!(beside(&format!("{head}{}", fence("python", ""))).0, ["a.go", "b/__init__.py"], "{head}");
    }
    for head in ["Create `c.go`:\n", "c.go\n", "Then:\n"] {
        let text = format!("{head}{}", fence("go", ""));
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![]), "{head}");
    }
}

#[test]
fn most_of_a_file_beside_whole_files_is_no_example_whatever_its_title_says() {
    let (one, two) = ("one()\ntwo()\nthree()\nfour()\n", "c1()\nc2()\nc3()\nc4()\nc5()\n");
    let files = [("a.go", one), ("c.go", two)];
    let changed = fence("go", "once()\ntwo()\nthree()\nfour()\n");
    let most = fence("go", "c1()\nc2()\nc5()\n");
    let (_, faults, unread) =
        settled(&files, &format!("a.go\n{changed}\n### Print the output in `c.go`\n{most}"));
    assert_eq!((faults, unread), (vec![12], vec![]));
}

#[test]
fn a_titled_text_may_have_the_name_of_the_root_in_front_of_its_path() {
    let files = [("src/a.go", "one()\ntwo()\nthree()\nfour()\n")];
    let text =
        format!("#### Changes to `root/src/a.go`\n{}", fence("go", "once()\ntwo()\nthree()\nfour()\n"));
    assert_eq!(settled(&files, &text), (vec!["src/a.go".into()], vec![], vec![]));
}
