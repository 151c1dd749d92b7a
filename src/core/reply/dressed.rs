//! Markers of blocks in any dress: with other words, behind the sign of a comment or a quote, in Markdown.

use bstr::ByteSlice as _;

/// The longest text in front of a marker.
const LONGEST_PREFIX: usize = 20;

/// The part that a marker plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Opener,
    Divider,
    Closer,
}

/// The signs of each part, of which a marker of a conflict has seven, as they are typed and as they are wide.
const SIGNS: [(Part, [&str; 2]); 3] = [
    (Part::Opener, ["<<<<<<<", "＜＜＜＜＜＜＜"]),
    (Part::Divider, ["=======", "＝＝＝＝＝＝＝"]),
    (Part::Closer, [">>>>>>>", "＞＞＞＞＞＞＞"]),
];

/// Returns whether a line opens a block in any dress but that of code in a sentence.
pub(super) fn opens(line: &[u8]) -> bool {
    !matches!(line.first(), Some(b'`' | b'\'' | b'"')) && part(line) == Some(Part::Opener)
}

/// The first line, from 0, of what looks like a block in these lines: there are an opener, a divider and a
/// closer below one another.
pub(crate) fn framed(lines: &[&[u8]]) -> Option<usize> {
    let mut parts = lines.iter().enumerate().filter_map(|(number, line)| Some((number, part(line)?)));
    let (first, _) = parts.find(|(_, part)| *part == Part::Opener)?;
    parts.find(|(_, part)| *part == Part::Divider)?;
    parts.find(|(_, part)| *part == Part::Closer)?;
    Some(first)
}

fn part(line: &[u8]) -> Option<Part> {
    let text = line.trim_ascii();
    let text = text.strip_prefix(b"<!--").unwrap_or(text);
    // Most lines have none of the signs.
    text.iter().find(|byte| matches!(byte, b'<' | b'=' | b'>' | 0xef))?;
    SIGNS.iter().find_map(|(part, signs)| {
        let is_marker = |sign: &&str| text.find(sign).is_some_and(|at| is_prefix(&text[..at]));
        signs.iter().any(is_marker).then_some(*part)
    })
}

/// Returns whether a text in front of a marker frames it: a sign of a comment, of a quote or of Markdown, or a
/// number.
fn is_prefix(text: &[u8]) -> bool {
    text.len() <= LONGEST_PREFIX
        && text.iter().all(|sign| sign.is_ascii_digit() || b">|-+*#/:.;!%'\"`\\~_ \t".contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Option<usize> {
        framed(&text.lines().map(str::as_bytes).collect::<Vec<_>>())
    }

    #[test]
    fn markers_in_any_dress_frame_a_block() {
        for [opener, divider, closer] in [
            ["<<<<<<< HEAD", "=======", ">>>>>>> new"],
            ["<<<<<<<", "=======", ">>>>>>>"],
            ["// <<<<<<< SEARCH", "// =======", "// >>>>>>> REPLACE"],
            ["  # <<<<<<<<<", "  # =========", "  # >>>>>>>>>"],
            ["<!-- <<<<<<< A -->", "<!-- ======= -->", "<!-- >>>>>>> B -->"],
            ["> <<<<<<< A", "> =======", "> >>>>>>> B"],
            ["**<<<<<<< A**", "=======", "**>>>>>>> B**"],
            ["＜＜＜＜＜＜＜ A", "=======", "＞＞＞＞＞＞＞ B"],
        ] {
            assert_eq!(first(&format!("x\n{opener}\na\n{divider}\nb\n{closer}\n")), Some(1), "{opener}");
        }
    }

    #[test]
    fn lines_that_do_not_frame_a_block_are_text() {
        for text in [
            "<<<<<<< HEAD\na\n=======\nb\n",
            ">>>>>>> b\n=======\n<<<<<<< a\n",
            "Title\n=======\n\n>>>>>>> quoted\n",
            "<<<<<< a\n=======\n>>>>>>> b\n",
            "say <<<<<<< a\n=======\n>>>>>>> b\n",
            "",
        ] {
            assert_eq!(first(text), None, "{text}");
        }
    }
}
