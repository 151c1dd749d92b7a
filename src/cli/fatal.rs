//! Why a command cannot go on, in words.

mod check;
mod commit;

use super::{
    exit::Exit,
    input::InputError,
    report::json,
    style::Streams,
    words::{self, Words, quoted, rule_words},
};
use crate::{
    apply::{ApplyError, BackupError},
    batches::BatchesError,
    core::{
        escape::escape,
        guard::{Origin, PolicyError},
        locate::Tier,
        outcome::Class,
    },
    repo::{
        config::ConfigError, git_form::GitError, index::IndexError, lock::LockError, open::OpenError,
        policy::RulesError, record::RecordError, stash::StashError, transact::TransactError,
        worktree::WriteError,
    },
    undo::UndoError,
};

/// Why a command cannot go on.
#[derive(Debug)]
pub(super) struct Fatal {
    exit: Exit,
    class: Class,
    message: String,
    hint: Option<String>,
    retryable: bool,
}

impl Fatal {
    fn new(exit: Exit, class: Class, message: impl Into<String>) -> Self {
        Self { exit, class, message: message.into(), hint: None, retryable: false }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Something that cannot be read or written.
    pub(super) fn io(what: &str, error: &dyn std::error::Error) -> Self {
        Self::new(Exit::Fatal, Class::Io, format!("{what}: {}", chain(error)))
    }

    /// `--continue` without a refused batch.
    pub(super) fn nothing_kept() -> Self {
        Self::nothing_to_forget().hint("apply the whole reply: git sr apply <reply>")
    }

    /// `--abort` without a refused batch.
    pub(super) fn nothing_to_forget() -> Self {
        Self::new(Exit::Refused, Class::NoBlocks, "nothing is kept of a refused batch")
    }

    /// A folder that is none.
    pub(super) fn folder(path: &[u8]) -> Self {
        Self::new(Exit::Fatal, Class::Io, format!("cannot change to {}: no such folder", quoted(path)))
    }

    /// A reply that cannot be read.
    pub(super) fn input(name: &[u8], error: &InputError) -> Self {
        match error {
            InputError::Terminal => {
                Self::new(Exit::Usage, Class::NoBlocks, "no reply named, and standard input is a terminal")
                    .hint("name the file that holds the reply, or pipe it in: git sr apply reply.md")
            }
            InputError::TooLarge { max } => Self::new(
                Exit::Fatal,
                Class::Limit,
                format!("reply {} is larger than {max} bytes", quoted(name)),
            )
            .hint("raise sr.maxReplyBytes if that is meant"),
            InputError::NotAFile => Self::new(
                Exit::Fatal,
                Class::NotAFile,
                format!("reply {} is not a regular file", quoted(name)),
            )
            .hint("save the reply to a file, or pipe it in: git sr apply - <reply"),
            InputError::Missing { similar } => {
                let fatal =
                    Self::new(Exit::Fatal, Class::Io, format!("reply {} does not exist", quoted(name)));
                match similar {
                    Some(similar) => fatal.hint(format!("if {} is meant, name that", quoted(similar))),
                    None => {
                        fatal.hint("name the file that holds the reply, or pipe it in: git sr apply - <reply")
                    }
                }
            }
            InputError::Io(error) => Self::new(
                Exit::Fatal,
                Class::Io,
                format!("cannot read reply {}: {}", quoted(name), chain(error)),
            ),
        }
    }

    /// A message of a commit that cannot be read.
    pub(super) fn message(name: &[u8], error: &InputError) -> Self {
        let exit = if matches!(error, InputError::Terminal) { Exit::Usage } else { Exit::Fatal };
        Self::new(exit, Class::Io, format!("cannot read the message {}: {}", quoted(name), chain(error)))
    }

    /// An option whose value is none.
    pub(super) fn option(option: &str, error: &dyn std::error::Error) -> Self {
        Self::new(Exit::Usage, Class::Blocked, format!("{option}: {}", chain(error)))
    }

    /// Prints it, and with `json` the object too.
    pub(super) fn print(&self, streams: &mut Streams, json: bool) -> Exit {
        streams.error(&self.message);
        if let Some(hint) = &self.hint {
            streams.hint(hint);
        }
        if json {
            let fatal = json::Fatal {
                schema_version: json::SCHEMA_VERSION,
                status: json::FatalStatus::Error,
                class: self.class,
                message: &self.message,
                hint: self.hint.as_deref(),
                retryable: self.retryable,
            };
            json::print(&fatal, streams);
        }
        self.exit
    }
}

/// An error and what caused it, fit to print.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = lower(&error.to_string());
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = lower(&cause.to_string());
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    // What the system says ends in its number, which tells people nothing.
    let said = text.rsplit_once(" (os error ").map_or(text.as_str(), |(said, _)| said);
    escape(said.as_bytes()).to_string()
}

