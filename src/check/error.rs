//! Errors of `git sr check`.

use crate::{
    core::guard::PolicyError,
    repo::{config::ConfigError, staged::StagedError},
};

/// An error for which nothing can be said of the changes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The rules make no policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A level is none.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The index or a commit cannot be read.
    #[error(transparent)]
    Staged(#[from] StagedError),
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// Ids cannot be computed.
    #[error("cannot compute an object id")]
    Id(#[from] gix::Error),
}
