//! The work tree.

use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::HashMap,
    path::PathBuf,
};

use bstr::{BString, ByteSlice as _};

use crate::{
    core::{
        change::Version,
        outcome::Unreadable,
        path::RepoPath,
        plan,
        resolve::{Kind, Tree},
        text::Ending,
    },
    repo::{
        attributes::{Attributes, AttributesError, Declared},
        beside,
        config::HISTORY_DEPTH,
        history::Versions,
        index::Index,
        open::Repo,
        platform, record,
        tracked::Tracked,
        worktree::{Attribute, FileStat, ReadError, SourceFile, WorkTree},
    },
};

/// From this size on, in bytes, looking for a blob that already holds a file is cheaper than hashing the file,
/// though the index has to be read for it.
const LARGE: u64 = 1 << 20;

/// The same where the files that were read are larger than the index together: a look at the blob is left.
const LARGE_AMONG_MANY: u64 = 1 << 14;

/// The work tree of a repository. Reads only as much as is needed: the index only for paths that do not
/// exist.
pub struct RepoWorld<'r> {
    pub(super) repo: &'r Repo,
    tree: WorkTree,
    pub(super) max_bytes: u64,
    pub(super) tracked: OnceCell<Option<Tracked>>,
    /// The index for single look-ups, which costs less.
    pub(super) index: OnceCell<Option<Index<'r>>>,
    pub(super) attributes: RefCell<Option<Attributes<'r>>>,
    seen: RefCell<HashMap<RepoPath, Seen>>,
    /// Number of bytes of the files that were read.
    read: Cell<u64>,
    index_size: OnceCell<u64>,
    pub(super) versions: Versions<'r>,
}

/// Metadata of a file when it was read.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Mode, times and identity.
    pub meta: FileStat,
    /// Extended attributes.
    pub attributes: Vec<Attribute>,
}

impl<'r> RepoWorld<'r> {
    /// Opens the work tree; files of more than `max_bytes` bytes are not read.
    ///
    /// # Errors
    ///
    /// When its root cannot be opened.
    pub fn open(repo: &'r Repo, max_bytes: u64) -> std::io::Result<Self> {
        Ok(Self {
            repo,
            tree: WorkTree::open(repo.work_dir())?,
            max_bytes,
            tracked: OnceCell::new(),
            index: OnceCell::new(),
            attributes: RefCell::new(None),
            seen: RefCell::new(HashMap::new()),
            read: Cell::new(0),
            index_size: OnceCell::new(),
            versions: Versions::new(repo, HISTORY_DEPTH, max_bytes),
        })
    }

    /// Looks at so many older versions of a file in commits at most (`sr.historyDepth`).
    pub fn with_history_depth(self, depth: u64) -> Self {
        Self { versions: Versions::new(self.repo, depth, self.max_bytes), ..self }
    }

    /// The files themselves.
    pub fn tree(&self) -> &WorkTree {
        &self.tree
    }

    /// Metadata of a file that was read.
    pub fn seen(&self, path: &RepoPath) -> Option<Seen> {
        self.seen.borrow().get(path).cloned()
    }

    /// The blob that already holds a file's bytes, so that recording it costs little; none of a file that is
    /// too small to ask.
    pub fn known_blob(&self, path: &RepoPath) -> Option<gix::ObjectId> {
        let size = self.seen.borrow().get(path)?.meta.size;
        let asks = size >= LARGE || size >= LARGE_AMONG_MANY && self.read.get() >= self.index_size();
        let tracked = if asks { self.tracked()? } else { return None };
        let name = gix::path::from_bstr(path.as_bstr()).ok()?;
        let metadata = std::fs::symlink_metadata(self.repo.work_dir().join(name)).ok()?;
        let mut attributes = self.attributes.borrow_mut();
        record::known_blob(path, &metadata, tracked, attributes.as_mut()?).ok().flatten()
    }

