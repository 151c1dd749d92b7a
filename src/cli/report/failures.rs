//! The blocks that failed, with the words for each: for people and for the model.

use bstr::ByteSlice as _;

use crate::{
    apply::ApplyReport,
    cli::words::{self, FailureScene, Terms, Words},
    core::{
        outcome::{Failure, Note, Outcome},
        plan::BlockReport,
        reply::{Block, Edit, Extent, Format, Operation},
        text::bodies,
    },
};

/// A block that failed, and the words for it.
pub(in crate::cli) struct Failed<'a> {
    pub(in crate::cli) block: &'a BlockReport,
    pub(in crate::cli) parsed: &'a Block<'a>,
    pub(in crate::cli) words: Words,
}

/// The blocks that failed, and the words for each.
pub(in crate::cli) fn failures<'a>(report: &'a ApplyReport<'_>) -> Vec<Failed<'a>> {
    let blocks = report.sources.iter().flat_map(|source| &source.reply.blocks);
    let places: Vec<(&[u8], usize)> = report
        .blocks
        .iter()
        .map(|block| (report.sources[block.source].name.as_slice(), block.line))
        .collect();
    let failed = report.blocks.iter().zip(blocks).filter_map(|(block, parsed)| match &block.outcome {
        Outcome::Failed(failure) => {
            let format = report.sources[block.source].reply.format;
            let is_block = format.is_some_and(Format::is_blocks);
            let words = explain(block, failure, parsed, [is_block, report.is_staged], &places);
            Some(Failed { block, parsed, words })
        }
        _ => None,
    });
    failed.collect()
}

fn explain(
    block: &BlockReport,
    failure: &Failure,
    parsed: &Block<'_>,
    [is_block, is_staged]: [bool; 2],
    places: &[(&[u8], usize)],
) -> Words {
    let path = block.path.as_ref().map_or_else(|text| text.as_slice(), |path| path.as_bstr().as_bytes());
    let search = search_lines(parsed);
    let edit = if let Operation::Edit(edit) = &parsed.operation { Some(edit) } else { None };
    let first_line = block.line + 1 + edit.map_or(0, |edit| edit.header);
    let lines = edit.and_then(|edit| edit.lines.as_ref()).map(|lines| lines.search.as_slice());
    let is_call = |edit: &Edit<'_>| {
        matches!(edit.hints.extent, Extent::Text | Extent::EveryText | Extent::Texts(_) | Extent::Below(_))
    };
    let terms = if edit.is_some_and(is_call) { Terms::OF_CALL } else { Terms::OF_BLOCK };
    let scene = FailureScene { path, terms, search: &search, first_line, lines, is_block, is_staged, places };
    let mut words = words::failure(failure, scene);
    let of_history =
        block.notes.iter().filter(|note| matches!(note, Note::GaveUp { .. } | Note::UnknownBase));
    words.evidence.extend(of_history.map(words::note));
    words
}

/// The lines of a block's SEARCH section, by its first divider.
pub(super) fn search_lines<'a>(parsed: &'a Block<'_>) -> Vec<&'a [u8]> {
    let Operation::Edit(edit) = &parsed.operation else { return Vec::new() };
    edit.readings().next().map_or_else(Vec::new, |sections| bodies(sections.search).collect())
}
