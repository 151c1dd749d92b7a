//! Names as the most forgiving file systems see them, so that no spelling of a name escapes a rule about it.

use bstr::ByteSlice;
use unicode_normalization::UnicodeNormalization;

use super::escape::is_invisible;

/// A path component in the form that its aliases share: without case, without characters that are ignored
/// (HFS+), without a `:` and the text behind it (an NTFS stream) and without trailing dots and blanks
/// (Windows), compatible characters made one (NFKC). May be empty.
pub fn fold(component: &[u8]) -> String {
    let text = component.to_str_lossy();
    let mut folded = if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        caseless(text.chars().filter(|&character| !is_invisible(character)).nfkc()).nfkc().collect()
    };
    folded.truncate(folded.find(':').unwrap_or(folded.len()));
    folded.truncate(folded.trim_end_matches(['.', ' ']).len());
    folded
}

/// Key that two paths share when a file system that ignores case or composition (macOS, Windows) takes them
/// for one.
pub fn twin_key(path: &[u8]) -> String {
    let text = path.to_str_lossy();
    if text.is_ascii() { text.to_ascii_lowercase() } else { caseless(text.nfc()).nfc().collect() }
}

/// Returns whether two different paths would be one file where case or composition is ignored.
pub fn is_twin(a: &[u8], b: &[u8]) -> bool {
    a != b && twin_key(a) == twin_key(b)
}

/// Up, then down: some letters (`ß`, `ſ`, `ς`) meet their kin only in the other case.
fn caseless(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_of_a_name_folds_to_it() {
        for alias in [
            ".ENV", ".env ", ".env.", ".env. . ", ".env::$DATA", ".Env:stream", ".e\u{200b}nv",
            ".env\u{2060}", "\u{feff}.env", ".ｅｎｖ", ".env\u{a0}", ".env：x", "․env",
            ".env\u{fe0f}\u{e0041}",
        ] {
            assert_eq!(fold(alias.as_bytes()), ".env", "{alias:?}");
        }
    }

    #[test]
    fn case_is_dropped_in_every_script() {
        assert_eq!(fold(".htpaßwd".as_bytes()), ".htpasswd");
        assert_eq!(fold(".vſcode".as_bytes()), ".vscode");
        assert_eq!(fold(".docKer".as_bytes()), ".docker");
        assert_eq!(fold("ÄΣ".as_bytes()), fold("äς".as_bytes()));
    }

    #[test]
    fn other_names_stay_apart() {
        for (name, folded) in
            [(".env.example", ".env.example"), (" .env", " .env"), ("a.env", "a.env"), ("...", "")]
        {
            assert_eq!(fold(name.as_bytes()), folded);
        }
    }

    #[test]
    fn twins_differ_in_case_or_composition_only() {
        assert!(is_twin(b"src/Main.rs", b"src/main.rs"));
        assert!(is_twin("caf\u{e9}".as_bytes(), "cafe\u{301}".as_bytes()));
        assert!(is_twin("STRASSE".as_bytes(), "straße".as_bytes()));
        assert!(!is_twin(b"main.rs", b"main.rs"));
        assert!(!is_twin(b"main.rs", b"main.rs "));
        assert!(!is_twin("café".as_bytes(), b"cafe"));
    }
}
