//! Names of older versions of a file.

use super::count;
use crate::core::{outcome::Origin, resolve::Cause};

/// `as of 1a2b3c4 (3 commits ago)`, `before batch 3`
pub(super) fn as_of(origin: &Origin) -> String {
    match origin {
        Origin::Batch { after: false, .. } => origin.to_string(),
        _ => format!("as of {}", version(origin)),
    }
}

/// `1a2b3c4 (3 commits ago)`
pub(super) fn version(origin: &Origin) -> String {
    match origin {
        Origin::Index => "what is staged".to_owned(),
        Origin::Commit { ago: 0, .. } => "HEAD".to_owned(),
        Origin::Commit { ago, .. } => format!("{origin} ({} ago)", count(*ago, "commit")),
        Origin::Batch { .. } => origin.to_string(),
        Origin::Shown { .. } => format!("{origin}, which a prompt showed"),
        Origin::Base { .. } => format!("{origin}, which the reply names"),
    }
}

/// The words for what renamed or removed a file.
pub(super) fn cause(cause: &Cause) -> String {
    match cause {
        Cause::Commit(id) => format!("commit {}", Origin::Base { id: id.clone() }),
        Cause::Uncommitted => "uncommitted work".to_owned(),
        Cause::Block => "an earlier block".to_owned(),
    }
}
