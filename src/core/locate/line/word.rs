//! Words of code, and those that many languages share.

pub(in crate::core::locate) use crate::core::language::lexer::is_word;

/// Returns whether a line that begins with this word belongs to an earlier one at its column.
pub(in crate::core::locate) fn is_branch(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 20] = [
        b"case",
        b"catch",
        b"default",
        b"done",
        b"elif",
        b"else",
        b"elseif",
        b"elsif",
        b"end",
        b"endfor",
        b"endif",
        b"endwhile",
        b"ensure",
        b"esac",
        b"except",
        b"fi",
        b"finally",
        b"rescue",
        b"then",
        b"when",
    ];
    WORDS.contains(&word)
}
