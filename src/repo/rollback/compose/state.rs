//! State of each path while batches are taken back in memory.

use std::collections::BTreeMap;

use gix::ObjectId;

use crate::{
    core::{change::Version, outcome::Unreadable, path::RepoPath, splice::Splice},
    repo::record::{Record, meta::Side},
};

/// One path on its way back.
pub(super) struct PathState {
    pub(super) before: Option<Version>,
    /// The id of these bytes, if it was asked for.
    pub(super) id: Option<ObjectId>,
    /// Its new version; none if it stays as it is.
    pub(super) now: Option<Option<Version>>,
    /// The way back, if the present version is the batch's, and the one before the batch comes back.
    pub(super) back: Option<ReturnedBytes>,
    /// The reason why it cannot be read. If other files of the batch are in the way only, they go first.
    pub(super) unreadable: Option<Unreadable>,
    /// The path that its bytes come from, if not this one.
    pub(super) from: Option<RepoPath>,
    pub(super) secret: bool,
    pub(super) merged: bool,
    pub(super) conflicted: bool,
}

/// Facts about bytes that come back.
pub(super) struct ReturnedBytes {
    /// The splices that make them, if the record has those.
    pub(super) splices: Option<Vec<Splice>>,
    pub(super) id: Option<ObjectId>,
}

impl PathState {
    pub(super) fn now(&self) -> Option<&Version> {
        self.now.as_ref().map_or(self.before.as_ref(), Option::as_ref)
    }

    pub(super) fn stays(&self) -> bool {
        self.now.as_ref().is_none_or(|now| *now == self.before)
    }
}

/// The ids of the bytes of a file, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    /// Of those before.
    pub(crate) old: Option<ObjectId>,
    /// Of those after.
    pub(crate) new: Option<ObjectId>,
}

/// Returns whether one batch is turned around: all its files come back from how it left them.
pub(super) fn turns(states: &BTreeMap<RepoPath, PathState>, records: &[Record<'_>]) -> bool {
    let [record] = records else { return false };
    let exact = |state: &PathState| state.back.is_some() && !state.stays() && !state.secret;
    states.len() == record.meta().files.len() && states.values().all(exact) && record.turned().is_some()
}

/// Returns how the new bytes of each path are made, and of which other path if not of its own old ones. None
/// for a path that stays as it is.
pub(super) fn origins(
    states: &mut BTreeMap<RepoPath, PathState>,
) -> Vec<Option<(Vec<Splice>, Option<RepoPath>)>> {
    let told: Vec<Option<Vec<Splice>>> =
        states.values_mut().map(|state| state.back.as_mut().and_then(|back| back.splices.take())).collect();
    let made = |(state, told): (&PathState, Option<Vec<Splice>>)| {
        if state.stays() {
            return None;
        }
        let Some(new) = state.now() else { return Some((Vec::new(), None)) };
        let origin = state.from.as_ref().filter(|_| state.before.is_none());
        let origin = origin.and_then(|from| states.get_key_value(from));
        let origin = origin.filter(|(_, state)| state.now().is_none() && state.before.is_some());
        // A renamed file comes back from its new path, if the file there is as the batch left it.
        let as_told = state.from.is_none() || origin.is_some_and(|(_, origin)| origin.back.is_some());
        let old = origin.map_or(state.before.as_ref(), |(_, origin)| origin.before.as_ref());
        let splices = told.filter(|_| as_told).unwrap_or_else(|| {
            let old = old.map_or(&[][..], |old| &old.bytes);
            Splice::between(old, &new.bytes).into_iter().collect()
        });
        Some((splices, origin.map(|(path, _)| path.clone())))
    };
    states.values().zip(told).map(made).collect()
}

pub(super) fn mode(side: Option<&Side>) -> Option<u32> {
    side.and_then(|side| side.mode)
}

/// The mode before, unless the user has changed it since.
pub(super) fn kept_mode(now: Option<u32>, left: Option<u32>, old: Option<u32>) -> Option<u32> {
    if now.is_some() && left.is_some() && now != left { now } else { old.or(now) }
}
