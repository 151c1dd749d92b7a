//! The report of `git sr apply`, for people.

use bstr::ByteSlice;

use super::{file_line, shown};
use crate::{
    apply::{Report, Status},
    cli::{
        args::Output,
        exit::Exit,
        style::Streams,
        words::{self, Scene, Words, count, quoted},
    },
    core::{
        escape::escape,
        locate::Tier,
        outcome::{Applied, Failure, Outcome},
        path::RepoPath,
        plan::BlockReport,
        reply::{Block, Operation},
        text::bodies,
    },
    files::FileReport,
};

/// Prints a report.
pub(in crate::cli) fn print(report: &Report<'_>, streams: &mut Streams, output: &Output) -> Exit {
    match report.status {
        Status::NoBlocks => {
            no_blocks(report, streams);
            return Exit::Refused;
        }
        Status::Refused => {
            refused(report, streams);
            return Exit::Refused;
        }
        Status::Applied | Status::WouldApply | Status::Nothing => {}
    }
    if output.json {
        // Standard output is the object's.
    } else if let Some(diff) = &report.diff {
        streams.bytes(diff);
    } else {
        for file in shown(&report.files) {
            streams.result(&format!("{}{}", file_line(file), summary(report, file)));
        }
    }
    remarks(report, streams, output.verbose);
    match (report.status, report.batch) {
        (Status::Applied, Some(batch)) => streams.say(&format!("batch {batch}: 'git sr undo' takes it back")),
        (Status::Nothing, Some(batch)) => {
            streams.say(&format!("nothing to do: batch {batch} applied this reply"))
        }
        (Status::Nothing, None) => streams.say("nothing to do: the files are as the reply wants them"),
        _ => {}
    }
    Exit::Done
}

/// ` (2 blocks, 1 by indent)`
fn summary(report: &Report<'_>, file: &FileReport) -> String {
    let is_of = |path: &RepoPath| *path == file.path || file.from.as_ref() == Some(path);
    let of_file = report.blocks.iter().filter(|block| block.path.as_ref().is_ok_and(is_of));
    let applied: Vec<&Applied> = of_file
        .filter_map(|block| match &block.outcome {
            Outcome::Applied(applied) => Some(applied),
            _ => None,
        })
        .collect();
    let tiers = Tier::ALL.into_iter().filter(|tier| *tier != Tier::Exact).filter_map(|tier| {
        let number = applied.iter().filter(|applied| applied.tier == Some(tier)).count();
        (number > 0).then(|| format!(", {number} by {}", tier.name()))
    });
    if applied.is_empty() {
        return String::new();
    }
    format!(" ({}{})", count(applied.len(), "block"), tiers.collect::<String>())
}

/// What is said besides: flagged files, notes, suggestions, leftovers.
fn remarks(report: &Report<'_>, streams: &mut Streams, verbose: bool) {
    for file in &report.files {
        if file.flag.is_some() {
            streams.warn(&format!("runs code: {}", quoted(file.path.as_bstr())));
        }
    }
    for block in &report.blocks {
        let place = place(report, block);
        match &block.outcome {
            Outcome::NoOp => {
                let target = target(block);
                streams.warn(&format!("{place} nothing to change in {target}: SEARCH and REPLACE are equal"));
            }
            Outcome::AlreadyApplied if report.batch.is_none() || report.status != Status::Nothing => {
                streams.say(&format!("note: {place} already applied to {}", target(block)));
            }
            Outcome::Applied(applied) if verbose => {
                streams.say(&format!("note: {place} applied to {}{}", target(block), how(applied, block)));
            }
            _ => {}
        }
        for note in &block.notes {
            streams.say(&format!("note: {place} {}: {}", target(block), words::note(note)));
        }
    }
    for (source, suggestion) in
        report.sources.iter().flat_map(|source| source.reply.suggestions.iter().map(move |one| (source, one)))
    {
        streams.say(&format!(
            "note: {}:{}: the reply suggests, not run: {}",
            escape(&source.name),
            suggestion.line,
            escape(&suggestion.command)
        ));
    }
    for left in &report.left {
        streams.warn(&format!("cannot remove {}, which holds an old version", quoted(left)));
    }
}

fn how(applied: &Applied, block: &BlockReport) -> String {
    let tier = applied.tier.map_or_else(String::new, |tier| format!(" by {}", tier.name()));
    match &block.after {
        Some(after) if after.len() == 1 => format!(" at line {}{tier}", after.end),
        Some(after) if !after.is_empty() => format!(" at lines {}-{}{tier}", after.start + 1, after.end),
        Some(after) => format!(" before line {}{tier}", after.start + 1),
        None => tier,
    }
}

fn target(block: &BlockReport) -> String {
    match &block.path {
        Ok(path) => quoted(path.as_bstr()),
        Err(text) => quoted(text),
    }
}

/// `reply.md:12:`
fn place(report: &Report<'_>, block: &BlockReport) -> String {
    format!("{}:{}:", escape(&report.sources[block.source].name), block.line)
}

fn no_blocks(report: &Report<'_>, streams: &mut Streams) {
    for source in &report.sources {
        let words = words::no_blocks(&source.name);
        streams.error(&words.message);
        words.hints.iter().for_each(|hint| streams.hint(hint));
    }
}

/// Everything that is wrong, in the order of the replies, then what became of the rest.
fn refused(report: &Report<'_>, streams: &mut Streams) {
    let mut all: Vec<(usize, usize, Words)> =
        report.faults.iter().map(|(source, fault)| (*source, fault.line, words::fault(fault))).collect();
    let failed = failures(report);
    all.extend(failed.iter().map(|(block, words)| (block.source, block.line, words.clone())));
    all.sort_by_key(|(source, line, _)| (*source, *line));
    for (source, line, words) in all {
        streams.error(&format!("{}:{line}: {}", escape(&report.sources[source].name), words.message));
        words.evidence.iter().for_each(|line| streams.evidence(line));
        words.hints.iter().for_each(|hint| streams.hint(hint));
    }
    let good = report.blocks.len() - failed.len();
    let rest = match good {
        0 => String::new(),
        1 => "; the other block is good".to_owned(),
        _ => format!("; the other {good} blocks are good"),
    };
    streams.say(&format!("nothing was written{rest}"));
}

/// The blocks that failed, and what is said of each.
pub(super) fn failures<'a>(report: &'a Report<'_>) -> Vec<(&'a BlockReport, Words)> {
    let blocks = report.sources.iter().flat_map(|source| &source.reply.blocks);
    let places: Vec<(&[u8], usize)> = report
        .blocks
        .iter()
        .map(|block| (report.sources[block.source].name.as_slice(), block.line))
        .collect();
    let failed = report.blocks.iter().zip(blocks).filter_map(|(block, parsed)| match &block.outcome {
        Outcome::Failed(failure) => Some((block, explain(block, failure, parsed, &places))),
        _ => None,
    });
    failed.collect()
}

fn explain(block: &BlockReport, failure: &Failure, parsed: &Block<'_>, places: &[(&[u8], usize)]) -> Words {
    let path = block.path.as_ref().map_or_else(|text| text.as_slice(), |path| path.as_bstr().as_bytes());
    let search = match &parsed.operation {
        Operation::Edit(edit) => edit.readings().next().map_or(&[][..], |sections| sections.search),
        _ => &[],
    };
    let search: Vec<&[u8]> = bodies(search).collect();
    words::failure(failure, Scene { path, search: &search, places })
}
