//! Sections without what is no text of the file: numbers, tags or the signs of a diff in front of their lines, HTML
//! entities in place of characters.
//!
//! Models echo what they were shown. A section is read so only where the file has it so, and not as it is
//! written.

mod code_points;
mod diff_signs;
mod entities;

use std::collections::HashSet;

use bstr::ByteSlice as _;

pub(super) use self::code_points::without_code_points;
pub(in crate::core) use self::entities::{decoded, has_bare};
use self::{
    diff_signs::{of_diff, without_signs},
    entities::{has_entities, is_escaped_twice, without_entities},
};
use super::edit::{Cleared, Clutter, Edit, Sections};
use crate::core::{
    fence::is_fence,
    text::{Text, bodies, is_blank, split_ending},
};

/// The mark in front of unparsed text, as XML has it.
pub(super) const OPEN: &[u8] = b"<![CDATA[";

/// Takes the clutter out of an edit by its first divider, in each way in which it may have some.
pub(super) fn cleared(edit: &Edit<'_>) -> Vec<Cleared> {
    let Some(Sections { search, replace }) = edit.readings().next() else { return Vec::new() };
    if is_blank(search) {
        return of_whole_file(replace).into_iter().collect();
    }
    let ways = match Shape::of(search) {
        Some(shape) => shape.ways(search, replace),
        None => {
            let signs = without_signs(search, replace).or_else(|| of_diff(search, replace));
            signs.or_else(|| without_entities(search, replace)).into_iter().collect()
        }
    };
    // Where it is all that the sections differ in, it is meant.
    let is_meant = ways.iter().any(|way| way.search == way.replace) && search != replace;
    if is_meant { Vec::new() } else { ways }
}

/// A whole file without fences around it, or without the numbers in front of its lines, which begin with 1, or without
/// HTML entities.
fn of_whole_file(text: &[u8]) -> Option<Cleared> {
    let cleared = |clutter, replace| Some(Cleared { clutter, search: Vec::new(), replace, is_sure: true });
    if let Some(shape) = Shape::of(text) {
        let first = bodies(text).find_map(|line| split(line, shape.kind, shape.sign));
        let is_counted = first.is_some_and(|(number, _)| number == b"1") && bodies(text).count() > 1;
        // A new file may be a table, but for numbers that are aligned.
        let is_column = || bodies(text).any(|line| !is_blank(line) && !line.starts_with(b" "));
        let is_key = shape.sign == b":" || shape.sign == b"\t" && is_column();
        return if is_counted && !is_key {
            cleared(Clutter::LinePrefixes, shape.clear(text, |_| true))
        } else {
            None
        };
    }
    let lines: Vec<&[u8]> = text.lines_with_terminator().collect();
    match &lines[..] {
        [first, inner @ .., last]
            if is_fence(split_ending(first).0)
                && last.trim_ascii_end() == b"```"
                && !inner.iter().any(|line| is_fence(split_ending(line).0)) =>
        {
            cleared(Clutter::Fences, inner.concat())
        }
        _ => without_entities(b"", text),
    }
}

/// Returns whether a file has the form of a section's clutter: there it is text.
pub fn is_text(clutter: Clutter, section: &[u8], file: &Text) -> bool {
    match clutter {
        Clutter::LinePrefixes => Shape::of(section)
            .is_some_and(|shape| file.lines().any(|line| split(line, shape.kind, shape.sign).is_some())),
        // Where a section has entities of the file escaped once more, only such ones of the file are its own.
        Clutter::Entities => {
            file.lines().any(if is_escaped_twice(section) { is_escaped_twice } else { has_entities })
        }
        Clutter::DiffSigns => file.lines().any(|line| line.starts_with(b"- ") || line.starts_with(b"+ ")),
        Clutter::CodePoints => code_points::have_alike(section, file.bytes()),
        Clutter::Unparsed => file.bytes().contains_str(OPEN),
        Clutter::Divider
        | Clutter::Escapes
        | Clutter::Path
        | Clutter::Fences
        | Clutter::Sign
        | Clutter::EndToken => false,
    }
}

