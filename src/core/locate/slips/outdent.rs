//! REPLACE that lost the indentation which SEARCH has.

use std::collections::HashMap;

use crate::core::text::{has_letter, indentation, is_blank, least_indentation};

/// The number of bytes by which all that REPLACE keeps of SEARCH is further left, its first line among that,
/// while other lines change. To move code on purpose, a model takes out what is around it, or quotes the line
/// above.
pub fn outdented(search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    let first = search.iter().find(|line| !is_blank(line)).filter(|line| has_letter(line))?;
    let deep = least_indentation(search).filter(|deep| *deep == indentation(first).len())?;
    let by = deep.checked_sub(least_indentation(replace)?)?;
    // One blank is no step of indentation.
    if by == 0 || by == 1 && !first.starts_with(b"\t") {
        return None;
    }
    let mut depths: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for line in search.iter().filter(|line| has_letter(line)) {
        depths.entry(line.trim_ascii()).or_default().push(indentation(line).len());
    }
    let keeps_first = replace.iter().any(|line| line.trim_ascii() == first.trim_ascii());
    let is_moved = |line: &&[u8]| {
        depths.get(line.trim_ascii()).is_none_or(|before| before.contains(&(indentation(line).len() + by)))
    };
    (keeps_first && replace.iter().all(is_moved) && !same_but_for_indentation(search, replace)).then_some(by)
}

fn same_but_for_indentation(search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let with_content = |line: &&&[u8]| !is_blank(line);
    let texts = search.iter().filter(with_content).map(|line| line.trim_ascii());
    texts.eq(replace.iter().filter(with_content).map(|line| line.trim_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str, replace: &str) -> bool {
        let [search, replace] =
            [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
        outdented(&search, &replace).is_some()
    }

    #[test]
    fn lines_that_are_kept_further_left_lost_their_indentation() {
        assert!(found("    def f(self):\n        return 1\n", "def f(self):\n    return 3\n"));
        assert!(found("    steps:\n      - run: a\n", "steps:\n  - run: a\n  - run: b\n"));
        assert!(found("\tif a {\n\t\tb()\n\t}\n", "if a {\n\tc()\n}\n"));
    }

    #[test]
    fn code_that_is_moved_on_purpose_did_not() {
        // What was around it goes; nothing else changes; a line stays where it is; nothing is kept.
        assert!(!found("    if a:\n        b()\n        c()\n", "    b()\n    c()\n"));
        assert!(!found("        return a\n", "    return a\n"));
        assert!(!found("    a:\n      - b\n", "    a:\n    - b\n    - c\n"));
        assert!(!found("        return a\n", "    return b\n"));
        assert!(!found("    />\n    </a>\n", "  />\n"));
        assert!(!found(" model A {\n   a\n }\n", "model A {\n  b\n}\n"));
        assert!(!found(
            "    def f(self):\n        return 1\n",
            "    def f(self):\n        return 1\n\ndef g():\n    pass\n"
        ));
    }
}
