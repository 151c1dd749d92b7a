//! Files of the work tree from which git takes programs or configuration.

use std::path::{Path, PathBuf};

use bstr::ByteSlice as _;

use super::values::{Config, ConfigEntry, ConfigOrigin};
use crate::{core::path::RepoPath, repo::open::below};

/// Keys with a folder or file that says which programs git runs.
const KEYS: [&str; 3] = ["core.hooksPath", "core.attributesFile", "core.fsmonitor"];

/// A file of the work tree that steers git, or a folder of such files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SteeringPath {
    /// The file or folder.
    pub path: RepoPath,
    /// The setting that names it; `include.path` for a file that configuration includes.
    pub entry: ConfigEntry,
}

impl Config<'_> {
    /// The files and folders of the work tree that steer git.
    pub(super) fn steering(self) -> Vec<SteeringPath> {
        let named = KEYS.into_iter().filter_map(|key| {
            let entry = self.last(key)?;
            // A relative one counts from the root of the work tree, in which hooks are run.
            let path = self.path(key).ok().flatten()?;
            Some((path, entry))
        });
        named.chain(self.included()).filter_map(|(path, entry)| self.in_work_tree(&path, entry)).collect()
    }

    /// The files that others include.
    fn included(self) -> Vec<(PathBuf, ConfigEntry)> {
        let snapshot = self.repo.git().config_snapshot();
        let mut found: Vec<(PathBuf, ConfigEntry)> = Vec::new();
        for section in snapshot.plumbing().sections() {
            let origin = ConfigOrigin::of(section.meta());
            let Some(path) = origin.path.clone().filter(|_| origin.is_included) else { continue };
            if found.iter().all(|(known, _)| *known != path) {
                let value = path.as_os_str().as_encoded_bytes().into();
                found.push((path, ConfigEntry { key: "include.path", value, origin }));
            }
        }
        found
    }

    /// None for a path outside of the work tree, and for its root: nothing could be edited any more.
    fn in_work_tree(self, path: &Path, entry: ConfigEntry) -> Option<SteeringPath> {
        let root = self.repo.work_dir();
        let path = root.join(path);
        let path = below(root, &path.canonicalize().unwrap_or(path))?;
        Some(SteeringPath { path: RepoPath::new(path.as_bytes()).ok()?, entry })
    }
}
