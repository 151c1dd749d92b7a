//! Forms of bytes, paths, ids and modes in the JSON of records, journals and notes.

use std::io;
use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice, ByteVec};
use gix::ObjectId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::path::RepoPath;

/// Bytes that are text as a rule: in JSON a string if they are UTF-8, else `{"hex": "..."}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub BString);

/// A path in the same form. What does not name a file of the repository is refused when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialPath(pub RepoPath);

impl Bytes {
    /// A path of the file system.
    pub(super) fn of_path(path: &Path) -> io::Result<Self> {
        let bytes = Vec::from_path_buf(path.to_owned()).map_err(|_| io::ErrorKind::InvalidFilename)?;
        Ok(Self(bytes.into()))
    }

    /// The path again.
    pub(super) fn to_path(&self) -> io::Result<PathBuf> {
        self.0.to_path().map(Path::to_owned).map_err(io::Error::other)
    }
}

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

impl Serialize for SerialPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Bytes(self.0.as_bstr().to_owned()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SerialPath {
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

pub(in crate::repo) mod octal {
    use super::*;

    pub(in crate::repo) fn serialize<S: Serializer>(
        mode: &Option<u32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        mode.map(|mode| format!("{mode:04o}")).serialize(serializer)
    }

    pub(in crate::repo) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u32>, D::Error> {
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
        assert!(serde_json::from_str::<SerialPath>("\"../a\"").is_err());
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
