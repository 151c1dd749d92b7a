//! Commits as replies: whole ones, chains of them, and single changes where others are made already.

use similar::DiffOp;

use super::{Block, case, plain_case};
use crate::{
    case::{Case, Right},
    change::{self, hunks, with},
    corpus::{Corpus, Series},
    random::Random,
    writing::Form,
};

/// The most blocks for one commit.
const MOST: usize = 12;

/// Some of the changes of a commit, in the order of the file.
fn some(series: &Series, from: usize, random: &mut Random) -> Option<Vec<Vec<DiffOp>>> {
    let mut hunks = hunks(series, from);
    let count = random.between(2, MOST).min(hunks.len());
    while hunks.len() > count {
        hunks.remove(random.below(hunks.len()));
    }
    (hunks.len() > 1).then_some(hunks)
}

/// A block for each change, which quotes the version before the commit.
fn blocks(series: &Series, from: usize, hunks: &[Vec<DiffOp>], random: &mut Random) -> Option<Vec<Block>> {
    hunks.iter().map(|hunk| Some(Block::of(&change::real(series, from, hunk, 4, random)?))).collect()
}

/// Returns whether each block is found once in what those before it leave.
fn are_found(series: &Series, from: usize, hunks: &[Vec<DiffOp>], blocks: &[Block]) -> bool {
    let is_found = |at: usize| blocks[at].is_found_once(&with(series, from, &hunks[..at]));
    (0..blocks.len()).all(is_found)
}

/// The changes of a commit.
pub(crate) fn one(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(2, random)?;
    let from = random.below(series.versions.len() - 1);
    let hunks = some(series, from, random)?;
    let mut blocks = blocks(series, from, &hunks, random)?;
    if random.chance(30) {
        blocks.reverse();
    }
    Some(case(&series.path, &series.versions[from], &blocks, &[with(series, from, &hunks)]))
}

/// The changes of two commits in a row: the blocks of the second quote what those of the first leave.
pub(crate) fn chain(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(3, random)?;
    let from = random.below(series.versions.len() - 2);
    let first = hunks(series, from);
    let is_whole = || with(series, from, &first) == series.versions[from + 1];
    if first.len() > MOST || !is_whole() {
        return None;
    }
    let second = some(series, from + 1, random)?;
    let mut all = blocks(series, from, &first, random)?;
    let more = blocks(series, from + 1, &second, random)?;
    let is_plain = are_found(series, from, &first, &all) && are_found(series, from + 1, &second, &more);
    all.extend(more);
    let right = with(series, from + 1, &second);
    is_plain.then(|| case(&series.path, &series.versions[from], &all, &[right]))
}

/// A few invented changes in a row, near to each other: each block quotes what the one before leaves.
pub(crate) fn invented(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let (mut now, mut blocks) = (file.clone(), Vec::<Block>::new());
    let start = random.below(file.len());
    for _ in 0..random.between(2, 4) {
        let near = start.saturating_sub(5)..(start + 5).min(now.len());
        let draft = change::invented(&series.path, &now, near, 3, random)?;
        blocks.push(Block::of(&draft));
        now = draft.right();
    }
    let (last, others) = blocks.split_last()?;
    let is_new = !others.iter().any(|block| block.search == last.search) && now != *file;
    is_new.then(|| case(&series.path, file, &blocks, &[now]))
}

/// One of the changes of a commit, where others of it are made; the version before the commit is in the
/// history.
pub(crate) fn merged(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(2, random)?;
    let from = random.below(series.versions.len() - 1);
    let hunks = hunks(series, from);
    let chosen = random.below(hunks.len().checked_sub(1)?.max(1));
    let percent = [20, 60, 100][random.below(3)];
    let (mut made, mut all) = (Vec::new(), Vec::new());
    for (at, hunk) in hunks.iter().enumerate() {
        let is_made = at != chosen && (at.abs_diff(chosen) == 1 || random.chance(percent));
        made.extend(is_made.then(|| hunk.clone()));
        all.extend((is_made || at == chosen).then(|| hunk.clone()));
    }
    let mut case = change::real(series, from, &hunks[chosen], 10, random)?.case();
    let file = |hunks: &[Vec<DiffOp>]| Form::default().file(&with(series, from, hunks));
    case.versions = vec![case.now().to_vec()];
    case.files[0].1 = file(&made);
    case.right = vec![Right::of(&file(&all))];
    (!made.is_empty()).then_some(case)
}

/// The changes of a commit in any order.
pub(crate) fn shuffled(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(2, random)?;
    let from = random.below(series.versions.len() - 1);
    let hunks = some(series, from, random)?;
    let mut blocks = blocks(series, from, &hunks, random)?;
    for at in (1..blocks.len()).rev() {
        blocks.swap(at, random.below(at + 1));
    }
    plain_case(&series.path, &series.versions[from], &blocks, &[with(series, from, &hunks)])
}
