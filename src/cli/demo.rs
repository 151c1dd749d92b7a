//! `git sr demo`: apply, status and undo in a scratch repository, with the very programs that a user runs.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use owo_colors::{OwoColorize as _, Style};
use tempfile::TempDir;

use super::{
    args::Demo,
    exit::Exit,
    fatal::{Fatal, chain},
    style::Streams,
    words::quoted,
};

/// The project before the reply, by path.
const PROJECT: &[(&str, &str)] = &[
    (".gitignore", include_str!("../../examples/project/dot-gitignore")),
    ("README.md", include_str!("../../examples/project/README.md")),
    ("tally/__main__.py", include_str!("../../examples/project/tally/__main__.py")),
    ("tally/compat.py", include_str!("../../examples/project/tally/compat.py")),
    ("tally/count.py", include_str!("../../examples/project/tally/count.py")),
    ("tests/test_count.py", include_str!("../../examples/project/tests/test_count.py")),
];

/// The reply that is applied to it.
const REPLY: (&str, &str) = ("reply.md", include_str!("../../examples/reply.md"));

/// Output of `git status --short` once the reply is applied.
const CHANGED: &str = " D tally/compat.py\n M tally/count.py\n M tests/test_count.py\n?? tally/words.py\n";

/// git's configuration of the user. Line endings are pinned, so that restored files can be compared.
const CONFIG: &str = "\
[user]
\tname = Demo
\temail = demo@example.com
[init]
\tdefaultBranch = main
[core]
\tautocrlf = false
";

/// Reason why the demonstration failed.
#[derive(Debug, thiserror::Error)]
enum DemoError {
    #[error("cannot run '{shown}'")]
    Start { shown: String, source: io::Error },
    #[error("'{shown}' failed ({status})")]
    Failed { shown: String, status: ExitStatus },
    #[error("'git status --short' should say {expected:?} and says {found:?}")]
    Status { expected: &'static str, found: String },
    #[error("'{path}' is not as it was before the batch")]
    NotTakenBack { path: &'static str },
}

/// Runs the demonstration.
pub(super) fn run(args: &Demo, streams: &mut Streams) -> Result<Exit, Fatal> {
    let scratch = Scratch::new().map_err(|error| Fatal::scratch(&env::temp_dir(), &error))?;
    let shown = scratch.show(streams);
    if args.keep {
        let kept = scratch.folder.keep().join("project");
        streams.result(&format!("kept in {}", quoted(kept.as_os_str().as_encoded_bytes())));
    } else if let Err(error) = scratch.folder.close() {
        streams.warn(&format!("cannot remove the scratch repository: {error}"));
    }
    Ok(match shown {
        Ok(()) => Exit::Done,
        Err(error) => {
            streams.error(&chain(&error));
            Exit::Fatal
        }
    })
}

/// A temporary folder with a home and a repository in it.
struct Scratch {
    folder: TempDir,
    repository: PathBuf,
    /// This program: `git sr` need not be on the PATH.
    program: PathBuf,
}

impl Scratch {
    fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("git-sr-demo-").tempdir()?;
        let (home, repository) = (folder.path().join("home"), folder.path().join("project"));
        fs::create_dir(&home)?;
        fs::write(home.join(".gitconfig"), CONFIG)?;
        for (path, text) in PROJECT {
            let path = repository.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, text)?;
        }
        fs::write(repository.join(REPLY.0), REPLY.1)?;
        Ok(Self { folder, repository, program: env::current_exe()? })
    }

    fn show(&self, streams: &mut Streams) -> Result<(), DemoError> {
        for command in ["init -q", "add .", "commit -q -m start"] {
            self.quietly(streams, command)?;
        }
        streams.result(&format!("A scratch repository of {} files is committed.", PROJECT.len()));
        streams.result(&format!(
            "'{}' is what a model answered: {} lines of prose and blocks.",
            REPLY.0,
            REPLY.1.lines().count()
        ));
        streams.result("('git sr apply -n reply.md' would print the diff and write nothing.)");
        self.visibly(streams, "sr apply reply.md")?;
        self.visibly(streams, "diff")?;
        self.status(streams, CHANGED)?;
        self.visibly(streams, "sr undo")?;
        self.status(streams, "")?;
        self.compare()?;
        streams.result("(clean: every file is as it was, byte for byte)");
        Ok(())
    }

    /// Runs a command, and prints it and its output, all to standard output so that the order holds.
    fn visibly(&self, streams: &mut Streams, command: &str) -> Result<(), DemoError> {
        prompt(streams, command);
        let output = || Stdio::from(io::stdout());
        let status = self.command(command).stdout(output()).stderr(output()).status();
        self::check(command, status)
    }

    /// Runs a command that is only to succeed.
    fn quietly(&self, streams: &mut Streams, command: &str) -> Result<(), DemoError> {
        let output = self.command(command).output().map_err(|source| start(command, source))?;
        if !output.status.success() {
            streams.bytes(&output.stderr);
        }
        self::check(command, Ok(output.status))
    }

    fn status(&self, streams: &mut Streams, expected: &'static str) -> Result<(), DemoError> {
        let command = "status --short";
        prompt(streams, command);
        let output = self.command(command).output().map_err(|source| start(command, source))?;
        streams.bytes(&output.stdout);
        self::check(command, Ok(output.status))?;
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        if found == expected { Ok(()) } else { Err(DemoError::Status { expected, found }) }
    }

    /// Compares every file with its old text: git's own check goes by the index.
    fn compare(&self) -> Result<(), DemoError> {
        for &(path, text) in PROJECT {
            if fs::read(self.repository.join(path)).ok().as_deref() != Some(text.as_bytes()) {
                return Err(DemoError::NotTakenBack { path });
            }
        }
        Ok(())
    }

    /// A command of git, cut off from the user's configuration. `sr` is this program itself.
    fn command(&self, words: &str) -> Command {
        let mut command = match words.strip_prefix("sr ") {
            Some(words) => with_words(&self.program, words),
            None => with_words(Path::new("git"), &format!("--no-pager {words}")),
        };
        let home = self.folder.path().join("home");
        for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"GIT_")) {
            command.env_remove(name);
        }
        command
            .current_dir(&self.repository)
            .stdin(Stdio::null())
            .envs([("HOME", &home), ("USERPROFILE", &home), ("XDG_CONFIG_HOME", &home)])
            .envs([("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_TERMINAL_PROMPT", "0"), ("LC_ALL", "C")])
            .envs([("GIT_AUTHOR_DATE", "1700000000 +0000"), ("GIT_COMMITTER_DATE", "1700000000 +0000")]);
        command
    }
}

fn with_words(program: &Path, words: &str) -> Command {
    let mut command = Command::new(program);
    command.args(words.split(' '));
    command
}

fn prompt(streams: &mut Streams, command: &str) {
    streams.result(&format!("\n{}", format!("$ git {command}").style(Style::new().bold())));
}

fn start(command: &str, source: io::Error) -> DemoError {
    DemoError::Start { shown: format!("git {command}"), source }
}

fn check(command: &str, status: io::Result<ExitStatus>) -> Result<(), DemoError> {
    let status = status.map_err(|source| start(command, source))?;
    if status.success() { Ok(()) } else { Err(DemoError::Failed { shown: format!("git {command}"), status }) }
}
