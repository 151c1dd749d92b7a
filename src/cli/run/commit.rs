//! Options of a commit, from the command line.

use std::{ffi::OsStr, path::Path};

use crate::{
    cli::{args, fatal::Fatal, input},
    repo::{commit::CommitOptions, config::Settings},
};

/// None if no commit is asked for.
pub(super) fn options(
    start: &Path,
    args: &args::CommitArgs,
    settings: &Settings,
    keeps_output: bool,
) -> Result<Option<CommitOptions>, Fatal> {
    if !args.is_asked_for() {
        return Ok(None);
    }
    let typed = args.trailer.iter().map(|trailer| trailer.as_encoded_bytes().into());
    let configured = settings.trailer.iter().map(|entry| entry.value.clone());
    Ok(Some(CommitOptions {
        message: message(start, args, settings)?,
        edit: args.edit,
        trailers: configured.chain(typed).collect(),
        signoff: args.signoff,
        author: args.author.clone(),
        no_verify: args.no_verify,
        sign: args.gpg_sign.clone().map(|key| Some(key).filter(|key| !key.is_empty())),
        keeps_output,
    }))
}

/// The message, if somebody wrote one. As for git, each `-m` is a paragraph.
fn message(start: &Path, args: &args::CommitArgs, settings: &Settings) -> Result<Option<Vec<u8>>, Fatal> {
    if let Some(path) = &args.file {
        let max = settings.max_reply_bytes;
        let read =
            if path.as_os_str() == "-" { input::standard_input(max) } else { input::file(start, path, max) };
        let read = read.map_err(|error| Fatal::message(path.as_os_str().as_encoded_bytes(), &error))?;
        return Ok(Some(read.bytes));
    }
    let paragraph = |text: &OsStr| [text.as_encoded_bytes(), b"\n"].concat();
    let paragraphs: Vec<Vec<u8>> = args.message.iter().map(|text| paragraph(text)).collect();
    Ok((!paragraphs.is_empty()).then(|| paragraphs.join(&b"\n"[..])))
}
