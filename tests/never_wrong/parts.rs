//! Blocks that quote a part of one line.

use crate::{
    case::Case,
    change::altered,
    corpus::Corpus,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
    rows::{Row, indent, letters},
};

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    let made = Kind::of(Group::Made, "part-made", made);
    [Kind::of(Group::AsIs, "part", plain), Kind::of(Group::AsIs, "part-overlaps", overlaps), made].into_iter()
}

/// A block for one line of a file, which quotes nothing yet.
fn draft(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let at = random.below(file.len());
    Some(Draft::new(&series.path, &file[..at], vec![Row::kept(&file[at])], &file[at + 1..]))
}

/// Where the words of a line begin and end.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, character) in line.char_indices().chain([(line.len(), ' ')]) {
        let is_word = character.is_alphanumeric() || character == '_';
        match start {
            None if is_word => start = Some(at),
            Some(from) if !is_word => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// How often a text stands in the file.
fn count(draft: &Draft, text: &str) -> usize {
    let all = draft.now().join("\n");
    (0..all.len()).filter(|at| all.is_char_boundary(*at) && all[*at..].starts_with(text)).count()
}

/// A part of the line changes that stands in the file once.
fn plain(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = draft(corpus, random)?;
    let line = draft.rows[0].text().to_owned();
    let words = words(&line);
    let from = random.below(words.len().max(1)).min(words.len().checked_sub(2)?);
    let to = random.between(from + 1, words.len() - 1);
    let (start, end) = (words[from].0, words[to].1);
    let part = &line[start..end];
    let other = altered(part, random)?;
    let row = &mut draft.rows[0];
    (row.search, row.replace) = (Some(part.to_owned()), Some(other.clone()));
    row.right = Some(format!("{}{other}{}", &line[..start], &line[end..]));
    let is_fit = letters(part) >= 8 && part != line.trim() && count(&draft, part) == 1;
    is_fit.then(|| draft.case())
}

/// A part stands in the line twice, one over the other.
fn overlaps(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = draft(corpus, random)?;
    let line = draft.rows[0].text().to_owned();
    let (from, to) = *random.pick(&words(&line))?;
    let word = &line[from..to];
    let repeats = random.between(3, 5);
    let list = |count: usize| vec![word; count].join(", ");
    let row = &mut draft.rows[0];
    row.format(|line| format!("{}{word}_of({});", indent(line), list(repeats)));
    row.search = Some(list(repeats - 1));
    row.replace = Some(format!("{}, other", list(repeats - 2)));
    draft.is_hopeless = true;
    (word.len() > 3).then(|| draft.case())
}

/// The part is in the line with what the change puts around it.
fn made(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = draft(corpus, random)?;
    let line = draft.rows[0].text().to_owned();
    let words = words(&line);
    let from = random.below(words.len().max(1)).min(words.len().checked_sub(3)?);
    let to = random.between(from + 2, words.len() - 1);
    let inner = if random.chance(60) {
        (from, random.between(from, to - 1))
    } else {
        (random.between(from + 1, to), to)
    };
    let (whole, part) = (&line[words[from].0..words[to].1], &line[words[inner.0].0..words[inner.1].1]);
    let row = &mut draft.rows[0];
    (row.search, row.replace) = (Some(part.to_owned()), Some(whole.to_owned()));
    (letters(part) >= 8 && count(&draft, part) == 1).then(|| draft.case())
}
