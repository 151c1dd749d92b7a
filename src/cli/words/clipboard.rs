//! The words about the clipboard.

use crate::{cli::clipboard::ClipboardError, core::escape::escape};

/// A text that is not on the clipboard, with the reason.
pub(in crate::cli) fn uncopied(error: &ClipboardError) -> String {
    format!("cannot put it on the clipboard: {}", escape(error.to_string().as_bytes()))
}

/// The thing to do where a terminal was asked to take a text and did not.
pub(in crate::cli) fn if_not_taken(in_tmux: bool) -> &'static str {
    if in_tmux {
        "if the clipboard does not have it: tmux passes it on after 'tmux set-option -s set-clipboard on'"
    } else {
        "if the clipboard does not have it, the terminal refused it: leave --clipboard out"
    }
}
