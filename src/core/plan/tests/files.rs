//! Whole files: making, removing and renaming them, and which file is meant.

use super::*;
use crate::core::resolve;

#[test]
fn a_blank_search_section_makes_the_file() {
    assert_eq!(applied(&[], &edit("src/new.txt", "", "a\nb\n")), Ok(tree(&[("src/new.txt", "a\nb\n")])));
    assert_eq!(applied(&[], &edit("new.txt", "  \n\n", "a\n")), Ok(tree(&[("new.txt", "a\n")])));
    assert_eq!(applied(&[], &edit("src/__init__.py", "", "")), Ok(tree(&[("src/__init__.py", "")])));
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
fn a_whole_file_is_whole_whatever_earlier_blocks_made_of_it() {
    let overwrite = Settings { overwrite: true, ..settings() };
    let (source, whole) = ("a\nb\nc\n", ("", "a\nb\nnew\n"));
    let made = |blocks: &[(&str, &str)]| {
        let plan = planned_with(&Fake::new(&[("f.txt", source)]), &overwrite, &on_f(blocks));
        let text = left(&Fake::new(&[("f.txt", source)]), &plan).expect("good").remove("f.txt");
        (outcomes(&plan), text.expect("not removed"))
    };
    let (twice, thrice) = (vec!["applied"; 2], vec!["applied"; 3]);
    assert_eq!(made(&[("a\n", "A\n"), whole]), (twice.clone(), "a\nb\nnew\n".into()));
    assert_eq!(made(&[("c\n", "C\n"), whole]), (twice.clone(), "a\nb\nnew\n".into()));
    assert_eq!(made(&[("a\n", "A\n"), ("", source)]), (twice.clone(), source.into()));
    assert_eq!(made(&[("a\n", "A\n"), ("A\n", "B\n"), whole]), (thrice.clone(), "a\nb\nnew\n".into()));
    assert_eq!(made(&[("a\n", "A\n"), whole, ("new\n", "newer\n")]), (thrice, "a\nb\nnewer\n".into()));
    assert_eq!(made(&[whole, ("a\n", "A\n")]), (twice, "A\nb\nnew\n".into()));
    assert_eq!(made(&[whole, whole]), (vec!["applied", "already-applied"], "a\nb\nnew\n".into()));
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
    assert_eq!(changed("a\nb\nc\n", &[("a\n", "x\na\n"), ("a\nb\nc\n", "")]), Ok("x\n".into()));
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
    let Failure::MissingFile { similar } = failure(&plan, 1) else { panic!() };
    assert_eq!(similar.iter().map(|path| path.as_bstr().to_string()).collect::<Vec<_>>(), ["b/a.txt"]);
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
fn a_file_does_not_stand_in_one_that_the_batch_makes() {
    for path in ["n/m.txt", "n/m.txt/z.txt"] {
        let reply =
            [edit("n/m.txt", "", "a\n"), delete("n/m.txt"), edit("`n`", "", "b\n"), edit(path, "", "c\n")];
        assert_eq!(outcomes(&planned(&[], &reply.concat()))[3], "not-a-file", "{path}");
    }
}

#[test]
fn a_renamed_file_keeps_its_content_and_mode() {
    let plan = planned(&[("a.txt", "a\n")], &rename("a.txt", "b/c.txt"));
    let changes: Vec<_> = plan.files.iter().map(|file| &file.edited.change).collect();
    assert_eq!((changes[0].path.as_bstr(), &changes[0].new), (b"a.txt".into(), &None));
    let version = Some(Version { bytes: b"a\n".to_vec(), mode: Some(0o755) });
    assert_eq!((changes[1].path.as_bstr(), &changes[1].new), (b"b/c.txt".into(), &version));
    assert_eq!(changes[1].from.as_ref(), Some(&changes[0].path));
}

#[test]
fn a_renamed_file_is_edited_under_its_new_path() {
    let reply = [rename("a.txt", "b.txt"), edit("b.txt", "a\n", "b\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\nc\n")], &reply), Ok(tree(&[("b.txt", "b\nc\n")])));
    let old = [rename("a.txt", "b.txt"), edit("a.txt", "a\n", "b\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\n")], &old), Err(vec!["applied", "missing-file"]));
}

#[test]
fn a_file_is_renamed_with_what_earlier_blocks_change() {
    let reply = [edit("a.txt", "a\n", "b\n"), rename("a.txt", "b.txt")].concat();
    assert_eq!(applied(&[("a.txt", "a\nc\n")], &reply), Ok(tree(&[("b.txt", "b\nc\n")])));
}

