//! Sections in which signs are escaped as encoders of JSON for the web do, once more than they are to be: `\u003c` for
//! `<`, `\/` for `/`.

use bstr::ByteSlice as _;

use crate::core::reply::edit::{Cleared, Clutter};

/// The signs that such encoders escape by their numbers: those of HTML.
const BY_NUMBER: [u8; 4] = *b"<>&'";

/// Sections without such escapes, of which SEARCH has one. All other escapes stay, as nothing shows that they are no
/// text. None where a sign stands there both escaped and as it is, or where backslashes may be escaped as well.
pub(in crate::core::reply) fn without_code_points(search: &[u8], replace: &[u8]) -> Option<Cleared> {
    memchr::memchr(b'\\', search)?;
    let (old, new) = (Read::of(search)?, Read::of(replace)?);
    // What SEARCH shows of the text holds for REPLACE, and no more.
    let is_shown = (!new.has_numbers() || old.has_numbers()) && (!new.has_slash() || old.has_slash());
    let is_escaped = old.has_numbers() || old.has_slash();
    let both = [&old, &new];
    let is_bare = |sign: &u8| both.iter().any(|read| read.bare.contains(sign));
    let are_mixed = both.iter().flat_map(|read| &read.escaped).any(is_bare);
    (is_escaped && is_shown && !are_mixed).then_some(Cleared {
        clutter: Clutter::CodePoints,
        search: old.text,
        replace: new.text,
        is_sure: true,
    })
}

/// Returns whether a section and a file have such escapes of one kind.
pub(super) fn have_alike(section: &[u8], file: &[u8]) -> bool {
    let has = |text: &[u8], is_slash: bool| {
        memchr::memchr_iter(b'\\', text)
            .filter_map(|at| escape(&text[at..]))
            .any(|(sign, _)| (sign == b'/') == is_slash)
    };
    [true, false].into_iter().any(|is_slash| has(section, is_slash) && has(file, is_slash))
}

/// A section with its escapes read.
#[derive(Default)]
struct Read {
    text: Vec<u8>,
    /// The signs that are escaped in it.
    escaped: Vec<u8>,
    /// The signs of it as they are.
    bare: Vec<u8>,
}

impl Read {
    fn of(section: &[u8]) -> Option<Self> {
        let mut read = Self { text: Vec::with_capacity(section.len()), ..Self::default() };
        let note = |signs: &mut Vec<u8>, sign| {
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        };
        let mut rest = section;
        while let Some(at) = rest.find_byteset(b"\\<>&'/") {
            read.text.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            if rest[0] != b'\\' {
                note(&mut read.bare, rest[0]);
                read.text.push(rest[0]);
                rest = &rest[1..];
            } else if let Some((sign, length)) = escape(rest) {
                note(&mut read.escaped, sign);
                read.text.push(sign);
                rest = &rest[length..];
            } else {
                let other = *rest.get(1).filter(|other| **other != b'\\')?;
                read.text.extend_from_slice(&[b'\\', other]);
                rest = &rest[2..];
            }
        }
        read.text.extend_from_slice(rest);
        Some(read)
    }

    fn has_numbers(&self) -> bool {
        self.escaped.iter().any(|sign| *sign != b'/')
    }

    fn has_slash(&self) -> bool {
        self.escaped.contains(&b'/')
    }
}

/// The sign that an escape stands for with which a text begins, and the length of the escape.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    match text {
        [b'\\', b'/', ..] => Some((b'/', 2)),
        [b'\\', b'u', b'0', b'0', high, low, ..] => {
            let digit = |sign: u8| char::from(sign).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let sign = digit(*high)? * 16 + digit(*low)?;
            BY_NUMBER.contains(&sign).then_some((sign, 6))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(search: &str, replace: &str) -> Option<(String, String)> {
        let Cleared { search, replace, .. } = without_code_points(search.as_bytes(), replace.as_bytes())?;
        let text = |text| String::from_utf8(text).expect("text");
        Some((text(search), text(replace)))
    }

    #[test]
    fn signs_by_their_numbers_and_slashes_are_read_and_other_escapes_stay() {
        for (search, replace, wanted) in [
            (r#"f("\u003ca\u003E")"#, r#"f("\u0026\n")"#, (r#"f("<a>")"#, r#"f("&\n")"#)),
            (r"\/\/ One.", r"\/\/ Two.", ("// One.", "// Two.")),
            (r"\u003cb\u003e\n", "", (r"<b>\n", "")),
        ] {
            assert_eq!(read(search, replace), Some((wanted.0.to_owned(), wanted.1.to_owned())), "{search}");
        }
    }

    #[test]
    fn a_sign_that_is_there_as_it_is_too_is_not_read() {
        for (search, replace) in [
            (r"a < \u003cb", ""),
            (r"\u003cb", "a < b"),
            (r"a", r"\u003cb"),
            (r"\/\/ a", r"f('\u003c')"),
            (r"\u003cb \\", ""),
            (r"\u003cb", r"\\u003cb"),
            (r"\/a / b", ""),
            (r"\u00e9\u0041", ""),
            (r"\u003", ""),
            (r"a \", ""),
            ("a", "b"),
        ] {
            assert_eq!(read(search, replace), None, "{search} {replace}");
        }
    }

    #[test]
    fn a_line_with_such_escapes_shows_that_they_are_text() {
        assert!(have_alike(br"\u003ca", br"f('\u003e')") && have_alike(br"\/ a", br"/a\/b/"));
        assert!(!have_alike(br"\u003ca", br"/a\/b/") && !have_alike(br"\u003ca", br"'\u00e9'"));
    }
}
