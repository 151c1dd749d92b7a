//! Words for what keeps a batch from being taken back.

use crate::{
    cli::{
        shell::{file, git, git_sr, shell_word},
        words::quoted,
    },
    core::path::RepoPath,
    repo::{
        record::BatchId,
        rollback::{IndexLeft, KeptCommit, Obstacle},
    },
    undo::{UndoReport, UndoRequest, Which},
};

/// Number of digits of a commit that are shown.
const SHORT: usize = 7;

/// `batch 2 was staged in the index '/tmp/index', which is gone`
pub(super) fn elsewhere(batch: BatchId, left: &IndexLeft) -> String {
    let path = quoted(left.path.as_os_str().as_encoded_bytes());
    let how = if left.is_gone { "which is gone" } else { "another than batches that are taken back with it" };
    format!("batch {batch} was staged in the index {path}, {how}")
}

/// Words for a commit that cannot be taken back.
pub(in crate::cli::report) fn commit_in_the_way(kept: &KeptCommit) -> Said {
    let (batch, commit, why) = match kept {
        KeptCommit::NotHead { batch, commit, is_before: true } => {
            (batch, commit, "and HEAD is no longer there".to_owned())
        }
        KeptCommit::NotHead { batch, commit, is_before: false } => {
            (batch, commit, "which is no longer in HEAD".to_owned())
        }
        KeptCommit::Pushed { batch, commit, branch } => {
            (batch, commit, format!("which {} has too", quoted(branch)))
        }
    };
    let commit = commit.to_hex_with_len(SHORT);
    let older = format!("if its change is gone too, go on with an older batch: {}", git_sr("undo <batch>"));
    let revert = format!("make a commit that takes it back: {}", git(&format!("revert {commit}")));
    let hints = match kept {
        // It may be there under another id, after a rebase, say.
        KeptCommit::NotHead { is_before: false, .. } => vec![older, format!("else {revert}")],
        _ => vec![revert, older],
    };
    Said { message: format!("batch {batch} is committed as {commit}, {why}"), hints }
}

/// Commands that go on where files are in the way.
pub(in crate::cli::report) struct Ways<'r> {
    request: &'r UndoRequest,
    /// True if merging is one: it goes for all files.
    can_merge: bool,
    /// True if `--force` is one: nothing else is in the way.
    can_force: bool,
    /// True if `git sr redo` takes back what is written.
    can_redo: bool,
    /// Later batches, the newest first, without which nothing would be in the way.
    later: &'r [BatchId],
}

impl<'r> Ways<'r> {
    pub(in crate::cli::report) fn of(report: &'r UndoReport, request: &'r UndoRequest) -> Self {
        Self {
            request,
            can_merge: report.can_merge_all(),
            can_force: report.can_force_all(),
            can_redo: !report.is_redo,
            later: &report.refusal.later,
        }
    }

    /// The command again, with this option.
    fn again(&self, batch: BatchId, option: &str) -> String {
        let which = match self.request.which {
            Which::Last(1) => String::new(),
            Which::Last(count) => format!(" --count {count}"),
            Which::Batch(id) => format!(" {id}"),
            Which::LastUndo => format!(" {batch}"),
        };
        let paths: String = self.request.paths.iter().map(|path| format!(" {}", shell_word(path))).collect();
        let paths = if paths.is_empty() { paths } else { format!(" --{paths}") };
        git_sr(&format!("undo{option}{which}{paths}"))
    }

    /// The later batches that are in the way, if there are any, with their verb: `batches 3, 2`, `have`.
    fn later_batches(&self) -> Option<(String, &'static str)> {
        let numbers: Vec<String> = self.later.iter().map(BatchId::to_string).collect();
        match numbers.as_slice() {
            [] => None,
            [one] => Some((format!("batch {one}"), "has")),
            _ => Some((format!("batches {}", numbers.join(", ")), "have")),
        }
    }

    /// The commands that take these back first.
    fn later(&self) -> Option<String> {
        let (batches, _) = self.later_batches()?;
        let commands: Vec<String> = self.later.iter().map(|later| git_sr(&format!("undo {later}"))).collect();
        Some(format!("take {batches} back first: {}", commands.join(", ")))
    }

