//! Making a batch durable, so that a loss of power leaves the old tree or the new one. Without these calls a
//! batch is safe from a crash of the process only.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use bstr::{BStr, BString, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;

use super::apply::AppliedBatch;
use super::folders::{DirEntry, Folders};
use super::write::Ready;
use crate::repo::above::above;
use crate::repo::platform;
use crate::repo::sync::Durability;

impl Ready<'_> {
    /// Makes the temporary files durable, and other files with them, each given with its device: before the
    /// first rename.
    ///
    /// # Errors
    /// If the system cannot say that they are.
    pub fn sync(&mut self, durability: Durability, others: Vec<(u64, PathBuf)>) -> io::Result<()> {
        let temps = self.works.iter().filter_map(|work| work.temp.as_ref());
        let mut all: Vec<_> =
            temps.map(|temp| (temp.meta.dev, SyncTarget::File(temp.place.clone()))).collect();
        all.extend(others.into_iter().map(|(device, path)| (device, SyncTarget::Other(path))));
        durability.sync(&all, |what| what.open(&mut self.folders))
    }
}

impl AppliedBatch<'_> {
    /// Makes the renames durable, and other files with them: before the old files go.
    ///
    /// # Errors
    /// If the system cannot say that they are.
    pub fn sync(&mut self, durability: Durability, others: Vec<(u64, PathBuf)>) -> io::Result<()> {
        let Ready { works, folders, .. } = &mut self.ready;
        let mut touched: BTreeMap<&BStr, u64> = BTreeMap::new();
        for work in works.iter() {
            let device =
                work.planned.meta.or(work.temp.as_ref().map(|temp| temp.meta)).map_or(0, |meta| meta.dev);
            let made = work.make.iter().flat_map(|folder| above(folder.as_bstr()));
            let aside = work.aside.as_ref().map(|place| place.folder.as_bstr());
            let temp = work.temp.as_ref().map(|temp| temp.place.folder.as_bstr());
            let all = std::iter::once(work.target.folder.as_bstr()).chain(made).chain(aside).chain(temp);
            touched.extend(all.map(|folder| (folder, device)));
        }
        let mut all: Vec<_> = touched
            .into_iter()
            .map(|(folder, device)| (device, SyncTarget::Folder(folder.to_owned())))
            .collect();
        all.extend(others.into_iter().map(|(device, path)| (device, SyncTarget::Other(path))));
        durability.sync(&all, |what| what.open(folders))
    }
}

/// An object to make durable.
enum SyncTarget {
    File(DirEntry),
    Folder(BString),
    Other(PathBuf),
}

impl SyncTarget {
    fn open(&self, folders: &mut Folders) -> io::Result<OwnedFd> {
        match self {
            Self::File(place) => {
                let folder = folders.open(place.folder.as_bstr()).map_err(Errno::from)?;
                Ok(folders.platform.open_file(folder.as_fd(), &place.name)?)
            }
            // A handle for walking cannot be synced.
            Self::Folder(folder) => {
                let folder = folders.open(folder.as_bstr()).map_err(Errno::from)?;
                Ok(platform::open_folder_itself(folder.as_fd(), b".")?)
            }
            Self::Other(path) => Ok(std::fs::File::open(path)?.into()),
        }
    }
}
