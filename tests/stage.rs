//! `--index` and `--cached`, with git as the judge of what is staged.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use std::os::unix::fs::PermissionsExt;

use place::{Place, edit, every_change, said};

const TEN: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

/// Runs the program, which must succeed, and gives what it printed on both streams.
fn done(place: &Place, arguments: &[&str], reply: &str) -> (String, String) {
    let (stdout, stderr, code) = said(&place.run(arguments, reply));
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

/// Runs the program, which must refuse, leaving everything as it was. Gives what it said.
fn refused(place: &Place, arguments: &[&str], reply: &str, code: i32) -> String {
    let before = state(place);
    let output = place.run(arguments, reply);
    let (_, stderr, found) = said(&output);
    assert_eq!(found, Some(code), "{stderr}");
    assert_eq!(state(place), before, "{stderr}");
    stderr
}

/// Entries with their marks, and how they stand to HEAD and to the files.
fn state(place: &Place) -> Vec<String> {
    [
        &["ls-files", "-s", "-v"][..],
        &["ls-files", "-t", "-o"],
        &["status", "--porcelain", "--no-renames"],
        &["diff", "--cached"],
        &["diff"],
    ]
    .iter()
    .map(|arguments| place.git_says(arguments))
    .collect()
}

fn sound(place: &Place) {
    place.git(&["fsck", "--strict", "--no-dangling"]);
    let git = place.root().join(".git");
    let names = std::fs::read_dir(&git).expect("a folder").flatten().map(|entry| entry.file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("index.")).collect();
    assert!(left.is_empty(), "{left:?}");
    assert!(!git.join("sr/index-lock").exists() && !git.join("sr/index").exists());
}

/// Runs the program with another index, if one is given.
fn run_with(place: &Place, index: Option<&str>, arguments: &[&str]) -> std::process::Output {
    let named = index.map(|name| format!("GIT_INDEX_FILE={}", place.outside().join(name).display()));
    let program = [env!("CARGO_BIN_EXE_git-sr")];
    let all: Vec<&str> =
        named.as_deref().into_iter().chain(program).chain(arguments.iter().copied()).collect();
    place.run_program("env", &place.root(), &all)
}

fn entries_of(place: &Place, index: &str) -> String {
    let named = format!("GIT_INDEX_FILE={}", place.outside().join(index).display());
    said(&place.run_program("env", &place.root(), &[&named, "git", "ls-files", "-s"])).0
}

/// A place with a second index, in which a batch is staged.
fn staged_elsewhere(how: &str) -> (Place, String) {
    let place = Place::new(&[("a.txt", TEN), ("other.txt", TEN)]);
    std::fs::copy(place.root().join(".git/index"), place.outside().join("alt")).expect("a copy");
    place.write("../reply.md", &edit("a.txt", "2", "two"));
    let before = entries_of(&place, "alt");
    let (_, stderr, code) = said(&run_with(&place, Some("alt"), &["apply", how, "../reply.md"]));
    assert_eq!(code, Some(0), "{stderr}");
    assert_ne!(entries_of(&place, "alt"), before);
    (place, before)
}

#[test]
fn a_batch_is_taken_back_in_the_index_in_which_it_was_staged() {
    for how in ["--index", "--cached"] {
        for undo_with in [None, Some("alt"), Some("third")] {
            let (place, before) = staged_elsewhere(how);
            std::fs::copy(place.root().join(".git/index"), place.outside().join("third")).expect("a copy");
            let after = entries_of(&place, "alt");
            for (command, wanted) in [("undo", &before), ("redo", &after), ("undo", &before)] {
                let (_, stderr, code) = said(&run_with(&place, undo_with, &[command]));
                assert_eq!(code, Some(0), "{stderr}");
                assert_eq!(entries_of(&place, "alt"), *wanted, "{how} {undo_with:?} {command}");
                assert_eq!(entries_of(&place, "work/.git/index"), before);
                assert_eq!(entries_of(&place, "third"), before);
            }
            assert_eq!(place.read("a.txt"), TEN);
        }
    }
}

#[test]
fn what_was_staged_in_an_index_that_is_gone_is_left_and_said() {
    let (place, before) = staged_elsewhere("--index");
    std::fs::remove_file(place.outside().join("alt")).expect("to remove");
    let (_, stderr) = done(&place, &["undo"], "");
    assert!(stderr.contains("batch 1 was staged in the index '") && stderr.contains("/alt', which is gone"));
    assert!(stderr.contains("only the files are taken back"), "{stderr}");
    assert_eq!(place.read("a.txt"), TEN);
    assert_eq!(entries_of(&place, "work/.git/index"), before);
    assert!(!place.outside().join("alt").exists());

    let (place, _) = staged_elsewhere("--cached");
    std::fs::remove_file(place.outside().join("alt")).expect("to remove");
    let stderr = refused(&place, &["undo"], "", 1);
    assert!(stderr.contains("which is gone") && stderr.contains("git sr show 1"), "{stderr}");
}

#[test]
fn an_index_that_is_left_is_in_the_object_of_the_undo() {
    let (place, _) = staged_elsewhere("--index");
    let object = || -> serde_json::Value {
        serde_json::from_str(&done(&place, &["undo", "-n", "--json"], "").0).expect("JSON")
    };
    assert!(object().get("index_left").is_none());
    let path = place.outside().join("alt");
    std::fs::remove_file(&path).expect("to remove");
    let wanted = serde_json::json!([{ "batch": 1, "path": path.to_str().expect("UTF-8"), "gone": true }]);
    assert_eq!(object()["index_left"], wanted);
}

#[test]
fn of_batches_staged_in_several_indexes_that_of_the_newest_is_followed() {
    let (place, _) = staged_elsewhere("--index");
    let alt = entries_of(&place, "alt");
    done(&place, &["apply", "--index"], &edit("other.txt", "2", "two"));
    let (_, stderr) = done(&place, &["undo", "--count", "2"], "");
    assert!(stderr.contains("batch 1 was staged in the index '"), "{stderr}");
    assert_eq!((place.read("a.txt").as_str(), place.read("other.txt").as_str()), (TEN, TEN));
    assert_eq!(entries_of(&place, "alt"), alt);
    assert_eq!(place.git_says(&["status", "--porcelain"]), "");
}

/// Undoes the batch and does it again, and looks at both.
fn goes_back_and_forth(place: &Place, before: &[String]) {
    let after = state(place);
    done(place, &["undo"], "");
    assert_eq!(state(place), before);
    done(place, &["redo"], "");
    assert_eq!(state(place), after);
    sound(place);
}

fn batch() -> String {
    every_change("2", "two")
}

fn batch_files() -> Vec<(&'static str, &'static str)> {
    vec![("a.txt", TEN), ("gone.txt", "x\n"), ("old.txt", TEN), ("other.txt", TEN), ("d/deep.txt", TEN)]
}

#[test]
fn what_is_staged_is_what_git_apply_stages() {
    for (ours, theirs) in [("--index", "--index"), ("--cached", "--cached")] {
        let (place, other) = (Place::new(&batch_files()), Place::new(&batch_files()));
        let (diff, _) = done(&place, &["apply", "-n", ours], &batch());
        let before = state(&place);
        done(&place, &["apply", ours], &batch());
        other.write("../diff", &diff);
        other.git(&["apply", theirs, "../diff"]);
        assert_eq!(state(&place), state(&other), "{ours}");
        assert_eq!(place.git_says(&["write-tree"]), other.git_says(&["write-tree"]));
        assert_eq!(
            place.git_says(&["diff-files", "--name-only"]),
            other.git_says(&["diff-files", "--name-only"])
        );
        goes_back_and_forth(&place, &before);
    }
}

#[test]
fn a_preview_stages_nothing() {
    let place = Place::new(&batch_files());
    for how in [&["-n", "--index"], &["--check", "--index"], &["-n", "--cached"], &["--check", "--cached"]] {
        let before = (state(&place), std::fs::read(place.root().join(".git/index")).expect("an index"));
        done(&place, &[&["apply"], &how[..]].concat(), &batch());
        assert_eq!(
            (state(&place), std::fs::read(place.root().join(".git/index")).expect("an index")),
            before
        );
    }
}

#[test]
fn the_line_of_a_file_says_that_it_is_staged() {
    let place = Place::new(&batch_files());
    let reply = edit("a.txt", "2", "two");
    let (stdout, _) = done(&place, &["apply", "--index"], &reply);
    assert_eq!(stdout, "M a.txt (1 block, staged)\n");
    done(&place, &["undo"], "");
    let (json, _) = done(&place, &["apply", "--index", "--json"], &reply);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["files"][0]["staged"], true);
    done(&place, &["undo"], "");
    let (json, _) = done(&place, &["apply", "--json"], &reply);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["files"][0]["staged"], false);
}

