//! Metadata of a file.

use std::os::unix::fs::MetadataExt as _;

use rustix::fs::{Gid, Stat, Uid};

/// Metadata of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStat {
    /// Permission bits, with set-user-id and the like (`0o7777`).
    pub mode: u32,
    /// Bytes.
    pub size: u64,
    /// Last change of the bytes, in nanoseconds since 1970.
    pub mtime: i128,
    /// Last change of the bytes or of anything else, in nanoseconds since 1970.
    pub ctime: i128,
    /// The device.
    pub dev: u64,
    /// The inode on it.
    pub ino: u64,
    /// Number of names that the file has: above 1, the others keep the old bytes when this one is replaced.
    pub nlink: u64,
    /// The owner.
    pub uid: u32,
    /// The group.
    pub gid: u32,
}

impl FileStat {
    #[allow(
        clippy::unnecessary_cast,
        clippy::useless_conversion,
        reason = "the types of these fields differ between systems"
    )]
    pub(super) fn of(stat: &Stat) -> Self {
        let time = |seconds: i64, nanoseconds: i128| i128::from(seconds) * 1_000_000_000 + nanoseconds;
        Self {
            mode: stat.st_mode as u32 & 0o7777,
            size: u64::try_from(stat.st_size).unwrap_or(0),
            mtime: time(stat.st_mtime as i64, stat.st_mtime_nsec as i128),
            ctime: time(stat.st_ctime as i64, stat.st_ctime_nsec as i128),
            dev: stat.st_dev as u64,
            ino: stat.st_ino as u64,
            nlink: stat.st_nlink as u64,
            uid: stat.st_uid as u32,
            gid: stat.st_gid as u32,
        }
    }

    pub(super) fn identity(&self) -> (u64, u64) {
        (self.dev, self.ino)
    }

    pub(super) fn owner(self) -> (Uid, Gid) {
        (Uid::from_raw(self.uid), Gid::from_raw(self.gid))
    }

    /// Returns whether this is the same file with, as far as times can tell, the same bytes. A rename changes
    /// `ctime`.
    pub(super) fn same_file(&self, other: &Self) -> bool {
        self.identity() == other.identity()
            && self.size == other.size
            && self.mtime == other.mtime
            && self.mode == other.mode
    }
}

impl From<&std::fs::Metadata> for FileStat {
    fn from(metadata: &std::fs::Metadata) -> Self {
        let time =
            |seconds: i64, nanoseconds: i64| i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
        Self {
            mode: metadata.mode() & 0o7777,
            size: metadata.size(),
            mtime: time(metadata.mtime(), metadata.mtime_nsec()),
            ctime: time(metadata.ctime(), metadata.ctime_nsec()),
            dev: metadata.dev(),
            ino: metadata.ino(),
            nlink: metadata.nlink(),
            uid: metadata.uid(),
            gid: metadata.gid(),
        }
    }
}
