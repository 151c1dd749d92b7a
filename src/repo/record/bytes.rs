//! One record, and the bytes that it keeps or can make.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use gix::ObjectId;
use gix::objs::Kind as ObjectKind;

use super::meta::{FileMeta, Keeps, Meta, Side};
use super::{BatchId, RecordError, private, splice};
use crate::core::change::{Change, Version};
use crate::core::path::RepoPath;
use crate::core::splice::Splice;
use crate::core::text::Span;
use crate::repo::open::Repo;

/// One record.
#[derive(Debug)]
pub struct Record<'r> {
    repo: &'r Repo,
    tree: ObjectId,
    meta: Meta,
    /// The tree of the bytes that are kept whole.
    kept: Option<ObjectId>,
    /// The blob of the other side's bytes: `inserted` or `removed`.
    stream: Option<ObjectId>,
    streams: OnceCell<RecordStreams>,
    places: OnceCell<FilePositions>,
    /// Files of the batch that are left out of it.
    left_out: BTreeSet<RepoPath>,
}

/// The bytes that are stored for many files together.
#[derive(Debug, Default)]
struct RecordStreams {
    public: Vec<u8>,
    private: Option<Vec<u8>>,
}

/// Positions of files in the record and in its streams.
#[derive(Debug, Default)]
struct FilePositions {
    by_path: HashMap<RepoPath, usize>,
    /// For the path that a file was renamed from, the renamed file.
    by_origin: HashMap<RepoPath, usize>,
    /// Offset of the bytes of each file in its stream.
    starts: Vec<usize>,
}

impl<'r> Record<'r> {
    pub(super) fn new(
        repo: &'r Repo,
        tree: ObjectId,
        meta: Meta,
        kept: Option<ObjectId>,
        stream: Option<ObjectId>,
    ) -> Self {
        let (streams, places) = (OnceCell::new(), OnceCell::new());
        Self { repo, tree, meta, kept, stream, streams, places, left_out: BTreeSet::new() }
    }

    /// The number of the batch.
    pub fn id(&self) -> BatchId {
        self.meta.id
    }

    /// The record itself.
    pub fn tree(&self) -> ObjectId {
        self.tree
    }

    /// Metadata of the batch.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Leaves files out of the batch: those that an undo of some files took back, or that nobody asked for.
    pub(crate) fn leave_out(&mut self, paths: impl IntoIterator<Item = RepoPath>) {
        self.left_out.extend(paths);
    }

    /// Returns whether a path is not left out.
    pub(crate) fn has(&self, path: &RepoPath) -> bool {
        !self.left_out.contains(path)
    }

    /// Metadata of the files that are not left out.
    pub(crate) fn files(&self) -> impl Iterator<Item = &FileMeta> {
        self.meta.files.iter().filter(|file| self.has(&file.path.0))
    }

    /// Metadata of a path.
    pub fn file(&self, path: &RepoPath) -> Option<&FileMeta> {
        self.places().by_path.get(path).map(|&at| &self.meta.files[at])
    }