#[test]
fn the_configuration_can_ask_for_it() {
    let place = Place::new(&batch_files());
    place.git(&["config", "sr.index", "true"]);
    done(&place, &["apply"], &edit("a.txt", "2", "two"));
    assert_eq!(place.git_says(&["status", "--porcelain"]), "M  a.txt\n");
}

#[test]
fn blobs_are_those_of_git_add() {
    let crlf = TEN.replace('\n', "\r\n");
    for (attributes, config, text) in [
        ("* text=auto eol=crlf\n", None, crlf.as_str()),
        ("", Some(("core.autocrlf", "true")), &crlf),
        ("* ident\n", None, "$Id$\n2\n3\n4\n"),
        ("* filter=up\n", Some(("filter.up.clean", "tr a-z A-Z")), "a\n2\nb\nc\n"),
    ] {
        let place = Place::new(&[("x", "x\n")]);
        place.write(".gitattributes", attributes);
        if let Some((key, value)) = config {
            place.git(&["config", key, value]);
        }
        place.write("a.txt", text);
        place.git(&["add", "-A"]);
        place.git(&["commit", "-qm", "two"]);
        done(&place, &["apply", "--index"], &edit("a.txt", "2", "two"));
        assert_eq!(place.git_says(&["status", "--porcelain"]), "M  a.txt\n", "{attributes} {config:?}");
        let ours = place.git_says(&["ls-files", "-s"]);
        place.git(&["rm", "--cached", "-q", "a.txt"]);
        place.git(&["add", "a.txt"]);
        assert_eq!(place.git_says(&["ls-files", "-s"]), ours, "{attributes} {config:?}");
    }
}

