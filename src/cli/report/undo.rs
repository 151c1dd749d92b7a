//! The report of `git sr undo`, for people.

use super::{file_line, shown};
use crate::{
    cli::{args::Output, exit::Exit, style::Streams, words::quoted},
    core::path::RepoPath,
    undo::{Edit, Report, Status},
};

/// Prints a report.
pub(in crate::cli) fn print(report: &Report, streams: &mut Streams, output: &Output) -> Exit {
    let batch = report.batch.map_or_else(String::new, |batch| batch.to_string());
    match report.status {
        Status::Nothing => {
            streams.error("nothing to undo: no batch in this work tree is left to take back");
            return Exit::Refused;
        }
        Status::Refused => {
            for (path, edit) in &report.edited {
                streams.error(&in_the_way(path, edit, &batch));
            }
            streams.hint("put these files back as the batch left them, or take its changes back by hand");
            streams.say("nothing was written");
            return Exit::Refused;
        }
        Status::Undone | Status::WouldUndo => {}
    }
    match &report.diff {
        _ if output.json => {}
        Some(diff) => streams.bytes(diff),
        None => shown(&report.files).for_each(|file| streams.result(&file_line(file))),
    }
    if report.status == Status::Undone {
        let next = match report.next {
            Some(next) => format!("; the next undo takes back batch {next}"),
            None => "; there is no other batch to take back".to_owned(),
        };
        streams.say(&format!("batch {batch} is taken back{next}"));
    }
    Exit::Done
}

/// Why a file is in the way of undo.
pub(super) fn in_the_way(path: &RepoPath, edit: &Edit, batch: &str) -> String {
    let path = quoted(path.as_bstr());
    match edit {
        Edit::Changed => format!("{path} was edited since batch {batch}"),
        Edit::Gone => format!("{path} was removed since batch {batch}"),
        Edit::Occupied => format!("{path} was made anew since batch {batch} removed it"),
        Edit::Unreadable(error) => format!("{path} {error}"),
    }
}
