//! `git sr apply`: parse, guard, locate, plan; record, write.

mod again;
mod backup;
mod became;
mod commit;
mod earlier;
mod error;
mod exec;
mod kept;
mod left;
mod log;
mod report;
mod stage;
mod stash;
mod task;
mod write;

use std::{collections::BTreeSet, ffi::OsString};

use bstr::BString;
use earlier::Earlier;
use stage::Stagings;
use task::Task;
use write::{Changes, carry_out};

pub use backup::BackupError;
pub use became::Became;
pub use commit::Commit;
pub use error::ApplyError;
pub use left::Standing;
pub use report::{Report, Status};
pub use stage::Scope;

use crate::{
    core::{
        guard::{Policy, Rules},
        path::RepoPath,
        plan::{self, Plan, Planned, Source},
        reply,
    },
    files::{self, FileReport},
    repo::{
        commit::{CommitError, Options, Prepared},
        config::Settings,
        index::Index,
        open::Repo,
        pending::{Asked, Place, Reach},
        policy,
        serial::Bytes,
        standing::Standings,
        transact::Notice,
        world::{IndexWorld, World},
    },
    request::{Input, Mode},
    undo,
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The replies; together they are one batch.
    pub inputs: Vec<Input>,
    /// Where the blocks lead of those that are kept of a batch that was refused, which are the first ones: only their
    /// blocks count. None where that was not kept.
    pub kept: Vec<Option<Vec<Place>>>,
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
    /// A line of shell that is run once the batch is written, before it is committed; if it fails, the batch is taken back.
    pub exec: Option<OsString>,
    /// How the batch is committed, if it is.
    pub commit: Option<Options>,
    /// How far to go.
    pub mode: Mode,
    /// What is changed.
    pub scope: Scope,
    /// Whether the lines that come and go are counted.
    pub counts: bool,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

impl Request {
    /// How far the batch goes.
    pub fn reach(&self) -> Reach {
        match self.scope {
            _ if self.commit.is_some() => Reach::Commit,
            Scope::Index => Reach::Index,
            Scope::Both => Reach::Both,
            Scope::WorkTree => Reach::WorkTree,
        }
    }

    /// What is to be asked for again when the batch is finished.
    pub fn asked(&self) -> Asked {
        Asked { reach: self.reach(), directory: self.plan.directory.clone().map(Bytes) }
    }
}

/// Batches of more files get no notes about how their files stand with git.
const MOST_NOTED: usize = 100;

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
    let command = (request.mode, "git sr apply");
    let transaction = undo::begin_or_look(repo, settings, command, notice).map_err(Box::new)?;
    let index = stage::open(repo, request)?;
    let sources = read(settings, request)?;
    let world = World::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
    let world = world.with_history_depth(settings.history_depth);
    let mut rules = request.rules.clone();
    policy::add(&mut rules, settings, world.tree())?;
    let policy = Policy::new(rules)?;
    let task = Task { repo, settings, request, world: &world, policy: &policy };
    let plan = if has_corrections(request, &sources) { plan(task, &sources)? } else { Plan::default() };
    let (mut report, mut files) = Report::of(plan, sources, request.plan.partial);
    report.continued = request.kept.len();
    if report.status == Status::NoBlocks {
        return Ok(report);
    }
    let id = earlier::identity(repo, request)?;
    let again = match earlier::earlier(task, id, index.as_ref(), &files, &mut report)? {
        Earlier::Nothing => None,
        Earlier::All => {
            log::note(task, &report);
            return Ok(report);
        }
        Earlier::Files(again) => {
            files.clone_from(&again.files);
            Some(again)
        }
    };
    let good = report.is_to_be_written();
    let own: BTreeSet<RepoPath> = files.iter().map(|file| file.edited.change.path.clone()).collect();
    if let (true, Some(suffix), None) = (good, &request.backup, &again) {
        backup::add(task, &mut files, suffix)?;
    }
    report.files = reported(task, &files, good && again.is_none())?;
    // Backups are nobody's business but the user's.
    let own: Vec<&Planned> = files.iter().filter(|file| own.contains(&file.edited.change.path)).collect();
    let going = index.as_ref().filter(|_| good);
    let ForGit { mut stagings, prepared, commits } = match going {
        Some(index) => for_git(task, index, &own, again.is_some(), &report.sources)?,
        None => ForGit::default(),
    };
    stagings.tell(&mut report);
    let cached = request.scope == Scope::Index || again.is_some();
    let index_files = again.map(|again| again.settle(repo, &mut stagings, commits, &mut report));
    let index_files = index_files.transpose()?;
    if prepared.is_some() {
        // What is committed is staged no longer.
        report.files.iter_mut().for_each(|file| file.staged = false);
    }
    let changed = index_files.as_ref().unwrap_or(&files);
    let changes = Changes { reply: id, files: changed, staging: &stagings.all, cached, index };
    let good = report.is_to_be_written();
    let before = if good { stash::before(task, &files)? } else { None };
    let mut prepared = prepared.filter(|_| report.status != Status::Refused);
    let mut unjudged = match (&transaction, &prepared) {
        (Some(_), None) if good => exec::announce(repo, request)?,
        _ => None,
    };
    let mut done = carry_out(task, transaction.as_ref(), changes, &mut report);
    if let (Ok(()), Some(transaction)) = (&done, &transaction) {
        let note = prepared.as_mut().map(|prepared| &mut prepared.note).or(unjudged.as_mut());
        done = exec::run(repo, settings, (request, transaction), &report, note);
    }
    if let (Ok(()), Some(note)) = (&done, unjudged) {
        note.end(repo);
    }
    if let (Ok(()), Some(prepared), Some(transaction)) = (&done, prepared, &transaction) {
        done = commit::make(repo, settings, (request, transaction), prepared, &mut files, &mut report);
    }
    let mut stored = Ok(());
    if stands(&done) {
        report.kept = report.kept.take().or_else(|| kept::settle(repo, request, &report));
        stored = stash::store(repo, transaction.as_ref(), before, &mut report);
    }
    done?;
    if request.counts {
        files::count(&mut report.files, files.iter().map(|file| &file.edited));
    }
    log::note(task, &report);
    stored.map(|()| report)
}

