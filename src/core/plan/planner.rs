//! The blocks of a batch performed, one after the other, on files that exist only in memory.

use std::collections::{BTreeMap, HashMap};

use foldhash::quality::RandomState;

use super::{
    about,
    files::{After, File, Sought},
    job::{Alike, Equals, Job},
    lay, made, refuse,
    target::{self, Stop, Target},
    types::{BlockReport, Bodies, Plan, Planned, Sent, Settings, World, name_origins, older},
    vet,
};
use crate::core::{
    change::FileMode,
    guard::{Policy, Verdict},
    language,
    locate::Search,
    outcome::{Applied, Failure, Note, Outcome, Region, Unreadable},
    path::RepoPath,
    reply::{Block, Clutter, Edit, Operation, Sections},
    resolve::{self, Fate, Kind, ResolveError},
    text::{Ending, bodies, is_blank},
};

/// Performs blocks on files that exist only here.
pub(super) struct Planner<'w, 'r> {
    settings: &'w Settings,
    policy: &'w Policy,
    world: &'w dyn World,
    files: BTreeMap<RepoPath, File<'r>>,
    /// The edits of each path, in order.
    edits: BTreeMap<&'w RepoPath, Vec<(usize, &'r Edit<'r>)>>,
    /// The blocks that may give each path another text: those that remove, rename or create it, in order.
    turns: BTreeMap<&'w RepoPath, Vec<usize>>,
    /// For each block, its rank among those that are equal to it.
    equals: Vec<Equals>,
    /// The blocks that correct others, as the reply says.
    corrected: Vec<refuse::Corrected<'r>>,
    /// True if a block has failed: the files that targets were resolved against may not have come true.
    pub(super) failed: bool,
}

impl<'w, 'r> Planner<'w, 'r> {
    pub(super) fn new(
        settings: &'w Settings,
        policy: &'w Policy,
        world: &'w dyn World,
        blocks: &[(usize, &'r Block<'r>)],
        targets: &'w [Option<Result<Target, Stop>>],
    ) -> Self {
        let mut edits: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut turns: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut alike = Alike::with_capacity_and_hasher(blocks.len(), RandomState::default());
        for (number, ((_, block), target)) in blocks.iter().zip(targets).enumerate() {
            let Some(Ok(target)) = target else { continue };
            let (edit, turns_path) = match &block.operation {
                Operation::Edit(edit) => (Some(edit), edit.creates()),
                Operation::Delete | Operation::Rename(_) => (None, true),
                Operation::Copy(_) | Operation::Mode(_) => (None, false),
            };
            if turns_path {
                turns.entry(&target.path).or_default().push(number);
            }
            if let Some(edit) = edit {
                alike.entry((&target.path, &*edit.body)).or_default().push(number);
                edits.entry(&target.path).or_default().push((number, edit));
            }
        }
        let equals = Equals::of(blocks, &alike);
        let corrected = refuse::Corrected::all(blocks);
        Self {
            settings,
            policy,
            world,
            files: BTreeMap::new(),
            edits,
            turns,
            equals,
            corrected,
            failed: false,
        }
    }

    pub(super) fn perform(
        &mut self,
        number: usize,
        block: &'r Block<'r>,
        target: &Target,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        self.open(&target.path, target.kind, &target.verdict)?;
        match &block.operation {
            Operation::Edit(edit) => self.edit(number, block, edit, target, notes),
            Operation::Delete => {
                let Some(file) = self.files.get_mut(&target.path).filter(|file| file.exists) else {
                    return self.gone(target);
                };
                lay::refuse_other(self.world.history(), &target.path, block.base, file)?;
                file.remove();
                Ok(whole_file())
            }
            Operation::Rename(_) => self.rename(target),
            Operation::Copy(_) => self.copy(target),
            Operation::Mode(mode) => match self.files.get_mut(&target.path) {
                Some(file) if file.exists => {
                    let is_new = file.set_mode(*mode, self.world);
                    Ok(if is_new { whole_file() } else { Outcome::AlreadyApplied })
                }
                _ => Err(self.missing(target)),
            },
        }
    }

