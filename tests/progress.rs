//! Progress on a terminal, where a run takes over a second.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;
mod pty;

use std::{
    fmt::Write as _,
    fs,
    process::{Child, Command, Stdio},
};

use place::{Place, edit};
use pty::Pty;

const WAITING: &str = "waiting for another run of git sr";
const TERMINAL: &[(&str, &str)] = &[("TERM", "xterm")];

fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    program.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    program
}

/// A run that holds the lock of a work tree until it is let go.
struct Holder {
    child: Child,
    go: std::path::PathBuf,
}

impl Holder {
    fn new(place: &Place) -> Self {
        let [held, go] = ["held", "go"].map(|name| place.outside().join(name));
        assert!(Command::new("mkfifo").args([&held, &go]).status().expect("mkfifo").success());
        place.write("../first.md", &edit("first.txt", "one", "two"));
        let exec = "echo >../held; cat ../go";
        let child = Pty::new().run(place, program(&["apply", "--exec", exec, "../first.md"]), &[]);
        fs::read(held).expect("that it holds the lock");
        Self { child, go }
    }

    fn lets_go(mut self) {
        fs::write(&self.go, "").expect("to let go");
        assert!(self.child.wait().expect("an end").success());
    }
}

/// A repository in which the lock is waited for as long as it takes.
fn place() -> Place {
    let files = ["first.txt", "a.txt", "b.txt", "c.txt"].map(|name| (name, "one\n"));
    let place = Place::new(&files);
    place.git(&["config", "sr.lockTimeout", "3600000"]);
    for name in ["a", "b", "c"] {
        place.write(&format!("../{name}.md"), &edit(&format!("{name}.txt"), "one", "two"));
    }
    place
}

#[test]
fn a_run_that_waits_says_so_on_a_terminal_and_takes_the_line_away_again() {
    let place = place();
    let holder = Holder::new(&place);
    // These have waited for as long as the one that says so, and print nothing or elsewhere.
    let (mut quiet, mut json) = (Pty::new(), Pty::new());
    let mut others = Vec::new();
    for (pty, option, reply) in [(&quiet, "--quiet", "../a.md"), (&json, "--json", "../b.md")] {
        let mut run = program(&["apply", option, reply]);
        run.stderr(pty.end());
        others.push(pty.run(&place, run, TERMINAL));
    }
    let mut pty = Pty::new();
    let mut run = program(&["apply", "../c.md"]);
    run.stdout(pty.end()).stderr(pty.end());
    let mut child = pty.run(&place, run, TERMINAL);
    let waiting = pty.until(|shown| shown.contains(WAITING));
    holder.lets_go();
    let rest = pty.rest();
    assert!(child.wait().expect("an end").success());
    let shown = waiting + &rest;
    let (_, last) = shown.rsplit_once("\x1b[2K").expect("that the line is cleared");
    assert!(last.starts_with("M c.txt (1 block)\n"), "{shown:?}");
    for child in &mut others {
        assert!(child.wait().expect("an end").success());
    }
    for pty in [&mut quiet, &mut json] {
        let shown = pty.rest();
        assert!(!shown.contains(WAITING) && !shown.contains('\x1b'), "{shown:?}");
    }
}

#[test]
fn where_standard_error_is_no_terminal_nothing_is_said() {
    let place = place();
    let holder = Holder::new(&place);
    let in_pipe = {
        let mut run = program(&["apply", "../a.md"]);
        run.stderr(Stdio::piped());
        Pty::new().run(&place, run, TERMINAL)
    };
    // It begins later, so that the other one has waited as long once it says so.
    let mut pty = Pty::new();
    let mut run = program(&["apply", "../b.md"]);
    run.stderr(pty.end());
    let mut child = pty.run(&place, run, TERMINAL);
    pty.until(|shown| shown.contains(WAITING));
    holder.lets_go();
    pty.rest();
    assert!(child.wait().expect("an end").success());
    let output = in_pipe.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("batch ") && !said.contains(WAITING), "{said}");
}

/// A reply of so many blocks, each for a line of one file.
fn large(place: &Place, blocks: usize) {
    let (mut file, mut reply) = (String::new(), String::new());
    let filler = "x".repeat(1000);
    for number in 0..blocks {
        let _ = writeln!(file, "{number} {filler}");
        reply += &edit("large.txt", &format!("{number} {filler}"), &format!("{number}"));
    }
    place.write("large.txt", &file);
    place.write("../large.md", &reply);
}

#[test]
fn a_large_reply_says_how_far_it_is() {
    let place = Place::new(&[("a.txt", "one\n")]);
    // As large as it takes for a second on this machine.
    let sizes = (13..20).map(|power| 1 << power);
    let shown = sizes.map(|blocks| {
        large(&place, blocks);
        let mut pty = Pty::new();
        let mut run = program(&["apply", "--check", "../large.md"]);
        run.stdout(pty.end()).stderr(pty.end());
        let mut child = pty.run(&place, run, TERMINAL);
        let shown = pty.rest();
        assert!(child.wait().expect("an end").success(), "{shown:?}");
        shown
    });
    let shown = shown.into_iter().find(|shown| shown.contains('\x1b')).expect("progress");
    let stages = ["reading the reply, 1s", "locating blocks [", "comparing files"];
    assert!(stages.iter().any(|stage| shown.contains(stage)), "{shown:?}");
    let (_, last) = shown.rsplit_once("\x1b[2K").expect("that the line is cleared");
    assert!(last.starts_with("M large.txt ("), "{last:?}");
}
