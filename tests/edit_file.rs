//! Edits of one file without a repository.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]

use std::{fs, path::Path};

use git_sr::{
    core::locate::Tier,
    edit_file::{
        BlocksError, Edit, EditError, EditOptions, apply_edits, parse_blocks, parse_path_blocks,
        preview_edits,
    },
};

fn with(text: &str, check: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("it works");
    let path = folder.path().join("a.py");
    fs::write(&path, text).expect("it works");
    check(&path);
}

/// The file with the edits; or the error.
fn edited(text: &str, edits: &[(&str, &str)]) -> Result<String, EditError> {
    let mut result = None;
    with(text, |path| {
        let edits: Vec<Edit> = edits.iter().map(|edit| Edit::from(*edit)).collect();
        let made = apply_edits(path, &edits, &EditOptions::default());
        let left = fs::read_to_string(path).expect("it works");
        if made.is_err() {
            assert_eq!(left, text, "an error leaves the file as it was");
        }
        result = Some(made.map(|_| left));
    });
    result.expect("it works")
}

#[test]
fn edits_are_for_the_file_as_it_was() {
    assert_eq!(edited("a b\nc\n", &[("c", "a"), ("a", "x"), ("b", "y")]).expect("it works"), "x y\na\n");
    let error = edited("a\n", &[("a", "b"), ("b", "c")]).expect_err("it is refused");
    assert!(matches!(error, EditError::TextNotFound { edit_index: 1, ref old, .. } if old == "b"));
}

#[test]
fn a_text_that_is_there_twice_is_refused_with_its_places() {
    let error = edited("\u{feff}aa\r\nb\r\naa\r\n", &[("b", "c"), ("aa", "x")]).expect_err("it is refused");
    let EditError::AmbiguousMatch { edit_index: 1, positions, .. } = &error else { panic!("{error:?}") };
    assert_eq!(positions, &[3, 10]);
    assert!(matches!(edited("aaa", &[("aa", "b")]), Err(EditError::AmbiguousMatch { .. })), "places overlap");
}

#[test]
fn places_of_lines_are_counted_from_the_first_byte_of_the_file() {
    let text = "\u{feff}value = compute(1)\r\nx\r\n\tvalue = compute(1)\r\n";
    let error = edited(text, &[("  value = compute(1)\nx\n", "y\n")]).expect_err("it is refused");
    assert!(matches!(error, EditError::TextNotFound { .. } | EditError::Refused { .. }));
    let error = edited(text, &[("  value = compute(1)\n", "y\n")]).expect_err("it is refused");
    let EditError::AmbiguousMatch { positions, .. } = &error else { panic!("{error:?}") };
    assert_eq!(positions, &[3, 26]);
}

#[test]
fn places_that_overlap_are_refused() {
    let error =
        edited("one two three\n", &[("two three", "x"), ("one two", "y")]).expect_err("it is refused");
    assert!(matches!(error, EditError::OverlappingEdits { edit_index: 1, other_edit_index: 0, .. }));
    assert_eq!(
        edited("one two\n", &[("one ", "1 "), ("two", "2")]).expect("it works"),
        "1 2\n",
        "side by side"
    );
}

#[test]
fn what_changes_nothing_is_refused_but_in_a_preview() {
    assert!(matches!(edited("a\n", &[("", "b")]), Err(EditError::EmptyOldText { edit_index: 0, .. })));
    assert!(matches!(edited("a\n", &[("a", "a")]), Err(EditError::NoChanges { edit_index: Some(0), .. })));
    assert!(matches!(edited("a\n", &[]), Err(EditError::NoChanges { edit_index: None, .. })));
    with("a\n", |path| {
        let preview = preview_edits(path, &[Edit::new("a", "b")], &EditOptions::default()).expect("it works");
        assert_eq!((preview.diff.to_string().as_str(), preview.is_written), ("@@ -1 +1 @@\n-a\n+b\n", false));
        assert_eq!(fs::read_to_string(path).expect("it works"), "a\n");
        assert!(
            preview_edits(path, &[Edit::new("a", "a")], &EditOptions::default())
                .expect("it works")
                .diff
                .is_empty()
        );
    });
}

