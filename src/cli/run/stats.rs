//! `git sr stats`, as it was typed.

use std::path::Path;

use super::open;
use crate::{
    cli::{args::StatsArgs, exit::Exit, fatal::Fatal, report, style::Streams},
    stats,
};

pub(super) fn stats(start: &Path, args: &StatsArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    let stats = stats::stats(&repo, args.since).map_err(|error| Fatal::attempts(&error))?;
    if args.output.json {
        report::json::print(&report::stats::StatsJson::new(&stats, args.since, &settings), streams);
    } else {
        report::stats::print(&stats, args.since, streams);
    }
    report::stats::warn(&stats, &settings, streams);
    Ok(Exit::Done)
}
