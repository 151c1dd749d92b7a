//! Texts with names in double braces, which parts take the place of.

use std::ops::Range;

/// A name in a text that no part has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no part of a prompt is called '{name}'; there are example, rules, refused and files")]
pub(in crate::cli) struct UnknownPart {
    name: String,
}

/// The text with the parts in it. A part ends without a line ending.
pub(super) fn filled(text: &[u8], part: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Vec<u8>, UnknownPart> {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    for (range, name) in names(text) {
        let part = part(name).ok_or_else(|| UnknownPart { name: name.to_owned() })?;
        out.extend_from_slice(&text[at..range.start]);
        out.extend_from_slice(part.strip_suffix(b"\n").unwrap_or(&part));
        at = range.end;
    }
    out.extend_from_slice(&text[at..]);
    Ok(out)
}

/// The names in double braces, each a word of lower-case letters: `{{files}}`, `{{ files }}`. Other text in
/// braces is text.
pub(super) fn names(text: &[u8]) -> impl Iterator<Item = (Range<usize>, &str)> {
    memchr::memmem::find_iter(text, b"{{").filter_map(|start| {
        let inner = &text[start + 2..];
        let len = memchr::memmem::find(&inner[..inner.len().min(LONGEST)], b"}}")?;
        let name = std::str::from_utf8(&inner[..len]).ok()?.trim_matches(' ');
        let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        is_word.then_some((start..start + len + 4, name))
    })
}

/// A longer text in braces is no name.
const LONGEST: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(text: &str) -> Result<String, UnknownPart> {
        let part = |name: &str| (name == "rules").then(|| b"- one\n- {{rules}}\n".to_vec());
        filled(text.as_bytes(), &part).map(|text| String::from_utf8(text).expect("UTF-8"))
    }

    #[test]
    fn a_part_takes_the_place_of_its_name_and_is_not_looked_into() {
        assert_eq!(
            fill("a\n{{rules}}\n{{ rules }}b").as_deref(),
            Ok("a\n- one\n- {{rules}}\n- one\n- {{rules}}b")
        );
    }

    #[test]
    fn other_text_in_braces_stays() {
        for text in ["{{}}", "{{a b}}", "{{Rules}}", "{{ x|y }}", "{{rules", "{rules}", "{{{{"] {
            assert_eq!(fill(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_name_that_no_part_has_is_an_error() {
        assert_eq!(fill("{{rule}}"), Err(UnknownPart { name: "rule".into() }));
    }
}
