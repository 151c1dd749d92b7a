//! The report of `git sr undo` and `git sr redo`, for people.

mod obstacle;
mod remains;

pub(in crate::cli::report) use obstacle::{Said, Ways, commit_in_the_way, in_the_way};
pub(in crate::cli) use remains::{Remaining, remaining};
pub(in crate::cli::report) use remains::{committed as still_committed, staged as still_staged};

use super::{file_line, shown};
use crate::{
    cli::{args::OutputArgs, exit::Exit, shell::git_sr, style::Streams, words::quoted},
    core::escape::escape,
    repo::{
        open::Head,
        record::{BatchId, meta::Moved},
        recover::Way,
        rollback::Force,
    },
    undo::{Nothing, UndoReport, UndoRequest, UndoStatus},
};

/// Number of digits of a commit that are shown.
const SHORT: usize = 7;

/// Prints a report.
pub(in crate::cli) fn print(
    report: &UndoReport,
    request: &UndoRequest,
    streams: &mut Streams,
    output: &OutputArgs,
) -> Exit {
    match report.status {
        UndoStatus::Nothing(nothing) => {
            let words = no_target(nothing, report, request);
            streams.error(&words.message);
            words.hints.iter().for_each(|hint| streams.hint(hint));
            return Exit::Refused;
        }
        UndoStatus::Refused => {
            refused(report, request, streams);
            return Exit::Refused;
        }
        UndoStatus::Undone | UndoStatus::WouldUndo => {}
    }
    match &report.diff {
        _ if output.json => {}
        Some(diff) => {
            streams.page();
            streams.diff(diff);
        }
        None => {
            let only = if report.cached { " (staged only)" } else { "" };
            shown(&report.files).for_each(|file| streams.result(&format!("{}{only}", file_line(file))));
        }
    }
    remarks(report, streams);
    moved(report, streams);
    remains::warn(report, streams);
    if report.status == UndoStatus::Undone {
        let next = match report.next {
            Some(next) if report.next_is_rest => format!("the next undo takes back the rest of batch {next}"),
            Some(next) => format!("the next undo takes back batch {next}"),
            None => "there is no other batch to take back".to_owned(),
        };
        streams.say(&format!("{}; {next}", what_happened(report)));
        if report.is_redo && request.force == Force::Old {
            streams.hint(&format!("to have the text back that this replaced: {}", way_back(report, request)));
        }
    }
    // As for `--3way`: somebody has to resolve them.
    if report.conflicted.is_empty() { Exit::Done } else { Exit::Refused }
}

/// Where HEAD is, or would be.
fn moved(report: &UndoReport, streams: &mut Streams) {
    let is = if report.status == UndoStatus::Undone { "is" } else { "would be" };
    match report.head.moved {
        Some(Moved { to: Some(to), .. }) => {
            streams.say(&format!("HEAD {is} {} again", to.to_hex_with_len(SHORT)));
        }
        Some(Moved { to: None, .. }) => streams.say(&format!("HEAD {is} without a commit again")),
        None => {}
    }
    let keeps = if report.status == UndoStatus::Undone { "keeps" } else { "would keep" };
    for (commit, branch) in &report.head.stays {
        let commit = commit.to_hex_with_len(SHORT);
        streams.say(&format!("note: the branch {} {keeps} commit {commit}", quoted(branch)));
    }
    if let Some(commit) = report.head.left {
        let commit = commit.to_hex_with_len(SHORT);
        streams.say(&if report.head.is_gone {
            format!(
                "note: commit {commit} is no longer in the repository, so that it does not come back, only the files"
            )
        } else {
            format!("note: HEAD has moved, so that commit {commit} does not come back, only the files")
        });
    }
}

/// `batch 2 is taken back`
pub(in crate::cli) fn what_happened(report: &UndoReport) -> String {
    if !report.only.is_empty() {
        are(&report.undone, "taken back in part")
    } else if !report.is_redo {
        are(&report.undone, "taken back")
    } else if report.still_undone.is_empty() {
        are(&report.again, "applied again")
    } else {
        are(&report.again, "applied again in part")
    }
}

/// `batch 2 is taken back`, `batches 3, 2 are taken back`
fn are(batches: &[BatchId], what: &str) -> String {
    let numbers: Vec<String> = batches.iter().map(BatchId::to_string).collect();
    match numbers.as_slice() {
        [one] => format!("batch {one} is {what}"),
        _ => format!("batches {} are {what}", numbers.join(", ")),
    }
}

/// The command that takes back what was written.
pub(in crate::cli::report) fn way_back(report: &UndoReport, request: &UndoRequest) -> String {
    let is_next = report.next.is_some_and(|next| report.again.contains(&next));
    match report.batch {
        _ if !report.is_redo => git_sr("redo"),
        // The batch's own undo would bring back what stood there before it, not what was replaced now.
        Some(batch) if request.force == Force::Old || !is_next => git_sr(&format!("undo {batch}")),
        _ => git_sr("undo"),
    }
}

