//! Targets of blocks: the path that each means, the kind of file there, and whether it may be written.

use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use bstr::{BStr, BString, ByteSlice as _};

use super::{
    guess::{Ground, Guess},
    known::Lines,
    overlay::Overlay,
    rewritten::{least, rewrites},
};
use crate::core::{
    change::Version,
    guard::{Policy, Verdict},
    outcome::{Failure, Note},
    path::RepoPath,
    plan::types::{Settings, Source, World},
    reply::{Block, Operation, PathCandidate},
    resolve::{self, Kind, Purpose, ResolveError, Resolved, Tree},
};

/// A block with where it leads.
pub(crate) struct Target {
    pub(crate) path: RepoPath,
    pub(crate) verdict: Verdict,
    pub(crate) kind: Kind,
    /// The new path of a rename.
    pub(crate) to: Option<(RepoPath, Kind, Verdict)>,
    /// The path is not the one that the reply says.
    pub(crate) guess: Option<Guess>,
    pub(crate) notes: Vec<Note>,
}

/// Reasons why a block leads nowhere.
pub(crate) enum Stop {
    /// It cannot be applied.
    Failed(Failure),
    /// Its path is not asked for.
    Filtered(BString),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Stop {
    /// The same, about the new path of a rename.
    fn about(self, to: BString) -> Self {
        match self {
            Self::Failed(failure) => Self::Failed(about(to, failure)),
            filtered => filtered,
        }
    }
}

/// A failure that concerns the new path of a rename.
pub(crate) fn about(to: BString, failure: Failure) -> Failure {
    Failure::NewPath { to, failure: Box::new(failure) }
}

/// Finds the targets of blocks.
pub(crate) struct Aim<'w> {
    policy: &'w Policy,
    pub(super) settings: &'w Settings,
    pub(super) world: &'w dyn World,
    pub(super) overlay: Overlay<'w>,
    /// The paths of edits, each once in a row.
    edited: Vec<Arc<[PathCandidate]>>,
    /// True if one of them has the name of the root in front, where no such folder is there; looked for once.
    is_behind_root: OnceCell<bool>,
    /// The last path to edit, for the next block: most go on in the same file.
    last: Option<Aimed>,
    /// The lines of files before the batch, in which blocks without a path line are looked for.
    pub(super) known: RefCell<HashMap<RepoPath, Option<Lines>>>,
}

/// A path as a block writes it, and where it leads.
struct Aimed {
    written: Arc<[PathCandidate]>,
    is_settled: bool,
    found: Resolved,
    verdict: Verdict,
}

impl<'w> Aim<'w> {
    /// Starts without a target.
    pub(crate) fn new(policy: &'w Policy, settings: &'w Settings, world: &'w dyn World) -> Self {
        let (overlay, known) = (Overlay::new(world), RefCell::default());
        let (edited, is_behind_root) = (Vec::new(), OnceCell::new());
        Self { policy, settings, world, overlay, edited, is_behind_root, last: None, known }
    }

