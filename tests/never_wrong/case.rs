//! A reply, the files that it meets, and what is right.

use git_sr::core::outcome::Outcome;

use crate::world::{self, Scene};

/// A line of a right result: any of some, which may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) any: Vec<Vec<u8>>,
    pub(crate) optional: bool,
    /// Whether it may have other quotes, dashes and special blanks.
    pub(crate) loose: bool,
}

impl Slot {
    pub(crate) fn line(line: Vec<u8>) -> Self {
        Self { any: vec![line], optional: false, loose: false }
    }

    /// How many of the first of these bytes it may stand for.
    fn lengths(&self, bytes: &[u8]) -> Vec<usize> {
        let mut lengths: Vec<usize> =
            self.any.iter().filter(|line| bytes.starts_with(line)).map(Vec::len).collect();
        if self.loose {
            let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
            let is_like = |line: &Vec<u8>| folded(line) == folded(&bytes[..end]);
            lengths.extend(self.any.iter().any(is_like).then_some(end));
        }
        lengths.extend(self.optional.then_some(0));
        lengths
    }
}

/// A line with plain characters in place of quotes, dashes and special blanks, and without what is blank at its end.
fn folded(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line).replace('\u{2026}', "...");
    let plain = |character: char| match character {
        '\'' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => '"',
        '\u{2013}' | '\u{2014}' => '-',
        blank if blank != '\t' && blank.is_whitespace() => ' ',
        other => other,
    };
    text.trim_end().chars().map(plain).collect()
}

/// A right result, line by line.
#[derive(Clone, Debug)]
pub(crate) struct Right(pub(crate) Vec<Slot>);

impl Right {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Self(bytes.split_inclusive(|byte| *byte == b'\n').map(|line| Slot::line(line.to_vec())).collect())
    }

    /// The first of what is right.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|slot| slot.any[0].iter().copied()).collect()
    }

    fn is(&self, bytes: &[u8]) -> bool {
        // How many bytes may have been read at each slot.
        let mut read = vec![0];
        for slot in &self.0 {
            let mut next = Vec::new();
            for at in read {
                next.extend(slot.lengths(&bytes[at..]).into_iter().map(|length| at + length));
            }
            next.sort_unstable();
            next.dedup();
            read = next;
        }
        read.contains(&bytes.len())
    }
}

/// One case.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Paths and contents. The first is the one that the reply means.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Older versions of the first file, the newest first.
    pub(crate) versions: Vec<Vec<u8>>,
    pub(crate) reply: Vec<u8>,
    /// What may become of the first file; nothing where the reply must be refused.
    pub(crate) right: Vec<Right>,
    /// A version and what the reply makes of it: what `git merge-file` makes of the two is right too.
    pub(crate) merge: Option<(Vec<u8>, Vec<u8>)>,
    /// What was done to it, in words.
    pub(crate) what: Vec<String>,
}

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Right,
    Refused,
    Wrong,
}

/// The verdict, and what it rests on.
pub(crate) struct Judged {
    pub(crate) verdict: Verdict,
    /// What became of each block, in a word.
    pub(crate) by: Vec<&'static str>,
    /// The first file as the reply leaves it.
    pub(crate) result: Vec<u8>,
}

impl Case {
    pub(crate) fn now(&self) -> &[u8] {
        &self.files[0].1
    }

    pub(crate) fn judge(&self) -> Judged {
        let end = world::apply(&Scene { files: &self.files, versions: &self.versions }, &self.reply);
        let failed = |outcome: &Outcome| matches!(outcome, Outcome::Failed(_));
        let is_refused = end.faults > 0 || end.outcomes.is_empty() || end.outcomes.iter().any(failed);
        let verdict = match is_refused {
            true => Verdict::Refused,
            false if end.others_changed => Verdict::Wrong,
            false if self.is_right(&end.result) => Verdict::Right,
            false => Verdict::Wrong,
        };
        Judged { verdict, by: end.outcomes.iter().map(word).collect(), result: end.result }
    }

    fn is_right(&self, result: &[u8]) -> bool {
        let merged = || {
            let (base, theirs) = self.merge.as_ref()?;
            world::merge_file(self.now(), base, theirs)
        };
        self.right.iter().any(|right| right.is(result)) || merged().is_some_and(|merged| merged == result)
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Applied(applied) => applied.tier.map_or("applied", git_sr::core::locate::Tier::name),
        Outcome::Failed(failure) => failure.class().name(),
        other => other.name(),
    }
}
