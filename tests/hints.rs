//! Commands in hints are safe to run. `obey` runs every command that a hint names, wherever a test runs the
//! program.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use obey::{commands, has_placeholder};
use place::{Place, edit, said};

#[test]
fn commands_are_found_in_hints() {
    for (hint, found) in [
        ("to turn a rule off: git config sr.check.<rule> off", &["git config sr.check.<rule> off"][..]),
        ("take it out: git rm --cached 'a; b'; or: git sr undo", &["git rm --cached 'a; b'", "git sr undo"]),
        ("it ('git sr redo' goes back): git sr undo --force", &["git sr redo", "git sr undo --force"]),
        ("first: mv 'b' 'a'; then: git sr undo", &["mv 'b' 'a'; git sr undo"]),
        (
            "end it: git merge --continue, or git merge --abort",
            &["git merge --continue", "git merge --abort"],
        ),
        ("edit it by hand; git sr does not write secrets", &[]),
        ("if so: git -c sr.check.syntax=off commit", &["git -c sr.check.syntax=off commit"]),
        ("take it back: git sr -C ../b undo", &["git sr -C ../b undo"]),
        ("look: git -C 'a b' diff; 'git sr -C x redo'", &["git -C 'a b' diff", "git sr -C x redo"]),
    ] {
        assert_eq!(commands(hint), found, "{hint}");
    }
}

#[test]
fn what_the_user_has_to_fill_in_is_not_run() {
    assert!(has_placeholder("git config sr.check.<rule> off"));
    assert!(!has_placeholder("git add -- 'a<b'"));
}

/// The arguments of the only command in a hint that has this text.
fn named(said: &str, text: &str) -> Vec<String> {
    let hint = said.lines().find(|line| line.starts_with("hint: ") && line.contains(text));
    let command = commands(hint.unwrap_or_else(|| panic!("no hint with '{text}': {said}"))).remove(0);
    command.split(' ').skip(2).map(|word| word.trim_matches('\'').to_owned()).collect()
}

/// Applies a reply from standard input, which is refused, and then again as a hint says. Gives what that
/// prints.
fn goes_on(place: &Place, reply: &str, text: &str) -> (String, String) {
    let (_, err, code) = said(&place.run(&["apply"], reply));
    assert_eq!(code, Some(1), "{err}");
    let command = named(&err, text);
    assert_eq!(command.last().map(String::as_str), Some("-"), "{command:?}");
    let (out, err, _) = said(&place.run(&command.iter().map(String::as_str).collect::<Vec<_>>(), reply));
    (out, err)
}

#[test]
fn the_commands_that_go_on_with_a_refused_batch_do_so() {
    let (good, bad) = (edit("a.txt", "one", "1"), edit("a.txt", "nine", "9"));
    let new = |path: &str| format!("{path}\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n");
    let (secret, steering) = (new(".env"), new("a?/.npmrc"));
    let place = || Place::new(&[("a.txt", "one\ntwo\n")]);

    let (out, _) = goes_on(&place(), &[good.as_str(), &bad].concat(), "for the model");
    assert!(out.starts_with("Nothing was written: one block could not be applied."), "{out}");

    let (_, err) = goes_on(&place(), &[good.as_str(), &bad].concat(), "to apply the good blocks alone");
    assert!(err.contains("in part: 1 block applied"), "{err}");

    let (out, err) =
        goes_on(&place(), &[good.as_str(), &secret, &steering].concat(), "to leave those files out");
    assert!(out == "M a.txt (1 block)\n" && err.contains("batch 1"), "{out}{err}");

    let (out, err) = goes_on(&place(), &[good.as_str(), &secret, &steering].concat(), "if that is meant");
    assert!(out.contains("A .env") && out.contains("A a?/.npmrc") && err.contains("batch 1"), "{out}{err}");

    let pathless = good.strip_prefix("a.txt\n").expect("a path");
    let (_, err, _) = said(&place().run(&["apply"], pathless));
    assert!(err.contains("git sr apply --path <file> -\n"), "{err}");
}

