//! Hints where a batch stays without its commit: each command does as announced.

use super::*;

/// The command of git sr that a hint names last.
fn hinted(err: &str) -> Vec<String> {
    let hint = err.lines().rfind(|line| line.starts_with("hint: ") && line.contains("git sr undo"));
    let command = hint.and_then(|hint| hint.rsplit_once("git sr ")).unwrap_or_else(|| panic!("{err}")).1;
    command.split(' ').map(str::to_owned).collect()
}

/// Takes the batch back; conflict markers that are left exit with 1.
fn goes(sandbox: &Sandbox, folder: &Path, words: &[&str]) {
    let (_, err, code) = said(&run(sandbox, folder, words, ""));
    assert_eq!(code, Some(i32::from(words.contains(&"--merge"))), "{words:?}: {err}");
    assert!(err.contains("is taken back"), "{words:?}: {err}");
}

/// Each with what a hook does, and the option that is to be named; none where something else has to go first.
const CASES: [(&str, &str, Option<&str>); 6] = [
    ("edited", "sed -i 's/^1$/mine/' a.txt", Some("--merge")),
    ("made", "echo mine >>new/x.txt", Some("--force")),
    ("made and edited", "echo mine >>new/x.txt; sed -i 's/^1$/mine/' a.txt", Some("--force")),
    ("binary", "printf 'a\\0b' >a.txt", Some("--force")),
    ("removed", "rm a.txt", Some("--force")),
    ("made anew", "mkdir -p gone; echo mine >gone/d.txt", Some("--force")),
];

#[test]
fn where_a_failed_hook_changed_files_the_way_back_that_is_named_is_one() {
    for (case, script, option) in CASES {
        sandboxed("ways::where_a_failed_hook_changed_files_the_way_back_that_is_named_is_one", |sandbox| {
            let folder = repository_at(sandbox, &case.replace(' ', "-"));
            hook(&folder, "pre-commit", &format!("{script}; exit 1"));
            let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &many()));
            assert_eq!(code, Some(1), "{case}: {err}");
            assert!(err.contains("batch 1 stays in the files"), "{case}: {err}");
            let command = hinted(&err);
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let wanted: Vec<&str> = ["undo"].into_iter().chain(option).chain(["1"]).collect();
            assert_eq!(words, wanted, "{case}: {err}");
            goes(sandbox, &folder, &words);
        });
    }
}

#[test]
fn where_a_failed_command_changed_files_the_way_back_that_is_named_is_one() {
    for (case, script, wanted) in
        [("edited", "sed -i 's/^1$/mine/' a.txt", "--merge"), ("made", "echo mine >>new/x.txt", "--force")]
    {
        sandboxed(
            "ways::where_a_failed_command_changed_files_the_way_back_that_is_named_is_one",
            |sandbox| {
                let folder = repository_at(sandbox, case);
                let exec = format!("--exec={script}; exit 1");
                let (_, err, code) = said(&run(sandbox, &folder, &["apply", &exec], &many()));
                assert_eq!(code, Some(1), "{case}: {err}");
                assert!(
                    err.contains("batch 1 stays in the files") && !err.contains("git commit"),
                    "{case}: {err}"
                );
                let command = hinted(&err);
                let words: Vec<&str> = command.iter().map(String::as_str).collect();
                assert_eq!(words[1], wanted, "{case}: {err}");
                goes(sandbox, &folder, &words);
            },
        );
    }
}

#[test]
fn where_nothing_takes_the_batch_back_as_it_is_undo_says_why() {
    sandboxed("ways::where_nothing_takes_the_batch_back_as_it_is_undo_says_why", |sandbox| {
        let folder = repository(sandbox);
        hook(&folder, "pre-commit", "rm a.txt; mkdir a.txt; exit 1");
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("or see what keeps it from being taken back: git sr undo 1"), "{err}");
        let (_, err, code) = said(&run(sandbox, &folder, &["undo", "1"], ""));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("hint: move what is in the way"), "{err}");
    });
}

#[test]
fn where_head_has_other_versions_the_way_back_that_is_named_is_one() {
    for (case, script, wanted) in
        [("clean", "true", "1"), ("edited", "sed -i 's/^1$/mine/' a.txt", "--merge")]
    {
        sandboxed("ways::where_head_has_other_versions_the_way_back_that_is_named_is_one", |sandbox| {
            let folder = repository_at(sandbox, case);
            let other = "git reset -q --soft HEAD; id=$(echo other | git hash-object -w --stdin)
                GIT_INDEX_FILE=.git/other git read-tree HEAD
                GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$id,a.txt
                tree=$(GIT_INDEX_FILE=.git/other git write-tree)
                git update-ref HEAD $(git commit-tree -p HEAD -m other $tree)";
            hook(&folder, "pre-commit", &format!("{other}\n{script}\nexit 1"));
            let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
            assert_ne!(code, Some(0), "{err}");
            assert!(err.contains("since a commit has changed them meanwhile"), "{case}: {err}");
            let command = hinted(&err);
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            assert_eq!(words[1], wanted, "{case}: {err}");
            goes(sandbox, &folder, &words);
        });
    }
}

#[test]
fn after_a_kill_the_way_back_that_is_named_is_one() {
    for (case, edit, wanted) in [("edited", "a.txt", "--merge"), ("made", "new/x.txt", "--force")] {
        sandboxed("ways::after_a_kill_the_way_back_that_is_named_is_one", |sandbox| {
            let folder = repository_at(sandbox, case);
            hook(&folder, "pre-commit", "kill -KILL $(ps -o ppid= -p $PPID); exit 1");
            assert_eq!(said(&run(sandbox, &folder, &["apply", "--commit"], &many())).2, None);
            let text = std::fs::read_to_string(folder.join(edit)).expect("text");
            std::fs::write(folder.join(edit), text.replace('1', "mine") + "mine\n").expect("to write");
            let (_, err) = done(sandbox, &folder, &["recover"], "");
            let command = hinted(&err);
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            assert_eq!(words[1], wanted, "{case}: {err}");
            goes(sandbox, &folder, &words);
        });
    }
}
