//! Steps with which commands begin.

use std::{
    ffi::OsString,
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    cli::{
        args::OutputArgs,
        color,
        fatal::Fatal,
        paint::Paint,
        progress, shell,
        style::{ResultStyle, Streams},
    },
    core::guard::{Origin, Rules},
    repo::{
        config::{ConfigError, Settings, wants_advice},
        open::Repo,
    },
};

/// Opens the repository and reads its configuration.
pub(super) fn open(
    start: &Path,
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<(Repo, Settings), Fatal> {
    let (repo, settings, refused) = open_anyway(start, output, streams)?;
    match refused.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok((repo, settings)),
    }
}

/// The same where the configuration has values that their keys do not take, with these values.
pub(super) fn open_anyway(
    start: &Path,
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<(Repo, Settings, Vec<ConfigError>), Fatal> {
    let repo = Repo::open(start).inspect_err(|_| early(start, output, streams))?;
    shell::works_in(repo.work_dir(), repo.prefix());
    let (settings, refused) = Settings::read_all(&repo);
    color::choose(output.color, settings.color_sr, settings.color_ui);
    let is_silent = || streams.typed.command().is_some_and(|command| settings.silent.contains(&command));
    let hints = wants_advice()? && (settings.silent.is_empty() || !is_silent());
    let paint = Paint { colors: settings.diff_colors.clone(), whitespace: settings.whitespace };
    let shown = ResultStyle { paint, paging: settings.paging.clone() };
    let (has_lines, copies) = (streams.has_lines, streams.copies);
    *streams = Streams::new(output.quiet, hints, streams.typed.clone()).showing(shown);
    (streams.has_lines, streams.copies) = (has_lines, copies);
    if !output.quiet && !output.json {
        progress::show(&repo);
        streams.progress = Some(Arc::clone(repo.progress()));
    }
    Ok((repo, settings, refused))
}

/// Gives the streams of a command that opens no repository their colours.
pub(super) fn early(start: &Path, output: &OutputArgs, streams: &mut Streams) {
    color::choose_early(start, output.color);
    *streams = Streams::new(output.quiet, streams.hints, streams.typed.clone());
}

pub(super) fn rules(allow: &[OsString], block: &[OsString], strict: bool) -> Result<Rules, Fatal> {
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

pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
