//! Commands in hints, run as they are printed: nothing that the user has may be lost by that.
#![allow(dead_code, reason = "no test crate needs all of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use bstr::ByteSlice as _;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Words that git takes as a command.
static VERBS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let listed = Command::new("git").arg("--list-cmds=builtins").output().map(|output| output.stdout);
    listed.unwrap_or_default().lines().map(|line| line.to_str_lossy().into_owned()).collect()
});

/// Hints that name a command which takes something away, by a part of their text, and why that is right.
const MEANT: [(&str, &str); 3] = [
    (
        "to drop that too: git sr forget",
        "no undo reads a damaged record; what git can still read of it is shown first",
    ),
    (
        "unstage the change: git",
        "only what the batch changed goes, and its record has that; tests/remains.rs looks at the rest",
    ),
    ("stage the file as it is now: git add", "the same"),
];

/// Other programs that hints may name.
const PROGRAMS: [&str; 4] = ["mv", "rm", "cp", "chmod"];

/// Files by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Where a hint was printed.
pub(crate) struct Ground<'g> {
    /// The folder that holds everything.
    pub(crate) root: &'g Path,
    /// A program in the environment and the folder of the command that printed it.
    pub(crate) command: &'g dyn Fn(&str) -> Command,
}

impl Ground<'_> {
    /// Runs the commands of all hints, each in the state in which the hint was printed, and puts that back.
    ///
    /// # Errors
    ///
    /// When one is no command, loses something or stages a deletion.
    pub(crate) fn obey(&self, said: &[u8]) -> Result {
        let said = said.to_str_lossy();
        let hints: BTreeSet<&str> = said.lines().filter_map(|line| line.strip_prefix("hint: ")).collect();
        let (mut done, mut files) = (BTreeSet::new(), None);
        for hint in hints.into_iter().filter(|hint| MEANT.iter().all(|(part, _)| !hint.contains(part))) {
            for line in commands(hint).into_iter().filter(|line| !has_placeholder(line)) {
                if !done.insert(line.clone()) {
                    continue;
                }
                let files = match &mut files {
                    Some(files) => files,
                    none => none.insert(self.files()?),
                };
                if let Some(harm) = self.harm(&line, files)? {
                    return Err(format!("'{line}' of the hint '{hint}' {harm}").into());
                }
            }
        }
        Ok(())
    }

    /// Runs a line of shell. Says what harm that did.
    fn harm(&self, line: &str, files: &Files) -> Result<Option<String>> {
        let (code, after) = self.after(&[line], files)?;
        if code == Some(129) {
            return Ok(Some("is no valid command".to_owned()));
        }
        let Some(after) = after else { return Ok(None) };
        let before = self.state()?;
        let gone: Vec<&String> = after.deletions.difference(&before.deletions).collect();
        if !line.starts_with("git sr ") && !gone.is_empty() {
            return Ok(Some(format!("stages the deletion of {gone:?}")));
        }
        // Old records go by themselves where few are kept.
        let keeps_few = !self.git(None, &["config", "sr.keepBatches"])?.is_empty();
        if let Some(name) = before.names.difference(&after.names).next().filter(|_| !keeps_few) {
            return Ok(Some(format!("drops {name}")));
        }
        let Some(lost) = before.lost(&after) else { return Ok(None) };
        // Changes of git sr are a batch, which can be taken back.
        for batch in after.names.difference(&before.names).filter_map(|name| name.rsplit('/').next()) {
            let (code, back) = self.after(&[line, &format!("git sr undo {batch}")], files)?;
            if code == Some(0) && back.is_none_or(|back| before.lost(&back).is_none()) {
                return Ok(None);
            }
        }
        Ok(Some(format!("loses {lost}")))
    }

    /// Exit of the last of some lines of shell, and the state after it, unless the files are as before. They
    /// work on a copy in place of the folder.
    fn after(&self, lines: &[&str], files: &Files) -> Result<(Option<i32>, Option<State>)> {
        let aside = self.root.with_extension("aside");
        std::fs::rename(self.root, &aside)?;
        let answer = (|| {
            let copied = Command::new("cp").arg("-a").args([&aside, self.root]).status()?;
            if !copied.success() {
                return Err("no copy can be made".into());
            }
            let codes: Result<Vec<Option<i32>>> = lines.iter().map(|line| self.run(line)).collect();
            let is_same = self.files()? == *files;
            let state = if is_same { None } else { Some(self.state()?) };
            Ok((codes?.pop().flatten(), state))
        })();
        std::fs::remove_dir_all(self.root)?;
        std::fs::rename(aside, self.root)?;
        answer
    }

    /// All files with their bytes, but for objects and what git sr keeps for itself alone.
    fn files(&self) -> Result<Files> {
        let (mut files, mut folders) = (Files::new(), vec![self.root.to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                let kind = std::fs::symlink_metadata(&path)?.file_type();
                let is_own = ["objects", ".git/sr"].into_iter().any(|name| path.ends_with(name));
                if kind.is_dir() && !is_own {
                    folders.push(path);
                } else if kind.is_file() {
                    files.insert(path.clone(), std::fs::read(&path)?);
                }
            }
        }
        Ok(files)
    }

    fn run(&self, line: &str) -> Result<Option<i32>> {
        let program = Path::new(env!("CARGO_BIN_EXE_git-sr")).parent().ok_or("no folder")?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [program.to_owned()].into_iter().chain(std::env::split_paths(&path));
        let mut shell = (self.command)("sh");
        shell
            .args(["-c", line])
            .stdin(Stdio::null())
            .env("PATH", std::env::join_paths(path)?)
            .env("GIT_EDITOR", "true");
        // The user's own hooks may do anything; nothing goes on in the background.
        shell.env("GIT_CONFIG_COUNT", "2");
        shell.envs([("GIT_CONFIG_KEY_0", "core.hooksPath"), ("GIT_CONFIG_VALUE_0", "/dev/null")]);
        shell.envs([("GIT_CONFIG_KEY_1", "maintenance.auto"), ("GIT_CONFIG_VALUE_1", "false")]);
        Ok(shell.output()?.status.code())
    }

    fn git(&self, folder: Option<&Path>, arguments: &[&str]) -> Result<Vec<String>> {
        let mut git = (self.command)("git");
        if let Some(folder) = folder {
            git.arg("-C").arg(folder);
        }
        let output = git.args(arguments).env("GIT_OPTIONAL_LOCKS", "0").output()?;
        let parts = output.stdout.split(|byte| *byte == 0).filter(|part| !part.is_empty());
        let parts = parts.map(|part| part.to_str_lossy().trim_matches('\n').to_owned());
        Ok(parts.filter(|part| !part.is_empty()).collect())
    }

    fn state(&self) -> Result<State> {
        let top = self.git(None, &["rev-parse", "--show-toplevel"])?.pop().map(PathBuf::from);
        let top = top.as_deref();
        let git = |arguments: &[&str]| self.git(top, arguments);
        let is_of_git = |path: &Path| path.components().any(|name| name.as_os_str() == ".git");
        let files = self.files()?.into_iter().filter(|(path, _)| !is_of_git(path)).map(|(_, bytes)| bytes);
        let mut dirty = BTreeMap::new();
        let options = ["-z", "--porcelain", "--untracked-files=all", "--ignored=matching", "--no-renames"];
        for line in git(&[&["status"][..], &options].concat())? {
            let path = line.get(3..).unwrap_or_default().to_owned();
            if let Ok(bytes) = std::fs::read(top.unwrap_or(self.root).join(&path)) {
                dirty.insert(path, bytes);
            }
        }
        // `<mode> blob <id>\t<path>` and `<mode> <id> <stage>\t<path>`
        let id = |line: &String| line.split([' ', '\t']).find(|word| word.len() >= 40).map(str::to_owned);
        let head: BTreeSet<String> = git(&["ls-tree", "-rz", "HEAD"])?.iter().filter_map(id).collect();
        let index: BTreeSet<String> = git(&["ls-files", "-sz"])?.iter().filter_map(id).collect();
        let mut blobs: BTreeSet<String> = head.union(&index).cloned().collect();
        for path in dirty.keys() {
            blobs.extend(git(&["hash-object", "--", path])?);
        }
        let deletions = git(&["diff", "--cached", "--name-only", "-z", "--no-renames", "--diff-filter=D"])?;
        let batches = git(&["for-each-ref", "--format=%(refname)%00", "refs/worktree/sr"])?;
        Ok(State {
            staged: index.difference(&head).cloned().collect(),
            deletions: deletions.into_iter().collect(),
            names: batches.into_iter().collect(),
            dirty,
            files: files.collect(),
            blobs,
        })
    }
}

