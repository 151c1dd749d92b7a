//! Unified diffs, as `git diff` writes them and `git apply` reads them.

use std::{io::Write as _, ops::Range};

use super::{
    change::Change,
    script::{Op, script},
    splice::Splice,
    text::{Ending, Text},
};

/// How many lines around a change are shown, as git does by default.
const CONTEXT: usize = 3;

/// The diff of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    old: Text,
    new: Text,
    runs: Vec<Op>,
}

impl Diff {
    /// The diff that these splices of `old` make; the time is that of their surroundings, not of the whole file.
    pub fn new(old: Vec<u8>, new: Vec<u8>, splices: &[Splice]) -> Self {
        let (old, new) = (Text::with_mark(old), Text::with_mark(new));
        let mut runs = Vec::new();
        for (a, b) in windows(&old, &new, splices) {
            let ops = script(&old.whole_lines(a.clone()), &new.whole_lines(b.clone())).into_iter();
            runs.extend(ops.map(|op| op.shifted(a.start, b.start)));
        }
        Self { old, new, runs }
    }

    /// The hunks, without a header for the file.
    pub fn hunks(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let near = |a: &Op, b: &Op| b.old.start - a.old.end <= 2 * CONTEXT;
        for group in self.runs.chunk_by(near) {
            self.hunk(group, &mut out);
        }
        out
    }

    fn hunk(&self, runs: &[Op], out: &mut Vec<u8>) {
        let (first, last) = (&runs[0], &runs[runs.len() - 1]);
        let above = first.old.start.min(CONTEXT);
        let below = (self.old.len() - last.old.end).min(CONTEXT);
        let old = first.old.start - above..last.old.end + below;
        let new = first.new.start - above..last.new.end + below;
        let side = |range: &Range<usize>| match range.len() {
            0 => format!("{},0", range.start),
            1 => format!("{}", range.start + 1),
            lines => format!("{},{lines}", range.start + 1),
        };
        let _ = writeln!(out, "@@ -{} +{} @@", side(&old), side(&new));
        let mut next = old.start;
        for run in runs {
            line_by_line(&self.old, next..run.old.start, b' ', out);
            line_by_line(&self.old, run.old.clone(), b'-', out);
            line_by_line(&self.new, run.new.clone(), b'+', out);
            next = run.old.end;
        }
        line_by_line(&self.old, next..old.end, b' ', out);
    }
}

