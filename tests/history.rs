//! Claims about the tiers `history` and `context` that need a whole repository and the whole program.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]
#![expect(clippy::print_stdout, reason = "the counts are what a test is run for")]

#[path = "full/mod.rs"]
mod full;
#[path = "history/numbers.rs"]
mod numbers;
mod obey;
mod place;
#[path = "never_wrong/random.rs"]
mod random;
#[path = "history/versions.rs"]
mod versions;

use place::{Place, edit, said};

const THEN: &str = "start\n\none\ntwo words here\nthree words here\nfour\n\nend\n";

/// A repository whose file was changed in the first line that the block quotes, and in the one that it
/// changes if that is wanted.
fn changed(conflicting: bool) -> Place {
    let place = Place::new(&[("a.txt", THEN)]);
    let now = THEN.replace("one", "ONE");
    place.write("a.txt", &if conflicting { now.replace("three words", "3 words") } else { now });
    place.git(&["commit", "-qam", "two"]);
    place
}

fn block() -> String {
    edit(
        "a.txt",
        "one\ntwo words here\nthree words here\nfour",
        "one\ntwo words here\nthree other words\nfour",
    )
}

#[test]
fn three_way_leaves_both_texts_with_conflict_markers_and_exits_with_1() {
    let place = changed(true);
    let (out, err, code) = said(&place.run(&["apply", "-3"], &block()));
    assert_eq!((out.as_str(), code), ("M a.txt (1 block, 1 by history)\n", Some(1)));
    assert!(err.contains("warning: -:2: 'a.txt' gets conflict markers"), "{err}");
    let text = place.read("a.txt");
    let both = "ONE\ntwo words here\n<<<<<<< now\n3 words here\n=======\nthree other words\n>>>>>>> reply, written for ";
    assert!(text.contains(both), "{text}");
    assert_eq!(said(&place.run(&["undo"], "")).2, Some(0));
    assert!(!place.read("a.txt").contains("<<<<<<<"));
}

#[test]
fn conflict_markers_are_neither_staged_nor_committed() {
    for option in ["--index", "--cached", "--commit"] {
        let place = changed(true);
        let (_, err, code) = said(&place.run(&["apply", "-3", option], &block()));
        assert_eq!(code, Some(1), "{option}: {err}");
        assert!(
            err.contains("with conflict markers: git sr apply --3way -\n") || option == "--cached",
            "{option}: {err}"
        );
        assert_eq!(said(&place.try_git(&place.root(), &["status", "--porcelain"])).0, "", "{option}");
        assert_eq!(said(&place.try_git(&place.root(), &["rev-list", "--count", "HEAD"])).0, "2\n");
    }
}

#[test]
fn three_way_changes_nothing_where_the_merge_is_clean() {
    let place = changed(false);
    let (_, _, code) = said(&place.run(&["apply", "-3"], &block()));
    assert_eq!(code, Some(0));
    assert_eq!(
        place.read("a.txt"),
        THEN.replace("one", "ONE").replace("three words here", "three other words")
    );
}

#[test]
fn json_says_that_there_are_conflict_markers_and_of_which_version_the_block_is() {
    let place = changed(true);
    let (out, _, code) = said(&place.run(&["apply", "-3", "-n", "--json"], &block()));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(1), &"would-apply-with-conflicts".into()));
    assert_eq!(json["blocks"][0]["origin"]["commits_ago"], 1);
    let (out, _, _) = said(&place.run(&["apply", "-n", "--json"], &block()));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["blocks"][0]["class"], "stale");
    assert_eq!(json["blocks"][0]["nearest"]["lines"], serde_json::json!([3, 6]));
}

#[test]
fn a_block_for_text_that_only_a_batch_knew_is_merged() {
    let place = Place::new(&[("a.txt", "start\n")]);
    place.write("a.txt", THEN);
    let first = edit("a.txt", "start", "START");
    assert_eq!(said(&place.run(&["apply"], &first)).2, Some(0));
    place.write("a.txt", &THEN.replace("start", "START").replace("one", "ONE"));
    let (_, err, code) = said(&place.run(&["apply"], &block()));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("as of batch 1, merged"), "{err}");
    let now = THEN.replace("start", "START").replace("one", "ONE");
    assert_eq!(place.read("a.txt"), now.replace("three words here", "three other words"));
}

#[test]
fn a_batch_that_was_committed_and_edited_since_is_already_applied() {
    let place = Place::new(&[("a.txt", THEN)]);
    place.run(&["apply"], &block());
    place.write("a.txt", &place.read("a.txt").replace("one\n", "ONE\n").replace("four", "FOUR"));
    let before = place.read("a.txt");
    let (_, err, code) = said(&place.run(&["apply"], &block()));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("already applied to 'a.txt'"), "{err}");
    assert_eq!(place.read("a.txt"), before);
}

