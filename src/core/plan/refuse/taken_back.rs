//! Edits of one reply that cancel each other: one of them takes back all that another one does somewhere, as a
//! reply does that goes on to say how its change is reverted. Nothing tells which of them is meant.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    slice,
};

use crate::core::{
    outcome::{Failure, Outcome},
    path::RepoPath,
    plan::{
        files::File,
        types::{BlockReport, Planned, find},
    },
    reply::Edit,
    script::{common_edges, meet},
    splice::{Hunk, Run},
    text::{TELLING, Text, bodies, filled, has_letter, is_blank, letters_of},
};

/// Refuses a block that was laid in what earlier ones wrote, where it leaves nothing of a change that one of
/// them makes. `before` are the runs that it was laid in.
pub(crate) fn refuse_taken_back(file: &File<'_>, before: &[Run<'_>]) -> Result<(), Failure> {
    for run in before {
        let was = changed(&file.text, slice::from_ref(run));
        for (block, lines) in run.laid.iter().filter(|(_, lines)| meets_one(&was, lines)) {
            let near: Vec<Run<'_>> = file.edits.near(lines).cloned().collect();
            if tells(&file.text, lines) && !meets_one(&changed(&file.text, &near), lines) {
                return Err(Failure::TakenBack { block: *block, line: Some(lines.start) });
            }
        }
    }
    Ok(())
}

/// Refuses a block of exact text after which nothing at all is left of an earlier one; one that takes back some of
/// the places of another one makes exceptions. `before` are the runs that it was laid in.
pub(crate) fn refuse_undone(file: &File<'_>, before: &[Run<'_>]) -> Result<(), Failure> {
    let runs = file.edits.runs();
    let (above, below) = common_edges(before, runs);
    let met = before[above..before.len() - below].iter().flat_map(|run| blocks_of(file, run));
    let is_left = |block: usize| {
        let of_block = runs.iter().filter(|run| run.blocks.contains(&block));
        of_block.flat_map(|run| blocks_of(file, run)).any(|other| other == block)
    };
    let gone = met.collect::<HashSet<usize>>().into_iter().filter(|block| !is_left(*block)).min();
    gone.map_or(Ok(()), |block| Err(Failure::TakenBack { block, line: None }))
}

/// The blocks whose lines a run changes.
fn blocks_of(file: &File<'_>, run: &Run<'_>) -> Vec<usize> {
    let changed = changed(&file.text, slice::from_ref(run));
    run.laid.iter().filter(|(_, lines)| meets_one(&changed, lines)).map(|(block, _)| *block).collect()
}

/// Refuses blocks that take lines out of a file of which others put the same ones in directly beside.
pub(crate) fn refuse_beside(file: &File<'_>, blocks: &mut [BlockReport]) {
    for group in file.edits.runs().chunk_by(|one, next| one.old.end == next.old.start) {
        let all: Vec<&(usize, Range<usize>)> = group.iter().flat_map(|run| &run.laid).collect();
        if group.len() < 2 || all.iter().all(|(block, _)| *block == all[0].0) {
            continue;
        }
        let changed = changed(&file.text, group);
        // Each line may take the place of its neighbour, up to one for which another text comes.
        let came: HashSet<&[u8]> =
            changed.iter().flat_map(Hunk::bodies).filter(|line| has_letter(line)).collect();
        let mut replaced = group.iter().filter(|run| !run.old.is_empty());
        if replaced.any(|run| run.new.iter().any(|line| came.contains(&*line.body))) {
            continue;
        }
        let is_back = |(_, lines): &&&(usize, Range<usize>)| {
            !lines.is_empty() && tells(&file.text, lines) && !meets_one(&changed, lines)
        };
        let Some((block, lines)) = all.iter().find(is_back) else { continue };
        let other = all.iter().map(|(other, _)| *other).rfind(|other| other != block);
        if let Some(other) = other {
            blocks[other].fail(Failure::TakenBack { block: *block, line: Some(lines.start) });
        }
    }
}

