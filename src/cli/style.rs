//! Standard output and standard error, with colours and a pager.

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    sync::Arc,
};

use anstream::{AutoStream, ColorChoice, adapter::strip_bytes};
use owo_colors::{OwoColorize as _, Style};

use super::{
    clipboard::{self, ClipboardError, Copied},
    color::{is_colored, is_dumb},
    hint::{Again, Hint},
    pager::{self, Pager},
    paint::Paint,
    typed::Typed,
    words,
};
use crate::{
    core::escape::{Tabs, escape},
    repo::{config::Paging, progress::Progress},
};

/// Configuration of results that people read.
#[derive(Clone, Debug)]
pub(super) struct ResultStyle {
    pub(super) paint: Paint,
    pub(super) paging: Paging,
}

/// Standard output and standard error. What cannot be written to the latter is lost: there is nobody left to
/// tell.
pub(super) struct Streams {
    /// True if results are coloured.
    is_colored: bool,
    /// True if a person reads them: on a terminal, or in a pager that git or this program runs.
    is_watched: bool,
    pager: Option<Pager>,
    shown: Option<ResultStyle>,
    err: AutoStream<io::Stderr>,
    pub(super) quiet: bool,
    pub(super) hints: bool,
    /// True once an error was printed.
    has_erred: bool,
    /// True once a hint has named this command again.
    names_itself: bool,
    /// True if each object of JSON is a line.
    pub(super) has_lines: bool,
    /// Progress that a line on the terminal shows.
    pub(super) progress: Option<Arc<Progress>>,
    /// True if messages for the model go to the clipboard.
    pub(super) copies: bool,
    /// The command, which hints may name.
    pub(super) typed: Typed,
    /// The error of writing to standard output. Nothing more is written to it then.
    failed: Option<io::Error>,
    /// Changes that stay done, if standard output cannot report them.
    done: Option<String>,
}

impl Streams {
    pub(super) fn new(quiet: bool, hints: bool, typed: Typed) -> Self {
        let err_choice = if is_colored(&io::stderr()) { ColorChoice::Always } else { ColorChoice::Never };
        Self {
            is_colored: is_colored(&io::stdout()),
            is_watched: io::stdout().is_terminal(),
            pager: None,
            shown: None,
            err: AutoStream::new(io::stderr(), err_choice),
            quiet,
            hints,
            has_erred: false,
            names_itself: false,
            has_lines: false,
            copies: false,
            progress: None,
            typed,
            failed: None,
            done: None,
        }
    }

    /// The same, with the configuration of results.
    pub(super) fn showing(self, shown: ResultStyle) -> Self {
        let is_auto = ColorChoice::global() == ColorChoice::Auto;
        // git pages by itself where `pager.sr` asks for it.
        let in_pager =
            std::env::var_os("GIT_PAGER_IN_USE").is_some_and(|value| value == "true" || value == "1");
        let is_colored = self.is_colored || is_auto && in_pager && shown.paging.is_colored && !is_dumb();
        Self { is_colored, is_watched: self.is_watched || in_pager, shown: Some(shown), ..self }
    }

    /// Sends the output from here on to a pager, if it goes to a terminal.
    pub(super) fn page(&mut self) {
        let Some(shown) = self.shown.as_ref().filter(|_| !self.quiet && self.pager.is_none()) else { return };
        if !io::stdout().is_terminal() {
            return;
        }
        self.clear_line();
        let program = pager::program(&shown.paging, |name| std::env::var_os(name));
        self.pager = program.and_then(|program| Pager::start(&program));
        if self.pager.is_some() && ColorChoice::global() == ColorChoice::Auto {
            self.is_colored &= shown.paging.is_colored;
        }
    }

    /// Ends the pager, and waits until the user has left it.
    pub(super) fn end_page(&mut self) {
        if let Some(pager) = self.pager.take() {
            let finished = pager.finish();
            self.wrote(finished);
        }
    }

    /// A result.
    pub(super) fn result(&mut self, line: &str) {
        if !self.quiet {
            self.line(line);
        }
    }

    /// A result that is printed even if only errors are.
    pub(super) fn line(&mut self, line: &str) {
        let line = format!("{line}\n").into_bytes();
        let line = if self.is_colored { line } else { strip_bytes(&line).into_vec() };
        self.write(&line);
    }

    /// A line in front of what the user is asked about.
    pub(super) fn title(&mut self, line: &str) {
        self.line(&line.style(Style::new().bold()).to_string());
    }

    /// A question, behind which the answer is typed.
    pub(super) fn question(&mut self, question: &str) {
        let style = if self.is_colored { Style::new().blue().bold() } else { Style::new() };
        self.at_once(question.style(style).to_string().as_bytes());
    }

    /// A result that its reader waits for.
    pub(super) fn at_once(&mut self, bytes: &[u8]) {
        self.write(bytes);
        if self.pager.is_none() {
            let flushed = io::stdout().lock().flush();
            self.wrote(flushed);
        }
    }