#[test]
fn a_line_that_was_changed_and_put_elsewhere_is_not_once_more() {
    let item = "Names of these forms are known by one word\nand by the two words that follow it\n";
    let (line, changed) =
        ("Names of these forms are known by one word", "Names of these forms are known by any word");
    let then = format!("start\n\n{item}\n{}end of the file\n", "a line\n".repeat(20));
    let place = Place::new(&[("a.txt", &then)]);
    let new = format!("{item}end of the file");
    let now = then.replace(line, changed).replace("end of the file", &new);
    place.write("a.txt", &now);
    place.git(&["commit", "-qam", "two"]);
    let reply = edit("a.txt", line, changed) + &edit("a.txt", "end of the file", &new);
    place.run(&["apply"], &reply);
    assert_eq!(place.read("a.txt"), now);
}

#[test]
fn the_text_of_a_blocked_file_that_was_renamed_is_not_looked_at() {
    let secret: String = (0..20).map(|line| format!("TOKEN_{line}={line}\n")).collect();
    let place = Place::new(&[(".env", secret.as_str())]);
    place.git(&["mv", ".env", "settings.txt"]);
    place.write("settings.txt", &secret.replace("TOKEN_3=3", "TOKEN_3=x"));
    place.git(&["commit", "-qam", "moved"]);
    let quoted = "TOKEN_3=3\nTOKEN_4=4\nTOKEN_5=5\nTOKEN_6=6\nTOKEN_7=7";
    let reply = edit("settings.txt", quoted, &quoted.replace("TOKEN_6=6", "TOKEN_6=7"));
    let (_, err, code) = said(&place.run(&["apply", "--match", "history"], &reply));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("not found"), "{err}");
}

#[test]
fn git_merges_as_the_history_tier_does() {
    let place = changed(false);
    assert_eq!(said(&place.run(&["apply"], &block())).2, Some(0));
    let ours = place.read("a.txt");
    place.git(&["checkout", "-q", "-f", "-b", "theirs", "HEAD~1"]);
    place.write("a.txt", &THEN.replace("three words here", "three other words"));
    place.git(&["commit", "-qam", "theirs"]);
    place.git(&["merge", "-q", "-m", "merged", "main"]);
    assert_eq!(place.read("a.txt"), ours);
}

/// Result of a block for a file that had two versions: the class of the failure, or the status.
fn became(then: &str, now: &str, search: &str, replace: &str) -> String {
    let place = Place::new(&[("a.py", then)]);
    place.write("a.py", now);
    let (out, _, _) = said(&place.run(&["apply", "--json", "--no-syntax"], &edit("a.py", search, replace)));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(place.read("a.py"), now);
    let block = &json["blocks"][0];
    let class = block["class"].as_str().or(block["status"].as_str());
    class.expect("a class or a status").to_owned()
}

#[test]
fn a_change_that_stands_in_another_class_only_is_not_taken_for_done() {
    let then =
        "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 2\n";
    let (search, replace) = ("    def f(self):\n        return 1", "    def f(self):\n        return 2");
    let gone = then.replace("    def f(self):\n        return 1\n", "    pass\n");
    assert_eq!(became(then, &gone, search, replace), "stale");
    let renamed = then.replace("def f(self):\n        return 1", "def run(self):\n        return 1.5");
    assert_eq!(became(then, &renamed, search, replace), "stale");
}

#[test]
fn a_change_that_stands_in_another_section_only_is_not_taken_for_done() {
    let then = "[dev]\ntimeout = 5\nport = 80\n[prod]\ntimeout = 5\nport = 443\n";
    let now = then.replacen("timeout = 5\nport = 80", "retries = 3\nport = 81", 1);
    assert_eq!(became(then, &now, "timeout = 5\nport = 80", "timeout = 5\nport = 443"), "stale");
}

/// The exit code of a block of two changes whose file had these versions one after the other.
fn of_two_changes(versions: &[&str]) -> Option<i32> {
    let then = "use a::{b, c};\nuse d;\n\nuse e::{\n    f,\n    h,\n};\n";
    let made = then.replace("{b, c}", "{a, b, c}").replace("    h", "    g,\n    h");
    let place = Place::new(&[("a.rs", then)]);
    for version in versions {
        place.write("a.rs", &version.replace("MADE", &made));
        place.git(&["commit", "-qam", "next"]);
    }
    let (_, _, code) = said(&place.run(&["apply"], &edit("a.rs", then.trim_end(), made.trim_end())));
    code
}

#[test]
fn a_change_that_was_made_is_not_completed_where_a_part_was_taken_back() {
    let half = "use a::{b, c};\nuse d;\n\nuse e::{\n    f,\n    g,\n    h,\n};\n";
    assert_eq!(of_two_changes(&[half]), Some(0));
    assert_eq!(of_two_changes(&["MADE", half]), Some(1));
    assert_eq!(of_two_changes(&["MADE", "// more\nMADE", half]), Some(1));
}

