use super::*;
use crate::repo::testing::Sandbox;

fn form(repo: &Repo) -> GitForm<'_> {
    GitForm::new(repo, State::clone(&repo.git().index_or_empty().unwrap())).unwrap()
}

/// Returns whether the file is stored as `git add` stores it. The index is asked for before that.
fn agrees(sandbox: &Sandbox, path: &str) -> bool {
    let bytes = std::fs::read(sandbox.path().join(path)).unwrap();
    let repo = sandbox.open();
    let name = RepoPath::new(path.as_bytes()).unwrap();
    let form = form(&repo).of(&name, &bytes).unwrap().into_owned();
    let ours = repo.git().write_blob(&form).unwrap().to_string();
    sandbox.git(&["cat-file", "-e", &ours]);
    sandbox.git(&["add", path]);
    let staged = sandbox.git(&["rev-parse", &format!(":{path}")]);
    ours == staged.trim_end()
}

fn with(attributes: &str, path: &str, bytes: &[u8]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write(".gitattributes", attributes);
    sandbox.write(path, bytes);
    sandbox
}

#[test]
fn plain_bytes_are_stored_as_they_are() {
    assert!(agrees(&with("", "a", b"x\r\n\0\xff"), "a"));
}

#[test]
fn endings_are_converted_as_git_converts_them() {
    for (attributes, autocrlf) in [
        ("* text\n", "false"),
        ("* text=auto\n", "false"),
        ("* eol=crlf\n", "false"),
        ("", "true"),
        ("", "input"),
    ] {
        for bytes in [&b"a\r\nb\n"[..], b"a\r\nb\r\n", b"a\nb\n", b"a\rb\r\n", b"a\0\r\n", b"", b"a\r\r\n"] {
            let sandbox = with(attributes, "a.txt", bytes);
            sandbox.git(&["config", "core.autocrlf", autocrlf]);
            assert!(agrees(&sandbox, "a.txt"), "{attributes:?} {autocrlf} {bytes:?}");
        }
    }
}

#[test]
fn carriage_returns_that_are_committed_stay_where_git_guesses() {
    let sandbox = with("", "a.txt", b"a\r\n");
    sandbox.git(&["add", "a.txt"]);
    sandbox.git(&["config", "core.autocrlf", "input"]);
    sandbox.write("a.txt", "a\r\nb\r\n");
    assert!(agrees(&sandbox, "a.txt"));
    assert!(sandbox.git(&["cat-file", "-p", ":a.txt"]).contains("\r\n"));
}

#[test]
fn ident_is_contracted() {
    assert!(agrees(&with("* ident\n", "a", b"$Id: 0123456789012345678901234567890123456789 $\n"), "a"));
}

#[test]
fn encodings_are_those_of_git() {
    let utf16 = |bom: &[u8], text: &str| {
        [bom, &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()].concat()
    };
    for (name, bytes) in [
        ("UTF-16LE", utf16(b"", "hé\r\n")),
        ("UTF-16LE-BOM", utf16(b"\xff\xfe", "hé\n")),
        ("UTF-16", utf16(b"\xff\xfe", "hé\n")),
        ("ISO-8859-1", b"h\xe9\x80\n".to_vec()),
    ] {
        assert!(agrees(&with(&format!("* working-tree-encoding={name}\n"), "a", &bytes), "a"), "{name}");
    }
}

#[test]
fn what_git_refuses_to_encode_is_refused() {
    let sandbox = with("* working-tree-encoding=UTF-16LE\n", "a", b"\xff\xfeh\0");
    let repo = sandbox.open();
    let name = RepoPath::new(b"a").unwrap();
    let error = form(&repo).of(&name, b"\xff\xfeh\0").unwrap_err();
    assert!(matches!(error, GitFormError::Refused(GitError::Failed { .. })), "{error:?}");
}

#[test]
fn clean_filters_run() {
    let sandbox = with("*.c filter=up text\n", "a.c", &b"one\r\n".repeat(50_000));
    sandbox.git(&["config", "filter.up.clean", "tr a-z A-Z"]);
    assert!(agrees(&sandbox, "a.c"));
    assert!(sandbox.git(&["cat-file", "-p", ":a.c"]).starts_with("ONE\n"));
}

#[test]
fn a_filter_that_fails_counts_only_where_it_is_required() {
    let sandbox = with("* filter=bad\n", "a", b"x\n");
    sandbox.git(&["config", "filter.bad.clean", "false"]);
    assert!(agrees(&sandbox, "a"));
    sandbox.git(&["config", "filter.bad.required", "true"]);
    let repo = sandbox.open();
    let name = RepoPath::new(b"a").unwrap();
    assert!(form(&repo).of(&name, b"y\n").is_err());
}

#[test]
fn attributes_that_only_the_index_has_count() {
    let sandbox = with("* text\n", "d/a", b"x\r\n");
    sandbox.git(&["add", ".gitattributes"]);
    std::fs::remove_file(sandbox.path().join(".gitattributes")).unwrap();
    assert!(agrees(&sandbox, "d/a"));
}

#[test]
fn the_executable_bit_counts_unless_git_does_not_trust_it() {
    let sandbox = Sandbox::new();
    let repo = sandbox.open();
    assert_eq!(staged_mode(&repo, Some(0o755), Some(Mode::FILE)), Mode::FILE_EXECUTABLE);
    assert_eq!(staged_mode(&repo, Some(0o644), Some(Mode::FILE_EXECUTABLE)), Mode::FILE);
    sandbox.git(&["config", "core.fileMode", "false"]);
    let repo = sandbox.open();
    assert_eq!(staged_mode(&repo, Some(0o644), Some(Mode::FILE_EXECUTABLE)), Mode::FILE_EXECUTABLE);
    assert_eq!(staged_mode(&repo, Some(0o755), None), Mode::FILE);
}
