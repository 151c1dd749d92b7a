//! Properties of the parser that hold for every input.

use proptest::prelude::*;

use super::*;

/// Markers, paths, fences and text in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("<<<<<<< SEARCH"),
        Just("<<<<< SEARCH"),
        Just("  <<<<<<< SEARCH"),
        Just("======="),
        Just("====="),
        Just("  ======="),
        Just(">>>>>>> REPLACE"),
        Just(">>>>> REPLACE"),
        Just("  >>>>>>> REPLACE"),
        Just(">>>>>>>"),
        Just("<<<<<<< DELETE"),
        Just(">>>>>>> DELETE"),
        Just("<<<<<<< RENAME"),
        Just(">>>>>>> RENAME"),
        Just("```"),
        Just("```bash"),
        Just("~~~~"),
        Just("</source>"),
        Just("src/a.rs"),
        Just("  x"),
        Just(""),
        Just("`rm x`:"),
        Just("<<<<<<< SEARCH a.rs\r"),
        Just("# \"\\056git\""),
        Just("é:"),
        Just("<<<<<<< search"),
        Just("> <<<<<<< SEARCH"),
        Just("*** Begin Patch"),
        Just("<think>"),
        Just("</think>x"),
        Just("x</thinking>"),
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

/// Asserts the properties of a parsed reply.
fn assert_sound(reply: &[u8]) {
    let found = parse(reply, &Options::default());
    assert_in_order(reply, &found);
    for block in &found.blocks {
        assert!(block.path.iter().all(|path| std::str::from_utf8(&path.text).is_ok()));
        let Operation::Edit(edit) = &block.operation else { continue };
        assert!((1..=64).contains(&edit.dividers.len()));
        for divider in &edit.dividers {
            assert!(edit.body[divider.start..divider.end].trim_ascii().iter().all(|byte| *byte == b'='));
        }
        let whole = &reply[block.span.start..block.span.end];
        match &edit.body {
            Cow::Borrowed(body) => {
                let opener = memchr::memchr(b'\n', whole).expect("a line") + 1;
                assert_eq!(whole[opener..opener + body.len()], **body);
            }
            // Only indentation is removed, so the rest is there in order.
            Cow::Owned(body) => {
                let mut rest = whole.iter();
                assert!(body.iter().all(|byte| rest.any(|other| other == byte)));
            }
        }
    }
    assert!(found.faults.is_sorted_by_key(|fault| fault.line));
}

/// Section lines that are no markers of width 7 and no fence of the frame.
fn section() -> impl Strategy<Value = String> {
    prop::collection::vec("[ -;?-~\t]{0,12}|<<<<< SEARCH|=====|>>>>> REPLACE|```|  =======", 0..6)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

proptest! {
    #[test]
    fn random_bytes_are_read_soundly(reply: Vec<u8>) {
        assert_sound(&reply);
    }

    #[test]
    fn random_lines_are_read_soundly(reply in lines()) {
        assert_sound(reply.as_bytes());
        assert_sound(reply.replace('\n', "\r\n").as_bytes());
    }

    #[test]
    fn what_is_rendered_is_read_again(
        blocks in prop::collection::vec(("[a-z]{1,8}(/[a-z]{1,8}){0,2}\\.[a-z]{1,3}", section(), section()), 0..6),
        fenced: bool,
    ) {
        let fence = if fenced { "````\n" } else { "\n" };
        let reply: String = blocks
            .iter()
            .map(|(path, search, replace)| {
                format!("{path}\n{fence}<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n{fence}")
            })
            .collect();
        prop_assert_eq!(edits(&reply), blocks);
    }
}

/// Were each line compared with all others, this would not end.
#[test]
fn whatever_repeats_is_read_in_linear_time() {
    let open = "<think>\n";
    let shapes = [
        open.to_owned(),
        "<think>".into(),
        "</think>\n".into(),
        "</think>".into(),
        "x</think>x\n".into(),
        "<reasoning>\n<<<<<<< SEARCH\n</reasoning>\n".into(),
        format!("a.rs\n{BLOCK}</think>\n"),
        format!("{open}a.rs\n{BLOCK}"),
        "<<<<<<< SEARCH\n</think>\n".into(),
        "=======\n>>>>>>>\n".into(),
        "old_str\"".into(),
        "\"edits\"   ".into(),
        "<<<<<<< search\n".into(),
        "[a#1234]".into(),
        "a.rs\n```x\n".into(),
        format!("{}\n{BLOCK}", "[a.py](x ".repeat(400)),
    ];
    for shape in shapes {
        for start in ["", "<think> x\n", "```\n"] {
            let reply = start.to_owned() + &shape.repeat((1 << 18) / shape.len());
            assert!(read(&reply).blocks.is_sorted_by_key(|block| block.line));
        }
    }
}
