//! Whole texts that were written for an older version: they would take back what came since.

use std::{collections::HashSet, ops::Range, rc::Rc};

use crate::core::{
    locate::Place,
    outcome::{Failure, Origin, Outcome},
    plan::{
        files::File,
        job::Job,
        types::{MOST_SEEN, Older, stale},
    },
    script::{Op, difference, distance, meet},
    splice::Hunk,
    text::{Text, filled},
};

impl<'r> Job<'_, 'r> {
    /// Refuses a whole text that was written for an older version: all that the file has since would go. Merges
    /// the change into the file as it is, if that is asked for.
    pub(super) fn refuse_reverting(&self, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let Some((older, since)) = self.reverted(file)? else { return Ok(None) };
        let then = Text::new(older.bytes.clone());
        if !self.settings.three_way {
            let place = Place::new(shown(since.old, &then), Vec::new());
            return Err(stale(&older, &then, &place, &file.text, shown(since.new, &file.text)));
        }
        let hunks = Hunk::between(&then.all(), &self.search.replace, 0);
        let place = Place::new(0..then.len(), hunks);
        self.carry_over(&then, &place, &older, file).map(Some)
    }

    /// The oldest version that the text which is to take the file's place was written for, and the first change
    /// since then that it takes back.
    fn reverted(&self, file: &mut File<'r>) -> Result<Option<(Rc<Older>, Op)>, Failure> {
        if self.settings.overwrite || !self.is_file() || !file.edits.is_empty() || file.text.is_empty() {
            return Ok(None);
        }
        let (now, new) = (file.text.all(), &self.search.replace);
        let whole = distance(&difference(&now, new));
        let mut found = None;
        // A text that is an older version changes nothing of that, unless the reply says so.
        let takes_back = self.edit.hints.said.as_ref().is_some_and(|said| said.something_goes());
        // What an earlier batch did, a later reply may well take back.
        let is_other = |older: &Rc<Older>| !matches!(older.origin, Origin::Batch { .. });
        let others = self.older(file).take(MOST_SEEN).take_while(is_other);
        let left = self.history.left(self.path_before(file), file.text.bytes()).map(Rc::new);
        for older in left.into_iter().chain(others) {
            file.budget.spend(now.len() + older.bytes.len())?;
            let then = Text::new(older.bytes.clone());
            let states = States { then: &then.all(), now: &now, new };
            let since = difference(states.then, &now);
            let own = difference(states.then, new);
            let is_on_the_way = distance(&since) + distance(&own) == whole;
            let first = states.taken_back(&since, &own).or(since.first().filter(|_| is_on_the_way));
            if let Some(first) = first.filter(|_| !own.is_empty() || !takes_back) {
                found = Some((older, first.clone()));
            }
        }
        Ok(found)
    }
}

/// The lines of a version, of the file now, and of the text that is to take its place.
struct States<'l, 't> {
    then: &'l [&'t [u8]],
    now: &'l [&'t [u8]],
    new: &'l [&'t [u8]],
}

