//! The page of a record that says what is on the others: the blob `meta`, one JSON object.

use bstr::{BString, ByteSlice};
use gix::ObjectId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{BatchId, Kind, Splice};
use crate::core::path::RepoPath;
use crate::repo::index::Staged;

/// The version of the format that is written. Readers take no other.
pub const VERSION: u32 = 1;

/// What a record says about its batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// [`VERSION`]
    pub version: u32,
    /// The number that the record's reference ends in.
    pub id: BatchId,
    /// What the batch did.
    #[serde(flatten)]
    pub kind: Kind,
    /// 0 for an apply; for an undo, one more than the batch it takes back. An odd one takes changes away, an even one
    /// (an undo of an undo) puts them back.
    pub depth: u32,
    /// The newest record when this one was made.
    pub prev: Option<BatchId>,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: Bytes,
    /// The names of the replies.
    pub sources: Vec<Bytes>,
    /// The id that the replies would have as a blob, with the options that lead their paths elsewhere. It is not stored.
    #[serde(with = "optional_hex")]
    pub reply: Option<ObjectId>,
    /// The commit that `HEAD` named before; none on an unborn branch.
    #[serde(with = "optional_hex")]
    pub head: Option<ObjectId>,
    /// The full name of the branch; none if `HEAD` was detached.
    pub branch: Option<Bytes>,
    /// Where the batch moved `HEAD` to, if it did: by making a commit, or by taking one back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// What an undo takes back besides, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<BatchId>,
    /// What became of each block, in the order of the replies. Records of older versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<BlockMeta>,
    /// Which bytes of the files are kept whole.
    #[serde(default, skip_serializing_if = "Keeps::is_old")]
    pub keeps: Keeps,
    /// Each path, in the order in which their bytes stand in `inserted` or `removed`.
    pub files: Vec<FileMeta>,
    /// What was staged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<Staged>,
    /// Whether only the index changed: the files are those of the index, as git stores them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// Whether it puts back what a command wrote that failed then: redo passes it over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdraws: bool,
    /// Directories made, parents first.
    pub dirs_made: Vec<Name>,
    /// Directories that go if the batch leaves them empty, parents first.
    pub dirs_removed: Vec<FolderMeta>,
}

impl Meta {
    /// The batches that this one takes back, the newest first.
    pub fn taken_back(&self) -> impl Iterator<Item = BatchId> {
        let first = match self.kind {
            Kind::Undo { of } => Some(of),
            Kind::Apply => None,
        };
        first.into_iter().chain(self.also.iter().copied())
    }

    /// Whether another record is of the same batch, told of what is known only after it was written.
    pub(super) fn is_amended_to(&self, other: &Self) -> bool {
        let whose = |meta: &Self| {
            let Self { id, kind, prev, time, cwd, sources, head, branch, .. } = meta.clone();
            (id, kind, prev, time, (cwd, sources), (head, branch))
        };
        whose(self) == whose(other)
    }
}

/// Which bytes of its files a record keeps whole. The others are made of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeps {
    /// The old ones, under `old`; `inserted` has what the batch put in.
    #[default]
    Old,
    /// The new ones, under `new`; `removed` has what the batch took out. So it is with a batch that turns another around,
    /// whose record has all of this already.
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

    /// What the tree of whole files and the stream of the others' bytes are called.
    pub(super) fn names(self) -> [&'static str; 2] {
        if self == Self::Old { ["old", "inserted"] } else { ["new", "removed"] }
    }
}

/// What a record says about a directory that may go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderMeta {
    /// The path.
    pub path: Name,
    /// Its permission bits, in JSON octal digits.
    #[serde(with = "octal")]
    pub mode: Option<u32>,
}

/// Where `HEAD` went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The commit that it named before; none on an unborn branch.
    #[serde(with = "optional_hex")]
    pub from: Option<ObjectId>,
    /// The commit that it names then; none on a branch that is unborn again.
    #[serde(with = "optional_hex")]
    pub to: Option<ObjectId>,
}

/// What a record says about one block. Nothing of its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockMeta {
    /// The reply that it stands in, by its place in [`Meta::sources`].
    pub source: usize,
    /// Its line there, from 1.
    pub line: usize,
    /// The path that it means.
    pub path: Bytes,
    /// The name of the tier that found its place; none for operations on whole files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// What became of it: `applied`, `already-applied`, `no-op`.
    pub status: String,
}

