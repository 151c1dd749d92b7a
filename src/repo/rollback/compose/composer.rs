//! Takes batches back in memory.

use std::{cell::OnceCell, collections::BTreeMap};

use bstr::ByteSlice as _;

use super::state::{Ids, PathState, ReturnedBytes, kept_mode, mode, origins, turns};
use crate::{
    core::{
        change::{Change, Edited, Version},
        guard::{LiftedBy, Policy, Rules},
        outcome::Unreadable,
        path::RepoPath,
        resolve::Kind,
    },
    repo::{
        open::Repo,
        record::{
            self, Record,
            meta::{FileMeta, Side},
        },
        rollback::{Force, Obstacle, Obstacles, RollbackError},
        stash::Stash,
        world::RepoWorld,
    },
};

/// Result of taking the batches back in memory.
#[derive(Debug, Default)]
pub(crate) struct Composed {
    pub(crate) files: Vec<Edited>,
    /// Ids of each of these files.
    pub(crate) ids: Vec<Ids>,
    pub(crate) merged: Vec<RepoPath>,
    pub(crate) conflicted: Vec<RepoPath>,
    pub(crate) as_before: Vec<RepoPath>,
    /// Files that hold secrets.
    pub(crate) secret: Vec<RepoPath>,
    /// True if the files are those of one batch, as it left them, which is turned around.
    pub(crate) turns: bool,
}

pub(in crate::repo::rollback) struct Composer<'w, 'r> {
    pub(super) repo: &'r Repo,
    pub(super) world: &'w RepoWorld<'r>,
    pub(super) force: Force,
    policy: Option<Policy>,
    pub(super) stash: OnceCell<Stash<'r>>,
    pub(super) states: BTreeMap<RepoPath, PathState>,
    obstacles: Obstacles,
}

impl Composed {
    /// Changes that no file comes with.
    pub(in crate::repo::rollback) fn of(files: Vec<Edited>) -> Self {
        Self { ids: vec![Ids::default(); files.len()], files, ..Self::default() }
    }
}

impl<'w, 'r> Composer<'w, 'r> {
    pub(in crate::repo::rollback) fn new(repo: &'r Repo, world: &'w RepoWorld<'r>, force: Force) -> Self {
        // Without rules the classes decide, which is all that is asked.
        let policy = Policy::new(Rules::default()).ok();
        let stash = OnceCell::new();
        Self { repo, world, force, policy, stash, states: BTreeMap::new(), obstacles: Vec::new() }
    }

    /// Takes one batch back.
    pub(in crate::repo::rollback) fn take_back(&mut self, record: &Record<'_>) -> Result<(), RollbackError> {
        for file in record.files() {
            self.open(&file.path.0, file.private);
        }
        self.make_room(record.files().map(|file| &file.path.0));
        let mut moved = Vec::new();
        for file in record.files() {
            if self.move_back(record, file)? {
                moved.extend([Some(&file.path), file.from.as_ref()].into_iter().flatten());
            }
        }
        for file in record.files().filter(|file| !moved.contains(&&file.path)) {
            if let Err(obstacle) = self.file(record, file)? {
                self.obstacles.push((file.path.0.clone(), record.id(), obstacle));
            }
        }
        Ok(())
    }

    /// Returns whether nothing is in the way.
    pub(in crate::repo::rollback) fn is_free(&self) -> bool {
        self.obstacles.is_empty()
    }

