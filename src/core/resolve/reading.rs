//! The readings of a path, by its text, and by the files there.

use bstr::{BStr, BString, ByteSlice as _, ByteVec as _};

use super::{Context, Kind, Note, Outside, Purpose, ResolveError, Tree};
use crate::core::{path::RepoPath, reply::PathCandidate};

/// One way to read a candidate.
pub(super) struct Reading {
    pub(super) path: RepoPath,
    pub(super) notes: Vec<Note>,
}

/// The first reading of a path. Does not check that a leading `/` may be dropped.
pub(super) fn first(given: &BStr, directory: Option<&BStr>, root: &[u8]) -> Result<Reading, ResolveError> {
    let outside = |way| Err(ResolveError::Outside { given: given.into(), way, similar: None });
    let checked = |path: &[u8], notes| match RepoPath::new(path) {
        Ok(path) => Ok(Reading { path, notes }),
        Err(source) => Err(ResolveError::Bad { given: given.into(), source }),
    };
    let text = cleaned(given);
    if text.split_str("/").any(|component| component == b"..") {
        return outside(Outside::Parent);
    }
    // `.//x` is no absolute path: its empty component makes it a bad one.
    let relative = given.starts_with(b".");
    if let Some(rest) = below(&text, &turned(root)).filter(|_| !relative) {
        return checked(rest, vec![Note::FromAbsolute]);
    }
    if let Some(way) = way_out(&text) {
        return outside(way);
    }
    match text.strip_prefix(b"/").filter(|_| !relative) {
        Some(rest) => checked(&joined(directory, rest), vec![Note::Stripped("/")]),
        None => checked(&joined(directory, &text), Vec::new()),
    }
}

/// The ways to read a path, the likeliest first; at least one. A new file is made by the first.
pub(super) fn read(
    candidate: &PathCandidate,
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Vec<Reading>, ResolveError> {
    let given = candidate.text.as_bstr();
    let first = first(given, context.directory, tree.root()).map_err(|mut error| {
        if let ResolveError::Outside { way: Outside::Drive, similar, .. } = &mut error {
            *similar = tail(given, tree);
        }
        error
    })?;
    match first.notes.first() {
        Some(Note::FromAbsolute) => return Ok(vec![first]),
        Some(_) => {
            let there = tree.kind(&first.path) != Kind::Absent
                || (context.purpose.makes_file() && has_folder(&first.path, tree));
            if there {
                return Ok(vec![first]);
            }
            let (given, way, similar) = (given.into(), Outside::Absolute, tail(given, tree));
            return Err(ResolveError::Outside { given, way, similar });
        }
        None => {}
    }
    let text = cleaned(given);
    if candidate.is_bare {
        return Ok(vec![first]);
    }
    if let Some(rest) = mentioned(&text) {
        return match self::first(rest.as_bstr(), context.directory, tree.root()) {
            Ok(Reading { path, .. }) if means_mentioned(&first.path, &path, tree) => {
                Ok(vec![Reading { path, notes: vec![Note::Stripped("@")] }, first])
            }
            Err(ResolveError::Outside { way, similar, .. }) => {
                Err(ResolveError::Outside { given: given.into(), way, similar })
            }
            _ => Ok(vec![first]),
        };
    }
    let without = |side: &'static str| {
        let path = RepoPath::new(&joined(context.directory, text.strip_prefix(side.as_bytes())?)).ok()?;
        Some(Reading { path, notes: vec![Note::Stripped(side)] })
    };
    // A new file may be meant in such a folder, and a file may be in one below another folder.
    let is_absent =
        |whole: &RepoPath| tree.kind(whole) == Kind::Absent && tree.ending_in(whole, 1).is_empty();
    let is_side = |whole: &RepoPath| context.purpose == Purpose::Edit && is_absent(whole);
    let side = ["a/", "b/"].into_iter().find_map(without).filter(|_| is_side(&first.path));
    Ok([first].into_iter().chain(side).collect())
}

