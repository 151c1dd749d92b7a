//! A block and its place, line by line: each row says how one line reads in SEARCH, in REPLACE, in the file as it is and
//! in the file as it should be.

use crate::random::Random;

/// How a line takes part in a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Quoted, and not changed.
    Kept,
    /// Removed.
    Gone,
    /// Added.
    New,
    /// In the block, but not in the file.
    Invented,
    /// In the file, but not in the block.
    Omitted,
}

/// A line of a change and its place. What is none is not in that text.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) role: Role,
    pub(crate) search: Option<String>,
    pub(crate) replace: Option<String>,
    pub(crate) now: Option<String>,
    pub(crate) right: Option<String>,
    /// What else would be right in the place of `right`.
    pub(crate) or: Vec<String>,
    /// Whether it may be missing from what is right.
    pub(crate) optional: bool,
    /// Whether what is right may have other quotes, dashes and special blanks.
    pub(crate) loose: bool,
}

impl Row {
    fn of(role: Role, line: &str) -> Self {
        let line = || Some(line.to_owned());
        let (in_search, in_replace, in_now, in_right) = match role {
            Role::Kept => (true, true, true, true),
            Role::Gone => (true, false, true, false),
            Role::New => (false, true, false, true),
            Role::Invented => (true, true, false, false),
            Role::Omitted => (false, false, true, true),
        };
        Self {
            role,
            search: line().filter(|_| in_search),
            replace: line().filter(|_| in_replace),
            now: line().filter(|_| in_now),
            right: line().filter(|_| in_right),
            or: Vec::new(),
            optional: false,
            loose: false,
        }
    }

    pub(crate) fn kept(line: &str) -> Self {
        Self::of(Role::Kept, line)
    }

    pub(crate) fn gone(line: &str) -> Self {
        Self::of(Role::Gone, line)
    }

    pub(crate) fn new(line: &str) -> Self {
        Self::of(Role::New, line)
    }

    pub(crate) fn invented(line: &str) -> Self {
        Self::of(Role::Invented, line)
    }

    pub(crate) fn omitted(line: &str) -> Self {
        Self::of(Role::Omitted, line)
    }

    pub(crate) fn is(&self, role: Role) -> bool {
        self.role == role
    }

    /// Whether the change changes it.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(self.role, Role::Gone | Role::New)
    }

    /// The text of the line, in whichever text it is.
    pub(crate) fn text(&self) -> &str {
        let all = [&self.now, &self.right, &self.search, &self.replace];
        all.into_iter().flatten().next().map_or("", String::as_str)
    }

    /// Does the same to the line in both sections of the block.
    pub(crate) fn quote(&mut self, how: impl Fn(&str) -> String) {
        for text in [&mut self.search, &mut self.replace].into_iter().flatten() {
            *text = how(text);
        }
    }

    /// Does the same to the line in the file, as it is and as it should be.
    pub(crate) fn format(&mut self, how: impl Fn(&str) -> String) {
        for text in [&mut self.now, &mut self.right].into_iter().flatten() {
            *text = how(text);
        }
    }
}

/// The rows that are kept and not next to a change, nor at an edge: what is done to them leaves the place of the change
/// as it is.
pub(crate) fn inner(rows: &[Row]) -> Vec<usize> {
    (1..rows.len().saturating_sub(1))
        .filter(|at| rows[*at - 1..*at + 2].iter().all(|row| row.is(Role::Kept)))
        .collect()
}

/// The rows that are kept.
pub(crate) fn kept(rows: &[Row]) -> Vec<usize> {
    (0..rows.len()).filter(|at| rows[*at].is(Role::Kept)).collect()
}

/// Some of these, at least one; none of none.
pub(crate) fn some(of: &[usize], random: &mut Random) -> Option<Vec<usize>> {
    let one = *random.pick(of)?;
    let percent = [0, 30, 100][random.below(3)];
    let mut some: Vec<usize> = of.iter().copied().filter(|at| *at == one || random.chance(percent)).collect();
    some.sort_unstable();
    Some(some)
}

/// The letters and digits of a line.
pub(crate) fn letters(line: &str) -> usize {
    line.chars().filter(|character| character.is_alphanumeric()).count()
}

/// The white space that a line begins with.
pub(crate) fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}
