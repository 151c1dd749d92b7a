//! Replies that ask for work without end, or for text to be taken as a pattern.

use std::path::Path;
use std::process::{Command, Output};

use super::full::Need;
use super::sandbox::{Sandbox, sandboxed};
use super::{all, repository, said, sr};

/// Runs the program, which is killed if it hangs.
fn bounded(folder: &Path, arguments: &[&str]) -> Output {
    let program = ["120", env!("CARGO_BIN_EXE_git-sr")];
    let output = Command::new("timeout").args(program).args(arguments).current_dir(folder).output();
    let output = output.expect("timeout");
    assert!(output.status.code().is_some_and(|code| ![0, 124].contains(&code)), "{}", said(&output));
    output
}

/// Refuses a reply for `sub/b.txt` with this text, which stays.
fn given_up(sandbox: &Sandbox, text: &str, reply: &str) -> String {
    let work = repository(sandbox, &[]);
    sandbox.write("work/sub/b.txt", text);
    sandbox.write("reply.md", reply);
    let before = all(sandbox);
    let output = bounded(&work, &["apply", "../reply.md"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(all(sandbox), before);
    said(&output)
}

fn block(search: &str) -> String {
    format!("sub/b.txt\n<<<<<<< SEARCH\n{search}=======\nother\n>>>>>>> REPLACE\n\n")
}

#[test]
fn blocks_that_nearly_match_at_every_line_are_given_up() {
    sandboxed("work::blocks_that_nearly_match_at_every_line_are_given_up", |sandbox| {
        let lines = |count: usize| "same = 1;\n".repeat(count);
        let nearly = block(&format!("{}same = 2;\n", lines(20_000)));
        let said = given_up(sandbox, &lines(40_000), &nearly.repeat(10));
        assert!(said.contains("sub/b.txt"), "{said}");
    });
}

#[test]
fn equal_lines_that_match_almost_everywhere_are_not_guessed_among() {
    sandboxed("work::equal_lines_that_match_almost_everywhere_are_not_guessed_among", |sandbox| {
        let lines = |count: usize| "same = 1;\n".repeat(count);
        let said = given_up(sandbox, &lines(40_000), &block(&lines(20_000)));
        assert!(said.contains("sub/b.txt"), "{said}");
    });
}

#[test]
fn text_of_a_reply_is_no_pattern() {
    sandboxed("work::text_of_a_reply_is_no_pattern", |sandbox| {
        let work = repository(sandbox, &[]);
        let long = "a".repeat(50_000);
        sandbox.write("work/sub/b.txt", format!("{long}b\n.*\n(a+)+$\n"));
        // As patterns, they would match elsewhere, and the second one would take for ever.
        let edits = [(".*", r"$0 \0 \1 & ${x}"), ("(a+)+$", "%s")];
        let blocks = edits.map(|(search, replace)| {
            format!("sub/b.txt\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n\n")
        });
        sandbox.write("reply.md", blocks.concat());
        let output = sr(&work, &["apply", "../reply.md"]);
        assert!(output.status.success(), "{}", said(&output));
        let text = std::fs::read_to_string(work.join("sub/b.txt")).expect("a file");
        assert_eq!(text, format!("{long}b\n{}\n%s\n", edits[0].1));
        for pattern in ["^a+b$", "(a*)*c", "[a-z]+", r"\.\*"] {
            sandbox.write("reply.md", block(&format!("{pattern}\n")));
            bounded(&work, &["apply", "../reply.md"]);
        }
        assert_eq!(std::fs::read_to_string(work.join("sub/b.txt")).expect("a file"), text);
    });
}

#[test]
fn edits_that_double_a_file_end_at_a_limit() {
    sandboxed("work::edits_that_double_a_file_end_at_a_limit", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.write("work/sub/b.txt", "<0>\n");
        let call = |number: usize| {
            let (old, new) = (format!("<{number}>"), format!("<{}>", number + 1).repeat(2));
            format!(
                "{{\"path\": \"sub/b.txt\", \"old_string\": \"{old}\", \"new_string\": \"{new}\", \"replace_all\": true}}\n"
            )
        };
        sandbox.write("reply.md", (0..60).map(call).collect::<String>());
        let before = all(sandbox);
        let output = sr(&work, &["apply", "../reply.md"]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert_eq!(all(sandbox), before);
    });
}

#[test]
fn a_reply_that_is_no_file_is_an_error_at_once() {
    sandboxed("work::a_reply_that_is_no_file_is_an_error_at_once", |sandbox| {
        let work = repository(sandbox, &[]);
        let mut cases = vec!["sub", "gone.md"];
        let made =
            Command::new("mkfifo").arg(work.join("pipe")).status().is_ok_and(|status| status.success());
        let need = if made { Need::Works } else { Need::Missing("mkfifo makes no FIFO") };
        if need.is_met("a reply that is a FIFO") {
            cases.push("pipe");
        }
        for name in cases {
            let output = bounded(&work, &["apply", name]);
            assert!(said(&output).contains(name), "{}", said(&output));
        }
    });
}
