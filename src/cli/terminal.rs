//! Questions to the user, on the terminal.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal as _},
};

use super::style::Streams;

/// The terminal of the user, who sees what is printed and can answer.
pub(super) struct Terminal {
    answers: Box<dyn BufRead>,
}

impl Terminal {
    /// Opens it: standard input, or the terminal itself where the reply comes from there. None if what is
    /// printed goes elsewhere, or if there is no terminal.
    pub(super) fn open() -> Option<Self> {
        if !io::stdout().is_terminal() {
            return None;
        }
        let answers: Box<dyn BufRead> = match io::stdin().is_terminal() {
            true => Box::new(io::stdin().lock()),
            false => Box::new(BufReader::new(File::open("/dev/tty").ok()?)),
        };
        Some(Self { answers })
    }

    /// Asks, and returns the answer without the blanks around it; none at the end of the input.
    pub(super) fn ask(&mut self, question: &str, streams: &mut Streams) -> Option<String> {
        streams.question(question);
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(1..) => Some(line.trim().to_owned()),
            _ => {
                streams.at_once(b"\n");
                None
            }
        }
    }
}
