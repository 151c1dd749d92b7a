//! Random sequences of what users and the program do, against a simple model. What must hold: nothing that stood in the
//! work tree when a command began is lost by it, and undo takes back exactly what apply did. `SR_FULL=1` tries more.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

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
}

const PATHS: [&str; 6] = ["a.txt", "b.txt", "d/c.txt", "d/e/f.txt", "d/e/g.txt", "h/i.txt"];

impl World {
    fn new(seed: u64) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).expect("a folder");
        let mut world =
            Self { folder, random: Random(seed), lines: 0, batches: Vec::new(), story: String::new() };
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
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).args(arguments).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", self.folder.path());
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
        let mut tree = Tree::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(self.folder.path()).expect("below").to_str().expect("UTF-8");
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
        if !output.status.success() {
            assert_eq!(after, before, "a refusal changes nothing\n{}", self.story);
            return false;
        }
        let kept = self.reachable();
        for (path, (bytes, _)) in &before {
            let there = after.values().any(|(other, _)| other == bytes);
            assert!(there || kept.contains(&id(bytes)), "'{path}' is lost\n{}", self.story);
        }
        true
    }

    /// The objects that references, records and the index name.
    fn reachable(&self) -> HashSet<String> {
        let output = self.run("git", &["rev-list", "--objects", "--all", "--indexed-objects"]);
        assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), self.story);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().map(|line| line.split_once(' ').unwrap_or((line, "")).0.to_owned()).collect()
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

    fn apply(&mut self) {
        let before = self.tree();
        let (reply, after) = self.reply();
        let file = self.folder.path().join(".git/reply.md");
        std::fs::write(&file, &reply).expect("to write");
        let _ = writeln!(self.story, "{reply}");
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
        self.batches.push((before, after));
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
        match self.random.below(16) {
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
                // What is in force then, the model does not know; the program's own log does.
                if undone {
                    self.batches.clear();
                    self.sr(&["forget", "--all"]);
                }
            }
            9..=11 => self.edit(),
            12 => drop(self.git(&["add", "-A"])),
            13 => drop(self.git(&["commit", "-q", "-a", "-m", "more"])),
            14 => drop(self.git(&["gc", "-q", "--prune=now"])),
            _ => {
                let branch = *self.random.pick(&["main", "other"]);
                self.git(&["checkout", "-q", branch]);
            }
        }
    }

    /// What a user does to a file.
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
    let full = std::env::var_os("SR_FULL").is_some_and(|value| value == "1");
    for seed in 0..if full { 400 } else { 12 } {
        let mut world = World::new(seed);
        let _ = writeln!(world.story, "seed {seed}");
        for _ in 0..30 {
            world.step();
        }
        let fsck = world.git(&["fsck", "--strict", "--no-dangling", "--no-progress"]);
        assert!(fsck.status.success(), "{}\n{}", String::from_utf8_lossy(&fsck.stderr), world.story);
    }
}
