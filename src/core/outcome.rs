//! What became of a block, and why.

use std::ops::Range;

use bstr::BString;

use super::{
    escape::Suspicious,
    guard::Verdict,
    locate::{Nearest, Tier, Unlaid},
    path::{PathError, RepoPath},
    resolve::{Kind, ResolveError},
    syntax::{Broken, Language},
};

/// A failure's class: its stable name in text, JSON and configuration.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Class {
    /// The reply is malformed.
    Parse,
    /// A block is not closed.
    Unterminated,
    /// The reply holds no blocks.
    NoBlocks,
    /// A block has no path.
    NoPath,
    /// The path is none that a repository can hold.
    BadPath,
    /// The path leads out of the work tree.
    Outside,
    /// The path is a symbolic link, or leads through one.
    Link,
    /// The path is a folder or a special file.
    NotAFile,
    /// The path lies in a submodule or another nested repository.
    Repository,
    /// The path is left out of the sparse checkout.
    Sparse,
    /// The policy refuses the path; or, where it is strict, the text.
    Blocked,
    /// The file to edit does not exist.
    MissingFile,
    /// The file to create exists.
    Exists,
    /// The file is binary.
    Binary,
    /// The file's declared encoding is not supported.
    Encoding,
    /// The SEARCH section is not in the file.
    NotFound,
    /// The SEARCH section is in the file more than once.
    Ambiguous,
    /// Two blocks change the same lines differently.
    Overlap,
    /// The REPLACE section leaves code out.
    Placeholder,
    /// The file changed while it was worked on.
    Changed,
    /// A merge left the path with several versions.
    Unmerged,
    /// A merge, rebase or the like is not finished.
    InProgress,
    /// git made no commit: a hook, signing or something else refused.
    Commit,
    /// The change breaks the syntax of the file.
    Syntax,
    /// A limit on size or work is reached.
    Limit,
    /// The text is of an older version, and what it changes has changed since.
    Stale,
    /// Another process holds a lock.
    Locked,
    /// The system refused.
    Io,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 28] = [
        Self::Parse,
        Self::Unterminated,
        Self::NoBlocks,
        Self::NoPath,
        Self::BadPath,
        Self::Outside,
        Self::Link,
        Self::NotAFile,
        Self::Repository,
        Self::Sparse,
        Self::Blocked,
        Self::MissingFile,
        Self::Exists,
        Self::Binary,
        Self::Encoding,
        Self::NotFound,
        Self::Ambiguous,
        Self::Overlap,
        Self::Placeholder,
        Self::Changed,
        Self::Unmerged,
        Self::InProgress,
        Self::Commit,
        Self::Syntax,
        Self::Limit,
        Self::Stale,
        Self::Locked,
        Self::Io,
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Unterminated => "unterminated",
            Self::NoBlocks => "no-blocks",
            Self::NoPath => "no-path",
            Self::BadPath => "bad-path",
            Self::Outside => "outside",
            Self::Link => "link",
            Self::NotAFile => "not-a-file",
            Self::Repository => "repository",
            Self::Sparse => "sparse",
            Self::Blocked => "blocked",
            Self::MissingFile => "missing-file",
            Self::Exists => "exists",
            Self::Binary => "binary",
            Self::Encoding => "encoding",
            Self::NotFound => "not-found",
            Self::Ambiguous => "ambiguous",
            Self::Overlap => "overlap",
            Self::Placeholder => "placeholder",
            Self::Changed => "changed",
            Self::Unmerged => "unmerged",
            Self::InProgress => "in-progress",
            Self::Commit => "commit",
            Self::Syntax => "syntax",
            Self::Limit => "limit",
            Self::Stale => "stale",
            Self::Locked => "locked",
            Self::Io => "io",
        }
    }
}

