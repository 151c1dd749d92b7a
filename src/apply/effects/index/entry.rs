//! The new entry of each file.

use std::{borrow::Cow, collections::HashSet};

use crate::{
    core::{
        change::{Change, FileMode, Version},
        outcome::{Failure, Unreadable},
        path::RepoPath,
        plan::Planned,
    },
    files::FileNote,
    repo::{
        git_form::GitForm,
        index::{Content, Index, IndexEntry, Slot, Staging},
        merge,
        open::Repo,
        standing::Standings,
        world::RepoWorld,
    },
};

type EntryPlan<'f> = Result<(Option<Staging<'f>>, Option<FileNote>), Failure>;

pub(super) struct EntryPlanner<'r, 'i, 'f> {
    pub(super) repo: &'r Repo,
    pub(super) index: &'i Index<'r>,
    pub(super) world: &'i RepoWorld<'r>,
    /// True if the files are still as they were before the batch.
    pub(super) unchanged: bool,
    pub(super) files: &'i [&'f Planned],
    pub(super) form: GitForm<'r>,
    /// The paths that the batch removes.
    pub(super) gone: HashSet<&'f [u8]>,
}

/// An entry, and whether the file was as it says.
struct CheckedEntry {
    entry: IndexEntry,
    clean: bool,
}

/// The mode of an entry in the index.
fn entry_mode(mode: FileMode) -> u32 {
    match mode {
        FileMode::Executable => 0o100_755,
        FileMode::Plain => 0o100_644,
    }
}