    /// The region of the file that a block is about which failed, where the failure shows none.
    pub(super) fn about(&self, block: &Block<'_>, target: &Target, failure: &Failure) -> Option<Region> {
        let Operation::Edit(edit) = &block.operation else { return None };
        let file = self.files.get(&target.path).filter(|file| file.exists && file.editable)?;
        about::of_block(&file.text, edit, failure)
    }

    /// A file that is to go and is not there: it is gone already if it was there. Where nothing tells that, it
    /// is unless a tracked file ends so, which may be meant.
    fn gone(&self, target: &Target) -> Result<Outcome, Failure> {
        let path = &target.path;
        let was_before = self.files.get(path).is_some_and(|file| file.before().is_some());
        let others = || self.world.ending_in(path, 2).iter().all(|other| other == path);
        let was_there = || self.world.history().had(path).unwrap_or_else(others);
        let is_there = |fate: &Fate| fate.to.as_ref().is_some_and(|to| self.world.kind(to) == Kind::File);
        if !was_before && let Some(fate) = made::fates(self.world.history(), path).find(is_there) {
            let given = path.as_bstr().to_owned();
            return Err(ResolveError::Missing { given, similar: Vec::new(), fate: Some(fate) }.into());
        }
        if was_before || was_there() { Ok(Outcome::AlreadyApplied) } else { Err(self.missing(target)) }
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
        let mut file = if self.standing(path, kind) == Kind::Absent {
            self.world.may_create(path)?;
            File::absent(verdict, self.world.new_ending(path))
        } else {
            let version = self.world.read(path)?;
            let ending =
                if version.bytes.contains(&b'\n') { Ending::Lf } else { self.world.new_ending(path) };
            File::on_disk(version, verdict, ending)
        };
        file.language = language::of(path.as_bstr());
        self.files.insert(path.clone(), file);
        Ok(())
    }

