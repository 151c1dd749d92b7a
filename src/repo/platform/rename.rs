//! Renames that neither replace nor lose a file, where the system has a call for them.

use rustix::fd::BorrowedFd;
use rustix::io::Result;

/// A name in an open folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameAt<'a> {
    pub(crate) folder: BorrowedFd<'a>,
    pub(crate) name: &'a [u8],
}

/// Treatment of an existing target of a rename.
#[derive(Clone, Copy)]
pub(super) enum RenameMode {
    Exchange,
    New,
}

/// None where the system or the file system lacks the call.
#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
pub(super) fn rename_with(from: NameAt<'_>, to: NameAt<'_>, how: RenameMode) -> Option<Result<()>> {
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::{Errno, retry_on_intr};
    let flags = match how {
        RenameMode::Exchange => RenameFlags::EXCHANGE,
        RenameMode::New => RenameFlags::NOREPLACE,
    };
    match retry_on_intr(|| renameat_with(from.folder, from.name, to.folder, to.name, flags)) {
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => None,
        answer => Some(answer),
    }
}

#[cfg(not(all(any(target_os = "linux", target_vendor = "apple"), not(portable))))]
pub(super) fn rename_with(_: NameAt<'_>, _: NameAt<'_>, how: RenameMode) -> Option<Result<()>> {
    match how {
        RenameMode::Exchange | RenameMode::New => None,
    }
}
