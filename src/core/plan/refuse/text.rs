//! Refuses text that a block may not have, wherever it is applied.

use std::ops::Range;

use bstr::ByteSlice as _;

use crate::core::{
    language::{self, Language},
    locate::{self, Parted, Place, Search, Unlaid},
    outcome::Failure,
    plan::{files::File, job::Job},
    reply::{Extent, framed},
    splice::{Hunk, Run},
    text::{Text, indentation, is_blank},
};

impl<'r> Job<'_, 'r> {
    /// Refuses placeholders for code left out; `known` are the lines of the file that REPLACE is the whole of.
    pub(crate) fn refuse_placeholder(
        &self,
        known: &[&[u8]],
        language: Option<&Language>,
    ) -> Result<(), Failure> {
        if self.settings.allow_placeholder {
            return Ok(());
        }
        let search = if known.is_empty() { &self.search.search[..] } else { known };
        let found = locate::placeholder(search, &self.search.replace, language);
        found
            .map_or(Ok(()), |line| Err(Failure::Placeholder { line, text: self.search.replace[line].into() }))
    }

    /// Refuses lines without the indentation that they have in the file, where a line next to them has it: they
    /// would leave the part of the file that they are in. So are those that would go deeper than a line next to them, or
    /// be indented in another style.
    pub(crate) fn refuse_moved(&self, file: &mut File<'r>, place: &Range<usize>) -> Result<(), Failure> {
        match self.reindented(file.language).into_iter().find(|moved| moved.is_slip_at(place, &file.text)) {
            Some(Moved::Out { .. }) => self.not_found(file, Some(Unlaid::Outdented)),
            Some(Moved::ByOne) => self.not_found(file, Some(Unlaid::SignOver)),
            Some(Moved::Deeper) => self.not_found(file, Some(Unlaid::Indented)),
            Some(Moved::Restyled { .. }) => self.not_found(file, Some(Unlaid::Restyled)),
            None => Ok(()),
        }
    }

    /// The ways in which REPLACE may move the lines that it keeps of SEARCH.
    fn reindented(&self, language: Option<&Language>) -> Vec<Moved> {
        let Search { search, replace, .. } = &self.search;
        let is_prose = language.is_none_or(Language::is_prose);
        let is_hunk = self.edit.lines.is_some() && self.edit.hints.extent == Extent::Lines;
        let by_one = is_hunk && locate::have_sign_over_blank(search, replace);
        let by_one = by_one.then_some(Moved::ByOne);
        if is_prose {
            return by_one.into_iter().collect();
        }
        // Other blocks may change what is around it.
        let is_alone = self.others.len() == 1;
        let out = locate::at_margin(search, replace);
        let out = out.map(|(by, is_shown)| Moved::Out { by, is_shown: is_shown || is_alone });
        let deeper = (is_alone && locate::is_indented(search, replace)).then_some(Moved::Deeper);
        let restyled = locate::restyled(search, replace).map(|with| Moved::Restyled { with });
        [by_one, out, deeper, restyled].into_iter().flatten().collect()
    }

    /// Refuses to part a definition, with which SEARCH begins, from its comment or decorator, which SEARCH does not
    /// quote: by new lines between them, or as it goes alone. Refuses another version of the comment or
    /// decorator below it as well.
    pub(crate) fn refuse_below_head(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<(), Failure> {
        let text = &file.text;
        let parted = |hunk: &Hunk<'_>| {
            let at = hunk.old.start;
            // Where another block quotes the head and goes on below it, or changes it, that is on purpose.
            let is_head = |run: &Run<'_>| run.old == hunk.old || run.old.contains(&at.wrapping_sub(1));
            if at != place.lines.start || file.edits.near(&(at.saturating_sub(1)..hunk.old.end)).any(is_head)
            {
                return None;
            }
            Some((at, locate::part_head(text, &hunk.old, &hunk.bodies(), file.language)?))
        };
        match place.hunks.iter().find_map(parted) {
            Some((line, Parted::FromDefinition)) => self.not_found(file, Some(Unlaid::Head { line })),
            Some((_, Parted::FromVersion { line })) => self.not_found(file, Some(Unlaid::Version { line })),
            None => Ok(()),
        }
    }

    /// Refuses the text of a whole file that holds a block, unless the file does: it is an edit with other
    /// markers. `known` are the lines of the file.
    pub(crate) fn refuse_markers(&self, known: &[&[u8]]) -> Result<(), Failure> {
        let is_whole = self.is_file() || self.edit.creates() && self.edit.hints.extent == Extent::Text;
        let replace = &self.search.replace;
        let marker = framed(replace).filter(|_| is_whole && framed(known).is_none());
        marker.map_or(Ok(()), |line| Err(Failure::Markers { line, text: replace[line].into() }))
    }

    /// Refuses a line of REPLACE that is as long as the block's divider and is no underline of a heading, nor
    /// a part of a conflict: it would stay in the file.
    pub(crate) fn refuse_divider(&self) -> Result<(), Failure> {
        let [divider, _, ..] = &self.edit.dividers[..] else { return Ok(()) };
        let divider = &self.edit.body[divider.range()];
        let Search { search, replace, .. } = &self.search;
        let conflict = |line: &&[u8]| line.starts_with(b"<<<<<<<");
        if replace.iter().any(conflict) {
            return Ok(());
        }
        let prose = language::is_prose(self.path.file_name());
        // In prose a heading may be longer than its underline, but something follows it.
        let heads = |line: usize| prose && !replace[line + 1..].iter().all(|below| is_blank(below));
        let underlines = |line: usize| {
            line.checked_sub(1)
                .is_some_and(|above| replace[above].trim().chars().count() == divider.trim().len())
        };
        let doubtful = |line: &usize| {
            replace[*line].trim_end() == divider.trim_end()
                && !underlines(*line)
                && !heads(*line)
                && !search.iter().any(|known| known.trim_end() == divider.trim_end())
        };
        (0..replace.len()).find(doubtful).map_or(Ok(()), |line| Err(Failure::Divider { line }))
    }
}

