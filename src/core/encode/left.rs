//! Reasons why a change is not in a reply.

use crate::core::reply::Unwritten;

/// Reason why the change of a path is not in a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The format cannot say it.
    Format(Unwritten),
    /// Only its content is there: the executable bit comes or goes.
    Mode,
    /// Its content is not for a model: a reply must not write it, or it holds secrets.
    NotForModels,
    /// It is not merged.
    Unmerged,
    /// It is a symbolic link.
    Link,
    /// It is a submodule.
    Repository,
    /// Its path is none that a reply could write.
    Path,
    /// The file is binary.
    Binary,
    /// The file is too large.
    TooLarge,
    /// The change is one of line endings, or a new file has other ones than are written here.
    Endings,
    /// The newline at the end of the file comes or goes, or a new file has none.
    FinalNewline,
    /// The byte order mark comes or goes.
    Mark,
    /// The path, or a part of the text, reads as something else in this format.
    Misread,
    /// The blocks do not make this change: the class of the first that fails, if one does.
    Refused(Option<&'static str>),
    /// It cannot be made in one reply with the others.
    Together,
}

/// An option without which a block is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// `--allow`: the class of the path is refused.
    Allow,
    /// `--allow-placeholder`: a line looks like a placeholder for code left out.
    AllowPlaceholder,
    /// `--force`: the file shrinks or grows much.
    Force,
}

impl From<Unwritten> for LeftOut {
    fn from(unwritten: Unwritten) -> Self {
        Self::Format(unwritten)
    }
}
