//! Lines that look as if a change were made, which it is not.

use super::case;
use crate::{
    case::Case,
    change,
    corpus::Corpus,
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters},
};

/// What is to be inserted tells nothing (a blank line, a bracket, a short argument), and one like it stands there.
pub(super) fn stands(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let untelling: Vec<usize> = (4..file.len() - 4).filter(|at| letters(&file[*at]) < 8).collect();
    let at = *random.pick(&untelling)?;
    let context = random.between(1, 3);
    let new = Row::new(&file[at]);
    let quoted = |range: std::ops::Range<usize>| file[range].iter().map(|line| Row::kept(line));
    let (above, rows, below) = match random.chance(50) {
        true => (at - context, quoted(at - context..at).chain([new]).collect(), at),
        false => {
            (at + 1, [new].into_iter().chain(quoted(at + 1..at + 1 + context)).collect(), at + 1 + context)
        }
    };
    let draft = Draft::new(&series.path, &file[..above], rows, &file[below..]);
    let said: usize = draft.search().iter().map(|line| letters(line)).sum();
    (said >= 8 && draft.found().len() == 1).then(|| draft.case())
}

/// The lines that are to go are there in another form, while a line above them is as the block will have it.
pub(super) fn other_form(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = change::any(corpus, 6, random)?;
    let (first, last) = draft.changed().filter(|_| draft.only_removes())?;
    let kept: Vec<usize> = (0..first).filter(|at| letters(draft.rows[*at].text()) > 2).collect();
    let at = *random.pick(&kept)?;
    let line = draft.rows[at].text().to_owned();
    let other = match random.below(3) {
        0 => line.replace('"', "'"),
        1 => line.trim_end_matches([';', ',']).to_owned(),
        _ => change::altered(&line, random)?,
    };
    draft.rows[at].search = Some(other.clone());
    if random.chance(60) {
        // Nothing is quoted below.
        let rest: Vec<Row> = draft.rows.split_off(last + 1);
        draft.below.splice(0..0, rest.iter().filter_map(|row| row.now.clone()));
    }
    let gone: Vec<usize> = (0..draft.rows.len()).filter(|at| draft.rows[*at].is(Role::Gone)).collect();
    let told: usize = gone.iter().map(|at| letters(draft.rows[*at].text())).sum();
    let changed = *random.pick(&gone)?;
    let now = draft.rows[changed].now.clone()?;
    draft.rows[changed].now = Some(change::altered(&now, random)?);
    case(&draft).filter(|_| told >= 8 && other != line)
}

/// Two lines stand beside each other, of which one is to come below the other.
pub(super) fn nested(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let pairs: Vec<usize> = (0..file.len() - 1)
        .filter(|at| indent(&file[*at]) == indent(&file[at + 1]))
        .filter(|at| letters(&file[*at]) >= 8 && letters(&file[at + 1]) >= 8)
        .collect();
    let at = *random.pick(&pairs)?;
    let (upper, lower) = (&file[at], &file[at + 1]);
    let nested = Row::new(&format!("  {lower}"));
    let is_wrapped = random.chance(50);
    let rows = match is_wrapped {
        // The upper line is to come too, although it is there.
        true => vec![Row::omitted(upper), Row::gone(lower), Row::new(upper), nested],
        false => vec![Row::kept(upper), nested],
    };
    let below = if is_wrapped { at + 2 } else { at + 1 };
    let mut draft = Draft::new(&series.path, &file[..at], rows, &file[below..]);
    draft.is_hopeless = is_wrapped;
    let by = indent(upper).to_owned();
    if random.chance(50) {
        let stripped = |line: &str| line.strip_prefix(&by).unwrap_or(line).to_owned();
        draft.rows.iter_mut().for_each(|row| row.quote(stripped));
    }
    case(&draft)
}
