//! Blocks whose lines end with semicolons that the file does without, or the reverse.

use super::{edit::Job, file::File};
use crate::core::{
    locate::{self, Tier, plain, plain_with},
    outcome::{Failure, Note, Outcome},
    syntax::{self, Ends, Language, languages},
};

/// So many times as many statements of the file end as those at the place do, for that to be its style.
const STYLE: usize = 4;

impl<'r> Job<'_, 'r> {
    /// Makes the block where it stands but for semicolons that say nothing, before and after the change; where the rest of
    /// the file says that this is its style.
    pub(super) fn by_terminator(
        &self,
        file: &mut File<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        let [language] = *languages(self.path) else { return Ok(None) };
        if self.settings.last_tier < Tier::Context || !syntax::has_optional_ends(language) {
            return Ok(None);
        }
        let Some(found) = locate::by_terminator(&file.text, &self.search, &mut file.budget)? else {
            return Ok(None);
        };
        let now = file.text.window(0..file.text.len());
        let quoted = found.as_quoted.iter().map(Vec::as_slice);
        let quoted =
            [&now[..found.lines.start], &quoted.collect::<Vec<_>>(), &now[found.lines.end..]].concat();
        let says_nothing = |a: &[u8], b: &[u8]| syntax::differ_in_ends_only(language, a, b);
        let (text, as_quoted) = (plain(&now), plain(&quoted));
        if !says_nothing(&text, &as_quoted) || !is_style(language, &text, &as_quoted, &found) {
            return Ok(None);
        }
        let Some(change) = found.change else { return Ok(Some(Outcome::AlreadyApplied)) };
        let written = plain_with(&now, &change.written);
        if written == text || !says_nothing(&written, &plain_with(&quoted, &change.meant)) {
            return Ok(None);
        }
        notes.push(Note::Terminators { lines: found.differing, lacks: found.lacks });
        self.add(file, change.written, Some(Tier::Context), Some(found.lines), notes).map(Some)
    }
}

/// Whether the statements of the file mostly end as the lines do that differ, all of those at the place do, and all of
/// those in SEARCH end the other way.
fn is_style(language: Language, text: &[u8], as_quoted: &[u8], found: &locate::Ended<'_>) -> bool {
    let ends = |text| syntax::ends(language, text, &found.lines);
    let (Some((all, inside)), Some((_, quoted))) = (ends(text), ends(as_quoted)) else { return false };
    // How many end as in the file, and how many as in SEARCH.
    let sides = |ends: Ends| if found.lacks { (ends.without, ends.with) } else { (ends.with, ends.without) };
    let ((own, other), (_, against), (against_too, _)) = (sides(all), sides(inside), sides(quoted));
    own > 0 && other * STYLE <= own && against + against_too == 0
}
