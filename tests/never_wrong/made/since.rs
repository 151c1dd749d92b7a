//! Changes that were made, and what happened to the file since.

use super::{case, start};
use crate::{
    case::Case,
    corpus::Corpus,
    damage,
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent},
};

/// A formatter went over the file, or over the new lines.
pub(super) fn formatted(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    draft.make(|_| true);
    let before: String = new_lines(&draft);
    let format = formatter(random);
    for row in &mut draft.rows {
        row.format(&format);
    }
    if random.chance(50) {
        for line in draft.above.iter_mut().chain(&mut draft.below) {
            *line = format(line);
        }
        draft.what.push("the whole file".into());
    } else {
        for row in draft.rows.iter_mut().filter(|row| row.is(Role::Kept)) {
            row.now.clone_from(&row.search);
            row.right.clone_from(&row.search);
        }
    }
    case(&draft).filter(|_| new_lines(&draft) != before)
}

fn new_lines(draft: &Draft) -> String {
    draft.rows.iter().filter(|row| row.is(Role::New)).filter_map(|row| row.now.as_deref()).collect()
}

/// What a formatter does to a line.
fn formatter(random: &mut Random) -> Box<dyn Fn(&str) -> String> {
    let blanks = [" ", "  "][random.below(2)];
    match random.below(6) {
        0 => Box::new(|line| line.replace('\'', "\"")),
        1 => Box::new(|line| line.replace('"', "'")),
        2 => Box::new(|line| format!("{}{line}", indent(line))),
        3 => Box::new(|line| format!("{}{}", "\t".repeat(indent(line).len() / 4), line.trim_start())),
        4 => Box::new(move |line| if line.is_empty() { String::new() } else { format!("{line}{blanks}") }),
        _ => Box::new(|line| line.trim_end_matches(';').replace(", ", ",").replace(" = ", "=")),
    }
}

/// Somebody wrote a comment at the new lines, or a blank line at their edge is missing.
pub(super) fn edited(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    draft.make(|_| true);
    let new: Vec<usize> = (0..draft.rows.len()).filter(|at| draft.rows[*at].is(Role::New)).collect();
    let at = *random.pick(&new)?;
    if random.chance(40) {
        let blank: Vec<usize> =
            new.into_iter().filter(|at| draft.rows[*at].text().trim().is_empty()).collect();
        let row = &mut draft.rows[*random.pick(&blank)?];
        (row.now, row.right) = (None, None);
    } else {
        let (open, close) = damage::marks(draft.extension())?;
        let comment = format!("{}{open}as agreed{close}", indent(draft.rows[at].text()));
        draft.rows.insert(at, Row::omitted(&comment));
    }
    let told: usize =
        draft.rows.iter().filter(|row| row.is(Role::New)).map(|row| crate::rows::letters(row.text())).sum();
    case(&draft).filter(|_| told >= 8)
}
