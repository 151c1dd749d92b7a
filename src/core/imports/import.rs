//! Imports, and the paths that they may lead to.

use bstr::BString;

use crate::core::path::RepoPath;

/// An import, and where its file may be.
pub(super) struct Import {
    pub(super) line: usize,
    pub(super) name: BString,
    pub(super) target: Target,
}

/// Candidates for the file of an import.
pub(super) enum Target {
    /// At one of these paths.
    Files(Vec<RepoPath>),
    /// In one of the folders and modules of that name, or in the text of the package beside it.
    Member { paths: Vec<RepoPath>, package: RepoPath, member: BString },
}

impl Target {
    /// The paths of files.
    pub(super) fn into_paths(self) -> Vec<RepoPath> {
        match self {
            Self::Files(paths) | Self::Member { paths, .. } => paths,
        }
    }
}

/// The path of `parts` below the folder of `base`. None if it is no path, or leads out of the repository.
pub(super) fn below(base: &[&[u8]], parts: &[&[u8]]) -> Option<RepoPath> {
    let mut all: Vec<&[u8]> = base.to_vec();
    for part in parts {
        match *part {
            b"." | b"" => {}
            b".." => drop(all.pop()?),
            part => all.push(part),
        }
    }
    RepoPath::new(&all.join(&b'/')).ok()
}

/// The folders above a file, from the root downwards.
pub(super) fn folders(path: &RepoPath) -> Vec<&[u8]> {
    let mut parts: Vec<&[u8]> = path.components().map(|part| &**part).collect();
    parts.pop();
    parts
}
