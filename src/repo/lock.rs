//! One writer at a time in each work tree: `$GIT_DIR/sr/lock`. The system lets go of the lock when its holder
//! dies; the file stays, since removing it would let two processes lock two files of the same name.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use bstr::{BString, ByteSlice};
use rustix::fs::{FlockOperation, flock};
use rustix::io::{Errno, FdFlags, fcntl_setfd, retry_on_intr};

use super::journal::Journal;
use super::open::Repo;
use super::progress::Stage;
use super::shared::Shared;

/// Time between attempts to take a lock.
const PAUSE: Duration = Duration::from_millis(10);

/// The lock of a work tree, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// True if the process that took it over by [`Lock::share`], and goes on, keeps it.
    stays: Cell<bool>,
    journal: Rc<Journal>,
}

/// Reason why the lock is not ours.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it.
    #[error("another run of git sr holds the lock")]
    Held {
        /// Its process id, if it says so.
        pid: Option<u32>,
        /// Its command, as far as it says so.
        command: BString,
    },
    /// The disk.
    #[error("cannot lock the work tree")]
    Io(#[from] io::Error),
}

impl Lock {
    /// Takes the lock, waiting at most so long for another to let go of it. `command` is shown to others that
    /// wait for us.
    ///
    /// # Errors
    /// If another process holds it all the time, or the system refuses.
    pub fn take(repo: &Repo, wait: Duration, command: &str) -> Result<Self, LockError> {
        let (path, shared) = (repo.state_dir().join("lock"), Shared::of(repo));
        shared.create_folders(&repo.state_dir())?;
        let is_new = !path.exists();
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        // It stays for others to take.
        if is_new {
            shared.adjust(&path)?;
        }
        let until = Instant::now() + wait;
        while !try_lock(&file, FlockOperation::NonBlockingLockExclusive)? {
            if Instant::now() >= until {
                return Err(holder(&mut file));
            }
            repo.progress().begin(Stage::Waiting, None);
            std::thread::sleep(PAUSE);
        }
        // A full disk keeps nobody from working: the text is for others' messages only.
        let text = format!("{} {command}\n", std::process::id());
        let _ = file.set_len(0).and_then(|()| file.write_all(text.as_bytes()));
        Ok(Self { file, stays: Cell::new(false), journal: Journal::of(repo) })
    }

    /// The journal, which is for whoever holds the lock to write.
    pub(super) fn journal(&self) -> &Rc<Journal> {
        &self.journal
    }

    /// Does something by programs that hold the lock too, so that they are waited for even if this process
    /// dies.
    pub(super) fn share<T>(&self, by: impl FnOnce() -> T) -> io::Result<T> {
        fcntl_setfd(&self.file, FdFlags::empty())?;
        let answer = by();
        // Programs that inherit it later keep nobody waiting: it is released explicitly.
        let _ = fcntl_setfd(&self.file, FdFlags::CLOEXEC);
        Ok(answer)
    }

    /// Leaves it to programs that share it and go on after this process: those that somebody was to stop, and
    /// whose work nobody waits for.
    pub(super) fn leave(&self) {
        self.stays.set(true);
    }

    /// Returns whether a process holds it now.
    pub fn is_held(repo: &Repo) -> bool {
        let Ok(file) = File::open(repo.state_dir().join("lock")) else { return false };
        matches!(try_lock(&file, FlockOperation::NonBlockingLockShared), Ok(false))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A program that a hook left running may have it as well.
        if !self.stays.get() {
            let _ = flock(&self.file, FlockOperation::Unlock);
        }
    }
}

fn try_lock(file: &File, how: FlockOperation) -> io::Result<bool> {
    match retry_on_intr(|| flock(file, how)) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn holder(file: &mut File) -> LockError {
    let mut text = Vec::new();
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(1 << 10).read_to_end(&mut text));
    let line = if read.is_ok() { text.trim_end().as_bstr() } else { b"".as_bstr() };
    let (pid, command) = line.split_once_str(" ").unwrap_or((line, b""));
    let pid = pid.to_str().ok().and_then(|pid| pid.parse().ok());
    LockError::Held { pid, command: command.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::testing::Sandbox;

    #[test]
    fn a_second_run_is_told_who_holds_the_lock() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let _first = Lock::take(&repo, Duration::ZERO, "git sr apply").unwrap();
        assert!(Lock::is_held(&repo));
        let Err(LockError::Held { pid, command }) = Lock::take(&repo, Duration::ZERO, "git sr undo") else {
            panic!("two holders");
        };
        assert_eq!((pid, command), (Some(std::process::id()), "git sr apply".into()));
    }

    #[test]
    fn a_lock_that_is_dropped_is_free() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        drop(Lock::take(&repo, Duration::ZERO, "git sr apply").unwrap());
        assert!(!Lock::is_held(&repo));
        assert!(Lock::take(&repo, Duration::ZERO, "git sr undo").is_ok());
    }
}
