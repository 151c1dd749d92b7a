//! The report of `git sr config`.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{SCHEMA_VERSION, print, text};
use crate::{
    cli::{
        args::{ConfigArgs, ConfigKey},
        exit::Exit,
        shell::{git, git_sr, shell_word},
        style::Streams,
        words::quoted,
    },
    core::escape::escape,
    repo::config::{ConfigScope, ListedValue},
};

/// Columns of the meanings.
const WIDTH: usize = 80;

/// Keys, and what is wrong about the configuration.
pub(in crate::cli) struct ConfigReport<'v> {
    /// The keys that are shown.
    pub(in crate::cli) rows: Vec<ConfigRow<'v>>,
    /// Values that their keys do not take, as errors.
    pub(in crate::cli) bad: Vec<String>,
    /// Values of `sr.advice.<command>` that are no booleans.
    pub(in crate::cli) bad_advice: Vec<&'v ListedValue>,
    /// Values that have no effect.
    pub(in crate::cli) unknown: Vec<UnknownKey<'v>>,
    /// Words of the command line that name no key, each with the key that may be meant.
    pub(in crate::cli) unnamed: Vec<(&'v str, Option<&'static str>)>,
}

/// A key with the values that count.
pub(in crate::cli) struct ConfigRow<'v> {
    pub(in crate::cli) key: &'static ConfigKey,
    pub(in crate::cli) values: Vec<&'v ListedValue>,
    /// Keys of its kind that are not set, each with the value that counts.
    pub(in crate::cli) unset: Vec<(&'static str, &'static str)>,
}

/// A value of a key that does not exist.
pub(in crate::cli) struct UnknownKey<'v> {
    pub(in crate::cli) value: &'v ListedValue,
    /// The key that may be meant.
    pub(in crate::cli) meant: Option<&'static str>,
}

impl ConfigReport<'_> {
    /// Prints the keys, or the object with all.
    pub(in crate::cli) fn print(&self, args: &ConfigArgs, streams: &mut Streams) {
        if args.output.json {
            print(&ConfigJson::new(self), streams);
        } else {
            self.rows(args, streams);
        }
    }

    /// Returns the exit code.
    pub(in crate::cli) fn exit(&self) -> Exit {
        let is_good = self.bad.is_empty() && self.bad_advice.is_empty() && self.unnamed.is_empty();
        if is_good { Exit::Done } else { Exit::Refused }
    }

    fn rows(&self, args: &ConfigArgs, streams: &mut Streams) {
        streams.page();
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                streams.result("");
            }
            row.lines().iter().for_each(|line| streams.result(line));
        }
        if self.rows.is_empty() && args.only_set && self.unnamed.is_empty() {
            streams.say("nothing is set; all keys have their defaults");
        }
    }

    /// Prints what is wrong besides bad values.
    pub(in crate::cli) fn problems(&self, args: &ConfigArgs, streams: &mut Streams) {
        for (named, meant) in &self.unnamed {
            streams.error(&not_a_key(named.as_bytes()));
            match meant {
                Some(meant) => streams.hint(&format!("is {meant} meant?")),
                // `git config <key> <value>` sets a key, and this does not.
                None if args.keys.len() == 2 && args.keys[1] == *named => {
                    let words: Vec<String> =
                        args.keys.iter().map(|word| shell_word(word.as_bytes())).collect();
                    streams.hint(&format!("to set a key: {}", git(&format!("config {}", words.join(" ")))));
                }
                None => streams.hint(&format!("list all keys: {}", git_sr("config"))),
            }
        }
        for value in &self.bad_advice {
            streams.error(&bad_value(value));
        }
        for UnknownKey { value, meant } in &self.unknown {
            let meant = meant.map_or_else(String::new, |meant| format!("; is {meant} meant?"));
            streams.warn(&format!(
                "{} in {} is no key of git sr, and has no effect{meant}",
                quoted(&value.key),
                place(value)
            ));
        }
    }
}

