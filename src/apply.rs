//! `git sr apply`: parse, guard, locate, plan; record, write.

mod again;
mod backup;
mod commit;
mod stage;
mod stash;

use std::collections::BTreeSet;

use bstr::BString;
use stage::Stagings;

pub use backup::BackupError;
pub use commit::{Became, Commit};
pub use stage::Scope;

use crate::{
    core::{
        guard::{Class, Policy, PolicyError, Rules},
        outcome::{Failure, Note, Outcome, Skip},
        path::RepoPath,
        plan::{self, BlockReport, Partial, Plan, Planned, Source},
        reply::{self, Block, Fault, Operation},
    },
    files::{self, FileReport},
    repo::{
        attempts::{Attempt, Attempts},
        commit::{CommitError, Options},
        config::Settings,
        index::{Index, IndexWorld, Staging},
        open::Repo,
        pending::{Kept, PendingBatch},
        policy::{self, RulesError},
        record::{
            BatchId, Kind, Records,
            meta::{BlockMeta, Bytes},
        },
        standing::Standings,
        stash::{Entry, StashError},
        transact::{self, Batch, Notice, TransactError, Transaction},
        worktree::FolderRules,
        world::World,
    },
    request::{Input, Mode},
    undo::{self, UndoError},
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The replies; together they are one batch.
    pub inputs: Vec<Input>,
    /// How many of them, from the first on, are kept of a batch that was refused: only their blocks count.
    pub kept: usize,
    /// How they are read.
    pub parse: reply::Options,
    /// How they are planned.
    pub plan: plan::Settings,
    /// Which paths may be written.
    pub rules: Rules,
    /// What is put behind the name of each file to leave its old version there, if that is wanted.
    pub backup: Option<BString>,
    /// Whether the state before is put on git's stash too.
    pub stash: bool,
    /// How the batch is committed, if it is.
    pub commit: Option<Options>,
    /// How far to go.
    pub mode: Mode,
    /// What is changed.
    pub scope: Scope,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

/// What became of a batch.
#[derive(Debug)]
pub struct Report<'i> {
    /// In a word.
    pub status: Status,
    /// The batch's number, if it was written; or that of the batch that had done it all before.
    pub batch: Option<BatchId>,
    /// What became of each file.
    pub files: Vec<FileReport>,
    /// What became of each block.
    pub blocks: Vec<BlockReport>,
    /// What could not be understood, with the number of the reply.
    pub faults: Vec<(usize, Fault)>,
    /// The replies as they were read, for their suggestions and blocks.
    pub sources: Vec<Source<'i>>,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
    /// Old files that could not be removed, under names of our own.
    pub left: Vec<BString>,
    /// Whether good blocks of a refused batch are kept for `--continue`.
    pub kept: bool,
    /// The entry of git's stash that holds the state before, where that was asked for.
    pub stash: Option<Entry>,
    /// The commit, where one was asked for.
    pub commit: Option<Commit>,
}

/// What became of a batch, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was written.
    Applied,
    /// It would be.
    WouldApply,
    /// There was nothing to do.
    Nothing,
    /// The reply has no blocks.
    NoBlocks,
    /// A block failed or a part of the reply could not be understood; nothing was written.
    Refused,
    /// As `Refused`, but what is good was written.
    PartlyApplied,
    /// As `Refused`, but what is good would be written.
    WouldPartlyApply,
}

