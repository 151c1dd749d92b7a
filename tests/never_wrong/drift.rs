//! Files that went on after the block was written: lines changed, came and went, near the place and far away.

use crate::{
    case::Case,
    change,
    corpus::Corpus,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
    rows::{Row, inner, kept},
};

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    [
        Kind::of(Group::Stale, "drifted", |corpus, random| drifted(corpus, false, random)),
        Kind::of(Group::Stale, "drifted-copy", |corpus, random| drifted(corpus, true, random)),
    ]
    .into_iter()
}

/// The place drifts; older versions may be in the history, and a copy that drifts too may be elsewhere.
fn drifted(corpus: &Corpus, copied: bool, random: &mut Random) -> Option<Case> {
    let mut draft = change::any(corpus, 9, random)?;
    let has_history = random.chance(60);
    if copied {
        copy(&mut draft, random)?;
    }
    for _ in 0..random.between(1, 4) {
        if has_history && random.chance(50) {
            draft.commit();
        }
        if random.chance(50) { near(&mut draft, random)? } else { far(&mut draft, random)? }
    }
    draft.is_sound().then(|| draft.case())
}

/// A quoted line changes, comes or goes. Beside the change none comes or goes: it would be open where the change belongs.
fn near(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (kept, inner) = (kept(&draft.rows), inner(&draft.rows));
    match random.below(3) {
        0 => {
            let row = &mut draft.rows[*random.pick(&kept)?];
            let other = change::altered(row.now.as_deref()?, random)?;
            row.format(|_| other.clone());
        }
        1 => {
            let at = *random.pick(&inner)?;
            let new = change::altered(draft.rows[at].text(), random)?;
            draft.rows.insert(at, Row::omitted(&new));
        }
        _ => {
            let row = &mut draft.rows[*random.pick(&inner)?];
            (row.now, row.right) = (None, None);
        }
    }
    Some(())
}

/// A line elsewhere changes, comes or goes.
fn far(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let side = if random.chance(50) { &mut draft.above } else { &mut draft.below };
    let at = random.below(side.len().max(1));
    let other = change::altered(side.get(at)?, random)?;
    match random.below(3) {
        0 => side[at] = other,
        1 => side.insert(at, other),
        _ => drop(side.remove(at)),
    }
    Some(())
}

/// The lines of the place stand elsewhere too, one of them changed, as they were before the change or after it.
fn copy(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let made = random.chance(50);
    let text = |row: &Row| if made { row.right.clone() } else { row.now.clone() };
    let mut lines: Vec<String> = draft.rows.iter().filter_map(text).collect();
    let at = random.below(lines.len().max(1));
    lines[at] = change::altered(lines.get(at)?, random)?;
    let side = if random.chance(50) { &mut draft.above } else { &mut draft.below };
    let at = random.below(side.len() + 1);
    side.splice(at..at, lines);
    Some(())
}
