//! Changes that break a file in its language, and changes that do not.

mod allowed;
mod edits;
mod work;

use super::{compare::new_errors, *};
use crate::core::{language::known, path::RepoPath, splice::Splice};

fn language(path: &str) -> Vec<&'static Language> {
    languages(&RepoPath::new(path.as_bytes()).expect("a path"))
}

/// The errors that a change brings in, and whether there were some before.
fn compared(path: &str, old: Option<&str>, new: &str) -> NewErrors {
    let language = Parsed::read_as(language(path)[0], old.map(str::as_bytes));
    let splices = Vec::from_iter(Splice::between(old.unwrap_or_default().as_bytes(), new.as_bytes()));
    let changed = changed_lines(&splices, new.as_bytes());
    let parsed = Parsed::new(language, new.as_bytes()).expect("few steps").expect("a grammar");
    new_errors(language, old.map(str::as_bytes), &parsed, &changed, &mut Work::of_file()).expect("few steps")
}

/// Errors of a new file, with line and column from 1.
fn found(path: &str, text: &str) -> Vec<(What, usize, usize)> {
    let errors = compared(path, None, text).errors;
    errors.into_iter().map(|error| (error.what, error.line + 1, error.column + 1)).collect()
}

#[cfg(feature = "syntax-python")]
#[test]
fn an_error_is_where_the_change_is_though_the_parser_stumbles_elsewhere() {
    let old = "def f():\n    x = [\n        1,\n    ]\n    return x\n\n\ndef g():\n    pass\n";
    let errors = compared("a.py", Some(old), &old.replace("    ]\n", "")).errors;
    assert!(matches!(errors[0].line, 2 | 3), "{errors:?}");
}

#[test]
fn templates_are_in_no_language() {
    for path in ["a.json.j2", "{{cookiecutter.name}}/a.py", "a.tmpl.yaml", "config.toml.in", "a.unknown"] {
        assert!(language(path).is_empty(), "{path}");
    }
    assert_eq!(language("a.toml"), [known("toml")]);
}

#[test]
fn changed_lines_are_those_of_the_new_text() {
    let old = b"a\nb\nc\nd\n";
    let splice =
        |start, end, new: &[u8]| Splice { old: crate::core::text::Span { start, end }, new: new.to_vec() };
    let splices = [splice(2, 4, b"x\ny\n"), splice(6, 8, b"")];
    let new = crate::core::splice::apply(old, &splices);
    assert_eq!(new, b"a\nx\ny\nc\n");
    assert_eq!(changed_lines(&splices, &new), [1..3, 3..5]);
}