/// Refuses blocks of which one ends with the lines that the other begins with, directly below, or which insert at
/// one point what the other one begins or ends with: each has a part of one change, and the lines would be there
/// twice. So they would where one block ends within lines that the other one quotes too, with its change.
pub(crate) fn refuse_doubled(file: &File<'_>, blocks: &mut [BlockReport]) {
    /// The most runs that are held against one.
    const MOST: usize = 20;
    let runs = file.edits.runs();
    for (at, upper) in runs.iter().enumerate() {
        for (nth, lower) in runs[at + 1..].iter().enumerate().take(MOST) {
            let between = upper.old.end..lower.old.start;
            let is_bare =
                |has_text: fn(&[u8]) -> bool| !between.clone().any(|line| has_text(file.text.body(line)));
            let is_cut = || {
                (is_cut(upper, lower) || is_cut(lower, upper))
                    && (is_bare(has_letter)
                        || [upper, lower].iter().all(|run| is_within(&between, &run.place)))
            };
            let is_next = || nth == 0 && is_bare(|line| !is_blank(line));
            let are_others = upper.blocks != lower.blocks;
            if are_others
                && (is_cut() && are_doubled(upper, lower, true)
                    || is_next() && are_doubled(upper, lower, false))
            {
                let all = || upper.blocks.iter().chain(&lower.blocks).copied();
                if let (Some(first), Some(last)) = (all().min(), all().max()) {
                    blocks[last].fail(Failure::Overlap { block: first, line: upper.old.start });
                }
            }
        }
    }
}

/// Returns whether a run is at an edge of what its block quotes, while the block of another one quotes more there.
fn is_cut(run: &Run<'_>, other: &Run<'_>) -> bool {
    let (place, others) = (&run.place, &other.place);
    run.old.start == place.start && others.start < place.start && place.start < others.end
        || run.old.end == place.end && place.end < others.end && others.start < place.end
}

fn is_within(lines: &Range<usize>, place: &Range<usize>) -> bool {
    place.start <= lines.start && lines.end <= place.end
}

/// Returns whether lines that two runs bring in are the same: the last ones of the upper and the first ones of the
/// lower, or all of one at an edge of the other where both insert at one point; where a change `is_cut`, all of one
/// anywhere in the other.
fn are_doubled(upper: &Run<'_>, lower: &Run<'_>, is_cut: bool) -> bool {
    /// The most lines that are compared.
    const MOST: usize = 50;
    let [above, below] =
        [upper, lower].map(|run| -> Vec<&[u8]> { filled(run.new.iter().map(|line| &*line.body)).collect() });
    let tells = |lines: &[&[u8]]| letters_of(lines) >= TELLING;
    let is_doubled = |head: &[&[u8]]| {
        let is_all = |run: &Run<'_>, new: &[&[u8]]| run.old.is_empty() && head.len() == new.len();
        above.ends_with(head) && (is_all(upper, &above) || is_all(lower, &below) || tells(head))
    };
    let is_in = |lines: &[&[u8]], all: &[&[u8]]| {
        let most = lines.len() <= MOST && tells(lines);
        most && all.windows(lines.len()).any(|window| window == lines)
    };
    is_at_edge(upper, lower)
        || is_at_edge(lower, upper)
        || (1..=below.len().min(MOST)).any(|count| is_doubled(&below[..count]))
        || is_cut && (is_in(&above, &below) || is_in(&below, &above))
}

/// Returns whether two runs insert at one point, and the other one begins or ends with all lines of the first.
fn is_at_edge(run: &Run<'_>, other: &Run<'_>) -> bool {
    let is_at_one_point = run.old == other.old && run.old.is_empty();
    let of = |run: &Run<'_>| -> Vec<Vec<u8>> { run.new.iter().map(|line| line.body.to_vec()).collect() };
    is_at_one_point && {
        let (new, other) = (of(run), of(other));
        other.starts_with(&new) || other.ends_with(&new)
    }
}

