//! REPLACE that lost the indentation which SEARCH has.

use std::collections::{HashMap, HashSet};

use crate::core::{
    language::lexer::words,
    script,
    text::{TELLING, filled, has_letter, indentation, is_blank, least_indentation, letters},
};

fn same_but_for_indentation(search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let with_content = |line: &&&[u8]| !is_blank(line);
    let texts = search.iter().filter(with_content).map(|line| line.trim_ascii());
    texts.eq(replace.iter().filter(with_content).map(|line| line.trim_ascii()))
}

/// The number of bytes of indentation that REPLACE lost: all that it keeps of SEARCH is so much further left, or all its
/// lines are at the margin, or the first one alone, which begins as that of SEARCH does, or is a statement above lines
/// that are as deep as they were. True with it if the other lines show that the first one is to be with them: they are
/// as deep as it was, or all that SEARCH has of them are where they were.
pub fn at_margin(search: &[&[u8]], replace: &[&[u8]]) -> Option<(usize, bool)> {
    let first = search.iter().find(|line| !is_blank(line))?;
    let deep = Some(indentation(first).len()).filter(|deep| *deep > 0)?;
    let is_least = least_indentation(search) == Some(deep);
    let mut lines = filled(replace.iter().copied());
    let Some(begins) = lines.next().filter(|line| indentation(line).is_empty()) else {
        return amid_at_margin(search, replace).map(|by| (by, true));
    };
    if is_least && are_kept_at(search, replace, deep) && !same_but_for_indentation(search, replace) {
        return Some((deep, false));
    }
    let is_version = begins_alike(begins, first.trim_ascii());
    let lines: Vec<&[u8]> = lines.collect();
    let depths = || lines.iter().map(|line| indentation(line).len());
    let is_shown = !lines.is_empty() && is_least && depths().all(|depth| depth >= deep)
        || are_kept_at(search, &lines, 0);
    let is_lost = match is_shown {
        true => is_version || is_statement(begins),
        false => is_version && is_least && depths().all(|depth| depth == 0),
    };
    (is_lost && has_letter(begins) && !same_but_for_indentation(search, replace)).then_some((deep, is_shown))
}

/// The number of bytes of indentation that a version of a line of SEARCH lost, between lines of REPLACE that are as deep
/// as that line or deeper.
fn amid_at_margin(search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    let deep = |line: &[u8]| indentation(line).len();
    // Few blocks have such lines, and the others are not compared once more for that.
    let has_margin = |lines: &[&[u8]]| lines.iter().any(|line| deep(line) == 0 && has_letter(line));
    if has_margin(search) || !has_margin(replace) {
        return None;
    }
    script::difference(search, replace).into_iter().find_map(|op| {
        let mut pairs = op.old.zip(op.new);
        let (old, new) = pairs.find(|(old, new)| {
            let (old, new) = (search[*old], replace[*new]);
            deep(new) == 0 && deep(old) > 0 && has_letter(new) && begins_alike(new, old.trim_ascii())
        })?;
        let by = deep(search[old]);
        let stays = |line: Option<&[u8]>| line.is_some_and(|line| deep(line) >= by);
        let above = filled(replace[..new].iter().rev().copied()).next();
        let below = filled(replace[new + 1..].iter().copied()).next();
        (stays(above) && stays(below)).then_some(by)
    })
}

/// Returns whether lines have some of SEARCH among them, all of which are further left by as many bytes there.
fn are_kept_at(search: &[&[u8]], lines: &[&[u8]], by: usize) -> bool {
    let known: HashSet<&[u8]> = search.iter().map(|line| line.trim_ascii()).collect();
    let depths: HashSet<(&[u8], usize)> =
        search.iter().map(|line| (line.trim_ascii(), indentation(line).len())).collect();
    let mut kept = filled(lines.iter().copied()).filter(|line| known.contains(line.trim_ascii())).peekable();
    kept.peek().is_some()
        && kept.all(|line| depths.contains(&(line.trim_ascii(), indentation(line).len() + by)))
}

/// Returns whether a line is a whole statement or item, and neither a directive nor the head of those below it.
fn is_statement(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.first().is_some_and(u8::is_ascii_alphabetic) && matches!(line.last(), Some(b';' | b','))
}

/// Returns whether all that REPLACE keeps of SEARCH is further right by one amount, its first line among that, while
/// other lines change.
pub fn is_indented(search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let [Some(first), Some(begins)] =
        [search, replace].map(|lines| lines.iter().find(|line| !is_blank(line)))
    else {
        return false;
    };
    let by = indentation(begins).len().checked_sub(indentation(first).len()).filter(|by| *by > 1);
    let Some(by) = by.filter(|_| begins_alike(begins.trim_ascii(), first.trim_ascii())) else { return false };
    let mut depths: HashMap<&[u8], HashSet<usize>> = HashMap::new();
    for line in search {
        depths.entry(line.trim_ascii()).or_default().insert(indentation(line).len());
    }
    let mut proves = false;
    for line in replace.iter().filter(|line| has_letter(line)) {
        let (known, depth) = (depths.get(line.trim_ascii()), indentation(line).len());
        if depth < by + indentation(first).len() || known.is_some_and(|known| !known.contains(&(depth - by)))
        {
            return false;
        }
        proves |= known.is_some() && letters(line) >= TELLING;
    }
    proves && !same_but_for_indentation(search, replace)
}

