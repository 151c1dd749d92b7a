//! The older version of a file that a block was written for.

/// Which older version of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The one that is staged.
    Index,
    /// The one in a commit.
    Commit {
        /// The commit's id, in hexadecimal.
        id: String,
        /// Number of commits that ago that was; 0 for HEAD.
        ago: usize,
    },
    /// The one before or after an earlier batch.
    Batch {
        /// The batch's number.
        id: u64,
        /// True if it is the one that the batch left.
        after: bool,
    },
    /// One that a prompt showed.
    Shown {
        /// The id of its blob, in hexadecimal.
        id: String,
    },
    /// The one that the reply names, by this id.
    Base {
        /// The id as it is written in the reply.
        id: String,
    },
}

impl std::fmt::Display for Origin {
    /// A short name, for conflict markers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Number of digits of an id that git shows.
        const SHORT: usize = 7;
        match self {
            Self::Index => f.write_str("index"),
            Self::Commit { id, .. } | Self::Shown { id } | Self::Base { id } => {
                f.write_str(id.get(..SHORT).unwrap_or(id))
            }
            Self::Batch { id, after: true } => write!(f, "batch {id}"),
            Self::Batch { id, after: false } => write!(f, "before batch {id}"),
        }
    }
}