    /// The kind of a path that is not open yet: that of the work tree, where a block that should make or
    /// remove the file has failed.
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
        block: &'r Block<'r>,
        edit: &'r Edit<'r>,
        target: &Target,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        let equals = self.equals[number];
        let sent = Sent { body: &edit.body, equals: (equals.rank, equals.count), all: &All(&self.edits) };
        let of_path = self.edits.get(&target.path).map_or(&[][..], Vec::as_slice);
        let Some(file) = self.files.get_mut(&target.path) else { return Err(self.missing(target)) };
        if !file.exists && !edit.creates() {
            let gone =
                was_removed_by(file, edit) || made::was_removed(self.world.history(), &target.path, &sent);
            return if gone { Ok(Outcome::AlreadyApplied) } else { Err(self.missing(target)) };
        }
        if file.exists && !file.editable {
            file.make_editable(&target.path, self.world)?;
        }
        let later = &of_path[of_path.partition_point(|(other, _)| *other < number)..];
        let turns = self.turns.get(&target.path).map_or(&[][..], Vec::as_slice);
        let turns = &turns[turns.partition_point(|turn| *turn <= number)..];
        let Some(Sought { search, places, doubt, clutter, sections: read }) = file.find(number, later, turns)
        else {
            return Err(Failure::NotFound { nearest: Vec::new(), replace_at: None, unlaid: None });
        };
        let sections = edit.readings().next().unwrap_or(Sections { search: b"", replace: b"" });
        // Where SEARCH is read otherwise than it is written, whole lines find it, but for marks around a text.
        let is_text = clutter == Some(Clutter::Unparsed) || read.search == sections.search;
        let exact = if is_text { read } else { sections };
        let suspicious = refuse::suspicious(&search, |at| line_of_replace(block, edit, &search, at));
        let refused = refuse::refused(suspicious.as_ref(), self.settings);
        notes.extend(clutter.into_iter().chain(edit.hints.cut).map(Note::Clutter));
        let job = Job {
            number,
            path: &target.path,
            edit,
            search,
            sent,
            others: of_path,
            doubt,
            sections,
            exact,
            candidates: places?,
            equals,
            settings: self.settings,
            history: self.world.history(),
            may_read: &|path| !self.policy.judge(path).is_refused(),
            base: block.base,
            version: block.version,
            refused: refused.clone(),
        };
        let outcome = match &target.guess {
            // A file that ends so may be the one that is given whole.
            _ if !file.exists && job.may_be_part() && ends_elsewhere(&target.path, self.world) => {
                return Err(self.missing(target));
            }
            _ if !file.exists => {
                if let Some(encoding) = self.world.new_encoding(&target.path) {
                    return Err(Unreadable::Encoding(encoding).into());
                }
                let ending = edit.hints.ending.unwrap_or_else(|| self.world.new_ending(&target.path));
                job.create(file, ending).map(|()| whole_file())
            }
            Some(guess) => guess.perform(job, file),
            None => job.perform(file),
        };
        notes.append(&mut file.notes);
        let outcome = outcome?;
        let is_applied = outcome.is_applied();
        let mode = edit.hints.mode.filter(|mode| is_applied || *mode == FileMode::Executable);
        let is_new_mode = mode.is_some_and(|mode| file.set_mode(mode, self.world));
        let outcome = if is_new_mode && !is_applied { whole_file() } else { outcome };
        if outcome.is_applied() {
            if let Some(failure) = refused {
                return Err(failure);
            }
            notes.extend(suspicious);
        }
        refuse::limit(file.size(), self.settings).map(|()| outcome)
    }

    fn missing(&self, target: &Target) -> Failure {
        const SHOWN: usize = 3;
        // The path itself is among them where an earlier block removed the file.
        let mut similar = self.world.ending_in(&target.path, SHOWN + 1);
        similar.retain(|path| *path != target.path);
        if similar.is_empty() {
            similar = resolve::near(&target.path, self.world);
        }
        similar.truncate(SHOWN);
        Failure::MissingFile { similar, is_unstaged: self.world.is_unstaged(&target.path) }
    }

    /// Returns whether a file that is not there was renamed to one that is.
    fn was_renamed(&self, path: &RepoPath, to: &RepoPath) -> bool {
        let may_read = |path: &RepoPath| !self.policy.judge(path).is_refused();
        let new = self.files.get(to).map_or(&b""[..], |file| file.text.bytes());
        self.files.get(path).is_some_and(|file| file.before().is_some())
            || made::was_renamed(self.world.history(), &may_read, (path, to), new)
    }

    fn rename(&mut self, target: &Target) -> Result<Outcome, Failure> {
        let Some((to, kind, verdict)) = &target.to else { return Err(self.missing(target)) };
        self.open(to, *kind, verdict).map_err(|failure| target::about(to.as_bstr().to_owned(), failure))?;
        let exists = |path: &RepoPath| self.files.get(path).is_some_and(|file| file.exists);
        match (exists(&target.path), exists(to)) {
            (false, true) if self.was_renamed(&target.path, to) => return Ok(Outcome::AlreadyApplied),
            (false, _) => return Err(self.missing(target)),
            (true, true) => return Err(Failure::Taken { to: to.clone() }),
            (true, false) => {}
        }
        let taken = self.files.get_mut(&target.path).map(|file| file.take(&target.path));
        if let (Some((bytes, mode, from)), Some(file)) = (taken, self.files.get_mut(to)) {
            file.put(bytes, mode, Some(from));
        }
        Ok(whole_file())
    }

    /// Makes a file of the content that another one has before the batch.
    fn copy(&mut self, target: &Target) -> Result<Outcome, Failure> {
        let Some((to, kind, verdict)) = &target.to else { return Err(self.missing(target)) };
        let Some((version, is_private)) = self.files.get(&target.path).and_then(File::before) else {
            return Err(self.missing(target));
        };
        // What is made of a secret is one.
        let verdict = Verdict { is_private: verdict.is_private || is_private, ..verdict.clone() };
        self.open(to, *kind, &verdict).map_err(|failure| target::about(to.as_bstr().to_owned(), failure))?;
        match self.files.get_mut(to) {
            Some(file) if !file.exists => file.put(version.bytes.into_vec(), version.mode, None),
            Some(file) if file.before().is_some_and(|(there, _)| there.bytes == version.bytes) => {
                return Ok(Outcome::AlreadyApplied);
            }
            _ => return Err(Failure::Taken { to: to.clone() }),
        }
        Ok(whole_file())
    }

    pub(super) fn finish(self, mut blocks: Vec<BlockReport>) -> Plan {
        for (path, file) in self.files.iter().filter(|(_, file)| file.exists) {
            refuse::refuse_beside(file, &mut blocks);
            refuse::refuse_doubled(file, &mut blocks);
            refuse::refuse_corrected(path, file, &self.corrected, &mut blocks);
            refuse::refuse_made(file, self.edits.get(path).map_or(&[], Vec::as_slice), &mut blocks);
        }
        let edits = self.edits.values().flatten().copied();
        refuse::refuse_elsewhere(edits, &self.corrected, &mut blocks);
        self.refuse_made_before(&mut blocks);
        let existing = self.files.iter().filter(|(_, file)| file.exists);
        let after: HashMap<_, _> =
            existing.map(|(path, file)| (path, After::new(&file.text, &file.edits))).collect();
        for (number, report) in blocks.iter_mut().enumerate() {
            let (Ok(path), Outcome::Applied(applied)) = (&report.path, &report.outcome) else { continue };
            let Some(after) = after.get(path) else { continue };
            report.after = applied.before.as_ref().and_then(|before| after.of(before, number));
            report.wrote = after.wrote(number, applied);
        }
        let mut files: Vec<Planned> =
            self.files.into_iter().filter_map(|(path, file)| file.finish(path)).collect();
        name_origins(&mut files);
        vet::refuse_repositories(&files, &mut blocks, self.world);
        refuse::refuse_whole(&files, &mut blocks);
        refuse::refuse_earlier(&mut blocks, &self.equals);
        Plan { files, blocks }
    }

    /// Refuses edits that commits made already, as other edits of the reply show, and that would be made again.
    fn refuse_made_before(&self, blocks: &mut [BlockReport]) {
        if !made::is_in_part(blocks) {
            return;
        }
        let may_read = |path: &RepoPath| !self.policy.judge(path).is_refused();
        let files = || {
            self.edits.iter().filter_map(|(path, edits)| {
                let file = self.files.get(*path).filter(|file| file.exists)?;
                let path = file.from.as_ref().unwrap_or(path);
                Some((file, edits, older(self.world.history(), path.clone(), &may_read)))
            })
        };
        let since =
            files().filter_map(|(file, edits, older)| made::oldest_unmade(file, edits, blocks, older)).max();
        let Some(since) = since else { return };
        for (file, edits, older) in files() {
            made::refuse_made_before(file, edits, blocks, since, older);
        }
    }
}

