//! Unresolved imports: of those that a change adds, the ones that name a file of the repository and nothing
//! else.
//!
//! Where a name could also be found otherwise (an installed package, a generated file, an attribute), nothing
//! is reported.

mod files;
#[cfg(feature = "syntax-any")]
mod import;
#[cfg(feature = "syntax-any")]
mod javascript;
#[cfg(feature = "syntax-any")]
mod made;
#[cfg(feature = "syntax-any")]
mod python;
#[cfg(feature = "syntax-any")]
mod rust;

use bstr::BString;

#[cfg(feature = "syntax-any")]
use super::{language::Imports, resolve::Kind};
use super::{path::RepoPath, syntax::Parsed};
#[cfg(feature = "syntax-any")]
use import::{Import, Target};

pub use files::Files;

/// An import that leads to no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// Its line, from 0.
    pub line: usize,
    /// Name of the import, as written.
    pub name: BString,
    /// The paths at which its file could be.
    pub paths: Vec<RepoPath>,
}

/// The imports of a text that are in no line of the old one and lead to no file.
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
    let unresolved = |Import { line, name, target }| Unresolved { line, name, paths: target.into_paths() };
    missing.into_iter().map(unresolved).collect()
}

/// Without grammars there is nothing to go by.
#[cfg(not(feature = "syntax-any"))]
pub fn unresolved(_: &Parsed<'_>, _: Option<&[u8]>, _: &RepoPath, _: &dyn Files) -> Vec<Unresolved> {
    Vec::new()
}

#[cfg(feature = "syntax-any")]
fn imports(parsed: &Parsed<'_>, path: &RepoPath, files: &dyn Files) -> Vec<Import> {
    match parsed.language().imports {
        Some(Imports::Python) => python::imports(parsed, path, files),
        Some(Imports::JavaScript) => javascript::imports(parsed, path),
        Some(Imports::Rust) => rust::imports(parsed, path),
        None => Vec::new(),
    }
}

#[cfg(feature = "syntax-any")]
fn is_missing(target: &Target, files: &dyn Files) -> bool {
    use bstr::ByteSlice as _;
    let absent = |paths: &[RepoPath]| {
        !paths.is_empty()
            && paths.iter().all(|path| files.kind(path) == Kind::Absent)
            && !made::are_beside(paths, files)
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

#[cfg(all(test, feature = "syntax-python", feature = "syntax-rust", feature = "syntax-typescript"))]
mod tests;
