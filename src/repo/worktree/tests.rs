#![expect(clippy::disallowed_methods, reason = "the trees under test are made and looked at by plain paths")]

mod handles;
mod properties;
mod put_back;
mod races;
mod read;
mod roll_back;
mod write;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::{buffer::spare_capacity, fs::CWD};
use tempfile::TempDir;

use super::*;
use crate::{
    core::{
        change::{Change, Version},
        path::RepoPath,
    },
    repo::platform::Platform,
};

/// With and without the calls that are not everywhere.
const PLATFORMS: [Platform; 4] = [
    Platform { openat2: true, renameat2: true },
    Platform { openat2: false, renameat2: true },
    Platform { openat2: true, renameat2: false },
    Platform { openat2: false, renameat2: false },
];

/// A work tree in a folder of its own; its neighbour `outside` must never change.
struct Fixture {
    dir: TempDir,
    tree: WorkTree,
}

impl Fixture {
    fn new(platform: Platform) -> Self {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("root")).unwrap();
        fs::create_dir(dir.path().join("outside")).unwrap();
        fs::write(dir.path().join("outside/secret"), "secret\n").unwrap();
        let tree = WorkTree::open_with(&dir.path().join("root"), platform).unwrap();
        Self { dir, tree }
    }

    fn each() -> impl Iterator<Item = Self> {
        PLATFORMS.into_iter().map(Self::new)
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("root")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    fn put(&self, path: &str, text: &str) -> &Self {
        let at = self.at(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, text).unwrap();
        self
    }

    fn folder(&self, path: &str) -> &Self {
        fs::create_dir_all(self.at(path)).unwrap();
        self
    }

    fn link(&self, path: &str, to: &str) -> &Self {
        symlink(to, self.at(path)).unwrap();
        self
    }

    fn mode(&self, path: &str, mode: u32) -> &Self {
        fs::set_permissions(self.at(path), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn mode_of(&self, path: &str) -> u32 {
        fs::symlink_metadata(self.at(path)).unwrap().permissions().mode() & 0o7777
    }

    /// All files in the tree, our own temporary ones included, and the neighbour.
    fn all(&self) -> BTreeMap<PathBuf, (u32, String)> {
        let mut all = BTreeMap::new();
        collect(self.dir.path(), &mut all);
        all
    }

    /// An edit to this text, and the file as read now.
    fn edit(&self, path: &str, text: &str) -> Step {
        let source = self.tree.read(&repo_path(path), u64::MAX).unwrap();
        let old = Version { bytes: source.bytes.clone().into(), mode: Some(source.meta.mode) };
        let new = Version { bytes: text.into(), mode: None };
        Step { change: change(path, Some(old), Some(new)), source: Some(source) }
    }

    fn remove(&self, path: &str) -> Step {
        let mut step = self.edit(path, "");
        step.change.new = None;
        step
    }
}

/// A change and the file that was read for it.
struct Step {
    change: Change,
    source: Option<SourceFile>,
}

impl Step {
    fn planned(&self) -> PlannedWrite<'_> {
        let source = self.source.as_ref();
        PlannedWrite {
            change: &self.change,
            meta: source.map(|source| source.meta),
            attributes: source.map_or(&[], |source| &source.attributes),
        }
    }
}

fn create(path: &str, text: &str) -> Step {
    let new = Version { bytes: text.into(), mode: None };
    Step { change: change(path, None, Some(new)), source: None }
}

fn change(path: &str, old: Option<Version>, new: Option<Version>) -> Change {
    Change { path: repo_path(path), old, new, from: None }
}

impl Ready<'_> {
    fn carry_out(self, go_on: impl FnMut() -> bool) -> Result<SideEffects, WriteError> {
        Ok(self.apply(go_on)?.finish())
    }
}

fn ready<'a>(tree: &'a WorkTree, steps: &'a [Step]) -> Result<Ready<'a>, WriteError> {
    let planned: Vec<_> = steps.iter().map(Step::planned).collect();
    tree.ready(7, &planned, FolderRules::default())
}

fn commit(tree: &WorkTree, steps: &[Step]) -> Result<SideEffects, WriteError> {
    ready(tree, steps)?.carry_out(|| true)
}

fn repo_path(path: &str) -> RepoPath {
    RepoPath::new(path.as_bytes()).unwrap()
}

fn collect(folder: &Path, all: &mut BTreeMap<PathBuf, (u32, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let meta = fs::symlink_metadata(&path).unwrap();
        let text = if meta.is_file() {
            String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
        } else if meta.is_symlink() {
            fs::read_link(&path).unwrap().display().to_string()
        } else {
            String::new()
        };
        all.insert(path.clone(), (meta.permissions().mode(), text));
        if meta.is_dir() {
            collect(&path, all);
        }
    }
}
