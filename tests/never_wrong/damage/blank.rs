//! Blank lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent},
};

/// A blank line of the file is not quoted.
pub(crate) fn dropped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.omit(Row::is_blank, random)
}

/// A blank line is quoted that the file does not have.
pub(crate) fn added(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.invent(|_, beside| (!beside.trim().is_empty()).then(String::new), random)
}

/// Both sections begin or end with a blank line that the file does not have there.
pub(crate) fn edge(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_kept = |row: Option<&Row>| row.is_some_and(|row| row.is(Role::Kept) && !row.is_blank());
    let is_filled = |line: Option<&String>| line.is_some_and(|line| !line.trim().is_empty());
    let first = is_kept(draft.rows.first()) && is_filled(draft.above.last()) && random.chance(60);
    let last = is_kept(draft.rows.last()) && is_filled(draft.below.first()) && (!first || random.chance(30));
    let blank = |is_there: bool| is_there.then(|| Row::new(Role::Invented, ""));
    draft.rows.splice(0..0, blank(first));
    draft.rows.extend(blank(last));
    (first || last).then_some(())
}

/// SEARCH alone ends, or begins, with more blank lines than the file has there.
pub(crate) fn surplus(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_filled = |row: Option<&Row>| row.is_some_and(|row| row.is(Role::Kept) && !row.is_blank());
    let mut more = vec![Row::new(Role::Invented, ""); random.between(1, 2)];
    more.iter_mut().for_each(|row| row.replace = None);
    if random.chance(70) {
        let count = draft.below.iter().take_while(|line| line.trim().is_empty()).count();
        let blank: Vec<String> = draft.below.drain(..count).collect();
        let fits = is_filled(draft.rows.last()) && !blank.is_empty();
        draft.rows.extend(Row::all(Role::Kept, &blank).chain(more));
        return fits.then_some(());
    }
    let count = draft.above.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let blank = draft.above.split_off(draft.above.len() - count);
    let fits = is_filled(draft.rows.first()) && !blank.is_empty();
    draft.rows.splice(0..0, more.into_iter().chain(Row::all(Role::Kept, &blank)));
    fits.then_some(())
}

/// Lines come between a blank line and the head of a definition, whose comments, attributes or decorators the
/// block does not quote: they stay with the definition.
pub(crate) fn for_head(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.now();
    let heads: Vec<_> = (1..lines.len().saturating_sub(1)).filter_map(|at| head(&lines, at)).collect();
    let (from, to) = *random.pick(&heads)?;
    let by = indent(&lines[to]);
    let below = to + 1 + random.below(3).min(lines.len() - to - 1);
    let new = [format!("{by}added_here(one, two);"), format!("{by}added_here(three, four);"), String::new()];
    draft.rows = Row::all(Role::Kept, &lines[from - 1..from])
        .chain(Row::all(Role::New, &new))
        .chain(Row::all(Role::Omitted, &lines[from..to]))
        .chain(Row::all(Role::Kept, &lines[to..below]))
        .collect();
    (draft.above, draft.below) = (lines[..from - 1].to_vec(), lines[below..].to_vec());
    draft.found().is_empty().then_some(())
}

/// Words with which definitions begin.
const DEFINE: [&str; 8] = ["fn ", "def ", "class ", "struct ", "function ", "func ", "const ", "static "];

/// The lines that belong to a definition whose first is `from`, which follows a blank line, and the
/// definition's own.
fn head(lines: &[String], from: usize) -> Option<(usize, usize)> {
    let belongs = |line: &&String| {
        let line = line.trim_start();
        ["//", "#[", "@", "# "].iter().any(|start| line.starts_with(start))
    };
    let defines = |line: &String| {
        DEFINE.iter().any(|word| line.trim_start().trim_start_matches("pub ").starts_with(word))
    };
    let count = lines[from..].iter().take_while(belongs).count();
    let is_head = lines[from - 1].is_empty() && (1..6).contains(&count);
    (is_head && defines(lines.get(from + count)?)).then_some((from, from + count))
}

/// A definition comes before another, whose comments, attributes or decorators the block does not quote: it comes
/// above them, or nowhere.
pub(crate) fn below_head(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.now();
    let heads: Vec<_> = (1..lines.len().saturating_sub(1)).filter_map(|at| head(&lines, at)).collect();
    let (from, to) = *random.pick(&heads)?;
    let by = indent(&lines[to]);
    let below = to + 1 + random.below(3).min(lines.len() - to - 1);
    let defines = lines[to].trim_end();
    // Another name, not another keyword.
    let is_defined =
        |other: &String| DEFINE.iter().all(|word| other.contains(word) == defines.contains(word));
    let other = crate::change::altered(defines, random).filter(is_defined)?;
    if draft.extension() == "md" {
        return None;
    }
    let new = [other, format!("{by}    added_here(one, two)"), String::new()];
    draft.rows = Row::all(Role::New, &new)
        .chain(Row::all(Role::Omitted, &lines[from..to]))
        .chain(Row::all(Role::Kept, &lines[to..below]))
        .collect();
    (draft.above, draft.below) = (lines[..from].to_vec(), lines[below..].to_vec());
    (draft.found().len() == 1).then_some(())
}
