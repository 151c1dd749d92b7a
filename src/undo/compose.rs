//! Taking batches back in memory, one after the other: for each path what the batch left (A), what stood there before
//! it (P) and what stands there now (C).
//!
//! | C | becomes |
//! |---|---|
//! | as A | P |
//! | as P | C: it is taken back already |
//! | another text, and A and P are texts too | the merge of C and P, base A |
//! | anything else | C, and the undo is refused |
//!
//! A mode that is not A's is the user's and stays.

use std::collections::BTreeMap;

use bstr::ByteSlice as _;

use super::{Force, UndoError};
use crate::{
    core::{
        change::{Change, Edited, Version},
        guard::{Class, Policy, Rules},
        outcome::Unreadable,
        path::RepoPath,
        resolve::Kind,
        splice::Splice,
        text::is_binary,
    },
    files,
    repo::{
        merge::{self, Names},
        open::Repo,
        record::{
            BatchId, Record,
            meta::{FileMeta, Side},
        },
        world::World,
    },
};

/// How a file is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It was edited in lines that the batch changed.
    Edited,
    /// It has other content, and is not text.
    Binary,
    /// The batch made it, and it was edited since.
    Made,
    /// It is gone.
    Gone {
        /// Where a file with the same bytes stands, if that is easily found.
        now: Option<RepoPath>,
    },
    /// There is a file where the batch removed one.
    Occupied,
    /// It cannot be read.
    Unreadable(Unreadable),
    /// No path that may ever be written. The record was not made by git-sr.
    Never,
}

/// What taking the batches back amounts to.
#[derive(Debug, Default)]
pub(super) struct Composed {
    pub(super) files: Vec<Edited>,
    pub(super) merged: Vec<RepoPath>,
    pub(super) conflicted: Vec<RepoPath>,
    pub(super) as_before: Vec<RepoPath>,
    pub(super) obstacles: Vec<(RepoPath, BatchId, Obstacle)>,
    /// Files that hold secrets.
    pub(super) secret: Vec<RepoPath>,
}

/// One path on its way back.
struct State {
    before: Option<Version>,
    now: Option<Version>,
    /// Why it cannot be read. If other files of the batch are in the way only, they go first.
    unreadable: Option<Unreadable>,
    /// The path that its bytes come from, if not this one.
    from: Option<RepoPath>,
    secret: bool,
    merged: bool,
    conflicted: bool,
}

pub(super) struct Composer<'w, 'r> {
    repo: &'r Repo,
    world: &'w World<'r>,
    force: Force,
    policy: Option<Policy>,
    states: BTreeMap<RepoPath, State>,
    obstacles: Vec<(RepoPath, BatchId, Obstacle)>,
}

impl<'w, 'r> Composer<'w, 'r> {
    pub(super) fn new(repo: &'r Repo, world: &'w World<'r>, force: Force) -> Self {
        // Without rules the classes decide, which is all that is asked.
        let policy = Policy::new(Rules::default()).ok();
        Self { repo, world, force, policy, states: BTreeMap::new(), obstacles: Vec::new() }
    }

    /// Takes one batch back.
    pub(super) fn take_back(&mut self, record: &Record<'_>) -> Result<(), UndoError> {
        let meta = record.meta();
        for file in &meta.files {
            self.open(&file.path.0, file.private);
        }
        self.make_room(meta.files.iter().map(|file| &file.path.0));
        let mut moved = Vec::new();
        for file in &meta.files {
            if self.move_back(record, file)? {
                moved.extend([Some(&file.path), file.from.as_ref()].into_iter().flatten());
            }
        }
        for file in meta.files.iter().filter(|file| !moved.contains(&&file.path)) {
            if let Err(obstacle) = self.file(record, file)? {
                self.obstacles.push((file.path.0.clone(), record.id(), obstacle));
            }
        }
        Ok(())
    }

