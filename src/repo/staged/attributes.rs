//! The attributes that say how lines are to be read, from the index: what is staged counts, and no work tree is needed.

use bstr::BStr;
use gix::attrs::{StateRef, search::Outcome};
use gix::index::{State, entry::Mode};
use gix::worktree::stack::state::attributes::Source;

use super::StagedError;
use crate::{core::check::IGNORE, repo::open::Repo};

/// What is declared for the lines of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextRules {
    /// Markers and placeholders are content (`sr-check-ignore`).
    pub is_ignored: bool,
    /// Line endings are content (`-text`).
    pub keeps_endings: bool,
    /// The file is no text (`binary`).
    pub is_binary: bool,
}

/// Answers for path after path.
pub struct TextAttributes<'r> {
    stack: gix::AttributeStack<'r>,
    matches: Outcome,
}

impl<'r> TextAttributes<'r> {
    pub(super) fn new(repo: &'r Repo, index: &State) -> Result<Self, StagedError> {
        let stack = repo.git().attributes_only(index, Source::IdMapping)?;
        let matches = stack.selected_attribute_matches(["binary", "text", IGNORE]);
        Ok(Self { stack, matches })
    }

    /// What is declared for a file.
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
                _ => rules.is_ignored = state == StateRef::Set,
            }
        }
        Ok(rules)
    }
}
