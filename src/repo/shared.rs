//! `core.sharedRepository`: files written into the git directory get the modes that git would give them.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::config::Config;
use super::open::Repo;

/// The set-group-ID bit: new files in a folder get the group of the folder.
const SET_GROUP: u32 = 0o2000;

/// Sharing of the repository (git-config(1)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shared {
    /// The umask decides.
    #[default]
    No,
    /// Files get these bits besides.
    With(u32),
    /// Files have these bits, whatever the umask says.
    Exactly(u32),
}

impl Shared {
    /// As configured. git itself reports invalid values.
    pub(super) fn of(repo: &Repo) -> Self {
        let Some(entry) = Config::new(repo).last("core.sharedRepository") else { return Self::No };
        let value = entry.value.to_ascii_lowercase();
        match value.as_slice() {
            b"umask" | b"false" | b"no" | b"off" | b"0" => Self::No,
            b"" | b"group" | b"true" | b"yes" | b"on" | b"1" => Self::With(0o660),
            b"all" | b"world" | b"everybody" | b"2" => Self::With(0o664),
            digits => {
                let mode =
                    std::str::from_utf8(digits).ok().and_then(|text| u32::from_str_radix(text, 8).ok());
                mode.filter(|mode| mode & 0o600 == 0o600).map_or(Self::No, |mode| Self::Exactly(mode & 0o666))
            }
        }
    }

    /// The mode that a file or folder of this mode gets.
    fn mode(self, mode: u32, is_folder: bool) -> u32 {
        let (Self::With(bits) | Self::Exactly(bits)) = self else { return mode };
        let writable = if mode & 0o200 == 0 { bits & !0o222 } else { bits };
        let runs = is_folder || mode & 0o100 != 0;
        // Those that may read a program or a folder may also run or enter it.
        let bits = if runs { writable | (writable & 0o444) >> 2 } else { writable };
        let mode = if let Self::Exactly(_) = self { mode & !0o777 | bits } else { mode | bits };
        if is_folder && mode & 0o060 != 0 { mode | SET_GROUP } else { mode }
    }

    /// Gives a file or folder that was just made the mode that it is to have.
    pub(super) fn adjust(self, path: &Path) -> io::Result<()> {
        if self == Self::No {
            return Ok(());
        }
        let metadata = std::fs::symlink_metadata(path)?;
        let old = metadata.permissions().mode() & 0o7777;
        let new = self.mode(old, metadata.is_dir());
        if new == old { Ok(()) } else { std::fs::set_permissions(path, PermissionsExt::from_mode(new)) }
    }

    /// Makes a folder and those above it that are not there.
    pub(super) fn create_folders(self, folder: &Path) -> io::Result<()> {
        if self == Self::No {
            return std::fs::create_dir_all(folder);
        }
        if folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = folder.parent() {
            self.create_folders(parent)?;
        }
        match std::fs::create_dir(folder) {
            Ok(()) => self.adjust(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::testing::Sandbox;

    #[test]
    fn modes_are_those_of_git() {
        for (value, file, read_only, folder) in [
            ("umask", 0o600, 0o400, 0o700),
            ("group", 0o660, 0o440, 0o2770),
            ("true", 0o660, 0o440, 0o2770),
            ("all", 0o664, 0o444, 0o2775),
            ("0640", 0o640, 0o440, 0o2750),
            ("0600", 0o600, 0o400, 0o700),
        ] {
            let sandbox = Sandbox::new();
            sandbox.git(&["config", "core.sharedRepository", value]);
            let shared = Shared::of(&sandbox.open());
            let modes = [shared.mode(0o600, false), shared.mode(0o400, false), shared.mode(0o700, true)];
            assert_eq!(modes, [file, read_only, folder], "{value}");
        }
    }
}