/// Returns whether all new lines of a hunk that are indented have an odd number of blanks, one fewer than lines of SEARCH,
/// where all of those have an even number: their sign is in place of a blank.
pub fn have_sign_over_blank(search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let depth = |line: &[u8]| indentation(line).len();
    let depths: HashSet<usize> = filled(search.iter().copied()).map(depth).collect();
    let ops = script::difference(search, replace);
    let new = ops.iter().flat_map(|op| filled(replace[op.new.clone()].iter().copied()));
    let mut indented = new.map(depth).filter(|depth| *depth > 0).peekable();
    let has_tab = || search.iter().chain(replace).any(|line| indentation(line).contains(&b'\t'));
    indented.peek().is_some_and(|first| depths.contains(&(first + 1)))
        && depths.iter().all(|depth| depth % 2 == 0)
        && indented.all(|depth| depth % 2 == 1)
        && !has_tab()
}

/// Returns whether two lines without blanks in front may be versions of one: they begin with the same sign, and half
/// of the words of one are in the other.
pub fn begins_alike(line: &[u8], other: &[u8]) -> bool {
    let words = |text| words(text).collect::<Vec<_>>();
    let (all, others) = (words(line), words(other));
    let shared = others.iter().filter(|word| all.contains(word)).count();
    line.first() == other.first() && shared > 0 && shared * 2 >= others.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_the_margin_that_begin_as_those_of_search_lost_their_indentation() {
        let found = |search: &str, replace: &str| {
            let [search, replace] =
                [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            at_margin(&search, &replace)
        };
        assert_eq!(found("    return first(a)\n", "return first(b)\n"), Some((4, false)));
        assert_eq!(found("  retries: 3\n  wait: 5\n", "retries: 4\n  wait: 5\n"), Some((2, true)));
        assert_eq!(found("  a: 1\n  b:\n    c: 2\n", "a: 2\nb:\nc: 2\n"), Some((2, false)));
        // What is less deep stays where it is.
        assert_eq!(found("    c: 1\n    d: 2\n  e: 3\n", "c: 1\n    d: 4\n  e: 3\n"), Some((4, true)));
        assert_eq!(found("    c: 1\n    d: 2\n  e: 3\n", "c: 1\n  d: 4\n  e: 3\n"), Some((4, true)));
        assert_eq!(found("    c: 1\n    d: 2\n  e: 3\n", "c: 1\nd: 4\ne: 3\n"), None);
        // A comment, a directive, nothing but the indentation, another line, and one that is less deep only.
        assert_eq!(found("    run(a);\n", "//    run(a);\n"), None);
        assert_eq!(found("    run(a);\n", "#ifdef A\n    run(a);\n#endif\n"), None);
        assert_eq!(found("    run(a);\n", "run(a);\n"), None);
        assert_eq!(found("    run(a);\n", "stop();\n"), None);
        // A new statement above lines that are where they were is to be with them; a head or a label is not.
        assert_eq!(found("    run(a);\n", "stop();\n    run(a);\n"), Some((4, true)));
        assert_eq!(found("    run(a);\n", "function stop() {\n    run(a);\n"), None);
        assert_eq!(found("    run(a);\n", "stop:\n    run(a);\n"), None);
        assert_eq!(found("        run(a);\n", "    run(b);\n"), None);
        // A line between others that are as deep as they were; at an edge it may go on with what follows there.
        assert_eq!(found("  - a: 1\n  - b: 2\n  - c: 3\n", "  - a: 1\n- b: 4\n  - c: 3\n"), Some((2, true)));
        assert_eq!(found("  - a: 1\n  - b: 2\n", "  - a: 1\n- b: 4\n"), None);
        assert_eq!(found("  a: 1\n  b: 2\n  c: 3\n", "  a: 1\n#if B\n  c: 3\n"), None);
        // All that is kept is further left by what the least deep line had; one line stays, and all else is as it was.
        assert_eq!(found("  {\n    a: 1,\n  },\n", "{\n  a: 2,\n},\n"), Some((2, false)));
        assert_eq!(found("  {\n    a: 1,\n  },\n", "{\n  a: 2,\n  },\n"), None);
        assert_eq!(found("  {\n    a: 1,\n  },\n", "{\n  a: 1,\n},\n"), None);
    }

    #[test]
    fn new_lines_that_are_one_blank_further_left_have_their_sign_over_it() {
        let found = |search: &str, replace: &str| {
            let [search, replace] =
                [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            have_sign_over_blank(&search, &replace)
        };
        assert!(found("  a:\n    b: 1\n", "  a:\n   b: 2\n"));
        assert!(found("    a();\n}\n", "   if b {\n       a();\n   }\n}\n"));
        assert!(!found("  a:\n    b: 1\n", "  a:\n    b: 2\n"));
        assert!(!found("    a();\n", "   if b {\n    c();\n"));
        assert!(!found("/**\n * A.\n */\n", "/**\n * A.\n * B.\n */\n"));
        assert!(!found("a\n", "   b\n") && !found("\ta\n    b\n", "\ta\n   b\n"));
    }

    #[test]
    fn lines_that_are_kept_further_right_are_found() {
        let found = |search: &str, replace: &str| {
            let [search, replace] =
                [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            is_indented(&search, &replace)
        };
        let search = "  first(a);\n  second_one(a);\n";
        assert!(found(search, "    first(b);\n    second_one(a);\n"));
        assert!(!found(search, "    first(a);\n    second_one(a);\n"));
        assert!(!found(search, "  if (b) {\n    first(a);\n    second_one(a);\n  }\n"));
        assert!(!found(search, "  first(b);\n    second_one(a);\n"));
        assert!(!found(search, "    first(b);\n    third_one(a);\n"));
    }
}
