//! A repository, a batch of twenty files for it, and what must hold after anything happened to that batch.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::strace::{self, Call, Inject};

/// An entry of a tree: a file's mode and bytes, a folder's mode.
pub(crate) type Files = BTreeMap<PathBuf, (u32, Option<Vec<u8>>)>;

/// The tree as it is before the batch and as it is after it.
pub(crate) struct Scene {
    directory: tempfile::TempDir,
    old: Files,
    new: Files,
}

/// The command that comes after the broken one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Recover,
    Apply,
}

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Well,
    Badly,
}

/// A copy of the tree before the batch.
pub(crate) struct Tree<'s> {
    scene: &'s Scene,
    directory: tempfile::TempDir,
}

fn room() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::tempdir_in(place).expect("a temporary directory")
}

impl Scene {
    pub(crate) fn new() -> Self {
        let directory = room();
        let work = directory.path().join("work");
        make(&work);
        std::fs::write(directory.path().join("batch.md"), batch()).expect("to write");
        let small = edit("other.txt", "other", "another");
        std::fs::write(directory.path().join("small.md"), small).expect("to write");
        let mut scene = Self { directory, old: files(&work), new: Files::new() };
        let after = scene.tree();
        assert!(after.run(&["apply", "../batch.md"]), "the batch applies");
        scene.new = after.files();
        assert_ne!(scene.old, scene.new);
        scene
    }

    /// A copy to break.
    pub(crate) fn tree(&self) -> Tree<'_> {
        Tree { scene: self, directory: copy(self.directory.path()) }
    }

    /// The calls of a command in a fresh copy.
    pub(crate) fn calls(&self, arguments: &[&str]) -> Vec<Call> {
        self.tree().calls(arguments)
    }
}

impl Tree<'_> {
    pub(crate) fn copy(&self) -> Self {
        Self { scene: self.scene, directory: copy(self.directory.path()) }
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.directory.path().join("work")
    }

    /// A command of git sr, to be added to another one.
    pub(crate) fn command(&self, program: Command, arguments: &[&str]) -> Command {
        let mut command = program;
        if command.get_program() == "strace" {
            command.arg(env!("CARGO_BIN_EXE_git-sr"));
        }
        command.args(arguments).current_dir(self.work());
        clean(&mut command, self.directory.path());
        command
    }

    pub(crate) fn git_sr(&self, arguments: &[&str]) -> Output {
        let program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
        self.command(program, arguments).output().expect("git-sr")
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> bool {
        self.git_sr(arguments).status.success()
    }

    /// Standard error of a command that succeeds.
    pub(crate) fn said(&self, arguments: &[&str]) -> String {
        self.said_after(arguments, "")
    }

    fn said_after(&self, arguments: &[&str], what: &str) -> String {
        let output = self.git_sr(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{what} {arguments:?}: {said}");
        said
    }

    pub(crate) fn calls(&self, arguments: &[&str]) -> Vec<Call> {
        self.calls_of(arguments, false, true)
    }

    /// Those of the program, without those of the programs that it runs.
    pub(crate) fn calls_alone(&self, arguments: &[&str]) -> Vec<Call> {
        self.calls_of(arguments, true, true)
    }

    /// The same of a command that fails.
    pub(crate) fn calls_of_failure(&self, arguments: &[&str]) -> Vec<Call> {
        self.calls_of(arguments, true, false)
    }

    fn calls_of(&self, arguments: &[&str], alone: bool, succeeds: bool) -> Vec<Call> {
        let log = self.directory.path().join("log");
        let output = self.command(strace::logging(&log, alone), arguments).output().expect("strace");
        assert_eq!(output.status.success(), succeeds, "{}", String::from_utf8_lossy(&output.stderr));
        strace::calls(&std::fs::read_to_string(log).expect("a log"), alone)
    }

    /// Runs a command that something happens to.
    pub(crate) fn traced(&self, call: &Call, inject: Inject<'_>, arguments: &[&str]) -> Ended {
        self.traced_and_said(call, inject, arguments).0
    }

    /// The same, with what it says on standard error.
    pub(crate) fn traced_and_said(
        &self,
        call: &Call,
        inject: Inject<'_>,
        arguments: &[&str],
    ) -> (Ended, String) {
        let output = self.command(strace::breaking(call, inject), arguments).output().expect("strace");
        let ended = if output.status.success() { Ended::Well } else { Ended::Badly };
        (ended, String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Runs the next command; one that applies is taken back again. `what` went before.
    pub(crate) fn next(&self, next: Next, what: &str) {
        match next {
            Next::Recover => drop(self.said_after(&["recover"], what)),
            Next::Apply => {
                self.said_after(&["apply", "../small.md"], what);
                self.said_after(&["undo"], what);
            }
        }
    }

    pub(crate) fn files(&self) -> Files {
        files(&self.work())
    }

    pub(crate) fn is_old(&self) -> bool {
        self.files() == self.scene.old
    }

    pub(crate) fn is_new(&self) -> bool {
        self.files() == self.scene.new
    }

    /// Returns whether it is one of the two, but for temporary files.
    pub(crate) fn is_old_or_new_but_for_ours(&self) -> bool {
        let mut files = self.files();
        files.retain(|path, _| !path.to_string_lossy().contains(".git-sr-"));
        files == self.scene.old || files == self.scene.new
    }

    /// Returns whether the tree is the new one exactly if the run ended well. Temporary files do not count
    /// here.
    pub(crate) fn agrees_with(&self, ended: Ended, what: &str) {
        let mut files = self.files();
        files.retain(|path, _| !path.to_string_lossy().contains(".git-sr-"));
        let wanted = if ended == Ended::Well { &self.scene.new } else { &self.scene.old };
        assert!(files == *wanted, "{what}: ended {ended:?}, but {}", difference(wanted, &files));
    }

    /// The old tree or the new one, which can be undone; nothing left behind.
    pub(crate) fn is_sound(&self, what: &str) {
        self.left_nothing(what);
        if self.is_new() {
            self.said(&["undo"]);
            self.left_nothing(what);
        }
        let files = self.files();
        assert!(files == self.scene.old, "{what}: {}", difference(&self.scene.old, &files));
    }

    pub(crate) fn left_nothing(&self, what: &str) {
        let mut all = Vec::new();
        walk(&self.work(), &mut |path| all.push(path.to_owned()));
        for path in all {
            let text = path.to_string_lossy().into_owned();
            let ours = [
                ".git-sr-", "tmp_obj", ".git/sr/journal", ".git/sr/index", ".git/sr/moving",
                ".git/sr/scratch", ".git/sr/stash",
            ]
            .iter()
            .any(|part| text.contains(part));
            assert!(!ours && !text.ends_with(".lock"), "{what}: {text} is left");
        }
        let private = std::fs::read_dir(self.work().join(".git/sr/private")).into_iter().flatten();
        for name in private.map(|entry| entry.expect("an entry").file_name()) {
            let record = self.work().join(".git/refs/worktree/sr").join(&name);
            assert!(record.exists(), "{what}: private bytes of no record are left: {}", name.display());
        }
        self.git(&["fsck", "--strict", "--no-dangling"]);
        self.git(&["status", "--porcelain"]);
    }

    /// Runs git, which must succeed.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(&self.work(), self.directory.path(), arguments)
    }

    /// The same with one more variable.
    pub(crate) fn git_with(&self, variable: (&str, &Path), arguments: &[&str]) -> String {
        git_with(&self.work(), self.directory.path(), Some(variable), arguments)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.work().join(name), text).expect("to write");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.work().join(name)).expect("to read")
    }
}

