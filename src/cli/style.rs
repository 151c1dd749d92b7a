//! Where words go, and in which colours.

use std::io::{self, ErrorKind, IsTerminal as _, Write};

use anstream::ColorChoice;
use owo_colors::{OwoColorize as _, Style};

use super::{args::When, hint::Again, typed::Typed};
use crate::{
    core::escape::{Tabs, escape},
    repo::config::Color,
};

/// Decides about colour: the option, then `color.sr`, then `NO_COLOR`, then `color.ui`, then whether it is a terminal.
pub(super) fn choose(option: Option<When>, sr: Option<Color>, ui: Option<Color>, no_color: bool) {
    let of = |color: Color| match color {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto => ColorChoice::Auto,
    };
    let typed = option.map(|when| match when {
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
        When::Auto => ColorChoice::Auto,
    });
    let quiet = no_color.then_some(ColorChoice::Never);
    let choice = typed.or(sr.map(of)).or(quiet).or(ui.map(of)).unwrap_or(ColorChoice::Auto);
    choice.write_global();
}

/// Standard output and standard error. What cannot be written to the latter is lost: there is nobody left to tell.
pub(super) struct Streams {
    out: anstream::AutoStream<io::Stdout>,
    err: anstream::AutoStream<io::Stderr>,
    pub(super) quiet: bool,
    hints: bool,
    /// The command, which hints may name.
    pub(super) typed: Typed,
    /// Why standard output was not written. Nothing more is written to it then.
    failed: Option<io::Error>,
    /// What is done and stays so, if that cannot be told on standard output.
    done: Option<String>,
}

impl Streams {
    pub(super) fn new(quiet: bool, hints: bool, typed: Typed) -> Self {
        let (out, err) = (anstream::stdout(), anstream::stderr());
        Self { out, err, quiet, hints, typed, failed: None, done: None }
    }

    /// A result.
    pub(super) fn result(&mut self, line: &str) {
        if !self.quiet {
            self.line(line);
        }
    }

    /// A result that is printed even if only errors are.
    pub(super) fn line(&mut self, line: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{line}").err();
        }
    }

    /// Results that are bytes: exactly these where a program reads them; fit to print on a terminal.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.out.flush().and_then(|()| write(bytes)).err();
        }
    }

    /// What came of writing to standard output elsewhere.
    pub(super) fn wrote(&mut self, written: io::Result<()>) {
        self.failed = self.failed.take().or(written.err());
    }

    /// Something is done that stays so, whatever cannot be told.
    pub(super) fn done(&mut self, what: String) {
        self.done = Some(what);
    }

    /// Why the result did not get out, now that all is told, and what stays done for all that. A reader that closed its
    /// end has what it wanted.
    pub(super) fn lost(&mut self) -> Option<(io::Error, Option<String>)> {
        let flushed = self.out.flush();
        self.wrote(flushed);
        let failed = self.failed.take().filter(|error| error.kind() != ErrorKind::BrokenPipe)?;
        Some((failed, self.done.take()))
    }

    /// Something besides the result.
    pub(super) fn say(&mut self, line: &str) {
        if !self.quiet {
            let _ = writeln!(self.err, "{line}");
        }
    }

    /// What went wrong.
    pub(super) fn error(&mut self, line: &str) {
        let _ = writeln!(self.err, "{} {line}", "error:".style(Style::new().red().bold()));
    }

    /// What is doubtful.
    pub(super) fn warn(&mut self, line: &str) {
        if !self.quiet {
            let _ = writeln!(self.err, "{} {line}", "warning:".style(Style::new().yellow().bold()));
        }
    }

    /// What shows why, below an error.
    pub(super) fn evidence(&mut self, line: &str) {
        let _ = writeln!(self.err, "    {line}");
    }

    /// Something to do. `GIT_ADVICE=0` turns these off, as in git.
    pub(super) fn hint(&mut self, line: &str) {
        if self.hints {
            let _ = writeln!(self.err, "{} {line}", "hint:".style(Style::new().cyan()));
        }
    }

    /// The typed command, as something to do with other options.
    pub(super) fn again(&mut self, again: &Again) {
        let line = self.typed.changed(again);
        self.hint(&line);
    }
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        write!(out, "{}", escape(bytes).keep_newlines().tabs(Tabs::Kept))?;
    } else {
        out.write_all(bytes)?;
    }
    out.flush()
}
