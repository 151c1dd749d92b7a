//! What a commit should not bring in: rules over the lines that a change adds, bytes in, findings out.
//!
//! [`RULES`] is the one list of the rules, and each has a file. A rule is handed a [`Change`] and tells what it
//! [`Found`]; what a rule has in common with others is done here: only added lines count, and markers and placeholders
//! that are meant as text (see [`Rule::is_of_text`]) are dropped.

mod conflict_markers;
mod documentation;
mod edit_markers;
mod endings;
mod invisible;
mod keys;
mod lines;
mod marker;
mod paths;
mod placeholder;
mod shrink;
#[cfg(test)]
mod tests;

use bstr::{BStr, ByteSlice as _};

pub use keys::Key;
pub use lines::{Hunk, Lines};
pub use marker::Part;

use super::{
    escape::Suspicious,
    guard::Verdict,
    path::PathError,
    reply::MarkerWords,
    text::{Ending, Text},
};

/// A comment with this word, on a line or directly above it, says that a marker or a placeholder on the line is meant.
/// The attribute of this name says so of a whole file.
pub const IGNORE: &str = "sr-check-ignore";

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The rule is not looked at.
    Off,
    /// It is said.
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
    /// Whether it looks for text that could be meant as such: then a Markdown fence, the attribute and the comment
    /// [`IGNORE`] silence it. Nothing in a repository silences the others.
    pub is_of_text: bool,
    /// Tells what it finds.
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
];

/// The levels of all rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(Vec<Level>);

impl Default for Levels {
    fn default() -> Self {
        Self(RULES.iter().map(|rule| rule.level).collect())
    }
}

impl Levels {
    /// Sets the level of a rule; a name that is no rule's changes nothing.
    pub fn set(&mut self, id: &str, level: Level) {
        if let Some(at) = RULES.iter().position(|rule| rule.id == id) {
            self.0[at] = level;
        }
    }

    /// The rules with their levels.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Rule, Level)> {
        RULES.iter().zip(self.0.iter().copied())
    }
}

/// A file that a change adds or modifies.
#[derive(Debug)]
pub struct Change<'a> {
    /// Its path from the root.
    pub path: &'a BStr,
    /// What the policy says of the path, or why it can be none.
    pub verdict: Result<Verdict, PathError>,
    /// Its lines; none of what is no text: a link, another repository, a binary file.
    pub lines: Option<Lines>,
    /// The words of markers.
    pub words: &'a MarkerWords,
    /// Whether the attribute [`IGNORE`] is set.
    pub is_ignored: bool,
    /// Whether its line endings are content (the attribute `-text`).
    pub keeps_endings: bool,
    /// By how many per cent it may shrink.
    pub max_shrink: u64,
}

/// What a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line, from 0; none of the file as a whole.
    pub line: Option<usize>,
    /// The line that opens the block of markers that this is a part of, if that is another one.
    pub opener: Option<usize>,
    /// What is there.
    pub what: What,
}

impl Found {
    fn at(line: usize, what: What) -> Self {
        Self { line: Some(line), opener: None, what }
    }

    fn of_file(what: What) -> Self {
        Self { line: None, opener: None, what }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A marker of an edit that was not applied.
    EditMarker(Part),
    /// A marker of a merge conflict.
    ConflictMarker(Part),
    /// A line that stands for code left out.
    Placeholder,
    /// The policy refuses the path.
    Refused(Verdict),
    /// The path can be none.
    BadPath(PathError),
    /// A key.
    Key(Key),
    /// Characters that deceive the reader.
    Suspicious {
        /// The first on the line.
        first: Suspicious,
        /// How many the line brings in.
        count: usize,
    },
    /// A line that ends otherwise than the rest of the file.
    MixedEndings {
        /// How the line ends.
        found: Ending,
        /// How the rest does.
        rest: Ending,
    },
    /// All of the file's text is gone.
    Emptied {
        /// How many lines it had.
        before: usize,
    },
    /// Much of the file's text is gone.
    Shrunk {
        /// How many lines with text it had.
        before: usize,
        /// How many it has.
        after: usize,
    },
}

/// What the rules that are not off find in a change, in the order of the lines.
pub fn examine(change: &Change<'_>, levels: &Levels) -> Vec<(&'static Rule, Level, Found)> {
    let mut all = Vec::new();
    for (rule, level) in levels.iter().filter(|(_, level)| *level != Level::Off) {
        let mut add = |found: Found| all.push((rule, level, found));
        (rule.run)(change, &mut add);
    }
    if let Some(lines) = &change.lines {
        let mut fenced = None;
        all.retain(|(rule, _, found)| {
            let Some(line) = found.line else { return true };
            if !lines.is_added(line) {
                return false;
            }
            if !rule.is_of_text {
                return true;
            }
            let fenced = fenced.get_or_insert_with(|| documentation::fenced(change.path, lines.new_text()));
            let is_meant = |line| is_silenced(lines.new_text(), line);
            !change.is_ignored
                && !fenced.iter().any(|fence| fence.contains(&line))
                && !is_meant(line)
                && !found.opener.is_some_and(is_meant)
        });
    }
    all.sort_by_key(|(_, _, found)| found.line);
    all
}

/// Whether a comment on the line or directly above says that it is meant.
fn is_silenced(text: &Text, line: usize) -> bool {
    let says = |line: usize| text.body(line).contains_str(IGNORE);
    says(line) || line.checked_sub(1).is_some_and(says)
}
