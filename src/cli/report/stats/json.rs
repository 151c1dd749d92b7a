//! The object of `stats`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    cli::{report::json::SCHEMA_VERSION, words::day},
    repo::config::Settings,
    stats::{Figures, Stats},
};

/// Figures of the log of attempts: printed by `git sr stats --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Stats")]
pub(in crate::cli) struct StatsJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// The time from which on runs count, in seconds since 1970; null if all do.
    since: Option<i64>,
    /// False if attempts are not noted any more (`sr.stats`).
    is_noted: bool,
    /// The share of blocks, in per cent, below which is warned (`sr.stats.alertBelow`).
    alert_below: u64,
    /// True if fewer blocks applied.
    is_below: bool,
    /// Figures of all runs.
    total: FiguresJson,
    /// Figures of each week that has runs, the oldest first.
    weeks: Vec<WeekJson>,
    /// Figures by the name that was given with `--source`.
    sources: Vec<SourceJson>,
}

/// Figures of a week.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StatsOfWeek")]
struct WeekJson {
    /// Its Monday, as `2026-11-02`.
    week: String,
    figures: FiguresJson,
}

/// Figures of replies of one source.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StatsOfSource")]
struct SourceJson {
    /// Its name; null where none was given.
    source: Option<String>,
    figures: FiguresJson,
}

/// Figures of some runs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Figures")]
struct FiguresJson {
    /// Number of runs that were to apply something.
    batches: usize,
    /// Number of those that wrote a batch.
    written: usize,
    /// Number of written batches that are taken back.
    rolled_back: usize,
    /// Number of replies without blocks.
    without_blocks: usize,
    /// Number of blocks.
    blocks: usize,
    /// Number of blocks that applied, or were not written only because others of their batch failed.
    applied: usize,
    /// Share of the blocks that applied, from 0 to 1; null without blocks.
    share: Option<f64>,
    /// Number of blocks that applied by the tier that found their place.
    tiers: Vec<CountJson>,
    /// Number of blocks that applied to a whole file, without a tier.
    whole_files: usize,
    /// Number of blocks whose change was there already, or that change nothing.
    already: usize,
    /// Number of blocks that failed, by the class of the failure.
    failures: Vec<CountJson>,
    /// Share of the blocks with a place that bring no syntax errors, from 0 to 1; null without such blocks.
    syntax_share: Option<f64>,
    /// Number of blocks in the batch in the middle of all, by size; null without blocks.
    median_blocks: Option<usize>,
    /// Number of blocks in the largest batch; null without blocks.
    most_blocks: Option<usize>,
}

/// Number of blocks by a tier, or of a class.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlockCount")]
struct CountJson {
    /// The name of the tier or the class.
    name: String,
    blocks: usize,
}

impl StatsJson {
    /// The object of a report.
    pub(in crate::cli) fn new(stats: &Stats, since: Option<i64>, settings: &Settings) -> Self {
        let week = |(week, figures): &(i64, Figures)| WeekJson { week: day(*week), figures: figures.into() };
        let source = |(source, figures): &(Option<String>, Figures)| SourceJson {
            source: source.clone(),
            figures: figures.into(),
        };
        Self {
            schema_version: SCHEMA_VERSION,
            since,
            is_noted: settings.stats,
            alert_below: settings.alert_below,
            is_below: stats.total.is_below(settings.alert_below),
            total: (&stats.total).into(),
            weeks: stats.weeks.iter().map(week).collect(),
            sources: stats.sources.iter().map(source).collect(),
        }
    }
}

impl From<&Figures> for FiguresJson {
    fn from(figures: &Figures) -> Self {
        let count = |(name, blocks): &(String, usize)| CountJson { name: name.clone(), blocks: *blocks };
        Self {
            batches: figures.batches,
            written: figures.written,
            rolled_back: figures.rolled_back,
            without_blocks: figures.without_blocks,
            blocks: figures.blocks,
            applied: figures.applied,
            share: figures.share(),
            tiers: figures.tiers.iter().map(count).collect(),
            whole_files: figures.whole_files,
            already: figures.already,
            failures: figures.failures.iter().map(count).collect(),
            syntax_share: figures.syntax_share(),
            median_blocks: figures.median(),
            most_blocks: figures.sizes.last().copied(),
        }
    }
}
