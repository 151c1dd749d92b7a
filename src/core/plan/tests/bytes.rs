//! Bytes that no block means to change do not change.

use bstr::ByteSlice as _;

use super::*;

/// Blocks on a text in a work tree whose new files end lines with CRLF.
fn with_crlf(text: Option<&str>, reply: &str) -> String {
    let files: Vec<_> = text.map(|text| ("f.txt", text)).into_iter().collect();
    let world = Fake { ending: Ending::CrLf, ..Fake::new(&files) };
    applied_with(&world, &settings(), reply).expect("applied").remove("f.txt").expect("there")
}

#[test]
fn line_endings_are_those_of_the_file_whatever_the_reply_has() {
    assert_eq!(changed("a\r\nb\r\nc\r\n", &[("b\n", "x\ny\n")]), Ok("a\r\nx\r\ny\r\nc\r\n".into()));
    let reply = on_f(&[("b\n", "x\ny\n")]).replace('\n', "\r\n");
    assert_eq!(applied(&[("f.txt", "a\nb\n")], &reply), Ok(tree(&[("f.txt", "a\nx\ny\n")])));
}

#[test]
fn each_line_keeps_its_own_ending() {
    assert_eq!(changed("a\r\nb\nc\r\nd\n", &[("a\nb\nc\n", "A\nB\nc\n")]), Ok("A\r\nB\nc\r\nd\n".into()));
}

#[test]
fn a_byte_order_mark_is_kept() {
    assert_eq!(changed("\u{feff}a\nb\n", &[("a\n", "x\na\n")]), Ok("\u{feff}x\na\nb\n".into()));
}

#[test]
fn a_byte_order_mark_of_a_whole_text_is_that_of_the_file() {
    let wrote = |file: &str| {
        let call = serde_json::json!({"file_path": "f.md", "content": "\u{feff}# T\n\n2\n"});
        let call = serde_json::json!({"name": "Write", "input": call}).to_string();
        applied(&[("f.md", file)], &call).map(|tree| tree["f.md"].clone())
    };
    for file in ["\u{feff}# T\n\n1\n", "# T\n\n1\n"] {
        assert_eq!(wrote(file).as_deref(), Ok("\u{feff}# T\n\n2\n"), "{file}");
    }
}

#[test]
fn a_missing_final_newline_stays_missing() {
    assert_eq!(changed("a\nb", &[("b\n", "b\nc\n")]), Ok("a\nb\nc".into()));
    assert_eq!(changed("a\nb", &[("b\n", "")]), Ok("a".into()));
    assert_eq!(changed("a\r\nb", &[("a\n", "")]), Ok("b".into()));
    assert_eq!(changed("a\nb", &[("a\n", "x\n"), ("b\n", "y\n")]), Ok("x\ny".into()));
}

#[test]
fn a_lone_carriage_return_is_content() {
    assert_eq!(changed("a\rb\nc\n", &[("a\rb\n", "a\rx\n")]), Ok("a\rx\nc\n".into()));
    assert_eq!(changed("a\rb\nc\n", &[("a\n", "x\n")]), Err(vec!["not-found"]));
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut world = Fake::new(&[]);
    world.files.insert("f.txt".into(), b"a\n\xff\xfe\nb\n".to_vec());
    let plan = planned_with(&world, &settings(), &on_f(&[("b\n", "c\n")]));
    assert_eq!(
        plan.files[0].edited.change.new.as_ref().map(|new| &new.bytes[..]),
        Some(&b"a\n\xff\xfe\nc\n"[..])
    );
}

#[test]
fn a_file_gets_no_characters_of_another_encoding() {
    let outcome = |file: &[u8], new: &[u8]| {
        let mut world = Fake::new(&[]);
        world.files.insert("f.txt".into(), [b"a\n", file, b"b\n"].concat());
        let block = on_f(&[("b\n", "NEW\n")]).into_bytes().replace("NEW", new);
        let source = Source { name: "-".into(), reply: reply::parse(&block, &reply::Options::default()) };
        let policy = Policy::new(Rules::default()).expect("no rules");
        outcomes(&plan(&[source], &policy, &settings(), &world))[0]
    };
    let (utf8, latin1): (&[u8], &[u8]) = ("caf\u{e9}\n".as_bytes(), b"caf\xe9\n");
    let new = |file: &[u8]| [file.trim_ascii_end(), b"s"].concat();
    for (file, other) in [(utf8, latin1), (latin1, utf8)] {
        assert_eq!(outcome(file, &new(other)), "encoding");
        assert_eq!(outcome(file, &new(file)), "applied");
        assert_eq!(outcome(b"cafe\n", &new(file)), "applied");
    }
}

#[test]
fn a_new_file_ends_its_lines_as_the_work_tree_says_and_with_a_newline() {
    assert_eq!(with_crlf(None, &edit("f.txt", "", "a\nb\n")), "a\r\nb\r\n");
}

#[test]
fn a_file_without_any_ending_takes_that_of_a_new_one() {
    assert_eq!(with_crlf(Some(""), &edit("f.txt", "", "a\nb\n")), "a\r\nb\r\n");
    assert_eq!(with_crlf(Some("a"), &edit("f.txt", "a\n", "a\nb\n")), "a\r\nb");
}

#[test]
fn a_file_made_anew_ends_its_lines_as_a_new_one() {
    let reply = [delete("f.txt"), edit("f.txt", "", "a\nb\n")].concat();
    assert_eq!(with_crlf(Some("old\n"), &reply), "a\r\nb\r\n");
}

#[test]
fn an_insertion_in_front_of_a_line_without_ending_gets_one() {
    assert_eq!(changed("b", &[("b\n", "a\nb\n")]), Ok("a\nb".into()));
    assert_eq!(changed("", &[("", "a\n")]), Ok("a\n".into()));
}

#[test]
fn code_is_not_indented_with_special_blanks() {
    let (plain, typeset) = ("if a:\n    b()\n", "if a:\n\u{a0}\u{a0}\u{a0}\u{a0}b()\n");
    let added = |path: &str, text: &str, new: &str| {
        applied(&[(path, text)], &edit(path, "a = 1\n", &format!("a = 1\n{new}"))).map(|_| ())
    };
    for path in ["a.py", "a.sh", "a.yaml", "a.unknown"] {
        assert_eq!(added(path, "a = 1\n", plain), Ok(()), "{path}");
        assert_eq!(added(path, "a = 1\n", typeset), Err(vec!["parse"]), "{path}");
        assert_eq!(applied(&[], &edit(path, "", typeset)).map(|_| ()), Err(vec!["parse"]), "{path}");
    }
    assert_eq!(added("a.py", "a = 1\n", "if a:\n \u{2003} b()\n"), Err(vec!["parse"]));
    for (path, text, new) in [
        ("a.md", "a = 1\n", typeset),
        ("a.sh", "a = 1\n\u{a0}b\n", typeset),
        ("a.js", "a = 1\n", "\u{a0}\u{a0}// b\n"),
        ("a.js", "a = 1\n", "b(\"a\u{a0}b\")\n"),
        ("a.html", "a = 1\n", "\u{3000}\u{3000}a\n"),
    ] {
        assert_eq!(added(path, text, new), Ok(()), "{path} {new}");
    }
}
