//! Line breaks at other places, and lines that are cut.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters, words},
};

/// Two quoted lines are one in the block.
pub(crate) fn joined(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let inner = draft.inner();
    let is_pair = |at: &usize| {
        inner.contains(&(at + 1)) && !draft.rows[*at].is_blank() && !draft.rows[at + 1].is_blank()
    };
    let pairs: Vec<usize> = inner.iter().copied().filter(is_pair).collect();
    let at = *random.pick(&pairs)?;
    let (first, second) = (draft.rows[at].text().to_owned(), draft.rows[at + 1].text().to_owned());
    let one = Row::new(Role::Invented, format!("{first} {}", second.trim_start()));
    draft.rows.splice(at..at + 2, [one, Row::new(Role::Omitted, first), Row::new(Role::Omitted, second)]);
    Some(())
}

/// A quoted line is two in the block.
pub(crate) fn wrapped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let at = *random.pick(&draft.inner())?;
    let line = draft.rows[at].text().to_owned();
    let breaks: Vec<usize> = words(&line).iter().skip(1).map(|(at, _)| *at).collect();
    let to = *random.pick(&breaks)?;
    let (first, second) = line.split_at(to);
    let is_fit = first.ends_with([' ', '(', '.']) && letters(first) > 2;
    let more = ["    ", "  ", "\t"][random.below(3)];
    let first = Row::new(Role::Invented, first.trim_end());
    let second = Row::new(Role::Invented, format!("{}{more}{second}", indent(&line)));
    draft.rows.splice(at..=at, [first, second, Row::new(Role::Omitted, line)]);
    is_fit.then_some(())
}

/// The first line of both sections lacks its beginning, or the last one its end.
pub(crate) fn cut(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_first = random.chance(50);
    let row = if is_first { draft.rows.first_mut() } else { draft.rows.last_mut() };
    let row = row.filter(|row| row.is(Role::Kept))?;
    let line = row.text().to_owned();
    let words = words(&line);
    let (at, word) = **random.pick(&words.iter().skip(1).collect::<Vec<_>>())?;
    let at = if random.chance(30) { at + word.chars().next().map_or(0, char::len_utf8) } else { at };
    row.quote(|line| if is_first { line[at..].to_owned() } else { line[..at].to_owned() });
    draft.search().first().is_some_and(|line| letters(line) > 0).then_some(())
}