/// The form of what is in front of each line of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape<'l> {
    kind: Kind,
    /// The text between it and the line, without white space at its end.
    sign: &'l [u8],
    /// All of its lines go on with a blank, which may belong to it.
    has_blank: bool,
}

/// The forms of a number or a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `12`
    Number,
    /// `12:a3`
    NumberAndHash,
    /// `ywf`
    Tag,
}

impl<'l> Shape<'l> {
    /// The shape that all lines with content share: numbers count up by one, tags differ.
    fn of(section: &'l [u8]) -> Option<Self> {
        let first = bodies(section).find(|line| !is_blank(line))?;
        let (kind, _, rest) = prefix(first)?;
        let sign = sign(rest, kind)?;
        let lines = bodies(section).filter(|line| !is_blank(line));
        let prefixes: Option<Vec<_>> = lines.map(|line| split(line, kind, sign)).collect();
        let prefixes = prefixes?;
        let is_counted = |two: &[(&[u8], &[u8])]| match kind {
            Kind::Tag => two[0].0 != two[1].0 && two[0].0.len() == two[1].0.len(),
            Kind::Number | Kind::NumberAndHash => {
                number(two[1].0) == number(two[0].0).map(|number| number + 1)
            }
        };
        // A single tag may as well be a word before a bar, and a single number a key.
        let is_sure = prefixes.len() > 1 || kind != Kind::Tag && !matches!(sign, b":" | b"\t");
        let has_blank =
            sign != b"\t" && prefixes.iter().all(|(_, line)| line.is_empty() || line.starts_with(b" "));
        let shape = Self { kind, sign, has_blank };
        (is_sure && prefixes.windows(2).all(is_counted)).then_some(shape)
    }

    /// The sections without what has this form, with and without a blank behind it.
    fn ways(self, search: &[u8], replace: &[u8]) -> Vec<Cleared> {
        let Some(echoed) = self.echoed(search, replace) else { return Vec::new() };
        let way = |shape: Self| Cleared {
            clutter: Clutter::LinePrefixes,
            search: shape.clear(search, |_| true),
            replace: shape.clear(replace, |line| echoed[line]),
            is_sure: true,
        };
        let all = [Some(Self { has_blank: false, ..self }), self.has_blank.then_some(self)];
        all.into_iter().flatten().map(way).collect()
    }

    /// For each line of REPLACE, true if it has this form as SEARCH has it: its number or tag is one of those
    /// of SEARCH, or counts on from the line above it. None where that says too little.
    fn echoed(&self, search: &[u8], replace: &[u8]) -> Option<Vec<bool>> {
        let of = |line| split(line, self.kind, self.sign).map(|(prefix, _)| prefix);
        let known: HashSet<&[u8]> = bodies(search).filter_map(of).collect();
        let quoted: HashSet<&[u8]> = bodies(search).filter(|line| !is_blank(line)).collect();
        let (mut echoed, mut above) = (Vec::new(), None);
        let (mut has_quoted, mut has_other, mut has_clean) = (false, false, false);
        for line in bodies(replace) {
            let prefix = of(line);
            let goes_on = above.is_some() && prefix.and_then(number) == above && self.kind != Kind::Tag;
            let is_echoed = prefix.is_some_and(|prefix| known.contains(prefix) || goes_on);
            if is_echoed {
                above = prefix.and_then(number).map(|number| number + 1);
            }
            has_quoted |= quoted.contains(line);
            has_other |= prefix.is_some() && !is_echoed;
            has_clean |= prefix.is_none() && !is_blank(line);
            echoed.push(is_echoed);
        }
        let is_any = echoed.contains(&true);
        // Numbers of its own, one by one, are those of the new lines, if they are no keys.
        let is_like = |own: Shape<'_>| (own.kind, own.sign) == (self.kind, self.sign);
        let is_counted = echoed.len() > 1 && Shape::of(replace).is_some_and(is_like);
        if has_other && !has_clean {
            let may_be_text = matches!(self.sign, b":" | b"\t") || self.kind == Kind::Tag;
            return (is_counted && !may_be_text).then(|| vec![true; echoed.len()]);
        }
        let is_sure = !is_any || !has_other && (!has_clean || has_quoted);
        is_sure.then_some(echoed)
    }

