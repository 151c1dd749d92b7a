//! Decoys: lines elsewhere in the file that could be taken for those that a block means.

use crate::{
    case::Case,
    change,
    corpus::Corpus,
    damage,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
    rows::{Role, Row, indent, letters},
};

/// Makes the lines of a decoy.
type Decoy = fn(&Draft, &mut Random) -> Option<Vec<String>>;

const ALL: &[(&str, Decoy)] = &[
    ("decoy-other-line", other_line),
    ("decoy-other-change", other_change),
    ("decoy-indent", indented),
    ("decoy-quotes", requoted),
    ("decoy-comment", commented),
    ("decoy-made", made),
    ("decoy-part", part),
];

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    ALL.iter().map(|(name, decoy)| {
        let make = |corpus: &Corpus, random: &mut Random| case(corpus, *decoy, random);
        Kind { name, group: Group::Beside, make: Box::new(make) }
    })
}

fn case(corpus: &Corpus, decoy: Decoy, random: &mut Random) -> Option<Case> {
    let mut draft = change::any(corpus, 6, random)?;
    let lines = decoy(&draft, random)?;
    place(&mut draft, lines, random);
    if random.chance(30) {
        draft.commit();
        draft.what.push("committed".into());
    }
    damage::lightly(&mut draft, random)?;
    draft.is_sound().then(|| draft.case())
}

/// Puts lines above or below the place: directly beside it, some lines away, or at the end of the file.
fn place(draft: &mut Draft, lines: Vec<String>, random: &mut Random) {
    let distance = [0, 1, random.below(20), usize::MAX][random.below(4)];
    draft.what.push(format!("{} lines at a distance of {distance}", lines.len()));
    if random.chance(50) {
        let at = draft.above.len().saturating_sub(distance);
        draft.above.splice(at..at, lines);
    } else {
        let at = distance.min(draft.below.len());
        draft.below.splice(at..at, lines);
    }
}

/// The lines of the place.
fn lines(draft: &Draft) -> Vec<String> {
    draft.rows.iter().filter_map(|row| row.now.clone()).collect()
}

/// One of the lines of these rows is another.
fn other(draft: &Draft, of: impl Fn(&Row) -> bool, random: &mut Random) -> Option<Vec<String>> {
    let there: Vec<&Row> = draft.rows.iter().filter(|row| row.now.is_some()).collect();
    let fit: Vec<usize> = (0..there.len()).filter(|at| of(there[*at])).collect();
    let at = *random.pick(&fit)?;
    let mut lines = lines(draft);
    lines[at] = change::altered(&lines[at], random)?;
    Some(lines)
}

/// A copy in which a line that is only quoted is another.
fn other_line(draft: &Draft, random: &mut Random) -> Option<Vec<String>> {
    other(draft, |row| row.is(Role::Kept), random)
}

/// A copy in which a line that goes is another.
fn other_change(draft: &Draft, random: &mut Random) -> Option<Vec<String>> {
    other(draft, |row| row.is(Role::Gone), random)
}

/// A copy with another indentation.
fn indented(draft: &Draft, random: &mut Random) -> Option<Vec<String>> {
    let lines = lines(draft);
    let by = ["  ", "    ", "\t"][random.below(3)];
    let shift = |line: &String| if line.is_empty() { line.clone() } else { format!("{by}{line}") };
    let least = lines.iter().filter(|line| !line.is_empty()).map(|line| indent(line).len()).min()?;
    match random.chance(50) && least > 0 {
        true => lines.iter().map(|line| Some(line.get(least.min(line.len())..)?.to_owned())).collect(),
        false => Some(lines.iter().map(shift).collect()),
    }
}

/// A copy with other quotes.
fn requoted(draft: &Draft, _: &mut Random) -> Option<Vec<String>> {
    let lines = lines(draft);
    let other: Vec<String> = lines
        .iter()
        .map(|line| if line.contains('"') { line.replace('"', "'") } else { line.replace('\'', "\"") })
        .collect();
    (other != lines).then_some(other)
}

/// A copy with a comment amid its lines.
fn commented(draft: &Draft, random: &mut Random) -> Option<Vec<String>> {
    let mut lines = lines(draft);
    let at = random.between(1, lines.len().checked_sub(1)?.max(1));
    if lines.len() < 2 {
        return None;
    }
    let (open, close) = damage::marks(draft.extension())?;
    lines.insert(at, format!("{}{open}another one{close}", indent(&lines[at])));
    Some(lines)
}

/// A copy in which the change is made.
fn made(draft: &Draft, _: &mut Random) -> Option<Vec<String>> {
    Some(draft.rows.iter().filter_map(|row| row.right.clone()).collect())
}

/// A copy of some of the lines.
fn part(draft: &Draft, random: &mut Random) -> Option<Vec<String>> {
    let lines = lines(draft);
    let from = random.below(lines.len());
    let to = random.between(from + 1, lines.len());
    let told: usize = lines[from..to].iter().map(|line| letters(line)).sum();
    (to - from < lines.len() && told >= 8).then(|| lines[from..to].to_vec())
}
