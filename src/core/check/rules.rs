//! The list of the rules, and how much each weighs.

use super::{
    Change, Found, conflict_markers, edit_markers, endings, growth, imports, invisible, keys, paths,
    placeholder, shrink, syntax,
};

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The rule is not looked at.
    Off,
    /// It is reported.
    Warn,
    /// The check fails.
    Error,
}

impl Level {
    /// The word for it in configuration and output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its stable name.
    pub id: &'static str,
    /// The key of the configuration that sets its level.
    pub key: &'static str,
    /// Its level where nothing is configured.
    pub level: Level,
    /// True if it looks for text that could be meant as such: then a Markdown fence, the attribute and the comment
    /// [`IGNORE`](super::IGNORE) silence it. Nothing in a repository silences the others.
    pub is_of_text: bool,
    /// Reports its findings.
    pub(super) run: fn(&Change<'_>, &mut dyn FnMut(Found)),
}

/// All rules, in the order in which they are listed.
pub const RULES: &[Rule] = &[
    Rule {
        id: "edit-markers",
        key: "sr.check.edit-markers",
        level: Level::Error,
        is_of_text: true,
        run: edit_markers::run,
    },
    Rule {
        id: "conflict-markers",
        key: "sr.check.conflict-markers",
        level: Level::Error,
        is_of_text: true,
        run: conflict_markers::run,
    },
    Rule {
        id: "placeholder",
        key: "sr.check.placeholder",
        level: Level::Error,
        is_of_text: true,
        run: placeholder::run,
    },
    Rule {
        id: "blocked-path",
        key: "sr.check.blocked-path",
        level: Level::Error,
        is_of_text: false,
        run: paths::blocked,
    },
    Rule {
        id: "secret-path",
        key: "sr.check.secret-path",
        level: Level::Error,
        is_of_text: false,
        run: paths::secret,
    },
    Rule {
        id: "control-path",
        key: "sr.check.control-path",
        level: Level::Warn,
        is_of_text: false,
        run: paths::control,
    },
    Rule { id: "key", key: "sr.check.key", level: Level::Warn, is_of_text: false, run: keys::run },
    Rule {
        id: "invisible",
        key: "sr.check.invisible",
        level: Level::Error,
        is_of_text: false,
        run: invisible::run,
    },
    Rule {
        id: "mixed-endings",
        key: "sr.check.mixed-endings",
        level: Level::Error,
        is_of_text: false,
        run: endings::run,
    },
    Rule {
        id: "emptied",
        key: "sr.check.emptied",
        level: Level::Error,
        is_of_text: false,
        run: shrink::emptied,
    },
    Rule { id: "shrink", key: "sr.check.shrink", level: Level::Warn, is_of_text: false, run: shrink::shrunk },
    Rule { id: "growth", key: "sr.check.growth", level: Level::Warn, is_of_text: false, run: growth::run },
    Rule { id: "syntax", key: "sr.check.syntax", level: Level::Error, is_of_text: false, run: syntax::run },
    Rule { id: "imports", key: "sr.check.imports", level: Level::Warn, is_of_text: false, run: imports::run },
];

/// The levels of all rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    rules: Vec<Level>,
    unsure: Level,
}

impl Default for Levels {
    fn default() -> Self {
        Self { rules: RULES.iter().map(|rule| rule.level).collect(), unsure: Level::Warn }
    }
}

impl Levels {
    /// Sets the level of a rule; a name that is no rule's changes nothing.
    pub fn set(&mut self, id: &str, level: Level) {
        if let Some(at) = RULES.iter().position(|rule| rule.id == id) {
            self.rules[at] = level;
        }
    }

    /// Sets how much a finding may weigh that is no proof; no more than a warning by default.
    pub fn set_unsure(&mut self, most: Level) {
        self.unsure = most;
    }

    /// The greatest level of a finding that is no proof.
    pub(super) fn unsure(&self) -> Level {
        self.unsure
    }

    /// The rules with their levels.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Rule, Level)> {
        RULES.iter().zip(self.rules.iter().copied())
    }
}
