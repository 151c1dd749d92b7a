//! Fixtures that the tests of the index share.

mod content;
mod git;
mod lock;
mod properties;

use gix::ObjectId;

use super::*;
use crate::repo::testing::Sandbox;
use crate::repo::worktree::WorkTree;

fn path(name: &str) -> RepoPath {
    RepoPath::new(name.as_bytes()).unwrap()
}

fn lines(text: &str) -> String {
    format!("{text}\n").repeat(3)
}

/// A plain index, as its bytes.
fn read(file: &Path, kind: gix::hash::Kind) -> Raw {
    let (pieces, written) = raw::open(file, kind).unwrap();
    let raw = Raw::of(Arc::new(pieces), kind, written).unwrap().expect("a plain head");
    raw.whole().unwrap().expect("a plain index")
}

/// `a`, `d/b`, `d/e/c`, `x`, all committed a while ago.
fn committed(options: &[&str]) -> Sandbox {
    let sandbox = Sandbox::with(options);
    for name in ["a", "d/b", "d/e/c", "x"] {
        sandbox.write(name, lines(name));
    }
    age(&sandbox, &["a", "d/b", "d/e/c", "x"]);
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox
}

fn age(sandbox: &Sandbox, names: &[&str]) {
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for name in names {
        let file = std::fs::File::options().write(true).open(sandbox.path().join(name)).unwrap();
        file.set_modified(then).unwrap();
    }
}

/// Writes a file, or removes it, and stages just that.
fn stage(sandbox: &Sandbox, changes: &[(&str, Option<&str>)]) {
    let repo = sandbox.open();
    let tree = WorkTree::open(repo.work_dir()).unwrap();
    let mut settled = Vec::new();
    let index = Index::hold(&repo).unwrap();
    for (name, text) in changes {
        let before = match index.slot(&path(name)) {
            Slot::Entry(entry, _) => Some(entry),
            _ => None,
        };
        let (entry, file) = match text {
            Some(text) => {
                sandbox.write(name, text);
                let id = repo.git().write_blob(text).unwrap().detach();
                let meta = tree.read(&path(name), u64::MAX).unwrap().meta;
                (Some(IndexEntry::staged(&repo, id, Some(meta.mode), before.as_ref())), Some(meta))
            }
            None => {
                std::fs::remove_file(sandbox.path().join(name)).unwrap();
                (None, None)
            }
        };
        settled.push(SettledEntry { path: path(name), entry, file });
    }
    index.commit(&settled, Durability::Off).unwrap();
    assert!(!sandbox.path().join(".git/index.lock").exists());
}

const CHANGES: [(&str, Option<&str>); 5] = [
    ("a", Some("new a\n")),
    ("d/b", None),
    ("d/e/new", Some("new\n")),
    ("zz/top", Some("z\n")),
    ("B", Some("b\n")),
];
