//! From the candidates on a path line to the one path that is meant.

mod extra;
mod reading;
mod similar;

use bstr::{BStr, BString, ByteSlice as _};

use super::path::{PathError, RepoPath};
use super::reply::PathCandidate;
use reading::{Reading, first, read};

/// The object at a path of the work tree. Links are seen, never followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing, and nothing that a file could be created through on the way there but missing or real folders.
    Absent,
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link, or a path that leads through one.
    Link,
    /// A FIFO, socket or device, or a path that leads through a file.
    Other,
    /// A path inside a submodule or another nested repository, or its root.
    Repository,
}

/// The work tree as resolving sees it.
pub trait Tree {
    /// The absolute path of the work tree's root, as the system spells it.
    fn root(&self) -> &[u8];
    /// The object at this path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The tracked files whose path ends in these components (`utils.py` finds `src/utils.py`), at most `limit` of
    /// them.
    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath>;
    /// The tracked files of the same folder whose names are nearly that of this path, the nearest first.
    fn nearly(&self, _path: &RepoPath) -> Vec<RepoPath> {
        Vec::new()
    }
    /// Returns whether an absolute path outside of the work tree leads to a place on this machine.
    fn is_here(&self, absolute: &[u8]) -> bool;
}

/// Purpose of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To edit the file that is there.
    Edit,
    /// To make the file.
    Create,
    /// To remove the file, or to rename it; it may be gone already.
    Delete,
    /// To move a file there.
    RenameTarget,
}

impl Purpose {
    fn makes_file(self) -> bool {
        matches!(self, Self::Create | Self::RenameTarget)
    }
}

/// Surroundings of a path.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The folder that relative paths start from (`--directory`); the root if there is none.
    pub directory: Option<&'a BStr>,
    /// The purpose of the path.
    pub purpose: Purpose,
}

/// A path that is meant, and what had to be done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The path, which is final: the guard judges it and nothing changes it any more.
    pub path: RepoPath,
    /// The kind of object at the path.
    pub kind: Kind,
    /// Remarks on it.
    pub notes: Vec<Note>,
}

/// Differences of a path from the one that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `a/`, `b/` or a leading `/` is gone.
    Stripped(&'static str),
    /// It was absolute, below the root.
    FromAbsolute,
    /// It is the only tracked file that ends in the given path. It is meant only if the SEARCH section is
    /// found there exactly, which the caller has to check.
    SuffixOf {
        /// The path as given.
        given: BString,
    },
    /// The path given has this path behind a first folder that occurs twice, or that is named as the root is.
    /// It is meant under the same condition, or if the change is made there already.
    ExtraFolder {
        /// The path as given.
        given: BString,
        /// The folder that would be there if the first one were not too many.
        absent: RepoPath,
    },
    /// The path given is an absolute one of another machine that ends in this whole path. It is meant under the same
    /// condition.
    FromElsewhere {
        /// The path as given.
        given: BString,
    },
}

/// Reason why no path is meant. `given` is the path as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// It leads out of the work tree, or could.
    #[error("leads out of the work tree")]
    Outside {
        /// The path.
        given: BString,
        /// The way in which it does so.
        way: Outside,
        /// The file here that an absolute path ends in: it may come from another place of the same tree.
        similar: Option<RepoPath>,
    },
    /// It can be no path here.
    #[error("{source}")]
    Bad {
        /// The path.
        given: BString,
        /// The error in it.
        source: PathError,
    },
    /// Nothing is there.
    #[error("no such file")]
    Missing {
        /// The path, with the folder in front that it starts from.
        given: BString,
        /// The tracked files that end in it, if there are several; else those that end in the most of it, if only in
        /// its last component (at most 8).
        similar: Vec<RepoPath>,
    },
    /// Nothing is there, and the line is not plainly a path.
    #[error("not plainly a path")]
    NotPlain {
        /// The line.
        given: BString,
    },
}

/// Ways out of the work tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `/x`, not below the root.
    Absolute,
    /// `C:x`, `1:/x`
    Drive,
    /// `//host/x`
    Unc,
    /// `~/x`, `~user/x`
    Home,
    /// `..`
    Parent,
}

