//! Comparison of what a reply shows with the text of a file.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    language::lexer::is_word,
    locate::leaves_out,
    text::{bodies, filled},
};

/// Words with which lines that import something begin.
const IMPORTS: [&str; 14] = [
    "import", "from", "use", "pub", "using", "export", "extern", "include", "require", "require_relative",
    "require_once", "load", "library", "open",
];

/// Lines without blank ones and without blanks at their ends, each between two newlines.
pub(super) fn plain(text: &[u8]) -> BString {
    joined(bodies(text))
}

fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> BString {
    let mut found = BString::from("\n");
    for line in lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        found.extend_from_slice(line);
        found.push(b'\n');
    }
    found
}

/// Returns whether a file has a text, in which dots and the like may stand for lines that are left out.
pub(super) fn has(file: &BString, text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = filled(bodies(text)).collect();
    if let [line] = lines[..] {
        // One line may be a part of one.
        return file.contains_str(line.trim_ascii());
    }
    let mut at = 0;
    lines.split(|line| leaves_out(line)).filter(|part| !part.is_empty()).all(|part| {
        let part = joined(part.iter().copied());
        let found = file[at..].find(&part);
        at = found.map_or(at, |found| at + found + part.len() - 1);
        found.is_some()
    })
}

/// Returns whether a text has a name that is no part of a longer one.
pub(super) fn has_word(text: &[u8], name: &[u8]) -> bool {
    text.find_iter(name).any(|at| {
        let around = [text[..at].last(), text.get(at + name.len())];
        !around.into_iter().flatten().any(|byte| is_word(*byte))
    })
}

/// Returns whether a file has a name after the batch that it did not have before, and no line imports it.
pub(super) fn needs_import([before, after]: [&BString; 2], name: &[u8]) -> bool {
    let name = name.rsplit(|byte| !is_word(*byte)).next().unwrap_or_default();
    let has_name = |line: &[u8]| has_word(line, name);
    // In a list of names over several lines each has one of its own.
    let is_alone = |line: &[u8]| {
        !line.contains(&b'(')
            && line
                .fields_with(|sign| !sign.is_alphanumeric() && sign != '_')
                .all(|word| word.is_empty() || word == name || matches!(word, b"as" | b"type"))
            || !line.contains(&b' ') && matches!(line.last(), Some(b'"' | b'\''))
    };
    let imports = |line: &[u8]| {
        let text = line.trim_start_with(|sign| matches!(sign, '#' | '@' | '-'));
        let first = text.split(|byte| !is_word(*byte)).next().unwrap_or_default();
        IMPORTS.iter().any(|word| word.as_bytes() == first)
            || ["require(", "import("].iter().any(|call| line.contains_str(call))
            || is_alone(line)
    };
    !name.is_empty()
        && !has_name(before)
        && has_name(after)
        && !bodies(after).any(|line| has_name(line) && imports(line))
}

/// Returns whether a file has after the batch what a diff adds and quotes, and no more what it removes.
pub(super) fn is_made(diff: &[u8], [before, after]: &[BString; 2]) -> bool {
    let lines: Vec<&[u8]> = bodies(diff).collect();
    let is_header = |line: &&[u8]| {
        ["@@", "--- ", "+++ ", "diff --git ", "index ", "\\ No newline"]
            .iter()
            .any(|sign| line.starts_with_str(sign))
    };
    lines.split(is_header).filter(|hunk| !hunk.is_empty()).all(|hunk| {
        let side = |other: u8| {
            let lines = hunk.iter().filter(|line| line.first() != Some(&other));
            joined(
                lines.map(|line| line.strip_prefix(b"+").or_else(|| line.strip_prefix(b"-")).unwrap_or(line)),
            )
        };
        let (old, new) = (side(b'+'), side(b'-'));
        // Lines that stay prove nothing where they were there before; what is removed may be at another place too.
        let removes = || hunk.iter().any(|line| line.starts_with(b"-")) && before.contains_str(&new);
        let is_left = || {
            let count = |file: &BString| file.find_iter(&old).count();
            let left = count(after);
            left > 0 && left >= count(before)
        };
        if new.len() > 1 {
            after.contains_str(&new) && !(removes() && is_left())
        } else {
            old.len() <= 1 || !after.contains_str(&old)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_name_without_a_line_that_imports_it_needs_one() {
        let needs = |before: &str, after: &str, name: &str| {
            needs_import([&plain(before.as_bytes()), &plain(after.as_bytes())], name.as_bytes())
        };
        assert!(needs("f()\n", "logging.info(1)\nf()\n", "logging"));
        assert!(needs("f()\n", "Timber.e(1)\nf()\n", "timber.log.Timber"));
        for line in [
            "import logging",
            "from a import logging",
            "use a::logging;",
            "const logging = require('logging');",
            "import {\n  other,\n  logging,\n} from 'a'",
            "import (\n\t\"logging\"\n)",
            "import (\n\t\"a.b/logging\"\n)",
            "#include <logging>",
        ] {
            assert!(!needs("f()\n", &format!("{line}\nlogging.info(1)\n"), "logging"), "{line}");
        }
        // It was there, or is not used.
        assert!(!needs("logging.info(1)\n", "logging.info(2)\n", "logging"));
        assert!(!needs("f()\n", "g()\n", "logging"));
    }
}
