//! The log of attempts: what became of every block that was to be applied, `$GIT_DIR/sr/attempts`, a JSON
//! object a line.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::absent;
use super::open::Repo;
use super::record::BatchId;
use super::serial::Bytes;

/// From this size on, the log is set aside in place of the one that was set aside before.
const MAX_BYTES: u64 = 1 << 20;

/// Outcome of one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The time of the batch, in seconds since 1970.
    pub time: i64,
    /// The batch, if it was written.
    pub batch: Option<BatchId>,
    /// The path that the block means; as written where it leads to none.
    pub path: Bytes,
    /// Its outcome: `applied`, `already-applied`, `no-op`, `failed`.
    pub status: String,
    /// The name of the class of its failure.
    pub class: Option<String>,
    /// The name of the tier that found its place.
    pub tier: Option<String>,
    /// At how many places its SEARCH section was found.
    pub places: usize,
    /// Number of lines that its place has, before or after, whichever is more.
    pub lines: usize,
    /// The beginning of its SEARCH section. None of a file that is blocked, or may hold secrets.
    pub search: Option<String>,
}

/// The log of a work tree.
#[derive(Clone, Copy, Debug)]
pub struct Attempts<'r> {
    repo: &'r Repo,
}

impl<'r> Attempts<'r> {
    /// That of this work tree.
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo }
    }

    fn path(self, name: &str) -> PathBuf {
        self.repo.state_dir().join(name)
    }

    /// Adds to the log.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn note(self, attempts: &[Attempt]) -> std::io::Result<()> {
        if attempts.is_empty() {
            return Ok(());
        }
        std::fs::create_dir_all(self.repo.state_dir())?;
        let path = self.path("attempts");
        if std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() >= MAX_BYTES) {
            std::fs::rename(&path, self.path("attempts.1"))?;
        }
        let mut lines = Vec::new();
        for attempt in attempts {
            serde_json::to_writer(&mut lines, attempt)?;
            lines.push(b'\n');
        }
        // At once: lines of two runs do not mix.
        open(&path)?.write_all(&lines)
    }

    /// Removes the log.
    ///
    /// # Errors
    ///
    /// When it cannot be removed.
    pub fn forget(self) -> std::io::Result<()> {
        for name in ["attempts", "attempts.1"] {
            absent::remove(self.path(name))?;
        }
        Ok(())
    }
}

fn open(path: &std::path::Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
