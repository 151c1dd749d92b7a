//! Edges at which a line may be cut.
//!
//! An edge is where in every language an expression or a statement begins or ends: the edge of the line but
//! for white space and a comment, the inner side of a bracket, a comma or semicolon with a blank behind it;
//! on the left also what binds more loosely than anything that may follow (an assignment, `return`, `if` and
//! their like), on the right the colon or brace that ends the line. No operator, sigil or accessor is one,
//! and no quote: within quotes there is no code.

use bstr::ByteSlice as _;

use crate::core::{language::lexer::is_word, locate::evidence::brackets, text::is_one_of};

/// Returns whether the bytes of a line from one on to another are no part of a longer name, number or
/// expression.
pub(super) fn is_whole(line: &[u8], from: usize, to: usize) -> bool {
    is_edge(line, from, Side::Left) && is_edge(line, to, Side::Right)
}

/// Returns whether a part of a line, from one byte on to another, can become `new` and the rest of the line
/// still mean the same: nothing behind it is commented out, no bracket is left open, and where a condition
/// may precede it, it has no more statements than before. Nor does `new` go on into the rest, as where SEARCH
/// has no comma at its end and REPLACE has the one that is there.
pub(super) fn stays_whole(line: &[u8], from: usize, to: usize, new: &[u8]) -> bool {
    let (old, before, after) = (&line[from..to], line[..from].trim_ascii(), line[to..].trim_ascii());
    let count = |text: &[u8], sign: &[u8]| text.find_iter(sign).count();
    let as_many = |sign: &[u8]| count(old, sign) == count(new, sign);
    let comments: [&[u8]; 5] = [b"//", b"#", b"--", b"/*", b"*/"];
    let separate: [&[u8]; 2] = [b";", b"\\"];
    brackets([old]) == brackets([new])
        && !repeats_rest([before, after], old, new)
        && (after.is_empty() || comments.iter().all(|sign| as_many(sign)))
        && (before.is_empty() && after.is_empty() || separate.iter().all(|sign| as_many(sign)))
}

