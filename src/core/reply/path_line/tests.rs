use super::*;

fn first(line: &str) -> Option<(String, bool)> {
    candidates(line.as_bytes()).into_iter().next().map(|path| (path.text.to_string(), path.creates))
}

#[test]
fn decoration_is_taken_off() {
    for line in [
        "src/a.rs",
        "  src/a.rs  ",
        "src/a.rs:",
        "**src/a.rs**",
        "**src/a.rs**:",
        "**src/a.rs:**",
        "`src/a.rs`",
        "**`src/a.rs`**:",
        "`src/a.rs`:",
        "```src/a.rs```",
        "\"src/a.rs\"",
        "'src/a.rs'",
        "\u{201c}src/a.rs\u{201d}",
        "\u{2018}src/a.rs\u{2019}:",
        "**\u{ab}src/a.rs\u{bb}**",
        "# src/a.rs",
        "### `src/a.rs`",
        "### 1. `src/a.rs`:",
        "1. src/a.rs",
        "2) **src/a.rs**",
        "- src/a.rs",
        "* `src/a.rs`",
        "// src/a.rs",
        "#src/a.rs",
        "-- src/a.rs",
        "<!-- src/a.rs -->",
        "/* src/a.rs */",
        "File: src/a.rs",
        "**File:** src/a.rs",
        "**File**: `src/a.rs`",
        "**File: src/a.rs**",
        "**File: `src/a.rs`**",
        "Path: \"src/a.rs\"",
        "filename: src/a.rs",
        "// File: src/a.rs",
        "#### File: `src/a.rs`",
        "src/a.rs (new file)",
        "`src/a.rs` (modified):",
        "**src/a.rs** (new file)",
        "[src/a.rs](src/a.rs)",
        "[a.rs](src/a.rs)",
        "### [`a.rs`](src/a.rs#L1-L2)",
        "*src/a.rs*",
        "src/a.rs (lines 10-20)",
        "**`src/a.rs` (new file)**",
        "File name: src/a.rs",
        "@file:src/a.rs",
        "@file: `src/a.rs`",
        "\u{6587}\u{4ef6}\u{ff1a}src/a.rs",
        "**\u{6587}\u{4ef6}\u{ff1a}** `src/a.rs`",
        "[src/a.rs]",
        "(src/a.rs):",
        "{src/a.rs}",
        "file=src/a.rs",
        "filepath=\"src/a.rs\"",
        "rust:src/a.rs",
        "// rust:src/a.rs",
        "[1/3] src/a.rs",
        "(2/3) `src/a.rs`:",
    ] {
        assert_eq!(first(line), Some(("src/a.rs".into(), true)), "{line}");
    }
}

#[test]
fn a_name_that_looks_decorated_is_a_candidate_as_it_is() {
    for (line, stripped) in
        [("1. intro.md", "intro.md"), ("#a.rs", "a.rs"), ("a/x (old)", "a/x"), ("n (new)", "n")]
    {
        let found = candidates(line.as_bytes());
        assert_eq!(found[0].text, stripped);
        assert_eq!(found[1], PathCandidate::new(line, false));
    }
}

#[test]
fn a_sentence_with_a_remark_is_no_path() {
    for line in ["Change the greeting (again)", "Then do the rest (see below)"] {
        assert_eq!(candidates(line.as_bytes()), [], "{line}");
    }
}

#[test]
fn names_with_odd_characters_are_kept() {
    for name in [
        "__init__.py", "app/[id]/page.tsx", "app/(group)/page.tsx", ".gitignore", "-rf", "[a-z]",
        r"src\a.rs", "//host/x", "C:/x", "1:x", "~/.bashrc", "../x", "LICENSE", "file1_py", "a/b\x1b.rs",
        "git~10.txt", "c:a.c", "go:src/a.rs", "[slug].tsx", "@types/a.d.ts",
    ] {
        assert_eq!(first(name), Some((name.into(), true)), "{name}");
    }
}

#[test]
fn a_sentence_is_not_a_path() {
    for line in [
        "Here are the changes:",
        "Done.",
        "Now the second part",
        "---",
        "```",
        "}",
        "and",
        "## Changes",
        "Example:",
        "**Changes**",
        "return x;",
        "Update `foo` and `bar`:",
        "#!/bin/bash",
        "In `src/a.rs` and `src/b.rs` too:",
    ] {
        assert!(first(line).is_none_or(|(_, creates)| !creates || line == "and"), "{line}");
    }
    assert_eq!(first("Here are the changes:"), None);
    assert_eq!(first("In `src/a.rs` and `src/b.rs` too:"), None);
    assert_eq!(first("As in `src/b.rs`, in `src/a.rs`:"), None);
}

#[test]
fn a_path_in_backticks_is_taken_from_a_sentence_but_makes_no_file() {
    for line in [
        "Here are the changes needed in `src/a.rs`:",
        "Add `parse` to `src/a.rs`.",
        "Update `src/a.rs` to use `foo`:",
        "### 2. Update `src/a.rs`",
        "Update [`a.rs`](src/a.rs):",
    ] {
        assert_eq!(first(line), Some(("src/a.rs".into(), false)), "{line}");
    }
}

#[test]
fn spaces_make_a_file_only_in_quotes() {
    assert_eq!(first("My Notes/a b.md"), Some(("My Notes/a b.md".into(), false)));
    assert_eq!(first("\"My Notes/a b.md\""), Some(("My Notes/a b.md".into(), true)));
}

#[test]
fn a_path_quoted_by_git_is_unquoted_once() {
    assert_eq!(first(r#""\056git/config""#), Some((".git/config".into(), true)));
    assert_eq!(candidates(br#""\056git/config""#).len(), 1);
    assert_eq!(first(r#""src\main.rs""#), Some((r"src\main.rs".into(), true)));
}

#[test]
fn an_ellipsis_makes_no_file() {
    assert_eq!(first("..."), Some(("...".into(), false)));
}

#[test]
fn a_place_behind_a_path_is_no_part_of_it() {
    for line in ["a.rs:12", "`a.rs:12-20`:", "**a.rs#L12**"] {
        let names: Vec<_> =
            candidates(line.as_bytes()).into_iter().map(|path| (path.text, path.creates)).collect();
        assert!(names.contains(&("a.rs".into(), false)), "{line}");
    }
}

proptest::proptest! {
    #[test]
    fn a_bare_path_has_one_reading_however_it_is_read(line in "[ab1A./_-]{1,9}|[a1./_-]{1,4}(\\.rs|/b)") {
        let whole = line.as_bytes();
        if is_bare(whole) {
            proptest::prop_assert_eq!(decorated(whole), vec![PathCandidate::new(whole, true)]);
        }
    }
}
