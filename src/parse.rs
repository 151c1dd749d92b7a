//! `git sr parse`: the blocks and faults of replies, without a repository.

use crate::{
    core::{
        plan::Source,
        reply::{self, Block, Fault, Operation},
        text::bodies,
    },
    request::Input,
};

/// The parsed replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReport<'i> {
    /// The replies as they were read.
    pub sources: Vec<Source<'i>>,
}

/// Reads replies.
///
/// # Examples
///
/// ```
/// use git_sr::core::reply::Options;
/// use git_sr::{parse::parse, request::Input};
///
/// let bytes = b"old.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n".to_vec();
/// let inputs = [Input { name: "reply.md".into(), bytes }];
/// let report = parse(&inputs, &Options::default());
/// assert!(report.is_good());
/// let lines: Vec<usize> = report.blocks().map(|(_, block)| block.line).collect();
/// assert_eq!(lines, [2]);
/// ```
pub fn parse<'i>(inputs: &'i [Input], options: &reply::Options) -> ParseReport<'i> {
    let read =
        |input: &'i Input| Source { name: input.name.clone(), reply: reply::parse(&input.bytes, options) };
    ParseReport { sources: inputs.iter().map(read).collect() }
}

impl<'i> ParseReport<'i> {
    /// The blocks with their replies, in order.
    pub fn blocks(&self) -> impl Iterator<Item = (&Source<'i>, &Block<'i>)> {
        self.sources.iter().flat_map(|source| source.reply.blocks.iter().map(move |block| (source, block)))
    }

    /// The faults with their replies, in order.
    pub fn faults(&self) -> impl Iterator<Item = (&Source<'i>, &Fault)> {
        self.sources.iter().flat_map(|source| source.reply.faults.iter().map(move |fault| (source, fault)))
    }

    /// Returns whether there are blocks, and no faults.
    pub fn is_good(&self) -> bool {
        self.blocks().next().is_some() && self.faults().next().is_none()
    }
}

/// The lines of the reply, from 1, that may be the block's divider; none but for edits of SEARCH/REPLACE
/// blocks.
pub fn divider_lines(block: &Block<'_>) -> Vec<usize> {
    let Operation::Edit(edit) = &block.operation else { return Vec::new() };
    if edit.lines.is_some() {
        return Vec::new();
    }
    let above = |end: usize| bodies(&edit.body[..end]).count();
    edit.dividers.iter().map(|divider| block.line + 1 + edit.header + above(divider.start)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dividers_are_named_by_their_lines_in_the_reply() {
        let bytes = b"a.md\n<<<<<<< SEARCH\nTitle\n=======\ntext\n=======\nnew\n>>>>>>> REPLACE\n".to_vec();
        let inputs = [Input { name: "-".into(), bytes }];
        let report = parse(&inputs, &reply::Options::default());
        assert!(report.is_good());
        let lines: Vec<Vec<usize>> = report.blocks().map(|(_, block)| divider_lines(block)).collect();
        assert_eq!(lines, [[4, 6]]);
    }

    #[test]
    fn a_reply_without_blocks_is_not_good() {
        let inputs = [Input { name: "-".into(), bytes: b"prose".to_vec() }];
        assert!(!parse(&inputs, &reply::Options::default()).is_good());
    }
}
