//! Heads of definitions: the documentation, attributes, decorators and comments directly above them.

use std::ops::Range;

use bstr::ByteSlice;

use crate::core::{
    language::{Feature, Kind, Language, lexer::first_word, without_modifiers},
    text::{Text, filled, indentation, is_blank, is_one_of, say_alike},
};

/// Ways in which a change parts the head of a definition, which its block does not quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parted {
    /// New lines come between the two, or the definition goes and leaves its head to what is below.
    FromDefinition,
    /// A comment or a decorator comes below one of which it may be another version.
    FromVersion {
        /// The line of that one, from 1.
        line: usize,
    },
}

/// The way in which `new` in place of the lines `old` parts the head of a definition, which a block does not quote. Lines that
/// end with a head of their own leave one to what goes on. Any comment heads a definition where another one comes in
/// above it, and a blank line between them.
pub fn part_head(
    text: &Text,
    old: &Range<usize>,
    new: &[&[u8]],
    language: Option<&Language>,
) -> Option<Parted> {
    let language = language.filter(|language| language.kind == Kind::Code)?;
    let head = old.start.checked_sub(1).filter(|_| old.start < text.len())?;
    let (above, first) = (text.body(head), text.body(old.start));
    if is_blank(first) {
        return None;
    }
    let is_about_first = decorates(above, language) || documents(text, head) && !imports(first);
    let is_filled = |line: &&&[u8]| !is_blank(line);
    let ends_with_head =
        |lines: &[&[u8]]| lines.iter().rev().find(is_filled).is_none_or(|last| is_head(last, language));
    let is_remark = is_comment(above, language) && !is_rule(above);
    if !old.is_empty() {
        let is_directive = first.trim_ascii().starts_with(b"#") && !is_head(first, language);
        let goes = !is_directive && !ends_with_head(&text.window(old.clone()));
        let is_head = is_about_first || is_remark && is_definition(text, old, language);
        let is_alone = is_head && goes && !new.iter().any(|line| !is_blank(line));
        return is_alone.then_some(Parted::FromDefinition);
    }
    if ends_with_head(new) {
        let are_heads = filled(new.iter().copied()).all(|line| is_head(line, language));
        let is_version = is_remark && is_other_version(text, old.start, new, language);
        let version = is_version.then_some(head).or_else(|| other_arguments(text, old.start, new, language));
        return version.filter(|_| are_heads).map(|line| Parted::FromVersion { line: line + 1 });
    }
    let first_new = new.iter().find(|line| !is_blank(line) && !is_head(line, language));
    let heads_first = || {
        is_remark
            && new.last().is_some_and(|last| is_blank(last))
            && defines(first, language)
            && first_new.is_some_and(|first| defines(first, language))
    };
    (is_about_first || heads_first()).then_some(Parted::FromDefinition)
}

/// Returns whether lines are a definition with nothing of what is around it: a blank line or a closing one follows.
fn is_definition(text: &Text, lines: &Range<usize>, language: &Language) -> bool {
    let indented = |line: usize| indentation(text.body(line)).len();
    let is_last = || is_blank(text.body(lines.end - 1));
    let follows = || {
        lines.end == text.len()
            || is_blank(text.body(lines.end))
            || indented(lines.end) < indented(lines.start)
    };
    defines(text.body(lines.start), language) && (is_last() || follows())
}

/// Returns whether new lines, all of them comments, say half of what those directly above say, or more.
fn is_other_version(text: &Text, at: usize, new: &[&[u8]], language: &Language) -> bool {
    let is_remark = |line: &[u8]| is_comment(line, language);
    let first = (0..at).rev().take_while(|line| is_remark(text.body(*line))).last().unwrap_or(at);
    let new: Vec<&[u8]> = filled(new.iter().copied()).collect();
    new.iter().all(|line| is_remark(line)) && say_alike(&new, &text.window(first..at))
}

/// The line of a decorator directly above of which a new line is one with more arguments, or fewer.
fn other_arguments(text: &Text, at: usize, new: &[&[u8]], language: &Language) -> Option<usize> {
    /// Nothing has more of them.
    const MOST: usize = 100;
    let stem = |line: &[u8]| line.trim_ascii().trim_end_with(|sign| "()]".contains(sign)).to_vec();
    // One with other values may well be there besides, where it has no names for them.
    let is_more = |more: &[u8], fewer: &[u8]| {
        let rest = more.strip_prefix(fewer).unwrap_or_default();
        rest.starts_with(b"(") || rest.starts_with(b",") && (rest.contains(&b'=') || more.starts_with(b"#["))
    };
    if language.has(Feature::Brackets) {
        return None;
    }
    let new = new.iter().take(MOST).filter(|line| decorates(line, language)).map(|line| stem(line));
    let new: Vec<Vec<u8>> = new.collect();
    let is_other = |line: &usize| {
        let old = stem(text.body(*line));
        new.iter().any(|new| is_more(new, &old) || is_more(&old, new))
    };
    let above = (0..at).rev().take(MOST).take_while(|line| is_head(text.body(*line), language));
    { above }.filter(|line| decorates(text.body(*line), language)).find(is_other)
}

