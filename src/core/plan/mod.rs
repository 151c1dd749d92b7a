//! Blocks and sources in, changes and outcomes out: everything that can fail by content fails here, before the first
//! byte is written.

mod edit;
mod file;
mod overlay;

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice};

use super::{
    change::Edited,
    guard::{Policy, Verdict},
    locate::Tier,
    outcome::{Applied, Failure, Limit, Note, Outcome, Unreadable},
    path::RepoPath,
    reply::{Block, Edit, Operation, PathCandidate, Reply},
    resolve::{self, Kind, Purpose, Resolved, Tree},
    splice::Splice,
    text::{Ending, MAX_TEXT, is_blank},
};
use edit::Job;
use file::File;
use overlay::Overlay;

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
}

/// What the history tier asks of the repository.
pub trait History {
    /// Older bytes of a path, the newest first: the index, HEAD, the commits that touched it, earlier batches.
    fn versions(&self, path: &RepoPath) -> Box<dyn Iterator<Item = Vec<u8>> + '_>;

    /// The three-way merge of an edit made on `base` into today's bytes; none when it conflicts.
    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>>;
}

/// How a batch is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What became of it.
    pub outcome: Outcome,
    /// Its lines in the new file, from 0, if it was applied to lines.
    pub after: Option<std::ops::Range<usize>>,
    /// What is to be said of it besides.
    pub notes: Vec<Note>,
}

impl Plan {
    /// Whether no block failed.
    pub fn is_good(&self) -> bool {
        !self.blocks.iter().any(|block| matches!(block.outcome, Outcome::Failed(_)))
    }
}

/// A block with where it leads.
struct Target {
    path: RepoPath,
    verdict: Verdict,
    kind: Kind,
    /// The new path of a rename.
    to: Option<(RepoPath, Kind, Verdict)>,
    /// The path is only the one tracked file that ends as the reply says.
    by_suffix: bool,
    notes: Vec<Note>,
}

/// Plans a batch.
pub fn plan(sources: &[Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) -> Plan {
    let all = |(at, source)| {
        let source: &Source<'_> = source;
        source.reply.blocks.iter().map(move |block| (at, block))
    };
    let blocks: Vec<(usize, &Block<'_>)> = sources.iter().enumerate().flat_map(all).collect();
    let mut aim = Aim { policy, settings, overlay: Overlay::new(world) };
    let targets: Vec<_> = blocks.iter().map(|(_, block)| aim.target(block)).collect();
    let mut planner = Planner::new(settings, world, &blocks, &targets);
    let mut reports = Vec::with_capacity(blocks.len());
    for (number, (&(source, block), target)) in blocks.iter().zip(&targets).enumerate() {
        let mut notes = Vec::new();
        let (path, outcome) = match target {
            Err(failure) => (Err(block.path[0].text.clone()), Outcome::Failed(failure.clone())),
            Ok(target) => {
                notes.clone_from(&target.notes);
                let outcome = planner.perform(number, block, target, &mut notes);
                planner.failed |= outcome.is_err();
                (Ok(target.path.clone()), outcome.unwrap_or_else(Outcome::Failed))
            }
        };
        reports.push(BlockReport { source, line: block.line, path, outcome, after: None, notes });
    }
    planner.finish(reports)
}

/// Finds where blocks lead.
struct Aim<'w> {
    policy: &'w Policy,
    settings: &'w Settings,
    overlay: Overlay<'w>,
}

impl Aim<'_> {
    /// Finds the path that a block means, and asks the policy. Later blocks see what this one makes and removes.
    fn target(&mut self, block: &Block<'_>) -> Result<Target, Failure> {
        let purpose = match &block.operation {
            Operation::Edit(edit) if is_creation(edit) => Purpose::Create,
            Operation::Edit(_) => Purpose::Edit,
            Operation::Delete | Operation::Rename(_) => Purpose::Delete,
        };
        let found = self.resolve(&block.path, purpose)?;
        let verdict = self.judge(&found.path)?;
        let by_suffix = found
            .notes
            .iter()
            .any(|note| matches!(note, resolve::Note::SuffixOf { .. } | resolve::Note::FromElsewhere { .. }));
        let notes = found.notes.into_iter().map(Note::Path).collect();
        let mut target = Target { path: found.path, kind: found.kind, verdict, to: None, by_suffix, notes };
        match &block.operation {
            Operation::Edit(_) if purpose == Purpose::Create => self.overlay.make(&target.path),
            Operation::Edit(_) => {}
            Operation::Delete => self.overlay.remove(&target.path),
            Operation::Rename(to) => {
                let to = self.resolve(to, Purpose::RenameTarget)?;
                let verdict = self.judge(&to.path)?;
                self.overlay.remove(&target.path);
                self.overlay.make(&to.path);
                target.to = Some((to.path, to.kind, verdict));
            }
        }
        Ok(target)
    }

    fn resolve(&self, candidates: &[PathCandidate], purpose: Purpose) -> Result<Resolved, Failure> {
        let directory = self.settings.directory.as_ref().map(|path| path.as_bstr());
        Ok(resolve::resolve(candidates, &resolve::Context { directory, purpose }, &self.overlay)?)
    }

    fn judge(&self, path: &RepoPath) -> Result<Verdict, Failure> {
        let verdict = self.policy.judge(path);
        if verdict.is_refused() { Err(Failure::Blocked(Box::new(verdict))) } else { Ok(verdict) }
    }
}

