//! From what was typed to what it means, and on to the verbs.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use bstr::{BString, ByteSlice};

use super::{
    args::{Apply, Cli, Command, Extent, Forget, Log, Output, Parse, Policy, Recover, Redo, Show, Undo},
    demo,
    exit::Exit,
    fatal::Fatal,
    input, report,
    style::{self, Streams},
};
use crate::{
    apply::{self, Input, Mode},
    batches,
    core::{
        guard::{Origin, Rules},
        locate::Tier,
        plan::{self, Filter},
        reply,
    },
    parse, policy, recover,
    repo::{
        config::{Emptied, Settings},
        open::Repo,
        pending::{Kept, PendingBatch},
        record::BatchId,
    },
    undo::{self, Force, Which},
};

/// Runs a command.
pub(super) fn run(cli: Cli) -> Exit {
    let start = || start(cli.start.as_deref());
    match cli.command {
        Command::Apply(args) => with_output(&args.output, |streams| self::apply(&start()?, &args, streams)),
        Command::Undo(args) => with_output(&args.output, |streams| self::undo(&start()?, &args, streams)),
        Command::Redo(args) => with_output(&args.output, |streams| self::redo(&start()?, &args, streams)),
        Command::Log(args) => with_output(&args.output, |streams| self::log(&start()?, &args, streams)),
        Command::Show(args) => with_output(&args.output, |streams| self::show(&start()?, &args, streams)),
        Command::Forget(args) => with_output(&args.output, |streams| self::forget(&start()?, &args, streams)),
        Command::Recover(args) => {
            with_output(&args.output, |streams| self::recover(&start()?, &args, streams))
        }
        Command::Parse(args) => with_output(&args.output, |streams| self::parse(&start()?, &args, streams)),
        Command::Policy(args) => with_output(&args.output, |streams| self::policy(&start()?, &args, streams)),
        Command::Demo(args) => demo::run(&args),
    }
}

/// The folder that everything is relative to.
fn start(directory: Option<&Path>) -> Result<PathBuf, Fatal> {
    let here = std::env::current_dir().map_err(|error| Fatal::io("the current folder", &error))?;
    let Some(directory) = directory else { return Ok(here) };
    let start = here.join(directory);
    if start.is_dir() { Ok(start) } else { Err(Fatal::folder(directory.as_os_str().as_encoded_bytes())) }
}

fn with_output(output: &Output, command: impl FnOnce(&mut Streams) -> Result<Exit, Fatal>) -> Exit {
    let hints = std::env::var_os("GIT_ADVICE").is_none_or(|advice| advice != "0");
    let mut streams = Streams::new(output.quiet, hints);
    match command(&mut streams) {
        Ok(exit) => exit,
        Err(fatal) => fatal.print(&mut streams, output.json),
    }
}

/// Opens the repository and reads its configuration.
fn open(start: &Path, output: &Output, streams: &mut Streams) -> Result<(Repo, Settings), Fatal> {
    let repo = Repo::open(start)?;
    let settings = Settings::read(&repo)?;
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    style::choose(output.color, settings.color_sr, settings.color_ui, no_color);
    let hints = std::env::var_os("GIT_ADVICE").is_none_or(|advice| advice != "0");
    *streams = Streams::new(output.quiet, hints);
    Ok((repo, settings))
}

fn apply(start: &Path, args: &Apply, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    if args.abort {
        return abort(&repo, args, streams);
    }
    let (kept, failed) = if args.r#continue { kept(&repo)? } else { (Vec::new(), 0) };
    let request = apply::Request {
        kept: kept.len(),
        inputs: [kept, inputs(start, &args.replies, settings.max_reply_bytes)?].concat(),
        parse: reply::Options {
            format: args.format.and_then(super::args::FormatName::format),
            path: args.path.as_ref().map(|path| path.as_encoded_bytes().into()),
            fence: fence(args.fence.as_ref(), Some(&settings))?,
        },
        plan: plan::Settings {
            last_tier: last_tier(args, &settings)?,
            directory: args.directory.as_ref().map(|path| path.as_encoded_bytes().into()),
            overwrite: args.overwrite,
            allow_placeholder: args.allow_placeholder,
            keep_emptied: settings.emptied == Emptied::Keep,
            max_file_bytes: settings.max_file_bytes,
            partial: args.partial.map_or(settings.partial, Into::into),
            filter: filter(args)?,
            strict: args.strict,
        },
        rules: rules(&args.allow, &args.block, args.strict)?,
        backup: args.backup.as_ref().map(|suffix| suffix.as_encoded_bytes().into()),
        mode: match () {
            () if args.dry_run => Mode::Diff,
            // As for git apply, counting takes the place of writing.
            () if args.check || args.stat || args.numstat => Mode::Check,
            () => Mode::Write,
        },
        time: now(),
        cwd: start.as_os_str().as_encoded_bytes().into(),
    };
    let notice = &mut |notice| report::recover::notice(&notice, streams);
    let report = apply::apply(&repo, &settings, &request, notice)?;
    let style = report::apply::Style {
        output: &args.output,
        stat: args.stat,
        numstat: args.numstat,
        feedback: args.feedback,
    };
    let exit = report::apply::print(&report, streams, style);
    let corrected = report.sources[request.kept..].iter().map(|source| source.reply.blocks.len()).sum();
    report::apply::print_corrected(corrected, failed, streams);
    if args.output.json {
        let replies: Vec<&[u8]> = request.inputs.iter().map(|input| input.bytes.as_slice()).collect();
        report::json::print(&report::json::Batch::of_apply(&report, &replies, args.feedback), streams);
    }
    Ok(exit)
}

