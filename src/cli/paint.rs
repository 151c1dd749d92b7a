//! A unified diff in the colours that `git diff` gives it.

use bstr::ByteSlice as _;

use crate::{
    core::diff::{Piece, Whitespace},
    repo::config::DiffColors,
};

const RESET: &[u8] = b"\x1b[m";

/// Colours of a diff.
#[derive(Clone, Debug)]
pub(super) struct Paint {
    pub(super) colors: DiffColors,
    /// The blanks that are shown as errors.
    pub(super) whitespace: Whitespace,
}

/// Number of lines left of a hunk, on the old side and on the new one.
#[derive(Clone, Copy, Debug, Default)]
struct LinesLeft {
    old: usize,
    new: usize,
}

/// Makes text fit to print.
pub(super) type FitText<'f> = &'f dyn Fn(&[u8]) -> Vec<u8>;

impl Paint {
    /// Colours a diff.
    pub(super) fn paint(&self, diff: &[u8], fit: FitText<'_>) -> Vec<u8> {
        let mut out = Vec::with_capacity(diff.len() * 5 / 4);
        let mut left = LinesLeft::default();
        for line in diff.split_inclusive(|byte| *byte == b'\n') {
            let (body, end) = line.strip_suffix(b"\n").map_or((line, &b""[..]), |body| (body, b"\n"));
            self.line(body, &mut left, fit, &mut out);
            out.extend_from_slice(end);
        }
        out
    }

    fn line(&self, line: &[u8], left: &mut LinesLeft, fit: FitText<'_>, out: &mut Vec<u8>) {
        let Self { colors, .. } = self;
        match line.first() {
            Some(b'-') if left.old > 0 => {
                left.old -= 1;
                ended(&colors.old, line, fit, out);
            }
            Some(b'+') if left.new > 0 => {
                left.new -= 1;
                self.added(line, fit, out);
            }
            Some(b' ') if left.old > 0 => {
                *left = LinesLeft { old: left.old - 1, new: left.new.saturating_sub(1) };
                ended(&colors.context, line, fit, out);
            }
            Some(b'\\') => whole(&colors.context, line, out),
            Some(b'@') => {
                *left = sizes(line).unwrap_or_default();
                self.hunk(line, fit, out);
            }
            // The tab behind a path is no part of it.
            _ => {
                let path = line.strip_suffix(b"\t").unwrap_or(line);
                whole(&colors.meta, &fit(path), out);
                out.extend_from_slice(&line[path.len()..]);
            }
        }
    }

    /// The line above a hunk: its numbers and its heading.
    fn hunk(&self, line: &[u8], fit: FitText<'_>, out: &mut Vec<u8>) {
        let (numbers, name) = line.split_at(line.find(" @@").map_or(line.len(), |at| at + 3));
        whole(&self.colors.frag, numbers, out);
        if let Some(name) = name.strip_prefix(b" ") {
            whole(&self.colors.context, b" ", out);
            whole(&self.colors.func, &fit(name), out);
        }
    }

    /// An added line, in which blanks that are an error are highlighted.
    fn added(&self, line: &[u8], fit: FitText<'_>, out: &mut Vec<u8>) {
        let DiffColors { new, whitespace, .. } = &self.colors;
        if whitespace.is_empty() {
            return ended(new, line, fit, out);
        }
        let (sign, line) = line.split_at(1);
        whole(new, sign, out);
        for (piece, bytes) in self.whitespace.pieces(line) {
            match piece {
                Piece::Text => whole(new, &fit(bytes), out),
                Piece::Error => whole(whitespace, &fit(bytes), out),
                Piece::Blank => out.extend(fit(bytes)),
            }
        }
    }
}

/// A line in one colour; a carriage return belongs to its ending.
fn ended(color: &str, line: &[u8], fit: FitText<'_>, out: &mut Vec<u8>) {
    let (body, end) = line.split_at(line.len() - usize::from(line.ends_with(b"\r")));
    whole(color, &fit(body), out);
    out.extend(fit(end));
}

/// Text in one colour.
fn whole(color: &str, text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(color.as_bytes());
    out.extend_from_slice(text);
    out.extend_from_slice(RESET);
}

/// Number of lines of a hunk: `@@ -1,4 +1,5 @@`.
fn sizes(line: &[u8]) -> Option<LinesLeft> {
    let mut words = line.split(|byte| *byte == b' ').skip(1);
    let mut size = |sign: &[u8]| {
        let numbers = words.next()?.strip_prefix(sign)?.to_str().ok()?;
        numbers.split_once(',').map_or(Some(1), |(_, size)| size.parse().ok())
    };
    Some(LinesLeft { old: size(b"-")?, new: size(b"+")? })
}
