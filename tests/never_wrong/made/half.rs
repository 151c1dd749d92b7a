//! Changes of which a part is made.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, told},
};

/// Makes the first or the last few rows of a role, where they and the others tell something.
fn part(draft: &mut Draft, role: Role, random: &mut Random) -> Option<()> {
    let all = draft.which(|row| row.is(role));
    let at = random.between(1, all.len().checked_sub(1)?.max(1));
    let (part, rest) = all.split_at_checked(at)?;
    let (part, rest) = if random.chance(50) { (part, rest) } else { (rest, part) };
    let told = |rows: &[usize]| told(rows.iter().map(|at| &draft.rows[*at]));
    // A short line of many may be there by chance.
    let is_fit = told(rest) >= 8 && told(part) >= 24.min(told(rest));
    draft.make(|at| part.contains(&at));
    is_fit.then_some(())
}

/// Some of the lines that are to come are there, and nowhere else.
pub(crate) fn inserted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let before = draft.now();
    let is_fresh =
        |row: &Row| !row.is(Role::New) || !before.iter().any(|line| line.trim() == row.text().trim());
    let is_fit = !draft.has_twins() && draft.rows.iter().all(is_fresh);
    if is_fit { part(draft, Role::New, random) } else { None }
}

/// Some of the lines that are to go are gone.
pub(crate) fn removed(draft: &mut Draft, random: &mut Random) -> Option<()> {
    part(draft, Role::Gone, random).filter(|()| draft.lacks(Role::New))
}

/// The lines that are to come are there; those in whose place they come are there too.
pub(crate) fn replaced(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let new = draft.which(|row| row.is(Role::New));
    let told = |role| told(draft.rows.iter().filter(|row| row.is(role)));
    let is_fit = !draft.has_twins() && told(Role::New) >= 8 && told(Role::Gone) >= 8;
    draft.make(|at| new.contains(&at));
    is_fit.then_some(())
}

/// Of two changes apart from each other one is made.
pub(crate) fn of_two(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (first, last) = draft.changed()?;
    let between = (first..last).find(|at| draft.rows[*at].is(Role::Kept))?;
    let tells = |rows: &[Row]| told(rows.iter().filter(|row| row.is_changed())) >= 8;
    let is_fit = tells(&draft.rows[..between]) && tells(&draft.rows[between..]);
    let is_upper_made = random.chance(50);
    draft.make(|at| (at < between) == is_upper_made);
    is_fit.then_some(())
}
