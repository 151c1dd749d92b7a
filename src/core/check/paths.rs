//! Paths that a commit should not hold, by the policy that also says what a reply may write.

use super::{Change, Found, What};
use crate::core::guard::{Class, Decision, Reason, Verdict};

/// What a rule of the user or of the repository blocks, and what can be no path.
pub(super) fn blocked(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    match &change.verdict {
        Err(error) => found(Found::of_file(What::BadPath(error.clone()))),
        Ok(verdict) if of_rules(verdict) => found(Found::of_file(What::Refused(verdict.clone()))),
        Ok(_) => {}
    }
}

/// What may hold secrets.
pub(super) fn secret(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    by_class(change, Class::Secret, found);
}

/// What steers tools that run code.
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

/// Whether a rule refuses the path rather than what its name says of it.
fn of_rules(verdict: &Verdict) -> bool {
    verdict.decision == Decision::Refuse(Reason::Blocked)
        || verdict.is_refused() && matches!(verdict.class, Class::Never | Class::Flag | Class::Plain)
}
