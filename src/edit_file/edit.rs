//! One edit of a file.

/// A text to find, and the text to put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text to find.
    pub old: String,
    /// The text to put there.
    pub new: String,
    /// True if the texts are whole lines, as those of a block are.
    pub is_lines: bool,
    /// The line of the reply in which its block begins, from 1.
    pub line: Option<usize>,
}

impl Edit {
    /// An edit of any text, which may be a part of a line.
    pub fn new(old: impl Into<String>, new: impl Into<String>) -> Self {
        Self { old: old.into(), new: new.into(), is_lines: false, line: None }
    }
}

impl<O: Into<String>, N: Into<String>> From<(O, N)> for Edit {
    fn from((old, new): (O, N)) -> Self {
        Self::new(old, new)
    }
}
