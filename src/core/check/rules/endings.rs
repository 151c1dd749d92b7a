//! Line endings of two sorts in a file that had one.

use crate::core::{
    check::{Change, Found, What},
    text::{Ending, Text},
};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = change.lines.as_ref().filter(|_| !change.keeps_endings) else { return };
    let (lf, crlf) = count(lines.new_text());
    if lf == 0 || crlf == 0 {
        return;
    }
    let before = lines.old_text().map(count);
    let rest = match before {
        Some((lf, crlf)) if lf > 0 && crlf > 0 => return,
        Some((0, crlf)) if crlf > 0 => Ending::CrLf,
        Some((lf, 0)) if lf > 0 => Ending::Lf,
        _ if crlf > lf => Ending::CrLf,
        _ => Ending::Lf,
    };
    let other = |line: &usize| {
        !matches!(lines.new_text().ending(*line), Ending::None) && lines.new_text().ending(*line) != rest
    };
    if let Some(line) = lines.added().map(|(line, _)| line).find(other) {
        let what = What::MixedEndings { found: lines.new_text().ending(line), rest };
        found(Found::at(line, what));
    }
}

/// Numbers of lines that end with LF and with CRLF.
fn count(text: &Text) -> (usize, usize) {
    let all = memchr::memchr_iter(b'\n', text.bytes());
    all.fold(
        (0, 0),
        |(lf, crlf), at| {
            if at > 0 && text.bytes()[at - 1] == b'\r' { (lf, crlf + 1) } else { (lf + 1, crlf) }
        },
    )
}
