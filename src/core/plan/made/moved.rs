//! Files that were renamed already.

use crate::core::{
    path::RepoPath,
    plan::{
        target::is_like,
        types::{History, Older, older},
    },
    resolve::Fate,
};

/// The end of the file that was at a path, that of the file which it became, and so on.
pub(crate) fn fates(history: &dyn History, path: &RepoPath) -> impl Iterator<Item = Fate> {
    /// Nobody renames a file more often.
    const MOST: usize = 8;
    std::iter::successors(history.fate(path), |fate| history.fate(fate.to.as_ref()?)).take(MOST)
}

/// Returns whether a file that is not there was renamed to one with this text: by a commit, or by hand, where the text
/// is like the newest version of the file. Without history, it was.
pub(crate) fn was_renamed(
    history: &dyn History,
    may_read: &dyn Fn(&RepoPath) -> bool,
    (path, to): (&RepoPath, &RepoPath),
    new: &[u8],
) -> bool {
    let is_same = |Older { bytes, .. }: &Older| *bytes == *new || is_like(bytes, new);
    history.had(path).is_none()
        || fates(history, path).any(|fate| fate.to.as_ref() == Some(to))
        || older(history, path.clone(), may_read).next().is_some_and(|older| is_same(&older))
}
