//! References as files of their own, written as git does it: under a lock that becomes the file. gix also
//! locks the packed ones whenever there are any, and a run that is killed would leave a lock behind that
//! nobody can tell from another's.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gix::ObjectId;

use crate::repo::open::Repo;
use crate::repo::platform;
use crate::repo::shared::Shared;
use crate::repo::sync::{Component, Durability};

/// Time to wait for somebody else's lock.
const PATIENCE: Duration = Duration::from_secs(1);

/// The lock of a reference.
pub(super) fn lock_of(path: &Path) -> PathBuf {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    lock.into()
}

/// Sets a reference, whatever its value.
pub(super) fn set(repo: &Repo, path: &Path, tree: ObjectId) -> io::Result<()> {
    Locked::take(repo, path)?.set(repo, tree)
}

/// Sets two references in this order, whatever their values. They are locked in the other one. False, and
/// none is set, if they may not be set once both are locked.
pub(super) fn set_both(
    repo: &Repo,
    [first, second]: [&Path; 2],
    tree: ObjectId,
    may: impl FnOnce() -> bool,
) -> io::Result<bool> {
    let shared = Shared::of(repo);
    let second = Locked::new(shared, second, tree)?;
    let first = Locked::new(shared, first, tree)?;
    if !may() {
        return Ok(false);
    }
    sync(repo, &[&first, &second])?;
    first.put()?;
    second.put()?;
    Ok(true)
}

/// Makes the locks' content durable before they become the references: a loss of power must not leave one
/// that is empty under its name.
fn sync(repo: &Repo, locked: &[&Locked<'_>]) -> io::Result<()> {
    let mut files = Vec::new();
    for locked in locked {
        files.push((platform::device(&lock_of(locked.path))?, &locked.file));
    }
    Durability::of_component(repo, Component::Reference).sync(&files, Ok)
}

/// A lock with the new value of a reference. Dropping it removes it.
pub(super) struct Locked<'p> {
    path: &'p Path,
    file: File,
    lock: Option<PathBuf>,
}

impl<'p> Locked<'p> {
    /// Locks a reference, whose new value is not known yet.
    pub(super) fn take(repo: &Repo, path: &'p Path) -> io::Result<Self> {
        Self::open(Shared::of(repo), path)
    }

    /// Gives the reference its new value.
    pub(super) fn set(mut self, repo: &Repo, tree: ObjectId) -> io::Result<()> {
        self.fill(tree)?;
        sync(repo, &[&self])?;
        self.put()
    }

    fn open(shared: Shared, path: &'p Path) -> io::Result<Self> {
        let lock = lock_of(path);
        let file = open(shared, &lock)?;
        let locked = Self { path, file, lock: Some(lock) };
        shared.adjust(&lock_of(path))?;
        Ok(locked)
    }

    fn fill(&mut self, tree: ObjectId) -> io::Result<()> {
        self.file.write_all(format!("{tree}\n").as_bytes())
    }

    fn new(shared: Shared, path: &'p Path, tree: ObjectId) -> io::Result<Self> {
        let mut locked = Self::open(shared, path)?;
        locked.fill(tree)?;
        Ok(locked)
    }

    fn put(mut self) -> io::Result<()> {
        let Some(lock) = &self.lock else { return Ok(()) };
        std::fs::rename(lock, self.path)?;
        self.lock = None;
        Ok(())
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        if let Some(lock) = &self.lock {
            let _ = std::fs::remove_file(lock);
        }
    }
}

fn open(shared: Shared, lock: &Path) -> io::Result<File> {
    let until = Instant::now() + PATIENCE;
    loop {
        shared.create_folders(lock.parent().unwrap_or(lock))?;
        match OpenOptions::new().write(true).create_new(true).open(lock) {
            // git takes empty folders of references away.
            Err(error) if error.kind() == ErrorKind::NotFound && Instant::now() < until => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(20));
            }
            answer => return answer,
        }
    }
}
