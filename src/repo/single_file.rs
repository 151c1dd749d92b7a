//! One file outside of any batch, read and replaced under a lock.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, Read as _, Write as _},
    os::fd::AsFd as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use rustix::fs::{FlockOperation, flock};

use super::platform;

/// Locks of this process, by the real paths of the files.
static LOCKS: OnceLock<Mutex<HashMap<PathBuf, Weak<Mutex<()>>>>> = OnceLock::new();

/// A lock on a file: in this process, and among others if that is asked for.
pub(crate) struct FileLock {
    here: Arc<Mutex<()>>,
    path: Option<PathBuf>,
}

/// The lock while it is held.
pub(crate) struct HeldLock<'l> {
    _here: MutexGuard<'l, ()>,
    _others: Option<File>,
}

impl FileLock {
    /// The lock of the file that a path leads to.
    pub(crate) fn of(path: &Path, across_processes: bool) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let mut locks = LOCKS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| lock.strong_count() > 0);
        let here = locks.get(&path).and_then(Weak::upgrade).unwrap_or_default();
        locks.insert(path.clone(), Arc::downgrade(&here));
        Ok(Self { here, path: across_processes.then(|| beside(&path)) })
    }

    /// Waits for it.
    pub(crate) fn hold(&self) -> io::Result<HeldLock<'_>> {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let others = self.path.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            flock(&file, FlockOperation::LockExclusive)?;
            io::Result::Ok(file)
        });
        Ok(HeldLock { _here: here, _others: others.transpose()? })
    }
}

/// `.<name>.lock`
fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

/// A file as it was read.
pub(crate) struct SingleFile {
    /// The real path.
    path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl SingleFile {
    /// Reads the file that a path leads to.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no regular file, or is larger than `max_bytes`.
    pub(crate) fn read(path: &Path, max_bytes: u64) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let metadata = path.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let mut bytes = Vec::new();
        File::open(&path)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(Self { path, bytes })
    }

    /// Puts other bytes in its place at once, with its mode. False, and nothing is written, if it has changed
    /// since.
    pub(crate) fn replace(&self, bytes: &[u8]) -> io::Result<bool> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut new = tempfile::Builder::new().prefix(".git-sr-").tempfile_in(folder)?;
        new.write_all(bytes)?;
        let old = File::open(&self.path)?;
        platform::set_attributes(new.as_file().as_fd(), &platform::attributes(old.as_fd())?)?;
        new.as_file().set_permissions(old.metadata()?.permissions())?;
        new.as_file().sync_all()?;
        if std::fs::read(&self.path)? != self.bytes {
            return Ok(false);
        }
        new.persist(&self.path).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()?;
        Ok(true)
    }
}
