//! Lines of SEARCH that are quoted as if the change were made in them already.
//!
//! A tier passes over quotes, blanks, semicolons and comments, and finds such a line. Where other lines get just these, it
//! is meant to get them too.

use std::collections::BTreeSet;

use crate::core::{locate::search::Search, script};

/// The first line of SEARCH, from 0, that stays and is quoted with all that the change does to another line. `there` has
/// lines of SEARCH, each with its line of the file.
pub(super) fn quoted_as_made<'f>(
    search: &Search<'_>,
    there: impl Iterator<Item = (usize, &'f [u8])>,
) -> Option<usize> {
    let stays = |(line, _): &(usize, &[u8])| !search.ops().any(|op| op.old.contains(line));
    let differs = |(line, there): &(usize, &[u8])| search.search[*line].trim_ascii() != there.trim_ascii();
    let kept = there.filter(differs).filter(stays);
    let mut kept = kept.map(|(line, there)| (line, pieces(there, search.search[line]))).peekable();
    kept.peek()?;
    // A line beside others that come or go may change for these: it gets a comma.
    let rewords = search.ops().filter(|op| op.old.len() == op.new.len());
    let lines = rewords.flat_map(|op| op.old.zip(op.new));
    let made = lines.map(|(old, new)| pieces(search.search[old], search.replace[new]));
    let made: Vec<_> = made.filter(|made| !made.is_empty()).collect();
    kept.find(|(_, kept)| made.iter().any(|made| made.is_subset(kept))).map(|(line, _)| line)
}

/// The parts of a line that go and those that come in their place.
fn pieces<'l>(old: &'l [u8], new: &'l [u8]) -> BTreeSet<(&'l [u8], &'l [u8])> {
    // Longer lines are compared as one part.
    const MOST: usize = 500;
    let (old, new) = (old.trim_ascii(), new.trim_ascii());
    if old.len().max(new.len()) > MOST {
        return if old == new { BTreeSet::new() } else { BTreeSet::from([(old, new)]) };
    }
    script::difference(old, new).into_iter().map(|op| (&old[op.old], &new[op.new])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of SEARCH that is quoted as if it had changed.
    fn quoted(file: &str, search: &str, replace: &str) -> Option<usize> {
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        quoted_as_made(&search, file.lines().map(str::as_bytes).enumerate())
    }

    #[test]
    fn a_line_that_stays_is_quoted_as_the_change_makes_others() {
        for (file, search, replace) in [
            ("a('x')\nb('y')\n", "a('x')\nb(\"y\")\n", "a(\"x\")\nb(\"y\")\n"),
            ("a=1\nb=2\n", "a=1\nb = 2\n", "a = 1\nb = 2\n"),
            ("a(1)\nb(2)\n", "a(1)\nb(2);\n", "a(1);\nb(2);\n"),
            ("a = 1  # fix\nb = 2  # fix\n", "a = 1  # fix\nb = 2\n", "a = 1\nb = 2\n"),
            ("# Read it.\n# Read all.\n", "# Read it.\n# Reads all.\n", "# Reads it.\n# Reads all.\n"),
        ] {
            assert_eq!(quoted(file, search, replace), Some(1), "{search}");
            assert_eq!(quoted(search, search, replace), None, "{search}");
        }
    }

    #[test]
    fn a_line_that_differs_by_something_else_is_only_quoted_so() {
        assert_eq!(quoted("a(1)\nb('y')\n", "a(1)\nb(\"y\")\n", "a(2)\nb(\"y\")\n"), None);
        assert_eq!(quoted("a('x')\nb(\"y\")\n", "a('x')\nb('y')\n", "a(\"x\")\nb('y')\n"), None);
        assert_eq!(quoted("a\n.b()\nc()\n", "a\n.b();\nc();\n", "a;\nc();\n"), None);
        assert_eq!(quoted("a = 1\nb = 2\n", "a = 1,\nb = 2\n", "a = 1,\nb = 2,\nc = 3\n"), None);
        assert_eq!(quoted("a('x')\nb(2)\n", "a('x')\nb(2);\n", "a(\"x\")\nb(2);\n"), None);
    }
}