#[test]
fn work_of_others_stays_as_it_is() {
    let place = Place::new(&batch_files());
    place.write("other.txt", &TEN.replace('1', "staged"));
    place.git(&["add", "other.txt"]);
    place.write("other.txt", &TEN.replace('2', "unstaged"));
    place.write("d/deep.txt", "unstaged\n");
    place.write("untracked", "x\n");
    place.write("announced", "x\n");
    place.git(&["add", "-N", "announced"]);
    let before = state(&place);
    let without = |lines: &str| {
        lines.lines().filter(|line| !line.contains("a.txt")).map(str::to_owned).collect::<Vec<_>>()
    };
    let entries = without(&place.git_says(&["ls-files", "-s", "-v", "-t"]));
    done(&place, &["apply", "--index"], &edit("a.txt", "2", "two"));
    assert_eq!(without(&place.git_says(&["ls-files", "-s", "-v", "-t"])), entries);
    assert_eq!(place.git_says(&["diff", "--cached", "--name-only", "a.txt"]), "a.txt\n");
    goes_back_and_forth(&place, &before);
}

#[test]
fn what_was_not_staged_of_the_file_stays_so() {
    for how in ["--index", "--cached"] {
        let place = Place::new(&batch_files());
        place.write("a.txt", &TEN.replace("9\n", "mine\n"));
        let before = state(&place);
        let (_, stderr) = done(&place, &["apply", how], &edit("a.txt", "2", "two"));
        assert_eq!(stderr.contains("differs from the index"), how == "--index", "{stderr}");
        assert_eq!(place.git_says(&["show", ":a.txt"]), TEN.replace("2\n", "two\n"));
        let diff = place.git_says(&["diff", "-U0"]);
        assert!(diff.contains("-9\n+mine\n"), "{diff}");
        assert_eq!(diff.contains("-two"), how == "--cached", "{diff}");
        goes_back_and_forth(&place, &before);
    }
}

