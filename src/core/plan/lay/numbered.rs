//! Blocks of lines by their numbers in a version.

use crate::core::{
    locate::{Place, Tier},
    outcome::{Around, Failure, Origin, Outcome},
    path::RepoPath,
    plan::{
        files::File,
        job::Job,
        types::{History, Older},
    },
    reply::LineRange,
    splice::Hunk,
    text::Text,
};

/// Fewer letters and digits in lines tell nothing: they may well end two blocks.
const TELLING: usize = 4;

/// No more lines are compared with those next to a place.
const MOST: usize = 8;

impl<'r> Job<'_, 'r> {
    /// Makes the block on the version whose lines are counted, and merges the change into the file as it is.
    pub(crate) fn by_numbers(&self, place: LineRange, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let older = version(self.history, self.path_before(file), self.base, file)?;
        let then = Text::new(older.bytes.clone());
        let count = then.len();
        let lines = match place.first {
            usize::MAX => count..count,
            first if first <= count && place.end <= count => first..place.end,
            _ => return Err(Failure::NoLine { line: place.end, count }),
        };
        let old = then.window(lines.clone());
        self.refuse_repeated(&then, &lines)?;
        let hunks = Hunk::between(&old, &self.search.replace, lines.start);
        if hunks.is_empty() {
            return Ok(Outcome::NoOp);
        }
        let place = Place::new(lines.clone(), hunks);
        if then.window(0..count) == file.text.all() {
            return self.add(file, place.hunks, Some(Tier::Exact), Some(lines));
        }
        self.carry_over(&then, &place, &older, file)
    }

    /// Refuses rows that repeat the lines next to their place, which stay: they would be there twice.
    fn refuse_repeated(&self, then: &Text, lines: &std::ops::Range<usize>) -> Result<(), Failure> {
        let replace = &self.search.replace;
        let window = |range: std::ops::Range<usize>| then.window(range);
        let most = replace.len();
        let above = (1..=MOST.min(most).min(lines.start)).rev().find(|&count| {
            let there = window(lines.start - count..lines.start);
            there == replace[..count] && !window(lines.clone()).starts_with(&there)
        });
        let below = (1..=MOST.min(most).min(then.len() - lines.end)).rev().find(|&count| {
            let there = window(lines.end..lines.end + count);
            there == replace[most - count..] && !window(lines.clone()).ends_with(&there)
        });
        let tells = |rows: &[&[u8]]| {
            let letters = |row: &&[u8]| row.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
            // Lines that are only added may be meant to be there twice.
            let is_all = lines.is_empty() && rows.len() == most;
            !is_all && rows.iter().map(letters).sum::<usize>() >= TELLING
        };
        let is_above = above.is_some_and(|count| tells(&replace[..count]));
        let is_below = below.is_some_and(|count| tells(&replace[most - count..]));
        if is_above || is_below {
            return Err(Failure::Duplicate { is_beside: true, around: Around::new(lines.clone(), then) });
        }
        Ok(())
    }
}

/// The version of a file that the reply names.
fn version(
    history: &dyn History,
    path: &RepoPath,
    base: Option<&[u8]>,
    file: &File<'_>,
) -> Result<Older, Failure> {
    let now = || history.id(path, file.text.bytes());
    let Some(base) = base else { return Err(Failure::UnknownVersion { now: now() }) };
    if let Some(older) = history.named(path, base) {
        return Ok(older);
    }
    let now = now();
    let digits = base.to_ascii_lowercase();
    let is_now = now.as_ref().is_some_and(|now| base.len() >= 7 && now.as_bytes().starts_with(&digits));
    if !is_now {
        return Err(Failure::UnknownVersion { now });
    }
    let id = String::from_utf8_lossy(base).into_owned();
    Ok(Older { origin: Origin::Base { id }, bytes: file.text.bytes().to_vec() })
}

/// Refuses to remove a file that is not as in the version that the reply names, if it names one.
pub(crate) fn refuse_other(
    history: &dyn History,
    path: &RepoPath,
    base: Option<&[u8]>,
    file: &File<'_>,
) -> Result<(), Failure> {
    if base.is_none() {
        return Ok(());
    }
    let older = version(history, file.from.as_ref().unwrap_or(path), base, file)?;
    if older.bytes == file.text.bytes() && file.edits.is_empty() {
        return Ok(());
    }
    Err(Failure::OtherVersion { origin: older.origin })
}
