//! Lines that look as if a change were made, which it is not.

use crate::{
    change::altered,
    corpus::Corpus,
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters, told},
};

/// The line to insert is common (a blank line, a bracket, a short argument), and one like it is there.
pub(crate) fn by_chance(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let untelling: Vec<usize> = (4..file.len() - 4).filter(|at| letters(&file[*at]) < 8).collect();
    let at = *random.pick(&untelling)?;
    let context = random.between(1, 3);
    let is_below = random.chance(50);
    let quoted = if is_below { at - context..at } else { at + 1..at + 1 + context };
    let mut rows: Vec<Row> = Row::all(Role::Kept, &file[quoted.clone()]).collect();
    rows.insert(if is_below { context } else { 0 }, Row::new(Role::New, &file[at]));
    let draft = Draft::new(&series.path, &file[..quoted.start], rows, &file[quoted.end..]);
    (draft.found().len() == 1).then_some(draft)
}

/// The lines that are to go are there in another form, while a line above them is as the block will have it.
pub(crate) fn other_form(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (first, last) = draft.changed().filter(|_| draft.lacks(Role::New))?;
    let kept: Vec<usize> = (0..first).filter(|at| letters(draft.rows[*at].text()) > 2).collect();
    let row = &mut draft.rows[*random.pick(&kept)?];
    let other = match random.below(3) {
        0 => row.text().replace('"', "'"),
        1 => row.text().trim_end_matches([';', ',']).to_owned(),
        _ => altered(row.text(), random)?,
    };
    let is_other = other != row.text();
    row.search = Some(other);
    if random.chance(60) {
        // Nothing is quoted below.
        let rest = draft.rows.split_off(last + 1);
        draft.below.splice(0..0, rest.into_iter().filter_map(|row| row.now));
    }
    let gone = draft.which(|row| row.is(Role::Gone));
    let tells = told(gone.iter().map(|at| &draft.rows[*at])) >= 8;
    let row = &mut draft.rows[*random.pick(&gone)?];
    row.now = Some(altered(row.text(), random)?);
    (tells && is_other).then_some(())
}

/// Two lines are beside each other, of which one is to come below the other, which may be to come too.
pub(crate) fn nested(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let is_even = |at: &usize| indent(&file[*at]) == indent(&file[at + 1]);
    let tells = |at: &usize| letters(&file[*at]) >= 8 && letters(&file[at + 1]) >= 8;
    let pairs: Vec<usize> = (0..file.len() - 1).filter(is_even).filter(tells).collect();
    let at = *random.pick(&pairs)?;
    let (upper, lower) = (&file[at], &file[at + 1]);
    let nested = Row::new(Role::New, format!("  {lower}"));
    let is_wrapped = random.chance(50);
    let rows = if is_wrapped {
        vec![Row::new(Role::Omitted, upper), Row::new(Role::Gone, lower), Row::new(Role::New, upper), nested]
    } else {
        vec![Row::new(Role::Kept, upper), nested]
    };
    let below = if is_wrapped { at + 2 } else { at + 1 };
    let mut draft = Draft::new(&series.path, &file[..at], rows, &file[below..]);
    draft.is_hopeless = is_wrapped;
    if random.chance(50) {
        let by = indent(upper).to_owned();
        let stripped = |line: &str| line.strip_prefix(&by).unwrap_or(line).to_owned();
        draft.rows.iter_mut().for_each(|row| row.quote(stripped));
    }
    Some(draft)
}