    /// The bytes at a path before; none if there was no file, or if the batch did not touch it.
    pub fn old_bytes(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, RecordError> {
        self.side(path, Keeps::Old)
    }

    /// The same, of a path whose bytes are still those of the batch: they need not be read once more.
    pub fn old_bytes_from(&self, path: &RepoPath, new: &[u8]) -> Result<Option<Vec<u8>>, RecordError> {
        self.side_from(path, Keeps::Old, Some(new))
    }

    /// The bytes at a path after; none if the batch removed it or did not touch it.
    pub fn new_bytes(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, RecordError> {
        self.side(path, Keeps::New)
    }

    /// The change of one of its files.
    pub(crate) fn change(&self, file: &FileMeta) -> Result<Change, RecordError> {
        let path = file.path.0.clone();
        let version = |bytes: Option<Vec<u8>>, side: &Option<Side>| {
            bytes.map(|bytes| Version { bytes: bytes.into(), mode: side.as_ref().and_then(|side| side.mode) })
        };
        let old = version(self.old_bytes(&path)?, &file.old);
        let new = version(self.new_bytes(&path)?, &file.new);
        Ok(Change { path, old, new, from: file.from.as_ref().map(|from| from.0.clone()) })
    }

    /// The splices that make the old bytes of a path, which are given, from the new ones: of that path, or of
    /// the one that it was renamed to. None where the record does not tell: the new ones come from another
    /// path.
    pub fn backward(&self, path: &RepoPath, old: &[u8]) -> Result<Option<Vec<Splice>>, RecordError> {
        let Some(file) = self.file(path).filter(|file| file.old.is_some() && file.from.is_none()) else {
            return Ok(None);
        };
        let carrier = match &file.new {
            Some(_) => file,
            None => match self.places().by_origin.get(path) {
                Some(&at) => &self.meta.files[at],
                None if old.is_empty() => return Ok(Some(Vec::new())),
                None => return Ok(Some(vec![Splice { old: Span { start: 0, end: 0 }, new: old.to_vec() }])),
            },
        };
        let back = splice::inverse(&carrier.splices).ok_or_else(|| self.damaged())?;
        let laid = carrier.splices.iter().zip(back).map(|(there, back)| {
            let new = old.get(there.start..there.end)?.to_vec();
            Some(Splice { old: Span { start: back.start, end: back.end }, new })
        });
        laid.collect::<Option<_>>().map(Some).ok_or_else(|| self.damaged())
    }

    /// The objects that hold the bytes: those that are whole, and the others.
    pub(super) fn objects(&self) -> (Option<ObjectId>, Option<ObjectId>) {
        (self.kept, self.stream)
    }

    fn side(&self, path: &RepoPath, wanted: Keeps) -> Result<Option<Vec<u8>>, RecordError> {
        self.side_from(path, wanted, None)
    }

    /// `other` is the other side, where it is at hand.
    fn side_from(
        &self,
        path: &RepoPath,
        wanted: Keeps,
        other: Option<&[u8]>,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let Some(file) = self.file(path) else { return Ok(None) };
        let Some(side) = side(file, wanted) else { return Ok(None) };
        let bytes = if wanted == self.meta.keeps { self.kept(file, side)? } else { self.made(file, other)? };
        // A replacement (`git replace`) or a file in `private` may be anything.
        if self.repo.blob_id(&bytes)? == side.id { Ok(Some(bytes)) } else { Err(self.damaged()) }
    }

    /// Bytes that are kept whole.
    fn kept(&self, file: &FileMeta, side: &Side) -> Result<Vec<u8>, RecordError> {
        if file.private {
            return Ok(self.parts(file)?.0.to_vec());
        }
        blob(self.repo, side.id)?.ok_or_else(|| self.damaged())
    }

    /// Bytes that are made of those, which may be at hand.
    fn made(&self, file: &FileMeta, at_hand: Option<&[u8]>) -> Result<Vec<u8>, RecordError> {
        let places = self.places();
        // The one whose splices tell, and the one whose bytes they are laid over.
        let (carrier, base) = match self.meta.keeps {
            Keeps::Old => (file, file.from.as_ref().map_or(Some(file), |from| self.file(&from.0))),
            Keeps::New => {
                let target = places.by_origin.get(&file.path.0).map(|&at| &self.meta.files[at]);
                (target.unwrap_or(file), Some(target.unwrap_or(file)))
            }
        };
        let base = match base.and_then(|base| Some((base, side(base, self.meta.keeps)?))) {
            Some((base, side)) => match at_hand.filter(|_| base.path == file.path) {
                Some(bytes) => Cow::Borrowed(bytes),
                None => Cow::Owned(self.kept(base, side)?),
            },
            None => Cow::Borrowed(&[][..]),
        };
        let turned = match self.meta.keeps {
            Keeps::Old => None,
            Keeps::New => Some(splice::inverse(&carrier.splices).ok_or_else(|| self.damaged())?),
        };
        let splices = turned.as_ref().unwrap_or(&carrier.splices);
        splice::splice(&base, splices, self.parts(carrier)?.1).ok_or_else(|| self.damaged())
    }

    /// The parts of the streams for a file: its whole bytes if it is private, and the bytes that its splices
    /// need.
    fn parts(&self, file: &FileMeta) -> Result<(&[u8], &[u8]), RecordError> {
        let places = self.places();
        let streams = self.streams()?;
        let stream = if file.private { streams.private.as_deref() } else { Some(&streams.public[..]) };
        let whole = if file.private { whole_len(file, self.meta.keeps) } else { 0 };
        let part = |start: usize, len: usize| stream.unwrap_or_default().get(start..start.checked_add(len)?);
        let start = places.by_path.get(&file.path.0).map_or(0, |&at| places.starts[at]);
        let parts =
            part(start, whole).zip(part(start.saturating_add(whole), besides_len(file, self.meta.keeps)));
        parts.ok_or_else(|| self.damaged())
    }

    fn streams(&self) -> Result<&RecordStreams, RecordError> {
        if let Some(streams) = self.streams.get() {
            return Ok(streams);
        }
        let public = match self.stream {
            Some(id) => blob(self.repo, id)?.ok_or_else(|| self.damaged())?,
            None => Vec::new(),
        };
        let any = self.meta.files.iter().any(|file| file.private);
        let private = if any { private::read(self.repo, (self.id(), self.meta.edition))? } else { None };
        Ok(self.streams.get_or_init(|| RecordStreams { public, private }))
    }

    fn places(&self) -> &FilePositions {
        self.places.get_or_init(|| {
            let mut places = FilePositions::default();
            let (mut public, mut private) = (0usize, 0usize);
            for (at, file) in self.meta.files.iter().enumerate() {
                places.by_path.entry(file.path.0.clone()).or_insert(at);
                if let Some(from) = &file.from {
                    places.by_origin.entry(from.0.clone()).or_insert(at);
                }
                let besides = besides_len(file, self.meta.keeps);
                // The numbers come from a file: too large ones must not wrap around.
                if file.private {
                    places.starts.push(private);
                    let whole = whole_len(file, self.meta.keeps);
                    private = private.saturating_add(whole).saturating_add(besides);
                } else {
                    places.starts.push(public);
                    public = public.saturating_add(besides);
                }
            }
            places
        })
    }

    fn damaged(&self) -> RecordError {
        RecordError::Damaged { id: Some(self.id()), tree: self.tree }
    }
}

fn side(file: &FileMeta, wanted: Keeps) -> Option<&Side> {
    match wanted {
        Keeps::Old => file.old.as_ref(),
        Keeps::New => file.new.as_ref(),
    }
}

fn whole_len(file: &FileMeta, keeps: Keeps) -> usize {
    side(file, keeps).map_or(0, |side| usize::try_from(side.size).unwrap_or(usize::MAX))
}

/// Number of bytes in the stream that a file's splices need.
fn besides_len(file: &FileMeta, keeps: Keeps) -> usize {
    let lens = file.splices.iter().map(|splice| match keeps {
        Keeps::Old => splice.len,
        Keeps::New => splice.end.saturating_sub(splice.start),
    });
    lens.fold(0, usize::saturating_add)
}

/// The bytes of a blob; none if it is missing or something else.
pub(super) fn blob(repo: &Repo, id: ObjectId) -> Result<Option<Vec<u8>>, RecordError> {
    let found = repo.git().try_find_object(id)?;
    Ok(found.filter(|object| object.kind == ObjectKind::Blob).map(|object| object.detach().data))
}

/// Returns whether these are the bytes that a record speaks of.
pub(crate) fn is_version(
    repo: &Repo,
    version: Option<&Version>,
    side: Option<&Side>,
) -> Result<bool, gix::Error> {
    match (version, side) {
        (None, None) => Ok(true),
        (Some(version), Some(side)) => {
            Ok(version.bytes.len() as u64 == side.size && repo.blob_id(&version.bytes)? == side.id)
        }
        _ => Ok(false),
    }
}
