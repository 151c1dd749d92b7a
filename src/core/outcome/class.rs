//! The classes of failures.

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
    /// Lines that the block adds are in the file already.
    Duplicate,
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
    /// The command that was to say whether the batch is good failed.
    Exec,
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
    pub const ALL: [Self; 30] = [
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
        Self::Duplicate,
        Self::Overlap,
        Self::Placeholder,
        Self::Changed,
        Self::Unmerged,
        Self::InProgress,
        Self::Exec,
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
            Self::Duplicate => "duplicate",
            Self::Overlap => "overlap",
            Self::Placeholder => "placeholder",
            Self::Changed => "changed",
            Self::Unmerged => "unmerged",
            Self::InProgress => "in-progress",
            Self::Exec => "exec",
            Self::Commit => "commit",
            Self::Syntax => "syntax",
            Self::Limit => "limit",
            Self::Stale => "stale",
            Self::Locked => "locked",
            Self::Io => "io",
        }
    }
}
