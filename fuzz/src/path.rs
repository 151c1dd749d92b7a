//! Paths that a repository can hold.

use git_sr::core::{escape::escape, path::RepoPath, resolve};
use gix_validate::path::component;
use unicode_normalization::UnicodeNormalization as _;

/// Takes bytes as a path: what is accepted is a path to git with all its protections, and leads to no alias of
/// `.git`.
pub fn path(input: &[u8]) {
    if let Ok(path) = RepoPath::new(input) {
        assert_eq!(path.as_bstr(), input, "changed");
        assert_eq!(path.to_string().as_bytes(), input, "does not print as itself");
        assert_inside(&path);
        let together = path.parent().map(|parent| parent.join(path.file_name()));
        assert_eq!(together.unwrap_or_else(|| RepoPath::new(input)).as_ref(), Ok(&path));
    }
    for root in [&b""[..], b"/root", b"C:/root"] {
        if let Ok(path) = resolve::named(input.into(), None, root) {
            assert_inside(&path);
        }
        if let Ok(path) = resolve::named(input.into(), Some("folder".into()), root) {
            assert_inside(&path);
        }
    }
    let shown = escape(input).to_string();
    assert!(!shown.contains(char::is_control), "{shown:?}");
}

/// Asserts that a path stays inside the work tree on every system.
pub(crate) fn assert_inside(path: &RepoPath) {
    let bytes = path.as_bstr();
    assert!(!git_refuses(bytes), "git refuses '{path}'");
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    assert!(!text.starts_with(['/', '~']) || text.starts_with('~') && !is_home(text), "'{path}'");
    assert!(text.chars().nth(1) != Some(':'), "'{path}' has a drive");
    for name in text.split('/') {
        let options = component::Options { protect_windows: false, protect_hfs: true, protect_ntfs: true };
        let by_gix = gix_validate::path::component(name.into(), None, options);
        assert!(by_gix.is_ok(), "gix refuses '{path}': {by_gix:?}");
        assert!(!is_dot_git(name), "'{path}' leads to .git");
    }
}

fn is_home(text: &str) -> bool {
    text == "~" || text.starts_with("~/")
}

/// Returns whether git refuses a path in the index if `core.protectHFS` and `core.protectNTFS` are on.
fn git_refuses(path: &[u8]) -> bool {
    let text = String::from_utf8_lossy(path);
    // Those that HFS+ passes over.
    let is_passed_over = |character: &char| matches!(character, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    let refuses = |name: &str| {
        let on_hfs: String = name.chars().filter(|character| !is_passed_over(character)).collect();
        let on_ntfs = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
        matches!(name, "" | "." | "..")
            || on_hfs.eq_ignore_ascii_case(".git")
            || [".git", "git~1"].iter().any(|alias| on_ntfs.eq_ignore_ascii_case(alias))
    };
    text.contains('\0') || text.split('/').any(refuses) || text.split(['/', '\\']).any(|name| name == ".git")
}

/// Returns whether some system may take a name for `.git`: by the decomposed forms of its characters, without
/// case, and without marks that do not show.
fn is_dot_git(name: &str) -> bool {
    let plain = |text: &str| -> String {
        let shown = text.chars().filter(|character| !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'));
        shown.nfkd().flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    matches!(name, ".git" | "git~1")
}
