//! Commands in messages, as the user can type them in the folder in which this one was typed.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use bstr::{BStr, BString, ByteSlice as _};

use crate::core::escape::escape;

/// Value of `-C`, as it was typed.
static START: OnceLock<PathBuf> = OnceLock::new();
/// The work tree and the folder in it; unset until the repository is open.
static PLACE: OnceLock<Place> = OnceLock::new();

/// Folder in which commands work, in a work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    root: PathBuf,
    /// Path from the root; none outside of the work tree.
    prefix: Option<BString>,
}

/// Text as one word of a shell command, in quotes where a shell would take it for more.
pub(super) fn shell_word(text: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./:@%+,=".contains(byte);
    if !text.is_empty() && text.iter().all(is_plain) {
        return String::from_utf8_lossy(text).into_owned();
    }
    format!("'{}'", escape(text).to_string().replace('\'', r"'\''"))
}

/// Notes the value of `-C`.
pub(super) fn starts_in(folder: &Path) {
    let _ = START.set(folder.to_owned());
}

/// Notes the work tree, and the path from its root to the folder in which the command works.
pub(super) fn works_in(root: &Path, prefix: Option<&BStr>) {
    // git runs hooks and aliases in the root, and says where it was called.
    let caller = || std::env::var_os("GIT_PREFIX").filter(|_| START.get().is_none()).unwrap_or_default();
    let prefix = prefix.map(|prefix| match prefix.is_empty() {
        true => caller().as_encoded_bytes().trim_end_with(|c| c == '/').into(),
        false => prefix.to_owned(),
    });
    let _ = PLACE.set(Place { root: root.to_owned(), prefix });
}

/// A command of this program: `git sr undo 3`
pub(super) fn git_sr(rest: &str) -> String {
    format!("git sr{} {rest}", option(start()))
}

/// A command of git: `git merge --continue`
pub(super) fn git(rest: &str) -> String {
    format!("git{} {rest}", option(start()))
}

/// A command of git with paths from the root, each of which it takes as it is: `git add -- src/a.rs`
pub(super) fn git_paths<P: AsRef<[u8]>>(rest: &str, paths: impl IntoIterator<Item = P>) -> String {
    let is_at_root =
        PLACE.get().is_none_or(|place| place.prefix.as_ref().is_none_or(|prefix| prefix.is_empty()));
    let words =
        paths.into_iter().map(|path| format!(" {}", shell_word(&pathspec(path.as_ref(), is_at_root))));
    format!("{} --{}", git(rest), words.collect::<String>())
}

/// A file, by its path from the root or an absolute one, as an argument of other programs.
pub(super) fn file(path: &BStr) -> String {
    let Some(place) = PLACE.get().filter(|_| !path.starts_with(b"/")) else { return shell_word(path) };
    shell_word(&seen_from(place, start(), path))
}

/// An absolute path in words: from the root of the work tree, if it is below that.
pub(super) fn in_work_tree(path: &Path) -> String {
    let below = PLACE.get().and_then(|place| path.strip_prefix(&place.root).ok());
    format!("'{}'", escape(below.unwrap_or(path).as_os_str().as_encoded_bytes()))
}

/// The same as an argument of other programs.
pub(super) fn file_at(path: &Path) -> String {
    let below = PLACE.get().and_then(|place| path.strip_prefix(&place.root).ok());
    file(below.unwrap_or(path).as_os_str().as_encoded_bytes().into())
}

fn start() -> Option<&'static OsStr> {
    START.get().map(|start| start.as_os_str())
}

/// ` -C ../other`
fn option(start: Option<&OsStr>) -> String {
    start.map_or_else(String::new, |start| format!(" -C {}", shell_word(start.as_encoded_bytes())))
}

/// An argument that git takes for this path and no other (gitglossary(7), "pathspec").
fn pathspec(path: &[u8], is_at_root: bool) -> Vec<u8> {
    let is_pattern = path.starts_with(b":") || path.iter().any(|byte| b"*?[\\".contains(byte));
    // Behind ':/', git may take other signs for more magic.
    let is_plain = path.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
    let magic: &[u8] = match (is_pattern, is_at_root) {
        (false, true) => b"",
        (false, false) if is_plain => b":/",
        _ => b":(top,literal)",
    };
    [magic, path].concat()
}

/// A path from the root, as it is from the folder where the user types.
fn seen_from(place: &Place, start: Option<&OsStr>, path: &[u8]) -> Vec<u8> {
    let Some(prefix) = &place.prefix else {
        return [place.root.as_os_str().as_encoded_bytes(), b"/", path].concat();
    };
    let split = |path: &[u8]| -> Vec<Vec<u8>> { path.split_str("/").map(<[u8]>::to_vec).collect() };
    let (path, folders) = (split(path), split(prefix));
    let folders: Vec<_> = folders.into_iter().filter(|name| !name.is_empty()).collect();
    let same = folders.iter().zip(&path).take_while(|(folder, name)| folder == name).count();
    let up = std::iter::repeat_n(b"..".to_vec(), folders.len() - same);
    let start = start.map(|start| start.as_encoded_bytes().trim_end_with(|c| c == '/').to_vec());
    let all: Vec<Vec<u8>> = start.into_iter().chain(up).chain(path[same..].iter().cloned()).collect();
    let word = bstr::join("/", all);
    if word.starts_with(b"-") { [b"./", word.as_slice()].concat() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_an_argument_that_means_nothing_else() {
        let word = |path: &str, is_at_root| String::from_utf8(pathspec(path.as_bytes(), is_at_root)).unwrap();
        for (path, at_root, below) in [
            ("a.txt", "a.txt", ":/a.txt"),
            (".env", ".env", ":/.env"),
            ("!x", "!x", ":(top,literal)!x"),
            ("_config.yml", "_config.yml", ":(top,literal)_config.yml"),
            ("*.yml", ":(top,literal)*.yml", ":(top,literal)*.yml"),
            (":x.pem", ":(top,literal):x.pem", ":(top,literal):x.pem"),
        ] {
            assert_eq!((word(path, true), word(path, false)), (at_root.into(), below.into()), "{path}");
        }
    }

    #[test]
    fn a_file_is_named_from_where_the_user_types() {
        let named = |prefix: Option<&str>, start: Option<&str>, path: &str| {
            let place = Place { root: "/w".into(), prefix: prefix.map(Into::into) };
            String::from_utf8(seen_from(&place, start.map(OsStr::new), path.as_bytes())).unwrap()
        };
        for (prefix, start, path, word) in [
            (Some(""), None, "d/a", "d/a"),
            (Some("d"), None, "d/a", "a"),
            (Some("d/e"), None, "d/a", "../a"),
            (Some("d"), None, "-a", "../-a"),
            (Some(""), None, "-a", "./-a"),
            (Some(""), Some("../b/"), "d/a", "../b/d/a"),
            (Some("d"), Some("../b/d"), "a", "../b/d/../a"),
            (None, None, "a", "/w/a"),
        ] {
            assert_eq!(named(prefix, start, path), word, "{prefix:?} {start:?} {path}");
        }
    }
}
