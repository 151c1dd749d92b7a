//! Links of Markdown that lead to files: `[util.py](src/util.py#L3)`.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use super::names;

/// In a longer line, no link is looked for.
const LONGEST: usize = 4_000;

/// The most bytes of a link's text, and of its target.
const REACH: usize = 500;

/// A link.
pub(super) struct Link<'a> {
    /// Its text, without the signs around a name.
    label: &'a [u8],
    /// The file that it leads to; none if it leads to a page, or within one.
    target: Option<&'a [u8]>,
    /// The text behind the file, such as the lines in it.
    pub(super) behind: &'a [u8],
}

impl<'a> Link<'a> {
    /// Reads a text that is a link and nothing else.
    pub(super) fn read(text: &'a [u8]) -> Option<Self> {
        let text = text.strip_prefix(b"[")?;
        let (label, rest) = text.split_once_str("](")?;
        let end = end(rest).filter(|end| *end + 1 == rest.len())?;
        Some(Self::of(label, &rest[..end]))
    }

    fn of(label: &'a [u8], target: &'a [u8]) -> Self {
        let label = label.trim_with(|sign| matches!(sign, '`' | '*' | ' '));
        let end = target.find_byteset(b"# ").unwrap_or(target.len());
        let (path, behind) = target.split_at(end);
        let path = path.strip_prefix(b"<").and_then(|path| path.strip_suffix(b">")).unwrap_or(path);
        let path = path.strip_prefix(b"file://").unwrap_or(path);
        let is_file = !path.contains_str("://") && names::is_likely_path(path) && names::is_word(path);
        Self { label, target: is_file.then_some(path), behind }
    }

    /// The file that it means: the one it leads to, if its text names no other; its text, if it leads to none.
    pub(super) fn file(&self) -> Option<Cow<'a, [u8]>> {
        let Some(target) = self.target else { return Some(self.label.into()) };
        let written: Cow<'a, [u8]> = percent_encoding::percent_decode(target).into();
        // It starts from the file that has the link.
        let mut below: &[u8] = &written;
        while let Some(rest) = below.strip_prefix(b"../") {
            below = rest;
        }
        let is_name = names::is_plainly_file(self.label) || self.label.contains(&b'/');
        match is_name && !names::has_blank(self.label) {
            true if names::are_one(self.label, below) && self.label.len() >= below.len() => {
                Some(self.label.into())
            }
            true if !names::are_one(self.label, below) => None,
            _ => Some(written),
        }
    }
}

/// The links in a line that lead to files.
pub(super) struct Links<'a>(Vec<Link<'a>>);

impl<'a> Links<'a> {
    pub(super) fn of(line: &'a [u8]) -> Self {
        let line = if line.len() > LONGEST { b"" } else { line };
        let link = |at: usize| {
            let first = at.saturating_sub(REACH);
            let open = first + line[first..at].rfind_byte(b'[')?;
            let target = &line[at + 2..(at + 2 + REACH).min(line.len())];
            Some(Link::of(&line[open + 1..at], &target[..end(target)?]))
        };
        Self(line.find_iter("](").filter_map(link).filter(|link| link.target.is_some()).collect())
    }

    /// The file that a name in the line means: the one that a link with this text leads to, or the name.
    pub(super) fn led_to(&self, name: &'a [u8]) -> &'a [u8] {
        let is_other = |target: &[u8]| names::is_plainly_file(name) && !names::are_one(name, target);
        let target = self.0.iter().find(|link| link.label == name).and_then(|link| link.target);
        target.filter(|target| !is_other(target)).unwrap_or(name)
    }
}

/// The offset of the bracket that ends the target of a link.
fn end(target: &[u8]) -> Option<usize> {
    let mut open = 0;
    target.iter().position(|byte| {
        open += i32::from(*byte == b'(') - i32::from(*byte == b')');
        open < 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Option<String> {
        let link = Link::read(text.as_bytes()).expect("a link");
        link.file().map(|file| file.as_bstr().to_string())
    }

    #[test]
    fn a_link_means_the_file_that_it_leads_to() {
        for text in [
            "[util.py](src/util.py)",
            "[`util.py`](src/util.py#L1-L2)",
            "[src/util.py](../../src/util.py)",
            "[src/util.py](util.py)",
            "[the helpers](src/util.py \"Helpers\")",
            "[`Util.run()`](src/util.py#L3)",
            "[src/util.py](https://example.com/util.py)",
            "[src/util.py](#changes)",
            "[src/util.py](<src/util.py>)",
        ] {
            assert_eq!(file(text).as_deref(), Some("src/util.py"), "{text}");
        }
        assert_eq!(file("[page.tsx](app/(a)/page.tsx)").as_deref(), Some("app/(a)/page.tsx"));
        assert_eq!(file("[to do](docs/to%20do.md)").as_deref(), Some("docs/to do.md"));
        assert_eq!(file("[util.py](file:///home/x/util.py)").as_deref(), Some("/home/x/util.py"));
    }

    #[test]
    fn a_link_to_another_file_than_its_text_names_means_none() {
        for text in ["[util.py](src/other.py)", "[lib/util.py](src/util.py)"] {
            assert_eq!(file(text), None, "{text}");
        }
        assert!(Link::read(b"[a.py](a.py) and [b.py](b.py)").is_none());
    }

    #[test]
    fn a_name_in_a_sentence_leads_where_its_link_does() {
        let line = b"Update [`util.py`](src/util.py), not [b.py](https://example.com):";
        assert_eq!(Links::of(line).led_to(b"util.py"), b"src/util.py");
        assert_eq!(Links::of(line).led_to(b"b.py"), b"b.py");
        assert_eq!(Links::of(b"In util.py:").led_to(b"util.py"), b"util.py");
        assert_eq!(Links::of(b"[a.py](b.py)").led_to(b"a.py"), b"a.py");
    }
}
