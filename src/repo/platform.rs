//! The system calls that are not everywhere, each with its fall-back by name. All paths here are relative to
//! a handle, and no call follows a symbolic link.

use std::ffi::CString;
use std::hash::{BuildHasher, Hasher, RandomState};

use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::{Errno, Result, retry_on_intr};

/// A folder's handle needs no right to list the folder, only to pass through it. Elsewhere listing is needed
/// too.
#[cfg(target_os = "linux")]
const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// `NONBLOCK`: a FIFO that was put in a file's place must not hang us.
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// An extended attribute of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub(crate) name: CString,
    pub(crate) value: Vec<u8>,
}

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
        if let Some(answer) = self.open_beneath(base, path, FOLDER) {
            return answer;
        }
        let mut components = path.split(|&byte| byte == b'/');
        let mut open = |handle: BorrowedFd<'_>| match components.next() {
            Some(name) => open_one(handle, name, FOLDER).map(Some),
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

    /// None where `openat2` is missing; a sandbox may also answer `EPERM` for a call that it does not know.
    #[cfg(target_os = "linux")]
    fn open_beneath(self, base: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Option<Result<OwnedFd>> {
        use rustix::fs::{ResolveFlags, openat2};
        if !self.openat2 {
            return None;
        }
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        let answer = retry_on_intr(|| openat2(base, path, flags, Mode::empty(), resolve));
        (!matches!(answer, Err(Errno::NOSYS | Errno::PERM))).then_some(answer)
    }

    #[cfg(not(target_os = "linux"))]
    fn open_beneath(self, _: BorrowedFd<'_>, _: &[u8], _: OFlags) -> Option<Result<OwnedFd>> {
        None
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

/// A name in an open folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameAt<'a> {
    pub(crate) folder: BorrowedFd<'a>,
    pub(crate) name: &'a [u8],
}

/// Treatment of an existing target of a rename.
#[derive(Clone, Copy)]
enum RenameMode {
    Exchange,
    New,
}

/// The bits that new files do not get. Only Linux tells them without setting others.
pub(crate) fn umask() -> u32 {
    /// The usual one.
    const USUAL: u32 = 0o022;
    let status =
        if cfg!(target_os = "linux") { std::fs::read_to_string("/proc/self/status").ok() } else { None };
    let line =
        status.as_deref().and_then(|status| status.lines().find_map(|line| line.strip_prefix("Umask:")));
    line.and_then(|bits| u32::from_str_radix(bits.trim(), 8).ok()).unwrap_or(USUAL)
}

fn open_one(folder: BorrowedFd<'_>, name: &[u8], flags: OFlags) -> Result<OwnedFd> {
    retry_on_intr(|| rustix::fs::openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty()))
}

