//! Files that paths mean, and notes on new names.

use super::*;
use crate::core::resolve;

#[test]
fn the_only_file_that_ends_so_is_meant_where_search_is_exactly() {
    let files = [("src/f.txt", "a \nb\n")];
    let plan = planned(&files, &edit("f.txt", "b\n", "c\n"));
    assert_eq!(plan.blocks[0].path, Ok(RepoPath::new(b"src/f.txt").expect("a path")));
    assert!(matches!(&plan.blocks[0].notes[..], [Note::Path(resolve::Note::SuffixOf { .. })]));
    assert_eq!(applied(&files, &edit("f.txt", "b\n", "c\n")), Ok(tree(&[("src/f.txt", "a \nc\n")])));
    assert_eq!(applied(&files, &edit("f.txt", "a\n", "c\n")), Err(vec!["missing-file"]));
    let two = [("src/f.txt", "b\n"), ("lib/f.txt", "b\n")];
    assert_eq!(applied(&two, &edit("f.txt", "b\n", "c\n")), Err(vec!["missing-file"]));
    // A file that the reply makes is one of them.
    let made = format!("{}{}", edit("lib/f.txt", "", "b\n"), edit("f.txt", "b\n", "c\n"));
    assert_eq!(outcomes(&planned(&files, &made)), ["applied", "missing-file"]);
    assert_eq!(applied(&[], &made), Ok(tree(&[("lib/f.txt", "c\n")])));
}

#[test]
fn a_file_is_not_the_only_one_that_ends_so_because_many_others_are_removed() {
    let paths: Vec<String> = (1..=9).map(|folder| format!("d{folder}/f.txt")).collect();
    let files: Vec<_> = paths.iter().map(|path| (path.as_str(), "a\n")).collect();
    let but = |kept: usize| -> String {
        paths[..9 - kept].iter().map(|path| delete(path)).collect::<String>() + &edit("f.txt", "a\n", "b\n")
    };
    assert_eq!(applied(&files, &but(2)).expect_err("refused").last(), Some(&"missing-file"));
    assert_eq!(applied(&files, &but(1)), Ok(tree(&[("d9/f.txt", "b\n")])));
}

#[test]
fn a_path_with_a_folder_too_many_is_meant_where_search_is_exactly_or_the_change_does() {
    let files = [("app/f.txt", "a \nabove it all\nb\nbelow it all\n")];
    let to = |text: &str| Ok(tree(&[("app/f.txt", text)]));
    let edit = |search: &str, replace: &str| edit("app/app/f.txt", search, replace);
    let plan = planned(&files, &edit("b\n", "c\n"));
    assert!(matches!(&plan.blocks[0].notes[..], [Note::Path(resolve::Note::ExtraFolder { .. })]));
    assert_eq!(applied(&files, &edit("b\n", "c\n")), to("a \nabove it all\nc\nbelow it all\n"));
    assert_eq!(applied(&files, &edit("a\n", "c\n")), Err(vec!["missing-file"]));
    let done = edit("above it all\nold\nbelow it all\n", "above it all\nb\nbelow it all\n");
    assert_eq!(outcomes(&planned(&files, &done)), ["already-applied"]);
    let twice = format!("{}{}", edit("b\n", "c\nnew line\n"), edit("new line\n", "newer\n"));
    assert_eq!(applied(&files, &twice), to("a \nabove it all\nc\nnewer\nbelow it all\n"));
    let one_of_them = format!("{}{}", edit("b\n", "c\n"), edit("a\nabove it all\n", "d\n"));
    assert_eq!(outcomes(&planned(&files, &one_of_them)), ["applied", "missing-file"]);
}

/// Blocks for one file with this prose between them.
fn between(prose: &str, second: &str) -> String {
    format!("{}{prose}\n{}", edit("f.py", "one\n", "1\n"), edit("", second, "new\n"))
}

