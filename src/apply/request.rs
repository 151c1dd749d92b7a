//! The request of an apply.

use std::ffi::OsString;

use bstr::BString;

use super::TreeScope;
use crate::{
    core::{guard::Rules, plan, reply},
    repo::{
        commit::CommitOptions,
        pending::{BlockTarget, KeptOptions, Reach},
        serial::Bytes,
    },
    request::{Input, RunMode},
};

/// Request of an apply.
#[derive(Clone, Debug)]
pub struct ApplyRequest {
    /// The replies; together they are one batch.
    pub inputs: Vec<Input>,
    /// Where the blocks lead of those that are kept of a batch that was refused, which are the first ones: only their
    /// blocks count. None where that was not kept.
    pub kept: Vec<Option<Vec<BlockTarget>>>,
    /// Options by which replies are read.
    pub parse: reply::Options,
    /// Options of planning.
    pub plan: plan::Settings,
    /// Rules for paths.
    pub rules: Rules,
    /// Suffix of the files with the old versions, if those are wanted.
    pub backup: Option<BString>,
    /// True if the state before is put on git's stash too.
    pub stash: bool,
    /// A line of shell that is run once the batch is written, before it is committed; if it fails, the batch is taken
    /// back.
    pub exec: Option<OsString>,
    /// True if the error of a command that fails has the end of its output.
    pub keeps_output: bool,
    /// Options of the commit, if there is one.
    pub commit: Option<CommitOptions>,
    /// Mode of the run.
    pub mode: RunMode,
    /// The places that are changed: work tree, index or both.
    pub scope: TreeScope,
    /// True if the lines that come and go are counted.
    pub counts: bool,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
    /// The options as they were typed, a word each, for finishing the batch if it is refused.
    pub typed: Option<Vec<BString>>,
}

impl ApplyRequest {
    /// The reach of the batch.
    pub fn reach(&self) -> Reach {
        match self.scope {
            _ if self.commit.is_some() => Reach::Commit,
            TreeScope::Index => Reach::Index,
            TreeScope::Both => Reach::Both,
            TreeScope::WorkTree => Reach::WorkTree,
        }
    }

    /// The options that finishing the batch needs again.
    pub fn asked(&self) -> KeptOptions {
        KeptOptions {
            reach: self.reach(),
            directory: self.plan.directory.clone().map(Bytes),
            typed: self.typed.clone().map(|words| words.into_iter().map(Bytes).collect()),
        }
    }
}
