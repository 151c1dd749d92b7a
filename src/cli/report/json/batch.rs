//! The object of `apply` and `undo`.

use bstr::ByteSlice as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::{FileJson, Problem, SCHEMA_VERSION, Suggested, block::BlockJson, text};
use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::{
        report::{
            failures::failures,
            feedback::feedback,
            undo::{
                Remaining, Ways, commit_in_the_way, in_the_way, no_target, still_committed, still_staged,
                way_back,
            },
        },
        shell::git_sr,
    },
    core::outcome::Class,
    repo::{record::BatchId, recover::Way, rollback::IndexLeft},
    undo,
};

/// Outcome of a batch: printed by `git sr apply --json` and `git sr undo --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct BatchJson<'a> {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Outcome of the batch, in a word.
    status: BatchStatus,
    /// The batch's number, which `git sr undo` takes; null if nothing was written.
    batch: Option<u64>,
    /// The files that change, or would change if the batch were good.
    files: Vec<FileJson<'a>>,
    /// The blocks, in the order of the replies.
    blocks: Vec<BlockJson<'a>>,
    /// Errors outside of blocks that were understood; for an undo, the files that are in the way, or the reason why
    /// there is nothing to take back.
    faults: Vec<Problem>,
    /// Shell commands that the reply asks for. They are never run.
    suggestions: Vec<Suggested>,
    /// The command that takes the batch back; null if nothing was written.
    undo: Option<String>,
    /// The commit that was made of the batch; for a redo, the commit that HEAD names again.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// The commit of the stash entry that holds the state before, with `--stash`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stash: Option<String>,
    /// With `--continue`, the number of failed blocks that the replies do not have again; they are not in the
    /// batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    lacking: Option<usize>,
    /// For an undo, the batches that stay staged in an index which is not touched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    index_left: Vec<IndexLeftJson>,
    /// For an undo, the changes that are still staged, as they were staged by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    still_staged: Vec<Still>,
    /// For an undo, the changes that HEAD still has, as they were committed by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    still_committed: Vec<Still>,
    /// The unified diff, with `--dry-run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// Number of corrections that were asked for, with `--retry`; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
    /// The message for the model, with `--feedback`, if something failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<String>,
}

/// An index, named by `GIT_INDEX_FILE` when a batch was staged, from which it is not taken back.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct IndexLeftJson {
    /// The batch.
    batch: u64,
    /// The file.
    path: String,
    /// True if it is gone; otherwise the batches were staged in several indexes.
    gone: bool,
}

/// Changes that git still has although their batch is taken back from the files.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Still {
    /// The paths.
    paths: Vec<String>,
    /// The command that takes the changes out and loses nothing else, or that shows them. None in a preview.
    command: Option<String>,
}

/// Outcome of a batch, in a word.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum BatchStatus {
    /// It was written.
    Applied,
    /// It would be written.
    WouldApply,
    /// It was written, with conflict markers (`--3way`).
    AppliedWithConflicts,
    /// It would be written, with conflict markers (`--3way`).
    WouldApplyWithConflicts,
    /// The good part was written, the rest was not (`--partial`).
    PartlyApplied,
    /// The good part would be written (`--partial`).
    WouldPartlyApply,
    /// There was nothing to do.
    NothingToDo,
    /// The reply has no blocks.
    NoBlocks,
    /// Something failed or is in the way; nothing was written.
    Refused,
    /// The kept blocks of a refused batch were dropped.
    Aborted,
    /// The batch was taken back.
    Undone,
    /// The batch would be taken back.
    WouldUndo,
    /// The batch was taken back, with conflict markers (`--merge`).
    UndoneWithConflicts,
    /// The batch would be taken back, with conflict markers (`--merge`).
    WouldUndoWithConflicts,
    /// There is no record of the batch.
    Unknown,
}

