//! A work tree with its history, and runs in it that may lose nothing.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use git_sr::repo::{open::Repo, record::Records};

use crate::{
    random::Random,
    strace::{self, Inject},
};

/// The files of a sequence.
pub(crate) const PATHS: [&str; 6] = ["a.txt", "b.txt", "d/c.txt", "d/e/f.txt", "d/e/g.txt", "h/i.txt"];

/// Bytes and the executable bit of each file.
pub(crate) type Tree = BTreeMap<String, (Vec<u8>, bool)>;

/// A work tree amid a sequence.
pub(crate) struct World {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) random: Random,
    /// So that no two lines are alike.
    pub(crate) lines: usize,
    /// The batches that are in force, oldest first: files before and after.
    pub(crate) batches: Vec<(Tree, Tree)>,
    pub(crate) story: String,
    /// True if runs can be killed at a chosen call.
    pub(crate) traces: bool,
}

impl World {
    pub(crate) fn new(seed: u64, traces: bool) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).expect("a folder");
        let mut world = Self {
            folder,
            random: Random(seed),
            lines: 0,
            batches: Vec::new(),
            story: String::new(),
            traces,
        };
        world.git(&["init", "-q", "-b", "main"]);
        for path in &PATHS[..4] {
            let text = world.text();
            world.write(path, &text);
        }
        world.git(&["add", "."]);
        world.git(&["commit", "-q", "-m", "start"]);
        world.git(&["branch", "other"]);
        world
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        Self::run_in(self.folder.path(), Command::new(program), arguments)
    }

    fn run_in(folder: &Path, mut command: Command, arguments: &[&str]) -> Output {
        command.current_dir(folder).args(arguments).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", folder);
        command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_TEST_FSYNC", "0")]);
        command.envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")]);
        command.envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")]);
        command.output().expect("to run")
    }

    /// Runs git, which may refuse.
    pub(crate) fn git(&mut self, arguments: &[&str]) -> Output {
        let _ = writeln!(self.story, "git {}", arguments.join(" "));
        self.run("git", arguments)
    }

    pub(crate) fn text(&mut self) -> Vec<u8> {
        let lines = 3 + self.random.below(8);
        let mut text = String::new();
        for _ in 0..lines {
            self.lines += 1;
            let _ = writeln!(text, "line {}", self.lines);
        }
        if self.random.below(5) == 0 {
            text.pop();
        }
        text.into_bytes()
    }

    pub(crate) fn write(&mut self, path: &str, bytes: &[u8]) {
        let _ = writeln!(self.story, "write {path} {:?}", bstr::BStr::new(bytes));
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("to write");
    }

    pub(crate) fn tree(&self) -> Tree {
        Self::tree_in(self.folder.path())
    }

    fn tree_in(root: &Path) -> Tree {
        let mut tree = Tree::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(root).expect("below").to_str().expect("UTF-8");
                if name == ".git" {
                    continue;
                }
                let metadata = std::fs::symlink_metadata(&path).expect("metadata");
                if metadata.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(&path).expect("to read");
                    tree.insert(name.to_owned(), (bytes, metadata.permissions().mode() & 0o100 != 0));
                }
            }
        }
        tree
    }

    /// Runs the program and checks that it loses nothing. Says whether it succeeded.
    pub(crate) fn sr(&mut self, arguments: &[&str]) -> bool {
        let before = self.tree();
        let output = self.run(env!("CARGO_BIN_EXE_git-sr"), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let _ = writeln!(self.story, "git sr {}: {:?}\n{said}", arguments.join(" "), output.status.code());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", self.story);
        let after = self.tree();
        // A merge with conflicts is done too, and says so by its code.
        let is_done = output.status.success() || said.contains("holds conflict markers");
        if is_done {
            self.lost_nothing(&before, &after);
        } else {
            assert_eq!(after, before, "a refusal changes nothing\n{}", self.story);
        }
        is_done
    }

    fn lost_nothing(&self, before: &Tree, after: &Tree) {
        let there = |bytes: &Vec<u8>| after.values().any(|(other, _)| other == bytes);
        let gone: Vec<_> = before.iter().filter(|(_, (bytes, _))| !there(bytes)).collect();
        if gone.is_empty() {
            return;
        }
        let kept = self.reachable();
        for (path, (bytes, _)) in gone {
            assert!(kept.contains(&id(bytes)), "'{path}' is lost\n{}", self.story);
        }
    }

    /// The bytes that references and the index name, and those that a record has or can make.
    fn reachable(&self) -> HashSet<String> {
        let output = self.run("git", &["rev-list", "--objects", "--all", "--indexed-objects"]);
        assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), self.story);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let mut kept: HashSet<String> =
            text.lines().map(|line| line.split_once(' ').unwrap_or((line, "")).0.to_owned()).collect();
        let repo = Repo::open(self.folder.path()).expect("a repository");
        let records = Records::new(&repo);
        for number in records.list().expect("records") {
            let record = records.load(number).expect("a record");
            for file in &record.meta().files {
                let (old, new) = (record.old_bytes(&file.path.0), record.new_bytes(&file.path.0));
                let both = [old.expect("the old bytes"), new.expect("the new bytes")];
                kept.extend(both.into_iter().flatten().map(|bytes| id(&bytes)));
            }
        }
        kept
    }

    fn records(&self) -> usize {
        std::fs::read_dir(self.folder.path().join(".git/refs/worktree/sr")).map_or(0, Iterator::count)
    }

    /// Runs the program and kills it at one of its calls that change something; then recovers. Gives the tree
    /// that it had made, if it had.
    pub(crate) fn killed(&mut self, arguments: &[&str]) -> Option<Tree> {
        let (before, records) = (self.tree(), self.records());
        let (copy, log) = (tempfile::tempdir().expect("a folder"), self.folder.path().join(".git/calls"));
        let copied = Command::new("cp").arg("-a").arg(self.folder.path().join(".")).arg(copy.path()).status();
        assert!(copied.expect("cp").success());
        let program = env!("CARGO_BIN_EXE_git-sr");
        let traced = |mut strace: Command| {
            strace.arg(program);
            strace
        };
        Self::run_in(copy.path(), traced(strace::logging(&log, false)), arguments);
        let calls = strace::calls(&std::fs::read_to_string(&log).expect("a log"), false);
        std::fs::remove_file(&log).expect("to remove");
        let call = self.random.pick(&calls).clone();
        let _ = writeln!(self.story, "git sr {}: killed at {call}", arguments.join(" "));
        Self::run_in(self.folder.path(), traced(strace::breaking(&call, Inject::Signal("KILL"))), arguments);
        let recovered = self.run(program, &["recover"]);
        let said = String::from_utf8_lossy(&recovered.stderr).into_owned();
        let _ = writeln!(self.story, "git sr recover: {said}");
        assert!(recovered.status.success(), "{}", self.story);
        let (after, made) = (self.tree(), self.records() > records);
        let wanted = if made { Self::tree_in(copy.path()) } else { before.clone() };
        assert_eq!(after, wanted, "all or nothing\n{}", self.story);
        self.lost_nothing(&before, &after);
        made.then_some(after)
    }
}

/// The id that bytes have as a blob.
fn id(bytes: &[u8]) -> String {
    let id = gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes);
    id.expect("an id").to_string()
}
