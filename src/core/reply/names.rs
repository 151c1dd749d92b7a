//! Tells names of files from prose, by their look. It does not decide which paths are valid.

use bstr::{BString, ByteSlice};

use crate::core::{language, text::has_letter};

/// Files that are known by a name of one word, so that even a heading can name them.
const KNOWN: [&str; 26] = [
    "AUTHORS", "BUILD", "Brewfile", "CHANGELOG", "CODEOWNERS", "CONTRIBUTING", "COPYING", "Caddyfile",
    "Containerfile", "Dockerfile", "GNUmakefile", "Gemfile", "INSTALL", "Jenkinsfile", "Justfile", "LICENCE",
    "LICENSE", "Makefile", "NOTICE", "Pipfile", "Procfile", "README", "Rakefile", "VERSION", "Vagrantfile",
    "WORKSPACE",
];

/// Extensions of files in none of the languages that are known.
const OTHERS: [&str; 12] =
    [".awk", ".bat", ".cmake", ".cmd", ".csv", ".erb", ".fish", ".j2", ".lock", ".ps1", ".psm1", ".tsv"];

/// Names of products that look like those of files.
const PRODUCTS: [&str; 14] = [
    "alpine.js", "asp.net", "chart.js", "d3.js", "ember.js", "express.js", "next.js", "node.js", "nuxt.js",
    "react.js", "socket.io", "three.js", "vb.net", "vue.js",
];

/// Without blanks at the ends. Control characters stay: a check that comes later must see them.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    text.trim_with(|char| char == ' ' || char == '\t')
}

/// Returns whether there are blanks in it.
pub(super) fn has_blank(text: &[u8]) -> bool {
    memchr::memchr2(b' ', b'\t', text).is_some()
}

/// Returns whether its last component ends as files do (`.rs`, `.gitignore`).
pub(super) fn has_extension(text: &[u8]) -> bool {
    let name = text.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    let Some(dot) = memchr::memrchr(b'.', name) else { return false };
    let extension = &name[dot + 1..];
    (1..=16).contains(&extension.len())
        && extension.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        && extension.iter().any(u8::is_ascii_alphabetic)
}

/// Returns whether it has a folder or an extension, which words of prose seldom have.
pub(super) fn is_strong(text: &[u8]) -> bool {
    has_extension(text) || (memchr::memchr2(b'/', b'\\', text).is_some() && has_letter(text))
}

/// Returns whether it is a file name of one word that everybody knows, in whatever folder.
pub(super) fn is_known(text: &[u8]) -> bool {
    let name = text.rsplit(|byte| matches!(byte, b'/' | b'\\')).next();
    KNOWN.iter().any(|known| Some(known.as_bytes()) == name)
}

/// Returns whether it looks like the path of a file.
pub(super) fn is_likely_path(text: &[u8]) -> bool {
    is_strong(text) || is_known(text)
}

/// Returns whether a line directly below another one makes a heading of that, and says nothing itself.
pub(super) fn is_underline(line: &[u8]) -> bool {
    let line = trim(line);
    line.len() >= 3 && (line.iter().all(|sign| *sign == b'=') || line.iter().all(|sign| *sign == b'-'))
}

/// Returns whether it is the name of a product, which looks like that of a file.
pub(super) fn is_product(text: &[u8]) -> bool {
    PRODUCTS.iter().any(|product| product.as_bytes().eq_ignore_ascii_case(text))
}

/// Returns whether a word that names no file is plainly meant as a name of one: its extension is one that files
/// have, or it is one of settings (`.env.example`, `.eslintignore`).
pub fn is_plainly_file(word: &[u8]) -> bool {
    let name = word.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    // Those with the settings of one machine are none of the repository.
    let is_settings = || {
        let kind = name.strip_prefix(b".env.").unwrap_or_default();
        matches!(kind, b"dist" | b"example" | b"sample" | b"template")
            || name.starts_with(b".") && name.ends_with(b"ignore")
    };
    let is_other = || OTHERS.iter().any(|other| word.ends_with_str(other));
    has_extension(word) && (language::of(word).is_some() || is_other() || is_settings())
}

/// Returns whether one word is plainly the name of a file, and of nothing else.
pub(super) fn is_sure(word: &[u8]) -> bool {
    (is_plainly_file(word) || is_known(word)) && !is_product(word) && !has_blank(word)
}

