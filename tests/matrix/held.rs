//! The versions of all files that work tree, index and `HEAD` have.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::{FILE, place::Place};

/// Versions of the files in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    work: BTreeMap<PathBuf, Vec<u8>>,
    /// The entry of each path by `git ls-files`.
    index: BTreeMap<String, String>,
    /// The entry of each path by `git ls-tree`.
    head: BTreeMap<String, String>,
    status: Vec<String>,
    changes: [String; 2],
}

impl Held {
    pub(crate) fn of(place: &Place) -> Self {
        let mut work = BTreeMap::new();
        files(&place.root(), &mut work);
        let says = |arguments: &[&str]| place.git_says(arguments);
        let by_path = |text: String| {
            text.lines()
                .filter_map(|line| line.split_once('\t'))
                .map(|(entry, path)| (path.to_owned(), entry.to_owned()))
                .collect()
        };
        Self {
            work,
            index: by_path(says(&["ls-files", "-s", "-v"])),
            head: by_path(says(&["ls-tree", "-r", "HEAD"])),
            status: says(&["status", "--porcelain", "--no-renames", "-uall", "--ignored"])
                .lines()
                .map(str::to_owned)
                .collect(),
            changes: [says(&["diff"]), says(&["diff", "--cached", "--no-renames"])],
        }
    }

    /// The rest, without the file of the batch.
    pub(crate) fn others(mut self) -> Self {
        self.work.retain(|path, _| !path.ends_with(FILE));
        self.index.remove(FILE);
        self.head.remove(FILE);
        self.status.retain(|line| !line.ends_with(&format!(" {FILE}")));
        self.changes = self.changes.map(|diff| {
            diff.split_inclusive('\n')
                .collect::<String>()
                .split("diff --git ")
                .filter(|part| !part.starts_with(&format!("a/{FILE}")))
                .collect()
        });
        self
    }

    /// The blobs that index and HEAD have of the file.
    pub(crate) fn blobs(&self) -> [Option<String>; 2] {
        let blob = |entry: Option<&String>, at| Some(entry?.split(' ').nth(at)?.to_owned());
        [blob(self.index.get(FILE), 2), blob(self.head.get(FILE), 2)]
    }
}

fn files(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if entry.file_name() == ".git" => {}
            true => files(&path, found),
            false => {
                let bytes = std::fs::read(&path).expect("a file");
                let name = path.file_name().expect("a name").into();
                found.insert(name, bytes);
            }
        }
    }
}
