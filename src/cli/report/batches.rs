//! The reports of `git sr log`, `git sr show` and `git sr forget`.

mod json;
mod view;

pub(super) use json::RecordsJson;
pub(in crate::cli) use json::{LogJson, One};
pub(in crate::cli) use json::{log_json, show_json};

use bstr::BStr;

use super::{file_line, shown};
use crate::{
    batches::{BatchAction, BatchState, Forgotten, Listed, LogEntry, ShownBatch},
    cli::{
        args::OutputArgs,
        exit::Exit,
        shell::git_sr,
        style::Streams,
        words::{count, quoted},
    },
    core::escape::escape,
    files::FileReport,
    repo::record::{
        BatchId,
        meta::{BlockMeta, Meta},
    },
};
pub(in crate::cli) use view::BatchView;

/// Digits of a commit that are shown.
const SHORT: usize = 7;

/// Prints the log, a line a batch.
pub(in crate::cli) fn log(entries: &[LogEntry], now: i64, streams: &mut Streams) {
    streams.page();
    let rows: Vec<[String; 5]> = entries.iter().map(|entry| row(entry, now)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 4] = [width(0), width(1), width(2), width(3)];
    for [id, age, files, state, what] in &rows {
        let [a, b, c, d] = widths;
        streams.result(format!("{id:>a$}  {age:b$}  {files:>c$}  {state:d$}  {what}").trim_end());
    }
    if entries.is_empty() {
        streams.say("no batch is recorded in this work tree");
    }
}

fn row(entry: &LogEntry, now: i64) -> [String; 5] {
    let id = entry.id.to_string();
    match &entry.content {
        Ok(listed) => {
            let meta = &listed.meta;
            [
                id,
                age(now - meta.header.time),
                count(meta.file_count(), "file"),
                state_words(listed.state),
                what(listed),
            ]
        }
        Err(error) => [id, "?".into(), "?".into(), "cannot be read".into(), error.to_string()],
    }
}

fn state_words(state: BatchState) -> String {
    match state {
        BatchState::Applied => "applied".to_owned(),
        BatchState::Unfinished => "unfinished".to_owned(),
        BatchState::Redone { by } => format!("redone by {by}"),
        BatchState::UndoneInPart { by } => format!("undone in part by {by}"),
        BatchState::Undone { by } => format!("undone by {by}"),
    }
}

/// `Greet by name (reply.md, commit 1a2b3c4)`, `undo of batch 7`
fn what(listed: &Listed) -> String {
    let of = |verb: &str, ids: &[BatchId]| {
        let numbers: Vec<String> = ids.iter().map(BatchId::to_string).collect();
        format!("{verb} of {} {}", if ids.len() == 1 { "batch" } else { "batches" }, numbers.join(", "))
    };
    match &listed.what {
        BatchAction::Apply => {
            let commit = listed.meta.moved.and_then(|moved| moved.to);
            let commit = commit.map(|id| format!("commit {}", id.to_hex_with_len(SHORT)));
            let from: Vec<String> = replies(&listed.meta).chain(commit).collect();
            match &listed.title {
                Some(title) => format!("{} ({})", escape(title), from.join(", ")),
                None => from.join(", "),
            }
        }
        BatchAction::Undo(ids) => of("undo", ids),
        BatchAction::Redo(ids) => of("redo", ids),
    }
}

/// The names of the replies.
fn replies(meta: &Meta) -> impl Iterator<Item = String> {
    meta.header.sources.iter().map(|name| reply_name(name.0.as_ref()))
}

/// The name of a reply, for people.
fn reply_name(name: &BStr) -> String {
    if name == "-" { "standard input".to_owned() } else { escape(name).to_string() }
}

/// Age, as git says it.
fn age(seconds: i64) -> String {
    const UNITS: [(i64, &str); 4] =
        [(60 * 60 * 24 * 7, "week"), (60 * 60 * 24, "day"), (60 * 60, "hour"), (60, "minute")];
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= *unit);
    unit.map_or_else(
        || "now".to_owned(),
        |(unit, name)| format!("{} ago", count(usize::try_from(seconds / unit).unwrap_or(usize::MAX), name)),
    )
}

