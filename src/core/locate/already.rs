//! Evidence that a block's change has been made before.

use super::{Lines, Search, Tier, unicode::fold};
use crate::core::{
    splice::Op,
    text::{Text, is_blank},
};

/// Whether the whole REPLACE section already stands around the one place of SEARCH (first line `first`): SEARCH is a
/// part of REPLACE, at the matching offset. An insertion that is sent twice has this shape.
pub fn done_around<L: Lines + ?Sized>(lines: &L, first: usize, search: &Search<'_>, tier: Tier) -> bool {
    let (wanted, whole) = search.sections(tier);
    if whole.len() <= wanted.len() {
        return false;
    }
    let equal = |file: &[u8], line: &[u8]| match tier {
        Tier::Exact => file == line,
        Tier::Trailing => file.trim_ascii_end() == line.trim_ascii_end(),
        Tier::Indent => file.trim_ascii() == line.trim_ascii(),
        _ => fold(file).trim_ascii() == fold(line).trim_ascii(),
    };
    whole
        .windows(wanted.len())
        .enumerate()
        .filter(|(_, part)| *part == wanted)
        .filter_map(|(offset, _)| first.checked_sub(offset))
        .filter(|start| start + whole.len() <= lines.count())
        .map(|start| lines.bodies(start..start + whole.len()))
        .any(|stands| stands.iter().zip(whole).all(|(file, line)| equal(file, line)))
}

/// Where the REPLACE section of a block whose SEARCH is nowhere stands, if that shows that the change has been made: it
/// stands once, as whole lines, and has a line that SEARCH lacks next to one with content that SEARCH has too.
/// `places` are those of REPLACE but for white space at the edges of lines.
pub fn done_instead(text: &Text, places: &[usize], search: &Search<'_>) -> Option<usize> {
    let mut stands = places.iter().copied().filter(|&first| {
        let lines = search.replace.iter().enumerate();
        first + search.replace.len() <= text.len()
            && lines.clone().all(|(at, line)| text.body(first + at).trim_ascii_end() == line.trim_ascii_end())
    });
    let only = stands.next()?;
    (stands.next().is_none() && search.ops().any(|op| adds_beside_known(search, &op))).then_some(only)
}

fn adds_beside_known(search: &Search<'_>, op: &Op) -> bool {
    let lacks = |line: &&[u8]| !is_blank(line) && !search.search.contains(line);
    let known = |line: Option<&&[u8]>| line.is_some_and(|line| !is_blank(line));
    let above = op.new.start.checked_sub(1).and_then(|line| search.replace.get(line));
    search.replace[op.new.clone()].iter().any(lacks)
        && (known(above) || known(search.replace.get(op.new.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Text {
        Text::new(text.as_bytes().to_vec())
    }

    #[test]
    fn an_insertion_sent_twice_is_seen() {
        let search = Search::new(b"import os\n", b"import os\nimport sys\n");
        assert!(done_around(&text("import os\nimport sys\n"), 0, &search, Tier::Exact));
        assert!(!done_around(&text("import os\nimport re\n"), 0, &search, Tier::Exact));
        let before = Search::new(b"b\n", b"a\nb\n");
        assert!(done_around(&text("x\na\nb\n"), 2, &before, Tier::Exact));
        assert!(!done_around(&text("b\n"), 0, &before, Tier::Exact));
    }

    #[test]
    fn a_change_between_known_lines_is_seen_where_its_result_stands_once() {
        let search = Search::new(b"a\nc\n", b"a\nb\nc\n");
        assert_eq!(done_instead(&text("x\na\nb\nc\n"), &[1], &search), Some(1));
        assert_eq!(done_instead(&text("a\nb\nc\na\nb\nc\n"), &[0, 3], &search), None);
    }

    #[test]
    fn a_result_without_known_neighbours_proves_nothing() {
        let search = Search::new(b"old\n", b"new\n");
        assert_eq!(done_instead(&text("new\n"), &[0], &search), None);
        let removal = Search::new(b"a\nb\n", b"a\n");
        assert_eq!(done_instead(&text("a\n"), &[0], &removal), None);
    }
}
