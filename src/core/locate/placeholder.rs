//! Lines that stand for code that a model left out.

use bstr::ByteSlice;

/// The first REPLACE line (from 0) that only stands for code left out, such as `// ... existing code ...`, and that
/// SEARCH does not have.
pub fn placeholder(search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    let quoted = |line: &[u8]| search.iter().any(|known| known.trim_ascii() == line.trim_ascii());
    replace.iter().position(|line| is_placeholder(line) && !quoted(line))
}

const COMMENTS: [(&str, &str); 9] = [
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("//", ""),
    ("#", ""),
    ("--", ""),
    (";", ""),
    ("%", ""),
    ("*", ""),
];

fn is_placeholder(line: &[u8]) -> bool {
    let Ok(line) = line.trim_ascii().to_str() else { return false };
    if line.len() > 120 {
        return false;
    }
    let comment = COMMENTS.iter().find_map(|(open, close)| {
        let inner = line.strip_prefix(open)?;
        Some(inner.strip_suffix(close).unwrap_or(inner).trim_start_matches(['/', '#', '-', '*', '!']).trim())
    });
    let text = comment.unwrap_or(line);
    let inner = text.trim_matches(['(', ')', '[', ']', '{', '}']).trim();
    let bare = inner.trim_matches(['.', '…']);
    let (before, after) =
        (inner.starts_with("...") || inner.starts_with('…'), inner.ends_with("...") || inner.ends_with('…'));
    let words: Vec<String> = bare
        .split(|character: char| !character.is_alphanumeric() && character != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (comment.is_some(), before || after) {
        (true, true) if words.is_empty() => true,
        (true, true) if before => names_what_is_left_out(&words),
        (true, true) => opens_with_what_is_left_out(&words) && names_what_is_left_out(&words),
        (true, false) => says_that_nothing_changes(&words),
        // Without a comment only dots set off from the words can be told from code (`...items` is a spread).
        (false, true) => {
            before
                && bare.starts_with(char::is_whitespace)
                && bare.trim().len() > 1
                && opens_with_what_is_left_out(&words)
                && names_what_is_left_out(&words)
        }
        (false, false) => false,
    }
}

fn names_what_is_left_out(words: &[&str]) -> bool {
    let left_out =
        ["existing", "rest", "remaining", "unchanged", "same", "previous", "omitted", "other", "before"];
    words.len() <= 12 && words.iter().any(|word| left_out.contains(word))
}

fn opens_with_what_is_left_out(words: &[&str]) -> bool {
    let openings = ["existing", "rest", "remaining", "unchanged", "same", "previous"];
    let things = [
        "code",
        "unchanged",
        "same",
        "implementation",
        "methods",
        "functions",
        "file",
        "class",
        "content",
        "contents",
        "function",
        "method",
        "imports",
        "logic",
        "component",
        "before",
        "is",
        "tests",
        "fields",
        "properties",
    ];
    let opening = words.iter().position(|word| !["the", "your", "all", "other", "keep"].contains(word));
    opening.is_some_and(|at| openings.contains(&words[at]))
        && words.last().is_some_and(|word| things.contains(word) || *word == "here")
}

fn says_that_nothing_changes(words: &[&str]) -> bool {
    let ends = [&["unchanged"][..], &["the", "same"], &["as", "before"], &["as", "is"]];
    let ends_so = ends.iter().any(|end| words.ends_with(end));
    let code_here = matches!(
        words,
        ["existing", "code"] | ["existing", "code", "here"] | ["your", "existing", "code", ..]
    );
    words.len() <= 10 && (code_here || ends_so && opens_with_what_is_left_out(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stand_for_code_left_out_are_told_from_code() {
        for line in [
            "// ... existing code ...",
            "    # ... rest of the code remains the same ...",
            "# rest unchanged",
            "/* ... existing styles ... */",
            "{/* ... existing JSX ... */}",
            "<!-- ... rest of the file ... -->",
            "// ...",
            "# ...",
            "// rest of the code...",
            "-- ... other columns ...",
            "... existing code ...",
            "# (rest of the file unchanged)",
            "// existing code here",
            "// Rest of the component remains unchanged",
        ] {
            assert!(is_placeholder(line.as_bytes()), "{line}");
        }
        for line in [
            "...items,",
            "...",
            "    ...",
            "...rest,",
            "...props",
            "// Process the remaining items",
            "# Loading...",
            "# handle other cases...",
            "// Keep existing connections open",
            "return [...existing, code]",
            "# The rest is history",
            "console.log('... existing code ...')",
            "// same as above but for the second axis",
            "",
        ] {
            assert!(!is_placeholder(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_placeholder_that_search_quotes_is_content() {
        let line = &b"// ... existing code ..."[..];
        assert_eq!(placeholder(&[line], &[line, b"x"]), None);
        assert_eq!(placeholder(&[b"x"], &[b"x", line]), Some(1));
    }
}
