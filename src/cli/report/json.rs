//! The JSON object that `--json` prints: the only thing on standard output.

use bstr::{BStr, ByteSlice};
use serde::Serialize;

use super::apply::failures;
use crate::{
    apply::{Report, Status},
    cli::{
        style::Streams,
        words::{self, Words},
    },
    core::{
        locate::Tier,
        outcome::{Applied, Class, Failure, Outcome},
        plan::BlockReport,
        reply::{Block, Operation},
    },
    files::{FileReport, Op},
    undo,
};

/// Grows when a field changes its meaning or goes.
pub(in crate::cli) const SCHEMA_VERSION: u32 = 1;

/// What became of a batch.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Batch<'a> {
    schema_version: u32,
    /// `applied`, `would-apply`, `nothing-to-do`, `no-blocks`, `refused`, `undone`, `would-undo`
    status: &'static str,
    /// The batch's number, which undo takes.
    batch: Option<u64>,
    files: Vec<File<'a>>,
    blocks: Vec<BlockJson<'a>>,
    faults: Vec<Problem>,
    suggestions: Vec<Suggested>,
    /// The command that takes the batch back.
    undo: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

/// What became of one file.
#[derive(Debug, Serialize)]
struct File<'a> {
    path: String,
    op: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    blob_before: Option<String>,
    blob_after: Option<String>,
    lines_added: usize,
    lines_removed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'a str>,
}

/// What became of one block.
#[derive(Debug, Serialize)]
struct BlockJson<'a> {
    /// Its number in the batch, from 1.
    id: usize,
    reply: String,
    line: usize,
    path: String,
    status: &'static str,
    class: Option<Class>,
    tier: Option<Tier>,
    /// First and last line, from 1.
    lines_before: Option<[usize; 2]>,
    lines_after: Option<[usize; 2]>,
    /// First lines of all places, where there are several.
    candidates: Vec<usize>,
    nearest: Option<NearestJson>,
    message: Option<String>,
    hint: Option<String>,
    notes: Vec<String>,
    previews: Previews,
    raw: std::borrow::Cow<'a, str>,
}

/// The first line of each section, up to 50 characters.
#[derive(Debug, Default, Serialize)]
struct Previews {
    search: Option<String>,
    replace: Option<String>,
}

#[derive(Debug, Serialize)]
struct NearestJson {
    /// First and last line, from 1.
    lines: [usize; 2],
    /// The line, from 1, that differs first.
    first_difference: usize,
    text: Vec<String>,
}

/// Something that is wrong outside of the blocks.
#[derive(Debug, Serialize)]
struct Problem {
    reply: String,
    line: usize,
    class: Class,
    message: String,
    hint: Option<String>,
}

#[derive(Debug, Serialize)]
struct Suggested {
    reply: String,
    line: usize,
    command: String,
}

/// Why a command cannot go on.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Fatal<'a> {
    pub(in crate::cli) schema_version: u32,
    pub(in crate::cli) status: &'static str,
    pub(in crate::cli) class: Class,
    pub(in crate::cli) message: &'a str,
    pub(in crate::cli) hint: Option<&'a str>,
    /// Whether the same command may succeed later.
    pub(in crate::cli) retryable: bool,
}

/// Prints an object.
pub(in crate::cli) fn print(object: &impl Serialize, streams: &mut Streams) {
    // These types have neither maps with odd keys nor values that cannot be written.
    if let Ok(json) = serde_json::to_vec_pretty(object) {
        streams.bytes(&json);
        streams.bytes(b"\n");
    }
}

pub(super) fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().into_owned()
}