impl<'f> EntryPlanner<'_, '_, 'f> {
    /// A change of the index alone.
    pub(super) fn cached(&mut self, change: &'f Change) -> Result<Staging<'f>, Failure> {
        let before = match self.index.slot(&change.path) {
            Slot::Absent => None,
            Slot::Entry(entry, _) => Some(entry),
            Slot::Unmerged => return Err(Unreadable::Unmerged.into()),
            Slot::Other => return Err(Failure::StagedOtherwise),
        };
        let read = change.old.as_ref().map(|old| self.id(&old.bytes)).transpose()?.flatten();
        if read != before.as_ref().filter(|entry| !entry.intent_to_add).map(|entry| entry.id) {
            return Err(Failure::StagedOtherwise);
        }
        self.has_room(&change.path, before.as_ref())?;
        let after = change.new.as_ref().map(|new| {
            let entry = self.entry(new, before.as_ref());
            // Permissions are those of the index, whatever git trusts in files.
            let mode = entry_mode(FileMode::of(new.mode));
            (IndexEntry { mode, ..entry }, Content::Bytes(Cow::Borrowed(new.bytes.as_slice())))
        });
        Ok(Staging { path: change.path.clone(), before, after, is_file: false })
    }

    /// A change of the work tree.
    pub(super) fn file(&mut self, planned: &'f Planned) -> EntryPlan<'f> {
        let change = &planned.edited.change;
        let known = self.known(change)?;
        let before = known.as_ref().map(|known| known.entry.clone());
        let Some(new) = &change.new else {
            return match known {
                None => Ok((None, None)),
                Some(known) if known.clean || known.entry.intent_to_add || self.is_moved(&change.path) => Ok(
                    (Some(Staging { path: change.path.clone(), before, after: None, is_file: false }), None),
                ),
                Some(_) => Err(Failure::StagedOtherwise),
            };
        };
        self.has_room(&change.path, before.as_ref())?;
        let origin = self.origin(change);
        let source = match origin {
            Some(origin) if origin.path != change.path => {
                if known.is_some_and(|known| !known.clean && !known.entry.intent_to_add) {
                    return Err(Failure::StagedOtherwise);
                }
                self.known(origin)?
            }
            _ => known,
        };
        // Announced, but without content: as if it were not there.
        let source = source.filter(|known| !known.entry.intent_to_add);
        let old = origin.and_then(|origin| origin.old.as_ref());
        let (Some(CheckedEntry { entry, clean }), Some(old)) = (&source, old) else {
            return self.new_to_index(planned, new, before, source.is_some());
        };
        let form = self.form(&change.path, &new.bytes)?;
        let mut after = self.entry(new, before.as_ref());
        let mode = FileMode::of(new.mode);
        after.mode = if FileMode::of(old.mode) == mode { entry.mode } else { entry_mode(mode) };
        if *clean {
            let after = Some((after, Content::Bytes(form)));
            return Ok((Some(Staging { path: change.path.clone(), before, after, is_file: true }), None));
        }
        let origin = origin.map_or(&change.path, |origin| &origin.path).clone();
        let base = self.form(&origin, &old.bytes)?;
        let ours = self.blob(entry)?;
        let merged = merge::clean(&base, &ours, &form).ok_or(Failure::StagedOtherwise)?;
        let after = Some((after, Content::Bytes(Cow::Owned(merged))));
        let staging = Staging { path: change.path.clone(), before, after, is_file: false };
        Ok((Some(staging), Some(FileNote::StagedApart)))
    }

    /// A file that the index has nothing of.
    fn new_to_index(
        &mut self,
        planned: &'f Planned,
        new: &'f Version,
        before: Option<IndexEntry>,
        is_taken: bool,
    ) -> EntryPlan<'f> {
        let change = &planned.edited.change;
        if planned.verdict.is_private && before.is_none() {
            return Ok((None, Some(FileNote::SecretNotStaged)));
        }
        if before.is_none() && !is_taken && Standings::new(self.repo, self.world).is_ignored(&change.path) {
            return Ok((None, Some(FileNote::IgnoredNotStaged)));
        }
        let form = self.form(&change.path, &new.bytes)?;
        if is_taken && self.id(&form)? != before.as_ref().map(|entry| entry.id) {
            return Err(Failure::StagedOtherwise);
        }
        let note = (change.old.is_some() && before.is_none()).then_some(FileNote::NewToIndex);
        let mut after = self.entry(new, before.as_ref());
        if change.old.is_none() && change.from.is_none() {
            // Nobody but the reply has given it permissions, which count even where those of files do not.
            after.mode = entry_mode(FileMode::of(new.mode));
        }
        let after = Some((after, Content::Bytes(form)));
        Ok((Some(Staging { path: change.path.clone(), before, after, is_file: true }), note))
    }

    /// Returns whether the file is renamed, and its index entry with it.
    fn is_moved(&self, path: &RepoPath) -> bool {
        self.files.iter().any(|file| file.edited.change.from.as_ref() == Some(path))
    }

    /// The change whose old bytes the new ones are made of.
    fn origin(&self, change: &'f Change) -> Option<&'f Change> {
        let Some(from) = &change.from else { return Some(change) };
        self.files.iter().map(|file| &file.edited.change).find(|other| other.path == *from)
    }

    fn known(&mut self, change: &Change) -> Result<Option<CheckedEntry>, Failure> {
        let (entry, stat) = match self.index.slot(&change.path) {
            Slot::Absent => return Ok(None),
            Slot::Entry(entry, stat) => (entry, stat),
            Slot::Unmerged => return Err(Unreadable::Unmerged.into()),
            Slot::Other => return Err(Failure::StagedOtherwise),
        };
        let seen = self.world.seen(&change.path).filter(|_| self.unchanged);
        let clean = match &change.old {
            None => false,
            Some(_) if seen.is_some_and(|seen| self.index.is_fresh(&stat, &seen.meta)) => true,
            Some(old) => {
                let form = self.form(&change.path, &old.bytes)?;
                self.id(&form)? == Some(entry.id)
            }
        };
        Ok(Some(CheckedEntry { entry, clean }))
    }

    fn has_room(&self, path: &RepoPath, before: Option<&IndexEntry>) -> Result<(), Failure> {
        let blocked = before.is_none() && self.index.is_blocked(path, |other| self.gone.contains(other));
        if blocked { Err(Failure::StagedOtherwise) } else { Ok(()) }
    }

    /// The entry of a new version; its id comes with its blob.
    fn entry(&self, new: &Version, before: Option<&IndexEntry>) -> IndexEntry {
        IndexEntry::staged(self.repo, self.repo.object_hash().null(), new.mode, before)
    }

    fn form<'b>(&mut self, path: &RepoPath, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, Failure> {
        self.form.of(path, bytes).map_err(|error| Unreadable::GitForm(error.said()).into())
    }

    fn id(&self, bytes: &[u8]) -> Result<Option<gix::ObjectId>, Failure> {
        self.repo.blob_id(bytes).map(Some).map_err(|_| Unreadable::Io(std::io::ErrorKind::Other).into())
    }

    fn blob(&self, entry: &IndexEntry) -> Result<Vec<u8>, Failure> {
        let blob = self.repo.blob(entry.id);
        blob.ok_or_else(|| Unreadable::Io(std::io::ErrorKind::NotFound).into())
    }
}
