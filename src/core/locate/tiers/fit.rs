//! Fits: the differences between the lines of a place and those of SEARCH, by which REPLACE is written there.

use super::{doubt, indent, signs::Signs, unicode};
use crate::core::locate::{
    line::{Budget, Lines, OverBudget, Tolerance, are_equal_but_for_ends},
    search::Search,
    unlaid::Unlaid,
};

/// The way REPLACE lines are written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// As they are in the reply.
    Verbatim,
    /// With their leading white space mapped.
    Indented(indent::Mapping),
    /// With their leading white space mapped, and with the file's own characters.
    Folded(Option<indent::Mapping>, Signs),
}

impl Fit {
    /// Returns whether all lines are written as they are, or shifted by one amount.
    pub(super) fn is_shift(&self) -> bool {
        match self {
            Self::Verbatim | Self::Folded(None, _) => true,
            Self::Indented(mapping) | Self::Folded(Some(mapping), _) => {
                matches!(mapping, indent::Mapping::Deeper { .. } | indent::Mapping::Shallower { .. })
            }
        }
    }

    /// Completes the mapping of the fit from the file, or returns the reason why nothing can be written by
    /// it. `place` is the first line of the place, if it is known which of `lines` are above it.
    pub(super) fn checked(
        self,
        search: &Search<'_>,
        lines: &dyn Lines,
        place: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Result<Self, Unlaid>, OverBudget> {
        let mut settled = |mapping: indent::Mapping| {
            if !mapping.is_unsettled(search) {
                return Ok(mapping);
            }
            budget.spend(4 * lines.count())?;
            Ok(mapping.settled(search, lines))
        };
        let fit = match self {
            Self::Indented(mapping) => Self::Indented(settled(mapping)?),
            Self::Folded(mapping, signs) => {
                Self::Folded(mapping.map(settled).transpose()?, signs.in_language(search.language))
            }
            fit => fit,
        };
        let (Self::Indented(mapping) | Self::Folded(Some(mapping), _)) = &fit else { return Ok(Ok(fit)) };
        let is_wrapped = match place {
            Some(place) => doubt::is_wrapped(mapping, search, lines, place, budget)?,
            None => false,
        };
        Ok(doubt::doubtful(mapping, search, is_wrapped).map_or(Ok(fit), Err))
    }
}

/// The tightest fit within a tolerance.
pub(super) fn fits(tolerates: Tolerance, window: &[&[u8]], search: &[&[u8]]) -> Option<Fit> {
    if window == search || tolerates != Tolerance::Endings && are_equal_but_for_ends(window, search) {
        return Some(Fit::Verbatim);
    }
    let indented = || indent::learn(window, search).map(Fit::Indented);
    let folded = || {
        let mapping = unicode::fits(window, search)?;
        Some(Fit::Folded(mapping, Signs::learn(window, search)))
    };
    match tolerates {
        Tolerance::Endings | Tolerance::TrailingSpace => None,
        Tolerance::Indentation => indented(),
        Tolerance::Characters => indented().or_else(folded),
    }
}