/// None where the system or the file system lacks the call.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_with(from: NameAt<'_>, to: NameAt<'_>, how: RenameMode) -> Option<Result<()>> {
    use rustix::fs::{RenameFlags, renameat_with};
    let flags = match how {
        RenameMode::Exchange => RenameFlags::EXCHANGE,
        RenameMode::New => RenameFlags::NOREPLACE,
    };
    match retry_on_intr(|| renameat_with(from.folder, from.name, to.folder, to.name, flags)) {
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => None,
        answer => Some(answer),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_with(_: NameAt<'_>, _: NameAt<'_>, how: RenameMode) -> Option<Result<()>> {
    match how {
        RenameMode::Exchange | RenameMode::New => None,
    }
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

/// Makes the bytes of a file durable.
pub(crate) fn sync_file(fd: BorrowedFd<'_>) -> Result<()> {
    #[cfg(target_os = "linux")]
    return rustix::fs::fdatasync(fd);
    #[cfg(not(target_os = "linux"))]
    return rustix::fs::fsync(fd);
}

/// Makes all that was written to the file system of `fd` durable; where that cannot be asked for, this one
/// file.
pub(crate) fn sync_system(fd: BorrowedFd<'_>) -> Result<()> {
    #[cfg(target_os = "linux")]
    return rustix::fs::syncfs(fd);
    #[cfg(not(target_os = "linux"))]
    return rustix::fs::fsync(fd);
}

/// Number of bytes that we may still write to the file system of `fd`.
pub(crate) fn room(fd: BorrowedFd<'_>) -> Result<u64> {
    let all = rustix::fs::fstatvfs(fd)?;
    Ok(all.f_bavail.saturating_mul(all.f_frsize))
}

/// First action of a new thread, so that it runs beside the one that began it. Linux may leave a new thread
/// waiting for the processor of its parent, for milliseconds, while others have nothing to do.
#[cfg(target_os = "linux")]
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
#[cfg(target_os = "linux")]
fn processor() -> Option<usize> {
    const PROCESSOR: usize = 39;
    // The second field is a name in brackets, which may hold anything.
    const BEHIND_NAME: usize = 3;
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(PROCESSOR - BEHIND_NAME)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn beside() -> impl FnOnce() -> Result<()> + Send {
    || Ok(())
}

/// True if [`sync_system`] reaches more than the file it is given.
pub(crate) const SYNCS_SYSTEM: bool = cfg!(target_os = "linux");

/// The device that a file lies on.
pub(crate) fn device(path: &std::path::Path) -> std::io::Result<u64> {
    #[allow(clippy::unnecessary_cast, reason = "the type of this field differs between systems")]
    Ok(rustix::fs::stat(path)?.st_dev as u64)
}

/// Sixty-four bits that another process cannot guess, seeded by the system as hash tables are.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

const ACCESS_LIST: &[u8] = b"system.posix_acl_access";

/// The attributes that a new version of the file keeps: the user's own and the access list. `security.*`
/// stays with the bytes it was given for.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub(crate) fn attributes(fd: BorrowedFd<'_>) -> Result<Vec<Attribute>> {
    let mut kept = Vec::new();
    for name in attribute_names(fd)?.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        if cfg!(target_os = "linux") && !name.starts_with(b"user.") && name != ACCESS_LIST {
            continue;
        }
        let mut value = Vec::with_capacity(rustix::fs::fgetxattr_query(fd, name)?);
        if value.capacity() > 0 {
            rustix::fs::fgetxattr(fd, name, spare_capacity(&mut value))?;
        }
        // No name holds a NUL after the split.
        kept.push(Attribute { name: CString::new(name).unwrap_or_default(), value });
    }
    Ok(kept)
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn attribute_names(fd: BorrowedFd<'_>) -> Result<Vec<u8>> {
    let mut names = Vec::with_capacity(256);
    match rustix::fs::flistxattr(fd, spare_capacity(&mut names)) {
        Err(Errno::RANGE) => {
            names = Vec::with_capacity(rustix::fs::flistxattr_query(fd)?.max(1));
            rustix::fs::flistxattr(fd, spare_capacity(&mut names))?;
        }
        Err(Errno::NOTSUP | Errno::NOSYS) => {}
        answer => {
            answer?;
        }
    }
    Ok(names)
}

/// Gives a new file the attributes of the old one, and takes away the access list that its folder gave it.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub(crate) fn set_attributes(fd: BorrowedFd<'_>, attributes: &[Attribute]) -> Result<()> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr};
    if attribute_names(fd)?.split(|&byte| byte == 0).any(|name| name == ACCESS_LIST) {
        fremovexattr(fd, ACCESS_LIST)?;
    }
    for Attribute { name, value } in attributes {
        fsetxattr(fd, name.as_c_str(), value, XattrFlags::empty())?;
    }
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub(crate) fn attributes(_: BorrowedFd<'_>) -> Result<Vec<Attribute>> {
    Ok(Vec::new())
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub(crate) fn set_attributes(_: BorrowedFd<'_>, _: &[Attribute]) -> Result<()> {
    Ok(())
}
