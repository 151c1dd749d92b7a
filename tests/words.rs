//! Batches in part, and the words for failures: for people, and for the model.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit, said};

const FILES: &[(&str, &str)] = &[
    ("a.txt", "one\ntwo\nthree\n"),
    ("b.txt", "four\nfive\n"),
    ("src/c.rs", "fn c() {\n    let x = 1;\n}\n"),
];

fn mixed() -> String {
    [edit("a.txt", "one", "1"), edit("a.txt", "nowhere", "x"), edit("b.txt", "four", "4")].concat()
}

#[test]
fn by_file_the_good_file_is_written_and_undo_takes_it_back() {
    let place = Place::new(FILES);
    let (out, err, code) = said(&place.run(&["apply", "--partial"], &mixed()));
    assert_eq!((code, out.as_str()), (Some(1), "M b.txt (1 block)\n"));
    assert!(err.contains("in part: 1 block applied; 1 failed, 1 was left out with its file"), "{err}");
    assert_eq!((place.read("a.txt"), place.read("b.txt")), ("one\ntwo\nthree\n".into(), "4\nfive\n".into()));
    assert_eq!(said(&place.run(&["undo"], "")).2, Some(0));
    assert_eq!(place.read("b.txt"), "four\nfive\n");
}

#[test]
fn by_block_as_configured_the_good_blocks_are_written() {
    let place = Place::new(FILES);
    place.git(&["config", "sr.partial", "block"]);
    assert_eq!(said(&place.run(&["apply"], &mixed())).2, Some(1));
    assert_eq!(place.read("a.txt"), "1\ntwo\nthree\n");
    assert_eq!(said(&place.run(&["apply", "--partial=no"], &mixed())).2, Some(1));
}

#[test]
fn a_reply_that_was_applied_in_part_is_not_done_when_it_is_sent_again() {
    let place = Place::new(FILES);
    place.run(&["apply", "--partial"], &mixed());
    let (_, err, code) = said(&place.run(&["apply", "--partial"], &mixed()));
    assert_eq!(code, Some(1), "{err}");
}

#[test]
fn paths_that_are_not_asked_for_are_skipped() {
    let place = Place::new(FILES);
    let reply = [edit("a.txt", "one", "1"), edit("b.txt", "four", "4")].concat();
    let (out, err, code) = said(&place.run(&["apply", "--include", "b*"], &reply));
    assert_eq!((code, out.as_str()), (Some(0), "M b.txt (1 block)\n"));
    assert!(err.contains("skipped: 'a.txt' is not selected by --include\n"), "{err}");
    let (out, _, code) = said(&place.run(&["apply", "--exclude", "b*"], &reply));
    assert_eq!((code, out.as_str()), (Some(0), "M a.txt (1 block)\n"));
}

#[test]
fn counting_writes_nothing_and_prints_what_git_apply_prints() {
    let place = Place::new(FILES);
    let reply = [edit("a.txt", "one", "1\n1.5"), edit("src/c.rs", "    let x = 1;\n}", "}")].concat();
    let diff = place.run(&["apply", "-n"], &reply);
    place.write("../diff", &said(&diff).0);
    for option in ["--stat", "--numstat"] {
        let (out, err, code) = said(&place.run(&["apply", option], &reply));
        assert_eq!(code, Some(0), "{err}");
        let git = std::process::Command::new("git")
            .current_dir(place.root())
            .args(["apply", option, "../diff"])
            .output()
            .expect("git");
        assert_eq!(out, String::from_utf8_lossy(&git.stdout));
    }
    assert_eq!(place.read("a.txt"), "one\ntwo\nthree\n");
}

