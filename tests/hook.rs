//! `git sr hook install` beside the tools that manage hooks: husky, pre-commit and lefthook as their
//! registries have them.
//!
//! `SR_MANAGERS=1` installs them, with npm and pip, into temporary folders. Without it, or without npm, pip
//! or the network, these tests are skipped, by name.

#![allow(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod obey;
mod place;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use full::Need;
use place::{Place, said};

const BLOCK: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";

/// A repository, and a tool on the `PATH` of what is run in it.
struct Managed {
    place: Place,
    path: String,
}

impl Managed {
    /// Skips where the tool cannot be installed.
    fn new(test: &str, tool: &str, files: &[(&str, &str)]) -> Option<Self> {
        let place = Place::new(files);
        let folder = if std::env::var_os("SR_MANAGERS").is_some_and(|value| value == "1") {
            let tools = place.outside().join("tools");
            if tool == "pre-commit" { with_pip(tool, &tools) } else { with_npm(tool, &tools) }
        } else {
            Err("it is installed with SR_MANAGERS=1 only")
        };
        let folder = match folder {
            Ok(folder) => folder,
            Err(why) => {
                assert!(!Need::Missing(why).is_met(test));
                return None;
            }
        };
        let program = Path::new(env!("CARGO_BIN_EXE_git-sr")).parent().expect("a folder");
        let path = std::env::var("PATH").expect("a PATH");
        let path = format!("{}:{}:{path}", program.display(), folder.display());
        Some(Self { place, path })
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let path = format!("PATH={}", self.path);
        self.place.run_program("env", &self.place.root(), &[&[&path, program], arguments].concat())
    }

    /// Runs a command that must succeed.
    fn good(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        let (out, err, code) = said(&output);
        assert_eq!(code, Some(0), "{program} {arguments:?}: {out}{err}");
        out + &err
    }

    /// Commits all that there is.
    fn commit(&self) -> Result<String, String> {
        self.good("git", &["add", "-A"]);
        let output = self.run("git", &["commit", "-qm", "x", "--allow-empty"]);
        let text = said(&output).0 + &said(&output).1;
        if output.status.success() { Ok(text) } else { Err(text) }
    }

    /// Commits go through, unless they bring in a marker of an edit.
    fn checks(&self) {
        self.place.write("a.rs", &format!("{}good\n", self.place.read("a.rs")));
        self.commit().expect("nothing is found");
        let before = self.place.read("a.rs");
        self.place.write("a.rs", BLOCK);
        let error = self.commit().expect_err("the check refuses");
        assert!(error.contains("[edit-markers]"), "{error}");
        self.place.write("a.rs", &before);
        self.good("git", &["add", "-A"]);
    }

    /// Installs nothing and changes nothing; gives the hint and the lines to be pasted.
    fn refused(&self) -> (String, String) {
        let hooks = || {
            self.good("sh", &["-c", "cat $(git rev-parse --git-path hooks)/pre-commit*; git status --short"])
        };
        let before = hooks();
        let (_, err, code) = said(&self.run("git", &["sr", "hook", "install"]));
        assert_eq!(code, Some(1), "{err}");
        assert_eq!(hooks(), before);
        let hint = err.lines().find_map(|line| line.strip_prefix("hint: ")).expect("a hint");
        let lines = err.lines().filter_map(|line| line.strip_prefix("    "));
        (hint.to_owned(), lines.map(|line| format!("{line}\n")).collect())
    }

    /// Says that there is nothing to install.
    fn is_called(&self, file: &str) {
        let text = self.good("git", &["sr", "hook", "install"]);
        assert_eq!(text, format!("'git sr check' is called in '{file}' already\n"));
    }
}

fn run(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Gives the folder of the program.
fn with_npm(tool: &str, folder: &Path) -> Result<PathBuf, &'static str> {
    fs::create_dir(folder).expect("a folder");
    let mut npm = Command::new("npm");
    // Scripts of these packages install hooks, in the repository around the folder that npm is started in.
    npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", tool, "--prefix"]).arg(folder);
    npm.current_dir(folder);
    if run(&mut npm) { Ok(folder.join("node_modules/.bin")) } else { Err("npm cannot install it") }
}

fn with_pip(tool: &str, folder: &Path) -> Result<PathBuf, &'static str> {
    let made = run(Command::new("python3").args(["-m", "venv"]).arg(folder));
    let installed = made && run(Command::new(folder.join("bin/pip")).args(["install", "-q", tool]));
    if installed { Ok(folder.join("bin")) } else { Err("pip cannot install it") }
}

#[test]
fn a_folder_that_cannot_be_made_is_named_in_single_quotes() {
    let place = Place::new(&[("a.txt", "one\n")]);
    place.write(".git/taken", "");
    place.git(&["config", "core.hooksPath", ".git/taken/hooks"]);
    let (_, err, code) = said(&place.run(&["hook", "install"], ""));
    assert_eq!(code, Some(128), "{err}");
    let folder = place.root().canonicalize().expect("a folder").join(".git/taken/hooks");
    assert!(err.starts_with(&format!("error: cannot change the hooks in '{}': ", folder.display())), "{err}");
}

