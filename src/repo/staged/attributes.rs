//! The attributes for reading lines, from the index: the staged files count, and no work tree is needed.

use bstr::{BStr, ByteSlice as _};
use gix::attrs::{StateRef, search::Outcome};
use gix::index::{State, entry::Mode};
use gix::worktree::stack::state::attributes::Source;

use super::StagedError;
use crate::{core::check::IGNORE, repo::open::Repo};

const MARKER_SIZE: &str = "conflict-marker-size";

/// Attributes for the lines of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextRules {
    /// Markers and placeholders are content (`sr-check-ignore`).
    pub is_ignored: bool,
    /// Line endings are content (`-text`).
    pub keeps_endings: bool,
    /// The file is no text (`binary`).
    pub is_binary: bool,
    /// Number of signs of its conflict markers (`conflict-marker-size`), if that is set.
    pub marker_size: Option<usize>,
}

/// Answers for path after path.
pub struct TextAttributes<'r> {
    stack: gix::AttributeStack<'r>,
    matches: Outcome,
}

impl<'r> TextAttributes<'r> {
    pub(super) fn new(repo: &'r Repo, index: &State) -> Result<Self, StagedError> {
        let stack = repo.git().attributes_only(index, Source::IdMapping)?;
        let matches = stack.selected_attribute_matches(["binary", "text", MARKER_SIZE, IGNORE]);
        Ok(Self { stack, matches })
    }

    /// The attributes of a file.
    ///
    /// # Errors
    ///
    /// When a file with attributes does not read.
    pub fn of(&mut self, path: &BStr) -> Result<TextRules, StagedError> {
        let platform = self.stack.at_entry(path, Some(Mode::FILE))?;
        platform.matching_attributes(&mut self.matches);
        let mut rules = TextRules::default();
        for found in self.matches.iter_selected() {
            let state = found.assignment.state;
            match found.assignment.name.as_str() {
                "binary" => rules.is_binary = state == StateRef::Set,
                "text" => rules.keeps_endings = state == StateRef::Unset,
                MARKER_SIZE => rules.marker_size = size(state),
                _ => rules.is_ignored = state == StateRef::Set,
            }
        }
        Ok(rules)
    }
}

/// A size that git takes too: it takes a value that is no number above 0 for none.
fn size(state: StateRef<'_>) -> Option<usize> {
    let StateRef::Value(value) = state else { return None };
    value.as_bstr().to_str().ok()?.parse().ok().filter(|size| *size > 0)
}
