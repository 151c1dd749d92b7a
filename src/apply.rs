//! `git sr apply`: a batch is planned, prepared, written and settled; each stage consumes the one before.

mod backup;
mod correction;
mod effects;
mod error;
mod kept;
mod log;
mod plan;
mod planned;
mod prepare;
mod preview;
mod report;
mod request;
mod resend;
mod settle;
mod task;
mod text_ids;
mod write;

use effects::index;
use task::Task;

pub use backup::BackupError;
pub use correction::AnswerReply;
pub use effects::{commit::BatchCommit, exec::CommandChanges, index::TreeScope};
pub use error::ApplyError;
pub use kept::{KeptBlocks, uncorrected};
pub use preview::{Preview, PreviewedBlock};
pub use report::{ApplyReport, ApplyStatus};
pub use request::ApplyRequest;
pub use resend::AlreadyInWorkTree;

use crate::{
    core::guard::Policy,
    repo::{
        config::Settings, open::Repo, policy, progress::Stage, rollback, transact::Notice, world::RepoWorld,
    },
    request::RunMode,
};

/// Applies replies to a work tree, or only plans it. `notice` is called at once if an earlier run had broken
/// off.
///
/// # Errors
///
/// When it cannot go on; failures of blocks are in the report.
///
/// # Examples
///
/// ```
/// use std::time::{SystemTime, UNIX_EPOCH};
///
/// use git_sr::apply::{ApplyRequest, ApplyStatus, apply};
/// use git_sr::repo::{config::Settings, open::Repo};
/// use git_sr::request::Input;
/// use git_sr::undo::{UndoRequest, UndoStatus, Which, undo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// gix::init(folder.path())?;
/// let file = folder.path().join("greet.py");
/// std::fs::write(&file, "print('hello')\n")?;
/// let text = "greet.py\n<<<<<<< SEARCH\nprint('hello')\n=======\nprint('hi')\n>>>>>>> REPLACE\n";
///
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// let settings = Settings::read(&repo)?;
/// let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i64;
/// let input = Input { name: "reply.md".into(), bytes: text.into() };
/// let request = ApplyRequest::configured(&settings, vec![input], now, "".into())?;
/// let report = apply(&repo, &settings, &request, &mut |_| {})?;
/// assert_eq!(report.status, ApplyStatus::Applied);
/// assert_eq!(std::fs::read_to_string(&file)?, "print('hi')\n");
///
/// let request = UndoRequest::new(Which::Last(1), now, "".into());
/// let report = undo(&repo, &settings, &request, &mut |_| {})?;
/// assert_eq!(report.status, UndoStatus::Undone);
/// assert_eq!(std::fs::read_to_string(&file)?, "print('hello')\n");
/// # Ok(())
/// # }
/// ```
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
    repo.progress().begin(Stage::Reading, None);
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
