//! New lines that stand for the same as those of an earlier block at their place: an attempt and its
//! correction, or two ways to do one thing. Only one of them is meant.

use std::{
    cell::LazyCell,
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::core::{
    language::{Kind, Language, Role},
    locate::{self, Lines as _},
    outcome::{Failure, Outcome},
    plan::{
        files::File,
        job::{Equals, Job},
        types::BlockReport,
    },
    reply::Edit,
    splice::{Hunk, Run},
    text::{TELLING, bodies, has_letter, indentation, letters, without_blank_edges},
};

/// Lines that a block puts at a place.
struct Inserted<'l> {
    /// Those that say something.
    lines: Vec<&'l [u8]>,
    /// The roles of those that are indented least, but for lines that belong to others; each with the line.
    roles: Vec<(Role<'l>, &'l [u8])>,
}

impl<'l> Inserted<'l> {
    fn of(lines: impl Iterator<Item = &'l [u8]>) -> Self {
        let lines: Vec<&[u8]> = lines.filter(|line| has_letter(line)).collect();
        let depth = |line: &[u8]| indentation(line).len();
        let least = lines.iter().map(|line| depth(line)).min().unwrap_or(0);
        let outer = lines.iter().filter(|line| depth(line) == least);
        let roles = outer.map(|line| (Role::of(line), *line)).filter(|(role, _)| *role != Role::Belongs);
        let roles = roles.collect();
        Self { lines, roles }
    }

    fn of_run(run: &'l Run<'_>) -> Self {
        Self::of(run.new.iter().map(|line| &*line.body))
    }

    fn acts(&self) -> bool {
        self.roles.iter().any(|(role, _)| *role == Role::Acts)
    }

    fn declares(&self) -> bool {
        self.roles.iter().any(|(role, _)| matches!(role, Role::Declares(_)))
    }

    /// Returns whether both declare the same, or one is more than half in the other without a name that
    /// tells them apart.
    fn contradicts(&self, other: &Self) -> bool {
        let pairs = self.roles.iter().flat_map(|one| other.roles.iter().map(move |two| (one, two)));
        // Lines that are the same have the same role, so that one of them tells it.
        let mut pairs = pairs.filter(|((one, _), _)| *one != Role::Acts);
        let is_named = self.declares() && other.declares();
        pairs.any(|(one, two)| is_same(one, two))
            || !is_named && (self.shares_most(other) || other.shares_most(self))
    }

    /// Returns whether more than half of it is in another one.
    fn shares_most(&self, other: &Self) -> bool {
        let known: HashSet<u64> = other.lines.iter().map(|line| locate::key(line)).collect();
        let all: usize = self.lines.iter().map(|line| letters(line)).sum();
        let shared = self.lines.iter().filter(|line| known.contains(&locate::key(line)));
        let shared: usize = shared.map(|line| letters(line)).sum();
        shared >= TELLING && 2 * shared > all
    }
}

/// Returns whether two lines with their roles declare, import or list the same.
fn is_same((one, line): &(Role<'_>, &[u8]), (two, other): &(Role<'_>, &[u8])) -> bool {
    match (one, two) {
        (Role::Declares(one), Role::Declares(two)) => one == two,
        (Role::Imports(one), Role::Imports(two)) => {
            one.iter().all(|word| two.contains(word)) || two.iter().all(|word| one.contains(word))
        }
        _ => line.trim_ascii() == other.trim_ascii(),
    }
}

/// Refuses also the earlier blocks of which others are another version, which others take back or correct, or whose
/// lines others change differently, with those equal to them.
pub(crate) fn refuse_earlier(blocks: &mut [BlockReport], equals: &[Equals]) {
    let later = |(number, report): (usize, &BlockReport)| match report.outcome {
        Outcome::Failed(Failure::Alternative { block, line }) => {
            Some((equals[block].first, Failure::Alternative { block: number, line }))
        }
        Outcome::Failed(Failure::TakenBack { block, line }) => {
            Some((equals[block].first, Failure::TakenBack { block: number, line }))
        }
        Outcome::Failed(Failure::Overlap { block, line }) => {
            Some((equals[block].first, Failure::Overlap { block: number, line }))
        }
        Outcome::Failed(Failure::Corrected { block, line, ref text }) => {
            Some((equals[block].first, Failure::Corrected { block: number, line, text: text.clone() }))
        }
        _ => None,
    };
    // Of several that name one block, the first remains.
    let failures: HashMap<usize, Failure> = blocks.iter().enumerate().rev().filter_map(later).collect();
    for (report, equal) in blocks.iter_mut().zip(equals) {
        let is_applied = report.outcome.is_applied();
        if let Some(failure) = failures.get(&equal.first).filter(|_| is_applied) {
            report.fail(failure.clone());
        }
    }
}