/// Whether the batch is there, whatever became of its commit.
fn stands(done: &Result<(), ApplyError>) -> bool {
    match done {
        Err(ApplyError::Uncommitted { became, .. } | ApplyError::Exec { became, .. }) => {
            !matches!(became, Became::TakenBack { .. })
        }
        done => done.is_ok(),
    }
}

/// The replies as they read.
fn read<'i>(settings: &Settings, request: &'i Request) -> Result<Vec<Source<'i>>, ApplyError> {
    let read = |(at, input): (usize, &'i Input)| {
        let reply = match request.kept.get(at) {
            Some(places) => kept::read(&input.bytes, places.as_deref(), &request.parse)?,
            None => reply::parse(&input.bytes, &request.parse),
        };
        Some(Source { name: input.name.clone(), reply })
    };
    let sources: Option<Vec<Source<'i>>> = request.inputs.iter().enumerate().map(read).collect();
    let sources = sources.ok_or(ApplyError::Kept)?;
    let found = sources.iter().map(|source| source.reply.blocks.len() as u64).sum();
    match settings.max_blocks.filter(|max| found > *max) {
        Some(max) => Err(ApplyError::TooManyBlocks { found, max }),
        None => Ok(sources),
    }
}

/// Whether there is something besides what is kept, which alone is not what was asked for.
fn has_corrections(request: &Request, sources: &[Source<'_>]) -> bool {
    let new = &sources[request.kept.len()..];
    request.kept.is_empty()
        || new.iter().any(|source| !source.reply.blocks.is_empty() || !source.reply.faults.is_empty())
}

fn plan(
    Task { repo, settings, request, world, policy }: Task<'_, '_>,
    sources: &[Source<'_>],
) -> Result<Plan, gix::Error> {
    Ok(match request.scope {
        Scope::Index => {
            let index = IndexWorld::new(repo, world, settings.max_file_bytes)?;
            plan::plan(sources, policy, &request.plan, &index)
        }
        Scope::WorkTree | Scope::Both => plan::plan(sources, policy, &request.plan, world),
    })
}

/// What is reported of the files; `noted` with what is to be said of each.
fn reported(
    Task { repo, request, world, .. }: Task<'_, '_>,
    files: &[Planned],
    noted: bool,
) -> Result<Vec<FileReport>, gix::Error> {
    // Comparing with HEAD takes time, and a long list of notes is not read.
    let noted = noted && files.len() <= MOST_NOTED && request.scope != Scope::Index;
    let standings = noted.then(|| Standings::new(repo, world));
    let judged = files.iter().map(|file| (&file.edited, Some(&file.verdict)));
    files::report(repo, judged, standings.as_ref())
}

/// What git gets of a batch.
#[derive(Default)]
struct ForGit<'r, 'f> {
    stagings: Stagings<'f>,
    /// The commit, where one is to be made now.
    prepared: Option<Prepared<'r>>,
    /// Whether there is, or would be, a commit.
    commits: bool,
}

/// Thinks out what is staged of these files, or the commit of them. `again` is whether a batch has changed them before.
fn for_git<'r, 'f>(
    Task { repo, request, world, .. }: Task<'_, 'r>,
    index: &Index<'r>,
    files: &[&'f Planned],
    again: bool,
    sources: &[Source<'_>],
) -> Result<ForGit<'r, 'f>, ApplyError> {
    let Some(options) = &request.commit else {
        let stagings = stage::plan(repo, index, (world, !again), files, request.scope)?;
        return Ok(ForGit { stagings, ..ForGit::default() });
    };
    match commit::prepare(repo, (index, world), (request, options), files, sources) {
        Ok((prepared, stagings)) => Ok(ForGit { stagings, prepared, commits: true }),
        // It is committed already.
        Err(ApplyError::Commit(CommitError::Nothing)) if again => Ok(ForGit::default()),
        Err(error) => Err(error),
    }
}