#[test]
fn a_renamed_file_takes_along_what_was_staged_of_it() {
    let place = Place::new(&batch_files());
    place.write("old.txt", &TEN.replace("9\n", "mine\n"));
    let before = state(&place);
    done(
        &place,
        &["apply", "--index"],
        "old.txt\n<<<<<<< RENAME\nnew.txt\n>>>>>>> RENAME\n\nnew.txt\n<<<<<<< SEARCH\n2\n=======\ntwo\n>>>>>>> REPLACE\n",
    );
    assert_eq!(place.git_says(&["show", ":new.txt"]), TEN.replace("2\n", "two\n"));
    assert!(place.read("new.txt").contains("mine"));
    goes_back_and_forth(&place, &before);
}

#[test]
fn what_does_not_merge_with_the_index_is_refused() {
    let place = Place::new(&batch_files());
    place.write("a.txt", &TEN.replace("2\n", "staged\n"));
    place.git(&["add", "a.txt"]);
    place.write("a.txt", TEN);
    let said = refused(&place, &["apply", "--index"], &edit("a.txt", "2", "two"), 1);
    assert!(said.contains("the index has another version of 'a.txt'"), "{said}");
    let said = refused(&place, &["apply", "--index"], "a.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n", 1);
    assert!(said.contains("another version"), "{said}");
    done(&place, &["apply"], &edit("a.txt", "2", "two"));
}

#[test]
fn what_is_not_merged_is_not_staged() {
    let place = Place::new(&batch_files());
    unmerge(&place, "a.txt");
    for how in ["--index", "--cached"] {
        let said = refused(&place, &["apply", how], &edit("a.txt", "2", "two"), 1);
        assert!(said.contains("'a.txt' is not merged"), "{said}");
    }
    done(&place, &["apply"], &edit("a.txt", "2", "two"));
}

#[test]
fn an_untracked_file_is_staged_whole_and_an_announced_one_becomes_real() {
    let place = Place::new(&batch_files());
    place.write("un.txt", TEN);
    place.write("announced", TEN);
    place.git(&["add", "-N", "announced"]);
    let before = state(&place);
    let reply = edit("un.txt", "2", "two") + &edit("announced", "2", "two");
    let (_, stderr) = done(&place, &["apply", "--index"], &reply);
    assert!(stderr.contains("'un.txt' was not in the index: the whole file is staged"), "{stderr}");
    assert_eq!(place.git_says(&["status", "--porcelain"]), "A  announced\nA  un.txt\n");
    goes_back_and_forth(&place, &before);
    done(&place, &["undo"], "");
    assert_eq!(place.git_says(&["status", "--porcelain"]), " A announced\n?? un.txt\n");
}

