//! Whole commits as replies, and chains of them.

use similar::DiffOp;

use super::{Block, case};
use crate::{
    case::Case,
    change,
    corpus::{Corpus, Series},
    random::Random,
};

/// The most blocks of one reply.
const MOST: usize = 12;

/// A version with some of the changes that lead to the next.
pub(crate) fn with(series: &Series, from: usize, hunks: &[Vec<DiffOp>]) -> Vec<String> {
    let (old, new) = (&series.versions[from], &series.versions[from + 1]);
    let mut file = old.clone();
    for op in hunks.iter().flatten().rev() {
        file.splice(op.old_range(), new[op.new_range()].iter().cloned());
    }
    file
}

/// One change after the other, as blocks that quote the version before. None where one is not plain.
fn blocks(
    series: &Series,
    from: usize,
    hunks: &[Vec<DiffOp>],
    at_once: bool,
    random: &mut Random,
) -> Option<Vec<Block>> {
    let mut blocks = Vec::new();
    for (number, hunk) in hunks.iter().enumerate() {
        let draft = change::real(series, from, hunk, 4, random)?;
        let block = Block::of(&draft);
        // It must also be found in what the blocks before it leave.
        let before = with(series, from, &hunks[..number]);
        if !at_once && !block.is_found_once(&before) {
            return None;
        }
        blocks.push(block);
    }
    Some(blocks)
}

/// Some hunks of a difference, in the order of the file.
fn some(series: &Series, from: usize, random: &mut Random) -> Option<Vec<Vec<DiffOp>>> {
    let mut hunks = change::hunks(series, from);
    let count = random.between(2, MOST).min(hunks.len());
    while hunks.len() > count {
        hunks.remove(random.below(hunks.len()));
    }
    (hunks.len() > 1).then_some(hunks)
}

/// The changes of a commit, each a block that quotes the version before the commit.
pub(super) fn one(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(2, random)?;
    let from = random.below(series.versions.len() - 1);
    let hunks = some(series, from, random)?;
    let right = with(series, from, &hunks);
    let mut blocks = blocks(series, from, &hunks, true, random)?;
    if random.chance(30) {
        blocks.reverse();
    }
    Some(case(&series.path, &series.versions[from], &blocks, &[right]))
}

/// The changes of two commits in a row: the blocks of the second quote what those of the first leave.
pub(super) fn chain(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(3, random)?;
    let from = random.below(series.versions.len() - 2);
    let first = change::hunks(series, from);
    let middle = &series.versions[from + 1];
    if first.len() > MOST || with(series, from, &first) != *middle {
        return None;
    }
    let second = some(series, from + 1, random)?;
    let right = with(series, from + 1, &second);
    let mut blocks_of_both = blocks(series, from, &first, false, random)?;
    blocks_of_both.extend(blocks(series, from + 1, &second, false, random)?);
    Some(case(&series.path, &series.versions[from], &blocks_of_both, &[right]))
}

/// A few made changes in a row, near to each other: each block quotes what the one before leaves.
pub(super) fn made_chain(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let (mut now, mut blocks) = (file.clone(), Vec::new());
    let start = random.below(file.len());
    for _ in 0..random.between(2, 4) {
        let near = start.saturating_sub(5)..(start + 5).min(now.len());
        let draft = change::made_near(&series.path, &now, near, 3, random)?;
        blocks.push(Block::of(&draft));
        now = draft.right().into_iter().map(str::to_owned).collect();
    }
    let last = blocks.last().expect("at least two");
    let is_news = !blocks[..blocks.len() - 1].iter().any(|block| block.search == last.search) && now != *file;
    is_news.then(|| case(&series.path, file, &blocks, &[now]))
}
