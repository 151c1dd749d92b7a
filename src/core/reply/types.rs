//! A parsed reply, its blocks and faults, and the formats that replies have.

mod aside;
mod block;

use std::sync::Arc;

use bstr::BString;

pub use self::aside::{Aside, Wish};
pub use self::block::{Around, Block, Correction, Operation, PathCandidate};
use super::{malformed::Malformed, outside::Line, source::Source, words::MarkerWords, writer::Writer};
use crate::core::text::Span;

/// A parsed reply. Every part of it that could not be understood is a fault with its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The blocks, in the order of the reply.
    pub blocks: Vec<Block<'a>>,
    /// Faults, in the order of the reply. Any fault refuses the batch.
    pub faults: Vec<Fault>,
    /// Shell commands that the reply asks for. They are shown, never run.
    pub suggestions: Vec<Suggestion>,
    /// Reasoning with blocks in it, which are not among `blocks`.
    pub drafts: Vec<Draft>,
    /// Parts that are the model's reasoning, in order: nothing in them is an answer.
    pub reasoning: Vec<Span>,
    /// Other formats that it has outside of its blocks.
    pub surfaces: Vec<Surface>,
    /// Parts that look like edits in formats that say less than the one that was read, and were not read. The
    /// text of a whole file is its path.
    pub unread: Vec<Surface>,
    /// Parts beside the edits that may ask for a change too.
    pub asides: Vec<Aside<'a>>,
    /// The format that it was read in.
    pub format: Option<&'static Format>,
    /// Parts of the reply that hold the blocks and their frame, in order, where that is more than the blocks.
    pub envelopes: Vec<Span>,
    /// Parts of the reply that are plainly edits in its format, so that all lines in them are theirs.
    pub owned: Vec<Span>,
    /// True if there is nothing in it but white space.
    pub is_blank: bool,
}

impl<'a> Reply<'a> {
    /// Returns whether it has no edits, not even damaged ones: neither blocks nor faults.
    pub(crate) fn has_no_edits(&self) -> bool {
        self.blocks.is_empty() && self.faults.is_empty()
    }

    /// The numbers of its blocks and faults: where they are other ones than before, something was found.
    pub(in crate::core::reply) fn counts(&self) -> (usize, usize) {
        (self.blocks.len(), self.faults.len())
    }

    /// Adds the blocks, the faults and the unread parts that were found in a part of it.
    pub(in crate::core::reply) fn add(&mut self, part: Self) {
        self.blocks.extend(part.blocks);
        self.faults.extend(part.faults);
        self.unread.extend(part.unread);
    }
}

/// Reasoning that holds blocks, such as those between `<think>` and `</think>`: they are not the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The line of `tag`, from 1.
    pub line: usize,
    /// The tag that opens it; the closing one, if the reply does not have the opening one.
    pub tag: &'static str,
    /// The number of blocks in it.
    pub blocks: usize,
}

/// A shell command that a reply asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Its line in the reply, from 1.
    pub line: usize,
    /// The command as written.
    pub command: BString,
}

/// Something in a reply that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Fault {
    /// The line it is about, from 1.
    pub line: usize,
    /// Its kind.
    pub kind: FaultKind,
    /// Candidates for the path of the block, where it has a path line: the file that it leaves unfinished.
    pub path: Option<Arc<[PathCandidate]>>,
}

/// Kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A block that is not closed before the next one or the end.
    #[error("block is not closed")]
    Unterminated,
    /// A block without a divider.
    #[error("block has no divider")]
    NoDivider,
    /// More lines of a block could be its divider than are looked at (64).
    #[error("block has too many possible dividers ({found})")]
    TooManyDividers {
        /// Number of dividers.
        found: usize,
    },
    /// A closing marker outside of any block.
    #[error("closing marker without a block")]
    StrayCloser,
    /// No line above the block that could be its path.
    #[error("no path above the block")]
    NoPath {
        /// The first 200 bytes of the line in place of the path, if there is one.
        above: Option<BString>,
    },
    /// A call that names no file.
    #[error("the call names no file")]
    NoPathOfCall,
    /// A path that is not UTF-8.
    #[error("path is not UTF-8")]
    BadPath {
        /// The line or path as written (the first 200 bytes of a line).
        text: BString,
    },
    /// A block that begins inside one that is not closed.
    #[error("block begins inside the one of line {outer}")]
    Nested {
        /// The line of the block around it.
        outer: usize,
    },
    /// A DELETE block that holds text, so that perhaps not the whole file is to go.
    #[error("DELETE block holds text")]
    BadDelete,
    /// Reasoning that is not closed, so that the text behind it may be a draft.
    #[error("{tag} is not closed")]
    OpenReasoning {
        /// The tag that opens it.
        tag: &'static str,
    },
    /// The end of reasoning behind blocks, while nothing says where that began.
    #[error("{tag} closes nothing")]
    StrayReasoningEnd {
        /// The tag.
        tag: &'static str,
    },
    /// Edits in a format that is not read, next to some in one that is.
    #[error("{} next to {}", format.noun, beside.noun)]
    OtherFormat {
        /// The format.
        format: &'static Format,
        /// The format that is read.
        beside: &'static Format,
        /// The first bytes of the line.
        text: BString,
    },
    /// Something that the reply asks for beside its edits, and that none of them makes.
    #[error("no edit makes what {text:?} asks for")]
    Undone {
        /// The wish that no edit grants.
        wish: Wish,
        /// The format that is read.
        beside: &'static Format,
        /// The first bytes of the line that asks for it.
        text: BString,
    },
    /// The whole reply is in UTF-16, as the mark at its start says.
    #[error("reply is in UTF-16")]
    Utf16,
    /// A RENAME block that does not hold exactly one path.
    #[error("RENAME block does not hold one new path")]
    BadRename,
    /// Edits in another format than SEARCH/REPLACE that are not as its grammar says.
    #[error("{0}")]
    Malformed(#[from] Malformed),
}

/// One form in which models write edits.
#[derive(Debug)]
pub struct Format {
    /// Its stable name.
    pub id: &'static str,
    /// The noun for it, such as `a unified diff`.
    pub noun: &'static str,
    /// Treatment of a reply in it.
    pub handling: Handling,
    /// Strength of the evidence that its sign gives.
    pub(super) weight: Weight,
    /// Returns whether a line outside of blocks is a sign of it; never, for formats that consist of blocks.
    pub(super) shows: fn(&Line<'_>) -> bool,
}

/// Treatment of a reply in a format.
#[derive(Debug)]
pub enum Handling {
    /// It is read.
    Read {
        /// One line for the help of `--format`.
        help: &'static str,
        /// The function that reads it.
        reader: Reader,
        /// The sign that a block is complete.
        closing: Closing,
        /// The ways to write it.
        writers: &'static [Writer],
    },
    /// It is only named, with advice for the user, if there is any but to ask for blocks.
    Named(Option<&'static str>),
}

/// Sign that a block is complete, in a reply that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The marker with which it ends, or else text behind it.
    Marker,
    /// It is not read before it is complete.
    Itself,
    /// Text behind it.
    Next,
}

/// Strength of the evidence that a format's sign gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Edits are meant: next to blocks that are read, it refuses the reply.
    Edit,
    /// Edits that nothing reads: next to those that are read, it refuses the reply; alone, it says less than
    /// any format that is read.
    Unread,
    /// Edits or an example.
    Maybe,
    /// Edits if the user says so: only words tell them from a text that explains something. They are never read
    /// without the option, and named where nothing else is read.
    OnRequest,
    /// Nothing, next to another format.
    Vague,
}

/// Reads a whole reply in one format.
pub type Reader = for<'a> fn(&Source<'a, '_>, &Options) -> Reply<'a>;

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

/// A format that was seen in a reply, outside of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The format.
    pub format: &'static Format,
    /// The first line that shows it, from 1.
    pub line: usize,
    /// The first bytes of that line.
    pub text: BString,
}

/// Options of parsing a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The one format that is read; if none is named, the one that the reply has, and edits in a second one
    /// are a fault.
    pub format: Option<&'static Format>,
    /// The path of every block, whatever the reply says, as given by `--path`.
    pub path: Option<BString>,
    /// Another fence besides backticks, tildes and tags: its opening and its closing line.
    pub fence: Option<(BString, BString)>,
    /// More words for the markers.
    pub words: MarkerWords,
}
