//! Added imports that lead to no file.

use crate::core::check::{Change, Found, What};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    for import in &change.code().imports {
        found(Found::at(import.line, What::Import { name: import.name.clone() }));
    }
}
