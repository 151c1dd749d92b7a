//! Files that the change breaks.

use crate::core::check::{Change, Found, What};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    if let Some((broken, is_sure)) = &change.code().broken {
        let what = What::Syntax { broken: Box::new(broken.clone()), is_sure: *is_sure };
        found(Found::at(broken.error.line, what));
    }
}
