//! Sections without what is no text of the file: numbers or tags in front of their lines, HTML entities in place of
//! characters.
//!
//! Models echo what they were shown. A section is read so only where the file has it so, and not as it is written.

use bstr::ByteSlice as _;

use super::edit::{Cleared, Clutter, Edit, Sections};
use crate::core::text::{bodies, is_blank, split_ending};

/// Takes the clutter out of an edit by its first divider, in each way in which it may have some.
pub(super) fn cleared(edit: &Edit<'_>) -> Vec<Cleared> {
    let Some(Sections { search, replace }) = edit.readings().next() else { return Vec::new() };
    if let Some(shape) = Shape::of(search) {
        let by = |shape: Shape<'_>| Cleared {
            clutter: Clutter::LinePrefixes,
            search: shape.clear(search),
            replace: shape.clear(replace),
        };
        let all = [Some(Shape { has_blank: false, ..shape }), shape.has_blank.then_some(shape)];
        return all.into_iter().flatten().map(by).collect();
    }
    let Some(search) = decoded(search) else { return Vec::new() };
    let replace = decoded(replace).unwrap_or_else(|| replace.to_vec());
    vec![Cleared { clutter: Clutter::Entities, search, replace }]
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
        let lines: Vec<&[u8]> = bodies(section).filter(|line| !is_blank(line)).collect();
        let prefixes: Option<Vec<(&[u8], &[u8])>> =
            lines.iter().map(|line| split(line, kind, sign)).collect();
        let prefixes = prefixes?;
        let is_counted = |two: &[(&[u8], &[u8])]| match kind {
            Kind::Tag => two[0].0 != two[1].0,
            Kind::Number | Kind::NumberAndHash => {
                number(two[1].0) == number(two[0].0).map(|number| number + 1)
            }
        };
        // A single tag may as well be a word before a bar.
        let is_sure = kind != Kind::Tag || prefixes.len() > 1;
        let has_blank =
            sign != b"\t" && prefixes.iter().all(|(_, line)| line.is_empty() || line.starts_with(b" "));
        (is_sure && prefixes.windows(2).all(is_counted)).then_some(Self { kind, sign, has_blank })
    }

    /// A section without what has this form.
    fn clear(self, section: &[u8]) -> Vec<u8> {
        let mut cleared = Vec::with_capacity(section.len());
        for whole in section.lines_with_terminator() {
            let line = split_ending(whole).0;
            let text = split(line, self.kind, self.sign).map_or(line, |(_, text)| {
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

/// A text with its HTML entities decoded; none if it has none.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    const ENTITIES: [(&[u8], u8); 5] =
        [(b"&lt;", b'<'), (b"&gt;", b'>'), (b"&amp;", b'&'), (b"&quot;", b'"'), (b"&#39;", b'\'')];
    let mut decoded = Vec::new();
    let mut from = 0;
    for at in memchr::memchr_iter(b'&', text) {
        let entity = ENTITIES.iter().find(|(entity, _)| text[at..].starts_with(entity));
        if let Some((entity, character)) = entity {
            decoded.extend_from_slice(&text[from..at]);
            decoded.push(*character);
            from = at + entity.len();
        }
    }
    if from == 0 {
        return None;
    }
    decoded.extend_from_slice(&text[from..]);
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::text::Span;

    /// The sections in each way.
    fn ways(section: &str) -> Vec<String> {
        let text = [section, "=======\n", section].concat();
        let span = Span { start: section.len(), end: section.len() + 8 };
        let edit = Edit {
            body: text.as_bytes().into(),
            dividers: vec![span],
            indentation: b"",
            cleared: Vec::new(),
            header: 0,
            hints: crate::core::reply::Hints::default(),
            lines: None,
        };
        let all = cleared(&edit).into_iter();
        all.map(|cleared| String::from_utf8(cleared.replace).expect("text")).collect()
    }

    #[test]
    fn numbers_and_tags_of_one_shape_are_taken_off() {
        for section in [
            "2 |     a = one(x)\n3 |     b = two(a)\n",
            "2|    a = one(x)\n3|    b = two(a)\n",
            "2:     a = one(x)\n3:     b = two(a)\n",
            "     2\t    a = one(x)\n     3\t    b = two(a)\n",
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
        for section in
            ["1. one\n2. two\n", "80: http\n443: https\n", "5 | a\n7 | b\n", "or|x\n", "a = 1\n", "\n"]
        {
            assert!(ways(section).is_empty(), "{section}");
        }
    }

    #[test]
    fn a_line_of_replace_without_a_number_is_as_it_is() {
        let shape = Shape::of(b"2 |   a\n3 |   b\n").expect("a shape");
        assert_eq!(shape.clear(b"2 |   a\n  new\n3 |   b\n"), b"  a\n  new\n  b\n");
    }

    #[test]
    fn entities_are_decoded_once() {
        assert_eq!(decoded(b"a &lt; b &amp;&amp; c").as_deref(), Some(&b"a < b && c"[..]));
        assert_eq!(decoded(b"&amp;lt;").as_deref(), Some(&b"&lt;"[..]));
        assert_eq!(decoded(b"a & b &nbsp;"), None);
    }
}