/// The verb of undo, with the option that it needs where the command of `--exec` changed files of the batch.
fn undo_option(report: &ApplyReport<'_>) -> &'static str {
    match report.by_command.as_ref().and_then(|changed| changed.way) {
        Some(Way::Merge) => "undo --merge",
        Some(Way::Force) => "undo --force",
        Some(Way::Undo) | None => "undo",
    }
}

impl IndexLeftJson {
    fn new(batch: BatchId, left: &IndexLeft) -> Self {
        let path = text(left.path.as_os_str().as_encoded_bytes());
        Self { batch: batch.0, path, gone: left.is_gone }
    }
}

impl Still {
    fn new(remaining: Remaining) -> Self {
        let paths = remaining.paths.iter().map(|path| text(path.as_bstr())).collect();
        Self { paths, command: remaining.hint.map(|(_, command)| command) }
    }
}

impl BatchStatus {
    fn of_apply(report: &ApplyReport<'_>) -> Self {
        match report.status {
            ApplyStatus::Applied if report.has_conflicts() => Self::AppliedWithConflicts,
            ApplyStatus::WouldApply if report.has_conflicts() => Self::WouldApplyWithConflicts,
            ApplyStatus::Applied => Self::Applied,
            ApplyStatus::WouldApply => Self::WouldApply,
            ApplyStatus::Nothing => Self::NothingToDo,
            ApplyStatus::NoBlocks => Self::NoBlocks,
            ApplyStatus::Refused => Self::Refused,
            ApplyStatus::PartlyApplied => Self::PartlyApplied,
            ApplyStatus::WouldPartlyApply => Self::WouldPartlyApply,
        }
    }

    fn of_undo(report: &undo::UndoReport) -> Self {
        let has_conflicts = !report.conflicted.is_empty();
        match report.status {
            undo::UndoStatus::Undone if has_conflicts => Self::UndoneWithConflicts,
            undo::UndoStatus::WouldUndo if has_conflicts => Self::WouldUndoWithConflicts,
            undo::UndoStatus::Undone => Self::Undone,
            undo::UndoStatus::WouldUndo => Self::WouldUndo,
            undo::UndoStatus::Nothing(undo::Nothing::Unknown { .. }) => Self::Unknown,
            undo::UndoStatus::Nothing(_) => Self::NothingToDo,
            undo::UndoStatus::Refused => Self::Refused,
        }
    }
}

impl<'a> BatchJson<'a> {
    /// The object of `git sr apply`. `replies` are the bytes that the report is about.
    pub(in crate::cli) fn of_apply(
        report: &'a ApplyReport<'_>,
        replies: &[&'a [u8]],
        with_feedback: bool,
    ) -> Self {
        let failed = failures(report);
        let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
        let blocks = report.blocks.iter().zip(parsed).enumerate().map(|(number, (block, parsed))| {
            let failed = failed.iter().find(|failed| std::ptr::eq(failed.block, block));
            let name = report.sources[block.source].name.as_bstr();
            BlockJson::new(number + 1, name, block, parsed, failed, replies[block.source])
        });
        let faults = report
            .faults
            .iter()
            .map(|found| Problem::of_fault(report.sources[found.source].name.as_bstr(), found));
        let empty =
            report.sources[report.continued..].iter().filter(|_| report.status == ApplyStatus::NoBlocks);
        let faults = faults.chain(empty.map(Problem::without_blocks));
        let suggestions = report.sources.iter().flat_map(Suggested::of);
        Self {
            schema_version: SCHEMA_VERSION,
            status: BatchStatus::of_apply(report),
            batch: report.batch.map(|batch| batch.0),
            files: report.files.iter().map(FileJson::new).collect(),
            blocks: blocks.collect(),
            faults: faults.collect(),
            suggestions: suggestions.collect(),
            undo: matches!(report.status, ApplyStatus::Applied | ApplyStatus::PartlyApplied)
                .then(|| git_sr(undo_option(report))),
            commit: report.commit.as_ref().map(|commit| commit.made.id.to_string()),
            stash: report.stash.as_ref().map(|entry| entry.id.to_string()),
            lacking: None,
            rounds: None,
            index_left: Vec::new(),
            still_staged: Vec::new(),
            still_committed: Vec::new(),
            diff: report.diff.as_deref().map(text),
            feedback: with_feedback.then(|| feedback(report)).flatten(),
        }
    }

    /// The same, with the number of failed blocks that were not sent again.
    pub(in crate::cli) fn lacking(self, blocks: usize) -> Self {
        Self { lacking: (blocks > 0).then_some(blocks), ..self }
    }

    /// The same, with the number of corrections that were asked for.
    pub(in crate::cli) fn asked(self, rounds: u64) -> Self {
        Self { rounds: (rounds > 0).then_some(rounds), ..self }
    }

    /// The object of `git sr apply --abort`.
    pub(in crate::cli) fn aborted() -> Self {
        Self::bare(BatchStatus::Aborted)
    }

    /// Nothing but the status.
    fn bare(status: BatchStatus) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            status,
            batch: None,
            files: Vec::new(),
            blocks: Vec::new(),
            faults: Vec::new(),
            suggestions: Vec::new(),
            undo: None,
            commit: None,
            stash: None,
            lacking: None,
            rounds: None,
            index_left: Vec::new(),
            still_staged: Vec::new(),
            still_committed: Vec::new(),
            diff: None,
            feedback: None,
        }
    }

    /// The object of `git sr undo`.
    pub(in crate::cli) fn of_undo(report: &'a undo::UndoReport, request: &undo::UndoRequest) -> Self {
        let is_done = report.status == undo::UndoStatus::Undone;
        let nothing = match report.status {
            undo::UndoStatus::Nothing(nothing) => {
                Some(Problem::of_undo(Class::NoBatch, no_target(nothing, report, request)))
            }
            _ => None,
        };
        let ways = Ways::of(report, request);
        let obstacles = report.refusal.obstacles.iter().map(|(path, batch, obstacle)| {
            Problem::of_undo(Class::Changed, in_the_way(path, *batch, obstacle, &ways))
        });
        let commits = report
            .refusal
            .commit_kept
            .iter()
            .map(|kept| Problem::of_undo(Class::Stale, commit_in_the_way(kept)));
        Self {
            batch: report.undone.first().map(|batch| batch.0),
            files: report.files.iter().map(FileJson::new).collect(),
            faults: nothing.into_iter().chain(obstacles).chain(commits).collect(),
            undo: is_done.then(|| way_back(report, request)),
            commit: report.redone_commit().map(|id| id.to_string()),
            index_left: report
                .index_left
                .iter()
                .map(|(batch, left)| IndexLeftJson::new(*batch, left))
                .collect(),
            still_staged: still_staged(&report.remains, is_done).into_iter().map(Still::new).collect(),
            still_committed: still_committed(&report.remains, is_done).into_iter().map(Still::new).collect(),
            diff: report.diff.as_deref().map(text),
            ..Self::bare(BatchStatus::of_undo(report))
        }
    }
}