    /// The command with `--force`, and what becomes of the text that it replaces, if that command goes on.
    fn force(&self, batch: BatchId, what: &str) -> Option<String> {
        let back = if self.can_redo {
            format!("'{}' goes back", git_sr("redo"))
        } else {
            "the text that it replaces is recorded".to_owned()
        };
        let force = || format!("{what} all the same ({back}): {}", self.again(batch, " --force"));
        self.can_force.then(force)
    }
}

/// Words for a file that is in the way, and the commands that would go on.
pub(in crate::cli::report) fn in_the_way(
    path: &RepoPath,
    batch: BatchId,
    obstacle: &Obstacle,
    ways: &Ways<'_>,
) -> Said {
    let name = quoted(path.as_bstr());
    let again = |option: &str| ways.again(batch, option);
    let force = ways.force(batch, "to take the old file");
    let only_force = || force.clone().into_iter().collect();
    let then_force = |hint: String| [hint].into_iter().chain(force.clone()).collect();
    let (message, hints): (String, Vec<String>) = match obstacle {
        Obstacle::Edited => {
            let merge = format!("to have both texts, with conflict markers: {}", again(" --merge"));
            let hints = ways.can_merge.then_some(merge).into_iter().chain(force).collect();
            let message = match ways.later_batches() {
                Some((batches, have)) => {
                    format!("{batches} {have} since changed lines of {name} that batch {batch} changed")
                }
                None => format!("{name} was edited since batch {batch}, in lines that it changed"),
            };
            (message, hints)
        }
        Obstacle::Moved => (
            format!(
                "lines that batch {batch} added to {name} were moved since, so they cannot be told from yours"
            ),
            then_force(format!(
                "take them out by hand; see what it added: {}",
                git_sr(&format!("show {batch}"))
            )),
        ),
        Obstacle::Staged => (format!("{name} was staged anew since batch {batch}"), only_force()),
        Obstacle::Unmerged => (
            format!("{name} is not merged"),
            vec![format!("finish its merge first ('{}' says how); then: {}", git("status"), again(""))],
        ),
        Obstacle::NoFile => (
            format!("a link or a submodule is staged at {name} since batch {batch}"),
            vec![format!("unstage it first ('{}' says how); then: {}", git("status"), again(""))],
        ),
        Obstacle::Elsewhere(left) => (
            elsewhere(batch, left),
            vec![if left.is_gone {
                format!("see what it changed there: {}", git_sr(&format!("show {batch}")))
            } else {
                format!("take it back alone: {}", git_sr(&format!("undo {batch}")))
            }],
        ),
        Obstacle::Binary => (
            format!("{name} was changed since batch {batch}, and is not text, so it cannot be merged"),
            only_force(),
        ),
        Obstacle::Made => {
            let message = match ways.later_batches() {
                Some((batches, have)) => {
                    format!("{batches} {have} since changed {name}, which batch {batch} made")
                }
                None => format!("{name} was made by batch {batch} and edited since"),
            };
            (message, ways.force(batch, "to remove it").into_iter().collect())
        }
        Obstacle::Stashed => (
            format!("the newest stash has {name} as batch {batch} left it"),
            then_force(format!("take it out of the stash first: {}; then: {}", git("stash pop"), again(""))),
        ),
        Obstacle::Gone { now: None } => (format!("{name} was removed since batch {batch}"), only_force()),
        Obstacle::Gone { now: Some(now) } => (
            format!("{name} was moved to {} since batch {batch}", quoted(now.as_bstr())),
            vec![format!(
                "move it back first: mv {} {}; then: {}",
                file(now.as_bstr()),
                file(path.as_bstr()),
                again("")
            )],
        ),
        Obstacle::Occupied => (format!("{name} was made anew since batch {batch} removed it"), only_force()),
        Obstacle::Unreadable(error) => {
            (format!("{name} {error}"), vec![format!("move what is in the way; then: {}", again(""))])
        }
        Obstacle::Never => (
            format!("{name} is never written: the record of batch {batch} is not git sr's"),
            vec![format!("look at it: {}", git_sr(&format!("show {batch}")))],
        ),
    };
    let hints = ways.later().into_iter().chain(hints).collect();
    Said { message, hints }
}

/// The message, and the hint.
pub(in crate::cli::report) struct Said {
    pub(in crate::cli::report) message: String,
    pub(in crate::cli::report) hints: Vec<String>,
}