fn is_head(line: &[u8], language: &Language) -> bool {
    decorates(line, language) || is_comment(line, language)
}

/// Returns whether a line can be about nothing but what follows it: an attribute, a decorator, documentation.
fn decorates(line: &[u8], language: &Language) -> bool {
    let line = without_comment(line, language);
    let is_closed =
        |line: &[u8]| line.last().is_some_and(|last| last.is_ascii_alphanumeric() || *last == b')');
    let is_decorator = |rest: &[u8]| {
        rest.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && is_closed(rest)
            && is_one(rest)
    };
    let is_attribute = |sign: &str| line.starts_with(sign.as_bytes()) && line.ends_with(b"]");
    is_attribute("#[") && language.has(Feature::Attributes)
        || is_attribute("[") && language.has(Feature::Brackets) && line[1].is_ascii_uppercase()
        || language.has(Feature::Decorators) && line.strip_prefix(b"@").is_some_and(is_decorator)
        || line.starts_with(b"///") && !line.starts_with(b"////") && language.to_end.contains(&&b"//"[..])
}

/// Returns whether a line ends a comment of the form `/** … */`, which is about what follows it.
fn documents(text: &Text, line: usize) -> bool {
    /// Nobody says more.
    const MOST: usize = 500;
    let line_of = |at: &usize| text.body(*at).trim_ascii();
    let ends = line_of(&line).ends_with(b"*/");
    let mut up = (line.saturating_sub(MOST)..=line).rev().skip_while(|at| line_of(at).starts_with(b"*"));
    ends && up.next().is_some_and(|first| line_of(&first).starts_with(b"/**"))
}

