//! Lines that REPLACE keeps of SEARCH with tabs for blanks, blanks for tabs or steps of another width.

use super::indent::{Mapping, learn};
use crate::core::{script, text::indentation};

/// The byte that lines of SEARCH are indented with which REPLACE keeps in another style, tabs for blanks or steps of
/// another width, while other lines change.
pub fn restyled(search: &[&[u8]], replace: &[&[u8]]) -> Option<u8> {
    // One line in place of another keeps none, and most sections begin or end with one that both have as it is.
    let is_kept = |one: Option<&&[u8]>, other: Option<&&[u8]>| {
        one == other && one.is_some_and(|line| !indentation(line).is_empty())
    };
    let is_margin = |lines: &[&[u8]]| lines.iter().all(|line| indentation(line).is_empty());
    if search.len().max(replace.len()) < 2
        || is_kept(search.first(), replace.first())
        || is_kept(search.last(), replace.last())
        || is_margin(search)
        || is_margin(replace)
    {
        return None;
    }
    fn trimmed<'l>(lines: &[&'l [u8]]) -> Vec<&'l [u8]> {
        lines.iter().map(|line| line.trim_ascii()).collect()
    }
    let ops = script::difference(&trimmed(search), &trimmed(replace));
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let (mut from, mut new_from) = (0, 0);
    for op in &ops {
        old.extend(&search[from..op.old.start]);
        new.extend(&replace[new_from..op.new.start]);
        (from, new_from) = (op.old.end, op.new.end);
    }
    old.extend(&search[from..]);
    new.extend(&replace[new_from..]);
    let mapping = learn(&old, &new).filter(|_| !ops.is_empty())?;
    let mut levels: Vec<&[u8]> =
        old.iter().map(|line| indentation(line)).filter(|level| !level.is_empty()).collect();
    levels.sort_unstable();
    levels.dedup();
    let first = *levels.first()?.first()?;
    let is_restyled = match mapping {
        // Lines of one level may have moved.
        Mapping::Units { reply, file } => reply[0] != file[0] || levels.len() > 1,
        Mapping::Level { .. } => true,
        Mapping::Deeper { .. } | Mapping::Shallower { .. } => false,
    };
    is_restyled.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_kept_in_another_style_are_found() {
        let found = |search: &str, replace: &str| {
            let [search, replace] =
                [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            restyled(&search, &replace)
        };
        assert_eq!(found("\ta {\n\t\tb\n\t}", "    a {\n        c\n    }"), Some(b'\t'));
        assert_eq!(found("    a {\n        b\n    }", "\ta {\n\t\tc\n\t}"), Some(b' '));
        assert_eq!(found("    a\n        b\n        c", "  a\n    b\n    d"), Some(b' '));
        assert_eq!(found("\ta\n\tb", "    a\n    c"), Some(b'\t'));
        // Nothing else changes, or they are shifted, or one level is, or some stay.
        assert_eq!(found("a\n      b\n      c", "a\n    b\n    d"), None);
        assert_eq!(found("\ta\n\t\tb", "    a\n        b"), None);
        assert_eq!(found("    a\n    b", "  a\n  c"), None);
        assert_eq!(found("\ta\n\tb\n\td", "\ta\n    b\n\tc"), None);
        assert_eq!(found("a\n  b", "a\n  c"), None);
    }
}
