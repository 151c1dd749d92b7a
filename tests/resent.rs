//! Blocks that were applied before, in several batches, and are sent again among others: each is known by its
//! record.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit, said};
use proptest::prelude::*;

/// A change of one run of lines, as parts of the file that it meets: where it begins, how many lines it takes
/// out, which it brings in, and how many lines around it are quoted.
#[derive(Clone, Debug)]
struct Change {
    at: usize,
    out: usize,
    new: Vec<String>,
    quoted: (usize, usize),
}

/// Blocks that are sent together.
#[derive(Clone, Debug)]
struct Batch {
    changes: Vec<Change>,
    /// A block that cannot be applied is sent with them, with `--partial=block`.
    with_bad: bool,
    /// The batch is committed afterwards.
    commits: bool,
    /// A line far away is edited by hand afterwards.
    edits_by_hand: bool,
}

/// Lines of which some are equal to others, and say little.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        1 => Just("}".to_owned()),
        1 => Just("x = 1".to_owned()),
        5 => (0..40).prop_map(|number| format!("call_number({number})")),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let new = prop_oneof![Just(Vec::new()), prop::collection::vec(line(), 1..4)];
    (0usize..100, 0usize..4, new, (0usize..3, 0usize..3)).prop_map(|(at, out, new, quoted)| Change {
        at,
        out,
        new,
        quoted,
    })
}

fn batch() -> impl Strategy<Value = Batch> {
    let changes = prop::collection::vec(change(), 1..4);
    (changes, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(changes, with_bad, commits, edits_by_hand)| Batch { changes, with_bad, commits, edits_by_hand },
    )
}

/// The block for a change of these lines; none where there is nothing to quote, nothing changes, or the file would
/// go.
fn block(lines: &[&str], change: &Change) -> Option<String> {
    let at = change.at % (lines.len() + 1);
    let end = (at + change.out).min(lines.len());
    let (from, to) = (at.saturating_sub(change.quoted.0), (end + change.quoted.1).min(lines.len()));
    let search = lines[from..to].join("\n");
    let new = change.new.iter().map(String::as_str);
    let replace: Vec<&str> =
        lines[from..at].iter().copied().chain(new).chain(lines[end..to].iter().copied()).collect();
    let changes = search != replace.join("\n") && lines[from..to].iter().any(|line| !line.is_empty());
    let removes = replace.is_empty() && from == 0 && to == lines.len();
    (changes && !removes).then(|| match replace.is_empty() {
        true => format!("a.txt\n<<<<<<< SEARCH\n{search}\n=======\n>>>>>>> REPLACE\n"),
        false => edit("a.txt", &search, &replace.join("\n")),
    })
}

/// The status of each block of a run with `--json`.
fn statuses(out: &str) -> Vec<String> {
    let json: serde_json::Value = serde_json::from_str(out).expect("JSON");
    let blocks = json["blocks"].as_array().expect("blocks");
    blocks.iter().map(|block| block["status"].as_str().expect("a status").to_owned()).collect()
}

const BAD: &str = "a.txt\n<<<<<<< SEARCH\nno line of the file\nnor this one\n=======\n>>>>>>> REPLACE\n";

