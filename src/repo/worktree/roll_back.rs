//! Taking back what another process left unfinished, going by what stands in the tree now and by what its journal says
//! stood there before. Every step leaves a state that can be judged again, so that this too may be cut short.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use gix::ObjectId;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, fchmod, mkdirat, statat, unlinkat};
use rustix::io::{Errno, retry_on_intr};

use super::apply::{remove_folder, set_mode};
use super::folders::{Folders, Place, Stop, Why, split};
use super::layout::above;
use super::put_back::{exchange, rename_new};
use super::write::{Folder, old_name, spare_name, temp_name, write_all};
use super::{Kind, Meta, WorkTree, read_exact};
use crate::core::path::RepoPath;
use crate::repo::platform;

/// A version of a file, by the id of its raw bytes and by its permission bits, if those are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// The id of the raw bytes as a blob.
    pub id: ObjectId,
    /// Permission bits.
    pub mode: Option<u32>,
}

/// What a journal says of one path.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// The path.
    pub path: RepoPath,
    /// The folder of its temporary file.
    pub temp: Option<BString>,
    /// The folder in which its old file is put aside.
    pub aside: Option<BString>,
    /// Folders to be made for it, parents first.
    pub folders: Vec<BString>,
    /// What stood there.
    pub old: Option<Print>,
    /// What was to stand there.
    pub new: Option<Print>,
}

/// A whole batch, as its journal says.
#[derive(Clone, Debug)]
pub struct Broken {
    /// What the names of its files have in common.
    pub token: u64,
    /// The paths, in the order of the changes.
    pub files: Vec<Unfinished>,
    /// Folders that had to give way to files, parents first.
    pub cleared: Vec<Folder>,
    /// Folders that go when they are left empty, parents first.
    pub emptied: Vec<BString>,
}

/// What ids and old bytes are asked of.
pub trait Store {
    /// The id of bytes.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn id(&self, bytes: &[u8]) -> io::Result<ObjectId>;

    /// The recorded old bytes of a path.
    ///
    /// # Errors
    /// If they are not there.
    fn old(&self, path: &RepoPath) -> io::Result<Vec<u8>>;
}

/// What became of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was as before.
    Untouched,
    /// It is as before again.
    Restored,
    /// It holds what somebody else put there, which stays.
    Kept,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    Nothing,
    Folder,
    File { id: ObjectId, mode: u32, identity: (u64, u64) },
    Other,
}

impl Stands {
    fn is(self, print: Option<Print>) -> bool {
        match (self, print) {
            (Self::File { id, mode, .. }, Some(print)) => {
                id == print.id && print.mode.is_none_or(|other| other & 0o777 == mode & 0o777)
            }
            _ => false,
        }
    }

    fn is_file(self) -> bool {
        matches!(self, Self::File { .. })
    }
}

impl WorkTree {
    /// Takes a broken batch back. Says for each path what became of it, and which files of ours hold bytes that are
    /// neither old nor new: those are left.
    ///
    /// # Errors
    /// If the system refuses; the same call can go on where this one ended.
    pub fn roll_back(&self, broken: &Broken, store: &dyn Store) -> io::Result<(Vec<Fate>, Vec<BString>)> {
        let mut work = RollBack { folders: self.folders_now(), broken, store };
        let mut fates = vec![Fate::Untouched; broken.files.len()];
        for (number, file) in broken.files.iter().enumerate().rev() {
            if file.new.is_some() {
                fates[number] = work.file(number, file)?;
            }
        }
        work.folders_back()?;
        for (number, file) in broken.files.iter().enumerate().rev() {
            if file.new.is_none() {
                fates[number] = work.file(number, file)?;
            }
        }
        let mut left = Vec::new();
        for (number, file) in broken.files.iter().enumerate() {
            work.sweep(number, file, fates[number], &mut left)?;
        }
        Ok((fates, left))
    }

    /// Clears up after a batch that was made: its old files go, and the folders that it left empty. Gives the files that
    /// could not be removed.
    pub fn clean_up(&self, broken: &Broken) -> Vec<BString> {
        let mut folders = self.folders_now();
        let mut left = Vec::new();
        for (number, file) in broken.files.iter().enumerate() {
            for place in places(broken.token, number, file).into_iter().flatten() {
                if take(&mut folders, &place).is_err() {
                    left.push(place.path());
                }
            }
        }
        for folder in broken.emptied.iter().rev() {
            let _ = self.prune(&mut folders, folder.as_bstr());
        }
        left
    }

