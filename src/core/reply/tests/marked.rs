//! Markers with other words, and what models put around their markers.

use super::*;

fn block(opener: &str, divider: &str, closer: &str) -> String {
    format!("a.rs\n```\n{opener}\nold\n{divider}\nnew\n{closer}\n```\n")
}

#[test]
fn markers_with_other_words_frame_a_block_together() {
    for (opener, closer) in [
        ("<<<<<<< SEARCH", ">>>>>>> SEARCH"),
        ("<<<<<<< SEARCH", ">>>>>>> END"),
        ("<<<<<<< SEARCH:", ">>>>>>> REPLACE"),
        ("<<<<<<< search", ">>>>>>> replace"),
        ("<<<<<<<", ">>>>>>>"),
        ("<<<<<<< HEAD", ">>>>>>> updated"),
        ("<<<<<<< ORIGINAL", ">>>>>>> MODIFIED"),
        ("<<<<<<< OLD", ">>>>>>> NEW"),
        ("  <<<<<<< Before", "  >>>>>>> After"),
    ] {
        let divider = if opener.starts_with(' ') { "  =======" } else { "=======" };
        let text = block(opener, divider, closer);
        assert_eq!(edits(&text), [edit("a.rs", "old\n", "new\n")], "{text}");
        assert_eq!(read(&text.repeat(2)).blocks.len(), 2, "{text}");
    }
}

#[test]
fn markers_that_may_be_those_of_a_conflict_are_refused() {
    for (opener, closer) in [
        ("<<<<<<< HEAD", ">>>>>>> feature"),
        ("<<<<<<< HEAD", ">>>>>>>"),
        ("<<<<<<< HEAD", ">>>>>>> END"),
        ("<<<<<<< HEAD", ">>>>>>> new"),
        ("<<<<<<< ours", ">>>>>>> theirs"),
        ("<<<<< search", ">>>>> replace"),
    ] {
        let reply = format!(
            "{}{}",
            block("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"),
            block(opener, "=======", closer)
        );
        assert_ne!(faults(&reply), [], "{reply}");
    }
}

#[test]
fn other_words_in_a_block_are_text() {
    let conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> updated\n";
    let text = format!("a.rs\n<<<<<<<< SEARCH\n{conflict}========\nnew\n>>>>>>>> REPLACE\n");
    assert_eq!(edits(&text), [edit("a.rs", conflict, "new\n")]);
    let text = "a.rs\n<<<<<<< SEARCH\nold\n=======\n>>>>>>> END\n>>>>>>> REPLACE\n";
    assert_eq!(edits(text), [edit("a.rs", "old\n", ">>>>>>> END\n")]);
}

#[test]
fn an_end_token_is_no_text_of_a_block() {
    let with = |replace: &str| format!("a.rs\n<<<<<<< SEARCH\nold\n=======\n{replace}>>>>>>> REPLACE\n");
    for token in ["<|im_end|>", "<|eot_id|>", "</s>"] {
        for replace in [format!("new\n{token}\n"), format!("new{token}\n"), format!("new\n{token}\n\n")] {
            assert_eq!(edits(&with(&replace)), [edit("a.rs", "old\n", "new\n")], "{replace}");
        }
    }
    for replace in ["<|im_start|>\nx\n<|im_end|>\n", "<s>x</s>\n", "end = \"<|im_end|>\"\n"] {
        assert_eq!(edits(&with(replace)), [edit("a.rs", "old\n", replace)], "{replace}");
    }
}
