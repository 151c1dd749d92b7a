//! Messages about a change that is still staged or committed once its batch is undone, and the effect of the
//! command that is named for it.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit, said};

const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

/// A repository, and a reply for it that edits, makes, removes and renames.
fn place() -> (Place, String) {
    let place = Place::new(&[("a.txt", TEXT), ("d/gone.txt", "gone\n"), ("d/old.txt", "1\n2\n3\n")]);
    let blocks = [
        edit("a.txt", "two", "TWO"),
        "d/new.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n".to_owned(),
        "d/gone.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n".to_owned(),
        "d/old.txt\n<<<<<<< RENAME\nd/moved.txt\n>>>>>>> RENAME\n".to_owned(),
    ];
    (place, blocks.join("\n"))
}

/// Runs a command that succeeds; gives what it says on standard error.
fn done(place: &Place, arguments: &[&str], reply: &str) -> String {
    let (_, err, code) = said(&place.run(arguments, reply));
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    err
}

/// Runs the command of each hint, in a folder of the work tree.
fn obey(place: &Place, said: &str, folder: &str) {
    let hints: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("hint: ")).collect();
    assert!(!hints.is_empty(), "{said}");
    for hint in hints {
        let command = hint.split_once(": ").expect("a command").1;
        let output = place.run_program("sh", &place.root().join(folder), &["-c", command]);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

fn status(place: &Place) -> String {
    place.git_says(&["status", "--porcelain"])
}

fn staged(place: &Place, path: &str) -> String {
    place.git_says(&["show", &format!(":{path}")])
}

#[test]
fn what_git_add_staged_is_said_and_unstaged_by_the_command() {
    let (place, reply) = place();
    done(&place, &["apply"], &reply);
    place.git(&["add", "-A"]);
    let err = done(&place, &["undo"], "");
    assert!(err.contains("warning: the index still has the change of 'a.txt', "), "{err}");
    assert!(err.contains("hint: unstage the change: git restore --staged -- a.txt "), "{err}");
    assert_ne!(status(&place), "");
    obey(&place, &err, "");
    assert_eq!(status(&place), "");
}

#[test]
fn the_command_is_right_in_a_folder_too() {
    let (place, reply) = place();
    done(&place, &["apply"], &reply);
    place.git(&["add", "-A"]);
    let (_, err, _) = said(&place.run_in(&place.root().join("d"), &["undo"], ""));
    obey(&place, &err, "d");
    assert_eq!(status(&place), "");
}

#[test]
fn other_work_that_was_staged_before_stays_staged() {
    let (place, _) = place();
    place.write("a.txt", &TEXT.replace("nine", "NINE"));
    place.git(&["add", "a.txt"]);
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["add", "a.txt"]);
    let err = done(&place, &["undo"], "");
    assert!(err.contains("git add -- a.txt") && !err.contains("restore"), "{err}");
    obey(&place, &err, "");
    assert_eq!(staged(&place, "a.txt"), TEXT.replace("nine", "NINE"));
    assert_eq!(status(&place), "M  a.txt\n");
}

#[test]
fn work_that_came_after_git_add_does_not_get_staged() {
    let (place, _) = place();
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["add", "a.txt"]);
    place.write("a.txt", &TEXT.replace("two", "TWO").replace("nine", "NINE"));
    let err = done(&place, &["undo"], "");
    obey(&place, &err, "");
    assert_eq!(staged(&place, "a.txt"), TEXT);
    assert_eq!(place.read("a.txt"), TEXT.replace("nine", "NINE"));
}

#[test]
fn no_command_is_named_that_would_lose_staged_work() {
    let (place, _) = place();
    place.write("a.txt", &TEXT.replace("nine", "NINE"));
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["add", "a.txt"]);
    place.write("a.txt", &TEXT.replace("two", "TWO").replace("nine", "NINE").replace("six", "SIX"));
    let err = done(&place, &["undo"], "");
    assert!(err.contains("hint: choose what to unstage: git restore --staged -p -- a.txt"), "{err}");
    assert!(!err.contains("git add"), "{err}");
}

#[test]
fn a_change_that_was_staged_with_more_is_found_in_it() {
    let (place, _) = place();
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.write("a.txt", &TEXT.replace("two", "TWO").replace("nine", "NINE"));
    place.git(&["add", "a.txt"]);
    place.write("a.txt", &TEXT.replace("two", "TWO").replace("nine", "NINE").replace("six", "SIX"));
    let err = done(&place, &["undo"], "");
    assert!(err.contains("the index still has the change of 'a.txt'"), "{err}");
    assert!(err.contains("git restore --staged -p -- a.txt"), "{err}");
}

#[test]
fn before_the_first_commit_the_command_is_another() {
    let (place, _) = place();
    place.git(&["update-ref", "-d", "HEAD"]);
    place.git(&["rm", "-rq", "--cached", "."]);
    done(&place, &["apply"], "new.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n");
    place.git(&["add", "new.txt"]);
    let err = done(&place, &["undo"], "");
    assert!(err.contains("git rm --cached -- new.txt"), "{err}");
    obey(&place, &err, "");
    assert_eq!(place.git_says(&["ls-files"]), "");
}

#[test]
fn what_was_committed_by_hand_is_said_and_taken_out_by_the_command() {
    let (place, reply) = place();
    place.write("other.txt", "staged\n");
    done(&place, &["apply"], &reply);
    place.git(&["add", "a.txt", "d"]);
    place.git(&["commit", "-qm", "by hand"]);
    place.git(&["add", "other.txt"]);
    let err = done(&place, &["undo"], "");
    assert!(err.contains("still has the change of 'a.txt', "), "{err}");
    assert!(err.contains("warning: HEAD (") && !err.contains("the index still"), "{err}");
    obey(&place, &err, "");
    assert_eq!(place.git_says(&["diff", "--name-only", "HEAD~2", "HEAD"]), "");
    assert_eq!(status(&place), "A  other.txt\n");
}

