//! Blocks and sources in, changes and outcomes out: everything that can fail by content fails here, before the first
//! byte is written.

mod added;
mod admit;
mod after;
mod aim;
mod edit;
mod file;
mod filter;
mod guess;
mod history;
mod neighbours;
mod overlay;
mod partial;
mod size;
mod terminator;
mod twins;
mod vet;
mod whole;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    iter,
};

use bstr::{BStr, BString};

use super::{
    change::Edited,
    guard::{Policy, Verdict},
    locate::Tier,
    outcome::{Applied, Failure, Note, Outcome, Skip, Unreadable},
    path::RepoPath,
    reply::{Block, Edit, Operation, Reply},
    resolve::{Kind, Tree},
    splice::Splice,
    syntax,
    text::{Ending, bodies, is_binary, is_blank},
};
use after::After;
use aim::{Aim, Stop, Target, named, unfinished};
pub(crate) use edit::EMPTY_ON_PURPOSE;
use edit::Job;
use file::File;
use overlay::any_in;
pub(crate) use size::{grows_too_much, shrinks_too_much};

pub use filter::{Filter, FilterError};
pub use history::{History, Merged, NoHistory, Older, Step};
pub use partial::Partial;

/// A reply and what to call it in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<'r> {
    /// The file it was read from, as named by the user; `-` for standard input.
    pub name: BString,
    /// What it holds.
    pub reply: Reply<'r>,
}

/// What planning reads from the work tree, besides where things stand.
pub trait World: Tree {
    /// The file's bytes and mode. Only asked where [`Tree::kind`] says that there is a file.
    ///
    /// # Errors
    ///
    /// When it is not to be read as a target.
    fn read(&self, path: &RepoPath) -> Result<super::change::Version, Unreadable>;

    /// Whether what the file is declared to be lets its lines be edited.
    ///
    /// # Errors
    ///
    /// When it is binary, or in an encoding that is not supported.
    fn may_edit(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// How the lines of a new file end.
    fn new_ending(&self, path: &RepoPath) -> Ending;

    /// Whether a path where nothing stands is left out of the sparse checkout, or belongs to a submodule that is not
    /// checked out.
    ///
    /// # Errors
    ///
    /// When it is, or when the index cannot be read.
    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// What stands in a folder, in that of the root for none, as far as it can be told.
    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let _ = folder;
        Vec::new()
    }

    /// Older versions of files, and merges.
    fn history(&self) -> &dyn History {
        &NoHistory
    }
}

/// How a batch is planned.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The last tier allowed.
    pub last_tier: Tier,
    /// Put in front of every path of the reply.
    pub directory: Option<BString>,
    /// A blank SEARCH section for a file with content takes REPLACE as the whole file.
    pub overwrite: bool,
    /// Lines that stand for code left out are content.
    pub allow_placeholder: bool,
    /// A file whose whole text is removed stays as an empty file.
    pub keep_emptied: bool,
    /// The most bytes that a file may have after the batch.
    pub max_file_bytes: u64,
    /// What is planned where a part of the batch is bad.
    pub partial: Partial,
    /// Which paths are asked for.
    pub filter: Filter,
    /// Characters that deceive the reader are refused in the lines that a block adds.
    pub strict: bool,
    /// What errors of syntax do that were not there before; with [`syntax::Mode::Off`], imports are not looked at either.
    pub syntax: syntax::Mode,
    /// By how many per cent of its bytes a block that gives a whole file may shrink it; none for no limit.
    pub max_shrink: Option<u64>,
    /// How many times as long, in lines, a file may become; none for no limit.
    pub max_growth: Option<u64>,
    /// Where the merge with an older version conflicts, conflict markers are written.
    pub three_way: bool,
}

/// All that a batch would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What becomes of each path that changes, sorted by path.
    pub files: Vec<Planned>,
    /// What becomes of each block, in the order of the batch.
    pub blocks: Vec<BlockReport>,
}

/// What becomes of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The bytes before and after.
    pub edited: Edited,
    /// The policy's word on the path.
    pub verdict: Verdict,
}

/// What became of one block, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReport {
    /// Which of the replies it is in.
    pub source: usize,
    /// Its line there, from 1.
    pub line: usize,
    /// The path that it means; as written where it leads to none.
    pub path: Result<RepoPath, BString>,
    /// The new path, for a rename that leads to one.
    pub to: Option<RepoPath>,
    /// What became of it.
    pub outcome: Outcome,
    /// Its lines in the new file, from 0, if it was applied to lines.
    pub after: Option<std::ops::Range<usize>>,
    /// What is to be said of it besides.
    pub notes: Vec<Note>,
}

