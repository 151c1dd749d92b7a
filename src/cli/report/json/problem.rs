//! Problems and suggested commands, as in a reply.

use bstr::{BStr, ByteSlice as _};
use schemars::JsonSchema;
use serde::Serialize;

use super::print::text;
use crate::{
    cli::{
        report::{feedback::Part, undo::Said},
        words,
    },
    core::{
        outcome::Class,
        plan::{FaultReport, Source},
    },
};

/// An error and its place.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Problem {
    /// The reply that holds it, as it was named; null for an undo.
    pub(super) reply: Option<String>,
    /// The line of the reply, from 1; null for an undo.
    pub(super) line: Option<usize>,
    /// Its class.
    pub(super) class: Class,
    /// The error, for people.
    pub(super) message: String,
    /// The error and its remedy, for the model that wrote the reply, with the lines of the file that it is
    /// about.
    pub(super) hint: Option<String>,
}

impl Problem {
    pub(super) fn of_fault(reply: &BStr, found: &FaultReport) -> Self {
        let problem = Self::new(reply, found.fault.line, words::fault(&found.fault));
        Self { hint: problem.hint.map(|hint| with_evidence(&hint, &Part::of_fault(found))), ..problem }
    }

    pub(super) fn without_blocks(source: &Source<'_>) -> Self {
        Self::new(source.name.as_bstr(), 1, words::no_blocks(source))
    }

    pub(super) fn of_undo(class: Class, said: Said) -> Self {
        Self { reply: None, line: None, class, message: said.message, hint: said.hints.into_iter().next() }
    }

    pub(super) fn new(reply: &BStr, line: usize, words: words::Words) -> Self {
        Self {
            reply: Some(text(reply)),
            line: Some(line),
            class: words.class,
            message: words.message,
            hint: Some(words.model),
        }
    }
}

/// A hint, and below it the lines that it is about.
pub(super) fn with_evidence(hint: &str, part: &Part) -> String {
    /// Number of bytes of the lines.
    const MOST: usize = 8000;
    format!("{hint}\n{}", part.evidence(MOST)).trim_end().to_owned()
}

/// A shell command that a reply asks for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Suggested {
    /// The reply that holds it, as it was named.
    pub(super) reply: String,
    /// The line of the reply, from 1.
    pub(super) line: usize,
    /// The command as written.
    pub(super) command: String,
}

impl Suggested {
    pub(super) fn of<'s>(source: &'s Source<'_>) -> impl Iterator<Item = Self> + 's {
        source.reply.suggestions.iter().map(|suggestion| Self {
            reply: text(&source.name),
            line: suggestion.line,
            command: text(&suggestion.command),
        })
    }
}
