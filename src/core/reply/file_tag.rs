//! Tags that name the file of what they enclose: `<file path="src/a.py">`.
//!
//! ```text
//! tag       = "<", name, { blank, attribute }, ">" | "<", name, { blank, attribute }, "/>" ;
//! attribute = key, "=", ( '"', value, '"' | "'", value, "'" ) ;
//! ```

use bstr::ByteSlice as _;

use super::{call_fields, names, vocabulary::GO};
use crate::core::text::{bodies, is_blank};

/// Keys of the attribute with the path.
const KEYS: [&str; 7] = ["path", "file", "filename", "filepath", "file_path", "file-path", "target_file"];

/// Parts of the names of tags around edits.
const EDITS: [&str; 8] = ["action", "change", "create", "edit", "file", "replace", "update", "write"];

/// Keys of attributes that say nothing of what is to be done.
const BESIDE: [&str; 6] = ["description", "id", "lang", "language", "title", "summary"];

/// Values of other attributes that say that the text is all of the file.
const WHOLE: [&str; 11] = [
    "create", "created", "file", "full", "modify", "modified", "new", "overwrite", "replace", "update",
    "write",
];

/// Names of elements in which tools take text, besides those of the fields of a call.
const ELEMENTS: [&str; 8] = ["after", "before", "change", "code", "edit", "new", "old", "original"];

/// A tag on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileTag<'a> {
    /// The name of the tag.
    pub(super) name: &'a [u8],
    /// The path that it names.
    pub(super) path: &'a [u8],
    /// True if it encloses nothing.
    is_closed: bool,
    /// True if it says more of the file than that it is written.
    pub(super) says_more: bool,
    /// True if it says that the file is to go or to move.
    is_gone: bool,
}

impl<'a> FileTag<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        let inner = names::trim(line).strip_prefix(b"<")?;
        let end = inner.iter().position(|byte| !is_of_name(*byte))?;
        let (name, mut rest) = inner.split_at(end);
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic);
        let mut path = None;
        let (mut says_more, mut is_gone) = (false, is_any_in(name, &GO));
        while let Some((key, value, behind)) = attribute(rest) {
            rest = behind;
            if is_key(key) || key == b"name" && name == b"file" {
                if path.replace(value).is_some() {
                    return None;
                }
            } else if !is_one(key, &BESIDE) {
                says_more |= !is_one(value, &WHOLE);
                is_gone |= is_any_in(value, &GO);
            }
        }
        let rest = names::trim(rest);
        let is_closed = rest == b"/>" || rest == [b"></", name, b">"].concat();
        let path = path.filter(|path| is_name && names::is_likely_path(path) && names::is_word(path))?;
        (is_closed || rest == b">").then_some(Self { name, path, is_closed, says_more, is_gone })
    }

    /// The path that it gives to what it encloses.
    pub(super) fn around(line: &'a [u8]) -> Option<&'a [u8]> {
        Self::read(line).filter(|tag| !tag.is_closed).map(|tag| tag.path)
    }

    /// Returns whether it is one of those around edits.
    pub(super) fn is_edit(&self) -> bool {
        !self.is_closed && is_any_in(self.name, &EDITS)
    }

    /// Returns whether a line asks with a tag alone that a file goes or moves, or opens a call whose text is in
    /// elements.
    pub(super) fn is_call(line: &'a [u8], below: &[u8]) -> bool {
        let first = || bodies(below).find(|line| !is_blank(line)).is_some_and(Self::is_element);
        Self::read(line).is_some_and(|tag| tag.is_closed && tag.is_gone || tag.is_edit() && first())
    }

    /// Returns whether a line begins an element in which tools take text.
    pub(super) fn is_element(line: &[u8]) -> bool {
        let name = names::trim(line).strip_prefix(b"<").and_then(|rest| rest.split_once_str(">"));
        let fields =
            [&ELEMENTS[..], &call_fields::OLD, &call_fields::NEW, &call_fields::WHOLE, &call_fields::TEXTS];
        name.is_some_and(|(name, _)| fields.iter().any(|fields| is_one(name, fields)))
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':' | b'.')
}

/// The first attribute of a text, by key and value, and what is behind it.
fn attribute(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let text = text.strip_prefix(b" ")?.trim_ascii_start();
    let end =
        text.find_byte(b'=').filter(|end| *end > 0 && text[..*end].iter().all(|byte| is_of_name(*byte)))?;
    let (key, rest) = (&text[..end], &text[end + 1..]);
    let quote = rest.first().filter(|sign| matches!(sign, b'"' | b'\''))?;
    let length = rest[1..].find_byte(*quote)?;
    Some((key, &rest[1..=length], &rest[length + 2..]))
}

fn is_key(key: &[u8]) -> bool {
    KEYS.iter().any(|known| key.eq_ignore_ascii_case(known.as_bytes()))
}

fn is_one(word: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

fn is_any_in(word: &[u8], parts: &[&str]) -> bool {
    let word = word.to_ascii_lowercase();
    parts.iter().any(|part| word.contains_str(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_the_file_of_what_it_encloses() {
        for line in [
            "<file path=\"src/a.py\">",
            "<edit file='src/a.py'>",
            "  <file name=\"src/a.py\" language=\"python\">",
            "<boltAction type=\"file\" filePath=\"src/a.py\">",
        ] {
            let tag = FileTag::read(line.as_bytes()).expect("a tag");
            assert_eq!((tag.path, tag.is_edit(), tag.says_more), (&b"src/a.py"[..], true, false), "{line}");
        }
        let tag = FileTag::read(b"<file path=\"a.py\" mode=\"append\">").expect("a tag");
        assert!(tag.says_more);
        for line in [
            "<file>",
            "</file>",
            "<img src=\"a.png\">",
            "<input name=\"a.py\">",
            "<Route path=\"/a.py\" element={<A />} />",
            "<file path=\"a.py\"> text",
            "<file path=\"a.py\" file=\"b.py\">",
            "<file path=\"\">",
        ] {
            assert_eq!(FileTag::read(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_tag_alone_may_ask_that_a_file_goes() {
        for line in ["<delete path=\"a.py\"/>", "<file path=\"a.py\" action=\"delete\"></file>"] {
            assert!(FileTag::is_call(line.as_bytes(), b""), "{line}");
            assert_eq!(FileTag::around(line.as_bytes()), None, "{line}");
        }
        assert!(!FileTag::is_call(b"<include file=\"a.xml\"/>", b""));
        for element in ["<search>\nx\n", "<find>\nx\n", "\n<old_string>x</old_string>\n", "<content>x\n"] {
            assert!(FileTag::is_call(b"<edit file=\"a.py\">", element.as_bytes()), "{element}");
        }
        assert!(!FileTag::is_call(b"<edit file=\"a.py\">", b"<p>\nx\n"));
    }
}
