//! Paths that a commit should not have, by the policy for replies.

use crate::core::{
    check::{Change, Found, What},
    guard::{Decision, Reason},
};

/// Finds paths that a rule of the user or of the repository blocks, and invalid ones.
pub(super) fn blocked(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    match &change.verdict {
        Err(error) => found(Found::of_file(What::BadPath(error.clone()))),
        Ok(_) => refused(change, "blocked-path", found),
    }
}

/// Finds files that may hold secrets.
pub(super) fn secret(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    refused(change, "secret-path", found);
}

/// Finds files that steer tools that run code.
pub(super) fn control(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    refused(change, "control-path", found);
}

/// Finds paths that the policy refuses, and that this rule reports.
fn refused(change: &Change<'_>, rule: &str, found: &mut dyn FnMut(Found)) {
    let Some(verdict) = change.verdict.as_ref().ok().filter(|verdict| verdict.is_refused()) else { return };
    let is_blocked = verdict.decision == Decision::Refuse(Reason::Blocked);
    let reporter = if is_blocked { "blocked-path" } else { verdict.class.check_rule };
    if reporter == rule {
        found(Found::of_file(What::Refused(verdict.clone())));
    }
}
