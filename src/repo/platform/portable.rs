//! Stand-ins for the calls of [Linux](super::linux), elsewhere and in a build for tests.

use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::OFlags;
use rustix::io::Result;

/// A folder's handle needs the right to list the folder.
pub(super) const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// True if [`sync_system`] reaches more than the file it is given.
pub(crate) const SYNCS_SYSTEM: bool = false;

/// None: paths are walked one component at a time.
pub(super) fn open_beneath(_: BorrowedFd<'_>, _: &[u8], _: OFlags) -> Option<Result<OwnedFd>> {
    None
}

/// None: it cannot be asked for without setting another.
pub(super) fn umask() -> Option<u32> {
    None
}

/// Makes the bytes of a file durable. On Apple's systems `fsync` leaves them to the drive, which may keep them
/// in its memory.
pub(crate) fn sync_file(fd: BorrowedFd<'_>) -> Result<()> {
    #[cfg(target_vendor = "apple")]
    return rustix::fs::fcntl_fullfsync(fd).or_else(|_| rustix::fs::fsync(fd));
    #[cfg(not(target_vendor = "apple"))]
    return rustix::fs::fsync(fd);
}

/// Makes this one file durable.
pub(crate) fn sync_system(fd: BorrowedFd<'_>) -> Result<()> {
    sync_file(fd)
}

/// First action of a new thread: none.
pub(crate) fn beside() -> impl FnOnce() -> Result<()> + Send {
    || Ok(())
}