/// Without a capital where a sentence of the system begins; a word of capitals stays.
fn lower(text: &str) -> String {
    let mut rest = text.chars();
    match (rest.next(), rest.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            format!("{}{}", first.to_lowercase(), &text[first.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

fn path(path: &std::path::Path) -> String {
    quoted(path.as_os_str().as_encoded_bytes())
}

impl From<OpenError> for Fatal {
    fn from(error: OpenError) -> Self {
        let fatal = |message: String| Self::new(Exit::Fatal, Class::Repository, message);
        match &error {
            OpenError::NotARepository { start } => {
                fatal(format!("not a git repository (or any of the parent folders): {}", path(start)))
                    .hint("go to the repository, or name it: git sr -C <folder> <command>")
            }
            OpenError::Bare { git_dir } => fatal(format!("{} is bare: it has no work tree", path(git_dir)))
                .hint("run git sr in a clone, or add a work tree: git worktree add <path>"),
            OpenError::NoWorkTree { path: folder } => {
                fatal(format!("{} is not in a work tree", path(folder))).hint("run git sr in the work tree")
            }
            OpenError::Untrusted { path: folder } => {
                fatal(format!("the repository at {} belongs to another user", path(folder)))
                    .hint("if you trust it: git config --global --add safe.directory <path>")
            }
            OpenError::RefStorage { name } => {
                fatal(format!("references stored as {} are not supported", quoted(name)))
                    .hint("migrate them: git refs migrate --ref-format=files")
            }
            OpenError::ObjectFormat { name } => {
                fatal(format!("object format {} is not supported", quoted(name)))
            }
            OpenError::Extension { name } => {
                fatal(format!("repository extension {} is not supported", quoted(name)))
                    .hint("what it changes is not known, so nothing can be written safely")
            }
            _ => fatal(chain(&error)),
        }
    }
}

impl From<ConfigError> for Fatal {
    fn from(error: ConfigError) -> Self {
        let place = match &error.origin.path {
            Some(file) => format!(" in {}", path(file)),
            None => String::new(),
        };
        let fatal = Self::new(Exit::Fatal, Class::Io, format!("{error}{place}"));
        if error.key == "sr.match" {
            let tiers: Vec<&str> = Tier::ALL.into_iter().map(Tier::name).collect();
            return fatal.hint(format!("the tiers are {}", tiers.join(", ")));
        }
        if error.key.starts_with("sr.check.") {
            return fatal.hint(format!("set it to error, warn or off: git config {} warn", error.key));
        }
        fatal.hint(format!("change it: git config set {} <value>", error.key))
    }
}

impl From<RecordError> for Fatal {
    fn from(error: RecordError) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, chain(&error));
        match error {
            RecordError::Damaged { .. } | RecordError::Version { .. } => {
                fatal.hint("'git sr log' names the batch; to drop its record: git sr forget <batch>")
            }
            _ => fatal,
        }
    }
}

impl From<TransactError> for Fatal {
    fn from(error: TransactError) -> Self {
        match error {
            TransactError::Write(error) => error.into(),
            TransactError::Lock(error) => error.into(),
            TransactError::Recover(error) => Self::new(Exit::Fatal, Class::Io, chain(&error))
                .hint("when its cause is gone, try again: git sr recover"),
            TransactError::Index(error) => error.into(),
            TransactError::Record(error) => {
                let message =
                    format!("nothing was written, as the state before cannot be recorded: {}", chain(&error));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            TransactError::Stuck { source, left } => {
                let Self { message, .. } = Self::from(*source);
                let message = message.replace("; nothing was written", "");
                let paths: Vec<String> = left.iter().map(words::left).collect();
                let paths = if paths.is_empty() { "its record".to_owned() } else { paths.join(", ") };
                Self::new(Exit::Fatal, Class::Io, format!("{message}; this could not be put back: {paths}"))
                    .hint("when its cause is gone, take the batch back: git sr recover")
            }
            TransactError::Interrupted { signal } => {
                let exit = u8::try_from(signal).map_or(Exit::Fatal, Exit::Signal);
                let message = format!("stopped by signal {signal}; nothing was written");
                Self { retryable: true, ..Self::new(exit, Class::Io, message) }
            }
            TransactError::Journal(_) | TransactError::Sync(_) | TransactError::Taken { .. } => {
                Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error)))
            }
        }
    }
}