impl ConfigRow<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for value in &self.values {
            lines.push(format!("{} = {}", escape(&value.key), escape(value.shown())));
            lines.push(format!("    from {}", place(value)));
        }
        lines.extend(self.unset.iter().map(|(name, value)| format!("{name} = {value}")));
        if !self.unset.is_empty() {
            lines.push("    by default".to_owned());
        } else if self.values.is_empty() {
            let (name, default) = (self.key.name, self.key.default);
            lines.push(default.map_or_else(|| name.to_owned(), |default| format!("{name} = {default}")));
            lines.push(format!("    {}", if default.is_some() { "by default" } else { "not set" }));
        }
        lines.extend(wrapped(self.key.meaning));
        lines
    }
}

/// Lines of a text, indented.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = format!("    {word}"),
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("    {word}")),
        }
    }
    lines
}

fn not_a_key(named: &[u8]) -> String {
    format!("{} is no key of git sr", quoted(named))
}

fn bad_value(value: &ListedValue) -> String {
    format!("bad value {} for {} in {}", quoted(&value.value), escape(&value.key), place(value))
}

/// `'.git/config', line 12`
fn place(value: &ListedValue) -> String {
    let Some(path) = &value.origin.path else { return "the command line or the environment".to_owned() };
    let line = value.line().map_or_else(String::new, |line| format!(", line {line}"));
    format!("{}{line}", quoted(path.as_os_str().as_encoded_bytes()))
}

/// The configuration: printed by `git sr config --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Config")]
pub(in crate::cli) struct ConfigJson {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// `good`, or `bad` if a value is not one that its key takes, or a key that was named does not exist.
    status: &'static str,
    /// The keys.
    keys: Vec<KeyJson>,
    /// Errors of values, for people.
    errors: Vec<String>,
    /// Keys below `sr` that do not exist and have no effect.
    unknown: Vec<ValueJson>,
}

/// One key.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConfigKey")]
struct KeyJson {
    /// Its name; `<...>` is a part that the user chooses.
    key: &'static str,
    /// Its meaning and its default.
    meaning: &'static str,
    /// The value that counts where none is set; null where that is no value.
    default: Option<&'static str>,
    /// The values that count; empty where none is set.
    values: Vec<ValueJson>,
}

/// One value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConfigValue")]
struct ValueJson {
    /// The key as it is set.
    key: String,
    value: String,
    /// `system`, `global`, `local`, `worktree` or `command`, as `git config --show-scope` has it.
    scope: &'static str,
    /// The file that sets it; null for the command line and the environment.
    file: Option<String>,
    /// The line of the file, from 1.
    line: Option<usize>,
}

impl ConfigJson {
    fn new(report: &ConfigReport<'_>) -> Self {
        let key = |row: &ConfigRow<'_>| KeyJson {
            key: row.key.name,
            meaning: row.key.meaning,
            default: row.key.default,
            values: row.values.iter().map(|value| ValueJson::new(value)).collect(),
        };
        let unnamed = report.unnamed.iter().map(|(named, _)| not_a_key(named.as_bytes()));
        let advice = report.bad_advice.iter().map(|value| bad_value(value));
        let errors: Vec<String> = unnamed.chain(report.bad.iter().cloned()).chain(advice).collect();
        Self {
            schema_version: SCHEMA_VERSION,
            status: if errors.is_empty() { "good" } else { "bad" },
            keys: report.rows.iter().map(key).collect(),
            errors,
            unknown: report.unknown.iter().map(|unknown| ValueJson::new(unknown.value)).collect(),
        }
    }
}

impl ValueJson {
    fn new(value: &ListedValue) -> Self {
        let origin = &value.origin;
        Self {
            key: text(&value.key),
            value: text(value.shown()),
            scope: match origin.scope {
                ConfigScope::System => "system",
                ConfigScope::Global => "global",
                ConfigScope::Local => "local",
                ConfigScope::Worktree => "worktree",
                ConfigScope::Command => "command",
            },
            file: origin.path.as_ref().map(|path| text(path.as_os_str().as_encoded_bytes())),
            line: value.line(),
        }
    }
}