    /// Removes the temporary files of a batch that did not come to its first rename.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sweep(&self, token: u64, paths: &[&RepoPath]) -> io::Result<usize> {
        let mut folders = self.folders_now();
        let mut count = 0;
        for (number, path) in paths.iter().enumerate() {
            let root = std::iter::once(b"".as_bstr());
            for folder in above(path.as_bstr()).chain(root) {
                let place = Place { folder: folder.to_owned(), name: temp_name(token, number) };
                count += usize::from(take(&mut folders, &place)?);
            }
        }
        Ok(count)
    }

    fn folders_now(&self) -> Folders {
        Folders::keeping(Arc::clone(&self.root), self.platform)
    }

    /// Removes a folder if it is empty, unless the process stands in it.
    pub(super) fn prune(&self, folders: &mut Folders, folder: &BStr) -> Result<Option<Folder>, Errno> {
        let (parent, name) = split(folder);
        let parent = match folders.open(parent) {
            Ok(parent) => parent,
            Err(Stop { why: Why::Io(error), .. }) => return Err(error),
            Err(_) => return Ok(None),
        };
        let here = statat(&parent, name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| Some(Meta::of(&stat).identity()) == self.here);
        if here {
            return Ok(None);
        }
        match remove_folder(folders, &parent, &Place::of(folder)) {
            Ok(folder) => Ok(Some(folder)),
            Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Where the files of one path may be: the temporary one, the old one put aside, and one that rolling back makes.
fn places(token: u64, number: usize, file: &Unfinished) -> [Option<Place>; 3] {
    let at = |folder: &Option<BString>, name| folder.clone().map(|folder| Place { folder, name });
    let spare = file.temp.clone().or(file.aside.clone());
    [
        at(&file.temp, temp_name(token, number)),
        at(&file.aside, old_name(token, number)),
        at(&spare, spare_name(token, number)),
    ]
}

struct RollBack<'a> {
    folders: Folders,
    broken: &'a Broken,
    store: &'a dyn Store,
}

impl RollBack<'_> {
    fn file(&mut self, number: usize, file: &Unfinished) -> io::Result<Fate> {
        let [temp, aside, spare] = places(self.broken.token, number, file);
        let target = Place::of(file.path.as_bstr());
        let stands = self.look(&target)?;
        match (file.old, &temp) {
            (Some(_), _) if stands.is(file.old) => Ok(Fate::Untouched),
            (Some(_), Some(temp)) => {
                self.edited(file, &target, stands, [Some(temp), aside.as_ref(), spare.as_ref()])
            }
            (Some(_), None) if stands == Stands::Nothing => {
                self.bring_back(file, &target, [aside.as_ref(), spare.as_ref()])
            }
            (None, Some(temp)) if stands.is(file.new) => self.created(file, &target, temp, stands),
            (None, _) if matches!(stands, Stands::Nothing | Stands::Folder) => Ok(Fate::Untouched),
            _ => Ok(Fate::Kept),
        }
    }

    /// A file that had other bytes or another mode.
    fn edited(
        &mut self,
        file: &Unfinished,
        target: &Place,
        stands: Stands,
        [temp, aside, spare]: [Option<&Place>; 3],
    ) -> io::Result<Fate> {
        let (Some(temp), Some(aside), Some(spare)) = (temp, aside, spare) else { return Ok(Fate::Kept) };
        let in_temp = self.look(temp)?;
        let is_aside = self.look(aside)?.is_file();
        if stands == Stands::Nothing && is_aside {
            // Whatever was put aside stood there, even if it is somebody's who saved in that moment.
            rename_new(&mut self.folders, aside, target)?;
            return Ok(Fate::Restored);
        }
        if !stands.is(file.new) {
            return Ok(Fate::Kept);
        }
        if in_temp.is_file() && !in_temp.is(file.new) {
            return self.exchange_back(file, temp, target);
        }
        if is_aside {
            rename_new(&mut self.folders, target, spare)?;
            if !self.look(spare)?.is(file.new) {
                rename_new(&mut self.folders, spare, target)?;
                return Ok(Fate::Kept);
            }
            rename_new(&mut self.folders, aside, target)?;
            return Ok(Fate::Restored);
        }
        if in_temp.is_file() {
            // Ours never left its temporary name: somebody else wrote the same.
            return Ok(Fate::Kept);
        }
        self.write_spare(file, spare)?;
        self.exchange_back(file, spare, target)
    }

    /// Lets the old file and the new one change places, unless the new one is not that any more.
    fn exchange_back(&mut self, file: &Unfinished, from: &Place, target: &Place) -> io::Result<Fate> {
        exchange(&mut self.folders, from, target)?;
        if self.look(from)?.is(file.new) {
            return Ok(Fate::Restored);
        }
        exchange(&mut self.folders, from, target)?;
        Ok(Fate::Kept)
    }

    /// A file that was removed.
    fn bring_back(
        &mut self,
        file: &Unfinished,
        target: &Place,
        [aside, spare]: [Option<&Place>; 2],
    ) -> io::Result<Fate> {
        let (Some(aside), Some(spare)) = (aside, spare) else { return Ok(Fate::Kept) };
        let from = if self.look(aside)?.is_file() {
            aside
        } else {
            self.write_spare(file, spare)?;
            spare
        };
        for folder in above(file.path.as_bstr()).collect::<Vec<_>>().into_iter().rev() {
            let place = Place::of(folder);
            if self.look(&place)? == Stands::Nothing {
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
        file: &Unfinished,
        target: &Place,
        temp: &Place,
        stands: Stands,
    ) -> io::Result<Fate> {
        match (self.look(temp)?, stands) {
            // One file under both names: the second half of a rename is missing.
            (Stands::File { identity: one, .. }, Stands::File { identity: other, .. }) if one == other => {
                take(&mut self.folders, target)?;
                Ok(Fate::Restored)
            }
            (Stands::Nothing, _) => {
                rename_new(&mut self.folders, target, temp)?;
                if self.look(temp)?.is(file.new) {
                    return Ok(Fate::Restored);
                }
                rename_new(&mut self.folders, temp, target)?;
                Ok(Fate::Kept)
            }
            _ => Ok(Fate::Kept),
        }
    }

    /// Takes away the folders that were made and brings back those that gave way.
    fn folders_back(&mut self) -> io::Result<()> {
        let made: BTreeSet<&BString> = self.broken.files.iter().flat_map(|file| &file.folders).collect();
        for folder in made.into_iter().rev() {
            let place = Place::of(folder.as_bstr());
            if self.look(&place)? != Stands::Folder {
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
            let place = Place::of(folder.path.as_bstr());
            if self.look(&place)? == Stands::Nothing {
                let parent = self.handle(&place)?;
                retry_on_intr(|| mkdirat(&parent, place.name.as_bytes(), Mode::RWXU))?;
                set_mode(&parent, &place, folder.mode)?;
            }
        }
        Ok(())
    }

    /// Removes what is ours and holds nothing of value.
    fn sweep(
        &mut self,
        number: usize,
        file: &Unfinished,
        fate: Fate,
        left: &mut Vec<BString>,
    ) -> io::Result<()> {
        for place in places(self.broken.token, number, file).into_iter().flatten() {
            let stands = self.look(&place)?;
            // A temporary file that was never renamed may be cut off; one that was may hold somebody's late save.
            let known = fate == Fate::Untouched || stands.is(file.old) || stands.is(file.new);
            match stands {
                Stands::File { .. } if known => drop(take(&mut self.folders, &place)?),
                Stands::Nothing => {}
                _ => left.push(place.path()),
            }
        }
        Ok(())
    }

    /// Writes the recorded old bytes to a file of ours.
    fn write_spare(&mut self, file: &Unfinished, spare: &Place) -> io::Result<()> {
        let bytes = self.store.old(&file.path)?;
        take(&mut self.folders, spare)?;
        let folder = self.handle(spare)?;
        let mode = file.old.and_then(|old| old.mode).unwrap_or(0o644) & 0o777;
        let handle = platform::create(folder.as_fd(), &spare.name, mode)?;
        write_all(&handle, &bytes)?;
        fchmod(&handle, Mode::from_raw_mode(mode as _))?;
        Ok(platform::sync_file(handle.as_fd())?)
    }

    fn look(&mut self, place: &Place) -> io::Result<Stands> {
        let handle = match self.folders.open(place.folder.as_bstr()) {
            Ok(handle) => handle,
            Err(Stop { why: Why::Kind(Kind::Absent), .. }) => return Ok(Stands::Nothing),
            Err(Stop { why: Why::Kind(_), .. }) => return Ok(Stands::Other),
            Err(Stop { why: Why::Io(error), .. }) => return Err(error.into()),
        };
        let stat = match statat(&handle, place.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(Stands::Nothing),
            Err(error) => return Err(error.into()),
        };
        match super::folders::kind_of(&stat) {
            Kind::Directory => return Ok(Stands::Folder),
            Kind::File => {}
            _ => return Ok(Stands::Other),
        }
        let file = self.folders.platform.open_file(handle.as_fd(), &place.name)?;
        let meta = Meta::of(&rustix::fs::fstat(&file)?);
        let id = self.store.id(&read_exact(&file, meta.size)?)?;
        Ok(Stands::File { id, mode: meta.mode, identity: meta.identity() })
    }

    fn handle(&mut self, place: &Place) -> io::Result<Arc<OwnedFd>> {
        Ok(super::put_back::handle(&mut self.folders, place)?)
    }
}

/// Removes a file that may be gone; whether it was there.
fn take(folders: &mut Folders, place: &Place) -> io::Result<bool> {
    let handle = match folders.open(place.folder.as_bstr()) {
        Ok(handle) => handle,
        Err(Stop { why: Why::Io(error), .. }) => return Err(error.into()),
        Err(_) => return Ok(false),
    };
    match retry_on_intr(|| unlinkat(&handle, place.name.as_bytes(), AtFlags::empty())) {
        Ok(()) => Ok(true),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