#[test]
fn marks_and_modes_stay() {
    let place = Place::new(&batch_files());
    place.git(&["update-index", "--skip-worktree", "a.txt"]);
    place.git(&["update-index", "--assume-unchanged", "other.txt"]);
    let script = place.root().join("d/deep.txt");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("to set");
    let before = state(&place);
    let reply: String = ["a.txt", "other.txt", "d/deep.txt"].map(|path| edit(path, "2", "two")).concat();
    done(&place, &["apply", "--index"], &reply);
    let entries = place.git_says(&["ls-files", "-s", "-v"]);
    assert!(
        entries.contains("\nh 100644") && entries.contains("S 100644") && !entries.contains("100755"),
        "{entries}"
    );
    assert_eq!(place.git_says(&["diff", "--summary"]), " mode change 100644 => 100755 d/deep.txt\n");
    goes_back_and_forth(&place, &before);
}

#[test]
fn undo_leaves_what_was_staged_since() {
    let place = Place::new(&batch_files());
    done(&place, &["apply", "--index"], &(edit("a.txt", "2", "two") + &edit("other.txt", "2", "two")));
    place.write("a.txt", &place.read("a.txt").replace("9\n", "mine\n"));
    place.git(&["add", "a.txt"]);
    let (_, stderr) = done(&place, &["undo"], "");
    assert!(stderr.contains("'a.txt' was staged anew since"), "{stderr}");
    assert!(place.git_says(&["show", ":a.txt"]).contains("two\n"));
    assert_eq!(place.git_says(&["show", ":other.txt"]), TEN);
    assert_eq!(place.read("a.txt"), TEN.replace("9\n", "mine\n"));
}

#[test]
fn undo_of_a_batch_in_the_index_alone_refuses_what_was_staged_since() {
    let place = Place::new(&batch_files());
    done(&place, &["apply", "--cached"], &edit("a.txt", "2", "two"));
    place.write("a.txt", "mine\n");
    place.git(&["add", "a.txt"]);
    let said = refused(&place, &["undo"], "", 1);
    assert!(said.contains("'a.txt' was staged anew since batch 1"), "{said}");
    done(&place, &["undo", "--force"], "");
    assert_eq!((place.git_says(&["show", ":a.txt"]).as_str(), place.read("a.txt").as_str()), (TEN, "mine\n"));
}

/// Puts three versions of a file into the index, as a merge does.
fn unmerge(place: &Place, path: &str) {
    let blob = place.git_says(&["rev-parse", "HEAD:other.txt"]);
    let entries: String =
        (1..4).map(|stage| format!("100644 {} {stage}\t{path}\n", blob.trim_end())).collect();
    place.git(&["rm", "-qf", "--cached", path]);
    update_index(place, &["--index-info"], &entries);
}

fn update_index(place: &Place, how: &[&str], lines: &str) {
    place.write("../lines", lines);
    let lines = std::fs::File::open(place.outside().join("lines")).expect("a file");
    let mut git = std::process::Command::new("git");
    let git = git.arg("update-index").args(how).current_dir(place.root()).stdin(lines);
    assert!(git.status().expect("git").success());
}

/// Tracks files that are not in the work tree, so many that the index has more than a megabyte.
fn enlarge(place: &Place) {
    let blob = place.git_says(&["rev-parse", "HEAD:a.txt"]);
    let names: Vec<String> = (0..15_000).map(|number| format!("large/{number:05}.txt\n")).collect();
    let entries: String = names.iter().map(|name| format!("100644 {}\t{name}", blob.trim_end())).collect();
    update_index(place, &["--index-info"], &entries);
    update_index(place, &["--skip-worktree", "--stdin"], &names.concat());
    place.git(&["commit", "-qm", "large"]);
    let index = std::fs::metadata(place.root().join(".git/index")).expect("an index");
    assert!(index.len() > 1 << 20, "{}", index.len());
}

