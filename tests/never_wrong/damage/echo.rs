//! Lines as a tool showed them to the model.

use crate::{draft::Draft, random::Random, rows::Role};

/// Signs are written as entities.
pub(crate) fn entities(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let quotes_too = random.chance(30);
    let escaped = |line: &str| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        if quotes_too { line.replace('"', "&quot;") } else { line }
    };
    let is_plain =
        |line: &String| !["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|sign| line.contains(sign));
    let is_shown = draft.search().iter().any(|line| escaped(line) != *line);
    let is_fit = [draft.now(), draft.replace()].concat().iter().all(is_plain);
    draft.rows.iter_mut().for_each(|row| row.quote(escaped));
    (is_shown && is_fit).then_some(())
}

/// Lines have their numbers in front, those of REPLACE too or not.
pub(crate) fn numbered(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let how = random.below(4);
    let numbered = |number: usize, line: &str| match how {
        0 => format!("{number}: {line}"),
        1 => format!("{number:>4} | {line}"),
        2 => format!("{number}\t{line}"),
        _ => format!("{number:>6}\u{2192}{line}"),
    };
    let first = draft.above.len() + 1;
    let is_replace_too = random.chance(70);
    let (mut old, mut new) = (first, first);
    for row in &mut draft.rows {
        if let Some(line) = &mut row.search {
            *line = numbered(old, line);
            old += 1;
        }
        if let Some(line) = row.replace.as_mut().filter(|_| is_replace_too) {
            *line = numbered(new, line);
            new += 1;
        }
    }
    (draft.kept().len() > 1 || !draft.lacks(Role::Gone)).then_some(())
}