fn line_by_line(text: &Text, lines: Range<usize>, sign: u8, out: &mut Vec<u8>) {
    for line in lines {
        out.push(sign);
        out.extend_from_slice(text.whole(line));
        if text.ending(line) == Ending::None {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// The lines around each splice in both texts, merged where they meet.
fn windows(old: &Text, new: &Text, splices: &[Splice]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut windows: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut grown: isize = 0;
    for splice in splices {
        let new_start = splice.old.start.saturating_add_signed(grown);
        grown += splice.new.len() as isize - splice.old.len() as isize;
        let (old_end, new_end) = (splice.old.end, new_start + splice.new.len());
        // What follows is the same on both sides: so is the way to the end of the line.
        let rest = &old.bytes()[old_end..];
        let aligned = at_line_start(old, old_end) && at_line_start(new, new_end);
        let more = if aligned { 0 } else { memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1) };
        let a = holding(old, splice.old.start)..behind(old, old_end + more);
        let b = holding(new, new_start)..behind(new, new_end + more);
        match windows.last_mut() {
            Some((last_a, last_b)) if a.start < last_a.end || b.start < last_b.end => {
                // The later splice knows better where the two texts agree again.
                (last_a.end, last_b.end) = (a.end, b.end);
            }
            _ => windows.push((a, b)),
        }
    }
    windows
}

fn at_line_start(text: &Text, offset: usize) -> bool {
    offset == 0 || offset == text.bytes().len() || text.bytes()[offset - 1] == b'\n'
}

/// The line that holds the byte at this offset; the one behind the last where the text ends with a newline.
fn holding(text: &Text, offset: usize) -> usize {
    let at_end = offset == text.bytes().len() && text.bytes().ends_with(b"\n");
    if at_end || text.is_empty() { text.len() } else { text.line_at(offset) }
}

/// The first line that starts at or behind this offset.
fn behind(text: &Text, offset: usize) -> usize {
    let line = text.line_at(offset);
    if text.start(line) >= offset { line } else { (line + 1).min(text.len()) }
}

/// A path as git writes it in a diff: in quotes where it has to be.
pub(crate) fn quoted(prefix: &str, path: &bstr::BStr) -> Vec<u8> {
    let plain = path.iter().all(|&byte| (b' '..0x7f).contains(&byte) && byte != b'"' && byte != b'\\');
    let mut out = Vec::new();
    if plain {
        let _ = write!(out, "{prefix}{path}");
        return out;
    }
    let _ = write!(out, "\"{prefix}");
    for &byte in path.iter() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b' '..0x7f => out.push(byte),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push(b'"');
    out
}

/// The mode that git would record for these permission bits.
fn git_mode(mode: Option<u32>) -> &'static str {
    if mode.is_some_and(|mode| mode & 0o100 != 0) { "100755" } else { "100644" }
}

/// The diff of one file with git's header. A renamed file's change carries the old path's text in `diff`.
pub fn file_diff(change: &Change, diff: &Diff) -> Vec<u8> {
    let mut out = Vec::new();
    let from = change.from.as_ref().unwrap_or(&change.path);
    let (a, b) = (quoted("a/", from.as_bstr()), quoted("b/", change.path.as_bstr()));
    let line = |out: &mut Vec<u8>, parts: &[&[u8]]| {
        parts.iter().for_each(|part| out.extend_from_slice(part));
        out.push(b'\n');
    };
    line(&mut out, &[b"diff --git ", &a, b" ", &b]);
    match (&change.old, &change.new) {
        _ if change.from.is_some() => {
            line(&mut out, &[b"rename from ", &quoted("", from.as_bstr())]);
            line(&mut out, &[b"rename to ", &quoted("", change.path.as_bstr())]);
        }
        (None, Some(new)) => line(&mut out, &[b"new file mode ", git_mode(new.mode).as_bytes()]),
        (Some(old), None) => line(&mut out, &[b"deleted file mode ", git_mode(old.mode).as_bytes()]),
        _ => {}
    }
    let hunks = diff.hunks();
    if !hunks.is_empty() {
        // git ends these lines with a tab where the path holds a blank, so that the path's end is seen.
        let tab: &[u8] = if a.contains(&b' ') || b.contains(&b' ') { b"\t" } else { b"" };
        let absent = &b"/dev/null"[..];
        let created = change.old.is_none() && change.from.is_none();
        line(&mut out, &[b"--- ", if created { absent } else { &a }, if created { b"" } else { tab }]);
        let removed = change.new.is_none();
        line(&mut out, &[b"+++ ", if removed { absent } else { &b }, if removed { b"" } else { tab }]);
        out.extend_from_slice(&hunks);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::text::Span;

    fn hunks(old: &str, splices: &[(usize, usize, &str)]) -> String {
        let splices: Vec<Splice> = splices
            .iter()
            .map(|&(start, end, new)| Splice { old: Span { start, end }, new: new.as_bytes().to_vec() })
            .collect();
        let new = crate::core::splice::apply(old.as_bytes(), &splices);
        String::from_utf8(Diff::new(old.as_bytes().to_vec(), new, &splices).hunks()).expect("text")
    }

    #[test]
    fn a_missing_final_newline_is_said() {
        assert_eq!(
            hunks("a", &[(1, 1, "\nb")]),
            "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn a_byte_order_mark_is_part_of_the_first_line() {
        assert_eq!(hunks("\u{feff}a\n", &[(3, 3, "x\n")]), "@@ -1 +1,2 @@\n-\u{feff}a\n+\u{feff}x\n+a\n");
        assert_eq!(
            hunks("\u{feff}", &[(3, 3, "a\n")]),
            "@@ -1 +1 @@\n-\u{feff}\n\\ No newline at end of file\n+\u{feff}a\n"
        );
    }

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let old: String = (0..20).map(|line| format!("{line}\n")).collect();
        let out = hunks(&old, &[(0, 0, "x\n"), (old.len() - 3, old.len(), "")]);
        assert_eq!(out, "@@ -1,3 +1,4 @@\n+x\n 0\n 1\n 2\n@@ -17,4 +18,3 @@\n 16\n 17\n 18\n-19\n");
    }

    #[test]
    fn an_empty_side_counts_no_line() {
        assert_eq!(hunks("", &[(0, 0, "a\n")]), "@@ -0,0 +1 @@\n+a\n");
        assert_eq!(hunks("a\n", &[(0, 2, "")]), "@@ -1 +0,0 @@\n-a\n");
    }

    proptest! {
        #[test]
        fn the_lines_of_a_diff_are_those_of_both_texts(
            old in "([ab]\\n){0,12}[ab]?",
            cuts in proptest::collection::vec(0usize..24, 4),
            new in "([ab]\\n){0,3}[ab]?",
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(old.len())).collect();
            cuts.sort_unstable();
            let splices: Vec<Splice> = cuts
                .chunks(2)
                .map(|cut| Splice { old: Span { start: cut[0], end: cut[1] }, new: new.clone().into_bytes() })
                .collect();
            let out = crate::core::splice::apply(old.as_bytes(), &splices);
            let diff = Diff::new(old.clone().into_bytes(), out.clone(), &splices);
            let mut made: Vec<u8> = Vec::new();
            let mut next = 0;
            for Op { old: gone, new: come } in &diff.runs {
                made.extend_from_slice(&old.as_bytes()[diff.old.start(next)..diff.old.start(gone.start)]);
                made.extend_from_slice(&out[diff.new.start(come.start)..diff.new.start(come.end)]);
                next = gone.end;
            }
            made.extend_from_slice(&old.as_bytes()[diff.old.start(next)..]);
            prop_assert_eq!(made, out);
        }
    }
}
