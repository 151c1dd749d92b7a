//! The form of an entry of the ladder.

use std::ops::Range;

use super::{
    found::{Found, Place},
    line::{Budget, Edges, Lines, OverBudget, Tolerance},
    search::Search,
    unlaid::Unlaid,
};
use crate::core::{path::RepoPath, text::Text};

/// The name by which options, configuration and reports call a step of the ladder. Its words are in the
/// table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Equal but for line endings.
    Exact,
    /// Equal but for white space at the ends of lines.
    Trailing,
    /// Equal but for leading white space.
    Indent,
    /// Equal but for compatible characters, quotes, dashes and special spaces.
    Unicode,
    /// Equal but for blank edges, and fences at the edges.
    Blank,
    /// With placeholders for other lines.
    Elided,
    /// In an older version of the file.
    History,
    /// With quoted lines that differ.
    Context,
    /// A part of a line.
    Partial,
}

/// An entry of the ladder.
#[derive(Debug)]
pub struct Rung {
    /// The tier that it reports, and that allows it.
    pub tier: Tier,
    /// Its own name. The first rung of a tier gives that its name.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Conditions without which it is not tried.
    pub needs: Needs,
    /// The differences that its lines may have.
    pub tolerates: Tolerance,
    /// The part of SEARCH that it looks for.
    pub edges: Edges,
    /// The parts of what earlier blocks wrote that are looked at.
    pub written: Written,
    /// Older versions of the file are searched by it too.
    pub in_versions: bool,
    /// The way it looks.
    pub find: Find,
}

/// Conditions without which a rung is not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// SEARCH says enough to be found otherwise than as it is ([`Search::is_telling`]).
    pub telling: bool,
    /// No rung above found SEARCH at a place where REPLACE cannot be laid.
    pub unfound: bool,
}

/// The parts of what earlier blocks made of a file in which a rung may find something that is not in the
/// source: those that hold …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// … a line of SEARCH that they wrote, or a gap where they removed some.
    Lines,
    /// … such a line but for special characters.
    Characters,
    /// … anything, if SEARCH has a placeholder for other lines.
    Elisions,
    /// … anything.
    Anything,
    /// The source alone is searched.
    Nothing,
}

/// A block and the lines in which it is looked for, with the rest of the file around them.
#[derive(Clone, Copy)]
pub struct Hay<'t, 'r> {
    /// The block.
    pub search: &'t Search<'r>,
    /// The lines.
    pub lines: &'t dyn Lines,
    /// All lines of the file, where `lines` are a part of it.
    pub whole: Option<&'t dyn Lines>,
    /// The same lines with compatible characters folded, if folding changes any of them or of the block's.
    pub folded: Option<&'t dyn Lines>,
    /// The places of `search.core()` among `lines`.
    pub candidates: &'t [usize],
    /// Steps left for comparing.
    pub budget: &'t Budget,
}

impl<'t, 'r> Hay<'t, 'r> {
    /// All lines of a file, without their folded form.
    pub fn new(
        search: &'t Search<'r>,
        lines: &'t dyn Lines,
        candidates: &'t [usize],
        budget: &'t Budget,
    ) -> Self {
        Self { search, lines, whole: None, folded: None, candidates, budget }
    }

    /// The same with the folded form of the lines: this one, if that is another, or else theirs for a block that folding
    /// changes.
    #[must_use]
    pub fn with_folded(self, folded: Option<&'t Text>) -> Self {
        let folded = folded.map(|folded| folded as &dyn Lines);
        Self { folded: folded.or_else(|| (!self.search.is_plain()).then_some(self.lines)), ..self }
    }

    /// All lines of the file: lines far from a place may tell what it means.
    pub(super) fn whole(&self) -> &'t dyn Lines {
        self.whole.unwrap_or(self.lines)
    }
}

/// The way a rung looks for SEARCH.
#[derive(Clone, Copy, Debug)]
pub enum Find {
    /// Among lines: those of the file, of a part of what earlier blocks made of it, or of an older version.
    Lines(for<'r> fn(&Rung, &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget>),
    /// In the file as it is, with all that is known of it.
    File(FileFind),
    /// In the records of earlier batches.
    Record,
    /// In older versions.
    History,
    /// By REPLACE, which may be there instead.
    Already,
}

/// A way to look at the file as it is.
pub type FileFind = for<'r> fn(&Site<'_, 'r>) -> Result<Answer<'r>, OverBudget>;

/// A block, and the file that it is applied to.
#[derive(Clone, Copy)]
pub struct Site<'s, 'r> {
    /// The file.
    pub text: &'s Text,
    /// Its path.
    pub path: &'s RepoPath,
    /// The block.
    pub search: &'s Search<'r>,
    /// The places of `search.core()` but for white space at the edges of lines.
    pub candidates: &'s [usize],
    /// Steps left for comparing.
    pub budget: &'s Budget,
}

/// The answer of a rung that looks at the file as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<'r> {
    /// Nothing is found.
    None,
    /// SEARCH is at these places, and nothing singles one out.
    Several(Vec<Range<usize>>),
    /// SEARCH is at one place, but REPLACE cannot be laid there.
    Unlaid(Unlaid),
    /// This is the change.
    Laid {
        /// The place and the change.
        place: Place<'r>,
        /// The remark.
        note: MatchNote,
    },
}

/// A remark on a block that is applied where SEARCH is not as it is quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchNote {
    /// Lines that it only quotes differ from the file's, which keeps its own.
    Quoted {
        /// Number of lines of SEARCH with content that are not in the file as they are.
        differing: usize,
        /// The lines of the file, from 0, that are not in SEARCH as they are.
        kept: Vec<usize>,
    },
    /// A stretch of SEARCH is indented otherwise than the rest of it, and new lines are indented as those
    /// next to them.
    Uneven {
        /// The lines of the file before, from 0, from which on the indentation differs by another amount.
        steps: Vec<usize>,
    },
}

impl Rung {
    /// Looks for SEARCH among lines. A rung that needs more than lines finds nothing.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    pub fn among_lines<'r>(&self, hay: &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget> {
        match self.find {
            Find::Lines(find) if self.takes(hay.search) => find(self, hay),
            _ => Ok(Found::default()),
        }
    }

    /// Returns false for a block that the rung cannot find, wherever it is looked for.
    pub fn takes(&self, search: &Search<'_>) -> bool {
        let framed = search.is_unfenced && self.edges == Edges::Quoted;
        !framed && (!self.needs.telling || search.is_telling())
    }
}
