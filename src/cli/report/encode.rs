//! The report of `git sr encode`.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{self, SCHEMA_VERSION, text};
use crate::{
    cli::{
        args::EncodeArgs,
        exit::Exit,
        style::Streams,
        words::{self, quoted},
    },
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
        streams.warn(&format!("{} {}", quoted(path), words::left_out(reason, args.format.0)));
    }
    for (path, need) in &report.needs {
        streams.say(&format!("note: {} {}", quoted(path.as_bstr()), words::need(*need)));
    }
    if report.paths.is_empty() && report.left_out.is_empty() {
        streams.say(nothing);
    }
    if args.output.json {
        json::print(&EncodedJson::new(report, args), streams);
    } else {
        streams.bytes(&report.text);
    }
    if args.exit_code && !report.left_out.is_empty() { Exit::Refused } else { Exit::Done }
}

impl EncodedJson {
    fn new(report: &EncodeReport, args: &EncodeArgs) -> Self {
        let is_whole = report.left_out.is_empty();
        let left_out = report.left_out.iter().map(|(path, reason)| LeftOutJson {
            path: text(path),
            reason: words::left_out(reason, args.format.0),
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
