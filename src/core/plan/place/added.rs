//! Places of SEARCH in lines that an earlier block adds.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::named::refused;
use crate::core::{
    language::Role,
    locate::{self, Tier},
    outcome::{Failure, Unchosen},
    plan::{files::File, job::Job},
    reply::{Extent, Hints},
    splice::Hunk,
    text::is_blank,
};

impl<'r> Job<'_, 'r> {
    /// Refuses a place that nothing but its text tells where an earlier block inserts that text once more: the new
    /// lines may be meant. They are not where the old ones go, which moves them, or make room for a call of what the new
    /// lines declare.
    pub(crate) fn refuse_added(
        &self,
        file: &mut File<'r>,
        hunks: &[Hunk<'r>],
        place: &Range<usize>,
        tier: Option<Tier>,
    ) -> Result<(), Failure> {
        /// Of more runs, a part of a line is not looked for in each.
        const MOST_RUNS: usize = 200;
        let Hints { anchors, line, heading, at_end, follows, extent, .. } = &self.edit.hints;
        let is_told = !anchors.is_empty() || line.is_some() || heading.is_some() || *at_end || *follows;
        if file.edits.is_empty() || is_told {
            return Ok(());
        }
        let quoted = self.search.core();
        let is_text = *extent == Extent::Text && file.edits.runs().len() <= MOST_RUNS;
        // A tolerant tier may have passed over what is not as it is quoted.
        let is_exact = tier.is_none_or(|tier| tier == Tier::Exact);
        let is_written = || match is_exact {
            true => quoted.iter().all(|line| is_blank(line) || file.writes.has(line)),
            false => quoted.iter().any(|line| !is_blank(line) && file.writes.has(line)),
        };
        let may_be = is_text || matches!(extent, Extent::Lines | Extent::Text) && is_written();
        let moves = hunks.iter().all(|hunk| hunk.new.is_empty());
        if moves || quoted.is_empty() || !may_be {
            return Ok(());
        }
        for run in file.edits.runs().iter().filter(|run| run.old.is_empty()) {
            file.budget.spend(run.new.len())?;
            let new: Vec<&[u8]> = run.new.iter().map(|line| &*line.body).collect();
            let has = match (is_text, is_exact) {
                (true, _) => new.join(&b'\n').contains_str(quoted.join(&b'\n')),
                (false, true) => new.windows(quoted.len()).any(|lines| lines == quoted),
                (false, false) => {
                    let text = &file.text;
                    let at = run.old.start;
                    let above = text.window(at.saturating_sub(quoted.len())..at);
                    let below = text.window(at..(at + quoted.len()).min(text.len()));
                    has_loosely(&above, &new, &below, quoted)
                }
            };
            let is_named = |name: &[u8]| {
                hunks.iter().flat_map(Hunk::bodies).any(|line| line.contains_str(name))
                    && !quoted.iter().any(|line| line.contains_str(name))
            };
            let is_called = || {
                new.iter().any(|line| match Role::of(line) {
                    Role::Declares(name) => !name.is_empty() && is_named(name),
                    _ => false,
                })
            };
            if has && !is_called() {
                let block = run.blocks[0];
                let failure = file.ambiguous(tier.unwrap_or(Tier::Exact), vec![place.clone()]);
                return Err(refused(failure, Some(Unchosen::Added(block))));
            }
        }
        Ok(())
    }
}

/// Returns whether the quoted lines are among new ones, or go on from these into the lines around them, but for white
/// space at their edges, for blank lines, and for those that stand for others.
fn has_loosely(above: &[&[u8]], new: &[&[u8]], below: &[&[u8]], quoted: &[&[u8]]) -> bool {
    let lines = |lines: &[&'_ [u8]]| {
        lines
            .iter()
            .map(|line| line.trim_ascii().to_vec())
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
    };
    let [above, new, below] = [above, new, below].map(lines);
    let is_new = above.len()..above.len() + new.len();
    let there = [above, new, below].concat();
    let parts: Vec<Vec<Vec<u8>>> =
        quoted.split(|line| locate::leaves_out(line)).map(lines).filter(|part| !part.is_empty()).collect();
    let next = |part: &[Vec<u8>], from: usize| {
        (from..there.len()).find(|at| there[*at..].starts_with(part)).map(|at| at..at + part.len())
    };
    (0..there.len()).any(|from| {
        let mut from = from;
        let mut places = parts.iter().map(|part| {
            let place = next(part, from)?;
            from = place.end;
            Some(place)
        });
        let places: Option<Vec<Range<usize>>> = places.by_ref().collect();
        places.is_some_and(|places| {
            places.iter().any(|place| place.start < is_new.end && is_new.start < place.end)
        })
    })
}
