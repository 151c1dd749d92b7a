//! Reasons why a block is not applied.

use bstr::BString;

use super::{Around, Class, Origin, Region, Unreadable};
use crate::core::{
    escape::Suspicious,
    guard::Verdict,
    locate::{Tier, Unlaid},
    path::{PathError, RepoPath},
    resolve::ResolveError,
    syntax::Broken,
};

/// Reasons why what a block says of its place chooses none of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchosen {
    /// None of them begins at this line, from 1.
    Line(usize),
    /// This heading is above none of them.
    Heading(BString),
    /// One begins at this line, from 1, but this heading is above others alone.
    Both(usize, BString),
    /// SEARCH is in the lines that an earlier block adds as well: the block's number in the batch.
    Added(usize),
    /// The version in which the line counts is not known, and this line leads to different places.
    Versions {
        /// The line, from 1.
        line: usize,
        /// Two places, or one that is none today.
        leads: Box<[Lead]>,
    },
    /// A text to be changed at every place is only a part of a name or a number at some: their lines, from 0.
    Longer(Vec<usize>),
}

/// The place to which the number of a line leads in a version of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The version, if it is an older one.
    pub origin: Option<Origin>,
    /// The first line, from 0, of that place in the file as it is; none if lines of it changed since.
    pub line: Option<usize>,
}

/// Sign by which the path of a file to make is a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// It is nearly that of a file that is there and has most of the text.
    Text,
    /// It has no folder, and an import that the batch adds leads to a file of this name elsewhere, where none is.
    Import,
}

/// Trace of the form of a reply in lines that it adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// A fence without its partner.
    Fence,
    /// An HTML entity in code.
    Entity,
    /// An escaped line break or quote in code.
    Escape,
    /// A line break or a quote that is escaped in the line of SEARCH.
    Raw,
    /// A curly quote in code.
    Quote,
    /// A tab in front of a line where the file has blanks alone, in a language in which they say something.
    Tab,
    /// A number or a sign in front of all lines, which those of SEARCH do not have.
    Prefix,
    /// An end within a word of the last line of SEARCH.
    Cut,
}