#[test]
fn a_commit_is_not_told_to_take_other_work_along() {
    let (place, _) = place();
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["commit", "-qam", "by hand"]);
    place.write("a.txt", &TEXT.replace("two", "TWO").replace("nine", "NINE"));
    let err = done(&place, &["undo"], "");
    assert!(err.contains("HEAD (") && err.contains("git diff HEAD -- a.txt"), "{err}");
    assert!(!err.contains("git commit"), "{err}");
}

#[test]
fn where_git_has_nothing_of_it_nothing_is_said() {
    let (place, reply) = place();
    let quiet = |place: &Place, arguments: &[&str]| {
        let err = done(place, arguments, "");
        assert!(!err.contains("still") && !err.contains("hint"), "{arguments:?}: {err}");
    };
    done(&place, &["apply"], &reply);
    quiet(&place, &["undo"]);
    quiet(&place, &["redo"]);
    quiet(&place, &["undo"]);
    done(&place, &["apply", "--index"], &reply);
    quiet(&place, &["undo"]);
    done(&place, &["apply", "--commit"], &reply);
    quiet(&place, &["undo"]);
    // Entries staged before, or apart, have nothing of the batch.
    place.write("a.txt", &TEXT.replace("nine", "NINE"));
    place.git(&["add", "a.txt"]);
    done(&place, &["apply"], &reply);
    place.write("other.txt", "new\n");
    place.git(&["add", "other.txt"]);
    place.git(&["commit", "-qm", "other", "other.txt"]);
    quiet(&place, &["undo"]);
}

#[test]
fn a_file_that_git_converts_is_compared_as_git_stores_it() {
    let (place, _) = place();
    place.write(".gitattributes", "*.txt text eol=crlf\n");
    place.write("a.txt", &TEXT.replace('\n', "\r\n"));
    place.git(&["add", "-A"]);
    place.git(&["commit", "-qm", "endings"]);
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["add", "a.txt"]);
    let err = done(&place, &["undo"], "");
    assert!(err.contains("git restore --staged -- a.txt"), "{err}");
    obey(&place, &err, "");
    assert_eq!(status(&place), "");
}

#[test]
fn of_a_filtered_file_no_program_is_run_to_find_out() {
    let (place, _) = place();
    place.write(".gitattributes", "a.txt filter=upper\n");
    place.git(&["config", "filter.upper.clean", "tee -a ../ran | tr a-z A-Z"]);
    place.git(&["commit", "-qm", "filter", "--allow-empty"]);
    done(&place, &["apply"], &edit("a.txt", "two", "2"));
    place.git(&["add", "a.txt"]);
    // As old as the entry is young, git would look at the bytes.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    place.git(&["update-index", "--refresh"]);
    let ran = || std::fs::metadata(place.outside().join("ran")).expect("a filter that ran").len();
    let before = ran();
    let err = done(&place, &["undo"], "");
    assert_eq!(ran(), before);
    assert!(err.contains("git add -- a.txt"), "{err}");
}

#[test]
fn the_object_of_undo_says_it_too() {
    let (place, reply) = place();
    let still = |arguments: &[&str], name: &str| {
        let (out, err, code) = said(&place.run(arguments, ""));
        assert_eq!(code, Some(0), "{err}");
        let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
        object[name].clone()
    };
    done(&place, &["apply"], &reply);
    place.git(&["add", "-A"]);
    for (arguments, is_done) in [(&["undo", "-n", "--json"][..], false), (&["undo", "--json"], true)] {
        let staged = still(arguments, "still_staged");
        assert_eq!(staged[0]["paths"].as_array().map(Vec::len), Some(5), "{staged}");
        // A command that is right once the files are back would do harm before.
        let command = staged[0]["command"].as_str();
        assert_eq!(command.is_some_and(|it| it.starts_with("git restore --staged -- a.txt ")), is_done);
        assert_eq!(command.is_none(), !is_done);
    }
    place.git(&["restore", "--staged", "."]);
    done(&place, &["apply"], &edit("a.txt", "two", "TWO"));
    place.git(&["commit", "-qam", "by hand"]);
    let committed = still(&["undo", "--json"], "still_committed");
    assert_eq!(committed[0]["paths"][0], "a.txt");
}

#[test]
fn a_name_that_git_would_take_for_a_pattern_is_taken_as_it_is() {
    let place = Place::new(&[("[ab].txt", TEXT), ("a.txt", TEXT)]);
    done(&place, &["apply"], &edit("[ab].txt", "two", "TWO"));
    place.write("a.txt", &TEXT.replace("nine", "NINE"));
    place.git(&["add", "-A"]);
    let err = done(&place, &["undo"], "");
    obey(&place, &err, "");
    assert_eq!(status(&place), "M  a.txt\n");
}

#[test]
fn in_a_folder_a_name_that_git_would_take_for_magic_is_taken_as_it_is() {
    for name in ["!x.txt", "_config.yml", "-x", "~x", "#x", ":x", "*.txt"] {
        let place = Place::new(&[(name, TEXT), ("d/a.txt", "a\n"), ("work.txt", "one\n")]);
        done(&place, &["apply"], &edit(name, "two", "TWO"));
        place.write("work.txt", "staged\n");
        place.git(&["add", "-A"]);
        place.write("work.txt", "in the file\n");
        let (_, err, _) = said(&place.run_in(&place.root().join("d"), &["undo"], ""));
        obey(&place, &err, "d");
        assert_eq!(
            (staged(&place, "work.txt").as_str(), status(&place).as_str()),
            ("staged\n", "MM work.txt\n")
        );
    }
}