/// Applies blocks one after the other; gives those that were applied. Of blocks that change nothing together, as
/// where one adds a blank line and another takes out the like, there is no record by which to know them.
fn applied(place: &Place, batch: &Batch) -> Vec<String> {
    let text = place.read("a.txt");
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks: Vec<String> = batch.changes.iter().filter_map(|change| block(&lines, change)).collect();
    blocks.dedup();
    blocks.extend(batch.with_bad.then(|| BAD.to_owned()));
    let (out, err, _) = said(&place.run(&["apply", "--json", "--partial=block"], &blocks.join("\n")));
    let statuses = statuses(&out);
    assert_eq!(statuses.len(), blocks.len(), "{err}");
    if place.read("a.txt") == text {
        return Vec::new();
    }
    let sent = blocks.into_iter().zip(statuses);
    sent.filter(|(_, status)| status == "applied").map(|(block, _)| block).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_that_were_applied_in_parts_and_are_sent_again_change_nothing(
        lines in prop::collection::vec(line(), 3..14),
        batches in prop::collection::vec(batch(), 1..4),
        first in any::<bool>(),
    ) {
        let text = format!("first line of the file\n\n{}\n\nlast line of the file\n", lines.join("\n"));
        let place = Place::new(&[("a.txt", text.as_str())]);
        let mut sent = Vec::new();
        for batch in &batches {
            sent.extend(applied(&place, batch));
            if batch.edits_by_hand {
                let text = place.read("a.txt").replacen("last line", "last edited line", 1);
                place.write("a.txt", &text);
            }
            if batch.commits {
                place.git(&["commit", "-qam", "more", "--allow-empty"]);
            }
        }
        let before = place.read("a.txt");
        // The new ones among them are applied.
        let new = "b.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
        let at = if first { 0 } else { sent.len() };
        sent.insert(at, new.to_owned());
        let reply = sent.join("\n");
        let (out, err, _) = said(&place.run(&["apply", "--json"], &reply));
        let mut statuses = statuses(&out);
        let new = statuses.remove(at);
        let all = statuses.iter().all(|status| status == "already-applied");
        prop_assert!(all && new == "applied", "{:?}\n{}\n{}\n---\n{}", statuses, err, reply, before);
        prop_assert_eq!(place.read("a.txt"), before);
    }

    #[test]
    fn a_batch_whose_new_lines_were_changed_since_is_not_made_again(
        lines in prop::collection::vec(line(), 3..14),
        changes in prop::collection::vec(change(), 1..4),
        changed in any::<prop::sample::Index>(),
        by_hand in any::<bool>(),
        commits in any::<bool>(),
    ) {
        let text = format!("first line of the file\n\n{}\n\nlast line of the file\n", lines.join("\n"));
        let place = Place::new(&[("a.txt", text.as_str())]);
        let number = |(at, change): (usize, Change)| {
            let new = (0..=change.new.len()).map(|line| format!("new_line({at}, {line})"));
            Change { out: 0, new: new.collect(), quoted: (change.quoted.0 + 1, change.quoted.1), ..change }
        };
        let changes = changes.into_iter().enumerate().map(number).collect();
        let batch = Batch { changes, with_bad: false, commits, edits_by_hand: by_hand };
        let reply = applied(&place, &batch).join("\n");
        let made = place.read("a.txt");
        let new: Vec<&str> = made.lines().filter(|line| line.starts_with("new_line")).collect();
        prop_assume!(!new.is_empty());
        if commits {
            place.git(&["commit", "-qam", "more"]);
        }
        let (line, other) = (changed.get(&new), "another_line(1, 2, 3)");
        if by_hand {
            place.write("a.txt", &made.replace(line, other));
        } else {
            done(&place, &edit("a.txt", line, other));
        }
        let before = place.read("a.txt");
        let (_, err, _) = said(&place.run(&["apply"], &reply));
        prop_assert_eq!(place.read("a.txt"), before, "{}\n{}\n---\n{}", err, reply, text);
    }

    #[test]
    fn blocks_whose_file_was_put_back_by_hand_are_applied_as_the_first_time(
        lines in prop::collection::vec(line(), 3..14),
        changes in prop::collection::vec(change(), 1..4),
        copies in any::<bool>(),
    ) {
        let text = format!("first line of the file\n\n{}\n\nlast line of the file\n", lines.join("\n"));
        let place = Place::new(&[("a.txt", text.as_str())]);
        let lines: Vec<&str> = text.lines().collect();
        let copied = |change: &Change| match copies {
            true => {
                let at = change.at % (lines.len() + 1);
                let new = lines[at.saturating_sub(change.new.len())..at].iter().map(|&line| line.into());
                Change { at, out: 0, new: new.collect(), ..*change }
            }
            false => change.clone(),
        };
        let blocks = changes.iter().filter_map(|change| block(&lines, &copied(change)));
        let first = edit("a.txt", "first line of the file", "another first line");
        let reply = first + &blocks.collect::<Vec<_>>().join("\n");
        let (.., code) = said(&place.run(&["apply"], &reply));
        let made = place.read("a.txt");
        place.write("a.txt", &text);
        let (_, err, again) = said(&place.run(&["apply"], &reply));
        prop_assert_eq!(again, code, "{}", err);
        prop_assert_eq!(place.read("a.txt"), made, "{}\n{}\n---\n{}", err, reply, text);
    }
}