#[test]
fn a_hint_is_given_once() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let bad = [edit("a.txt", "nine", "9"), edit("a.txt", "ten", "10")].concat();
    let (_, err, _) = said(&place.run(&["apply"], &bad));
    let mut hints: Vec<&str> = err.lines().filter(|line| line.starts_with("hint: ")).collect();
    assert_eq!(err.matches("error: ").count(), 2, "{err}");
    hints.sort_unstable();
    hints.dedup();
    assert_eq!(hints.len(), err.matches("hint: ").count(), "{err}");
}

#[test]
fn a_command_that_takes_something_away_is_found() {
    let place = Place::new(&[("a.txt", "one\ntwo\n"), ("b.txt", "b\n"), ("c.txt", "c\n")]);
    assert_eq!(said(&place.run(&["apply"], &edit("a.txt", "one", "1"))).2, Some(0));
    place.write("b.txt", "staged\n");
    place.git(&["add", "b.txt"]);
    place.write("b.txt", "in the file\n");
    for (command, harm) in [
        ("git rm --cached -- a.txt", "stages the deletion of"),
        ("git checkout -- a.txt", "loses the bytes of 'a.txt'"),
        ("git clean -fd; git reset --hard", "loses the bytes of"),
        ("git restore --staged -- b.txt", "loses what is staged"),
        ("git sr forget 1", "drops refs/worktree/sr/1"),
        ("git sr undo --wrong", "is no valid command"),
    ] {
        let found = place.obey(&format!("hint: what to do: {command}\n"));
        let found = found.expect_err(command).to_string();
        assert!(found.contains(harm), "{command}: {found}");
    }
    for command in ["git sr undo", "git add -- a.txt", "git diff --cached", "rm c.txt"] {
        place.obey(&format!("hint: what to do: {command}\n")).expect(command);
    }
    // All is as it was.
    assert_eq!((place.read("a.txt"), place.read("b.txt")), ("1\ntwo\n".into(), "in the file\n".into()));
}

#[test]
fn commands_work_on_the_repository_that_the_typed_one_worked_on() {
    let place = Place::new(&[("a.txt", "here\n")]);
    place.write("a.txt", "staged here\n");
    place.git(&["add", "a.txt"]);
    place.write("a.txt", "in the file here\n");
    let other = place.outside().join("other one");
    for arguments in [
        &["init", "-q", "-b", "main", "../other one"][..],
        &["-C", "../other one", "commit", "-q", "--allow-empty", "-m", "one"],
    ] {
        place.git(arguments);
    }
    std::fs::write(other.join("a.txt"), "one\n").expect("to write");
    let git = |arguments: &[&str]| place.git(&[&["-C", "../other one"], arguments].concat());
    git(&["add", "a.txt"]);
    git(&["commit", "-qm", "two"]);
    let run = |arguments: &[&str], reply: &str| {
        said(&place.run(&[&["-C", "../other one"], arguments].concat(), reply))
    };

    let (_, err, _) = run(&["apply"], &edit("a.txt", "nine", "9"));
    assert!(err.contains("hint: for the model: git sr -C '../other one' apply --feedback -\n"), "{err}");
    let (out, err, _) = run(&["apply", "--json"], &edit("a.txt", "one", "1"));
    assert!(err.contains("batch 1: 'git sr -C '../other one' undo' takes it back"), "{err}");
    assert!(out.contains(r#""undo": "git sr -C '../other one' undo""#), "{out}");
    git(&["add", "a.txt"]);
    let (_, err, _) = run(&["undo"], "");
    let command = "git -C '../other one' restore --staged -- a.txt";
    assert!(err.contains(&format!("hint: unstage the change: {command}\n")), "{err}");
    assert!(place.run_program("sh", &place.root(), &["-c", command]).status.success());
    assert_eq!(place.git_says(&["-C", "../other one", "status", "--porcelain"]), "");
    assert_eq!(place.git_says(&["show", ":a.txt"]), "staged here\n");
    let (_, err, _) = run(&["undo", "7"], "");
    assert!(err.contains("hint: list the batches: git sr -C '../other one' log"), "{err}");
}
