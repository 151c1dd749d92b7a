//! Changes: real ones, from one version of a file to the next, and invented ones.

use std::ops::Range;

use similar::DiffOp;

use crate::{
    corpus::{Corpus, Series},
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, words},
};

/// The most lines that a change removes and adds.
const MOST: usize = 30;

/// A block for a change of any file, with up to four quoted lines on each side.
pub(crate) fn any(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    of(corpus.any(random), 4, random)
}

/// A block that quotes much.
pub(crate) fn wide(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    of(corpus.any(random), 9, random)
}

/// A block for text for people.
pub(crate) fn prose(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    of(corpus.of(&["md"], random)?, 5, random)
}

/// A block for a language in which semicolons may be left out.
pub(crate) fn script(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    of(corpus.of(&["js", "mjs", "jsx", "ts", "tsx"], random)?, 6, random)
}

/// A block that only adds lines.
pub(crate) fn insertion(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    any(corpus, random).filter(|draft| draft.lacks(Role::Gone))
}

/// A block that removes some lines with text, and quotes nothing else.
pub(crate) fn removal(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let (length, from) = (random.between(1, 6), random.below(file.len() - 6));
    let rows: Vec<Row> = Row::all(Role::Gone, &file[from..from + length]).collect();
    let draft = Draft::new(&series.path, &file[..from], rows, &file[from + length..]);
    (draft.found().len() == 1 && !draft.rows.iter().any(Row::is_blank)).then_some(draft)
}

/// A block for this file, with up to `context` quoted lines on each side: for a real change if there is one,
/// or for one that is invented.
fn of(series: &Series, context: usize, random: &mut Random) -> Option<Draft> {
    if series.versions.len() > 1 && random.chance(70) {
        let from = random.below(series.versions.len() - 1);
        return real(series, from, random.pick(&hunks(series, from))?, context, random);
    }
    let file = random.pick(&series.versions)?;
    invented(&series.path, file, 0..file.len(), context, random)
}

/// The changes between a version and the next, each with the ops of the difference that it is made of: those
/// with fewer than two equal lines in between are one.
pub(crate) fn hunks(series: &Series, from: usize) -> Vec<Vec<DiffOp>> {
    let mut hunks: Vec<Vec<DiffOp>> = vec![Vec::new()];
    for op in series.diff(from) {
        match op {
            DiffOp::Equal { len, .. } if *len >= 2 => hunks.push(Vec::new()),
            op => hunks.last_mut().expect("at least one").push(*op),
        }
    }
    let size = |hunk: &Vec<DiffOp>| hunk.iter().map(|op| op.old_range().len() + op.new_range().len()).sum();
    hunks.retain(|hunk| (1..=MOST).contains(&size(hunk)));
    hunks.retain(|hunk| hunk.iter().any(|op| !matches!(op, DiffOp::Equal { .. })));
    hunks
}

/// A version with some of the changes that lead to the next.
pub(crate) fn with(series: &Series, from: usize, hunks: &[Vec<DiffOp>]) -> Vec<String> {
    let mut file = series.versions[from].clone();
    for op in hunks.iter().flatten().rev() {
        file.splice(op.old_range(), series.versions[from + 1][op.new_range()].iter().cloned());
    }
    file
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
        if let DiffOp::Equal { .. } = op {
            rows.extend(Row::all(Role::Kept, &old[op.old_range()]));
        } else {
            rows.extend(Row::all(Role::Gone, &old[op.old_range()]));
            rows.extend(Row::all(Role::New, &new[op.new_range()]));
        }
    }
    let place = hunk.first()?.old_range().start..hunk.last()?.old_range().end;
    framed(&series.path, old, place, rows, context, random)
}

/// A change that nobody made, of one of these lines: it has lines of another place, another name, or another
/// number.
pub(crate) fn invented(
    path: &str,
    file: &[String],
    near: Range<usize>,
    context: usize,
    random: &mut Random,
) -> Option<Draft> {
    let start = near.start + random.below(near.len().max(1));
    let (length, new) = edit(file, start, random)?;
    let mut end = start + length;
    let mut rows: Vec<Row> =
        Row::all(Role::Gone, &file[start..end]).chain(Row::all(Role::New, &new)).collect();
    if random.chance(20) && end + 2 < file.len() {
        // A second change, a line further.
        let (length, new) = edit(file, end + 1, random)?;
        rows.push(Row::new(Role::Kept, &file[end]));
        rows.extend(Row::all(Role::Gone, &file[end + 1..end + 1 + length]));
        rows.extend(Row::all(Role::New, &new));
        end += 1 + length;
    }
    framed(path, file, start..end, rows, context, random)
}

/// Number of lines from `at` that go, and the lines in their place.
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
    let words: Vec<_> =
        words(line).into_iter().filter(|(_, word)| word.len() > 2 && word.is_ascii()).collect();
    let (at, word) = *random.pick(&words)?;
    let other = match word.parse::<u32>() {
        Ok(number) => (u64::from(number) + 1).to_string(),
        Err(_) => format!("{word}_{}", ["new", "of", "two", "old"][random.below(4)]),
    };
    Some(format!("{}{other}{}", &line[..at], &line[at + word.len()..]))
}

/// Lines of another place of the file, indented as `beside`, with another name in some.
fn taken(file: &[String], beside: &str, random: &mut Random) -> Option<Vec<String>> {
    let length = random.between(1, 5);
    let from = random.below(file.len().checked_sub(length)?);
    let lines = &file[from..from + length];
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let least = filled.map(|line| indent(line)).min_by_key(|by| by.len())?;
    let mut is_new = false;
    let mut place = |line: &String| {
        let rest = line.strip_prefix(least).filter(|rest| !rest.trim().is_empty());
        let line = rest.map_or_else(String::new, |rest| format!("{}{rest}", indent(beside)));
        let other = altered(&line, random).filter(|_| random.chance(70));
        is_new |= other.is_some();
        other.unwrap_or(line)
    };
    let taken = lines.iter().map(&mut place).collect();
    is_new.then_some(taken)
}

/// The change amid quoted lines, if that is a block that says more than white space and is in the file once.
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
    let quoted = |lines: Range<usize>| Row::all(Role::Kept, &file[lines]);
    let rows = quoted(above..place.start).chain(change).chain(quoted(place.end..below)).collect();
    let draft = Draft::new(path, &file[..above], rows, &file[below..]);
    let squeezed = |lines: Vec<String>| lines.concat().split_whitespace().collect::<String>();
    let says = squeezed(draft.search()) != squeezed(draft.replace());
    (says && draft.is_sound() && draft.found().len() == 1).then_some(draft)
}