/// A file of lines that say something.
const TEXT: &str = "first_line(1)\nsecond_line(2)\nthird_line(3)\nfourth_line(4)\n";

/// Runs an apply that must succeed, and gives the status of each block.
fn done(place: &Place, reply: &str) -> Vec<String> {
    let (out, err, code) = said(&place.run(&["apply", "--json"], reply));
    assert_eq!(code, Some(0), "{err}");
    statuses(&out)
}

/// A block that is not recorded, so that the reply is another one.
fn another() -> String {
    edit("a.txt", "fourth_line(4)", "fourth_line(40)")
}

#[test]
fn lines_that_are_like_others_are_known_through_each_later_batch() {
    let text = "first_line()\n\n\nx = 1\n\nx = 1\n\n\n\n\nlast_line()\n";
    let place = Place::new(&[("a.txt", text)]);
    let first = edit("a.txt", "x = 1\n\n\n", "x = 1\n\nnew_call()\n\n}");
    let second = edit("a.txt", "last_line()", "last_line()\n}\n") + &edit("a.txt", "\n\nx = 1", "");
    assert_eq!(done(&place, &first), ["applied"]);
    assert_eq!(done(&place, &second), ["applied", "applied"]);
    place.write("a.txt", &place.read("a.txt").replace("last_line", "other_line"));
    let before = place.read("a.txt");
    let again = done(&place, &(first + &second));
    assert_eq!(again, ["already-applied", "already-applied", "already-applied"]);
    assert_eq!(place.read("a.txt"), before);
}

#[test]
fn a_change_that_was_taken_back_by_hand_is_made_again() {
    for (search, replace) in [
        ("second_line(2)\nthird_line(3)", "third_line(3)"),
        ("second_line(2)", "second_line(20)"),
        ("second_line(2)", "second_line(2)\nnew_line(2)"),
    ] {
        let place = Place::new(&[("a.txt", TEXT)]);
        let block = edit("a.txt", search, replace);
        done(&place, &block);
        let made = place.read("a.txt");
        place.write("a.txt", TEXT);
        assert_eq!(done(&place, &(block + &another())), ["applied", "applied"], "{replace}");
        assert_eq!(place.read("a.txt"), made.replace("(4)", "(40)"));
    }
}

#[test]
fn lines_that_a_block_took_out_without_quoting_them_are_taken_out_again() {
    let old: String = (1..13).map(|line| format!("line {line}\n")).collect();
    let without = |line: &str| old.replace(&format!("{line}\n"), "");
    let place = Place::new(&[("a.txt", &old)]);
    let cut = |text: &str| {
        place.write("a.txt", text);
        format!("[a.txt#{}]\nCUT 5\n", place.git_says(&["hash-object", "a.txt"]).trim())
    };
    let whole = format!("a.txt\n```text\n{}```\n", without("line 5"));
    for reply in [cut(&old), whole] {
        place.write("a.txt", &old);
        done(&place, &reply);
        assert_eq!(place.read("a.txt"), without("line 5"), "{reply}");
        // Taken back by hand, and asked for in other words.
        place.write("a.txt", &old);
        done(&place, &format!("Once more:\n\n{reply}"));
        assert_eq!(place.read("a.txt"), without("line 5"), "{reply}");
    }
    // The same numbers in another version are other lines.
    let next = cut(&without("line 5"));
    done(&place, &next);
    assert_eq!(place.read("a.txt"), without("line 5").replace("line 6\n", ""));
}