/// Prints a batch.
pub(in crate::cli) fn show(batch: &ShownBatch, part: BatchView, now: i64, streams: &mut Streams) {
    let Listed { meta, state, what: kind, .. } = &batch.listed;
    streams.page();
    streams.result(&format!("batch {}", meta.id));
    streams.result(&format!("time:   {} ({})", date(meta.header.time), age(now - meta.header.time)));
    let only = if meta.header.cached { ", staged only" } else { "" };
    streams.result(&format!("state:  {}{only}", state_words(*state)));
    let label = if *kind == BatchAction::Apply { "reply:  " } else { "what:   " };
    streams.result(&format!("{label}{}", what(&batch.listed)));
    for block in &meta.header.blocks {
        streams.result(&format!("block:  {}", block_line(meta, block)));
    }
    for file in meta.files.iter().filter(|file| file.private) {
        streams.result(&format!("secret: {} (not shown)", quoted(file.path.0.as_bstr())));
    }
    streams.result("");
    match part {
        BatchView::Diff => streams.diff(&batch.diff),
        BatchView::Stat => shown(&batch.files).for_each(|file| streams.result(&stat_line(file))),
    }
}

/// `reply.md:3: 'a.txt' applied by indent`
fn block_line(meta: &Meta, block: &BlockMeta) -> String {
    let reply =
        meta.header.sources.get(block.source).map_or_else(String::new, |name| reply_name(name.0.as_ref()));
    let tier =
        block.tier.as_ref().map_or_else(String::new, |tier| format!(" by {}", escape(tier.as_bytes())));
    let status = escape(block.status.as_bytes());
    format!("{reply}:{}: {} {status}{tier}", block.line, quoted(&block.path.0))
}

fn stat_line(file: &FileReport) -> String {
    let counts = file.counts.unwrap_or_default();
    format!("{} (+{} -{})", file_line(file), counts.added, counts.removed)
}

/// In UTC: which zone the user is in cannot be asked safely on every system.
fn date(seconds: i64) -> String {
    let time = gix::date::Time::new(seconds, 0);
    time.format_or_unix(gix::date::time::format::ISO8601)
}

/// Says that batches have no record.
pub(in crate::cli) fn unknown(ids: &[BatchId], output: &OutputArgs, streams: &mut Streams) -> Exit {
    unknown_of(ids, "", output, streams)
}

/// Says which of several batches to forget have no record, and that the others are still there.
pub(in crate::cli) fn unforgotten(ids: &[BatchId], output: &OutputArgs, streams: &mut Streams) -> Exit {
    unknown_of(ids, "; nothing was forgotten", output, streams)
}

fn unknown_of(ids: &[BatchId], outcome: &str, output: &OutputArgs, streams: &mut Streams) -> Exit {
    let messages: Vec<String> = match ids {
        [] => vec!["no batch is recorded in this work tree".to_owned()],
        ids => ids.iter().map(|id| format!("there is no record of batch {id}{outcome}")).collect(),
    };
    messages.iter().for_each(|message| streams.error(message));
    if !ids.is_empty() {
        streams.hint(&format!("list the batches: {}", git_sr("log")));
    }
    if output.json {
        json::of_unknown(ids, messages.join("\n"), streams);
    }
    Exit::Refused
}

/// Says what is dropped.
pub(in crate::cli) fn forgotten(forgotten: &Forgotten, output: &OutputArgs, streams: &mut Streams) {
    if output.json {
        return json::of_forgotten(forgotten, streams);
    }
    match forgotten.batches.as_slice() {
        [] => streams.say("no batch is recorded in this work tree"),
        [id] => streams.result(&format!("batch {id} is forgotten")),
        all => streams.result(&format!("{} batches are forgotten", all.len())),
    }
    let besides = [
        (forgotten.blocks, "the good blocks of a refused batch"),
        (forgotten.shown, "the versions that prompts showed"),
        (forgotten.attempts, "the log of attempts"),
    ];
    let besides: Vec<&str> = besides.iter().filter(|(there, _)| *there).map(|(_, what)| *what).collect();
    if !besides.is_empty() {
        streams.say(&format!("also forgotten: {}", besides.join(", ")));
    }
}
