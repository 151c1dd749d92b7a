//! The object of `apply` and `undo`.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Problem, SCHEMA_VERSION, Suggested, origin::OriginJson, text, tier};
use crate::{
    apply::{Report, Status},
    cli::{
        report::{
            failures::{Failed, failures},
            feedback::feedback,
        },
        words,
    },
    core::{
        locate::Tier,
        outcome::{Applied, Class, Failure, Outcome, Region},
        plan::BlockReport,
        reply::{Block, Operation},
    },
    files::{FileReport, Op},
    undo,
};

/// What became of a batch: printed by `git sr apply --json` and `git sr undo --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Batch<'a> {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// What became of the batch, in a word.
    status: BatchStatus,
    /// The batch's number, which `git sr undo` takes; null if nothing was written.
    batch: Option<u64>,
    /// The files that change, or would change if the batch were good.
    files: Vec<File<'a>>,
    /// The blocks, in the order of the replies.
    blocks: Vec<BlockJson<'a>>,
    /// What is wrong outside of blocks that were understood; for an undo, the files that are in the way.
    faults: Vec<Problem>,
    /// Shell commands that the reply asks for. They are never run.
    suggestions: Vec<Suggested>,
    /// The command that takes the batch back; null if nothing was written.
    undo: Option<&'static str>,
    /// The commit that was made of the batch; for a redo, the commit that HEAD names again.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// The commit of the stash entry that holds the state before, with `--stash`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stash: Option<String>,
    /// The unified diff, with `--dry-run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The message for the model, with `--feedback`, if something failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<String>,
}

/// What became of a batch, in a word.
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
    /// What is good was written, the rest was not (`--partial`).
    PartlyApplied,
    /// What is good would be written (`--partial`).
    WouldPartlyApply,
    /// There was nothing to do.
    NothingToDo,
    /// The reply holds no blocks.
    NoBlocks,
    /// Something failed or is in the way; nothing was written.
    Refused,
    /// What was kept of a refused batch is forgotten.
    Aborted,
    /// The batch was taken back.
    Undone,
    /// The batch would be taken back.
    WouldUndo,
}

/// What became of one file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli::report) struct File<'a> {
    /// The path from the root of the work tree.
    path: String,
    /// What happens to it.
    op: FileOp,
    /// The path that its content was renamed from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The object id of the raw bytes before; null for a new file.
    blob_before: Option<String>,
    /// The object id of the raw bytes after; null for a file that goes.
    blob_after: Option<String>,
    /// Lines that come.
    lines_added: usize,
    /// Lines that go.
    lines_removed: usize,
    /// The rule of the policy that asks to report the file, as it runs code.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'a str>,
    /// Whether the change is, or would be, staged.
    staged: bool,
    /// What is to be said of it besides.
    notes: Vec<&'static str>,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FileOp {
    /// Its content changes.
    Modify,
    /// It is new.
    Create,
    /// It goes.
    Delete,
    /// It is new, with the content of another that goes.
    Rename,
}

/// What became of one block.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BlockJson<'a> {
    /// Its number in the batch, from 1.
    id: usize,
    /// The reply that it stands in, as it was named; `-` for standard input.
    reply: String,
    /// The line of the reply, from 1, that it begins on.
    line: usize,
    /// The path that it means; as written where it leads to none.
    path: String,
    /// What became of it.
    status: BlockStatus,
    /// Why it failed; null if it did not.
    class: Option<Class>,
    /// The step of the matching ladder that found its place; null for whole files and where none did.
    #[schemars(schema_with = "tier")]
    tier: Option<Tier>,
    /// First and last line of its place in the file before, from 1.
    lines_before: Option<[usize; 2]>,
    /// First and last line of its place in the file after, from 1; the last is smaller by one where no line is left.
    lines_after: Option<[usize; 2]>,
    /// The first lines, from 1, of all its places, where there are several.
    candidates: Vec<usize>,
    /// The region of the file that its SEARCH section most likely means, where that is not found; where the block is for
    /// an older version, what stands there now.
    nearest: Option<NearestJson>,
    /// Where the syntax of the file would be broken, where that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    syntax: Option<SyntaxJson>,
    /// What went wrong, for people.
    message: Option<String>,
    /// What went wrong and what to do, for the model that wrote the block.
    hint: Option<String>,
    /// The older version that its text was found in, for the tier `history` and where that proves it applied already.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<OriginJson>,
    /// What is to be said of it besides.
    notes: Vec<String>,
    /// The first line of each section.
    previews: Previews,
    /// The block as it stands in the reply; bytes that are not UTF-8 are replaced.
    raw: Cow<'a, str>,
}

/// What became of a block.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum BlockStatus {
    /// Its change is made, or would be made if the batch were good.
    Applied,
    /// Its change was there already.
    AlreadyApplied,
    /// Its sections are equal.
    NoOp,
    /// It cannot be applied.
    Failed,
    /// It was left out: its path is not asked for, or its file is not whole.
    Skipped,
}

