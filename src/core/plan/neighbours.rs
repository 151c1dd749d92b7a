//! Tier `indent` where the indentation differs by more than one amount.

use super::{edit::Job, file::File};
use crate::core::{
    locate::{self, ByNeighbours, Found, Tier, Unlaid},
    outcome::{Around, Failure, Note, Outcome},
};

impl<'r> Job<'_, 'r> {
    /// The last resort of tier `indent`. A mapping that takes SEARCH, but not REPLACE, has the last word.
    pub(super) fn by_neighbours(
        &self,
        tier: Tier,
        file: &mut File<'r>,
        unlaid: &mut Option<Unlaid>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        if tier != Tier::Indent || unlaid.is_some() {
            return Ok(None);
        }
        let name = self.path.file_name();
        let found =
            locate::by_neighbours(&file.text, name, &self.candidates, &self.search, &mut file.budget)?;
        match found {
            ByNeighbours::One { place, steps } => {
                let outcome =
                    self.lay_in_source(file, tier, Found { places: vec![place], unlaid: Vec::new() }, notes)?;
                let applied = matches!(outcome, Outcome::Applied(_));
                notes.extend(applied.then_some(Note::Uneven { steps }));
                Ok(Some(outcome))
            }
            ByNeighbours::Several(lines) => {
                let length = self.search.search.len();
                let places = lines.iter().take(Around::PLACES).map(|first| *first..first + length);
                let around = places.map(|lines| Around::new(lines, &file.text)).collect();
                Err(Failure::Ambiguous { tier, lines, around })
            }
            ByNeighbours::Unlaid(why) => {
                *unlaid = Some(why);
                Ok(None)
            }
            ByNeighbours::None => Ok(None),
        }
    }
}