/// The user's content that HEAD does not have.
struct State {
    /// The bytes of files that are modified, untracked or ignored, by path.
    dirty: BTreeMap<String, Vec<u8>>,
    /// The bytes of all files.
    files: BTreeSet<Vec<u8>>,
    /// The blobs that are staged and not in HEAD.
    staged: BTreeSet<String>,
    /// The blobs of the index, of HEAD and, as git would store them, of the files.
    blobs: BTreeSet<String>,
    /// The paths whose deletion is staged.
    deletions: BTreeSet<String>,
    /// The references that keep the records of batches.
    names: BTreeSet<String>,
}

impl State {
    /// Content that only the user had, and that is lost now.
    fn lost(&self, after: &Self) -> Option<String> {
        let file = self.dirty.iter().find(|(_, bytes)| !after.files.contains(*bytes));
        let blob = || self.staged.iter().find(|blob| !after.blobs.contains(*blob));
        file.map(|(path, _)| format!("the bytes of '{path}'"))
            .or_else(|| blob().map(|id| format!("what is staged as {id}")))
    }
}

/// The commands in a hint, as lines of shell. Those that are to be run one after the other are one.
pub(crate) fn commands(hint: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut from = 0;
    while let Some(start) = next_start(hint, from) {
        let is_quoted = hint[..start].ends_with('\'');
        let end = start + end_of(&hint[start..], is_quoted);
        let between = &hint[from..start];
        let command = hint[start..end].trim_end().to_owned();
        match found.last_mut() {
            Some(last) if between.contains("then") || between.contains("&&") => {
                last.push_str("; ");
                last.push_str(&command);
            }
            _ => found.push(command),
        }
        from = end;
    }
    found
}

