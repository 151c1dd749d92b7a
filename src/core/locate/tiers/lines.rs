//! Rungs that compare line by line: `exact`, `trailing`, `indent`, `unicode` and `blank`.

use std::{borrow::Cow, ops::Range};

use super::{fit::fits, half::quoted_as_made, lay::lay};
use crate::core::{
    locate::{
        found::{Found, Place},
        line::{Edges, Lines, OverBudget, Tolerance},
        rung::{Hay, Rung},
        search::Search,
        unlaid::Unlaid,
    },
    splice::{Hunk, changed},
    text::is_blank,
    typeset::folded_lines,
};

/// The places of SEARCH by the equivalence of a rung.
pub(in crate::core::locate) fn find<'r>(rung: &Rung, hay: &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget> {
    match (rung.tolerates, hay.folded) {
        (Tolerance::Characters, Some(folded)) => {
            let core = folded_lines(hay.search.core());
            let core: Vec<&[u8]> = core.iter().map(|line| &**line).collect();
            among(rung, &Hay { candidates: &folded.places(&core, hay.budget)?, ..*hay })
        }
        // Without special characters there is nothing that the rung before would not have found.
        (Tolerance::Characters, None) if rung.edges == Edges::Quoted => Ok(Found::default()),
        _ => among(rung, hay),
    }
}

/// Those of the candidates at which SEARCH is. They are the first lines of the places where `search.core()`
/// is but for the rung's tolerance and white space at the edges of lines.
fn among<'r>(rung: &Rung, hay: &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget> {
    let Hay { search, lines, budget, .. } = *hay;
    let mut found = Found::default();
    let upper = if rung.edges == Edges::Dropped { 0 } else { search.edges.0 };
    let (wanted, _) = search.sections(rung.edges);
    for &core in hay.candidates {
        let Some(first) = core.checked_sub(upper) else { continue };
        let range = first..first + wanted.len();
        if range.end > lines.count() {
            continue;
        }
        let window = lines.bodies(range.clone());
        budget.spend(window.iter().map(|line| line.len() + 1).sum())?;
        let Some(fit) = fits(rung.tolerates, &window, wanted) else { continue };
        let there = (search.edges.0 - upper..).zip(window.iter().copied());
        if let Some(line) = quoted_as_made(search, there) {
            found.unlaid.push((range, Unlaid::HalfMade { line: line + 1 }));
            continue;
        }
        // Of a part of the file the lines above it are not known.
        let place = hay.whole.is_none().then_some(first);
        let laid = fit.checked(search, hay.whole(), place, budget)?;
        let laid = laid.and_then(|fit| lay(search, lines, core, &fit));
        let is_bound =
            |hunks: &Vec<Hunk<'r>>| rung.edges == Edges::Quoted || is_bound(search, lines, &range, hunks);
        match laid.and_then(|hunks| if is_bound(&hunks) { Ok(hunks) } else { Err(Unlaid::Edge) }) {
            Ok(mut hunks) => {
                if rung.edges == Edges::Dropped {
                    keep_blanks(&mut hunks, search, lines, &range);
                }
                if rung.edges == Edges::Dropped && !keeps_gaps(&hunks, search, lines, &range) {
                    found.unlaid.push((range, Unlaid::Blanks));
                } else {
                    found.places.push(Place::new(range, hunks));
                }
            }
            Err(unlaid) => found.unlaid.push((range, unlaid)),
        }
    }
    Ok(found)
}

