//! Whole lines: doubled, left out, elided.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, comment_marks, indent, letters, told},
};

/// A quoted line is quoted twice.
pub(crate) fn doubled(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.invent(|_, beside| Some(beside.to_owned()), random)
}

/// A line of the file is passed over in silence.
pub(crate) fn omitted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.omit(|row| letters(row.text()) > 2, random)
}

/// SEARCH ends early or begins late, while REPLACE goes on with lines of the file.
pub(crate) fn search_short(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (first, last) = draft.changed()?;
    let end = draft.rows.len();
    let cut = match random.chance(40) {
        true if first > 0 => 0..random.between(1, first),
        false if last + 1 < end => random.between(last + 1, end - 1)..end,
        _ => return None,
    };
    let tells = told(&draft.rows[cut.clone()]) >= 8;
    draft.rows[cut].iter_mut().for_each(|row| row.search = None);
    (tells && draft.found().len() == 1).then_some(())
}

/// A run of quoted lines that are not next to a change, and tell something.
fn run(draft: &Draft, random: &mut Random) -> Option<std::ops::Range<usize>> {
    let inner = draft.inner();
    let from = *random.pick(&inner)?;
    let most = (from..).take_while(|at| inner.contains(at)).count();
    let run = from..from + random.between(1, most);
    (run.len() > 1 && told(&draft.rows[run.clone()]) > 8).then_some(run)
}

/// Dots stand for a run of quoted lines in both sections; returns the number of their row.
fn elide(draft: &mut Draft, dots: impl Fn(&Draft, &str) -> String, random: &mut Random) -> Option<usize> {
    let run = run(draft, random)?;
    let dots = Row::new(Role::Invented, dots(draft, draft.rows[run.start].text()));
    let omitted: Vec<Row> =
        draft.rows[run.clone()].iter().map(|row| Row::new(Role::Omitted, row.text())).collect();
    draft.rows.splice(run.clone(), [dots].into_iter().chain(omitted));
    Some(run.start)
}

/// Dots stand for lines.
pub(crate) fn elided(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let how = random.below(3);
    let dots = |draft: &Draft, beside: &str| match how {
        0 => "...".to_owned(),
        1 => format!("{}...", indent(beside)),
        _ => draft.comment(beside, "... existing code ...").unwrap_or_else(|| "...".into()),
    };
    elide(draft, dots, random).map(|_| ())
}

/// Dots at the margin lead to a line that is gone from its part of the file; one like it is in another part.
pub(crate) fn elided_at_margin(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let dots = elide(draft, |_, _| "...".into(), random)?;
    // Without a line above them they lead nowhere.
    draft.rows[..dots].iter().find(|row| row.search.is_some() && letters(row.text()) > 2)?;
    let (first, _) = draft.changed()?;
    let tail: Vec<String> = draft.rows[dots + 1..].iter().filter_map(|row| row.search.clone()).collect();
    let begins_part = |line: &String| match draft.extension() {
        "md" => line.starts_with('#'),
        "toml" => line.starts_with('['),
        _ => letters(line) > 2 && line.starts_with(|first: char| first.is_alphabetic() || first == '['),
    };
    if tail.iter().any(begins_part) {
        // The block leads out of the part itself.
        return None;
    }
    // What follows a line that opens nothing may well belong to the lines above it.
    let opens = |line: &str| line.starts_with(['#', '[']) || line.ends_with(['{', '(', '[', ':']);
    let is_other =
        |line: &String| begins_part(line) && opens(line) && !draft.rows.iter().any(|row| row.text() == line);
    let part = draft.below.iter().position(is_other).filter(|_| first > dots && !tail.is_empty())?;
    // Where they are in the file twice, the block is for the other part as it is.
    if draft.now().windows(tail.len()).filter(|window| **window == tail[..]).count() > 1 {
        return None;
    }
    // The lines behind the dots are in the next part, and in their own no more.
    draft.below.splice(part + 1..part + 1, tail);
    for row in draft.rows[dots + 1..].iter_mut().filter(|row| row.search.is_some()) {
        row.now = None;
    }
    draft.is_hopeless = true;
    draft.versions.clear();
    Some(())
}

/// REPLACE has words in place of lines that it means to keep.
pub(crate) fn placeholder(draft: &mut Draft, random: &mut Random) -> Option<()> {
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
    let run = run(draft, random)?;
    let comment = draft.comment(draft.rows[run.start].text(), WORDS[random.below(20)])?;
    draft.rows[run.clone()].iter_mut().for_each(|row| row.replace = None);
    let mut comment = Row::new(Role::New, comment);
    comment.right = None;
    draft.rows.insert(run.start, comment);
    Some(())
}

/// A line of the file next to a replaced one is passed over in silence.
pub(crate) fn omitted_beside(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_gone = |at: usize| draft.rows.get(at).is_some_and(|row| row.is(Role::Gone) && !row.is_blank());
    let is_new = |at: usize| draft.rows.get(at).is_some_and(|row| row.is(Role::New));
    let mut beside = draft.kept();
    let quotes = |rows: &[Row]| rows.iter().any(|row| row.search.is_some());
    beside.retain(|at| quotes(&draft.rows[..*at]) && quotes(&draft.rows[at + 1..]));
    // The line in the place of another comes behind it, so that above both it is plain where it is.
    beside.retain(|at| letters(draft.rows[*at].text()) > 2 && !is_new(at - 1));
    beside.retain(|at| is_gone(at + 1) || is_gone(at - 1));
    // A comment between lines that go and others that come may belong to either of them.
    let sign = comment_marks(draft.extension()).map_or("//", |(open, _)| open.trim());
    let is_comment = |at: usize| draft.rows[at].text().trim_start().starts_with(sign);
    beside.retain(|at| !(is_comment(*at) && is_gone(at - 1) && is_new(at + 1)));
    let row = &mut draft.rows[*random.pick(&beside)?];
    *row = Row::new(Role::Omitted, row.text());
    (!draft.lacks(Role::New)).then_some(())
}

/// A quoted line has another name, number or argument than the file.
pub(crate) fn altered(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let at = *random.pick(&draft.inner())?;
    let row = &mut draft.rows[at];
    let other = crate::change::altered(row.text(), random)?;
    row.quote(|_| other.clone());
    Some(())
}