    /// Keeps the paths by which the blocks mean files that are there.
    pub(crate) fn look_ahead<'b>(&mut self, blocks: impl Iterator<Item = &'b Block<'b>>) {
        let is_edit = |block: &&Block<'_>| {
            matches!(&block.operation, Operation::Edit(edit) if !edit.creates()) && !block.is_settled
        };
        self.edited = blocks.filter(is_edit).map(|block| block.path.clone()).collect();
        self.edited.dedup();
    }

    /// Finds the path that a block means, and asks the policy. Later blocks see what this one makes and
    /// removes.
    pub(crate) fn target(&mut self, block: &Block<'_>) -> Result<Target, Stop> {
        let purpose = match &block.operation {
            Operation::Edit(edit) if edit.creates() => Purpose::Create,
            Operation::Edit(_) => Purpose::Edit,
            Operation::Delete | Operation::Rename(_) | Operation::Copy(_) | Operation::Mode(_) => {
                Purpose::Delete
            }
        };
        let (found, verdict) = self.aimed(block, purpose)?;
        let whole = |text: &BString| whole(text, self.settings, &self.overlay);
        let guess = Guess::of(&found.path, &found.notes, whole);
        let notes = found.notes.into_iter().map(Note::Path).collect();
        let mut target = Target { path: found.path, kind: found.kind, verdict, to: None, guess, notes };
        match &block.operation {
            Operation::Edit(_) if purpose == Purpose::Create => self.overlay.make(&target.path),
            Operation::Edit(_) | Operation::Mode(_) => {}
            Operation::Delete => self.overlay.remove(&target.path),
            Operation::Rename(to) | Operation::Copy(to) => {
                let named = match block.is_settled {
                    true => to[0].text.clone(),
                    false => whole(&to[0].text),
                };
                let to = self.wanted(to, block.is_settled, Purpose::RenameTarget);
                let to = to.map_err(|stop| stop.about(named))?;
                let verdict =
                    self.judge(&to.path).map_err(|failure| about(to.path.as_bstr().to_owned(), failure))?;
                match block.operation {
                    Operation::Rename(_) => self.overlay.rename(&target.path, &to.path),
                    _ => self.overlay.make(&to.path),
                }
                target.to = Some((to.path, to.kind, verdict));
            }
        }
        Ok(target)
    }

    /// Resolves and judges the path of a block.
    fn aimed(&mut self, block: &Block<'_>, purpose: Purpose) -> Result<(Resolved, Verdict), Stop> {
        let around = block.around.as_ref().filter(|_| purpose == Purpose::Edit && !block.is_settled);
        if let Some(around) = around {
            let found = self.around(block, around)?;
            let verdict = self.judge(&found.path)?;
            return Ok((found, verdict));
        }
        let is_same = |last: &&Aimed| last.is_settled == block.is_settled && last.written == block.path;
        if purpose != Purpose::Edit {
            // What it makes or removes may be what a later path leads to.
            self.last = None;
        } else if let Some(last) = self.last.as_ref().filter(is_same) {
            return Ok((last.found.clone(), last.verdict.clone()));
        }
        let mut found = self.wanted(&block.path, block.is_settled, purpose);
        let is_nowhere = match &found {
            Ok(found) => found.kind == Kind::Absent,
            Err(stop) => matches!(stop, Stop::Failed(_)),
        };
        if purpose == Purpose::Create && !block.is_settled && is_nowhere {
            let meant = self.rewritten(block).or_else(|| self.behind_root(block));
            found = meant.map_or(found, |meant| self.asked_for(meant));
        }
        if purpose == Purpose::Edit {
            found = found.or_else(|stop| self.moved(stop, block.is_settled));
        }
        let found = found?;
        if purpose == Purpose::Create && found.kind == Kind::Absent && !self.may_make(block) {
            return Err(Failure::Path(ResolveError::NotPlain { given: block.path[0].text.clone() }).into());
        }
        let verdict = self.judge(&found.path)?;
        if purpose == Purpose::Edit {
            let (found, verdict) = (found.clone(), verdict.clone());
            let (written, is_settled) = (block.path.clone(), block.is_settled);
            self.last = Some(Aimed { written, is_settled, found, verdict });
        }
        Ok((found, verdict))
    }

    /// Returns whether a file may be made at the path of a block, or is there: a name that may be one of anything makes
    /// none but in a folder that is there, or where the reply says that the file is new.
    pub(crate) fn may_make(&self, block: &Block<'_>) -> bool {
        let name = &block.path[0];
        let is_there = |path: &RepoPath| self.overlay.kind(path) != Kind::Absent;
        let found = || {
            resolve::named(name.text.as_bstr(), self.context(Purpose::Create).directory, self.world.root())
        };
        !name.is_weak
            || block.is_new
            || block.is_settled
            || found()
                .is_ok_and(|path| is_there(&path) || path.parent().is_some_and(|folder| is_there(&folder)))
    }

    /// Refuses the paths whose extra folder the batch itself makes, be it in a later block: then it is no
    /// extra one.
    pub(crate) fn settle(&self, targets: &mut [Option<Result<Target, Stop>>]) {
        // A path that another block means as written has no folder too many.
        let meant: BTreeSet<BString> = targets
            .iter()
            .flatten()
            .flatten()
            .filter(|target| target.guess.is_none())
            .map(|target| target.path.as_bstr().to_owned())
            .collect();
        for target in targets.iter_mut().flatten() {
            let guess = target.as_ref().ok().and_then(|target| target.guess.as_ref());
            let made = |guess: &&Guess| match &guess.ground {
                Ground::Around => false,
                Ground::ExtraFolder(absent) if self.overlay.kind(absent) != Kind::Absent => true,
                // The rename itself means it as written.
                Ground::Renamed(_) => self.overlay.is_made(&guess.given),
                _ => meant.contains(&named(guess.given.as_bstr(), self.settings, &self.overlay)),
            };
            if let Some(refused) = guess.filter(made).map(Guess::refused) {
                *target = Err(refused.into());
            }
        }
    }

    /// Resolves a path that is asked for.
    fn wanted(
        &self,
        candidates: &[PathCandidate],
        is_settled: bool,
        purpose: Purpose,
    ) -> Result<Resolved, Stop> {
        let filter = &self.settings.filter;
        let given = candidates[0].text.as_bstr();
        let found = if is_settled {
            resolve::exact(given, purpose, &self.overlay).map_err(Failure::from)
        } else {
            self.resolve(candidates, purpose)
        };
        match found {
            Ok(found) => self.asked_for(found),
            Err(failure) => {
                let name =
                    if is_settled { given.to_owned() } else { named(given, self.settings, &self.overlay) };
                if filter.takes_name(&name) { Err(failure.into()) } else { Err(Stop::Filtered(name)) }
            }
        }
    }

    /// The file that a block gives anew, with changes, though its path has a folder too many.
    fn rewritten(&self, block: &Block<'_>) -> Option<Resolved> {
        let Operation::Edit(edit) = &block.operation else { return None };
        let found = resolve::without_extra(&block.path, &self.context(Purpose::Create), &self.overlay)?;
        self.judge(&found.path).ok()?;
        let old = self.world.read(&found.path).ok()?.bytes;
        let new = edit.readings().next()?.replace;
        // Behind the name of the root, a file in a folder that is there is meant, whatever its text is.
        let is_named = is_behind_root(&found) && found.path.parent().is_some();
        (is_named || rewrites(&old, new, least(&old))).then_some(found)
    }

    /// The new file that a block means, where the others have the name of the root in front of paths.
    fn behind_root(&self, block: &Block<'_>) -> Option<Resolved> {
        let found = resolve::behind_root(&block.path, &self.context(Purpose::Create), &self.overlay)?;
        let is_one = |path: &Arc<[PathCandidate]>| {
            self.resolve(path, Purpose::Edit).is_ok_and(|found| is_behind_root(&found))
        };
        let is_behind_root = || self.edited.iter().any(is_one);
        self.is_behind_root.get_or_init(is_behind_root).then_some(found)
    }

    fn context(&self, purpose: Purpose) -> resolve::Context<'_> {
        let directory = self.settings.directory.as_ref().map(|path| path.as_bstr());
        resolve::Context { directory, purpose }
    }

    /// A path that is found, if it is asked for.
    pub(super) fn asked_for(&self, found: Resolved) -> Result<Resolved, Stop> {
        if self.settings.filter.takes(&found.path) {
            return Ok(found);
        }
        Err(Stop::Filtered(found.path.as_bstr().to_owned()))
    }

    pub(crate) fn resolve(
        &self,
        candidates: &[PathCandidate],
        purpose: Purpose,
    ) -> Result<Resolved, Failure> {
        Ok(resolve::resolve(candidates, &self.context(purpose), &self.overlay)?)
    }

    /// The path that is meant to be edited, if there is one and it may be written.
    pub(crate) fn edited(&self, candidates: &[PathCandidate]) -> Result<RepoPath, Failure> {
        let found = self.resolve(candidates, Purpose::Edit)?;
        self.judge(&found.path).map(|_| found.path)
    }

    /// The file at a path, if there is one and it may be read.
    pub(crate) fn read(&self, path: &RepoPath) -> Option<Version> {
        let is_open = self.judge(path).is_ok() && self.world.kind(path) == Kind::File;
        is_open.then(|| self.world.read(path).ok()).flatten()
    }

    pub(crate) fn judge(&self, path: &RepoPath) -> Result<Verdict, Failure> {
        let verdict = self.policy.judge(path);
        if verdict.is_refused() { Err(Failure::Blocked(Box::new(verdict))) } else { Ok(verdict) }
    }
}

