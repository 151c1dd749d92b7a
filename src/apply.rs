//! `git sr apply`: a batch is planned, prepared, written and settled; each stage consumes the one before.

mod backup;
mod effects;
mod error;
mod kept;
mod log;
mod plan;
mod planned;
mod prepare;
mod report;
mod request;
mod resend;
mod settle;
mod task;
mod write;

use effects::index;
use task::Task;

pub use backup::BackupError;
pub use effects::{commit::BatchCommit, exec::CommandChanges, index::TreeScope};
pub use error::ApplyError;
pub use kept::KeptBlocks;
pub use report::{ApplyReport, ApplyStatus};
pub use request::ApplyRequest;
pub use resend::AlreadyInWorkTree;

use crate::{
    core::guard::Policy,
    repo::{config::Settings, open::Repo, policy, rollback, transact::Notice, world::RepoWorld},
    request::RunMode,
};

/// Applies replies to a work tree, or only plans it. `notice` is called at once if an earlier run had broken off.
///
/// # Errors
///
/// When it cannot go on; failures of blocks are in the report.
pub fn apply<'i>(
    repo: &Repo,
    settings: &Settings,
    request: &'i ApplyRequest,
    notice: &mut dyn FnMut(Notice),
) -> Result<ApplyReport<'i>, ApplyError> {
    let writes = request.mode == RunMode::Write;
    let transaction = rollback::begin_or_look(repo, settings, writes, "git sr apply", notice);
    let transaction = transaction.map_err(Box::new)?;
    let index = index::open(repo, request)?;
    let sources = plan::read(settings, request)?;
    let world = RepoWorld::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
    let world = world.with_history_depth(settings.history_depth);
    let mut rules = request.rules.clone();
    policy::add(&mut rules, settings, world.tree())?;
    let policy = Policy::new(rules)?;
    let task = Task { repo, settings, request, world: &world, policy: &policy };
    let (planned, files) = plan::plan(task, sources, index.as_ref())?;
    let prepared = prepare::prepare(task, planned, &files, index, transaction.as_ref())?;
    match &transaction {
        Some(transaction) if prepared.verdict.is_good() => {
            prepared.write(task, transaction)?.settle(task, transaction, notice)
        }
        _ => Ok(prepared.report(task)),
    }
}
