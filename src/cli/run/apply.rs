//! `git sr apply` and `git sr diff`, as they were typed.

mod continued;
mod request;

use std::path::{Path, PathBuf};

use super::{now, open, patch, retry::Retry, stream};
use crate::{
    apply::{self, ApplyReport, ApplyRequest, ApplyStatus},
    cli::{
        args::{Apply, DiffArgs},
        exit::Exit,
        fatal::Fatal,
        report,
        style::Streams,
        words,
    },
    repo::{config::Settings, open::Repo},
    request::RunMode,
};
use continued::{abort, check_left_out, check_reach, corrected, kept};
use request::request;

pub(super) fn apply(start: &Path, args: &Apply, streams: &mut Streams) -> Result<Exit, Fatal> {
    with_report(start, args, streams, |_, _, _, _| Ok(None))
}

/// Applies replies, and prints the report unless `instead` does something else with it.
pub(super) fn with_report(
    start: &Path,
    args: &Apply,
    streams: &mut Streams,
    instead: impl FnOnce(&Repo, &Settings, &mut ApplyReport<'_>, &mut Streams) -> Result<Option<Exit>, Fatal>,
) -> Result<Exit, Fatal> {
    let (repo, mut settings) = open(start, &args.output, streams)?;
    // A tier that is typed hides the configured one, whatever that is.
    settings.last_tier = settings.last_tier.filter(|_| args.plan.aim.r#match.is_none());
    if args.abort {
        return abort(&repo, args, streams);
    }
    check(args)?;
    let mut retry = Retry::of(args, &settings, &repo, streams)?;
    let pending = if args.r#continue { Some(kept(&repo)?) } else { None };
    let mut request = request(start, args, &settings, pending.as_ref(), streams)?;
    if let Some(pending) = &pending {
        check_reach(pending, &request)?;
    }
    if args.stream {
        stream::read(&repo, &settings, &mut request, streams, args.output.json)?;
        request.time = now();
    }
    if let Some(pending) = &pending {
        check_left_out(pending, &request, args)?;
    }
    let mut report = loop {
        if let Some(exit) = asked(&repo, args, &settings, &mut request, streams)? {
            return Ok(exit);
        }
        let report = applied(&repo, args, &settings, &request, streams)?;
        let Some(retry) = &mut retry else { break report };
        let Some(correction) = retry.correction(&repo, &request, &report, streams)? else { break report };
        drop(report);
        request = corrected(request, correction);
    };
    if let Some(exit) = instead(&repo, &settings, &mut report, streams)? {
        return Ok(exit);
    }
    let exit = told(args, &request, &report, retry, streams);
    // The process is about to end, which frees them at once instead of piece by piece.
    std::mem::forget(report);
    std::mem::forget((request, settings, repo));
    Ok(exit)
}

/// Applies the replies of a request.
fn applied<'r>(
    repo: &Repo,
    args: &Apply,
    settings: &Settings,
    request: &'r ApplyRequest,
    streams: &mut Streams,
) -> Result<ApplyReport<'r>, Fatal> {
    let notice = &mut |notice| report::recover::notice(&notice, streams);
    apply::apply(repo, settings, request, notice).map_err(|error| {
        let fatal = Fatal::of_apply(error, args.feedback);
        if args.exit.exit_code { fatal.by_class() } else { fatal }
    })
}

/// Prints a report, and returns how the command ends.
fn told(
    args: &Apply,
    request: &ApplyRequest,
    report: &ApplyReport<'_>,
    retry: Option<Retry>,
    streams: &mut Streams,
) -> Exit {
    if let Some(batch) = report.batch {
        streams.done(format!("batch {batch} is applied"));
    }
    let style = report::apply::Style {
        output: &args.output,
        verbose: args.verbose,
        stat: args.stat,
        numstat: args.numstat,
        feedback: args.feedback,
    };
    report::apply::print_empty(report, streams);
    match report.open.as_slice() {
        [] => {}
        open if report.status == ApplyStatus::Refused => streams.error(&words::not_corrected(open)),
        open => streams.warn(&words::not_corrected(open)),
    }
    let exit = report::apply::print(report, streams, style);
    if let Some(end) = retry.as_ref().and_then(|retry| retry.end.as_ref()) {
        streams.error(end);
    }
    if args.output.json {
        let replies: Vec<&[u8]> = request.inputs.iter().map(|input| input.bytes.as_slice()).collect();
        let batch = report::json::BatchJson::of_apply(report, &replies, args.feedback);
        let rounds = retry.map_or(0, |retry| retry.rounds);
        report::json::print(&batch.lacking(report.open.len()).asked(rounds), streams);
    }
    let by_class = exit == Exit::Refused && args.exit.exit_code;
    if by_class { Exit::of(report::apply::classes(report)) } else { exit }
}

/// Refuses options that make no sense together.
fn check(args: &Apply) -> Result<(), Fatal> {
    if takes_input_twice(args) {
        return Err(Fatal::input_twice());
    }
    if args.clipboard && !args.replies.is_empty() && !args.feedback {
        return Err(Fatal::nothing_to_copy());
    }
    stream::check(args)
}

/// Prints the diff of replies, as `git sr apply -n` does.
pub(super) fn diff(start: &Path, args: DiffArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
    let DiffArgs { replies, cached, plan, verbose, exit, output } = args;
    let args = Apply { dry_run: true, replies, cached, plan, verbose, exit, output, ..Apply::default() };
    apply(start, &args, streams)
}

/// Asks about a batch before it is written, where that is wanted. Returns how the command ends, if it does.
fn asked(
    repo: &Repo,
    args: &Apply,
    settings: &Settings,
    request: &mut ApplyRequest,
    streams: &mut Streams,
) -> Result<Option<Exit>, Fatal> {
    if request.mode != RunMode::Write {
        return Ok(None);
    }
    match (args.patch, args.confirm, settings.confirm) {
        (true, ..) => patch::pick(repo, settings, request, streams),
        (_, true, _) => patch::confirm(repo, settings, request, "--confirm", streams),
        (.., true) if args.output.json => Err(Fatal::unasked_json()),
        (.., true) => patch::confirm(repo, settings, request, "sr.confirm", streams),
        _ => Ok(None),
    }
}

/// Returns whether a reply and the message of the commit would both come from standard input.
fn takes_input_twice(args: &Apply) -> bool {
    let is_standard = |path: &PathBuf| path.as_os_str() == "-";
    args.commit.file.as_ref().is_some_and(is_standard)
        && !args.reads_clipboard()
        && (args.replies.is_empty() || args.replies.iter().any(is_standard))
}
