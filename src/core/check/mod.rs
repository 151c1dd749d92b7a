//! Rules for commits, over the lines that a change adds: bytes in, findings out.
//!
//! [`RULES`] is the one list of the rules, and each has a file. A rule gets a [`Change`] and reports what it
//! [`Found`]; what rules have in common is done here: only added lines count, and markers and placeholders
//! that are meant as text (see [`Rule::is_of_text`]) are dropped.

mod code;
mod conflict_markers;
mod documentation;
mod edit_markers;
mod endings;
mod growth;
mod imports;
mod invisible;
mod keys;
mod lines;
mod marker;
mod paths;
mod placeholder;
mod rules;
mod shrink;
mod syntax;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use bstr::{BStr, BString, ByteSlice as _};

pub use code::Code;
pub use keys::Key;
pub use lines::Lines;
pub use marker::{MARKER_SIZE, Markers, Part};
pub use paths::judge;
pub use rules::{Level, Levels, RULES, Rule};

use super::{
    escape::Suspicious,
    guard::Verdict,
    imports::Files,
    path::PathError,
    reply::MarkerWords,
    syntax::Broken,
    text::{Ending, Text},
};

/// A comment with this word, on a line or directly above it, says that a marker or a placeholder on the line is meant.
/// The attribute of this name says so of a whole file.
pub const IGNORE: &str = "sr-check-ignore";

/// A file that a change adds or modifies.
pub struct Change<'a> {
    /// Its path from the root.
    pub path: &'a BStr,
    /// Verdict of the policy on the path, or why it can be none.
    pub verdict: Result<Verdict, PathError>,
    /// Its lines; none of a link, another repository or a binary file.
    pub lines: Option<Lines>,
    /// The words of markers.
    pub words: &'a MarkerWords,
    /// True if the attribute [`IGNORE`] is set.
    pub is_ignored: bool,
    /// True if its line endings are content (the attribute `-text`).
    pub keeps_endings: bool,
    /// Number of signs that the markers of its conflicts have (the attribute `conflict-marker-size`).
    pub marker_size: usize,
    /// By how many per cent it may shrink.
    pub max_shrink: u64,
    /// Greatest factor by which it may grow.
    pub max_growth: u64,
    /// True if the whole file is checked: it is not new, and its old version does not matter.
    pub is_whole: bool,
    /// The files beside it, if imports are to be followed.
    pub files: Option<&'a dyn Files>,
    /// Findings by its grammar, once a rule has asked for them.
    pub code: OnceCell<Code>,
}

/// A finding of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line, from 0; none of the file as a whole.
    pub line: Option<usize>,
    /// The line that opens the block of markers that this is a part of, if that is another one.
    pub opener: Option<usize>,
    /// The finding itself.
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

/// The error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An edit that was not applied.
    EditMarker(Markers),
    /// A merge conflict.
    ConflictMarker(Markers),
    /// A placeholder for code left out.
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
        /// Number of them that the line brings in.
        count: usize,
    },
    /// A line that ends otherwise than the rest of the file.
    MixedEndings {
        /// The way in which the line ends.
        found: Ending,
        /// The way in which the rest does.
        rest: Ending,
    },
    /// All of the file's text is gone.
    Emptied {
        /// Number of lines that it had.
        before: usize,
    },
    /// Much of the file's text is gone.
    Shrunk {
        /// Number of lines that with text it had.
        before: usize,
        /// Number that it has.
        after: usize,
    },
    /// The file is many times as long as before.
    Grown {
        /// Number of lines that it had, and has.
        lines: [usize; 2],
    },
    /// The file has errors of syntax that it had not.
    Syntax {
        /// The errors.
        broken: Box<Broken>,
        /// True if they are errors to every program.
        is_sure: bool,
    },
    /// An import that leads to no file.
    Import {
        /// Name of the import, as written.
        name: BString,
    },
}

impl What {
    fn is_unsure(&self) -> bool {
        matches!(self, Self::Syntax { is_sure: false, .. })
    }

    /// Returns whether it may be on a line that was there before: a missing token is missed further down.
    fn may_be_on_any_line(&self) -> bool {
        matches!(self, Self::Syntax { .. })
    }

    fn is_marker(&self) -> bool {
        matches!(self, Self::EditMarker(_) | Self::ConflictMarker(_))
    }

    fn markers(&mut self) -> Option<&mut Markers> {
        match self {
            Self::EditMarker(markers) | Self::ConflictMarker(markers) => Some(markers),
            _ => None,
        }
    }
}

/// Findings of the rules that are not off, in the order of the lines.
pub fn examine(change: &Change<'_>, levels: &Levels) -> Vec<(&'static Rule, Level, Found)> {
    let mut all = Vec::new();
    for (rule, level) in levels.iter().filter(|(_, level)| *level != Level::Off) {
        let mut add = |found: Found| {
            let most = if found.what.is_unsure() { levels.unsure() } else { level };
            all.push((rule, level.min(most), found));
        };
        (rule.run)(change, &mut add);
    }
    if let Some(lines) = &change.lines {
        let mut fenced = None;
        all.retain(|(rule, _, found)| {
            let Some(line) = found.line else { return true };
            if !lines.is_added(line) && (lines.is_of_merge() || !found.what.may_be_on_any_line()) {
                return false;
            }
            if !rule.is_of_text {
                return true;
            }
            let fenced = fenced.get_or_insert_with(|| documentation::fenced(change.path, lines.new_text()));
            let is_meant = |line| is_silenced(lines.new_text(), line);
            !change.is_ignored
                && !fenced.holds(line)
                && !is_meant(line)
                && !found.opener.is_some_and(is_meant)
        });
    }
    join(&mut all);
    // A marker that is left over breaks its file as a matter of course.
    if all.iter().any(|(.., found)| found.what.is_marker()) {
        all.retain(|(.., found)| !matches!(found.what, What::Syntax { .. }));
    }
    all.sort_by_key(|(_, _, found)| found.line);
    all
}

/// Makes one finding of the markers of one block.
fn join(all: &mut Vec<(&'static Rule, Level, Found)>) {
    let mut joined: Vec<(&'static Rule, Level, Found)> = Vec::with_capacity(all.len());
    for (rule, level, mut found) in all.drain(..) {
        let block = found.opener.or(found.line);
        let same = |(known, _, before): &&mut (&'static Rule, Level, Found)| {
            known.id == rule.id && before.opener.or(before.line) == block
        };
        let first = joined.last_mut().filter(same).and_then(|(.., before)| before.what.markers());
        match (first, found.what.markers(), found.line) {
            (Some(first), Some(_), Some(line)) => first.last = line,
            _ => joined.push((rule, level, found)),
        }
    }
    *all = joined;
}

/// Returns whether a comment on the line or directly above says that it is meant.
fn is_silenced(text: &Text, line: usize) -> bool {
    let says = |line: usize| text.body(line).contains_str(IGNORE);
    says(line) || line.checked_sub(1).is_some_and(says)
}
