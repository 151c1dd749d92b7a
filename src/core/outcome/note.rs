//! Notes on blocks.

use bstr::BString;

use super::Origin;
use crate::core::{
    escape::Suspicious,
    language::Language,
    locate::{MatchNote, Tier},
    path::RepoPath,
    reply::Clutter,
    resolve,
    syntax::Broken,
};

/// A note on a block that is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Its path differs from the path line.
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
    /// SEARCH is not there as it is quoted.
    Match {
        /// The tier that found it.
        tier: Tier,
        /// The difference.
        note: MatchNote,
    },
    /// Older versions were looked at, but not all: that would take too long.
    GaveUp {
        /// Number of commits that were looked at.
        commits: usize,
    },
    /// The reply names a version that is not known.
    UnknownBase,
    /// It was read without text that is no text of the file.
    Clutter(Clutter),
    /// Of several places all others are changed by earlier blocks, or kept by other ones, or it is one of as many equal
    /// blocks.
    OneOfMany,
    /// It is made at every place of its text.
    EveryPlace {
        /// Number of places.
        count: usize,
    },
    /// Of several places it is made at the one that begins at the line that it names.
    AtLine {
        /// Number of places.
        count: usize,
        /// The line that it names, from 1.
        line: usize,
        /// The line of the place, from 1: as far from it as other blocks are from theirs.
        at: usize,
        /// The version in which the line that it names is that of the place, if it is an older one.
        origin: Option<Origin>,
    },
    /// It is made at the only one of several places that is below the change before it.
    InOrder {
        /// Number of places.
        count: usize,
    },
    /// Of several places it is made at the only one below the heading that it names.
    BelowHeading {
        /// Number of places.
        count: usize,
        /// The heading.
        heading: BString,
    },
    /// In a recipe of a Makefile it has tabs in place of the blanks in front of its lines.
    Tabs,
    /// Its sections are equal, and their text is not in the file: the intended change is not made.
    NotThere,
    /// The lines that it adds hold characters that deceive the reader.
    Suspicious {
        /// The line of the reply that holds the first one, from 1.
        line: usize,
        /// The first one; its offset is that in the line.
        first: Suspicious,
        /// Number of them.
        count: usize,
    },
    /// The file would have syntax errors that it has not now; here that is no proof.
    Syntax(Box<Broken>),
    /// The syntax of the file is not checked: it is too large, or takes too long.
    Unparsed {
        /// Its language.
        language: &'static Language,
    },
    /// The syntax of the file, and of others, is not looked at: those of the batch are too much work
    /// together.
    NotLookedAt {
        /// Number of such files, with this one.
        files: usize,
    },
    /// It makes a file or folder whose name is one with another beside it where case or composition is
    /// ignored.
    Twin {
        /// The new file or folder.
        made: RepoPath,
        /// The one beside it.
        of: RepoPath,
    },
    /// An import that it adds leads to no file.
    Import {
        /// Its line in the new file, from 0.
        line: usize,
        /// The import as written.
        name: BString,
    },
}