/// Picks the one path that the candidates mean: the first that is there; else, for an edit, the only tracked file that
/// ends in one, or that one is but for an extra folder at its front; else, to make or to remove a file, the first that
/// is plainly a path.
pub fn resolve(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, ResolveError> {
    if let Some(found) = similar::from_elsewhere(candidates, context, tree) {
        return Ok(found);
    }
    let makes_file = context.purpose.makes_file();
    let mut named = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.iter().enumerate() {
        match read(candidate.text.as_bstr(), context, tree) {
            Ok(readings) => named.push((candidate, readings)),
            // A refused reading stays refused, whatever else the line could mean.
            Err(error) if index == 0 || (candidate.creates && makes_file) => return Err(error),
            Err(_) => {}
        }
    }
    // A file is removed by its exact name: if it is gone, it was removed before.
    let most = if context.purpose == Purpose::Delete { 1 } else { usize::MAX };
    for reading in named.iter().flat_map(|(_, readings)| readings.iter().take(most)) {
        let kind = tree.kind(&reading.path);
        if kind != Kind::Absent {
            return Ok(Resolved { path: reading.path.clone(), kind, notes: reading.notes.clone() });
        }
    }
    let found = match context.purpose {
        Purpose::Edit => similar::guessed(candidates, context, tree),
        Purpose::Create | Purpose::RenameTarget | Purpose::Delete => absent(&named).ok_or(Vec::new()),
    };
    found.map_err(|mut similar| {
        if similar.is_empty() && context.purpose == Purpose::Edit {
            let readings = named.iter().flat_map(|(_, readings)| readings);
            similar = similar::alike(candidates, readings, tree);
        }
        nothing(candidates, (context.directory, tree.root()), makes_file, similar)
    })
}

/// A path that is final: it has no other reading, whether there is a file or not.
///
/// # Errors
///
/// When it can be no path, or when nothing is there to edit.
pub fn exact(given: &BStr, purpose: Purpose, tree: &dyn Tree) -> Result<Resolved, ResolveError> {
    let path =
        RepoPath::new(given).map_err(|source| ResolveError::Bad { given: given.to_owned(), source })?;
    match tree.kind(&path) {
        Kind::Absent if purpose == Purpose::Edit => {
            Err(ResolveError::Missing { given: given.to_owned(), similar: Vec::new() })
        }
        kind => Ok(Resolved { path, kind, notes: Vec::new() }),
    }
}

/// Checks that paths can start from a folder (`--directory`), by its name alone, which may also be that of
/// the root.
///
/// # Errors
///
/// The problem of its name.
pub fn check_directory(directory: &BStr) -> Result<(), PathError> {
    let folder = reading::folder(Some(directory));
    match folder.is_empty() {
        true if reading::turned(directory).starts_with(b"/") => Err(PathError::Absolute),
        true => Ok(()),
        false => RepoPath::new(&folder).map(drop),
    }
}

/// The likeliest path that a candidate names, without a look at the tree.
///
/// # Errors
///
/// When it leads out of the work tree or can be no path, whatever is there.
pub fn named(given: &BStr, directory: Option<&BStr>, root: &[u8]) -> Result<RepoPath, ResolveError> {
    first(given, directory, root).map(|reading| reading.path)
}

/// The first path that is plainly one and does not exist.
fn absent(named: &[(&PathCandidate, Vec<Reading>)]) -> Option<Resolved> {
    let (_, readings) = named.iter().find(|(candidate, _)| candidate.creates)?;
    let whole = readings.first()?;
    Some(Resolved { path: whole.path.clone(), kind: Kind::Absent, notes: whole.notes.clone() })
}

/// The error when no path is meant.
fn nothing(
    candidates: &[PathCandidate],
    (directory, root): (Option<&BStr>, &[u8]),
    makes_file: bool,
    similar: Vec<RepoPath>,
) -> ResolveError {
    let is_word = |text: &[u8]| !text.contains(&b' ') && !text.iter().all(|byte| *byte == b'.');
    let plain = |candidate: &PathCandidate| candidate.creates || (!makes_file && is_word(&candidate.text));
    match candidates.first() {
        Some(first) if !plain(first) => ResolveError::NotPlain { given: first.text.clone() },
        first => {
            let text = first.map(|first| first.text.clone()).unwrap_or_default();
            // The named file may be there, though not below the folder.
            let whole = directory.and_then(|_| named(text.as_bstr(), directory, root).ok());
            let given = whole.map_or(text, |path| path.as_bstr().to_owned());
            ResolveError::Missing { given, similar }
        }
    }
}

#[cfg(test)]
mod tests;