impl BlockReport {
    /// Whether it was left out though it did not fail.
    pub fn is_skipped(&self) -> bool {
        matches!(self.outcome, Outcome::Skipped(_))
    }

    /// Where the file is that it leaves: at the new path of a rename.
    fn end(&self) -> Option<&RepoPath> {
        self.to.as_ref().or(self.path.as_ref().ok())
    }
}

impl Plan {
    /// Whether no block failed.
    pub fn is_good(&self) -> bool {
        !self.blocks.iter().any(|block| matches!(block.outcome, Outcome::Failed(_)))
    }

    /// Whether no block failed but those that are left out.
    fn is_good_but(&self, left_out: &[Option<BlockReport>]) -> bool {
        let failed = |block: &BlockReport| matches!(block.outcome, Outcome::Failed(_));
        !self.blocks.iter().zip(left_out).any(|(block, left_out)| left_out.is_none() && failed(block))
    }
}

/// Plans a batch. Where [`Settings::partial`] asks for what is good, what is bad is left out as if the reply had never
/// held it.
pub fn plan(sources: &[Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) -> Plan {
    let all = |(at, source)| {
        let source: &Source<'_> = source;
        source.reply.blocks.iter().map(move |block| (at, block))
    };
    let blocks: Vec<(usize, &Block<'_>)> = sources.iter().enumerate().flat_map(all).collect();
    let mut left_out = vec![None; blocks.len()];
    let held = if settings.partial == Partial::File {
        unfinished(sources, policy, settings, world)
    } else {
        BTreeSet::new()
    };
    let named = |text: &BString| named(text.as_ref(), settings, world);
    for _ in 0..partial::ROUNDS {
        let plan = round(&blocks, &left_out, policy, settings, world);
        if !partial::leave_out(&plan.blocks, settings.partial, (&held, &named), &mut left_out) {
            return plan;
        }
    }
    let plan = round(&blocks, &left_out, policy, settings, world);
    partial::leave_out_all(&plan.blocks, &mut left_out);
    round(&blocks, &left_out, policy, settings, world)
}

/// Plans the blocks that are not left out.
fn round(
    blocks: &[(usize, &Block<'_>)],
    left_out: &[Option<BlockReport>],
    policy: &Policy,
    settings: &Settings,
    world: &dyn World,
) -> Plan {
    let mut aim = Aim::new(policy, settings, world);
    let mut targets: Vec<Option<Result<Target, Stop>>> = blocks
        .iter()
        .zip(left_out)
        .map(|((_, block), left_out)| left_out.is_none().then(|| aim.target(block)))
        .collect();
    aim.settle(&mut targets);
    let mut planner = Planner::new(settings, (policy, world), blocks, &targets);
    let mut reports = Vec::with_capacity(blocks.len());
    for (number, &(source, block)) in blocks.iter().enumerate() {
        let mut report = BlockReport {
            source,
            line: block.line,
            path: Err(block.path[0].text.clone()),
            to: None,
            outcome: Outcome::Skipped(Skip::Filtered),
            after: None,
            notes: Vec::new(),
        };
        match (&targets[number], &left_out[number]) {
            (_, Some(left_out)) => report = left_out.clone(),
            (Some(Ok(target)), _) => {
                report.notes.clone_from(&target.notes);
                let outcome = planner.perform(number, block, target, &mut report.notes);
                planner.failed |= outcome.is_err();
                report.outcome = outcome.unwrap_or_else(Outcome::Failed);
                report.path = Ok(target.path.clone());
                report.to = target.to.as_ref().map(|(to, ..)| to.clone());
            }
            (Some(Err(Stop::Failed(failure))), _) => report.outcome = Outcome::Failed(failure.clone()),
            (Some(Err(Stop::Filtered(path))), _) => {
                report.path = RepoPath::new(path).map_err(|_| path.clone())
            }
            (None, None) => {}
        }
        reports.push(report);
    }
    let mut plan = planner.finish(reports);
    size::limit_growth(&mut plan, settings.max_growth);
    // Where something is left out, the rest is planned again.
    if settings.partial == Partial::No || plan.is_good_but(left_out) {
        twins::note(&mut plan, world);
        vet::vet(&mut plan, settings.syntax, world);
    }
    plan
}

/// Performs blocks on files that exist only here.
struct Planner<'w, 'r> {
    settings: &'w Settings,
    policy: &'w Policy,
    world: &'w dyn World,
    files: BTreeMap<RepoPath, File<'r>>,
    /// The edits of each path, in order.
    edits: BTreeMap<&'w RepoPath, Vec<(usize, &'r Edit<'r>)>>,
    /// The blocks that may give each path another text: those that remove, rename or create it, in order.
    turns: BTreeMap<&'w RepoPath, Vec<usize>>,
    /// The edits that are equal, by path and text, in order.
    equals: HashMap<(&'w RepoPath, &'r [u8]), Vec<usize>>,
    /// Whether a block has failed, so that what targets were found by need not have come true.
    failed: bool,
}

impl<'w, 'r> Planner<'w, 'r> {
    fn new(
        settings: &'w Settings,
        (policy, world): (&'w Policy, &'w dyn World),
        blocks: &[(usize, &'r Block<'r>)],
        targets: &'w [Option<Result<Target, Stop>>],
    ) -> Self {
        let mut edits: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut turns: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut equals: HashMap<_, Vec<_>> = HashMap::new();
        for (number, ((_, block), target)) in blocks.iter().zip(targets).enumerate() {
            let Some(Ok(target)) = target else { continue };
            let edit = if let Operation::Edit(edit) = &block.operation { Some(edit) } else { None };
            if edit.is_none_or(is_creation) {
                turns.entry(&target.path).or_default().push(number);
            }
            if let Some(edit) = edit {
                equals.entry((&target.path, &*edit.body)).or_default().push(number);
                edits.entry(&target.path).or_default().push((number, edit));
            }
        }
        Self { settings, policy, world, files: BTreeMap::new(), edits, turns, equals, failed: false }
    }

    fn perform(
        &mut self,
        number: usize,
        block: &'r Block<'r>,
        target: &Target,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        self.open(&target.path, target.kind, &target.verdict)?;
        match &block.operation {
            Operation::Edit(edit) => self.edit(number, (block, edit), target, notes),
            Operation::Delete => {
                let Some(file) = self.files.get_mut(&target.path).filter(|file| file.exists) else {
                    return self.gone(target);
                };
                file.remove();
                Ok(whole_file())
            }
            Operation::Rename(_) => self.rename(target),
        }
    }

    /// A file that is to go and is not there: it is gone already, unless a tracked file ends so, which may be meant.
    fn gone(&self, target: &Target) -> Result<Outcome, Failure> {
        match self.missing(target) {
            Failure::MissingFile { similar } if similar.is_empty() => Ok(Outcome::AlreadyApplied),
            failure => Err(failure),
        }
    }

    /// Reads a file, once.
    fn open(&mut self, path: &RepoPath, kind: Kind, verdict: &Verdict) -> Result<(), Failure> {
        // Earlier blocks may have made a folder of a path, or a file of a folder above it.
        if matches!(kind, Kind::Directory | Kind::Other) {
            return Err(Unreadable::NotAFile(kind).into());
        }
        if self.files.contains_key(path) {
            return Ok(());
        }
        let verdict = verdict.clone();
        let file = if self.standing(path, kind) == Kind::Absent {
            self.world.may_create(path)?;
            File::absent(verdict, self.world.new_ending(path))
        } else {
            let version = self.world.read(path)?;
            let ending =
                if version.bytes.contains(&b'\n') { Ending::Lf } else { self.world.new_ending(path) };
            File::on_disk(version, verdict, ending)
        };
        self.files.insert(path.clone(), file);
        Ok(())
    }

    /// What stands at a path that is not open yet: where a block that was to make or to remove the file has failed,
    /// what the work tree says.
    fn standing(&self, path: &RepoPath, kind: Kind) -> Kind {
        match kind {
            Kind::Absent | Kind::File if self.failed => match self.world.kind(path) {
                below @ (Kind::Absent | Kind::File | Kind::Link | Kind::Repository) => below,
                _ => kind,
            },
            kind => kind,
        }
    }

    fn edit(
        &mut self,
        number: usize,
        (block, edit): (&'r Block<'r>, &'r Edit<'r>),
        target: &Target,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        let of_path = self.edits.get(&target.path).map_or(&[][..], Vec::as_slice);
        let Some(file) = self.files.get_mut(&target.path) else { return Err(self.missing(target)) };
        if !file.exists && !is_creation(edit) {
            let gone = edit.readings().any(|sections| {
                is_blank(sections.replace)
                    && file.was_removed_with(&bodies(sections.search).collect::<Vec<_>>())
            });
            return if gone { Ok(Outcome::AlreadyApplied) } else { Err(self.missing(target)) };
        }
        if file.exists && !file.editable {
            self.world.may_edit(&target.path)?;
            if is_binary(file.text.bytes()) {
                return Err(Unreadable::Binary.into());
            }
            file.editable = true;
        }
        let later = &of_path[of_path.partition_point(|(other, _)| *other < number)..];
        let turns = self.turns.get(&target.path).map_or(&[][..], Vec::as_slice);
        let turns = &turns[turns.partition_point(|turn| *turn <= number)..];
        let Some((search, places)) = file.find(number, later, turns) else {
            return Err(Failure::NotFound { nearest: Vec::new(), replace_at: None, unlaid: None });
        };
        let equals = self.equals.get(&(&target.path, &*edit.body)).map_or(&[][..], Vec::as_slice);
        let equals =
            edit::Equals { rank: equals.partition_point(|other| *other < number), count: equals.len() };
        let candidates = places?;
        let suspicious =
            added::suspicious(&search, block.line + 1 + bodies(&edit.body).count() - search.replace.len());
        let divider = (edit.dividers.len() > 1).then(|| &edit.body[edit.dividers[0].range()]);
        let job = Job {
            number,
            path: &target.path,
            search,
            divider,
            candidates,
            equals,
            settings: self.settings,
            history: self.world.history(),
            may_read: &|path| !self.policy.judge(path).is_refused(),
            base: block.base,
            refused: admit::refused(suspicious.as_ref(), self.settings),
        };
        if !file.exists {
            job.refuse_placeholder()?;
            job.refuse_divider()?;
            job.admit()?;
            file.ending = self.world.new_ending(&target.path);
            file.create(&job.search.replace);
            size::limit(file.size(), self.settings).inspect_err(|_| file.remove())?;
            self.vet(suspicious, notes)?;
            return Ok(whole_file());
        }
        let outcome = match &target.guess {
            Some(guess) => guess.perform(job, file, notes)?,
            None => job.perform(file, notes)?,
        };
        if matches!(outcome, Outcome::Applied(_)) {
            self.vet(suspicious, notes)?;
        }
        self.sized(&target.path, outcome)
    }

    /// Says what an applied block brings in, or refuses it.
    fn vet(&self, suspicious: Option<Note>, notes: &mut Vec<Note>) -> Result<(), Failure> {
        match admit::refused(suspicious.as_ref(), self.settings) {
            Some(failure) => Err(failure),
            None => {
                notes.extend(suspicious);
                Ok(())
            }
        }
    }

    /// Refuses a file that grows too large.
    fn sized(&self, path: &RepoPath, outcome: Outcome) -> Result<Outcome, Failure> {
        size::limit(self.files.get(path).map_or(0, File::size), self.settings).map(|()| outcome)
    }

    fn missing(&self, target: &Target) -> Failure {
        const SHOWN: usize = 3;
        // The path itself is among them where an earlier block removed the file.
        let mut similar = self.world.ending_in(&target.path, SHOWN + 1);
        similar.retain(|path| *path != target.path);
        similar.truncate(SHOWN);
        Failure::MissingFile { similar }
    }

    fn rename(&mut self, target: &Target) -> Result<Outcome, Failure> {
        let Some((to, kind, verdict)) = &target.to else { return Err(self.missing(target)) };
        self.open(to, *kind, verdict).map_err(|failure| aim::about(to.as_bstr().to_owned(), failure))?;
        let exists = |path: &RepoPath| self.files.get(path).is_some_and(|file| file.exists);
        match (exists(&target.path), exists(to)) {
            (false, true) => return Ok(Outcome::AlreadyApplied),
            (false, false) => return Err(self.missing(target)),
            (true, true) => return Err(Failure::Taken { to: to.clone() }),
            (true, false) => {}
        }
        let taken = self.files.get_mut(&target.path).map(|file| file.take(&target.path));
        if let (Some((bytes, mode, from)), Some(file)) = (taken, self.files.get_mut(to)) {
            file.put(bytes, mode, from);
        }
        Ok(whole_file())
    }

    fn finish(self, mut blocks: Vec<BlockReport>) -> Plan {
        let existing = self.files.iter().filter(|(_, file)| file.exists);
        let after: HashMap<_, _> =
            existing.map(|(path, file)| (path, After::new(&file.text, &file.edits))).collect();
        for (number, report) in blocks.iter_mut().enumerate() {
            if let (Ok(path), Outcome::Applied(Applied { before: Some(before), .. })) =
                (&report.path, &report.outcome)
            {
                report.after = after.get(path).and_then(|after| after.of(before, number));
            }
        }
        let mut files: Vec<Planned> =
            self.files.into_iter().filter_map(|(path, file)| file.finish(path)).collect();
        name_origins(&mut files);
        refuse_repository(&files, &mut blocks, self.world);
        Plan { files, blocks }
    }
}

/// What becomes of a path, of files in the order of their paths.
fn find<'p>(files: &'p [Planned], path: &RepoPath) -> Option<&'p Planned> {
    let at = files.binary_search_by(|file| file.edited.change.path.cmp(path)).ok()?;
    Some(&files[at])
}

/// What a file was before, under whatever name.
fn bytes_before<'p>(files: &'p [Planned], file: &'p Planned) -> Option<&'p [u8]> {
    let change = &file.edited.change;
    let origin = || find(files, change.from.as_ref()?)?.edited.change.old.as_ref();
    change.old.as_ref().or_else(origin).map(|old| old.bytes.as_slice())
}

/// Refuses the file that would make a folder a bare repository, which git would take for one and whose configuration it
/// would obey.
fn refuse_repository(files: &[Planned], blocks: &mut [BlockReport], world: &dyn World) {
    let changes = || files.iter().map(|file| &file.edited.change).filter(|change| change.new.is_some());
    let made: BTreeSet<&BStr> = changes().map(|change| change.path.as_bstr()).collect();
    let stands = |folder: &RepoPath, name: &[u8]| {
        folder.join(name).is_ok_and(|path| {
            any_in(&made, &path) || matches!(world.kind(&path), Kind::File | Kind::Directory | Kind::Link)
        })
    };
    let new = || changes().filter(|change| change.old.is_none()).map(|change| &change.path);
    let mut folders = BTreeSet::new();
    for path in new() {
        // Those above one that is there already are there too.
        let _ = iter::successors(path.parent(), RepoPath::parent).all(|folder| folders.insert(folder));
    }
    folders.retain(|folder| [&b"HEAD"[..], b"objects", b"refs"].iter().all(|name| stands(folder, name)));
    if !folders.is_empty() {
        let is_in = |path: &&RepoPath| {
            iter::successors(path.parent(), RepoPath::parent).any(|folder| folders.contains(&folder))
        };
        blame(new().filter(is_in).collect(), blocks);
    }
}

/// Refuses the blocks that make the files of a repository; all blocks, where none is known to make one of the files.
fn blame(files: BTreeSet<&RepoPath>, blocks: &mut [BlockReport]) {
    let may = |block: &&BlockReport| matches!(block.outcome, Outcome::Applied(_) | Outcome::Failed(_));
    let ends: BTreeSet<&RepoPath> = blocks.iter().filter(may).filter_map(BlockReport::end).collect();
    let known = files.is_subset(&ends);
    let applied = blocks.iter_mut().filter(|block| matches!(block.outcome, Outcome::Applied(_)));
    for block in applied.filter(|block| !known || block.end().is_some_and(|end| files.contains(end))) {
        let failure = Failure::from(Unreadable::Repository);
        block.outcome = Outcome::Failed(match &block.to {
            Some(to) => aim::about(to.as_bstr().to_owned(), failure),
            None => failure,
        });
        block.after = None;
    }
}

/// Makes the splices of renamed files out of what stood at their old paths. A file that the batch itself made and then
/// renamed has none, nor has one whose old path holds a file again.
fn name_origins(files: &mut [Planned]) {
    let old = |path: &RepoPath, files: &[Planned]| {
        let change = find(files, path).map(|file| &file.edited.change);
        change.filter(|change| change.new.is_none()).and_then(|change| change.old.clone())
    };
    for at in 0..files.len() {
        let Some(from) = files[at].edited.change.from.clone() else { continue };
        let origin = old(&from, files).filter(|_| files[at].edited.change.old.is_none());
        let Edited { change, splices } = &mut files[at].edited;
        match (origin, &change.new) {
            (Some(origin), Some(new)) => {
                *splices = Splice::between(&origin.bytes, &new.bytes).into_iter().collect()
            }
            _ => change.from = None,
        }
    }
}

fn whole_file() -> Outcome {
    Outcome::Applied(Applied { tier: None, before: None })
}

/// Whether an edit creates its file: SEARCH is blank up to the first divider.
fn is_creation(edit: &Edit<'_>) -> bool {
    edit.readings().next().is_some_and(|sections| is_blank(sections.search))
}

#[cfg(test)]
mod tests;
