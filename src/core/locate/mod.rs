//! The ladder: where in a file does a block's SEARCH section stand?
//!
//! Tiers are tried in order, each more tolerant than the one before. The first that finds anything decides: exactly
//! one place, or none at all. There is no similarity matching; a score never decides where text goes.

mod already;
mod blank;
mod exact;
mod indent;
mod nearest;
mod placeholder;
mod scan;
mod trailing;

use std::{borrow::Cow, ops::Range};

use super::{
    splice::{self, Hunk, Op},
    text::is_blank,
};

pub use already::{done_around, done_instead};
pub use nearest::{Nearest, nearest};
pub use placeholder::placeholder;
pub use scan::{Budget, OverBudget, Places, scan};

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// Equal but for line endings.
    Exact,
    /// Equal but for white space at the ends of lines.
    Trailing,
    /// As `Trailing`, but for one mapping of leading white space.
    Indent,
    /// As the tiers before, without the blank edges that SEARCH and REPLACE have in common.
    Blank,
}

impl Tier {
    /// All tiers, in the order they are tried.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Trailing, Self::Indent, Self::Blank];

    /// The name used in options, configuration and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Trailing => "trailing",
            Self::Indent => "indent",
            Self::Blank => "blank",
        }
    }
}

/// A block's sections as lines without endings, ready to be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<'r> {
    /// The lines to find.
    pub search: Vec<&'r [u8]>,
    /// The lines to put there.
    pub replace: Vec<&'r [u8]>,
    /// How many blank lines at the upper and at the lower edge stand in both sections.
    edges: (usize, usize),
    /// The difference between the sections, counted from below the upper edge.
    ops: Vec<Op>,
}

impl<'r> Search<'r> {
    /// Takes the sections apart.
    pub fn new(search: &'r [u8], replace: &'r [u8]) -> Self {
        let search: Vec<_> = super::text::bodies(search).collect();
        let replace: Vec<_> = super::text::bodies(replace).collect();
        let blank_in_both = |(a, b): &(&&[u8], &&[u8])| a == b && is_blank(a);
        let upper = search.iter().zip(&replace).take_while(blank_in_both).count();
        let (below, below_too) = (&search[upper..], &replace[upper..]);
        let lower = below.iter().rev().zip(below_too.iter().rev()).take_while(blank_in_both).count();
        let ops = splice::difference(&below[..below.len() - lower], &below_too[..below_too.len() - lower]);
        Self { search, replace, edges: (upper, lower), ops }
    }

    /// SEARCH without the blank edges that it shares with REPLACE: what the places of every tier have in common.
    pub fn core(&self) -> &[&'r [u8]] {
        &self.search[self.edges.0..self.search.len() - self.edges.1]
    }

    /// The runs of lines that the block changes.
    pub fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        let upper = self.edges.0;
        self.ops.iter().map(move |op| Op {
            old: op.old.start + upper..op.old.end + upper,
            new: op.new.start + upper..op.new.end + upper,
        })
    }

    /// Whether SEARCH says enough for the tiers from `indent` on: two lines with content, or twelve letters and digits.
    fn is_telling(&self) -> bool {
        let with_content = self.search.iter().filter(|line| !is_blank(line)).count();
        let bytes = self.search.iter().flat_map(|line| line.iter());
        with_content >= 2
            || bytes.filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).take(12).count() == 12
    }
}

/// The lines among which a place is looked for: those of a file, or a part of what earlier blocks made of it.
pub trait Lines {
    /// How many lines there are.
    fn count(&self) -> usize;
    /// The lines of a range without their endings.
    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]>;
}

impl Lines for super::text::Text {
    fn count(&self) -> usize {
        self.len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self.window(range)
    }
}

impl Lines for [&[u8]] {
    fn count(&self) -> usize {
        self.len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self[range].to_vec()
    }
}

/// How REPLACE lines are written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fit {
    /// As they stand in the reply.
    Verbatim,
    /// With their leading white space mapped.
    Indented(indent::Mapping),
}

impl Fit {
    fn line<'r>(&self, line: &'r [u8]) -> Option<Cow<'r, [u8]>> {
        match self {
            Self::Verbatim => Some(Cow::Borrowed(line)),
            Self::Indented(mapping) => mapping.line(line),
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

/// Why a tier has no place although SEARCH stands there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlaid {
    /// REPLACE has a line whose leading white space the mapping does not explain.
    #[error("line {line} of the REPLACE section has an indentation that the file's does not explain")]
    Indentation {
        /// The line in REPLACE, from 1.
        line: usize,
    },
}

/// The places that a tier finds, and why it passed others over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found<'r> {
    /// Where the change can be laid.
    pub places: Vec<Place<'r>>,
    /// Why it cannot be laid at the first place where SEARCH stands too.
    pub unlaid: Option<Unlaid>,
}

/// What one tier finds among candidates, which are the first lines of places where `search.core()` stands but for white
/// space at the edges of lines.
///
/// # Errors
///
/// When looking would take too long.
pub fn at_tier<'r, L: Lines + ?Sized>(
    tier: Tier,
    lines: &L,
    candidates: &[usize],
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    if tier >= Tier::Indent && !search.is_telling() {
        return Ok(found);
    }
    let (upper, lower) = if tier >= Tier::Blank { blank::EDGES } else { search.edges };
    let wanted = &search.search[search.edges.0 - upper..search.search.len() - (search.edges.1 - lower)];
    for &core in candidates {
        let Some(first) = core.checked_sub(upper) else { continue };
        let range = first..first + wanted.len();
        if range.end > lines.count() {
            continue;
        }
        let window = lines.bodies(range.clone());
        budget.spend(window.iter().map(|line| line.len() + 1).sum())?;
        let Some(fit) = fits(tier, &window, wanted) else { continue };
        match lay(search, core, &fit) {
            Ok(hunks) => found.places.push(Place { lines: range, hunks }),
            Err(unlaid) => found.unlaid = found.unlaid.or(Some(unlaid)),
        }
    }
    Ok(found)
}

/// The tightest fit within a tier's tolerance.
fn fits(tier: Tier, window: &[&[u8]], search: &[&[u8]]) -> Option<Fit> {
    if exact::fits(window, search) || tier >= Tier::Trailing && trailing::fits(window, search) {
        return Some(Fit::Verbatim);
    }
    if tier >= Tier::Indent { indent::learn(window, search).map(Fit::Indented) } else { None }
}

/// Lays the difference between SEARCH and REPLACE where the core of SEARCH starts at line `core`.
fn lay<'r>(search: &Search<'r>, core: usize, fit: &Fit) -> Result<Vec<Hunk<'r>>, Unlaid> {
    let upper = search.edges.0;
    let written = |line: usize| {
        fit.line(search.replace[line + upper]).ok_or(Unlaid::Indentation { line: line + upper + 1 })
    };
    search
        .ops
        .iter()
        .map(|op| {
            Ok(Hunk {
                old: core + op.old.start..core + op.old.end,
                new: op.new.clone().map(written).collect::<Result<_, _>>()?,
            })
        })
        .collect()
}
