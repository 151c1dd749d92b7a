//! Remarks behind the word of a marker: `<<<<<<< SEARCH (lines 12-14)`.
//!
//! ```text
//! remark = "(", { near }, lines, ")" ;
//! lines  = ( "line" | "lines" ), number, [ to, number ] | "L", number, [ to, [ "L" ], number ] ;
//! ```
//!
//! Only one that names one line, or some in a row, is left out: it says where the text is, which the text says too. Any
//! other may ask for something (`first match only`, `do not apply`), name another file, or be prose about markers.

use bstr::ByteSlice as _;

/// Words in front of the lines. With one of them the number says where they are more or less.
const NEAR: [&str; 9] =
    ["about", "approx.", "approximately", "around", "at", "from", "near", "starting", "~"];

/// Text between the first line and the last one.
const TO: [&str; 7] = ["-", "–", "—", "..", "to", "through", "until"];

/// A remark that names lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    /// The first of the lines, from 1; none if they are only near it.
    pub(super) line: Option<usize>,
    /// Number of the lines, if the last one is named too.
    pub(super) count: Option<usize>,
}

impl Remark {
    /// The text in front of the remark with which a text ends, and the remark.
    pub(super) fn behind(text: &[u8]) -> Option<(&[u8], Self)> {
        let inner = text.trim_ascii_end().strip_suffix(b")")?;
        let (word, inner) = inner.rsplit_once_str("(")?;
        let is_apart = word.ends_with(b" ");
        let remark = Self::read(inner.to_str().ok()?).filter(|_| is_apart)?;
        Some((word.trim_ascii_end(), remark))
    }

    /// The remark that a text within brackets is.
    fn read(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let (mut rest, mut is_near) = (text.trim(), false);
        while let Some(behind) = NEAR.iter().find_map(|near| rest.strip_prefix(near)) {
            is_near = true;
            rest = behind.trim_start();
        }
        let is_short = !rest.starts_with("line");
        rest = ["lines", "line", "l"].iter().find_map(|word| rest.strip_prefix(word))?;
        if !is_short && !rest.starts_with(' ') {
            return None;
        }
        let (first, rest) = number(rest.trim_start())?;
        let is_one = || rest.trim().is_empty();
        let last = || {
            let rest = rest.trim_start();
            let rest = TO.iter().find_map(|to| rest.strip_prefix(to))?.trim_start();
            number(rest.strip_prefix('l').filter(|_| is_short).unwrap_or(rest))
        };
        let line = (!is_near).then_some(first);
        if is_one() {
            return Some(Self { line, count: None });
        }
        let (last, rest) = last()?;
        (last >= first && rest.trim().is_empty()).then(|| Self { line, count: Some(last + 1 - first) })
    }
}

/// The number of a line with which a text begins, and the text behind it.
fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok().filter(|number| *number > 0 && digits <= 7)?;
    Some((number, &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line that the remark behind a word names.
    fn line(remark: &str) -> Option<Option<usize>> {
        let text = format!("SEARCH {remark}");
        Remark::behind(text.as_bytes()).filter(|(word, _)| *word == b"SEARCH").map(|(_, remark)| remark.line)
    }

    #[test]
    fn lines_in_a_row_are_a_remark() {
        for remark in [
            "(line 12)", "(lines 12-14)", "(Lines 12 - 14)", "(lines 12 to 14)", "(lines 12–14)",
            "(L12-L14)", "(L12-14)", "(l12)", "( line 12 )", "(lines 12..14)", "(lines 12-12)",
        ] {
            assert_eq!(line(remark), Some(Some(12)), "{remark}");
        }
    }

    #[test]
    fn a_line_that_is_near_is_none_to_go_by() {
        for remark in ["(around line 12)", "(starting at line 12)", "(~line 12)", "(near lines 12-14)"] {
            assert_eq!(line(remark), Some(None), "{remark}");
        }
    }

    #[test]
    fn all_else_in_brackets_is_no_remark() {
        for remark in [
            "(first match only)", "(all)", "(a.py)", "(a.py, line 12)", "(lines 2, 5)", "(lines 2-3, 7-8)",
            "(lines 2-3 only)", "(line)", "(lines)", "(line 0)", "(lines 14-12)", "(12)", "(12-14)",
            "(lines12)", "(line x)", "()", "(line 12", "line 12)", "(do not apply: line 12)",
            "(lines 2 and 5)", "(line 12345678)", "(not line 12)",
        ] {
            assert_eq!(line(remark), None, "{remark}");
        }
        assert_eq!(Remark::behind(b"SEARCH(line 12)"), None);
    }
}
