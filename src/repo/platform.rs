//! The system calls that are not everywhere, each with its fall-back by name. All paths here are relative to
//! a handle, and no call follows a symbolic link.
//!
//! A build with `GIT_SR_PORTABLE=1` in its environment has the configuration `portable`: it takes the fall-backs
//! on every system, so that the tests can run on them.

mod attributes;
#[cfg(all(target_os = "linux", not(portable)))]
mod linux;
#[cfg(not(all(target_os = "linux", not(portable))))]
mod portable;
mod rename;

use std::hash::{BuildHasher, Hasher, RandomState};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::{Errno, Result, retry_on_intr};

pub use attributes::Attribute;
pub(crate) use attributes::{attributes, set_attributes};
#[cfg(all(target_os = "linux", not(portable)))]
use linux as system;
#[cfg(not(all(target_os = "linux", not(portable))))]
use portable as system;
pub(crate) use rename::NameAt;
use rename::{RenameMode, rename_with};
pub(crate) use system::{SYNCS_SYSTEM, beside, sync_file, sync_system};

/// `NONBLOCK`: a FIFO that was put in a file's place must not hang us.
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// The calls that may be used. A call that turns out to be missing is replaced by its fall-back too; the
/// switches are there so that the fall-backs can be tested where nothing is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Platform {
    /// `openat2`; without it paths are walked one component at a time.
    pub(crate) openat2: bool,
    /// `renameat2` with `RENAME_EXCHANGE` and `RENAME_NOREPLACE`; without it `linkat` keeps a new file from
    /// replacing another, and an exchange is reported as unsupported.
    pub(crate) renameat2: bool,
}

impl Default for Platform {
    fn default() -> Self {
        Self { openat2: true, renameat2: true }
    }
}

impl Platform {
    /// Opens the folder at `path` (one component or more) below `base`. A link in any component is an error.
    pub(crate) fn open_folder(self, base: BorrowedFd<'_>, path: &[u8]) -> Result<OwnedFd> {
        if let Some(answer) = self.open_beneath(base, path, system::FOLDER) {
            return answer;
        }
        let mut components = path.split(|&byte| byte == b'/');
        let mut open = |handle: BorrowedFd<'_>| match components.next() {
            Some(name) => open_one(handle, name, system::FOLDER).map(Some),
            None => Ok(None),
        };
        let mut folder = open(base)?.ok_or(Errno::NOENT)?;
        while let Some(next) = open(folder.as_fd())? {
            folder = next;
        }
        Ok(folder)
    }

    /// Opens the file `name` of `folder` for reading. The caller must still see whether it is a regular file.
    pub(crate) fn open_file(self, folder: BorrowedFd<'_>, name: &[u8]) -> Result<OwnedFd> {
        self.open_beneath(folder, name, FILE).unwrap_or_else(|| open_one(folder, name, FILE))
    }

    fn open_beneath(self, base: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Option<Result<OwnedFd>> {
        if self.openat2 { system::open_beneath(base, path, flags) } else { None }
    }

    /// Lets two names change places. `None` where that cannot be done.
    pub(crate) fn exchange(self, one: NameAt<'_>, other: NameAt<'_>) -> Option<Result<()>> {
        if self.renameat2 { rename_with(one, other, RenameMode::Exchange) } else { None }
    }

    /// Renames; `EEXIST` if `to` exists.
    pub(crate) fn rename_new(self, from: NameAt<'_>, to: NameAt<'_>) -> Result<()> {
        let quick = if self.renameat2 { rename_with(from, to, RenameMode::New) } else { None };
        quick.unwrap_or_else(|| link_new(from, to))
    }
}

/// The bits that new files do not get; the usual ones where the system does not tell.
pub(crate) fn umask() -> u32 {
    const USUAL: u32 = 0o022;
    system::umask().unwrap_or(USUAL)
}

fn open_one(folder: BorrowedFd<'_>, name: &[u8], flags: OFlags) -> Result<OwnedFd> {
    retry_on_intr(|| rustix::fs::openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty()))
}

/// The fall-back of [`Platform::rename_new`]: a second name, then without the first. Where the file system
/// knows no hard links either, a look and a plain rename, with a gap of microseconds between them.
fn link_new(from: NameAt<'_>, to: NameAt<'_>) -> Result<()> {
    use rustix::fs::{linkat, renameat, statat, unlinkat};
    match retry_on_intr(|| linkat(from.folder, from.name, to.folder, to.name, AtFlags::empty())) {
        Ok(()) => unlinkat(from.folder, from.name, AtFlags::empty()).inspect_err(|_| {
            let _ = unlinkat(to.folder, to.name, AtFlags::empty());
        }),
        Err(Errno::PERM | Errno::NOTSUP | Errno::NOSYS | Errno::MLINK) => {
            match statat(to.folder, to.name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(_) => Err(Errno::EXIST),
                Err(Errno::NOENT) => renameat(from.folder, from.name, to.folder, to.name),
                Err(error) => Err(error),
            }
        }
        Err(error) => Err(error),
    }
}

/// Makes a file that was not there, for writing. `mode` loses the umask, as the system does it.
pub(crate) fn create(folder: BorrowedFd<'_>, name: &[u8], mode: u32) -> Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| rustix::fs::openat(folder, name, flags, Mode::from_raw_mode(mode as _)))
}

/// Opens a folder so that its mode can be set and its entries synced, which a handle for walking cannot do.
pub(crate) fn open_folder_itself(parent: BorrowedFd<'_>, name: &[u8]) -> Result<OwnedFd> {
    open_one(parent, name, OFlags::DIRECTORY | OFlags::CLOEXEC)
}

/// Number of bytes that we may still write to the file system of `fd`.
pub(crate) fn room(fd: BorrowedFd<'_>) -> Result<u64> {
    let all = rustix::fs::fstatvfs(fd)?;
    Ok(all.f_bavail.saturating_mul(all.f_frsize))
}

/// The device that a file lies on.
pub(crate) fn device(path: &std::path::Path) -> std::io::Result<u64> {
    #[allow(clippy::unnecessary_cast, reason = "the type of this field differs between systems")]
    Ok(rustix::fs::stat(path)?.st_dev as u64)
}

/// Number of files that this process may have open.
pub(crate) fn open_files() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Sixty-four bits that another process cannot guess, seeded by the system as hash tables are.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
