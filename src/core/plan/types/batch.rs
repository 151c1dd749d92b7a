//! A batch to plan, what it is planned with, and the plan.

use std::collections::HashMap;

use bstr::BString;

use super::{
    filter::Filter,
    history::{History, NoHistory},
};
use crate::core::{
    change::{Edited, Version},
    guard::Verdict,
    locate::Tier,
    outcome::{Failure, Note, Outcome, Region, Unreadable},
    path::RepoPath,
    reply::{Fault, Reply},
    resolve::Tree,
    syntax,
    text::{Ending, MAX_TEXT},
};

/// A reply and what to call it in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<'r> {
    /// The file it was read from, as named by the user; `-` for standard input.
    pub name: BString,
    /// Its parsed text.
    pub reply: Reply<'r>,
}

/// The part of a batch that is applied where some of it is bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partial {
    /// All or nothing.
    #[default]
    No,
    /// Every file whose blocks are all good.
    File,
    /// Every good block.
    Block,
}

/// Access to the work tree's files, besides their places.
pub trait World: Tree {
    /// The file's bytes and mode. Only asked where [`Tree::kind`] says that there is a file.
    ///
    /// # Errors
    ///
    /// When it is not to be read as a target.
    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable>;

    /// Returns whether the file's attributes let its lines be edited.
    ///
    /// # Errors
    ///
    /// When it is binary, or in an encoding that is not supported.
    fn may_edit(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// Returns whether changes go to the index, and a file that it lacks is in the work tree.
    fn is_unstaged(&self, _path: &RepoPath) -> bool {
        false
    }

    /// Permission bits of a new file that is executable.
    fn new_executable(&self) -> u32 {
        0o755
    }

    /// Line ending of a new file.
    fn new_ending(&self, path: &RepoPath) -> Ending;

    /// The encoding that a new file gets in the work tree, where it is not UTF-8.
    fn new_encoding(&self, _path: &RepoPath) -> Option<BString> {
        None
    }

    /// Checks that a path without a file is not left out of the sparse checkout, and not in a submodule that
    /// is not checked out.
    ///
    /// # Errors
    ///
    /// When it is, or when the index cannot be read.
    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// The paths in a folder (in the root for none), as far as they can be read.
    fn beside(&self, _folder: Option<&RepoPath>) -> Vec<RepoPath> {
        Vec::new()
    }

    /// Does two things, at once where that is possible.
    fn both(&self, here: &mut dyn FnMut(), there: &mut (dyn FnMut() + Send)) {
        here();
        there();
    }

    /// Notes that so many blocks are planned.
    fn planned(&self, _blocks: usize) {}

    /// Older versions of files, and merges.
    fn history(&self) -> &dyn History {
        &NoHistory
    }
}

/// Options of planning.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The last tier allowed.
    pub last_tier: Tier,
    /// Put in front of every path of the reply.
    pub directory: Option<BString>,
    /// A blank SEARCH section for a file with content takes REPLACE as the whole file.
    pub overwrite: bool,
    /// Placeholders for code left out are content.
    pub allow_placeholder: bool,
    /// A file whose whole text is removed stays as an empty file.
    pub keep_emptied: bool,
    /// The most bytes that a file may have after the batch.
    pub max_file_bytes: u64,
    /// The part that is planned where some of the batch is bad.
    pub partial: Partial,
    /// The filter of paths.
    pub filter: Filter,
    /// Characters that deceive the reader are refused in the lines that a block adds.
    pub strict: bool,
    /// Effect of new syntax errors; with [`syntax::Mode::Off`], imports are not looked at either.
    pub syntax: syntax::Mode,
    /// By how many per cent of its bytes a block that gives a whole file may shrink it; none for no limit.
    pub max_shrink: Option<u64>,
    /// Greatest factor by which a file may grow, in lines; none for no limit.
    pub max_growth: Option<u64>,
    /// Where the merge with an older version conflicts, conflict markers are written.
    pub three_way: bool,
}

impl Settings {
    /// Options that refuse only what has no place, or cannot be read: all limits are lifted, and nothing is
    /// examined.
    pub fn lifted(last_tier: Tier) -> Self {
        Self {
            last_tier,
            directory: None,
            overwrite: false,
            allow_placeholder: true,
            keep_emptied: false,
            max_file_bytes: MAX_TEXT,
            partial: Partial::No,
            filter: Filter::default(),
            strict: false,
            syntax: syntax::Mode::Off,
            max_shrink: None,
            max_growth: None,
            three_way: false,
        }
    }
}

/// All that a batch would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The paths that change, sorted.
    pub files: Vec<Planned>,
    /// Results of the blocks, in the order of the batch.
    pub blocks: Vec<BlockReport>,
}

/// The planned change of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The bytes before and after.
    pub edited: Edited,
    /// The policy's word on the path.
    pub verdict: Verdict,
}

/// Result of one block, and its lines in the new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReport {
    /// Index of its reply.
    pub source: usize,
    /// Its line there, from 1.
    pub line: usize,
    /// The path that it means; as written where it leads to none.
    pub path: Result<RepoPath, BString>,
    /// The new path, for a rename that leads to one.
    pub to: Option<RepoPath>,
    /// Its outcome.
    pub outcome: Outcome,
    /// The region of the file that it is about, if it failed there and the failure shows none.
    pub about: Option<Region>,
    /// Its lines in the new file, from 0, if it was applied to lines.
    pub after: Option<std::ops::Range<usize>>,
    /// The lines of the new file, from 0, that it put there, if it was applied; empty where it only removed
    /// lines.
    pub wrote: Vec<std::ops::Range<usize>>,
    /// Remarks on it.
    pub notes: Vec<Note>,
}

/// A part of a reply that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// Index of its reply.
    pub source: usize,
    /// The fault.
    pub fault: Fault,
    /// The file and the region that it is most likely about, where its lines tell.
    pub about: Option<(RepoPath, Region)>,
}

impl BlockReport {
    /// Returns whether it was left out though it did not fail.
    pub fn is_skipped(&self) -> bool {
        matches!(self.outcome, Outcome::Skipped(_))
    }

    /// Lets it fail after all.
    pub(crate) fn fail(&mut self, failure: Failure) {
        (self.outcome, self.after) = (Outcome::Failed(failure), None);
    }

    /// The numbers of the blocks that name a path, in order.
    pub(crate) fn by_path(blocks: &[Self]) -> HashMap<&RepoPath, Vec<usize>> {
        let mut by_path: HashMap<&RepoPath, Vec<usize>> = HashMap::new();
        for (number, block) in blocks.iter().enumerate() {
            for path in block.path.iter().chain(&block.to) {
                by_path.entry(path).or_default().push(number);
            }
        }
        by_path
    }

    /// Path of the resulting file: the new one of a rename.
    pub(crate) fn end(&self) -> Option<&RepoPath> {
        self.to.as_ref().or(self.path.as_ref().ok())
    }
}

impl Plan {
    /// Returns whether no block failed.
    pub fn is_good(&self) -> bool {
        !self.blocks.iter().any(|block| block.outcome.is_failed())
    }

    /// Returns whether no block failed but those that are left out.
    pub(crate) fn is_good_but(&self, left_out: &[Option<BlockReport>]) -> bool {
        let failed = |block: &BlockReport| block.outcome.is_failed();
        !self.blocks.iter().zip(left_out).any(|(block, left_out)| left_out.is_none() && failed(block))
    }
}
