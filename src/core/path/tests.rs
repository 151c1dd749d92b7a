use proptest::prelude::*;

use super::*;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refusal(text: &str) -> PathError {
    RepoPath::new(text.as_bytes()).err().unwrap_or_else(|| panic!("{text:?} was accepted"))
}

#[test]
fn a_path_that_leaves_the_tree_is_refused() {
    for text in
        ["../x", "a/../../x", "no/such/../../../x", "a/..", "../../x", "./x", "a/./b", ".", "..", "a/."]
    {
        assert!(matches!(refusal(text), PathError::Relative { .. }), "{text:?}");
    }
    assert_eq!(refusal(&"../".repeat(40)), PathError::Relative { component: ".." });
}

#[test]
fn a_path_that_does_not_start_here_is_refused() {
    for (text, error) in [
        ("", PathError::Empty),
        ("/", PathError::Absolute),
        ("/etc/passwd", PathError::Absolute),
        ("//host/x", PathError::Absolute),
        ("~", PathError::Home),
        ("~/.bashrc", PathError::Home),
        ("C:x", PathError::Drive),
        ("C:/x", PathError::Drive),
        (r"C:\x", PathError::Drive),
        ("1:x", PathError::Drive),
        ("é:x", PathError::Drive),
        (r"..\x", PathError::Backslash { offset: 2 }),
        (r"\\host\x", PathError::Backslash { offset: 0 }),
        (r".git\x", PathError::Backslash { offset: 4 }),
        ("file://x", PathError::EmptyComponent),
        ("a//b", PathError::EmptyComponent),
        ("a/", PathError::EmptyComponent),
    ] {
        assert_eq!(refusal(text), error, "{text:?}");
    }
}

