//! Every key that git-sr knows, its type and its default.

use std::{ffi::OsString, path::PathBuf};

use super::{Config, ConfigEntry, ConfigError, DiffColors, SteeringPath};
use crate::{core::diff::Whitespace, repo::open::Repo};

use crate::core::plan::{self, Partial};

/// `sr.historyDepth` where it is not set: so many older versions of a file in commits are looked at.
pub(in crate::repo) const HISTORY_DEPTH: u64 = 50;

/// `sr.emptied`: treatment of a file whose whole content a block removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emptied {
    /// The file is deleted.
    #[default]
    Delete,
    /// An empty file stays.
    Keep,
}

/// `sr.flag`: treatment of changes to files that a build runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flag {
    /// They are made, and said.
    #[default]
    Report,
    /// They are refused.
    Refuse,
}

/// `sr.syntax`: effect of new syntax errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Syntax {
    /// Refuses where the grammar is exact, warns elsewhere.
    #[default]
    Auto,
    /// Always refuses.
    Refuse,
    /// Always warns.
    Warn,
    /// Syntax is not looked at.
    Off,
}

/// `color.sr`, `color.ui`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Wherever the output goes.
    Always,
    /// Nowhere.
    Never,
}

/// `core.autocrlf`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoCrlf {
    /// Endings stay as they are.
    #[default]
    False,
    /// CRLF in the work tree, LF in the repository.
    True,
    /// CRLF becomes LF on the way into the repository.
    Input,
}

/// `core.eol`, for files that are text by attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eol {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// As on the platform.
    #[default]
    Native,
}

/// All settings, with their defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Files of the work tree from which git takes programs or configuration.
    pub steering: Vec<SteeringPath>,
    /// `sr.allow`: globs of paths that may be written although their class is refused, in order.
    pub allow: Vec<ConfigEntry>,
    /// `sr.block`: globs of paths that may not be written, in order.
    pub block: Vec<ConfigEntry>,
    /// `sr.match`: the name of the last tier allowed; all are by default.
    pub last_tier: Option<ConfigEntry>,
    /// `sr.fence`: more fences, as `<open>..<close>`.
    pub fence: Vec<ConfigEntry>,
    /// `sr.marker.<name>`: other words for the markers, by lower-case name.
    pub markers: Vec<(String, ConfigEntry)>,
    /// `sr.partial`
    pub partial: Partial,
    /// `sr.index`: stage applied changes. Off by default.
    pub index: bool,
    /// `sr.maxFileBytes`: larger targets are refused. 1 GiB by default.
    pub max_file_bytes: u64,
    /// `sr.maxReplyBytes`: larger replies are refused. 256 MiB by default.
    pub max_reply_bytes: u64,
    /// `sr.maxBlocks`: replies with more blocks are refused. No limit by default.
    pub max_blocks: Option<u64>,
    /// `sr.maxShrink`: the largest share, in per cent, by which a whole-file block may shrink a file. 50 by
    /// default.
    pub max_shrink: u64,
    /// `sr.maxGrowth`: the largest factor by which a file of over 100 lines may grow. 10 by default.
    pub max_growth: u64,
    /// `sr.emptied`
    pub emptied: Emptied,
    /// `sr.flag`
    pub flag: Flag,
    /// `sr.syntax`
    pub syntax: Syntax,
    /// `sr.exec`: the shell command that tests a batch.
    pub exec: Option<OsString>,
    /// `sr.confirm`: a batch is shown and confirmed before it is written.
    pub confirm: bool,
    /// `sr.retry`: the shell command that corrects a refused batch. All values: the last that is trusted counts.
    pub retry: Vec<ConfigEntry>,
    /// `sr.retries`: the number of times that it is asked. 3 by default.
    pub retries: u64,
    /// `sr.trailer`: trailers for commits, in order.
    pub trailer: Vec<ConfigEntry>,
    /// `sr.keepBatches`: the number of batches that can be undone. 50 by default.
    pub keep_batches: u64,
    /// `sr.keepDays`: the days during which they can be. 30 by default.
    pub keep_days: u64,
    /// `sr.keepPrompts`: the number of prompts whose versions of files are kept. 50 by default.
    pub keep_prompts: u64,
    /// `sr.promptTemplate`: the file with the text of prompts; a relative path is taken from the root of the
    /// work tree.
    pub prompt_template: Option<PathBuf>,
    /// `sr.lockTimeout`: the time that a run waits for another one, in milliseconds. 5000 by default.
    pub lock_timeout: u64,
    /// `sr.historyDepth`: the number of older versions of a file that are read from commits. 50 by default.
    pub history_depth: u64,
    /// `sr.stats`: note every attempt, for `git sr stats`. On by default.
    pub stats: bool,
    /// `sr.stats.alertBelow`: a smaller share of blocks that apply, in per cent, is warned of. 70 by default.
    pub alert_below: u64,
    /// The commands whose hints `sr.advice.<command>` turns off, in lower case.
    pub silent: Vec<String>,
    /// `color.sr`, if set.
    pub color_sr: Option<Color>,
    /// `color.ui`, if set.
    pub color_ui: Option<Color>,
    /// `color.diff.*`
    pub diff_colors: DiffColors,
    /// `core.whitespace`, as far as diffs show it.
    pub whitespace: Whitespace,
    /// Paging of results.
    pub paging: Paging,
}

