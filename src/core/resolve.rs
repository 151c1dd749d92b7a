//! From the candidates on a path line to the one path that is meant.

mod extra;

use bstr::{BStr, BString, ByteSlice, ByteVec};

use super::path::{PathError, RepoPath};
use super::reply::PathCandidate;

/// So many tracked files are named at most when a path could mean several.
const SIMILAR: usize = 8;

/// So many components of an absolute path are looked for here at most.
const MOST_TAILS: usize = 16;

/// What stands at a path of the work tree. Links are seen, never followed.
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

/// What resolving asks about the work tree.
pub trait Tree {
    /// The absolute path of the work tree's root, as the system spells it.
    fn root(&self) -> &[u8];
    /// What stands at this path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The tracked files whose path ends in these components (`utils.py` finds `src/utils.py`), at most `limit` of them.
    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath>;
    /// The tracked files of the same folder whose names are nearly that of this path, the nearest first.
    fn nearly(&self, _path: &RepoPath) -> Vec<RepoPath> {
        Vec::new()
    }
    /// Whether an absolute path outside of the work tree leads to a place on this machine.
    fn is_here(&self, absolute: &[u8]) -> bool;
}

/// What a path is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To edit the file that is there.
    Edit,
    /// To make the file.
    Create,
    /// To remove the file, or to move it away; it may be gone already.
    Delete,
    /// To move a file there.
    RenameTarget,
}

impl Purpose {
    fn makes_file(self) -> bool {
        matches!(self, Self::Create | Self::RenameTarget)
    }
}

/// What surrounds a path.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The folder that relative paths start from (`--directory`); the root if there is none.
    pub directory: Option<&'a BStr>,
    /// What the path is wanted for.
    pub purpose: Purpose,
}

/// A path that is meant, and what had to be done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The path, which is final: the guard judges it and nothing changes it any more.
    pub path: RepoPath,
    /// What stands there.
    pub kind: Kind,
    /// What is to be said about it.
    pub notes: Vec<Note>,
}