impl From<LockError> for Fatal {
    fn from(error: LockError) -> Self {
        match &error {
            LockError::Held { pid, command } => {
                let command =
                    if command.is_empty() { "git sr".to_owned() } else { escape(command).to_string() };
                let who = pid.map_or_else(|| command.clone(), |pid| format!("process {pid} ({command})"));
                let message = format!("this work tree is locked by {who}; nothing was written");
                Self { retryable: true, ..Self::new(Exit::Fatal, Class::Locked, message) }.hint(
                    "run the command again when that one has ended; sr.lockTimeout sets how long to wait",
                )
            }
            LockError::Io(_) => {
                Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error)))
            }
        }
    }
}

impl From<IndexError> for Fatal {
    fn from(error: IndexError) -> Self {
        match &error {
            IndexError::Locked { path: lock } => {
                let message = format!("the index is locked: {} is there; nothing was written", path(lock));
                Self { retryable: true, ..Self::new(Exit::Fatal, Class::Locked, message) }.hint(
                    "run the command again when the other program has ended; if none runs, remove the file yourself",
                )
            }
            IndexError::Committing { path: index } => {
                let message = format!(
                    "git is committing from {}, so that nothing can be staged; nothing was written",
                    path(index)
                );
                Self::new(Exit::Fatal, Class::Locked, message)
                    .hint("in a hook, apply without staging; or commit without -a, -i and paths")
            }
            IndexError::Git(GitError::Failed { command, said }) => {
                let message = format!("git {command} failed: {}; nothing was written", escape(said));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            _ => Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error))),
        }
    }
}

impl From<WriteError> for Fatal {
    fn from(error: WriteError) -> Self {
        match &error {
            WriteError::Changed { path } => Self {
                retryable: true,
                ..Self::new(
                    Exit::Refused,
                    Class::Changed,
                    format!(
                        "{} changed while the batch was worked on; nothing was written",
                        quoted(path.as_bstr())
                    ),
                )
                .hint("run the command again")
            },
            WriteError::Refused { path, .. } => Self::new(
                Exit::Refused,
                Class::NotAFile,
                format!(
                    "{} cannot be written: something else stands there, or on the way; nothing was written",
                    quoted(path.as_bstr())
                ),
            ),
            WriteError::Clash { path } => Self::new(
                Exit::Refused,
                Class::NotAFile,
                format!(
                    "{} is wanted as a file and as a folder; nothing was written",
                    quoted(path.as_bstr())
                ),
            ),
            WriteError::HalfDone { left, .. } => {
                let paths: Vec<String> = left.iter().map(words::left).collect();
                let message =
                    format!("{}; these files could not be put back: {}", chain(&error), paths.join(", "));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            _ => Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error))),
        }
    }
}

