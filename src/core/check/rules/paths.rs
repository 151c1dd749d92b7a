//! Paths that a commit should not have, by the policy for replies.

use crate::core::{
    check::{Change, Found, What},
    guard::{Class, Decision, Reason, Verdict},
};

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
