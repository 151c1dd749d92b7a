//! `sr.check.<rule>`: how much a finding of each rule of `git sr check` weighs.

use super::{Config, ConfigError, ConfigOrigin, Syntax};
use crate::core::check::{Level, Levels, RULES};

const LEVELS: &[(&str, Level)] = &[("error", Level::Error), ("warn", Level::Warn), ("off", Level::Off)];

/// A key below `sr.check` that is that of no rule, and has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The whole key. Its middle counts by its case, unlike the rest (git-config(1)).
    pub key: String,
    /// Its origin.
    pub origin: ConfigOrigin,
}

impl Config<'_> {
    /// The levels of all rules: those of `sr.check.<rule>`, else what `sr.syntax` says of syntax, else the
    /// rules' own.
    pub fn check_levels(self, syntax: Syntax) -> Result<Levels, ConfigError> {
        let mut levels = Levels::default();
        match syntax {
            Syntax::Auto => {}
            Syntax::Refuse => levels.set_unsure(Level::Error),
            Syntax::Warn => levels.set("syntax", Level::Warn),
            Syntax::Off => ["syntax", "imports"].iter().for_each(|rule| levels.set(rule, Level::Off)),
        }
        for rule in RULES {
            if let Some(level) = self.word(rule.key, LEVELS)? {
                levels.set(rule.id(), level);
                if rule.id() == "syntax" {
                    levels.set_unsure(Level::Error);
                }
            }
        }
        Ok(levels)
    }

    /// The keys below `sr.check` that are those of no rule, each once.
    pub fn unknown_rules(self) -> Vec<UnknownRule> {
        let snapshot = self.repo.git().config_snapshot();
        let sections = snapshot.plumbing().sections_by_name("sr").into_iter().flatten();
        let mut unknown: Vec<UnknownRule> = Vec::new();
        for section in sections.filter(|section| gix::config::section::is_trusted(section.meta())) {
            let Some(middle) = section.header().subsection_name() else { continue };
            if !middle.eq_ignore_ascii_case(b"check") {
                continue;
            }
            for name in section.value_names() {
                let key = format!("sr.{middle}.{}", name.to_lowercase());
                let is_known = RULES.iter().any(|rule| rule.key == key);
                if !is_known && !unknown.iter().any(|known| known.key == key) {
                    unknown.push(UnknownRule { key, origin: ConfigOrigin::of(section.meta()) });
                }
            }
        }
        unknown
    }
}