    /// A section without what has this form, in the lines that are told by their numbers from 0.
    fn clear(self, section: &[u8], is_echoed: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut cleared = Vec::with_capacity(section.len());
        for (at, whole) in section.lines_with_terminator().enumerate() {
            let line = split_ending(whole).0;
            let found = split(line, self.kind, self.sign).filter(|_| is_echoed(at));
            let text = found.map_or(line, |(_, text)| {
                if self.has_blank { text.strip_prefix(b" ").unwrap_or(text) } else { text }
            });
            cleared.extend_from_slice(text);
            cleared.extend_from_slice(&whole[line.len()..]);
        }
        cleared
    }
}

/// The prefix of a line in a form, and the line behind it.
fn split<'l>(line: &'l [u8], kind: Kind, sign: &[u8]) -> Option<(&'l [u8], &'l [u8])> {
    let (found, prefix, rest) = prefix(line)?;
    (found == kind).then_some((prefix, rest.strip_prefix(sign)?))
}

/// The number or tag that a line begins with, and the rest of it.
fn prefix(line: &[u8]) -> Option<(Kind, &[u8], &[u8])> {
    let line = line.trim_start_with(|char| char == ' ');
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        let letters = line.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        return (2..=4).contains(&letters).then(|| (Kind::Tag, &line[..letters], &line[letters..]));
    }
    let behind = &line[digits..];
    let hash = behind.strip_prefix(b":").map_or(0, |hash| {
        hash.iter().take_while(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte)).count()
    });
    if (2..=4).contains(&hash) && behind[1 + hash..].starts_with(b"|") {
        return Some((Kind::NumberAndHash, &line[..digits], &behind[1 + hash..]));
    }
    (digits <= 7).then(|| (Kind::Number, &line[..digits], behind))
}