/// Why a file cannot be read as a target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is a link or lies behind one.
    #[error("is a symbolic link, or lies behind one")]
    Link {
        /// The path in the work tree that it stands for, if that is one.
        real: Option<RepoPath>,
    },
    /// It is no regular file.
    #[error("is not a regular file")]
    NotAFile(Kind),
    /// It lies in another repository.
    #[error("lies in a submodule or nested repository")]
    Repository,
    /// It is left out of the sparse checkout.
    #[error("is left out of the sparse checkout")]
    Sparse,
    /// It is larger than `sr.maxFileBytes`.
    #[error("has {size} bytes, more than {max}")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        max: u64,
    },
    /// Its content, or its attributes, say that it is binary.
    #[error("is binary")]
    Binary,
    /// Its declared `working-tree-encoding` is not supported.
    #[error("has the encoding '{0}'")]
    Encoding(BString),
    /// A merge left it with several versions in the index.
    #[error("is not merged yet")]
    Unmerged,
    /// git does not convert it to the form that it stores: a filter fails, or its encoding is another.
    #[error("cannot be converted: {0}")]
    GitForm(BString),
    /// The system refused.
    #[error("cannot be read: {0}")]
    Io(std::io::ErrorKind),
}

/// Why a block is not applied.
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
    },
    /// The file to create has content.
    #[error("the file exists")]
    Exists,
    /// There is a file where another is to be renamed to.
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
        /// What is wrong with it.
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
        /// Where REPLACE stands already (first line, from 0), if it does.
        replace_at: Option<usize>,
        /// Why the change could not be laid where SEARCH stands but for white space.
        unlaid: Option<Unlaid>,
    },
    /// SEARCH is found more than once by the tier that decides.
    #[error("the SEARCH section is in the file {} times", lines.len())]
    Ambiguous {
        /// The tier.
        tier: Tier,
        /// The first line of every place, from 0.
        lines: Vec<usize>,
        /// What stands around the first few of them; none for places in what earlier blocks wrote.
        around: Vec<Around>,
    },
    /// SEARCH is found more than once in the newest version of the file that has it.
    #[error("the SEARCH section is in an older version {} times", lines.len())]
    AmbiguousThen {
        /// The version.
        origin: Origin,
        /// The first line of every place in it, from 0.
        lines: Vec<usize>,
    },
    /// SEARCH is in an older version of the file, and the change made there does not merge with the file as it is.
    #[error("the block was written for an older version")]
    Stale(Box<Stale>),
    /// An earlier block changes one of the lines differently.
    #[error("an earlier block changes line {line} too")]
    Overlap {
        /// The earlier block's number in the batch.
        block: usize,
        /// The line in the file, from 0.
        line: usize,
    },
    /// A line of REPLACE only stands for code left out.
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
    /// The lines that it adds hold characters that deceive the reader, and those are refused.
    #[error("the block adds suspicious characters")]
    Suspicious {
        /// The line of the reply that holds the first one, from 1.
        line: usize,
        /// The first one; its offset is that in the line.
        first: Suspicious,
        /// How many there are.
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

/// A block for an older version, and what stands in its place today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The version.
    pub origin: Origin,
    /// The lines in it that SEARCH means.
    pub then: Region,
    /// What stands there today.
    pub now: Region,
}

/// Which limit was reached.
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
    /// How much a block may take away that gives a whole file (`sr.maxShrink`).
    Shrink {
        /// The bytes that the file has, and would have.
        bytes: [usize; 2],
        /// The limit in per cent.
        max: u64,
    },
    /// How many times as long a file may become (`sr.maxGrowth`).
    Growth {
        /// The lines that the file has, and would have.
        lines: [usize; 2],
        /// The limit.
        max: u64,
    },
}

/// A place of several, with what tells it from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The lines directly above it; at most [`Around::SHOWN`].
    pub above: Vec<BString>,
    /// The lines directly below it; at most [`Around::SHOWN`].
    pub below: Vec<BString>,
}

impl Around {
    /// So many lines on each side tell one place from another, mostly.
    pub const SHOWN: usize = 3;
    /// So many places are shown.
    pub const PLACES: usize = 3;

    /// Takes the lines around a place from the file.
    pub fn new(lines: Range<usize>, text: &super::text::Text) -> Self {
        let bodies = |lines: Range<usize>| text.window(lines).into_iter().map(BString::from).collect();
        let (end, last) = (lines.end.min(text.len()), text.len());
        let above = bodies(lines.start.saturating_sub(Self::SHOWN)..lines.start);
        Self { above, below: bodies(end..last.min(end + Self::SHOWN)), lines }
    }
}

