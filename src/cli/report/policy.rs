//! The report of `git sr policy`, for people.

use crate::{
    cli::{
        exit::Exit,
        shell::git,
        style::Streams,
        words::{self, quoted},
    },
    core::{
        guard::{Decision, Verdict},
        path::{PathError, RepoPath},
        resolve::Kind,
    },
    policy::{Judged, PolicyAnswer},
};

const FOLDER: &str = "is a folder; name its files";

/// Prints the verdicts on paths: a line each on standard output, unless the JSON object is there.
pub(in crate::cli) fn print(judged: &[Judged], streams: &mut Streams, json: bool) -> Exit {
    for one in judged.iter().filter(|_| !json) {
        let word = match &one.answer {
            PolicyAnswer::Verdict { verdict, .. } => word(&verdict.decision),
            _ => "refuse",
        };
        streams.result(&format!("{word:<6} {} {}", quoted(&one.given), reason(one)));
        for command in commands(one) {
            streams.result(&format!("       {command}"));
        }
    }
    if judged.iter().all(Judged::may_be_written) { Exit::Done } else { Exit::Refused }
}

/// The operation on a path, in a word.
pub(super) fn word(decision: &Decision) -> &'static str {
    match decision {
        Decision::Allow => "allow",
        Decision::Flag => "flag",
        Decision::Refuse(_) => "refuse",
    }
}

/// The reason, as the rest of a sentence about the path.
pub(in crate::cli) fn reason(judged: &Judged) -> String {
    match &judged.answer {
        PolicyAnswer::Verdict { verdict, .. } => words::verdict(verdict),
        PolicyAnswer::NoFile { kind, .. } => match kind {
            Kind::Link => "is a symbolic link, or below one: links are never followed".to_owned(),
            Kind::Directory => FOLDER.to_owned(),
            Kind::Repository => "is in a submodule or another repository".to_owned(),
            _ => "is not a regular file, or is below one".to_owned(),
        },
        // `.` is the folder itself.
        PolicyAnswer::Bad(PathError::Empty) if !judged.given.is_empty() => FOLDER.to_owned(),
        PolicyAnswer::Bad(PathError::DotGit { .. }) => "is git's own, and never written".to_owned(),
        PolicyAnswer::Bad(error) => format!("cannot be used: {error}"),
        PolicyAnswer::Outside => "leads out of the work tree".to_owned(),
    }
}

/// The commands that would have the path written: for one run, and for all to come.
pub(super) fn commands(judged: &Judged) -> Vec<String> {
    let PolicyAnswer::Verdict { path, verdict } = &judged.answer else { return Vec::new() };
    let once = words::lift_command(verdict).map(|command| format!("{command} <reply>"));
    once.into_iter().chain(always(path, verdict)).collect()
}

/// The command that writes a rule into the configuration, where that would be enough.
fn always(_: &RepoPath, verdict: &Verdict) -> Option<String> {
    use crate::core::guard::Reason;
    let lift = verdict.lift.as_ref()?;
    let enough = matches!(
        verdict.decision,
        Decision::Refuse(Reason::Class | Reason::TooWide { .. } | Reason::Strict { .. })
    );
    enough.then(|| git(&format!("config --add sr.allow {}", words::shell_word(lift.pattern.as_bytes()))))
}
