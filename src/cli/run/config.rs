//! `git sr config`, as it was typed.

use std::path::Path;

use super::{replies, start::open_anyway};
use crate::{
    apply::ApplyRequest,
    cli::{
        args::{self, ConfigArgs, ConfigKey, KEYS, ReadingArgs},
        exit::Exit,
        fatal::Fatal,
        report::config::{ConfigReport, ConfigRow, UnknownKey},
        style::Streams,
        words::close,
    },
    core::{
        check::{Levels, RULES},
        guard::{Origin, Policy, Rules},
    },
    repo::{
        config::{Config, ConfigEntry, ConfigError, ListedValue, Settings},
        open::Repo,
    },
};

/// Sections that hold keys.
const SECTIONS: &[&str] = &["sr", "color", "core", "diff", "pager"];

pub(super) fn config(start: &Path, args: &ConfigArgs, streams: &mut Streams) -> Result<Exit, Fatal> {
    let (repo, settings, refused) = open_anyway(start, &args.output, streams)?;
    let values: Vec<ListedValue> =
        SECTIONS.iter().flat_map(|section| Config::new(&repo).listed(section)).collect();
    let chosen = |key: &&ConfigKey| args.keys.is_empty() || args.keys.iter().any(|named| names(named, key));
    let levels = Config::new(&repo).check_levels(settings.syntax).unwrap_or_default();
    let rows = KEYS.iter().filter(chosen).map(|key| {
        let row = row(key, &values, &args.keys);
        let unset = if args.only_set { Vec::new() } else { unset(&row, &levels, &args.keys) };
        ConfigRow { unset, ..row }
    });
    let is_shown = |row: &ConfigRow<'_>| !args.only_set || !row.values.is_empty();
    let bad = bad(&repo, &settings, refused);
    let report = ConfigReport {
        rows: rows.filter(is_shown).collect(),
        bad: bad.iter().map(|error| error.text().to_owned()).collect(),
        bad_advice: values.iter().filter(|value| is_bad_advice(value)).collect(),
        unknown: values.iter().filter_map(unknown).collect(),
        unnamed: args
            .keys
            .iter()
            .filter(|named| !KEYS.iter().any(|key| names(named, key)))
            .map(|named| (named.as_str(), close_key(named)))
            .collect(),
    };
    report.print(args, streams);
    for error in &bad {
        error.print(streams, false);
    }
    report.problems(args, streams);
    Ok(report.exit())
}

/// Returns whether a word on the command line names a key: whole, by its start, or as one of its kind.
fn names(named: &str, key: &ConfigKey) -> bool {
    let starts = key.name.get(..named.len()).is_some_and(|start| start.eq_ignore_ascii_case(named));
    starts || is_kind(key, named)
}

/// Returns whether a key is this one, or one of this kind.
fn is_kind(key: &ConfigKey, name: &str) -> bool {
    let Some((before, after)) =
        key.name.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?.1)))
    else {
        return key.name.eq_ignore_ascii_case(name);
    };
    let starts = name.get(..before.len()).is_some_and(|start| start.eq_ignore_ascii_case(before));
    let end = name.len().checked_sub(after.len()).and_then(|at| name.get(at..));
    starts
        && name.len() > before.len() + after.len()
        && end.is_some_and(|end| end.eq_ignore_ascii_case(after))
}

/// A key with its values; those that others override are left out.
fn row<'v>(key: &'static ConfigKey, values: &'v [ListedValue], named: &[String]) -> ConfigRow<'v> {
    let is_wanted = |value: &ListedValue| {
        let name = value.key.to_string();
        let whole = |named: &String| names(named, key) && !is_kind(key, named);
        is_kind(key, &name)
            && (named.is_empty()
                || named.iter().any(|named| named.eq_ignore_ascii_case(&name) || whole(named)))
    };
    let mut found: Vec<&ListedValue> = Vec::new();
    for value in values.iter().filter(|value| is_wanted(value)) {
        if !key.is_list {
            found.retain(|older| !older.key.eq_ignore_ascii_case(&value.key));
        }
        found.push(value);
    }
    ConfigRow { key, values: found, unset: Vec::new() }
}

/// The keys of rules that are not set, with their levels.
fn unset(row: &ConfigRow<'_>, levels: &Levels, named: &[String]) -> Vec<(&'static str, &'static str)> {
    let is_wanted = |key: &str| {
        let whole = |named: &String| names(named, row.key) && !is_kind(row.key, named);
        named.is_empty() || named.iter().any(|named| named.eq_ignore_ascii_case(key) || whole(named))
    };
    let is_set = |key: &str| row.values.iter().any(|value| value.key.eq_ignore_ascii_case(key.as_bytes()));
    let rules = levels.iter().filter(|(rule, _)| is_kind(row.key, rule.key));
    let unset = rules.filter(|(rule, _)| is_wanted(rule.key) && !is_set(rule.key));
    unset.map(|(rule, level)| (rule.key, level.name())).collect()
}

