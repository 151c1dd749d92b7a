//! The paths of the index. It is read when first needed, once, and never written here.

use bstr::{BStr, ByteSlice};
use gix::index::entry::{Flags, Mode, Stat, stat};
use gix::index::{Entry, State};

use super::above::above;
use super::open::Repo;
use super::worktree::FileStat;
use crate::core::path::RepoPath;

/// The index as it was read: versions 2 to 4, split and sparse ones too. A missing one is empty.
#[derive(Debug)]
pub struct Tracked {
    index: Read,
    stat: stat::Options,
}

/// An index.
#[derive(Debug)]
enum Read {
    /// That of the work tree.
    Shared(gix::worktree::Index),
    /// One that is in no file.
    Made(Box<gix::index::File>),
}

impl std::ops::Deref for Read {
    type Target = gix::index::File;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Shared(index) => index,
            Self::Made(index) => index,
        }
    }
}

impl Tracked {
    /// Reads the index, all of it: the cost grows with the number of tracked files.
    pub fn read(repo: &Repo) -> Result<Self, gix::Error> {
        Self::new(repo, Read::Shared(repo.git().index_or_empty()?))
    }

    /// The index as `HEAD` would have it.
    pub fn of_head(repo: &Repo) -> Result<Self, gix::Error> {
        let git = repo.git();
        let tree = match repo.head()?.id {
            Some(id) => git.find_commit(id)?.tree_id()?,
            None => git.empty_tree().id(),
        };
        Self::new(repo, Read::Made(Box::new(git.index_from_tree(&tree)?)))
    }

    /// The index as a tree would have it.
    pub fn of_tree(repo: &Repo, tree: gix::ObjectId) -> Result<Self, gix::Error> {
        Self::new(repo, Read::Made(Box::new(repo.git().index_from_tree(&tree)?)))
    }

    fn new(repo: &Repo, index: Read) -> Result<Self, gix::Error> {
        // gix leaves nanoseconds out by default. A file falsely called changed costs time, the reverse a
        // wrong record.
        let stat = stat::Options { use_nsec: true, ..repo.git().stat_options()? };
        Ok(Self { index, stat })
    }