/// Refuses blocks that take lines out of a file, with nothing in their place, which an edit that is made already
/// has brought in there, where none of them would be left: a change that moves lines and is made has them there.
/// Lines quoted with others of their place may be in another state by the edit that is made.
pub(crate) fn refuse_made(file: &File<'_>, edits: &[(usize, &Edit<'_>)], blocks: &mut [BlockReport]) {
    let is_made = |(block, _): &&(usize, &Edit<'_>)| blocks[*block].outcome == Outcome::AlreadyApplied;
    let mut brought: HashMap<&[u8], usize> = HashMap::new();
    for (block, edit) in edits.iter().filter(is_made) {
        let Some(sections) = edit.readings().next() else { continue };
        let known: HashSet<&[u8]> = bodies(sections.search).map(<[u8]>::trim_ascii).collect();
        let new = bodies(sections.replace).map(<[u8]>::trim_ascii).filter(|line| !known.contains(line));
        brought.extend(new.filter(|line| has_letter(line)).map(|line| (line, *block)));
    }
    if brought.is_empty() || file.edits.is_empty() {
        return;
    }
    let mut left: HashMap<&[u8], isize> = HashMap::new();
    for line in file.text.lines().map(|line| line.trim_ascii()) {
        if brought.contains_key(line) {
            *left.entry(line).or_default() += 1;
        }
    }
    for run in file.edits.runs() {
        for line in run.old.clone().map(|line| file.text.body(line).trim_ascii()) {
            left.entry(line).and_modify(|left| *left -= 1);
        }
        for line in &run.new {
            left.entry(line.body.trim_ascii()).and_modify(|left| *left += 1);
        }
    }
    let is_bare = |block: usize| {
        let at = edits.binary_search_by_key(&block, |(number, _)| *number);
        let sections = at.ok().and_then(|at| edits[at].1.readings().next());
        sections.is_some_and(|sections| !has_letter(sections.replace))
    };
    for run in file.edits.runs().iter().filter(|run| run.new.iter().all(|line| !has_letter(&line.body))) {
        for (block, lines) in run.laid.iter().filter(|(block, _)| is_bare(*block)) {
            let gone = |line: &usize| left.get(file.text.body(*line).trim_ascii()) == Some(&0);
            let Some(line) = lines.clone().find(gone) else { continue };
            let other = brought[file.text.body(line).trim_ascii()];
            blocks[*block].fail(Failure::TakenBack { block: other, line: Some(line) });
        }
    }
}

/// Returns whether lines that go say something; others may well be beside their place again.
fn tells(text: &Text, lines: &Range<usize>) -> bool {
    lines.is_empty() || lines.clone().any(|line| has_letter(text.body(line)))
}

/// The change that neighbouring runs make together: some of their lines may be as they were.
fn changed<'l>(text: &'l Text, runs: &'l [Run<'_>]) -> Vec<Hunk<'l>> {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Vec::new() };
    let (mut new, mut next) = (Vec::new(), first.old.start);
    for run in runs {
        new.extend((next..run.old.start).map(|line| text.body(line)));
        new.extend(run.new.iter().map(|line| &*line.body));
        next = run.old.end;
    }
    Hunk::between(&text.window(first.old.start..last.old.end), &new, first.old.start)
}

