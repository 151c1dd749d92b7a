//! `git sr apply` and `git sr diff`, as they were typed.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use bstr::{BStr, BString};

use super::{
    commit, now, open, patch,
    replies::{clipboard, inputs, options},
    retry::{Correction, Retry},
    rules, stream,
};
use crate::{
    apply::{self, AnswerReply, ApplyReport, ApplyRequest, ApplyStatus, TreeScope, uncorrected},
    cli::{
        args::{Apply, DiffArgs, PlanArgs},
        exit::Exit,
        fatal::Fatal,
        report,
        style::Streams,
        words,
    },
    core::{
        plan::{self, Filter, Partial},
        reply::{self, Reply},
        resolve, syntax,
    },
    repo::{
        config::Settings,
        open::Repo,
        pending::{FailedPart, KeptReply, KeptTargets, Pending, PendingBatch},
    },
    request::{Input, RunMode},
};

/// Options that say nothing of the batch, by their long names. Nor does the format of its reply: the corrected
/// blocks are asked for as such.
const NOT_KEPT: &[&str] = &[
    "format", "continue", "exit-code", "json", "feedback", "clipboard", "quiet", "verbose", "color", "retry",
    "retries", "retry-timeout", "patch", "confirm",
];

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

/// The request: what the configuration says, with the options typed, for the kept blocks and the replies.
fn request(
    start: &Path,
    args: &Apply,
    settings: &Settings,
    pending: Option<&Pending>,
    streams: &Streams,
) -> Result<apply::ApplyRequest, Fatal> {
    let kept = pending.iter().flat_map(|pending| &pending.replies).map(kept_input);
    let (mut all, places): (Vec<Input>, _) = kept.unzip();
    if args.stream {
        all.push(Input { name: "-".into(), bytes: Vec::new() });
    } else if args.reads_clipboard() {
        all.push(clipboard(settings.max_reply_bytes)?);
    } else {
        all.extend(inputs(start, &args.replies, settings.max_reply_bytes)?);
    }
    let cwd = start.as_os_str().as_encoded_bytes().into();
    let configured = apply::ApplyRequest::configured(settings, all, now(), cwd)?;
    let commit = commit::options(start, &args.commit, settings, args.feedback)?;
    let scope = match (args.cached, args.index) {
        (true, _) => TreeScope::Index,
        (_, true) => TreeScope::Both,
        _ => configured.scope,
    };
    let plan = plan(&args.plan, configured.plan)?;
    // Conflict markers are for somebody to resolve before anything is staged.
    let three_way = plan.three_way && scope == TreeScope::WorkTree && commit.is_none();
    Ok(apply::ApplyRequest {
        kept: places,
        open: pending.map_or_else(Vec::new, |pending| pending.failures.clone()),
        parse: options(&args.plan.aim.reading, Some(settings))?,
        plan: plan::Settings { three_way, ..plan },
        rules: rules(&args.plan.aim.allow, &args.plan.aim.block, args.plan.strict)?,
        backup: args.backup.as_ref().map(|suffix| suffix.as_encoded_bytes().into()),
        stash: args.stash,
        exec: args.exec.clone().map_or(configured.exec, |line| Some(line).filter(|line| !line.is_empty())),
        keeps_output: args.feedback,
        commit,
        mode: mode(args),
        scope,
        notes: args.output.json || !args.output.quiet,
        counts: args.output.json || args.stat || args.numstat,
        ids: args.output.json,
        source: args.source.clone(),
        typed: Some(streams.typed.options(NOT_KEPT)),
        ..configured
    })
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

/// The request for the kept blocks of a refused batch and the corrected ones, which may be in any format.
fn corrected(request: ApplyRequest, Correction { reply, pending, open }: Correction) -> ApplyRequest {
    let kept = pending.iter().flat_map(|pending| &pending.replies).map(kept_input);
    let (mut inputs, kept): (Vec<Input>, _) = kept.unzip();
    inputs.push(reply);
    let parse = reply::Options { format: None, ..request.parse };
    let edits = BTreeMap::new();
    ApplyRequest { inputs, kept, open, parse, edits, shown: None, time: now(), ..request }
}

/// The mode of the run. As in git apply, counting replaces writing.
fn mode(args: &Apply) -> RunMode {
    if args.dry_run {
        RunMode::Diff
    } else if args.check || args.stat || args.numstat {
        RunMode::Check
    } else {
        RunMode::Write
    }
}

/// The options of planning: those of the configuration, with those of the command line.
fn plan(args: &PlanArgs, configured: plan::Settings) -> Result<plan::Settings, Fatal> {
    Ok(plan::Settings {
        last_tier: args.aim.r#match.unwrap_or(configured.last_tier),
        directory: args.aim.directory.as_deref().map(directory).transpose()?,
        overwrite: args.overwrite,
        allow_placeholder: args.allow_placeholder,
        partial: args.partial.map_or(configured.partial, Into::into),
        filter: filter(args)?,
        strict: args.strict,
        syntax: if args.no_syntax { syntax::Mode::Off } else { configured.syntax },
        max_shrink: configured.max_shrink.filter(|_| !args.force),
        max_growth: configured.max_growth.filter(|_| !args.force),
        three_way: args.three_way,
        ..configured
    })
}

/// The folder that paths start from.
fn directory(named: &OsStr) -> Result<BString, Fatal> {
    let named = BStr::new(named.as_encoded_bytes());
    resolve::check_directory(named).map_err(|error| Fatal::directory(&error))?;
    Ok(named.to_owned())
}

/// Returns whether a reply and the message of the commit would both come from standard input.
fn takes_input_twice(args: &Apply) -> bool {
    let is_standard = |path: &PathBuf| path.as_os_str() == "-";
    args.commit.file.as_ref().is_some_and(is_standard)
        && !args.reads_clipboard()
        && (args.replies.is_empty() || args.replies.iter().any(is_standard))
}

/// The kept blocks of the batch that was refused last.
fn kept(repo: &Repo) -> Result<Pending, Fatal> {
    let pending = PendingBatch::new(repo).read().map_err(|error| Fatal::io("what is kept", &error))?;
    pending.ok_or_else(Fatal::nothing_kept)
}

/// The blocks of a refused batch that failed and that the replies of this request leave out. A reply that has
/// no blocks, or parts that cannot be read, is refused for that.
fn left_out(pending: &Pending, request: &ApplyRequest) -> Vec<FailedPart> {
    let new = &request.inputs[pending.replies.len()..];
    let answers: Vec<Reply<'_>> =
        new.iter().map(|input| reply::parse(&input.bytes, &request.parse)).collect();
    if answers.iter().all(|reply| reply.blocks.is_empty())
        || answers.iter().any(|reply| !reply.faults.is_empty())
    {
        return Vec::new();
    }
    let texts = new.iter().map(|input| input.bytes.as_slice());
    let answers: Vec<AnswerReply<'_, '_>> = answers.iter().zip(texts).collect();
    let left = uncorrected(&pending.failures, Some(pending), &answers, &request.parse);
    left.into_iter().cloned().collect()
}

/// Refuses to continue a batch in fewer places than it was asked for.
fn check_reach(pending: &Pending, request: &ApplyRequest) -> Result<(), Fatal> {
    match &pending.asked {
        Some(asked) if !request.reach().has_all_of(asked.reach) => Err(Fatal::continued_otherwise(asked)),
        _ => Ok(()),
    }
}

/// Refuses replies that leave out blocks which failed, unless the batch may be applied in part.
fn check_left_out(pending: &Pending, request: &ApplyRequest, args: &Apply) -> Result<(), Fatal> {
    let left = left_out(pending, request);
    if !left.is_empty() && request.plan.partial == Partial::No {
        return Err(Fatal::left_out(&left, args.feedback));
    }
    Ok(())
}

/// The good blocks of a reply, and their targets.
fn kept_input(kept: &KeptReply) -> (Input, Option<KeptTargets>) {
    let input = Input { name: kept.name.0.clone(), bytes: kept.text.0.clone().into() };
    (input, kept.targets())
}

fn abort(repo: &Repo, args: &Apply, streams: &mut Streams) -> Result<Exit, Fatal> {
    let there = PendingBatch::new(repo).forget().map_err(|error| Fatal::io("what is kept", &error))?;
    if !there {
        return Err(Fatal::nothing_to_forget());
    }
    streams.say("the blocks of the refused batch are forgotten");
    if args.output.json {
        report::json::print(&report::json::BatchJson::aborted(), streams);
    }
    Ok(Exit::Done)
}

/// The filter of paths. Each option is compiled alone first, so that an error names it.
fn filter(args: &PlanArgs) -> Result<Filter, Fatal> {
    let bytes = |globs: &[OsString]| -> Vec<Vec<u8>> {
        globs.iter().map(|glob| glob.as_encoded_bytes().to_vec()).collect()
    };
    let (include, exclude) = (bytes(&args.include), bytes(&args.exclude));
    let include: Vec<&[u8]> = include.iter().map(Vec::as_slice).collect();
    let exclude: Vec<&[u8]> = exclude.iter().map(Vec::as_slice).collect();
    Filter::new(&include, &[]).map_err(|error| Fatal::option("--include", &error))?;
    Filter::new(&include, &exclude).map_err(|error| Fatal::option("--exclude", &error))
}
