//! The kept blocks of a refused batch: the replies with their good blocks only, in `$GIT_DIR/sr/pending`, for
//! the user alone.

use std::io::Write as _;
use std::path::PathBuf;

use bstr::BString;
use serde::{Deserialize, Serialize};

use super::absent;
use super::open::Repo;
use super::serial::{Bytes, SerialPath};

/// The version of the format that is written.
const VERSION: u32 = 2;

/// The versions that are read; another one is passed over. The first says neither where blocks lead nor how
/// far the batch was to go.
const READ: std::ops::RangeInclusive<u32> = 1..=VERSION;

/// A reply with the blocks of it that are good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptReply {
    /// The file that the reply was read from.
    pub name: Bytes,
    /// Its text; all but the kept blocks is blank lines, unless `read_as` says otherwise.
    pub text: Bytes,
    /// Targets of its blocks, whatever its text and the options say.
    #[serde(default)]
    pub places: Option<Vec<BlockTarget>>,
    /// The way to read it, if it is whole because its format has no SEARCH/REPLACE blocks.
    #[serde(default)]
    pub read_as: Option<ReadAs>,
}

/// A way to read a whole reply of which some blocks are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadAs {
    /// The name of its format.
    pub format: String,
    /// The offsets of the kept blocks, in order.
    pub blocks: Vec<usize>,
}

/// The kept blocks of a reply, and where they lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTargets {
    /// Targets of the blocks.
    pub places: Vec<BlockTarget>,
    /// The way to read the reply, if it is kept whole.
    pub read_as: Option<ReadAs>,
}

/// Target of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockTarget {
    /// Its file.
    pub path: SerialPath,
    /// The new path, for a rename.
    pub to: Option<SerialPath>,
}

/// The places that a batch writes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// To the work tree.
    #[default]
    WorkTree,
    /// To the index only.
    Index,
    /// To both.
    Both,
    /// To a commit.
    Commit,
}

impl Reach {
    /// Returns whether a batch with this reach does all that one with `other` does, and reads the same files.
    pub fn has_all_of(self, other: Self) -> bool {
        match other {
            Self::WorkTree => self != Self::Index,
            Self::Both => matches!(self, Self::Both | Self::Commit),
            Self::Index | Self::Commit => self == other,
        }
    }
}

/// Options of the refused batch, for finishing it.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptOptions {
    /// Its reach.
    pub reach: Reach,
    /// The folder put in front of the paths of the replies. The targets of kept blocks do not depend on it.
    pub directory: Option<Bytes>,
    /// All options as they were typed, a word each; none where that was not kept.
    #[serde(default)]
    pub typed: Option<Vec<Bytes>>,
}

/// A part of a refused batch that failed, and by which its correction is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPart {
    /// The name of its reply.
    pub reply: Bytes,
    /// Its line there, from 1.
    pub line: usize,
    /// Its file; none where a correction may be for another one.
    pub path: Option<Bytes>,
    /// True if it is no edit of text: it deletes, renames or the like.
    #[serde(default)]
    pub is_operation: bool,
    /// True if no reply can change its file, so that a correction can only leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
    /// The lines with content that it adds, without white space at their edges; none for a blocked file.
    pub adds: Vec<Bytes>,
    /// Those that it quotes.
    #[serde(default)]
    pub quoted: Vec<Bytes>,
    /// Those of the file that it seems to be about; none for a file that holds secrets.
    #[serde(default)]
    pub near: Vec<Bytes>,
    /// The number of the first of the parts that contradict it: a correction of one of them is one of all. None if
    /// there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rivals: Option<usize>,
}

/// The kept blocks of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    version: u32,
    /// Number of blocks that failed or could not be understood.
    pub failed: usize,
    /// These, as far as they were kept.
    #[serde(default)]
    pub failures: Vec<FailedPart>,
    /// Its options.
    #[serde(default)]
    pub asked: Option<KeptOptions>,
    /// The replies with the others.
    pub replies: Vec<KeptReply>,
}

/// The kept blocks of the last batch that was refused.
#[derive(Clone, Copy, Debug)]
pub struct PendingBatch<'r> {
    repo: &'r Repo,
}

impl KeptReply {
    /// A reply of this name, and where its blocks lead.
    pub fn new(name: BString, text: Vec<u8>, targets: KeptTargets) -> Self {
        let KeptTargets { places, read_as } = targets;
        Self { name: Bytes(name), text: Bytes(text.into()), places: Some(places), read_as }
    }

    /// Its blocks and where they lead, if that was kept.
    pub fn targets(&self) -> Option<KeptTargets> {
        let places = self.places.clone()?;
        Some(KeptTargets { places, read_as: self.read_as.clone() })
    }
}

impl<'r> PendingBatch<'r> {
    /// That of this work tree.
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo }
    }

    fn path(self) -> PathBuf {
        self.repo.state_dir().join("pending")
    }

    /// Keeps replies, other parts of which failed, in place of those that were kept before.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn keep(
        self,
        replies: Vec<KeptReply>,
        failures: Vec<FailedPart>,
        asked: KeptOptions,
    ) -> std::io::Result<Pending> {
        let folder = self.repo.state_dir();
        std::fs::create_dir_all(&folder)?;
        // A temporary file is made with mode 0600.
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        let failed = failures.len();
        let pending = Pending { version: VERSION, failed, failures, asked: Some(asked), replies };
        file.write_all(&serde_json::to_vec(&pending)?)?;
        file.persist(self.path()).map_err(|error| error.error)?;
        Ok(pending)
    }

    /// Reads the kept blocks; none if no batch was refused, or the file is none of ours.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read(self) -> std::io::Result<Option<Pending>> {
        let Some(json) = absent::or_none(std::fs::read(self.path()))? else { return Ok(None) };
        let pending = serde_json::from_slice::<Pending>(&json).ok();
        Ok(pending.filter(|pending| READ.contains(&pending.version)))
    }

    /// Forgets them. Says whether there were any.
    ///
    /// # Errors
    ///
    /// When the file cannot be removed.
    pub fn forget(self) -> std::io::Result<bool> {
        Ok(absent::or_none(std::fs::remove_file(self.path()))?.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_not_finished_with_less_or_in_other_files() {
        let all = [Reach::WorkTree, Reach::Index, Reach::Both, Reach::Commit];
        let finishing = |other| all.into_iter().filter(|reach| reach.has_all_of(other)).collect::<Vec<_>>();
        assert_eq!(finishing(Reach::WorkTree), [Reach::WorkTree, Reach::Both, Reach::Commit]);
        assert_eq!(finishing(Reach::Index), [Reach::Index]);
        assert_eq!(finishing(Reach::Both), [Reach::Both, Reach::Commit]);
        assert_eq!(finishing(Reach::Commit), [Reach::Commit]);
    }
}
