//! `git sr undo`, `redo` and `recover`, as they were typed.

use std::path::Path;

use super::{now, open};
use crate::{
    cli::{
        args::{ExtentArgs, OutputArgs, Recover, Redo, Undo},
        exit::Exit,
        fatal::Fatal,
        report,
        style::Streams,
    },
    recover,
    repo::{record::BatchId, rollback::Force},
    request::RunMode,
    undo::{self, UndoRequest, Which},
};

pub(super) fn undo(start: &Path, args: &Undo, streams: &mut Streams) -> Result<Exit, Fatal> {
    // A script whose list of files is empty does not mean all of them.
    if args.paths.is_empty() && streams.typed.ends_with("--") {
        return Err(Fatal::no_pathspec());
    }
    let which = match (args.batch, args.count) {
        (Some(id), _) => Which::Batch(BatchId(id)),
        (None, count) => Which::Last(count.unwrap_or(1) as usize),
    };
    let force = match (args.merge, args.force) {
        (true, _) => Force::Merge,
        (_, true) => Force::Old,
        _ => Force::No,
    };
    let paths = args.paths.iter().map(|path| path.as_encoded_bytes().into()).collect();
    let request = UndoRequest { paths, force, ..request(start, which) };
    take_back(start, request, &args.extent, &args.output, streams)
}

pub(super) fn redo(start: &Path, args: &Redo, streams: &mut Streams) -> Result<Exit, Fatal> {
    take_back(start, request(start, Which::LastUndo), &args.extent, &args.output, streams)
}

fn request(start: &Path, which: Which) -> UndoRequest {
    UndoRequest::new(which, now(), start.as_os_str().as_encoded_bytes().into())
}

fn take_back(
    start: &Path,
    asked: UndoRequest,
    extent: &ExtentArgs,
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, output, streams)?;
    let request = UndoRequest {
        mode: match (extent.dry_run, extent.check) {
            (true, _) => RunMode::Diff,
            (_, true) => RunMode::Check,
            _ => RunMode::Write,
        },
        counts: output.json,
        ..asked
    };
    let notice = &mut |notice| report::recover::notice(&notice, streams);
    let report = undo::undo(&repo, &settings, &request, notice)?;
    if report.batch.is_some() {
        streams.done(report::undo::what_happened(&report));
    }
    let exit = report::undo::print(&report, &request, streams, output);
    if output.json {
        report::json::print(&report::json::BatchJson::of_undo(&report, &request), streams);
    }
    Ok(exit)
}

pub(super) fn recover(start: &Path, args: &Recover, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    let recovered = recover::recover(&repo, &settings)?;
    match &recovered {
        Some(recovered) => report::recover::print(recovered, streams),
        None => streams.say("nothing to recover"),
    }
    if args.output.json {
        report::json::print(&report::recover::RecoveryJson::new(recovered.as_ref()), streams);
    }
    Ok(Exit::Done)
}
