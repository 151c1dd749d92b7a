//! The object of `parse`.

use bstr::ByteSlice as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Problem, SCHEMA_VERSION, Suggested, text};
use crate::{
    core::reply::{Block, Operation},
    parse::{ParseReport, divider_lines},
};

/// Content of replies: printed by `git sr parse --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct ParseJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// True if all of it was understood.
    status: ParseStatus,
    /// The blocks, in the order of the replies.
    blocks: Vec<ParsedBlock>,
    /// What could not be understood.
    faults: Vec<Problem>,
    /// Shell commands that the replies ask for. They are never run.
    suggestions: Vec<Suggested>,
}

/// True if replies were understood.
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

/// A block as it stands in a reply. Nothing has been looked up in a work tree.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ParsedBlock {
    /// Its number among the blocks, from 1.
    id: usize,
    /// The reply that it stands in, as it was named; `-` for standard input.
    reply: String,
    /// The line of the reply, from 1, that it begins on.
    line: usize,
    /// First byte of the block in the reply, and the byte behind its last.
    bytes: [usize; 2],
    /// What its path line may mean, the likeliest first.
    paths: Vec<String>,
    /// What it asks for.
    operation: OperationJson,
    /// For a rename: what the new path may be, the likeliest first.
    to: Vec<String>,
    /// The lines of the reply, from 1, that may be its divider. The longest SEARCH section that the file holds decides.
    dividers: Vec<usize>,
    /// The SEARCH section by the first divider; null but for edits.
    search: Option<String>,
    /// The REPLACE section by the first divider; null but for edits.
    replace: Option<String>,
}

/// What a block asks for.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OperationJson {
    /// To find a text and put another there; with a blank SEARCH section, to create the file.
    Edit,
    /// To give the file another path.
    Rename,
    /// To remove the file.
    Delete,
}

impl ParseJson {
    /// The object of a report.
    pub(in crate::cli) fn new(report: &ParseReport<'_>) -> Self {
        let faults = report
            .faults()
            .map(|(source, fault)| Problem::of_fault(source.name.as_bstr(), fault))
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
        Self { schema_version: SCHEMA_VERSION, status, blocks, faults, suggestions }
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
            }
            Operation::Rename(to) => {
                made.operation = OperationJson::Rename;
                made.to = to.iter().map(|path| text(&path.text)).collect();
            }
            Operation::Delete => {}
        }
        made
    }
}
