//! `git sr encode`, as it was typed.

use std::path::{Path, PathBuf};

use super::{apply, open};
use crate::{
    apply::ApplyStatus,
    cli::{
        args::{AimArgs, Apply, EncodeArgs, OutputArgs, PlanArgs},
        exit::Exit,
        fatal::Fatal,
        report,
        style::Streams,
    },
    encode::{self, EncodeRequest, EncodeSource},
    repo::commits,
};

pub(super) fn encode(start: &Path, args: &EncodeArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings) = open(start, &args.output, streams)?;
    let source = match &args.what {
        None if args.staged => EncodeSource::Staged,
        None => EncodeSource::Unstaged,
        Some(what) => {
            let name = what.as_encoded_bytes().into();
            let is_file = what == "-" || start.join(what).is_file();
            if is_file && (what == "-" || !commits::is_revision(&repo, name)) {
                return of_file(start, args, what.into(), streams);
            }
            EncodeSource::Revision(name.to_owned())
        }
    };
    let request = request(args, source);
    let nothing = match request.source {
        EncodeSource::Unstaged => "nothing to encode: the work tree has no changes that are not staged",
        EncodeSource::Staged => "nothing to encode: nothing is staged",
        _ => "nothing to encode: there are no changes",
    };
    Ok(report::encode::print(&encode::encode(&repo, &settings, &request)?, args, nothing, streams))
}

fn request(args: &EncodeArgs, source: EncodeSource) -> EncodeRequest {
    let EncodeArgs { format, unified, function_context, .. } = args;
    EncodeRequest {
        source,
        writer: format.0,
        context: *unified,
        whole_functions: *function_context,
        for_model: false,
    }
}

/// Encodes the changes that a diff or a reply makes, which is refused as `git sr diff` refuses it.
fn of_file(start: &Path, args: &EncodeArgs, file: PathBuf, streams: &mut Streams) -> Result<Exit, Fatal> {
    let asked = Apply {
        dry_run: true,
        replies: vec![file],
        plan: PlanArgs {
            aim: AimArgs { allow: args.allow.clone(), ..AimArgs::default() },
            ..PlanArgs::default()
        },
        output: OutputArgs { json: false, ..args.output.clone() },
        ..Apply::default()
    };
    apply::with_report(start, &asked, streams, |repo, settings, report, streams| match report.status {
        ApplyStatus::WouldApply | ApplyStatus::Nothing => {
            let request = request(args, EncodeSource::Changes(std::mem::take(&mut report.changes)));
            let nothing = "nothing to encode: the files have the changes already";
            Ok(Some(report::encode::print(
                &encode::encode(repo, settings, &request)?,
                args,
                nothing,
                streams,
            )))
        }
        _ => Ok(None),
    })
}
