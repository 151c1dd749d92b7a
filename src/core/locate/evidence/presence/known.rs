//! Lines as they are compared with others: by folded characters, without white space.

use crate::core::{
    language::lexer::words,
    locate::line::Lines,
    text::{TELLING, is_blank, letters},
    typeset::fold,
};

/// The key of a line without the sign at its end that a formatter adds or takes away.
pub(super) fn stem(line: &[u8]) -> Vec<u8> {
    signs(&fold(line)).copied().collect()
}

/// Returns whether two lines have the same [`stem`], without making one.
pub(super) fn are_alike(line: &[u8], other: &[u8]) -> bool {
    signs(&fold(line)).eq(signs(&fold(other)))
}

/// The bytes of the [`stem`] of a line that is folded.
fn signs(folded: &[u8]) -> impl Iterator<Item = &u8> {
    let text = folded.trim_ascii();
    let rest = text.strip_suffix(b";").or_else(|| text.strip_suffix(b","));
    let rest = rest.filter(|rest| !is_blank(rest)).unwrap_or(text);
    rest.iter().filter(|byte| !byte.is_ascii_whitespace())
}

/// The characters of a line, folded, without white space.
pub(super) fn key(line: &[u8]) -> Vec<u8> {
    fold(line).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

/// Returns whether a line is nothing but a comment in most languages.
pub fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    const SIGNS: [&[u8]; 7] = [b"# ", b"//", b"/*", b"* ", b"*/", b"<!--", b"-- "];
    SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// Returns whether two lines are alike, or are but for a comment that only one of them has behind its code.
pub(super) fn are_alike_but_for_remark(line: &[u8], other: &[u8]) -> bool {
    let has_remark =
        |line: &[u8], bare: &[u8]| without_remark(line).is_some_and(|code| are_alike(code, bare));
    are_alike(line, other) || has_remark(line, other) || has_remark(other, line)
}

/// The code in front of what is a comment in many languages. In another one it may be none: `a // b` divides in Python.
fn without_remark(line: &[u8]) -> Option<&[u8]> {
    const SIGNS: [&[u8]; 2] = [b" //", b" # "];
    let ends = SIGNS.iter().filter_map(|sign| memchr::memmem::find(line, sign));
    ends.min().map(|end| &line[..end]).filter(|code| !is_blank(code))
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
    let words = words(text).count();
    let counts = |sign: &[u8]| text.strip_suffix(b";").unwrap_or(text).ends_with(sign);
    let does = text.contains(&b'(') || text.contains(&b'=') || counts(b"++") || counts(b"--");
    let leads_out = text.starts_with(b"</") || text.first().is_some_and(|first| b"})]".contains(first));
    let opens = text.last().is_some_and(|last| b"{([:>".contains(last));
    (words > 1 || words == 1 && does) && !leads_out && !opens && !is_comment(line)
}

/// Returns whether a line opens a block by several words: nothing is wrapped in the same twice.
pub(super) fn is_opener(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.last().is_some_and(|last| b"{(:".contains(last)) && words(text).count() > 1
}

/// Number of brackets of each kind that lines open more than they close.
pub(in crate::core::locate) fn brackets<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> [isize; 3] {
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

pub(super) fn is_once(line: &[u8], whole: &dyn Lines) -> bool {
    let lines = whole.bodies(0..whole.count());
    lines.iter().filter(|other| are_alike(other, line)).take(2).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_has_no_white_space_and_no_sign_at_its_end() {
        let lines: [(&str, &str); 9] = [
            ("", ""),
            (";", ";"),
            (";;", ";"),
            (" a ; ", "a"),
            ("a,;", "a,"),
            ("a b", "ab"),
            ("ab ,", "ab"),
            ("a'b;", "a\"b"),
            ("“x”", "\"x\""),
        ];
        for (line, wanted) in lines {
            assert_eq!(stem(line.as_bytes()), wanted.as_bytes(), "{line}");
            for (other, same) in lines {
                assert_eq!(are_alike(line.as_bytes(), other.as_bytes()), wanted == same, "{line} {other}");
            }
        }
    }

    #[test]
    fn a_comment_that_one_line_has_makes_no_difference() {
        let are_alike = |line: &str, other: &str| are_alike_but_for_remark(line.as_bytes(), other.as_bytes());
        assert!(are_alike("run(a); // why", "run(a);") && are_alike("a = 1", "a = 1  # why"));
        assert!(!are_alike("x = a // 3", "x = a // 2") && !are_alike("    // why", "    // when"));
        assert!(!are_alike("// why", "") && !are_alike("run(a); // why", "run(b);"));
    }

    #[test]
    fn statements_do_something_however_little_they_say() {
        for line in ["run()", "a = \"\"", "i++;", "i--", "go on"] {
            assert!(acts(line.as_bytes()), "{line}");
        }
        for line in [
            "break", "();", "</p> more words", "} while (a);", "if (a) {", "else if a:", "// call it",
            "case 1:",
        ] {
            assert!(!acts(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn several_words_in_front_of_a_bracket_open_a_block() {
        assert!(is_opener(b"if a {") && is_opener(b"def f(a):") && is_opener(b"run it("));
        assert!(!is_opener(b"try {") && !is_opener(b"run it"));
    }

    #[test]
    fn brackets_are_counted_by_their_kind() {
        assert_eq!(brackets([&b"f({["[..], b"{"]), [2, 1, 1]);
        assert_eq!(brackets([&b"]})"[..], b"]"]), [-1, -1, -2]);
    }

    #[test]
    fn attributes_and_decorators_only_begin_something() {
        assert!(is_begun(b"  @cached") && is_begun(b"#[test]") && is_begun(b"try {"));
        assert!(!is_begun(b"run(a)") && !is_begun(b"def a_function_with_a_name(a):"));
    }
}
