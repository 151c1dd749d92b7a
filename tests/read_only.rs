//! Files, folders and file systems that may not be written: a batch is refused whole, and works once they may.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod obey;
mod place;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use full::Need;
use place::{Place, edit, said};

const FILES: [(&str, &str); 3] = [("a.txt", "a\n"), ("sub/b.txt", "b\n"), ("sub/gone.txt", "gone\n")];

/// Edits in two folders, a new file and one that goes.
fn batch() -> String {
    let gone = "sub/gone.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
    [&edit("a.txt", "a", "A"), &edit("sub/b.txt", "b", "B"), &edit("sub/new.txt", "", "new"), gone].concat()
}

/// The state of the files and of the index, with all files of the work tree.
fn state(place: &Place) -> String {
    let (out, _, _) = said(&place.run_program("sh", &place.root(), &["-c", "ls -A . sub; cat a.txt sub/*"]));
    out + &place.git_says(&["--no-optional-locks", "status", "--porcelain"])
}

fn refused_and_then_done(place: &Place, protect: impl Fn(bool), what: &str) {
    let before = state(place);
    for arguments in [&["apply"][..], &["apply", "--index"], &["apply", "--commit"]] {
        protect(true);
        let (_, err, code) = said(&place.run(arguments, &batch()));
        protect(false);
        assert!(
            matches!(code, Some(1 | 128)) && !err.contains("panicked"),
            "{what} {arguments:?}: {code:?} {err}"
        );
        assert_eq!(state(place), before, "{what} {arguments:?}: {err}");
    }
    for (arguments, reply) in [(&["apply", "--commit", "-q"][..], batch()), (&["undo", "-q"], String::new())]
    {
        let (_, err, code) = said(&place.run(arguments, &reply));
        assert_eq!(code, Some(0), "{what}: {err}");
    }
    assert_eq!(state(place), before, "{what}");
}

fn changes_attribute(place: &Place, flag: &str, path: &str) -> bool {
    place.run_program("chattr", &place.root(), &[flag, path]).status.success()
}

#[test]
fn a_file_that_only_its_mode_protects_is_replaced_and_keeps_it() {
    let place = Place::new(&FILES);
    let path = place.root().join("a.txt");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).expect("to set");
    for (arguments, text) in [(&["apply"][..], "A\n"), (&["undo"], "a\n")] {
        let (_, err, code) = said(&place.run(arguments, &edit("a.txt", "a", "A")));
        assert_eq!((code, place.read("a.txt").as_str()), (Some(0), text), "{err}");
        assert_eq!(path.metadata().expect("metadata").permissions().mode() & 0o777, 0o444);
    }
}

/// No other reply mends it: the exit code is that of an error of the system, and the model is not asked.
#[test]
fn a_file_that_may_not_be_read_is_no_refusal() {
    const TEST: &str = "a_file_that_may_not_be_read_is_no_refusal";
    let place = Place::new(&FILES);
    std::fs::set_permissions(place.root().join("a.txt"), PermissionsExt::from_mode(0o000)).expect("to set");
    place.write("../reply.md", &edit("a.txt", "a", "A"));
    // The superuser reads it all the same, unless it gives that up.
    let run = |program: &str, rest: &str| {
        let give_up = "setpriv --bounding-set=-dac_override,-dac_read_search";
        let script = format!("if [ -r a.txt ]; then set -- {give_up} \"$@\"; fi; exec \"$@\" {rest}");
        said(&place.run_program("sh", &place.root(), &["-c", &script, "sh", program]))
    };
    if run("cat", "a.txt").2 == Some(0) {
        Need::Missing("whoever runs this reads every file").is_met(TEST);
        return;
    }
    for verb in ["apply", "check", "apply --retry true", "apply --exit-code"] {
        let (_, err, code) = run(env!("CARGO_BIN_EXE_git-sr"), &format!("{verb} ../reply.md"));
        let said = "error: ../reply.md:2: 'a.txt' cannot be read: permission denied\n\
                    hint: check its permissions and the disk\nnothing was written\n";
        assert_eq!((err.as_str(), code), (said, Some(128)), "{verb}");
    }
}

#[test]
fn what_cannot_be_changed_refuses_the_batch_whole() {
    let place = Place::new(&FILES);
    if !changes_attribute(&place, "+i", "a.txt") {
        Need::Missing("nothing can be made immutable")
            .is_met("what_cannot_be_changed_refuses_the_batch_whole");
        return;
    }
    assert!(changes_attribute(&place, "-i", "a.txt"));
    for path in ["a.txt", "sub/gone.txt", "sub", ".", ".git", ".git/objects", ".git/refs"] {
        let place = Place::new(&FILES);
        let protect = |on| assert!(changes_attribute(&place, if on { "+i" } else { "-i" }, path));
        refused_and_then_done(&place, protect, path);
    }
}

/// The system writes a part of the bytes that it is given, and says so; at the next call it is an error.
#[test]
fn a_file_that_is_written_in_part_only_refuses_the_batch() {
    let text = "0123456789abcde\n".repeat(50_000);
    let place = Place::new(&[("a.txt", "a\n"), ("sub/long.txt", &format!("head\n{text}"))]);
    let reply = [edit("a.txt", "a", "A"), edit("sub/long.txt", "head", "HEAD")].concat();
    place.write("../reply.md", &reply);
    let whole = place.read("sub/long.txt");
    // In blocks of 512 bytes or of 1024, as the shell counts them.
    for blocks in ["1", "100", "700"] {
        for how in ["", "--index", "--commit"] {
            let script = format!("ulimit -f {blocks} && exec \"$0\" apply {how} ../reply.md");
            let program = env!("CARGO_BIN_EXE_git-sr");
            let (_, err, code) = said(&place.run_program("sh", &place.root(), &["-c", &script, program]));
            assert_eq!(code, Some(128), "{blocks} {how}: {err}");
            assert!(err.contains("file too large; nothing was written"), "{blocks} {how}: {err}");
            assert_eq!((place.read("a.txt").as_str(), &place.read("sub/long.txt")), ("a\n", &whole));
            assert_eq!(place.git_says(&["status", "--porcelain"]), "", "{blocks} {how}");
        }
    }
    for (arguments, reply) in [(&["apply"][..], reply.as_str()), (&["undo"], "")] {
        let (_, err, code) = said(&place.run(arguments, reply));
        assert_eq!(code, Some(0), "{err}");
    }
    assert_eq!(place.read("sub/long.txt"), whole);
}

#[test]
fn a_file_system_that_is_mounted_for_reading_only_refuses_the_batch() {
    const TEST: &str = "a_file_system_that_is_mounted_for_reading_only_refuses_the_batch";
    let place = Place::new(&FILES);
    let root = place.root();
    let works = |arguments: &[&str]| {
        Command::new("mount").args(arguments).arg(&root).output().is_ok_and(|output| output.status.success())
    };
    // A mount of its own over the work tree, with the same files.
    if !works(&["--bind", root.to_str().expect("UTF-8")]) {
        Need::Missing("only the superuser can mount").is_met(TEST);
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        let protect = |on| assert!(works(&["-o", if on { "remount,bind,ro" } else { "remount,bind,rw" }]));
        refused_and_then_done(&place, protect, "read-only");
    });
    let _ = Command::new("umount").arg(&root).output();
    tried.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
}
