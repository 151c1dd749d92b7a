//! The words for one failure.

use super::table::entry;
use crate::{cli::hint::Again, core::outcome::Class};

/// The words for a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Words {
    /// Its class.
    pub(in crate::cli) class: Class,
    /// The message, without the place in the reply.
    pub(in crate::cli) message: String,
    /// Lines that show it.
    pub(in crate::cli) evidence: Vec<String>,
    /// Things that a person can do, the best first.
    pub(in crate::cli) hints: Vec<String>,
    /// Commands that a person can type instead.
    pub(in crate::cli) commands: Vec<Again>,
    /// The message for the model: the problem, and an instruction.
    pub(in crate::cli) model: String,
    /// The problem alone, if the instruction is that of the class.
    pub(in crate::cli) problem: Option<String>,
}

impl Words {
    /// The words for a class, with the table's message for the model.
    pub(in crate::cli) fn new(class: Class, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let entry = entry(class);
        Self {
            class,
            message: message.into(),
            evidence: Vec::new(),
            hints: vec![hint.into()],
            commands: Vec::new(),
            model: format!("{} {}", entry.what, entry.instruction),
            problem: Some(entry.what.to_owned()),
        }
    }

    /// Also names the typed command with these words added.
    pub(super) fn command(mut self, lead: &str, with: &[&str]) -> Self {
        self.commands.push(Again::with(lead, with));
        self
    }

    /// Tells the model something that the table does not know, in front of the table's instruction.
    pub(super) fn tell(self, what: impl std::fmt::Display) -> Self {
        let model = format!("{what} {}", entry(self.class).instruction);
        Self { model, problem: Some(what.to_string()), ..self }
    }

    /// Tells the model all of it in other words than the table's.
    pub(super) fn say(self, model: impl Into<String>) -> Self {
        Self { model: model.into(), problem: None, ..self }
    }
}
