//! The things that lines declare, as far as a line alone tells that in any language.

use bstr::ByteSlice as _;

use super::lexer::{first_word, is_word, words};
use crate::core::text::is_one_of;

/// Role of a line among the lines of its depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::core) enum Role<'l> {
    /// It declares or sets something of this name.
    Declares(&'l [u8]),
    /// It makes things of another file known, with these words.
    Imports(Vec<&'l [u8]>),
    /// It does something.
    Acts,
    /// It is an item of a list, or a sentence.
    Item,
    /// It belongs to another line: a comment, an attribute, a bracket, the end of something.
    Belongs,
}

/// Words in front of a declaration.
const MODIFIERS: &str = "abstract async declare default export extern final global inline internal local open \
                         override private protected pub public readonly static unsafe virtual";

pub(super) const IMPORTS: &str = "alias from import include package require source use using";

const DECLARES: &str = "class const def defmodule define defp enum fn fun func function interface let macro_rules \
                        mod module namespace object record struct trait type union val var";

/// Those whose name is all that is in front of their body.
const WHOLE: &str = "case impl when";

const ACTS: &str = "assert await break continue defer del delete do echo for go goto if loop match new panic pass \
                    print raise return switch throw try while with yield";

const ENDS: &str = "catch done elif else end endif esac except fi finally rescue";

/// Signs with which lines begin that belong to others.
const BELONGS: [&[u8]; 8] = [b"//", b"/*", b"*/", b"* ", b"--", b"<!--", b"@", b")"];

/// A line from its first word on that does not only modify a declaration.
pub(in crate::core) fn without_modifiers(line: &[u8]) -> &[u8] {
    let mut text = line.trim_ascii_start();
    loop {
        let first = first_word(text);
        if !is_one_of(first, MODIFIERS) {
            return text;
        }
        let rest = text[first.len()..].trim_ascii_start();
        // As in `pub(crate)`.
        let behind = rest.strip_prefix(b"(").and_then(|rest| rest.split_once_str(")"));
        text = behind.map_or(rest, |(_, behind)| behind).trim_ascii_start();
    }
}

impl<'l> Role<'l> {
    /// The role of a line.
    pub(in crate::core) fn of(line: &'l [u8]) -> Self {
        let text = line.trim_ascii();
        let is_sign = !text.iter().any(|byte| is_word(*byte));
        if is_sign || text.starts_with(b"}") || BELONGS.iter().any(|sign| text.starts_with(sign)) {
            return Self::Belongs;
        }
        if let Some(behind) = text.strip_prefix(b"#").filter(|_| !text.ends_with(b"{")) {
            return Self::of_directive(behind.trim_ascii_start(), text);
        }
        let text = without_modifiers(text);
        let first = first_word(text);
        let behind = &text[first.len()..];
        match first {
            _ if text.is_empty() => Self::Item,
            b"" => Self::of_sign(text),
            _ if is_one_of(first, IMPORTS) && behind.starts_with(b" ") => {
                Self::Imports(words(text).collect())
            }
            _ if is_one_of(first, ENDS) => Self::Belongs,
            _ if is_one_of(first, WHOLE) => {
                Self::Declares(text.split_str("{").next().unwrap_or(text).trim_ascii())
            }
            _ if is_one_of(first, ACTS) && !behind.starts_with(b":") && !behind.starts_with(b" =") => {
                Self::Acts
            }
            _ if is_one_of(first, DECLARES) && !behind.starts_with(b":") => Self::named(behind, text),
            _ => Self::of_plain(text),
        }
    }

    /// The role of a line that begins with `#`.
    fn of_directive(behind: &'l [u8], text: &'l [u8]) -> Self {
        match first_word(behind) {
            b"include" | b"import" => Self::Imports(words(text).collect()),
            b"define" => Self::named(&behind[b"define".len()..], text),
            _ => Self::Belongs,
        }
    }

    /// The role of a line that begins with a sign: a quoted name, a selector or an item of a list.
    fn of_sign(text: &'l [u8]) -> Self {
        let quoted = |quote: &[u8]| {
            let (name, behind) = text.strip_prefix(quote)?.split_once_str(quote)?;
            let behind = behind.trim_ascii_start();
            (behind.starts_with(b":") || behind.starts_with(b"=")).then_some(name)
        };
        let selector = text.strip_suffix(b"{").filter(|head| !head.contains(&b'{'));
        let name = quoted(b"\"").or_else(|| quoted(b"'")).or(selector.map(<[u8]>::trim_ascii));
        name.map_or(Self::Item, Self::Declares)
    }

    /// A declaration whose keyword is in front of this.
    fn named(behind: &'l [u8], text: &'l [u8]) -> Self {
        let behind = behind.trim_ascii_start();
        let behind = behind.strip_prefix(b"mut ").unwrap_or(behind);
        // A receiver is a part of the name.
        let at = if behind.starts_with(b"(") { behind.find_byte(b')').unwrap_or(0) } else { 0 };
        let Some(from) = behind[at..].iter().position(|byte| is_word(*byte)) else {
            return Self::Declares(text);
        };
        let end = at + from + first_word(&behind[at + from..]).len();
        Self::Declares(if at > 0 { &behind[..end] } else { &behind[from..end] })
    }

    /// The role of a line without a keyword.
    fn of_plain(text: &'l [u8]) -> Self {
        let text = text.split_str("`").next().unwrap_or(text).trim_ascii();
        let Some(at) = separator(text) else { return Self::of_words(text) };
        let (head, behind) = (text[..at].trim_ascii(), &text[at + 1..]);
        let last = head.fields().last().unwrap_or(head);
        match text[at] {
            b'=' if behind.starts_with(b"=")
                || head.last().is_some_and(|sign| b"+-*/|&%^<>!".contains(sign)) =>
            {
                Self::Acts
            }
            b'=' if !behind.starts_with(b">") => Self::Declares(last),
            b'(' if head.fields().count() > 1 => Self::Declares(last),
            b'(' if text.ends_with(b"{") => {
                // A test that a text names.
                let named = behind.split_once_str("\"").filter(|(before, _)| before.is_empty());
                let named = named.and_then(|(_, name)| name.find_byte(b'"')).map(|end| &text[..at + end + 3]);
                Self::Declares(named.unwrap_or(head))
            }
            b'(' if !text.ends_with(b",") => Self::Acts,
            _ => Self::Declares(head.trim_end_with(|sign| "?!\"'".contains(sign))),
        }
    }

    /// The role of a line of words alone: `b int`, `int b;`.
    fn of_words(text: &'l [u8]) -> Self {
        let is_ended = text.ends_with(b";");
        let text = text.trim_end_with(|sign| sign == ';' || sign == ',');
        let count = text.fields().count();
        match count {
            1 if text.ends_with(b"++") || text.ends_with(b"--") => Self::Acts,
            // A branch of `case` in a shell: `start) run ;;`.
            _ if text.contains(&b')') => Self::Acts,
            2.. if is_ended => Self::Declares(text.fields().last().unwrap_or(text)),
            2 | 3 => Self::Declares(first_word(text)),
            _ => Self::Item,
        }
    }
}

/// Offset of the sign behind the name that a line begins with.
fn separator(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find_byteset(b"=:({")?;
        // `::` is in a name.
        if !text[at..].starts_with(b"::") {
            return Some(at);
        }
        from = at + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_declares_what_it_names() {
        for (line, name) in [
            ("    async def peek(self):", "peek"),
            ("pub(crate) fn f<T>(x: T) {", "f"),
            ("export default function run() {", "run"),
            ("const DEFAULT = Symbol(\"x\");", "DEFAULT"),
            ("func (s *Set) Len() int {", "(s *Set) Len"),
            ("impl Display for A {", "impl Display for A"),
            ("\t\"name\": 1,", "name"),
            ("  name?: string;", "name"),
            ("key: value", "key"),
            ("B int", "B"),
            ("\tB int `json:\"b\"`", "B"),
            ("private int count;", "count"),
            ("int count = 1;", "count"),
            ("int add(int a, int b)", "add"),
            ("  render() {", "render"),
            ("it(\"adds\", () => {", "it(\"adds\""),
            (".card > a {", ".card > a"),
            ("#main {", "#main"),
            ("#define MAX 3", "MAX"),
            ("self.x = x", "self.x"),
            ("let mut n = 1;", "n"),
            ("Kind::A => \"a\",", "Kind::A"),
            ("Kind::A | Kind::B => \"a\",", "Kind::A | Kind::B"),
            ("Plain(String),", "Plain"),
            ("case 'x':", "case 'x':"),
        ] {
            assert_eq!(Role::of(line.as_bytes()), Role::Declares(name.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_line_without_a_name_acts_or_is_an_item() {
        for line in ["foo(1);", "if w < 0:", "x += 1", "a == b", "log.info(\"x\")", "return x", "i++;"] {
            assert_eq!(Role::of(line.as_bytes()), Role::Acts, "{line}");
        }
        for line in ["\"context\"", "- run: make", "Foo,", "One of many sentences here"] {
            assert_eq!(Role::of(line.as_bytes()), Role::Item, "{line}");
        }
        for line in ["", "}", "});", "// x", "@Test", "#[test]", "# x", "end", "else:"] {
            assert_eq!(Role::of(line.as_bytes()), Role::Belongs, "{line}");
        }
    }

    #[test]
    fn an_import_is_known_by_its_words() {
        for line in ["use a::{b, c};", "pub use a::{b, c};", "from a import b, c", "#include \"a/b.h\""] {
            assert!(matches!(Role::of(line.as_bytes()), Role::Imports(_)), "{line}");
        }
    }
}
