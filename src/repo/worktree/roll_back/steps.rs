//! Steps for each path, chosen by the file that is there.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use bstr::{BString, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, fchmod, fstat, mkdirat, statat};
use rustix::io::{Errno, retry_on_intr};

use super::super::apply::{remove_folder, set_mode};
use super::super::folders::{DirEntry, FailedComponent, Folders, Why, kind_of};
use super::super::put_back::{self, exchange, rename_new};
use super::super::write::{remove, write_all};
use super::super::{FileStat, Kind, read_exact};
use super::occupant::Occupant;
use super::{BrokenBatch, Fate, Store, Stray, UnfinishedFile, places};
use crate::repo::above::above;
use crate::repo::platform;

/// Rolling back, file by file.
pub(super) struct RollBack<'a> {
    pub(super) folders: Folders,
    pub(super) broken: &'a BrokenBatch,
    pub(super) store: &'a dyn Store,
}

impl RollBack<'_> {
    pub(super) fn file(&mut self, number: usize, file: &UnfinishedFile) -> io::Result<Fate> {
        let [temp, aside, spare] = places(self.broken.token, number, file);
        let target = DirEntry::of(file.path.as_bstr());
        let occupant = self.look(&target)?;
        match (file.old, &temp) {
            (Some(_), _) if occupant.is(file.old) => Ok(Fate::Untouched),
            (Some(_), Some(temp)) => {
                self.edited(file, &target, occupant, [Some(temp), aside.as_ref(), spare.as_ref()])
            }
            (Some(_), None) if occupant == Occupant::Nothing => {
                self.bring_back(file, &target, [aside.as_ref(), spare.as_ref()])
            }
            (None, Some(temp)) if occupant.is(file.new) => self.created(file, &target, temp, occupant),
            (None, _) if matches!(occupant, Occupant::Nothing | Occupant::Folder) => Ok(Fate::Untouched),
            _ => Ok(Fate::Kept),
        }
    }

    /// A file that had other bytes or another mode.
    fn edited(
        &mut self,
        file: &UnfinishedFile,
        target: &DirEntry,
        occupant: Occupant,
        [temp, aside, spare]: [Option<&DirEntry>; 3],
    ) -> io::Result<Fate> {
        let (Some(temp), Some(aside), Some(spare)) = (temp, aside, spare) else { return Ok(Fate::Kept) };
        let in_temp = self.look(temp)?;
        let is_aside = self.look(aside)?.is_file();
        if occupant == Occupant::Nothing && is_aside {
            // Any file that was put aside was there, even if it is somebody's who saved in that moment.
            rename_new(&mut self.folders, aside, target)?;
            return Ok(Fate::Restored);
        }
        if !occupant.is(file.new) {
            return Ok(Fate::Kept);
        }
        if in_temp.is_file() && !in_temp.is(file.new) {
            return self.exchange_back(file, temp, target, [aside, spare]);
        }
        if is_aside {
            return self.replace(file, target, [aside, spare]);
        }
        if in_temp.is_file() {
            // Ours never left its temporary name: somebody else wrote the same.
            return Ok(Fate::Kept);
        }
        if !self.write_spare(file, spare)? {
            return Ok(Fate::Kept);
        }
        self.exchange_back(file, spare, target, [aside, spare])
    }

    /// Lets the old file and the new one change places, unless the new one is not that any more.
    fn exchange_back(
        &mut self,
        file: &UnfinishedFile,
        from: &DirEntry,
        target: &DirEntry,
        [aside, spare]: [&DirEntry; 2],
    ) -> io::Result<Fate> {
        match exchange(&mut self.folders, from, target) {
            Err(Errno::NOTSUP) => {
                rename_new(&mut self.folders, from, aside)?;
                return self.replace(file, target, [aside, spare]);
            }
            answer => answer?,
        }
        if self.look(from)?.is(file.new) {
            return Ok(Fate::Restored);
        }
        exchange(&mut self.folders, from, target)?;
        Ok(Fate::Kept)
    }

    /// Puts the old file, which is aside, in the place of the new one, unless that is not the new one any
    /// more.
    fn replace(
        &mut self,
        file: &UnfinishedFile,
        target: &DirEntry,
        [aside, spare]: [&DirEntry; 2],
    ) -> io::Result<Fate> {
        // Where a rename is a second name first, one that was cut short leaves both.
        let in_spare = self.look(spare)?;
        if in_spare.is_same_file(self.look(target)?) || in_spare.is_same_file(self.look(aside)?) {
            remove(&mut self.folders, spare)?;
        }
        rename_new(&mut self.folders, target, spare)?;
        if !self.look(spare)?.is(file.new) {
            rename_new(&mut self.folders, spare, target)?;
            return Ok(Fate::Kept);
        }
        rename_new(&mut self.folders, aside, target)?;
        Ok(Fate::Restored)
    }

    /// A file that was removed.
    fn bring_back(
        &mut self,
        file: &UnfinishedFile,
        target: &DirEntry,
        [aside, spare]: [Option<&DirEntry>; 2],
    ) -> io::Result<Fate> {
        let (Some(aside), Some(spare)) = (aside, spare) else { return Ok(Fate::Kept) };
        let from = if self.look(aside)?.is_file() {
            aside
        } else if self.write_spare(file, spare)? {
            spare
        } else {
            return Ok(Fate::Kept);
        };
        for folder in above(file.path.as_bstr()).collect::<Vec<_>>().into_iter().rev() {
            let place = DirEntry::of(folder);
            if self.look(&place)? == Occupant::Nothing {
                let parent = self.handle(&place)?;
                retry_on_intr(|| mkdirat(&parent, place.name.as_bytes(), Mode::from_raw_mode(0o777)))?;
            }
        }
        rename_new(&mut self.folders, from, target)?;
        Ok(Fate::Restored)
    }

    /// A file that was made.
    fn created(
        &mut self,
        file: &UnfinishedFile,
        target: &DirEntry,
        temp: &DirEntry,
        occupant: Occupant,
    ) -> io::Result<Fate> {
        // One file under both names: the second half of a rename is missing.
        let in_temp = self.look(temp)?;
        if in_temp.is_same_file(occupant) {
            remove(&mut self.folders, temp)?;
        } else if in_temp != Occupant::Nothing {
            return Ok(Fate::Kept);
        }
        rename_new(&mut self.folders, target, temp)?;
        if self.look(temp)?.is(file.new) {
            return Ok(Fate::Restored);
        }
        rename_new(&mut self.folders, temp, target)?;
        Ok(Fate::Kept)
    }

    /// Takes away the folders that were made and brings back those that gave way.
    pub(super) fn folders_back(&mut self) -> io::Result<()> {
        let made: BTreeSet<&BString> = self.broken.files.iter().flat_map(|file| &file.folders).collect();
        for folder in made.into_iter().rev() {
            let place = DirEntry::of(folder.as_bstr());
            if self.look(&place)? != Occupant::Folder {
                continue;
            }
            let parent = self.handle(&place)?;
            match remove_folder(&mut self.folders, &parent, &place) {
                // One that somebody put something into is theirs.
                Ok(_) | Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for folder in &self.broken.cleared {
            let place = DirEntry::of(folder.path.as_bstr());
            if self.look(&place)? == Occupant::Nothing {
                let parent = self.handle(&place)?;
                retry_on_intr(|| mkdirat(&parent, place.name.as_bytes(), Mode::RWXU))?;
                set_mode(&parent, &place, folder.mode)?;
            }
        }
        Ok(())
    }

    /// Removes our files that are of no value. Whatever happened to the path, a kill between an exchange and
    /// the check that follows it leaves somebody's save under our name.
    pub(super) fn sweep(
        &mut self,
        number: usize,
        file: &UnfinishedFile,
        fate: Fate,
        strays: &mut Vec<Stray>,
    ) -> io::Result<()> {
        let all = places(self.broken.token, number, file);
        for (place, is_temp) in all.into_iter().zip([true, false, false]) {
            let Some(place) = place else { continue };
            let occupant = self.look(&place)?;
            let worthless = occupant.is(file.old)
                || occupant.is(file.new)
                // A loss of power may cut off files that were written before the journal was durable.
                || (is_temp
                    && fate == Fate::Untouched
                    && self.store.new_bytes(&file.path).is_ok_and(|new| self.begins(&place, &new)));
            match occupant {
                Occupant::File { .. } if worthless => drop(remove(&mut self.folders, &place)?),
                Occupant::Nothing => {}
                _ => strays.push(Stray { path: file.path.clone(), file: place.path() }),
            }
        }
        Ok(())
    }

    /// Returns whether a file holds the beginning of these bytes: a system that crashes may leave zeros in
    /// place of the rest.
    fn begins(&mut self, place: &DirEntry, whole: &[u8]) -> bool {
        self.read(place).is_ok_and(|(bytes, _)| {
            bytes.len() <= whole.len() && whole.starts_with(bytes.trim_end_with(|last| last == '\0'))
        })
    }

    /// Writes the recorded old bytes to a file of ours. Returns false instead of overwriting other content.
    fn write_spare(&mut self, file: &UnfinishedFile, spare: &DirEntry) -> io::Result<bool> {
        let bytes = self.store.old_bytes(&file.path)?;
        let occupant = self.look(spare)?;
        if occupant != Occupant::Nothing && !occupant.is(file.new) && !self.begins(spare, &bytes) {
            return Ok(false);
        }
        remove(&mut self.folders, spare)?;
        let folder = self.handle(spare)?;
        let mode = file.old.and_then(|old| old.mode).unwrap_or(0o644) & 0o777;
        let handle = platform::create(folder.as_fd(), &spare.name, mode)?;
        write_all(&handle, &bytes)?;
        fchmod(&handle, Mode::from_raw_mode(mode as _))?;
        platform::sync_file(handle.as_fd())?;
        Ok(true)
    }

    fn look(&mut self, place: &DirEntry) -> io::Result<Occupant> {
        let handle = match self.folders.open(place.folder.as_bstr()) {
            Ok(handle) => handle,
            Err(FailedComponent { why: Why::Kind(Kind::Absent), .. }) => return Ok(Occupant::Nothing),
            Err(FailedComponent { why: Why::Kind(_), .. }) => return Ok(Occupant::Other),
            Err(FailedComponent { why: Why::Io(error), .. }) => return Err(error.into()),
        };
        let stat = match statat(&handle, place.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(Occupant::Nothing),
            Err(error) => return Err(error.into()),
        };
        match kind_of(&stat) {
            Kind::Directory => return Ok(Occupant::Folder),
            Kind::File => {}
            _ => return Ok(Occupant::Other),
        }
        let (bytes, meta) = self.read(place)?;
        Ok(Occupant::File { id: self.store.id(&bytes)?, mode: meta.mode, identity: meta.identity() })
    }

    fn read(&mut self, place: &DirEntry) -> io::Result<(Vec<u8>, FileStat)> {
        let file = self.folders.platform.open_file(self.handle(place)?.as_fd(), &place.name)?;
        let meta = FileStat::of(&fstat(&file)?);
        Ok((read_exact(&file, meta.size)?, meta))
    }

    fn handle(&mut self, place: &DirEntry) -> io::Result<Arc<OwnedFd>> {
        Ok(put_back::handle(&mut self.folders, place)?)
    }
}