    /// The file at a path now; none if there is none.
    ///
    /// # Errors
    ///
    /// When there is something other than a regular file, or it cannot be read.
    pub fn current(&self, path: &RepoPath) -> Result<Option<Version>, Unreadable> {
        match self.tree.read(path, self.max_bytes) {
            Ok(source) => Ok(Some(self.note(path, source))),
            Err(ReadError::Absent) => Ok(None),
            Err(error) => Err(unreadable(error)),
        }
    }

    /// Where a file that is gone may have been moved to: tracked files that the index has these ids for, and
    /// files of the same size in its folder.
    pub fn candidates(&self, path: &RepoPath, ids: &[gix::ObjectId], size: u64) -> Vec<RepoPath> {
        /// Looking further is not worth the time.
        const MOST: usize = 1000;
        let tracked = self.tracked().map(|tracked| tracked.with_ids(ids)).unwrap_or_default();
        let folder = path.as_bstr().rfind_byte(b'/').map_or(&b""[..], |slash| &path.as_bstr()[..=slash]);
        let on_disk = gix::path::from_byte_slice(folder).ok().map(|folder| self.repo.work_dir().join(folder));
        let entries = on_disk.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
        let same_size = |entry: &std::fs::DirEntry| {
            entry.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == size)
        };
        let beside = entries.flatten().take(MOST).filter(same_size).filter_map(|entry| {
            let name = gix::path::os_string_into_bstring(entry.file_name()).ok()?;
            RepoPath::new(&[folder, name.as_slice()].concat()).ok()
        });
        let mut found: Vec<RepoPath> = tracked.into_iter().take(MOST).chain(beside).collect();
        found.retain(|other| other != path);
        found.sort();
        found
    }

    /// Returns whether a folder holds nothing but these files, and folders on the way to them.
    pub fn holds_only(&self, folder: &RepoPath, known: &dyn Fn(&RepoPath) -> bool) -> bool {
        let Ok(on_disk) = gix::path::from_bstr(folder.as_bstr()) else { return false };
        let Ok(mut entries) = std::fs::read_dir(self.repo.work_dir().join(on_disk)) else { return false };
        let mut any = false;
        let all = entries.all(|entry| {
            any = true;
            let path = entry.ok().and_then(|entry| {
                let name = gix::path::os_string_into_bstring(entry.file_name()).ok()?;
                let path =
                    RepoPath::new(&[folder.as_bstr().as_bytes(), b"/", name.as_slice()].concat()).ok()?;
                Some((path, entry.file_type().ok()?.is_dir()))
            });
            path.is_some_and(
                |(path, is_dir)| if is_dir { self.holds_only(&path, known) } else { known(&path) },
            )
        });
        any && all
    }

    /// Size of the index in bytes; that of none is more than any file's.
    fn index_size(&self) -> u64 {
        let size = || std::fs::metadata(self.repo.index_path()).map_or(u64::MAX, |found| found.len());
        *self.index_size.get_or_init(size)
    }

    fn note(&self, path: &RepoPath, source: SourceFile) -> Version {
        self.read.set(self.read.get().saturating_add(source.meta.size));
        let version = Version { bytes: source.bytes.into(), mode: Some(source.meta.mode) };
        self.seen
            .borrow_mut()
            .insert(path.clone(), Seen { meta: source.meta, attributes: source.attributes });
        version
    }

    pub(super) fn tracked(&self) -> Option<&Tracked> {
        self.tracked.get_or_init(|| Tracked::read(self.repo).ok()).as_ref()
    }

    /// The index, if something asked for it before.
    pub(in crate::repo) fn tracked_if_read(&self) -> Option<&Tracked> {
        self.tracked.get().and_then(Option::as_ref)
    }

    /// The index for single look-ups; none if it cannot be read.
    pub(super) fn index(&self) -> Option<&Index<'r>> {
        self.index.get_or_init(|| Index::look(self.repo).ok()).as_ref()
    }

    /// The attributes of a path.
    pub(in crate::repo) fn declared(&self, path: &RepoPath) -> Result<Declared, AttributesError> {
        let mut attributes = self.attributes.borrow_mut();
        if attributes.is_none() {
            *attributes = Some(Attributes::new(self.repo)?);
        }
        attributes.as_mut().map_or_else(|| Ok(Declared::default()), |attributes| attributes.declared(path))
    }
}

