//! Things that lines open and close: brackets, tags, comments, texts in quotes, and blocks of words and of directives.

use std::collections::HashMap;

use bstr::ByteSlice as _;

use crate::core::{
    language::lexer::{is_word, words},
    text::is_one_of,
};

/// Returns whether two runs of lines open as much as each other of each kind that a line opens or closes.
pub(super) fn opens_as_much(line: &[u8], ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let (kinds, ours, theirs) =
        (opened([line]), opened(ours.iter().copied()), opened(theirs.iter().copied()));
    kinds.keys().all(|kind| ours.get(kind).unwrap_or(&0) == theirs.get(kind).unwrap_or(&0))
}

/// Returns whether two runs of lines do not open as much as each other of any one kind.
pub(super) fn opens_otherwise(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let [ours, theirs] = [ours, theirs].map(|lines| opened(lines.iter().copied()));
    let open = |lines: &HashMap<&[u8], isize>, kind: &[u8]| lines.get(kind).copied().unwrap_or(0);
    ours.keys().chain(theirs.keys()).any(|kind| open(&ours, kind) != open(&theirs, kind))
}

/// Returns whether a line closes all that it opens, and opens all that it closes.
pub(super) fn is_balanced(line: &[u8]) -> bool {
    opened([line]).values().all(|open| *open == 0)
}

/// Number of times that lines open each kind more than they close it; of quotes and fences, 1 for an odd number.
fn opened<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> HashMap<&'l [u8], isize> {
    let mut open: HashMap<&[u8], isize> = HashMap::new();
    for line in lines {
        let line = line.trim_ascii();
        signs(line, &mut open);
        tags(line, &mut open);
        blocks(line, &mut open);
    }
    const TOGGLES: [&[u8]; 3] = [b"\"\"\"", b"'''", b"```"];
    for sign in TOGGLES {
        open.entry(sign).and_modify(|count| *count %= 2);
    }
    open
}

/// Counts pairs of signs. Those of quotes and fences are alike.
fn signs<'l>(line: &'l [u8], open: &mut HashMap<&'l [u8], isize>) {
    const PAIRS: [(&[u8], &[u8]); 8] = [
        (b"{", b"}"),
        (b"(", b")"),
        (b"[", b"]"),
        (b"/*", b"*/"),
        (b"<!--", b"-->"),
        (b"\"\"\"", b""),
        (b"'''", b""),
        (b"```", b""),
    ];
    for (opener, closer) in PAIRS {
        let opens = line.find_iter(opener).count();
        let closes = if closer.is_empty() { 0 } else { line.find_iter(closer).count() };
        if opens + closes > 0 {
            *open.entry(opener).or_default() += opens as isize - closes as isize;
        }
    }
}

/// Counts tags by their names, and those that end on another line than they begin on.
fn tags<'l>(line: &'l [u8], open: &mut HashMap<&'l [u8], isize>) {
    const EMPTY: &str = "area base br col hr img input link meta source wbr";
    const TAG: &[u8] = b"<";
    let mut has_tag = false;
    for at in line.find_iter(TAG) {
        let rest = &line[at + 1..];
        let (rest, by) = rest.strip_prefix(b"/").map_or((rest, 1), |rest| (rest, -1));
        let is_named = |byte: &u8| is_word(*byte) || b"-.:".contains(byte);
        let name = &rest[..rest.iter().take_while(|byte| is_named(byte)).count()];
        let is_tag = name.first().is_some_and(|first| !first.is_ascii_digit()) || rest.starts_with(b">");
        has_tag |= is_tag;
        if !is_tag || is_one_of(name, EMPTY) {
            continue;
        }
        let end = rest.find_byte(b'>');
        if end.is_none() {
            *open.entry(TAG).or_default() += 1;
        }
        let is_whole = end.is_some_and(|end| rest[..end].ends_with(b"/"));
        *open.entry(name).or_default() += if is_whole { 0 } else { by };
    }
    let ends = line.ends_with(b">") && !line.ends_with(b"->") && !line.ends_with(b"=>");
    if !has_tag && (ends || line.starts_with(b">") || line.starts_with(b"/>")) {
        *open.entry(TAG).or_default() -= 1;
    }
}

/// Words that alone close a block, in shells, Ruby, Lua and the like.
const CLOSERS: &str = "done end esac fi";

/// Words with which a line begins that opens such a block.
const OPENERS: &str = "begin case class def for if module select unless until while";

/// Counts blocks that words and directives open.
fn blocks<'l>(line: &'l [u8], open: &mut HashMap<&'l [u8], isize>) {
    const WORD: &[u8] = b"end";
    const DIRECTIVE: &[u8] = b"#if";
    if let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start) {
        let by = isize::from(directive.starts_with(b"if")) - isize::from(directive.starts_with(b"endif"));
        if by != 0 || directive.starts_with(b"el") {
            *open.entry(DIRECTIVE).or_default() += by;
        }
        return;
    }
    let first = &line[..line.iter().take_while(|byte| is_word(**byte)).count()];
    let last = words(line).last().unwrap_or_default();
    let is_bracketed = line.last().is_some_and(|last| b"{:(".contains(last));
    let opens = is_one_of(first, OPENERS) && !is_bracketed
        || words(line).any(|word| word == b"function")
        || last == b"do" && line != b"do";
    let closes = is_one_of(first, CLOSERS) || is_one_of(last, CLOSERS);
    let by = isize::from(opens) - isize::from(closes);
    if by != 0 || closes || line == b"else" {
        *open.entry(WORD).or_default() += by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_close_what_they_open_are_balanced() {
        for line in [
            "f(a, [b])", "<br>", "<p>a</p>", "<b/>", "/* a */", "\"\"\"a\"\"\"", "f() ->", "x, y =>",
            "def f(a):", "if a; then b; fi", "do", "#define A",
        ] {
            assert!(is_balanced(line.as_bytes()), "{line}");
        }
        for line in [
            "}", "<p>", "</p>", "<!--", "\"\"\"", "<p", "/>", ">", "a=\"b\">", "#if A", "#endif", "end",
            "end if", "if a; then", "f do", "x = function", "begin",
        ] {
            assert!(!is_balanced(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn lines_amid_a_block_are_of_what_is_open_around_them() {
        let opens_as_much = |line: &str, ours: &str| opens_as_much(line.as_bytes(), &[ours.as_bytes()], &[]);
        for (line, ours) in [("else", "if a"), ("if a; fi", "if b"), ("#else", "#if A"), ("}", "f {")] {
            assert!(!opens_as_much(line, ours), "{line}");
        }
        for (line, ours) in [("f()", "if a"), ("#define A", "#if A"), ("}", "f("), ("}", "f {}")] {
            assert!(opens_as_much(line, ours), "{line}");
        }
    }
}
