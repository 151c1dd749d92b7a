//! The escape sequence OSC 52, by which a program gives a text to the clipboard of its terminal, also through
//! SSH.

use std::{ffi::OsStr, fs::OpenOptions, io::Write as _};

use data_encoding::BASE64;

/// Asks the terminal to take a text. Returns false if there is no terminal that may.
pub(super) fn copy(text: &str) -> bool {
    let term = std::env::var_os("TERM");
    if !may_know_it(term.as_deref()) {
        return false;
    }
    let Ok(mut terminal) = OpenOptions::new().write(true).open("/dev/tty") else { return false };
    terminal.write_all(sequence(text).as_bytes()).is_ok()
}

/// Returns whether a kind of terminal may know the sequence. A console would print it.
fn may_know_it(term: Option<&OsStr>) -> bool {
    term.is_some_and(|term| !term.is_empty() && term != "dumb" && term != "linux")
}

fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", BASE64.encode(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_encoded_so_that_nothing_in_it_ends_the_sequence() {
        assert_eq!(sequence("a\x07\x1b\\é"), "\x1b]52;c;YQcbXMOp\x07");
    }

    #[test]
    fn a_terminal_that_would_print_it_is_left_alone() {
        let asked = |term: &str| may_know_it(Some(OsStr::new(term)));
        assert!(asked("xterm-256color") && asked("screen"));
        assert!(!asked("dumb") && !asked("linux") && !asked("") && !may_know_it(None));
    }
}