    /// Results that are bytes: exactly these where a program reads them; fit to print on a terminal.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let fit = fit(self.is_watched);
        self.write(&fit(bytes));
    }

    /// A message for the model: on standard output, or on the clipboard. With `has_json` the object has it already.
    pub(super) fn for_model(&mut self, message: &str, has_json: bool) {
        if self.copies {
            match self.copy("the message for the model", message.as_bytes()) {
                Ok(()) => return,
                Err(error) => self.warn(&words::uncopied(&error)),
            }
        }
        if !has_json {
            self.bytes(message.as_bytes());
        }
    }

    /// Puts a text on the clipboard.
    pub(super) fn copy(&mut self, what: &str, text: &[u8]) -> Result<(), ClipboardError> {
        match clipboard::copy(text)? {
            Copied::Desktop => self.say(&format!("{what} is on the clipboard")),
            Copied::Terminal => {
                self.say(&format!("{what} is sent to the clipboard of the terminal"));
                self.hint(words::if_not_taken(std::env::var_os("TMUX").is_some()));
            }
        }
        Ok(())
    }

    /// The same of a diff, in its colours.
    pub(super) fn diff(&mut self, diff: &[u8]) {
        match self.shown.as_ref().filter(|_| self.is_colored) {
            Some(shown) => {
                let painted = shown.paint.paint(diff, &fit(self.is_watched));
                self.write(&painted);
            }
            None => self.bytes(diff),
        }
    }

    /// Takes the progress away that would be in front of what is written.
    fn clear_line(&self) {
        if let Some(progress) = &self.progress {
            progress.hide();
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.clear_line();
        if self.failed.is_none() {
            let written = match &mut self.pager {
                Some(pager) => pager.write_all(bytes),
                None => io::stdout().lock().write_all(bytes),
            };
            self.failed = written.err();
        }
    }

    /// Notes the result of writing to standard output elsewhere.
    pub(super) fn wrote(&mut self, written: io::Result<()>) {
        self.failed = self.failed.take().or(written.err());
    }

    /// Notes a change that stays done, even if standard output cannot report it.
    pub(super) fn done(&mut self, what: String) {
        self.done = Some(what);
    }

    /// The error that kept the result from its reader, once all is printed, and the changes that stay done. A
    /// reader that closed its end has all that it wanted.
    pub(super) fn lost(&mut self) -> Option<(io::Error, Option<String>)> {
        self.clear_line();
        let flushed = match self.pager.take() {
            Some(pager) => pager.finish(),
            None => io::stdout().lock().flush(),
        };
        self.wrote(flushed);
        let failed = self.failed.take().filter(|error| error.kind() != ErrorKind::BrokenPipe)?;
        Some((failed, self.done.take()))
    }

    /// Prints a line besides the result.
    pub(super) fn say(&mut self, line: &str) {
        if !self.quiet {
            self.tell(line);
        }
    }

    /// Prints an error.
    pub(super) fn error(&mut self, line: &str) {
        self.has_erred = true;
        self.tell(&format!("{} {line}", "error:".style(Style::new().red().bold())));
    }

    /// Prints a warning.
    pub(super) fn warn(&mut self, line: &str) {
        if !self.quiet {
            self.tell(&format!("{} {line}", "warning:".style(Style::new().yellow().bold())));
        }
    }

    /// Prints evidence below an error.
    pub(super) fn evidence(&mut self, line: &str) {
        self.tell(&format!("    {line}"));
    }

    /// Prints a hint. `GIT_ADVICE=0` turns these off, as in git.
    ///
    /// Where errors only are printed, a hint says what to do about one.
    pub(super) fn hint(&mut self, line: &str) {
        if self.hints && (self.has_erred || !self.quiet) {
            self.tell(&format!("{} {line}", "hint:".style(Style::new().cyan())));
        }
    }

    /// Writes to standard error; to the pager, if the terminal shows that.
    fn tell(&mut self, line: &str) {
        self.clear_line();
        if self.pager.is_some() && io::stderr().is_terminal() {
            self.line(line);
        } else {
            let _ = writeln!(self.err, "{line}");
        }
    }

    /// The typed command, as something to do with other options.
    pub(super) fn again(&mut self, again: &Again) {
        self.advise(&again.clone().into());
    }

    /// Something to do, which may be the typed command.
    pub(super) fn advise(&mut self, hint: &Hint) {
        self.names_itself |= matches!(hint, Hint::Again(_) | Hint::Configured(..));
        let lines = self.typed.hints(hint);
        lines.iter().for_each(|line| self.hint(line));
    }

    /// Says, below commands that read their reply from standard input, that it is to be sent there once more.
    pub(super) fn pipe_again(&mut self) {
        if std::mem::take(&mut self.names_itself) && self.typed.reads_input() {
            self.hint("'-' is standard input: pipe the same reply into the command again");
        }
    }
}

/// Makes bytes fit to be watched.
fn fit(is_watched: bool) -> impl Fn(&[u8]) -> Vec<u8> {
    move |bytes| match is_watched {
        true => escape(bytes).keep_newlines().tabs(Tabs::Kept).to_string().into_bytes(),
        false => bytes.to_vec(),
    }
}