/// The region nearest to a SEARCH section, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The first line of SEARCH (from 0) that differs from the file's.
    pub first_difference: usize,
    /// The file's lines.
    pub text: Vec<BString>,
}

impl Region {
    /// Takes the text of the nearest region from the file.
    pub fn new(nearest: Nearest, text: &super::text::Text) -> Self {
        let lines = text.window(nearest.lines.clone()).into_iter().map(BString::from).collect();
        Self { lines: nearest.lines, first_difference: nearest.first_difference, text: lines }
    }
}

impl Failure {
    /// The class.
    pub fn class(&self) -> Class {
        match self {
            Self::Path(error) => of_path(error),
            Self::Blocked(_) | Self::Suspicious { .. } => Class::Blocked,
            Self::Unreadable(error) => error.class(),
            Self::MissingFile { .. } => Class::MissingFile,
            Self::Exists | Self::Taken { .. } => Class::Exists,
            Self::NewPath { failure, .. } => failure.class(),
            Self::Empty | Self::NotFound { .. } => Class::NotFound,
            Self::Ambiguous { .. } | Self::AmbiguousThen { .. } => Class::Ambiguous,
            Self::Stale(_) => Class::Stale,
            Self::Overlap { .. } => Class::Overlap,
            Self::Placeholder { .. } => Class::Placeholder,
            Self::Divider { .. } => Class::Parse,
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
        ResolveError::NotPlain { .. } => Class::NoPath,
    }
}

impl Unreadable {
    /// The class.
    pub fn class(&self) -> Class {
        match self {
            Self::Link { .. } => Class::Link,
            Self::NotAFile(_) => Class::NotAFile,
            Self::Repository => Class::Repository,
            Self::Sparse => Class::Sparse,
            Self::TooLarge { .. } => Class::Limit,
            Self::Binary => Class::Binary,
            Self::Encoding(_) | Self::GitForm(_) => Class::Encoding,
            Self::Unmerged => Class::Unmerged,
            Self::Io(_) => Class::Io,
        }
    }
}

/// Which older version of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The one that is staged.
    Index,
    /// The one in a commit.
    Commit {
        /// The commit's id, in hexadecimal.
        id: String,
        /// How many commits ago that was; 0 for HEAD.
        ago: usize,
    },
    /// The one before or after an earlier batch.
    Batch {
        /// The batch's number.
        id: u64,
        /// Whether it is the one that the batch left.
        after: bool,
    },
    /// The one that the reply names, by this id.
    Base {
        /// The id as it is written in the reply.
        id: String,
    },
}

impl std::fmt::Display for Origin {
    /// A short name, as stands at conflict markers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// As many digits of an id as git shows.
        const SHORT: usize = 7;
        match self {
            Self::Index => f.write_str("index"),
            Self::Commit { id, .. } | Self::Base { id } => f.write_str(id.get(..SHORT).unwrap_or(id)),
            Self::Batch { id, after: true } => write!(f, "batch {id}"),
            Self::Batch { id, after: false } => write!(f, "before batch {id}"),
        }
    }
}

/// What became of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its change is made.
    Applied(Applied),
    /// Its change was there already.
    AlreadyApplied,
    /// SEARCH and REPLACE are equal.
    NoOp,
    /// It cannot be applied.
    Failed(Failure),
    /// It was left out.
    Skipped(Skip),
}

/// Why a block that may be good was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Its path is not asked for (`--include`, `--exclude`).
    Filtered,
    /// Another block of its file, or a part of the reply about it, is bad, and files are applied whole.
    File,
}

impl Outcome {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Skipped(_) => "skipped",
            Self::Applied(_) => "applied",
            Self::AlreadyApplied => "already-applied",
            Self::NoOp => "no-op",
            Self::Failed(_) => "failed",
        }
    }
}

/// How a block was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The tier that found the place; none for operations on whole files.
    pub tier: Option<Tier>,
    /// The lines in the source, from 0; none for operations on whole files, and where the place was in what earlier
    /// blocks wrote.
    pub before: Option<Range<usize>>,
}

/// Something that is said of a block that is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// How its path line was read.
    Path(super::resolve::Note),
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
