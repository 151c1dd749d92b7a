//! Writers of replies: what they are given, and what they can refuse.

use std::ops::Range;

use crate::core::{change::FileMode, path::RepoPath, text::Text};

/// A way to write changes of files in a format.
#[derive(Debug)]
pub struct Writer {
    /// Its stable name: that of the format, or of a variant of it.
    pub id: &'static str,
    /// One line for the help.
    pub help: &'static str,
    /// Least number of lines around a change.
    pub context: usize,
    /// True if it says modes.
    pub says_modes: bool,
    /// True if it names lines by their numbers in a version.
    pub by_numbers: bool,
    /// The text above the files, between two of them and below them.
    pub(super) frame: [&'static str; 3],
    /// Writes one file.
    pub(super) write: fn(&FileText<'_>) -> Result<Vec<u8>, Unwritten>,
}

/// The change of a file, for a writer.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'a> {
    /// The path, the new one of a renamed file.
    pub path: &'a RepoPath,
    /// The old path of a renamed file.
    pub from: Option<&'a RepoPath>,
    /// The id of the version before, if it is known, for formats that name it.
    pub id: Option<&'a str>,
    /// The mode before, and after; none where there is no file.
    pub modes: [Option<FileMode>; 2],
    /// The change of its text.
    pub change: TextChange<'a>,
}

/// The change of a file's text.
#[derive(Clone, Copy, Debug)]
pub enum TextChange<'a> {
    /// A new file.
    Create(&'a Text),
    /// A file that goes.
    Delete(&'a Text),
    /// Changes within a file; none for one of which only the path or the mode changes.
    Edit {
        /// The text before.
        old: &'a Text,
        /// The text after.
        new: &'a Text,
        /// The changes, in order; no two have a line in common.
        windows: &'a [Window],
    },
}

/// Lines of a file that are quoted with the change in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lines of the old text.
    pub old: Range<usize>,
    /// The lines of the new text.
    pub new: Range<usize>,
    /// The runs of lines that differ, as numbers of lines in both texts.
    pub runs: Vec<crate::core::script::Op>,
}

impl Window {
    /// The lines of one run alone.
    pub(in crate::core) fn of(run: &crate::core::script::Op) -> Self {
        Self { old: run.old.clone(), new: run.new.clone(), runs: vec![run.clone()] }
    }
}

/// Reason why a format cannot say a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// It cannot make a file.
    Creation,
    /// It cannot remove a file.
    Deletion,
    /// It cannot give a file another path.
    Rename,
    /// It names versions, and the id of this one is not known.
    Version,
    /// It has no way to write the path.
    Path,
    /// The text has lines like its markers, of every length.
    Markers,
    /// The text is not UTF-8.
    NotUtf8,
}

impl Writer {
    /// Writes one file.
    ///
    /// # Errors
    ///
    /// When the format cannot say it.
    pub fn file(&self, file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
        let text = (self.write)(file)?;
        if std::str::from_utf8(&text).is_ok() { Ok(text) } else { Err(Unwritten::NotUtf8) }
    }

    /// Puts files together to a reply; nothing, for none.
    pub fn reply(&self, files: &[&[u8]]) -> Vec<u8> {
        let [above, between, below] = self.frame.map(str::as_bytes);
        if files.is_empty() {
            return Vec::new();
        }
        [above, &bstr::join(between, files), below].concat()
    }
}

impl PartialEq for Writer {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Writer {}
