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
    text::{filled, is_blank},
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
                    file.budget.spend(2 * quoted.len())?;
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
    // Each line between two newlines, so that whole lines are found.
    let text = |lines: &[&[u8]]| {
        let filled = filled(lines.iter().map(|line| line.trim_ascii()));
        filled.flat_map(|line| [line, b"\n"]).collect::<Vec<_>>().concat()
    };
    let [above, new, below] = [above, new, below].map(text);
    let (start, end) = (above.len() + 1, above.len() + 1 + new.len());
    let there = [b"\n".to_vec(), above, new, below].concat();
    let parts = quoted.split(|line| locate::leaves_out(line)).map(text).filter(|part| !part.is_empty());
    let parts: Vec<Vec<u8>> = parts.map(|part| [b"\n".to_vec(), part].concat()).collect();
    let meets_new = |part: &Vec<u8>| {
        let around = (start + 2).saturating_sub(part.len())..(end + part.len() - 2).min(there.len());
        there[around].contains_str(part)
    };
    parts.iter().all(|part| there.contains_str(part)) && parts.iter().any(meets_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_lines_go_on_from_new_ones() {
        let has = |quoted: &[&str]| {
            let lines = |lines: &[&'static str]| lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>();
            let quoted: Vec<&[u8]> = quoted.iter().map(|line| line.as_bytes()).collect();
            has_loosely(&lines(&["a", "b"]), &lines(&["  c", "", "d"]), &lines(&["e", "f"]), &quoted)
        };
        for quoted in
            [&["c"][..], &["b", "c"], &["d", "", "e", "f"], &["a", "...", "d"], &["a", "b", "c", "d", "e"]]
        {
            assert!(has(quoted), "{quoted:?}");
        }
        for quoted in [&["b"][..], &["a", "b"], &["e", "f"], &["b", "d"], &["d", "g"], &["c", "...", "g"]] {
            assert!(!has(quoted), "{quoted:?}");
        }
    }
}
