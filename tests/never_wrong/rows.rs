//! A block and its place, line by line: each row says how one line reads in SEARCH, in REPLACE, in the file
//! as it is and in the file as it should be.

use crate::random::Random;

/// Role of a line in a change.
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
    role: Role,
    pub(crate) search: Option<String>,
    pub(crate) replace: Option<String>,
    pub(crate) now: Option<String>,
    pub(crate) right: Option<String>,
    /// Other right results in the place of `right`.
    pub(crate) or: Vec<String>,
    /// True if what is right may have other quotes, dashes and special blanks.
    pub(crate) loose: bool,
}

impl Row {
    pub(crate) fn new(role: Role, line: impl Into<String>) -> Self {
        let line = line.into();
        let (in_search, in_replace, in_now, in_right) = match role {
            Role::Kept => (true, true, true, true),
            Role::Gone => (true, false, true, false),
            Role::New => (false, true, false, true),
            Role::Invented => (true, true, false, false),
            Role::Omitted => (false, false, true, true),
        };
        let text = |is_in: bool| is_in.then(|| line.clone());
        let (search, replace, now, right) = (text(in_search), text(in_replace), text(in_now), text(in_right));
        Self { role, search, replace, now, right, or: Vec::new(), loose: false }
    }

    /// A row of each of these lines.
    pub(crate) fn all<'l>(role: Role, lines: &'l [String]) -> impl Iterator<Item = Self> + use<'l> {
        lines.iter().map(move |line| Self::new(role, line))
    }

    pub(crate) fn is(&self, role: Role) -> bool {
        self.role == role
    }

    /// Returns whether the change changes it.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(self.role, Role::Gone | Role::New)
    }

    /// The text of the line, in whichever text it is.
    pub(crate) fn text(&self) -> &str {
        let all = [&self.now, &self.right, &self.search, &self.replace];
        all.into_iter().flatten().next().map_or("", String::as_str)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text().trim().is_empty()
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

/// The letters and digits of some rows.
pub(crate) fn told<'r>(rows: impl IntoIterator<Item = &'r Row>) -> usize {
    rows.into_iter().map(|row| letters(row.text())).sum()
}

/// Some of these, at least one; none of none.
pub(crate) fn some(of: &[usize], random: &mut Random) -> Option<Vec<usize>> {
    let one = *random.pick(of)?;
    let percent = [0, 30, 100][random.below(3)];
    Some(of.iter().copied().filter(|at| *at == one || random.chance(percent)).collect())
}

/// The letters and digits of a line.
pub(crate) fn letters(line: &str) -> usize {
    line.chars().filter(|character| character.is_alphanumeric()).count()
}

/// The letters and digits of some lines.
pub(crate) fn letters_of<'l>(lines: impl IntoIterator<Item = &'l String>) -> usize {
    lines.into_iter().map(|line| letters(line)).sum()
}

/// The white space that a line begins with.
pub(crate) fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// The words of a line, which are letters, digits and underscores, with where they begin.
pub(crate) fn words(line: &str) -> Vec<(usize, &str)> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
        .collect()
}

/// The line with the other kind of quotes, if it has one kind.
pub(crate) fn requoted(line: &str) -> String {
    match (line.contains('"'), line.contains('\'')) {
        (true, false) => line.replace('"', "'"),
        (false, true) => line.replace('\'', "\""),
        _ => line.to_owned(),
    }
}

/// Opening and closing sign of a comment that is a line, by the extension of the file.
pub(crate) fn comment_marks(extension: &str) -> Option<(&'static str, &'static str)> {
    match extension {
        "rs" | "js" | "mjs" | "ts" | "tsx" | "jsx" | "c" | "h" | "go" | "java" => Some(("// ", "")),
        "py" | "rb" | "sh" | "toml" | "yml" | "yaml" => Some(("# ", "")),
        "css" => Some(("/* ", " */")),
        "html" => Some(("<!-- ", " -->")),
        _ => None,
    }
}
