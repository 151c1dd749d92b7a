//! Cost of large files and deep nesting.

use super::*;

/// Returns whether a new text is not looked at, for it would take too long.
#[cfg(feature = "syntax")]
fn is_given_up(path: &str, text: &str) -> bool {
    let mut work = Work::of_file();
    compare(language(path)[0], None, text.as_bytes(), &[], &mut work).is_err()
}

#[cfg(feature = "syntax")]
#[test]
fn nesting_without_end_is_given_up_or_found_wrong() {
    for (path, text) in [("a.json", "["), ("a.toml", "a = [["), ("a.json", "{\"a\":")] {
        assert_ne!(found(path, &text.repeat(MAX_BYTES / text.len())), [], "{path}");
    }
    for (path, text) in [("a.html", "<a>"), ("a.cpp", "a<"), ("a.yaml", "- ")] {
        assert!(is_given_up(path, &text.repeat(100_000)), "{path}");
    }
    let nested = |levels: usize| -> String {
        (0..levels).map(|level| format!("{}if x:\n", " ".repeat(level))).collect::<String>()
            + &" ".repeat(levels)
            + "y\n"
    };
    assert!(is_given_up("a.py", &nested(600)) && !is_given_up("a.py", &nested(90)));
    let deep: String = (0..300).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert!(is_given_up("a.yaml", &deep) && is_given_up("a.yaml", &format!("{}b\n", "- ".repeat(300))));
}

#[cfg(feature = "syntax")]
#[test]
fn ordinary_files_are_not_given_up() {
    let page =
        "<div class=\"a\"><ul><li>b<li>c<br></ul><p>d<img src=e><a href=\"#\">f</a></div>\n".repeat(2_000);
    assert!(!is_given_up("a.html", &page));
    let yaml = "a:\n  - b: 1\n    c: [d, e]\n  - f: >\n      g - h: i - j\n".repeat(2_000);
    assert!(!is_given_up("a.yaml", &yaml));
    let python = "def f(a, b=1):\n    if a > 1:\n        return [a, *b]\n    return g(a, b={1: 2})\n\n\n";
    assert!(!is_given_up("a.py", &python.repeat(WHOLE_OF_PYTHON / python.len())));
    let json = format!("[{}1]", "{\"a\": [1, 2.5, null]},\n".repeat(40_000));
    assert!(!is_given_up("a.json", &json) && found("a.json", &json).is_empty());
}

/// The work that a new text costs.
#[cfg(feature = "syntax-bash")]
fn spent(path: &str, text: &str) -> usize {
    let mut work = Work::of_batch();
    drop(compare(language(path)[0], None, text.as_bytes(), &[], &mut work));
    Work::of_batch().left - work.left
}

#[cfg(feature = "syntax-bash")]
#[test]
fn what_is_read_again_and_again_is_work() {
    // From each of them the scanner looks for a line `A` to the end of the text.
    let open = |lines: usize| "<<A\n".repeat(lines);
    assert!(!is_given_up("a.sh", &open(20)));
    for lines in [1_000, 4_000, 16_000] {
        assert!(is_given_up("a.sh", &open(lines)), "{lines}");
        let most = 200 + lines * "<<A\n".len() / 20;
        // In the turn in which too much is read, no more than its steps.
        assert!((most..most + 10).contains(&spent("a.sh", &open(lines))), "{lines}");
    }
    let closed = "cat <<A\nb\nA\n".repeat(4_000);
    assert!(!is_given_up("a.sh", &closed));
}

#[cfg(feature = "syntax-python")]
#[test]
fn errors_are_not_counted_without_end() {
    for text in ["if x:\n", "while 1:\n", "def f[T](a):\n", "x = = 1\n"] {
        assert_eq!(found("a.py", &text.repeat(1_500)).len(), error::MOST_ERRORS, "{text}");
    }
}

/// A new file of so many bytes is read.
#[cfg(feature = "syntax")]
const WHOLE_OF_PYTHON: usize = 200 << 10;

#[cfg(feature = "syntax-python")]
#[test]
fn a_batch_has_a_budget_of_its_own() {
    let text = "x = [1, 2]\n".repeat(2_000);
    let mut work = Work::of_batch();
    let mut parsed = 0;
    while compare(known("py"), None, text.as_bytes(), &[], &mut work).is_ok() {
        parsed += 1;
    }
    assert!((10..1_000).contains(&parsed), "{parsed}");
}

#[cfg(feature = "syntax-python")]
#[test]
fn of_a_file_too_large_to_parse_the_part_around_the_change_is_compared_with_what_it_was() {
    let function = |n: usize| format!("def f_{n}(a):\n    if a:\n        return [a, {n}]\n\n\n");
    let old: String = (0..15_000).map(function).collect();
    let look = |old: &str, new: &str| {
        let splices = Vec::from_iter(Splice::between(old.as_bytes(), new.as_bytes()));
        let changed = changed_lines(&splices, new.as_bytes());
        let compared =
            compare(known("py"), Some(old.as_bytes()), new.as_bytes(), &changed, &mut Work::of_file());
        compared.map(|found| found.expect("a grammar").1)
    };
    let new = old.replacen("[a, 7500]", "[a, 7", 1);
    let found = look(&old, &new).expect("little work");
    assert!(!found.errors.is_empty() && found.was_broken);
    assert_eq!(look(&new, &new.replacen("[a, 7499]", "[a, 1]", 1)), Err(TooLong));
    assert_eq!(look(&new, &old), Ok(NewErrors::default()));
}

#[cfg(feature = "syntax-python")]
#[test]
fn of_a_large_file_the_part_around_the_change_tells() {
    let function = |n: usize| format!("def f_{n}(a):\n    if a:\n        return [a, {n}]\n\n\n");
    let old: String = (0..3000).map(function).collect();
    let look = |from: &str, to: &str| {
        let new = old.replacen(from, to, 1);
        let splices = Vec::from_iter(Splice::between(old.as_bytes(), new.as_bytes()));
        let changed = changed_lines(&splices, new.as_bytes());
        let window = super::window::window(known("py"), new.as_bytes(), &changed).expect("a window");
        assert!(window.len() < 40_000 && new[window.clone()].starts_with("def f_") && new.len() > 64 << 10);
        let compared =
            compare(known("py"), Some(old.as_bytes()), new.as_bytes(), &changed, &mut Work::of_file());
        let (_, found) = compared.expect("few steps").expect("a grammar");
        found.errors.into_iter().map(|error| error.line).collect::<Vec<_>>()
    };
    assert_eq!(look("[a, 1500]", "[a, 7]"), Vec::<usize>::new());
    assert_eq!(look("[a, 1500]", "[a, 7")[0], 1500 * 5 + 2);
    assert_eq!(look("        return [a, 1500]", "        return 7\n         return 8")[0], 1500 * 5 + 3);
    assert_ne!(look("def f_1500(a):", "'''\ndef f_1500(a):"), Vec::<usize>::new());
}

#[cfg(feature = "syntax-python")]
#[test]
fn a_large_file_that_ends_its_lines_in_crlf_has_a_window_too() {
    let function = |n: usize| format!("def f_{n}(a):\r\n    if a:\r\n        return [a, {n}]\r\n\r\n\r\n");
    let text: String = (0..3000).map(function).collect();
    let changed = 1500 * 5 + 2..1500 * 5 + 3;
    let window = super::window::window(known("py"), text.as_bytes(), &[changed]).expect("a window");
    assert!(window.len() < 40_000 && text[window].starts_with("def f_"));
}
