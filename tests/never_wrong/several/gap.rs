//! Several insertions between the same two lines.

use super::{Block, case, insertion};
use crate::{
    case::Case,
    corpus::Corpus,
    random::Random,
    rows::{Role, letters},
};

/// The lines on both sides of an insertion, and the lines that come.
struct Gap {
    path: String,
    above: Vec<String>,
    below: Vec<String>,
    new: Vec<String>,
}

impl Gap {
    fn any(corpus: &Corpus, random: &mut Random) -> Option<Self> {
        let draft = insertion(corpus, random)?;
        let (first, last) = draft.changed()?;
        if draft.rows[first..=last].iter().any(|row| !row.is(Role::New)) {
            return None;
        }
        let text =
            |rows: &[crate::rows::Row]| rows.iter().map(|row| row.text().to_owned()).collect::<Vec<_>>();
        Some(Self {
            path: draft.path.clone(),
            above: [draft.above.clone(), text(&draft.rows[..first])].concat(),
            below: [text(&draft.rows[last + 1..]), draft.below.clone()].concat(),
            new: text(&draft.rows[first..=last]),
        })
    }

    fn file(&self) -> Vec<String> {
        [&self.above[..], &self.below].concat()
    }

    /// A block that quotes lines above the gap, and has these behind them.
    fn behind(&self, new: &[String], random: &mut Random) -> Block {
        let length = random.between(1, 3).min(self.above.len());
        let quoted = &self.above[self.above.len() - length..];
        Block::new(quoted, &[quoted, new].concat())
    }

    /// A block that quotes lines below the gap, and has these before them.
    fn before(&self, new: &[String], random: &mut Random) -> Block {
        let length = random.between(1, 3).min(self.below.len());
        let quoted = &self.below[..length];
        Block::new(quoted, &[new, quoted].concat())
    }

    fn filled(&self, new: &[&[String]]) -> Vec<String> {
        [&self.above[..], &new.concat(), &self.below].concat()
    }

    fn case(&self, blocks: &[Block], right: &[Vec<String>]) -> Option<Case> {
        let file = self.file();
        let is_sound = blocks.iter().all(|block| !block.search.is_empty() && block.is_found_once(&file));
        is_sound.then(|| case(&self.path, &file, blocks, right))
    }

    /// The new lines in two parts that both tell something.
    fn split(&self, random: &mut Random) -> Option<(&[String], &[String])> {
        let at = random.between(1, self.new.len().checked_sub(1)?.max(1));
        let (first, second) = self.new.split_at_checked(at)?;
        let told = |lines: &[String]| lines.iter().map(|line| letters(line)).sum::<usize>();
        // What stands beside the gap already could be taken for the part.
        let is_fresh = !self.above.ends_with(first) && !self.below.starts_with(second);
        let is_fresh = is_fresh && !self.above.ends_with(second) && !self.below.starts_with(first);
        (told(first) >= 4 && told(second) >= 4 && is_fresh).then_some((first, second))
    }
}

/// One insertion in two blocks: the first half behind the line above, the second before the line below.
fn split(corpus: &Corpus, before_first: bool, random: &mut Random) -> Option<Case> {
    let gap = Gap::any(corpus, random)?;
    let (first, second) = gap.split(random)?;
    let mut blocks = [gap.behind(first, random), gap.before(second, random)];
    if before_first {
        blocks.reverse();
    }
    gap.case(&blocks, &[gap.filled(&[first, second])])
}

pub(super) fn before_first(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    split(corpus, true, random)
}

pub(super) fn after_first(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    split(corpus, false, random)
}

/// Two insertions that have nothing to do with each other.
pub(super) fn two(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let gap = Gap::any(corpus, random)?;
    let other = Gap::any(corpus, random)?.new;
    let new = &gap.new;
    let either = [gap.filled(&[new, &other]), gap.filled(&[&other, new])];
    match random.below(4) {
        0 => gap.case(&[gap.behind(new, random), gap.behind(&other, random)], &either),
        1 => gap.case(&[gap.before(new, random), gap.before(&other, random)], &either),
        2 => gap.case(&[gap.behind(new, random), gap.before(&other, random)], &either[..1]),
        _ => gap.case(&[gap.before(new, random), gap.behind(&other, random)], &either[1..]),
    }
}