    /// What is to be written.
    pub(super) fn finish(self) -> Composed {
        let mut composed = Composed { obstacles: self.obstacles, ..Composed::default() };
        let gone: Vec<(RepoPath, Vec<u8>)> = self
            .states
            .iter()
            .filter(|(_, state)| state.now.is_none())
            .filter_map(|(path, state)| Some((path.clone(), state.before.as_ref()?.bytes.clone())))
            .collect();
        for (path, state) in self.states {
            if state.secret {
                composed.secret.push(path.clone());
            }
            if state.before == state.now {
                composed.as_before.push(path);
                continue;
            }
            if state.merged {
                composed.merged.push(path.clone());
            }
            if state.conflicted {
                composed.conflicted.push(path.clone());
            }
            let origin = state.from.filter(|_| state.before.is_none() && state.now.is_some());
            let origin = origin.and_then(|from| gone.iter().find(|(path, _)| *path == from));
            let change = Change {
                path,
                old: state.before,
                new: state.now,
                from: origin.map(|(path, _)| path.clone()),
            };
            composed.files.push(match (origin, &change.new) {
                (Some((_, old)), Some(new)) => {
                    let splices = Splice::between(old, &new.bytes).into_iter().collect();
                    Edited { change, splices }
                }
                _ => Edited::of(change),
            });
        }
        composed
    }

    /// Reads a path, once.
    fn open(&mut self, path: &RepoPath, private: bool) {
        let class = self.policy.as_ref().map(|policy| policy.judge(path).class);
        let state = self.states.entry(path.clone()).or_insert_with(|| {
            let current = match class {
                Some(Class::Never) | None => Err(None),
                _ => self.world.current(path).map_err(Some),
            };
            let (now, unreadable) = match current {
                Ok(version) => (version, None),
                Err(error) => (None, Some(error.unwrap_or(Unreadable::Io(std::io::ErrorKind::Unsupported)))),
            };
            State {
                before: now.clone(),
                now,
                unreadable,
                from: None,
                secret: false,
                merged: false,
                conflicted: false,
            }
        });
        state.secret |= private || class == Some(Class::Secret);
    }

