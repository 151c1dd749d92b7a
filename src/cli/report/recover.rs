//! Actions taken about an interrupted run, for people and as JSON.

use bstr::ByteSlice;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    json::{SCHEMA_VERSION, text},
    undo::back,
};
use crate::{
    cli::{
        shell::{git, git_sr},
        style::Streams,
        words::{count, quoted, shell_word},
    },
    core::path::RepoPath,
    repo::{
        commit::{Awaited, Moving},
        recover::Recovered,
        stash::{Late, StashEntry},
        transact::Notice,
    },
};

/// Output of `git sr recover --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Recovery")]
pub(in crate::cli) struct RecoveryJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Actions taken.
    status: RecoveryStatus,
    /// The batch that was already written and stays; null if it was taken back.
    batch: Option<u64>,
    /// True if that batch stays without its commit: its files were changed since.
    uncommitted: bool,
    /// True if that batch stays although the command of `--exec` did not finish: its files were changed or
    /// committed since.
    unjudged: bool,
    /// The planned move of HEAD, if that batch stays because HEAD has moved since; otherwise null.
    head_moved: Option<Move>,
    /// The commit of the batch's stash entry, if the run was killed before it was known to be stored;
    /// otherwise null.
    stash: Option<String>,
    /// True if that entry is not on the stash, or could not be looked up.
    stash_missing: bool,
    /// Files that were restored.
    restored: Vec<String>,
    /// Files that were restored and keep the changes made since.
    merged: Vec<String>,
    /// Files that were changed since and stay as they are.
    kept: Vec<String>,
    /// The reference that holds the old version of those files.
    saved: Option<String>,
    /// Temporary files of git sr that could not be removed.
    left: Vec<String>,
    /// True if the next command that writes removes them.
    again: bool,
    /// Temporary files that hold a save made while files were being replaced. They stay.
    strays: Vec<StrayJson>,
}

/// Planned move of HEAD.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Move {
    /// To a new commit of the batch.
    Commit,
    /// To the commit of another batch, or from it.
    Back,
}

impl From<Moving> for Move {
    fn from(moving: Moving) -> Self {
        match moving {
            Moving::Commit => Self::Commit,
            Moving::Back => Self::Back,
        }
    }
}

/// A temporary file that holds a save.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StrayJson {
    /// The path that was saved.
    path: String,
    /// The file that holds it.
    file: String,
}

/// Outcome of a recovery.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RecoveryStatus {
    /// An unfinished run was taken back, or its left-over files were removed.
    Recovered,
    /// There was no unfinished run.
    NothingToDo,
}

impl RecoveryJson {
    /// The object of `git sr recover`.
    pub(in crate::cli) fn new(recovered: Option<&Recovered>) -> Self {
        let nothing = Recovered::default();
        let found = recovered.unwrap_or(&nothing);
        let paths = |paths: &[RepoPath]| paths.iter().map(|path| text(path.as_bstr())).collect();
        Self {
            schema_version: SCHEMA_VERSION,
            status: recovered.map_or(RecoveryStatus::NothingToDo, |_| RecoveryStatus::Recovered),
            batch: found.made.map(|batch| batch.0),
            uncommitted: found.awaited == Some(Awaited::Commit),
            unjudged: found.awaited == Some(Awaited::Command),
            head_moved: found.head_moved.map(Move::from),
            stash: match found.stash.as_deref() {
                Some(Late::Stored(entry) | Late::Missing(entry)) => Some(entry.id.to_string()),
                Some(Late::Unknown) | None => None,
            },
            stash_missing: matches!(found.stash.as_deref(), Some(Late::Missing(_) | Late::Unknown)),
            restored: paths(&found.restored),
            merged: paths(&found.merged),
            kept: paths(&found.kept),
            saved: found.saved.as_ref().map(|name| text(name)),
            left: found.left.iter().map(|path| text(path)).collect(),
            again: found.again,
            strays: found
                .strays
                .iter()
                .map(|stray| StrayJson { path: text(stray.path.as_bstr()), file: text(&stray.file) })
                .collect(),
        }
    }
}

/// Prints warnings that come before the report.
pub(in crate::cli) fn notice(notice: &Notice, streams: &mut Streams) {
    match notice {
        Notice::Recovered(recovered) => print(recovered, streams),
        Notice::Unfinished => {
            streams.warn("an earlier run was interrupted; its batch may be half written");
            streams.hint(&format!("take it back: {}", git_sr("recover")));
        }
        Notice::Running(line) => streams.say(&format!("running {}", quoted(line.as_encoded_bytes()))),
    }
}

