use super::{table::LANGUAGES, *};

fn names(path: &str) -> Vec<&'static str> {
    all(path.as_bytes()).into_iter().map(|language| language.name).collect()
}

#[test]
fn a_language_is_known_by_the_name_of_the_file_and_then_by_its_extension() {
    for (path, wanted) in [
        ("a/b.PY", "Python"),
        ("docs/a.b.MD", "Markdown"),
        ("Cargo.lock", "TOML"),
        ("a/Dockerfile", "Dockerfile"),
        (".bashrc", "Bash"),
        ("x.zsh", "Shell"),
    ] {
        assert_eq!(names(path), [wanted], "{path}");
    }
    assert_eq!(names("a.h"), ["C", "C++"]);
    for path in ["md", "a.md/b", "a.", "", "a.unknown", "LICENSE"] {
        assert_eq!(names(path), [""; 0], "{path}");
    }
}

#[test]
fn json_has_comments_where_its_programs_read_them() {
    for path in
        ["tsconfig.base.json", "a/.vscode/x/y.json", ".prettierrc.json", "turbo.json", ".eslintrc", "a.jsonc"]
    {
        assert_eq!(of(path.as_bytes()), Some(known("jsonc")), "{path}");
    }
    for path in ["package.json", ".vscode.json", "arc.json", "a.ipynb"] {
        assert_eq!(of(path.as_bytes()), Some(known("json")), "{path}");
    }
}

#[test]
fn prose_and_markdown_are_known_by_their_names() {
    assert!(is_markdown(b"a.Mdx") && is_prose(b"README.md") && is_prose(b"a/notes.txt"));
    assert!(!is_markdown(b"a.txt") && !is_prose(b"a.rs") && !is_prose(b"a.patch"));
}

#[test]
fn entries_are_in_lower_case_and_those_of_code_have_signs() {
    for language in LANGUAGES {
        let known = language.extensions.iter().chain(language.names);
        assert!(known.clone().all(|name| name.to_lowercase() == **name), "{language:?}");
        assert!(known.count() > 0 && !language.name.is_empty(), "{language:?}");
        let has_signs =
            !language.short.is_empty() || !language.long.is_empty() || !language.to_end.is_empty();
        assert_eq!(language.kind == Kind::Code, has_signs, "{language:?}");
    }
}