fn meets_one(changed: &[Hunk<'_>], lines: &Range<usize>) -> bool {
    changed.iter().any(|hunk| meet(&hunk.old, lines))
}

/// Refuses the last block on each file that blocks change as a whole and that is as it was before: made and
/// removed again, or removed and made.
pub(crate) fn refuse_whole(files: &[Planned], blocks: &mut [BlockReport]) {
    let is_changed = |path: &RepoPath| find(files, path).is_some();
    let is_whole = |at: &usize| matches!(&blocks[*at].outcome, Outcome::Applied(made) if made.tier.is_none());
    let moves = |numbers: &[usize]| numbers.iter().any(|number| blocks[*number].to.is_some());
    let cancelled = |(path, mut numbers): (&RepoPath, Vec<usize>)| {
        numbers.retain(is_whole);
        let is_cancelled = numbers.len() > 1 && !moves(&numbers) && !is_changed(path);
        is_cancelled.then(|| (numbers[0], numbers[numbers.len() - 1]))
    };
    let pairs: Vec<(usize, usize)> = BlockReport::by_path(blocks).into_iter().filter_map(cancelled).collect();
    for (first, last) in pairs {
        blocks[last].fail(Failure::TakenBack { block: first, line: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        splice::{Anchor, NewLine},
        text::Ending,
    };

    /// A run that puts these lines in the place of others, in a place that its block quotes.
    fn run(old: Range<usize>, new: &[&'static str], place: Range<usize>) -> Run<'static> {
        let line = |line: &&'static str| NewLine { body: line.as_bytes().into(), ending: Ending::Lf };
        let new = new.iter().map(line).collect();
        Run { old, new, blocks: Vec::new(), laid: Vec::new(), anchor: Anchor::Both, place }
    }

    fn doubled(upper: (Range<usize>, &[&'static str]), lower: (Range<usize>, &[&'static str])) -> [bool; 2] {
        let [upper, lower] = [upper, lower].map(|(old, new)| run(old.clone(), new, old));
        [false, true].map(|is_cut| are_doubled(&upper, &lower, is_cut))
    }

    #[test]
    fn lines_that_say_something_are_doubled_where_one_run_ends_and_the_next_begins_with_them() {
        let ends = |line| ["first()", line];
        let begins = |line| [line, "last()"];
        assert_eq!(doubled((1..1, &ends("shared_value()")), (2..2, &begins("shared_value()"))), [true; 2]);
        assert_eq!(doubled((1..1, &ends("}")), (2..2, &begins("}"))), [false; 2]);
        assert_eq!(doubled((1..1, &ends("shared_value()")), (2..2, &begins("other_value()"))), [false; 2]);
    }

    #[test]
    fn all_lines_of_an_insertion_are_doubled_whatever_they_say() {
        assert_eq!(doubled((1..1, &["a()"]), (2..2, &["a()", "b()"])), [true; 2]);
        assert_eq!(doubled((1..1, &["b()", "a()"]), (2..2, &["a()"])), [true; 2]);
        assert_eq!(doubled((1..2, &["b()", "a()"]), (2..3, &["a()"])), [false; 2]);
        // At one point, on either side.
        assert_eq!(doubled((1..1, &["b()", "a()"]), (1..1, &["b()"])), [true; 2]);
        assert_eq!(doubled((1..1, &["b()", "a()"]), (2..2, &["b()"])), [false; 2]);
    }

    #[test]
    fn lines_amid_those_of_another_run_are_doubled_where_a_change_is_cut() {
        let all = ["a()", "telling_line(x)", "b()"];
        assert_eq!(doubled((1..2, &["telling_line(x)"]), (2..3, &all)), [false, true]);
        assert_eq!(doubled((1..2, &all), (2..3, &["telling_line(x)"])), [false, true]);
        assert_eq!(doubled((1..2, &["x()"]), (2..3, &["a()", "x()", "b()"])), [false; 2]);
    }

    #[test]
    fn a_change_at_the_edge_of_its_place_is_cut_where_the_other_block_quotes_more() {
        let is_cut = |old: Range<usize>, others: Range<usize>| {
            super::is_cut(&run(old, &[], 3..6), &run(0..0, &[], others))
        };
        assert!(is_cut(3..4, 1..5) && is_cut(5..6, 4..8));
        // The places do not meet, the other one goes no further, or the change is amid its own lines.
        assert!(!is_cut(3..4, 1..3) && !is_cut(5..6, 6..8));
        assert!(!is_cut(3..4, 3..5) && !is_cut(5..6, 4..6));
        assert!(!is_cut(4..5, 1..5) && !is_cut(4..5, 4..8));
    }

    #[test]
    fn lines_are_within_a_place_that_has_all_of_them() {
        assert!(is_within(&(1..5), &(1..5)) && is_within(&(2..3), &(1..5)));
        assert!(!is_within(&(0..3), &(1..5)) && !is_within(&(2..6), &(1..5)));
    }

    #[test]
    fn brackets_and_blank_lines_that_go_say_nothing() {
        let text = Text::new(b"}\n\na\n".to_vec());
        assert!(!tells(&text, &(0..2)));
        assert!(tells(&text, &(0..3)) && tells(&text, &(1..1)));
    }
}