/// All values that their keys do not take, of each list of rules or words the first one.
fn bad(repo: &Repo, settings: &Settings, refused: Vec<ConfigError>) -> Vec<Fatal> {
    let is_rule = |add: fn(&mut Rules, &ConfigEntry) -> bool, entry: &ConfigEntry| {
        let mut rules = Rules::default();
        add(&mut rules, entry) && Policy::new(rules).is_ok()
    };
    let allows: fn(&mut Rules, &ConfigEntry) -> bool =
        |rules, entry| rules.allow(&entry.value, Origin::BuiltIn).is_ok();
    let blocks: fn(&mut Rules, &ConfigEntry) -> bool =
        |rules, entry| rules.block(&entry.value, Origin::BuiltIn).is_ok();
    let allow = settings.allow.iter().filter(|entry| !is_rule(allows, entry));
    let block = settings.block.iter().filter(|entry| !is_rule(blocks, entry));
    let globs = allow.chain(block).map(ConfigEntry::refused);
    let tier = ApplyRequest::configured(settings, Vec::new(), 0, "".into()).err();
    let levels = Config::new(repo).check_levels(settings.syntax).err();
    let errors = refused.into_iter().chain(globs).chain(tier).chain(levels).map(Fatal::from);
    let words = replies::words(Some(settings)).err();
    let fence = words.is_none().then(|| replies::options(&ReadingArgs::default(), Some(settings)).err());
    errors.chain(words).chain(fence.flatten()).collect()
}

fn is_bad_advice(value: &ListedValue) -> bool {
    let is_advice = value.key.to_ascii_lowercase().starts_with(b"sr.advice.");
    is_advice && gix::config::Boolean::try_from(value.shown()).is_err()
}

/// A key below `sr` that has no effect.
fn unknown(value: &ListedValue) -> Option<UnknownKey<'_>> {
    let name = value.key.to_string();
    let lower = name.to_lowercase();
    if let Some(rule) = lower.strip_prefix("sr.check.") {
        let rules: Vec<&'static str> = RULES.iter().map(|rule| rule.key).collect();
        let is_known = RULES.iter().any(|known| known.id() == rule);
        return (!is_known).then(|| UnknownKey { value, meant: close(&lower, &rules) });
    }
    let is_known = match lower.strip_prefix("sr.advice.") {
        Some(command) => args::is_command(command),
        None => KEYS.iter().any(|key| is_kind(key, &name)) || !lower.starts_with("sr."),
    };
    (!is_known).then(|| UnknownKey { value, meant: close_key(&name) })
}

/// The key that may be meant by a name.
fn close_key(name: &str) -> Option<&'static str> {
    let keys: Vec<&'static str> = KEYS.iter().map(|key| key.name).collect();
    let prefixed = format!("sr.{name}");
    let exact = KEYS.iter().find(|key| is_kind(key, &prefixed)).map(|key| key.name);
    exact.or_else(|| close(name, &keys))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> &'static ConfigKey {
        KEYS.iter().find(|key| key.name == name).expect("a key")
    }

    #[test]
    fn a_key_is_named_whole_by_its_start_or_as_one_of_its_kind() {
        let rule = key("sr.check.<rule>");
        for (named, is_named) in [("sr.check.todo", true), ("SR.check", true), ("sr.checks", false)] {
            assert_eq!(names(named, rule), is_named, "{named}");
        }
        assert!(is_kind(key("diff.<driver>.xfuncname"), "diff.my.one.xFuncName"));
        assert!(!is_kind(key("diff.<driver>.xfuncname"), "diff.xfuncname"));
        assert!(!is_kind(key("sr.stats"), "sr.stats.alertBelow"));
    }

    #[test]
    fn keys_that_may_be_given_several_times_are_lists() {
        for key in KEYS {
            assert_eq!(
                key.is_list,
                key.meaning.contains("several times") || is_of_globs(key),
                "{}",
                key.name
            );
        }
    }

    fn is_of_globs(key: &ConfigKey) -> bool {
        matches!(key.name, "sr.allow" | "sr.block")
    }

    #[test]
    fn defaults_are_what_counts_where_nothing_is_set() {
        let sandbox = crate::repo::testing::Sandbox::new();
        let none = Settings::read(&sandbox.open()).expect("settings");
        for key in KEYS.iter().filter(|key| key.name != "sr.match") {
            let Some(default) = key.default else { continue };
            let (section, name) = key.name.rsplit_once('.').expect("a section");
            let section = section.split_once('.').map_or_else(
                || format!("[{section}]"),
                |(section, subsection)| format!("[{section} \"{subsection}\"]"),
            );
            let sandbox = crate::repo::testing::Sandbox::new();
            sandbox.append(".git/config", &format!("{section}\n{name} = {default}\n"));
            assert_eq!(Settings::read(&sandbox.open()).as_ref(), Ok(&none), "{}", key.name);
        }
        let last = crate::core::locate::Tier::last().name();
        assert_eq!(key("sr.match").default, Some(last));
    }
}
