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

    /// The same of an edit that is a call: people see its fields, and no sections.
    pub(in crate::cli) fn of_call(self) -> Self {
        let message = without_sections(&self.message);
        let hints = self.hints.iter().map(|hint| without_sections(hint)).collect();
        Self { message, hints, ..self }
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

/// A text that speaks of the texts of a call where it speaks of sections, outside of quotes.
fn without_sections(text: &str) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("SEARCH text is", "the old text is"),
        ("SEARCH text", "old text"),
        ("a SEARCH section", "an old text"),
        ("SEARCH section", "old text"),
        ("SEARCH", "the old text"),
        ("REPLACE section", "new text"),
        ("REPLACE text", "new text"),
        ("REPLACE", "the new text"),
        ("both sections", "both texts"),
    ];
    let plain =
        |part: &str| WORDS.iter().fold(part.to_owned(), |part, (word, other)| part.replace(word, other));
    let parts = text.split('\'').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 0 { plain(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_a_call_speak_of_its_texts() {
        let words = Words::new(
            Class::NotFound,
            "SEARCH text not found in 'a SEARCH.txt'",
            "quote all lines that REPLACE takes the place of in the SEARCH section",
        );
        let words = words.of_call();
        assert_eq!(words.message, "old text not found in 'a SEARCH.txt'");
        assert_eq!(words.hints, ["quote all lines that the new text takes the place of in the old text"]);
    }
}