/// The first line of each section, up to 50 characters; null for an empty section and for whole files.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Previews {
    /// Of the SEARCH section.
    search: Option<String>,
    /// Of the REPLACE section.
    replace: Option<String>,
}

/// A region of a file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NearestJson {
    /// First and last line, from 1.
    lines: [usize; 2],
    /// The line, from 1, that differs first from the SEARCH section.
    first_difference: usize,
    /// The lines, up to 1,500 bytes of them.
    text: Vec<String>,
}

/// A place in a file as it would be.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SyntaxJson {
    /// The language that the file was read as.
    language: &'static str,
    /// The line, from 1.
    line: usize,
    /// The column in it, from 1, in characters.
    column: usize,
    /// First and last line that are shown, from 1.
    lines: [usize; 2],
    /// The lines.
    text: Vec<String>,
}

impl SyntaxJson {
    fn of(failure: &Failure) -> Option<Self> {
        let Failure::Syntax(broken) = failure else { return None };
        Some(Self {
            language: broken.language.name(),
            line: broken.error.line + 1,
            column: words::column(broken),
            lines: from_one(&broken.lines),
            text: broken.text.iter().map(|line| text(line)).collect(),
        })
    }
}

impl<'a> Batch<'a> {
    /// The object of `git sr apply`. `replies` are the bytes that the report is about.
    pub(in crate::cli) fn of_apply(
        report: &'a Report<'_>,
        replies: &[&'a [u8]],
        with_feedback: bool,
    ) -> Self {
        let failed = failures(report);
        let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
        let blocks = report.blocks.iter().zip(parsed).enumerate().map(|(number, (block, parsed))| {
            let failed = failed.iter().find(|failed| std::ptr::eq(failed.block, block));
            let name = report.sources[block.source].name.as_bstr();
            BlockJson::new(number + 1, name, (block, parsed), failed, replies[block.source])
        });
        let faults = report
            .faults
            .iter()
            .map(|(source, fault)| Problem::of_fault(report.sources[*source].name.as_bstr(), fault));
        let empty = report.sources.iter().filter(|_| report.status == Status::NoBlocks);
        let faults = faults.chain(empty.map(|source| Problem::without_blocks(source.name.as_bstr())));
        let suggestions = report.sources.iter().flat_map(Suggested::of);
        Self {
            schema_version: SCHEMA_VERSION,
            status: match report.status {
                Status::Applied if report.has_conflicts() => BatchStatus::AppliedWithConflicts,
                Status::WouldApply if report.has_conflicts() => BatchStatus::WouldApplyWithConflicts,
                Status::Applied => BatchStatus::Applied,
                Status::WouldApply => BatchStatus::WouldApply,
                Status::Nothing => BatchStatus::NothingToDo,
                Status::NoBlocks => BatchStatus::NoBlocks,
                Status::Refused => BatchStatus::Refused,
                Status::PartlyApplied => BatchStatus::PartlyApplied,
                Status::WouldPartlyApply => BatchStatus::WouldPartlyApply,
            },
            batch: report.batch.map(|batch| batch.0),
            files: report.files.iter().map(File::new).collect(),
            blocks: blocks.collect(),
            faults: faults.collect(),
            suggestions: suggestions.collect(),
            undo: matches!(report.status, Status::Applied | Status::PartlyApplied).then_some("git sr undo"),
            commit: report.commit.as_ref().map(|commit| commit.made.id.to_string()),
            stash: report.stash.as_ref().map(|entry| entry.id.to_string()),
            diff: report.diff.as_deref().map(text),
            feedback: with_feedback.then(|| feedback(report)).flatten(),
        }
    }

    /// The object of `git sr apply --abort`.
    pub(in crate::cli) fn aborted() -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            status: BatchStatus::Aborted,
            batch: None,
            files: Vec::new(),
            blocks: Vec::new(),
            faults: Vec::new(),
            suggestions: Vec::new(),
            undo: None,
            commit: None,
            stash: None,
            diff: None,
            feedback: None,
        }
    }

    /// The object of `git sr undo`.
    pub(in crate::cli) fn of_undo(report: &'a undo::Report, which: undo::Which) -> Self {
        let faults = report.obstacles.iter().map(|(path, batch, obstacle)| {
            let said = crate::cli::report::undo::in_the_way(path, *batch, obstacle, which);
            Problem {
                reply: String::new(),
                line: 0,
                class: Class::Changed,
                message: said.message,
                hint: said.hints.into_iter().next(),
            }
        });
        let kept = report.commit_kept.iter().map(|kept| {
            let said = crate::cli::report::undo::commit_in_the_way(kept);
            Problem {
                reply: String::new(),
                line: 0,
                class: Class::Stale,
                message: said.message,
                hint: said.hints.into_iter().next(),
            }
        });
        Self {
            schema_version: SCHEMA_VERSION,
            status: match report.status {
                undo::Status::Undone => BatchStatus::Undone,
                undo::Status::WouldUndo => BatchStatus::WouldUndo,
                undo::Status::Nothing(_) => BatchStatus::NothingToDo,
                undo::Status::Refused => BatchStatus::Refused,
            },
            batch: report.undone.first().map(|batch| batch.0),
            files: report.files.iter().map(File::new).collect(),
            blocks: Vec::new(),
            faults: faults.chain(kept).collect(),
            suggestions: Vec::new(),
            undo: (report.status == undo::Status::Undone).then_some(if report.again.is_empty() {
                "git sr redo"
            } else {
                "git sr undo"
            }),
            commit: report.redone_commit().map(|id| id.to_string()),
            stash: None,
            diff: report.diff.as_deref().map(text),
            feedback: None,
        }
    }
}