/// The good blocks of the batch that was refused last, and how many failed.
fn kept(repo: &Repo) -> Result<(Vec<Input>, usize), Fatal> {
    let pending = PendingBatch::new(repo).read().map_err(|error| Fatal::io("what is kept", &error))?;
    let pending = pending.ok_or_else(Fatal::nothing_kept)?;
    let input = |kept: Kept| Input { name: kept.name.0, bytes: kept.text.0.into() };
    Ok((pending.replies.into_iter().map(input).collect(), pending.failed))
}

fn abort(repo: &Repo, args: &Apply, streams: &mut Streams) -> Result<Exit, Fatal> {
    let there = PendingBatch::new(repo).forget().map_err(|error| Fatal::io("what is kept", &error))?;
    if !there {
        return Err(Fatal::nothing_kept());
    }
    streams.say("the blocks of the refused batch are forgotten");
    if args.output.json {
        report::json::print(&report::json::Batch::aborted(), streams);
    }
    Ok(Exit::Done)
}

fn undo(start: &Path, args: &Undo, streams: &mut Streams) -> Result<Exit, Fatal> {
    let which = match (args.batch, args.count) {
        (Some(id), _) => Which::Batch(BatchId(id)),
        (None, count) => Which::Last(count.unwrap_or(1) as usize),
    };
    let force = match (args.merge, args.force) {
        (true, _) => Force::Merge,
        (_, true) => Force::Old,
        _ => Force::No,
    };
    take_back(start, (which, force), &args.extent, &args.output, streams)
}

fn redo(start: &Path, args: &Redo, streams: &mut Streams) -> Result<Exit, Fatal> {
    take_back(start, (Which::LastUndo, Force::No), &args.extent, &args.output, streams)
}

fn take_back(
    start: &Path,
    (which, force): (Which, Force),
    extent: &Extent,
    output: &Output,
    streams: &mut Streams,
) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, output, streams)?;
    let request = undo::Request {
        which,
        force,
        mode: match (extent.dry_run, extent.check) {
            (true, _) => Mode::Diff,
            (_, true) => Mode::Check,
            _ => Mode::Write,
        },
        time: now(),
        cwd: start.as_os_str().as_encoded_bytes().into(),
    };
    let notice = &mut |notice| report::recover::notice(&notice, streams);
    let report = undo::undo(&repo, &settings, &request, notice)?;
    let exit = report::undo::print(&report, which, streams, output);
    if output.json {
        report::json::print(&report::json::Batch::of_undo(&report, which), streams);
    }
    Ok(exit)
}

fn log(start: &Path, args: &Log, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, _) = open(start, &args.output, streams)?;
    let entries = batches::log(&repo, args.count.unwrap_or(usize::MAX))?;
    if args.output.json {
        report::batches::log_json(&entries, streams);
    } else {
        report::batches::log(&entries, now(), streams);
    }
    Ok(Exit::Done)
}

fn recover(start: &Path, args: &Recover, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    let recovered = recover::recover(&repo, &settings)?;
    match &recovered {
        Some(recovered) => report::recover::print(recovered, streams),
        None => streams.say("nothing to recover"),
    }
    if args.output.json {
        report::json::print(&report::recover::Report::new(recovered.as_ref()), streams);
    }
    Ok(Exit::Done)
}

fn parse(start: &Path, args: &Parse, streams: &mut Streams) -> Result<Exit, Fatal> {
    /// The default of `sr.maxReplyBytes`.
    const MAX_REPLY: u64 = 256 << 20;
    // Outside of a repository, or in one that cannot be used, nothing is configured.
    let settings = open(start, &args.output, streams).map(|(_, settings)| settings).ok();
    let max = settings.as_ref().map_or(MAX_REPLY, |settings| settings.max_reply_bytes);
    let inputs = inputs(start, &args.replies, max)?;
    let options = reply::Options {
        format: args.format.and_then(super::args::FormatName::format),
        path: args.path.as_ref().map(|path| path.as_encoded_bytes().into()),
        fence: fence(args.fence.as_ref(), settings.as_ref())?,
    };
    let report = parse::parse(&inputs, &options);
    let exit = report::parse::print(&report, streams, args.output.json);
    if args.output.json {
        report::json::print(&report::json::Parsed::new(&report), streams);
    }
    Ok(exit)
}