    /// A folder that stands where the batch removed a file is none in the way if other files of the batch made it; nor
    /// is a file where the batch removed a folder.
    fn make_room<'p>(&mut self, paths: impl Iterator<Item = &'p RepoPath>) {
        for path in paths {
            let Some(state) = self.states.get(path) else { continue };
            let room = match &state.unreadable {
                Some(Unreadable::NotAFile(Kind::Directory)) => self.stands(|other| is_below(other, path)),
                Some(Unreadable::NotAFile(Kind::Other)) => self.stands(|other| is_below(path, other)),
                _ => false,
            };
            if let Some(state) = self.states.get_mut(path).filter(|_| room) {
                state.unreadable = None;
            }
        }
    }

    fn stands(&self, wanted: impl Fn(&RepoPath) -> bool) -> bool {
        self.states.iter().any(|(path, state)| state.before.is_some() && wanted(path))
    }

    fn now(&self, path: &RepoPath) -> Option<&Version> {
        self.states.get(path).and_then(|state| state.now.as_ref())
    }

    fn set(&mut self, path: &RepoPath, version: Option<Version>) {
        if let Some(state) = self.states.get_mut(path) {
            state.now = version;
        }
    }

    fn is(&self, path: &RepoPath, side: Option<&Side>) -> Result<bool, UndoError> {
        Ok(files::is(self.repo, self.now(path), side)?)
    }

    /// A renamed file goes back with the edits that were made since. False if it was not edited, or cannot go back so.
    fn move_back(&mut self, record: &Record<'_>, file: &FileMeta) -> Result<bool, UndoError> {
        let Some(from) = file.from.as_ref().map(|from| &from.0) else { return Ok(false) };
        let path = &file.path.0;
        if let Some(state) = self.states.get_mut(from) {
            state.from = Some(path.clone());
        }
        let free =
            self.now(from).is_none() && self.states.get(from).is_some_and(|state| state.unreadable.is_none());
        let (Some(now), None, true) = (self.now(path).cloned(), &file.old, free) else { return Ok(false) };
        let (Some(base), Some(old)) = (record.new_bytes(path)?, record.old_bytes(from)?) else {
            return Ok(false);
        };
        if self.force == Force::Old || now.bytes == base || any_binary(&[&base, &now.bytes, &old]) {
            return Ok(false);
        }
        let merged = self.merge(record.id(), &base, &now.bytes, &old);
        if !merged.clean && self.force != Force::Merge {
            return Ok(false);
        }
        let old_mode = record.file(from).and_then(|file| mode(file.old.as_ref()));
        let mode = kept_mode(now.mode, mode(file.new.as_ref()), old_mode);
        self.set(path, None);
        self.set(from, Some(Version { bytes: merged.bytes, mode }));
        self.note(from, merged.clean);
        Ok(true)
    }

    fn note(&mut self, path: &RepoPath, clean: bool) {
        if let Some(state) = self.states.get_mut(path) {
            state.merged |= clean;
            state.conflicted |= !clean;
        }
    }

    fn merge(&self, batch: BatchId, base: &[u8], ours: &[u8], theirs: &[u8]) -> merge::Merged {
        let label = format!("before batch {batch}");
        merge::merge(base, ours, theirs, Names { ours: "now".into(), theirs: label.as_str().into() })
    }

    fn file(&mut self, record: &Record<'_>, file: &FileMeta) -> Result<Result<(), Obstacle>, UndoError> {
        let path = &file.path.0;
        if self.policy.as_ref().is_none_or(|policy| policy.judge(path).class == Class::Never) {
            return Ok(Err(Obstacle::Never));
        }
        if let Some(error) = self.states.get(path).and_then(|state| state.unreadable.clone()) {
            return Ok(Err(Obstacle::Unreadable(error)));
        }
        if self.is(path, file.new.as_ref())? {
            self.restore(record, file)?;
            return Ok(Ok(()));
        }
        if self.is(path, file.old.as_ref())? {
            return Ok(Ok(()));
        }
        let obstacle = match (self.now(path).cloned(), &file.new, &file.old) {
            (Some(now), Some(_), Some(_)) => match self.three_way(record, file, &now)? {
                None => return Ok(Ok(())),
                Some(obstacle) => obstacle,
            },
            (Some(_), None, _) => Obstacle::Occupied,
            (Some(_), Some(_), None) if file.from.is_some() => Obstacle::Edited,
            (Some(_), Some(_), None) => Obstacle::Made,
            (None, ..) => Obstacle::Gone { now: self.elsewhere(file)? },
        };
        if self.force == Force::Old {
            self.restore(record, file)?;
            return Ok(Ok(()));
        }
        Ok(Err(obstacle))
    }

    /// Lets the path have what stood there.
    fn restore(&mut self, record: &Record<'_>, file: &FileMeta) -> Result<(), UndoError> {
        let path = &file.path.0;
        let now = self.now(path).and_then(|now| now.mode);
        let mode = kept_mode(now, mode(file.new.as_ref()), mode(file.old.as_ref()));
        let old = record.old_bytes(path)?.map(|bytes| Version { bytes, mode });
        self.set(path, old);
        Ok(())
    }

    /// Merges the edits made since. Says what is in the way if that does not go.
    fn three_way(
        &mut self,
        record: &Record<'_>,
        file: &FileMeta,
        now: &Version,
    ) -> Result<Option<Obstacle>, UndoError> {
        let path = &file.path.0;
        let (base, old) = (record.new_bytes(path)?.unwrap_or_default(), record.old_bytes(path)?);
        let old = old.unwrap_or_default();
        if any_binary(&[&base, &now.bytes, &old]) {
            return Ok(Some(Obstacle::Binary));
        }
        let merged = self.merge(record.id(), &base, &now.bytes, &old);
        if !merged.clean && self.force != Force::Merge {
            return Ok(Some(Obstacle::Edited));
        }
        let mode = kept_mode(now.mode, mode(file.new.as_ref()), mode(file.old.as_ref()));
        self.set(path, Some(Version { bytes: merged.bytes, mode }));
        self.note(path, merged.clean);
        Ok(None)
    }

    /// Where a file that the user moved may stand.
    fn elsewhere(&self, file: &FileMeta) -> Result<Option<RepoPath>, UndoError> {
        let Some(new) = &file.new else { return Ok(None) };
        let ids: Vec<_> = [Some(new), file.old.as_ref()].into_iter().flatten().map(|side| side.id).collect();
        for path in self.world.candidates(&file.path.0, &ids, new.size) {
            let now = self.world.current(&path).ok().flatten();
            if now.is_some()
                && !self.states.contains_key(&path)
                && files::is(self.repo, now.as_ref(), Some(new))?
            {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}

fn mode(side: Option<&Side>) -> Option<u32> {
    side.and_then(|side| side.mode)
}

/// The mode that stood there before, unless the user has changed it since.
fn kept_mode(now: Option<u32>, left: Option<u32>, old: Option<u32>) -> Option<u32> {
    if now.is_some() && left.is_some() && now != left { now } else { old.or(now) }
}

fn is_below(path: &RepoPath, folder: &RepoPath) -> bool {
    path.as_bstr().strip_prefix(folder.as_bstr().as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
}

fn any_binary(texts: &[&[u8]]) -> bool {
    texts.iter().any(|text| is_binary(text))
}