#[test]
fn an_insertion_that_was_made_with_the_rest_and_moved_since_is_not_made_again() {
    let code = "def a():\n    one()\n    two()\n\n\ndef b():\n    three()\n";
    let (one, two) = ("    one()\n    two()", "    one()\n    log()\n    two(2)");
    let reply = [edit("log.txt", "v1", "v2\n\nnew\n\nv1"), edit("a.py", one, two)].concat();
    let made = "v2\n\nnew\n\nv1\n";
    let apart = "v3\nv2\n\nnew\n\nmore\nv1\n";
    for (logs, status, end) in
        [(&["v1\n"][..], 0, made), (&[made, apart], 1, apart), (&[made, "v1\n"], 1, "v1\n")]
    {
        let place = Place::new(&[("log.txt", "v1\n"), ("a.py", code)]);
        place.write("a.py", &code.replace(one, two));
        for log in logs {
            place.write("log.txt", log);
            place.git(&["commit", "-q", "-a", "--allow-empty", "-m", "next"]);
        }
        let (_, err, code) = said(&place.run(&["apply"], &reply));
        assert_eq!((code, place.read("log.txt").as_str()), (Some(status), end), "{err}");
        assert_eq!(err.contains("then: lines 1-5 as of"), end == "v1\n", "{err}");
    }
}

#[test]
fn a_removal_that_was_made_with_the_rest_is_not_made_of_lines_like_those_that_went() {
    let then = "def a():\n    one()\n\n\n\ndef b():\n    two()\n";
    let made = then.replace("one()\n\n\n\n", "one(1)\n\n\n");
    let (one, two) = (
        edit("a.py", "def a():\n    one()", "def a():\n    one(1)"),
        edit("a.py", "\n\ndef b():", "\ndef b():"),
    );
    let place = Place::new(&[("a.py", then)]);
    assert_eq!(said(&place.run(&["apply", "-n"], &(one.clone() + &two))).2, Some(0));
    place.write("a.py", &made);
    place.git(&["commit", "-q", "-a", "-m", "next"]);
    let (_, err, code) = said(&place.run(&["apply"], &(one + &two)));
    assert_eq!((code, place.read("a.py")), (Some(1), made), "{err}");
}

#[test]
fn an_insertion_that_was_made_and_changed_since_is_not_made_again() {
    let then = "def a():\n    one()\n\n\ndef last():\n    pass\n";
    let new = "def between():\n    open_of_them(1)\n    close_of_them(2)\n    send_it(first, second)\n\n\n";
    let [made, changed] = [new, &new.replace("send_it(first, second)", "post(third)")]
        .map(|new| then.replace("def last", &format!("{new}def last")));
    let (search, replace) = ("def last():\n    pass", format!("{new}def last():\n    pass"));
    for (versions, code) in [(&[&*made, &changed][..], 1), (&[&*changed], 0)] {
        let place = Place::new(&[("a.py", then)]);
        for version in versions {
            place.write("a.py", version);
            place.git(&["commit", "-q", "-a", "-m", "next"]);
        }
        // A second definition of the same name would refuse it too.
        let arguments = ["apply", "--no-syntax"];
        let (_, err, exit) = said(&place.run(&arguments, &edit("a.py", search, &replace)));
        assert_eq!(exit, Some(code), "{err}");
        assert_eq!(err.contains("then: lines 5-8 as of"), code == 1, "{err}");
        assert_eq!(err.contains("+ now  8:     post(third)"), code == 1, "{err}");
    }
}

#[test]
fn a_change_that_came_in_where_search_stood_is_done() {
    let then = "def a():\n    one()\n    two()\n    three()\n\n\ndef b():\n    four()\n";
    let now =
        then.replace("    one()\n    two()", "    one()\n    log()\n    two_2()").replace("four", "five");
    let (search, replace) = ("    one()\n    two()", "    one()\n    log()\n    two_2()");
    assert_eq!(became(then, &now, search, replace), "already-applied");
}

#[test]
fn a_removal_is_not_taken_for_done_where_the_lines_that_were_to_go_still_stand() {
    let then = "first\n\nsecond\nthird\n\nfourth\n";
    let now = then.replace("\n\nsecond", "\n\n\nsecond");
    assert_eq!(became(then, &now, "first\n\nsecond\nthird\n", "first\n\n"), "stale");
}

#[test]
fn three_way_takes_conflict_markers_for_no_error_of_syntax() {
    let place = Place::new(&[("a.py", "def f():\n    one()\n    two()\n")]);
    place.write("a.py", "def f():\n    one()\n    zwei()\n");
    place.git(&["commit", "-qam", "two"]);
    let block = edit("a.py", "    one()\n    two()", "    one()\n    two(2)");
    let (out, err, code) = said(&place.run(&["apply", "-3"], &block));
    assert_eq!((out.as_str(), code), ("M a.py (1 block, 1 by history)\n", Some(1)), "{err}");
    let both = "def f():\n    one()\n<<<<<<< now\n    zwei()\n=======\n    two(2)\n>>>>>>> ";
    let text = place.read("a.py");
    assert!(text.starts_with(both) && text.ends_with('\n'), "{text}");
}