/// How a path differs from the one that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `a/`, `b/` or a leading `/` is gone.
    Stripped(&'static str),
    /// It was absolute, below the root.
    FromAbsolute,
    /// It is the only tracked file that ends in what was given. It is meant only if the SEARCH section is found there
    /// exactly, which the caller has to see to.
    SuffixOf {
        /// The path as given.
        given: BString,
    },
    /// The path given has this path behind a first folder that stands there twice, or that is named as the root is. It is
    /// meant under the same condition, or if the change is made there already.
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

/// Why no path is meant. `given` is the path as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// It leads out of the work tree, or could.
    #[error("leads out of the work tree")]
    Outside {
        /// The path.
        given: BString,
        /// How it does so.
        way: Outside,
        /// The file here that an absolute path ends in: it may come from another place of the same tree.
        similar: Option<RepoPath>,
    },
    /// It can be no path here.
    #[error("{source}")]
    Bad {
        /// The path.
        given: BString,
        /// What is wrong with it.
        source: PathError,
    },
    /// Nothing is there.
    #[error("no such file")]
    Missing {
        /// The path.
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

/// How a path leads out of the work tree.
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
/// ends in one, or that one is but for an extra folder at its front; else, to make or to remove a file, the first that is plainly a path.
pub fn resolve(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, ResolveError> {
    if let Some(found) = from_elsewhere(candidates, context, tree) {
        return Ok(found);
    }
    let makes_file = context.purpose.makes_file();
    let mut named = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.iter().enumerate() {
        match read(candidate.text.as_bstr(), context, tree) {
            Ok(readings) => named.push((candidate, readings)),
            // What is refused stays refused, whatever else the line could mean.
            Err(error) if index == 0 || (candidate.creates && makes_file) => return Err(error),
            Err(_) => {}
        }
    }
    for reading in named.iter().flat_map(|(_, readings)| readings) {
        let kind = tree.kind(&reading.path);
        if kind != Kind::Absent {
            return Ok(Resolved { path: reading.path.clone(), kind, notes: reading.notes.clone() });
        }
    }
    let found = match context.purpose {
        Purpose::Edit => guessed(candidates, context, tree),
        Purpose::Create | Purpose::RenameTarget | Purpose::Delete => absent(&named).ok_or(Vec::new()),
    };
    found.map_err(|mut similar| {
        if similar.is_empty() && context.purpose == Purpose::Edit {
            similar = same_named(candidates, tree);
        }
        if similar.is_empty() && context.purpose == Purpose::Edit {
            let readings = named.iter().flat_map(|(_, readings)| readings);
            similar = readings.map(|reading| tree.nearly(&reading.path)).next().unwrap_or_default();
        }
        nothing(candidates, makes_file, similar)
    })
}

/// One way to read a candidate.
struct Reading {
    path: RepoPath,
    notes: Vec<Note>,
}

/// The likeliest path that a candidate is the name of, before the tree is asked what stands there.
///
/// # Errors
///
/// When it leads out of the work tree or can be no path, whatever stands there.
pub fn named(given: &BStr, directory: Option<&BStr>, root: &[u8]) -> Result<RepoPath, ResolveError> {
    first(given, directory, root).map(|reading| reading.path)
}

/// The first way to read a path. Whether its leading `/` may be gone is not asked here.
fn first(given: &BStr, directory: Option<&BStr>, root: &[u8]) -> Result<Reading, ResolveError> {
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
fn read(given: &BStr, context: &Context<'_>, tree: &dyn Tree) -> Result<Vec<Reading>, ResolveError> {
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
    let mut readings = vec![first];
    for side in ["a/", "b/"] {
        if let Some(rest) = text.strip_prefix(side.as_bytes()) {
            let path = RepoPath::new(&joined(context.directory, rest)).ok();
            readings.extend(path.map(|path| Reading { path, notes: vec![Note::Stripped(side)] }));
        }
    }
    Ok(readings)
}

/// How a path leaves the work tree, if it does; a single leading `/` may yet be harmless.
fn way_out(text: &[u8]) -> Option<Outside> {
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

/// The file with the most components that an absolute path ends in.
fn tail(given: &[u8], tree: &dyn Tree) -> Option<RepoPath> {
    let text = turned(given);
    let starts: Vec<usize> = text.rfind_iter("/").map(|at| at + 1).take(MOST_TAILS).collect();
    let mut tails = starts.into_iter().rev().filter_map(|start| RepoPath::new(&text[start..]).ok());
    tails.find(|path| tree.kind(path) == Kind::File)
}

/// The file that an absolute path of another machine means here: models repeat the paths of the machine that their
/// conversation began on. Only to edit, only where the path leads to no place on this machine, and only where at least two
/// folders stand before the file's own path.
fn from_elsewhere(candidates: &[PathCandidate], context: &Context<'_>, tree: &dyn Tree) -> Option<Resolved> {
    const FOLDERS_BEFORE: usize = 2;
    let given = candidates.first().map(|first| first.text.as_bstr())?;
    if context.purpose != Purpose::Edit || context.directory.is_some() {
        return None;
    }
    let Err(ResolveError::Outside { way: Outside::Absolute | Outside::Drive, similar: Some(path), .. }) =
        read(given, context, tree)
    else {
        return None;
    };
    let levels = turned(given).split_str("/").filter(|component| !component.is_empty()).count();
    let root = usize::from(way_out(given) == Some(Outside::Drive));
    let folders = levels.saturating_sub(root + path.components().count());
    if folders < FOLDERS_BEFORE || tree.is_here(given) {
        return None;
    }
    let notes = vec![Note::FromElsewhere { given: given.into() }];
    Some(Resolved { kind: tree.kind(&path), path, notes })
}

/// The first path that is plainly one, where nothing stands.
fn absent(named: &[(&PathCandidate, Vec<Reading>)]) -> Option<Resolved> {
    let (_, readings) = named.iter().find(|(candidate, _)| candidate.creates)?;
    let whole = readings.first()?;
    Some(Resolved { path: whole.path.clone(), kind: Kind::Absent, notes: whole.notes.clone() })
}

/// The tracked file that is meant though no candidate leads to it; none where two readings lead to different ones.
fn guessed(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, Vec<RepoPath>> {
    match (by_suffix(candidates, context, tree), extra::without(candidates, context, tree)) {
        (Err(similar), Some(extra)) if similar.is_empty() => Ok(extra),
        (Ok(longer), Some(extra)) if longer.kind == Kind::File && longer.path != extra.path => {
            Err(vec![longer.path, extra.path])
        }
        (by_suffix, _) => by_suffix,
    }
}

/// The only tracked file that ends in a candidate; else those of the first candidate that has several.
fn by_suffix(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, Vec<RepoPath>> {
    let folder = folder(context.directory);
    let mut similar = Vec::new();
    for candidate in candidates {
        let Ok(suffix) = RepoPath::new(&cleaned(&candidate.text)) else { continue };
        let mut found = tree.ending_in(&suffix, if folder.is_empty() { SIMILAR } else { usize::MAX });
        found.retain(|path| folder.is_empty() || below(path.as_bstr(), &folder).is_some());
        match <[RepoPath; 1]>::try_from(found) {
            Ok([path]) => {
                let notes = vec![Note::SuffixOf { given: candidate.text.clone() }];
                return Ok(Resolved { kind: tree.kind(&path), path, notes });
            }
            Err(several) if similar.is_empty() => similar = several,
            Err(_) => {}
        }
    }
    similar.truncate(SIMILAR);
    Err(similar)
}

/// The tracked files that end in the most components of the first candidate.
fn same_named(candidates: &[PathCandidate], tree: &dyn Tree) -> Vec<RepoPath> {
    let text = candidates.first().map(|first| cleaned(&first.text)).unwrap_or_default();
    let mut starts: Vec<usize> = text.rfind_iter("/").map(|at| at + 1).take(MOST_TAILS).collect();
    starts.reverse();
    let tails = starts.into_iter().filter_map(|start| RepoPath::new(&text[start..]).ok());
    tails.map(|tail| tree.ending_in(&tail, SIMILAR)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// What to say when nothing is meant.
fn nothing(candidates: &[PathCandidate], makes_file: bool, similar: Vec<RepoPath>) -> ResolveError {
    let is_word = |text: &[u8]| !text.contains(&b' ') && !text.iter().all(|byte| *byte == b'.');
    let plain = |candidate: &PathCandidate| candidate.creates || (!makes_file && is_word(&candidate.text));
    match candidates.first() {
        Some(first) if !plain(first) => ResolveError::NotPlain { given: first.text.clone() },
        first => ResolveError::Missing {
            given: first.map(|first| first.text.clone()).unwrap_or_default(),
            similar,
        },
    }
}

/// With `/` for `\` and without a leading `./`.
fn cleaned(text: &[u8]) -> BString {
    let text = turned(text);
    let mut rest = text.as_slice();
    while let Some(shorter) = rest.strip_prefix(b"./") {
        rest = shorter;
    }
    rest.into()
}

fn turned(text: &[u8]) -> BString {
    text.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect::<Vec<u8>>().into()
}

/// The folder that relative paths start from, without a `/` at its end; empty for the root.
fn folder(directory: Option<&BStr>) -> BString {
    let text = cleaned(directory.unwrap_or_default());
    match text.trim_end_with(|char| char == '/') {
        b"." => BString::default(),
        text => text.into(),
    }
}

fn joined(directory: Option<&BStr>, rest: &[u8]) -> BString {
    let mut path = folder(directory);
    if !path.is_empty() {
        path.push_byte(b'/');
    }
    path.push_str(rest);
    path
}

/// The part of a path below a folder, by whole components.
fn below<'a>(path: &'a [u8], folder: &[u8]) -> Option<&'a [u8]> {
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

#[cfg(test)]
mod tests;
