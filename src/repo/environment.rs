//! The variables by which git hands its own options on to the commands it starts, as far as gix does not read
//! them.

use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice};
use gix::bstr::ByteVec;

const PARAMETERS: &str = "GIT_CONFIG_PARAMETERS";

/// `GIT_DIR`, if set.
pub(super) fn git_dir() -> Option<PathBuf> {
    std::env::var_os("GIT_DIR").map(PathBuf::from)
}

/// The word that replaces `commit` in the log of a reference, if the environment sets one
/// (git-update-ref(1)).
pub(super) fn reflog_action() -> Option<BString> {
    std::env::var_os("GIT_REFLOG_ACTION").and_then(|value| Vec::from_os_string(value).ok()).map(BString::from)
}

/// Returns whether git would take the current directory as the work tree: `GIT_DIR` is named and
/// `GIT_WORK_TREE` is not (git(1)). gix takes the directory around the git directory instead.
pub(super) fn means_current_directory() -> bool {
    let implicit = std::env::var_os("GIT_IMPLICIT_WORK_TREE").is_none_or(|value| value != "0");
    implicit && git_dir().is_some() && std::env::var_os("GIT_WORK_TREE").is_none()
}

/// Returns whether a search for a repository must end below this directory (`GIT_CEILING_DIRECTORIES`).
pub(super) fn is_ceiling(directory: &Path) -> bool {
    if git_dir().is_some() || std::env::var_os("GIT_CEILING_DIRECTORIES").is_none() {
        return false;
    }
    let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    gix::discover::upwards::Options::default().apply_environment().ceiling_dirs.contains(&directory)
}

/// A variable that git defines and that does not parse.
pub(super) struct Malformed(pub(super) &'static str);

/// Settings of `git -c <name>=<value>`, as `name=value`, in order.
pub(super) fn overrides() -> Result<Vec<BString>, Malformed> {
    let Some(value) = std::env::var_os(PARAMETERS).and_then(|value| Vec::from_os_string(value).ok()) else {
        return Ok(Vec::new());
    };
    parse(&value).ok_or(Malformed(PARAMETERS))
}

/// Reads `'name'='value' 'name'= 'name=value' 'name'`; the last two are the form of git before 2.31.
fn parse(mut rest: &[u8]) -> Option<Vec<BString>> {
    let mut overrides = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Some(overrides);
        }
        let (mut entry, tail) = unquote(rest)?;
        rest = tail;
        if let Some(tail) = rest.strip_prefix(b"=") {
            entry.push(b'=');
            rest = tail;
            if rest.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
                let (value, tail) = unquote(rest)?;
                entry.extend_from_slice(&value);
                rest = tail;
            }
        }
        if !rest.first().is_none_or(u8::is_ascii_whitespace) {
            return None;
        }
        overrides.push(entry);
    }
}

/// One word in the shell's single quotes, in which `'` and `!` are written as `'\''` and `'\!'`, and what
/// follows it.
fn unquote(text: &[u8]) -> Option<(BString, &[u8])> {
    let mut word = BString::default();
    let mut rest = text.strip_prefix(b"'")?;
    loop {
        let end = rest.find_byte(b'\'')?;
        word.extend_from_slice(&rest[..end]);
        rest = &rest[end + 1..];
        match rest {
            [b'\\', escaped @ (b'\'' | b'!'), b'\'', tail @ ..] => {
                word.push(*escaped);
                rest = tail;
            }
            _ => return Some((word, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn parsed(text: &str) -> Option<Vec<String>> {
        Some(parse(text.as_bytes())?.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn names_and_values_are_quoted_apart() {
        let text = "'sr.match'='exact' 'sr.block'='a b'";
        assert_eq!(parsed(text), Some(vec!["sr.match=exact".into(), "sr.block=a b".into()]));
    }

    #[test]
    fn the_older_form_quotes_both_together() {
        assert_eq!(
            parsed("'sr.match=exact' 'sr.index'"),
            Some(vec!["sr.match=exact".into(), "sr.index".into()])
        );
    }

    #[test]
    fn a_quote_and_an_exclamation_mark_are_escaped() {
        assert_eq!(parsed(r"'a.b'='it'\''s'\!''"), Some(vec!["a.b=it's!".into()]));
    }

    #[test]
    fn an_empty_value_is_kept() {
        assert_eq!(parsed("'a.b'= 'c.d'=''"), Some(vec!["a.b=".into(), "c.d=".into()]));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["a.b=c", "'a.b", "'a.b'x", "'a.b'='c'x", "'a.b'=c"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
