//! The error that ends a command.

use crate::{
    cli::{
        exit::Exit,
        hint::{Again, Hint},
        report::{feedback::not_sent, json},
        shell::file_at,
        style::Streams,
        words::{in_work_tree, not_corrected, quoted},
    },
    core::{escape::escape, outcome::Class},
    repo::{
        attempts::AttemptsError,
        pending::{FailedPart, KeptOptions, Reach},
    },
};

/// An error that ends a command.
#[derive(Debug)]
pub(in crate::cli) struct Fatal {
    pub(super) exit: Exit,
    pub(super) class: Class,
    pub(super) message: String,
    /// Hints, the best first.
    pub(super) hints: Vec<Hint>,
    /// Lines to paste where the hint says.
    pub(super) lines: Vec<String>,
    /// The message for the model.
    pub(super) feedback: Option<String>,
    pub(super) retryable: bool,
}

/// The way past `sr.confirm`.
const UNASKED: Hint = Hint::Configured("to apply it without the question", "sr.confirm=false");

impl Fatal {
    pub(super) fn new(exit: Exit, class: Class, message: impl Into<String>) -> Self {
        Self {
            exit,
            class,
            message: message.into(),
            hints: Vec::new(),
            lines: Vec::new(),
            feedback: None,
            retryable: false,
        }
    }

