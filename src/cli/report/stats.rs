//! The report of `git sr stats`.

mod json;

use crate::{
    cli::{
        shell::git,
        style::Streams,
        words::{count, day, in_work_tree, quoted, thousands},
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
    let since = stats.first.or(since).unwrap_or_default();
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
            // Not rounded up to the limit.
            let share = nearest(share).min(limit.saturating_sub(1));
            streams.warn(&format!(
                "only {share} % of the blocks{whose} applied, less than {limit} % (sr.stats.alertBelow)"
            ));
        }
    };
    is_below(&stats.total, "");
    for (name, figures) in &stats.sources {
        if let Some(name) = name {
            is_below(figures, &format!(" of {}", quoted(shortened(name).as_bytes())));
        }
    }
    for (path, lines) in &stats.damaged {
        let which = if *lines == 1 { "and is left out" } else { "and are left out" };
        let (lines, path) = (count(*lines, "line"), in_work_tree(path));
        streams.warn(&format!("{lines} of {path} cannot be read, {which}"));
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
        streams.result(&format!("{:<22}{median:>7}  (median), {most} at most", "blocks a batch"));
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
    let shown = |name: &String| escape(shortened(name).as_bytes()).to_string();
    name.as_ref().map_or_else(|| "(not named)".to_owned(), shown)
}

/// A name that leaves room for the table.
fn shortened(name: &str) -> String {
    /// Characters that are shown at most.
    const MOST: usize = 32;
    let all = name.chars().count();
    if all <= MOST {
        return name.to_owned();
    }
    let side = (MOST - 3) / 2;
    let (head, tail) = (name.chars().take(side + 1), name.chars().skip(all - side));
    head.chain("...".chars()).chain(tail).collect()
}

/// `93 %`; nothing of nothing.
fn share(part: usize, whole: usize) -> String {
    if whole == 0 { String::new() } else { format!("{} %", nearest(part as f64 / whole as f64)) }
}

/// A share in per cent; 100 is all.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn nearest(share: f64) -> u64 {
    if share < 1.0 { ((share * 100.0).round() as u64).min(99) } else { 100 }
}

fn bar(part: usize, whole: usize) -> String {
    "#".repeat((part * BAR + whole / 2) / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_to_the_nearest_but_100_per_cent_is_all() {
        for (part, whole, shown) in [
            (4, 6, "67 %"),
            (1, 3, "33 %"),
            (1, 8, "13 %"),
            (999, 1000, "99 %"),
            (7, 7, "100 %"),
            (0, 4, "0 %"),
        ] {
            assert_eq!(share(part, whole), shown, "{part} of {whole}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_ends() {
        let name = format!("model-{}-2026-11", "x".repeat(300));
        assert_eq!(shortened(&name), format!("model-{}...{}-2026-11", "x".repeat(9), "x".repeat(6)));
        assert_eq!(shortened("claude"), "claude");
    }
}
