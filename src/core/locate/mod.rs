//! The ladder: where in a file does a block's SEARCH section stand?
//!
//! Tiers are tried in order, each more tolerant than the one before. The first that finds anything decides: exactly
//! one place, or none at all. There is no similarity matching; a score never decides where text goes.

mod already;
mod blank;
mod branch;
mod carry;
mod context;
mod doubt;
mod elided;
mod exact;
mod indent;
mod index;
mod lay;
mod lines;
mod literal;
mod nearest;
mod neighbours;
mod partial;
mod placeholder;
mod scan;
mod search;
mod steps;
mod terminator;
mod trailing;
mod unicode;
mod unlaid;

use std::ops::Range;

use super::splice::Hunk;
use lay::Fit;

pub use already::{done_around, done_instead, stands_instead, went};
pub use carry::{Carried, carry, plain, plain_with};
pub use context::{ByContext, Quoted, by_context};
pub use lines::{Hay, Lines};
pub use nearest::{Nearest, nearest};
pub use neighbours::{ByNeighbours, by_neighbours};
pub use placeholder::{placeholder, says_placeholder};
pub use scan::{Budget, OverBudget, Places, key, scan};
pub use search::Search;
pub use terminator::{Change, Ended, by_terminator};
pub use unicode::{folded, folded_lines, is_plain};
pub use unlaid::Unlaid;

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// Equal but for line endings.
    Exact,
    /// Equal but for white space at the ends of lines.
    Trailing,
    /// As `Trailing`, but for one mapping of leading white space; where indentation is no meaning, at last one stretch of
    /// lines may have another.
    Indent,
    /// As `Indent`, but for compatible characters, quotes, dashes and special spaces.
    Unicode,
    /// As the tiers before, without the blank edges, and the fences at the edges, that SEARCH and REPLACE have in common.
    Blank,
    /// As the tiers before; a line that is only `...`, or words to that effect, in both sections stands for the lines in
    /// between.
    Elided,
    /// An older version of the file has it; the change made there merges with the file as it is.
    History,
    /// Every line that changes and those next to them are there; lines that are only quoted differ.
    Context,
    /// One line that is a part of one line of the file.
    Partial,
}

impl Tier {
    /// All tiers, in the order they are tried.
    pub const ALL: [Self; 9] = [
        Self::Exact,
        Self::Trailing,
        Self::Indent,
        Self::Unicode,
        Self::Blank,
        Self::Elided,
        Self::History,
        Self::Context,
        Self::Partial,
    ];

    /// The name used in options, configuration and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Trailing => "trailing",
            Self::Indent => "indent",
            Self::Unicode => "unicode",
            Self::Blank => "blank",
            Self::Elided => "elided",
            Self::History => "history",
            Self::Context => "context",
            Self::Partial => "partial",
        }
    }
}

/// A place where a block's change can be laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'r> {
    /// The lines that SEARCH stands for.
    pub lines: Range<usize>,
    /// The change there.
    pub hunks: Vec<Hunk<'r>>,
}

/// The places that a tier finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found<'r> {
    /// Where the change can be laid.
    pub places: Vec<Place<'r>>,
    /// Where SEARCH stands too but the change cannot be laid, and why not.
    pub unlaid: Vec<(Range<usize>, Unlaid)>,
}

impl Found<'_> {
    /// The lines of all places where SEARCH stands, ascending.
    pub fn stands(&self) -> Vec<Range<usize>> {
        let laid = self.places.iter().map(|place| place.lines.clone());
        let mut all: Vec<_> = laid.chain(self.unlaid.iter().map(|(lines, _)| lines.clone())).collect();
        all.sort_by_key(|lines| (lines.start, lines.end));
        all
    }
}

/// What one tier finds in a file, or in a part of what earlier blocks made of it.
///
/// # Errors
///
/// When looking would take too long.
pub fn at_tier<'r>(
    tier: Tier,
    hay: &Hay<'_>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    if tier >= Tier::Indent && !search.is_telling() || tier < Tier::Blank && search.is_unfenced {
        return Ok(Found::default());
    }
    match tier {
        Tier::Exact | Tier::Trailing | Tier::Indent => by_lines(tier, hay, hay.candidates, search, budget),
        Tier::Unicode | Tier::Blank => match hay.folded {
            Some(folded) => {
                let core = unicode::folded_lines(search.core());
                let candidates =
                    folded.places(&core.iter().map(|line| &**line).collect::<Vec<_>>(), budget)?;
                by_lines(tier, hay, &candidates, search, budget)
            }
            None if tier == Tier::Blank => by_lines(tier, hay, hay.candidates, search, budget),
            None => Ok(Found::default()),
        },
        Tier::Elided => elided::find(hay, search, budget),
        // These need more than lines: see `carry` and `by_context`.
        Tier::History | Tier::Context => Ok(Found::default()),
        Tier::Partial => partial::find(hay, search, budget),
    }
}

/// The tiers that compare line by line. `candidates` are the first lines of the places where `search.core()` stands but
/// for what the tier tolerates and white space at the edges of lines.
fn by_lines<'r>(
    tier: Tier,
    hay: &Hay<'_>,
    candidates: &[usize],
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    let upper = if tier >= Tier::Blank { blank::EDGES.0 } else { search.edges.0 };
    let (wanted, _) = search.sections(tier);
    for &core in candidates {
        let Some(first) = core.checked_sub(upper) else { continue };
        let range = first..first + wanted.len();
        if range.end > hay.lines.count() {
            continue;
        }
        let window = hay.lines.bodies(range.clone());
        budget.spend(window.iter().map(|line| line.len() + 1).sum())?;
        let Some(fit) = fits(tier, &window, wanted) else { continue };
        let laid = fit.checked(search, hay.whole(), budget)?;
        match laid.and_then(|fit| lay::lay(search, hay.lines, core, &fit)) {
            Ok(hunks) => found.places.push(Place { lines: range, hunks }),
            Err(unlaid) => found.unlaid.push((range, unlaid)),
        }
    }
    Ok(found)
}

/// The tightest fit within a tier's tolerance.
fn fits(tier: Tier, window: &[&[u8]], search: &[&[u8]]) -> Option<Fit> {
    if exact::fits(window, search) || tier >= Tier::Trailing && trailing::fits(window, search) {
        return Some(Fit::Verbatim);
    }
    let indented = || indent::learn(window, search).map(Fit::Indented);
    let folded = || unicode::fits(window, search).map(Fit::Folded);
    match tier {
        Tier::Exact | Tier::Trailing => None,
        Tier::Indent => indented(),
        _ => indented().or_else(folded),
    }
}

/// Whether a byte is one of a name or a number.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
