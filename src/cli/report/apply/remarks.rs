//! Remarks besides results and errors.

use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::{
        style::Streams,
        typed::Typed,
        words::{self, quoted},
    },
    core::{
        escape::escape,
        outcome::{Applied, Note, Outcome, Skip},
        plan::{BlockReport, Source},
        reply::{Suggestion, Surface},
    },
    files::FileNote,
};

/// Number of parts of a reply that are shown at most because they are not read.
const MOST_UNREAD: usize = 5;

/// Remarks: flagged files, notes, suggestions, leftovers.
pub(super) fn remarks(report: &ApplyReport<'_>, streams: &mut Streams, verbose: bool) {
    for file in &report.files {
        if let Some(verdict) = &file.flag {
            streams.warn(&format!("{} {}", quoted(file.path.as_bstr()), verdict.about()));
        }
    }
    for file in &report.files {
        for note in &file.notes {
            let text = format!("{} {}", quoted(file.path.as_bstr()), words::file_note(*note));
            if warns(*note) { streams.warn(&text) } else { streams.say(&format!("note: {text}")) }
        }
    }
    for block in &report.blocks {
        of_block(report, block, streams, verbose);
    }
    for source in &report.sources {
        drafted(source, streams);
        unread(source, streams);
        source.reply.suggestions.iter().for_each(|suggestion| suggested(source, suggestion, streams));
    }
    for left in &report.left {
        streams.warn(&format!("cannot remove {}, which holds an old version", quoted(left)));
    }
}

/// Remarks on a block: what became of it, where that is no error, and its notes.
fn of_block(report: &ApplyReport<'_>, block: &BlockReport, streams: &mut Streams, verbose: bool) {
    let (place, target) = (place(report, block), target(block));
    match &block.outcome {
        Outcome::NoOp => {
            let but = if is_not_there(block) { ", and their text is not in the file" } else { "" };
            streams
                .warn(&format!("{place} nothing to change in {target}: SEARCH and REPLACE are equal{but}"));
        }
        Outcome::AlreadyApplied if report.batch.is_none() || report.status != ApplyStatus::Nothing => {
            streams.say(&format!("note: {place} already applied to {target}"));
        }
        Outcome::Applied(applied) if verbose => {
            let done = match report.status {
                ApplyStatus::WouldApply | ApplyStatus::WouldPartlyApply => "would be applied",
                _ => "applied",
            };
            streams.say(&format!("note: {place} {done} to {target}{}", how(applied, block)));
        }
        Outcome::Skipped(Skip::Filtered) => {
            let options = filters(&streams.typed);
            streams.say(&format!("note: {place} skipped: {target} is not selected by {options}"));
        }
        Outcome::Skipped(Skip::File) => {
            streams.say(&format!("note: {place} left out with the rest of {target}"));
        }
        _ => {}
    }
    if matches!(block.outcome, Outcome::Applied(_) | Outcome::AlreadyApplied | Outcome::NoOp) {
        let is_said = |note: &&Note| **note != Note::NotThere && words::is_said(note);
        for note in block.notes.iter().filter(is_said) {
            of_note(note, &format!("{place} {target}"), streams);
        }
    }
}

/// Says a note on a block, whose place and target are named: as a warning if it is about a danger.
fn of_note(note: &Note, block: &str, streams: &mut Streams) {
    let text = words::note(note);
    match note {
        Note::Syntax(broken) => {
            streams.warn(&format!("{block} {text}"));
            words::syntax_evidence(broken).iter().for_each(|line| streams.evidence(line));
        }
        Note::Suspicious { .. } | Note::Conflict | Note::Twin { .. } | Note::Import { .. } => {
            streams.warn(&format!("{block} {text}"));
        }
        _ => streams.say(&format!("note: {block}: {text}")),
    }
}

/// Returns whether a note is about a danger, not about a file that git alone cannot restore.
fn warns(note: FileNote) -> bool {
    matches!(
        note,
        FileNote::Shebang
            | FileNote::Executable
            | FileNote::MixedEndings
            | FileNote::OtherNames
            | FileNote::Pointer
            | FileNote::SecretNotStaged
    )
}

/// The options that are typed of those that select files.
fn filters(typed: &Typed) -> String {
    let names = typed.option_names();
    let given: Vec<&str> = [("include", "--include"), ("exclude", "--exclude")]
        .into_iter()
        .filter(|(name, _)| names.iter().any(|other| other == name))
        .map(|(_, option)| option)
        .collect();
    if given.is_empty() { "the options".to_owned() } else { given.join(" and ") }
}

/// Returns whether a block without effect quotes a text that is not in the file.
pub(super) fn is_not_there(block: &BlockReport) -> bool {
    block.notes.contains(&Note::NotThere)
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
fn place(report: &ApplyReport<'_>, block: &BlockReport) -> String {
    format!("{}:{}:", escape(&report.sources[block.source].name), block.line)
}

/// Says of blocks in the reasoning of a reply that they are left out.
pub(in crate::cli::report) fn drafted(source: &Source<'_>, streams: &mut Streams) {
    for draft in &source.reply.drafts {
        let place = format!("{}:{}", escape(&source.name), draft.line);
        streams.say(&format!("note: {place}: {}", words::draft(draft)));
    }
}

/// Warns of what looks like edits and is not read beside those that are.
fn unread(source: &Source<'_>, streams: &mut Streams) {
    let Some(read) = source.reply.format else { return };
    let all = &source.reply.unread;
    for Surface { format, line, text } in all.iter().take(MOST_UNREAD) {
        let place = format!("{}:{line}", escape(&source.name));
        streams.warn(&format!("{place}: not read beside {}: {}, {}", read.noun, format.noun, quoted(text)));
    }
    if all.len() > MOST_UNREAD {
        streams.warn(&format!(
            "{}: {} more such parts are not read",
            escape(&source.name),
            all.len() - MOST_UNREAD
        ));
    }
}

/// Shows a command that a reply asks for.
pub(in crate::cli::report) fn suggested(source: &Source<'_>, suggestion: &Suggestion, streams: &mut Streams) {
    streams.say(&format!(
        "note: {}:{}: the reply suggests, not run: {}",
        escape(&source.name),
        suggestion.line,
        escape(&suggestion.command)
    ));
}
