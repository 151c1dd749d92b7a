//! A repository of some kind, and all that a batch does in it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::place::{Place, every_change, said};

/// A work tree of some kind, and the place that it is in.
pub(crate) struct Kind<'a> {
    pub(crate) place: &'a Place,
    pub(crate) folder: PathBuf,
}

/// All that a batch may change.
#[derive(Debug, PartialEq)]
struct State {
    files: BTreeMap<PathBuf, Vec<u8>>,
    index: String,
    status: String,
    head: String,
}

impl Kind<'_> {
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let (out, err, code) = said(&self.place.try_git(&self.folder, arguments));
        assert_eq!(code, Some(0), "git {arguments:?}: {err}");
        out
    }

    fn sr(&self, arguments: &[&str], reply: &str) {
        let (_, err, code) = said(&self.place.run_in(&self.folder, arguments, reply));
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
    }

    fn state(&self) -> State {
        let mut all = BTreeMap::new();
        files(&self.folder, &mut all);
        State {
            files: all,
            index: self.git(&["ls-files", "-s"]),
            status: self.git(&["status", "--porcelain", "-uall"]),
            head: self.git(&["rev-parse", "HEAD"]),
        }
    }

    /// The tree that git makes of the work tree, by an index of its own.
    fn tree_of_files(&self) -> String {
        const SCRIPT: &str =
            "cp \"$(git rev-parse --git-path index)\" \"$0\" && export GIT_INDEX_FILE=\"$0\" &&
            git -c core.fsmonitor=false add -A && git write-tree && rm \"$0\"";
        let index = self.place.outside().join("index-of-its-own");
        let index = index.to_str().expect("UTF-8");
        let (out, err, code) = said(&self.place.run_program("sh", &self.folder, &["-c", SCRIPT, index]));
        assert_eq!(code, Some(0), "{err}");
        out
    }

    /// Applies the batch to the files, then in each of these ways, and takes it back.
    pub(crate) fn goes_everywhere_and_back(&self, ways: &[&str]) {
        let before = self.state();
        let batch = every_change("two", "TWO");
        self.sr(&["apply"], &batch);
        let (after, tree) = (self.state(), self.tree_of_files());
        let text = |name: &str| after.files.get(Path::new(name)).map(|bytes| bytes.trim_ascii_end());
        assert!(text("a.txt").is_some_and(|text| text.contains(&b'T')));
        let others = ["new/file.txt", "gone.txt", "old.txt", "moved/name.txt"].map(text);
        assert_eq!(others, [Some(&b"made"[..]), None, None, Some(b"to move")]);
        assert_eq!((&after.index, &after.head), (&before.index, &before.head));
        self.back(&before);
        for way in ways {
            self.sr(&["apply", way, "-q"], &batch);
            let now = self.state();
            let files = if *way == "--cached" { &before.files } else { &after.files };
            assert_eq!((&now.files, &self.git(&["write-tree"])), (files, &tree), "{way}");
            if *way == "--commit" {
                assert_eq!(self.git(&["rev-parse", "HEAD^{tree}", "HEAD~"]), [&tree, &*before.head].concat());
                assert_eq!(now.status, "", "{way}");
            } else {
                assert_eq!(now.head, before.head, "{way}");
            }
            self.back(&before);
        }
    }

    fn back(&self, before: &State) {
        self.sr(&["undo", "-q"], "");
        assert_eq!(&self.state(), before);
        self.sound();
    }

    /// git finds nothing wrong, and sees every change of a file.
    fn sound(&self) {
        self.git(&["fsck", "--no-dangling"]);
        let whole = std::fs::read(self.folder.join("a.txt")).expect("a file");
        std::fs::write(self.folder.join("a.txt"), [&whole[..], b"x"].concat()).expect("to write");
        assert_eq!(self.git(&["status", "--porcelain", "a.txt"]), " M a.txt\n");
        std::fs::write(self.folder.join("a.txt"), whole).expect("to write");
    }
}

fn files(folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    fn walk(root: &Path, folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.ends_with(".git") {
                continue;
            }
            if path.is_dir() {
                walk(root, &path, all);
            } else {
                let name = path.strip_prefix(root).expect("a path below it").to_owned();
                all.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    walk(folder, folder, all);
}
