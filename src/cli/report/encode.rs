//! The report of `git sr encode`.

use bstr::BString;
use schemars::JsonSchema;
use serde::Serialize;

use super::json::{self, SCHEMA_VERSION, text};
use crate::{
    cli::{
        args::EncodeArgs,
        exit::Exit,
        shell::git_paths,
        style::Streams,
        words::{self, quoted},
    },
    core::encode::LeftOut,
    encode::EncodeReport,
};

/// Changes as a reply: printed by `git sr encode --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct EncodedJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Outcome, in a word.
    status: EncodeStatus,
    /// The format of the reply.
    format: &'static str,
    /// The reply; empty if there is nothing to write.
    reply: String,
    /// The paths whose changes it has.
    paths: Vec<String>,
    /// Changes that it lacks.
    left_out: Vec<LeftOutJson>,
    /// Paths for which `git sr apply` needs an option.
    needs: Vec<NeedJson>,
}

/// Outcome of encoding, in a word.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum EncodeStatus {
    /// The reply has all changes.
    Encoded,
    /// Something was left out.
    PartlyEncoded,
}

/// A change that a reply lacks.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LeftOutJson {
    /// The path.
    path: String,
    /// The reason, for people.
    reason: String,
}

/// A path for which `git sr apply` needs an option.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NeedJson {
    /// The path.
    path: String,
    /// The option.
    option: &'static str,
}

/// Prints the reply on standard output, and what it lacks on standard error; `nothing` is said where there are no
/// changes.
pub(in crate::cli) fn print(
    report: &EncodeReport,
    args: &EncodeArgs,
    nothing: &str,
    streams: &mut Streams,
) -> Exit {
    for (path, reason) in &report.left_out {
        streams.warn(&format!("{} {}", quoted(path), lacks(report, path, reason, args)));
    }
    for (path, need) in &report.needs {
        streams.say(&format!("note: {} {}", quoted(path.as_bstr()), words::need(*need)));
    }
    if report.paths.is_empty() && report.left_out.is_empty() {
        streams.say(nothing);
    }
    untracked(&report.untracked, streams);
    if args.output.json {
        json::print(&EncodedJson::new(report, args), streams);
    } else {
        streams.bytes(&report.text);
    }
    if args.exit_code && !report.left_out.is_empty() { Exit::Refused } else { Exit::Done }
}

/// The reason why the reply lacks a change of a path.
fn lacks(report: &EncodeReport, path: &BString, reason: &LeftOut, args: &EncodeArgs) -> String {
    let is_written = report.paths.iter().any(|written| written.as_bstr() == path);
    words::left_out(reason, args.format.0, is_written)
}

/// Names the files that git does not track, which may be the changes that were meant.
fn untracked(files: &[BString], streams: &mut Streams) {
    /// More files are counted.
    const MOST: usize = 3;
    let names: Vec<String> = files.iter().take(MOST).map(|path| quoted(path)).collect();
    let more = match files.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if !names.is_empty() {
        let names = names.join(", ");
        streams.say(&format!("note: files that git does not track are left out: {names}{more}"));
        let shown = files.iter().take(MOST);
        streams.hint(&format!(
            "to have new files written, tell git of them first: {}",
            git_paths("add -N", shown)
        ));
    }
}

impl EncodedJson {
    fn new(report: &EncodeReport, args: &EncodeArgs) -> Self {
        let is_whole = report.left_out.is_empty();
        let left_out = report.left_out.iter().map(|(path, reason)| LeftOutJson {
            path: text(path),
            reason: lacks(report, path, reason, args),
        });
        let needs = report
            .needs
            .iter()
            .map(|(path, need)| NeedJson { path: text(path.as_bstr()), option: words::need_option(*need) });
        Self {
            schema_version: SCHEMA_VERSION,
            status: if is_whole { EncodeStatus::Encoded } else { EncodeStatus::PartlyEncoded },
            format: args.format.0.id,
            reply: text(&report.text),
            paths: report.paths.iter().map(|path| text(path.as_bstr())).collect(),
            left_out: left_out.collect(),
            needs: needs.collect(),
        }
    }
}
