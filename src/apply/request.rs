//! The request of an apply.

use std::{collections::BTreeMap, ffi::OsString};

use bstr::BString;

use super::TreeScope;
use crate::{
    core::{
        change::Change,
        guard::Rules,
        locate::Tier,
        plan::{self, Filter},
        reply, syntax,
    },
    repo::{
        commit::CommitOptions,
        config::{ConfigError, Emptied, Settings, Syntax},
        pending::{FailedPart, KeptOptions, KeptTargets, Reach},
        serial::Bytes,
    },
    request::{Input, RunMode},
};

/// Request of an apply.
#[derive(Clone, Debug)]
pub struct ApplyRequest {
    /// The replies; together they are one batch.
    pub inputs: Vec<Input>,
    /// Where the blocks lead of those that are kept of a batch that was refused, which are the first ones:
    /// only their blocks count. None where that was not kept.
    pub kept: Vec<Option<KeptTargets>>,
    /// The parts that failed of that batch.
    pub open: Vec<FailedPart>,
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
    /// A line of shell that is run once the batch is written, before it is committed; if it fails, the batch
    /// is taken back.
    pub exec: Option<OsString>,
    /// True if the error of a command that fails has the end of its output.
    pub keeps_output: bool,
    /// Options of the commit, if there is one.
    pub commit: Option<CommitOptions>,
    /// Mode of the run.
    pub mode: RunMode,
    /// The places that are changed: work tree, index or both.
    pub scope: TreeScope,
    /// True if the report has notes on the state of the files in git, for which commits are read.
    pub notes: bool,
    /// True if the lines that come and go are counted.
    pub counts: bool,
    /// True if the report has the ids of the files' bytes.
    pub ids: bool,
    /// The name of whatever wrote the replies, for the log of attempts.
    pub source: Option<String>,
    /// Other REPLACE sections of blocks, by their numbers in the batch.
    pub edits: BTreeMap<usize, Vec<u8>>,
    /// The changes that the user has seen and agreed to: the batch makes these or none.
    pub shown: Option<Vec<Change>>,
    /// The time of the batch, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
    /// The options as they were typed, a word each, for finishing the batch if it is refused.
    pub typed: Option<Vec<BString>>,
}

impl ApplyRequest {
    /// A request to apply these replies as the configuration says, but for `sr.fence` and `sr.marker`, which
    /// belong to `parse`. `time` is in seconds since 1970; it also decides which records are old enough to be
    /// dropped.
    ///
    /// # Errors
    ///
    /// When `sr.match` names no tier.
    pub fn configured(
        settings: &Settings,
        inputs: Vec<Input>,
        time: i64,
        cwd: BString,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            inputs,
            kept: Vec::new(),
            open: Vec::new(),
            parse: reply::Options::default(),
            plan: planning(settings)?,
            rules: Rules::default(),
            backup: None,
            stash: false,
            exec: settings.exec.clone().filter(|line| !line.is_empty()),
            keeps_output: false,
            commit: None,
            mode: RunMode::Write,
            scope: if settings.index { TreeScope::Both } else { TreeScope::WorkTree },
            notes: true,
            counts: false,
            ids: false,
            edits: BTreeMap::new(),
            shown: None,
            source: None,
            time,
            cwd,
            typed: None,
        })
    }

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

/// The options of planning that the configuration sets; the others are off.
fn planning(settings: &Settings) -> Result<plan::Settings, ConfigError> {
    let named = |name: &[u8]| Tier::all().iter().copied().find(|tier| name == tier.name().as_bytes());
    let last_tier = match &settings.last_tier {
        None => Tier::last(),
        Some(entry) => named(entry.value.as_slice()).ok_or_else(|| entry.refused())?,
    };
    Ok(plan::Settings {
        last_tier,
        directory: None,
        overwrite: false,
        allow_placeholder: false,
        keep_emptied: settings.emptied == Emptied::Keep,
        max_file_bytes: settings.max_file_bytes,
        partial: settings.partial,
        filter: Filter::default(),
        strict: false,
        syntax: match settings.syntax {
            Syntax::Auto => syntax::Mode::Auto,
            Syntax::Refuse => syntax::Mode::Refuse,
            Syntax::Warn => syntax::Mode::Warn,
            Syntax::Off => syntax::Mode::Off,
        },
        max_shrink: Some(settings.max_shrink),
        max_growth: Some(settings.max_growth),
        three_way: false,
    })
}
