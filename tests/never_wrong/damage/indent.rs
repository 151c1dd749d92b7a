//! White space at the beginnings of lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent},
};

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Each line shifted; none where one of them cannot be.
fn shifted(rows: &[Row], how: impl Fn(&str) -> Option<String>) -> Option<Vec<Row>> {
    let shift = |text: &Option<String>| match text {
        Some(line) if !is_blank(line) => how(line).map(Some),
        text => Some(text.clone()),
    };
    let row =
        |row: &Row| Some(Row { search: shift(&row.search)?, replace: shift(&row.replace)?, ..row.clone() });
    rows.iter().map(row).collect()
}

/// The least indentation of the lines of the block.
fn least(draft: &Draft) -> String {
    let lines = draft.search().into_iter().chain(draft.replace());
    let indents = lines.filter(|line| !is_blank(line)).map(indent);
    indents.min_by_key(|by| by.len()).unwrap_or_default().to_owned()
}

/// A way to shift lines.
type Shift = Box<dyn Fn(&str) -> Option<String>>;

fn shift(draft: &Draft, random: &mut Random) -> Option<Shift> {
    let least = least(draft);
    let less =
        |by: String| -> Shift { Box::new(move |line| line.strip_prefix(by.as_str()).map(str::to_owned)) };
    let more = |by: &'static str| -> Shift { Box::new(move |line| Some(format!("{by}{line}"))) };
    match random.below(6) {
        0..=2 => (!least.is_empty()).then(|| less(least)),
        3 => (least.len() > 2).then(|| less(least[..2].to_owned())),
        4 => Some(more(["  ", "    ", "\t"][random.below(3)])),
        _ => Some(Box::new(tabbed)),
    }
}

/// The line with a tab for each four blanks in front, if it has any.
fn tabbed(line: &str) -> Option<String> {
    let by = indent(line);
    let is_even = by.len().is_multiple_of(4) && by.chars().all(|blank| blank == ' ');
    is_even.then(|| format!("{}{}", "\t".repeat(by.len() / 4), line.trim_start()))
}

/// Both sections are shifted.
pub(super) fn all(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let before = draft.search().concat();
    let shift = shift(draft, random)?;
    draft.rows = shifted(&draft.rows, shift)?;
    (draft.search().concat() != before).then_some(())
}

/// The first line of each section lost its indentation, as if the text had been cut out of its line.
pub(super) fn first_line(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let section = |of: fn(&Row) -> Option<&String>| draft.rows.iter().position(|row| of(row).is_some());
    let (search, replace) = (section(|row| row.search.as_ref())?, section(|row| row.replace.as_ref())?);
    let first = draft.rows[search].search.as_mut()?;
    let is_stripped = !is_blank(first) && first.trim_start() != first;
    *first = first.trim_start().to_owned();
    let first = draft.rows[replace].replace.as_mut()?;
    *first = first.trim_start().to_owned();
    is_stripped.then_some(())
}

/// SEARCH lost some of its indentation, REPLACE stands as the file does.
pub(super) fn search(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let least = least(draft);
    let by = if random.chance(50) { least.clone() } else { least.get(..2)?.to_owned() };
    let kept = draft.rows.iter().filter(|row| row.is(Role::Kept)).count();
    if by.is_empty() || kept > 3 {
        return None;
    }
    for line in draft.rows.iter_mut().filter_map(|row| row.search.as_mut()) {
        *line = line.strip_prefix(&by).unwrap_or_default().to_owned();
    }
    Some(())
}

/// A stretch of lines is shifted in both sections.
pub(super) fn stretch(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let length = draft.rows.len();
    let from = random.below(length);
    let to = random.between(from + 1, length);
    if length < 3 || to - from == length {
        return None;
    }
    let by = ["  ", "    "][random.below(2)];
    let stretch = &draft.rows[from..to];
    let shifted = if random.chance(50) {
        shifted(stretch, |line| Some(format!("{by}{line}")))?
    } else {
        shifted(stretch, |line| line.strip_prefix(by).map(str::to_owned))?
    };
    draft.rows.splice(from..to, shifted);
    Some(())
}
