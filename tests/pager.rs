//! The pager on a terminal, which `script` makes.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests run programs")]

mod full;
mod obey;
mod place;

use std::process::{Command, Stdio};

use full::Need;
use place::{Place, edit};

/// Returns whether a terminal can be made here.
fn need() -> Need {
    let run = Command::new("script").args(["-qec", "test -t 1", "/dev/null"]).stdin(Stdio::null()).output();
    match run {
        Ok(output) if output.status.success() => Need::Works,
        Ok(_) => Need::Broken("script makes no terminal here"),
        Err(_) => Need::Missing("script is not installed"),
    }
}

/// A repository with a batch that is applied.
fn place() -> Place {
    let place = Place::new(&[("a.txt", "one\ntwo\nthree\n")]);
    let output = place.run(&["apply"], &edit("a.txt", "two", "TWO"));
    assert!(output.status.success());
    std::fs::write(place.outside().join("reply.md"), edit("a.txt", "three", "3")).expect("to write");
    place
}

/// Output of a line of shell on a terminal, in which `git-sr` is the program.
fn watched(place: &Place, variables: &[(&str, &str)], line: &str) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_git-sr"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let variables: String = variables.iter().map(|(name, value)| format!("{name}='{value}' ")).collect();
    let line = format!("PATH='{path}' TERM=xterm {variables}{line}");
    let output = place.run_program("script", &place.root(), &["-qec", &line, "/dev/null"]);
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

/// The lines that a pager showed, which puts `P:` in front of each.
fn paged(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("P:")).collect()
}

const PAGER: (&str, &str) = ("GIT_PAGER", "sed s/^/P:/");

#[test]
fn what_is_shown_on_a_terminal_goes_through_the_pager() {
    if !need().is_met("what_is_shown_on_a_terminal_goes_through_the_pager") {
        return;
    }
    let place = place();
    for command in [
        "git-sr show", "git-sr log", "git-sr undo -n", "git-sr apply -n ../reply.md",
        "git-sr diff ../reply.md",
    ] {
        let text = watched(&place, &[PAGER], command);
        assert!(!paged(&text).is_empty(), "{command}: {text}");
        assert_eq!(
            paged(&text).len(),
            text.lines().filter(|line| !line.is_empty()).count(),
            "{command}: {text}"
        );
        let off = watched(&place, &[("GIT_PAGER", "cat")], command);
        assert_eq!(text.replace("P:", ""), off, "{command}");
    }
    let shown = watched(&place, &[PAGER], "git-sr show");
    assert!(shown.contains("P:\u{1b}[32m+\u{1b}[m\u{1b}[32mTWO\u{1b}[m"), "{shown}");
    for command in ["git-sr show --json", "git-sr apply --check ../reply.md", "git-sr show | cat"] {
        let text = watched(&place, &[PAGER], command);
        assert!(paged(&text).is_empty() && !text.is_empty(), "{command}: {text}");
    }
}

#[test]
fn which_pager_it_is_says_the_configuration_as_for_git() {
    if !need().is_met("which_pager_it_is_says_the_configuration_as_for_git") {
        return;
    }
    let place = place();
    let is_paged = |variables: &[(&str, &str)], command: &str| {
        let text = watched(&place, variables, command);
        assert!(text.contains("TWO"), "{variables:?} {command}: {text}");
        let lines = paged(&text);
        assert!(!lines.iter().any(|line| line.starts_with("P:")), "paged twice: {text}");
        !lines.is_empty()
    };
    assert!(is_paged(&[("PAGER", "sed s/^/P:/")], "git-sr show"));
    place.git(&["config", "core.pager", "sed s/^/P:/"]);
    for command in ["git-sr show", "git sr show"] {
        assert!(is_paged(&[("PAGER", "cat")], command));
        assert!(!is_paged(&[("GIT_PAGER", "cat")], command));
    }
    assert!(!is_paged(&[], "git --no-pager sr show"));
    assert!(is_paged(&[], "git --paginate sr show"));
    for (value, wanted) in [("false", false), ("true", true), ("sed s/^/P:/", true)] {
        place.git(&["config", "pager.sr", value]);
        for command in ["git-sr show", "git sr show"] {
            assert_eq!(is_paged(&[], command), wanted, "pager.sr={value}: {command}");
        }
    }
}

