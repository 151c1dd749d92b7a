//! Rungs that compare line by line: `exact`, `trailing`, `indent`, `unicode` and `blank`.

use std::ops::Range;

use super::{fit::fits, lay::lay};
use crate::core::{
    locate::{
        equivalence::{Edges, Tolerance},
        folding::folded_lines,
        found::{Found, Place},
        lines::Hay,
        rung::Rung,
        scan::{Budget, OverBudget},
        search::Search,
        unlaid::Unlaid,
    },
    splice::Hunk,
    text::is_blank,
};

/// The places of SEARCH by the equivalence of a rung.
pub(in crate::core::locate) fn find<'r>(
    rung: &Rung,
    hay: &Hay<'_>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    match (rung.tolerates, hay.folded) {
        (Tolerance::Characters, Some(folded)) => {
            let core = folded_lines(search.core());
            let candidates = folded.places(&core.iter().map(|line| &**line).collect::<Vec<_>>(), budget)?;
            among(rung, hay, &candidates, search, budget)
        }
        // Without special characters there is nothing that the rung before would not have found.
        (Tolerance::Characters, None) if rung.edges == Edges::Quoted => Ok(Found::default()),
        _ => among(rung, hay, hay.candidates, search, budget),
    }
}

/// Those of the candidates at which SEARCH is. They are the first lines of the places where `search.core()`
/// is but for the rung's tolerance and white space at the edges of lines.
fn among<'r>(
    rung: &Rung,
    hay: &Hay<'_>,
    candidates: &[usize],
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    let upper = if rung.edges == Edges::Dropped { 0 } else { search.edges.0 };
    let (wanted, _) = search.sections(rung.edges);
    for &core in candidates {
        let Some(first) = core.checked_sub(upper) else { continue };
        let range = first..first + wanted.len();
        if range.end > hay.lines.count() {
            continue;
        }
        let window = hay.lines.bodies(range.clone());
        budget.spend(window.iter().map(|line| line.len() + 1).sum())?;
        let Some(fit) = fits(rung.tolerates, &window, wanted) else { continue };
        let laid = fit.checked(search, hay.whole(), budget)?;
        let laid = laid.and_then(|fit| lay(search, hay.lines, core, &fit));
        let is_bound =
            |hunks: &Vec<Hunk<'r>>| rung.edges == Edges::Quoted || is_bound(search, hay, &range, hunks);
        match laid.and_then(|hunks| if is_bound(&hunks) { Ok(hunks) } else { Err(Unlaid::Edge) }) {
            Ok(hunks) => found.places.push(Place { lines: range, hunks }),
            Err(unlaid) => found.unlaid.push((range, unlaid)),
        }
    }
    Ok(found)
}

/// Returns whether the new lines next to a blank edge that is dropped have a blank line, or an end of the
/// file, next to them too: else they come between lines that belong together, such as a decorator and its
/// function.
fn is_bound(search: &Search<'_>, hay: &Hay<'_>, range: &Range<usize>, hunks: &[Hunk<'_>]) -> bool {
    let inserts = |at: usize| hunks.iter().any(|hunk| hunk.old == (at..at));
    let blank = |line: usize| hay.lines.bodies(line..line + 1).iter().all(|line| is_blank(line));
    let (upper, lower) = search.edges;
    let dropped = |line: usize| is_blank(search.search[line]);
    let above = upper > 0 && dropped(upper - 1) && inserts(range.start);
    let below = lower > 0 && dropped(search.search.len() - lower) && inserts(range.end);
    let is_start = range.start == 0 || blank(range.start - 1);
    let is_end = range.end == hay.lines.count() || blank(range.end);
    (!above || is_start) && (!below || is_end)
}
