//! Marks of unparsed text around a text, as XML has them.

use bstr::ByteSlice as _;

pub(super) use crate::core::reply::clutter::OPEN;

/// The mark behind such a text.
pub(super) const CLOSE: &[u8] = b"]]>";

/// The text that one or more marked parts of unparsed text hold, one directly behind the other, as XML writes `]]>` in
/// such a text; none where there is other text beside them, or a part may begin in another one.
pub(super) fn held(text: &[u8]) -> Option<Vec<u8>> {
    let mut rest = text.trim_ascii().strip_prefix(OPEN)?;
    let mut held = Vec::with_capacity(rest.len());
    loop {
        let (part, behind) = rest.split_once_str(CLOSE)?;
        if part.contains_str(OPEN) {
            return None;
        }
        held.extend_from_slice(part);
        if behind.is_empty() {
            return Some(held);
        }
        rest = behind.strip_prefix(OPEN)?;
    }
}

/// Texts without the line breaks at both of their edges, where all that have several lines have them there.
pub(super) fn without_breaks<const N: usize>(texts: [&[u8]; N]) -> [&[u8]; N] {
    fn inner(text: &[u8]) -> Option<&[u8]> {
        text.strip_prefix(b"\n")?.strip_suffix(b"\n")
    }
    let mut long = texts.iter().filter(|text| text.contains(&b'\n')).peekable();
    let are_framed = long.peek().is_some() && long.all(|text| inner(text).is_some());
    texts.map(|text| inner(text).filter(|_| are_framed).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_unparsed_text_in_a_row_are_one_text() {
        for (text, wanted) in [
            ("<![CDATA[a < b]]>", Some("a < b")),
            ("\n<![CDATA[a]]>\n", Some("a")),
            ("<![CDATA[a]]]]><![CDATA[>b]]>", Some("a]]>b")),
            ("<![CDATA[]]>", Some("")),
            ("<![CDATA[a]]> b", None),
            ("a <![CDATA[b]]>", None),
            ("<![CDATA[a]]> <![CDATA[b]]>", None),
            ("<![CDATA[<a><![CDATA[b]]></a>]]>", None),
            ("<![CDATA[<![CDATA[b]]>", None),
            ("<![CDATA[a", None),
            ("a", None),
        ] {
            let found = held(text.as_bytes());
            assert_eq!(found.as_deref(), wanted.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn line_breaks_at_the_edges_are_taken_off_all_long_texts_or_none() {
        assert_eq!(without_breaks([b"\na\nb\n", b"c"]), [&b"a\nb"[..], b"c"]);
        assert_eq!(without_breaks([b"\na\n", b"b\n"]), [&b"\na\n"[..], b"b\n"]);
        assert_eq!(without_breaks([b"a", b"b"]), [b"a", b"b"]);
    }
}
