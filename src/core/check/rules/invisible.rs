//! Characters that deceive the reader, in added lines.

use std::collections::HashMap;

use crate::core::{
    check::{Change, Found, What},
    escape::suspicious,
};

/// Finds characters that the change adds; those of the lines that it replaces do not count.
pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = &change.lines else { return };
    for run in lines.runs() {
        let added = run.new.clone().filter(|line| lines.is_added(*line));
        let mut known: Option<HashMap<char, usize>> = None;
        for line in added {
            let mut first = None;
            let mut count = 0;
            for character in suspicious(lines.new_text().body(line)) {
                let known = known.get_or_insert_with(|| {
                    let old = lines.old_text().into_iter().flat_map(|old| old.window(run.old.clone()));
                    let mut known = HashMap::new();
                    for character in old.flat_map(suspicious) {
                        *known.entry(character.character).or_default() += 1;
                    }
                    known
                });
                match known.get_mut(&character.character).filter(|left| **left > 0) {
                    Some(left) => *left -= 1,
                    None => {
                        first = first.or(Some(character));
                        count += 1;
                    }
                }
            }
            if let Some(first) = first {
                found(Found::at(line, What::Suspicious { first, count }));
            }
        }
    }
}