impl From<ApplyError> for Fatal {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Transact(error) => error.into(),
            ApplyError::Begin(error) => (*error).into(),
            ApplyError::Record(error) => error.into(),
            ApplyError::TooManyBlocks { found, max } => Self::new(
                Exit::Fatal,
                Class::Limit,
                format!("the batch has {found} blocks, more than sr.maxBlocks ({max})"),
            )
            .hint("raise sr.maxBlocks if that is meant"),
            ApplyError::Backup(error) => backup(&error),
            ApplyError::Stash(error) => stash(&error),
            ApplyError::Commit(error) => commit::refused(&error),
            ApplyError::Uncommitted { source, batch, became } => commit::uncommitted(&source, batch, &became),
            ApplyError::Policy(error) => policy(&error),
            ApplyError::Rules(RulesError::Policy(error)) => policy(&error),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}

fn backup(error: &BackupError) -> Fatal {
    const SUFFIX: &str = "choose another suffix: --backup=<suffix>";
    let words = match error {
        BackupError::Blocked { path, verdict } => words::blocked(verdict, path.as_bstr()),
        BackupError::Unreadable { path, source } => {
            words::unreadable(source.class(), source, &quoted(path.as_bstr()))
        }
        BackupError::Taken { .. } => Words::new(Class::Exists, chain(error), SUFFIX),
        BackupError::Name { .. } => Words::new(Class::BadPath, chain(error), SUFFIX),
    };
    let message = format!("no backup can be made: {}; nothing was written", words.message);
    Fatal { hint: words.hints.into_iter().next(), ..Fatal::new(Exit::Refused, words.class, message) }
}

fn stash(error: &StashError) -> Fatal {
    let (exit, class) = match error {
        StashError::Unmerged { .. } => (Exit::Refused, Class::Unmerged),
        _ => (Exit::Fatal, Class::Io),
    };
    let said = match error {
        StashError::Refused(GitError::Failed { said, .. }) if !said.is_empty() => escape(said).to_string(),
        error => chain(error),
    };
    let message = format!("the state before cannot be put on the stash: {said}");
    let fatal = Fatal::new(exit, class, format!("{message}; nothing was written"));
    match error {
        StashError::Unmerged { .. } => {
            fatal.hint("end the merge first, or leave --stash out: undo needs no stash")
        }
        _ => fatal.hint("undo needs no stash: leave --stash out"),
    }
}

fn policy(error: &PolicyError) -> Fatal {
    let (origin, message) = match error {
        PolicyError::Glob { rule, source } => (
            &rule.origin,
            format!("bad glob {}: {}", rule_words(rule), escape(source.kind().to_string().as_bytes())),
        ),
        PolicyError::Empty { origin } => (origin, format!("bad glob: {}", chain(error))),
        PolicyError::Negated { rule } => {
            (&rule.origin, format!("bad rule {}: what blocks cannot be taken back", rule_words(rule)))
        }
        PolicyError::NotUtf8 { origin: origin @ Origin::BlockFile { line } } => {
            (origin, format!("bad rule in .gitsr-block:{line}: {}", chain(error)))
        }
        _ => (&Origin::BuiltIn, format!("bad rule: {}", chain(error))),
    };
    let exit = if *origin == Origin::Flag { Exit::Usage } else { Exit::Fatal };
    let fatal = Fatal::new(exit, Class::Blocked, message);
    match origin {
        Origin::BlockFile { line } => fatal.hint(format!(
            "correct line {line} of .gitsr-block, or remove it; if it is staged, stage it again"
        )),
        _ => fatal,
    }
}

impl From<BatchesError> for Fatal {
    fn from(error: BatchesError) -> Self {
        match error {
            BatchesError::Record(error) => error.into(),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}

impl From<UndoError> for Fatal {
    fn from(error: UndoError) -> Self {
        match error {
            UndoError::Transact(error) => error.into(),
            UndoError::Record(error) => error.into(),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}
