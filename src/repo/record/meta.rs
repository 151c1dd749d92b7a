//! Metadata of a record: the blob `meta`, one JSON object that explains the rest of the tree.

use gix::ObjectId;
use serde::{Deserialize, Serialize};

use super::{BatchId, BatchKind, RecordedSplice};
use crate::repo::entry::StagedPath;
use crate::repo::serial::{Bytes, SerialPath, hex, octal, optional_hex};

/// The version of the format that is written. Readers take no other.
pub const VERSION: u32 = 1;

/// Header of a batch: all that is known of it before it is written, but for its changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchHeader {
    /// Kind of the batch.
    #[serde(flatten)]
    pub kind: BatchKind,
    /// The time of the batch, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: Bytes,
    /// The names of the replies.
    pub sources: Vec<Bytes>,
    /// The first heading of the replies, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The id that the replies would have as a blob, with the options that lead their paths elsewhere. It is
    /// not stored.
    #[serde(with = "optional_hex")]
    pub reply: Option<ObjectId>,
    /// Batches that an undo takes back besides, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<BatchId>,
    /// The files of those batches that an undo takes back, where it does not take back all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<SerialPath>,
    /// Results of the blocks, in the order of the replies. Records of older versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<BlockMeta>,
    /// True if only the index changed: the files are those of the index, as git stores them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// True if it takes back files that a failed command wrote: redo passes it over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdraws: bool,
}

impl BatchHeader {
    /// The batches that this one takes back, the newest first.
    pub fn taken_back(&self) -> impl Iterator<Item = BatchId> {
        let first = match self.kind {
            BatchKind::Undo { of } => Some(of),
            BatchKind::Apply => None,
        };
        first.into_iter().chain(self.also.iter().copied())
    }
}

/// Metadata of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// [`VERSION`]
    pub version: u32,
    /// The number that the record's reference ends in.
    pub id: BatchId,
    /// Its header.
    #[serde(flatten)]
    pub header: BatchHeader,
    /// 0 for an apply; for an undo, one more than the batch it takes back. An odd one takes changes away, an
    /// even one (an undo of an undo) puts them back.
    pub depth: u32,
    /// The newest record when this one was made.
    pub prev: Option<BatchId>,
    /// The commit that `HEAD` named before; none on an unborn branch.
    #[serde(with = "optional_hex")]
    pub head: Option<ObjectId>,
    /// The full name of the branch; none if `HEAD` was detached.
    pub branch: Option<Bytes>,
    /// The move of `HEAD` by the batch, if there was one: by making a commit, or by taking one back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// The side of the files that is kept whole.
    #[serde(default, skip_serializing_if = "Keeps::is_old")]
    pub keeps: Keeps,
    /// Each path, in the order of their bytes in `inserted` or `removed`.
    pub files: Vec<FileMeta>,
    /// Entries that were staged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<StagedPath>,
    /// The index in which it was staged, where `GIT_INDEX_FILE` named another than that of the work tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index_file: Option<Bytes>,
    /// Number of times that its private bytes were written anew, which is in the name of their file.
    #[serde(default, skip_serializing_if = "is_first")]
    pub edition: u32,
    /// Directories made, parents first.
    pub dirs_made: Vec<SerialPath>,
    /// Directories that go if the batch leaves them empty, parents first.
    pub dirs_removed: Vec<FolderMeta>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_first(edition: &u32) -> bool {
    *edition == 0
}

impl Meta {
    /// Number of files that the batch changed, of which a renamed one is one.
    pub fn file_count(&self) -> usize {
        let is_source = |file: &FileMeta| {
            file.op == Op::Delete && self.files.iter().any(|other| other.from.as_ref() == Some(&file.path))
        };
        self.files.iter().filter(|file| !is_source(file)).count()
    }

    /// Returns whether another record is of the same batch, amended after it was written.
    pub(super) fn is_amended_to(&self, other: &Self) -> bool {
        fn whose(meta: &Meta) -> impl PartialEq {
            let BatchHeader { kind, time, cwd, sources, .. } = &meta.header;
            (meta.id, meta.prev, &meta.head, &meta.branch, kind, time, cwd, sources)
        }
        whose(self) == whose(other)
    }
}

/// The side of its files that a record keeps whole. The other is made from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeps {
    /// The old ones, under `old`; `inserted` has the bytes that the batch put in.
    #[default]
    Old,
    /// The new ones, under `new`; `removed` has the bytes that the batch took out. This is the form of a
    /// batch that turns another around, whose record has all of these objects already.
    New,
}

impl Keeps {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_old(&self) -> bool {
        *self == Self::Old
    }

    /// The other ones.
    pub(super) fn turned(self) -> Self {
        if self == Self::Old { Self::New } else { Self::Old }
    }

    /// Names of the tree of whole files and of the stream of the others' bytes.
    pub(super) fn names(self) -> [&'static str; 2] {
        if self == Self::Old { ["old", "inserted"] } else { ["new", "removed"] }
    }
}

