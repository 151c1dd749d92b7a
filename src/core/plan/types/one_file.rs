//! A work tree with one file, in memory.

use super::{batch::World, history::History};
use crate::core::{
    change::Version,
    outcome::Unreadable,
    path::RepoPath,
    resolve::{Kind, Tree},
    text::Ending,
};

/// A work tree with one file, in memory.
#[derive(Clone, Debug)]
pub struct OneFile<'f> {
    /// Its path.
    pub path: RepoPath,
    /// Its bytes.
    pub bytes: &'f [u8],
    /// The id of this version, if it has one.
    pub id: Option<&'f str>,
}

impl History for OneFile<'_> {
    fn id(&self, path: &RepoPath, bytes: &[u8]) -> Option<String> {
        let is_own = *path == self.path && bytes == self.bytes;
        self.id.filter(|_| is_own).map(str::to_owned)
    }
}

impl Tree for OneFile<'_> {
    fn root(&self) -> &[u8] {
        b""
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        if *path == self.path { Kind::File } else { Kind::Absent }
    }

    fn ending_in(&self, _: &RepoPath, _: usize) -> Vec<RepoPath> {
        Vec::new()
    }

    fn is_here(&self, _: &[u8]) -> bool {
        true
    }
}

impl World for OneFile<'_> {
    fn read(&self, _: &RepoPath) -> Result<Version, Unreadable> {
        Ok(Version { bytes: self.bytes.into(), mode: None })
    }

    fn may_edit(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        Ending::Lf
    }

    fn history(&self) -> &dyn History {
        self
    }

    fn may_create(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }
}
