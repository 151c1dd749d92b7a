//! Values as `git sr config` lists them, with the lines on which they are.

use std::path::Path;

use bstr::{BStr, BString, ByteSlice as _, ByteVec as _};
use gix::config::parse::{EventRef, Events};

use super::{Config, ConfigError, ConfigOrigin};

/// A value of any key of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedValue {
    /// The key: only the part between its first and last point counts by its case.
    pub key: BString,
    /// The value, unquoted, otherwise as written.
    pub value: BString,
    /// True of a key without a `=`, which is true as a boolean.
    pub is_implied: bool,
    /// Its origin.
    pub origin: ConfigOrigin,
}

impl ListedValue {
    /// The value as git shows it: `true` where there is none.
    pub fn shown(&self) -> &BStr {
        if self.is_implied { b"true".as_bstr() } else { self.value.as_bstr() }
    }

    /// The line of its file that sets it, from 1; none if it is in no file, or not there any more.
    pub fn line(&self) -> Option<usize> {
        line_in(self.origin.path.as_deref(), self.key.as_bstr(), self.value.as_bstr())
    }
}

impl ConfigError {
    /// The line of its file that sets the value, from 1; none if it is in no file, or not there any more.
    pub fn line(&self) -> Option<usize> {
        line_in(self.origin.path.as_deref(), self.key.into(), self.value.as_bstr())
    }
}

impl Config<'_> {
    /// The commands for which `sr.advice.<command>` is false, in lower case. What is no boolean changes
    /// nothing.
    pub(super) fn silent(self) -> Vec<String> {
        let advice = self.listed("sr").into_iter().filter_map(|listed| {
            let key = listed.key.to_str_lossy().to_ascii_lowercase();
            let command = key.strip_prefix("sr.advice.")?.to_owned();
            Some((command, gix::config::Boolean::try_from(listed.shown()).ok()?.is_true()))
        });
        let mut silent: Vec<String> = Vec::new();
        for (command, is_on) in advice {
            silent.retain(|other| *other != command);
            silent.extend(Some(command).filter(|_| !is_on));
        }
        silent
    }

    /// Every value of every key in a section and its subsections, from the system down to the command line.
    pub fn listed(self, section: &str) -> Vec<ListedValue> {
        let snapshot = self.repo.git().config_snapshot();
        let sections = snapshot.plumbing().sections_by_name(section).into_iter().flatten();
        let mut listed = Vec::new();
        for part in sections.filter(|part| gix::config::section::is_trusted(part.meta())) {
            let mut names: Vec<String> = Vec::new();
            for name in part.value_names() {
                let name = name.to_string();
                if !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                    names.push(name);
                }
            }
            for name in names {
                let key = key(section.into(), part.header().subsection_name(), name.as_bytes());
                let origin = ConfigOrigin::of(part.meta());
                let is_implied = part.value_implicit(&name) == Some(None);
                let values = part.values(&name);
                let last = values.len().saturating_sub(1);
                listed.extend(values.into_iter().enumerate().map(|(at, value)| ListedValue {
                    key: key.clone(),
                    value,
                    is_implied: is_implied && at == last,
                    origin: origin.clone(),
                }));
            }
        }
        listed
    }
}

fn key(section: &BStr, subsection: Option<&BStr>, name: &[u8]) -> BString {
    let mut key = BString::from(section);
    if let Some(subsection) = subsection {
        key.push_byte(b'.');
        key.push_str(subsection);
    }
    key.push_byte(b'.');
    key.push_str(name);
    key
}

fn line_in(file: Option<&Path>, key: &BStr, value: &BStr) -> Option<usize> {
    line_of(&std::fs::read(file?).ok()?, key, value)
}

/// The line of the last place where a text of configuration sets a key to a value.
fn line_of(text: &[u8], key: &BStr, value: &BStr) -> Option<usize> {
    let events = Events::from_bytes(text, None).ok()?;
    let (mut line, mut found) = (1, None);
    let mut section = (BString::default(), None);
    let mut named: Option<usize> = None;
    let mut written = BString::default();
    for event in events.iter() {
        match event {
            EventRef::SectionHeader { name, subsection_name, .. } => {
                section = (name.to_owned(), subsection_name.map(BStr::to_owned));
            }
            EventRef::SectionValueName(name) => {
                let here = self::key(section.0.as_ref(), section.1.as_ref().map(AsRef::as_ref), name);
                named = here.eq_ignore_ascii_case(key).then_some(line);
                written.clear();
            }
            EventRef::ValueNotDone(part) => written.push_str(part),
            EventRef::Value(part) | EventRef::ValueDone(part) => {
                written.push_str(part);
                let normal = gix::config::value::normalize(&written);
                found = named.filter(|_| normal.as_ref() == value).or(found);
            }
            EventRef::Newline(breaks) => line += breaks.find_iter("\n").count(),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, key: &str, value: &str) -> Option<usize> {
        line_of(text.as_bytes(), key.into(), value.into())
    }

    #[test]
    fn the_line_is_that_of_the_last_place_with_the_value() {
        let text = "[sr]\n\tmatch = exact\n\n# x\n[core]\n\tmatch = exact\n[SR]\n\tMatch = exact ; y\n\tmatch = no\n";
        assert_eq!(line(text, "sr.match", "exact"), Some(8));
        assert_eq!(line(text, "sr.match", "no"), Some(9));
        assert_eq!(line(text, "sr.match", "other"), None);
    }

    #[test]
    fn subsections_quotes_and_continued_values_are_read() {
        let text = "[sr \"stats\"]\nalertBelow = \"7 0\"\n[sr]\nexec = a \\\n  b\nsyntax = off\n";
        assert_eq!(line(text, "sr.stats.alertBelow", "7 0"), Some(2));
        assert_eq!(line(text, "sr.syntax", "off"), Some(6));
    }

    #[test]
    fn a_key_without_a_value_is_true_and_an_empty_one_is_not() {
        let sandbox = crate::repo::testing::Sandbox::new();
        sandbox.append(".git/config", "[sr]\n index\n confirm =\n[sr \"advice\"]\n apply\n");
        let repo = sandbox.open();
        let listed = Config::new(&repo).listed("sr");
        let shown: Vec<(String, String)> =
            listed.iter().map(|value| (value.key.to_string(), value.shown().to_string())).collect();
        let wanted = [("sr.index", "true"), ("sr.confirm", ""), ("sr.advice.apply", "true")];
        assert_eq!(shown, wanted.map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert!(Config::new(&repo).silent().is_empty());
        assert!(listed[0].line().is_some());
    }
}