/// Paging of results on a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paging {
    /// False if `pager.sr` switches it off.
    pub is_on: bool,
    /// The command that `pager.sr` names, or else `core.pager`.
    pub program: Option<OsString>,
    /// `color.pager`: colour results in a pager. On by default.
    pub is_colored: bool,
}

impl Default for Paging {
    fn default() -> Self {
        Self { is_on: true, program: None, is_colored: true }
    }
}

impl Paging {
    fn read(config: Config<'_>) -> Result<Self, ConfigError> {
        let sr = config.boolean("pager.sr");
        // A value that is no boolean is a command.
        let key = if sr.is_err() { "pager.sr" } else { "core.pager" };
        Ok(Self {
            is_on: !matches!(sr, Ok(Some(false))),
            program: config.last(key).map(shell_line).transpose()?,
            is_colored: config.boolean("color.pager").ok().flatten().unwrap_or(true),
        })
    }
}

impl Settings {
    /// Reads the configuration that the repository was opened with.
    pub fn read(repo: &Repo) -> Result<Self, ConfigError> {
        let (settings, refused) = Self::read_all(repo);
        refused.into_iter().next().map_or(Ok(settings), Err)
    }

    /// The same, with the default in place of each value that its key does not take, and these values.
    pub fn read_all(repo: &Repo) -> (Self, Vec<ConfigError>) {
        let config = Config::new(repo);
        let mut values = Values::default();
        let settings = Self {
            steering: config.steering(),
            allow: config.all("sr.allow"),
            block: config.all("sr.block"),
            last_tier: config.last("sr.match"),
            fence: config.all("sr.fence"),
            markers: config.markers(),
            partial: values.read(config.partial()).unwrap_or_default(),
            index: values.or(config.boolean("sr.index"), false),
            max_file_bytes: values.or(config.count("sr.maxFileBytes"), 1 << 30),
            max_reply_bytes: values.or(config.count("sr.maxReplyBytes"), 256 << 20),
            max_blocks: values.read(config.count("sr.maxBlocks")).flatten(),
            max_shrink: values.or(config.count("sr.maxShrink"), plan::MAX_SHRINK),
            max_growth: values.or(config.count("sr.maxGrowth"), plan::MAX_GROWTH),
            emptied: values.or(config.word("sr.emptied", EMPTIED), Emptied::default()),
            flag: values.or(config.word("sr.flag", FLAG), Flag::default()),
            syntax: values.or(config.word("sr.syntax", SYNTAX), Syntax::default()),
            exec: values.read(config.last("sr.exec").map(shell_line).transpose()).flatten(),
            confirm: values.or(config.boolean("sr.confirm"), false),
            retry: config.all("sr.retry"),
            retries: values.or(config.count_from(1, "sr.retries"), 3),
            trailer: config.all("sr.trailer"),
            keep_batches: values.or(config.count("sr.keepBatches"), 50),
            keep_days: values.or(config.count("sr.keepDays"), 30),
            keep_prompts: values.or(config.count("sr.keepPrompts"), 50),
            prompt_template: values
                .read(config.path("sr.promptTemplate"))
                .flatten()
                .map(|path| repo.work_dir().join(path)),
            lock_timeout: values.or(config.count("sr.lockTimeout"), 5000),
            history_depth: values.or(config.count("sr.historyDepth"), HISTORY_DEPTH),
            stats: values.or(config.boolean("sr.stats"), true),
            alert_below: values.or(config.count("sr.stats.alertBelow"), 70),
            silent: config.silent(),
            color_sr: values.read(config.color("color.sr")).flatten(),
            color_ui: values.read(config.color("color.ui")).flatten(),
            diff_colors: DiffColors::read(config),
            whitespace: config
                .last("core.whitespace")
                .map_or_else(Whitespace::default, |entry| Whitespace::default().with(&entry.value)),
            paging: values.read(Paging::read(config)).unwrap_or_default(),
        };
        (settings, values.refused)
    }
}

