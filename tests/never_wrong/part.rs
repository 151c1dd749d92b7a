//! Blocks that quote a part of one line.

use crate::{
    change::altered,
    corpus::Corpus,
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters, words},
};

/// A block that quotes one line of a file.
pub(crate) fn any(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let at = random.below(file.len());
    let row = Row::new(Role::Kept, &file[at]);
    Some(Draft::new(&series.path, &file[..at], vec![row], &file[at + 1..]))
}

/// Returns whether a text tells something and is in the file once.
fn is_fit(draft: &Draft, text: &str) -> bool {
    letters(text) >= 8 && draft.now().join("\n").matches(text).count() == 1
}

/// Some words of a line in a row, fewer than all, at least so many.
fn run<'l>(line: &'l str, least: usize, random: &mut Random) -> Option<&'l str> {
    let words = words(line);
    let from = random.below(words.len().checked_sub(least)?.max(1));
    let to = random.between(from + least, words.len()) - 1;
    Some(&line[words[from].0..words.get(to)?.0 + words[to].1.len()])
}

/// A part of the line changes.
pub(crate) fn plain(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let line = draft.rows[0].text().to_owned();
    let part = run(&line, 2, random)?;
    let other = altered(part, random)?;
    let is_fit = part != line.trim() && is_fit(draft, part);
    let row = &mut draft.rows[0];
    row.right = Some(line.replacen(part, &other, 1));
    (row.search, row.replace) = (Some(part.to_owned()), Some(other));
    is_fit.then_some(())
}

/// A part is in the line twice, one over the other.
pub(crate) fn overlaps(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let line = draft.rows[0].text().to_owned();
    let (_, word) = *random.pick(&words(&line))?;
    let repeats = random.between(3, 5);
    let list = |count: usize| vec![word; count].join(", ");
    let row = &mut draft.rows[0];
    row.format(|line| format!("{}{word}_of({});", indent(line), list(repeats)));
    row.search = Some(list(repeats - 1));
    row.replace = Some(format!("{}, other", list(repeats - 2)));
    draft.is_hopeless = true;
    (word.len() > 3).then_some(())
}

/// The part is in the line with what the change puts around it.
pub(crate) fn made(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let line = draft.rows[0].text().to_owned();
    let whole = run(&line, 3, random)?;
    let part = run(whole, 1, random)?;
    let is_fit = part != whole && (whole.starts_with(part) || whole.ends_with(part)) && is_fit(draft, part);
    let row = &mut draft.rows[0];
    (row.search, row.replace) = (Some(part.to_owned()), Some(whole.to_owned()));
    is_fit.then_some(())
}
