//! The lines that blocks name, in one version of the file.

use std::rc::Rc;

use crate::core::{
    locate::{self, Budget, Since},
    outcome::Origin,
    reply::Edit,
    text::{Text, bodies},
};

/// The places of the blocks that name a line, in one version of the file.
#[derive(Debug)]
pub(crate) struct Numbered {
    blocks: Vec<Standing>,
}

/// An older version of the file, with the lines that blocks name in it.
pub(crate) struct OlderVersion {
    pub(crate) origin: Origin,
    pub(crate) text: Rc<Text>,
    pub(crate) numbered: Numbered,
    pub(crate) since: Rc<Since>,
}

#[derive(Debug)]
struct Standing {
    number: usize,
    /// True if SEARCH is at the line that the block names.
    is_there: bool,
    /// Number of lines by which SEARCH is below that line, if it is at one place.
    shift: Option<isize>,
}

impl Numbered {
    pub(crate) fn new(text: &Text, edits: &[(usize, &Edit<'_>)], budget: &Budget) -> Self {
        let named: Vec<(usize, usize, Vec<&[u8]>)> =
            edits.iter().filter_map(|(number, edit)| named(*number, edit)).collect();
        let needles: Vec<&[&[u8]]> = named.iter().map(|(.., search)| &search[..]).collect();
        let places = locate::scan(text, &needles, budget);
        let blocks = named.iter().zip(places).map(|((number, line, search), places)| {
            let mut exact =
                places.unwrap_or_default().into_iter().filter(|&first| is_at(text, first, search));
            let only = exact.next().filter(|_| exact.next().is_none());
            let shift = only.and_then(|only| isize::try_from(only).ok()?.checked_sub_unsigned(*line));
            Standing { number: *number, is_there: is_at(text, *line, search), shift }
        });
        Self { blocks: blocks.collect() }
    }

    /// The line, from 0, that a block means by its number: where other blocks are at one place, it is as far from
    /// the number as they are from theirs. None if they do not agree.
    pub(crate) fn line(&self, number: usize, line: usize) -> Option<usize> {
        let mut shifts = self.others(number).filter_map(|other| other.shift);
        let first = shifts.next().unwrap_or(0);
        shifts.all(|shift| shift == first).then(|| line.saturating_add_signed(first))
    }

    /// The number of blocks besides this one, if all of them are at the lines that they name.
    pub(crate) fn agreeing(&self, number: usize) -> Option<usize> {
        let others = self.others(number);
        others.map(|other| other.is_there.then_some(1)).sum()
    }

    fn others(&self, number: usize) -> impl Iterator<Item = &Standing> {
        self.blocks.iter().filter(move |block| block.number != number)
    }
}

/// The number of an edit, the line, from 0, that it names, and its SEARCH section.
fn named<'r>(number: usize, edit: &'r Edit<'r>) -> Option<(usize, usize, Vec<&'r [u8]>)> {
    let line = edit.hints.line?.saturating_sub(1);
    Some((number, line, bodies(edit.readings().next()?.search).collect()))
}

/// Returns whether lines are in a text exactly, from one line on.
pub(crate) fn is_at(text: &Text, first: usize, lines: &[&[u8]]) -> bool {
    let end = first.checked_add(lines.len()).filter(|end| !lines.is_empty() && *end <= text.len());
    end.is_some_and(|end| text.window(first..end) == lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_nowhere_beyond_the_end() {
        let text = Text::new(b"a\nb\n".to_vec());
        assert!(is_at(&text, 1, &[b"b"]) && !is_at(&text, 1, &[b"b", b"c"]));
        assert!(!is_at(&text, usize::MAX, &[b"a", b"b"]) && !is_at(&text, 2, &[b"a"]));
    }
}
