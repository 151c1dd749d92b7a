//! Files that went on after the block was written: lines changed, came and went, near the place and far away.

use crate::{
    change::altered,
    draft::Draft,
    random::Random,
    rows::{Role, Row},
};

/// A few lines change; versions in between are committed if the block's own version is.
pub(crate) fn some(draft: &mut Draft, random: &mut Random) -> Option<()> {
    for _ in 0..random.between(1, 4) {
        if random.chance(50) {
            near(draft, random)?
        } else {
            far(draft, random)?
        }
        if !draft.versions.is_empty() && random.chance(40) {
            draft.commit();
        }
    }
    Some(())
}

/// A copy of the place, with another line in it, is some lines away.
pub(crate) fn copied(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mut copy = draft.here();
    let at = random.below(copy.len().max(1));
    copy[at] = altered(copy.get(at)?, random)?;
    let distance = random.between(5, 25);
    let is_above = random.chance(50);
    let side = if is_above { &mut draft.above } else { &mut draft.below };
    let at = if is_above { side.len().checked_sub(distance)? } else { distance };
    (at <= side.len()).then(|| drop(side.splice(at..at, copy)))
}

/// A quoted line changes, comes or goes. Beside the change none comes or goes: it would be open where the
/// change belongs.
fn near(draft: &mut Draft, random: &mut Random) -> Option<()> {
    match random.below(3) {
        0 => {
            let at = *random.pick(&draft.kept())?;
            let row = &mut draft.rows[at];
            let other = altered(row.now.as_deref()?, random)?;
            row.format(|_| other.clone());
        }
        1 => {
            let at = *random.pick(&draft.inner())?;
            let new = altered(draft.rows[at].text(), random)?;
            draft.rows.insert(at, Row::new(Role::Omitted, new));
        }
        _ => {
            let at = *random.pick(&draft.inner())?;
            (draft.rows[at].now, draft.rows[at].right) = (None, None);
        }
    }
    Some(())
}

/// A line elsewhere changes, comes or goes.
fn far(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let side = draft.side(random);
    let at = random.below(side.len().max(1));
    let other = altered(side.get(at)?, random)?;
    match random.below(3) {
        0 => side[at] = other,
        1 => side.insert(at, other),
        _ => drop(side.remove(at)),
    }
    Some(())
}

/// A line that is to go reads otherwise by now.
pub(crate) fn gone(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let at = *random.pick(&draft.which(|row| row.is(Role::Gone)))?;
    let other = altered(draft.rows[at].text(), random)?;
    // A line that goes and comes again stays, so that another version of it does not count.
    let comes =
        |line: &str| draft.rows.iter().any(|row| row.is(Role::New) && row.text().trim() == line.trim());
    let is_made = comes(&other) || comes(draft.rows[at].text());
    draft.rows[at].now = Some(other);
    draft.is_hopeless = true;
    // Where the lines are elsewhere too, or one of them twice, a part of the file has them as they are quoted.
    let trimmed = |lines: Vec<String>| -> Vec<String> {
        lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (search, now) = (trimmed(draft.search()), trimmed(draft.now()));
    let is_elsewhere = now.windows(search.len().max(1)).any(|window| window == search);
    (!is_made && !is_elsewhere && !draft.is_open()).then_some(())
}

/// The lines above the place went below it.
pub(crate) fn moved(draft: &mut Draft, random: &mut Random) -> Option<()> {
    if random.chance(70) {
        draft.commit();
    }
    let count = random.between(1, 40).min(draft.above.len());
    let lines = draft.above.split_off(draft.above.len() - count);
    let at = random.below(draft.below.len() + 1);
    draft.below.splice(at..at, lines);
    (count > 0).then_some(())
}
