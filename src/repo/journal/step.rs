//! The steps, as they are in the journal.

use gix::ObjectId;
use serde::{Deserialize, Serialize};

use crate::repo::{
    record::{BatchId, meta::Side},
    serial::{Bytes, SerialPath, hex},
};

/// The version of the format.
pub(super) const VERSION: u32 = 2;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct JournalHead {
    pub(super) version: u32,
}

impl Default for JournalHead {
    fn default() -> Self {
        Self { version: VERSION }
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::repo) enum Step {
    /// Temporary files are made.
    Intent(Intent),
    /// Files are renamed.
    Renames(Renames),
    /// Nothing of this part is left to do.
    End(Phase),
}

impl Step {
    /// The part that it begins, if it is the first step of one.
    pub(super) fn begins(&self) -> Option<Phase> {
        match self {
            Self::Intent(_) => Some(Phase::Batch),
            Self::Renames(_) | Self::End(_) => None,
        }
    }
}

/// The steps that end together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::repo) enum Phase {
    /// The files of a batch.
    Batch,
}

/// Temporary files about to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::repo) struct Intent {
    /// The common part of the names of temporary files.
    #[serde(with = "token")]
    pub(in crate::repo) token: u64,
    /// The paths of the batch, in the order of its changes.
    pub(in crate::repo) paths: Vec<SerialPath>,
}

/// Renames about to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::repo) struct Renames {
    /// The number of the batch.
    pub(in crate::repo) batch: BatchId,
    /// The tree of its record.
    #[serde(with = "hex")]
    pub(in crate::repo) record: ObjectId,
    /// The index in which it is staged, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::repo) index: Option<Bytes>,
    /// As many as there are paths in the intent.
    pub(in crate::repo) files: Vec<PathRenames>,
    /// Folders that give way to files, parents first, with their modes.
    pub(in crate::repo) cleared: Vec<(Bytes, u32)>,
    /// Folders that go when they are left empty, parents first.
    pub(in crate::repo) emptied: Vec<Bytes>,
}

/// Renames about to be made for one path. A folder that is the root is the empty text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::repo) struct PathRenames {
    /// The folder of the temporary file.
    pub(in crate::repo) temp: Option<Bytes>,
    /// The folder of the old file, where it is put aside.
    pub(in crate::repo) aside: Option<Bytes>,
    /// The folders to be made, parents first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::repo) folders: Vec<Bytes>,
    pub(in crate::repo) old: Option<Side>,
    pub(in crate::repo) new: Option<Side>,
}

pub(in crate::repo) mod token {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::repo) fn serialize<S: Serializer>(token: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{token:016x}"))
    }

    pub(in crate::repo) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        u64::from_str_radix(&String::deserialize(deserializer)?, 16).map_err(D::Error::custom)
    }
}