#[test]
fn a_strict_run_refuses_what_an_ordinary_one_only_says() {
    let place = Place::new(FILES);
    let reply = [edit("Makefile", "", "all:"), edit("a.txt", "one", "one\u{202e}")].concat();
    let (_, err, code) = said(&place.run(&["apply", "--strict"], &reply));
    assert_eq!(code, Some(1));
    assert!(err.contains("which '--strict' refuses"), "{err}");
    assert!(err.contains("block adds U+202E (right-to-left override) at line"), "{err}");
    let (_, err, code) = said(&place.run(&["apply"], &reply));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("warning: 'Makefile' runs code when the project is built or tested"), "{err}");
    assert!(err.contains("adds U+202E (right-to-left override)"), "{err}");
}

#[test]
fn what_git_could_not_bring_back_is_said() {
    let place = Place::new(FILES);
    place.write(".gitignore", "*.log\n");
    place.write("a.txt", "one\nmine\n");
    place.write("x.log", "one\n");
    let reply =
        [edit("a.txt", "one", "1"), edit("x.log", "one", "1"), edit("run.sh", "", "#!/bin/sh")].concat();
    let (_, err, code) = said(&place.run(&["apply"], &reply));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("note: 'a.txt' had uncommitted changes"), "{err}");
    assert!(err.contains("note: 'x.log' is ignored by git"), "{err}");
    assert!(err.contains("warning: 'run.sh' begins with '#!' now"), "{err}");
    assert_eq!(err.matches("uncommitted").count(), 1, "{err}");
}

#[test]
fn a_difference_shows_blanks_and_both_line_numbers() {
    let place = Place::new(FILES);
    let reply = edit("src/c.rs", "fn c() {\n\tlet  x = 1;\n}", "fn d() {}");
    let (_, err, code) = said(&place.run(&["apply", "--match", "exact"], &reply));
    assert_eq!(code, Some(1));
    assert!(err.contains("- reply 4: →let··x·=·1;"), "{err}");
    assert!(err.contains("+ file  2: ····let·x·=·1;"), "{err}");
}

#[test]
fn feedback_lists_the_failed_blocks_only_and_how_to_send_them_again() {
    let place = Place::new(FILES);
    let reply = [edit("a.txt", "one\ntwo\n3", "x"), edit("b.txt", "four", "4")].concat();
    let (out, _, code) = said(&place.run(&["apply", "--feedback"], &reply));
    assert_eq!(code, Some(1));
    assert!(out.starts_with("Nothing was written: one block could not be applied."), "{out}");
    assert!(out.contains("The other block is good; do not send it again."), "{out}");
    assert!(out.contains("1. a.txt (not-found, at line 2 of the reply)"), "{out}");
    assert!(out.contains("The file has, in lines 1-3:\n```\none\ntwo\nthree\n```\n"), "{out}");
    assert!(out.contains("Lines of the SEARCH section that are not there:\n```\n3\n```\n"), "{out}");
    assert!(!out.contains("b.txt"), "{out}");
    assert!(out.contains("Send the corrected blocks alone, each in this form."), "{out}");
}

#[test]
fn feedback_of_a_batch_in_part_names_what_was_written_and_what_to_send_again() {
    let place = Place::new(FILES);
    let (out, _, code) = said(&place.run(&["apply", "--feedback", "--partial"], &mixed()));
    assert_eq!(code, Some(1));
    assert!(out.contains("Files that were written:\n    M b.txt\n"), "{out}");
    assert!(out.contains("Send them again, unchanged:\n    'a.txt' (at line 2 of the reply)\n"), "{out}");
}

#[test]
fn feedback_answers_a_reply_without_blocks_one_cut_off_and_a_blocked_path() {
    let place = Place::new(FILES);
    let (out, _, code) = said(&place.run(&["apply", "--feedback"], "I changed it.\n"));
    assert_eq!(code, Some(1));
    assert!(out.contains("Answer with the changes as SEARCH/REPLACE blocks."), "{out}");
    let (out, ..) = said(&place.run(&["apply", "--feedback"], "a.txt\n<<<<<<< SEARCH\none\n"));
    assert!(out.contains("1. a.txt (unterminated, at line 2 of the reply)"), "{out}");
    place.write(".env", "TOKEN=hidden\n");
    let (out, err, _) = said(&place.run(&["apply", "--feedback"], &edit(".env", "TOKEN=x", "TOKEN=y")));
    assert!(out.contains("1. .env (blocked, at line 2 of the reply)"), "{out}");
    assert!(!out.contains("hidden") && !err.contains("hidden"), "{out}{err}");
}

