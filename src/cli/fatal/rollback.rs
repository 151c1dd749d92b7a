//! Words for the outcome of rolling a batch back.

use super::{Fatal, chain};
use crate::{
    cli::{
        hint::Hint,
        report::undo::{Remaining, back, remaining},
        shell::{git, git_sr},
        words::quoted,
    },
    core::path::RepoPath,
    repo::{record::BatchId, rollback::Rollback},
};

/// Adds the outcome of rolling the batch back to an error; `commits` is true if it was about to be committed.
pub(super) fn added(fatal: Fatal, batch: BatchId, commits: bool, rollback: &Rollback) -> Fatal {
    let all =
        |paths: &[RepoPath]| paths.iter().map(|path| quoted(path.as_bstr())).collect::<Vec<_>>().join(", ");
    let mut still: Vec<Hint> = Vec::new();
    let (more, hint) = match rollback {
        Rollback::TakenBack { kept, remains, .. } if kept.is_empty() => {
            let mut remaining = remaining(remains, true);
            let but =
                |remaining: &Remaining| format!("batch {batch} is taken back, but {}", remaining.message);
            let first = remaining.next();
            let message = first.as_ref().map_or_else(|| format!("batch {batch} is taken back"), but);
            let commands = first.into_iter().chain(remaining).filter_map(|remaining| remaining.hint);
            let commands: Vec<String> =
                commands.map(|(what, command)| format!("{what}: {command}")).collect();
            still = commands.into_iter().map(Into::into).collect();
            (message, None)
        }
        Rollback::TakenBack { kept, .. } => {
            (format!("batch {batch} is taken back, but for what was edited meanwhile in {}", all(kept)), None)
        }
        Rollback::Stays { edited, way } => (
            format!("batch {batch} stays in the files, since {} changed meanwhile", all(edited)),
            // Otherwise it may not be staged, and 'git commit' would leave it out.
            Some(match commits {
                true => format!("commit it: {}; or {}", git("commit"), back(*way, batch)),
                false => back(*way, batch),
            }),
        ),
        Rollback::Stashed { files } => (
            format!("batch {batch} is not in the files: the newest stash has {} as it left them", all(files)),
            Some(format!(
                "take it out of the stash first: {}; then: {}",
                git("stash pop"),
                git_sr(&format!("undo {batch}"))
            )),
        ),
        Rollback::Unknown => (
            format!(
                "batch {batch} stays in the files, since its record is gone or says that it is taken back"
            ),
            Some(format!("look at it: {}", git("diff HEAD"))),
        ),
        Rollback::Committed => (
            format!("batch {batch} stays in the files, since its record says that it is committed"),
            Some(format!("look at it: {}", git_sr(&format!("show {batch}")))),
        ),
        Rollback::Overtaken { way } => (
            format!("batch {batch} stays in the files, since a commit has changed them meanwhile"),
            Some(back(*way, batch)),
        ),
        Rollback::Unclear => (
            format!("batch {batch} stays in the files"),
            Some(format!("when the cause is removed, recover: {}", git_sr("recover"))),
        ),
        Rollback::Stuck(why) => (
            format!("batch {batch} could not be taken back: {}", chain(why.as_ref())),
            Some(format!("try again: {}", git_sr("recover"))),
        ),
    };
    let retryable = fatal.retryable && matches!(rollback, Rollback::TakenBack { .. });
    // Where the batch stays, that comes first.
    let hints = hint.map_or_else(|| [still, fatal.hints].concat(), |hint| vec![hint.into()]);
    Fatal { message: format!("{}; {more}", fatal.message), retryable, hints, ..fatal }
}
