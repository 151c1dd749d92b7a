//! The blocks of a reply that is still being written.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{BlockStatus, SCHEMA_VERSION, print_line, text, tier};
use crate::{
    apply::PreviewedBlock,
    cli::{style::Streams, words::quoted},
    core::{
        locate::Tier,
        outcome::{Class, Outcome},
    },
};

/// A complete block, and the name of its reply.
pub(in crate::cli) struct BlockLine<'a> {
    pub(in crate::cli) reply: &'static str,
    pub(in crate::cli) block: &'a PreviewedBlock,
}

/// Block of a reply that is still being written: printed by `git sr apply --stream --json`, a line each, before
/// the object of the batch. Nothing is written yet, and what follows may change the outcome.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct StreamedJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Always `read`.
    status: StreamedStatus,
    /// The number of the block in the batch, from 1.
    id: usize,
    /// The reply that holds it: `-`, for standard input.
    reply: &'static str,
    /// Its first and last line in the reply, from 1.
    lines: [usize; 2],
    /// Its path, from the root of the work tree; as written if it could not be resolved.
    path: String,
    /// Its outcome, if the reply ended with it.
    outcome: BlockStatus,
    /// The class of the failure; null if it would not fail.
    class: Option<Class>,
    /// The tier of the matching ladder that finds its place; null for whole files and where none does.
    #[schemars(schema_with = "tier")]
    tier: Option<Tier>,
    /// First and last line of its place in the file, from 1; null where earlier blocks make the place, and for
    /// whole files.
    lines_before: Option<[usize; 2]>,
}

/// Always `read`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum StreamedStatus {
    /// The block is complete.
    Read,
}

impl BlockLine<'_> {
    fn path(&self) -> &[u8] {
        match &self.block.report.path {
            Ok(path) => path.as_bstr(),
            Err(text) => text,
        }
    }

    fn class(&self) -> Option<Class> {
        match &self.block.report.outcome {
            Outcome::Failed(failure) => Some(failure.class()),
            _ => None,
        }
    }

    /// The tier, and the lines of the place.
    fn place(&self) -> (Option<Tier>, Option<[usize; 2]>) {
        match &self.block.report.outcome {
            Outcome::Applied(applied) => {
                (applied.tier, applied.before.as_ref().map(|lines| [lines.start + 1, lines.end]))
            }
            _ => (None, None),
        }
    }

    /// The outcome, for people.
    fn outcome(&self) -> String {
        let (tier, lines) = self.place();
        match &self.block.report.outcome {
            Outcome::Applied(_) => {
                let place = match lines {
                    Some([first, last]) if first == last => format!("found at line {first}"),
                    Some([first, last]) if first < last => format!("found at lines {first}-{last}"),
                    Some([first, _]) => format!("goes before line {first}"),
                    None => "can be done".to_owned(),
                };
                let by = tier.filter(|tier| *tier != Tier::Exact);
                by.map_or(place.clone(), |tier| format!("{place} by {}", tier.name()))
            }
            Outcome::AlreadyApplied => "already applied".to_owned(),
            Outcome::NoOp => "changes nothing".to_owned(),
            Outcome::Skipped(_) => "not selected".to_owned(),
            Outcome::Failed(failure) => format!("fails so far ({})", failure.class().name()),
        }
    }
}

/// A line for people: `read: -:2-8: 'src/a.rs': found at lines 12-14`.
pub(in crate::cli) fn line(line: &BlockLine<'_>, streams: &mut Streams) {
    let lines = &line.block.lines;
    let last = if lines.len() > 1 { format!("-{}", lines.end - 1) } else { String::new() };
    let place = format!("{}:{}{last}", line.reply, lines.start);
    streams.say(&format!("read: {place}: {}: {}", quoted(line.path()), line.outcome()));
}

/// A line of JSON.
pub(in crate::cli) fn json(line: &BlockLine<'_>, streams: &mut Streams) {
    let PreviewedBlock { number, lines, report } = line.block;
    let (tier, lines_before) = line.place();
    let object = StreamedJson {
        schema_version: SCHEMA_VERSION,
        status: StreamedStatus::Read,
        id: number + 1,
        reply: line.reply,
        lines: [lines.start, lines.end - 1],
        path: text(line.path()),
        outcome: BlockStatus::of(&report.outcome),
        class: line.class(),
        tier,
        lines_before,
    };
    print_line(&object, streams);
}