/// Why a command cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The batch has more blocks than `sr.maxBlocks`.
    #[error("{found} blocks, more than sr.maxBlocks ({max})")]
    TooManyBlocks {
        /// How many it has.
        found: u64,
        /// The limit.
        max: u64,
    },
    /// The rules make no policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The rules are not known.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A backup cannot be made.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The state before cannot be put on the stash.
    #[error(transparent)]
    Stash(#[from] StashError),
    /// There can be no commit. Nothing was written.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// There is no commit after all.
    #[error("batch {batch} is not committed")]
    Uncommitted {
        /// Why.
        source: CommitError,
        /// The batch.
        batch: BatchId,
        /// What became of the batch.
        became: Became,
    },
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// Ids cannot be computed.
    #[error("cannot compute an object id")]
    Id(#[from] gix::Error),
    /// The batch could not be written.
    #[error(transparent)]
    Transact(#[from] TransactError),
    /// The lock cannot be had, or a run that broke off cannot be brought in order.
    #[error(transparent)]
    Begin(#[from] Box<UndoError>),
    /// Records cannot be read.
    #[error("cannot read the records of earlier batches")]
    Record(#[from] crate::repo::record::RecordError),
}

/// Applies replies to a work tree, or says what would become of it. `notice` is told at once if an earlier run had
/// broken off.
///
/// # Errors
///
/// When it cannot go on; what a reply does wrong is in the report.
pub fn apply<'i>(
    repo: &Repo,
    settings: &Settings,
    request: &'i Request,
    notice: &mut dyn FnMut(Notice),
) -> Result<Report<'i>, ApplyError> {
    let transaction = match request.mode {
        Mode::Write => Some(undo::begin(repo, settings, "git sr apply", notice).map_err(Box::new)?),
        Mode::Check | Mode::Diff => {
            transact::look(repo, notice);
            None
        }
    };
    let index = stage::open(repo, request)?;
    let mut sources: Vec<Source<'i>> = request
        .inputs
        .iter()
        .map(|input| Source { name: input.name.clone(), reply: reply::parse(&input.bytes, &request.parse) })
        .collect();
    for source in &mut sources[..request.kept] {
        source.reply.faults.clear();
        source.reply.suggestions.clear();
    }
    let found = sources.iter().map(|source| source.reply.blocks.len() as u64).sum();
    if let Some(max) = settings.max_blocks.filter(|max| found > *max) {
        return Err(ApplyError::TooManyBlocks { found, max });
    }
    let numbered = sources.iter().enumerate();
    let faults: Vec<(usize, Fault)> = numbered
        .flat_map(|(at, source)| source.reply.faults.iter().map(move |fault| (at, fault.clone())))
        .collect();
    let world = World::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
    let world = world.with_history_depth(settings.history_depth);
    let mut rules = request.rules.clone();
    policy::add(&mut rules, settings, world.tree())?;
    let policy = Policy::new(rules)?;
    let mut plan = match request.scope {
        Scope::Index => {
            let index = IndexWorld::new(repo, &world, settings.max_file_bytes)?;
            plan::plan(&sources, &policy, &request.plan, &index)
        }
        Scope::WorkTree | Scope::Both => plan::plan(&sources, &policy, &request.plan, &world),
    };
    let mut report = Report {
        status: status(&plan, &faults, request.plan.partial),
        batch: None,
        files: Vec::new(),
        blocks: plan.blocks,
        faults,
        sources,
        diff: None,
        left: Vec::new(),
        kept: false,
        stash: None,
        commit: None,
    };
    if report.status == Status::NoBlocks {
        return Ok(report);
    }
    let id = repo
        .blob_id(&request.inputs.iter().map(|input| input.bytes.as_slice()).collect::<Vec<_>>().concat())?;
    if report.faults.is_empty()
        && report.status != Status::Nothing
        && request.scope != Scope::Index
        && let Some(batch) = done_before(repo, &world, id)?
    {
        report.done_before(batch);
    }
    let mut again = None;
    if report.status == Status::Nothing && request.scope != Scope::Index {
        again = index.as_ref().map_or(Ok(None), |_| again::find(repo, id, &policy))?;
        match &again {
            Some(again) => {
                (report.status, report.batch) = (Status::WouldApply, None);
                plan.files.clone_from(&again.files);
            }
            None if report.batch.is_some() => {
                note(repo, settings, (request, &policy), &report);
                return Ok(report);
            }
            None => {}
        }
    }
    let good = matches!(report.status, Status::WouldApply | Status::WouldPartlyApply);
    let own: BTreeSet<RepoPath> = plan.files.iter().map(path_of).collect();
    if let (true, Some(suffix), None) = (good, &request.backup, &again) {
        backup::add(&mut plan.files, suffix, &policy, &world)?;
    }
    // Comparing with HEAD takes time, and a long list of notes is not read.
    let noted = good && again.is_none() && plan.files.len() <= MOST_NOTED && request.scope != Scope::Index;
    let standings = noted.then(|| Standings::new(repo, &world));
    let judged = plan.files.iter().map(|file| (&file.edited, Some(&file.verdict)));
    report.files = files::report(repo, judged, standings.as_ref())?;
    // Backups are nobody's business but the user's.
    let own: Vec<&Planned> =
        plan.files.iter().filter(|file| own.contains(&file.edited.change.path)).collect();
    let (mut prepared, mut commits) = (None, false);
    let mut stagings = match (&index, &request.commit) {
        (Some(index), Some(options)) if good => {
            let parts = (index, &world);
            match commit::prepare(repo, parts, (request, options), &own, &report.sources) {
                Ok((commit, all)) => {
                    (prepared, commits) = (commit, true);
                    all
                }
                // It is committed already.
                Err(ApplyError::Commit(CommitError::Nothing)) if again.is_some() => Stagings::default(),
                Err(error) => return Err(error),
            }
        }
        (Some(index), None) if good => {
            stage::plan(repo, index, (&world, again.is_none()), &own, request.scope)?
        }
        _ => Stagings::default(),
    };
    stagings.tell(&mut report);
    let cached = request.scope == Scope::Index || again.is_some();
    let index_files = again.map(|again| again.settle(repo, &mut stagings, commits, &mut report));
    let index_files = index_files.transpose()?;
    if prepared.is_some() {
        // What is committed is staged no longer.
        report.files.iter_mut().for_each(|file| file.staged = false);
    }
    let files = index_files.as_ref().unwrap_or(&plan.files);
    let changes = Changes { reply: id, files, staging: &stagings.all, cached, index };
    let good = matches!(report.status, Status::WouldApply | Status::WouldPartlyApply);
    let before = if good { stash::before(repo, request, &policy, &plan.files)? } else { None };
    let prepared = prepared.filter(|_| report.status != Status::Refused);
    let mut done = carry_out(repo, settings, (request, &world, transaction.as_ref()), changes, &mut report);
    if let (Ok(()), Some(prepared), Some(transaction)) = (&done, prepared, &transaction) {
        done = commit::make(repo, settings, (request, transaction), prepared, &mut plan.files, &mut report);
    }
    let stands = match &done {
        Err(ApplyError::Uncommitted { became, .. }) => !matches!(became, Became::TakenBack { .. }),
        done => done.is_ok(),
    };
    report.stash = stash::after(repo, before, stands);
    done?;
    note(repo, settings, (request, &policy), &report);
    Ok(report)
}

/// Adds to the log of attempts. That it cannot be noted is no reason for a batch to fail.
fn note(repo: &Repo, settings: &Settings, (request, policy): (&Request, &Policy), report: &Report<'_>) {
    if request.mode == Mode::Write && settings.stats {
        drop(Attempts::new(repo).note(&attempts(report, policy, request.time)));
    }
}

/// What a batch changes.
struct Changes<'c, 'r> {
    /// The id of the replies.
    reply: gix::ObjectId,
    files: &'c [Planned],
    staging: &'c [Staging<'c>],
    /// Whether the files are those of the index, and no other is written.
    cached: bool,
    index: Option<Index<'r>>,
}

/// Writes the batch or makes its diff, as asked.
fn carry_out(
    repo: &Repo,
    settings: &Settings,
    (request, world, transaction): (&Request, &World<'_>, Option<&Transaction<'_>>),
    changes: Changes<'_, '_>,
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let good = matches!(report.status, Status::WouldApply | Status::WouldPartlyApply);
    match (request.mode, transaction) {
        (_, Some(transaction)) if good => {
            write(transaction, world, request, changes, report)?;
            Records::new(repo).prune_by(settings, request.time);
            // What is kept of a batch that was refused before is done, or superseded.
            drop(PendingBatch::new(repo).forget());
        }
        (Mode::Diff, None) if good => {
            report.diff = Some(files::diff(changes.files.iter().map(|file| &file.edited)));
        }
        (Mode::Write, _) if report.status == Status::Refused => report.kept = keep(repo, request, report),
        (Mode::Write, _) if report.status == Status::Nothing && request.kept > 0 => {
            drop(PendingBatch::new(repo).forget());
        }
        _ => {}
    }
    Ok(())
}

/// Batches of more files get no notes about how their files stand with git.
const MOST_NOTED: usize = 100;

fn status(plan: &Plan, faults: &[(usize, Fault)], partial: Partial) -> Status {
    let bad = !faults.is_empty() || !plan.is_good();
    match () {
        () if plan.blocks.is_empty() && faults.is_empty() => Status::NoBlocks,
        () if bad && partial != Partial::No && !plan.files.is_empty() => Status::WouldPartlyApply,
        () if bad => Status::Refused,
        () if plan.files.is_empty() => Status::Nothing,
        () => Status::WouldApply,
    }
}

/// What became of every block, for the log of attempts.
fn attempts(report: &Report<'_>, policy: &Policy, time: i64) -> Vec<Attempt> {
    let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
    let attempt = |(block, parsed): (&BlockReport, &Block<'_>)| {
        let BlockMeta { path, tier, status, .. } = block_meta(block);
        let (class, places, before) = match &block.outcome {
            Outcome::Failed(failure) => {
                let places = if let Failure::Ambiguous { lines, .. } = failure { lines.len() } else { 0 };
                (Some(failure.class().name().to_owned()), places, 0)
            }
            Outcome::Applied(applied) => (None, 1, applied.before.as_ref().map_or(0, ExactSizeIterator::len)),
            Outcome::AlreadyApplied | Outcome::NoOp => (None, 1, 0),
            Outcome::Skipped(_) => (None, 0, 0),
        };
        let lines = block.after.as_ref().map_or(0, ExactSizeIterator::len).max(before);
        let may_be_noted = |path: &RepoPath| {
            let verdict = policy.judge(path);
            !verdict.is_refused() && matches!(verdict.class, Class::Plain | Class::Flag)
        };
        let search =
            block.path.as_ref().ok().filter(|path| may_be_noted(path)).and_then(|_| beginning(parsed));
        Attempt { time, batch: report.batch, path, status, class, tier, places, lines, search }
    };
    report.blocks.iter().zip(parsed).map(attempt).collect()
}

/// How the SEARCH section of a block begins.
fn beginning(block: &Block<'_>) -> Option<String> {
    const CHARACTERS: usize = 80;
    let Operation::Edit(edit) = &block.operation else { return None };
    let search = edit.readings().next()?.search;
    Some(String::from_utf8_lossy(search).chars().take(CHARACTERS).collect())
}

/// Keeps the good blocks of a refused batch. That this fails does not make the refusal another one.
fn keep(repo: &Repo, request: &Request, report: &Report<'_>) -> bool {
    let good: Vec<bool> =
        report.blocks.iter().map(|block| !matches!(block.outcome, Outcome::Failed(_))).collect();
    if !good.contains(&true) {
        drop(PendingBatch::new(repo).forget());
        return false;
    }
    let failed = good.iter().filter(|good| !**good).count() + report.faults.len();
    let mut from = 0;
    let replies = request.inputs.iter().zip(&report.sources).map(|(input, source)| {
        let good = &good[from..from + source.reply.blocks.len()];
        from += good.len();
        let text = reply::kept(&input.bytes, &source.reply, good, &request.parse)?;
        Some(Kept::new(input.name.clone(), text))
    });
    let replies: Option<Vec<Kept>> = replies.collect();
    replies.is_some_and(|replies| PendingBatch::new(repo).keep(replies, failed).is_ok())
}

/// The recorded batch that these replies made before, if its files are still as it left them: sent again, the same
/// reply changes nothing.
fn done_before(repo: &Repo, world: &World<'_>, reply: gix::ObjectId) -> Result<Option<BatchId>, ApplyError> {
    let records = Records::new(repo);
    for id in records.list()? {
        // A damaged record is undo's to complain of.
        let Ok(record) = records.load(id) else { continue };
        let meta = record.meta();
        if meta.kind == Kind::Apply
            && !meta.cached
            && meta.reply == Some(reply)
            && files::stands_as_left(repo, world, meta)?
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

impl Report<'_> {
    fn done_before(&mut self, batch: BatchId) {
        (self.status, self.batch) = (Status::Nothing, Some(batch));
        for block in self.blocks.iter_mut().filter(|block| !block.is_skipped()) {
            block.outcome = Outcome::AlreadyApplied;
        }
    }

    /// Whether a merge left conflict markers.
    pub fn has_conflicts(&self) -> bool {
        self.blocks.iter().any(|block| block.notes.contains(&Note::Conflict))
    }

    /// How many blocks failed.
    pub fn failed(&self) -> usize {
        self.blocks.iter().filter(|block| matches!(block.outcome, Outcome::Failed(_))).count()
    }

    /// How many blocks were left out because of others.
    pub fn held_back(&self) -> usize {
        self.blocks.iter().filter(|block| block.outcome == Outcome::Skipped(Skip::File)).count()
    }

    /// Whether something of the replies is not in the batch.
    fn is_incomplete(&self) -> bool {
        !self.faults.is_empty() || self.failed() > 0 || self.blocks.iter().any(BlockReport::is_skipped)
    }
}

fn path_of(file: &Planned) -> RepoPath {
    file.edited.change.path.clone()
}

/// What a record keeps of a block.
fn block_meta(block: &BlockReport) -> BlockMeta {
    let tier = match &block.outcome {
        Outcome::Applied(applied) => applied.tier,
        _ => None,
    };
    BlockMeta {
        source: block.source,
        line: block.line,
        path: Bytes(block.path.as_ref().map_or_else(Clone::clone, |path| path.as_bstr().to_owned())),
        tier: tier.map(|tier| tier.name().to_owned()),
        status: block.outcome.name().to_owned(),
    }
}

fn write(
    transaction: &Transaction<'_>,
    world: &World<'_>,
    request: &Request,
    Changes { reply, files, staging, cached, index }: Changes<'_, '_>,
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let batch = Batch {
        kind: Kind::Apply,
        time: request.time,
        cwd: request.cwd.clone(),
        sources: request.inputs.iter().map(|input| input.name.clone()).collect(),
        // Sent again, a reply that was applied in part is not done.
        reply: (!report.is_incomplete()).then_some(reply),
        also: Vec::new(),
        blocks: report.blocks.iter().map(block_meta).collect(),
        secret: files.iter().filter(|file| file.verdict.class == Class::Secret).map(path_of).collect(),
        files: files.iter().map(|file| &file.edited).collect(),
        folders: FolderRules::default(),
        turns: false,
        staging,
        cached,
    };
    let written = transaction.write_staged(world, &batch, index)?;
    report.status = match report.status {
        Status::WouldPartlyApply => Status::PartlyApplied,
        _ => Status::Applied,
    };
    (report.batch, report.left) = (Some(written.id), written.left);
    Ok(())
}
