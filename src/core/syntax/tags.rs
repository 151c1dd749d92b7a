//! Tags of markup: each that opens something has its partner, but for those of HTML that need none.

use bstr::ByteSlice as _;

use super::{SyntaxError, What, place::at_byte};
use crate::core::language::Language;

/// Elements of HTML that have no end, or may leave out one of their tags.
const LOOSE: &str = " area base body br col colgroup dd dt embed head hr html img input li link meta optgroup option p param \
                     rp rt source tbody td tfoot th thead tr track wbr ";

/// Elements of HTML in which there are no tags.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// The first tag without its partner: of those that are open at the end, the last.
pub(super) fn error(language: &Language, text: &[u8]) -> Option<SyntaxError> {
    let is_xml = language.name == "XML";
    let mut open: Vec<(Vec<u8>, usize)> = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find_byte(b'<') {
        let start = at + found;
        let Some(tag) = Tag::read(&text[start..]) else {
            at = start + 1;
            continue;
        };
        at = start + tag.length;
        let name = if is_xml { tag.name.to_vec() } else { tag.name.to_ascii_lowercase() };
        let is_loose = !is_xml && LOOSE.as_bytes().contains_str([b" ", &name[..], b" "].concat());
        match tag.kind {
            TagKind::Opens if !is_loose => {
                let is_raw = !is_xml && RAW.iter().any(|raw| raw.as_bytes() == name);
                let end = [b"</", &name[..]].concat();
                at += if is_raw { text[at..].to_ascii_lowercase().find(&end).unwrap_or(0) } else { 0 };
                open.push((name, start));
            }
            TagKind::Closes if !is_loose => {
                let opened = open.pop();
                if opened.is_none_or(|(opened, _)| opened != name) {
                    return Some(at_byte(text, start, What::Unexpected));
                }
            }
            _ => {}
        }
    }
    let (_, start) = open.pop()?;
    Some(at_byte(text, start, What::Missing("closing tag")))
}

#[derive(PartialEq, Eq)]
enum TagKind {
    Opens,
    Closes,
    /// A comment and the like, or an element without content.
    Other,
}

struct Tag<'t> {
    kind: TagKind,
    name: &'t [u8],
    length: usize,
}

impl<'t> Tag<'t> {
    /// The tag, comment or the like that a text begins with.
    fn read(text: &'t [u8]) -> Option<Self> {
        let other = |end: &str| {
            let length = text.find(end).map_or(text.len(), |at| at + end.len());
            Some(Self { kind: TagKind::Other, name: b"", length })
        };
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">"), ("<?", "?>"), ("<%", "%>")] {
            if text.starts_with(start.as_bytes()) {
                return other(end);
            }
        }
        let is_closer = text.get(1) == Some(&b'/');
        let begin = if is_closer { 2 } else { 1 };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
        let name = &text[begin..];
        let name = &name[..name.iter().take_while(|byte| is_name(byte)).count()];
        if !name.first().is_some_and(u8::is_ascii_alphabetic) {
            return None;
        }
        let mut quote = None;
        let end = text.iter().enumerate().skip(begin).find(|(_, byte)| match (quote, **byte) {
            (None, b'"' | b'\'') => {
                quote = Some(**byte);
                false
            }
            (Some(open), byte) if open == byte => {
                quote = None;
                false
            }
            (None, b'>') => true,
            _ => false,
        });
        let (end, _) = end?;
        let kind = match text[end - 1] {
            _ if is_closer => TagKind::Closes,
            b'/' => TagKind::Other,
            _ => TagKind::Opens,
        };
        Some(Self { kind, name, length: end + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language::known;

    #[test]
    fn tags_have_their_partners() {
        let found = |language: &str, text: &str| {
            error(known(language), text.as_bytes()).map(|error| (error.what, error.line))
        };
        let missing = Some((What::Missing("closing tag"), 1));
        for (language, text, wanted) in [
            ("html", "<ul>\n<li>a\n<br>\n<!-- <b> -->\n<i a='>'>x</i>\n</ul>\n", None),
            ("html", "<script>\nif (a <b) {}\n</script>\n<P>a\n", None),
            ("html", "a\n<b>x\n", missing),
            ("html", "<div>\n<b>x\n</div>\n", Some((What::Unexpected, 2))),
            ("vue", "<template>\n  <A b=\"c > d\" />\n  <A>{{ a < b }}</A>\n</template>\n", None),
            ("vue", "<template>\n  <div>\n</template>\n", Some((What::Unexpected, 2))),
            ("xml", "<?xml version='1.0'?>\n<a>\n<b/>\n<![CDATA[<c>]]>\n</a>\n", None),
            ("xml", "<a/>\n<li>\n", missing),
        ] {
            assert_eq!(found(language, text), wanted, "{language}: {text}");
        }
    }
}
