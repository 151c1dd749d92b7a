//! The object of `parse`.

use bstr::ByteSlice as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Problem, SCHEMA_VERSION, Suggested, text};
use crate::{
    cli::words,
    core::{
        change::FileMode,
        plan::Source,
        reply::{Block, Operation},
    },
    parse::{ParseReport, divider_lines},
};

/// Content of replies: printed by `git sr parse --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct ParseJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Outcome, in a word.
    status: ParseStatus,
    /// The formats that the replies show.
    formats: Vec<SeenFormat>,
    /// The blocks, in the order of the replies.
    blocks: Vec<ParsedBlock>,
    /// Errors outside of blocks that were understood.
    faults: Vec<Problem>,
    /// Shell commands that the replies ask for. They are never run.
    suggestions: Vec<Suggested>,
}

/// Outcome of parsing, in a word.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ParseStatus {
    /// There are blocks, and no faults.
    Parsed,
    /// There are faults.
    Faults,
    /// There are neither blocks nor faults.
    NoBlocks,
}

/// A format that a reply shows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SeenFormat {
    /// The reply, as it was named; `-` for standard input.
    reply: String,
    /// The name of the format.
    name: &'static str,
    /// True if the reply was read in it.
    read: bool,
    /// The first line that shows it, from 1; null for a format without a block that was read.
    line: Option<usize>,
}

impl SeenFormat {
    /// The formats of a reply: that in which it was read, and the others.
    fn of(source: &Source<'_>) -> Vec<Self> {
        let reply = || text(&source.name);
        let line = source.reply.blocks.first().map(|block| block.line);
        let read =
            source.reply.format.map(|format| Self { reply: reply(), name: format.id, read: true, line });
        let others = source.reply.surfaces.iter().map(|surface| Self {
            reply: reply(),
            name: surface.format.id,
            read: false,
            line: Some(surface.line),
        });
        read.into_iter().chain(others).collect()
    }
}

/// A block of a reply. Nothing has been looked up in a work tree.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ParsedBlock {
    /// Its number among the blocks, from 1.
    id: usize,
    /// The reply that holds it, as it was named; `-` for standard input.
    reply: String,
    /// Its first line in the reply, from 1.
    line: usize,
    /// Offset of its first byte in the reply, and of the byte behind its last. A reply that is quoted or framed
    /// as a whole is counted without the signs of the quote, and with an empty line for each of the frame.
    bytes: [usize; 2],
    /// Readings of its path line, the likeliest first.
    paths: Vec<String>,
    /// Its operation.
    operation: OperationJson,
    /// For a rename or a copy, readings of the new path, the likeliest first.
    to: Vec<String>,
    /// The mode that the file gets, as git writes it, if the block says one.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    /// The lines of the reply, from 1, that may be its divider. The file decides: the longest SEARCH section
    /// found in it.
    dividers: Vec<usize>,
    /// The SEARCH section by the first divider; null but for edits.
    search: Option<String>,
    /// The REPLACE section by the first divider; null but for edits.
    replace: Option<String>,
}

/// Operation of a block.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OperationJson {
    /// Replaces a text; with a blank SEARCH section, creates the file.
    Edit,
    /// Gives the file another path.
    Rename,
    /// Makes another file of its content.
    Copy,
    /// Lets it be executed, or not any more.
    Mode,
    /// Removes the file.
    Delete,
}

impl ParseJson {
    /// The object of a report.
    pub(in crate::cli) fn new(report: &ParseReport<'_>) -> Self {
        let faults = report
            .faults()
            .map(|(source, fault)| Problem::new(source.name.as_bstr(), fault.line, words::fault(fault)))
            .collect::<Vec<_>>();
        let blocks: Vec<ParsedBlock> = report
            .blocks()
            .enumerate()
            .map(|(at, (source, block))| ParsedBlock::new(at + 1, text(&source.name), block))
            .collect();
        let status = if !faults.is_empty() {
            ParseStatus::Faults
        } else if blocks.is_empty() {
            ParseStatus::NoBlocks
        } else {
            ParseStatus::Parsed
        };
        let suggestions = report.sources.iter().flat_map(Suggested::of).collect();
        let formats = report.sources.iter().flat_map(SeenFormat::of).collect();
        Self { schema_version: SCHEMA_VERSION, status, formats, blocks, faults, suggestions }
    }
}

impl ParsedBlock {
    fn new(id: usize, reply: String, block: &Block<'_>) -> Self {
        let mut made = Self {
            id,
            reply,
            line: block.line,
            bytes: [block.span.start, block.span.end],
            paths: block.path.iter().map(|path| text(&path.text)).collect(),
            operation: OperationJson::Delete,
            to: Vec::new(),
            mode: None,
            dividers: divider_lines(block),
            search: None,
            replace: None,
        };
        match &block.operation {
            Operation::Edit(edit) => {
                made.operation = OperationJson::Edit;
                let sections = edit.readings().next();
                made.search = sections.map(|sections| text(sections.search));
                made.replace = sections.map(|sections| text(sections.replace));
                made.mode = edit.hints.mode.map(FileMode::as_str);
            }
            Operation::Rename(to) | Operation::Copy(to) => {
                let is_copy = matches!(block.operation, Operation::Copy(_));
                made.operation = if is_copy { OperationJson::Copy } else { OperationJson::Rename };
                made.to = to.iter().map(|path| text(&path.text)).collect();
            }
            Operation::Mode(mode) => {
                made.operation = OperationJson::Mode;
                made.mode = Some(mode.as_str());
            }
            Operation::Delete => {}
        }
        made
    }
}
