//! Merges edits that were made since a batch with the files before it.

use super::{
    composer::Composer,
    state::{kept_mode, mode},
};
use crate::{
    core::{change::Version, path::RepoPath, text::is_binary},
    repo::{
        merge::{self, MergeNames},
        record::{BatchId, Record, meta::FileMeta},
        rollback::{Force, Obstacle, RollbackError},
    },
};

impl Composer<'_, '_> {
    /// A renamed file goes back with the edits that were made since. False if it was not edited, or cannot go
    /// back so.
    pub(super) fn move_back(&mut self, record: &Record<'_>, file: &FileMeta) -> Result<bool, RollbackError> {
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
        if matches!(self.force, Force::Old | Force::Exact)
            || now.bytes == base
            || any_binary(&[&base, &now.bytes, &old])
        {
            return Ok(false);
        }
        let merged = self.merge(record.id(), &base, &now.bytes, &old);
        if !merged.clean && self.force != Force::Merge {
            return Ok(false);
        }
        let old_mode = record.file(from).and_then(|file| mode(file.old.as_ref()));
        let mode = kept_mode(now.mode, mode(file.new.as_ref()), old_mode);
        self.set(path, None, None);
        self.set(from, Some(Version { bytes: merged.bytes.into(), mode }), None);
        let (was_merged, was_conflicted) = self.forget_edits(path);
        self.note(from, merged.clean || was_merged);
        if was_conflicted {
            self.note(from, false);
        }
        Ok(true)
    }

    /// Drops the marks of merged edits on a path whose edits are gone, or elsewhere. Returns the old marks.
    pub(super) fn forget_edits(&mut self, path: &RepoPath) -> (bool, bool) {
        self.states.get_mut(path).map_or((false, false), |state| {
            (std::mem::take(&mut state.merged), std::mem::take(&mut state.conflicted))
        })
    }

    /// Merges the edits made since, or adds an obstacle.
    pub(super) fn three_way(
        &mut self,
        record: &Record<'_>,
        file: &FileMeta,
        now: &Version,
    ) -> Result<Option<Obstacle>, RollbackError> {
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
        self.set(path, Some(Version { bytes: merged.bytes.into(), mode }), None);
        self.note(path, merged.clean);
        Ok(None)
    }

    fn note(&mut self, path: &RepoPath, clean: bool) {
        if let Some(state) = self.states.get_mut(path) {
            state.merged |= clean;
            state.conflicted |= !clean;
        }
    }

    fn merge(&self, batch: BatchId, base: &[u8], ours: &[u8], theirs: &[u8]) -> merge::Merged {
        let label = format!("before batch {batch}");
        merge::merge(base, ours, theirs, MergeNames { ours: "now".into(), theirs: label.as_str().into() })
    }
}

fn any_binary(texts: &[&[u8]]) -> bool {
    texts.iter().any(|text| is_binary(text))
}
