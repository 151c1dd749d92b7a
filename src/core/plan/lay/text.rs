//! Blocks of exact text, which need not be whole lines, and of lines below a numbered one.

use std::ops::Range;

use bstr::ByteSlice as _;

use crate::core::{
    edits::Part,
    locate::{EXACT, Place, Tier, Unlaid},
    outcome::{Applied, Around, Failure, Note, Outcome, Unchosen},
    plan::{files::File, job::Job, refuse},
    reply::Extent,
    splice::Hunk,
    text::{Ending, Text, indentation, is_blank, places_of},
};

/// Of a text that is at more places, no more are named.
const MOST_PLACES: usize = 1000;

/// Lines as one text, with `\n` at their ends.
struct Joined<'t> {
    lines: Vec<&'t [u8]>,
    bytes: Vec<u8>,
    /// The offset of each line.
    starts: Vec<usize>,
}

impl<'t> Joined<'t> {
    fn of(lines: Vec<&'t [u8]>, is_open: bool) -> Self {
        let (mut bytes, mut starts) = (Vec::new(), Vec::with_capacity(lines.len()));
        for line in &lines {
            starts.push(bytes.len());
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        if is_open {
            bytes.pop();
        }
        Self { lines, bytes, starts }
    }

    fn of_text(text: &'t Text) -> Self {
        Self::of(text.all(), ends_open(text))
    }

    /// The places of a text where another one may come, or is, those that overlap too.
    fn places(&self, old: &[u8], new: &[u8]) -> Vec<Range<usize>> {
        let offsets = offsets(old, new);
        let is_fit = |part: &Range<usize>| {
            !self.goes_on(part, old, new)
                && !self.begins_in_indentation(part.start, old, new)
                && (self.is_made(part, &offsets, new) || !self.is_cut(part))
        };
        places_of(old, &self.bytes).take(MOST_PLACES).map(|at| at..at + old.len()).filter(is_fit).collect()
    }

    /// Returns whether the new text would go on with a line that is not quoted, above or below: a line break at an edge
    /// of the old text that the new one has not there is a blank line, or the end of a line.
    fn goes_on(&self, part: &Range<usize>, old: &[u8], new: &[u8]) -> bool {
        let has_text = |beside: &[u8]| !beside.is_empty() && beside != b"\n";
        let (above, below) = (&self.bytes[..part.start], &self.bytes[part.end..]);
        let begins = |text: &[u8]| text.starts_with(b"\n");
        let ends = |text: &[u8]| text.ends_with(b"\n");
        !new.is_empty()
            && (begins(old) && !begins(new) && has_text(&above[above.len().saturating_sub(1)..])
                || ends(old) && !ends(new) && has_text(&below[..below.len().min(1)]))
    }

    /// Returns whether the old text means whole lines and begins within the indentation of its first one, or behind that
    /// while the new text begins with it: what is left of it would indent another line, or the first one twice.
    fn begins_in_indentation(&self, at: usize, old: &[u8], new: &[u8]) -> bool {
        let left = &self.bytes[self.starts[self.line_at(at)]..at];
        let has_several = || [old, new].iter().any(|text| text.contains(&b'\n'));
        let is_indented = || old.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        let is_twice = || indentation(new) == left;
        !left.is_empty()
            && is_blank(left)
            && (old.ends_with(b"\n") || is_indented() && has_several() || !is_indented() && is_twice())
    }

    /// Returns whether a text is a name or number that others have in them.
    fn is_in_names(&self, old: &[u8]) -> bool {
        let is_cut = |at| self.is_cut(&(at..at + old.len()));
        old.windows(2).all(|two| binds(&two[..1], &two[1..])) && places_of(old, &self.bytes).any(is_cut)
    }

    /// Returns whether a name or number is only in part in a part of the text.
    fn is_cut(&self, part: &Range<usize>) -> bool {
        let binds = |at: usize| binds(&self.bytes[..at], &self.bytes[at..]);
        binds(part.start) || binds(part.end)
    }

    /// Returns whether a name or number is only in part in each of these parts, and a word of a name in one of them:
    /// `valid` in `invalid`. All names that begin with `old_` may be meant by that.
    fn is_cut_at_all(&self, parts: &[Range<usize>]) -> bool {
        let cuts = |at: usize| cuts_word(&self.bytes[..at], &self.bytes[at..]);
        parts.iter().all(|part| self.is_cut(part))
            && parts.iter().any(|part| cuts(part.start) || cuts(part.end))
    }

    /// The first line that the new text has below its first one and that is indented less than the only line of the
    /// old text, which begins at an offset but for its indentation. The old text may be quoted without its indentation,
    /// and then so are the lines below.
    fn outdented(&self, at: usize, old: &[u8], new: &[u8]) -> Option<usize> {
        let indentation = &self.bytes[self.starts[self.line_at(at)]..at];
        let is_less = |(_, line): &(usize, &[u8])| !is_blank(line) && !line.starts_with(indentation);
        let is_line = is_blank(indentation) && !old.contains(&b'\n');
        let mut below = new.split(|byte| *byte == b'\n').enumerate().skip(1);
        below.find(|line| is_line && is_less(line)).map(|(number, _)| number)
    }

    /// The places of a text that do not overlap, from the first on.
    fn apart(&self, old: &[u8]) -> Vec<Range<usize>> {
        memchr::memmem::find_iter(&self.bytes, old).map(|at| at..at + old.len()).collect()
    }

    /// Returns whether the new text, which has the old one at these offsets, is around a part.
    fn is_made(&self, part: &Range<usize>, offsets: &[usize], new: &[u8]) -> bool {
        let mut starts = offsets.iter().filter_map(|offset| part.start.checked_sub(*offset));
        starts.any(|start| self.bytes[start..].starts_with(new))
    }

    fn line_at(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The lines that a part touches.
    fn lines_of(&self, part: &Range<usize>) -> Range<usize> {
        self.line_at(part.start)..self.line_at(part.end.saturating_sub(1)) + 1
    }

    /// The change of whole lines that puts `new` in the place of these parts, which are in order.
    fn laid<'r>(&self, parts: &[Range<usize>], new: &[u8]) -> Option<Place<'r>> {
        let first = self.line_at(parts.first()?.start);
        let mut at = self.starts[first];
        let mut text = Vec::new();
        for part in parts {
            text.extend_from_slice(&self.bytes[at..part.start]);
            text.extend_from_slice(new);
            at = part.end;
        }
        let is_line_end = at > 0 && self.bytes[at - 1] == b'\n';
        let last = if is_line_end && (text.is_empty() || text.ends_with(b"\n") || at == self.bytes.len()) {
            // The lines of the parts end where the text ends.
            if at == self.bytes.len() { self.lines.len() } else { self.line_at(at) }
        } else {
            let last = self.line_at(at);
            text.extend_from_slice(&self.lines[last][at - self.starts[last]..]);
            text.push(b'\n');
            last + 1
        };
        let text = text.strip_suffix(b"\n").map_or_else(|| (!text.is_empty()).then_some(&text[..]), Some);
        let new: Vec<&[u8]> = text.map_or_else(Vec::new, |text| text.split(|byte| *byte == b'\n').collect());
        let hunks = Hunk::between(&self.lines[first..last], &new, first);
        Some(Place::new(first..last, hunks.into_iter().map(Hunk::into_owned).collect()))
    }
}

/// Returns whether the last sign of a text and the first of another one are of one name or number. Not all languages
/// have blanks between words, so that other letters than those of ASCII do not count.
fn binds(before: &[u8], after: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    match (before, after) {
        ([.., last], [first, ..]) if is_word(last) && is_word(first) => true,
        ([.., last], [b'.', rest @ ..]) => is_digit(Some(last)) && is_digit(rest.first()),
        ([rest @ .., b'.'], [first, ..]) => is_digit(rest.last()) && is_digit(Some(first)),
        _ => false,
    }
}

/// Returns whether the last sign of a text and the first of another one are of one word of a name, or of one number.
fn cuts_word(before: &[u8], after: &[u8]) -> bool {
    let is_parted = match (before, after) {
        ([.., b'_'], _) | (_, [b'_', ..]) => true,
        ([.., last], [first, rest @ ..]) if first.is_ascii_uppercase() => {
            last.is_ascii_lowercase() || rest.first().is_some_and(u8::is_ascii_lowercase)
        }
        _ => false,
    };
    binds(before, after) && !is_parted
}

/// Refuses a change of a text that is a part of longer names or numbers at some of its places.
fn refuse_longer(file: &File<'_>, joined: &Joined<'_>, parts: &[Range<usize>]) -> Result<(), Failure> {
    let cut: Vec<usize> =
        parts.iter().filter(|part| joined.is_cut(part)).map(|part| joined.line_at(part.start)).collect();
    if cut.is_empty() || cut.len() == parts.len() {
        return Ok(());
    }
    let places: Vec<Range<usize>> = parts.iter().map(|part| joined.lines_of(part)).collect();
    // Of what earlier blocks made of the file, no lines are shown.
    let around = if file.edits.is_empty() { Around::apart(&places, &file.text) } else { Vec::new() };
    let lines = places.into_iter().map(|lines| lines.start).collect();
    Err(Failure::Ambiguous { tier: Tier::Exact, lines, around, unchosen: Some(Unchosen::Longer(cut)) })
}

/// Returns whether the last line has no newline.
fn ends_open(text: &Text) -> bool {
    text.len().checked_sub(1).is_some_and(|last| text.ending(last) == Ending::None)
}

/// Offsets of a text in one that has more on its lines, and no more lines.
fn offsets(old: &[u8], new: &[u8]) -> Vec<usize> {
    /// A text with more of them repeats itself.
    const MOST: usize = 8;
    let is_longer = |at: &usize| {
        let mut added = new[..*at].iter().chain(&new[at + old.len()..]);
        new.len() > old.len() && added.all(|byte| *byte != b'\n')
    };
    places_of(old, new).take(MOST).filter(is_longer).collect()
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
            Extent::Text => false,
            Extent::EveryText => true,
        };
        let (old, new) = (with_newlines(self.sections.search), with_newlines(self.sections.replace));
        if old.is_empty() {
            return self.not_found(file, None);
        }
        file.budget.spend(file.text.bytes().len() / 8 + old.len())?;
        if every {
            return self.every_text(file, &old, &new).map(Some);
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
                if joined.is_in_names(&old) {
                    refuse_longer(file, &joined, &joined.apart(&old))?;
                }
                file.notes.extend((all.len() > 1).then_some(Note::OneOfMany));
                let place = joined.laid(std::slice::from_ref(part), &new);
                place.map(|place| self.lay_text(file, place)).transpose()
            }
            ([] | [_], None, _) if !file.edits.is_empty() => self.in_result_text(file, &old, &new),
            ([], ..) => Ok(None),
            (all, ..) => {
                let lines = all.iter().map(|part| joined.lines_of(part)).collect();
                Err(file.ambiguous(Tier::Exact, lines))
            }
        }
    }

    /// Refuses a text whose only place is in lines that an earlier block changes, where what that leaves does not have
    /// it.
    pub(crate) fn refuse_changed_text(&self, file: &File<'r>) -> Result<(), Failure> {
        if self.edit.hints.extent != Extent::Text || file.edits.is_empty() {
            return Ok(());
        }
        let (old, new) = (with_newlines(self.sections.search), with_newlines(self.sections.replace));
        let joined = Joined::of_text(&file.text);
        let [only] = &joined.places(&old, &new)[..] else { return Ok(()) };
        let lines = joined.lines_of(only);
        let mut runs = file.edits.near(&lines);
        let changed = runs.find(|run| run.old.start < lines.end && lines.start < run.old.end);
        changed.map_or(Ok(()), |run| {
            Err(Failure::Overlap { block: run.blocks[0], line: run.old.start.max(lines.start) })
        })
    }

    /// Puts a text in every place of another one, those included that earlier blocks wrote.
    fn every_text(&self, file: &mut File<'r>, old: &[u8], new: &[u8]) -> Result<Outcome, Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        edits::Edits,
        splice::{apply, splices},
    };

    /// The text with every place of `old` replaced, by changes of lines.
    fn replaced(source: &str, old: &str, new: &str) -> String {
        let text = Text::new(source.as_bytes().to_vec());
        let joined = Joined::of_text(&text);
        let place = joined.laid(&joined.apart(old.as_bytes()), new.as_bytes()).expect("a place");
        let mut edits = Edits::default();
        edits.add(&text, place.hunks, Some(&place.lines), 0).expect("nothing to overlap with");
        let bytes = apply(text.bytes(), &splices(&text, edits.runs(), Ending::Lf));
        String::from_utf8(bytes).expect("text")
    }

    proptest::proptest! {
        #[test]
        fn lines_change_as_the_text_does(source in "[ab\n]{0,12}", old in "[ab\n]{1,3}", new in "[abc\n]{0,3}") {
            let source = format!("x{source}x\n");
            // Whether a file ends with a newline belongs to the file.
            if source.contains(&old) && !source.ends_with(&old) {
                proptest::prop_assert_eq!(replaced(&source, &old, &new), source.replace(&old, &new));
            }
        }
    }

    #[test]
    fn line_endings_are_those_of_the_file() {
        assert_eq!(replaced("a\r\nb c\r\nd", "b c\nd", "e\nf\ng"), "a\r\ne\r\nf\r\ng");
    }
}
