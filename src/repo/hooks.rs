//! The pre-commit hook, where git looks for it.
//!
//! A hook that is there already is moved aside under a name of ours and called first; removing ours moves it
//! back. Only files that are ours to the byte are replaced or removed. Among hooks that have another owner
//! none is installed (`owner.rs`).

use std::{
    fs, io,
    io::Write as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use bstr::{BString, ByteSlice as _};

use super::{
    config::{Config, ConfigScope},
    open::Repo,
    program::{Git, GitError},
};

mod owner;
mod script;

pub use owner::{Owned, Owner, owned};
pub use script::KEPT;
use script::{NAME, calls_check, is_executable, is_marked, is_unchanged, text};

/// The name under which pre-commit keeps a hook that was there before its own, and runs it.
const LEGACY: &str = "pre-commit.legacy";

/// The folder of hooks, and whether others share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HooksFolder {
    /// The folder. It need not exist.
    pub path: PathBuf,
    /// True if other repositories have theirs there too: `core.hooksPath` is set for all of them.
    pub is_shared: bool,
}

/// State of the hook that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldHook {
    /// There was none.
    None,
    /// It runs first.
    RunsFirst,
    /// It is kept and does not run, as it is not executable: git passed over it too.
    DoesNotRun,
}

/// Outcome of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookOutcome {
    /// It was installed.
    Installed {
        /// The one that was there before.
        kept: OldHook,
    },
    /// It was there already.
    WasThere,
    /// The owner of the hooks calls `git sr check` already.
    IsCalled(Box<Owned>),
    /// The hook was removed.
    Removed {
        /// The one that was there before is back.
        restored: bool,
    },
    /// There was none.
    WasGone,
}

/// Reasons why a hook is left as it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HookError {
    /// The hooks have an owner, among whose hooks ours would not last.
    #[error("the hooks are those of {:?}", .0.owner)]
    Owned(Box<Owned>),
    /// Its lines about git sr were written or changed by hand.
    #[error("'{}' is not as git sr writes it", .path.display())]
    Foreign {
        /// The hook.
        path: PathBuf,
        /// True if git sr wrote it, and somebody changed it since.
        was_ours: bool,
    },
    /// There is no room to keep the one that is there.
    #[error("'{}' is in the way", .path.display())]
    Taken {
        /// The file where it would be kept.
        path: PathBuf,
    },
    /// The path of the folder of hooks is no folder.
    #[error("'{}' is not a folder", .path.display())]
    NoFolder {
        /// Its value.
        path: PathBuf,
    },
    /// git does not know either where that is.
    #[error("cannot tell where core.hooksPath leads, which is '{}'", crate::core::escape::escape(value))]
    Unresolved {
        /// Its value.
        value: BString,
        /// The message of git.
        source: GitError,
    },
    /// The disk refuses.
    #[error("cannot change the hooks in '{}'", .path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// The folder in which git looks for the hooks of this work tree (githooks(5), `core.hooksPath`). Linked work
/// trees share it.
///
/// # Errors
///
/// When `core.hooksPath` names none.
pub fn folder(repo: &Repo) -> Result<HooksFolder, HookError> {
    let Some(entry) = Config::new(repo).last("core.hooksPath") else {
        return Ok(HooksFolder { path: repo.common_dir().join("hooks"), is_shared: false });
    };
    if entry.value.is_empty() {
        // git takes hooks from the root of the file system then.
        return Err(HookError::NoFolder { path: PathBuf::new() });
    }
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let named = match entry.value.strip_prefix(b"~/") {
        Some(below) => home.and_then(|home| Some(home.join(below.to_path().ok()?))),
        None if entry.value.starts_with_str("~") || entry.value.contains_str("(") => None,
        None => entry.value.to_path().ok().map(Path::to_owned),
    };
    let named = match named {
        Some(named) => named,
        None => by_git(repo).map_err(|source| HookError::Unresolved { value: entry.value, source })?,
    };
    // A relative one counts from where hooks are run: the root of the work tree.
    let path = repo.work_dir().join(named);
    Ok(HooksFolder {
        path,
        is_shared: matches!(entry.origin.scope, ConfigScope::System | ConfigScope::Global),
    })
}

/// The same, of git: only it knows where it is installed, and who has which home.
fn by_git(repo: &Repo) -> Result<PathBuf, GitError> {
    let printed = Git::new(repo).run(&["rev-parse", "--git-path", "hooks"])?;
    let path = printed.strip_suffix(b"\n").unwrap_or(&printed).to_path();
    Ok(path.map_err(io::Error::other)?.to_owned())
}

