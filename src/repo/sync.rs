//! How what is written is made to outlive a loss of power.
//!
//! A few files are synced one by one. For many, one sync of the whole file system is cheaper, although it also writes
//! what other processes left unwritten.

use std::collections::BTreeSet;
use std::io;

use rustix::fd::{AsFd, OwnedFd};

use super::{config::Config, open::Repo, platform};

/// Above this many files their whole file system is synced.
const FEW: usize = 16;

/// How to sync, as `core.fsync` and `core.fsyncMethod` say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Not at all (`core.fsync=none`, `core.fsyncMethod=writeout-only`): what is written outlives the process, but may
    /// not outlive the system.
    Off,
    /// A few files one by one, many with their file system.
    #[default]
    Each,
    /// Always the file system (`core.fsyncMethod=batch`): one flush where there would be many.
    System,
}

impl Durability {
    /// As configured. Components of `core.fsync` other than `none` do not count: a batch is durable as a whole.
    pub fn of(repo: &Repo) -> Self {
        let config = Config::new(repo);
        let is = |key, word: &str| {
            config.last(key).is_some_and(|entry| entry.value.eq_ignore_ascii_case(word.as_bytes()))
        };
        match () {
            () if is("core.fsync", "none") || is("core.fsyncMethod", "writeout-only") => Self::Off,
            () if is("core.fsyncMethod", "batch") => Self::System,
            () => Self::Each,
        }
    }

    /// Makes files durable, each given with its device. One that is gone needs nothing.
    pub(crate) fn sync<T>(
        self,
        files: &[(u64, T)],
        mut open: impl FnMut(&T) -> io::Result<OwnedFd>,
    ) -> io::Result<()> {
        let mut with =
            |file: &T, how: fn(rustix::fd::BorrowedFd<'_>) -> rustix::io::Result<()>| match open(file) {
                Ok(handle) => Ok(how(handle.as_fd()).map(|()| true)?),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
                Err(error) => Err(error),
            };
        let each = match self {
            Self::Off => return Ok(()),
            Self::Each => files.len() <= FEW || !platform::SYNCS_SYSTEM,
            Self::System => !platform::SYNCS_SYSTEM,
        };
        if each {
            return files.iter().try_for_each(|(_, file)| with(file, platform::sync_file).map(drop));
        }
        let mut done: BTreeSet<u64> = BTreeSet::new();
        for (device, file) in files {
            if !done.contains(device) && with(file, platform::sync_system)? {
                done.insert(*device);
            }
        }
        Ok(())
    }
}