/// Another indentation of lines that stay.
enum Moved {
    /// Less, by this many bytes; shown if the reply itself tells that they are to stay as deep as they are.
    Out { by: usize, is_shown: bool },
    /// Less by one blank: new lines of a hunk have their sign in its place.
    ByOne,
    /// More.
    Deeper,
    /// In another style, while SEARCH is indented with this byte.
    Restyled { with: u8 },
}

impl Moved {
    /// Returns whether it is a slip at a place of a text: the lines next to it stay as deep as they are.
    fn is_slip_at(&self, place: &Range<usize>, text: &Text) -> bool {
        let depth = |line: usize| (!is_blank(text.body(line))).then(|| indentation(text.body(line)).len());
        let mut above = (0..place.start).rev().filter_map(depth);
        let beside = [above.clone().next(), (place.end..text.len()).find_map(depth)];
        match self {
            Self::ByOne => true,
            Self::Deeper => {
                place.clone().filter_map(depth).min().is_some_and(|own| beside.contains(&Some(own)))
            }
            Self::Out { by, is_shown } => {
                let Some(own) = place.clone().find_map(depth) else { return false };
                let head = above.find(|depth| *depth < own);
                let is_beside = beside.contains(&Some(own));
                // Further out than the line that heads it, it would leave that as well.
                head.is_some_and(|head| head + by >= own && (*is_shown || is_beside || head + by > own))
            }
            Self::Restyled { with } => {
                let is_with = |line: &usize| text.body(*line).starts_with(&[*with]);
                let is_indented = |line: &usize| depth(*line).is_some_and(|depth| depth > 0);
                let above = (0..place.start).rev().find(is_indented);
                let below = (place.end..text.len()).find(is_indented);
                [above, below].iter().flatten().all(is_with)
            }
        }
    }
}

/// Refuses a change of lines of which an earlier block put a copy amid the place: with the lines on the other
/// side of it, the copy is SEARCH as well.
pub(crate) fn edit_of_copy(file: &File<'_>, place: &Place<'_>) -> Result<(), Failure> {
    let Range { start, end } = place.lines;
    let is_amid = |run: &&Run<'_>| run.old.is_empty() && start < run.old.start && run.old.start < end;
    for run in file.edits.near(&place.lines).filter(is_amid) {
        let at = run.old.start;
        let new: Vec<&[u8]> = run.new.iter().map(|line| &*line.body).collect();
        let copies_above = new.ends_with(&file.text.window(start..at));
        let copies_below = new.starts_with(&file.text.window(at..end));
        let changes =
            |hunk: &Hunk<'_>| copies_above && hunk.old.start < at || copies_below && hunk.old.end > at;
        if let Some(&block) = run.blocks.first().filter(|_| place.hunks.iter().any(changes)) {
            return Err(Failure::Overlap { block, line: at });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_slip(moved: &Moved, text: &str, place: Range<usize>) -> bool {
        moved.is_slip_at(&place, &Text::new(text.as_bytes().to_vec()))
    }

    #[test]
    fn lines_go_out_of_their_part_by_mistake_where_one_beside_them_stays() {
        let out = Moved::Out { by: 4, is_shown: false };
        for (text, place) in [
            ("def f():\n    a()\n    b()\n", 2..3),
            ("def f():\n    a()\n\n    b()\n", 3..4),
            ("def f():\n    b()\n    c()\n", 1..2),
        ] {
            assert!(is_slip(&out, text, place), "{text}");
        }
        // They stay in it, or are in none.
        assert!(!is_slip(&Moved::Out { by: 2, is_shown: false }, "def f():\n    a()\n    b()\n", 2..3));
        assert!(!is_slip(&out, "    a()\n    b()\n", 1..2));
    }

    #[test]
    fn lines_go_out_of_their_part_by_mistake_where_the_reply_shows_it_alone() {
        let text = "if x:\n    b()\nc()\n";
        assert!(is_slip(&Moved::Out { by: 4, is_shown: true }, text, 1..2));
        assert!(!is_slip(&Moved::Out { by: 4, is_shown: false }, text, 1..2));
    }

    #[test]
    fn lines_go_deeper_by_mistake_where_one_beside_them_is_as_deep() {
        assert!(is_slip(&Moved::Deeper, "a()\nb()\nc()\n", 1..2));
        assert!(!is_slip(&Moved::Deeper, "if x:\n    a()\nb()\n", 2..3));
    }
}