fn policy(start: &Path, args: &Policy, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    let rules = rules(&args.allow, &args.block, args.strict)?;
    let paths: Vec<BString> = args.paths.iter().map(|path| path.as_encoded_bytes().into()).collect();
    let judged = policy::judge(&repo, &settings, &rules, &paths)?;
    let exit = report::policy::print(&judged, streams, args.output.json);
    if args.output.json {
        report::json::print(&report::json::Verdicts::new(&judged), streams);
    }
    Ok(exit)
}

fn show(start: &Path, args: &Show, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, _) = open(start, &args.output, streams)?;
    let id = args.batch.map(BatchId);
    let Some(batch) = batches::show(&repo, id)? else {
        return Ok(report::batches::unknown(id.as_slice(), &args.output, streams));
    };
    let part = if args.stat { report::batches::Part::Stat } else { report::batches::Part::Diff };
    if args.output.json {
        report::batches::show_json(&batch, part, streams);
    } else {
        report::batches::show(&batch, part, now(), streams);
    }
    Ok(Exit::Done)
}

fn forget(start: &Path, args: &Forget, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, _) = open(start, &args.output, streams)?;
    let ids: Vec<BatchId> = args.batches.iter().copied().map(BatchId).collect();
    let dropped = if args.all {
        batches::forget_all(&repo)?
    } else {
        match batches::forget(&repo, &ids)?.as_slice() {
            [] => ids,
            unknown => return Ok(report::batches::unknown(unknown, &args.output, streams)),
        }
    };
    report::batches::forgotten(&dropped, &args.output, streams);
    Ok(Exit::Done)
}

fn inputs(start: &Path, replies: &[PathBuf], max: u64) -> Result<Vec<Input>, Fatal> {
    let standard = [PathBuf::from("-")];
    let replies = if replies.is_empty() { &standard } else { replies };
    let mut inputs: Vec<Input> = Vec::with_capacity(replies.len());
    for path in replies {
        let room = max - inputs.iter().map(|input| input.bytes.len() as u64).sum::<u64>();
        let read = if path.as_os_str() == "-" {
            input::standard_input(room)
        } else {
            input::file(&start.join(path), room).map(|input| Input { name: name(path), ..input })
        };
        inputs.push(read.map_err(|error| Fatal::input(&name(path), &error))?);
    }
    Ok(inputs)
}

fn name(path: &Path) -> BString {
    path.as_os_str().as_encoded_bytes().into()
}

/// One more fence: that of the option, else the last one configured.
fn fence(
    typed: Option<&(String, String)>,
    settings: Option<&Settings>,
) -> Result<Option<(BString, BString)>, Fatal> {
    let configured = settings.and_then(|settings| settings.fence.last()).map(|entry| {
        let value = entry.value.to_str().map_err(|_| entry.refused())?;
        super::args::fence(value).map_err(|_| entry.refused())
    });
    let fence = match typed {
        Some(fence) => Some(fence.clone()),
        None => configured.transpose()?,
    };
    Ok(fence.map(|(open, close)| (open.into(), close.into())))
}

/// The last tier allowed: that of the option, else of `sr.match`, else all.
fn last_tier(args: &Apply, settings: &Settings) -> Result<Tier, Fatal> {
    if let Some(tier) = args.r#match {
        return Ok(tier.into());
    }
    match &settings.last_tier {
        None => Ok(Tier::ALL[Tier::ALL.len() - 1]),
        Some(entry) => {
            let named = Tier::ALL.into_iter().find(|tier| entry.value == tier.name());
            named.ok_or_else(|| entry.refused().into())
        }
    }
}

fn rules(allow: &[OsString], block: &[OsString], strict: bool) -> Result<Rules, Fatal> {
    let mut rules = Rules::default();
    rules.strict = strict.then_some(Origin::Flag);
    for glob in allow {
        rules
            .allow(glob.as_encoded_bytes(), Origin::Flag)
            .map_err(|error| Fatal::option("--allow", &error))?;
    }
    for glob in block {
        rules
            .block(glob.as_encoded_bytes(), Origin::Flag)
            .map_err(|error| Fatal::option("--block", &error))?;
    }
    Ok(rules)
}

/// Which paths are asked for. Each option is compiled alone first, so that an error names it.
fn filter(args: &Apply) -> Result<Filter, Fatal> {
    let bytes = |globs: &[OsString]| -> Vec<Vec<u8>> {
        globs.iter().map(|glob| glob.as_encoded_bytes().to_vec()).collect()
    };
    let (include, exclude) = (bytes(&args.include), bytes(&args.exclude));
    let include: Vec<&[u8]> = include.iter().map(Vec::as_slice).collect();
    let exclude: Vec<&[u8]> = exclude.iter().map(Vec::as_slice).collect();
    Filter::new(&include, &[]).map_err(|error| Fatal::option("--include", &error))?;
    Filter::new(&include, &exclude).map_err(|error| Fatal::option("--exclude", &error))
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