#[test]
fn feedback_says_nothing_where_nothing_failed() {
    let place = Place::new(FILES);
    let (out, _, code) = said(&place.run(&["apply", "--feedback"], &edit("a.txt", "one", "1")));
    assert_eq!((code, out.as_str()), (Some(0), ""));
}

#[test]
fn feedback_is_bounded() {
    let place = Place::new(FILES);
    let long = "x".repeat(400) + "\n" + &"y\n".repeat(2000);
    let blocks: String = (0..40).map(|at| edit("a.txt", &format!("{at}\n{long}"), "z")).collect();
    let (out, ..) = said(&place.run(&["apply", "--feedback"], &blocks));
    assert!(out.contains("20 more failed"), "{}", &out[..300]);
    assert!(out.len() < 20 * 2200, "{} bytes", out.len());
}

#[test]
fn policy_says_the_rule_its_place_and_the_command_that_lifts_it() {
    let place = Place::new(FILES);
    place.write(".gitsr-block", "# ours\ninfra/**\n");
    let paths = ["policy", "src/c.rs", "Makefile", ".github/workflows/ci.yml", "infra/a.tf", ".git/config"];
    let (out, err, code) = said(&place.run(&paths, ""));
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("allow  'src/c.rs' is an ordinary file\n"), "{out}");
    assert!(
        out.contains("flag   'Makefile' runs code when the project is built or tested (built-in rule"),
        "{out}"
    );
    assert!(out.contains("git sr apply --allow .github/workflows/ci.yml <reply>"), "{out}");
    assert!(out.contains("git config --add sr.allow .github/workflows/ci.yml"), "{out}");
    assert!(out.contains("refuse 'infra/a.tf' is blocked ('infra/**' in .gitsr-block:2)"), "{out}");
    assert!(out.contains("refuse '.git/config' is git's own"), "{out}");
    assert_eq!(said(&place.run(&["policy", "src/c.rs", "Makefile"], "")).2, Some(0));
}

#[test]
fn the_command_that_policy_shows_lifts_the_refusal() {
    let place = Place::new(FILES);
    let allowed = ["policy", "--allow", ".github/workflows/ci.yml", ".github/workflows/ci.yml"];
    assert_eq!(said(&place.run(&allowed, "")).2, Some(0));
    place.git(&["config", "--add", "sr.allow", ".github/workflows/ci.yml"]);
    let (out, _, code) = said(&place.run(&["policy", ".github/workflows/ci.yml"], ""));
    assert_eq!(code, Some(0));
    assert!(out.contains("sr.allow"), "{out}");
}

#[test]
fn parse_lists_blocks_and_faults_outside_of_a_repository() {
    let place = Place::new(FILES);
    let reply = edit("a.md", "Title\n=======\nx", "y") + "b.md\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
    let (out, err, code) = said(&place.run_in(place.outside(), &["parse"], &reply));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("-:2: edit a.md"), "{out}");
    assert!(out.contains("the divider may be any of the lines 4, 6"), "{out}");
    assert!(out.contains("delete b.md"), "{out}");
    let (_, err, code) = said(&place.run_in(place.outside(), &["parse"], "a\n<<<<<<< SEARCH\nx\n"));
    assert_eq!(code, Some(1));
    assert!(err.contains("error: -:2: block is not closed"), "{err}");
    assert_eq!(said(&place.run_in(place.outside(), &["parse"], "prose")).2, Some(1));
}
