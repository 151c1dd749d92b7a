//! First steps of a newcomer: `git sr demo`, and the example of the README.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::process::{Command, Output};

fn demo(arguments: &[&str]) -> Output {
    let mut demo = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    demo.arg("demo").args(arguments);
    // Variables of the user's own repository must not lead the demonstration there.
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

#[test]
fn a_demo_without_a_place_says_what_to_set() {
    let mut demo = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    let output = demo.arg("demo").env("TMPDIR", "/no/such/folder").output().expect("to run");
    let text = String::from_utf8_lossy(&output.stderr);
    let wanted = "error: cannot make the scratch repository in '/no/such/folder': no such file or directory\n\
                  hint: set TMPDIR to a folder that you can write to\n";
    assert_eq!((text.as_ref(), output.status.code()), (wanted, Some(128)));
}

/// The README's example: what is between the fences of four, and the session below it.
fn example() -> (String, String) {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("````text\n").expect("an example");
    let (reply, rest) = rest.split_once("\n````\n").expect("its end");
    let (_, session) = rest.split_once("\n    $ ").expect("a session");
    let (session, _) = session.split_once("\n| to").expect("its end");
    (format!("{reply}\n"), format!("    $ {session}"))
}

#[test]
fn the_example_of_the_readme_does_what_it_says() {
    let (reply, session) = example();
    let folder = tempfile::tempdir().expect("a folder");
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder.path()).env_clear();
        command.env("HOME", folder.path()).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let output = command.output().expect("to run");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
    };
    run("git", &["init", "-q"]);
    let before = "def greet():\n    print(\"hello\")\n";
    std::fs::write(folder.path().join("hello.py"), before).expect("to write");
    std::fs::write(folder.path().join("reply.md"), reply).expect("to write");
    for part in session.trim_end().split("\n\n") {
        let mut lines = part.lines().map(|line| line.strip_prefix("    ").expect("indented"));
        let words: Vec<&str> = lines.next().expect("a command").split(' ').skip(3).collect();
        let said: String = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(run(env!("CARGO_BIN_EXE_git-sr"), &words), said, "of {words:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("hello.py")).expect("a file"), before);
}
