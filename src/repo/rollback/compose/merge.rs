//! Merges edits that were made since a batch with the files before it.

use std::collections::HashMap;

use super::{
    composer::Composer,
    state::{kept_mode, mode},
};
use crate::{
    core::{
        change::Version,
        path::RepoPath,
        text::{self, is_binary, is_telling},
    },
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
        let is_in_doubt = !merged.clean || keeps_moved(&old, &base, &now.bytes, &merged.bytes);
        if is_in_doubt && self.force != Force::Merge {
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
        if self.force != Force::Merge && keeps_moved(&old, &base, &now.bytes, &merged.bytes) {
            return Ok(Some(Obstacle::Moved));
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

/// Returns whether lines that a batch added are in the file, and the merge takes fewer of them out: they were moved.
/// A copy of them that the user made beside is not the batch's.
fn keeps_moved(old: &[u8], base: &[u8], now: &[u8], merged: &[u8]) -> bool {
    let telling = |text| text::counts(text::bodies(text).filter(|line| is_telling(line)));
    let [old, base, now, merged] = [old, base, now, merged].map(telling);
    base.iter().any(|(line, in_base)| {
        let of = |counts: &HashMap<&[u8], usize>| counts.get(line).copied().unwrap_or(0);
        let (added, taken) = (in_base.saturating_sub(of(&old)), of(&now).saturating_sub(of(&merged)));
        taken < added && of(&merged) > of(&old)
    })
}

fn any_binary(texts: &[&[u8]]) -> bool {
    texts.iter().any(|text| is_binary(text))
}

#[cfg(test)]
mod tests {
    use super::keeps_moved;

    #[test]
    fn lines_of_a_batch_were_moved_where_a_merge_takes_fewer_of_them_out() {
        let (old, base) = ("first line\nlast line\n", "first line\nadded line\nlast line\n");
        let keeps = |now: &str, merged: &str| {
            keeps_moved(old.as_bytes(), base.as_bytes(), now.as_bytes(), merged.as_bytes())
        };
        let moved = "first line\nlast line\nadded line\n";
        assert!(keeps(moved, moved));
        let copied = "first line\nadded line\nlast line\nadded line\n";
        assert!(!keeps(copied, moved));
        let by_hand = "first line\nlast line\nmore\n";
        assert!(!keeps(by_hand, by_hand));
    }
}
