//! A path with one folder too many at its front.
//!
//! Models write `app/app/x` for `app/x`, and the name of the root's own folder in front of a path. A file is
//! never meant because it happens to match; here the name itself shows where the folder came from: it occurs
//! twice, or it is the folder that all paths start in. The path as written must not exist.

use bstr::{BStr, ByteSlice as _};

use super::{
    Context, Kind, Note, Resolved, Tree,
    reading::{cleaned, folder, joined, turned},
};
use crate::core::{path::RepoPath, reply::PathCandidate};

/// The tracked file that the first candidate so explained means without its first folder.
pub fn without(candidates: &[PathCandidate], context: &Context<'_>, tree: &dyn Tree) -> Option<Resolved> {
    candidates.iter().find_map(|candidate| {
        let text = cleaned(&candidate.text);
        let (first, rest) = text.split_once_str("/")?;
        let absent = RepoPath::new(&joined(context.directory, &extra(first, rest, context, tree)?)).ok()?;
        let path = RepoPath::new(&joined(context.directory, rest)).ok()?;
        let meant = tree.kind(&absent) == Kind::Absent
            && tree.kind(&path) == Kind::File
            && tree.ending_in(&path, usize::MAX).contains(&path);
        let notes = vec![Note::ExtraFolder { given: candidate.text.clone(), absent }];
        meant.then_some(Resolved { path, kind: Kind::File, notes })
    })
}

/// The new file that the first candidate means without the name of the root in front, in a folder that is there.
pub fn behind_root(candidates: &[PathCandidate], context: &Context<'_>, tree: &dyn Tree) -> Option<Resolved> {
    let candidate = candidates.first().filter(|first| first.creates)?;
    let text = cleaned(&candidate.text);
    let (first, rest) = text.split_once_str("/")?;
    let path = RepoPath::new(rest).ok()?;
    let absent = RepoPath::new(first).ok()?;
    let has_folder = path.parent().is_none_or(|parent| tree.kind(&parent) == Kind::Directory);
    let meant = names_root(first, context, tree)
        && has_folder
        && [&absent, &path].iter().all(|path| tree.kind(path) == Kind::Absent);
    let notes = vec![Note::ExtraFolder { given: candidate.text.clone(), absent }];
    meant.then_some(Resolved { path, kind: Kind::Absent, notes })
}

/// Returns whether a folder in front of a path is named as the root is. With a folder that paths start from, its
/// own name in front is no question: it is the end of a path that is tracked.
fn names_root(first: &[u8], context: &Context<'_>, tree: &dyn Tree) -> bool {
    folder(context.directory).is_empty() && name(&turned(tree.root())) == first.as_bstr()
}

/// The folder that would have to be there if the first one were not too many.
fn extra(first: &[u8], rest: &[u8], context: &Context<'_>, tree: &dyn Tree) -> Option<Vec<u8>> {
    if rest.split_once_str("/").is_some_and(|(second, _)| first == second) {
        return Some([first, b"/", first].concat());
    }
    names_root(first, context, tree).then(|| first.to_vec())
}

/// The last component of an absolute path; empty for that of a whole disk.
fn name(path: &[u8]) -> &BStr {
    let path = path.trim_end_with(|char| char == '/');
    path.rsplit_once_str("/").map_or(b"".as_bstr(), |(_, name)| name.as_bstr())
}
