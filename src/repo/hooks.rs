//! The pre-commit hook, where git looks for it.
//!
//! A hook that stands there is moved aside under a name of ours and called first; removing ours moves it back. Only what
//! is ours to the byte is replaced or removed.

use std::{
    fs, io,
    io::Write as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use bstr::{BString, ByteSlice as _};

use super::{
    config::{Config, Scope},
    open::Repo,
    program::{Git, GitError},
};

/// The name under which a hook that was there before is kept.
pub const KEPT: &str = "pre-commit.before-git-sr";
const NAME: &str = "pre-commit";

const HEAD: &str = "\
#!/bin/sh
# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.
# A hook that was here before is pre-commit.before-git-sr, and runs first.
case $0 in *.before-git-sr) exit 0 ;; esac
before=$(dirname \"$0\")/pre-commit.before-git-sr
if test -x \"$before\"; then \"$before\" \"$@\" || exit; fi
program=git-sr
command -v \"$program\" >/dev/null 2>&1 || program=";
const TAIL: &str = "
command -v \"$program\" >/dev/null 2>&1 || {
    echo \"error: git-sr is not on the PATH; run 'git sr hook uninstall', or delete this hook\" >&2
    exit 1
}
exec \"$program\" check
";

/// The second line of every hook that we wrote, whatever else it says.
const MARK: &[u8] = b"# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.";

/// What earlier versions wrote, around the path of the program: replaced as ours is.
const EARLIER: &[(&str, &str)] = &[(
    "\
#!/bin/sh
# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.
# A hook that was here before is pre-commit.before-git-sr, and runs first.
before=$(dirname \"$0\")/pre-commit.before-git-sr
if test -x \"$before\"; then \"$before\" \"$@\" || exit; fi
program=git-sr
command -v \"$program\" >/dev/null 2>&1 || program=",
    "\nexec \"$program\" check\n",
)];

/// Where hooks are, and who decided so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The folder. It need not exist.
    pub path: PathBuf,
    /// Whether other repositories have theirs there too: `core.hooksPath` is set for all of them.
    pub is_shared: bool,
}

/// What becomes of the hook that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// There was none.
    None,
    /// It runs first.
    RunsFirst,
    /// It is kept and does not run, as it is not executable: git passed over it too.
    DoesNotRun,
}

/// What became of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was installed.
    Installed {
        /// The one that was there before.
        kept: Kept,
    },
    /// It was there already.
    WasThere,
    /// It was taken away.
    Removed {
        /// The one that was there before is back.
        restored: bool,
    },
    /// There was none.
    WasGone,
}

/// Why a hook is left as it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HookError {
    /// It is not ours, or was changed by hand.
    #[error("{path:?} was not written by git sr, or was changed since")]
    Foreign {
        /// The hook.
        path: PathBuf,
    },
    /// There is no room to keep the one that is there.
    #[error("{path:?} is in the way")]
    Taken {
        /// What stands where it would be kept.
        path: PathBuf,
    },
    /// What should be the folder of the hooks is none.
    #[error("{path:?} is not a folder")]
    NoFolder {
        /// What it is set to.
        path: PathBuf,
    },
    /// git does not know either where that is.
    #[error("cannot tell where core.hooksPath leads, which is '{}'", crate::core::escape::escape(value))]
    Unresolved {
        /// What it is set to.
        value: BString,
        /// What git says.
        source: GitError,
    },
    /// The disk refuses.
    #[error("cannot change the hooks in {path:?}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The folder in which git looks for the hooks of this work tree (githooks(5), `core.hooksPath`). Linked work trees share