    /// The tracked files whose path ends in these components, at most `limit`, in the order of the index.
    pub fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let suffix = suffix.as_bstr();
        let mut found: Vec<RepoPath> = Vec::new();
        for entry in self.index.entries() {
            if found.len() == limit {
                break;
            }
            let path = entry.path(&self.index);
            let ends =
                path.strip_suffix(suffix.as_bytes()).is_some_and(|above| above.last().is_none_or(is_slash));
            let seen = found.last().is_some_and(|last| last.as_bstr() == path);
            if ends && !seen && is_file(entry) {
                // A path that no reply could name is no answer.
                found.extend(RepoPath::new(path));
            }
        }
        found
    }

    /// The tracked files of the same folder that are nearly named so, but for the ending; at most three, the
    /// nearest first.
    pub fn nearly(&self, path: &RepoPath) -> Vec<RepoPath> {
        const SHOWN: usize = 3;
        /// Least similarity of two names (as Python's `difflib` counts it, and advises).
        const LEAST: f32 = 0.6;
        let folder =
            path.parent().map_or_else(Vec::new, |parent| [parent.as_bstr().as_bytes(), b"/"].concat());
        let entries = if folder.is_empty() {
            self.index.entries()
        } else {
            self.index.prefixed_entries(folder.as_bstr()).unwrap_or_default()
        };
        let beside = entries.iter().filter(|entry| is_file(entry)).map(|entry| entry.path(&self.index));
        let names = beside.filter_map(|path| path.strip_prefix(folder.as_slice())?.to_str().ok());
        let names: Vec<&str> = names.filter(|name| !name.contains('/')).collect();
        let stems: Vec<&str> = names.iter().map(|name| stem(name)).collect();
        let wanted = path.file_name().to_str_lossy();
        let near = similar::get_close_matches(stem(&wanted), &stems, SHOWN, LEAST);
        let mut found: Vec<RepoPath> = Vec::new();
        for near in near {
            let named = names.iter().filter(|name| stem(name) == near && **name != wanted);
            let paths =
                named.filter_map(|name| RepoPath::new(&[folder.as_slice(), name.as_bytes()].concat()).ok());
            found.extend(paths);
        }
        found.dedup();
        found.truncate(SHOWN);
        found
    }

    /// The tracked files that the index names one of these blobs for.
    pub fn with_ids(&self, ids: &[gix::ObjectId]) -> Vec<RepoPath> {
        let entries = self.index.entries().iter().filter(|entry| is_file(entry) && ids.contains(&entry.id));
        entries.filter_map(|entry| RepoPath::new(entry.path(&self.index)).ok()).collect()
    }

    /// The blob that is staged for a file.
    pub fn staged(&self, path: &RepoPath) -> Option<gix::ObjectId> {
        let [entry] = self.stages(path.as_bstr()) else { return None };
        let is_staged =
            is_file(entry) && entry.stage_raw() == 0 && !entry.flags.contains(Flags::INTENT_TO_ADD);
        is_staged.then_some(entry.id)
    }

    /// The mode of a tracked file.
    pub fn mode(&self, path: &RepoPath) -> Option<Mode> {
        self.stages(path.as_bstr()).first().map(|entry| entry.mode)
    }

    /// Returns whether there is a file of this path in the index, merged or not.
    pub fn is_tracked(&self, path: &RepoPath) -> bool {
        self.stages(path.as_bstr()).iter().any(is_file)
    }

    /// The submodule that this path is, or lies in, checked out or not.
    pub fn gitlink_above<'p>(&self, path: &'p RepoPath) -> Option<&'p BStr> {
        std::iter::once(path.as_bstr())
            .chain(above(path.as_bstr()))
            .find(|above| self.stages(above).iter().any(|entry| entry.mode.is_submodule()))
    }

    /// Returns whether git does not look at the file in the work tree (`git update-index --skip-worktree`).
    pub fn skip_worktree(&self, path: &RepoPath) -> bool {
        self.has_flag(path, Flags::SKIP_WORKTREE)
    }

    /// Returns whether git assumes that the file does not change (`git update-index --assume-unchanged`).
    pub fn assume_unchanged(&self, path: &RepoPath) -> bool {
        self.has_flag(path, Flags::ASSUME_VALID)
    }

    /// Returns whether a path that is absent from the work tree is left out by the sparse checkout.
    ///
    /// It is if its own entry is skipped, if a skipped directory is above it (a sparse index), or, for a new
    /// path, if the nearest directory with tracked files has only skipped ones. Ask only where
    /// [`Repo::is_sparse`] says yes.
    pub fn is_left_out(&self, path: &RepoPath) -> bool {
        let path = path.as_bstr();
        if let Some(entry) = self.stages(path).first() {
            return entry.flags.contains(Flags::SKIP_WORKTREE);
        }
        for folder in above(path) {
            let directory = [folder.as_bytes(), b"/"].concat();
            if self.stages(directory.as_bstr()).iter().any(|entry| entry.mode.is_sparse()) {
                return true;
            }
            if let Some(below) = self.index.prefixed_entries(directory.as_bstr()) {
                return below.iter().all(|entry| entry.flags.contains(Flags::SKIP_WORKTREE));
            }
        }
        false
    }

    /// Returns whether a merge left this path with several versions.
    pub fn unmerged(&self, path: &RepoPath) -> bool {
        self.stages(path.as_bstr()).iter().any(|entry| entry.stage_raw() != 0)
    }

    /// The first path that a merge left with several versions, if there is one.
    pub fn first_unmerged(&self) -> Option<&BStr> {
        let unmerged = self.index.entries().iter().find(|entry| entry.stage_raw() != 0);
        unmerged.map(|entry| entry.path(&self.index))
    }

    /// The blob that the index names for a file, if its metadata say that the file is as it was when it was
    /// staged.
    ///
    /// That blob is git's form of the file: where [`Attributes`](super::attributes::Attributes) says that git
    /// converts it, it holds other bytes than the file.
    #[cfg(unix)]
    pub fn stat_matches(&self, path: &RepoPath, metadata: &std::fs::Metadata) -> Option<gix::ObjectId> {
        let [entry] = self.stages(path.as_bstr()) else { return None };
        let trusted = is_file(entry)
            && entry.stage_raw() == 0
            && !entry.flags.intersects(Flags::INTENT_TO_ADD)
            && metadata.is_file()
            && !entry.stat.is_racy(self.index.timestamp(), self.stat);
        (trusted && entry.stat.matches(&stat_of(&metadata.into()), self.stat)).then_some(entry.id)
    }

    /// The state for look-ups that need all of it.
    pub(crate) fn state(&self) -> &State {
        &self.index
    }

    fn has_flag(&self, path: &RepoPath, flag: Flags) -> bool {
        self.stages(path.as_bstr()).iter().any(|entry| entry.flags.contains(flag))
    }

    /// All entries of exactly this path.
    fn stages(&self, path: &BStr) -> &[Entry] {
        let entries = self.index.entries();
        let Ok(found) = self.index.entry_index_by_path(path) else { return &[] };
        let same = |entry: &&Entry| entry.path(&self.index) == path;
        let before = entries[..found].iter().rev().take_while(same).count();
        let after = entries[found..].iter().take_while(same).count();
        &entries[found - before..found + after]
    }
}

/// A name without its ending.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn is_slash(byte: &u8) -> bool {
    *byte == b'/'
}

fn is_file(entry: &Entry) -> bool {
    matches!(entry.mode, Mode::FILE | Mode::FILE_EXECUTABLE)
}

/// The metadata as git keeps them: 32 bits each.
pub(super) fn stat_of(meta: &FileStat) -> Stat {
    let time = |nanoseconds: i128| gix::index::entry::stat::Time {
        secs: nanoseconds.div_euclid(1_000_000_000) as u32,
        nsecs: nanoseconds.rem_euclid(1_000_000_000) as u32,
    };
    Stat {
        mtime: time(meta.mtime),
        ctime: time(meta.ctime),
        dev: meta.dev as u32,
        ino: meta.ino as u32,
        uid: meta.uid,
        gid: meta.gid,
        size: match meta.size as u32 {
            // Size 0 is the mark of an entry that lies.
            0 if meta.size > 0 => 1 << 31,
            size => size,
        },
    }
}

#[cfg(test)]
mod tests;
