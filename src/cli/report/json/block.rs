//! Outcome of a block.

use std::{borrow::Cow, ops::Range};

use bstr::{BStr, BString, ByteSlice as _};
use schemars::JsonSchema;
use serde::Serialize;

use super::{origin::OriginJson, problem::with_evidence, text, tier};
use crate::{
    cli::{
        report::{failures::Failed, feedback::Part},
        words,
    },
    core::{
        locate::Tier,
        outcome::{Applied, Class, Failure, Outcome, Region},
        plan::BlockReport,
        reply::{Block, Operation},
        text::bodies,
    },
};

/// Outcome of one block.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockJson<'a> {
    /// Its number in the batch, from 1.
    id: usize,
    /// The reply that holds it, as it was named; `-` for standard input.
    reply: String,
    /// Its first line in the reply, from 1.
    line: usize,
    /// Its path, from the root of the work tree; as written if it could not be resolved.
    path: String,
    /// Its outcome.
    status: BlockStatus,
    /// The class of the failure; null if it did not fail.
    class: Option<Class>,
    /// The tier of the matching ladder that found its place; null for whole files and where none did.
    #[schemars(schema_with = "tier")]
    tier: Option<Tier>,
    /// First and last line of its place in the file before, from 1.
    lines_before: Option<[usize; 2]>,
    /// First and last line of its place in the file after, from 1; the last is smaller by one where no line
    /// is left.
    lines_after: Option<[usize; 2]>,
    /// The first lines, from 1, of all its places, where there are several.
    candidates: Vec<usize>,
    /// The region of the file that is most like its SEARCH section, if that is not found; for a block on an
    /// older version, the text that is there now.
    nearest: Option<NearestJson>,
    /// The place of the syntax error that the change would make, if that is the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    syntax: Option<SyntaxJson>,
    /// The failure, for people.
    message: Option<String>,
    /// The failure and its remedy, for the model that wrote the block, with the lines of the file that it is
    /// about.
    hint: Option<String>,
    /// The older version that its text was found in, for the tier `history` and where that proves it applied
    /// already.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<OriginJson>,
    /// Notes.
    notes: Vec<String>,
    /// The first line of each section.
    previews: Previews,
    /// The text of the block in the reply; bytes that are not UTF-8 are replaced.
    raw: Cow<'a, str>,
}

/// Outcome of a block.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli::report) enum BlockStatus {
    /// Its change is made, or would be made if the batch were good.
    Applied,
    /// Its change was there already.
    AlreadyApplied,
    /// Its sections are equal.
    NoOp,
    /// It cannot be applied.
    Failed,
    /// It was left out: its path is not selected, or another block of its file failed.
    Skipped,
}

impl BlockStatus {
    pub(in crate::cli::report) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Applied(_) => Self::Applied,
            Outcome::AlreadyApplied => Self::AlreadyApplied,
            Outcome::NoOp => Self::NoOp,
            Outcome::Failed(_) => Self::Failed,
            Outcome::Skipped(_) => Self::Skipped,
        }
    }
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
    /// The first line, from 1, that differs from the SEARCH section.
    first_difference: usize,
    /// The lines, up to 1,500 bytes of them.
    text: Vec<String>,
}

/// A place in a file as it would be.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SyntaxJson {
    /// The language whose grammar read the file.
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

impl<'a> BlockJson<'a> {
    pub(super) fn new(
        id: usize,
        reply: &BStr,
        block: &BlockReport,
        parsed: &Block<'_>,
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
            status: BlockStatus::of(&block.outcome),
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
            hint: failed.map(|failed| with_evidence(&failed.words.model, &Part::of_block(failed))),
            origin: OriginJson::of(block),
            notes: block.notes.iter().filter(|note| words::is_said(note)).map(words::note).collect(),
            previews: Previews::of(parsed),
            raw: bytes[parsed.span.range()].to_str_lossy(),
        }
    }
}

impl Previews {
    fn of(block: &Block<'_>) -> Self {
        let Operation::Edit(edit) = &block.operation else { return Self::default() };
        let first = |section: &[u8]| {
            let line = bodies(section).next()?;
            Some(text(line).chars().take(50).collect())
        };
        let sections = edit.readings().next();
        Self {
            search: sections.and_then(|sections| first(sections.search)),
            replace: sections.and_then(|sections| first(sections.replace)),
        }
    }
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
    let fits = |line: &&BString| {
        let fits = line.len() < room;
        room = room.saturating_sub(line.len() + 1);
        fits
    };
    Some(NearestJson {
        lines: from_one(&region.lines),
        first_difference: region.lines.start + region.first_difference() + 1,
        text: region.text.iter().take_while(fits).map(|line| text(line)).collect(),
    })
}

impl SyntaxJson {
    fn of(failure: &Failure) -> Option<Self> {
        let Failure::Syntax(broken) = failure else { return None };
        Some(Self {
            language: broken.language.name,
            line: broken.error.line + 1,
            column: words::column(broken),
            lines: from_one(&broken.lines),
            text: broken.text.iter().map(|line| text(line)).collect(),
        })
    }
}

fn from_one(range: &Range<usize>) -> [usize; 2] {
    [range.start + 1, range.end]
}
