//! Attributes of paths, from `.gitattributes` and the configuration.
//!
//! git looks for attributes in the work tree, and in the index where a `.gitattributes` is missing from the
//! work tree. Reading the index costs more than all else that an apply does in a large repository, so it is
//! read only in a sparse checkout, where such files are missing as a rule. Otherwise asking about a path
//! opens `info/attributes`, the user's and the system's file once, and `.gitattributes` in each directory
//! from the root to the path, once each.

use bstr::{BString, ByteSlice};
use gix::attrs::StateRef;
use gix::attrs::search::Outcome;
use gix::index::entry::Mode;
use gix::worktree::stack::state::attributes::Source;

use super::config::{AutoCrlf, Config, ConfigError, Eol};
use super::open::Repo;
use super::tracked::Tracked;
use crate::core::path::RepoPath;
use crate::core::text::Ending;

/// Reasons why the attributes of a path are not known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttributesError {
    /// `core.autocrlf` is neither a boolean nor `input`.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file with attributes, or the index, does not read.
    #[error("cannot read attributes")]
    Gix(#[from] gix::Error),
    /// As above.
    #[error("cannot read attributes")]
    Io(#[from] std::io::Error),
}

/// Attributes of one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// True if the file is binary: the macro `binary` is set. (`-diff` alone only hides its diff, and is
    /// common on generated text.)
    pub binary: bool,
    /// The encoding in the work tree, where it is not UTF-8 (`working-tree-encoding`).
    pub encoding: Option<BString>,
    /// The filter driver, configured or not (`filter`).
    pub filter: Option<BString>,
    /// The driver that knows the headings of its hunks (`diff=<driver>`).
    pub diff: Option<BString>,
    /// The line ending that git would give the file on checkout. None if it would leave it alone.
    pub ending: Option<Ending>,
    /// True if git turns line endings into LF on the way into the repository.
    pub(super) normalised: bool,
    /// True if `$Id$` is expanded.
    pub(super) ident: bool,
}

impl Declared {
    /// Returns whether the blob that git makes of the file may hold other bytes than the file.
    pub fn is_converted(&self) -> bool {
        self.normalised || self.ident || self.encoding.is_some() || self.filter.is_some()
    }
}

const NAMES: [&str; 8] =
    ["binary", "crlf", "diff", "eol", "filter", "ident", "text", "working-tree-encoding"];

/// Answers for path after path; directories once read are kept.
pub struct Attributes<'r> {
    stack: gix::AttributeStack<'r>,
    matches: Outcome,
    autocrlf: AutoCrlf,
    eol: Eol,
}

impl<'r> Attributes<'r> {
    /// Reads the attributes files that hold for all paths.
    pub fn new(repo: &'r Repo) -> Result<Self, AttributesError> {
        if repo.is_sparse() {
            Self::over(repo, Tracked::read(repo)?.state())
        } else {
            Self::over(repo, &gix::index::State::new(repo.object_hash()))
        }
    }

    /// As [`new`](Self::new), with the `.gitattributes` of these entries where they are missing from the work
    /// tree.
    pub(super) fn over(repo: &'r Repo, index: &gix::index::State) -> Result<Self, AttributesError> {
        let config = Config::new(repo);
        let (autocrlf, eol) = (config.autocrlf()?, config.eol());
        let stack = repo.git().attributes_only(index, Source::WorktreeThenIdMapping)?;
        let matches = stack.selected_attribute_matches(NAMES);
        Ok(Self { stack, matches, autocrlf, eol })
    }

    /// Attributes of a file, which need not exist.
    pub fn declared(&mut self, path: &RepoPath) -> Result<Declared, AttributesError> {
        let platform = self.stack.at_entry(path.as_bstr(), Some(Mode::FILE))?;
        platform.matching_attributes(&mut self.matches);
        let mut declared = Declared::default();
        let mut text = EolAttributes::default();
        for found in self.matches.iter_selected() {
            let state = found.assignment.state;
            match found.assignment.name.as_str() {
                "binary" => declared.binary = state == StateRef::Set,
                "crlf" => text.crlf = TextValue::of(state),
                "diff" => declared.diff = value(state),
                "eol" => text.eol = value(state),
                "filter" => declared.filter = value(state),
                "ident" => declared.ident = state == StateRef::Set,
                "text" => text.text = TextValue::of(state),
                _ => declared.encoding = value(state).filter(|name| !is_utf8(name)),
            }
        }
        (declared.normalised, declared.ending) = text.ending(self.autocrlf, self.eol);
        Ok(declared)
    }
}

/// Value of the attribute `text`, or `crlf` as it was once called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TextValue {
    #[default]
    Unspecified,
    Binary,
    Text,
    Auto,
    Input,
}

impl TextValue {
    fn of(state: StateRef<'_>) -> Self {
        match state {
            StateRef::Set => Self::Text,
            StateRef::Unset => Self::Binary,
            StateRef::Value(value) if value.as_bstr() == "auto" => Self::Auto,
            StateRef::Value(value) if value.as_bstr() == "input" => Self::Input,
            _ => Self::Unspecified,
        }
    }
}

#[derive(Default)]
struct EolAttributes {
    text: TextValue,
    crlf: TextValue,
    eol: Option<BString>,
}

impl EolAttributes {
    /// Returns whether endings become LF in the repository, and the ending in the work tree
    /// (gitattributes(5), `text` and `eol`).
    fn ending(&self, autocrlf: AutoCrlf, eol: Eol) -> (bool, Option<Ending>) {
        let rule = if self.text == TextValue::Unspecified { self.crlf } else { self.text };
        let declared = match self.eol.as_ref().map(|eol| eol.as_bytes()) {
            Some(b"lf") => Some(Ending::Lf),
            Some(b"crlf") => Some(Ending::CrLf),
            _ => None,
        };
        let configured = match (autocrlf, eol) {
            (AutoCrlf::True, _) => Ending::CrLf,
            (AutoCrlf::Input, _) => Ending::Lf,
            (AutoCrlf::False, Eol::CrLf) => Ending::CrLf,
            (AutoCrlf::False, Eol::Native) if cfg!(windows) => Ending::CrLf,
            (AutoCrlf::False, _) => Ending::Lf,
        };
        match (rule, declared) {
            (TextValue::Binary, _) => (false, None),
            (_, Some(ending)) => (true, Some(ending)),
            (TextValue::Input, None) => (true, Some(Ending::Lf)),
            (TextValue::Text | TextValue::Auto, None) => (true, Some(configured)),
            (TextValue::Unspecified, None) if autocrlf == AutoCrlf::False => (false, None),
            (TextValue::Unspecified, None) => (true, Some(configured)),
        }
    }
}

fn value(state: StateRef<'_>) -> Option<BString> {
    match state {
        StateRef::Value(value) => Some(value.as_bstr().to_owned()),
        _ => None,
    }
}

fn is_utf8(name: &BString) -> bool {
    name.eq_ignore_ascii_case(b"utf-8") || name.eq_ignore_ascii_case(b"utf8")
}

#[cfg(test)]
mod tests;