/// Returns whether a name may be that of anything: it has neither an extension that files have nor a folder and
/// another extension (`json.dumps`, `CI/CD`).
pub(super) fn is_weak(text: &[u8]) -> bool {
    let is_hidden = text.starts_with(b".") && text.len() > 1;
    let has_folder = memchr::memchr2(b'/', b'\\', text).is_some();
    let is_known = is_plainly_file(text) || is_known(text) || language::of(text).is_some();
    !(is_known || is_hidden || has_folder && has_extension(text))
}

/// Returns whether a text stands for paths rather than being one: a pattern, or a placeholder.
pub(super) fn is_pattern(text: &[u8]) -> bool {
    let has_list = || {
        let rest = text.split_once_str("{").map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once_str("}")).is_some_and(|(list, _)| list.contains(&b','))
    };
    text.find_byteset(b"*<>|").is_some() || text.starts_with(b"path/to/") || has_list()
}

/// Returns whether one word can be a file name: not punctuation, a tag, or the end of a sentence or
/// statement.
pub(super) fn is_word(text: &[u8]) -> bool {
    has_letter(text)
        && !matches!(text.first(), Some(b'<' | b'`'))
        && !text.starts_with(b"#!")
        && !text.contains(&b'`')
        && !matches!(text.last(), Some(b'.' | b'!' | b'?' | b',' | b';' | b'{' | b'>' | b'=' | b'"' | b'\''))
        && (is_strong(text) || !matches!(text.last(), Some(b')' | b':')))
        && !text.chars().next_back().is_some_and(ends_sentence)
}

/// Returns whether a sign ends sentences, or parts of them, in scripts that put no blank behind it.
pub(super) fn ends_sentence(sign: char) -> bool {
    matches!(
        sign,
        '\u{3001}' | '\u{3002}' | '\u{ff01}' | '\u{ff0c}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff1f}' | '\u{2026}'
    )
}

/// Returns whether words with blanks between them may be one unquoted name, so that it is worth looking
/// whether it is there.
pub(super) fn is_spaced(text: &[u8]) -> bool {
    let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).count();
    is_strong(text) && is_word(text) && (has_extension(text) || words < 4) && !text.contains(&b'`')
}

/// Returns whether words with blanks between them are plainly one path: the first has its folders, and the
/// last alone an extension.
pub(super) fn is_spaced_path(text: &[u8]) -> bool {
    let words: Vec<&[u8]> = text.split(|byte| *byte == b' ').collect();
    let [first, inner @ .., last] = &words[..] else { return false };
    let is_plain = |word: &&[u8]| is_word(word) && !has_extension(word) && !word.ends_with(b":");
    const OF_SENTENCES: [&str; 9] = ["and", "for", "from", "in", "is", "of", "or", "the", "to"];
    let is_said = |word: &&&[u8]| OF_SENTENCES.iter().any(|said| said.as_bytes() == **word);
    let is_folder = first.contains(&b'/') && is_plain(first) && !first.contains(&b':');
    is_folder
        && inner.iter().all(is_plain)
        && !inner.iter().any(|word| is_said(&word))
        && has_extension(last)
        && is_spaced(text)
}

/// Returns whether words in backticks are plainly one path, and no command or sentence that names one: they
/// have a folder, which they begin with or which has the blanks, and the last word alone has an extension.
pub(super) fn is_quoted_path(text: &[u8]) -> bool {
    let words: Vec<&[u8]> = text.split(|byte| *byte == b' ').collect();
    let [first, .., last] = &words[..] else { return false };
    let has_folder = |word: &[u8]| word.contains(&b'/');
    let is_named = has_folder(first) || !has_folder(last) && has_folder(text);
    is_named && has_extension(last) && !has_extension(first)
}

/// The name of a file in front of a place in it, as in `a.rs:12` and `a.rs#L12`.
pub(super) fn without_place(text: &[u8]) -> Option<&[u8]> {
    text.find_byteset(b":#").map(|at| &text[..at]).filter(|name| has_extension(name))
}

/// Returns whether two paths may be of one file: one is the other, or its end.
pub(crate) fn are_one(path: &[u8], other: &[u8]) -> bool {
    let plain = |path: &[u8]| path.strip_prefix(b"./").unwrap_or(path).replace("\\", "/");
    let (path, other) = (plain(path), plain(other));
    let ends = |long: &[u8], short: &[u8]| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(b"/"))
    };
    ends(&path, &other) || ends(&other, &path)
}