#[test]
fn a_file_renamed_twice_comes_from_its_first_path() {
    let plan = planned(&[("a.txt", "a\n")], &[rename("a.txt", "b.txt"), rename("b.txt", "c.txt")].concat());
    let origins: Vec<_> = plan.files.iter().map(|file| file.edited.change.from.clone()).collect();
    assert_eq!(origins, [None, Some(RepoPath::new(b"a.txt").expect("a path"))]);
}

#[test]
fn a_file_is_renamed_from_a_path_only_if_that_is_gone() {
    let reply = [rename("a.txt", "b.txt"), edit("a.txt", "", "new\n")].concat();
    assert_eq!(applied(&[("a.txt", "a\n")], &reply), Ok(tree(&[("a.txt", "new\n"), ("b.txt", "a\n")])));
    let plan = planned(&[("a.txt", "a\n")], &reply);
    assert!(plan.files.iter().all(|file| file.edited.change.from.is_none()));
}

#[test]
fn a_rename_that_is_done_is_done_already() {
    assert_eq!(outcomes(&planned(&[("b.txt", "a\n")], &rename("a.txt", "b.txt"))), ["already-applied"]);
}

#[test]
fn another_file_is_never_renamed_for_its_ending() {
    let files = [("src/a.txt", "a\n"), ("b.txt", "a\n")];
    assert_eq!(outcomes(&planned(&files, &rename("a.txt", "b.txt"))), ["already-applied"]);
    assert_eq!(outcomes(&planned(&files[..1], &rename("a.txt", "b.txt"))), ["missing-file"]);
}

#[test]
fn a_rename_needs_a_free_path() {
    assert_eq!(applied(&[("a.txt", "a\n"), ("b.txt", "")], &rename("a.txt", "b.txt")), Err(vec!["exists"]));
}

