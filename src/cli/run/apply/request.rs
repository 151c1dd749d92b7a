//! The request of `git sr apply`, by its options and the configuration.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

use bstr::{BStr, BString};

use super::continued::kept_input;
use crate::{
    apply::{ApplyRequest, TreeScope},
    cli::{
        args::{Apply, PlanArgs},
        fatal::Fatal,
        run::{
            commit, now,
            replies::{clipboard, inputs, options},
            rules,
        },
        style::Streams,
    },
    core::{
        plan::{self, Filter},
        resolve, syntax,
    },
    repo::{config::Settings, pending::Pending},
    request::{Input, RunMode},
};

/// Options that say nothing of the batch, by their long names. Nor does the format of its reply: the corrected
/// blocks are asked for as such.
const NOT_KEPT: &[&str] = &[
    "format", "continue", "exit-code", "json", "feedback", "clipboard", "quiet", "verbose", "color", "retry",
    "retries", "retry-timeout", "patch", "confirm",
];

/// The request: what the configuration says, with the options typed, for the kept blocks and the replies.
pub(super) fn request(
    start: &Path,
    args: &Apply,
    settings: &Settings,
    pending: Option<&Pending>,
    streams: &Streams,
) -> Result<ApplyRequest, Fatal> {
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
    let configured = ApplyRequest::configured(settings, all, now(), cwd)?;
    let commit = commit::options(start, &args.commit, settings, args.feedback)?;
    let scope = match (args.cached, args.index) {
        (true, _) => TreeScope::Index,
        (_, true) => TreeScope::Both,
        _ => configured.scope,
    };
    let plan = plan(&args.plan, configured.plan)?;
    // Conflict markers are for somebody to resolve before anything is staged.
    let three_way = plan.three_way && scope == TreeScope::WorkTree && commit.is_none();
    Ok(ApplyRequest {
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
