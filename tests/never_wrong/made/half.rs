//! Changes of which a part is made.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters, told},
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

/// The line next to the place comes in once more, in the middle of the new lines and without being quoted.
pub(crate) fn amid(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let last = draft.rows.pop_if(|row| row.is(Role::Kept) && letters(row.text()) >= 8)?;
    let line = last.text().to_owned();
    let beside = draft.rows.pop_if(|row| row.is(Role::Kept) && letters(row.text()) >= 8)?;
    let is_item = |row: &str| !row.ends_with(['{', '(', '[', ':', '>', ',']) && !starts_otherwise(row);
    let by = indent(&line).to_owned();
    let squeezed = |line: &str| line.split_whitespace().collect::<String>();
    let is_there =
        draft.now().iter().chain([&beside.text().to_owned()]).any(|other| squeezed(other) == squeezed(&line));
    if draft.is_open() || is_there || indent(beside.text()) != by || !is_item(&line) {
        return None;
    }
    let fresh = |name: &str| Row::new(Role::New, format!("{by}{name}(one, two)"));
    let mut again = Row::new(Role::Omitted, &line);
    again.replace = Some(line);
    draft.rows.retain(|row| !row.is_changed());
    draft.rows.extend([beside, fresh("first_of_them"), again, fresh("last_of_them")]);
    draft.is_hopeless = true;
    Some(())
}

/// Returns whether a line is a comment, or decorates the next one.
fn starts_otherwise(line: &str) -> bool {
    ["#", "//", "/*", "*", "<!--", "--", "@"].iter().any(|sign| line.trim_start().starts_with(sign))
}

/// REPLACE goes on with the next statement, which SEARCH does not quote, however little that says.
pub(crate) fn beyond(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let statement = ["n += 1", "free(r);", "i++;", "x = y", "next(it)"][random.below(5)];
    let by = indent(draft.rows.last()?.text()).to_owned();
    let mut next = Row::new(Role::Kept, format!("{by}{statement}"));
    next.search = None;
    let is_fit = draft.rows.last().is_some_and(|row| row.is(Role::New) && !row.is_blank());
    let is_there = draft.now().iter().any(|line| line.trim() == statement);
    draft.rows.push(next);
    (is_fit && !is_there && draft.found().len() == 1).then_some(())
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
