//! `git sr demo`, as its user sees it.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::process::{Command, Output};

fn demo(arguments: &[&str]) -> Output {
    let mut demo = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    demo.arg("demo").args(arguments);
    // What surrounds the user's own repository must not lead the demonstration there.
    demo.envs([("GIT_DIR", "/nowhere"), ("GIT_INDEX_FILE", "/nowhere/index"), ("GIT_PAGER", "false")]);
    demo.output().expect("to run")
}

#[test]
fn the_demo_shows_each_command_in_order_and_ends_clean() {
    let output = demo(&[]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let shown: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    let wanted =
        ["git sr apply reply.md", "git diff", "git status --short", "git sr undo", "git status --short"];
    assert_eq!(shown, wanted);
    assert!(text.contains("\nM tally/count.py (2 blocks, 1 by indent)\n"), "{text}");
    assert!(text.trim_end().ends_with("byte for byte)"), "{text}");
}

#[test]
fn the_demo_keeps_its_repository_when_asked() {
    let text = String::from_utf8(demo(&["--keep"]).stdout).expect("UTF-8");
    let (_, rest) = text.split_once("kept in '").expect("a place");
    let place = std::path::Path::new(rest.trim_end().trim_end_matches('\''));
    assert!(place.join(".git").is_dir());
    std::fs::remove_dir_all(place.parent().expect("the scratch folder")).expect("to remove it");
}
