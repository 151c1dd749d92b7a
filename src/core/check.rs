//! Rules for commits, over the lines that a change adds: bytes in, findings out.
//!
//! [`RULES`] is the one list of the rules, and each has a file. A rule gets a [`Change`] and reports what it
//! [`Found`]; what rules have in common is done here: only added lines count, and markers and placeholders
//! that are meant as text (see [`Rule::is_of_text`]) are dropped.

mod change;
mod code;
mod documentation;
mod found;
mod lines;
mod marker;
mod rules;
#[cfg(test)]
mod tests;

use bstr::ByteSlice as _;

use super::text::Text;

pub use change::{Change, Code, IGNORE, judge};
pub use found::{Found, Key, What};
pub use lines::Lines;
pub use marker::{MARKER_SIZE, Markers, Part};
pub use rules::{Hint, Level, Levels, RULES, Rule};

/// Findings of the rules that are not off, in the order of the lines.
pub fn examine(change: &Change<'_>, levels: &Levels) -> Vec<(&'static Rule, Level, Found)> {
    let mut all = Vec::new();
    for (rule, level) in levels.iter().filter(|(_, level)| *level != Level::Off) {
        let mut add = |found: Found| {
            let most = if found.what.is_unsure() { levels.unsure() } else { level };
            all.push((rule, level.min(most), found));
        };
        (rule.run)(change, &mut add);
    }
    if let Some(lines) = &change.lines {
        let mut fenced = None;
        all.retain(|(rule, _, found)| {
            let Some(line) = found.line else { return true };
            if !lines.is_added(line) && (lines.is_of_merge() || !found.what.may_be_on_any_line()) {
                return false;
            }
            if !rule.is_of_text {
                return true;
            }
            let fenced = fenced.get_or_insert_with(|| documentation::fenced(change.path, lines.new_text()));
            let is_meant = |line| is_silenced(lines.new_text(), line);
            !change.is_ignored
                && !fenced.holds(line)
                && !is_meant(line)
                && !found.opener.is_some_and(is_meant)
        });
    }
    join(&mut all);
    // A marker that is left over breaks its file as a matter of course.
    if all.iter().any(|(.., found)| found.what.is_marker()) {
        all.retain(|(.., found)| !matches!(found.what, What::Syntax { .. }));
    }
    all.sort_by_key(|(_, _, found)| found.line);
    all
}

/// Makes one finding of the markers of one block.
fn join(all: &mut Vec<(&'static Rule, Level, Found)>) {
    let mut joined: Vec<(&'static Rule, Level, Found)> = Vec::with_capacity(all.len());
    for (rule, level, mut found) in all.drain(..) {
        let block = found.opener.or(found.line);
        let same = |(known, _, before): &&mut (&'static Rule, Level, Found)| {
            known.id() == rule.id() && before.opener.or(before.line) == block
        };
        let first = joined.last_mut().filter(same).and_then(|(.., before)| before.what.markers());
        match (first, found.what.markers(), found.line) {
            (Some(first), Some(_), Some(line)) => first.last = line,
            _ => joined.push((rule, level, found)),
        }
    }
    *all = joined;
}

/// Returns whether a comment on the line or directly above says that it is meant.
fn is_silenced(text: &Text, line: usize) -> bool {
    let says = |line: usize| text.body(line).contains_str(IGNORE);
    says(line) || line.checked_sub(1).is_some_and(says)
}