/// Returns whether the new part ends with what stands behind it in the line, or begins with what stands before it,
/// and the old one does not. A bracket that closes one of the new part is its own.
pub fn repeats_rest([before, after]: [&[u8]; 2], old: &[u8], new: &[u8]) -> bool {
    // The most bytes that are compared: lines may be long.
    const MOST: usize = 200;
    let is_cut = |text: &[u8], at: usize| {
        let beside = |at: usize| text.get(at).is_some_and(|byte| is_word(*byte));
        at > 0 && beside(at - 1) && beside(at)
    };
    let is_repeated = |part: &[u8], is_old: bool| !is_old && brackets([part]) == [0; 3];
    let behind = |count: usize| {
        let part = &after[..count];
        new.ends_with(part)
            && is_repeated(part, old.ends_with(part))
            && !is_cut(new, new.len() - count)
            && !is_cut(after, count)
    };
    let in_front = |count: usize| {
        let part = &new[..count];
        before.ends_with(part)
            && is_repeated(part, old.starts_with(part))
            && !is_cut(before, before.len() - count)
            && !is_cut(new, count)
    };
    (1..=new.len().min(after.len()).min(MOST)).any(behind)
        || (1..=new.len().min(before.len()).min(MOST)).any(in_front)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

fn is_edge(line: &[u8], at: usize, side: Side) -> bool {
    let (before, after) = (&line[..at], &line[at..]);
    begins(before, after) || ends(before, after, side)
}

/// Returns whether something begins behind these bytes.
fn begins(before: &[u8], after: &[u8]) -> bool {
    let led = before.trim_ascii_end();
    let spaced = led.len() < before.len() || after.first().is_none_or(u8::is_ascii_whitespace);
    match led.last() {
        None => true,
        Some(b'(' | b'[' | b'{') => true,
        Some(b',' | b';') => spaced,
        Some(b'=') => spaced && assigns(&led[..led.len() - 1]),
        Some(b'>') => spaced && led.ends_with(b"=>"),
        Some(b':') => spaced && !led.ends_with(b"::"),
        Some(_) => led.len() < before.len() && is_loose(led),
    }
}

/// Returns whether `=` behind these bytes is an assignment, perhaps with an operator, and no comparison.
fn assigns(before: &[u8]) -> bool {
    !matches!(before.last(), Some(b'=' | b'!' | b'<' | b'>' | b'~'))
        || before.ends_with(b"<<")
        || before.ends_with(b">>")
}

/// Returns whether the bytes end with a word that binds more loosely than any operator.
fn is_loose(led: &[u8]) -> bool {
    const WORDS: &str = "return yield throw raise assert if elif elsif else unless while until then do case when \
                         switch match with export print echo";
    let length = led.iter().rev().take_while(|byte| is_word(**byte)).count();
    let (before, word) = led.split_at(led.len() - length);
    // `x.return` and `@if` are no such words.
    is_one_of(word, WORDS)
        && before.last().is_none_or(|byte| byte.is_ascii_whitespace() || b"({};".contains(byte))
}

/// Returns whether something ends in front of these bytes.
fn ends(before: &[u8], after: &[u8], side: Side) -> bool {
    let rest = after.trim_ascii_start();
    match rest.first() {
        None => true,
        Some(b')' | b']' | b'}') => true,
        Some(b',' | b';') => rest.get(1).is_none_or(u8::is_ascii_whitespace),
        Some(b':' | b'{') => side == Side::Right && rest.trim_ascii_end().len() == 1,
        Some(_) => side == Side::Right && rest.len() < after.len() && is_comment(before, rest),
    }
}

/// Returns whether the rest of a line, behind a blank, is a comment. `//` divides too, and `--` takes one
/// away: they need a statement before them that is ended.
fn is_comment(before: &[u8], rest: &[u8]) -> bool {
    let ended = matches!(before.last(), Some(b';' | b',' | b'{' | b'}'));
    let spaced = |from: usize| rest.get(from).is_none_or(u8::is_ascii_whitespace);
    rest.starts_with(b"#") && spaced(1)
        || ended
            && (rest.starts_with(b"//") || rest.starts_with(b"/*") || rest.starts_with(b"--") && spaced(2))
}

#[cfg(test)]
mod tests {
    /// Returns whether what is between two bars is whole in the line around them.
    fn is_whole(marked: &str) -> bool {
        let [before, part, after] = marked.split('|').collect::<Vec<_>>()[..] else { panic!("{marked}") };
        let line = [before, part, after].concat();
        super::is_whole(line.as_bytes(), before.len(), before.len() + part.len())
    }

    #[test]
    fn a_part_is_whole_behind_what_binds_more_loosely() {
        for line in [
            "|x|", "f(|x|)", "a = |x|;", "a <<= |x|", "a >>= |x|", "k => |x|,", "key: |x|", "f(a, |x|)",
            "a(); |b()|;", "return |x|;", "(return |x|)", "if |x|:", "if |x| {",
        ] {
            assert!(is_whole(line), "{line}");
        }
        for line in [
            "a=|x|", "a == |x|", "a <= |x|", "a > |x|", "k =>|x|", "key:|x|", "std:: |x|", "f(a,|x|)",
            "return| x|", "x.return |x|", "@if |x|", "give |x|", "+ |x|",
        ] {
            assert!(!is_whole(line), "{line}");
        }
    }

    #[test]
    fn a_part_is_whole_in_front_of_what_ends_it() {
        for line in [
            "|x|  # why", "|x;| // why", "|{ x }| // why", "|{ x }| /* why */", "|{ x }| -- why", "[|x|]",
            "|x|, y",
        ] {
            assert!(is_whole(line), "{line}");
        }
        for line in [
            "|x| + 1", "|x|,y", "|x|: y", "|x| {}", "|x| #why", "|x|# why", "|x| // 2", "|x| -- y",
            "|{ x }| --y", "|x|.y",
        ] {
            assert!(!is_whole(line), "{line}");
        }
    }
}
