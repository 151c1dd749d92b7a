//! Blocks of exact text, which need not be whole lines, and of lines below a numbered one.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::joined::{Joined, ends_open, offsets};
use crate::core::{
    edits::Part,
    locate::{self, EXACT, Place, Tier, Unlaid},
    outcome::{Applied, Around, Failure, Note, Outcome, Unchosen},
    plan::{files::File, job::Job, refuse},
    reply::Extent,
    splice::Hunk,
    text::{Text, is_blank},
};

/// Refuses a change of a text that is a part of longer names or numbers at some of its places.
fn refuse_longer(file: &File<'_>, joined: &Joined<'_>, parts: &[Range<usize>]) -> Result<(), Failure> {
    let cut: Vec<usize> =
        parts.iter().filter(|part| joined.is_cut(part)).map(|part| joined.line_at(part.start)).collect();
    if cut.is_empty() || cut.len() == parts.len() {
        return Ok(());
    }
    Err(ambiguous(file, joined, parts, Some(Unchosen::Longer(cut))))
}

/// The failure of a text that is at these places, not all of which may be meant.
fn ambiguous(
    file: &File<'_>,
    joined: &Joined<'_>,
    parts: &[Range<usize>],
    unchosen: Option<Unchosen>,
) -> Failure {
    let places: Vec<Range<usize>> = parts.iter().map(|part| joined.lines_of(part)).collect();
    // Of what earlier blocks made of the file, no lines are shown.
    let around = if file.edits.is_empty() { Around::apart(&places, &file.text) } else { Vec::new() };
    let lines = places.into_iter().map(|lines| lines.start).collect();
    Failure::Ambiguous { tier: Tier::Exact, lines, around, unchosen }
}

/// Refuses a new text that ends with what is behind the old one in its line, or begins with what is in front of it: it
/// would be there twice.
fn refuse_repeated(
    file: &File<'_>,
    joined: &Joined<'_>,
    part: &Range<usize>,
    new: &[u8],
) -> Result<(), Failure> {
    let around = joined.around(part).map(<[u8]>::trim_ascii);
    if !locate::repeats_rest(around, &joined.bytes[part.clone()], new) {
        return Ok(());
    }
    Err(Failure::Duplicate { is_beside: true, around: Around::new(joined.lines_of(part), &file.text) })
}

/// A text without carriage returns in front of newlines.
fn with_newlines(text: &[u8]) -> Vec<u8> {
    text.replace("\r\n", "\n")
}

