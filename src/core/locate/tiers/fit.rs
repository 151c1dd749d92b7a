//! Fits: the differences between the lines of a place and those of SEARCH, by which REPLACE is written there.

use std::borrow::Cow;

use super::{doubt, indent, signs::Signs, unicode};
use crate::core::locate::{
    line::{Budget, Lines, OverBudget, Tolerance, are_equal_but_for_ends},
    search::Search,
    unlaid::Unlaid,
};

/// The way REPLACE lines are written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// The mapping of their leading white space; none where it stays.
    pub(super) mapping: Option<indent::Mapping>,
    /// The file's own characters; none where those of the reply stay.
    pub(super) signs: Option<Signs>,
}

impl Fit {
    /// Lines as they are in the reply.
    pub(super) const VERBATIM: Self = Self { mapping: None, signs: None };

    /// Returns whether all lines are indented as they are, or shifted by one amount.
    pub(super) fn is_shift(&self) -> bool {
        self.mapping.as_ref().is_none_or(indent::Mapping::is_shift)
    }

    /// A line with the leading white space that it gets; none if the mapping does not explain that.
    pub(super) fn indented<'r>(&self, line: &'r [u8]) -> Option<Cow<'r, [u8]>> {
        self.mapping.as_ref().map_or(Some(Cow::Borrowed(line)), |mapping| mapping.line(line))
    }

    /// Completes the mapping of the fit from the file, or returns the reason why nothing can be written by
    /// it. `place` is the first line of the place, if it is known which of `lines` are above it.
    pub(super) fn checked(
        self,
        search: &Search<'_>,
        lines: &dyn Lines,
        place: Option<usize>,
        budget: &Budget,
    ) -> Result<Result<Self, Unlaid>, OverBudget> {
        let signs = self.signs.map(|signs| signs.in_language(search.language));
        let Some(mut mapping) = self.mapping else { return Ok(Ok(Self { mapping: None, signs })) };
        if mapping.is_unsettled(search) {
            budget.spend(4 * lines.count())?;
            mapping = mapping.settled(search, lines);
        }
        let is_wrapped = match place {
            Some(place) => doubt::is_wrapped(&mapping, search, lines, place, budget)?,
            None => false,
        };
        let doubt = doubt::doubtful(&mapping, search, is_wrapped);
        Ok(doubt.map_or(Ok(Self { mapping: Some(mapping), signs }), Err))
    }
}

/// The tightest fit within a tolerance.
pub(super) fn fits(tolerates: Tolerance, window: &[&[u8]], search: &[&[u8]]) -> Option<Fit> {
    if window == search || tolerates != Tolerance::Endings && are_equal_but_for_ends(window, search) {
        return Some(Fit::VERBATIM);
    }
    let indented = || Some(Fit { mapping: Some(indent::learn(window, search)?), signs: None });
    let folded =
        || Some(Fit { mapping: unicode::fits(window, search)?, signs: Some(Signs::learn(window, search)) });
    match tolerates {
        Tolerance::Endings | Tolerance::TrailingSpace => None,
        Tolerance::Indentation => indented(),
        Tolerance::Characters => indented().or_else(folded),
    }
}
