//! What became of a batch that is not to stand after all, in words.

use super::{Fatal, chain};
use crate::{
    apply::Became,
    cli::{report::undo::back, words::quoted},
    core::path::RepoPath,
    repo::record::BatchId,
};

/// The same error, with what became of the batch, and whether it was about to be committed.
pub(super) fn added(fatal: Fatal, (batch, commits): (BatchId, bool), became: &Became) -> Fatal {
    let all =
        |paths: &[RepoPath]| paths.iter().map(|path| quoted(path.as_bstr())).collect::<Vec<_>>().join(", ");
    let (more, hint) = match became {
        Became::TakenBack { kept } if kept.is_empty() => (format!("batch {batch} is taken back"), None),
        Became::TakenBack { kept } => {
            (format!("batch {batch} is taken back, but for what was edited meanwhile in {}", all(kept)), None)
        }
        Became::Stands { edited, way } => (
            format!("batch {batch} stays in the files, since {} changed meanwhile", all(edited)),
            // One that need not be staged is not committed so.
            Some(match commits {
                true => format!("commit it: git commit; or {}", back(*way, batch)),
                false => back(*way, batch),
            }),
        ),
        Became::Unknown => (
            format!(
                "batch {batch} stays in the files, since its record is gone or says that it is taken back"
            ),
            Some("look at it: git diff HEAD".to_owned()),
        ),
        Became::Committed => (
            format!("batch {batch} stays in the files, since its record says that it is committed"),
            Some(format!("look at it: git sr show {batch}")),
        ),
        Became::Overtaken { way } => (
            format!("batch {batch} stays in the files, since HEAD has other versions of them by now"),
            Some(back(*way, batch)),
        ),
        Became::Unclear => (
            format!("batch {batch} stays in the files"),
            Some("when its cause is gone, find out: git sr recover".to_owned()),
        ),
        Became::Stuck(why) => (
            format!("batch {batch} could not be taken back: {}", chain(why.as_ref())),
            Some("try again: git sr recover".to_owned()),
        ),
    };
    let retryable = fatal.retryable && matches!(became, Became::TakenBack { .. });
    let fatal = Fatal { message: format!("{}; {more}", fatal.message), retryable, ..fatal };
    hint.into_iter().fold(fatal, Fatal::hint)
}
