//! The report of `git sr stats`.

mod json;

use crate::{
    cli::{
        shell::git,
        style::Streams,
        words::{count, day, quoted, thousands},
    },
    core::escape::escape,
    repo::config::Settings,
    stats::{Figures, Stats},
};

pub(in crate::cli) use json::StatsJson;

/// Characters of the longest bar.
const BAR: usize = 20;

/// Prints the tables.
pub(in crate::cli) fn print(stats: &Stats, since: Option<i64>, streams: &mut Streams) {
    let total = &stats.total;
    if total.batches == 0 {
        let when = since.map_or_else(String::new, |since| format!(" since {}", day(since)));
        return streams.say(&format!("no attempt is noted in this work tree{when}"));
    }
    let first = stats.weeks.first().map_or(0, |(week, _)| *week);
    let since = since.unwrap_or(first).max(first);
    let (batches, blocks) = (count(total.batches, "run"), count(total.blocks, "block"));
    streams.result(&format!("since {}: {batches}, {blocks}", day(since)));
    blocks_table(total, streams);
    batches_table(total, streams);
    if stats.weeks.len() > 1 {
        groups("week of", stats.weeks.iter().map(|(week, figures)| (day(*week), figures)), streams);
    }
    if stats.sources.iter().any(|(name, _)| name.is_some()) {
        groups("source", stats.sources.iter().map(|(name, figures)| (source(name), figures)), streams);
    }
}

/// Warns of small shares of blocks that apply, and if nothing is noted any more.
pub(in crate::cli) fn warn(stats: &Stats, settings: &Settings, streams: &mut Streams) {
    let limit = settings.alert_below;
    let mut is_below = |figures: &Figures, whose: &str| {
        if let Some(share) = figures.share().filter(|_| figures.is_below(limit)) {
            streams.warn(&format!(
                "only {} of the blocks{whose} applied, less than {limit} % (sr.stats.alertBelow)",
                per_cent(share)
            ));
        }
    };
    is_below(&stats.total, "");
    for (name, figures) in &stats.sources {
        if let Some(name) = name {
            is_below(figures, &format!(" of {}", quoted(name.as_bytes())));
        }
    }
    if !settings.stats {
        streams.warn("attempts are not noted any more (sr.stats is false)");
        streams.hint(&format!("to note them: {}", git("config sr.stats true")));
    }
}

/// A line: a name, a number, its share of a whole, and a bar.
fn row(name: &str, part: usize, whole: usize, streams: &mut Streams) {
    let bar = if whole == 0 { String::new() } else { bar(part, whole) };
    streams.result(format!("{name:<22}{:>7}  {:>5}  {bar}", thousands(part), share(part, whole)).trim_end());
}

fn blocks_table(total: &Figures, streams: &mut Streams) {
    streams.result("");
    row("blocks that applied", total.applied, total.blocks, streams);
    for (tier, blocks) in &total.tiers {
        row(&format!("  {}", escape(tier.as_bytes())), *blocks, total.blocks, streams);
    }
    let others = [("  whole file", total.whole_files), ("  there already", total.already)];
    for (name, blocks) in others.into_iter().filter(|(_, blocks)| *blocks > 0) {
        row(name, blocks, total.blocks, streams);
    }
    row("blocks that failed", total.blocks - total.applied, total.blocks, streams);
    for (class, blocks) in &total.failures {
        row(&format!("  {}", escape(class.as_bytes())), *blocks, total.blocks, streams);
    }
    let found = total.applied + total.syntax_refused;
    if total.syntax_refused + total.syntax_warned > 0 {
        row("new syntax errors", total.syntax_refused + total.syntax_warned, found, streams);
    }
}

fn batches_table(total: &Figures, streams: &mut Streams) {
    streams.result("");
    row("batches written", total.written, total.batches, streams);
    row("  taken back", total.rolled_back, total.written, streams);
    if total.without_blocks > 0 {
        row("replies without blocks", total.without_blocks, total.batches, streams);
    }
    if let (Some(median), Some(most)) = (total.median(), total.sizes.last()) {
        streams.result(&format!("{:<22}{median:>7}  in the middle, {most} at most", "blocks a batch"));
    }
}

/// A table with a line for each group.
fn groups<'f>(title: &str, groups: impl Iterator<Item = (String, &'f Figures)>, streams: &mut Streams) {
    let groups: Vec<(String, &Figures)> = groups.collect();
    let width = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(14);
    streams.result(&format!("\n{title:<width$}   runs  blocks  applied  taken back"));
    for (name, figures) in groups {
        let (applied, blocks) = (figures.applied, figures.blocks);
        let bar = if blocks == 0 { String::new() } else { bar(applied, blocks) };
        let line = format!(
            "{name:<width$}{:>7}{:>8}{:>9}{:>12}  {bar}",
            thousands(figures.batches),
            thousands(blocks),
            share(applied, blocks),
            thousands(figures.rolled_back),
        );
        streams.result(line.trim_end());
    }
}

fn source(name: &Option<String>) -> String {
    name.as_ref().map_or_else(|| "(not named)".to_owned(), |name| escape(name.as_bytes()).to_string())
}

/// `93 %`; nothing of nothing.
fn share(part: usize, whole: usize) -> String {
    if whole == 0 { String::new() } else { per_cent(part as f64 / whole as f64) }
}

/// Rounded down, so that 100 % is all.
fn per_cent(share: f64) -> String {
    format!("{} %", (share * 100.0 + 1e-9).floor())
}

fn bar(part: usize, whole: usize) -> String {
    "#".repeat((part * BAR + whole / 2) / whole)
}
