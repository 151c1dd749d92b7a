//! Heads of definitions: the documentation, attributes, decorators and comments directly above them.

use bstr::ByteSlice;

use crate::core::{
    language::{Kind, Language},
    text::{is_blank, is_one_of},
};

/// Returns whether new lines would come between a head and its definition: `above` and `below` are the lines of
/// the file next to them, of which a block quotes only the latter. Lines that end with a head of their own go on
/// with the other one. A comment heads a definition only where another one comes in above it, and a blank line
/// between them.
pub fn part_head(above: &[u8], new: &[&[u8]], below: &[u8], language: Option<&Language>) -> bool {
    let Some(language) = language.filter(|language| language.kind == Kind::Code) else { return false };
    let mut filled = new.iter().filter(|line| !is_blank(line));
    let Some(last) = filled.next_back() else { return false };
    if is_blank(below) || is_head(last, language) {
        return false;
    }
    let first = new.iter().find(|line| !is_blank(line) && !is_head(line, language));
    decorates(above, language)
        || is_comment(above, language)
            && !is_rule(above)
            && new.last().is_some_and(|last| is_blank(last))
            && defines(below, language)
            && first.is_some_and(|first| defines(first, language))
}

fn is_head(line: &[u8], language: &Language) -> bool {
    decorates(line, language) || is_comment(line, language)
}

/// Returns whether a line can be about nothing but what follows it: an attribute, a decorator, documentation.
fn decorates(line: &[u8], language: &Language) -> bool {
    const DECORATED: [&str; 9] =
        ["Python", "Java", "Kotlin", "Scala", "Groovy", "Dart", "Swift", "JavaScript", "TypeScript"];
    let line = without_comment(line, language);
    let is_closed =
        |line: &[u8]| line.last().is_some_and(|last| last.is_ascii_alphanumeric() || *last == b')');
    let is_decorator = line.strip_prefix(b"@").is_some_and(|rest| {
        rest.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && is_closed(rest)
            && is_one(rest)
    });
    let is_attribute = line.starts_with(b"#[") && line.ends_with(b"]");
    is_attribute && ["Rust", "PHP"].contains(&language.name)
        || is_decorator && DECORATED.iter().any(|name| language.name.starts_with(name))
        || line.starts_with(b"///") && !line.starts_with(b"////") && language.to_end.contains(&&b"//"[..])
}

/// A line without white space at its edges and a comment at its end.
fn without_comment<'l>(line: &'l [u8], language: &Language) -> &'l [u8] {
    let line = line.trim_ascii();
    let ends = language.to_end.iter().filter_map(|sign| line.find([b" ", *sign].concat()));
    line[..ends.min().unwrap_or(line.len())].trim_ascii_end()
}

/// Returns whether a decorator has nothing behind its name but arguments.
fn is_one(decorator: &[u8]) -> bool {
    let name =
        decorator.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(byte)).count();
    let rest = decorator[name..].trim_ascii_start();
    rest.is_empty() || rest.starts_with(b"(") && rest.ends_with(b")")
}

fn is_comment(line: &[u8], language: &Language) -> bool {
    let line = line.trim_ascii();
    let is_inner = line.starts_with(b"//!") || line.starts_with(b"#!");
    !is_inner && (language.to_end.iter().any(|sign| line.starts_with(sign)) || line.ends_with(b"*/"))
}

/// Returns whether a comment parts a file rather than being about a line: it has a rule of the same signs.
fn is_rule(line: &[u8]) -> bool {
    line.windows(3).any(|signs| signs == [signs[0]; 3] && b"-=*#~_".contains(&signs[0]))
}

/// Returns whether a line begins a definition.
fn defines(line: &[u8], language: &Language) -> bool {
    const WORDS: &str = "fn def class struct enum trait impl interface function func fun type macro_rules const \
                         static module";
    let line = without_comment(line, language);
    let words = line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    line.last().is_some_and(|last| b"{:([,>=;".contains(last))
        && words.take(6).any(|word| is_one_of(word, WORDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language;

    fn part(path: &str, above: &str, new: &str, below: &str) -> bool {
        let new: Vec<&[u8]> = new.lines().map(str::as_bytes).collect();
        part_head(above.as_bytes(), &new, below.as_bytes(), language::of(path.as_bytes()))
    }

    #[test]
    fn a_definition_does_not_come_below_the_head_of_another() {
        let (new, below) = ("fn first() {\n}\n\n", "pub fn second() {");
        for above in ["/// Does it.", "#[test]", "// Does it, and ends."] {
            assert!(part("a.rs", above, new, below), "{above}");
        }
        assert!(part("a.py", "@_b.setter", "def a(self):\n    pass\n\n", "def b(self):"));
        assert!(part("a.py", "# Does it.", "def a():\n\n", "def b():  # pragma: no cover"));
        assert!(part("a.rs", "#[allow(dead_code)] // Kept.", new, below));
        assert!(part("a.rs", "    #[serde(default)]", "    a: u8,", "    b: u8,"));
        for above in ["", "}", "#![warn(missing_docs)]", "//! The module.", "// ---- Helpers ----"] {
            assert!(!part("a.rs", above, new, below), "{above}");
        }
        assert!(!part("a.md", "# Does it.", new, below));
        assert!(!part("a.rb", "@name", "def a\nend\n\n", "def b(name)"));
    }

    #[test]
    fn more_of_a_head_may_come_there() {
        assert!(!part("a.rs", "/// Does it.", "#[inline]", "fn second() {"));
        assert!(!part("a.rs", "#[test]", "fn first() {\n}\n\n#[test]", "fn second() {"));
        assert!(!part("a.rs", "// Imports.", "use a::b;", "use c::d;"));
        assert!(!part("a.py", "# Imports.", "import os", "import re"));
    }
}
