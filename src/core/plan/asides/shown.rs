//! Comparison of what a reply shows with the text of a file.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    locate::leaves_out,
    text::{bodies, filled},
};

/// Lines without blank ones and without blanks at their ends, each between two newlines.
pub(super) fn plain(text: &[u8]) -> BString {
    joined(bodies(text))
}

fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> BString {
    let mut found = BString::from("\n");
    for line in lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        found.extend_from_slice(line);
        found.push(b'\n');
    }
    found
}

/// Returns whether a file has a text, in which dots and the like may stand for lines that are left out.
pub(super) fn has(file: &BString, text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = filled(bodies(text)).collect();
    if let [line] = lines[..] {
        // One line may be a part of one.
        return file.contains_str(line.trim_ascii());
    }
    let mut at = 0;
    lines.split(|line| leaves_out(line)).filter(|part| !part.is_empty()).all(|part| {
        let part = joined(part.iter().copied());
        let found = file[at..].find(&part);
        at = found.map_or(at, |found| at + found + part.len() - 1);
        found.is_some()
    })
}

/// Returns whether a file has after the batch what a diff adds and quotes, and no more what it removes.
pub(super) fn is_made(diff: &[u8], [before, after]: &[BString; 2]) -> bool {
    let lines: Vec<&[u8]> = bodies(diff).collect();
    let is_header = |line: &&[u8]| {
        ["@@", "--- ", "+++ ", "diff --git ", "index ", "\\ No newline"]
            .iter()
            .any(|sign| line.starts_with_str(sign))
    };
    lines.split(is_header).filter(|hunk| !hunk.is_empty()).all(|hunk| {
        let side = |other: u8| {
            let lines = hunk.iter().filter(|line| line.first() != Some(&other));
            joined(
                lines.map(|line| line.strip_prefix(b"+").or_else(|| line.strip_prefix(b"-")).unwrap_or(line)),
            )
        };
        let (old, new) = (side(b'+'), side(b'-'));
        // Lines that stay prove nothing where they were there before; what is removed may be at another place too.
        let removes = || hunk.iter().any(|line| line.starts_with(b"-")) && before.contains_str(&new);
        let is_left = || {
            let count = |file: &BString| file.find_iter(&old).count();
            let left = count(after);
            left > 0 && left >= count(before)
        };
        if new.len() > 1 {
            after.contains_str(&new) && !(removes() && is_left())
        } else {
            old.len() <= 1 || !after.contains_str(&old)
        }
    })
}
