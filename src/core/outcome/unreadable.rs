//! Reasons why a file cannot be read as a target.

use bstr::BString;

use super::Class;
use crate::core::{path::RepoPath, resolve::Kind};

/// Reasons why a file cannot be read as a target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is a link or lies behind one.
    #[error("is a symbolic link, or below one")]
    Link {
        /// Its target, if that is in the work tree.
        real: Option<RepoPath>,
    },
    /// It is no regular file.
    #[error("is not a regular file")]
    NotAFile(Kind),
    /// It lies in another repository.
    #[error("is in a submodule or nested repository")]
    Repository,
    /// It is left out of the sparse checkout.
    #[error("is left out of the sparse checkout")]
    Sparse,
    /// It is larger than `sr.maxFileBytes`.
    #[error("has {size} bytes, more than {max}")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        max: u64,
    },
    /// Its content, or its attributes, say that it is binary.
    #[error("is binary")]
    Binary,
    /// Its content is neither UTF-8 nor ASCII, and the block adds characters that are not ASCII.
    #[error("is not in UTF-8, and the block adds characters that are not ASCII")]
    NotUtf8,
    /// Its content is UTF-8, and the block adds bytes that are not.
    #[error("is in UTF-8, and the block adds bytes that are not")]
    Utf8,
    /// Its content is UTF-16, with a byte order mark.
    #[error("is in UTF-16")]
    Utf16,
    /// Its declared `working-tree-encoding` is not supported.
    #[error("has the encoding '{0}'")]
    Encoding(BString),
    /// A merge left it with several versions in the index.
    #[error("is not merged")]
    Unmerged,
    /// git does not convert it to the form that it stores: a filter fails, or its encoding is another.
    #[error("cannot be converted: {0}")]
    GitForm(BString),
    /// The system refused.
    #[error("cannot be read: {0}")]
    Io(std::io::ErrorKind),
}

impl Unreadable {
    /// The class.
    pub fn class(&self) -> Class {
        match self {
            Self::Link { .. } => Class::Link,
            Self::NotAFile(_) => Class::NotAFile,
            Self::Repository => Class::Repository,
            Self::Sparse => Class::Sparse,
            Self::TooLarge { .. } => Class::Limit,
            Self::Binary => Class::Binary,
            Self::NotUtf8 | Self::Utf8 | Self::Utf16 | Self::Encoding(_) | Self::GitForm(_) => {
                Class::Encoding
            }
            Self::Unmerged => Class::Unmerged,
            Self::Io(_) => Class::Io,
        }
    }
}