/// The hint that puts a missing entry on the stash.
pub(in crate::cli) fn to_stash(entry: &StashEntry) -> String {
    let message = shell_word(entry.message.as_bytes());
    format!("put it there: {}", git(&format!("stash store -m {message} {}", entry.id)))
}

/// Prints the result.
pub(in crate::cli) fn print(recovered: &Recovered, streams: &mut Streams) {
    streams.say(&outcome(recovered));
    for path in &recovered.merged {
        streams.say(&format!("note: {} keeps what was changed since", quoted(path.as_bstr())));
    }
    print_standing(recovered, streams);
    if let Some(late) = &recovered.stash {
        print_stash(late, streams);
    }
    print_left(recovered, streams);
}

/// The outcome, in a sentence.
fn outcome(recovered: &Recovered) -> String {
    let Recovered { made, awaited, head_moved, restored, merged, kept, strays, .. } = recovered;
    let before = match (head_moved, awaited) {
        (Some(Moving::Commit), _) => Some("it was known to be committed"),
        (Some(Moving::Back), _) => Some("it was known to have moved HEAD"),
        (None, Some(Awaited::Commit)) => Some("it was committed"),
        (None, Some(Awaited::Command)) => Some("the command of --exec had judged it"),
        (None, None) => None,
    };
    match (made, before) {
        (Some(batch), Some(before)) => {
            format!("recovered: batch {batch} is written, but its run was interrupted before {before}")
        }
        (Some(batch), None) => {
            format!("recovered: batch {batch} was written whole before its run was interrupted")
        }
        (None, _) if [restored, merged, kept].iter().all(|paths| paths.is_empty()) && strays.is_empty() => {
            "recovered: a run was interrupted before it changed a file".to_owned()
        }
        (None, _) => format!(
            "recovered: a run was interrupted; its batch is taken back, {} restored",
            count(restored.len() + merged.len(), "file")
        ),
    }
}

/// Warns of a batch that stays although its run did not finish.
fn print_standing(recovered: &Recovered, streams: &mut Streams) {
    let Some(batch) = recovered.made else { return };
    let back = back(recovered.way, batch);
    if let Some(awaited) = &recovered.awaited {
        let (since, hint) = match awaited {
            Awaited::Commit => ("changed", format!("commit it: {}; or {back}", git("commit"))),
            Awaited::Command => ("changed or committed", back.clone()),
        };
        streams.warn(&format!("its files were {since} since, so that it stays as it is"));
        streams.hint(&hint);
    }
    if recovered.head_moved.is_some() {
        streams.warn("HEAD has moved since, so that HEAD, files and index stay as they are");
        streams.hint(&back);
    }
}

/// Reports the stash entry of the batch.
fn print_stash(late: &Late, streams: &mut Streams) {
    match late {
        Late::Stored(entry) => {
            let name = quoted(entry.message.as_bytes());
            streams.say(&format!("note: the state before is on the stash, as {name}"));
        }
        Late::Missing(entry) => {
            streams.warn("the state before is not on the stash");
            streams.hint(&to_stash(entry));
        }
        Late::Unknown => {
            streams.warn("the note about the stash entry is damaged; the entry may be missing");
            streams.hint(&format!("see what is there: {}", git("stash list")));
        }
    }
}

/// Warns of files that are not as before.
fn print_left(recovered: &Recovered, streams: &mut Streams) {
    for path in &recovered.kept {
        streams.warn(&format!("{} was changed since and stays as it is", quoted(path.as_bstr())));
        if let Some(saved) = &recovered.saved {
            let object = [saved, &b":old/"[..], path.as_bstr().as_bytes()].concat();
            let show = git(&format!("show {}", shell_word(&object)));
            streams.hint(&format!("see the old version, if there was one: {show}"));
        }
    }
    for path in &recovered.left {
        streams.warn(&format!("cannot remove {}, a temporary file of that run", quoted(path)));
    }
    for stray in &recovered.strays {
        streams.warn(&format!(
            "{} holds a save of {} made while files were being replaced; it stays",
            quoted(&stray.file),
            quoted(stray.path.as_bstr())
        ));
        streams.hint("look at it, and move it to where it belongs");
    }
    if recovered.again {
        streams.hint("the next command that writes tries again");
    }
}
