//! Making a batch durable, so that a loss of power leaves the old tree or the new one. Without these calls a batch
//! is safe from a crash of the process only.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::fsync;
use rustix::io::Errno;

use super::apply::Applied;
use super::folders::{Folders, Place, Stop, Why};
use super::layout::above;
use super::write::Staged;
use crate::repo::platform;

/// Above this many files one sync of the whole file system is cheaper than one of each.
const FEW: usize = 16;

impl Staged<'_> {
    /// Makes the temporary files durable: before the journal that names them is written.
    ///
    /// # Errors
    /// If the system cannot say that they are.
    pub fn sync(&mut self) -> io::Result<()> {
        let temps: Vec<_> = self.works.iter().filter_map(|work| work.temp.as_ref()).collect();
        if temps.len() > FEW && platform::SYNCS_SYSTEM {
            let one_each: BTreeMap<u64, &Place> =
                temps.iter().map(|temp| (temp.meta.dev, &temp.place)).collect();
            for place in one_each.into_values() {
                with_file(&mut self.folders, place, |file| platform::sync_system(file.as_fd()))?;
            }
            return Ok(());
        }
        for temp in temps {
            with_file(&mut self.folders, &temp.place, |file| platform::sync_file(file.as_fd()))?;
        }
        Ok(())
    }
}

impl Applied<'_> {
    /// Makes the renames durable: before the journal is dropped.
    ///
    /// # Errors
    /// If the system cannot say that they are.
    pub fn sync(&mut self) -> io::Result<()> {
        let Staged { works, folders, .. } = &mut self.staged;
        let mut touched: BTreeSet<&BStr> = BTreeSet::new();
        let mut devices: BTreeMap<u64, &BStr> = BTreeMap::new();
        for work in works.iter() {
            touched.insert(work.target.folder.as_bstr());
            touched.extend(work.make.iter().flat_map(|folder| above(folder.as_bstr())));
            touched.extend(work.aside.as_ref().map(|place| place.folder.as_bstr()));
            touched.extend(work.temp.as_ref().map(|temp| temp.place.folder.as_bstr()));
            let device = work.planned.meta.or(work.temp.as_ref().map(|temp| temp.meta));
            devices.extend(device.map(|meta| (meta.dev, work.target.folder.as_bstr())));
        }
        if touched.len() > FEW && platform::SYNCS_SYSTEM {
            for folder in devices.into_values() {
                with_folder(folders, folder, |handle| platform::sync_system(handle.as_fd()))?;
            }
            return Ok(());
        }
        for folder in touched {
            with_folder(folders, folder, |handle| fsync(handle))?;
        }
        Ok(())
    }
}

fn with_file<T>(
    folders: &mut Folders,
    place: &Place,
    sync: impl FnOnce(&OwnedFd) -> Result<T, Errno>,
) -> io::Result<T> {
    let folder = open(folders, place.folder.as_bstr())?;
    Ok(sync(&folders.platform.open_file(folder.as_fd(), &place.name)?)?)
}

fn with_folder<T>(
    folders: &mut Folders,
    folder: &BStr,
    sync: impl FnOnce(&OwnedFd) -> Result<T, Errno>,
) -> io::Result<Option<T>> {
    match open(folders, folder) {
        // A handle for walking cannot be synced.
        Ok(handle) => Ok(Some(sync(&platform::open_folder_itself(handle.as_fd(), b".")?)?)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn open(folders: &mut Folders, folder: &BStr) -> Result<Arc<OwnedFd>, Errno> {
    folders.open(folder).map_err(|Stop { why, .. }| match why {
        Why::Io(error) => error,
        Why::Kind(_) => Errno::NOENT,
    })
}
