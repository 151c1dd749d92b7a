//! Tests and paths that the documentation names are there.

use std::{collections::HashSet, fs};

use super::{files, root};

/// The documents that are read for names.
const DOCUMENTS: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The folders whose paths are looked for.
const FOLDERS: [&str; 8] = ["src", "tests", "fuzz", "benches", "docs", "examples", "packaging", "schema"];

/// The words of a text that stand between backticks, and the targets of its links.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
    code.chain(text.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
}

/// Returns whether a word is the name of a test, which is a sentence of three words or more.
fn is_sentence(word: &str) -> bool {
    let is_letter = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit();
    word.split('_').count() > 2 && word.split('_').all(|part| part.chars().all(is_letter))
}

/// The names of all functions.
fn functions() -> HashSet<String> {
    let rust = ["src", "tests", "fuzz"].map(files).concat();
    let rust = rust.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let texts = rust.map(|path| fs::read_to_string(path).expect("UTF-8"));
    let named = |text: String| {
        let name = |rest: &str| {
            rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().map(str::to_owned)
        };
        text.split("fn ").skip(1).filter_map(name).collect::<Vec<_>>()
    };
    texts.flat_map(named).collect()
}

/// Returns whether a path is there, or is one that a run makes.
fn is_there(path: &str) -> bool {
    let ignored = ["", "fuzz/"].into_iter().flat_map(|folder| {
        let rules = fs::read_to_string(root().join(folder).join(".gitignore")).unwrap_or_default();
        let rules = rules.lines().map(|rule| format!("{folder}{}", rule.trim_matches('/')));
        rules.collect::<Vec<_>>()
    });
    root().join(path).exists() || ignored.into_iter().any(|rule| path.starts_with(&rule))
}

/// The names in a text of tests and paths that are not there.
fn missing<'t>(text: &'t str, functions: &HashSet<String>) -> Vec<&'t str> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("UTF-8");
    let is_crate = |word: &str| manifest.lines().any(|line| line.starts_with(&format!("{word} =")));
    let is_path = |word: &str| {
        let folder = word.split_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| FOLDERS.contains(&folder)) && !word.contains(['<', '*'])
    };
    let is_missing = |word: &&str| match is_path(word) {
        true => !is_there(word),
        false => is_sentence(word) && !functions.contains(*word) && !is_crate(word),
    };
    words(text).filter(is_missing).collect()
}

#[test]
fn the_tests_and_paths_that_documents_name_are_there() {
    let functions = functions();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).expect("UTF-8");
        assert_eq!(missing(&text, &functions), [""; 0], "in {document}");
    }
}

#[test]
fn a_name_of_nothing_is_missing() {
    let text = "`a_test_of_old`, `a_name_of_nothing_is_missing`, `two_words`, `serde_json_lenient`, and a_word_of_text;\
        `cargo x -f src/gone.rs src/lib.rs`, `fuzz/artifacts/`, `tests/<name>/`; [a page](docs/gone.md)";
    assert_eq!(missing(text, &functions()), ["a_test_of_old", "src/gone.rs", "docs/gone.md"]);
}