#[test]
fn the_only_file_that_ends_so_is_meant_where_search_stands_exactly() {
    let files = [("src/f.txt", "a \nb\n")];
    let plan = planned(&files, &edit("f.txt", "b\n", "c\n"));
    assert_eq!(plan.blocks[0].path, Ok(RepoPath::new(b"src/f.txt").expect("a path")));
    assert!(matches!(&plan.blocks[0].notes[..], [Note::Path(resolve::Note::SuffixOf { .. })]));
    assert_eq!(applied(&files, &edit("f.txt", "b\n", "c\n")), Ok(tree(&[("src/f.txt", "a \nc\n")])));
    assert_eq!(applied(&files, &edit("f.txt", "a\n", "c\n")), Err(vec!["missing-file"]));
    let two = [("src/f.txt", "b\n"), ("lib/f.txt", "b\n")];
    assert_eq!(applied(&two, &edit("f.txt", "b\n", "c\n")), Err(vec!["missing-file"]));
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
fn a_path_with_a_folder_too_many_is_meant_where_search_stands_exactly_or_the_change_does() {
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

#[test]
fn what_the_policy_refuses_is_not_planned() {
    let blocked = |reply: &str| applied(&[("a.txt", "a\n"), (".env", "a\n")], reply);
    assert_eq!(blocked(&edit(".env", "a\n", "b\n")), Err(vec!["blocked"]));
    assert_eq!(blocked(&delete(".env")), Err(vec!["blocked"]));
    assert_eq!(blocked(&rename("a.txt", ".env.local")), Err(vec!["blocked"]));
    assert_eq!(blocked(&rename(".env", "b.txt")), Err(vec!["blocked"]));
    assert_eq!(blocked(&edit(".git/config", "", "b\n")), Err(vec!["blocked"]));
}

#[test]
fn what_is_no_text_file_is_refused() {
    let mut world = Fake::new(&[("nul.txt", "a\n\0"), ("d/f.txt", "")]);
    world.kinds.insert("link.txt".into(), Kind::Link);
    world.kinds.insert("module.txt".into(), Kind::Repository);
    let classes =
        |path: &str| applied_with(&world, &settings(), &edit(path, "a\n", "b\n")).expect_err("refused");
    assert_eq!(classes("nul.txt"), ["binary"]);
    assert_eq!(classes("`d`"), ["not-a-file"]);
    assert_eq!(classes("link.txt"), ["link"]);
    assert_eq!(classes("module.txt"), ["repository"]);
    assert_eq!(classes("../f.txt"), ["outside"]);
    assert_eq!(applied(&[], &edit("sparse/f.txt", "", "b\n")), Err(vec!["sparse"]));
}

#[test]
fn a_folder_is_not_made_a_repository() {
    let reply =
        ["e/HEAD", "e/config", "e/objects/x", "e/refs/heads/y"].map(|path| edit(path, "", "a\n")).concat();
    assert_eq!(applied(&[], &reply), Err(vec!["repository"; 4]));
    let harmless = ["e/HEAD", "e/objects/x"].map(|path| edit(path, "", "a\n")).concat();
    assert!(applied(&[], &harmless).is_ok());
    let elsewhere = ["e/HEAD", "e/commondir"].map(|path| edit(path, "", "a\n")).concat();
    assert_eq!(applied(&[], &elsewhere), Err(vec!["repository"; 2]));
    let completed = [("e/HEAD", "a\n"), ("e/commondir", "c\n")];
    assert_eq!(applied(&completed, &edit("e/c/config", "", "a\n")), Err(vec!["repository"]));
}

#[test]
fn a_folder_is_not_made_a_repository_by_renames() {
    let files = [("a.txt", "a\n"), ("e/objects/x", "b\n"), ("e/refs/y", "c\n")];
    assert_eq!(applied(&files, &rename("a.txt", "e/HEAD")), Err(vec!["repository"]));
    let edited = [rename("a.txt", "e/HEAD"), edit("e/HEAD", "a\n", "d\n"), edit("f.txt", "", "f\n")];
    assert_eq!(applied(&files, &edited.concat()), Err(vec!["repository", "repository", "applied"]));
    let twice = [rename("a.txt", "e/b.txt"), rename("e/b.txt", "e/HEAD")];
    assert_eq!(applied(&files, &twice.concat()), Err(vec!["applied", "repository"]));
    let away = [edit("e/HEAD", "", "a\n"), rename("e/HEAD", "f.txt")].concat();
    assert!(applied(&files, &away).is_ok());
}

#[test]
fn a_folder_is_not_made_a_repository_by_a_link_that_stands_there() {
    let mut world = Fake::new(&[]);
    world.kinds.insert("e/HEAD".into(), Kind::Link);
    let reply = ["e/objects/x", "e/refs/y"].map(|path| edit(path, "", "a\n")).concat();
    assert_eq!(applied_with(&world, &settings(), &reply), Err(vec!["repository"; 2]));
}

#[test]
fn a_repository_that_no_block_is_to_blame_for_is_refused_too() {
    let mut plan = planned(&[], &edit("f.txt", "", "a\n"));
    let made = ["e/HEAD", "e/objects/x", "e/refs/y"].map(|path| edit(path, "", "a\n")).concat();
    let world = Fake::new(&[("e/objects/x", "b\n"), ("e/refs/y", "c\n")]);
    repository::refuse(&planned(&[], &made).files, &mut plan.blocks, &world);
    assert_eq!(outcomes(&plan), ["repository"]);
}

#[test]
fn a_binary_file_may_go_and_move() {
    let world = Fake::new(&[("nul.bin", "a\n\0")]);
    assert_eq!(applied_with(&world, &settings(), &delete("nul.bin")), Ok(tree(&[])));
    let moved = rename("nul.bin", "b.bin");
    assert_eq!(applied_with(&world, &settings(), &moved), Ok(tree(&[("b.bin", "a\n\0")])));
}

#[test]
fn a_nul_behind_the_first_8000_bytes_is_content() {
    let text = format!("a\n{}\0\n", "x".repeat(7_998));
    assert_eq!(changed(&text, &[("a\n", "b\n")]), Ok(text.replacen('a', "b", 1)));
    let text = format!("a\n{}\0\n", "x".repeat(7_997));
    assert_eq!(changed(&text, &[("a\n", "b\n")]), Err(vec!["binary"]));
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

#[test]
fn a_file_does_not_grow_beyond_the_limit() {
    let least = |text: &str, reply: &str| {
        let world = Fake::new(&[("f.txt", text)]);
        let made = |max| applied_with(&world, &Settings { max_file_bytes: max, ..settings() }, reply);
        let least = (1..100).find(|&max| made(max).is_ok()).expect("not so large");
        assert_eq!(made(least - 1), Err(vec!["limit"]));
        (least, made(least).expect("good")["f.txt"].len() as u64)
    };
    for text in ["a\nb\n", "a\r\nb\r\n", "a\r\nb", "b\na"] {
        let (least, size) = least(text, &edit("f.txt", "a\n", "a\nx\ny\n"));
        // A newline that is missing at the end may count.
        assert!((size..=size + 2).contains(&least), "{text:?}");
    }
    let world = Fake::new(&[]);
    let small = Settings { max_file_bytes: 3, ..settings() };
    assert_eq!(applied_with(&world, &small, &edit("f.txt", "", "a\nb\n")), Err(vec!["limit"]));
}

/// The twin that each block is told of.
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
