//! `--retry`: a refused batch is finished with what a program answers.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use place::{Place, edit, said};

const TEXT: &str = "one\ntwo\nthree\n";

/// A repository, and beside it a model that gives these answers, one after the other.
fn place(answers: &[String]) -> Place {
    let place = Place::new(&[("a.txt", TEXT), ("b.txt", TEXT)]);
    place.write("../model", "n=$(cat ../count 2>/dev/null || echo 0)\nn=$((n + 1))\necho $n >../count\ncat >../asked-$n\ncat ../answer-$n\n");
    for (at, answer) in answers.iter().enumerate() {
        place.write(&format!("../answer-{}", at + 1), answer);
    }
    place
}

const MODEL: &str = "sh ../model";

/// A reply of which the second block fails.
fn reply() -> String {
    edit("a.txt", "one", "1") + &edit("b.txt", "zwei", "2")
}

/// Answers that are wrong, each in another way, and then one that is right.
fn answers(wrong: usize) -> Vec<String> {
    let mut answers: Vec<String> = (0..wrong).map(|at| edit("b.txt", &format!("zwei {at}"), "2")).collect();
    answers.push(edit("b.txt", "two", "2"));
    answers
}

fn is_untouched(place: &Place) {
    assert_eq!(place.git_says(&["status", "--porcelain"]), "");
}

#[test]
fn an_answer_that_repeats_the_reply_counts_no_block_twice() {
    let place = place(&[reply(), reply()]);
    let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], &reply()));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("nothing was written; the other block is good\n"), "{err}");
    is_untouched(&place);
}

#[test]
fn answers_that_are_wrong_once_twice_or_three_times_are_corrected_in_further_rounds() {
    for wrong in 0..=3 {
        let place = place(&answers(wrong));
        let (out, err, code) = said(&place.run(&["apply", "--retry", MODEL, "--retries", "4"], &reply()));
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(out, "M a.txt (1 block)\nM b.txt (1 block)\n");
        assert_eq!(
            err.matches("1 block failed (not-found); asking 'sh ../model'").count(),
            wrong + 1,
            "{err}"
        );
        assert!(err.contains(&format!("round {} of 4: ", wrong + 1)), "{err}");
        assert_eq!(
            (place.read("a.txt"), place.read("b.txt")),
            ("1\ntwo\nthree\n".into(), "one\n2\nthree\n".into())
        );
        let asked = place.read(&format!("../asked-{}", wrong + 1));
        assert!(
            asked.contains("b.txt (not-found, at line ") && asked.contains("\none\ntwo\nthree\n"),
            "{asked}"
        );
        assert!(asked.contains("The other block is good; do not send it again."), "{asked}");
        place.run(&["undo"], "");
        is_untouched(&place);
    }
}

#[test]
fn after_as_many_rounds_as_are_allowed_nothing_is_written_and_the_good_blocks_are_kept() {
    let place = place(&answers(3));
    let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], &reply()));
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.contains("error: --retry: after 3 rounds the batch is still refused, and nothing was written\n"),
        "{err}"
    );
    assert!(err.contains("answer-3:2: SEARCH text not found in 'b.txt'"), "{err}");
    assert!(
        err.contains(
            "hint: good blocks are kept; send the corrected ones alone: git sr apply --continue <reply>"
        ),
        "{err}"
    );
    is_untouched(&place);
    let (_, err, code) = said(&place.run(&["apply", "--continue"], &edit("b.txt", "two", "2")));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(0), "1\ntwo\nthree\n"), "{err}");
}

#[test]
fn answers_that_do_not_help_end_it_with_a_line_that_says_so() {
    for (answer, said_so) in [
        (String::new(), "the answer is empty"),
        ("\n \n".to_owned(), "the answer is empty"),
        ("I am sorry.\n".to_owned(), "the answer has no block ('I am sorry.')"),
        (edit("b.txt", "two", "two"), "the answer changes nothing"),
        (edit("b.txt", "zwei", "2"), "the answer fails as the blocks before it did"),
    ] {
        let place = place(&[answer]);
        let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains(&format!("error: --retry: {said_so}, and nothing was written\n")), "{err}");
        assert_eq!(place.read("../count"), "1\n");
        is_untouched(&place);
    }
}

#[test]
fn an_answer_that_leaves_out_what_failed_is_asked_for_again() {
    let third = edit("a.txt", "three", "3");
    for wrong in [edit("a.txt", "one", "1"), edit("c.txt", "", "new"), third] {
        let place = place(&[wrong.clone(), edit("b.txt", "two", "2")]);
        let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], &reply()));
        assert_eq!(code, Some(0), "{err}");
        let again = "round 2 of 3: the answer leaves out 1 block (-:8 in 'b.txt'); asking";
        assert!(err.contains(again), "{err}");
        assert!(place.read("../asked-2").starts_with("The last answer left out this block, "));
        assert_eq!(place.read("b.txt"), "one\n2\nthree\n");
        assert_eq!(place.read("a.txt"), "1\ntwo\nthree\n");
        assert!(!place.root().join("c.txt").exists());
        let stays = self::place(&[wrong.clone(), wrong]);
        let (_, err, code) = said(&stays.run(&["apply", "--retry", MODEL], &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("--retry: the answer fails as the blocks before it did"), "{err}");
        is_untouched(&stays);
    }
}