impl States<'_, '_> {
    /// The first of the changes since the version that the text takes back: it has none of them, though some may
    /// be at lines that the text changes too.
    fn taken_back<'o>(&self, since: &'o [Op], own: &[Op]) -> Option<&'o Op> {
        let brings: HashSet<&[u8]> =
            own.iter().flat_map(|op| &self.new[op.new.clone()]).map(|line| line.trim_ascii()).collect();
        let mut first = None;
        for change in since.iter().filter(|change| self.tells(change)) {
            let from = own.partition_point(|op| op.old.end < change.old.start);
            let mut near = own[from..]
                .iter()
                .take_while(|op| op.old.start <= change.old.end)
                .filter(|op| meet(&op.old, &change.old))
                .peekable();
            if near.peek().is_none() {
                first = first.or(Some(change));
            } else if near.any(|op| self.keeps(change, op, &brings)) {
                return None;
            }
        }
        first
    }

    /// Returns whether a change is one of more than blanks.
    fn tells(&self, change: &Op) -> bool {
        let text = |lines: &[&[u8]]| -> Vec<Vec<u8>> {
            filled(lines.iter().copied()).map(|line| line.trim_ascii().to_vec()).collect()
        };
        text(&self.then[change.old.clone()]) != text(&self.now[change.new.clone()])
    }

    /// Returns whether the text, which has `op` at the lines of a change since the version, has a part of that
    /// change: nothing where lines went, or a line that came among those that it brings.
    fn keeps(&self, change: &Op, op: &Op, brings: &HashSet<&[u8]>) -> bool {
        match &self.now[change.new.clone()] {
            [] => op.new.is_empty() && op.old.start <= change.old.start && change.old.end <= op.old.end,
            came => filled(came.iter().copied()).any(|line| brings.contains(line.trim_ascii())),
        }
    }
}

/// Some lines, or the one that is there instead.
fn shown(lines: Range<usize>, text: &Text) -> Range<usize> {
    let last = text.len().saturating_sub(1);
    if lines.is_empty() { lines.start.min(last)..text.len().min(lines.start + 1) } else { lines }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Lines with some of them replaced (0), removed (1) or followed by a new one (2).
    fn edited(lines: &[String], edits: &[(usize, u8)], name: &str) -> Vec<String> {
        let mut new = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let of_line = edits.iter().find(|(edited, _)| *edited == at).map(|(_, kind)| *kind);
            if !matches!(of_line, Some(0 | 1)) {
                new.push(line.clone());
            }
            if matches!(of_line, Some(0 | 2)) {
                new.push(format!("{name} {at}"));
            }
        }
        new
    }

    fn is_stale(then: &[String], now: &[String], new: &[String]) -> bool {
        let [then, now, new] =
            [then, now, new].map(|lines| lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>());
        let states = States { then: &then, now: &now, new: &new };
        let [since, own] = [&now, &new].map(|lines| difference(&then, lines));
        states.taken_back(&since, &own).is_some()
    }

    /// Places and kinds of edits with two lines or more between them.
    fn edits() -> impl Strategy<Value = Vec<(usize, u8)>> {
        vec((0..12_usize, 0..3_u8), 1..5).prop_map(|mut edits| {
            edits.sort_unstable();
            edits.dedup_by_key(|(at, _)| *at);
            edits.into_iter().map(|(at, kind)| (at * 4, kind)).collect()
        })
    }

    proptest! {
        #[test]
        fn a_text_for_an_older_version_is_told_by_the_changes_that_it_lacks(since in edits(), own in edits()) {
            let then: Vec<String> = (0..48).map(|line| format!("line {line}")).collect();
            let now = edited(&then, &since, "since");
            let is_apart = |(at, _): &(usize, u8)| own.iter().all(|(other, _)| other != at);
            let is_same = |edit: &(usize, u8)| edit.1 == 1 && own.contains(edit);
            let is_lost = since.iter().any(is_apart) && !since.iter().any(is_same);
            prop_assert_eq!(is_stale(&then, &now, &edited(&then, &own, "own")), is_lost);
            // A change of the file as it is, of lines that did not come since.
            let own: Vec<(usize, u8)> =
                own.into_iter().filter(|(at, _)| now.get(*at).is_some_and(|line| line.starts_with("line"))).collect();
            prop_assert!(!is_stale(&then, &now, &edited(&now, &own, "own")));
        }
    }

    #[test]
    fn changes_of_blanks_alone_say_nothing() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let [then, new] = ["a\n\nb\nc", "a\n\nb\nd"].map(lines);
        for (now, stale) in [("a\n\nb\n\nc", false), ("a\n\n  b\nc", false), ("a\n\nbb\nc", true)] {
            assert_eq!(is_stale(&then, &lines(now), &new), stale, "{now}");
        }
    }
}
