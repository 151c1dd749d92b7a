//! The report of `git sr apply`, for people.

mod classes;
mod git;
mod next;
mod remarks;
mod style;

use std::collections::HashMap;

pub(in crate::cli) use classes::{can_be_corrected, classes};
use git::{committed, stashed};
pub(super) use next::merged;
pub(super) use remarks::{drafted, suggested};
use remarks::{is_not_there, remarks};

use super::{failures::failures, feedback, file_line, shown, stat};
use crate::{
    apply::{ApplyReport, ApplyStatus, CommandChanges},
    cli::{
        exit::Exit,
        hint::Again,
        shell::git_sr,
        style::Streams,
        words::{self, Words, count, quoted},
    },
    core::{
        escape::escape,
        locate::Tier,
        outcome::{Applied, Outcome, Skip},
        path::RepoPath,
        plan::{BlockReport, Source},
    },
    files::FileReport,
    repo::record::BatchId,
};
pub(in crate::cli) use style::Style;

/// Prints a report.
pub(in crate::cli) fn print(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) -> Exit {
    match report.status {
        ApplyStatus::NoBlocks => no_blocks(report, streams, style),
        ApplyStatus::Refused => refused(report, streams, style),
        _ => done(report, streams, style),
    }
    if style.feedback
        && let Some(feedback) = feedback::feedback(report)
    {
        streams.for_model(&feedback, style.output.json);
    }
    match report.status {
        _ if report.has_conflicts() || !report.open.is_empty() => Exit::Refused,
        ApplyStatus::Applied | ApplyStatus::WouldApply | ApplyStatus::Nothing => Exit::Done,
        ApplyStatus::Refused => Exit::of_refusal(&classes(report)),
        _ => Exit::Refused,
    }
}

/// Prints the files that were, or would be, written, and those that were not.
fn done(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) {
    if !style.output.json {
        results(report, streams, style);
    }
    let partly = matches!(report.status, ApplyStatus::PartlyApplied | ApplyStatus::WouldPartlyApply);
    let of_errors = if partly { errors(report, streams) } else { Vec::new() };
    remarks(report, streams, style.verbose);
    let declined =
        report.blocks.iter().filter(|block| block.outcome == Outcome::Skipped(Skip::Declined)).count();
    match declined {
        0 => {}
        1 => streams.say("1 block was left out, as chosen"),
        _ => streams.say(&format!("{declined} blocks were left out, as chosen")),
    }
    if partly {
        streams.say(&in_part(report));
    }
    match (report.status, report.batch) {
        (ApplyStatus::Applied | ApplyStatus::PartlyApplied, Some(batch)) => {
            committed(report, streams, style);
            match &report.by_command {
                Some(changed) => changed_by_command(changed, batch, report.commit.is_some(), streams),
                None => streams.say(&format!("batch {batch}: '{}' takes it back", git_sr("undo"))),
            }
            stashed(report, streams);
        }
        (ApplyStatus::Nothing, Some(batch)) => {
            streams.say(&format!("nothing to do: batch {batch} applied this reply"));
        }
        (ApplyStatus::Nothing, None) if report.blocks.iter().all(BlockReport::is_skipped) => {
            streams.say("nothing to do: no block is for a path that --include and --exclude select");
        }
        (ApplyStatus::Nothing, None) if changes_nothing(report) => {
            streams.say("nothing to do: no block changes anything");
        }
        (ApplyStatus::Nothing, None) => {
            streams.say("nothing to do: the files have the changes of the reply already")
        }
        // A diff is not taken for what was done.
        (ApplyStatus::WouldApply | ApplyStatus::WouldPartlyApply, _) if report.diff.is_none() => {
            streams.say(if partly { "nothing was written" } else { "would apply; nothing was written" });
        }
        _ => {}
    }
    if partly {
        next::commands(report, of_errors, style.feedback, streams);
    } else {
        next::still_kept(report, streams);
    }
}

/// Returns whether the reply asks for no change, or its texts are not there to be changed.
fn changes_nothing(report: &ApplyReport<'_>) -> bool {
    report.blocks.iter().any(is_not_there) || report.blocks.iter().all(|block| block.outcome == Outcome::NoOp)
}

/// Warns of files that the command of `--exec` left otherwise, and names the undo that takes the batch back
/// all the same.
fn changed_by_command(changed: &CommandChanges, batch: BatchId, is_committed: bool, streams: &mut Streams) {
    let names: Vec<String> = changed.files.iter().map(|path| quoted(path.as_bstr())).collect();
    let where_not = if is_committed { "the batch and its commit have" } else { "the batch has" };
    streams.warn(&format!(
        "the command changed {}; {where_not} what the reply says, without that",
        names.join(", ")
    ));
    streams.say(&format!("batch {batch} is applied"));
    streams.hint(&super::undo::back(changed.way, batch));
}

/// The diff, the counts, or a line a file.
fn results(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) {
    let counted = style.stat || style.numstat;
    if style.numstat {
        stat::numstat(&report.files, streams);
    }
    if style.stat {
        stat::stat(&report.files, streams);
    }
    if let Some(diff) = &report.diff {
        streams.page();
        streams.diff(diff);
    } else if !counted {
        let applied = applied(report);
        // As its undo says it.
        let staged = if report.is_staged { "staged only" } else { "staged" };
        for file in shown(&report.files) {
            let staged = file.staged.then_some(staged);
            let line = format!("{}{}", file_line(file), summary(file, staged, &applied));
            // Standard output is the model's.
            if style.feedback { streams.say(&line) } else { streams.result(&line) }
        }
    }
}

