//! `git sr stats`: figures from the log of attempts.

mod runs;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use crate::{
    core::locate::Tier,
    repo::{
        attempts::{Attempt, Attempts, AttemptsError},
        open::Repo,
        record::BatchId,
    },
};
use runs::Run;

const DAY: i64 = 60 * 60 * 24;

/// Figures of a period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Figures of all runs.
    pub total: Figures,
    /// Figures of each week that has runs, by the day on which it begins, a Monday, in seconds since 1970; the
    /// oldest first.
    pub weeks: Vec<(i64, Figures)>,
    /// Figures by the name that was given with `--source`; none where none was.
    pub sources: Vec<(Option<String>, Figures)>,
    /// The time of the first run, in seconds since 1970; none without runs.
    pub first: Option<i64>,
    /// Files of the log with lines that cannot be read and are left out, each with their number.
    pub damaged: Vec<(PathBuf, usize)>,
}

/// Figures of some runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Number of batches: runs that were to apply something.
    pub batches: usize,
    /// Number of batches that were written, in part or whole.
    pub written: usize,
    /// Number of batches that were written and are taken back.
    pub rolled_back: usize,
    /// Number of replies without blocks.
    pub without_blocks: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of blocks that are good: applied, or not written only because others of their batch failed.
    pub applied: usize,
    /// Number of good blocks by the tier that found their place, in the order of the ladder.
    pub tiers: Vec<(String, usize)>,
    /// Number of good blocks that needed no tier: they create, rename or delete a file.
    pub whole_files: usize,
    /// Number of good blocks whose change was there already, or that change nothing.
    pub already: usize,
    /// Number of blocks that failed by the class of the failure, most first.
    pub failures: Vec<(String, usize)>,
    /// Number of blocks that failed since they bring syntax errors into a file.
    pub syntax_refused: usize,
    /// Number of good blocks that bring syntax errors into a file, of which was warned.
    pub syntax_warned: usize,
    /// Number of blocks of each batch that has any, in order of size.
    pub sizes: Vec<usize>,
}

impl Figures {
    /// The share of the blocks that are good, from 0 to 1; none without blocks.
    pub fn share(&self) -> Option<f64> {
        share(self.applied, self.blocks)
    }

    /// The share of the blocks whose place was found that bring no syntax errors.
    pub fn syntax_share(&self) -> Option<f64> {
        let found = self.applied + self.syntax_refused;
        share(found - self.syntax_refused - self.syntax_warned, found)
    }

    /// The number of blocks of the batch in the middle of all, by size; none without batches.
    pub fn median(&self) -> Option<usize> {
        self.sizes.get(self.sizes.len().saturating_sub(1) / 2).copied()
    }

    /// Returns whether fewer blocks are good than a share in per cent.
    pub fn is_below(&self, per_cent: u64) -> bool {
        let good = u128::from(self.applied as u64) * 100;
        self.blocks > 0 && good < u128::from(self.blocks as u64) * u128::from(per_cent)
    }

    fn of<'r>(runs: impl IntoIterator<Item = &'r Run>, rolled_back: &BTreeSet<BatchId>) -> Self {
        let mut figures = Self::default();
        let mut tiers: BTreeMap<(usize, String), usize> = BTreeMap::new();
        let mut failures: BTreeMap<String, usize> = BTreeMap::new();
        for run in runs {
            figures.batches += 1;
            figures.written += usize::from(run.is_written());
            figures.rolled_back +=
                usize::from(run.is_written() && run.batch.is_some_and(|id| rolled_back.contains(&id)));
            figures.without_blocks += usize::from(run.outcome == "no-blocks");
            run.blocks().for_each(|block| figures.add(block, &mut tiers, &mut failures));
            figures.sizes.extend(Some(run.blocks().count()).filter(|&count| count > 0));
        }
        figures.sizes.sort_unstable();
        figures.tiers = tiers.into_iter().map(|((_, name), count)| (name, count)).collect();
        figures.failures = failures.into_iter().collect();
        figures.failures.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        figures
    }

    fn add(
        &mut self,
        block: &Attempt,
        tiers: &mut BTreeMap<(usize, String), usize>,
        failures: &mut BTreeMap<String, usize>,
    ) {
        self.blocks += 1;
        if block.status == "failed" {
            let class = block.class.clone().unwrap_or_default();
            self.syntax_refused += usize::from(class == "syntax");
            *failures.entry(class).or_default() += 1;
            return;
        }
        self.applied += 1;
        self.syntax_warned += usize::from(block.breaks_syntax);
        match &block.tier {
            _ if block.status != "applied" => self.already += 1,
            None => self.whole_files += 1,
            Some(name) => {
                // The names of tiers that this version does not know come last.
                let place = Tier::all().iter().position(|tier| tier.name() == name);
                *tiers.entry((place.unwrap_or(usize::MAX), name.clone())).or_default() += 1;
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of blocks are small")]
fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The figures of a work tree, from the time `since`, in seconds since 1970, on.
///
/// # Errors
///
/// When the log of attempts cannot be read.
///
/// # Examples
///
/// ```
/// use git_sr::{repo::open::Repo, stats::stats};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// assert_eq!(stats(&repo, None)?.total.blocks, 0, "nothing was applied yet");
/// # Ok(())
/// # }
/// ```
pub fn stats(repo: &Repo, since: Option<i64>) -> Result<Stats, AttemptsError> {
    let logged = Attempts::new(repo).read()?;
    let (runs, rolled_back) = runs::read(logged.lines);
    let runs: Vec<Run> = runs.into_iter().filter(|run| since.is_none_or(|since| run.time >= since)).collect();
    let mut weeks: BTreeMap<i64, Vec<&Run>> = BTreeMap::new();
    let mut sources: BTreeMap<Option<&String>, Vec<&Run>> = BTreeMap::new();
    for run in &runs {
        weeks.entry(week(run.time)).or_default().push(run);
        sources.entry(run.source.as_ref()).or_default().push(run);
    }
    let weeks = weeks.into_iter().map(|(week, runs)| (week, Figures::of(runs, &rolled_back)));
    let sources = sources.into_iter().map(|(name, runs)| (name.cloned(), Figures::of(runs, &rolled_back)));
    Ok(Stats {
        weeks: weeks.collect(),
        sources: sources.collect(),
        total: Figures::of(&runs, &rolled_back),
        first: runs.iter().map(|run| run.time).min(),
        damaged: logged.damaged,
    })
}

/// The Monday with which the week of a time begins.
fn week(time: i64) -> i64 {
    // The first day of 1970 was a Thursday.
    let day = time.div_euclid(DAY);
    (day - (day + 3).rem_euclid(7)) * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_begins_on_monday() {
        let monday = 1_762_732_800;
        assert_eq!([monday, monday + 7 * DAY - 1].map(week), [monday, monday]);
        assert_eq!(week(monday - 1), monday - 7 * DAY);
        assert_eq!(week(-1), -3 * DAY);
    }

    #[test]
    fn a_share_that_is_the_limit_is_not_below_it() {
        let figures = |applied, blocks| Figures { applied, blocks, ..Figures::default() };
        assert!(!figures(7, 10).is_below(70));
        assert!(figures(69, 100).is_below(70));
        assert!(!figures(0, 0).is_below(70), "of no blocks nothing is known");
    }
}