impl<'r> Job<'_, 'r> {
    /// Refuses new lines beside those of an earlier block of which they are another version.
    ///
    /// Of statements at one point nothing tells that both are meant; declarations of different names are.
    pub(crate) fn refuse_alternative(
        &self,
        file: &mut File<'r>,
        hunks: &[Hunk<'r>],
        place: &Range<usize>,
    ) -> Result<(), Failure> {
        /// Looking for the role of a line takes more than a step.
        const STEPS_PER_LINE: usize = 16;
        let File { edits, language, budget, .. } = file;
        let added = LazyCell::new(|| -> Vec<_> {
            let adds = hunks.iter().filter(|hunk| !hunk.new.is_empty());
            adds.map(|hunk| (hunk, Inserted::of(hunk.new.iter().map(|line| &**line)))).collect()
        });
        let is_code = |language: &Language| matches!(language.kind, Kind::Code | Kind::Lisp);
        let is_code = language.is_some_and(is_code);
        for run in edits.near(place).filter(|run| !run.new.is_empty()) {
            let other = run.blocks.iter().find_map(|block| Some((*block, self.other(*block)?)));
            let Some((block, edit)) = other.filter(|(_, edit)| *edit.body != *self.sent.body) else {
                continue;
            };
            let search = edit.readings().next().map_or(&b""[..], |sections| sections.search);
            let quotes_same = search == self.sections.search;
            for (hunk, new) in &*added {
                let inserts = [&run.old, &hunk.old].map(Range::is_empty);
                let is_here = inserts == [true; 2] && run.old == hunk.old;
                let is_beside = quotes_same && inserts != [false; 2];
                if is_equal(hunk, run) || !(is_here || is_beside) {
                    continue;
                }
                budget.spend(STEPS_PER_LINE * run.new.len())?;
                let there = Inserted::of_run(run);
                let acts = || is_code && (new.acts() || there.acts()) && self.quotes_one_of(search);
                if new.contradicts(&there) || is_here && acts() {
                    return Err(Failure::Alternative { block, line: hunk.old.start });
                }
            }
        }
        Ok(())
    }

    /// Refuses a change of which an earlier block makes a part, and more in lines that this one quotes as they
    /// are: without them it is another version of that block.
    pub(crate) fn refuse_lesser(
        &self,
        file: &File<'r>,
        hunks: &[Hunk<'r>],
        place: &Range<usize>,
    ) -> Result<(), Failure> {
        let runs = || file.edits.near(place);
        let is_made = |run: &&Run<'r>| hunks.iter().any(|hunk| is_equal(hunk, run));
        let makers: Vec<usize> = runs().filter(is_made).flat_map(|run| &run.blocks).copied().collect();
        let is_quoted = |run: &&Run<'r>| {
            let Range { start, end } = run.old;
            let is_within = start < place.end && place.start < end && (start != end || place.start < start);
            run.place == *place || is_within
        };
        for run in runs().filter(|run| !is_made(run)).filter(is_quoted) {
            let is_other = |block: &&usize| {
                makers.contains(block)
                    && self.other(**block).is_some_and(|edit| *edit.body != *self.sent.body)
            };
            if let Some(&block) = run.blocks.iter().find(is_other) {
                return Err(Failure::Alternative { block, line: run.old.start });
            }
        }
        Ok(())
    }

    /// Refuses a change that an earlier block makes as well, where what one of them quotes is in what they leave: of
    /// equal lines, each block may take out another one.
    pub(crate) fn refuse_once_for_both(
        &self,
        file: &mut File<'r>,
        hunks: &[Hunk<'r>],
    ) -> Result<(), Failure> {
        if !self.equals.is_of_one || !file.edits.has_all(hunks) {
            return Ok(());
        }
        for hunk in hunks.iter().filter(|hunk| hunk.new.len() < hunk.old.len()) {
            let Some(run) = file.edits.near(&hunk.old).find(|run| is_equal(hunk, run)) else { continue };
            let (block, line) = (run.blocks[0], hunk.old.start);
            let other = self.other(block).and_then(|edit| edit.readings().next());
            let other: Vec<&[u8]> = other.map_or_else(Vec::new, |other| bodies(other.search).collect());
            for quoted in [self.search.core(), without_blank_edges(&other)] {
                let (mut left, below) = file.edits.beside(&file.text, &hunk.old, quoted.len());
                left.reverse();
                left.extend(hunk.bodies());
                left.extend(below);
                if !left.places(quoted, &file.budget)?.is_empty() {
                    return Err(Failure::Alternative { block, line });
                }
            }
        }
        Ok(())
    }

    /// Another edit of the file.
    fn other(&self, block: usize) -> Option<&'r Edit<'r>> {
        let at = self.others.binary_search_by_key(&block, |(number, _)| *number).ok()?;
        (block != self.number).then(|| self.others[at].1)
    }

    /// Returns whether the block quotes one of these lines that says something.
    fn quotes_one_of(&self, search: &[u8]) -> bool {
        let quoted: HashSet<u64> = self.search.search.iter().map(|line| locate::key(line)).collect();
        bodies(search).any(|line| has_letter(line) && quoted.contains(&locate::key(line)))
    }
}

fn is_equal(hunk: &Hunk<'_>, run: &Run<'_>) -> bool {
    hunk.old == run.old && hunk.new.iter().map(|line| &**line).eq(run.new.iter().map(|line| &*line.body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradicts(one: &str, other: &str) -> bool {
        Inserted::of(bodies(one.as_bytes())).contradicts(&Inserted::of(bodies(other.as_bytes())))
    }

    #[test]
    fn insertions_that_declare_the_same_contradict_each_other() {
        for (one, other) in [
            ("B int", "B string"),
            ("\"a\": 1,", "\"a\": 2,"),
            ("color: red;", "color: blue;"),
            (
                "\n    def peek(self):\n        return 1",
                "    def peek(self):\n        x = 2\n        return x",
            ),
            ("\t\"context\"", "\t\"context\"\n\t\"errors\""),
            ("from a import b", "from a import b, c"),
            ("use a::b;", "use a::{b, c};"),
            ("# first\nconst A = 1;", "// better\nconst A = 2;"),
            ("long_call(one)\nlong_call(two)", "long_call(zero)\nlong_call(one)\nlong_call(two)"),
            // All of one in a larger one, in as few letters as say something.
            ("long_call(one)", "long_call(one)\nother_call(two)\nthird_call(three)"),
            ("call(one1)", "call(one1)\nx()"),
            // One that declares something, with the statements of the other in it.
            ("def f():\n    long_call(one)\n    long_call(two)", "long_call(one)\nlong_call(two)"),
        ] {
            assert!(contradicts(one, other) && contradicts(other, one), "{one} {other}");
        }
    }

    #[test]
    fn insertions_of_different_names_do_not() {
        for (one, other) in [
            ("import os", "import re"),
            ("from a import b", "from a import c"),
            ("A int", "B int"),
            ("def a():\n    return 1", "def b():\n    return 1"),
            ("@test\ndef a():\n    return 1", "@test\ndef b():\n    return 2"),
            ("  def a\n    1\n  end", "  def b\n    1\n  end"),
            (".a {\n  color: red;\n}", ".b {\n  color: red;\n}"),
            ("def a():\n    long_call(one)", "def b():\n    long_call(one)"),
            ("\"one\",", "\"two\","),
            ("- first item", "- second item"),
            // Half of their text, or less.
            ("longer_call(one)\nlonger_call(two)", "longer_call(one)\nlonger_call(six)"),
            ("log(a)\nlonger_call(one)\nlonger_call(two)", "log(a)\nlonger_call(six)\nlonger_call(ten)"),
        ] {
            assert!(!contradicts(one, other), "{one} {other}");
        }
    }
}
