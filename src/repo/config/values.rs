//! Values and their origins.

use std::path::PathBuf;

use bstr::{BStr, BString, ByteSlice};
use gix::config::{Source, file::Metadata};

use crate::repo::open::Repo;

/// A value that its key does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad value '{}' for {key}", crate::core::escape::escape(value))]
pub struct ConfigError {
    /// The key (`sr.maxFileBytes`).
    pub key: &'static str,
    /// The value as written.
    pub value: BString,
    /// Its origin.
    pub origin: ConfigOrigin,
    /// The values that the key takes.
    pub takes: Takes,
}

/// The key of words for a marker that does not exist.
pub const MARKERS: &str = "sr.marker";

/// Kind of values that a key takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`, in git's spellings.
    Boolean,
    /// A number from this one up.
    Number {
        /// The smallest one.
        least: u64,
    },
    /// One of some words.
    Word(Vec<String>),
    /// A text of this form.
    Form(&'static str),
    /// Something else.
    Other,
}

/// Level of the configuration that a value is from, as `git config --show-scope` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConfigScope {
    /// `/etc/gitconfig`
    System,
    /// `~/.gitconfig`
    Global,
    /// `.git/config`
    Local,
    /// `.git/config.worktree`
    Worktree,
    /// `git -c` or the environment.
    Command,
}

/// Origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigOrigin {
    /// The level.
    pub scope: ConfigScope,
    /// The file, an included one too; none for the command line and the environment.
    pub path: Option<PathBuf>,
    /// True if another file includes it.
    pub is_included: bool,
}

impl ConfigOrigin {
    pub(super) fn of(meta: &Metadata) -> Self {
        let scope = match meta.source {
            Source::GitInstallation | Source::System => ConfigScope::System,
            Source::Git | Source::User => ConfigScope::Global,
            Source::Local => ConfigScope::Local,
            Source::Worktree => ConfigScope::Worktree,
            Source::Env | Source::Cli | Source::Api | Source::EnvOverride => ConfigScope::Command,
        };
        Self { scope, path: meta.path.clone(), is_included: meta.level > 0 }
    }
}

/// One value and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigEntry {
    /// The key it was asked for by.
    pub key: &'static str,
    /// The value, unquoted, otherwise as written.
    pub value: BString,
    /// Its origin.
    pub origin: ConfigOrigin,
}

impl ConfigEntry {
    /// The error that says this value is not one that its key takes.
    pub fn refused(&self) -> ConfigError {
        self.not(Takes::Other)
    }

    /// The same, for a key that takes such values.
    fn not(&self, takes: Takes) -> ConfigError {
        ConfigError { key: self.key, value: self.value.clone(), origin: self.origin.clone(), takes }
    }
}

/// The configuration of a repository, key by key.
#[derive(Clone, Copy, Debug)]
pub struct Config<'r> {
    pub(super) repo: &'r Repo,
}

impl<'r> Config<'r> {
    /// The configuration that `repo` was opened with.
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo }
    }

    /// Every value of a key, in order: from the system down to the command line. A key without `=` has none.
    pub fn all(self, key: &'static str) -> Vec<ConfigEntry> {
        let snapshot = self.repo.git().config_snapshot();
        let found =
            snapshot.plumbing().raw_values_with_sections_filter(key, gix::config::section::is_trusted);
        let entry = |(value, section): (BString, gix::config::file::SectionRef<'_>)| ConfigEntry {
            key,
            value,
            origin: ConfigOrigin::of(section.meta()),
        };
        found.into_iter().flatten().map(entry).collect()
    }

    /// The value of a key that counts once: the last.
    pub fn last(self, key: &'static str) -> Option<ConfigEntry> {
        self.all(key).pop()
    }

    pub(super) fn boolean(self, key: &'static str) -> Result<Option<bool>, ConfigError> {
        let snapshot = self.repo.git().config_snapshot();
        let value = snapshot.plumbing().boolean_filter(key, gix::config::section::is_trusted);
        value.or_else(|_| self.last(key).map_or(Ok(None), |entry| Err(entry.not(Takes::Boolean))))
    }

    /// A path, in which `~/` and `%(prefix)/` mean what they mean to git; none if it is empty.
    pub(super) fn path(self, key: &'static str) -> Result<Option<PathBuf>, ConfigError> {
        let path = self.repo.git().config_snapshot().trusted_path(key);
        let path = path.or_else(|_| self.last(key).map_or(Ok(None), |entry| Err(entry.refused())))?;
        Ok(path.filter(|path| !path.as_os_str().is_empty()))
    }

    /// A number from 0 up, with git's `k`, `m` and `g`.
    pub(super) fn count(self, key: &'static str) -> Result<Option<u64>, ConfigError> {
        self.count_from(0, key)
    }

    /// A number from `least` up, with git's `k`, `m` and `g`.
    pub(super) fn count_from(self, least: u64, key: &'static str) -> Result<Option<u64>, ConfigError> {
        let Some(entry) = self.last(key) else { return Ok(None) };
        let number = gix::config::Integer::from_bytes(entry.value.as_bstr()).ok();
        match number.filter(|number| *number >= least) {
            Some(number) => Ok(Some(number)),
            None => Err(entry.not(Takes::Number { least })),
        }
    }

    pub(super) fn word<T: Copy>(
        self,
        key: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, ConfigError> {
        let Some(entry) = self.last(key) else { return Ok(None) };
        let known = words.iter().find(|(word, _)| entry.value.eq_ignore_ascii_case(word.as_bytes()));
        let takes = || Takes::Word(words.iter().map(|(word, _)| (*word).to_owned()).collect());
        known.map(|(_, value)| Some(*value)).ok_or_else(|| entry.not(takes()))
    }

    /// `diff.<driver>.xfuncname`
    pub(in crate::repo) fn function_names(self, driver: &BStr) -> Option<BString> {
        let snapshot = self.repo.git().config_snapshot();
        let sections = snapshot.plumbing().sections_by_name("diff").into_iter().flatten();
        let of_driver = sections.filter(|section| {
            gix::config::section::is_trusted(section.meta())
                && section.header().subsection_name() == Some(driver)
        });
        of_driver.filter_map(|section| section.values("xfuncname").pop()).last()
    }

    pub(super) fn markers(self) -> Vec<(String, ConfigEntry)> {
        let snapshot = self.repo.git().config_snapshot();
        let sections = snapshot.plumbing().sections_by_name("sr").into_iter().flatten();
        let mut markers = Vec::new();
        for section in sections.filter(|section| gix::config::section::is_trusted(section.meta())) {
            if section.header().subsection_name() != Some("marker".into()) {
                continue;
            }
            for name in section.value_names() {
                let origin = ConfigOrigin::of(section.meta());
                let values = section.values(&name).into_iter();
                let name = name.to_ascii_lowercase();
                let key = match name.as_str() {
                    "search" => "sr.marker.search",
                    "replace" => "sr.marker.replace",
                    "rename" => "sr.marker.rename",
                    "delete" => "sr.marker.delete",
                    _ => MARKERS,
                };
                markers.extend(
                    values.map(|value| (name.clone(), ConfigEntry { key, value, origin: origin.clone() })),
                );
            }
        }
        markers
    }
}
