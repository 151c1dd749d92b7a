//! `git sr prompt`, as it was typed.

use std::path::Path;

use bstr::ByteSlice as _;

use super::open;
use crate::{
    cli::{
        args::PromptArgs,
        exit::Exit,
        fatal::{self, Fatal},
        input,
        report::{self, example::made_up, prompt::PromptText},
        style::Streams,
        words::{self, quoted},
    },
    core::guard::Rules,
    encode::{self, EncodeRequest, EncodeSource},
    policy::{self, PolicyAnswer},
    prompt,
    repo::{config::Settings, open::Repo},
};

pub(super) fn prompt(start: &Path, args: &PromptArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output(), streams)?;
    if args.commands && words::rule_of_commands(args.format.0).is_none() {
        return Err(Fatal::no_commands(args.format.0.id));
    }
    if args.plain && args.format.0.by_numbers {
        return Err(Fatal::no_versions(args.format.0.id));
    }
    let template = template(start, &repo, &settings, args)?;
    let example = example(&repo, &settings, args, streams)?;
    let (files, is_whole) = files(&repo, &settings, args, streams)?;
    let text = PromptText {
        writer: args.format.0,
        template: template.as_deref(),
        example: &example,
        files: &files,
        is_plain: args.plain,
        asks_commands: args.commands,
    };
    let text = text.bytes().map_err(|error| Fatal::option(template_of(args), &error))?;
    // What is shown without its version cannot be asked for.
    if !args.plain
        && let Err(error) = prompt::keep(&repo, &settings, &files)
    {
        streams.warn(&words::not_kept(&fatal::chain(&error)));
    }
    if args.clipboard {
        streams.copy("the prompt", &text).map_err(|error| Fatal::uncopied(&error))?;
    } else {
        streams.bytes(&text);
    }
    Ok(if is_whole { Exit::Done } else { Exit::Refused })
}

/// The option or the key that names the template.
fn template_of(args: &PromptArgs) -> &'static str {
    if args.template.is_some() { "--template" } else { "sr.promptTemplate" }
}

/// The text that the user has for prompts.
fn template(
    start: &Path,
    repo: &Repo,
    settings: &Settings,
    args: &PromptArgs,
) -> Result<Option<Vec<u8>>, Fatal> {
    const MOST: u64 = 1 << 20;
    let configured = settings.prompt_template.as_ref().filter(|_| args.template.is_none());
    if let Some(file) = configured.filter(|file| prompt::is_in_work_tree(repo, file)) {
        return Err(Fatal::template_of_others(file));
    }
    let Some(file) = args.template.as_ref().or(configured) else { return Ok(None) };
    let read = input::file(start, file, MOST);
    let read = read.map_err(|error| Fatal::unreadable_template(template_of(args), file, &error))?;
    if read.bytes.trim().is_empty() {
        return Err(Fatal::empty_template(template_of(args), file));
    }
    Ok(Some(read.bytes))
}

/// A reply in the format.
fn example(
    repo: &Repo,
    settings: &Settings,
    args: &PromptArgs,
    streams: &mut Streams,
) -> Result<Vec<u8>, Fatal> {
    let Some(revision) = &args.example else { return Ok(made_up(args.format.0)) };
    let source = EncodeSource::Revision(revision.as_encoded_bytes().into());
    let writer = args.format.0;
    let request = EncodeRequest { source, writer, context: None, whole_functions: false, for_model: true };
    let encoded = encode::encode(repo, settings, &request)
        .map_err(|error| Fatal::of_encode(&error, "prompt --example=HEAD~3"))?;
    for (path, reason) in &encoded.left_out {
        let is_written = encoded.paths.iter().any(|written| written.as_bstr() == path);
        let reason = words::left_out(reason, writer, is_written);
        streams.warn(&format!("in the example, {} {reason}", quoted(path.as_ref())));
    }
    if encoded.text.is_empty() {
        let revision = quoted(revision.as_encoded_bytes());
        streams.warn(&format!("{revision} has no change that can be shown: the example is made up"));
        return Ok(made_up(writer));
    }
    Ok(encoded.text)
}

/// The files to show, and whether none was left out.
fn files(
    repo: &Repo,
    settings: &Settings,
    args: &PromptArgs,
    streams: &mut Streams,
) -> Result<(Vec<prompt::ShownFile>, bool), Fatal> {
    let given: Vec<_> = args.files.iter().map(|path| path.as_encoded_bytes().into()).collect();
    let (mut paths, mut is_whole) = (Vec::new(), true);
    for judged in policy::judge(repo, settings, &Rules::default(), &given)? {
        match &judged.answer {
            PolicyAnswer::Verdict { path, .. } if judged.may_be_written() => paths.push(path.clone()),
            _ => {
                streams.warn(&format!(
                    "{} is left out: it {}",
                    quoted(&judged.given),
                    report::policy::reason(&judged)
                ));
                is_whole = false;
            }
        }
    }
    let mut shown = Vec::new();
    let read = prompt::files(repo, settings, &paths).map_err(|error| Fatal::io("the files", &error))?;
    for file in read {
        match file {
            Ok(file) => shown.push(file),
            Err((path, reason)) => {
                streams.warn(&format!("{} is left out: it {reason}", quoted(path.as_bstr())));
                is_whole = false;
            }
        }
    }
    Ok((shown, is_whole))
}
