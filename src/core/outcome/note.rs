//! What is said of a block besides.

use bstr::BString;

use super::Origin;
use crate::core::{
    escape::Suspicious,
    path::RepoPath,
    resolve,
    syntax::{Broken, Language},
};

/// Something that is said of a block that is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// How its path line was read.
    Path(resolve::Note),
    /// An equal block makes the same change.
    Collapsed,
    /// It inserts where an earlier block inserts too; they stay in the order of the reply.
    SamePoint,
    /// It was made on this older version and merged.
    AsOf(Origin),
    /// This older version lacks the change, which has been made since.
    MadeSince(Origin),
    /// The merge with an older version left conflict markers.
    Conflict,
    /// Lines that it only quotes differ from the file's, which keeps its own.
    Quoted {
        /// How many lines of SEARCH with content are not in the file as they are.
        differing: usize,
        /// The lines of the file, from 0, that are not in SEARCH as they are.
        kept: Vec<usize>,
    },
    /// Lines differ in the semicolon at their end, which says nothing there; they keep the file's.
    Terminators {
        /// The lines of the file, from 0.
        lines: Vec<usize>,
        /// Whether it is the file that has none there.
        lacks: bool,
    },
    /// A stretch of SEARCH is indented otherwise than the rest of it, and new lines are indented as those next to them.
    Uneven {
        /// The lines of the file before, from 0, from which on the indentation differs by another amount.
        steps: Vec<usize>,
    },
    /// Older versions were looked at, but not all: that would take too long.
    GaveUp {
        /// How many commits were looked at.
        commits: usize,
    },
    /// The reply names a version that is not known.
    UnknownBase,
    /// Of several places all others are changed by earlier blocks, or it is one of as many equal blocks.
    OneOfMany,
    /// Its sections are equal, and their text is not in the file: what was meant is not done.
    NotThere,
    /// The lines that it adds hold characters that deceive the reader.
    Suspicious {
        /// The line of the reply that holds the first one, from 1.
        line: usize,
        /// The first one; its offset is that in the line.
        first: Suspicious,
        /// How many there are.
        count: usize,
    },
    /// The file would have syntax errors that it has not now; here that is no proof.
    Syntax(Box<Broken>),
    /// The syntax of the file is not looked at: it is too large, or takes too long.
    Unparsed {
        /// Its language.
        language: Language,
    },
    /// The syntax of the file, and of others, is not looked at: those of the batch are too much work together.
    NotLookedAt {
        /// How many files that are, with this one.
        files: usize,
    },
    /// It makes a file or folder whose name is one with another beside it where case or composition is ignored.
    Twin {
        /// What it makes.
        made: RepoPath,
        /// What stands there.
        of: RepoPath,
    },
    /// An import that it adds leads to no file.
    Import {
        /// Its line in the new file, from 0.
        line: usize,
        /// What is imported, as written.
        name: BString,
    },
}
