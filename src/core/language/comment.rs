//! Comments that a program reads.

/// Returns whether a comment is for a program to read, by the text behind its sign: `go:build`,
/// ` @ts-ignore`, ` noqa`.
pub(in crate::core) fn is_directive(sign: &[u8], behind: &[u8]) -> bool {
    /// Words that such comments begin with, and few comments in prose.
    const BEGINNINGS: [&[u8]; 34] = [
        b"-*-", b"biome-", b"c8 ", b"clang-", b"coding:", b"cython:", b"deno-", b"encoding:", b"eslint",
        b"fmt:", b"flake8", b"frozen_string_literal:", b"istanbul ", b"isort:", b"jshint", b"jslint",
        b"mypy:", b"nolint", b"noqa", b"nosec", b"pragma", b"prettier-", b"pylint:", b"pyright:",
        b"rubocop:", b"ruff:", b"shellcheck ", b"syntax=", b"tslint:", b"type:", b"typed:", b"v8 ", b"vim:",
        b"yapf:",
    ];
    /// Those that no blank may precede.
    const GLUED: [&[u8]; 5] = [b"export ", b"line ", b"global ", b"globals ", b"[if"];
    let text = behind.trim_ascii_start();
    let letter = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let begins = |word: &&[u8]| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let word = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    sign == b"#" && behind.starts_with(b"!")
        || text.starts_with(b"@") && letter(1)
        || text.starts_with(b"+") && letter(1)
        || behind.len() == text.len() && GLUED.iter().any(&begins)
        || word > 0 && text.get(word) == Some(&b':') && letter(word + 1)
        || BEGINNINGS.iter().any(begins)
}