/// Reasons why a block is not applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The path line does not lead to a file.
    #[error(transparent)]
    Path(#[from] ResolveError),
    /// The policy refuses the path.
    #[error("the policy refuses the path")]
    Blocked(Box<Verdict>),
    /// The target cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file to edit does not exist; `similar` are tracked files whose path ends so.
    #[error("the file does not exist")]
    MissingFile {
        /// Tracked files that may be meant.
        similar: Vec<RepoPath>,
        /// True if it is in the work tree, but not in the index, which is to be changed.
        is_unstaged: bool,
    },
    /// The path of the file to make is most likely a slip.
    #[error("the path is nearly another one")]
    Misnamed {
        /// The path that may be meant.
        similar: RepoPath,
        /// Sign of the slip.
        by: Slip,
    },
    /// The file to create has content.
    #[error("the file exists")]
    Exists,
    /// The new path of a rename is taken.
    #[error("the new path is taken")]
    Taken {
        /// The new path.
        to: RepoPath,
    },
    /// It cannot be renamed to its new path.
    #[error("the new path: {failure}")]
    NewPath {
        /// The new path; as written where it leads to none.
        to: BString,
        /// The error in it.
        failure: Box<Failure>,
    },
    /// The file to edit has no text in which SEARCH could stand.
    #[error("the file is empty")]
    Empty,
    /// SEARCH is found by no tier.
    #[error("the SEARCH section is not in the file")]
    NotFound {
        /// The regions that come nearest, the best first; at most 3.
        nearest: Vec<Region>,
        /// The first line, from 0, at which REPLACE is already, if it is.
        replace_at: Option<usize>,
        /// Reasons why the change could not be laid where SEARCH is but for white space.
        unlaid: Option<Unlaid>,
    },
    /// SEARCH is found more than once by the tier that decides.
    #[error("the SEARCH section is in the file {} times", lines.len())]
    Ambiguous {
        /// The tier.
        tier: Tier,
        /// The first line of every place, from 0.
        lines: Vec<usize>,
        /// The lines around the first few of them; none for places in lines of earlier blocks.
        around: Vec<Around>,
        /// The reason why what the block says of its place chooses none of them, if it says anything.
        unchosen: Option<Unchosen>,
    },
    /// SEARCH is found more than once in the newest version of the file that has it.
    #[error("the SEARCH section is in an older version {} times", lines.len())]
    AmbiguousThen {
        /// The version.
        origin: Origin,
        /// The first line of every place in it, from 0.
        lines: Vec<usize>,
    },
    /// SEARCH is in an older version of the file, and the change made there does not merge with the file as
    /// it is.
    #[error("the block was written for an older version")]
    Stale(Box<Stale>),
    /// Lines that the block adds are in the file already, and nothing proves that the change is made.
    #[error("lines that the block adds are in the file already")]
    Duplicate {
        /// True if they are next to the place of SEARCH; false if all of REPLACE is elsewhere.
        is_beside: bool,
        /// The place of SEARCH, or of REPLACE, and the lines around it.
        around: Around,
    },
    /// Nothing is known of the version whose lines it counts.
    #[error("the version is not known")]
    UnknownVersion {
        /// The id that the file would have as it is, in hexadecimal.
        now: Option<String>,
    },
    /// The file to remove is not as in the version that the reply names.
    #[error("the file has changed since that version")]
    OtherVersion {
        /// The version.
        origin: Origin,
    },
    /// The version whose lines it counts has fewer.
    #[error("the version has {count} lines")]
    NoLine {
        /// The last line that it names, from 1.
        line: usize,
        /// The number of lines.
        count: usize,
    },
    /// An earlier block changes one of the lines differently.
    #[error("an earlier block changes line {line} too")]
    Overlap {
        /// The earlier block's number in the batch.
        block: usize,
        /// The line in the file, from 0.
        line: usize,
    },
    /// Another block adds another version of what it adds at the same place.
    #[error("another block adds another version at line {line}")]
    Alternative {
        /// The other block's number in the batch.
        block: usize,
        /// The line in the file, from 0, in front of which the new lines are to come.
        line: usize,
    },
    /// It corrects another block, or the reverse, as a sentence of the reply says, and both would be made.
    #[error("line {line} of the reply says that blocks are corrected")]
    Corrected {
        /// The other block's number in the batch.
        block: usize,
        /// The line of the reply with the sentence, from 1.
        line: usize,
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// It takes back what another block does, or the reverse.
    #[error("another block does the opposite")]
    TakenBack {
        /// The other block's number in the batch.
        block: usize,
        /// The line in the file, from 0; none for a file as a whole.
        line: Option<usize>,
    },
    /// A line of REPLACE is a placeholder for code left out.
    #[error("the REPLACE section leaves code out")]
    Placeholder {
        /// The line in REPLACE, from 0.
        line: usize,
        /// The line.
        text: BString,
    },
    /// REPLACE holds a line that is more likely a second divider than text.
    #[error("the REPLACE section holds a second divider")]
    Divider {
        /// The line in REPLACE, from 0.
        line: usize,
    },
    /// The text of a whole file holds a block, whose markers would be written to the file.
    #[error("the text of the file holds the markers of a block")]
    Markers {
        /// The line in the text, from 0.
        line: usize,
        /// The line.
        text: BString,
    },
    /// A line that it adds is in the dress of the reply.
    #[error("a new line is in the dress of the reply")]
    Dress {
        /// The dress.
        dress: Dress,
        /// The line without blanks at its edges.
        text: BString,
    },
    /// A line of code that it adds begins with a special blank, such as a no-break space, as no line of the
    /// file does.
    #[error("a new line begins with a special blank")]
    Blanks {
        /// The blank.
        sign: char,
        /// The line without blanks at its edges.
        text: BString,
    },
    /// The lines that it adds hold characters that deceive the reader, and those are refused.
    #[error("the block adds suspicious characters")]
    Suspicious {
        /// The line of the reply that holds the first one, from 1.
        line: usize,
        /// The first one; its offset is that in the line.
        first: Suspicious,
        /// The number found.
        count: usize,
    },
    /// The index has another version than the work tree had, and the change does not merge with it.
    #[error("the index has another version of the file")]
    StagedOtherwise,
    /// The file would have syntax errors that it has not now.
    #[error("the syntax of the file would be broken")]
    Syntax(Box<Broken>),
    /// Comparing takes too long, or the result grows or shrinks too much.
    #[error("a limit is reached")]
    Limit(Limit),
}

/// A block for an older version, or made in one, and the lines in its place today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The version.
    pub origin: Origin,
    /// The lines in it that SEARCH means, or that the change left.
    pub then: Region,
    /// The lines there today.
    pub now: Region,
    /// True if the version has the change already; false if the block was written for it.
    pub is_made: bool,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The steps that comparing blocks with the file may take.
    Work,
    /// The bytes that a file may have after the batch (`sr.maxFileBytes`).
    Result {
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        max: u64,
    },
    /// The limit of shrinking a file by a block that gives it whole (`sr.maxShrink`).
    Shrink {
        /// The bytes that the file has, and would have.
        bytes: [usize; 2],
        /// The limit in per cent.
        max: u64,
    },
    /// The part of a file that a text must have which is not known to be a whole one.
    Part {
        /// The lines of the file that the text has, and all of them; blank ones do not count.
        lines: [usize; 2],
    },
    /// The limit of growing a file (`sr.maxGrowth`).
    Growth {
        /// The lines that the file has, and would have.
        lines: [usize; 2],
        /// The limit.
        max: u64,
    },
}

impl Failure {
    /// The class.
    pub fn class(&self) -> Class {
        match self {
            Self::Path(error) => of_path(error),
            Self::Blocked(_) | Self::Suspicious { .. } => Class::Blocked,
            Self::Unreadable(error) => error.class(),
            Self::MissingFile { .. } | Self::Misnamed { .. } => Class::MissingFile,
            Self::Exists | Self::Taken { .. } => Class::Exists,
            Self::NewPath { failure, .. } => failure.class(),
            Self::Empty | Self::NotFound { .. } | Self::NoLine { .. } => Class::NotFound,
            Self::Ambiguous { .. } | Self::AmbiguousThen { .. } => Class::Ambiguous,
            Self::Stale(_) | Self::UnknownVersion { .. } | Self::OtherVersion { .. } => Class::Stale,
            Self::Duplicate { .. } => Class::Duplicate,
            Self::Overlap { .. }
            | Self::Alternative { .. }
            | Self::Corrected { .. }
            | Self::TakenBack { .. } => Class::Overlap,
            Self::Placeholder { .. } => Class::Placeholder,
            Self::Divider { .. } | Self::Markers { .. } | Self::Dress { .. } | Self::Blanks { .. } => {
                Class::Parse
            }
            Self::StagedOtherwise => Class::Stale,
            Self::Syntax(_) => Class::Syntax,
            Self::Limit(_) => Class::Limit,
        }
    }
}

fn of_path(error: &ResolveError) -> Class {
    match error {
        ResolveError::Outside { .. } => Class::Outside,
        ResolveError::Bad { source: PathError::DotGit { .. }, .. } => Class::Blocked,
        ResolveError::Bad { .. } => Class::BadPath,
        ResolveError::Missing { .. } => Class::MissingFile,
        ResolveError::NotPlain { .. } | ResolveError::Around { .. } => Class::NoPath,
    }
}
