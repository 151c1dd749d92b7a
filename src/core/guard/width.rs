//! Width of globs: one that lifts a refusal has to be narrow enough for the class.

/// Returns whether a glob says no more than "everything" (`*`, `**`, `**/*`, `*.*`): it has no letter to go
/// by.
pub(super) fn is_bare(pattern: &str) -> bool {
    !tokens(pattern).iter().any(|token| matches!(token, Token::Literal(c) if !matches!(c, '/' | '.')))
}

/// Returns whether a glob names a file or an extension: behind its last `/` there is no wildcard
/// (`tests/a.pem`, `**/a.pem`), or an extension is behind the last one (`tests/*.pem`). Folders may be any.
pub(super) fn names_file(pattern: &str) -> bool {
    let tokens = tokens(pattern);
    let mut depth = 0_usize;
    let mut name_start = 0;
    let mut wild_end = None;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            // Alternatives that hold folders or wildcards may be anything.
            Token::Literal('/') | Token::Wild if depth > 0 => return false,
            Token::Literal('/') => (name_start, wild_end) = (at + 1, None),
            Token::Wild => wild_end = Some(at + 1),
            Token::Literal(_) | Token::Comma => {}
        }
    }
    let tail = &tokens[wild_end.unwrap_or(name_start)..];
    let letters =
        |tokens: &[Token]| tokens.iter().any(|token| matches!(token, Token::Literal(c) if *c != '.'));
    match wild_end {
        None => letters(tail),
        Some(_) => {
            tail.iter().position(|t| *t == Token::Literal('.')).is_some_and(|dot| letters(&tail[dot..]))
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A character that matches itself.
    Literal(char),
    /// A wildcard.
    Wild,
    Open,
    Comma,
    Close,
}

/// The parts of a valid glob as globset reads it; a class of one character (`[*]`) is that character,
/// escaped.
fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = pattern.chars();
    let mut depth = 0_usize;
    while let Some(character) = rest.next() {
        tokens.push(match character {
            '*' | '?' => Token::Wild,
            '\\' => rest.next().map_or(Token::Wild, Token::Literal),
            '[' => class(&mut rest),
            '{' => {
                depth += 1;
                Token::Open
            }
            '}' => {
                depth = depth.saturating_sub(1);
                Token::Close
            }
            ',' if depth > 0 => Token::Comma,
            _ => Token::Literal(character),
        });
    }
    tokens
}

/// The rest of a class, behind its `[`. A `]` that comes first is one of its characters.
fn class(rest: &mut std::str::Chars<'_>) -> Token {
    let Some(first) = rest.next() else { return Token::Wild };
    if matches!(first, '!' | '^') {
        rest.next();
    }
    let others = rest.by_ref().take_while(|character| *character != ']').count();
    // A `/` in a class never matches one in a path.
    if others == 0 && !matches!(first, '!' | '^' | '/') { Token::Literal(first) } else { Token::Wild }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_without_letters_is_bare() {
        for pattern in ["*", "**", "**/*", "*/**", "?*", "*.*", "{*,**}", "[!x]*", "[a-z]*"] {
            assert!(is_bare(pattern), "{pattern}");
        }
        for pattern in ["src/**", "**/*.md", "a", ".github/**", ","] {
            assert!(!is_bare(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_literal_path_or_an_extension_names_a_file() {
        for pattern in [
            ".env", "tests/fixtures/*.pem", "**/*.pem", "**/a.key", "*.{pem,key}", "a/test_*.pem", "id_rsa",
            "a[*].pem", "[[]x[]]{a,b}", r"a\*", "{a,b}/*.pem", "x/**/*_[0-9].pem", "dir/x", "{a,b}/,",
        ] {
            assert!(names_file(pattern), "{pattern}");
        }
    }

    #[test]
    fn what_leaves_the_name_open_names_no_file() {
        for pattern in [
            "*", "**", "dir/**", "dir/*", "**/*", "*.*", ".*", ".env*", ".env.*", "id_*", "*a", "*.p*",
            "{*,a.pem}", "{**,x/y}", "*.{*,pem}", "a/[!x]", "a?", "a[b-c]", "*.", "**/[a-z]*", "dir/.",
            "[!].k]",
        ] {
            assert!(!names_file(pattern), "{pattern}");
        }
    }
}
