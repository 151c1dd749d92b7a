//! Changes: real ones, from one version of a file to the next, and made ones.

use std::ops::Range;

use similar::DiffOp;

use crate::{
    corpus::{Corpus, Series},
    draft::Draft,
    random::Random,
    rows::{Row, indent},
};

/// The most lines that a change removes and adds.
const MOST: usize = 30;

/// A block for a change of any file, with up to `context` quoted lines on each side.
pub(crate) fn any(corpus: &Corpus, context: usize, random: &mut Random) -> Option<Draft> {
    of(corpus.any(random), context, random)
}

/// The same for a file with one of these extensions.
pub(crate) fn of_language(
    corpus: &Corpus,
    extensions: &[&str],
    context: usize,
    random: &mut Random,
) -> Option<Draft> {
    of(corpus.of(extensions, random)?, context, random)
}

/// The same for this file: a real change if there is one, or one that is made.
pub(crate) fn of(series: &Series, context: usize, random: &mut Random) -> Option<Draft> {
    if series.versions.len() > 1 && random.chance(70) {
        let from = random.below(series.versions.len() - 1);
        let hunks = hunks(series, from);
        let hunk = random.pick(&hunks)?.clone();
        return real(series, from, &hunk, context, random);
    }
    made(series, context, random)
}

/// The changes between a version and the next, each with the ops of the difference that it is made of: those with fewer
/// than two equal lines in between are one.
pub(crate) fn hunks(series: &Series, from: usize) -> Vec<Vec<DiffOp>> {
    let mut hunks: Vec<Vec<DiffOp>> = vec![Vec::new()];
    for op in series.diff(from) {
        match op {
            DiffOp::Equal { len, .. } if *len >= 2 => hunks.push(Vec::new()),
            op => hunks.last_mut().expect("at least one").push(*op),
        }
    }
    let size = |hunk: &Vec<DiffOp>| -> usize {
        hunk.iter().map(|op| op.old_range().len() + op.new_range().len()).sum()
    };
    hunks.retain(|hunk| (1..=MOST).contains(&size(hunk)));
    hunks.retain(|hunk| hunk.iter().any(|op| !matches!(op, DiffOp::Equal { .. })));
    hunks
}

/// A block for one of these changes.
pub(crate) fn real(
    series: &Series,
    from: usize,
    hunk: &[DiffOp],
    context: usize,
    random: &mut Random,
) -> Option<Draft> {
    let (old, new) = (&series.versions[from], &series.versions[from + 1]);
    let mut rows = Vec::new();
    for op in hunk {
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                rows.extend(old[*old_index..old_index + len].iter().map(|line| Row::kept(line)));
            }
            op => {
                rows.extend(old[op.old_range()].iter().map(|line| Row::gone(line)));
                rows.extend(new[op.new_range()].iter().map(|line| Row::new(line)));
            }
        }
    }
    let start = hunk.first()?.old_range().start;
    let end = hunk.last()?.old_range().end;
    framed(&series.path, old, start..end, rows, context, random)
}

/// A change that nobody made: it has the line of another place, another name, or another number.
pub(crate) fn made(series: &Series, context: usize, random: &mut Random) -> Option<Draft> {
    let file = random.pick(&series.versions)?;
    made_near(&series.path, file, 0..file.len(), context, random)
}

/// The same, of one of these lines of a file.
pub(crate) fn made_near(
    path: &str,
    file: &[String],
    near: Range<usize>,
    context: usize,
    random: &mut Random,
) -> Option<Draft> {
    let at = near.start + random.below(near.len().max(1));
    let (length, new) = edit(file, at, random)?;
    let mut rows: Vec<Row> = file[at..at + length].iter().map(|line| Row::gone(line)).collect();
    rows.extend(new.iter().map(|line| Row::new(line)));
    let mut end = at + length;
    if random.chance(20) && end + 2 < file.len() {
        // A second change, a line further.
        let (length, new) = edit(file, end + 1, random)?;
        rows.push(Row::kept(&file[end]));
        rows.extend(file[end + 1..end + 1 + length].iter().map(|line| Row::gone(line)));
        rows.extend(new.iter().map(|line| Row::new(line)));
        end += 1 + length;
    }
    framed(path, file, at..end, rows, context, random)
}

/// How many lines from `at` go, and what comes in their place.
fn edit(file: &[String], at: usize, random: &mut Random) -> Option<(usize, Vec<String>)> {
    let most = file.len().checked_sub(at).filter(|most| *most > 0)?;
    match random.below(10) {
        0..=2 => Some((1, vec![altered(&file[at], random)?])),
        3 | 4 => Some((random.between(1, 4).min(most), Vec::new())),
        5..=7 => Some((0, taken(file, &file[at], random)?)),
        _ => Some((random.between(1, 3).min(most), taken(file, &file[at], random)?)),
    }
}

/// A line with another name, number or argument.
pub(crate) fn altered(line: &str, random: &mut Random) -> Option<String> {
    let words: Vec<(usize, &str)> = line
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter(|word| word.len() > 2)
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
        .collect();
    let (at, word) = *random.pick(&words)?;
    let other = match word.parse::<u64>() {
        Ok(number) => (number + 1).to_string(),
        Err(_) => format!("{word}_{}", ["new", "of", "two", "old"][random.below(4)]),
    };
    Some(format!("{}{other}{}", &line[..at], &line[at + word.len()..]))
}

/// Lines of another place of the file, indented as `beside`, with another name in some.
fn taken(file: &[String], beside: &str, random: &mut Random) -> Option<Vec<String>> {
    let length = random.between(1, 5);
    let from = random.below(file.len().checked_sub(length)?);
    let lines = &file[from..from + length];
    let least = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| indent(line))
        .min_by_key(|by| by.len())?;
    let place = |line: &String| match line.strip_prefix(least) {
        Some(rest) if !rest.trim().is_empty() => format!("{}{rest}", indent(beside)),
        _ => String::new(),
    };
    let mut taken: Vec<String> = lines.iter().map(place).collect();
    let mut is_new = false;
    for line in &mut taken {
        if let Some(other) = altered(line, random).filter(|_| random.chance(70)) {
            (*line, is_new) = (other, true);
        }
    }
    is_new.then_some(taken)
}

/// The change amid quoted lines, if that is a block that stands in the file once.
fn framed(
    path: &str,
    file: &[String],
    place: Range<usize>,
    change: Vec<Row>,
    context: usize,
    random: &mut Random,
) -> Option<Draft> {
    let above = place.start - random.below(context + 1).min(place.start);
    let below = (place.end + random.below(context + 1)).min(file.len());
    let mut rows: Vec<Row> = file[above..place.start].iter().map(|line| Row::kept(line)).collect();
    rows.extend(change);
    rows.extend(file[place.end..below].iter().map(|line| Row::kept(line)));
    let draft = Draft::new(path, &file[..above], rows, &file[below..]);
    (draft.is_sound() && draft.found().len() == 1).then_some(draft)
}
