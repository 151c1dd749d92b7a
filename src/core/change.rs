//! Changes of paths: the values that planning hands to recording and writing.

use super::{content::Content, path::RepoPath, splice::Splice};

/// The two modes that git knows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// `100644`.
    Plain,
    /// `100755`.
    Executable,
}

impl FileMode {
    /// The mode that git has for these permission bits.
    pub fn of(permissions: Option<u32>) -> Self {
        if permissions.is_some_and(|bits| bits & 0o100 != 0) { Self::Executable } else { Self::Plain }
    }

    /// The mode as git writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "100644",
            Self::Executable => "100755",
        }
    }

    /// The permission bits of a file that had others: whoever may read it may execute it, or nobody.
    pub fn applied_to(self, permissions: u32) -> u32 {
        match self {
            Self::Plain => permissions & !0o111,
            Self::Executable => permissions | (permissions & 0o444) >> 2,
        }
    }
}

/// A file's raw bytes and its permission bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The raw bytes of the work-tree file.
    pub bytes: Content,
    /// Permission bits (`0o755`); none for a plain file that does not exist yet, which gets `0o666` less the umask.
    pub mode: Option<u32>,
}

/// The change of one path. At least one of `old` and `new` is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path that is written or removed.
    pub path: RepoPath,
    /// The version before when it was read; none if nothing did.
    pub old: Option<Version>,
    /// The version after; none to remove it.
    pub new: Option<Version>,
    /// For a renamed file: the path its content came from (that path has a `Change` of its own, which removes
    /// it).
    pub from: Option<RepoPath>,
}

/// A change and how its new bytes are made of the old ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The change.
    pub change: Change,
    /// The differences: from the old bytes of the path, of the path it is renamed from, or from nothing. None
    /// for a file that goes.
    pub splices: Vec<Splice>,
}

/// Lines that a change adds and removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines that come.
    pub added: usize,
    /// Lines that go.
    pub removed: usize,
}

impl Edited {
    /// A change that is known by its bytes only.
    pub fn of(change: Change) -> Self {
        let splices = match (&change.old, &change.new) {
            (old, Some(new)) => {
                let old = old.as_ref().map_or(&[][..], |old| &old.bytes);
                Splice::between(old, &new.bytes).into_iter().collect()
            }
            (_, None) => Vec::new(),
        };
        Self { change, splices }
    }
}
