//! What is kept of a refused batch: the replies with their good blocks only, in `$GIT_DIR/sr/pending`, for the user alone.

use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

use bstr::BString;
use serde::{Deserialize, Serialize};

use super::open::Repo;
use super::serial::Bytes;

/// The version of the format that is written. Another one is passed over.
const VERSION: u32 = 1;

/// A reply with the blocks of it that are good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The file that the reply was read from.
    pub name: Bytes,
    /// Its text; what is not kept is blank lines.
    pub text: Bytes,
}

/// What is kept of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    version: u32,
    /// How many blocks failed or could not be understood.
    pub failed: usize,
    /// The replies with the others.
    pub replies: Vec<Kept>,
}

/// What is kept of the last batch that was refused.
#[derive(Clone, Copy, Debug)]
pub struct PendingBatch<'r> {
    repo: &'r Repo,
}

impl Kept {
    /// A reply of this name.
    pub fn new(name: BString, text: Vec<u8>) -> Self {
        Self { name: Bytes(name), text: Bytes(text.into()) }
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

    /// Keeps replies, of which so many blocks failed, in place of those that were kept before.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn keep(self, replies: Vec<Kept>, failed: usize) -> std::io::Result<()> {
        let folder = self.repo.state_dir();
        std::fs::create_dir_all(&folder)?;
        // A temporary file is made with mode 0600.
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(&serde_json::to_vec(&Pending { version: VERSION, failed, replies })?)?;
        file.persist(self.path()).map_err(|error| error.error)?;
        Ok(())
    }

    /// What is kept; none if no batch was refused, or the file is none of ours.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read(self) -> std::io::Result<Option<Pending>> {
        let json = match std::fs::read(self.path()) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let pending = serde_json::from_slice::<Pending>(&json).ok();
        Ok(pending.filter(|pending| pending.version == VERSION))
    }

    /// Forgets them. Says whether there were any.
    ///
    /// # Errors
    ///
    /// When the file cannot be removed.
    pub fn forget(self) -> std::io::Result<bool> {
        match std::fs::remove_file(self.path()) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}