#[test]
fn husky_stays_switched_on() {
    let files =
        &[("a.rs", "one\n"), ("package.json", "{}\n"), (".husky/pre-commit", "echo ran >>.git/ran\n")];
    for tool in ["husky@9", "husky@8"] {
        let Some(managed) = Managed::new("husky_stays_switched_on", tool, files) else { return };
        let switch_on = || match tool {
            "husky@9" => managed.good("husky", &[]),
            _ => managed.good("sh", &["-c", "husky install && chmod +x .husky/pre-commit"]),
        };
        switch_on();
        let (hint, line) = managed.refused();
        let place = &managed.place;
        assert!(hint.starts_with("add this line to '.husky/pre-commit'"), "{hint}");
        managed.commit().expect("nothing is found");
        assert_eq!(place.read(".git/ran"), "ran\n");
        place.write(".husky/pre-commit", &format!("{line}echo ran >>.git/ran\n"));
        managed.checks();
        switch_on();
        managed.checks();
        assert_eq!(place.read(".git/ran"), "ran\nran\nran\n");
        managed.is_called(".husky/pre-commit");
    }
}

#[test]
fn lefthook_keeps_its_hook() {
    let files =
        &[("a.rs", "one\n"), ("lefthook.yml", "pre-commit:\n  jobs:\n    - run: echo ran >>.git/ran\n")];
    let Some(managed) = Managed::new("lefthook_keeps_its_hook", "lefthook", files) else { return };
    let (hint, _) = managed.refused();
    assert!(hint.ends_with("then run: lefthook install"), "{hint}");
    managed.good("lefthook", &["install"]);
    let (hint, lines) = managed.refused();
    assert_eq!(hint, "add these lines to 'lefthook.yml', below 'pre-commit:'");
    let text = managed.place.read("lefthook.yml");
    managed.place.write("lefthook.yml", &text.replace("pre-commit:\n", &format!("pre-commit:\n{lines}")));
    managed.checks();
    managed.good("lefthook", &["install"]);
    managed.checks();
    assert!(managed.place.read(".git/ran").contains("ran"));
    managed.is_called("lefthook.yml");
}

#[test]
fn lefthook_takes_a_whole_file() {
    let files = &[("a.rs", "one\n"), ("lefthook.yml", "pre-push:\n  commands: {}\n")];
    let Some(managed) = Managed::new("lefthook_takes_a_whole_file", "lefthook", files) else { return };
    let (_, lines) = managed.refused();
    managed.place.write("lefthook.yml", &format!("pre-push:\n  commands: {{}}\n{lines}"));
    managed.good("lefthook", &["install"]);
    managed.checks();
    managed.good("git", &["rm", "-q", "lefthook.yml"]);
    managed.place.write("lefthook.toml", "[pre-push.commands]\n");
    let (_, lines) = managed.refused();
    managed.place.write("lefthook.toml", &format!("[pre-push.commands]\n{lines}"));
    managed.checks();
}

const CONFIG: &str = "repos:\n- repo: local\n  hooks:\n  - id: other\n    name: other\n    entry: \"true\"\n    \
                      language: system\n    pass_filenames: false\n";
const CONFIGURED: &[(&str, &str)] = &[("a.rs", "one\n"), (".pre-commit-config.yaml", CONFIG)];

#[test]
fn pre_commit_keeps_its_hook() {
    let Some(managed) = Managed::new("pre_commit_keeps_its_hook", "pre-commit", CONFIGURED) else { return };
    let (hint, _) = managed.refused();
    assert!(hint.ends_with("then run: pre-commit install"), "{hint}");
    managed.good("pre-commit", &["install"]);
    let (hint, lines) = managed.refused();
    assert_eq!(hint, "add these lines to '.pre-commit-config.yaml', at the end of 'repos:'");
    managed.good("pre-commit", &["install"]);
    managed.commit().expect("the hook works");
    managed.place.write(".pre-commit-config.yaml", &format!("{CONFIG}{lines}"));
    managed.checks();
    managed.is_called(".pre-commit-config.yaml");
}

#[test]
fn pre_commit_installed_over_ours_runs_it() {
    let files = &CONFIGURED[..1];
    let Some(managed) = Managed::new("pre_commit_installed_over_ours_runs_it", "pre-commit", files) else {
        return;
    };
    managed.good("git", &["sr", "hook", "install"]);
    managed.place.write(".pre-commit-config.yaml", CONFIG);
    for _ in 0..2 {
        managed.good("pre-commit", &["install"]);
        managed.checks();
    }
    managed.good("git", &["sr", "hook", "uninstall"]);
    managed.place.write("a.rs", BLOCK);
    managed.commit().expect("nothing looks for markers");
    assert!(!managed.place.root().join(".git/hooks/pre-commit.legacy").exists());
}

/// As earlier versions left it: ours had taken the place of pre-commit's hook, which then took it back.
#[test]
fn commits_that_two_hooks_block_work_once_ours_is_uninstalled() {
    let test = "commits_that_two_hooks_block_work_once_ours_is_uninstalled";
    let Some(managed) = Managed::new(test, "pre-commit", &CONFIGURED[..1]) else { return };
    managed.good("git", &["sr", "hook", "install"]);
    let hooks = managed.place.root().join(".git/hooks");
    fs::rename(hooks.join("pre-commit"), hooks.join("ours")).expect("to rename");
    managed.place.write(".pre-commit-config.yaml", CONFIG);
    managed.good("pre-commit", &["install"]);
    fs::rename(hooks.join("pre-commit"), hooks.join("pre-commit.before-git-sr")).expect("to rename");
    fs::rename(hooks.join("ours"), hooks.join("pre-commit")).expect("to rename");
    let (hint, _) = managed.refused();
    assert!(hint.starts_with("run first: git sr hook uninstall; then add these lines"), "{hint}");
    managed.good("pre-commit", &["install"]);
    let error = managed.commit().expect_err("pre-commit calls itself");
    assert!(error.contains("installed in migration mode"), "{error}");
    managed.good("git", &["sr", "hook", "uninstall"]);
    managed.commit().expect("only pre-commit's hook is left");
}