#[test]
fn a_block_below_prose_is_for_the_file_of_the_block_before_where_its_text_is() {
    let files = [("f.py", "one\ntotal = 2\n"), ("g.py", "import os\nall = 3\n")];
    for prose in [
        "Then the total:",
        "---",
        "#### 2. The total",
        "(same file)",
        "And at the end of this file:",
        "Total:",
        "Totals",
        "It reads/writes `self.total` and/or os.path, e.g. 1.5:",
        "```sh\npytest g.py\nls\n```\n\nThen:",
        "...",
    ] {
        let plan = planned(&files, &between(prose, "total = 2\n"));
        assert_eq!(outcomes(&plan), ["applied", "applied"], "{prose}");
        let note = |note: &Note| matches!(note, Note::Path(resolve::Note::Around { is_before: true, .. }));
        assert!(plan.blocks[1].notes.iter().any(note), "{prose}");
    }
    for prose in [
        "Then g.py:",
        "In `lib/missing.py`:",
        "And missing.py, too:",
        "`g.py` has the caller.\n\nThen:",
        "g.py\n```\nx = 1\n```\nThen:",
    ] {
        assert_eq!(outcomes(&planned(&files, &between(prose, "total = 2\n")))[0], "applied", "{prose}");
        assert!(applied(&files, &between(prose, "total = 2\n")).is_err(), "{prose}");
    }
    let refused = |second: &str| assert!(applied(&files, &between("Then:", second)).is_err(), "{second}");
    refused("total  = 2\n");
    refused("total = 3\n");
    refused("total\n");
    let (above, below) = ("def area(w, h):\n", "    return abs(total)\n");
    let edits = |total: &str| [above, total, below].concat();
    let (old, new) = (edits("    total = w * h\n"), edits("    total = w * abs(h)\n"));
    let done = format!("{}Then:\n{}", edit("f.py", "total = 2\n", "total = 3\n"), edit("", &old, &new));
    let plan = planned(&[("f.py", &format!("total = 2\n{new}"))], &done);
    assert_eq!(outcomes(&plan), ["applied", "already-applied"]);
}

#[test]
fn a_block_below_prose_is_refused_where_another_file_of_the_reply_has_its_text_too() {
    let files = [("f.py", "one\nimport os\n"), ("g.py", "import os\nall = 3\n")];
    let reply = between("Then:", "import os\n");
    assert!(applied(&files, &reply).is_ok());
    assert!(applied(&files, &format!("I looked at g.py.\n\n{reply}")).is_err());
    assert!(applied(&files, &format!("{reply}\n{}", edit("g.py", "all = 3\n", "all = 4\n"))).is_err());
}

#[test]
fn a_word_in_the_line_above_is_the_path_where_its_text_is() {
    let files = [("src/f.py", "one\ntotal = 2\n"), ("g.py", "all = 3\n"), ("Total", "")];
    for above in [
        "Now let's change src/f.py as follows:",
        "### Step 2: Update src/f.py",
        "### The total (src/f.py)",
        "📄 src/f.py",
        "→ `src/f.py`",
        "> src/f.py",
        "src/f.py:2",
        "`g.py` stays as it is. In `src/f.py`:",
        "Changes to f.py.\n\nFirst:",
    ] {
        let reply = edit(above, "total = 2\n", "total = 4\n");
        assert_eq!(outcomes(&planned(&files, &reply)), ["applied"], "{above}");
        assert!(applied(&files, &edit(above, "total = 3\n", "total = 4\n")).is_err(), "{above}");
    }
    let both = [("src/f.py", "total = 2\n"), ("g.py", "total = 2\n")];
    assert!(applied(&both, &edit("Change g.py as src/f.py is:", "total = 2\n", "x\n")).is_err());
}

#[test]
fn no_file_is_removed_by_a_path_with_a_folder_too_many() {
    let files = [("app/f.txt", "a\nb\nc\n")];
    assert_eq!(applied(&files, &edit("app/app/f.txt", "a\nb\nc\n", "")), Err(vec!["missing-file"]));
}

#[test]
fn a_folder_that_the_batch_makes_is_not_one_too_many() {
    let files = [("app/f.txt", "a\n")];
    let (change, make) = (edit("app/app/f.txt", "a\n", "b\n"), edit("app/app/new.txt", "", "new\n"));
    for reply in [format!("{change}{make}"), format!("{make}{change}")] {
        assert!(outcomes(&planned(&files, &reply)).contains(&"missing-file"), "{reply}");
    }
}

