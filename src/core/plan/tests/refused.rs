//! Files that are refused as they are, or as they would become.

use super::*;
use crate::core::plan::vet::refuse_repositories;

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
fn a_folder_is_not_made_a_repository_by_a_link_that_is_there() {
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
    refuse_repositories(&planned(&[], &made).files, &mut plan.blocks, &world);
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

#[test]
fn a_whole_file_with_the_markers_of_a_block_is_refused() {
    let text = |open: &str, divide: &str, close: &str| {
        format!("a.md\n```markdown\n{open}\none\ntwo\n{divide}\none\n2\n{close}\n```\n")
    };
    for (open, divide, close) in [
        ("<<<<<<< MINE", "=======", ">>>>>>> YOURS"),
        ("<<<<<<< HEAD", "=======", ">>>>>>> new"),
        ("# <<<<<<< SEARCH", "# =======", "# >>>>>>> REPLACE"),
    ] {
        let reply = text(open, divide, close);
        assert_eq!(applied(&[("a.md", "one\ntwo\n")], &reply), Err(vec!["parse"]), "{open}");
        assert_eq!(applied(&[], &reply), Err(vec!["parse"]), "{open}");
    }
    let there = "<<<<<<< HEAD\none\ntwo\n=======\none\n>>>>>>> new\n";
    assert!(applied(&[("a.md", there)], &text("<<<<<<< HEAD", "=======", ">>>>>>> new")).is_ok());
    let call = serde_json::json!({
        "name": "write_file", "input": {"path": "a.md", "content": "<<<<<<< OLD\none\n=======\n1\n>>>>>>> NEW\n"},
    });
    assert_eq!(applied(&[("a.md", "one\n")], &format!("{call}\n")), Err(vec!["parse"]));
}