/// Metadata of a directory that may go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderMeta {
    /// The path.
    pub path: SerialPath,
    /// Its permission bits, in JSON octal digits.
    #[serde(with = "octal")]
    pub mode: Option<u32>,
}

/// A move of `HEAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The commit that it named before; none on an unborn branch.
    #[serde(with = "optional_hex")]
    pub from: Option<ObjectId>,
    /// The commit that it names then; none on a branch that is unborn again.
    #[serde(with = "optional_hex")]
    pub to: Option<ObjectId>,
}

/// Metadata of one block. Of its text, only an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockMeta {
    /// Index of its reply in [`BatchHeader::sources`].
    pub source: usize,
    /// Its line there, from 1.
    pub line: usize,
    /// The path that it means.
    pub path: Bytes,
    /// The name of the tier that found its place; none for operations on whole files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// Its result: `applied`, `already-applied`, `no-op`.
    pub status: String,
    /// The id that the text between its markers would have as a blob, of an edit that was applied to a file
    /// without secrets. Records of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_hex")]
    pub text: Option<ObjectId>,
    /// The runs of lines that it put into the new file: the first, from 0, and the one behind the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<[usize; 2]>,
}

/// Metadata of one path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMeta {
    /// The path.
    pub path: SerialPath,
    /// The operation on it.
    pub op: Op,
    /// The file before; none if there was none.
    pub old: Option<Side>,
    /// The file after; none if there is none.
    pub new: Option<Side>,
    /// For a renamed file, the path of its old bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SerialPath>,
    /// The splices that make the new bytes from the old ones.
    pub splices: Vec<RecordedSplice>,
    /// True if its bytes are kept out of the object database.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// Operation on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// A file where there was none.
    Create,
    /// Another content or mode.
    Edit,
    /// The file goes.
    Delete,
    /// A file that was elsewhere.
    Rename,
}

/// A file before or after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The id of its raw bytes as a blob.
    #[serde(with = "hex")]
    pub id: ObjectId,
    /// Number of bytes.
    pub size: u64,
    /// Its permission bits, in JSON octal digits; none where the system's default was asked for.
    #[serde(with = "octal")]
    pub mode: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_written_in_octal() {
        let side = Side { id: ObjectId::null(gix::hash::Kind::Sha1), size: 0, mode: Some(0o755) };
        assert!(serde_json::to_string(&side).unwrap().contains("\"mode\":\"0755\""));
    }

    /// As records were written before their header was a part of its own.
    const APPLIED: &str = r#"{"version":1,"id":3,"kind":"apply","depth":0,"prev":2,"time":1795405372,
        "cwd":"/home/me/r","sources":["reply.md",{"hex":"ff2e6d64"}],"title":"Heading",
        "reply":"a3e18249e6861cef81cb067b7b9714e3cfaf7594","head":"8f08bfabe24d3405371629f7d3708f192a50c86a",
        "branch":"refs/heads/main","blocks":[{"source":0,"line":5,"path":"a.txt","tier":"exact","status":"applied",
        "text":"fcb448b3800096397adbbe18f4898f1a2c4d07b1","wrote":[[0,1]]}],"files":[],"cached":true,
        "dirs_made":["new"],"dirs_removed":[]}"#;
    const UNDONE: &str = r#"{"version":1,"id":4,"kind":"undo","of":3,"depth":1,"prev":3,"time":1795405380,
        "cwd":"/","sources":[],"reply":null,"head":null,"branch":null,"also":[2,1],"keeps":"new","files":[],
        "withdraws":true,"dirs_made":[],"dirs_removed":[]}"#;

    #[test]
    fn records_of_older_versions_are_read() {
        let applied: Meta = serde_json::from_str(APPLIED).unwrap();
        let header = &applied.header;
        assert_eq!((applied.id, applied.prev, header.kind), (BatchId(3), Some(BatchId(2)), BatchKind::Apply));
        assert_eq!((header.time, header.cwd.0.as_slice()), (1_795_405_372, &b"/home/me/r"[..]));
        assert_eq!(header.sources[1].0.as_slice(), b"\xff.md");
        assert_eq!(header.title.as_deref(), Some("Heading"));
        assert!(header.reply.is_some() && header.cached && !header.withdraws);
        assert_eq!(header.blocks[0].wrote, [[0, 1]]);
        assert!(applied.dirs_made.len() == 1 && applied.head.is_some() && applied.branch.is_some());

        let undone: Meta = serde_json::from_str(UNDONE).unwrap();
        let back: Vec<_> = undone.header.taken_back().collect();
        assert_eq!(back, [BatchId(3), BatchId(2), BatchId(1)]);
        assert!(undone.header.withdraws && undone.header.reply.is_none() && undone.keeps == Keeps::New);
    }

    #[test]
    fn the_header_is_written_among_the_other_keys() {
        for text in [APPLIED, UNDONE] {
            let meta: Meta = serde_json::from_str(text).unwrap();
            let written: serde_json::Value = serde_json::to_value(&meta).unwrap();
            assert_eq!(written, serde_json::from_str::<serde_json::Value>(text).unwrap());
        }
    }
}