/// Returns whether a change leaves the blank lines at each edge of a place of which the file has fewer than SEARCH, and
/// REPLACE as many as one of the two. Where all three differ, nothing tells how many there are to be.
fn keeps_gaps(hunks: &[Hunk<'_>], search: &Search<'_>, lines: &dyn Lines, range: &Range<usize>) -> bool {
    fn blank<'l>(lines: impl Iterator<Item = &'l &'l [u8]>) -> usize {
        lines.take_while(|line| is_blank(line)).count()
    }
    let Search { search: wanted, replace: given, edges, .. } = search;
    if *edges == (0, 0) || !given.is_empty() && given.iter().all(|line| is_blank(line)) {
        return true;
    }
    let within = lines.bodies(range.clone());
    let shifted = |hunk: &Hunk<'_>| {
        let old = hunk.old.start - range.start..hunk.old.end - range.start;
        Hunk { old, new: hunk.new.iter().map(|line| Cow::Owned(line.to_vec())).collect() }
    };
    let hunks: Vec<Hunk<'_>> = hunks.iter().map(shifted).collect();
    let made = changed(&within, &hunks);
    let above = lines.bodies(range.start.saturating_sub(wanted.len())..range.start);
    let below = lines.bodies(range.end..(range.end + wanted.len()).min(lines.count()));
    let is_right = |wanted: usize, given: usize, there: usize, made: usize| {
        there >= wanted || made == there && (given == there || given == wanted)
    };
    let (upper, lower) = (blank(above.iter().rev()), blank(below.iter()));
    is_right(
        blank(wanted.iter()),
        blank(given.iter()),
        upper + blank(within.iter()),
        upper + blank(made.iter()),
    ) && is_right(
        blank(wanted.iter().rev()),
        blank(given.iter().rev()),
        lower + blank(within.iter().rev()),
        lower + blank(made.iter().rev()),
    )
}

/// Keeps blank lines at the edges of a place: of those that SEARCH has there and REPLACE has not, the ones that
/// the file lacks were never there, and taking them out takes nothing.
fn keep_blanks(hunks: &mut Vec<Hunk<'_>>, search: &Search<'_>, lines: &dyn Lines, range: &Range<usize>) {
    fn blank<'l>(lines: impl Iterator<Item = &'l &'l [u8]>) -> usize {
        lines.take_while(|line| is_blank(line)).count()
    }
    let Search { search: wanted, replace: given, .. } = search;
    let within = lines.bodies(range.clone());
    let beyond = lines.bodies(range.end..(range.end + wanted.len()).min(lines.count()));
    let above = lines.bodies(range.start.saturating_sub(wanted.len())..range.start);
    // Number of lines to keep, with those of SEARCH, of REPLACE, and of the file within the place and beyond.
    let kept = |wanted: usize, given: usize, within: usize, beyond: usize| {
        let goes = wanted.saturating_sub(given).min(within);
        let more = (within + beyond).saturating_sub(given);
        if within + beyond < wanted { goes.saturating_sub(more) } else { 0 }
    };
    let (wanted, given) = (wanted.iter(), given.iter());
    let lower = blank(within.iter().rev());
    let lower = kept(blank(wanted.clone().rev()), blank(given.clone().rev()), lower, blank(beyond.iter()));
    let upper = kept(blank(wanted), blank(given), blank(within.iter()), blank(above.iter().rev()));
    let goes = |hunk: &&mut Hunk<'_>, count: usize| hunk.old.len() >= count;
    if let Some(last) = hunks.last_mut().filter(|last| last.old.end == range.end && goes(last, lower)) {
        last.old.end -= lower;
    }
    if let Some(first) =
        hunks.first_mut().filter(|first| first.old.start == range.start && goes(first, upper))
    {
        first.old.start += upper;
    }
    hunks.retain(|hunk| !hunk.old.is_empty() || !hunk.new.is_empty());
}

