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