/// `3 of 5 blocks are applied; 1 failed, 1 was left out with its file`
fn in_part(report: &ApplyReport<'_>) -> String {
    let applied = report.blocks.iter().filter(|block| block.outcome.is_applied()).count();
    let done = if report.status == ApplyStatus::PartlyApplied { "applied" } else { "would be applied" };
    let mut parts = Vec::new();
    match report.failed() + report.faults.len() {
        0 => {}
        failed => parts.push(format!("{failed} failed")),
    }
    match report.held_back() {
        0 => {}
        1 => parts.push("1 was left out with its file".to_owned()),
        held => parts.push(format!("{held} were left out with their files")),
    }
    format!("in part: {} {done}; {}", count(applied, "block"), parts.join(", "))
}

/// The applied blocks of each path; those that make a file of another one count for the new path.
fn applied<'r>(report: &'r ApplyReport<'_>) -> HashMap<&'r RepoPath, Vec<&'r Applied>> {
    let mut by_path: HashMap<_, Vec<_>> = HashMap::new();
    for block in &report.blocks {
        if let (Ok(path), Outcome::Applied(applied)) = (&block.path, &block.outcome) {
            by_path.entry(block.to.as_ref().unwrap_or(path)).or_default().push(applied);
        }
    }
    by_path
}

/// ` (2 blocks, 1 by indent)`
fn summary(file: &FileReport, staged: Option<&str>, applied: &HashMap<&RepoPath, Vec<&Applied>>) -> String {
    let from = file.from.iter().filter(|from| **from != file.path);
    let of_file = from.chain([&file.path]).filter_map(|path| applied.get(path));
    let applied: Vec<&Applied> = of_file.flatten().copied().collect();
    let tiers = Tier::all().iter().copied().filter(|tier| *tier != Tier::Exact).filter_map(|tier| {
        let number = applied.iter().filter(|applied| applied.tier == Some(tier)).count();
        (number > 0).then(|| format!(", {number} by {}", tier.name()))
    });
    if applied.is_empty() {
        return staged.map_or_else(String::new, |staged| format!(" ({staged})"));
    }
    let staged = staged.map_or_else(String::new, |staged| format!(", {staged}"));
    format!(" ({}{}{staged})", count(applied.len(), "block"), tiers.collect::<String>())
}

fn no_blocks(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) {
    report.sources[report.continued..].iter().for_each(|source| without_blocks(source, streams));
    next::commands(report, Vec::new(), style.feedback, streams);
}

/// Warns of replies that add nothing to the batch: another file may have been meant.
pub(in crate::cli) fn print_empty(report: &ApplyReport<'_>, streams: &mut Streams) {
    if report.status == ApplyStatus::NoBlocks {
        return;
    }
    let empty = |source: &&Source<'_>| source.reply.has_no_edits();
    for source in report.sources[report.continued..].iter().filter(empty) {
        streams.warn(&words::no_blocks(source).message);
    }
}

/// Prints that a reply has no blocks, and the form of one.
pub(super) fn without_blocks(source: &Source<'_>, streams: &mut Streams) {
    let words = words::no_blocks(source);
    streams.error(&words.message);
    words.evidence.iter().for_each(|line| streams.evidence(line));
    match streams.typed.swallowed().filter(|_| source.reply.is_blank) {
        Some(swallowed) => streams.hint(&swallowed),
        None => words.hints.iter().for_each(|hint| streams.hint(hint)),
    }
    words.commands.iter().for_each(|again| streams.again(again));
}

/// Prints all errors, then the outcome of the rest.
fn refused(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) {
    let of_errors = errors(report, streams);
    let rest = match report.good() {
        0 => String::new(),
        1 => "; the other block is good".to_owned(),
        good => format!("; the other {good} blocks are good"),
    };
    let what = if streams.typed.command().as_deref() == Some("encode") { "encoded" } else { "written" };
    streams.say(&format!("nothing was {what}{rest}"));
    next::commands(report, of_errors, style.feedback, streams);
}

/// A longer list is not read.
const MOST_ERRORS: usize = 20;

/// Prints everything that is wrong, in the order of the replies, and each hint once. Returns the commands
/// that hints name.
fn errors(report: &ApplyReport<'_>, streams: &mut Streams) -> Vec<Again> {
    let mut all: Vec<(usize, usize, Words)> = report
        .faults
        .iter()
        .map(|found| (found.source, found.fault.line, words::fault(&found.fault)))
        .collect();
    all.extend(
        failures(report).into_iter().map(|failed| (failed.block.source, failed.block.line, failed.words)),
    );
    all.sort_by_key(|(source, line, _)| (*source, *line));
    let more = all.len().saturating_sub(MOST_ERRORS);
    let (mut said, mut commands) = (Vec::new(), Vec::new());
    for (source, line, words) in all.into_iter().take(MOST_ERRORS) {
        streams.error(&format!("{}:{line}: {}", escape(&report.sources[source].name), words.message));
        words.evidence.iter().for_each(|line| streams.evidence(line));
        for hint in words.hints {
            if !said.contains(&hint) {
                streams.hint(&hint);
                said.push(hint);
            }
        }
        commands.extend(words.commands);
    }
    if more > 0 {
        streams.error(&format!("{} more; --json lists all", count(more, "error")));
    }
    commands
}
