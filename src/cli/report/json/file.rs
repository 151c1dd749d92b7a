//! Outcome of a file.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::text;
use crate::{
    cli::words,
    files::{FileOp, FileReport},
};

/// Outcome of one file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli::report) struct FileJson<'a> {
    /// The path from the root of the work tree.
    path: String,
    /// The operation on it.
    op: FileOpJson,
    /// The path that its content was renamed from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The object id of the raw bytes before; null for a new file.
    blob_before: Option<String>,
    /// The object id of the raw bytes after; null for a removed file.
    blob_after: Option<String>,
    /// Number of lines added, as `git diff --numstat` counts them.
    lines_added: usize,
    /// Number of lines removed, counted likewise.
    lines_removed: usize,
    /// The rule of the policy that flags the file because it runs code or instructs agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'a str>,
    /// True if the change is, or would be, staged.
    staged: bool,
    /// Notes.
    notes: Vec<Cow<'static, str>>,
}

/// The operation on a file.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FileOpJson {
    /// Changes its content.
    Modify,
    /// Creates it.
    Create,
    /// Removes it.
    Delete,
    /// Gives it the content of another file, which is removed.
    Rename,
}

impl<'a> FileJson<'a> {
    pub(in crate::cli::report) fn new(file: &'a FileReport) -> Self {
        let counts = file.counts.unwrap_or_default();
        Self {
            path: text(file.path.as_bstr()),
            op: match file.op {
                FileOp::Modify => FileOpJson::Modify,
                FileOp::Create => FileOpJson::Create,
                FileOp::Delete => FileOpJson::Delete,
                FileOp::Rename => FileOpJson::Rename,
            },
            from: file.from.as_ref().map(|from| text(from.as_bstr())),
            blob_before: file.before.map(|id| id.to_string()),
            blob_after: file.after.map(|id| id.to_string()),
            lines_added: counts.added,
            lines_removed: counts.removed,
            flag: file
                .flag
                .as_ref()
                .and_then(|verdict| verdict.rule.as_ref())
                .map(|rule| rule.pattern.as_str()),
            staged: file.staged,
            notes: file.notes.iter().map(|note| words::file_note(*note)).collect(),
        }
    }
}
