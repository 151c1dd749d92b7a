//! Several insertions between the same two lines.

use super::{Block, plain_case};
use crate::{case::Case, change::insertion, corpus::Corpus, random::Random, rows::letters_of};

/// The lines on both sides of an insertion, and the lines that come.
struct Gap {
    path: String,
    above: Vec<String>,
    below: Vec<String>,
    new: Vec<String>,
}

impl Gap {
    fn any(corpus: &Corpus, random: &mut Random) -> Option<Self> {
        let mut draft = insertion(corpus, random)?;
        let (first, last) = draft.changed()?;
        let below = draft.rows.split_off(last + 1);
        let new = draft.rows.split_off(first);
        let text =
            |rows: Vec<crate::rows::Row>| rows.iter().map(|row| row.text().to_owned()).collect::<Vec<_>>();
        let is_one = new.iter().all(crate::rows::Row::is_changed);
        let gap = Self {
            above: [draft.above, text(draft.rows)].concat(),
            below: [text(below), draft.below].concat(),
            new: text(new),
            path: draft.path,
        };
        (is_one && !gap.above.is_empty() && !gap.below.is_empty()).then_some(gap)
    }

    /// A block that quotes lines above the gap, and has these behind them.
    fn behind(&self, new: &[String], random: &mut Random) -> Block {
        let quoted = &self.above[self.above.len().saturating_sub(random.between(1, 3))..];
        Block::new(quoted, &[quoted, new].concat())
    }

    /// A block that quotes lines below the gap, and has these before them.
    fn before(&self, new: &[String], random: &mut Random) -> Block {
        let quoted = &self.below[..random.between(1, 3).min(self.below.len())];
        Block::new(quoted, &[new, quoted].concat())
    }

    /// A case where each of these is right in the gap.
    fn case(&self, blocks: &[Block], right: &[&[&[String]]]) -> Option<Case> {
        let filled = |new: &&[&[String]]| [&self.above[..], &new.concat(), &self.below].concat();
        let right: Vec<_> = right.iter().map(filled).collect();
        plain_case(&self.path, &filled(&&[][..]), blocks, &right)
    }

    /// Returns whether the lines tell something and are not beside the gap already.
    fn is_fit(&self, new: &[String]) -> bool {
        letters_of(new) >= 4 && !self.above.ends_with(new) && !self.below.starts_with(new)
    }
}

/// One insertion in two blocks: the first half behind the line above, the second before the line below.
fn split(corpus: &Corpus, is_before_first: bool, random: &mut Random) -> Option<Case> {
    let gap = Gap::any(corpus, random)?;
    let at = random.between(1, gap.new.len().checked_sub(1)?.max(1));
    let (first, second) = gap.new.split_at_checked(at)?;
    let mut blocks = [gap.behind(first, random), gap.before(second, random)];
    if is_before_first {
        blocks.reverse();
    }
    let is_fit = gap.is_fit(first) && gap.is_fit(second);
    gap.case(&blocks, &[&[first, second]]).filter(|_| is_fit)
}

pub(crate) fn before_first(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    split(corpus, true, random)
}

pub(crate) fn after_first(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    split(corpus, false, random)
}

/// Two insertions that have nothing to do with each other.
pub(crate) fn two(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let gap = Gap::any(corpus, random)?;
    let other = &Gap::any(corpus, random)?.new[..];
    let new = &gap.new[..];
    let case = match random.below(4) {
        0 => gap.case(&[gap.behind(new, random), gap.behind(other, random)], &[&[new, other], &[other, new]]),
        1 => gap.case(&[gap.before(new, random), gap.before(other, random)], &[&[new, other], &[other, new]]),
        2 => gap.case(&[gap.behind(new, random), gap.before(other, random)], &[&[new, other]]),
        _ => gap.case(&[gap.before(new, random), gap.behind(other, random)], &[&[other, new]]),
    };
    case.filter(|_| gap.is_fit(new) && gap.is_fit(other))
}
