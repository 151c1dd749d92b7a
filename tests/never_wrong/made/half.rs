//! Changes of which a part is made.

use super::{case, start};
use crate::{
    case::Case,
    corpus::Corpus,
    draft::Draft,
    random::Random,
    rows::{Role, Row, letters},
};

/// The rows of a role.
fn rows(draft: &Draft, role: Role) -> Vec<usize> {
    (0..draft.rows.len()).filter(|at| draft.rows[*at].is(role)).collect()
}

/// The first or the last few of some rows, so that they and the others tell something.
fn part(draft: &Draft, of: &[usize], random: &mut Random) -> Option<Vec<usize>> {
    let length = random.between(1, of.len().checked_sub(1)?.max(1));
    let (part, rest) = match random.chance(50) {
        true => of.split_at(length),
        false => {
            let (rest, part) = of.split_at(of.len() - length);
            (part, rest)
        }
    };
    let told = |rows: &[usize]| rows.iter().map(|at| letters(draft.rows[*at].text())).sum::<usize>();
    (told(part) >= 8 && told(rest) >= 8).then(|| part.to_vec())
}

/// Some of the lines that are to come are there.
pub(super) fn inserted(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    let part = part(&draft, &rows(&draft, Role::New), random).filter(|_| draft.only_adds())?;
    draft.make(|at| part.contains(&at));
    case(&draft)
}

/// Some of the lines that are to go are gone.
pub(super) fn removed(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    let part = part(&draft, &rows(&draft, Role::Gone), random).filter(|_| draft.only_removes())?;
    draft.make(|at| part.contains(&at));
    case(&draft)
}

/// The lines that are to come are there; those in whose place they come are there too.
pub(super) fn replaced(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    let told = |role| rows(&draft, role).iter().map(|at| letters(draft.rows[*at].text())).sum::<usize>();
    let is_fit = told(Role::New) >= 8 && told(Role::Gone) >= 8;
    let new = rows(&draft, Role::New);
    draft.make(|at| new.contains(&at));
    case(&draft).filter(|_| is_fit)
}

/// Of two changes apart from each other one is made.
pub(super) fn of_two(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    let (first, last) = draft.changed()?;
    let kept = (first..last).find(|at| draft.rows[*at].is(Role::Kept))?;
    let told = |rows: &[Row]| {
        rows.iter().filter(|row| row.is_changed()).map(|row| letters(row.text())).sum::<usize>()
    };
    let is_fit = told(&draft.rows[..kept]) >= 8 && told(&draft.rows[kept..]) >= 8;
    let upper = random.chance(50);
    draft.make(|at| (at < kept) == upper);
    case(&draft).filter(|_| is_fit)
}
