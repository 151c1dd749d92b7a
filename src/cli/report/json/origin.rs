//! The older version of a file that a block is for.

use schemars::JsonSchema;
use serde::Serialize;

use crate::core::{
    outcome::{Failure, Note, Origin, Outcome},
    plan::BlockReport,
};

/// An older version of a file.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OriginJson {
    /// Its source.
    from: From,
    /// The id of the commit, of the blob that a prompt showed, or the one that the reply names.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Its age, in commits; 0 for HEAD.
    #[serde(skip_serializing_if = "Option::is_none")]
    commits_ago: Option<usize>,
    /// The number of the batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<u64>,
}

/// Source of an older version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum From {
    /// In the index.
    Index,
    /// In a commit.
    Commit,
    /// Before an earlier batch.
    BeforeBatch,
    /// After an earlier batch.
    AfterBatch,
    /// A prompt showed it.
    Shown,
    /// The reply names it.
    Base,
}

impl OriginJson {
    /// The version that a block was found in.
    pub(super) fn of(block: &BlockReport) -> Option<Self> {
        let noted = block.notes.iter().find_map(|note| match note {
            Note::AsOf(origin) | Note::MadeSince(origin) => Some(origin),
            _ => None,
        });
        let failed = match &block.outcome {
            Outcome::Failed(Failure::Stale(stale)) => Some(&stale.origin),
            Outcome::Failed(Failure::AmbiguousThen { origin, .. }) => Some(origin),
            _ => None,
        };
        noted.or(failed).map(Self::new)
    }

    fn new(origin: &Origin) -> Self {
        let plain = |from| Self { from, id: None, commits_ago: None, batch: None };
        match origin {
            Origin::Index => plain(From::Index),
            Origin::Commit { id, ago } => {
                Self { id: Some(id.clone()), commits_ago: Some(*ago), ..plain(From::Commit) }
            }
            Origin::Batch { id, after: true } => Self { batch: Some(*id), ..plain(From::AfterBatch) },
            Origin::Batch { id, after: false } => Self { batch: Some(*id), ..plain(From::BeforeBatch) },
            Origin::Shown { id } => Self { id: Some(id.clone()), ..plain(From::Shown) },
            Origin::Base { id } => Self { id: Some(id.clone()), ..plain(From::Base) },
        }
    }
}
