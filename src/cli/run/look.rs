//! The commands that only look, as they were typed.

use std::path::Path;

use bstr::BString;

use super::{
    open,
    replies::{inputs, options},
    rules,
};
use crate::{
    cli::{
        args::{Parse, PolicyArgs},
        exit::Exit,
        fatal::Fatal,
        report,
        style::Streams,
    },
    parse, policy,
};

pub(super) fn parse(start: &Path, args: &Parse, streams: &mut Streams) -> Result<Exit, Fatal> {
    /// The default of `sr.maxReplyBytes`.
    const MAX_REPLY: u64 = 256 << 20;
    // Outside of a repository, or in one that cannot be used, nothing is configured.
    let settings = open(start, &args.output, streams).map(|(_, settings)| settings).ok();
    let max = settings.as_ref().map_or(MAX_REPLY, |settings| settings.max_reply_bytes);
    let inputs = inputs(start, &args.replies, max)?;
    let options = options(&args.reading, settings.as_ref())?;
    let report = parse::parse(&inputs, &options);
    let exit = report::parse::print(&report, streams, args.output.json);
    if args.output.json {
        report::json::print(&report::json::ParseJson::new(&report), streams);
    }
    Ok(exit)
}

pub(super) fn policy(start: &Path, args: &PolicyArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
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
