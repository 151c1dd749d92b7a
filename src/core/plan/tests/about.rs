//! The regions that messages show of failed blocks and unreadable parts.

use super::*;

#[test]
fn what_is_done_in_one_of_two_copies_only_is_not_said_to_be_there() {
    let text = "fn a() {\n    keep();\n    end();\n}\nfn b() {\n    keep();\n    drop_it();\n    end();\n}\n";
    let removal = ("fn c() {\n    keep();\n    drop_it();\n    end();\n", "    keep();\n    end();\n");
    let plan = plan_of(text, &[removal]);
    let Failure::NotFound { replace_at, nearest, .. } = failure(&plan, 0) else { panic!() };
    assert_eq!(*replace_at, None);
    assert_eq!(nearest[0].lines, 4..8);
    let plan = plan_of(&text.replace("    drop_it();\n", "    more();\n"), &[removal]);
    let Failure::NotFound { replace_at, .. } = failure(&plan, 0) else { panic!() };
    assert_eq!(*replace_at, Some(1));
}

#[test]
fn what_fails_though_it_is_in_the_file_is_about_its_region() {
    let text = "one\ntwo\nthree\n";
    let plan = plan_of(text, &[("two\n", "2\n"), ("two\n", "II\n")]);
    assert!(matches!(failure(&plan, 1), Failure::Overlap { .. }));
    let about = plan.blocks[1].about.as_ref().expect("a region");
    assert_eq!((about.lines.clone(), &about.text[..]), (1..2, &["two".into()][..]));
    let text: String = (0..100).map(|line| format!("line {line}\n")).collect();
    let plan = plan_of(&text, &[("", "line 50\nnew\nline 52\n")]);
    assert!(matches!(failure(&plan, 0), Failure::Exists));
    assert_eq!(plan.blocks[0].about.as_ref().map(|about| about.lines.clone()), Some(50..53));
}

#[test]
fn a_small_file_of_which_nothing_is_alike_is_shown_whole() {
    let plan = plan_of("one\ntwo\n", &[("something else\n", "x\n")]);
    assert_eq!(plan.blocks[0].about.as_ref().map(|about| about.lines.clone()), Some(0..2));
    let plan = plan_of(&"one\n".repeat(100), &[("something else\n", "x\n")]);
    assert_eq!(plan.blocks[0].about, None);
}

/// The file and the lines that the first fault of a reply is about.
fn fault_about(files: &[(&str, &str)], text: &str) -> Option<(String, std::ops::Range<usize>)> {
    let world = Fake::new(files);
    let policy = Policy::new(Rules::default()).expect("no rules");
    let reply = reply::parse(text.as_bytes(), &reply::Options::default());
    let sources = [Source { name: "-".into(), reply }];
    let plan = plan(&sources, &policy, &settings(), &world);
    let found = faults(&sources, &[text.as_bytes()], &plan.blocks, &policy, &settings(), &world);
    let (path, region) = found[0].about.clone()?;
    Some((path.as_bstr().to_string(), region.lines))
}

#[test]
fn a_block_that_is_cut_off_is_about_the_lines_that_are_there() {
    let files = [("a.txt", "one\ntwo\nthree\nfour\n"), ("b.txt", "five\nsix\nseven\n")];
    let cut = "a.txt\n<<<<<<< SEARCH\ntwo\nthree\n=======\n2\n";
    assert_eq!(fault_about(&files, cut), Some(("a.txt".to_owned(), 1..3)));
    assert_eq!(fault_about(&files, "x.txt\n<<<<<<< SEARCH\ntwo\nthree\n"), None);
}

#[test]
fn a_block_without_a_path_is_about_the_file_of_another_block_that_has_its_lines() {
    let files = [("a.txt", "one\ntwo\nthree\nfour\n"), ("b.txt", "five\nsix\nseven\n")];
    let good = "b.txt\n<<<<<<< SEARCH\nfive\n=======\n5\n>>>>>>> REPLACE\n";
    let bad = |lines: &str| {
        format!("{good}\nAnd in the other file:\n<<<<<<< SEARCH\n{lines}=======\nx\n>>>>>>> REPLACE\n")
    };
    assert_eq!(fault_about(&files, &bad("six\nseven\n")), Some(("b.txt".to_owned(), 1..3)));
    assert_eq!(fault_about(&files, &bad("six\n8\n9\n10\n")), None);
}