/// Performs blocks on files that exist only here.
struct Planner<'w, 'r> {
    settings: &'w Settings,
    world: &'w dyn World,
    files: BTreeMap<RepoPath, File<'r>>,
    /// The edits of each path, in order.
    edits: BTreeMap<&'w RepoPath, Vec<(usize, &'r Edit<'r>)>>,
    /// Whether a block has failed, so that what targets were found by need not have come true.
    failed: bool,
}

impl<'w, 'r> Planner<'w, 'r> {
    fn new(
        settings: &'w Settings,
        world: &'w dyn World,
        blocks: &[(usize, &'r Block<'r>)],
        targets: &'w [Result<Target, Failure>],
    ) -> Self {
        let mut edits: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (number, ((_, block), target)) in blocks.iter().zip(targets).enumerate() {
            if let (Operation::Edit(edit), Ok(target)) = (&block.operation, target) {
                edits.entry(&target.path).or_default().push((number, edit));
            }
        }
        Self { settings, world, files: BTreeMap::new(), edits, failed: false }
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
            Operation::Edit(edit) => self.edit(number, edit, target, notes),
            Operation::Delete => {
                let Some(file) = self.files.get_mut(&target.path).filter(|file| file.exists) else {
                    return Ok(Outcome::AlreadyApplied);
                };
                file.remove();
                Ok(whole_file())
            }
            Operation::Rename(_) => self.rename(target),
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
        edit: &'r Edit<'r>,
        target: &Target,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        let of_path = self.edits.get(&target.path).map_or(&[][..], Vec::as_slice);
        let Some(file) = self.files.get_mut(&target.path) else { return Err(self.missing(target)) };
        if !file.exists && !is_creation(edit) {
            return Err(self.missing(target));
        }
        if file.exists && !file.editable {
            self.world.may_edit(&target.path)?;
            if is_binary(file.text.bytes()) {
                return Err(Unreadable::Binary.into());
            }
            file.editable = true;
        }
        let later = &of_path[of_path.partition_point(|(other, _)| *other < number)..];
        let (search, places) = file.find(number, later);
        let equal = |other: &&(usize, &Edit<'_>)| other.1.body == edit.body;
        let equals = edit::Equals {
            rank: of_path.iter().filter(equal).take_while(|(other, _)| *other < number).count(),
            count: of_path.iter().filter(equal).count(),
        };
        let candidates = places?;
        let divider = (edit.dividers.len() > 1).then(|| &edit.body[edit.dividers[0].range()]);
        let job =
            Job { number, path: &target.path, search, divider, candidates, equals, settings: self.settings };
        if !file.exists {
            job.refuse_placeholder()?;
            job.refuse_divider()?;
            file.ending = self.world.new_ending(&target.path);
            file.create(&job.search.replace);
            return self.sized(&target.path, whole_file());
        }
        if target.by_suffix && !job.stands_exactly(file)? {
            return Err(self.missing(target));
        }
        let outcome = job.perform(file, notes)?;
        self.sized(&target.path, outcome)
    }

    /// Refuses a file that grows too large.
    fn sized(&self, path: &RepoPath, outcome: Outcome) -> Result<Outcome, Failure> {
        let size = self.files.get(path).map_or(0, File::size);
        let max = self.settings.max_file_bytes.min(MAX_TEXT);
        if size > max { Err(Failure::Limit(Limit::Result { size, max })) } else { Ok(outcome) }
    }

    fn missing(&self, target: &Target) -> Failure {
        const SHOWN: usize = 3;
        Failure::MissingFile { similar: self.world.ending_in(&target.path, SHOWN) }
    }

    fn rename(&mut self, target: &Target) -> Result<Outcome, Failure> {
        let Some((to, kind, verdict)) = &target.to else { return Err(self.missing(target)) };
        self.open(to, *kind, verdict)?;
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
        for (number, report) in blocks.iter_mut().enumerate() {
            if let (Ok(path), Outcome::Applied(Applied { before: Some(before), .. })) =
                (&report.path, &report.outcome)
            {
                let file = self.files.get(path).filter(|file| file.exists);
                report.after = file.and_then(|file| file.after(before, number));
            }
        }
        let mut files: Vec<Planned> =
            self.files.into_iter().filter_map(|(path, file)| file.finish(path)).collect();
        name_origins(&mut files);
        Plan { files, blocks }
    }
}

/// Makes the splices of renamed files out of what stood at their old paths. A file that the batch itself made and then
/// renamed has none, nor has one whose old path holds a file again.
fn name_origins(files: &mut [Planned]) {
    let old = |path: &RepoPath, files: &[Planned]| {
        let mut removed = files.iter().map(|file| &file.edited.change).filter(|change| change.new.is_none());
        removed.find(|change| change.path == *path).and_then(|change| change.old.clone())
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

/// git's rule: a NUL among the first 8,000 bytes.
fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(8000)].contains(&0)
}

#[cfg(test)]
mod tests;