/// The edits of each path, as records are asked for them.
struct All<'a, 'w, 'r>(&'a BTreeMap<&'w RepoPath, Vec<(usize, &'r Edit<'r>)>>);

impl Bodies for All<'_, '_, '_> {
    fn show(&self, see: &mut dyn FnMut(&[u8])) {
        self.0.values().flatten().for_each(|(_, edit)| see(&edit.body));
    }
}

/// The line of the reply, from 1, that holds a line of REPLACE, from 0.
fn line_of_replace(block: &Block<'_>, edit: &Edit<'_>, search: &Search<'_>, at: usize) -> usize {
    match &edit.lines {
        Some(lines) => lines.replace.get(at).copied().unwrap_or(block.line),
        None => block.line + 1 + edit.header + bodies(&edit.body).count() - search.replace.len() + at,
    }
}

/// Returns whether an earlier block removed the file when all of its text was to go, as it is with this edit.
fn was_removed_by(file: &File<'_>, edit: &Edit<'_>) -> bool {
    edit.readings().any(|sections| {
        is_blank(sections.replace) && file.was_removed_with(&bodies(sections.search).collect::<Vec<_>>())
    })
}

/// Returns whether a path that is not there is the end of one that is, and its folder does not say that it is
/// none.
fn ends_elsewhere(path: &RepoPath, world: &dyn World) -> bool {
    let has_folder = path.parent().is_some_and(|parent| world.kind(&parent) == Kind::Directory);
    !has_folder && !world.ending_in(path, 1).is_empty()
}

fn whole_file() -> Outcome {
    Outcome::Applied(Applied { tier: None, before: None })
}
