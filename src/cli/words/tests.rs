use super::*;
use crate::core::{
    language::known,
    locate::{Tier, Unlaid},
    outcome::{Dress, Failure, Limit, Origin, Slip, Unreadable},
    path::RepoPath,
    syntax::{Broken, SyntaxError, What},
};

/// An edit of `a.rs` in the work tree.
fn scene(terms: &'static Terms) -> FailureScene<'static> {
    FailureScene {
        path: b"a.rs",
        terms,
        search: &[],
        first_line: 2,
        lines: None,
        is_block: true,
        is_staged: false,
        places: &[],
    }
}

#[test]
fn what_a_model_is_told_names_no_option_and_no_command() {
    let error = SyntaxError { what: What::Missing(")"), line: 0, column: 1, last: 0 };
    let broken = Broken::new(known("py"), &[error], b"f(\n").expect("an error");
    let failures = [
        Failure::Exists,
        Failure::Misnamed { similar: RepoPath::new(b"b.rs").expect("a path"), by: Slip::Text },
        Failure::Misnamed { similar: RepoPath::new(b"b/a.rs").expect("a path"), by: Slip::Import },
        Failure::MissingFile { similar: Vec::new(), is_unstaged: false },
        Failure::MissingFile { similar: Vec::new(), is_unstaged: true },
        Failure::Empty,
        Failure::NotFound { nearest: Default::default(), replace_at: Some(1), unlaid: None },
        Failure::Ambiguous { tier: Tier::Exact, lines: vec![1, 2], around: Vec::new(), unchosen: None },
        Failure::NotFound { nearest: Vec::new(), replace_at: None, unlaid: Some(Unlaid::Short) },
        Failure::NewPath { to: "b.rs".into(), failure: Box::new(Failure::Unreadable(Unreadable::Sparse)) },
        Failure::UnknownVersion { now: Some("0123456789abcdef".into()) },
        Failure::OtherVersion { origin: Origin::Base { id: "0123456".into() } },
        Failure::NoLine { line: 9, count: 3 },
        Failure::Overlap { block: 0, line: 3 },
        Failure::Alternative { block: 0, line: 3 },
        Failure::Corrected { block: 0, line: 9, text: "Correction:".into() },
        Failure::TakenBack { block: 0, line: Some(3) },
        Failure::TakenBack { block: 0, line: None },
        Failure::Placeholder { line: 0, text: "...".into() },
        Failure::Divider { line: 0 },
        Failure::Blanks { sign: '\u{a0}', text: "f()".into() },
        Failure::Dress { dress: Dress::Fence, text: "```".into() },
        Failure::Dress { dress: Dress::Prefix, text: "+ a".into() },
        Failure::Dress { dress: Dress::Raw, text: "go(\"a".into() },
        Failure::Markers { line: 0, text: "<<<<<<< OLD".into() },
        Failure::Limit(Limit::Work),
        Failure::Limit(Limit::Result { size: 2, max: 1 }),
        Failure::Limit(Limit::Shrink { bytes: [3, 1], max: 50 }),
        Failure::Limit(Limit::Part { lines: [1, 3] }),
        Failure::Limit(Limit::Growth { lines: [101, 2000], max: 10 }),
        Failure::Syntax(broken.into()),
        Failure::Unreadable(Unreadable::Binary),
        Failure::Unreadable(Unreadable::Utf16),
        Failure::Unreadable(Unreadable::Sparse),
        Failure::Unreadable(Unreadable::Link { real: None }),
    ];
    for failed in failures {
        let words = failure(&failed, scene(Terms::OF_BLOCK));
        assert_eq!(words.class, failed.class());
        assert!(!words.model.contains("--") && !words.model.contains("git sr"), "{}", words.model);
        assert!(words.model.ends_with('.'), "{}", words.model);
        assert!(!words.hints.is_empty() || !words.commands.is_empty(), "{failed:?}");
    }
}

#[test]
fn the_words_for_a_call_speak_of_its_texts() {
    let scene = FailureScene { path: b"a SEARCH.rs", ..scene(Terms::OF_CALL) };
    let not_found = Failure::NotFound { nearest: Vec::new(), replace_at: Some(1), unlaid: None };
    let words = failure(&not_found, scene);
    assert_eq!(words.message, "old text not found in 'a SEARCH.rs'");
    assert_eq!(words.hints[1], "the new text is already at line 2 of the file");
    let words = failure(&Failure::Exists, scene);
    assert_eq!(words.message, "'a SEARCH.rs' exists and the old text is empty");
}

#[test]
fn a_quote_in_a_shell_word_does_not_end_it() {
    assert_eq!(shell_word(b"a'b"), r"'a'\''b'");
}

#[test]
fn a_word_is_quoted_where_a_shell_would_take_it_for_more() {
    assert_eq!(shell_word(b"src/a-b_1.rs"), "src/a-b_1.rs");
    for (text, word) in
        [("", "''"), ("a b", "'a b'"), ("*.rs", "'*.rs'"), ("~a", "'~a'"), ("\u{e4}", "'\u{e4}'")]
    {
        assert_eq!(shell_word(text.as_bytes()), word);
    }
}

#[test]
fn of_many_lines_the_first_are_named() {
    let all: Vec<usize> = (0..22).collect();
    assert!(lines(&all).ends_with("20 and 2 more"));
    assert_eq!(lines(&[4]), "line 5");
}
