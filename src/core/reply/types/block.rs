//! One edit of a reply, and the names of its file.

use std::sync::Arc;

use bstr::BString;

use crate::core::{
    change::FileMode,
    reply::{edit::Edit, names},
    text::Span,
};

/// One edit in a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Line of the opening marker, from 1.
    pub line: usize,
    /// The block's bytes in the reply, from its opening to its closing marker, without the ending of that
    /// line.
    pub span: Span,
    /// Offset of the lines that name its path and its base, in the reply; between them and `span` there are
    /// only fences and blank lines. A block that names no path has only those.
    pub head: usize,
    /// Candidates for its path, the likeliest first. Never empty but in an [`Aside`](super::Aside). Shared by the blocks that
    /// inherit it.
    pub path: Arc<[PathCandidate]>,
    /// Names of files around it, where it has no path line: then one of them is its path, and `path` only the
    /// likeliest.
    pub around: Option<Box<Around>>,
    /// True if its paths are final: a run has found them, from the root, and they have no other reading.
    pub is_settled: bool,
    /// True if it makes a file of which the reply says that it is new.
    pub is_new: bool,
    /// The sentence above it that says that it corrects edits above that sentence.
    pub correction: Option<Correction>,
    /// The version that it says it is based on: the id of a commit or a blob, which may be abbreviated to 7
    /// digits. Another name (`HEAD~5`, fewer digits) leads to none.
    pub base: Option<&'a [u8]>,
    /// The id of the version in which the line of its edit counts, as a diff names it, which may be made up.
    pub version: Option<&'a [u8]>,
    /// Its operation.
    pub operation: Operation<'a>,
}

impl<'a> Block<'a> {
    /// A block with a path line, and without a version that it is based on.
    pub(in crate::core::reply) fn new(
        line: usize,
        span: Span,
        head: usize,
        path: Arc<[PathCandidate]>,
        operation: Operation<'a>,
    ) -> Self {
        Self {
            line,
            span,
            head,
            path,
            around: None,
            is_settled: false,
            is_new: false,
            correction: None,
            base: None,
            version: None,
            operation,
        }
    }
}

/// A sentence that says that the edits below it correct some above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Its line in the reply, from 1.
    pub line: usize,
    /// The first 200 bytes of the line.
    pub text: BString,
    /// True if it plainly speaks of edits; false if it may speak of the code.
    pub is_plain: bool,
}

/// One reading of a path line, stripped of its decoration. Nothing has been resolved or checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathCandidate {
    /// The path as written.
    pub text: BString,
    /// True if it is plainly a path (it has a `/`, an extension, quotes, or no blank in a line of its own),
    /// so that a new file may be made from it.
    pub creates: bool,
    /// True if nothing can be in front of the path: no `a/` or `b/` of a diff, which were taken off, and no sign of
    /// a mention.
    pub is_bare: bool,
    /// True if it may be no name of a file, as far as it tells: one is made of it where its folder is there, or where
    /// the reply says that it is new.
    pub is_weak: bool,
}

impl PathCandidate {
    /// A path as it is written.
    pub fn new(text: impl Into<BString>, creates: bool) -> Self {
        Self { text: text.into(), creates, is_bare: false, is_weak: false }
    }

    /// A path in a field of its own, which has nothing else in it.
    pub fn bare(text: impl Into<BString>) -> Self {
        Self { text: text.into(), creates: true, is_bare: true, is_weak: false }
    }

    /// The same beside a fence, of which only the name may tell that it has the text of a file.
    #[must_use]
    pub(in crate::core::reply) fn at_fence(self) -> Self {
        let is_weak = names::is_weak(&self.text);
        Self { is_weak, ..self }
    }
}

/// Names of files around a block that has no path line. Its text decides which of them is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// True if the path of the block may be the line above it, though it does not look like one.
    pub has_own: bool,
    /// The names between the block before and this one, or in front of the first block.
    pub near: Vec<BString>,
    /// The paths that the block before may have; they count where none of `near` is a file.
    pub before: Vec<Arc<[PathCandidate]>>,
    /// Words between the block before and this one, which may be names without their extension.
    pub words: Vec<BString>,
    /// All names in the reply.
    pub all: Arc<[BString]>,
}

/// Operation of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// Find the SEARCH section and put the REPLACE section there; a blank SEARCH section creates the file.
    Edit(Edit<'a>),
    /// Give the file another path: the candidates for the new one.
    Rename(Arc<[PathCandidate]>),
    /// Make a file of its content before the batch: the candidates for the path of that.
    Copy(Arc<[PathCandidate]>),
    /// Let the file be executed, or not any more.
    Mode(FileMode),
    /// Remove the file.
    Delete,
}

impl Operation<'_> {
    /// The candidates for the path of the file that it makes of another one.
    pub fn to(&self) -> Option<&Arc<[PathCandidate]>> {
        match self {
            Self::Rename(to) | Self::Copy(to) => Some(to),
            Self::Edit(_) | Self::Mode(_) | Self::Delete => None,
        }
    }

    /// The same, making a file at this path.
    #[must_use]
    pub fn with_to(self, to: Arc<[PathCandidate]>) -> Self {
        match self {
            Self::Rename(_) => Self::Rename(to),
            Self::Copy(_) => Self::Copy(to),
            other => other,
        }
    }
}