/// The sign that parts a prefix from its line.
fn sign(rest: &[u8], kind: Kind) -> Option<&[u8]> {
    const OF_NUMBERS: [&str; 7] = [" |", "|", ":", "\t", " │", "│", "→"];
    let signs = if kind == Kind::Number { &OF_NUMBERS[..] } else { &OF_NUMBERS[1..2] };
    let sign = signs.iter().find(|sign| rest.starts_with(sign.as_bytes()))?;
    Some(&rest[..sign.len()])
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::core::text::Span;

    /// An edit whose divider begins there.
    fn edit(text: &str, divider: usize) -> Edit<'_> {
        let span = Span { start: divider, end: divider + 8 };
        Edit {
            body: text.as_bytes().into(),
            dividers: vec![span],
            indentation: Cow::Borrowed(b""),
            cleared: Vec::new(),
            header: 0,
            hints: crate::core::reply::Hints::default(),
            lines: None,
        }
    }

    /// The SEARCH section in each way, where one line of it goes.
    fn ways(section: &str) -> Vec<String> {
        let text = [section, "=======\n"].concat();
        let all = cleared(&edit(&text, section.len())).into_iter();
        all.map(|cleared| String::from_utf8(cleared.search).expect("text")).collect()
    }

    #[test]
    fn numbers_and_tags_of_one_shape_are_taken_off() {
        for section in [
            "2 |     a = one(x)\n3 |     b = two(a)\n",
            "2|    a = one(x)\n3|    b = two(a)\n",
            "2:     a = one(x)\n3:     b = two(a)\n",
            "     2\t    a = one(x)\n     3\t    b = two(a)\n",
            "2\t    a = one(x)\n3\t    b = two(a)\n",
            "  9 |     a = one(x)\n 10 |     b = two(a)\n",
            "12:a3|    a = one(x)\n13:0f|    b = two(a)\n",
            "ywf|    a = one(x)\nkqz|    b = two(a)\n",
            "  2→    a = one(x)\n  3→    b = two(a)\n",
        ] {
            let wanted = "    a = one(x)\n    b = two(a)\n";
            assert!(ways(section).iter().any(|way| way == wanted), "{section}: {:?}", ways(section));
        }
        assert_eq!(ways("7 | a\n8 |\n9 | b\n"), [" a\n\n b\n", "a\n\nb\n"]);
    }

    #[test]
    fn lines_of_another_shape_are_text() {
        for section in [
            "1. one\n2. two\n", "80: http\n443: https\n", "404: none\n", "1\tone\n3\ttwo\n", "1\tone\n",
            "5 | a\n7 | b\n", "or|x\n", "yes|a\nno|b\n", "a = 1\n", "\n",
        ] {
            assert!(ways(section).is_empty(), "{section}");
        }
    }

    /// REPLACE without clutter, in the last of the ways.
    fn replaced(search: &str, replace: &str) -> Option<String> {
        let text = [search, "=======\n", replace].concat();
        let cleared = cleared(&edit(&text, search.len())).pop()?;
        Some(String::from_utf8(cleared.replace).expect("text"))
    }

    #[test]
    fn only_what_counts_as_in_search_is_taken_off_replace() {
        let search = "2 |   a\n3 |   b\n";
        for (replace, wanted) in [
            ("2 |   a\n  new\n3 |   b\n", Some("  a\n  new\n  b\n")),
            ("2 |   a\n3 |   new\n4 |   b\n", Some("  a\n  new\n  b\n")),
            ("2 |   c\n", Some("  c\n")),
            ("  a\n  c\n", Some("  a\n  c\n")),
            ("200 | c\n", None),
            ("12 |   a\n13 |   new\n14 |   b\n", Some("  a\n  new\n  b\n")),
            ("1 |   a\n2 |   new\n3 |   b\n", Some("  a\n  new\n  b\n")),
            ("12 |   a\n14 |   b\n", None),
            ("", Some("")),
            ("2 |   a\n200 | c\n", None),
            ("  new\n3 |   c\n", None),
            ("  a\n  b\n", None),
        ] {
            assert_eq!(replaced(search, replace).as_deref(), wanted, "{replace}");
        }
        assert_eq!(replaced("ywf|a\nqpk|b\n", "cat|c\nb\n").as_deref(), Some("cat|c\nb\n"));
        assert_eq!(replaced("ywf|a\nqpk|b\n", "ywf|c\n").as_deref(), Some("c\n"));
        assert_eq!(replaced("ywf|a\nqpk|b\n", "ywf|a\nnew|c\n"), None);
    }

    #[test]
    fn a_new_file_has_no_fences_around_it_and_no_numbers_from_1_on() {
        let bare = |text: &str| replaced("", text);
        assert_eq!(bare("```sql\nselect 1;\n```\n").as_deref(), Some("select 1;\n"));
        assert_eq!(bare("1 | a\n2 |   b\n").as_deref(), Some("a\n  b\n"));
        assert_eq!(bare("1|a\n2|b\n").as_deref(), Some("a\nb\n"));
        for text in [
            "```\na\n```\n```\n", "```\na\n", "3 | a\n4 | b\n", "1: a\n2: b\n", "1\ta\n2\tb\n", "1|a\n",
            "a\nb\n",
        ] {
            assert_eq!(bare(text), None, "{text}");
        }
    }

    #[test]
    fn entities_are_decoded_once_and_where_nothing_is_bare() {
        assert_eq!(decoded(b"a &lt; b &amp;&amp; c"), b"a < b && c");
        assert_eq!(decoded(b"&amp;lt;"), b"&lt;");
        assert_eq!(replaced("a &lt; b\n", "a &gt; b\n").as_deref(), Some("a > b\n"));
        for (search, replace) in [
            ("a & b\n", "c\n"),
            ("a &lt; b\n", "a < b\n"),
            ("a &lt; b\n", "f(\"&lt;\") < b\n"),
            ("a &lt; b && c\n", "c\n"),
            ("a &lt; b &nbsp;\n", "c\n"),
            ("f(\"&quot;\")\n", "f('\"')\nx < y\n"),
        ] {
            assert_eq!(replaced(search, replace), None, "{search}{replace}");
        }
    }
}