fn remarks(report: &UndoReport, streams: &mut Streams) {
    for path in &report.merged {
        streams.say(&format!("note: {} keeps what was changed since", quoted(path.as_bstr())));
    }
    for path in &report.conflicted {
        streams.warn(&format!("{} holds conflict markers", quoted(path.as_bstr())));
    }
    for path in &report.as_before {
        let already = if report.is_redo { "has the change already" } else { "is already as it was before" };
        streams.say(&format!("note: {} {already}", quoted(path.as_bstr())));
    }
    for path in &report.not_again {
        let path = quoted(path.as_bstr());
        streams.say(&format!("note: {path} does not get its change again: the undo found it without"));
    }
    for path in &report.still_undone {
        streams.say(&format!("note: {} is still taken back, by another undo", quoted(path.as_bstr())));
    }
    for path in &report.index_kept {
        streams.say(&format!(
            "note: the index has another version of {} since, and keeps it",
            quoted(path.as_bstr())
        ));
    }
    for (batch, left) in &report.index_left {
        streams.warn(&format!("{}; only the files are taken back", obstacle::elsewhere(*batch, left)));
    }
    for left in &report.left {
        streams.warn(&format!("cannot remove {}, which holds an old version", quoted(left)));
    }
}

fn refused(report: &UndoReport, request: &UndoRequest, streams: &mut Streams) {
    let mut hints: Vec<String> = Vec::new();
    let ways = Ways::of(report, request);
    for (path, batch, obstacle) in &report.refusal.obstacles {
        let words = in_the_way(path, *batch, obstacle, &ways);
        streams.error(&words.message);
        hints.extend(words.hints);
    }
    if let Some(kept) = &report.refusal.commit_kept {
        let words = commit_in_the_way(kept);
        streams.error(&words.message);
        hints.extend(words.hints);
    }
    if let (Some((then, now)), Some(batch)) = (&report.refusal.moved, report.undone.first()) {
        streams.say(&format!("note: HEAD was {} after batch {batch} and is {} now", head(then), head(now)));
    }
    let mut said: Vec<&String> = Vec::new();
    for hint in &hints {
        if !said.contains(&hint) {
            streams.hint(hint);
            said.push(hint);
        }
    }
    streams.say("nothing was written");
}

/// `main (1234567)`
fn head(head: &Head) -> String {
    let name = head.name.as_ref().map_or_else(
        || "detached".to_owned(),
        |name| {
            let short = name.strip_prefix(b"refs/heads/").unwrap_or(name);
            escape(short).to_string()
        },
    );
    match head.id {
        Some(id) => format!("{name} ({})", id.to_hex_with_len(SHORT)),
        None => format!("{name} (no commit)"),
    }
}

/// The message for nothing to take back.
pub(in crate::cli::report) fn no_target(
    nothing: Nothing,
    report: &UndoReport,
    request: &UndoRequest,
) -> Said {
    let given = |spec: usize| quoted(&request.paths[spec]);
    let (message, hints) = match nothing {
        Nothing::NoBatch => {
            ("nothing to undo: no batch in this work tree is left to take back".to_owned(), Vec::new())
        }
        Nothing::BrokenOff => (
            "the run that broke off is taken back, and nothing else".to_owned(),
            report
                .next
                .map(|next| format!("to take batch {next} back as well: {}", git_sr("undo")))
                .into_iter()
                .collect(),
        ),
        Nothing::Fewer { found: 1 } => (
            "only 1 batch is left to take back; nothing was written".to_owned(),
            vec![format!("take it back: {}", git_sr("undo"))],
        ),
        Nothing::Fewer { found } => (
            format!("only {found} batches are left to take back; nothing was written"),
            vec![format!("take these back: {}", git_sr(&format!("undo --count {found}")))],
        ),
        Nothing::Unknown { id } => (
            format!("there is no record of batch {id}"),
            vec![format!("list the batches: {}", git_sr("log"))],
        ),
        Nothing::TakenBack { id, by } => (
            format!("batch {id} is taken back already, by batch {by}"),
            vec![format!("to have it again: {}", git_sr(&format!("undo {by}")))],
        ),
        Nothing::Whole { id } => (
            format!("batch {id} is an undo, which is taken back whole"),
            vec![format!("take it back: {}", git_sr(&format!("undo {id}")))],
        ),
        Nothing::NoFile { spec, of: Some(id) } => (
            format!("batch {id} changed no file {}, or it is taken back already", given(spec)),
            vec![format!("list its files: {}", git_sr(&format!("show --stat {id}")))],
        ),
        Nothing::NoFile { spec, of: None } => (
            format!("nothing to undo: no batch that is left to take back changed {}", given(spec)),
            vec![format!("list the batches: {}", git_sr("log"))],
        ),
        Nothing::BadPath { spec } => (
            format!("{} is no pathspec of this work tree", given(spec)),
            vec!["name files by their paths from the current folder".to_owned()],
        ),
        Nothing::Void { undo } => (
            format!(
                "nothing to redo: batch {undo}, an undo, changed nothing, since the change was gone already"
            ),
            vec![format!("make the change again: {}", git_sr("apply <reply>"))],
        ),
        Nothing::NoUndo => ("nothing to redo: there is no undo to take back".to_owned(), Vec::new()),
        Nothing::Moot { undo, by } => (
            format!("nothing to redo: batch {by} was applied since the last undo, batch {undo}"),
            vec![format!("to take that undo back all the same: {}", git_sr(&format!("undo {undo}")))],
        ),
    };
    Said { message, hints }
}

/// The hint about a batch that stays.
pub(in crate::cli) fn back(way: Option<Way>, batch: BatchId) -> String {
    let undo = |option: &str| git_sr(&format!("undo{option} {batch}"));
    match way {
        Some(Way::Undo) => format!("take it back, but for what was edited since: {}", undo("")),
        Some(Way::Merge) => format!("take it back, with conflict markers: {}", undo(" --merge")),
        Some(Way::Force) => {
            format!("take it back all the same ('{}' goes back): {}", git_sr("redo"), undo(" --force"))
        }
        None => format!("see what keeps it from being taken back: {}", undo("")),
    }
}