    /// The changes that take these batches back, and the obstacles.
    pub(in crate::repo::rollback) fn finish(mut self, records: &[Record<'_>]) -> (Composed, Obstacles) {
        let mut composed = Composed { turns: turns(&self.states, records), ..Composed::default() };
        let made = origins(&mut self.states);
        for ((path, state), made) in self.states.into_iter().zip(made) {
            if state.secret {
                composed.secret.push(path.clone());
            }
            let Some((splices, from)) = made else {
                composed.as_before.push(path);
                continue;
            };
            if state.merged {
                composed.merged.push(path.clone());
            }
            if state.conflicted {
                composed.conflicted.push(path.clone());
            }
            let new = state.now.flatten();
            composed.ids.push(Ids { old: state.id, new: state.back.and_then(|back| back.id) });
            composed.files.push(Edited { change: Change { path, old: state.before, new, from }, splices });
        }
        (composed, self.obstacles)
    }

    /// Reads a path, once.
    fn open(&mut self, path: &RepoPath, private: bool) {
        let class = self.policy.as_ref().map(|policy| policy.judge(path).class);
        let state = self.states.entry(path.clone()).or_insert_with(|| {
            let current = match class {
                Some(class) if class.lifted_by != LiftedBy::Nothing => self.world.current(path).map_err(Some),
                _ => Err(None),
            };
            let (before, unreadable) = match current {
                Ok(version) => (version, None),
                Err(error) => (None, Some(error.unwrap_or(Unreadable::Io(std::io::ErrorKind::Unsupported)))),
            };
            PathState {
                before,
                id: None,
                now: None,
                back: None,
                unreadable,
                from: None,
                secret: false,
                merged: false,
                conflicted: false,
            }
        });
        state.secret |= private || class.is_some_and(|class| class.is_private);
    }

    /// A folder in place of a file that the batch removed is not in the way if all in it are files of the
    /// batch; nor is a file where the batch removed a folder.
    fn make_room<'p>(&mut self, paths: impl Iterator<Item = &'p RepoPath>) {
        for path in paths {
            let Some(state) = self.states.get(path) else { continue };
            let room = match &state.unreadable {
                Some(Unreadable::NotAFile(Kind::Directory)) => {
                    let stands =
                        |path: &RepoPath| self.states.get(path).is_some_and(|it| it.before.is_some());
                    self.world.holds_only(path, &stands)
                }
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

    pub(super) fn now(&self, path: &RepoPath) -> Option<&Version> {
        self.states.get(path).and_then(PathState::now)
    }

    pub(super) fn set(&mut self, path: &RepoPath, version: Option<Version>, back: Option<ReturnedBytes>) {
        if let Some(state) = self.states.get_mut(path) {
            (state.now, state.back) = (Some(version), back);
        }
    }

    /// Returns whether the bytes there now are those that a record speaks of.
    fn is(&mut self, path: &RepoPath, side: Option<&Side>) -> Result<bool, RollbackError> {
        let Some(state) = self.states.get_mut(path).filter(|state| state.now.is_none()) else {
            return Ok(record::is_version(self.repo, self.now(path), side)?);
        };
        let (Some(version), Some(side)) = (&state.before, side) else {
            return Ok(state.before.is_none() && side.is_none());
        };
        if version.bytes.len() as u64 != side.size {
            return Ok(false);
        }
        let id = match state.id {
            Some(id) => id,
            None => *state.id.insert(self.repo.blob_id(&version.bytes)?),
        };
        Ok(id == side.id)
    }

    pub(super) fn file(
        &mut self,
        record: &Record<'_>,
        file: &FileMeta,
    ) -> Result<Result<(), Obstacle>, RollbackError> {
        let path = &file.path.0;
        if self.policy.as_ref().is_none_or(|policy| policy.judge(path).class.lifted_by == LiftedBy::Nothing) {
            return Ok(Err(Obstacle::Never));
        }
        if let Some(error) = self.states.get(path).and_then(|state| state.unreadable.clone()) {
            return Ok(Err(Obstacle::Unreadable(error)));
        }
        let exact = self.is(path, file.new.as_ref())?;
        if exact || self.force == Force::Exact {
            self.restore(record, file, exact)?;
            return Ok(Ok(()));
        }
        if self.force != Force::Old && self.is_stashed(file) {
            return Ok(Err(Obstacle::Stashed));
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
            self.restore(record, file, false)?;
            return Ok(Ok(()));
        }
        Ok(Err(obstacle))
    }

    fn is_stashed(&self, file: &FileMeta) -> bool {
        let stash = self.stash.get_or_init(|| Stash::newest(self.repo));
        file.new.as_ref().is_some_and(|new| stash.holds(&file.path.0, new.id))
    }

    /// Restores the version before the batch; `exact` if the present one is the batch's.
    fn restore(&mut self, record: &Record<'_>, file: &FileMeta, exact: bool) -> Result<(), RollbackError> {
        let path = &file.path.0;
        let now = self.now(path).and_then(|now| now.mode);
        let mode = kept_mode(now, mode(file.new.as_ref()), mode(file.old.as_ref()));
        let at_hand = if exact { self.now(path) } else { None };
        let old = match at_hand {
            Some(now) => record.old_bytes_from(path, &now.bytes)?,
            None => record.old_bytes(path)?,
        };
        let old = old.map(|bytes| Version { bytes: bytes.into(), mode });
        let untouched = self.states.get(path).is_some_and(|state| state.now.is_none());
        let back = if exact && untouched {
            let splices =
                old.as_ref().map_or(Ok(Some(Vec::new())), |old| record.backward(path, &old.bytes))?;
            Some(ReturnedBytes { splices, id: file.old.as_ref().map(|old| old.id) })
        } else {
            None
        };
        self.set(path, old, back);
        self.forget_edits(path);
        Ok(())
    }

    /// Candidates for the new place of a file that the user moved.
    fn elsewhere(&self, file: &FileMeta) -> Result<Option<RepoPath>, RollbackError> {
        let Some(new) = &file.new else { return Ok(None) };
        let ids: Vec<_> = [Some(new), file.old.as_ref()].into_iter().flatten().map(|side| side.id).collect();
        for path in self.world.candidates(&file.path.0, &ids, new.size) {
            let now = self.world.current(&path).ok().flatten();
            if now.is_some()
                && !self.states.contains_key(&path)
                && record::is_version(self.repo, now.as_ref(), Some(new))?
            {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}

fn is_below(path: &RepoPath, folder: &RepoPath) -> bool {
    path.as_bstr().strip_prefix(folder.as_bstr().as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
}
