//! The JSON objects that `--json` prints: the only thing on standard output. Their documentation becomes the
//! descriptions of the schema.

mod batch;
mod block;
mod file;
mod origin;
mod parse;
mod policy;

use std::fmt::Write as _;

use bstr::{BStr, ByteSlice as _};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::{
    cli::{report::undo::Said, style::Streams, words},
    core::{escape::suspicious, locate::Tier, outcome::Class, plan::Source, reply::Fault},
};

pub(in crate::cli) use batch::BatchJson;
pub(super) use file::FileJson;
pub(in crate::cli) use parse::ParseJson;
pub(in crate::cli) use policy::Verdicts;

/// Grows when a field changes its meaning or goes.
pub(in crate::cli) const SCHEMA_VERSION: u32 = 1;

/// The tiers that there are.
fn tier(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<Option<&str>> = Tier::all().iter().map(|tier| Some(tier.name())).chain([None]).collect();
    json_schema!({ "enum": names })
}

/// Something that is wrong, and where.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Problem {
    /// The reply that it stands in, as it was named; empty for an undo.
    reply: String,
    /// The line of the reply, from 1; 0 for an undo.
    line: usize,
    /// What is wrong, by its stable name.
    class: Class,
    /// What is wrong, for people.
    message: String,
    /// What is wrong and what to do, for the model that wrote the reply.
    hint: Option<String>,
}

impl Problem {
    fn of_fault(reply: &BStr, fault: &Fault) -> Self {
        Self::new(reply, fault.line, words::fault(fault))
    }

    fn without_blocks(source: &Source<'_>) -> Self {
        Self::new(source.name.as_bstr(), 1, words::no_blocks(source))
    }

    fn of_undo(class: Class, said: Said) -> Self {
        Self {
            reply: String::new(),
            line: 0,
            class,
            message: said.message,
            hint: said.hints.into_iter().next(),
        }
    }

    fn new(reply: &BStr, line: usize, words: words::Words) -> Self {
        Self { reply: text(reply), line, class: words.class, message: words.message, hint: Some(words.model) }
    }
}

/// A shell command that a reply asks for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Suggested {
    /// The reply that it stands in, as it was named.
    reply: String,
    /// The line of the reply, from 1.
    line: usize,
    /// The command as written.
    command: String,
}

impl Suggested {
    fn of<'s>(source: &'s Source<'_>) -> impl Iterator<Item = Self> + 's {
        source.reply.suggestions.iter().map(|suggestion| Self {
            reply: text(&source.name),
            line: suggestion.line,
            command: text(&suggestion.command),
        })
    }
}

/// Why a command cannot go on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct FatalJson<'a> {
    /// Grows when a field changes its meaning or goes.
    pub(in crate::cli) schema_version: u32,
    /// Always `error`.
    pub(in crate::cli) status: FatalStatus,
    /// What is wrong, by its stable name.
    pub(in crate::cli) class: Class,
    /// What is wrong, for people.
    pub(in crate::cli) message: &'a str,
    /// What to do.
    pub(in crate::cli) hint: Option<&'a str>,
    /// Lines to be pasted where the hint says; absent if there are none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(in crate::cli) lines: &'a [String],
    /// The message for the model, with `--feedback`, if the command of `--exec` failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) feedback: Option<&'a str>,
    /// Whether the same command may succeed later.
    pub(in crate::cli) retryable: bool,
}

/// Always `error`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) enum FatalStatus {
    /// The command cannot go on.
    Error,
}

/// Prints an object.
pub(in crate::cli) fn print(object: &impl Serialize, streams: &mut Streams) {
    // These types have neither maps with odd keys nor values that cannot be written.
    if let Ok(json) = serde_json::to_string_pretty(object) {
        streams.bytes((plain(&json) + "\n").as_bytes());
    }
}

/// JSON with every character written as `\u....` that would not print as what it is. Outside of strings JSON has none.
fn plain(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut from = 0;
    for found in suspicious(json.as_bytes()).filter(|found| !found.character.is_ascii_whitespace()) {
        out.push_str(&json[from..found.offset]);
        let mut units = [0; 2];
        for unit in found.character.encode_utf16(&mut units) {
            let _ = write!(out, "\\u{unit:04x}");
        }
        from = found.offset + found.character.len_utf8();
    }
    out + &json[from..]
}

pub(super) fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().into_owned()
}