    /// A command line that asks for what the command cannot do.
    pub(super) fn wrong_usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, Class::Usage, message)
    }

    pub(super) fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds a hint in front of the others.
    pub(in crate::cli) fn first_hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.insert(0, hint.into());
        self
    }

    /// Lines to be pasted where the hint says.
    pub(super) fn lines(self, lines: Vec<String>) -> Self {
        Self { lines, ..self }
    }

    /// With the exit code of its class, where it is a refusal.
    pub(in crate::cli) fn by_class(self) -> Self {
        let exit = if self.exit == Exit::Refused { Exit::of([self.class]) } else { self.exit };
        Self { exit, ..self }
    }

    /// The same command may succeed later.
    pub(super) fn retryable(self) -> Self {
        Self { retryable: true, ..self }
    }

    /// Something that cannot be read or written.
    pub(in crate::cli) fn io(what: &str, error: &dyn std::error::Error) -> Self {
        Self::new(Exit::Fatal, Class::Io, format!("{what}: {}", chain(error)))
    }

    /// A log of attempts that cannot be read.
    pub(in crate::cli) fn attempts(error: &AttemptsError) -> Self {
        let fatal = Self::io(&format!("cannot read {}", in_work_tree(&error.path)), &error.source);
        let file = file_at(&error.path);
        match error.source.kind() {
            std::io::ErrorKind::PermissionDenied => fatal.hint(format!("make it readable: chmod u+r {file}")),
            _ => fatal.hint(format!("move it away; the next run begins another log: mv {file} {file}.old")),
        }
    }

    /// The exit code once everything is printed: a lost result is an error, as it is for git.
    pub(in crate::cli) fn end(mut streams: Streams, exit: Exit) -> Exit {
        let Some((error, done)) = streams.lost() else { return exit };
        let fatal = Self::output(&error, done.as_deref()).print(&mut streams, false);
        if matches!(exit, Exit::Signal(_)) { exit } else { fatal }
    }

    /// Standard output cannot be written; `done` are the changes that stay.
    fn output(error: &std::io::Error, done: Option<&str>) -> Self {
        let fatal = Self::io("cannot write standard output", error);
        match done {
            Some(done) => Self { message: format!("{}; {done}", fatal.message), ..fatal },
            None => fatal,
        }
    }

    /// `--continue` without a refused batch.
    pub(in crate::cli) fn nothing_kept() -> Self {
        Self::nothing_to_forget().hint(Again::changed("apply the whole reply", &["continue"], &[]))
    }

    /// `--continue` with replies that leave out some of what had failed.
    pub(in crate::cli) fn left_out(parts: &[FailedPart], with_feedback: bool) -> Self {
        let message = not_corrected(parts);
        let feedback = with_feedback.then(|| not_sent(parts));
        let mut fatal = Self::new(Exit::Refused, Class::LeftOut, message);
        if parts.iter().any(|part| !part.is_final) {
            fatal = fatal.hint("send corrected blocks for all that failed");
        }
        let fatal = fatal.hint(Again::with("to apply the others without them", &["--partial=block"]));
        Self { feedback, ..fatal }
    }

    /// `--abort` without a refused batch.
    pub(in crate::cli) fn nothing_to_forget() -> Self {
        Self::new(Exit::Refused, Class::NothingKept, "there are no kept blocks of a refused batch")
    }

    /// `--continue` that would do less than the refused batch asked for, or the same to other files.
    pub(in crate::cli) fn continued_otherwise(asked: &KeptOptions) -> Self {
        let was = match asked.reach {
            Reach::WorkTree => "for the work tree",
            Reach::Index => "for the index only",
            Reach::Both => "to be staged too",
            Reach::Commit => "to be committed",
        };
        Self::wrong_usage(format!("the refused batch was {was}")).hint(Hint::Finish(asked.clone()))
    }

    /// `-F -` where the reply is read from standard input too.
    pub(in crate::cli) fn input_twice() -> Self {
        let message = "--file: standard input cannot be the message and a reply";
        Self::wrong_usage(message).hint("name a file for one of them")
    }

    /// `--stream` with the name of a reply.
    pub(in crate::cli) fn streamed_file() -> Self {
        Self::wrong_usage("--stream: only standard input can be read while it is being written")
            .hint(Again::changed("apply the whole reply", &["stream"], &[]))
    }

    /// `--` of an undo, with nothing behind it.
    pub(in crate::cli) fn no_pathspec() -> Self {
        Self::wrong_usage("no pathspec behind '--'").hint("without '--', all files are taken back")
    }

    /// `--stream` with `--quiet`.
    pub(in crate::cli) fn streamed_quietly() -> Self {
        Self::wrong_usage("--stream: with --quiet nothing is reported on the way")
            .hint("leave one of them out, or add --json")
    }

    /// A template of prompts that cannot be read.
    pub(in crate::cli) fn unreadable_template(
        option: &str,
        file: &std::path::Path,
        error: &dyn std::error::Error,
    ) -> Self {
        let message = format!("{option}: template {} {}", path(file), chain(error));
        Self::new(Exit::Fatal, Class::Io, message).hint("name a file that holds the text of the prompt")
    }

    /// A template of prompts without a word.
    pub(in crate::cli) fn empty_template(option: &str, file: &std::path::Path) -> Self {
        Self::new(Exit::Fatal, Class::Io, format!("{option}: template {} is empty", path(file))).hint(
            "write the text of the prompt into it, with {{rules}}, {{example}} and {{files}} where they go",
        )
    }

    /// `sr.promptTemplate` that names a file of the work tree.
    pub(in crate::cli) fn template_of_others(file: &std::path::Path) -> Self {
        let message =
            format!("sr.promptTemplate: {} is in the work tree, where a commit may change it", path(file));
        Self::new(Exit::Fatal, Class::Blocked, message)
            .hint("name it with --template for one prompt, or put it outside of the work tree")
    }

    /// A bound on asking a command, where none is named.
    pub(in crate::cli) fn nobody_to_ask(option: &str) -> Self {
        Self::wrong_usage(format!("{option}: there is no command to ask"))
            .hint("name it with --retry, or set sr.retry")
    }

    /// A question where nobody can answer.
    pub(in crate::cli) fn no_terminal(option: &str) -> Self {
        let message = format!("{option}: there is no terminal to ask on");
        let fatal = Self::wrong_usage(message);
        match option {
            "-p" => {
                fatal.hint("run it in a terminal, with the reply in a file; or choose files with --include")
            }
            "--confirm" => fatal
                .hint("run it in a terminal, with the reply in a file; or look at the diff first, with -n"),
            _ => fatal.hint("run it in a terminal, with the reply in a file").hint(UNASKED),
        }
    }

    /// `sr.confirm` with `--json`.
    pub(in crate::cli) fn unasked_json() -> Self {
        let message = "sr.confirm: with --json nothing is asked";
        Self::wrong_usage(message).hint(UNASKED)
    }

    /// A signal that came while nothing was being written.
    pub(in crate::cli) fn interrupted(signal: i32) -> Self {
        let stopped = super::write::stopped(signal);
        Self { message: format!("{}; nothing was written", stopped.message), ..stopped }
    }

    /// `--commands` for a format beside which commands are not looked for.
    pub(in crate::cli) fn no_commands(format: &str) -> Self {
        let message = format!("--commands: beside edits in the format {format}, commands are not looked for");
        Self::wrong_usage(message).hint("leave --commands out, or ask for --format diff")
    }

    /// `--plain` for a format that names versions.
    pub(in crate::cli) fn no_versions(format: &str) -> Self {
        let message =
            format!("--plain: the format {format} names the versions of files, which it leaves out");
        Self::wrong_usage(message).hint("leave --plain out, or ask for --format diff")
    }

    /// A folder that was not named and cannot be written.
    pub(in crate::cli) fn elsewhere(self) -> Self {
        self.hint("name a folder: git sr install-man <dir>")
    }

    /// A user without a home folder.
    pub(in crate::cli) fn no_home() -> Self {
        Self::new(Exit::Fatal, Class::Io, "there is no home folder").elsewhere()
    }

    /// No place for the demonstration.
    pub(in crate::cli) fn scratch(folder: &std::path::Path, error: &std::io::Error) -> Self {
        Self::io(&format!("cannot make the scratch repository in {}", path(folder)), error)
            .hint("set TMPDIR to a folder that you can write to")
    }

    /// A build without the server of MCP.
    #[cfg(not(feature = "mcp"))]
    pub(in crate::cli) fn no_mcp() -> Self {
        Self::new(Exit::Fatal, Class::Blocked, "this build has no MCP server")
            .hint("build one with it, in its sources: cargo install --path . --locked --features mcp")
    }

    /// A folder that is none.
    pub(in crate::cli) fn folder(path: &[u8]) -> Self {
        Self::new(Exit::Fatal, Class::Io, format!("cannot change to {}: no such folder", quoted(path)))
    }

    /// A command line that is not understood.
    pub(in crate::cli) fn usage(message: &str, hint: Option<&String>) -> Self {
        let fatal = Self::wrong_usage(message);
        hint.into_iter().cloned().fold(fatal, Self::hint)
    }

    /// An option whose value is none, or a key in its place.
    pub(in crate::cli) fn option(option: &str, error: &dyn std::error::Error) -> Self {
        Self::wrong_usage(format!("{option}: {}", chain(error)))
    }

    /// A `--directory` whose name can be no path here.
    pub(in crate::cli) fn directory(error: &dyn std::error::Error) -> Self {
        Self::option("--directory", error).hint("name the folder by its path from the root of the repository")
    }

    /// The error, in words.
    pub(in crate::cli) fn text(&self) -> &str {
        &self.message
    }

    /// Prints it, and with `json` the object too.
    pub(in crate::cli) fn print(&self, streams: &mut Streams, json: bool) -> Exit {
        streams.error(&self.message);
        self.hints.iter().for_each(|hint| streams.advise(hint));
        streams.pipe_again();
        self.lines.iter().for_each(|line| streams.evidence(line));
        if let Some(feedback) = &self.feedback {
            streams.for_model(feedback, json);
        }
        if json {
            self.print_object(streams);
        }
        self.exit
    }

    /// Prints its object alone.
    pub(in crate::cli) fn print_object(&self, streams: &mut Streams) {
        let hint = self.hints.first().and_then(|hint| streams.typed.hints(hint).into_iter().next());
        let fatal = json::FatalJson {
            schema_version: json::SCHEMA_VERSION,
            status: json::FatalStatus::Error,
            class: self.class,
            message: &self.message,
            hint: hint.as_deref(),
            lines: &self.lines,
            feedback: self.feedback.as_deref(),
            retryable: self.retryable,
        };
        json::print(&fatal, streams);
    }
}

/// An error with its causes, fit to print.
pub(in crate::cli) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = lower(&error.to_string());
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = lower(&cause.to_string());
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    // Messages of the system end in a number, which tells people nothing.
    let said = text.rsplit_once(" (os error ").map_or(text.as_str(), |(said, _)| said);
    escape(said.as_bytes()).to_string()
}

/// Without a capital where a sentence of the system begins; a word of capitals stays.
pub(super) fn lower(text: &str) -> String {
    let mut rest = text.chars();
    match (rest.next(), rest.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            format!("{}{}", first.to_lowercase(), &text[first.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

pub(super) fn path(path: &std::path::Path) -> String {
    quoted(path.as_os_str().as_encoded_bytes())
}
