//! Random sequences of what users and the program do, against a simple model. What must hold: nothing that
//! stood in the work tree when a command began is lost by it, not even where it is killed, and undo takes
//! back exactly what apply did. `SR_FULL=1` tries 400 sequences in place of 7, which takes ten minutes.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod sandbox;
#[allow(dead_code, reason = "runs are only killed here")]
#[path = "crash/strace.rs"]
mod strace;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use full::full;
use git_sr::repo::{open::Repo, record::Records};
use sandbox::sandboxed_with;
use strace::Inject;

/// Bytes and the executable bit of each file.
type Tree = BTreeMap<String, (Vec<u8>, bool)>;

/// Numbers that depend on the seed alone (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).expect("a small number")
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

struct World {
    folder: tempfile::TempDir,
    random: Random,
    /// So that no two lines are alike.
    lines: usize,
    /// The batches that are in force, oldest first: files before and after.
    batches: Vec<(Tree, Tree)>,
    story: String,
    /// True if runs can be killed at a chosen call.
    traces: bool,
}

const PATHS: [&str; 6] = ["a.txt", "b.txt", "d/c.txt", "d/e/f.txt", "d/e/g.txt", "h/i.txt"];

impl World {
    fn new(seed: u64, traces: bool) -> Self {
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
    fn git(&mut self, arguments: &[&str]) -> Output {
        let _ = writeln!(self.story, "git {}", arguments.join(" "));
        self.run("git", arguments)
    }

    fn text(&mut self) -> Vec<u8> {
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

    fn write(&mut self, path: &str, bytes: &[u8]) {
        let _ = writeln!(self.story, "write {path} {:?}", bstr::BStr::new(bytes));
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("to write");
    }

    fn tree(&self) -> Tree {
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
    fn sr(&mut self, arguments: &[&str]) -> bool {
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
    fn killed(&mut self, arguments: &[&str]) -> Option<Tree> {
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

    /// A reply for the files as they stand, and what they become.
    fn reply(&mut self) -> (String, Tree) {
        let (mut reply, mut after) = (String::new(), self.tree());
        for _ in 0..=self.random.below(3) {
            let taken: Vec<&str> = PATHS.into_iter().filter(|path| !reply.contains(path)).collect();
            let path = *self.random.pick(&taken);
            match (after.get(path).cloned(), self.random.below(6)) {
                (None, _) => {
                    self.lines += 1;
                    let text = format!("line {}\n", self.lines);
                    let _ = write!(reply, "{path}\n<<<<<<< SEARCH\n=======\n{text}>>>>>>> REPLACE\n");
                    after.insert(path.to_owned(), (text.into_bytes(), false));
                }
                (Some(_), 0) => {
                    let _ = write!(reply, "{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n");
                    after.remove(path);
                }
                (Some(file), 1) => {
                    let free = taken.into_iter().find(|path| !after.contains_key(*path));
                    let Some(to) = free else { continue };
                    let _ = write!(reply, "{path}\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n");
                    after.remove(path);
                    after.insert(to.to_owned(), file);
                }
                (Some((bytes, executable)), _) => {
                    let text = String::from_utf8(bytes).expect("UTF-8");
                    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("line")).collect();
                    if lines.is_empty() {
                        continue;
                    }
                    let line = *self.random.pick(&lines);
                    self.lines += 1;
                    let new = format!("line {}", self.lines);
                    let _ =
                        write!(reply, "{path}\n<<<<<<< SEARCH\n{line}\n=======\n{new}\n>>>>>>> REPLACE\n");
                    let edited = text.split('\n').map(|own| if own == line { new.as_str() } else { own });
                    let edited = edited.collect::<Vec<_>>().join("\n");
                    after.insert(path.to_owned(), (edited.into_bytes(), executable));
                }
            }
        }
        (reply, after)
    }

    /// Writes a reply to `.git/reply.md`. Gives it, and what it makes of the files.
    fn write_reply(&mut self) -> (String, Tree) {
        let (reply, after) = self.reply();
        std::fs::write(self.folder.path().join(".git/reply.md"), &reply).expect("to write");
        let _ = writeln!(self.story, "{reply}");
        (reply, after)
    }

    fn apply_killed(&mut self) {
        let before = self.tree();
        let (reply, after) = self.write_reply();
        if reply.is_empty() {
            return;
        }
        if let Some(made) = self.killed(&["apply", ".git/reply.md"]) {
            assert_eq!(made, after, "the batch is what the model says\n{}", self.story);
            self.batches.push((before, after));
        }
    }

    fn undo_killed(&mut self) {
        if self.killed(&["undo"]).is_some() {
            assert!(self.batches.pop().is_some(), "{}", self.story);
        }
    }

    fn apply(&mut self) {
        let before = self.tree();
        let (reply, after) = self.write_reply();
        if reply.is_empty() || !self.sr(&["apply", ".git/reply.md"]) {
            return;
        }
        assert_eq!(self.tree(), after, "the batch is what the model says\n{}", self.story);
        if before == after {
            return;
        }
        if self.random.below(3) == 0 {
            assert!(self.sr(&["undo"]), "{}", self.story);
            assert_eq!(self.tree(), before, "undo takes back what apply did\n{}", self.story);
            assert!(self.sr(&["redo"]), "{}", self.story);
            assert_eq!(self.tree(), after, "redo brings it back\n{}", self.story);
        }
        if self.random.below(3) == 0 && self.undo_in_part(&before, &after) {
            return;
        }
        self.batches.push((before, after));
    }

    /// Undoes the last batch at one of its paths, and then the rest of it, or brings the path back. True if
    /// the batch is undone.
    fn undo_in_part(&mut self, before: &Tree, after: &Tree) -> bool {
        let touched: Vec<&String> =
            before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path)).collect();
        let path = *self.random.pick(&touched);
        assert!(self.sr(&["undo", "--", path]), "{}", self.story);
        let now = self.tree();
        assert_eq!(now.get(path), before.get(path), "'{path}' is as before\n{}", self.story);
        // A renamed file goes back at both of its names.
        let others: Vec<&&String> =
            touched.iter().filter(|other| now.get(**other) != after.get(**other)).collect();
        assert!(others.iter().all(|other| now.get(**other) == before.get(**other)), "{}", self.story);
        let is_moved = |path: &String| !before.contains_key(path) || !after.contains_key(path);
        assert!(others.iter().all(|other| **other == path || is_moved(other)), "{}", self.story);
        if self.random.below(2) == 0 {
            assert!(self.sr(&["redo"]), "{}", self.story);
            assert_eq!(self.tree(), *after, "redo brings the part back\n{}", self.story);
            return false;
        }
        if others.len() < touched.len() {
            assert!(self.sr(&["undo"]), "{}", self.story);
        }
        assert_eq!(self.tree(), *before, "the rest is taken back\n{}", self.story);
        true
    }

    /// Undoes the last batch. Where its files stand as it left them, they must be as before it.
    fn undo(&mut self, options: &[&str]) {
        let now = self.tree();
        let undone = self.sr(&[&["undo"], options].concat());
        let Some((before, after)) = self.batches.pop() else {
            assert!(!undone, "{}", self.story);
            return;
        };
        let touched = |path: &String| before.get(path) != after.get(path);
        let paths: Vec<String> =
            before.keys().chain(after.keys()).filter(|path| touched(path)).cloned().collect();
        if paths.iter().all(|path| now.get(path) == after.get(path)) {
            assert!(undone, "nothing is in the way\n{}", self.story);
            for path in &paths {
                assert_eq!(self.tree().get(path), before.get(path), "'{path}'\n{}", self.story);
            }
        }
        if !undone {
            self.batches.push((before, after));
        }
    }

    fn step(&mut self) {
        match self.random.below(if self.traces { 18 } else { 16 }) {
            0..=4 => self.apply(),
            5..=6 => self.undo(&[]),
            7 => {
                let option = *self.random.pick(&["--force", "--merge", "-n", "--check"]);
                if option.len() < 3 || option == "--check" {
                    self.sr(&["undo", option]);
                } else {
                    self.undo(&[option]);
                }
            }
            8 => {
                let undone = self.sr(&["redo"]);
                // The model does not know which batches are in force then; the program's own log does.
                if undone {
                    self.batches.clear();
                    self.sr(&["forget", "--all"]);
                }
            }
            9..=11 => self.edit(),
            12 => drop(self.git(&["add", "-A"])),
            13 => drop(self.git(&["commit", "-q", "-a", "-m", "more"])),
            14 => drop(self.git(&["gc", "-q", "--prune=now"])),
            16 => self.apply_killed(),
            17 => self.undo_killed(),
            _ => {
                let branch = *self.random.pick(&["main", "other"]);
                self.git(&["checkout", "-q", branch]);
            }
        }
    }

    /// A change of a file by the user.
    fn edit(&mut self) {
        let path = *self.random.pick(&PATHS);
        let there = self.tree().get(path).cloned();
        let on_disk = self.folder.path().join(path);
        match (there, self.random.below(6)) {
            (Some(_), 0) => {
                let _ = writeln!(self.story, "remove {path}");
                std::fs::remove_file(on_disk).expect("to remove");
            }
            (Some((_, executable)), 1) => {
                let _ = writeln!(self.story, "chmod {path}");
                let mode = if executable { 0o644 } else { 0o755 };
                std::fs::set_permissions(on_disk, std::fs::Permissions::from_mode(mode)).expect("to change");
            }
            (Some((bytes, _)), 2..=4) => {
                self.lines += 1;
                let more = format!("\nmine {}\n", self.lines);
                self.write(path, &[bytes, more.into_bytes()].concat());
            }
            _ => {
                let text = self.text();
                self.write(path, &text);
            }
        }
    }
}

/// The id that bytes have as a blob.
fn id(bytes: &[u8]) -> String {
    let id = gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes);
    id.expect("an id").to_string()
}

#[test]
fn nothing_is_lost_and_undo_takes_back_what_apply_did() {
    const NAME: &str = "nothing_is_lost_and_undo_takes_back_what_apply_did";
    let traces = strace::need().is_met("the killed runs of the model");
    sandboxed_with(NAME, &[("SR_FULL", if full() { "1" } else { "0" })], |_| {
        for seed in 0..if full() { 400 } else { 7 } {
            let mut world = World::new(seed, traces);
            let _ = writeln!(world.story, "seed {seed}");
            for _ in 0..25 {
                world.step();
            }
            let fsck = world.git(&["fsck", "--strict", "--no-dangling", "--no-progress"]);
            assert!(fsck.status.success(), "{}\n{}", String::from_utf8_lossy(&fsck.stderr), world.story);
        }
    });
}