impl<'a> File<'a> {
    pub(in crate::cli::report) fn new(file: &'a FileReport) -> Self {
        Self {
            path: text(file.path.as_bstr()),
            op: match file.op {
                Op::Modify => FileOp::Modify,
                Op::Create => FileOp::Create,
                Op::Delete => FileOp::Delete,
                Op::Rename => FileOp::Rename,
            },
            from: file.from.as_ref().map(|from| text(from.as_bstr())),
            blob_before: file.before.map(|id| id.to_string()),
            blob_after: file.after.map(|id| id.to_string()),
            lines_added: file.counts.added,
            lines_removed: file.counts.removed,
            flag: file.flag.as_ref().map(|rule| rule.pattern.as_str()),
            staged: file.staged,
            notes: file.notes.iter().map(|note| words::file_note(*note)).collect(),
        }
    }
}

impl<'a> BlockJson<'a> {
    fn new(
        id: usize,
        reply: &BStr,
        (block, parsed): (&BlockReport, &Block<'_>),
        failed: Option<&Failed<'_>>,
        bytes: &'a [u8],
    ) -> Self {
        let failure = match &block.outcome {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        };
        let applied = match &block.outcome {
            Outcome::Applied(applied) => Some(applied),
            _ => None,
        };
        Self {
            id,
            reply: text(reply),
            line: block.line,
            path: block.path.as_ref().map_or_else(|path| text(path), |path| text(path.as_bstr())),
            status: match &block.outcome {
                Outcome::Applied(_) => BlockStatus::Applied,
                Outcome::AlreadyApplied => BlockStatus::AlreadyApplied,
                Outcome::NoOp => BlockStatus::NoOp,
                Outcome::Failed(_) => BlockStatus::Failed,
                Outcome::Skipped(_) => BlockStatus::Skipped,
            },
            class: failure.map(Failure::class),
            tier: applied.and_then(|applied: &Applied| applied.tier),
            lines_before: applied.and_then(|applied| applied.before.as_ref()).map(from_one),
            lines_after: block.after.as_ref().map(from_one),
            candidates: match failure {
                Some(Failure::Ambiguous { lines, .. }) => lines.iter().map(|line| line + 1).collect(),
                _ => Vec::new(),
            },
            nearest: failure.and_then(nearest),
            syntax: failure.and_then(SyntaxJson::of),
            message: failed.map(|failed| failed.words.message.clone()),
            hint: failed.map(|failed| failed.words.model.clone()),
            origin: OriginJson::of(block),
            notes: block.notes.iter().map(words::note).collect(),
            previews: Previews::of(parsed),
            raw: bytes[parsed.span.range()].to_str_lossy(),
        }
    }
}

fn from_one(range: &std::ops::Range<usize>) -> [usize; 2] {
    [range.start + 1, range.end]
}

fn nearest(failure: &Failure) -> Option<NearestJson> {
    /// More of a region is not worth its room.
    const BYTES: usize = 1500;
    let region: &Region = match failure {
        Failure::NotFound { nearest, .. } => nearest.first()?,
        Failure::Stale(stale) => &stale.now,
        _ => return None,
    };
    let mut room = BYTES;
    let fits = |line: &&bstr::BString| {
        let fits = line.len() < room;
        room = room.saturating_sub(line.len() + 1);
        fits
    };
    Some(NearestJson {
        lines: from_one(&region.lines),
        first_difference: region.lines.start + region.first_difference + 1,
        text: region.text.iter().take_while(fits).map(|line| text(line)).collect(),
    })
}

impl Previews {
    fn of(block: &Block<'_>) -> Self {
        let Operation::Edit(edit) = &block.operation else { return Self::default() };
        let first = |section: &[u8]| {
            let line = crate::core::text::bodies(section).next()?;
            Some(text(line).chars().take(50).collect())
        };
        let sections = edit.readings().next();
        Self {
            search: sections.and_then(|sections| first(sections.search)),
            replace: sections.and_then(|sections| first(sections.replace)),
        }
    }
}