#[test]
fn with_partial_a_good_block_that_is_sent_again_is_already_applied() {
    let place = Place::new(&[("a.txt", "v = 1\n\nn = 2\n\nm = 3\n\nfirst()\nsecond()\n")]);
    let removal = edit("a.txt", "m = 3\n\nfirst()", "first()");
    let reply = [edit("a.txt", "v = 1", "v = 10"), BAD.to_owned(), removal].join("\n");
    let partly = || said(&place.run(&["apply", "--json", "--partial=block"], &reply)).0;
    assert_eq!(statuses(&partly()), ["applied", "failed", "applied"]);
    let before = place.read("a.txt");
    assert_eq!(statuses(&partly()), ["already-applied", "failed", "already-applied"]);
    assert_eq!(place.read("a.txt"), before);
}

#[test]
fn a_batch_that_was_undone_is_not_named_where_all_is_done_by_other_means() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let reply = edit("a.txt", "second_line(2)", "second_line(20)");
    done(&place, &reply);
    let made = place.read("a.txt");
    assert_eq!(said(&place.run(&["undo"], "")).2, Some(0));
    place.write("a.txt", &made);
    let (_, err, code) = said(&place.run(&["apply"], &reply));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("nothing to do: the files have the changes of the reply already"), "{err}");
}

#[test]
fn a_batch_that_was_undone_proves_nothing() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let block = edit("a.txt", "second_line(2)\nthird_line(3)", "third_line(3)");
    done(&place, &block);
    place.run(&["undo"], "");
    assert_eq!(done(&place, &(block + &another())), ["applied", "applied"]);
}

#[test]
fn text_that_came_in_since_is_not_what_a_recorded_block_was_for() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let block = edit("a.txt", "second_line(2)", "second_line(20)");
    done(&place, &block);
    place.write("a.txt", &format!("{}second_line(2)\n", place.read("a.txt")));
    assert_eq!(done(&place, &(block + &another())), ["applied", "applied"]);
    assert_eq!(place.read("a.txt").matches("second_line(20)").count(), 2);
}

#[test]
fn a_removed_file_stays_removed() {
    let place = Place::new(&[("a.txt", TEXT), ("b.txt", TEXT)]);
    let block = format!("b.txt\n<<<<<<< SEARCH\n{TEXT}=======\n>>>>>>> REPLACE\n");
    assert_eq!(done(&place, &block), ["applied"]);
    assert_eq!(done(&place, &(block + &another())), ["already-applied", "applied"]);
}

#[test]
fn a_file_that_was_made_and_edited_since_is_made_already() {
    let place = Place::new(&[("a.txt", TEXT)]);
    let make = format!("b.txt\n<<<<<<< SEARCH\n=======\n{TEXT}>>>>>>> REPLACE\n");
    let change = edit("b.txt", "second_line(2)", "second_line(20)");
    assert_eq!(done(&place, &format!("{make}\n{change}")), ["applied", "applied"]);
    let further = edit("b.txt", "third_line(3)", "third_line(30)");
    assert_eq!(done(&place, &further), ["applied"]);
    let all = [make, change, further, another()].join("\n");
    assert_eq!(done(&place, &all), ["already-applied", "already-applied", "already-applied", "applied"]);
}

#[test]
fn nothing_is_kept_of_the_text_of_secrets() {
    let place = Place::new(&[("a.txt", TEXT)]);
    place.write(".env", TEXT);
    let reply = edit(".env", "second_line(2)", "second_line(20)") + &another();
    let (_, err, code) = said(&place.run(&["apply", "--allow", ".env"], &reply));
    assert_eq!(code, Some(0), "{err}");
    let meta = place.git_says(&["show", "refs/worktree/sr/1:meta"]);
    let meta: serde_json::Value = serde_json::from_str(&meta).expect("JSON");
    let has_text = |block: &serde_json::Value| block.get("text").is_some() || block.get("wrote").is_some();
    let blocks: Vec<bool> = meta["blocks"].as_array().expect("blocks").iter().map(has_text).collect();
    assert_eq!(blocks, [false, true]);
}

fn cases() -> u32 {
    if std::env::var_os("SR_FULL").is_some() { 2_000 } else { 30 }
}
