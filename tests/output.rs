//! Results that cannot be written.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit, said};

/// Runs a line of shell in which `sr` is the program, and gives what it says on standard error and how it
/// ends.
fn shell(place: &Place, line: &str) -> (String, Option<i32>) {
    let line = format!("sr() {{ {} \"$@\"; }}; {line}", env!("CARGO_BIN_EXE_git-sr"));
    let (_, stderr, code) = said(&place.run_program("sh", &place.root(), &["-c", &line]));
    (stderr, code)
}

fn place() -> Place {
    let place = Place::new(&[("a.txt", "one\n"), ("r.md", &edit("a.txt", "one", "two"))]);
    assert_eq!(said(&place.run(&["apply", "-q"], &edit("a.txt", "one", "three"))).2, Some(0));
    place.write("a.txt", "one\n");
    place
}

#[test]
fn a_result_that_a_full_device_does_not_take_is_an_error_as_it_is_for_git() {
    let place = place();
    let commands = [
        "apply --check --json r.md", "apply -n r.md", "diff r.md", "apply --stat r.md",
        "apply --numstat r.md", "log", "log --json", "show", "policy a.txt", "parse --json r.md",
        "check --all --sarif", "--help", "--version",
    ];
    for command in commands {
        let (stderr, code) = shell(&place, &format!("sr {command} >/dev/full"));
        assert_eq!(code, Some(128), "{command}: {stderr}");
        let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        // `check` also reports its findings.
        let told = errors.iter().filter(|line| line.contains("standard output")).collect::<Vec<_>>();
        assert_eq!(told, [&"error: cannot write standard output: no space left on device"], "{command}");
    }
    assert_eq!(place.read("a.txt"), "one\n");
}

#[test]
fn what_is_written_for_all_that_is_told() {
    let place = place();
    let full = "error: cannot write standard output: no space left on device";
    let (stderr, code) = shell(&place, "sr apply --json r.md >/dev/full");
    assert_eq!(code, Some(128), "{stderr}");
    assert!(stderr.contains(&format!("{full}; batch 2 is applied\n")), "{stderr}");
    assert_eq!(place.read("a.txt"), "two\n");
    let (stderr, code) = shell(&place, "sr undo --json >/dev/full");
    assert_eq!(code, Some(128), "{stderr}");
    assert!(stderr.contains(&format!("{full}; batch 2 is taken back\n")), "{stderr}");
    assert_eq!(place.read("a.txt"), "one\n");
    let (stderr, code) = shell(&place, "sr forget --all >/dev/full");
    assert_eq!(code, Some(128), "{stderr}");
    assert!(stderr.contains(&format!("{full}; what was to be forgotten is forgotten\n")), "{stderr}");
}

#[test]
fn a_reader_that_has_closed_its_end_wants_no_more() {
    let place = place();
    let (stderr, code) = shell(&place, "{ sr log --json; echo $? >&2; } | exec true; sleep 0.2");
    assert_eq!((stderr.as_str(), code), ("0\n", Some(0)));
    let (stderr, _) = shell(&place, "{ sleep 0.2; sr log; echo $? >&2; } | true");
    assert_eq!(stderr, "0\n");
}
