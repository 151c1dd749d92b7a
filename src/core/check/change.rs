//! A changed file as the rules see it.

use std::cell::OnceCell;

use bstr::{BStr, ByteSlice as _};

use super::lines::Lines;
use crate::core::{
    escape::{is_invisible, suspicious},
    guard::{Policy, Verdict},
    imports::{Files, Unresolved},
    path::{PathError, RepoPath},
    reply::MarkerWords,
    syntax::Broken,
};

/// A comment with this word, on a line or directly above it, says that a marker or a placeholder on the line
/// is meant. The attribute of this name says so of a whole file.
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

/// Findings by the grammar.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The errors that the change brings in, and whether they are errors to every program.
    pub(super) broken: Option<(Broken, bool)>,
    /// The added imports that lead to no file.
    pub(super) imports: Vec<Unresolved>,
}

/// The policy's verdict on a path that somebody commits. It may be one that no reply can name, as long as
/// nobody is deceived by it and it leads nowhere: an emoji of several characters, or a colon behind the first
/// character.
///
/// # Errors
///
/// The reason why it cannot be a path.
pub fn judge(path: &BStr, policy: &Policy) -> Result<Verdict, PathError> {
    let judged = RepoPath::new(path).or_else(|error| {
        let plain = match error {
            PathError::Character { .. } if suspicious(path).next().is_none() => {
                let shown = path.chars().filter(|&character| !is_invisible(character));
                shown.collect::<String>()
            }
            PathError::Drive if path.chars().nth(2) != Some('/') => path.to_str_lossy().replacen(':', "_", 1),
            error => return Err(error),
        };
        RepoPath::new(plain.as_bytes())
    })?;
    Ok(policy.judge(&judged))
}
