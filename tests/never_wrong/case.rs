//! A reply, the files that it meets, and what is right.

use git_sr::core::{locate::Tier, outcome::Outcome};

use crate::world::{self, Scene};

/// A line of a right result, which may read in any of some ways.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) any: Vec<Vec<u8>>,
    /// True if it may have other quotes, dashes and special blanks.
    pub(crate) loose: bool,
}

impl Slot {
    fn is(&self, line: &[u8]) -> bool {
        self.any.iter().any(|right| right == line || self.loose && folded(right) == folded(line))
    }
}

/// A line with plain characters in place of quotes, dashes and special blanks, and without white space at its
/// end.
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

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// A right result, line by line.
#[derive(Clone, Debug)]
pub(crate) struct Right(pub(crate) Vec<Slot>);

impl Right {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(lines(bytes).map(|line| Slot { any: vec![line.to_vec()], loose: false }).collect())
    }

    /// The first of the ways in which it may read.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|slot| slot.any[0].iter().copied()).collect()
    }

    fn is(&self, bytes: &[u8]) -> bool {
        lines(bytes).count() == self.0.len() && lines(bytes).zip(&self.0).all(|(line, slot)| slot.is(line))
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
    /// Right results for the first file; none where the reply must be refused.
    pub(crate) right: Vec<Right>,
    /// The damage, in words.
    pub(crate) what: Vec<String>,
}

/// Outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Refused,
    Wrong,
}

/// The verdict, and what it rests on.
pub(crate) struct Judged {
    pub(crate) verdict: Verdict,
    /// Outcome of each block, in a word.
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
        let is_right = || !end.others_changed && self.right.iter().any(|right| right.is(&end.result));
        let verdict = if end.is_refused() {
            Verdict::Refused
        } else if is_right() {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        Judged { verdict, by: end.outcomes.iter().map(word).collect(), result: end.result }
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Applied(applied) => applied.tier.map_or("applied", Tier::name),
        Outcome::Failed(failure) => failure.class().name(),
        other => other.name(),
    }
}
