//! Paths that a commit should not have, by the policy for replies.

use bstr::{BStr, ByteSlice as _};

use super::{Change, Found, What};
use crate::core::{
    escape::{is_invisible, suspicious},
    guard::{Class, Decision, Policy, Reason, Verdict},
    path::{PathError, RepoPath},
};

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

/// Finds paths that a rule of the user or of the repository blocks, and invalid ones.
pub(super) fn blocked(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    match &change.verdict {
        Err(error) => found(Found::of_file(What::BadPath(error.clone()))),
        Ok(verdict) if of_rules(verdict) => found(Found::of_file(What::Refused(verdict.clone()))),
        Ok(_) => {}
    }
}

/// Finds files that may hold secrets.
pub(super) fn secret(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    by_class(change, Class::Secret, found);
}

/// Finds files that steer tools that run code.
pub(super) fn control(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    by_class(change, Class::Control, found);
}

fn by_class(change: &Change<'_>, class: Class, found: &mut dyn FnMut(Found)) {
    if let Ok(verdict) = &change.verdict
        && verdict.class == class
        && verdict.is_refused()
        && !of_rules(verdict)
    {
        found(Found::of_file(What::Refused(verdict.clone())));
    }
}

/// Returns whether a rule refuses the path rather than what its name says of it.
fn of_rules(verdict: &Verdict) -> bool {
    verdict.decision == Decision::Refuse(Reason::Blocked)
        || verdict.is_refused() && !matches!(verdict.class, Class::Secret | Class::Control)
}