#[test]
fn less_is_told_what_git_tells_it() {
    if !need().is_met("less_is_told_what_git_tells_it") {
        return;
    }
    let place = place();
    let pager = ("GIT_PAGER", "cat >/dev/null; echo LESS=$LESS LV=$LV");
    assert!(watched(&place, &[pager], "git-sr show").contains("LESS=FRX LV=-c"));
    assert!(watched(&place, &[pager, ("LESS", "S")], "git-sr show").contains("LESS=S LV=-c"));
}

#[test]
fn a_pager_that_is_missing_or_ends_early_is_no_error() {
    if !need().is_met("a_pager_that_is_missing_or_ends_early_is_no_error") {
        return;
    }
    let place = place();
    let missing = watched(&place, &[("GIT_PAGER", "no-such-pager")], "git-sr show; echo code $?");
    assert!(missing.contains("TWO") && missing.contains("code 0"), "{missing}");
    let early = watched(&place, &[("GIT_PAGER", "true")], "git-sr show; echo code $?");
    assert_eq!(early, "code 0\n");
}

#[test]
fn in_the_pager_of_git_the_colours_are_those_of_a_terminal() {
    if !need().is_met("in_the_pager_of_git_the_colours_are_those_of_a_terminal") {
        return;
    }
    let place = place();
    place.git(&["config", "pager.sr", "sed s/^/P:/"]);
    assert!(watched(&place, &[], "git sr show").contains("P:\u{1b}[31m-two\u{1b}[m"));
    place.git(&["config", "color.pager", "false"]);
    for command in ["git sr show", "git-sr show"] {
        let text = watched(&place, &[], command);
        assert!(text.contains("P:-two"), "{text}");
    }
}

#[test]
fn usage_errors_and_help_have_the_colours_that_are_configured() {
    if !need().is_met("usage_errors_and_help_have_the_colours_that_are_configured") {
        return;
    }
    let place = place();
    let commands = [
        "git-sr apply --nothing", "git-sr apply -h", "git-sr help", "git-sr nothing",
        "git-sr completions fish",
    ];
    for command in commands {
        let is_colored = |variables: &[(&str, &str)]| watched(&place, variables, command).contains('\u{1b}');
        assert_eq!(is_colored(&[]), !command.ends_with("fish"), "{command}");
        assert!(!is_colored(&[("NO_COLOR", "1")]), "{command}");
        assert!(!is_colored(&[("TERM", "dumb")]), "{command}");
        place.git(&["config", "color.ui", "false"]);
        assert!(!is_colored(&[]), "{command}");
        place.git(&["config", "--unset", "color.ui"]);
        // Where there is no repository, the user's own counts.
        let elsewhere = command.replace("git-sr", "git-sr -C /");
        let config = place.outside().join("config");
        std::fs::write(&config, "[color]\n\tui = never\n").expect("to write");
        let config = config.display().to_string();
        let text = watched(&place, &[("GIT_CONFIG_GLOBAL", &config)], &elsewhere);
        assert!(!text.contains('\u{1b}'), "{elsewhere}: {text}");
    }
}

#[test]
fn a_variable_that_git_does_not_know_colours_nothing_in_a_pipe() {
    let place = place();
    let program = env!("CARGO_BIN_EXE_git-sr");
    let line = format!("CLICOLOR_FORCE=1 {program} diff ../reply.md | git apply 2>&1");
    let output = place.run_program("sh", &place.root(), &["-c", &line]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(place.read("a.txt"), "one\nTWO\n3\n");
}