impl<'a> Batch<'a> {
    /// The object of `git sr apply`. `replies` are the bytes that the report is about.
    pub(in crate::cli) fn of_apply(report: &'a Report<'_>, replies: &[&'a [u8]]) -> Self {
        let failed = failures(report);
        let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
        let blocks = report.blocks.iter().zip(parsed).enumerate().map(|(number, (block, parsed))| {
            let words = failed.iter().find(|(other, _)| std::ptr::eq(*other, block)).map(|(_, words)| words);
            let name = report.sources[block.source].name.as_bstr();
            BlockJson::new(number + 1, name, block, parsed, words, replies[block.source])
        });
        let faults = report.faults.iter().map(|(source, fault)| {
            let words = words::fault(fault);
            Problem {
                reply: text(&report.sources[*source].name),
                line: fault.line,
                class: words::fault_class(&fault.kind),
                message: words.message,
                hint: words.hints.into_iter().next(),
            }
        });
        let empty = report.sources.iter().filter(|_| report.status == Status::NoBlocks).map(|source| {
            let words = words::no_blocks(&source.name);
            Problem {
                reply: text(&source.name),
                line: 1,
                class: Class::NoBlocks,
                message: words.message,
                hint: words.hints.into_iter().next(),
            }
        });
        let suggestions = report.sources.iter().flat_map(|source| {
            source.reply.suggestions.iter().map(|suggestion| Suggested {
                reply: text(&source.name),
                line: suggestion.line,
                command: text(&suggestion.command),
            })
        });
        Self {
            schema_version: SCHEMA_VERSION,
            status: match report.status {
                Status::Applied => "applied",
                Status::WouldApply => "would-apply",
                Status::Nothing => "nothing-to-do",
                Status::NoBlocks => "no-blocks",
                Status::Refused => "refused",
            },
            batch: report.batch.map(|batch| batch.0),
            files: report.files.iter().map(File::new).collect(),
            blocks: blocks.collect(),
            faults: faults.chain(empty).collect(),
            suggestions: suggestions.collect(),
            undo: (report.status == Status::Applied).then_some("git sr undo"),
            diff: report.diff.as_deref().map(text),
        }
    }

    /// The object of `git sr undo`.
    pub(in crate::cli) fn of_undo(report: &'a undo::Report) -> Self {
        let batch = report.batch.map_or_else(String::new, |batch| batch.to_string());
        let faults = report.edited.iter().map(|(path, edit)| Problem {
            reply: String::new(),
            line: 0,
            class: Class::Changed,
            message: super::undo::in_the_way(path, edit, &batch),
            hint: None,
        });
        Self {
            schema_version: SCHEMA_VERSION,
            status: match report.status {
                undo::Status::Undone => "undone",
                undo::Status::WouldUndo => "would-undo",
                undo::Status::Nothing => "nothing-to-do",
                undo::Status::Refused => "refused",
            },
            batch: report.batch.map(|batch| batch.0),
            files: report.files.iter().map(File::new).collect(),
            blocks: Vec::new(),
            faults: faults.collect(),
            suggestions: Vec::new(),
            undo: None,
            diff: report.diff.as_deref().map(text),
        }
    }
}

impl<'a> File<'a> {
    fn new(file: &'a FileReport) -> Self {
        Self {
            path: text(file.path.as_bstr()),
            op: match file.op {
                Op::Modify => "modify",
                Op::Create => "create",
                Op::Delete => "delete",
                Op::Rename => "rename",
            },
            from: file.from.as_ref().map(|from| text(from.as_bstr())),
            blob_before: file.before.map(|id| id.to_string()),
            blob_after: file.after.map(|id| id.to_string()),
            lines_added: file.counts.added,
            lines_removed: file.counts.removed,
            flag: file.flag.as_ref().map(|rule| rule.pattern.as_str()),
        }
    }
}

impl<'a> BlockJson<'a> {
    fn new(
        id: usize,
        reply: &BStr,
        block: &BlockReport,
        parsed: &Block<'_>,
        words: Option<&Words>,
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
                Outcome::Applied(_) => "applied",
                Outcome::AlreadyApplied => "already-applied",
                Outcome::NoOp => "no-op",
                Outcome::Failed(_) => "failed",
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
            message: words.map(|words| words.message.clone()),
            hint: words.and_then(|words| words.hints.first().cloned()),
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
    let Failure::NotFound { nearest: Some(region), .. } = failure else { return None };
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
