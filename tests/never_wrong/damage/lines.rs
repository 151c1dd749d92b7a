//! Whole lines: doubled, left out, elided.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, inner, letters},
};

/// A quoted line is quoted twice.
pub(super) fn doubled(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let at = *random.pick(&inner(&draft.rows))?;
    let double = Row::invented(draft.rows[at].text());
    draft.rows.insert(at, double);
    Some(())
}

/// A line of the file is passed over in silence.
pub(super) fn omitted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let telling: Vec<usize> =
        inner(&draft.rows).into_iter().filter(|at| letters(draft.rows[*at].text()) > 2).collect();
    let at = *random.pick(&telling)?;
    draft.rows[at] = Row::omitted(draft.rows[at].text());
    Some(())
}

/// SEARCH ends early or begins late, while REPLACE goes on with lines of the file.
pub(super) fn search_short(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (first, last) = draft.changed()?;
    let above = random.chance(40);
    let edge = if above { 0..first } else { last + 1..draft.rows.len() };
    let length = random.between(1, edge.len().max(1));
    let cut = if above { edge.start..edge.start + length } else { edge.end.checked_sub(length)?..edge.end };
    if length > edge.len() {
        return None;
    }
    let told: usize = draft.rows[cut.clone()].iter().map(|row| letters(row.text())).sum();
    for row in &mut draft.rows[cut] {
        row.search = None;
    }
    (told >= 8 && draft.found().len() == 1).then_some(())
}

/// A run of quoted lines that are not next to a change, and tell something.
fn run(draft: &Draft, random: &mut Random) -> Option<std::ops::Range<usize>> {
    let inner = inner(&draft.rows);
    let from = *random.pick(&inner)?;
    let most = (from..).take_while(|at| inner.contains(at)).count();
    let to = from + random.between(1, most);
    let told: usize = draft.rows[from..to].iter().map(|row| letters(row.text())).sum();
    (to - from > 1 && told > 8).then_some(from..to)
}

/// Dots stand for a run of quoted lines in both sections.
pub(super) fn elided(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let run = run(draft, random)?;
    let by = indent(draft.rows[run.start].text()).to_owned();
    let mark = super::comments::marks(draft.extension()).filter(|_| random.chance(50));
    let dots = match mark {
        Some((open, close)) => format!("{by}{open}... existing code ...{close}"),
        None if random.chance(50) => format!("{by}..."),
        None => "...".to_owned(),
    };
    elide(draft, run, &dots);
    Some(())
}

fn elide(draft: &mut Draft, run: std::ops::Range<usize>, dots: &str) {
    let passed: Vec<Row> = draft.rows[run.clone()].iter().map(|row| Row::omitted(row.text())).collect();
    draft.rows.splice(run, [vec![Row::invented(dots)], passed].concat());
}

/// Dots at the margin lead to a line that is gone from its part of the file; one like it stands in another part.
pub(super) fn elided_at_margin(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let run = run(draft, random)?;
    elide(draft, run, "...");
    let dots = draft.rows.iter().position(|row| row.is(Role::Invented))?;
    let (first, _) = draft.changed()?;
    let is_behind = first > dots;
    let tail: Vec<String> = draft.rows[dots + 1..].iter().filter_map(|row| row.search.clone()).collect();
    let begins_part = |line: &String| letters(line) > 2 && indent(line).is_empty();
    let part = draft.below.iter().position(begins_part).filter(|_| is_behind && !tail.is_empty())?;
    // The lines behind the dots now stand in the next part, and in their own no more.
    draft.below.splice(part + 1..part + 1, tail);
    for row in draft.rows[dots + 1..].iter_mut().filter(|row| row.search.is_some()) {
        row.now = None;
    }
    draft.is_hopeless = true;
    draft.versions.clear();
    Some(())
}

/// REPLACE has words in place of lines that it means to keep.
pub(super) fn placeholder(draft: &mut Draft, random: &mut Random) -> Option<()> {
    const WORDS: [&str; 20] = [
        "existing logic",
        "Keep the rest as is",
        "everything else stays",
        "TODO: keep the existing code",
        "rest of function",
        "rest of the code",
        "... rest unchanged",
        "same as before",
        "unchanged",
        "other methods remain the same",
        "remaining code",
        "existing code here",
        "the rest of the implementation",
        "(rest of the file)",
        "previous code",
        "no changes here",
        "leave as is",
        "original body",
        "as before",
        "continue with existing handling",
    ];
    let (open, close) = super::comments::marks(draft.extension())?;
    let run = run(draft, random)?;
    let by = indent(draft.rows[run.start].text()).to_owned();
    let mut comment = Row::new(&format!("{by}{open}{}{close}", WORDS[random.below(20)]));
    comment.right = None;
    for row in &mut draft.rows[run.clone()] {
        row.replace = None;
    }
    draft.rows.insert(run.start, comment);
    Some(())
}
