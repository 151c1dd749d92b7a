//! Staged batches that are taken back.

use super::*;

#[test]
fn undo_leaves_what_was_staged_since() {
    let place = Place::new(&batch_files());
    done(&place, &["apply", "--index"], &(edit("a.txt", "2", "two") + &edit("other.txt", "2", "two")));
    place.write("a.txt", &place.read("a.txt").replace("9\n", "mine\n"));
    place.git(&["add", "a.txt"]);
    let (_, stderr) = done(&place, &["undo"], "");
    assert!(stderr.contains("the index has another version of 'a.txt' since"), "{stderr}");
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
