//! The JSON objects that `--json` prints: the only thing on standard output. Their documentation becomes the
//! descriptions of the schema.

mod batch;
mod block;
mod file;
mod origin;
mod parse;
mod policy;
mod print;
mod problem;
mod tier;

use schemars::JsonSchema;
use serde::Serialize;

use crate::core::outcome::Class;

pub(in crate::cli) use batch::BatchJson;
pub(super) use block::BlockStatus;
pub(super) use file::FileJson;
pub(in crate::cli) use parse::ParseJson;
pub(in crate::cli) use policy::Verdicts;
pub(in crate::cli) use print::{SCHEMA_VERSION, print};
pub(super) use print::{print_line, text};
use problem::{Problem, Suggested};
pub(super) use tier::tier;

/// A fatal error.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct FatalJson<'a> {
    /// Grows when a field changes its meaning or goes.
    pub(in crate::cli) schema_version: u32,
    /// Always `error`.
    pub(in crate::cli) status: FatalStatus,
    /// Its class.
    pub(in crate::cli) class: Class,
    /// The error, for people.
    pub(in crate::cli) message: &'a str,
    /// The remedy, as an imperative.
    pub(in crate::cli) hint: Option<&'a str>,
    /// Lines to paste where the hint says; absent if there are none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(in crate::cli) lines: &'a [String],
    /// The message for the model, with `--feedback`, if the command of `--exec` failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) feedback: Option<&'a str>,
    /// True if the same command may succeed later.
    pub(in crate::cli) retryable: bool,
}

/// Always `error`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) enum FatalStatus {
    /// The command cannot go on.
    Error,
}
