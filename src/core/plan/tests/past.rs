//! Blocks on files that have older versions.

use std::rc::Rc;

use bstr::ByteSlice as _;

use super::*;
use crate::core::{
    outcome::{Origin, Region},
    text::Text,
};

/// The id of a version.
pub(super) const ID: &str = "0123456789ab";

/// The older versions of a file.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// The id of the file as it is.
    id: Option<&'static str>,
    /// Those of commits, the newest first.
    commits: Vec<String>,
    /// Those before and after the only batch.
    batch: Option<[String; 2]>,
    /// The result of a merge, if it is clean.
    merged: Option<String>,
    /// Words of the only block of that batch, and its record.
    record: Option<(&'static str, Recorded)>,
}

impl Past {
    /// That of a file with these texts, which were committed in this order.
    pub(super) fn of_commits(texts: &[&str]) -> Self {
        Self { commits: texts.iter().rev().map(|text| (*text).to_owned()).collect(), ..Self::default() }
    }

    /// That of a file with these texts before and after a batch, by the record of its block, which has these words.
    pub(super) fn of_batch(texts: [&str; 2], words: &'static str, record: Recorded) -> Self {
        let batch = Some(texts.map(str::to_owned));
        Self { batch, record: Some((words, record)), ..Self::default() }
    }
}

impl History for Past {
    fn version(&self, path: &RepoPath, number: usize, may_read: &dyn Fn(&RepoPath) -> bool) -> Step {
        if !may_read(path) {
            return Step::End;
        }
        let origin = Origin::Commit { id: ID.into(), ago: number };
        let older = |text: &String| Rc::new(Older { origin, bytes: text.as_bytes().to_vec() });
        self.commits.get(number).map(older).map_or(Step::End, Step::Version)
    }

    fn id(&self, _: &RepoPath, _: &[u8]) -> Option<String> {
        self.id.map(str::to_owned)
    }

    fn merge(&self, _: &[u8], ours: &[u8], _: &[u8], _: &str) -> Merged {
        match &self.merged {
            Some(text) => Merged { bytes: text.as_bytes().into(), clean: true },
            None => Merged { bytes: ours.into(), clean: false },
        }
    }

    fn left(&self, _: &RepoPath, now: &[u8]) -> Option<Older> {
        let [_, after] = self.batch.as_ref().filter(|[before, _]| before.as_bytes() != now)?;
        Some(Older { origin: Origin::Batch { id: 1, after: true }, bytes: after.as_bytes().into() })
    }

    fn recorded(&self, _: &RepoPath, sent: &Sent<'_>) -> Option<Recorded> {
        let (words, record) = self.record.as_ref()?;
        sent.body.contains_str(words).then(|| record.clone())
    }

    fn rewrites(&self, _: &RepoPath) -> Vec<Rewrite> {
        let of = |(_, record): &(_, Recorded)| Rewrite {
            batch: record.batch,
            is_resent: record.is_resent,
            removes: false,
        };
        self.record.iter().map(of).collect()
    }

    fn side(&self, _: &RepoPath, side: Side) -> Option<Rc<Text>> {
        let [before, after] = self.batch.as_ref()?;
        let text = if side == Side::Before(1) { before } else { after };
        Some(Rc::new(Text::new(text.as_bytes().to_vec())))
    }
}

/// The file after a reply, if it has this past; else the class of each failure.
fn with_past(past: Past, text: &str, reply: &str) -> Result<String, Vec<&'static str>> {
    let world = Fake { past, ..Fake::new(&[("f.txt", text)]) };
    applied_with(&world, &settings(), reply).map(|mut files| files.remove("f.txt").expect("not removed"))
}

/// Lines of a file, each with a word.
const LINES: &str = "first\nsecond\nthird\nfourth\n";

/// The lines after rows are put at some of them, or the class of the failure.
fn with_rows(text: &str, place: &str, rows: &[&str]) -> Result<String, Vec<&'static str>> {
    let rows: String = rows.iter().map(|row| format!("+{row}\n")).collect();
    with_past(Past { id: Some(ID), ..Past::default() }, text, &format!("[f.txt#{ID}]\nPUT {place}:\n{rows}"))
}

