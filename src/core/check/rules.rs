//! The table of the rules: their names, levels, words and functions.
//!
//! A new rule is an entry here, and a file in `rules/` that finds. Where its findings carry data, they are a
//! variant of [`What`](super::What), with a message in the command line's words.

mod conflict_markers;
mod edit_markers;
mod endings;
mod growth;
mod imports;
mod invisible;
mod keys;
mod paths;
mod placeholder;
mod shrink;
mod syntax;

use super::{change::Change, found::Found};

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
    /// The key of the configuration that sets its level. It ends in the rule's name.
    pub key: &'static str,
    /// Its level where nothing is configured.
    pub level: Level,
    /// True if it looks for text that could be meant as such: then a Markdown fence, the attribute and the
    /// comment [`IGNORE`](super::IGNORE) silence it. Nothing in a repository silences the others.
    pub is_of_text: bool,
    /// Its subject in a few words, which are also the message of a finding without data
    /// ([`What::Plain`](super::What::Plain)).
    pub about: &'static str,
    /// One line for the help of `git sr check`.
    pub help: &'static str,
    /// The hint for its findings.
    pub hint: Hint,
    /// Reports its findings.
    pub(super) run: fn(&Change<'_>, &mut dyn FnMut(Found)),
}

impl Rule {
    /// Its stable name: `edit-markers`
    pub fn id(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }
}

/// Hint for the findings of a rule.
#[derive(Debug)]
pub enum Hint {
    /// The same for all.
    Always(&'static str),
    /// One for staged changes, and one for other findings.
    Staged {
        /// For staged changes.
        staged: &'static str,
        /// For the others.
        otherwise: &'static str,
    },
    /// The same, and for staged changes the command that commits without the rule.
    Meant {
        /// For staged changes.
        staged: &'static str,
        /// For the others.
        otherwise: &'static str,
    },
    /// These words, and the command that shows the change.
    Look(&'static str),
    /// By the policy's verdict on the path.
    Policy,
}

/// All rules, in the order in which they are listed.
pub const RULES: &[Rule] = &[
    Rule {
        key: "sr.check.edit-markers",
        level: Level::Error,
        is_of_text: true,
        about: "marker of a SEARCH/REPLACE or an anchored edit is left over",
        help: "a line such as `<<<<<<< SEARCH` or `>>>>>>> REPLACE` is left over",
        hint: Hint::Always("make the edit by hand and take its markers out, or remove all of it"),
        run: edit_markers::run,
    },
    Rule {
        key: "sr.check.conflict-markers",
        level: Level::Error,
        is_of_text: true,
        about: "marker of a merge conflict is left over",
        help: "a merge conflict is not resolved",
        hint: Hint::Staged {
            staged: "resolve the conflict, and stage the file again",
            otherwise: "resolve the conflict",
        },
        run: conflict_markers::run,
    },
    Rule {
        key: "sr.check.placeholder",
        level: Level::Error,
        is_of_text: true,
        about: "comment in place of code that was left out",
        help: "a comment such as `// ... existing code ...` in place of code",
        hint: Hint::Always("write the code in place of the comment"),
        run: placeholder::run,
    },
    Rule {
        key: "sr.check.blocked-path",
        level: Level::Error,
        is_of_text: false,
        about: "rule blocks the path, or it can be no path",
        help: "sr.block or .gitsr-block names the path, or it can be none",
        hint: Hint::Policy,
        run: paths::blocked,
    },
    Rule {
        key: "sr.check.secret-path",
        level: Level::Error,
        is_of_text: false,
        about: "name says that the file holds secrets",
        help: "the name says that the file holds secrets",
        hint: Hint::Policy,
        run: paths::secret,
    },
    Rule {
        key: "sr.check.control-path",
        level: Level::Warn,
        is_of_text: false,
        about: "name says that the file steers tools which run code",
        help: "the name says that the file steers tools which run code",
        hint: Hint::Policy,
        run: paths::control,
    },
    Rule {
        key: "sr.check.key",
        level: Level::Warn,
        is_of_text: false,
        about: "private key or access token is added",
        help: "the text of a private key or an access token is added",
        hint: Hint::Always("take the key out; if it was ever pushed, have it revoked where it was issued"),
        run: keys::run,
    },
    Rule {
        key: "sr.check.invisible",
        level: Level::Error,
        is_of_text: false,
        about: "invisible, bidirectional or control character is added",
        help: "an invisible, bidirectional or control character is added",
        hint: Hint::Always("remove the character, or write it as an escape"),
        run: invisible::run,
    },
    Rule {
        key: "sr.check.mixed-endings",
        level: Level::Error,
        is_of_text: false,
        about: "file gets line endings of two sorts",
        help: "a file gets line endings of two sorts",
        hint: Hint::Always(
            "give all lines the same ending, or set the attribute '-text' where endings are content",
        ),
        run: endings::run,
    },
    Rule {
        key: "sr.check.emptied",
        level: Level::Error,
        is_of_text: false,
        about: "all text of a file is gone, and the file stays",
        help: "all text of a file is gone, and the file stays",
        hint: Hint::Always("restore the text, or remove the file"),
        run: shrink::emptied,
    },
    Rule {
        key: "sr.check.shrink",
        level: Level::Warn,
        is_of_text: false,
        about: "file loses much of its text",
        help: "a file lost more than sr.maxShrink per cent of its text (50)",
        hint: Hint::Look("look whether something is missing"),
        run: shrink::shrunk,
    },
    Rule {
        key: "sr.check.growth",
        level: Level::Warn,
        is_of_text: false,
        about: "file becomes many times as long",
        help: "a file of over 100 lines is over sr.maxGrowth times as long (10)",
        hint: Hint::Look("look whether something is repeated"),
        run: growth::run,
    },
    Rule {
        key: "sr.check.syntax",
        level: Level::Error,
        is_of_text: false,
        about: "file gets errors of syntax that it had not",
        help: "a file got an error of syntax; a warning but in JSON, TOML and Python",
        hint: Hint::Meant { staged: "correct the file", otherwise: "correct the file" },
        run: syntax::run,
    },
    Rule {
        key: "sr.check.imports",
        level: Level::Warn,
        is_of_text: false,
        about: "added import leads to no file",
        help: "an added import leads to no file",
        hint: Hint::Staged {
            staged: "stage the file that is imported, or correct the import",
            otherwise: "add the file that is imported, or correct the import",
        },
        run: imports::run,
    },
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
        if let Some(at) = RULES.iter().position(|rule| rule.id() == id) {
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
