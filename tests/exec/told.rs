//! The message for a model where the command, a hook or git itself refuses the batch.

use super::*;

#[test]
fn a_model_reads_what_the_command_printed_before_it_failed() {
    sandboxed("told::a_model_reads_what_the_command_printed_before_it_failed", |sandbox| {
        let folder = repository(sandbox);
        let check = "echo 2 tests; echo a.txt is wrong >&2; exit 3";
        let (out, err, code) =
            said(&run(sandbox, &folder, &["apply", "--feedback", "--exec", check], &reply()));
        assert_eq!(code, Some(1));
        assert!(err.contains("running '"), "{err}");
        // It is still seen as it comes.
        assert!(err.contains("\n2 tests\na.txt is wrong\nerror: "), "{err}");
        let exec = ["apply", "--feedback", "--exec", "printf oops; exit 3"];
        let (_, unended, _) = said(&run(sandbox, &folder, &exec, &reply()));
        assert!(unended.contains("\noops\nerror: "), "{unended}");
        let expected = "\
Every block found its place, but then the command 'echo 2 tests; echo a.txt is wrong >&2; exit 3' failed (exit status 3). \
All blocks were taken back, so the files are as they were before: correct the change so that the command succeeds, and \
send all blocks again.

It printed:
```
2 tests
a.txt is wrong
```

Send each change in this form:
";
        assert!(out.starts_with(expected), "{out}");
        let json = run(sandbox, &folder, &["apply", "--feedback", "--json", "--exec", check], &reply());
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json["feedback"], out);
        let (out, err, _) = said(&run(sandbox, &folder, &["apply", "--exec", check], &reply()));
        assert_eq!(out, "");
        assert!(err.contains("hint: for the model: git sr apply --feedback --exec 'echo"), "{err}");
    });
}

#[test]
fn of_much_output_the_end_is_told_and_a_program_left_running_is_not_waited_for() {
    sandboxed(
        "told::of_much_output_the_end_is_told_and_a_program_left_running_is_not_waited_for",
        |sandbox| {
            let folder = repository(sandbox);
            let check = "seq 100000; sleep 60 & echo $! >../pid; exit 1";
            let (out, err, code) =
                said(&run(sandbox, &folder, &["apply", "--feedback", "--exec", check], &reply()));
            let pid = std::fs::read_to_string(folder.join("../pid")).unwrap();
            let is_left_running =
                std::process::Command::new("kill").arg(pid.trim()).status().unwrap().success();
            assert!(is_left_running && code == Some(1), "{err}");
            let told: Vec<&str> = out.lines().filter(|line| line.parse::<u32>().is_ok()).collect();
            assert!(told.ends_with(&["99999", "100000"]) && (300..600).contains(&told.len()), "{out}");
            assert!(out.contains("\nThe end of what it printed:\n```\n99"), "{out}");
            assert!(err.contains("\n1\n2\n3\n"), "{err}");
        },
    );
}

#[test]
fn a_model_reads_what_a_hook_printed_before_it_refused_the_commit() {
    let place = Place::new(&[("a.txt", TEXT)]);
    place.write(".git/hooks/pre-commit", "#!/bin/sh\necho a.txt is wrong\nexit 1\n");
    place.run_program("chmod", &place.root(), &["+x", ".git/hooks/pre-commit"]);
    let reply = edit("a.txt", "two", "2");
    let (out, err, code) = said(&place.run(&["apply", "--commit", "--feedback"], &reply));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    let expected = "\
Every block found its place, but then git, or a hook of the repository, refused the commit. All blocks were taken back, \
so the files are as they were before: correct the change so that the commit is accepted, and send all blocks again.

It printed:
```
a.txt is wrong
```
";
    assert!(out.starts_with(expected), "{out}");
    assert!(err.starts_with("a.txt is wrong\nerror: git made no commit; batch 1 is taken back\n"), "{err}");
    let (_, err, _) = said(&place.run(&["apply", "--commit"], &reply));
    assert!(err.contains("hint: for the model: git sr apply --feedback --commit -\n"), "{err}");
}

#[test]
fn a_model_is_not_told_to_correct_what_the_user_asked_of_git() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let reply = edit("a.txt", "two", "2");
    let (out, err, code) = said(&place.run(&["apply", "--commit", "--author", "foo", "--feedback"], &reply));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    let expected = "\
The batch is refused: git made no commit; batch 1 is taken back.
Send nothing; the user has to solve this.
";
    assert_eq!(out, expected);
    assert!(err.contains("hint: see above what git said, and correct that\n"), "{err}");
    let (_, err, _) = said(&place.run(&["apply", "--commit", "--author", "foo"], &reply));
    assert!(!err.contains("for the model"), "{err}");
}

#[test]
fn a_model_is_not_told_to_correct_what_the_editor_of_the_user_did() {
    let place = Place::new(&[("a.txt", TEXT)]);
    place.git_says(&["config", "core.editor", "false"]);
    let reply = edit("a.txt", "two", "2");
    let (_, err, code) = said(&place.run(&["apply", "--commit", "--edit"], &reply));
    assert_eq!((code, place.read("a.txt").as_str()), (Some(1), TEXT), "{err}");
    assert!(err.contains("hint: see above what git or the editor said\n"), "{err}");
    assert!(!err.contains("for the model"), "{err}");
    let (out, ..) = said(&place.run(&["apply", "--commit", "--edit", "--feedback"], &reply));
    assert!(out.ends_with("Send nothing; the user has to solve this.\n"), "{out}");
}

#[test]
fn whatever_refuses_a_batch_a_model_is_told() {
    let place = Place::new(&[("a.txt", TEXT)]);
    place.write(".git/MERGE_HEAD", &place.git_says(&["rev-parse", "HEAD"]));
    let (out, err, code) = said(&place.run(&["apply", "--commit", "--feedback"], &edit("a.txt", "two", "2")));
    assert_eq!(code, Some(1), "{err}");
    let expected = "The batch is refused: cannot commit while a merge is under way; nothing was written.\nSend nothing; the user has to solve this.\n";
    assert_eq!(out, expected);
}
