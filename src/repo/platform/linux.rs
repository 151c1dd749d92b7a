//! The calls that only Linux has.

use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, Result, retry_on_intr};

/// A folder's handle needs no right to list the folder, only to pass through it.
pub(super) const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// True if [`sync_system`] reaches more than the file it is given.
pub(crate) const SYNCS_SYSTEM: bool = true;

/// None where `openat2` is missing; a sandbox may also answer `EPERM` for a call that it does not know.
pub(super) fn open_beneath(base: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Option<Result<OwnedFd>> {
    use rustix::fs::{ResolveFlags, openat2};
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let answer = retry_on_intr(|| openat2(base, path, flags, Mode::empty(), resolve));
    (!matches!(answer, Err(Errno::NOSYS | Errno::PERM))).then_some(answer)
}

/// The bits that new files do not get, where the system tells.
pub(super) fn umask() -> Option<u32> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let bits = status.lines().find_map(|line| line.strip_prefix("Umask:"))?;
    u32::from_str_radix(bits.trim(), 8).ok()
}

/// Makes the bytes of a file durable.
pub(crate) fn sync_file(fd: BorrowedFd<'_>) -> Result<()> {
    rustix::fs::fdatasync(fd)
}

/// Makes all that was written to the file system of `fd` durable.
pub(crate) fn sync_system(fd: BorrowedFd<'_>) -> Result<()> {
    rustix::fs::syncfs(fd)
}

/// First action of a new thread, so that it runs beside the one that began it. Linux may leave a new thread
/// waiting for the processor of its parent, for milliseconds, while others have nothing to do.
pub(crate) fn beside() -> impl FnOnce() -> Result<()> + Send {
    use rustix::thread::{sched_getaffinity, sched_setaffinity};
    let here = processor();
    move || {
        let all = sched_getaffinity(None)?;
        let mut others = all;
        here.into_iter().for_each(|here| others.unset(here));
        if others.count() > 0 && here.is_some() {
            sched_setaffinity(None, &others)?;
            sched_setaffinity(None, &all)?;
        }
        Ok(())
    }
}

/// The processor that this thread is on, as proc(5) tells. (`sched_getcpu` of rustix looks for a function in
/// memory that valgrind hides, and dies there.)
fn processor() -> Option<usize> {
    const PROCESSOR: usize = 39;
    // The second field is a name in brackets, which may hold anything.
    const BEHIND_NAME: usize = 3;
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(PROCESSOR - BEHIND_NAME)?.parse().ok()
}