#[test]
fn line_endings_and_the_byte_order_mark_stay() {
    let made =
        edited("\u{feff}a\r\nb\r\nc\n", &[("a\nb\n", "1\n2\n3\n"), ("c", "4\r\n5")]).expect("it works");
    assert_eq!(made, "\u{feff}1\r\n2\r\n3\r\n4\n5\n");
}

#[test]
fn whole_lines_are_looked_for_by_the_ladder() {
    let text = "def greet():\n    say(\u{201c}hello there\u{201d})\n    return 1  \n";
    let edits = [
        ("def greet():\n    say(\"hello there\")\n", "def greet():\n    say(\"hello again\")\n"),
        ("    return 1\n", "    return 2\n"),
    ];
    let made = edited(text, &edits).expect("it works");
    assert_eq!(made, "def greet():\n    say(\u{201c}hello again\u{201d})\n    return 2  \n");
    with(text, |path| {
        let exact = EditOptions { last_tier: Tier::Exact, ..EditOptions::default() };
        let error = apply_edits(path, &[Edit::new("    say(\"hello there\")\n", "x\n")], &exact)
            .expect_err("it is refused");
        assert!(matches!(error, EditError::TextNotFound { .. }));
    });
    let error = edited(
        "if a:\n  value = compute(1)\nif b:\n    value = compute(1)\n",
        &[("\tvalue = compute(1)\n", "\tvalue = compute(2)\n")],
    )
    .expect_err("it is refused");
    let EditError::AmbiguousMatch { positions, .. } = &error else { panic!("{error:?}") };
    assert_eq!(positions, &[6, 33]);
}

#[test]
fn blocks_of_a_reply_are_whole_lines_and_know_theirs() {
    let text = "Here:\na.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```\n";
    let files = parse_path_blocks(text).expect("it works");
    let [(path, edits)] = &files[..] else { panic!("{files:?}") };
    assert_eq!((path.as_str(), edits[0].line), ("a.py", Some(4)));
    assert_eq!(parse_blocks(text).expect("it works"), *edits);
    with("xx\nx\n", |path| {
        apply_edits(path, edits, &EditOptions::default()).expect("it works");
        assert_eq!(fs::read_to_string(path).expect("it works"), "xx\ny\n");
    });
    assert!(matches!(parse_blocks("<<<<<<< SEARCH\nx\n"), Err(BlocksError::Fault(fault)) if fault.line == 1));
}

#[test]
fn what_is_no_text_or_no_file_is_refused() {
    assert!(matches!(edited("a\0b", &[("a", "b")]), Err(EditError::NotText { .. })));
    let folder = tempfile::tempdir().expect("it works");
    let missing = apply_edits(folder.path().join("x"), &[Edit::new("a", "b")], &EditOptions::default());
    assert!(
        matches!(missing, Err(EditError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound)
    );
    let a_folder = apply_edits(folder.path(), &[Edit::new("a", "b")], &EditOptions::default());
    assert!(matches!(a_folder, Err(EditError::Io { .. })));
}

#[cfg(unix)]
#[test]
fn the_mode_and_a_link_to_the_file_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    with("a\n", |path| {
        fs::set_permissions(path, fs::Permissions::from_mode(0o750)).expect("it works");
        let link = path.with_file_name("link");
        std::os::unix::fs::symlink(path, &link).expect("it works");
        apply_edits(&link, &[Edit::new("a", "b")], &EditOptions::default()).expect("it works");
        assert!(fs::symlink_metadata(&link).expect("it works").is_symlink());
        assert_eq!(fs::read_to_string(path).expect("it works"), "b\n");
        assert_eq!(fs::metadata(path).expect("it works").permissions().mode() & 0o777, 0o750);
    });
}

#[test]
fn edits_of_many_threads_are_all_made() {
    let lines: String = (0..40).map(|line| format!("<{line}>\n")).collect();
    with(&lines, |path| {
        let options = EditOptions { across_processes: true, ..EditOptions::default() };
        std::thread::scope(|scope| {
            for line in 0..40 {
                let options = &options;
                scope.spawn(move || {
                    let edit = Edit::new(format!("<{line}>"), format!("[{line}]"));
                    apply_edits(path, &[edit], options).expect("it works");
                });
            }
        });
        let left = fs::read_to_string(path).expect("it works");
        assert_eq!(left, lines.replace('<', "[").replace('>', "]"));
    });
}