impl Tree for RepoWorld<'_> {
    fn root(&self) -> &[u8] {
        self.repo.work_dir().as_os_str().as_encoded_bytes()
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        // Reading says why the system does not tell.
        self.tree.kind(path).unwrap_or(Kind::File)
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        self.tracked().map(|tracked| tracked.ending_in(suffix, limit)).unwrap_or_default()
    }

    fn nearly(&self, path: &RepoPath) -> Vec<RepoPath> {
        self.tracked().map(|tracked| tracked.nearly(path)).unwrap_or_default()
    }

    /// It does if its first two folders are there, or if it is next to this work tree.
    fn is_here(&self, absolute: &[u8]) -> bool {
        let Ok(path) = gix::path::from_bstr(absolute.as_bstr()) else { return true };
        let beside = self.repo.work_dir().parent().is_none_or(|parent| path.starts_with(parent));
        beside || path.is_absolute() && path.components().take(3).collect::<PathBuf>().exists()
    }
}

impl plan::World for RepoWorld<'_> {
    fn both(&self, here: &mut dyn FnMut(), there: &mut (dyn FnMut() + Send)) {
        beside::both(here, there);
    }

    fn planned(&self, blocks: usize) {
        self.repo.progress().reached(blocks);
    }

    fn history(&self) -> &dyn plan::History {
        self
    }

    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable> {
        let source = self.tree.read(path, self.max_bytes).map_err(unreadable)?;
        Ok(self.note(path, source))
    }

    fn may_edit(&self, path: &RepoPath) -> Result<(), Unreadable> {
        let declared = self.declared(path).map_err(|_| Unreadable::Io(std::io::ErrorKind::InvalidData))?;
        if declared.binary {
            return Err(Unreadable::Binary);
        }
        match declared.encoding {
            Some(encoding) => Err(Unreadable::Encoding(encoding)),
            None => Ok(()),
        }
    }

    fn new_executable(&self) -> u32 {
        0o777 & !platform::umask()
    }

    fn new_ending(&self, path: &RepoPath) -> Ending {
        self.declared(path).ok().and_then(|declared| declared.ending).unwrap_or(Ending::Lf)
    }

    fn new_encoding(&self, path: &RepoPath) -> Option<BString> {
        self.declared(path).ok().and_then(|declared| declared.encoding)
    }

    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let folder = folder.map_or(b"".as_bstr(), RepoPath::as_bstr);
        let on_disk = gix::path::from_bstr(folder).ok().map(|folder| self.repo.work_dir().join(folder));
        let entries = on_disk.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
        let path = |entry: std::fs::DirEntry| {
            let name = gix::path::os_string_into_bstring(entry.file_name()).ok()?;
            let parts = [folder.as_bytes(), name.as_slice()];
            RepoPath::new(&bstr::join("/", parts.iter().filter(|part| !part.is_empty()))).ok()
        };
        entries.flatten().filter_map(path).collect()
    }

    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable> {
        let Some(tracked) = self.tracked() else {
            return Err(Unreadable::Io(std::io::ErrorKind::InvalidData));
        };
        if tracked.gitlink_above(path).is_some() {
            return Err(Unreadable::Repository);
        }
        if self.repo.is_sparse() && tracked.is_left_out(path) { Err(Unreadable::Sparse) } else { Ok(()) }
    }
}

fn unreadable(error: ReadError) -> Unreadable {
    match error {
        ReadError::Absent => Unreadable::Io(std::io::ErrorKind::NotFound),
        ReadError::Link { real } => Unreadable::Link { real },
        ReadError::NotAFile(kind) => Unreadable::NotAFile(kind),
        ReadError::Repository => Unreadable::Repository,
        ReadError::TooLarge { size, max } => Unreadable::TooLarge { size, max },
        ReadError::Denied => Unreadable::Io(std::io::ErrorKind::PermissionDenied),
        ReadError::Io(error) => Unreadable::Io(error.kind()),
    }
}
