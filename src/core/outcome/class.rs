//! The classes of failures.

use crate::core::reply::{FaultKind, Malformed};

/// Makes the enum of the classes, and their names, from one list.
macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident = $name:literal,)*) => {
        /// A failure's class: its stable name in text, JSON and configuration.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
        )]
        #[non_exhaustive]
        pub enum Class {
            $($(#[$doc])* #[serde(rename = $name)] $class,)*
        }

        impl Class {
            /// Every class.
            pub const ALL: &[Self] = &[$(Self::$class),*];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$class => $name,)*
                }
            }
        }
    };
}

classes! {
    /// The reply is malformed.
    Parse = "parse",
    /// A block is not closed.
    Unterminated = "unterminated",
    /// The reply has no blocks.
    NoBlocks = "no-blocks",
    /// A block of a refused batch that failed is left out by the reply that corrects it.
    LeftOut = "left-out",
    /// There are no kept blocks of a refused batch.
    NothingKept = "nothing-kept",
    /// A block has no path.
    NoPath = "no-path",
    /// The path is not valid in a repository.
    BadPath = "bad-path",
    /// The path leads out of the work tree.
    Outside = "outside",
    /// The path is a symbolic link, or leads through one.
    Link = "link",
    /// The path is a folder or a special file.
    NotAFile = "not-a-file",
    /// The path is in a submodule or another nested repository.
    Repository = "repository",
    /// The path is left out of the sparse checkout.
    Sparse = "sparse",
    /// The policy refuses the path or, with `--strict`, the text.
    Blocked = "blocked",
    /// The file to edit does not exist.
    MissingFile = "missing-file",
    /// The file to create exists.
    Exists = "exists",
    /// The file is binary.
    Binary = "binary",
    /// The file's declared encoding is not supported.
    Encoding = "encoding",
    /// The SEARCH section is not in the file.
    NotFound = "not-found",
    /// The SEARCH section is in the file more than once.
    Ambiguous = "ambiguous",
    /// Lines that the block adds are in the file already.
    Duplicate = "duplicate",
    /// Two blocks change the same lines differently.
    Overlap = "overlap",
    /// The REPLACE section leaves code out.
    Placeholder = "placeholder",
    /// The file changed while the command ran or, for an undo, since its batch.
    Changed = "changed",
    /// A merge left the path with several versions.
    Unmerged = "unmerged",
    /// A merge, rebase or similar operation is not finished.
    InProgress = "in-progress",
    /// The command of `--exec` failed.
    Exec = "exec",
    /// git made no commit: a hook, signing or something else refused.
    Commit = "commit",
    /// The change breaks the syntax of the file.
    Syntax = "syntax",
    /// A limit on size or work is reached.
    Limit = "limit",
    /// The block is for an older version, and the lines that it changes have changed since.
    Stale = "stale",
    /// Another process holds a lock.
    Locked = "locked",
    /// The system reported an error.
    Io = "io",
    /// There is no such batch to take back.
    NoBatch = "no-batch",
    /// The command line asks for what the command cannot do.
    Usage = "usage",
}

impl Class {
    /// The class of a part of a reply that could not be understood.
    pub fn of_fault(kind: &FaultKind) -> Self {
        match kind {
            FaultKind::Unterminated
            | FaultKind::Nested { .. }
            | FaultKind::OpenReasoning { .. }
            | FaultKind::Malformed(Malformed::Open { .. } | Malformed::CutOff) => Self::Unterminated,
            FaultKind::TooManyDividers { .. } => Self::Limit,
            FaultKind::NoPath { .. } | FaultKind::NoPathOfCall => Self::NoPath,
            FaultKind::BadPath { .. } => Self::BadPath,
            _ => Self::Parse,
        }
    }
}
