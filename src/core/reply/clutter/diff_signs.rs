//! Sections in which each line has the sign of a diff in front: both, or REPLACE alone.

use bstr::ByteSlice as _;

use crate::core::{
    reply::edit::{Cleared, Clutter},
    text::{bodies, has_letter, is_blank, split_ending},
};

/// Sections without the signs of a diff in front of all their lines: the lines that both have are the same, the others
/// of SEARCH go and those of REPLACE come.
pub(super) fn without_signs(search: &[u8], replace: &[u8]) -> Option<Cleared> {
    fn stay(section: &[u8]) -> impl Iterator<Item = &[u8]> {
        bodies(section).filter(|line| line.starts_with(b" ") && !is_blank(line))
    }
    let is_signed = |section: &[u8], sign: u8| {
        bodies(section).all(|line| is_blank(line) || line.starts_with(b" ") || line.first() == Some(&sign))
    };
    if !is_signed(search, b'-') || !is_signed(replace, b'+') {
        return None;
    }
    let has = |section: &[u8], sign: u8| bodies(section).any(|line| line.first() == Some(&sign));
    let (goes, comes) = (has(search, b'-'), has(replace, b'+'));
    let is_diff = goes && comes || (goes || comes) && stay(search).next().is_some();
    let clear = |section: &[u8]| {
        let lines = section.lines_with_terminator();
        lines.flat_map(|line| if is_blank(line) { line } else { &line[1..] }).copied().collect()
    };
    (is_diff && stay(search).eq(stay(replace))).then(|| Cleared {
        clutter: Clutter::DiffSigns,
        search: clear(search),
        replace: clear(replace),
        is_sure: true,
    })
}

/// The sections where REPLACE is a diff of SEARCH, which has no signs: its lines that stay and that go are those of
/// SEARCH. Lines that go and others that come show that it is one, or a line with words that stays: a minus alone may be
/// that of an item or of an operator.
pub(super) fn of_diff(search: &[u8], replace: &[u8]) -> Option<Cleared> {
    let (mut old, mut cleared) = (bodies(search), Vec::new());
    let [mut goes, mut comes, mut stays] = [false; 3];
    for whole in replace.lines_with_terminator() {
        let line = split_ending(whole).0;
        let (sign, text) = line.split_first().map_or((b' ', line), |(sign, text)| (*sign, text));
        if !b" -+".contains(&sign) || sign != b'+' && old.next() != Some(text) {
            return None;
        }
        match sign {
            b'-' => goes = true,
            b'+' => comes = true,
            _ => stays |= has_letter(text),
        }
        if sign != b'-' {
            cleared.extend_from_slice(text);
            cleared.extend_from_slice(&whole[line.len()..]);
        }
    }
    let is_diff = goes && comes || (goes || comes) && stays;
    (is_diff && old.next().is_none()).then(|| Cleared {
        clutter: Clutter::DiffSigns,
        search: search.to_vec(),
        replace: cleared,
        is_sure: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signs_of_a_diff_are_taken_off_where_both_sections_have_them() {
        let search = "   a\n-  b\n\n   c\n";
        for (search, replace, wanted) in [
            (search, "   a\n+  new\n\n   c\n", Some("  a\n  new\n\n  c\n")),
            ("-  b\n", "+  new\n", Some("  new\n")),
            (search, "   a\n\n   c\n", Some("  a\n\n  c\n")),
            (search, "   a\n+  new\n\n   d\n", None),
            (search, "   a\n  new\n\n   c\n", None),
            ("- b\n", "", None),
            ("- b\n", "- c\n", None),
            ("  a\n", "  a\n", None),
        ] {
            let cleared = without_signs(search.as_bytes(), replace.as_bytes());
            let without = cleared.map(|cleared| String::from_utf8(cleared.replace).expect("text"));
            assert_eq!(without.as_deref(), wanted, "{search}{replace}");
        }
    }

    #[test]
    fn a_diff_of_search_is_the_text_that_it_leads_to() {
        let search = "  a\n\n- b\n";
        for (replace, wanted) in [
            ("   a\n\n-- b\n+  new\r\n", Some("  a\n\n  new\r\n")),
            ("   a\n \n- - b\n", None),
            ("   a\n \n - b\n+\n", Some("  a\n\n- b\n\n")),
            ("   a\n\n-- b\n", Some("  a\n\n")),
            ("   a\n\n - b\n", None),
            ("   a\n\n", None),
            ("   a\n\n-- b\n-- c\n", None),
            ("   a\n\n-- b\nc\n", None),
            ("-  a\n-\n-- b\n", None),
            ("-  a\n-\n-- b\n+c\n", Some("c\n")),
            ("", None),
        ] {
            let cleared = of_diff(search.as_bytes(), replace.as_bytes());
            let without = cleared.map(|cleared| String::from_utf8(cleared.replace).expect("text"));
            assert_eq!(without.as_deref(), wanted, "{replace}");
        }
    }
}
