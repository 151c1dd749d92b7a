//! White space at the beginnings of lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, some},
};

/// A way to shift a line; none where it cannot be shifted.
type Shift = Box<dyn Fn(&str) -> Option<String>>;

fn less(by: &str) -> Shift {
    let by = by.to_owned();
    Box::new(move |line| line.strip_prefix(by.as_str()).map(str::to_owned))
}

fn more(by: &'static str) -> Shift {
    Box::new(move |line| Some(format!("{by}{line}")))
}

/// The line with a tab for each four blanks in front.
fn tabbed(line: &str) -> Option<String> {
    let by = indent(line);
    let is_even = by.len().is_multiple_of(4) && by.chars().all(|blank| blank == ' ');
    is_even.then(|| format!("{}{}", "\t".repeat(by.len() / 4), line.trim_start()))
}

/// Shifts both sections of some rows, blank lines apart; none where one of them cannot be shifted.
fn shift(rows: &mut [Row], by: &Shift) -> Option<()> {
    let texts = rows.iter_mut().flat_map(|row| [&mut row.search, &mut row.replace]).flatten();
    for line in texts.filter(|line| !line.trim().is_empty()) {
        *line = by(line)?;
    }
    Some(())
}

/// The least indentation of the lines of the block.
fn least(draft: &Draft) -> String {
    let lines = [draft.search(), draft.replace()].concat();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    filled.map(|line| indent(line)).min_by_key(|by| by.len()).unwrap_or_default().to_owned()
}

/// Both sections are shifted.
pub(crate) fn all(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (before, least) = (draft.search(), least(draft));
    let by = match random.below(6) {
        0..=2 if !least.is_empty() => less(&least),
        3 if least.len() > 2 => less(&least[..2]),
        4 => more(["  ", "    ", "\t"][random.below(3)]),
        5 => Box::new(tabbed),
        _ => return None,
    };
    shift(&mut draft.rows, &by)?;
    (draft.search() != before).then_some(())
}

/// The first line of each section lost its indentation, as if the text had been cut out of its line; another
/// line shows that only that one did.
pub(crate) fn first_line(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let search = draft.rows.iter().position(|row| row.search.is_some())?;
    let replace = draft.rows.iter().position(|row| row.replace.is_some())?;
    let is_stripped = !indent(draft.rows[search].text()).is_empty() && !draft.rows[search].is_blank();
    let is_shown =
        draft.search().iter().skip(1).any(|line| !line.trim().is_empty() && !indent(line).is_empty());
    for line in [&mut draft.rows[search].search].into_iter().flatten() {
        *line = line.trim_start().to_owned();
    }
    // A new line in the place of the first may be as deep as that.
    let by = indent(draft.rows[search].text()).to_owned();
    let row = &mut draft.rows[replace];
    let as_deep = row.right.clone().filter(|_| row.is(Role::New)).map(|line| by + line.trim_start());
    row.or.extend(as_deep);
    for line in [&mut draft.rows[replace].replace].into_iter().flatten() {
        *line = line.trim_start().to_owned();
    }
    (is_shown && is_stripped).then_some(())
}

/// SEARCH lost some of its indentation, REPLACE has that of the file.
pub(crate) fn search(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let least = least(draft);
    let by = if random.chance(50) { &least } else { least.get(..2)? };
    for line in draft.rows.iter_mut().filter_map(|row| row.search.as_mut()) {
        *line = line.strip_prefix(by).unwrap_or_default().to_owned();
    }
    (!by.is_empty() && draft.kept().len() < 4).then_some(())
}

/// A stretch of lines is shifted in both sections.
pub(crate) fn stretch(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let from = random.below(draft.rows.len());
    let to = random.between(from + 1, draft.rows.len());
    let by = ["  ", "    "][random.below(2)];
    let by = if random.chance(50) { more(by) } else { less(by) };
    // Among new lines nothing tells where it begins or ends.
    let is_amid = |at: usize| {
        let is_new = |at: usize| draft.rows.get(at).is_some_and(|row| row.is(Role::New));
        at > 0 && is_new(at - 1) || is_new(at)
    };
    if is_amid(from) || is_amid(to) {
        return None;
    }
    shift(&mut draft.rows[from..to], &by)?;
    // Where all of SEARCH is shifted, or none of it, the rest of REPLACE is meant as it is beside it.
    let count = |is_shifted: bool| {
        let quoted = |row: &Row| row.search.is_some() && row.now.is_some() && !row.is_blank();
        draft.which(|row| quoted(row) && (row.search != row.now) == is_shifted).len()
    };
    (count(true) > 0 && count(false) > 0).then_some(())
}

/// Some lines of the file have tabs where others, and the block, have blanks; a new line may have either.
pub(crate) fn tabs(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_other = |line: &str| tabbed(line).is_some_and(|other| other != line);
    let fit = draft.which(|row| row.now.is_some() && is_other(row.text()));
    let is_open = draft.is_open();
    for at in some(&fit, random)? {
        draft.rows[at].format(|line| tabbed(line).unwrap_or_default());
    }
    for row in draft.rows.iter_mut().filter(|row| row.is(Role::New) || is_open) {
        let right = [row.search.clone(), row.replace.clone()].into_iter().flatten();
        row.or = right.flat_map(|line| [Some(line.clone()), tabbed(&line)]).flatten().collect();
    }
    Some(())
}