/// The path behind the sign of a mention, as chats write it (`@src/a.rs`, `@/src/a.rs`).
fn mentioned(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b"@")?;
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    // Revisions of git such as `@{-1}` may be names of files too.
    rest.first().is_some_and(|first| first.is_ascii_alphanumeric() || b"._".contains(first)).then_some(rest)
}

/// Returns whether a mention is meant, and no name that begins with its sign, as the folder `@types` does: there
/// is no such file or folder, but there is one of the name behind the sign.
fn means_mentioned(whole: &RepoPath, rest: &RepoPath, tree: &dyn Tree) -> bool {
    let has_own_folder = || whole.as_bstr().contains(&b'/') && has_folder(whole, tree);
    tree.kind(whole) == Kind::Absent
        && (tree.kind(rest) != Kind::Absent || has_folder(rest, tree) && !has_own_folder())
}

/// Returns how a path leaves the work tree, if it does; a single leading `/` may yet be harmless.
pub(super) fn way_out(text: &[u8]) -> Option<Outside> {
    let (_, first) = bstr::decode_utf8(text);
    if text.starts_with(b"//") {
        Some(Outside::Unc)
    } else if first > 0 && text.get(first) == Some(&b':') {
        Some(Outside::Drive)
    } else if text == b"~" || (text.starts_with(b"~") && text.contains(&b'/')) {
        Some(Outside::Home)
    } else {
        None
    }
}

/// The ends of a path of several components, the longest first.
pub fn tails(path: &[u8]) -> impl Iterator<Item = RepoPath> {
    /// Number of components that are used at most.
    const MOST: usize = 16;
    let starts: Vec<usize> = path.rfind_iter("/").map(|at| at + 1).take(MOST).collect();
    starts.into_iter().rev().filter_map(|start| RepoPath::new(&path[start..]).ok())
}

/// The file with the most components that an absolute path ends in; none where a longer end of it begins with a
/// folder that is here: a file that is not there is meant then.
fn tail(given: &[u8], tree: &dyn Tree) -> Option<RepoPath> {
    let is_here = |path: &RepoPath| {
        let top = path.components().next().and_then(|first| RepoPath::new(first).ok());
        path.components().nth(1).is_some() && top.is_some_and(|top| tree.kind(&top) == Kind::Directory)
    };
    let found = tails(&turned(given)).find(|path| tree.kind(path) == Kind::File || is_here(path));
    found.filter(|path| tree.kind(path) == Kind::File)
}

/// With `/` for `\` and without a leading `./`.
pub(super) fn cleaned(text: &[u8]) -> BString {
    let text = turned(text);
    let mut rest = text.as_slice();
    while let Some(shorter) = rest.strip_prefix(b"./") {
        rest = shorter;
    }
    rest.into()
}

pub(super) fn turned(text: &[u8]) -> BString {
    text.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect::<Vec<u8>>().into()
}

/// The folder that relative paths start from, without a `/` at its end; empty for the root.
pub(super) fn folder(directory: Option<&BStr>) -> BString {
    let text = cleaned(directory.unwrap_or_default());
    match text.trim_end_with(|char| char == '/') {
        b"." => BString::default(),
        text => text.into(),
    }
}

pub(super) fn joined(directory: Option<&BStr>, rest: &[u8]) -> BString {
    let mut path = folder(directory);
    if !path.is_empty() {
        path.push_byte(b'/');
    }
    path.push_str(rest);
    path
}

/// The part of a path below a folder, by whole components.
pub(super) fn below<'a>(path: &'a [u8], folder: &[u8]) -> Option<&'a [u8]> {
    path.strip_prefix(folder.trim_end_with(|char| char == '/'))?.strip_prefix(b"/")
}

fn has_folder(path: &RepoPath, tree: &dyn Tree) -> bool {
    match path.as_bstr().rfind_byte(b'/') {
        Some(end) => {
            RepoPath::new(&path.as_bstr()[..end]).is_ok_and(|parent| tree.kind(&parent) == Kind::Directory)
        }
        None => true,
    }
}