#[test]
fn a_correction_may_be_in_another_file_or_for_two_blocks_at_once() {
    let failed = edit("b.txt", "zwei", "2") + &edit("b.txt", "drei", "3");
    for answer in [edit("b.txt", "two\nthree", "2\n3"), edit("c.txt", "two\nthree", "2\n3")] {
        let place = place(&[answer]);
        place.write("c.txt", TEXT);
        let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], &failed));
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(place.read("b.txt") != TEXT, place.read("c.txt") == TEXT);
    }
}

#[test]
fn a_run_goes_on_with_its_own_blocks_whatever_another_one_keeps() {
    let other = edit("c.txt", "one", "1") + &edit("b.txt", "vier", "4");
    for meanwhile in ["git-sr apply ../other 2>/dev/null", "git-sr apply --abort"] {
        let place = place(&[edit("b.txt", "two", "2")]);
        place.write("c.txt", TEXT);
        place.write("../other", &other);
        let line = format!("PATH={}:$PATH; {meanwhile}; {MODEL}", program_folder());
        let (_, err, code) = said(&place.run(&["apply", "--retry", &line], &reply()));
        assert_eq!(code, Some(0), "{err}");
        let read = |file: &str| place.read(file);
        assert_eq!((read("a.txt"), read("b.txt")), ("1\ntwo\nthree\n".into(), "one\n2\nthree\n".into()));
        assert_eq!(read("c.txt"), TEXT);
    }
}

fn program_folder() -> String {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_git-sr")).parent().expect("a folder");
    folder.display().to_string()
}

