//! Rungs that compare line by line: `exact`, `trailing`, `indent`, `unicode` and `blank`.

use super::{fit::fits, lay::lay};
use crate::core::locate::{
    equivalence::{Edges, Tolerance},
    folding::folded_lines,
    found::{Found, Place},
    lines::Hay,
    rung::Rung,
    scan::{Budget, OverBudget},
    search::Search,
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

/// Those of the candidates at which SEARCH is. They are the first lines of the places where `search.core()` is but for
/// the rung's tolerance and white space at the edges of lines.
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
        match laid.and_then(|fit| lay(search, hay.lines, core, &fit)) {
            Ok(hunks) => found.places.push(Place { lines: range, hunks }),
            Err(unlaid) => found.unlaid.push((range, unlaid)),
        }
    }
    Ok(found)
}
