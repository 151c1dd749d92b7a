//! A path inside the repository: relative, `/` between components, no `..`, no `.git` in any disguise.
//!
//! The rules are the same on every system: a reply that is harmless here must not become harmful where it is
//! applied next.

use std::fmt;

use bstr::{BStr, BString, ByteSlice};
use gix_validate::path::component;

use super::escape::{escape, is_invisible};
use super::fold::fold;

/// Longest path, in bytes (`PATH_MAX` of Linux).
pub const MAX_BYTES: usize = 4096;
/// Longest component, in bytes (`NAME_MAX` of the usual file systems).
pub const MAX_COMPONENT_BYTES: usize = 255;
/// Most components of a path.
pub const MAX_LEVELS: usize = 512;

/// A path from the root of the work tree, checked when it was made and never changed afterwards.
///
/// It is UTF-8 without control, bidi or invisible characters, so that it prints as itself. Names that only
/// Windows refuses are accepted. Characters that mean something to a shell, an option parser or a pathspec
/// (`-rf`, `*`, `:(top)x`) are part of the name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RepoPath(BString);

/// Reason why bytes are not a path inside the repository.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// Nothing at all.
    #[error("path is empty")]
    Empty,
    /// It starts at a root: with a `/`.
    #[error("path is absolute")]
    Absolute,
    /// It starts in the home folder: with `~/`.
    #[error("path starts in the home folder")]
    Home,
    /// It starts with a drive: with one character and a `:`.
    #[error("path starts with a drive")]
    Drive,
    /// Two `/` next to each other, or one at the end.
    #[error("path has an empty component")]
    EmptyComponent,
    /// A component is `.` or `..`.
    #[error("path has '{component}'")]
    Relative {
        /// The component.
        component: &'static str,
    },
    /// A `\`, which is a separator on Windows and a name elsewhere.
    #[error("path has a backslash")]
    Backslash {
        /// Its offset in bytes.
        offset: usize,
    },
    /// A control, bidi or invisible character.
    #[error("path has a character that does not show (U+{:04X})", u32::from(*.character))]
    Character {
        /// Its offset in bytes.
        offset: usize,
        /// The character.
        character: char,
    },
    /// Bytes that are not UTF-8.
    #[error("path is not UTF-8")]
    NotUtf8 {
        /// Their offset in bytes.
        offset: usize,
    },
    /// More than [`MAX_BYTES`].
    #[error("path is too long ({bytes} bytes)")]
    Long {
        /// Its length.
        bytes: usize,
    },
    /// A component of more than [`MAX_COMPONENT_BYTES`].
    #[error("path has a component that is too long ({bytes} bytes)")]
    LongComponent {
        /// The component's length.
        bytes: usize,
    },
    /// More than [`MAX_LEVELS`] components.
    #[error("path is too deep ({levels} levels)")]
    Deep {
        /// Number of components that it has.
        levels: usize,
    },
    /// A component that is `.git` to some file system.
    #[error("path leads into the Git directory ('{}')", escape(.component))]
    DotGit {
        /// The component as written.
        component: BString,
    },
}

impl RepoPath {
    /// Checks a path. Nothing is changed in it: the caller removes `./` and doubled `/` first.
    ///
    /// # Errors
    ///
    /// The first rule that is broken.
    ///
    /// # Examples
    ///
    /// ```
    /// use git_sr::core::path::RepoPath;
    ///
    /// let path = RepoPath::new(b"src/lib.rs").expect("a path");
    /// assert_eq!(path.file_name(), "lib.rs");
    /// for bad in ["../lib.rs", "/lib.rs", ".git/config", "a//b", "a\nb"] {
    ///     assert!(RepoPath::new(bad.as_bytes()).is_err(), "{bad:?}");
    /// }
    /// ```
    pub fn new(path: &[u8]) -> Result<Self, PathError> {
        check_text(path)?;
        check_start(path)?;
        let levels = path.split_str("/").count();
        if levels > MAX_LEVELS {
            return Err(PathError::Deep { levels });
        }
        path.split_str("/").try_for_each(check_component)?;
        Ok(Self(path.into()))
    }

    /// The whole path.
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// Its components, from the root downwards.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &BStr> {
        self.0.split(|byte| *byte == b'/').map(ByteSlice::as_bstr)
    }

    /// The last component.
    pub fn file_name(&self) -> &BStr {
        self.split_last().1
    }

    /// The folder that it is in; none at the root.
    pub fn parent(&self) -> Option<Self> {
        self.split_last().0.map(|parent| Self(parent.into()))
    }

    /// The path `rest`, seen from this folder.
    ///
    /// # Errors
    ///
    /// As [`RepoPath::new()`] for the path as a whole.
    pub fn join(&self, rest: &[u8]) -> Result<Self, PathError> {
        Self::new(&[self.0.as_slice(), b"/", rest].concat())
    }

    fn split_last(&self) -> (Option<&BStr>, &BStr) {
        match self.0.rsplit_once_str("/") {
            Some((parent, name)) => (Some(parent.as_bstr()), name.as_bstr()),
            None => (None, self.as_bstr()),
        }
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(&self.0).fmt(f)
    }
}

impl serde::Serialize for RepoPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Checks the path as a whole. The length comes first: a path that is too long is not read further.
fn check_text(path: &[u8]) -> Result<(), PathError> {
    if path.len() > MAX_BYTES {
        return Err(PathError::Long { bytes: path.len() });
    }
    let text = path.to_str().map_err(|error| PathError::NotUtf8 { offset: error.valid_up_to() })?;
    match text.char_indices().find(|&(_, character)| character.is_control() || is_invisible(character)) {
        Some((offset, character)) => Err(PathError::Character { offset, character }),
        None => Ok(()),
    }
}

fn check_start(path: &[u8]) -> Result<(), PathError> {
    if path.is_empty() {
        return Err(PathError::Empty);
    }
    if path.starts_with(b"/") {
        return Err(PathError::Absolute);
    }
    if path == b"~" || path.starts_with(b"~/") {
        return Err(PathError::Home);
    }
    // Any one character: `1:x` is a drive too where one was assigned (CVE-2019-1351).
    if path.chars().nth(1) == Some(':') {
        return Err(PathError::Drive);
    }
    match path.find_byte(b'\\') {
        Some(offset) => Err(PathError::Backslash { offset }),
        None => Ok(()),
    }
}

fn check_component(name: &[u8]) -> Result<(), PathError> {
    match name {
        b"" => return Err(PathError::EmptyComponent),
        b"." => return Err(PathError::Relative { component: "." }),
        b".." => return Err(PathError::Relative { component: ".." }),
        _ if name.len() > MAX_COMPONENT_BYTES => return Err(PathError::LongComponent { bytes: name.len() }),
        _ => {}
    }
    let by_git = gix_validate::path::component(name.into(), None, component::Options::default());
    if matches!(by_git, Err(component::Error::DotGitDir)) || matches!(fold(name).as_str(), ".git" | "git~1") {
        return Err(PathError::DotGit { component: name.into() });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