fn clean(command: &mut Command, home: &Path) {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", home);
    command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1")]);
}

fn git(work: &Path, home: &Path, arguments: &[&str]) -> String {
    git_with(work, home, None, arguments)
}

fn git_with(work: &Path, home: &Path, variable: Option<(&str, &Path)>, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    clean(&mut git, home);
    git.envs(variable);
    let output = git
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com"])
        .args(arguments)
        .current_dir(work)
        .output()
        .expect("git");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn copy(from: &Path) -> tempfile::TempDir {
    let to = room();
    let status = Command::new("cp").arg("-a").arg(from.join(".")).arg(to.path()).status();
    assert!(status.expect("cp").success());
    to
}

fn walk(folder: &Path, see: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        see(&path);
        if path.is_dir() && !path.is_symlink() {
            walk(&path, see);
        }
    }
}

pub(crate) fn files(work: &Path) -> Files {
    let mut files = Files::new();
    walk(work, &mut |path| {
        let name = path.strip_prefix(work).expect("below").to_owned();
        if name.starts_with(".git") {
            return;
        }
        let meta = std::fs::symlink_metadata(path).expect("metadata");
        let bytes = meta.is_file().then(|| std::fs::read(path).expect("to read"));
        files.insert(name, (meta.permissions().mode(), bytes));
    });
    files
}

fn difference(wanted: &Files, found: &Files) -> String {
    let names: std::collections::BTreeSet<_> = wanted.keys().chain(found.keys()).collect();
    let other = names.into_iter().filter(|name| wanted.get(*name) != found.get(*name));
    format!("other than wanted: {:?}", other.collect::<Vec<_>>())
}

/// Files to edit, to remove and to rename, some of them executable.
fn make(work: &Path) {
    std::fs::create_dir_all(work.join("going/deep")).expect("a folder");
    for number in 0..8 {
        write(work, &format!("edit{number}.txt"), &format!("one\ntwo {number}\nthree\n"));
    }
    std::fs::set_permissions(work.join("edit1.txt"), PermissionsExt::from_mode(0o755)).expect("a mode");
    for number in 0..3 {
        write(work, &format!("gone{number}.txt"), "gone\n");
        write(work, &format!("going/deep/from{number}.txt"), &format!("moved {number}\n"));
    }
    write(work, "other.txt", "other\n");
    git(work, work, &["init", "-q", "-b", "main"]);
    git(work, work, &["add", "."]);
    git(work, work, &["commit", "-q", "-m", "x"]);
    git(work, work, &["pack-refs", "--all"]);
}

fn write(work: &Path, name: &str, text: &str) {
    std::fs::write(work.join(name), text).expect("to write");
}

/// One block that edits.
pub(crate) fn edit(path: &str, old: &str, new: &str) -> String {
    format!("{path}\n```\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n\n")
}

/// Eight edits, six new files in new folders, three removed files, three renamed ones that leave their
/// folders empty.
fn batch() -> String {
    let edits = (0..8).map(|number| edit(&format!("edit{number}.txt"), &format!("two {number}"), "TWO"));
    let made = (0..6).map(|number| {
        format!(
            "new/part{}/made{number}.txt\n```\n<<<<<<< SEARCH\n=======\nmade\n>>>>>>> REPLACE\n```\n\n",
            number % 2
        )
    });
    let gone = (0..3).map(|number| format!("gone{number}.txt\n```\n<<<<<<< DELETE\n>>>>>>> DELETE\n```\n\n"));
    let moved = (0..3).map(|number| {
        let (from, to) = (format!("going/deep/from{number}.txt"), format!("moved/to{number}.txt"));
        format!("{from}\n```\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n```\n\n")
    });
    edits.chain(made).chain(gone).chain(moved).collect()
}