/// Where the next command begins.
fn next_start(hint: &str, from: usize) -> Option<usize> {
    let starts = hint[from..].match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| from + at);
    let mut starts = starts.filter(|&at| at == 0 || hint[..at].ends_with([' ', '\'']));
    starts.find(|&at| {
        let command = without_folder(&hint[at..]);
        let mut words = command.split([' ', '\'', ',', ';']);
        match words.next() {
            Some("git") => {
                let mut words = words.skip_while(|word| word.starts_with('-') || word.contains('='));
                match words.next() {
                    Some("sr") => words.next().is_some_and(is_verb),
                    Some(verb) => VERBS.contains(verb),
                    None => false,
                }
            }
            // Prose has such words too.
            Some(word) => PROGRAMS.contains(&word) && hint[..at].ends_with(": "),
            None => false,
        }
    })
}

/// The text without the option `-C` of the command with which it begins.
fn without_folder(text: &str) -> std::borrow::Cow<'_, str> {
    let Some((program, rest)) = ["git sr", "git"]
        .iter()
        .find_map(|program| Some((program, text.strip_prefix(program)?.strip_prefix(" -C ")?)))
    else {
        return text.into();
    };
    let end = match rest.strip_prefix('\'') {
        Some(quoted) => quoted.find('\'').map(|at| at + 2),
        None => rest.find(' '),
    };
    format!("{program}{}", &rest[end.unwrap_or(rest.len())..]).into()
}

fn is_verb(word: &str) -> bool {
    git_sr::cli::command().get_subcommands().any(|verb| verb.get_name() == word)
}

/// Where the command ends with which a text begins.
fn end_of(text: &str, is_quoted: bool) -> usize {
    let mut quote = false;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\'' if is_quoted => return at,
            b'\'' if at == 0 || bytes[at - 1] != b'\\' => quote = !quote,
            b';' if !quote => return at,
            b',' | b'(' if !quote && (byte == b'(' || bytes.get(at + 1) == Some(&b' ')) => return at,
            _ => {}
        }
    }
    bytes.len()
}

/// Returns whether something is left for the user to fill in.
pub(crate) fn has_placeholder(line: &str) -> bool {
    line.split('\'').step_by(2).any(|bare| bare.contains('<'))
}