/// Returns whether the new lines next to a blank edge that is dropped have a blank line, or an end of the
/// file, next to them too: else they come between lines that belong together, such as a decorator and its
/// function.
fn is_bound(search: &Search<'_>, lines: &dyn Lines, range: &Range<usize>, hunks: &[Hunk<'_>]) -> bool {
    let has_blank = |hunk: &Hunk<'_>| hunk.new.iter().any(|line| is_blank(line));
    let grows = |hunk: &&Hunk<'_>| hunk.new.len() > hunk.old.len() || !hunk.old.is_empty() && has_blank(hunk);
    let grows_above = hunks.first().filter(grows).is_some_and(|hunk| hunk.old.start == range.start);
    let grows_below = hunks.last().filter(grows).is_some_and(|hunk| hunk.old.end == range.end);
    let blank = |line: usize| lines.bodies(line..line + 1).iter().all(|line| is_blank(line));
    let (upper, lower) = search.edges;
    let dropped = |line: usize| is_blank(search.search[line]);
    let above = upper > 0 && dropped(upper - 1) && grows_above;
    let below = lower > 0 && dropped(search.search.len() - lower) && grows_below;
    let is_start = range.start == 0 || blank(range.start - 1);
    let is_end = range.end == lines.count() || blank(range.end);
    (!above || is_start) && (!below || is_end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        locate::{LADDER, line::Budget},
        text::Text,
    };

    /// The file with the change that `blank` makes; none where it finds no place.
    fn changed(file: &str, search: &str, replace: &str) -> Option<String> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let budget = Budget::for_bytes(1000);
        let candidates = Lines::places(&text, search.core(), &budget).expect("budget");
        let rung = LADDER.iter().find(|rung| rung.name == "blank").expect("a rung");
        let found = find(rung, &Hay::new(&search, &text, &candidates, &budget)).expect("budget");
        let [place] = &found.places[..] else { return None };
        let mut lines: Vec<&[u8]> = text.all();
        for hunk in place.hunks.iter().rev() {
            lines.splice(hunk.old.clone(), hunk.bodies());
        }
        Some(lines.iter().map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect())
    }

    #[test]
    fn lines_that_come_at_a_blank_edge_need_one_in_the_file() {
        let file = "one(1)\ntwo(2)\nthree(3)\n";
        for (search, replace) in [
            ("\ntwo(2)\n", "\nmore(2)\ntwo(2)\n"),
            ("\ntwo(2)\n", "\nmore(2)\ntwo(3)\n"),
            ("two(2)\n\n", "two(3)\nmore(2)\n\n"),
        ] {
            assert_eq!(changed(file, search, replace), None, "{search}{replace}");
            let whole = [search.replace("two", "one"), replace.replace("two", "one")];
            let is_above = search.starts_with('\n');
            let at_edge = if is_above { file.replace("one(1)", "one(2)") } else { "one(2)\n".to_owned() };
            assert!(changed(&at_edge, &whole[0], &whole[1]).is_some(), "{search}{replace}");
        }
        assert_eq!(changed(file, "one(1)\ntwo(2)\n\n", "\nmore(2)\n\n"), None);
        let same = changed(file, "\ntwo(2)\n", "\ntwo(3)\n");
        assert_eq!(same.as_deref(), Some("one(1)\ntwo(3)\nthree(3)\n"));
    }

    #[test]
    fn a_blank_line_of_search_alone_that_the_file_lacks_takes_none_of_the_files() {
        let (file, after) = ("one(1)\ntwo(2)\n\nrest\n", "one(1)\ntwo(3)\n\nrest\n");
        let replace = "one(1)\ntwo(3)\n\n";
        assert_eq!(changed(file, "one(1)\ntwo(2)\n\n\n", replace).as_deref(), Some(after));
        let more = file.replace("\n\n", "\n\n\n");
        assert_eq!(changed(&more, "one(1)\ntwo(2)\n\n\n\n", replace), None);
        let twice = changed(file, "one(1)\ntwo(2)\n\n\n", "one(1)\n\nmore(1)\ntwo(2)\n\n");
        assert!(twice.is_none_or(|twice| twice == file.replace("two", "\nmore(1)\ntwo")));
        let file = "rest\n\none(1)\ntwo(2)\n";
        let upper = changed(file, "\n\none(1)\ntwo(2)\n", "\none(3)\ntwo(2)\n");
        assert_eq!(upper.as_deref(), Some("rest\n\none(3)\ntwo(2)\n"));
        assert_eq!(changed(file, "\n\none(1)\ntwo(2)\n", "\none(1)\ntwo(2)\n").as_deref(), Some(file));
    }
}