#[test]
fn a_character_that_does_not_show_is_refused() {
    for character in [
        '\0', '\n', '\r', '\t', '\u{1b}', '\u{7f}', '\u{80}', '\u{9b}', '\u{ad}', '\u{61c}', '\u{200b}',
        '\u{200f}', '\u{2028}', '\u{202a}', '\u{202e}', '\u{2060}', '\u{2069}', '\u{206a}', '\u{206f}',
        '\u{feff}', '\u{fe00}', '\u{fe0f}', '\u{e0001}', '\u{e01ef}',
    ] {
        assert_eq!(refusal(&format!("a/b{character}c")), PathError::Character { offset: 3, character });
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused() {
    assert_eq!(RepoPath::new(b"caf\xe9.txt"), Err(PathError::NotUtf8 { offset: 3 }));
    assert_eq!(RepoPath::new(b"a\xc0\xafb"), Err(PathError::NotUtf8 { offset: 1 }));
}

#[test]
fn limits_hold_at_their_edge() {
    path(&"x".repeat(255));
    assert_eq!(refusal(&"x".repeat(256)), PathError::LongComponent { bytes: 256 });
    path(&["x"; 512].join("/"));
    assert_eq!(refusal(&["x"; 513].join("/")), PathError::Deep { levels: 513 });
    let long = vec!["x".repeat(240); 18].join("/");
    path(&long[..4096]);
    assert_eq!(refusal(&long[..4097]), PathError::Long { bytes: 4097 });
}

#[test]
fn the_git_directory_is_refused_in_every_spelling_and_at_every_depth() {
    for name in [
        ".git", ".GIT", ".Git", "git~1", "GIT~1", ".git ", ".git.", ".git . .", ".git::$INDEX_ALLOCATION",
        ".git:s", "git~1:s", ".git\u{a0}", ".git\u{3000}.", ".ｇｉｔ", "．git", "․git", ".git：x", ".gıt",
        ".gⓘt",
    ] {
        for text in [
            name.to_owned(),
            format!("{name}/hooks/pre-commit"),
            format!("src/{name}/config"),
            format!("a/b/{name}"),
        ] {
            assert_eq!(refusal(&text), PathError::DotGit { component: name.into() }, "{text:?}");
        }
    }
}

#[test]
fn no_detour_leads_to_the_git_directory() {
    for text in ["./.git", "a/../.git", ".//.git//", ".git/.", ".git/", ".git/../.git/config", r".git\config"]
    {
        refusal(text);
    }
}

#[test]
fn code_points_that_hfs_ignores_do_not_hide_the_git_directory() {
    for character in ['\u{200c}', '\u{feff}', '\u{202e}', '\u{206a}', '\u{2060}'] {
        let text = format!(".g{character}it/config");
        assert_eq!(refusal(&text), PathError::Character { offset: 2, character });
    }
}

#[test]
fn every_part_of_the_git_directory_is_refused() {
    for rest in
        ["hooks/pre-commit", "config", "HEAD", "info/attributes", "refs/heads/main", "modules/x", "sr/point"]
    {
        assert!(matches!(refusal(&format!(".git/{rest}")), PathError::DotGit { .. }));
    }
}

#[test]
fn names_that_only_look_odd_are_names() {
    for text in [
        "git~10.txt", "git~2", ".gitignore", ".gitattributes", ".github/x", "a/.gitx", "x.git",
        "my file.txt", " lead", "日本語/ñ.txt", "...", "a/.../b", ".env.example", "-rf", "--upload-pack=x",
        "--", "@{-1}", "*", "[a-z]*", ":(top)x", ":!x", "$(touch x)", "`x`;", "%2e%2e/x", "$HOME/x", "~x",
        "a~/b", "HEAD", "x/a:b", "CON", "aux.txt", "x.",
    ] {
        assert_eq!(path(text).as_bstr(), text);
        assert_eq!(path(text).to_string(), text);
    }
}

#[test]
fn a_path_comes_apart_and_together() {
    let file = path("a/b/c.rs");
    assert_eq!(file.components().collect::<Vec<_>>(), ["a", "b", "c.rs"]);
    assert_eq!(file.file_name(), "c.rs");
    assert_eq!(file.parent(), Some(path("a/b")));
    assert_eq!(path("a").parent(), None);
    assert_eq!(path("a").file_name(), "a");
    assert_eq!(path("a/b").join(b"c.rs"), Ok(file));
    assert_eq!(path("a").join(b"../x"), Err(PathError::Relative { component: ".." }));
    assert_eq!(path("a").join(b"/x"), Err(PathError::EmptyComponent));
    assert_eq!(path("a").join(b""), Err(PathError::EmptyComponent));
}

#[test]
fn it_serializes_as_a_string() {
    assert_eq!(serde_json::to_string(&path("a/\"b\" é")).unwrap(), r#""a/\"b\" é""#);
}

fn pathlike() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just(".git".to_owned()),
        Just(".GiT".to_owned()),
        Just("git~1".to_owned()),
        Just("/".to_owned()),
        Just(".".to_owned()),
        Just(" ".to_owned()),
        Just(":x".to_owned()),
        Just("\\".to_owned()),
        any::<char>().prop_map(String::from),
        "[a-z]{1,3}",
    ];
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        prop::collection::vec(word, 0..8).prop_map(|words| words.concat().into_bytes()),
    ]
}

proptest! {
    #[test]
    fn an_accepted_path_holds_no_git_directory_and_no_way_up(bytes in pathlike()) {
        if let Ok(path) = RepoPath::new(&bytes) {
            for component in path.components() {
                prop_assert!(!matches!(fold(component).as_str(), ".git" | "git~1"), "{path}");
                prop_assert!(!component.is_empty() && component != "." && component != "..");
                prop_assert_eq!(RepoPath::new(component).map(drop).err().filter(|e| !matches!(e, PathError::Home | PathError::Drive)), None);
            }
        }
    }

    #[test]
    fn an_accepted_path_prints_and_joins_as_itself(bytes in pathlike()) {
        if let Ok(path) = RepoPath::new(&bytes) {
            prop_assert_eq!(path.to_string().into_bytes(), bytes);
            if let Some(parent) = path.parent() {
                prop_assert_eq!(parent.join(path.file_name()), Ok(path));
            }
        }
    }
}
