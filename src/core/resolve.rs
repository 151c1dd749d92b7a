//! From the candidates on a path line to the one path that is meant.

mod extra;
mod reading;
mod similar;
mod types;

use bstr::{BStr, ByteSlice as _};

use super::path::{PathError, RepoPath};
use super::reply::PathCandidate;
use reading::{Reading, first, read};

pub use extra::{behind_root, without as without_extra};
pub use reading::tails;
pub use similar::near;
pub use types::{Cause, Context, Fate, Kind, Note, Outside, Purpose, ResolveError, Resolved, Tree};

/// Picks the one path that the candidates mean: the last that is there, which says the most; else, for an edit, the only tracked
/// file that ends in one, or that one is but for an extra folder at its front; else, to make or to remove a
/// file, the first that is plainly a path.
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
        match read(candidate, context, tree) {
            Ok(readings) => named.push((candidate, readings)),
            // A refused reading stays refused, whatever else the line could mean.
            Err(error) if index == 0 || (candidate.creates && makes_file) => return Err(error),
            Err(_) => {}
        }
    }
    // A file is removed by its exact name: if it is gone, it was removed before.
    let most = if context.purpose == Purpose::Delete { 1 } else { usize::MAX };
    // The last candidate is the line as it is written: a file of that very name is meant before one of a part.
    for reading in named.iter().rev().flat_map(|(_, readings)| readings.iter().take(most)) {
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
        nothing(candidates, context.directory, tree.root(), makes_file, similar)
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
            Err(ResolveError::Missing { given: given.to_owned(), similar: Vec::new(), fate: None })
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
    directory: Option<&BStr>,
    root: &[u8],
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
            ResolveError::Missing { given, similar, fate: None }
        }
    }
}

#[cfg(test)]
mod tests;