#[test]
fn a_program_that_fails_or_is_killed_ends_it() {
    for (line, said_so) in [
        ("exit 3", "'exit 3' failed (exit status 3)"),
        ("kill -9 $$", "'kill -9 $$' failed (signal: 9 (SIGKILL))"),
        ("no-such-program", "'no-such-program' failed (exit status 127)"),
    ] {
        let place = place(&[]);
        let (_, err, code) = said(&place.run(&["apply", "--retry", line], &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains(&format!("{said_so}, and nothing was written\n")), "{err}");
        is_untouched(&place);
    }
}

#[test]
fn what_a_program_leaves_running_is_not_waited_for() {
    let place = place(&answers(0));
    let line = format!("sleep 100 2>/dev/null & echo $! >../pid; {MODEL}");
    let started = Instant::now();
    let (_, err, code) = said(&place.run(&["apply", "--retry", &line], &reply()));
    assert_eq!(code, Some(0), "{err}");
    assert!(started.elapsed() < Duration::from_secs(50), "{err}");
    place.run_program("kill", &place.root(), &[place.read("../pid").trim()]);
}

#[test]
fn an_answer_without_an_end_is_not_read_to_its_end() {
    for line in ["yes", "trap '' PIPE; while :; do echo y 2>/dev/null; done"] {
        let place = place(&[]);
        place.git(&["config", "sr.maxReplyBytes", "10k"]);
        let started = Instant::now();
        let (_, err, code) = said(&place.run(&["apply", "--retry", line], &reply()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("gave an answer of more than 10240 bytes"), "{err}");
        assert!(started.elapsed() < Duration::from_secs(50), "{err}");
        is_untouched(&place);
    }
}

/// A model that hangs, in a process of its own, and tells its number.
const HANGS: &str = "echo $$ >../pid; sleep 100; echo late";

/// Returns whether the process of the model is there.
fn is_there(place: &Place) -> bool {
    let pid = place.read("../pid");
    Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().expect("kill").success()
}

#[test]
fn a_program_that_hangs_is_stopped_in_time() {
    let place = place(&[]);
    let started = Instant::now();
    let (_, err, code) = said(&place.run(&["apply", "--retry", HANGS, "--retry-timeout", "1"], &reply()));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("gave no answer within 1 second, and nothing was written\n"), "{err}");
    assert!(started.elapsed() < Duration::from_secs(20) && !is_there(&place));
    is_untouched(&place);
}

#[test]
fn an_interrupt_stops_a_program_that_hangs_and_writes_nothing() {
    let place = place(&[]);
    place.write("../reply.md", &reply());
    let mut run = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    let run = run.current_dir(place.root()).args(["apply", "--retry", HANGS, "../reply.md"]);
    let run = run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("to run");
    while !place.outside().join("pid").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let interrupt = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let output = run.wait_with_output().expect("an end");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && err.contains("stopped by signal 2"), "{err}");
    assert!(!is_there(&place));
    is_untouched(&place);
    // Nothing is locked or left behind.
    let (_, err, code) = said(&place.run(&["apply"], &edit("a.txt", "one", "1")));
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn while_the_program_runs_nothing_is_locked_and_what_changed_then_counts() {
    let place = place(&[edit("b.txt", "two", "2")]);
    place.write("../other.md", &edit("a.txt", "three", "3"));
    let git_sr = env!("CARGO_BIN_EXE_git-sr");
    let line = format!("{git_sr} apply ../other.md >&2 && {MODEL}");
    let (_, err, code) = said(&place.run(&["apply", "--retry", &line], &reply()));
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(place.read("a.txt"), "1\ntwo\n3\n");
    // A good block whose line is gone meanwhile is refused, and nothing of the batch is written.
    let place = self::place(&[edit("b.txt", "two", "2")]);
    let line = format!("echo other >a.txt; {MODEL}");
    let (_, err, code) = said(&place.run(&["apply", "--retry", &line, "--retries", "1"], &reply()));
    assert_eq!(code, Some(1), "{err}");
    assert_eq!((place.read("a.txt").as_str(), place.read("b.txt").as_str()), ("other\n", TEXT));
}

#[test]
fn a_reply_without_blocks_and_one_that_is_cut_off_are_corrected_too() {
    let cut = "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n";
    for reply in ["I would change a.txt.\n", cut] {
        let place = place(&[edit("a.txt", "one", "1")]);
        let (_, err, code) = said(&place.run(&["apply", "--retry", MODEL], reply));
        assert_eq!((code, place.read("a.txt").as_str()), (Some(0), "1\ntwo\nthree\n"), "{err}");
    }
}

#[test]
fn the_batch_goes_as_far_as_it_was_to_go() {
    let place = place(&answers(1));
    let (_, err, code) = said(&place.run(&["apply", "-m", "both", "--retry", MODEL], &reply()));
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(place.git_says(&["show", "--format=%s", "--name-only", "HEAD"]), "both\n\na.txt\nb.txt\n");
}

#[test]
fn nothing_is_asked_where_nothing_is_written_or_refused() {
    let place = place(&answers(0));
    for arguments in [&["apply", "-n"][..], &["apply", "--check"], &["apply", "--retry", ""], &["diff"]] {
        place.git(&["config", "sr.retry", MODEL]);
        let (_, err, code) = said(&place.run(arguments, &reply()));
        assert_eq!(code, Some(1), "{arguments:?}: {err}");
    }
    assert_eq!(said(&place.run(&["apply"], "")).2, Some(1));
    assert_eq!(said(&place.run(&["apply"], &edit("a.txt", "two", "2"))).2, Some(0));
    assert!(!place.outside().join("count").exists());
    assert_eq!(said(&place.run(&["apply"], &reply())).2, Some(0));
    assert_eq!(place.read("../count"), "1\n");
}

#[test]
fn a_program_that_a_commit_could_change_is_not_run() {
    let place = place(&answers(0));
    place.write(".gitconfig", &format!("[sr]\n\tretry = {MODEL}\n"));
    place.git(&["config", "include.path", "../.gitconfig"]);
    let (_, err, code) = said(&place.run(&["apply"], &reply()));
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.contains("warning: sr.retry is not taken from ") && err.contains("in the work tree"),
        "{err}"
    );
    assert!(!place.outside().join("count").exists());
    let (_, err, code) = said(&place.run(&["apply"], &edit("a.txt", "two", "2")));
    assert_eq!(code, Some(0), "{err}");
    // What the user has set stands, though the file is read later.
    place.git(&["config", "--unset", "include.path"]);
    place.git(&["config", "sr.retry", MODEL]);
    place.git(&["config", "include.path", "../.gitconfig"]);
    let (_, err, _) = said(&place.run(&["apply"], &reply()));
    assert!(place.outside().join("count").exists(), "{err}");
}

#[test]
fn a_bad_value_in_an_included_file_is_changed_there() {
    let place = place(&[]);
    place.write("../more", "[sr]\n\tretries = zero\n");
    place.git(&["config", "include.path", "../../more"]);
    let (_, err, code) = said(&place.run(&["apply"], &reply()));
    assert_eq!(code, Some(128), "{err}");
    let hint = err
        .split_once("hint: set it to a number from 1 up; k, m or g may follow it: git config --file ")
        .expect("a hint")
        .1;
    assert!(hint.contains("more") && hint.trim_end().ends_with(" sr.retries <value>"), "{err}");
}

#[test]
fn the_object_says_how_often_was_asked() {
    let place = place(&answers(1));
    let (out, err, code) = said(&place.run(&["apply", "--json", "--retry", MODEL], &reply()));
    assert_eq!(code, Some(0), "{err}");
    let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
    assert_eq!((object["status"].as_str(), object["rounds"].as_u64()), (Some("applied"), Some(2)));
}