#[test]
fn rows_that_repeat_the_lines_above_their_place_are_refused() {
    assert_eq!(with_rows(LINES, "2", &["first", "2nd"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "3.=4", &["first", "second", "3rd"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "3", &["first", "3rd"]), Ok(LINES.replace("third", "first\n3rd")));
    // The place begins with the same line.
    let twice = "first\nfirst\nsecond\n";
    assert_eq!(with_rows(twice, "2", &["first", "more"]), Ok("first\nfirst\nmore\nsecond\n".into()));
}

#[test]
fn rows_that_repeat_the_lines_below_their_place_are_refused() {
    assert_eq!(with_rows(LINES, "2", &["2nd", "third"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "1.=2", &["2nd", "third", "fourth"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "2", &["2nd", "fourth"]), Ok(LINES.replace("second", "2nd\nfourth")));
    // The place ends with the same line.
    let twice = "first\nsecond\nsecond\n";
    assert_eq!(with_rows(twice, "2", &["more", "second"]), Ok("first\nmore\nsecond\nsecond\n".into()));
}

#[test]
fn rows_alone_may_repeat_the_line_that_they_are_added_to() {
    assert_eq!(with_rows(LINES, ">1", &["first"]), Ok(format!("first\n{LINES}")));
    assert_eq!(with_rows(LINES, "<1", &["first"]), Ok(format!("first\n{LINES}")));
    assert_eq!(with_rows(LINES, ">1", &["first", "more"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "<1", &["more", "first"]), Err(vec!["duplicate"]));
    assert_eq!(with_rows(LINES, "2", &["first"]), Err(vec!["duplicate"]));
}

#[test]
fn rows_with_three_letters_or_fewer_may_repeat_a_line() {
    let rows = |line: &str| with_rows(&format!("{line}\nsecond\n"), "2", &[line, "2nd"]);
    assert_eq!(rows("} end;"), Ok("} end;\n} end;\n2nd\n".into()));
    assert_eq!(rows("} ends;"), Err(vec!["duplicate"]));
}

/// A version of a file, and the file as it is.
const THEN: &str = "one\ntwo\nthree\nfour\nfive\nsix\n";
const NOW: &str = "one\ntwo\nthree\nfour\nfive\nsince\nsix\n";

fn whole(text: &str) -> String {
    format!("f.txt\n```\n{text}```\n")
}

/// The older versions of [`NOW`].
fn versions() -> Past {
    Past { commits: vec![NOW.into(), THEN.into()], ..Past::default() }
}

#[test]
fn a_whole_text_for_an_older_version_is_refused() {
    let (of_then, of_now) = (THEN.replace("one", "1"), NOW.replace("one", "1"));
    assert_eq!(with_past(versions(), NOW, &whole(&of_then)), Err(vec!["stale"]));
    assert_eq!(with_past(versions(), NOW, &whole(&of_now)), Ok(of_now));
    assert_eq!(with_past(Past::default(), NOW, &whole(&of_then)), Ok(of_then));
}

#[test]
fn a_whole_text_for_an_older_version_is_merged_on_demand() {
    let made = NOW.replace("one", "1");
    let past = Past { merged: Some(made.clone()), ..versions() };
    let world = Fake { past, ..Fake::new(&[("f.txt", NOW)]) };
    let merging = Settings { three_way: true, ..settings() };
    let merged = applied_with(&world, &merging, &whole(&THEN.replace("one", "1")));
    assert_eq!(merged, Ok(tree(&[("f.txt", &made)])));
}

#[test]
fn a_whole_text_for_an_older_version_is_written_on_demand() {
    let of_then = THEN.replace("one", "1");
    let world = Fake { past: versions(), ..Fake::new(&[("f.txt", NOW)]) };
    let overwriting = Settings { overwrite: true, ..settings() };
    assert_eq!(applied_with(&world, &overwriting, &whole(&of_then)), Ok(tree(&[("f.txt", &of_then)])));
}

#[test]
fn an_older_version_is_refused_unless_the_reply_says_that_something_goes() {
    assert_eq!(with_past(versions(), NOW, &whole(THEN)), Err(vec!["stale"]));
    let says = |text: &str| format!("I removed the line `since`.\n\n{}", whole(text));
    assert_eq!(with_past(versions(), NOW, &says(THEN)), Ok(THEN.into()));
    assert_eq!(with_past(versions(), NOW, &says(&THEN.replace("one", "1"))), Err(vec!["stale"]));
}

#[test]
fn only_a_whole_text_for_a_file_with_text_takes_back_what_came_since() {
    let of_then = THEN.replace("one", "1");
    assert_eq!(with_past(versions(), NOW, &edit("f.txt", "", &of_then)), Err(vec!["exists"]));
    assert_eq!(with_past(versions(), "", &whole(&of_then)), Ok(of_then.clone()));
    // It is another text for what an earlier block wrote.
    let changes = serde_json::json!({"file_path": "f.txt", "old_string": "two", "new_string": "2"});
    let writes = serde_json::json!({"name": "write_file", "input": {"path": "f.txt", "content": of_then}});
    let both = format!("{changes}\n{writes}\n");
    assert_eq!(with_past(versions(), NOW, &both), Err(vec!["overlap", "overlap"]));
}

/// Lines that a block adds.
const NEW: &str = "first new line\nsecond new line\nthird new line\n";

/// The class of a block that adds lines at a line of a file, into which a batch put such lines with others
/// around them, so many below.
fn beside_a_batch(new: &str, line: &str, is_above: bool, below: usize) -> &'static str {
    let before = "start of it\ntop of it\nend of it\nstop of it\n";
    let others: String = (0..below).map(|number| format!("other line {number}\n")).collect();
    let after = before.replace("end", &format!("head of them\n{new}{others}end"));
    let past = Past { batch: Some([before.into(), after.clone()]), ..Past::default() };
    let line = format!("{line}\n");
    let replace = if is_above { format!("{new}{line}") } else { format!("{line}{new}") };
    let world = Fake { past, ..Fake::new(&[("f.txt", &after)]) };
    outcomes(&planned_with(&world, &settings(), &on_f(&[(&line, &replace)])))[0]
}

#[test]
fn lines_that_the_last_batch_put_in_amid_others_are_not_put_in_beside_them() {
    assert_eq!(beside_a_batch(NEW, "top of it", false, 1), "duplicate");
    assert_eq!(beside_a_batch(NEW, "end of it", true, 1), "duplicate");
    assert_eq!(beside_a_batch(NEW, "start of it", false, 1), "applied");
    assert_eq!(beside_a_batch(NEW, "stop of it", true, 1), "applied");
}

#[test]
fn few_lines_that_the_last_batch_put_in_may_be_put_in_beside_them() {
    let few = NEW.replacen("first", "\n--\n", 1).replacen("new line", "", 1);
    assert_eq!(beside_a_batch(&few, "top of it", false, 1), "applied");
    assert_eq!(beside_a_batch(&NEW.replacen('\n', "\n}\n", 1), "top of it", false, 1), "duplicate");
}

#[test]
fn lines_that_the_last_batch_put_in_farther_away_may_be_put_in_again() {
    assert_eq!(beside_a_batch(NEW, "end of it", true, 3), "duplicate");
    assert_eq!(beside_a_batch(NEW, "end of it", true, 4), "applied");
}

#[test]
fn lines_that_were_there_before_the_last_batch_may_be_put_in_beside_them() {
    let text = format!("top of it\nhead of them\n{NEW}last of them\n");
    let reply = on_f(&[("top of it\n", &format!("top of it\n{NEW}"))]);
    assert!(with_past(Past::default(), &text, &reply).is_ok());
    let past = Past { batch: Some([text.replace("last", "least"), text.clone()]), ..Past::default() };
    assert!(with_past(past, &text, &reply).is_ok());
}

/// A file before an edit of a reply that is there today and one that is not, and with both.
const UNMADE: &str = "one line\ntwo lines\nthree lines\n";
const BOTH: &str = "one line\nfirst of all\ntwo lines\nthree lines\nlast of all\n";

#[test]
fn an_edit_that_a_commit_made_beside_one_that_is_there_is_not_made_again() {
    let both = [("one line\n", "one line\nfirst of all\n"), ("three lines\n", "three lines\nlast of all\n")];
    let now = BOTH.replace("last of all\n", "");
    let world = |commits: &[&str]| Fake { past: Past::of_commits(commits), ..Fake::new(&[("f.txt", &now)]) };
    let outcomes_of = |commits: &[&str], blocks: &[(&str, &str)]| {
        outcomes(&planned_with(&world(commits), &settings(), &on_f(blocks)))
    };
    assert_eq!(outcomes_of(&[UNMADE, BOTH, &now], &both), ["already-applied", "stale"]);
    let plan = planned_with(&world(&[UNMADE, BOTH, BOTH, &now]), &settings(), &on_f(&both));
    let Failure::Stale(stale) = failure(&plan, 1) else { panic!("{plan:?}") };
    let lines = |region: &Region| region.lines.clone();
    assert_eq!((stale.is_made, lines(&stale.then), lines(&stale.now)), (true, 3..5, 3..4));
    assert_eq!(stale.origin, Origin::Commit { id: ID.into(), ago: 1 });
    assert_eq!(outcomes_of(&[UNMADE, &now], &both), ["already-applied", "applied"]);
    assert_eq!(outcomes_of(&[UNMADE, BOTH, &now], &both[1..]), ["applied"]);
    // It was there before the reply.
    let before = UNMADE.to_owned() + "last of all\n";
    assert_eq!(outcomes_of(&[&before, BOTH, &now], &both), ["already-applied", "applied"]);
}

#[test]
fn a_change_by_way_of_a_version_does_not_bring_what_is_there_already() {
    let then = "// It is a shortcut.\nget() {\n  use_first_one(a);\n  check_all(a);\n  return b;\n}\n";
    let now = then.replace("first", "other");
    let search = "get() {\n  use_first_one(a);\n  check_all(a);\n  return b;\n";
    let wanted = "get() {\n  use_other_one(a);\n  check_all(a);\n  return c;\n";
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let outcome = |merged: String, replace: &str| {
        let past = Past { merged: Some(merged), ..Past::of_commits(&[then, &now]) };
        let world = Fake { past, ..Fake::new(&[("f.txt", &now)]) };
        outcomes(&planned_with(&world, &settings, &on_f(&[(search, replace)])))
    };
    let made = now.replace("return b", "return c");
    assert_eq!(outcome(made.clone(), wanted), ["applied"]);
    let comment = "// It is a shortcut.\n";
    assert_eq!(outcome(format!("{comment}{made}"), &format!("{comment}{wanted}")), ["stale"]);
}

#[test]
fn lines_that_came_in_at_the_place_since_are_not_added_once_more() {
    let then = "  add_one(v)\n  expect_it(true)\n  remove_one(v)\n  expect_it(false)\n})\n\nend()\n";
    let search = then.strip_suffix("end()\n").expect("the last line");
    let rest = "  const r = observed_value(v)\n\n  expect_it(false)\n  add_it(r)\n  remove_it(r)\n  expect_it(false)\n})\n\n";
    let replace = format!("{search}test('values', () => {{\n{rest}");
    let settings = Settings { last_tier: Tier::History, ..settings() };
    // The work tree has all of it but for its first line.
    let now = then.replace("  expect_it(false)\n})\n\n", rest);
    let merged = now.replace("})\n\n", &format!("}})\n\ntest('values', () => {{\n{rest}"));
    let past = Past { merged: Some(merged), ..Past::of_commits(&[then]) };
    let world = Fake { past, ..Fake::new(&[("f.txt", &now)]) };
    assert_eq!(outcomes(&planned_with(&world, &settings, &on_f(&[(search, &replace)]))), ["stale"]);
    let other = then.replace("  expect_it(false)\n})\n\n", "  call_another(v)\n  expect_it(false)\n})\n\n");
    let merged = other.replace("})\n\n", &format!("}})\n\ntest('values', () => {{\n{rest}"));
    let past = Past { merged: Some(merged.clone()), ..Past::of_commits(&[then]) };
    let world = Fake { past, ..Fake::new(&[("f.txt", &other)]) };
    assert_eq!(
        applied_with(&world, &settings, &on_f(&[(search, &replace)])),
        Ok(tree(&[("f.txt", &merged)]))
    );
}
