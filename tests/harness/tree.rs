//! A folder with everything in it, to compare by bytes and modes.

use std::collections::BTreeMap;
use std::fmt;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use bstr::ByteSlice as _;

use super::Result;

/// All entries below a folder, by path.
#[derive(Clone, Default)]
pub(crate) struct Tree(BTreeMap<PathBuf, Entry>);

#[derive(Clone, PartialEq, Eq)]
struct Entry {
    kind: Kind,
    /// The permissions; none where any will do.
    mode: Option<u32>,
}

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    File(Vec<u8>),
    Folder,
    Link(PathBuf),
    Other,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::File(bytes) => write!(f, "a file with {}", bytes.escape_ascii())?,
            Kind::Folder => write!(f, "a folder")?,
            Kind::Link(to) => write!(f, "a link to {}", to.display())?,
            Kind::Other => write!(f, "something else")?,
        }
        self.mode.map_or(Ok(()), |mode| write!(f, " (mode {mode:o})"))
    }
}

impl Tree {
    /// Everything below a folder; links are seen, not followed.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut tree = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(next)? {
                let path = entry?.path();
                let metadata = std::fs::symlink_metadata(&path)?;
                let kind = match metadata.file_type() {
                    kind if kind.is_file() => Kind::File(std::fs::read(&path)?),
                    kind if kind.is_symlink() => Kind::Link(std::fs::read_link(&path)?),
                    kind if kind.is_dir() => Kind::Folder,
                    _ => Kind::Other,
                };
                if kind == Kind::Folder {
                    folders.push(path.clone());
                }
                let entry = Entry { kind, mode: Some(metadata.permissions().mode() & 0o7777) };
                tree.0.insert(path.strip_prefix(folder)?.to_owned(), entry);
            }
        }
        Ok(tree.without_lock())
    }

    /// Without the file that is locked while a command writes, which stays where it is.
    fn without_lock(mut self) -> Self {
        let in_git_dir =
            |path: &Path| path.ancestors().nth(2).is_some_and(|dir| self.0.contains_key(&dir.join("HEAD")));
        let lock = |path: &Path| path.ends_with("sr/lock") && in_git_dir(path);
        let locks: Vec<PathBuf> = self.0.keys().filter(|path| lock(path)).cloned().collect();
        for lock in locks {
            self.0.remove(&lock);
            let folder = lock.parent().unwrap_or(Path::new("")).to_owned();
            if self.is_empty(&folder) {
                self.0.remove(&folder);
            }
        }
        self
    }

    /// The files of a folder of a case, under the names they stand for.
    pub(crate) fn stored(folder: &Path) -> Result<Self> {
        if !folder.exists() {
            return Ok(Self::default());
        }
        let tree = Self::read(folder)?.0.into_iter().map(|(path, entry)| (meant(&path), entry));
        Ok(Self(tree.collect()))
    }

    /// Copies a folder of a case.
    pub(crate) fn copy(from: &Path, to: &Path) -> Result {
        for (path, entry) in Self::stored(from)?.0 {
            let target = to.join(path);
            let Kind::File(bytes) = entry.kind else { continue };
            std::fs::create_dir_all(target.parent().ok_or("no parent")?)?;
            std::fs::write(&target, bytes)?;
            if entry.mode.is_some_and(is_executable) {
                std::fs::set_permissions(target, PermissionsExt::from_mode(0o755))?;
            }
        }
        Ok(())
    }

    /// This tree with other files in place of some. A file that was there keeps its mode, unless that of the
    /// one in its place is another kind of mode, and what becomes empty goes.
    pub(crate) fn replaced(&self, gone: &[Self], new: Self) -> Self {
        let is_file = |entry: &Entry| matches!(entry.kind, Kind::File(_));
        let mut tree = self.clone();
        for path in gone
            .iter()
            .flat_map(|tree| tree.0.iter())
            .filter(|(_, entry)| is_file(entry))
            .map(|(path, _)| path)
        {
            tree.0.remove(path);
        }
        for (path, entry) in new.0 {
            let known = self.0.get(&path).filter(|known| known.kind == Kind::Folder || is_file(known));
            let old = gone.iter().rev().find_map(|tree| tree.0.get(&path));
            let is_other = |old: &Entry| old.mode.map(is_executable) != entry.mode.map(is_executable);
            let known = known.filter(|_| !old.is_some_and(is_other));
            let mode = known.map_or_else(|| any_mode(&entry), |known| known.mode);
            tree.0.insert(path, Entry { mode, ..entry });
        }
        let emptied = |path: &Path| !self.is_empty(path) && tree.is_empty(path);
        let mut left = tree.0.clone();
        for path in tree.0.keys().rev() {
            let mut now = path.as_path();
            while tree.0.get(now).is_some_and(|entry| entry.kind == Kind::Folder) && emptied(now) {
                left.remove(now);
                now = now.parent().unwrap_or(Path::new(""));
            }
        }
        Self(left)
    }

    /// Returns whether nothing but folders is below a folder.
    fn is_empty(&self, folder: &Path) -> bool {
        !self.0.iter().any(|(path, entry)| path.starts_with(folder) && entry.kind != Kind::Folder)
    }

    /// The first difference, if there is one.
    pub(crate) fn differs_from(&self, wanted: &Self) -> Option<String> {
        let paths = self.0.keys().chain(wanted.0.keys());
        paths.into_iter().find_map(|path| {
            let path_shown = path.as_os_str().as_bytes().escape_ascii();
            match (self.0.get(path), wanted.0.get(path)) {
                (Some(now), None) => Some(format!("'{path_shown}' is {now}, and should not be")),
                (None, Some(wanted)) => Some(format!("'{path_shown}' is not there, and should be {wanted}")),
                (Some(now), Some(wanted)) if !now.is(wanted) => {
                    Some(format!("'{path_shown}' is {now}, and should be {wanted}"))
                }
                _ => None,
            }
        })
    }

    /// Without the objects and references that record batches.
    pub(crate) fn without_records(&self) -> Self {
        let records = ["/objects", "/refs/sr", "/refs/worktree"];
        self.without_state().filtered(|path| !records.iter().any(|part| path.contains(part)))
    }

    /// Without the indexes of the repositories.
    pub(crate) fn without_index(&self) -> Self {
        self.filtered(|path| !path.ends_with("/.git/index"))
    }

    /// Without what the program keeps for itself outside of objects and references.
    pub(crate) fn without_state(&self) -> Self {
        let state = |path: &str| {
            (path.contains("/.git/") || !path.starts_with("work/"))
                && (path.ends_with("/sr") || path.contains("/sr/"))
        };
        self.filtered(|path| !state(path))
    }

    /// Without the repository itself, in a work tree.
    pub(crate) fn files(&self) -> Self {
        self.filtered(|path| !path.starts_with(".git/"))
    }

    /// Files in git directories, but for the records.
    pub(crate) fn git_files(&self) -> Self {
        self.without_records().filtered(|path| path.contains("/.git/"))
    }

    /// With only the executable bit of modes, which is all that git keeps.
    pub(crate) fn plain(&self) -> Self {
        let plain = |entry: &Entry| Entry { kind: entry.kind.clone(), mode: any_mode(entry) };
        Self(self.0.iter().map(|(path, entry)| (path.clone(), plain(entry))).collect())
    }

    fn filtered(&self, keep: impl Fn(&str) -> bool) -> Self {
        let all = self.0.iter().filter(|(path, _)| keep(&path.to_string_lossy()));
        Self(all.map(|(path, entry)| (path.clone(), entry.clone())).collect())
    }
}

impl Entry {
    fn is(&self, wanted: &Self) -> bool {
        let mode = |entry: &Self| entry.mode.map(is_executable);
        let loose = self.mode.is_none_or(is_special) || wanted.mode.is_none_or(is_special);
        self.kind == wanted.kind && if loose { mode(self) == mode(wanted) } else { self.mode == wanted.mode }
    }
}

/// Marks a mode of which only the executable bit counts: the rest is the umask's.
const SPECIAL: u32 = 0o100_000;

fn any_mode(entry: &Entry) -> Option<u32> {
    entry.mode.map(|mode| SPECIAL | mode & 0o111)
}

fn is_special(mode: u32) -> bool {
    mode & SPECIAL != 0
}

fn is_executable(mode: u32) -> bool {
    mode & 0o100 != 0
}

/// `dot-x` stands for `.x`, and `star-` for `*`.
fn meant(path: &Path) -> PathBuf {
    let component = |name: std::path::Component<'_>| {
        let name = name.as_os_str().as_bytes();
        let name = name.strip_prefix(b"dot-").map_or_else(|| name.to_vec(), |rest| [b".", rest].concat());
        PathBuf::from(std::ffi::OsString::from_vec(name.replace("star-", "*")))
    };
    path.components().map(component).collect()
}
