//! Unified diffs, as `git diff` writes them and `git apply` reads them.

mod heading;
mod lines;
mod whitespace;

use std::{io::Write as _, ops::Range};

pub use heading::Headings;
pub use lines::counts;
pub(super) use lines::runs;
pub use whitespace::{Piece, Whitespace};

use super::{
    change::{Change, FileMode, Version},
    script::Op,
    text::{Ending, Text},
};

/// Number of lines shown around a change, as git does by default.
const CONTEXT: usize = 3;

/// The diff of one file.
#[derive(Clone, Debug)]
pub struct Diff {
    old: Text,
    new: Text,
    runs: Vec<Op>,
    headings: Headings,
}

impl Diff {
    /// The difference of two texts.
    pub fn new(old: Vec<u8>, new: Vec<u8>) -> Self {
        let runs = lines::runs(&old, &new);
        Self { old: Text::with_mark(old), new: Text::with_mark(new), runs, headings: Headings::Plain }
    }

    /// The same with headings of hunks that are known so.
    #[must_use]
    pub fn with_headings(self, headings: Headings) -> Self {
        Self { headings, ..self }
    }

    /// The hunks, without a header for the file.
    ///
    /// # Examples
    ///
    /// ```
    /// use git_sr::core::diff::Diff;
    ///
    /// let diff = Diff::new(b"one\ntwo\n".to_vec(), b"one\n2\n".to_vec());
    /// assert_eq!(diff.hunks(), b"@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
    /// ```
    pub fn hunks(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let near = |a: &Op, b: &Op| b.old.start - a.old.end <= 2 * CONTEXT;
        let (mut searched, mut heading) = (0, &b""[..]);
        for group in self.runs.chunk_by(near) {
            // The heading of one hunk is that of the next, unless another heading is between them.
            let start = group[0].old.start.saturating_sub(CONTEXT);
            let above = (searched.min(start)..start).rev();
            heading = above
                .map(|line| self.old.whole(line))
                .find_map(|line| self.headings.shown(line))
                .unwrap_or(heading);
            searched = start;
            self.hunk(group, heading, &mut out);
        }
        out
    }

    fn hunk(&self, runs: &[Op], heading: &[u8], out: &mut Vec<u8>) {
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
        let _ = write!(out, "@@ -{} +{} @@", side(&old), side(&new));
        if !heading.is_empty() {
            out.push(b' ');
            out.extend_from_slice(heading);
        }
        out.push(b'\n');
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

/// The diff of one file with git's header. `old` is its version before, that of a renamed file at its old
/// path; `diff` has its text.
pub fn file_diff(change: &Change, old: Option<&Version>, diff: &Diff) -> Vec<u8> {
    let mut out = Vec::new();
    let from = change.from.as_ref().unwrap_or(&change.path);
    let (a, b) = (quoted("a/", from.as_bstr()), quoted("b/", change.path.as_bstr()));
    let line = |out: &mut Vec<u8>, parts: &[&[u8]]| {
        parts.iter().for_each(|part| out.extend_from_slice(part));
        out.push(b'\n');
    };
    line(&mut out, &[b"diff --git ", &a, b" ", &b]);
    let [old_mode, new_mode] = [old, change.new.as_ref()].map(|version| {
        let mode = version.map(|version| FileMode::of(version.mode));
        mode.map(|mode| mode.as_str().as_bytes())
    });
    match (old_mode, new_mode) {
        (None, Some(new)) => line(&mut out, &[b"new file mode ", new]),
        (Some(old), None) => line(&mut out, &[b"deleted file mode ", old]),
        (Some(old), Some(new)) if old != new => {
            line(&mut out, &[b"old mode ", old]);
            line(&mut out, &[b"new mode ", new]);
        }
        _ => {}
    }
    if change.from.is_some() {
        line(&mut out, &[b"rename from ", &quoted("", from.as_bstr())]);
        line(&mut out, &[b"rename to ", &quoted("", change.path.as_bstr())]);
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

    fn hunks(old: &str, new: &str) -> String {
        String::from_utf8(Diff::new(old.into(), new.into()).hunks()).expect("text")
    }

    #[test]
    fn a_missing_final_newline_is_said() {
        assert_eq!(
            hunks("a", "a\nb"),
            "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn a_byte_order_mark_is_part_of_the_first_line() {
        assert_eq!(hunks("\u{feff}a\n", "\u{feff}x\na\n"), "@@ -1 +1,2 @@\n-\u{feff}a\n+\u{feff}x\n+a\n");
        assert_eq!(
            hunks("\u{feff}", "\u{feff}a\n"),
            "@@ -1 +1 @@\n-\u{feff}\n\\ No newline at end of file\n+\u{feff}a\n"
        );
    }

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let old: String = (0..20).map(|line| format!("{line}\n")).collect();
        let out = hunks(&old, &format!("x\n{}", &old[..old.len() - 3]));
        assert_eq!(out, "@@ -1,3 +1,4 @@\n+x\n 0\n 1\n 2\n@@ -17,4 +18,3 @@\n 16\n 17\n 18\n-19\n");
    }

    #[test]
    fn an_empty_side_counts_no_line() {
        assert_eq!(hunks("", "a\n"), "@@ -0,0 +1 @@\n+a\n");
        assert_eq!(hunks("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
    }

    proptest! {
        #[test]
        fn the_lines_of_a_diff_are_those_of_both_texts(
            old in "([ab]\\n){0,12}[ab]?",
            new in "([ab]\\n){0,12}[ab]?",
        ) {
            let diff = Diff::new(old.clone().into_bytes(), new.clone().into_bytes());
            let mut made = String::new();
            let mut next = 0;
            for Op { old: gone, new: come } in &diff.runs {
                made += &old[diff.old.start(next)..diff.old.start(gone.start)];
                made += &new[diff.new.start(come.start)..diff.new.start(come.end)];
                next = gone.end;
            }
            made += &old[diff.old.start(next)..];
            prop_assert_eq!(made, new);
        }
    }
}
