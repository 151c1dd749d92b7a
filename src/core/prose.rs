//! Files that are text for people, by their extensions.

use bstr::ByteSlice as _;

/// Dialects of Markdown, in which fences frame text.
const MARKDOWN: [&[u8]; 8] = [b"md", b"markdown", b"mdown", b"mkd", b"mdx", b"mdc", b"qmd", b"rmd"];

const OTHERS: [&[u8]; 10] =
    [b"rst", b"rest", b"txt", b"text", b"adoc", b"asciidoc", b"org", b"textile", b"pod", b"tex"];

/// Extension of a file's name, in lower case; empty without a dot.
pub(super) fn ending(path: &[u8]) -> Vec<u8> {
    let name = path.rsplit_once_str("/").map_or(path, |(_, name)| name);
    name.rsplit_once_str(".").map_or(&b""[..], |(_, ending)| ending).to_ascii_lowercase()
}

/// Returns whether a file is written in Markdown.
pub(super) fn is_markdown(path: &[u8]) -> bool {
    MARKDOWN.contains(&ending(path).as_slice())
}

/// Returns whether the lines of a file are sentences: `#` may begin a heading, `*` a bullet, and `===` may underline.
pub(super) fn is_prose(path: &[u8]) -> bool {
    let ending = ending(path);
    MARKDOWN.contains(&ending.as_slice()) || OTHERS.contains(&ending.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_told_by_the_ending_of_the_name() {
        assert!(is_markdown(b"docs/a.b.MD") && is_prose(b"README.md") && is_prose(b"a/notes.txt"));
        for path in [&b"md"[..], b"a.md/b", b"a.rs", b"a.", b""] {
            assert!(!is_prose(path), "{}", path.as_bstr());
        }
    }
}
