//! The report of `git sr parse`, for people.

use crate::{
    cli::{
        exit::Exit,
        style::Streams,
        words::{self, count},
    },
    core::{
        escape::escape,
        plan::Source,
        reply::{Block, Operation, PathCandidate, Surface},
        text::bodies,
    },
    parse::{ParseReport, divider_lines},
};

/// Prints a report: blocks on standard output, unless the JSON object is there, faults on standard error.
pub(in crate::cli) fn print(report: &ParseReport<'_>, streams: &mut Streams, json: bool) -> Exit {
    for (source, block) in report.blocks().filter(|_| !json) {
        streams.result(&format!("{}:{}: {}", escape(&source.name), block.line, block_words(block)));
    }
    let mut commands = Vec::new();
    for (source, fault) in report.faults() {
        let words = words::fault(fault);
        streams.error(&format!("{}:{}: {}", escape(&source.name), fault.line, words.message));
        words.hints.iter().for_each(|hint| streams.hint(hint));
        commands.extend(words.commands);
    }
    super::apply::merged(commands).iter().for_each(|again| streams.again(again));
    for source in &report.sources {
        read_as(source, streams);
        if source.reply.has_no_edits() {
            super::apply::without_blocks(source, streams);
        } else {
            super::apply::drafted(source, streams);
        }
        for suggestion in &source.reply.suggestions {
            super::apply::suggested(source, suggestion, streams);
        }
    }
    streams.pipe_again();
    if report.is_good() { Exit::Done } else { Exit::Refused }
}

/// Says which format a reply was read in, unless it has SEARCH/REPLACE blocks, and which others it shows.
fn read_as(source: &Source<'_>, streams: &mut Streams) {
    let name = escape(&source.name);
    if let Some(format) = source.reply.format.filter(|format| !format.is_blocks()) {
        streams.say(&format!("note: {name}: read as {}", format.noun));
    }
    for Surface { format, line, text } in &source.reply.unread {
        streams.say(&format!("note: {name}:{line}: not read: {} ({})", format.noun, escape(text)));
    }
}

/// `edit src/a.rs: 3 lines become 4`
fn block_words(block: &Block<'_>) -> String {
    let path = paths(&block.path);
    match &block.operation {
        Operation::Delete => format!("delete {path}"),
        Operation::Rename(to) => format!("rename {path} -> {}", paths(to)),
        Operation::Copy(to) => format!("copy {path} -> {}", paths(to)),
        Operation::Mode(mode) => format!("mode {path}: {}", mode.as_str()),
        Operation::Edit(edit) => {
            let (search, replace) = edit.readings().next().map_or((0, 0), |sections| {
                (bodies(sections.search).count(), bodies(sections.replace).count())
            });
            let dividers = divider_lines(block);
            let doubt = if dividers.len() > 1 {
                let lines: Vec<String> = dividers.iter().map(usize::to_string).collect();
                format!(" (the divider may be any of the lines {})", lines.join(", "))
            } else {
                String::new()
            };
            let becomes = if search == 1 { "becomes" } else { "become" };
            match (search, replace) {
                (0, _) => {
                    format!("edit {path}: {}, with an empty SEARCH section{doubt}", count(replace, "line"))
                }
                (1, 0) => format!("edit {path}: 1 line goes{doubt}"),
                (_, 0) => format!("edit {path}: {} go{doubt}", count(search, "line")),
                _ => format!("edit {path}: {} {becomes} {replace}{doubt}", count(search, "line")),
            }
        }
    }
}

/// The likeliest path, and the other readings of the line.
fn paths(candidates: &[PathCandidate]) -> String {
    let all: Vec<String> = candidates.iter().map(|path| escape(&path.text).to_string()).collect();
    match all.split_first() {
        Some((first, [])) => first.clone(),
        Some((first, others)) => format!("{first} (or {})", others.join(", ")),
        None => String::new(),
    }
}
