//! Blocks that overlap, come in another order, or take one another's place.

use super::{Block, case, plain_case};
use crate::{
    case::Case,
    change::{altered, wide},
    corpus::Corpus,
    random::Random,
    rows::{Role, Row},
};

/// One change in two blocks that have some lines in common, which may be changed in both.
pub(crate) fn shared(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = wide(corpus, random)?;
    let rows = &draft.rows;
    let from = random.below(rows.len().checked_sub(1)?.max(1));
    let to = random.between(from + 1, rows.len());
    let part = |rows: &[Row]| {
        let changes = rows.iter().any(Row::is_changed);
        let lines = |of: fn(&Row) -> &Option<String>| -> Vec<String> {
            rows.iter().filter_map(|row| of(row).clone()).collect()
        };
        changes.then(|| Block::new(&lines(|row| &row.search), &lines(|row| &row.replace)))
    };
    let mut blocks = [part(&rows[..to])?, part(&rows[from..])?];
    let has_both = |rows: &[Row]| rows.iter().any(|row| !row.is_changed());
    if random.chance(40) {
        blocks.reverse();
    }
    let is_fit = from > 0 && to < rows.len() && has_both(&rows[from..to]);
    plain_case(&draft.path, &draft.now(), &blocks, &[draft.right()]).filter(|_| is_fit)
}

/// Two blocks that put other lines in the place of the same ones: the second may be what is meant in the end.
pub(crate) fn rewritten(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = wide(corpus, random)?;
    let mut other = draft.clone();
    let at = *random.pick(&draft.which(|row| row.is(Role::New)))?;
    let line = altered(draft.rows[at].text(), random)?;
    other.rows[at] = Row::new(Role::New, line);
    let new = draft.replace();
    let is_fit = draft.rows.iter().any(|row| row.is(Role::Gone) && !new.contains(&row.text().to_owned()));
    let blocks = [Block::of(&draft), Block::of(&other)];
    plain_case(&draft.path, &draft.now(), &blocks, &[other.right()]).filter(|_| is_fit)
}

/// A block comes again with more around it.
pub(crate) fn wider(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = wide(corpus, random)?;
    let (first, last) = draft.changed()?;
    let (from, to) = (random.between(0, first), random.between(last + 1, draft.rows.len()));
    let mut narrow = draft.clone();
    let below: Vec<Row> = narrow.rows.split_off(to);
    let above: Vec<Row> = narrow.rows.drain(..from).collect();
    let is_fit = !above.is_empty() || !below.is_empty();
    let mut blocks = [Block::of(&narrow), Block::of(&draft)];
    if random.chance(50) {
        blocks.reverse();
    }
    let is_found = blocks.iter().all(|block| block.is_found_once(&draft.now()));
    (is_fit && is_found).then(|| case(&draft.path, &draft.now(), &blocks, &[draft.right()]))
}