impl<'r> Job<'_, 'r> {
    /// Makes a block of exact text, or of lines below a numbered one; none where the ladder of lines is to
    /// find it.
    pub(crate) fn by_text(&self, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let every = match self.edit.hints.extent {
            Extent::Lines | Extent::File { .. } | Extent::Numbered(_) => return Ok(None),
            Extent::Below(line) => return self.below(line, file).map(Some),
            Extent::Text => None,
            Extent::EveryText => Some(None),
            Extent::Texts(count) => Some(Some(count)),
        };
        let (old, new) = (with_newlines(self.exact.search), with_newlines(self.exact.replace));
        if old.is_empty() {
            return self.not_found(file, None);
        }
        file.budget.spend(file.text.bytes().len() / 8 + old.len())?;
        if let Some(count) = every {
            return self.every_text(file, &old, &new, count).map(Some);
        }
        let joined = Joined::of_text(&file.text);
        let offsets = offsets(&old, &new);
        let places = joined.places(&old, &new);
        file.budget.spend(places.len().saturating_mul(old.len()))?;
        let is_same = |part: &Range<usize>| {
            let place = joined.laid(std::slice::from_ref(part), &new);
            place.is_some_and(|place| file.edits.has_all(&place.hunks))
        };
        let is_open = |part: &&Range<usize>| !file.edits.touches(&joined.lines_of(part)) || is_same(part);
        let mut open = places.iter().filter(is_open);
        match (&places[..], open.next(), open.next()) {
            (_, Some(part), None) if joined.is_made(part, &offsets, &new) => {
                Ok(Some(Outcome::AlreadyApplied))
            }
            (_, Some(part), None) if let Some(line) = joined.outdented(part.start, &old, &new) => {
                // Text below a blank line may be meant to leave the part of the file that the place is in.
                match new.split(|byte| *byte == b'\n').nth(line - 1).is_some_and(is_blank) {
                    true => self.not_found(file, Some(Unlaid::Outdented)),
                    false => Ok(None),
                }
            }
            (all, Some(part), None) => {
                refuse_longer(file, &joined, &joined.apart(&old))?;
                refuse_repeated(file, &joined, part, &new)?;
                file.notes.extend((all.len() > 1).then_some(Note::OneOfMany));
                let place = joined.laid(std::slice::from_ref(part), &new);
                place.map(|place| self.lay_text(file, place)).transpose()
            }
            ([] | [_], None, _) => self.in_result_text(file, &old, &new),
            (all, ..) => {
                let lines = all.iter().map(|part| joined.lines_of(part)).collect();
                Err(file.ambiguous(Tier::Exact, lines))
            }
        }
    }

    /// Puts a text in every place of another one, those included that earlier blocks wrote. `count` is how many there are
    /// to be, if the reply says that.
    fn every_text(
        &self,
        file: &mut File<'r>,
        old: &[u8],
        new: &[u8],
        count: Option<usize>,
    ) -> Result<Outcome, Failure> {
        // Edits may double what the one before wrote.
        file.budget.spend(usize::try_from(file.size()).unwrap_or(usize::MAX) / 8)?;
        let part = file.edits.whole(&file.text);
        let joined = Joined::of(file.edits.result(&file.text, &part), ends_open(&file.text));
        let (apart, offsets) = (joined.apart(old), offsets(old, new));
        let is_outdented = |part: &Range<usize>| {
            let at = part.start;
            joined.begins_in_indentation(at, old, new) || joined.outdented(at, old, new).is_some()
        };
        if apart.iter().any(is_outdented) {
            return self.not_found(file, Some(Unlaid::Outdented));
        }
        file.budget.spend(apart.len() * offsets.len() * new.len() / 8)?;
        let is_made = |part: &&Range<usize>| joined.is_made(part, &offsets, new);
        match (apart.iter().find(is_made), apart.iter().all(|part| is_made(&part))) {
            (Some(_), true) => return Ok(Outcome::AlreadyApplied),
            // The old text may be a part of another word there.
            (Some(made), false) => {
                let around = Around::new(joined.lines_of(made), &Text::new(joined.bytes.clone()));
                return Err(Failure::Duplicate { is_beside: false, around });
            }
            (None, _) => {}
        }
        if joined.is_cut_at_all(&apart) {
            return self.not_found(file, None);
        }
        if !apart.is_empty() && count.is_some_and(|count| count != apart.len()) {
            return Err(ambiguous(file, &joined, &apart, None));
        }
        refuse_longer(file, &joined, &apart)?;
        let Some(place) = joined.laid(&apart, new) else { return self.not_found(file, None) };
        file.notes.push(Note::EveryPlace { count: apart.len() });
        if file.edits.is_empty() {
            return self.lay_text(file, place);
        }
        self.add_to_all(file, &part, place.hunks)
    }

    /// Lays a change of text in the source.
    fn lay_text(&self, file: &mut File<'r>, place: Place<'r>) -> Result<Outcome, Failure> {
        if place.hunks.is_empty() {
            return Ok(Outcome::NoOp);
        }
        if let Some(outcome) = self.if_present(file, &EXACT, &place)? {
            return Ok(outcome);
        }
        // Text that begins within a line tells nothing of indentation.
        let first =
            self.search.search.first().filter(|first| file.text.body(place.lines.start).starts_with(first));
        if first.is_some() {
            self.refuse_moved(file, &place.lines)?;
        }
        self.refuse_below_head(file, &place)?;
        self.add(file, place.hunks, Some(Tier::Exact), Some(place.lines))
    }

    /// Makes the block in what earlier ones made of the file.
    fn in_result_text(
        &self,
        file: &mut File<'r>,
        old: &[u8],
        new: &[u8],
    ) -> Result<Option<Outcome>, Failure> {
        let part = file.edits.whole(&file.text);
        let joined = Joined::of(file.edits.result(&file.text, &part), ends_open(&file.text));
        let places = joined.places(old, new);
        let place = match &places[..] {
            [] => return Ok(None),
            [only] => joined.laid(std::slice::from_ref(only), new),
            several => {
                let lines = several.iter().map(|part| joined.line_at(part.start)).collect();
                let (tier, around) = (Tier::Exact, Vec::new());
                return Err(Failure::Ambiguous { tier, lines, around, unchosen: None });
            }
        };
        let Some(place) = place else { return Ok(None) };
        self.add_to_all(file, &part, place.hunks).map(Some)
    }

    /// Adds a change of exact text to all that earlier blocks made of the file.
    fn add_to_all(&self, file: &mut File<'r>, all: &Part, hunks: Vec<Hunk<'r>>) -> Result<Outcome, Failure> {
        file.budget.spend(file.edits.runs().len())?;
        let before = file.edits.runs().to_vec();
        self.add_to_result(file, all, hunks)?;
        refuse::refuse_undone(file, &before)?;
        Ok(Outcome::Applied(Applied { tier: Some(Tier::Exact), before: None }))
    }

    /// Adds lines below a line of the file, which is known by its number alone.
    fn below(&self, line: usize, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let is_moved = file.edits.runs().iter().any(|run| run.old.start < line);
        if is_moved || line > file.text.len() {
            return self.not_found(file, Some(Unlaid::NoLine));
        }
        self.insert(file, line, Some(Tier::Exact))
    }
}