/// Returns whether a path is meant without the name of the root in front.
fn is_behind_root(found: &Resolved) -> bool {
    let is_root = |note: &resolve::Note| match note {
        resolve::Note::ExtraFolder { absent, .. } => absent.components().count() == 1,
        _ => false,
    };
    found.notes.iter().any(is_root)
}

/// The path that a text names, whether there is a file or not; as written where it cannot be a path.
pub(crate) fn named(text: &BStr, settings: &Settings, tree: &dyn Tree) -> BString {
    let directory = settings.directory.as_ref().map(|path| path.as_bstr());
    resolve::named(text, directory, tree.root())
        .map_or_else(|_| text.to_owned(), |path| path.as_bstr().to_owned())
}

/// Returns how a path that leads nowhere is reported: where it was looked for, with the folder that paths
/// start from.
pub(crate) fn whole(text: &BString, settings: &Settings, tree: &dyn Tree) -> BString {
    match settings.directory {
        Some(_) => named(text.as_ref(), settings, tree),
        None => text.clone(),
    }
}

/// The files of blocks that could not be understood: those files are not whole. The file that is meant
/// depends on files that earlier blocks make and remove, which is not known: both the file meant before all
/// of them and the one meant after count.
pub(crate) fn unfinished(
    sources: &[Source<'_>],
    policy: &Policy,
    settings: &Settings,
    world: &dyn World,
) -> BTreeSet<BString> {
    let faults = || sources.iter().flat_map(|source| &source.reply.faults);
    let cut_off: Vec<_> = faults().filter_map(|fault| fault.path.as_ref()).collect();
    if cut_off.is_empty() {
        return BTreeSet::new();
    }
    let before = Aim::new(policy, settings, world);
    let mut after = Aim::new(policy, settings, world);
    for block in sources.iter().flat_map(|source| &source.reply.blocks) {
        // A block without a target makes no file.
        let _ = after.target(block);
    }
    let mut names = BTreeSet::new();
    for candidates in cut_off {
        names.insert(named(candidates[0].text.as_bstr(), settings, world));
        let meant = [&before, &after].map(|aim| aim.resolve(candidates, Purpose::Edit));
        names.extend(meant.into_iter().flatten().map(|found| found.path.as_bstr().to_owned()));
    }
    names
}