/// it.
///
/// # Errors
///
/// When `core.hooksPath` names none.
pub fn folder(repo: &Repo) -> Result<Folder, HookError> {
    let Some(entry) = Config::new(repo).last("core.hooksPath") else {
        return Ok(Folder { path: repo.common_dir().join("hooks"), is_shared: false });
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
    Ok(Folder { path, is_shared: matches!(entry.origin.scope, Scope::System | Scope::Global) })
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
pub fn install(folder: &Folder, program: &Path) -> Result<Done, HookError> {
    let (hook, kept) = (folder.path.join(NAME), folder.path.join(KEPT));
    let io = |source| HookError::Io { path: folder.path.clone(), source };
    if folder.path.symlink_metadata().is_ok() && !folder.path.is_dir() {
        return Err(HookError::NoFolder { path: folder.path.clone() });
    }
    fs::create_dir_all(&folder.path).map_err(io)?;
    let text = text(program);
    match standing(&hook).map_err(io)? {
        Standing::Ours(old) if old == text && is_executable(&hook) => return Ok(Done::WasThere),
        Standing::Ours(_) => {
            write(folder, &hook, &text).map_err(io)?;
            return Ok(Done::WasThere);
        }
        // Kept as a hook of others, it would call itself.
        Standing::Changed => return Err(HookError::Foreign { path: hook }),
        Standing::Foreign if kept.symlink_metadata().is_ok() => return Err(HookError::Taken { path: kept }),
        Standing::Foreign => fs::rename(&hook, &kept).map_err(io)?,
        Standing::None => {}
    }
    let keeps = kept.symlink_metadata().is_ok();
    let now = match () {
        () if !keeps => Kept::None,
        () if is_executable(&kept) => Kept::RunsFirst,
        () => Kept::DoesNotRun,
    };
    if let Err(error) = write(folder, &hook, &text) {
        if keeps {
            fs::rename(&kept, &hook).map_err(io)?;
        }
        return Err(io(error));
    }
    Ok(Done::Installed { kept: now })
}

/// Takes our hook away, and puts the one that was there before back.
///
/// # Errors
///
/// When the hook is not ours, or the disk refuses.
pub fn uninstall(folder: &Folder) -> Result<Done, HookError> {
    let (hook, kept) = (folder.path.join(NAME), folder.path.join(KEPT));
    let io = |source| HookError::Io { path: folder.path.clone(), source };
    let restored = kept.symlink_metadata().is_ok();
    match standing(&hook).map_err(io)? {
        Standing::Foreign | Standing::Changed => Err(HookError::Foreign { path: hook }),
        Standing::None if !restored => Ok(Done::WasGone),
        _ if restored => {
            fs::rename(&kept, &hook).map_err(io)?;
            Ok(Done::Removed { restored })
        }
        _ => {
            fs::remove_file(&hook).map_err(io)?;
            Ok(Done::Removed { restored })
        }
    }
}

/// What stands where the hook goes.
enum Standing {
    None,
    Ours(Vec<u8>),
    /// Ours, and changed by hand.
    Changed,
    Foreign,
}

fn standing(hook: &Path) -> io::Result<Standing> {
    match hook.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::None),
        Err(error) => return Err(error),
        Ok(meta) if !meta.is_file() => return Ok(Standing::Foreign),
        Ok(_) => {}
    }
    let text = fs::read(hook)?;
    let is_marked = text.lines().nth(1) == Some(MARK);
    Ok(match () {
        () if is_unchanged(&text) => Standing::Ours(text),
        () if is_marked => Standing::Changed,
        () => Standing::Foreign,
    })
}

/// Whether a version of ours wrote these very bytes.
fn is_unchanged(text: &[u8]) -> bool {
    [(HEAD, TAIL)].iter().chain(EARLIER).any(|(head, tail)| {
        let program = text.strip_prefix(head.as_bytes()).and_then(|rest| rest.strip_suffix(tail.as_bytes()));
        program.is_some_and(|program| program.starts_with(b"'") && !program.contains(&b'\n'))
    })
}

fn text(program: &Path) -> Vec<u8> {
    let quoted = gix_quote::single(program.as_os_str().as_encoded_bytes().as_bstr());
    [HEAD.as_bytes(), quoted.as_bytes(), TAIL.as_bytes()].concat()
}

fn is_executable(hook: &Path) -> bool {
    hook.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

/// Writes a hook beside its place and renames it: at no time is there half of one.
fn write(folder: &Folder, hook: &Path, text: &[u8]) -> io::Result<()> {
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
