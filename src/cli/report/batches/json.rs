//! The reports of `git sr log`, `git sr show` and `git sr forget` as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::BatchView;
use crate::{
    batches::{BatchAction, BatchState, Forgotten, Listed, LogEntry, ShownBatch},
    cli::{
        report::json::{FileJson, SCHEMA_VERSION, print, text},
        style::Streams,
    },
    repo::record::{BatchId, meta::BlockMeta},
};

/// Entry of a record for a batch.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RecordedBatch")]
struct RecordedBatchJson<'a> {
    /// Its number.
    batch: u64,
    /// Its time, in seconds since 1970; null, as all that follows, if the record cannot be read.
    time: Option<i64>,
    /// `apply`, `undo` or `redo`.
    kind: Option<&'static str>,
    /// `applied`, `unfinished` (its command or its commit is still to come, or the next run takes it back),
    /// `redone`, `undone-in-part` or `undone`.
    state: Option<&'static str>,
    /// The batch that undid or redid it.
    by: Option<u64>,
    /// The batches that it undid.
    of: Vec<u64>,
    /// The replies, as they were named.
    replies: Vec<String>,
    /// The subject of the commit, or the first heading of the replies.
    title: Option<String>,
    /// The commit that the batch made.
    commit: Option<String>,
    /// The commit that `HEAD` named, and the branch.
    head: Option<String>,
    branch: Option<String>,
    /// The files that it touched.
    paths: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<RecordedBlockJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<FileJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

/// Entry of a record for a block.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RecordedBlock")]
struct RecordedBlockJson {
    /// The reply that holds it, as it was named.
    reply: Option<String>,
    /// The line of the reply, from 1.
    line: usize,
    /// The path from the root of the work tree.
    path: String,
    /// Its outcome.
    status: String,
    /// The tier that found its place.
    tier: Option<String>,
}

/// The batches of a work tree.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct LogJson<'a> {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// The batches, the newest first.
    batches: Vec<RecordedBatchJson<'a>>,
}

/// One batch.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Shown")]
pub(in crate::cli) struct One<'a> {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    #[serde(flatten)]
    batch: RecordedBatchJson<'a>,
}

/// Outcome of `git sr forget`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Records")]
pub(in crate::cli::report) struct RecordsJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// `forgotten` or `unknown`.
    status: &'static str,
    /// The batches whose records are dropped.
    forgotten: Vec<u64>,
    /// Batches without a record; then nothing is dropped.
    unknown: Vec<u64>,
    /// The error for people, if a batch has no record.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Things that are dropped besides, with `--all`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    besides: Vec<BesidesJson>,
}

/// A thing that is dropped besides records.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Besides")]
enum BesidesJson {
    /// The good blocks of a refused batch.
    KeptBlocks,
    /// The versions that prompts showed.
    ShownVersions,
    /// The log of attempts.
    Attempts,
}

impl RecordsJson {
    fn new(
        status: &'static str,
        forgotten: &[BatchId],
        unknown: &[BatchId],
        besides: Vec<BesidesJson>,
    ) -> Self {
        let numbers = |ids: &[BatchId]| ids.iter().map(|id| id.0).collect();
        Self {
            schema_version: SCHEMA_VERSION,
            status,
            forgotten: numbers(forgotten),
            unknown: numbers(unknown),
            message: None,
            besides,
        }
    }
}

impl RecordedBatchJson<'_> {
    fn of(Listed { meta, state, what, title }: &Listed) -> Self {
        let (state, by) = match *state {
            BatchState::Applied => ("applied", None),
            BatchState::Unfinished => ("unfinished", None),
            BatchState::Redone { by } => ("redone", Some(by.0)),
            BatchState::UndoneInPart { by } => ("undone-in-part", Some(by.0)),
            BatchState::Undone { by } => ("undone", Some(by.0)),
        };
        Self {
            batch: meta.id.0,
            time: Some(meta.header.time),
            kind: Some(match what {
                BatchAction::Apply => "apply",
                BatchAction::Undo(_) => "undo",
                BatchAction::Redo(_) => "redo",
            }),
            state: Some(state),
            by,
            of: meta.header.taken_back().map(|id| id.0).collect(),
            replies: meta.header.sources.iter().map(|name| text(&name.0)).collect(),
            title: title.as_ref().map(|title| text(title.as_ref())),
            commit: meta
                .moved
                .filter(|_| *what == BatchAction::Apply)
                .and_then(|moved| moved.to)
                .map(|id| id.to_string()),
            head: meta.head.map(|id| id.to_string()),
            branch: meta.branch.as_ref().map(|name| text(&name.0)),
            paths: meta.files.iter().map(|file| text(file.path.0.as_bstr())).collect(),
            blocks: None,
            files: None,
            diff: None,
        }
    }

    fn unreadable(id: BatchId) -> Self {
        Self {
            batch: id.0,
            time: None,
            kind: None,
            state: None,
            by: None,
            of: Vec::new(),
            replies: Vec::new(),
            title: None,
            commit: None,
            head: None,
            branch: None,
            paths: Vec::new(),
            blocks: None,
            files: None,
            diff: None,
        }
    }
}

/// Prints the log as JSON.
pub(in crate::cli) fn log_json(entries: &[LogEntry], streams: &mut Streams) {
    let batch = |entry: &LogEntry| match &entry.content {
        Ok(listed) => RecordedBatchJson::of(listed),
        Err(_) => RecordedBatchJson::unreadable(entry.id),
    };
    print(&LogJson { schema_version: SCHEMA_VERSION, batches: entries.iter().map(batch).collect() }, streams);
}

/// Prints a batch as JSON.
pub(in crate::cli) fn show_json(shown: &ShownBatch, part: BatchView, streams: &mut Streams) {
    let meta = &shown.listed.meta;
    let block = |block: &BlockMeta| RecordedBlockJson {
        reply: meta.header.sources.get(block.source).map(|name| text(&name.0)),
        line: block.line,
        path: text(&block.path.0),
        status: block.status.clone(),
        tier: block.tier.clone(),
    };
    let batch = RecordedBatchJson {
        blocks: Some(meta.header.blocks.iter().map(block).collect()),
        files: Some(shown.files.iter().map(FileJson::new).collect()),
        diff: (part == BatchView::Diff).then(|| text(&shown.diff)),
        ..RecordedBatchJson::of(&shown.listed)
    };
    print(&One { schema_version: SCHEMA_VERSION, batch }, streams);
}

pub(super) fn of_forgotten(forgotten: &Forgotten, streams: &mut Streams) {
    let besides = [
        (forgotten.blocks, BesidesJson::KeptBlocks),
        (forgotten.shown, BesidesJson::ShownVersions),
        (forgotten.attempts, BesidesJson::Attempts),
    ];
    let besides = besides.into_iter().filter_map(|(there, what)| there.then_some(what)).collect();
    print(&RecordsJson::new("forgotten", &forgotten.batches, &[], besides), streams);
}

/// Prints that batches have no record; `message` says so in words.
pub(super) fn of_unknown(ids: &[BatchId], message: String, streams: &mut Streams) {
    let records = RecordsJson::new("unknown", &[], ids, Vec::new());
    print(&RecordsJson { message: Some(message), ..records }, streams);
}