/// Returns whether a line may be directly below a comment about the whole file.
fn imports(line: &[u8]) -> bool {
    let first = line.trim_ascii().split(|byte| !byte.is_ascii_alphanumeric()).next();
    first.is_some_and(|word| {
        is_one_of(word, "import from use package namespace module declare require include")
    })
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
    let is_function = line.contains_str("fn ") && line.contains(&b'(');
    // With its body behind it on the line, it may end with anything.
    let is_whole = line.iter().any(|sign| b":{=".contains(sign))
        && is_one_of(first_word(without_modifiers(line)), WORDS);
    (is_function || is_whole || line.last().is_some_and(|last| b"{:([,>=;".contains(last)))
        && words.take(6).any(|word| is_one_of(word, WORDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language;

    fn part(path: &str, above: &str, new: &str, below: &str) -> bool {
        let new: Vec<&[u8]> = new.lines().map(str::as_bytes).collect();
        let at = above.lines().count().max(1);
        let text = Text::new(format!("{above}\n{below}\n").into_bytes());
        parted(&text, at..at, &new, path).is_some()
    }

    fn parted(text: &Text, old: Range<usize>, new: &[&[u8]], path: &str) -> Option<Parted> {
        part_head(text, &old, new, language::of(path.as_bytes()))
    }

    fn strands(path: &str, above: &str, goes: &str, below: &str) -> bool {
        let at = above.lines().count();
        let text = Text::new(format!("{above}\n{goes}\n{below}\n").into_bytes());
        parted(&text, at..at + goes.lines().count(), &[], path).is_some()
    }

    #[test]
    fn a_definition_does_not_come_below_the_head_of_another() {
        let (new, below) = ("fn first() {\n}\n\n", "pub fn second() {");
        for above in ["/// Does it.", "#[test]", "// Does it, and ends."] {
            assert!(part("a.rs", above, new, below), "{above}");
        }
        assert!(part("a.py", "@_b.setter", "def a(self):\n    pass\n\n", "def b(self):"));
        assert!(part("a.tsx", "@observer", "function first() {\n}\n\n", "class A {"));
        assert!(part("a.py", "# Does it.", "def a():\n\n", "def b():  # pragma: no cover"));
        assert!(part("a.py", "# Does it.", "class A(B): pass\n\n", "async def c(d): return d"));
        assert!(part("a.rs", "#[allow(dead_code)] // Kept.", new, below));
        assert!(part("a.rs", "// Does it.", "fn a(b: u8) -> u8\nwhere\n{\n}\n\n", "fn c(d: u8) -> u8"));
        assert!(part("a.rs", "    #[serde(default)]", "    a: u8,", "    b: u8,"));
        for above in ["", "}", "#![warn(missing_docs)]", "//! The module.", "// ---- Helpers ----"] {
            assert!(!part("a.rs", above, new, below), "{above}");
        }
        assert!(!part("a.md", "# Does it.", new, below));
        assert!(!part("a.rb", "@name", "def a\nend\n\n", "def b(name)"));
        assert!(!part("a.rb", "# Does it.", "def a\nend\n\n", "def b(name)"));
    }

    #[test]
    fn more_of_a_head_may_come_there() {
        assert!(!part("a.rs", "/// Does it.", "#[inline]", "fn second() {"));
        assert!(!part("a.rs", "#[test]", "fn first() {\n}\n\n#[test]", "fn second() {"));
        assert!(!part("a.go", "// Get returns a value.", "// It is fast.", "func Get() {"));
        assert!(part("a.go", "// Get returns a value.", "// Get returns a value, or none.", "func Get() {"));
        assert!(part("a.py", "@route(\"/a\")\n@cached", "@route(\"/a\", methods=[1])", "def a():"));
        assert!(part("a.rs", "#[derive(Debug, Clone)]", "#[derive(Debug)]", "struct A {"));
        assert!(part("a.java", "@Test", "@Test(timeout = 1)", "void a() {"));
        assert!(!part("a.cs", "[HttpGet]", "[HttpGet(\"list\")]", "void A() {"));
        assert!(!part("a.py", "@example(1)", "@example(1, 2)", "def a():"));
        assert!(part("a.py", "@cache()", "@cache(maxsize=1)", "def a():"));
        assert!(!part("a.rs", "#[derive(Debug)]", "struct B;\n\n#[derive(Debug, Clone)]", "struct A;"));
        assert!(!part("a.py", "@route(\"/a\")", "@route(\"/b\")", "def a():"));
        assert!(!part("a.py", "@run", "@run_twice", "def a():"));
        assert!(!part("a.rs", "// Imports.", "use a::b;", "use c::d;"));
        assert!(!part("a.py", "# Imports.", "import os", "import re"));
    }

    #[test]
    fn another_version_of_a_comment_is_told_from_what_parts_it_from_its_definition() {
        let text = Text::new(b"// Get returns a value.\nfunc Get() {\n".to_vec());
        let version: &[&[u8]] = &[b"// Get returns a value, or none."];
        assert_eq!(parted(&text, 1..1, version, "a.go"), Some(Parted::FromVersion { line: 1 }));
        let decorated = Text::new(b"@route('/a')\n@cached\ndef a():\n".to_vec());
        let more: &[&[u8]] = &[b"@route('/a', methods=[1])"];
        assert_eq!(parted(&decorated, 2..2, more, "a.py"), Some(Parted::FromVersion { line: 1 }));
        let other: &[&[u8]] = &[b"func Set() {", b"}", b""];
        assert_eq!(parted(&text, 1..1, other, "a.go"), Some(Parted::FromDefinition));
    }

    #[test]
    fn a_definition_does_not_go_without_its_head() {
        let (goes, below) = ("int one() {\n}\n", "int two() {\n}");
        for (path, head) in [
            ("a.java", "/**\n * Does one.\n */"),
            ("a.php", "/** Does one. */"),
            ("a.java", "@Test"),
            ("a.rs", "/// Does one."),
            ("a.cs", "[Fact]"),
            ("a.py", "@app.route(\"/one\")"),
        ] {
            assert!(strands(path, head, goes, below), "{head}");
            assert!(!strands(path, head, &format!("{goes}{}", head.replace("one", "two")), below), "{head}");
        }
        let (goes, below) = ("func one() {\n}\n\n", "func two() {\n}");
        assert!(strands("a.go", "// One does one.", goes, below));
        assert!(!strands("a.go", "// One does one.\n", goes, below));
        assert!(!strands("a.go", "// One does one.", "func one() {", "}"));
        assert!(!strands("a.go", "// ---- One ----", goes, below));
        let (goes, below) = ("int one() {\n}\n", "int two() {\n}");
        assert!(!strands("a.java", "/* Helpers. */", goes, below));
        assert!(!strands("a.java", "    }\n", goes, below));
        assert!(!strands("a.rs", "/// Does one.", "#[inline]", "fn one() {"));
        assert!(!strands("a.ts", "/** The file. */", "import a from \"a\";", "import b from \"b\";"));
        assert!(!strands("a.cs", "[1, 2]", goes, below));
    }
}
