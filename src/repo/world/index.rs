//! The index as a tree for planning: `--cached` edits the files that git has stored, not those in the work
//! tree.

use bstr::{BStr, ByteSlice};
use gix::index::entry::{Flags, Mode};

use super::RepoWorld;
use crate::core::change::Version;
use crate::core::outcome::Unreadable;
use crate::core::path::RepoPath;
use crate::core::plan::{self, History};
use crate::core::resolve::{Kind, Tree};
use crate::core::text::Ending;
use crate::repo::above::above;
use crate::repo::beside;
use crate::repo::open::Repo;
use crate::repo::tracked::Tracked;

/// The files of the index, as git stores them: their lines end as they do there, and nothing is converted.
pub struct IndexWorld<'w, 'r> {
    repo: &'r Repo,
    world: &'w RepoWorld<'r>,
    tracked: Tracked,
    max_bytes: u64,
}

impl<'w, 'r> IndexWorld<'w, 'r> {
    /// Reads the index, all of it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn new(repo: &'r Repo, world: &'w RepoWorld<'r>, max_bytes: u64) -> Result<Self, gix::Error> {
        Ok(Self::of(repo, world, Tracked::read(repo)?, max_bytes))
    }

    /// The world of this index.
    pub fn of(repo: &'r Repo, world: &'w RepoWorld<'r>, tracked: Tracked, max_bytes: u64) -> Self {
        Self { repo, world, tracked, max_bytes }
    }

    fn entry(&self, path: &BStr) -> Option<&gix::index::Entry> {
        let state = self.tracked.state();
        let range = state.entry_range(path)?;
        state.entries()[range].first().filter(|entry| !entry.flags.contains(Flags::INTENT_TO_ADD))
    }
}

impl Tree for IndexWorld<'_, '_> {
    fn root(&self) -> &[u8] {
        self.world.root()
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        if self.tracked.gitlink_above(path).is_some() {
            return Kind::Repository;
        }
        match self.entry(path.as_bstr()) {
            Some(entry) if entry.mode == Mode::SYMLINK => return Kind::Link,
            Some(_) => return Kind::File,
            None => {}
        }
        for entry in above(path.as_bstr()).filter_map(|folder| self.entry(folder)) {
            match entry.mode {
                Mode::SYMLINK => return Kind::Link,
                Mode::DIR => {}
                _ => return Kind::Other,
            }
        }
        let below = [path.as_bstr().as_bytes(), b"/"].concat();
        match self.tracked.state().prefixed_entries(below.as_slice().into()) {
            Some(_) => Kind::Directory,
            None => Kind::Absent,
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        self.tracked.ending_in(suffix, limit)
    }

    fn nearly(&self, path: &RepoPath) -> Vec<RepoPath> {
        self.tracked.nearly(path)
    }

    fn is_here(&self, absolute: &[u8]) -> bool {
        self.world.is_here(absolute)
    }
}

impl plan::World for IndexWorld<'_, '_> {
    fn both(&self, here: &mut dyn FnMut(), there: &mut (dyn FnMut() + Send)) {
        beside::both(here, there);
    }

    fn is_unstaged(&self, path: &RepoPath) -> bool {
        self.kind(path) == Kind::Absent && matches!(self.world.kind(path), Kind::File)
    }

    fn planned(&self, blocks: usize) {
        self.repo.progress().reached(blocks);
    }

    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable> {
        if self.tracked.unmerged(path) {
            return Err(Unreadable::Unmerged);
        }
        match self.kind(path) {
            Kind::Repository => return Err(Unreadable::Repository),
            Kind::Link => return Err(Unreadable::Link { real: None }),
            kind @ (Kind::Directory | Kind::Other) => return Err(Unreadable::NotAFile(kind)),
            _ => {}
        }
        let entry = self.entry(path.as_bstr()).ok_or(Unreadable::Io(std::io::ErrorKind::NotFound))?;
        // The index has the file, and the object database may lack its blob.
        let missing = Unreadable::Io(std::io::ErrorKind::InvalidData);
        let header = self.repo.git().find_header(entry.id).map_err(|_| missing.clone())?;
        if header.size() > self.max_bytes {
            return Err(Unreadable::TooLarge { size: header.size(), max: self.max_bytes });
        }
        let blob = self.repo.git().find_blob(entry.id).map_err(|_| missing)?;
        let mode = if entry.mode == Mode::FILE_EXECUTABLE { 0o755 } else { 0o644 };
        Ok(Version { bytes: blob.detach().data.into(), mode: Some(mode) })
    }

    fn may_edit(&self, path: &RepoPath) -> Result<(), Unreadable> {
        let declared = self.world.declared(path);
        let declared = declared.map_err(|_| Unreadable::Io(std::io::ErrorKind::InvalidData))?;
        if declared.binary { Err(Unreadable::Binary) } else { Ok(()) }
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        Ending::Lf
    }

    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let prefix = folder.map_or_else(Vec::new, |folder| [folder.as_bstr().as_bytes(), b"/"].concat());
        let state = self.tracked.state();
        let entries = state.prefixed_entries(prefix.as_slice().into()).unwrap_or_default();
        let mut names: Vec<&BStr> = entries
            .iter()
            .map(|entry| {
                let path = entry.path(state);
                let end = path[prefix.len()..].find_byte(b'/').map_or(path.len(), |at| prefix.len() + at);
                &path[..end]
            })
            .collect();
        names.dedup();
        names.into_iter().filter_map(|name| RepoPath::new(name).ok()).collect()
    }

    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable> {
        self.world.may_create(path)
    }

    fn history(&self) -> &dyn History {
        self
    }
}

/// A version of the index has its id, and no older ones.
impl History for IndexWorld<'_, '_> {
    fn id(&self, _: &RepoPath, bytes: &[u8]) -> Option<String> {
        self.repo.blob_id(bytes).ok().map(|id| id.to_string())
    }
}
