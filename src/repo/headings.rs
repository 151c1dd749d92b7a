//! Headings of the hunks in a file's diff: by its attribute `diff`, and by the configured drivers.

use bstr::ByteSlice as _;

use super::{attributes::Attributes, config::Config, open::Repo};
use crate::core::{diff::Headings, path::RepoPath};

/// Answers for path after path.
pub(crate) struct Drivers<'r> {
    config: Config<'r>,
    attributes: Option<Attributes<'r>>,
}

impl<'r> Drivers<'r> {
    /// Attributes that cannot be read give no headings.
    pub(crate) fn new(repo: &'r Repo) -> Self {
        Self { config: Config::new(repo), attributes: Attributes::new(repo).ok() }
    }

    /// The rules of a file's headings.
    pub(crate) fn of(&mut self, path: &RepoPath) -> Headings {
        let declared = self.attributes.as_mut().and_then(|attributes| attributes.declared(path).ok());
        let Some(name) = declared.and_then(|declared| declared.diff) else { return Headings::Plain };
        let patterns = self.config.function_names(name.as_bstr());
        let patterns = patterns.as_ref().and_then(|patterns| patterns.to_str().ok());
        patterns.and_then(Headings::of_patterns).unwrap_or_else(|| Headings::of_driver(&name))
    }
}
