//! Absolute paths, and ways out of the work tree.

use super::*;

#[test]
fn one_leading_slash_goes_if_the_rest_is_there() {
    let stripped = Some(("src/a.rs".into(), vec![Note::Stripped("/")]));
    assert_eq!(named("/src/a.rs", Purpose::Edit, &["src/a.rs"]), stripped);
    assert_eq!(way("/src/b.rs", Purpose::Edit), Some(Outside::Absolute));
}

#[test]
fn one_leading_slash_goes_on_a_new_file_if_its_folder_is_there() {
    let stripped = Some(("src/b.rs".into(), vec![Note::Stripped("/")]));
    assert_eq!(named("/src/b.rs", Purpose::Create, &["src/a.rs"]), stripped);
    assert_eq!(way("/etc/passwd", Purpose::Create), Some(Outside::Absolute));
}

#[test]
fn an_absolute_path_below_the_root_becomes_relative() {
    let relative = Some(("src/a.rs".into(), vec![Note::FromAbsolute]));
    assert_eq!(named("/x/repo/src/a.rs", Purpose::Edit, &["src/a.rs"]), relative);
    assert_eq!(named("/x/repo/src/a.rs", Purpose::Create, &[]), relative);
}

#[test]
fn a_sibling_of_the_root_is_outside() {
    assert_eq!(way("/x/repo-evil/src/a.rs", Purpose::Edit), Some(Outside::Absolute));
    assert_eq!(way("/x/repo/../repo-evil/f", Purpose::Create), Some(Outside::Parent));
}

#[test]
fn every_way_out_is_refused() {
    for (text, expected) in [
        ("../src/a.rs", Outside::Parent),
        (r"..\src\a.rs", Outside::Parent),
        ("no/such/../../../x", Outside::Parent),
        ("C:/x", Outside::Drive),
        (r"C:\src\a.rs", Outside::Drive),
        ("1:x", Outside::Drive),
        ("é:x", Outside::Drive),
        ("//host/x", Outside::Unc),
        (r"\\host\x", Outside::Unc),
        ("~/.bashrc", Outside::Home),
        ("~root/x", Outside::Home),
    ] {
        for purpose in [Purpose::Edit, Purpose::Create, Purpose::Delete, Purpose::RenameTarget] {
            assert_eq!(way(text, purpose), Some(expected), "{text}");
        }
    }
}

#[test]
fn an_absolute_path_of_another_machine_is_the_file_here_that_it_ends_in() {
    for text in ["/home/me/repo/src/a.rs", r"D:\work\repo\src\a.rs"] {
        let note = Note::FromElsewhere { given: text.into() };
        assert_eq!(
            named(text, Purpose::Edit, &["a.rs", "src/a.rs"]),
            Some(("src/a.rs".into(), vec![note])),
            "{text}"
        );
        assert_eq!(named(text, Purpose::Create, &["a.rs", "src/a.rs"]), None, "{text}");
        assert_eq!(named(text, Purpose::Delete, &["a.rs", "src/a.rs"]), None, "{text}");
    }
}

#[test]
fn an_absolute_path_with_a_folder_of_the_root_means_no_shorter_one() {
    let files = &["src/a.rs", "packages/b/src/b.rs"];
    for (text, path) in [("/w/repo/src/a.rs", Some("src/a.rs")), ("/w/packages/c/src/a.rs", None)] {
        let found = named(text, Purpose::Edit, files).map(|found| found.0);
        assert_eq!(found.as_deref(), path, "{text}");
    }
}

#[test]
fn an_absolute_path_of_this_machine_only_names_the_file_here() {
    for text in ["/here/me/repo/src/a.rs", r"D:\repo\src\a.rs", "/x/repo-evil/src/a.rs", "/etc/src/a.rs"] {
        let Err(ResolveError::Outside { similar, .. }) = ask(text, Purpose::Edit, &["a.rs", "src/a.rs"])
        else {
            panic!("not refused: {text}");
        };
        assert_eq!(similar, Some(path("src/a.rs")), "{text}");
    }
}
