//! `sr.check.<rule>`: how much a finding of each rule of `git sr check` weighs.

use super::{Config, ConfigError, Syntax};
use crate::core::check::{Level, Levels, RULES};

const LEVELS: &[(&str, Level)] = &[("error", Level::Error), ("warn", Level::Warn), ("off", Level::Off)];

impl Config<'_> {
    /// The levels of all rules: those of `sr.check.<rule>`, else what `sr.syntax` says of syntax, else the rules' own.
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
                levels.set(rule.id, level);
                if rule.id == "syntax" {
                    levels.set_unsure(Level::Error);
                }
            }
        }
        Ok(levels)
    }
}