#[test]
fn undo_of_a_batch_in_the_index_alone_never_throws_away_what_no_record_can_hold() {
    let place = Place::new(&batch_files());
    done(&place, &["apply", "--cached"], &edit("a.txt", "2", "two"));
    unmerge(&place, "a.txt");
    for arguments in [&["undo"][..], &["undo", "--force"]] {
        let said = refused(&place, arguments, "", 1);
        assert!(said.contains("'a.txt' is not merged"), "{said}");
        assert!(said.contains("git status") && !said.contains("--force"), "{said}");
    }
    place.git(&["rm", "-qf", "--cached", "a.txt"]);
    let link = place.git_says(&["rev-parse", "HEAD:other.txt"]);
    place.git(&["update-index", "--add", "--cacheinfo", &format!("120000,{},a.txt", link.trim_end())]);
    for arguments in [&["undo"][..], &["undo", "--force"]] {
        let said = refused(&place, arguments, "", 1);
        assert!(said.contains("a link or a submodule is staged at 'a.txt'"), "{said}");
        assert!(said.contains("git status") && !said.contains("--force"), "{said}");
    }
    place.git(&["rm", "-qf", "--cached", "a.txt"]);
    done(&place, &["undo", "--force"], "");
    assert_eq!(place.git_says(&["show", ":a.txt"]), TEN);
}

#[test]
fn a_record_outlives_what_it_staged() {
    let place = Place::new(&batch_files());
    place.write("a.txt", &TEN.replace("9\n", "staged\n"));
    place.git(&["add", "a.txt"]);
    let before = state(&place);
    done(&place, &["apply", "--cached"], &edit("a.txt", "2", "two"));
    place.git(&["gc", "-q", "--prune=now"]);
    done(&place, &["undo"], "");
    assert_eq!(state(&place), before);
    let (diff, _) = done(&place, &["show", "1"], "");
    assert!(diff.contains("-2\n+two\n"), "{diff}");
}

#[test]
fn several_batches_go_back_at_once() {
    let place = Place::new(&batch_files());
    let before = state(&place);
    done(&place, &["apply", "--index"], &edit("a.txt", "2", "two"));
    done(&place, &["apply", "--cached"], &edit("a.txt", "9", "nine"));
    done(&place, &["apply", "--index"], &edit("other.txt", "2", "two"));
    done(&place, &["undo", "--count", "3"], "");
    assert_eq!(state(&place), before);
    sound(&place);
}

#[test]
fn secrets_and_backups_are_not_staged_by_the_way() {
    let place = Place::new(&batch_files());
    let reply = ".env\n<<<<<<< SEARCH\n=======\nKEY=secret\n>>>>>>> REPLACE\n\n".to_owned()
        + &edit("a.txt", "2", "two");
    let (_, stderr) = done(&place, &["apply", "--index", "--allow", ".env", "--backup"], &reply);
    assert!(stderr.contains("'.env' may hold secrets and is not in the index: it is not staged"), "{stderr}");
    assert_eq!(place.git_says(&["status", "--porcelain"]), "M  a.txt\n?? .env\n?? a.txt.bak\n");
}

#[test]
fn the_lock_of_another_program_is_respected() {
    let place = Place::new(&batch_files());
    let lock = place.root().join(".git/index.lock");
    std::fs::write(&lock, "").expect("to write");
    for how in ["--index", "--cached"] {
        let output = place.run(&["apply", how, "--json"], &edit("a.txt", "2", "two"));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (output.status.code(), &json["class"], &json["retryable"]),
            (Some(128), &"locked".into(), &true.into())
        );
    }
    assert!(lock.exists() && place.read("a.txt") == TEN);
    done(&place, &["apply"], &edit("a.txt", "2", "two"));
    std::fs::remove_file(lock).expect("to remove");
    sound(&place);
}

