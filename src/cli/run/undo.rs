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
    undo::{self, Which},
};

pub(super) fn undo(start: &Path, args: &Undo, streams: &mut Streams) -> Result<Exit, Fatal> {
    let which = match (args.batch, args.count) {
        (Some(id), _) => Which::Batch(BatchId(id)),
        (None, count) => Which::Last(count.unwrap_or(1) as usize),
    };
    let force = match (args.merge, args.force) {
        (true, _) => Force::Merge,
        (_, true) => Force::Old,
        _ => Force::No,
    };
    take_back(start, which, force, &args.extent, &args.output, streams)
}

pub(super) fn redo(start: &Path, args: &Redo, streams: &mut Streams) -> Result<Exit, Fatal> {
    take_back(start, Which::LastUndo, Force::No, &args.extent, &args.output, streams)
}

fn take_back(
    start: &Path,
    which: Which,
    force: Force,
    extent: &ExtentArgs,
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, output, streams)?;
    let cwd = start.as_os_str().as_encoded_bytes().into();
    let request = undo::UndoRequest {
        force,
        mode: match (extent.dry_run, extent.check) {
            (true, _) => RunMode::Diff,
            (_, true) => RunMode::Check,
            _ => RunMode::Write,
        },
        counts: output.json,
        ..undo::UndoRequest::new(which, now(), cwd)
    };
    let notice = &mut |notice| report::recover::notice(&notice, streams);
    let report = undo::undo(&repo, &settings, &request, notice)?;
    if report.batch.is_some() {
        streams.done(report::undo::what_happened(&report));
    }
    let exit = report::undo::print(&report, which, streams, output);
    if output.json {
        report::json::print(&report::json::BatchJson::of_undo(&report, which), streams);
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
