//! Imports that lead to no file: of what a change adds, those that name a file of the repository and nothing else.
//!
//! Where a name could also be found otherwise (an installed package, a generated file, an attribute), nothing is said.

#[cfg(feature = "syntax-any")]
mod javascript;
#[cfg(feature = "syntax-any")]
mod made;
#[cfg(feature = "syntax-any")]
mod python;
#[cfg(feature = "syntax-any")]
mod rust;

use std::borrow::Cow;

use bstr::BString;

use super::{path::RepoPath, resolve::Kind, syntax::Parsed};

/// What is asked about the files of the repository, as they would be.
pub trait Files {
    /// The object at a path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The bytes of a file; none if there is none, or if it cannot be read.
    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>>;
    /// What stands in a folder, in that of the root for none, as far as it can be told.
    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let _ = folder;
        Vec::new()
    }
}

/// An import that leads to no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// Its line, from 0.
    pub line: usize,
    /// Name of the import, as written.
    pub name: BString,
}

/// An import, and where its file may be.
#[cfg(feature = "syntax-any")]
struct Import {
    line: usize,
    name: BString,
    target: Target,
}

/// Where the file of an import may be.
#[cfg(feature = "syntax-any")]
enum Target {
    /// At one of these paths.
    Files(Vec<RepoPath>),
    /// In one of the folders and modules of that name, or in the text of the package beside it.
    Member { paths: Vec<RepoPath>, package: RepoPath, member: BString },
}

/// The imports of a text that stand in no line of the old one and lead to no file.
#[cfg(feature = "syntax-any")]
pub fn unresolved(
    new: &Parsed<'_>,
    old: Option<&[u8]>,
    path: &RepoPath,
    files: &dyn Files,
) -> Vec<Unresolved> {
    let mut missing = imports(new, path, files);
    missing.retain(|import| is_missing(&import.target, files));
    if missing.is_empty() {
        return Vec::new();
    }
    let old = old.and_then(|old| Parsed::new(new.language(), old).ok().flatten());
    let known = old.map_or_else(Vec::new, |old| imports(&old, path, files));
    missing.retain(|import| !known.iter().any(|known| known.name == import.name));
    missing.into_iter().map(|Import { line, name, .. }| Unresolved { line, name }).collect()
}

/// Without grammars there is nothing to go by.
#[cfg(not(feature = "syntax-any"))]
pub fn unresolved(_: &Parsed<'_>, _: Option<&[u8]>, _: &RepoPath, _: &dyn Files) -> Vec<Unresolved> {
    Vec::new()
}

#[cfg(feature = "syntax-any")]
fn imports(parsed: &Parsed<'_>, path: &RepoPath, files: &dyn Files) -> Vec<Import> {
    use super::syntax::Language;
    match parsed.language() {
        Language::Python => python::imports(parsed, path, files),
        Language::JavaScript | Language::TypeScript | Language::Tsx => javascript::imports(parsed, path),
        Language::Rust => rust::imports(parsed, path),
        _ => Vec::new(),
    }
}

#[cfg(feature = "syntax-any")]
fn is_missing(target: &Target, files: &dyn Files) -> bool {
    use bstr::ByteSlice as _;
    let absent = |paths: &[RepoPath]| {
        !paths.is_empty()
            && paths.iter().all(|path| files.kind(path) == Kind::Absent)
            && !made::stand_beside(paths, files)
            && !made::are_ignored(paths, files)
    };
    match target {
        Target::Files(paths) => absent(paths),
        Target::Member { paths, package, member } => {
            absent(paths)
                && files.read(package).is_some_and(|text| {
                    !text.contains_str(member)
                        && !text.contains_str("import *")
                        && !text.contains_str("__getattr__")
                        && !text.contains_str("globals()")
                })
        }
    }
}

/// The path of `parts` below the folder of `base`. None if it is no path, or leads out of the repository.
#[cfg(feature = "syntax-any")]
fn below(base: &[&[u8]], parts: &[&[u8]]) -> Option<RepoPath> {
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
#[cfg(feature = "syntax-any")]
fn folders(path: &RepoPath) -> Vec<&[u8]> {
    let mut parts: Vec<&[u8]> = path.components().map(|part| &**part).collect();
    parts.pop();
    parts
}

#[cfg(all(test, feature = "syntax-python", feature = "syntax-rust", feature = "syntax-typescript"))]
mod tests;