/// Values as they are read, with those that their keys do not take.
#[derive(Default)]
struct Values {
    refused: Vec<ConfigError>,
}

impl Values {
    fn read<T>(&mut self, value: Result<T, ConfigError>) -> Option<T> {
        value.map_err(|error| self.refused.push(error)).ok()
    }

    fn or<T>(&mut self, value: Result<Option<T>, ConfigError>, default: T) -> T {
        self.read(value).flatten().unwrap_or(default)
    }
}

/// As the system takes it.
fn shell_line(entry: ConfigEntry) -> Result<OsString, ConfigError> {
    gix::path::from_bstring(entry.value.clone()).map(Into::into).map_err(|_| entry.refused())
}

const EMPTIED: &[(&str, Emptied)] = &[("delete", Emptied::Delete), ("keep", Emptied::Keep)];
const FLAG: &[(&str, Flag)] = &[("report", Flag::Report), ("refuse", Flag::Refuse)];
const SYNTAX: &[(&str, Syntax)] =
    &[("auto", Syntax::Auto), ("refuse", Syntax::Refuse), ("warn", Syntax::Warn), ("off", Syntax::Off)];
pub(super) const COLOR: &[(&str, Color)] =
    &[("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];
pub(super) const EOL: &[(&str, Eol)] = &[("lf", Eol::Lf), ("crlf", Eol::CrLf), ("native", Eol::Native)];

impl Config<'_> {
    /// `core.autocrlf`
    pub fn autocrlf(self) -> Result<AutoCrlf, ConfigError> {
        match self.last("core.autocrlf") {
            Some(entry) if entry.value.eq_ignore_ascii_case(b"input") => Ok(AutoCrlf::Input),
            _ if self.boolean("core.autocrlf")? == Some(true) => Ok(AutoCrlf::True),
            _ => Ok(AutoCrlf::False),
        }
    }

    /// `core.eol`. As for git, a word that it does not know counts as none.
    pub fn eol(self) -> Eol {
        self.word("core.eol", EOL).ok().flatten().unwrap_or_default()
    }

    /// As git reads it: a boolean true means `auto`, a false one `never`.
    pub(super) fn color(self, key: &'static str) -> Result<Option<Color>, ConfigError> {
        self.word(key, COLOR).or_else(|refused| match self.boolean(key) {
            Ok(Some(true)) => Ok(Some(Color::Auto)),
            Ok(Some(false)) => Ok(Some(Color::Never)),
            _ => Err(refused),
        })
    }

    pub(super) fn partial(self) -> Result<Partial, ConfigError> {
        let words = &[("no", Partial::No), ("file", Partial::File), ("block", Partial::Block)];
        match self.word("sr.partial", words) {
            Ok(partial) => Ok(partial.unwrap_or_default()),
            // A boolean, or none of them.
            Err(refused) => match self.boolean("sr.partial") {
                Ok(Some(true)) => Ok(Partial::File),
                Ok(_) => Ok(Partial::No),
                Err(_) => Err(refused),
            },
        }
    }
}
