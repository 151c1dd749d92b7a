//! `sr.check.<rule>`: how much a finding of each rule of `git sr check` weighs.

use super::{Config, ConfigError};
use crate::core::check::{Level, Levels, RULES};

const LEVELS: &[(&str, Level)] = &[("error", Level::Error), ("warn", Level::Warn), ("off", Level::Off)];

impl Config<'_> {
    /// The levels of all rules: those of `sr.check.<rule>`, else the rules' own.
    pub fn check_levels(self) -> Result<Levels, ConfigError> {
        let mut levels = Levels::default();
        for rule in RULES {
            if let Some(level) = self.word(rule.key, LEVELS)? {
                levels.set(rule.id, level);
            }
        }
        Ok(levels)
    }
}