#[test]
fn a_file_that_may_grow_no_further_is_an_error_and_leaves_nothing() {
    let place = Place::new(&batch_files());
    enlarge(&place);
    place.write("../reply.md", &edit("a.txt", "2", "two"));
    let before = state(&place);
    for blocks in ["0", "1", "1000"] {
        let script = format!("ulimit -f {blocks} && exec \"$0\" apply --index ../reply.md");
        let output = place.run_program("sh", &place.root(), &["-c", &script, env!("CARGO_BIN_EXE_git-sr")]);
        let (_, stderr, code) = said(&output);
        assert_eq!(code, Some(128), "{blocks}: {stderr}");
        assert!(stderr.contains("file too large; nothing was written"), "{blocks}: {stderr}");
        assert_eq!(state(&place), before, "{blocks}");
        sound(&place);
    }
}

#[test]
fn in_a_hook_of_a_commit_that_stages_itself_it_is_refused() {
    let place = Place::new(&batch_files());
    place.write("../reply.md", &edit("a.txt", "2", "two"));
    let hook = place.root().join(".git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().expect("a parent")).expect("a folder");
    let script = format!(
        "#!/bin/sh\n'{}' apply --index ../reply.md 2>../said\nexit 0\n",
        env!("CARGO_BIN_EXE_git-sr")
    );
    std::fs::write(&hook, script).expect("to write");
    std::fs::set_permissions(&hook, PermissionsExt::from_mode(0o755)).expect("to set");
    place.write("other.txt", "changed\n");
    place.git(&["commit", "-qam", "two"]);
    assert!(place.read("../said").contains("git is committing from"), "{}", place.read("../said"));
    assert_eq!(place.read("a.txt"), TEN);
    sound(&place);
    place.write("other.txt", "again\n");
    place.git(&["add", "other.txt"]);
    place.git(&["commit", "-qm", "three"]);
    assert_eq!(
        place.git_says(&["show", "HEAD:a.txt"]),
        TEN.replace("2\n", "two\n"),
        "{}",
        place.read("../said")
    );
}

#[test]
fn every_kind_of_index_is_written() {
    type Prepare = fn(&Place);
    let kinds: [(&str, Prepare); 7] = [
        ("large", enlarge),
        ("version 4", |place| place.git(&["update-index", "--index-version", "4"])),
        ("split", |place| place.git(&["update-index", "--split-index"])),
        ("untracked cache", |place| {
            place.git(&["config", "core.untrackedCache", "true"]);
            place.git(&["status"]);
        }),
        ("fsmonitor", |place| {
            // One that never says that anything changed.
            place.write(".git/monitor", "#!/bin/sh\nprintf 'token\\0'\n");
            let script = place.root().join(".git/monitor");
            std::fs::set_permissions(script, PermissionsExt::from_mode(0o755)).expect("to set");
            place.git(&["config", "core.fsmonitor", ".git/monitor"]);
            place.git(&["config", "core.fsmonitorHookVersion", "2"]);
            place.git(&["update-index", "--fsmonitor"]);
            place.git(&["status"]);
        }),
        ("sparse", |place| {
            place.write("far/away/file", "x\n");
            place.git(&["add", "."]);
            place.git(&["commit", "-qm", "far"]);
            place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "d", "new", "moved"]);
        }),
        ("offsets", |place| {
            place.git(&["config", "index.threads", "2"]);
            place.git(&["config", "index.recordOffsetTable", "true"]);
            place.git(&["update-index", "--force-write-index"]);
        }),
    ];
    for (kind, prepare) in kinds {
        for (how, status) in [
            ("--index", "M  a.txt\nD  gone.txt\nA  moved/name.txt\nA  new/file.txt\nD  old.txt\n"),
            (
                "--cached",
                "MM a.txt\nD  gone.txt\nAD moved/name.txt\nAD new/file.txt\nD  old.txt\n?? gone.txt\n?? old.txt\n",
            ),
        ] {
            let place = Place::new(&batch_files());
            prepare(&place);
            let before = state(&place);
            done(&place, &["apply", how], &batch());
            assert_eq!(place.git_says(&["status", "--porcelain", "--no-renames"]), status, "{kind} {how}");
            goes_back_and_forth(&place, &before);
        }
    }
}