#[test]
fn a_path_is_not_read_in_two_ways_in_one_batch() {
    let files = [("app/f.txt", "a\n")];
    let (change, remove) = (edit("app/app/f.txt", "a\n", "b\n"), delete("app/app/f.txt"));
    let dotted = edit("./app/app/f.txt", "a\n", "b\n");
    let replies = [[&change, &remove], [&remove, &change], [&dotted, &remove]];
    for reply in replies.map(|[first, second]| format!("{first}{second}")) {
        assert!(outcomes(&planned(&files, &reply)).contains(&"missing-file"), "{reply}");
    }
}

/// The twin in the note on each block.
fn twins(files: &[(&str, &str)], reply: &str) -> Vec<Option<String>> {
    let of = |note: &Note| match note {
        Note::Twin { of, .. } => Some(of.as_bstr().to_string()),
        _ => None,
    };
    let plan = planned(files, reply);
    assert!(plan.is_good());
    plan.blocks.iter().map(|block| block.notes.iter().find_map(of)).collect()
}

#[test]
fn a_new_file_is_told_of_the_name_beside_it_that_differs_in_case_or_composition() {
    let files = [("src/Main.rs", "a\n"), ("src/cafe\u{301}.txt", "b\n"), ("other/new.rs", "c\n")];
    let some = |name: &str| vec![Some(name.to_owned())];
    assert_eq!(twins(&files, &edit("src/main.rs", "", "x\n")), some("src/Main.rs"));
    assert_eq!(twins(&files, &edit("src/caf\u{e9}.txt", "", "x\n")), some("src/cafe\u{301}.txt"));
    assert_eq!(twins(&files, &edit("src/New.rs", "", "x\n")), [None]);
    assert_eq!(twins(&files, &edit("src/Main.rs", "a\n", "x\n")), [None]);
}

#[test]
fn two_new_files_are_told_of_each_other() {
    let reply = edit("a.txt", "", "x\n") + &edit("A.txt", "", "y\n");
    assert_eq!(twins(&[], &reply), [Some("A.txt".to_owned()), Some("a.txt".to_owned())]);
}

#[test]
fn a_whole_text_with_a_folder_too_many_in_its_path_is_for_the_file_that_it_rewrites() {
    let files = [("app/f.txt", "a\nb\nc\nd\n")];
    let whole = |text: &str| format!("app/app/f.txt\n```\n{text}```\n");
    assert_eq!(applied(&files, &whole("a\nb\nnew\nd\n")), Ok(tree(&[("app/f.txt", "a\nb\nnew\nd\n")])));
    let other = [("app/f.txt", "a\nb\nc\nd\n"), ("app/app/f.txt", "one\ntwo\n")];
    assert_eq!(applied(&files, &whole("one\ntwo\n")), Ok(tree(&other)));
    let made = edit("app/app/f.txt", "", "a\nb\nnew\nd\n");
    assert_eq!(applied(&files, &made), Err(vec!["missing-file"]));
}

#[test]
fn a_block_in_a_list_without_a_path_line_is_for_the_file_that_has_its_indented_text() {
    let files = [("f.py", "if one:\n    total = 2\n")];
    let second = "\
- Then:

  <<<<<<< SEARCH
      total = 2
  =======
      total = 3
  >>>>>>> REPLACE
";
    let text = format!("{}\n{second}", edit("f.py", "if one:\n", "if two:\n"));
    assert_eq!(outcomes(&planned(&files, &text)), ["applied", "applied"]);
}

#[test]
fn a_new_file_beside_edits_behind_the_name_of_the_root_is_made_without_it() {
    let files = [("src/f.txt", "a\n")];
    let new = |path: &str| edit(path, "", "new\n");
    let old = edit("root/src/f.txt", "a\n", "b\n");
    let both = tree(&[("src/f.txt", "b\n"), ("src/g.txt", "new\n")]);
    assert_eq!(applied(&files, &format!("{old}{}", new("root/src/g.txt"))), Ok(both.clone()));
    assert_eq!(applied(&files, &format!("{}{old}", new("root/src/g.txt"))), Ok(both));
    // No edit tells what the folder is.
    let alone = tree(&[("src/f.txt", "a\n"), ("root/src/g.txt", "new\n")]);
    assert_eq!(applied(&files, &new("root/src/g.txt")), Ok(alone));
    // Its own folder would be new, too.
    assert!(applied(&files, &format!("{old}{}", new("root/lib/g.txt"))).is_err());
}
