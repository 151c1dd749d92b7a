//! Lines as they are compared with others: by folded characters, without white space.

use crate::core::{
    locate::line::{Lines, fold},
    text::{TELLING, letters},
};

/// The key of a line without the sign at its end that a formatter adds or takes away.
pub(super) fn stem(line: &[u8]) -> Vec<u8> {
    let mut key = key(line);
    if key.len() > 1 && key.last().is_some_and(|last| b";,".contains(last)) {
        key.pop();
    }
    key
}

/// The characters of a line, folded, without white space.
pub(super) fn key(line: &[u8]) -> Vec<u8> {
    fold(line).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

pub(super) fn letters_of(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| letters(line)).sum()
}

/// Returns whether a line is nothing but a comment in most languages.
pub fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    const SIGNS: [&[u8]; 7] = [b"# ", b"//", b"/*", b"* ", b"*/", b"<!--", b"-- "];
    SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// Returns whether a line only begins something: it decorates the next one, or opens a bracket or a block
/// without a name of its own.
pub(super) fn is_begun(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    decorates(line) || letters(line) < 2 * TELLING && text.last().is_some_and(|last| b"{([:".contains(last))
}

/// Returns whether a line is a statement that does something, however little it says: a call, an assignment, two
/// words. `break` and `</p>` only lead out of something, and what opens a block may open another.
pub(super) fn acts(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let words = words(text);
    let counts = |sign: &[u8]| text.strip_suffix(b";").unwrap_or(text).ends_with(sign);
    let does = text.contains(&b'(') || text.contains(&b'=') || counts(b"++") || counts(b"--");
    let leads_out = text.starts_with(b"</") || text.first().is_some_and(|first| b"})]".contains(first));
    let opens = text.last().is_some_and(|last| b"{([:>".contains(last));
    (words > 1 || words == 1 && does) && !leads_out && !opens && !is_comment(line)
}

/// Returns whether a line opens a block by several words: nothing is wrapped in the same twice.
pub(super) fn is_opener(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.last().is_some_and(|last| b"{(:".contains(last)) && words(text) > 1
}

fn words(text: &[u8]) -> usize {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    words.filter(|word| !word.is_empty()).count()
}

/// Number of brackets of each kind that lines open more than they close.
pub(super) fn brackets<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> [isize; 3] {
    let mut open = [0; 3];
    for byte in lines.into_iter().flatten() {
        match byte {
            b'{' => open[0] += 1,
            b'}' => open[0] -= 1,
            b'(' => open[1] += 1,
            b')' => open[1] -= 1,
            b'[' => open[2] += 1,
            b']' => open[2] -= 1,
            _ => {}
        }
    }
    open
}

/// Returns whether a line decorates the next one.
pub(super) fn decorates(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.starts_with(b"@") || text.starts_with(b"#[")
}

pub(super) fn stands_once(line: &[u8], whole: &dyn Lines) -> bool {
    let (stem, lines) = (stem(line), whole.bodies(0..whole.count()));
    lines.iter().filter(|other| reads_as(other, &stem)).take(2).count() == 1
}

/// Returns whether this is the [`stem`] of a line, without making one: it is asked of all lines of a file, for each
/// of many blocks.
fn reads_as(line: &[u8], key: &[u8]) -> bool {
    let folded = fold(line);
    let mut signs = folded.iter().filter(|byte| !byte.is_ascii_whitespace());
    let is_sign = |byte: &u8| b";,".contains(byte);
    if !key.iter().all(|byte| signs.next() == Some(byte)) {
        return false;
    }
    match signs.next() {
        None => key.len() < 2 || !key.last().is_some_and(is_sign),
        Some(end) => !key.is_empty() && is_sign(end) && signs.next().is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_that_of_a_line() {
        let lines: [&[u8]; 12] = [
            b"",
            b";",
            b";;",
            b"a",
            b" a ; ",
            b"a;;",
            b"a,;",
            b"a b",
            b"ab,",
            b"a'b",
            b"a\"b;",
            "“x”".as_bytes(),
        ];
        for line in lines {
            for other in lines {
                assert_eq!(reads_as(line, &stem(other)), stem(line) == stem(other), "{line:?} {other:?}");
            }
        }
    }
}