/// What a record says about one path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMeta {
    /// The path.
    pub path: Name,
    /// What became of it.
    pub op: Op,
    /// What stood there; none if nothing did.
    pub old: Option<Side>,
    /// What stands there then; none if nothing does.
    pub new: Option<Side>,
    /// For a renamed file, the path that its old bytes stood at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Name>,
    /// How the new bytes are made from the old ones.
    pub splices: Vec<Splice>,
    /// Whether its bytes are kept out of the object database.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// What becomes of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// A file where there was none.
    Create,
    /// Another content or mode.
    Edit,
    /// The file goes.
    Delete,
    /// A file that stood elsewhere.
    Rename,
}

/// A file before or after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The id of its raw bytes as a blob.
    #[serde(with = "hex")]
    pub id: ObjectId,
    /// How many bytes.
    pub size: u64,
    /// Its permission bits, in JSON octal digits; none where the system's default was asked for.
    #[serde(with = "octal")]
    pub mode: Option<u32>,
}

/// Bytes that are text as a rule: in JSON a string if they are UTF-8, else `{"hex": "..."}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub BString);

/// A path in the same form. What does not name a file of the repository is refused when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(pub RepoPath);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Json {
    Text(String),
    Hex { hex: String },
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = match self.0.to_str() {
            Ok(text) => Json::Text(text.to_owned()),
            Err(_) => Json::Hex { hex: self.0.iter().map(|byte| format!("{byte:02x}")).collect() },
        };
        json.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Text(text) => Ok(Self(text.into())),
            Json::Hex { hex } => {
                unhex(&hex).map(Self).ok_or_else(|| D::Error::custom("bad hexadecimal digits"))
            }
        }
    }
}

fn unhex(digits: &str) -> Option<BString> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| u8::try_from(digit(*high)? * 16 + digit(*low)?).ok());
    if rest.is_empty() { bytes.collect::<Option<Vec<u8>>>().map(BString::from) } else { None }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Bytes(self.0.as_bstr().to_owned()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RepoPath::new(&Bytes::deserialize(deserializer)?.0).map(Self).map_err(D::Error::custom)
    }
}

pub(in crate::repo) mod hex {
    use super::*;

    pub(in crate::repo) fn serialize<S: Serializer>(id: &ObjectId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    pub(in crate::repo) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ObjectId, D::Error> {
        let text = String::deserialize(deserializer)?;
        ObjectId::from_hex(text.as_bytes()).map_err(D::Error::custom)
    }
}

pub(in crate::repo) mod optional_hex {
    use super::*;

    pub(in crate::repo) fn serialize<S: Serializer>(
        id: &Option<ObjectId>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        id.map(|id| id.to_string()).serialize(serializer)
    }

    pub(in crate::repo) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ObjectId>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| ObjectId::from_hex(text.as_bytes())).transpose().map_err(D::Error::custom)
    }
}

mod octal {
    use super::*;

    pub(super) fn serialize<S: Serializer>(mode: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
        mode.map(|mode| format!("{mode:04o}")).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| u32::from_str_radix(&text, 8)).transpose().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_stays_readable() {
        assert_eq!(serde_json::to_string(&Bytes("ä b".into())).unwrap(), "\"ä b\"");
    }

    #[test]
    fn a_path_out_of_the_repository_is_not_read() {
        assert!(serde_json::from_str::<Name>("\"../a\"").is_err());
    }

    #[test]
    fn a_mode_is_written_in_octal() {
        let side = Side { id: ObjectId::null(gix::hash::Kind::Sha1), size: 0, mode: Some(0o755) };
        assert!(serde_json::to_string(&side).unwrap().contains("\"mode\":\"0755\""));
    }

    #[test]
    fn half_a_byte_is_not_read() {
        assert!(serde_json::from_str::<Bytes>(r#"{"hex":"abc"}"#).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
            let bytes = Bytes(bytes.into());
            let json = serde_json::to_string(&bytes).unwrap();
            prop_assert_eq!(serde_json::from_str::<Bytes>(&json).unwrap(), bytes);
        }
    }
}