/// The one with more folders of two paths that may be of one file.
pub(super) fn fuller<'p>(path: &'p BString, other: &'p BString) -> Option<&'p BString> {
    are_one(path, other).then(|| if other.len() > path.len() { other } else { path })
}

/// Returns whether it goes on behind the name of a file, as in `a.rs:12` and `a.rs#L12`, or names it as
/// `path=a.rs` does.
pub(super) fn has_more(text: &[u8]) -> bool {
    const KEYS: [&str; 4] = ["file", "filename", "filepath", "path"];
    without_place(text).is_some()
        || KEYS.iter().any(|key| text.strip_prefix(key.as_bytes()).is_some_and(|rest| rest.starts_with(b"=")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_words() {
        for name in ["a/b", "a.rs", ".gitignore", r"src\a", "x.7z", "app/[id]/(group)"] {
            assert!(is_strong(name.as_bytes()), "{name}");
        }
        for word in ["word", "1.5", "e.g.", "/", "...", "done."] {
            assert!(!is_strong(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn a_name_of_one_word_is_known_as_it_is_written() {
        for (word, known) in
            [("LICENSE", true), ("web/Makefile", true), ("License", false), ("LICENSE/a", false), ("", false)]
        {
            assert_eq!(is_known(word.as_bytes()), known, "{word}");
        }
    }

    #[test]
    fn a_name_with_blanks_ends_as_files_do_or_has_few_words() {
        for name in ["my new file.md", "notes on the old parser.md", "my new/folder here"] {
            assert!(is_spaced(name.as_bytes()), "{name}");
        }
        for text in ["my new file", "one of many/ways here", "the `new` file.md", "<a new file.md"] {
            assert!(!is_spaced(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_path_with_blanks_is_told_from_a_sentence() {
        assert!(is_spaced_path(b"docs/my new file.md"));
        for sentence in
            ["my new file.md", "See docs/a.md", "src/a.py and lib/b.py", "and/or in a.py", "docs/a: b.md"]
        {
            assert!(!is_spaced_path(sentence.as_bytes()), "{sentence}");
        }
    }

    #[test]
    fn a_quoted_path_with_blanks_is_told_from_a_command() {
        for path in ["my notes/to do.md", "src/My Dir/a.rs", "docs/my new file.md"] {
            assert!(is_quoted_path(path.as_bytes()), "{path}");
        }
        for text in [
            "Create docs/intro.md", "cat > docs/intro.md", "touch docs/intro.md", "npm run x.js",
            "docs/intro.md and docs/x.md", "docs/intro.md lines 1-3",
        ] {
            assert!(!is_quoted_path(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_place_in_a_file_is_no_name_of_one() {
        for text in ["docs/a.md:12", "docs/a.md#L12", "filename=docs/a.md", "a.rs:3:4"] {
            assert!(has_more(text.as_bytes()), "{text}");
        }
        for name in ["a.rs", "C#/a.cs", "a:b.md", "x=1.txt"] {
            assert!(!has_more(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn code_and_sentence_ends_are_not_words() {
        for text in ["}", "---", "Done.", "else{", "return;", "f()", "</div>", "#!/bin/sh", "```a"] {
            assert!(!is_word(text.as_bytes()), "{text}");
        }
        for text in ["LICENSE", "-rf", "[a-z]*", ":!x", "größe", "f(x).rs"] {
            assert!(is_word(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_heading_may_be_underlined() {
        for (line, is_one) in [("===", true), ("-------  ", true), ("--", false), ("-=-", false), ("", false)]
        {
            assert_eq!(is_underline(line.as_bytes()), is_one, "{line}");
        }
    }

    #[test]
    fn a_name_is_plainly_one_of_a_file() {
        for (name, is_one) in [
            ("a.rs", true),
            ("x/.env.example", true),
            (".env.local", false),
            (".npmrc", false),
            (".eslintignore", true),
            (".map", false),
            (".environment", false),
            ("os.environ", false),
        ] {
            assert_eq!(is_plainly_file(name.as_bytes()), is_one, "{name}");
        }
    }

    #[test]
    fn control_characters_are_kept() {
        assert_eq!(trim(b" \t.git/config\r \t"), b".git/config\r");
    }
}