/// Puts our hook there. `program` is called where no `git-sr` is on the `PATH`.
///
/// # Errors
///
/// When the one that is there cannot be kept, or the disk refuses.
pub fn install(folder: &HooksFolder, program: &Path) -> Result<HookOutcome, HookError> {
    let (hook, kept) = (folder.path.join(NAME), folder.path.join(KEPT));
    let io = |source| HookError::Io { path: folder.path.clone(), source };
    if folder.path.symlink_metadata().is_ok() && !folder.path.is_dir() {
        return Err(HookError::NoFolder { path: folder.path.clone() });
    }
    fs::create_dir_all(&folder.path).map_err(io)?;
    let text = text(program);
    match standing(&hook).map_err(io)? {
        HookFile::Ours(old) if old == text && is_executable(&hook) => return Ok(HookOutcome::WasThere),
        HookFile::Ours(_) => {
            write(folder, &hook, &text).map_err(io)?;
            return Ok(HookOutcome::WasThere);
        }
        HookFile::Changed { calls: true } if is_executable(&hook) => return Ok(HookOutcome::WasThere),
        // Kept as a hook of others, it would call itself.
        HookFile::Changed { .. } => return Err(HookError::Foreign { path: hook, was_ours: true }),
        HookFile::Foreign { .. } if kept.symlink_metadata().is_ok() => {
            return Err(HookError::Taken { path: kept });
        }
        HookFile::Foreign { .. } => fs::rename(&hook, &kept).map_err(io)?,
        HookFile::None => {}
    }
    let keeps = kept.symlink_metadata().is_ok();
    let now = if !keeps {
        OldHook::None
    } else if is_executable(&kept) {
        OldHook::RunsFirst
    } else {
        OldHook::DoesNotRun
    };
    if let Err(error) = write(folder, &hook, &text) {
        if keeps {
            fs::rename(&kept, &hook).map_err(io)?;
        }
        return Err(io(error));
    }
    Ok(HookOutcome::Installed { kept: now })
}

/// Takes our hook away, and puts the one that was there before back.
///
/// # Errors
///
/// When the hook is not ours, or the disk refuses.
pub fn uninstall(folder: &HooksFolder) -> Result<HookOutcome, HookError> {
    let (hook, kept) = (folder.path.join(NAME), folder.path.join(KEPT));
    let io = |source| HookError::Io { path: folder.path.clone(), source };
    let restored = kept.symlink_metadata().is_ok();
    match standing(&hook).map_err(io)? {
        HookFile::Foreign { .. } if is_ours(&folder.path.join(LEGACY)) => {
            uninstall_legacy(folder).map_err(io)
        }
        HookFile::Changed { .. } => Err(HookError::Foreign { path: hook, was_ours: true }),
        HookFile::Foreign { calls: true } => Err(HookError::Foreign { path: hook, was_ours: false }),
        HookFile::Foreign { calls: false } => Ok(HookOutcome::WasGone),
        HookFile::None if !restored => Ok(HookOutcome::WasGone),
        _ if restored => {
            fs::rename(&kept, &hook).map_err(io)?;
            Ok(HookOutcome::Removed { restored })
        }
        _ => {
            fs::remove_file(&hook).map_err(io)?;
            Ok(HookOutcome::Removed { restored })
        }
    }
}

/// Takes our hook away where pre-commit has put its own in front of it.
fn uninstall_legacy(folder: &HooksFolder) -> io::Result<HookOutcome> {
    let (legacy, kept) = (folder.path.join(LEGACY), folder.path.join(KEPT));
    // pre-commit's own hook, kept there by an earlier version, has been written anew in its place.
    let restored = fs::read(&kept).is_ok_and(|hook| !owner::is_generated(&hook));
    if restored {
        fs::rename(&kept, &legacy)?
    } else {
        fs::remove_file(&legacy)?
    }
    Ok(HookOutcome::Removed { restored })
}

fn is_ours(hook: &Path) -> bool {
    matches!(standing(hook), Ok(HookFile::Ours(_)))
}

/// The file in the hook's place.
enum HookFile {
    None,
    Ours(Vec<u8>),
    /// Ours, and changed by hand.
    Changed {
        /// True if it calls the check.
        calls: bool,
    },
    Foreign {
        /// True if it calls the check.
        calls: bool,
    },
}

fn standing(hook: &Path) -> io::Result<HookFile> {
    match hook.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HookFile::None),
        Err(error) => return Err(error),
        Ok(meta) if !meta.is_file() => {
            let calls = fs::read(hook).is_ok_and(|text| calls_check(&text));
            return Ok(HookFile::Foreign { calls });
        }
        Ok(_) => {}
    }
    let text = fs::read(hook)?;
    let calls = calls_check(&text);
    Ok(if is_unchanged(&text) {
        HookFile::Ours(text)
    } else if is_marked(&text) {
        HookFile::Changed { calls }
    } else {
        HookFile::Foreign { calls }
    })
}

/// Writes a hook beside its place and renames it: at no time is there half of one.
fn write(folder: &HooksFolder, hook: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = tempfile::Builder::new()
        .prefix(".git-sr-hook-")
        .permissions(fs::Permissions::from_mode(0o777))
        .tempfile_in(&folder.path)?;
    file.write_all(text)?;
    file.persist(hook)?;
    Ok(())
}

#[cfg(test)]
mod tests;
