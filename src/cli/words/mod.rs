//! The words for everything that can go wrong: what, where, why, and what to do.
//!
//! One table for people, for JSON and for the model. Everything that comes from a reply, a path or a file is escaped
//! here.

mod again;
mod around;
mod check;
mod evidence;
mod failure;
mod fault;
mod guard;
mod hook;
mod note;
mod origin;
mod scene;
mod syntax;
mod table;

use super::hint::Again;
use crate::{
    core::{escape::escape, outcome::Class},
    repo::worktree::NotPutBack,
};

pub(super) use again::{REACH, continue_with, continued};
pub(super) use check::{
    finding, finding_hint, findings_hint, meant, more, place, too_large, turn_off, unknown_rule, unmerged,
};
pub(super) use failure::{failure, unreadable};
pub(super) use fault::{draft, fault, no_blocks};
pub(super) use guard::{blocked, lift_command, rule_words, verdict};
pub(super) use hook::{activation, addition, owner};
pub(super) use note::{file_note, is_said, note};
pub(super) use scene::FailureScene;
pub(super) use syntax::{column, evidence as syntax_evidence};
pub(super) use table::{BlockForm, entry};

/// The words for a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// Its class.
    pub(super) class: Class,
    /// The message, without the place in the reply.
    pub(super) message: String,
    /// Lines that show it.
    pub(super) evidence: Vec<String>,
    /// Things that a person can do, the best first.
    pub(super) hints: Vec<String>,
    /// Commands that a person can type instead.
    pub(super) commands: Vec<Again>,
    /// The message for the model: the problem, and an instruction.
    pub(super) model: String,
}

impl Words {
    /// The words for a class, with the table's message for the model.
    pub(super) fn new(class: Class, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let entry = entry(class);
        Self {
            class,
            message: message.into(),
            evidence: Vec::new(),
            hints: vec![hint.into()],
            commands: Vec::new(),
            model: format!("{} {}", entry.what, entry.instruction),
        }
    }

    /// Also names the typed command with these words added.
    fn command(mut self, lead: &str, with: &[&str]) -> Self {
        self.commands.push(Again::with(lead, with));
        self
    }

    /// Tells the model something that the table does not know, in front of the table's instruction.
    fn tell(self, what: impl std::fmt::Display) -> Self {
        let model = format!("{what} {}", entry(self.class).instruction);
        Self { model, ..self }
    }

    /// Tells the model all of it in other words than the table's.
    fn say(self, model: impl Into<String>) -> Self {
        Self { model: model.into(), ..self }
    }
}

/// Text from outside, in quotes.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("'{}'", escape(text))
}

/// A file that could not be put back, and where its old version is.
pub(super) fn left(left: &NotPutBack) -> String {
    match &left.kept {
        Some(kept) => format!("{} (old version in {})", quoted(&left.path), quoted(kept)),
        None => quoted(&left.path),
    }
}

/// Text as one word of a shell command, in quotes where a shell would take it for more.
pub(super) fn shell_word(text: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./:@%+,=".contains(byte);
    if !text.is_empty() && text.iter().all(is_plain) {
        return String::from_utf8_lossy(text).into_owned();
    }
    format!("'{}'", escape(text).to_string().replace('\'', r"'\''"))
}

/// `1 block`, `2 blocks`
pub(super) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The word that may be meant by one that is none of these.
pub(super) fn close<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    similar::get_close_matches(word, words, 1, 0.7).pop()
}

/// `1,234`
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

/// `line 12`, `lines 12, 40, 77`
fn lines(lines: &[usize]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(|line| (line + 1).to_string()).collect();
    let more = if lines.len() > SHOWN { format!(" and {} more", lines.len() - SHOWN) } else { String::new() };
    format!("line{} {}{more}", if lines.len() == 1 { "" } else { "s" }, shown.join(", "))
}

#[cfg(test)]
mod tests;
