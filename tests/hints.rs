//! What hints say to do is safe to do. `obey` runs every command that a hint names, wherever a test runs the program.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;

use obey::{commands, has_placeholder};

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
    ] {
        assert_eq!(commands(hint), found, "{hint}");
    }
}

#[test]
fn what_the_user_has_to_fill_in_is_not_run() {
    assert!(has_placeholder("git config sr.check.<rule> off"));
    assert!(!has_placeholder("git add -- 'a<b'"));
}
