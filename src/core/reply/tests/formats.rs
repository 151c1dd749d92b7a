//! Formats that a reply shows, and replies with several.

use super::{types::Weight, *};

/// A reply in each format, and the line that shows it.
pub(super) const SAMPLES: &[(&str, usize, &str)] = &[
    ("misspelt", 2, "a.rs\n<<<<<< search\nold\n=======\nnew\n>>>>>> replace\n"),
    ("misspelt", 2, "a.rs\n<<<<<<< SERACH\nold\n=======\nnew\n"),
    ("misspelt", 1, "<<<< SEARCH\nold\n====\nnew\n>>>> REPLACE\n"),
    ("misspelt", 1, "<<<<<<< Search: src/a.rs\nold\n=======\nnew\n"),
    ("escaped", 2, "a.rs\n&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\nold\n=======\nnew\n"),
    ("escaped", 1, r"\<\<\<\<\<\<\< SEARCH"),
    ("in-json", 1, r#"{"content": "a.rs\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"}"#),
    ("quoted", 2, "> a.rs\n> <<<<<<< SEARCH\n> old\n> =======\n> new\n> >>>>>>> REPLACE\n"),
    ("quoted", 1, " 12 | <<<<<<< SEARCH src/a.rs\n"),
    ("cline", 2, "a.rs\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n"),
    ("apply-patch", 1, "*** Begin Patch\n*** Update File: a.rs\n-old\n+new\n*** End Patch\n"),
    ("anchored", 2, "a.rs\n««« EDIT\nabove\n───────\nold\n"),
    ("lined", 3, "Now:\n\n[src/a.rs#cbf407fcc75f]\nPUT >55:\n+x\n"),
    ("json", 2, "```json\n{\"old_string\": \"a\"\n}\n```\n"),
    ("json", 1, r#"[{"arguments": "{\"path\": \"a\", \"old_str\" : \"b\"}"}]"#),
    ("data", 1, "{\n}\n"),
    ("data", 2, "So:\n[{\"file\": \"a.rs\"}]\n"),
    ("json", 1, "{\"name\": \"write_file\", \"input\": {\"path\": \"a\"}}\n"),
    ("json", 1, "{\"diff\": \"@@ -1 +1 @@\\n-x\\n+y\"\n}\n"),
    ("xml", 1, "<write_to_file>\n<path>a</path>\n"),
    ("xml", 1, "<function=edit>\n"),
    ("tool-call", 1, "<function=edit file>\n"),
    ("tool-call", 1, "<edit file=\"a.txt\">\n<search>\na\n</search>\n"),
    ("heredoc", 4, "Run:\n\n```bash\ncat > src/a.py <<'EOF'\nprint(1)\nEOF\n```\n"),
    ("heredoc", 1, "$ tee -a a.txt << EOF\nmore\nEOF\n"),
    ("conflict", 1, "**<<<<<<< SEARCH**\nold\n=======\nnew\n**>>>>>>> REPLACE**\n"),
    ("conflict", 2, "So:\n<<<<<<< SEARCH (b.rs)\nold\n=======\nnew\n>>>>>> REPLACE (b.rs)\n"),
    ("conflict", 1, "[SEARCH]\nold\n[REPLACE]\nnew\n"),
    ("conflict", 1, "SEARCH:\n"),
    ("conflict", 1, "FIND:\nx\nREPLACE WITH:\ny\n"),
    ("xml", 2, "<tool_call>\n<function=edit>\n"),
    ("tool-call", 1, "<tool_call>\nedit\n"),
    ("tool-call", 1, "<old>\nx\n</old>\n<new>\ny\n</new>\n"),
    ("udiff", 2, "```diff\n--- a/a.rs\n+++ b/a.rs\n@@ ... @@\n-old\n+new\n```\n"),
    ("udiff", 1, "diff --git a/a b/a\n"),
    ("udiff", 1, "@@ -1,2 +1,2 @@\n"),
    ("conflict", 1, "<<<<<<< HEAD\nold\n=======\nnew\n>>>>>>> mine\n"),
    ("pairs", 1, "Before:\n```\nold\n```\nwith:\n```\nnew\n```\n"),
    ("whole", 3, "**src/a.rs**\n\n```rust\nfn main() {}\n```\n"),
    ("whole", 1, "```rust:src/a.rs\nfn main() {}\n```\n"),
    ("whole", 2, "FILE: Makefile.am\n```\nx\n```\n"),
    ("code", 2, "So:\n```rust\nfn main() {}\n```\n"),
];

/// A reply of which SEARCH/REPLACE blocks alone are read.
fn blocks_of(reply: &str) -> Reply<'_> {
    parse(reply.as_bytes(), &Options { format: named("diff"), ..Options::default() })
}

fn shown(reply: &str) -> Vec<(&str, usize)> {
    blocks_of(reply).surfaces.iter().map(|surface| (surface.format.id, surface.line)).collect()
}

#[test]
fn each_format_is_recognised_by_its_first_sign() {
    for &(id, line, reply) in SAMPLES {
        assert_eq!(shown(reply), [(id, line)], "{reply}");
        assert_eq!((blocks_of(reply).blocks, blocks_of(reply).faults), (vec![], vec![]), "{reply}");
    }
    let by_another = ["words", "field", "beside", "unmeant", "fenced-file", "file-marker", "headless-diff"];
    let shown = |format: &&Format| !format.is_blocks() && !by_another.contains(&format.id);
    for format in FORMATS.iter().filter(shown) {
        assert!(SAMPLES.iter().any(|(id, ..)| *id == format.id), "{}", format.id);
    }
}

#[test]
fn what_is_vague_is_named_alone_and_last() {
    assert_eq!(shown("```json\n{\"old_string\": \"a\"}\n```\n"), [("json", 2)]);
    assert_eq!(shown("```\nx\n```\n```json\n{\"a\": 1}\n```\n"), [("data", 5)]);
    assert!(FORMATS.iter().is_sorted_by_key(|format| format.weight == Weight::Vague));
}

#[test]
fn formats_have_names_of_their_own() {
    let mut ids: Vec<&str> = FORMATS.iter().map(|format| format.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), FORMATS.len());
    assert!(ids.iter().all(|id| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
}

#[test]
fn prose_blocks_and_reasoning_show_no_format() {
    for reply in [
        format!("I edit the array with old_string = [\"a\"] -- --- a.rs\na.rs\n{BLOCK}"),
        "a.rs\n<<<<<<< SEARCH\n<<<<<<< HEAD\n--- a\n+++ b\n*** Begin Patch\n=======\n>>>>>>> REPLACE\n"
            .into(),
        "<think>\n*** Begin Patch\n</think>\nDone.\n".into(),
        "*** Begin Patch\nThat is it.</think>\nDone.\n".into(),
        "```sh\nmake\n```\n- <b>\n[a](b)\n> quoted\n<<- x\n".into(),
    ] {
        assert_eq!(shown(&reply), [], "{reply}");
    }
}

#[test]
fn edits_that_are_not_read_are_a_fault_next_to_blocks() {
    for &(id, line, sample) in SAMPLES {
        let format = FORMATS.iter().find(|format| format.id == id).expect("a format");
        let reply = format!("{sample}\nb.rs\n{BLOCK}");
        let expected = |text: &str| {
            let beside = named("diff").expect("blocks");
            let kind = FaultKind::OtherFormat { format, beside, text: text.trim().into() };
            if matches!(format.weight, Weight::Edit | Weight::Unread) { vec![(line, kind)] } else { vec![] }
        };
        let text = sample.lines().nth(line - 1).expect("the line");
        assert_eq!(faults(&reply), expected(&text[..text.len().min(80)]), "{reply}");
        assert_eq!(blocks_of(&reply).faults, [], "{reply}");
        assert_eq!(blocks_of(&reply).blocks.len(), 1);
    }
}

#[test]
fn a_misspelt_opener_explains_the_closer_that_is_left() {
    let lines = |reply: &str| faults(reply).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(lines("a.rs\n<<<<<< search\nold\n=======\nnew\n>>>>>>> REPLACE\n"), [2, 6]);
    let fenced = |opener: &str| format!("a.rs\n```\n{opener}\nold\n=======\nnew\n>>>>>>> REPLACE\n```\n");
    assert_eq!(lines(&fenced("<<<<<<< SERACH")), [3, 7]);
    assert_eq!(lines(&fenced("<<<<<<< SEARCH (the first one)")), [7]);
}

/// Edits in forms that nothing reads, for the file `b.rs`.
const UNREAD: &[&str] = &[
    "<invoke name=\"Edit\">\n<parameter name=\"file_path\">b.rs</parameter>\n</invoke>\n",
    "<tool_call>\n<function=edit>\n<parameter=path>\nb.rs\n</parameter>\n</function>\n</tool_call>\n",
    "> b.rs\n> <<<<<<< SEARCH\n> old\n> =======\n> new\n> >>>>>>> REPLACE\n",
    "b.rs\n```diff\n-old\n+new\n```\n",
    "b.rs\n```diff\n old\n-old\n+new\n more\n```\n",
    "b.rs\n```\n<<<<<<< SEARCH (b.rs)\nold\n=======\nnew\n>>>>>>> REPLACE (b.rs)\n```\n",
    "b.rs\n```\n<<<<<<< MINE\nold\n=======\nnew\n>>>>>>> YOURS\n```\n",
    "b.rs\n```\n**<<<<<<< SEARCH**\nold\n=======\nnew\n**>>>>>>> REPLACE**\n```\n",
    "b.rs\n```\n# <<<<<<< SEARCH\nold\n# =======\nnew\n# >>>>>>> REPLACE\n```\n",
    "b.rs\n```\n<search>\nold\n</search>\n<replace>\nnew\n</replace>\n```\n",
];

proptest::proptest! {
    #[test]
    fn an_edit_that_nothing_reads_refuses_those_beside_it(
        read in proptest::sample::select(vec![
            "a.rs\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
            "a.rs\n```rust\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```\n",
            "*** Begin Patch\n*** Update File: a.rs\n-x\n+y\n*** End Patch\n",
            "{\"path\": \"a.rs\", \"old_string\": \"x\", \"new_string\": \"y\"}\n",
            "```diff\n--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-x\n+y\n```\n",
        ]),
        unread in proptest::sample::select(UNREAD),
        is_first: bool,
    ) {
        let reply = if is_first { format!("{unread}\nThen:\n\n{read}") } else { format!("{read}\nThen:\n\n{unread}") };
        // The files tell whether a diff below a path is made by the edits.
        let found = super::read(&reply);
        let is_asked = found.asides.iter().any(|aside| aside.wish == Wish::Change);
        // Beside a diff with a header, one below a path is read.
        let are_read = found.format.is_some_and(|format| format.id == "udiff") && found.blocks.len() == 2;
        proptest::prop_assert!(is_asked || are_read || !faults(&reply).is_empty(), "{}", reply);
    }
}

#[test]
fn prose_about_markers_beside_edits_is_no_edit() {
    for prose in
        ["`<<<<<<< SEARCH` opens a block.", "Search: the word.", "I use the <invoke> tag, and < SEARCH."]
    {
        assert_eq!(faults(&format!("{prose}\n\na.rs\n{BLOCK}\n{prose}\n")), [], "{prose}");
    }
}

#[test]
fn blocks_may_be_in_a_fence_of_changes() {
    for block in [
        BLOCK,
        "<<<<<<< SEARCH\n:start_line:1\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n",
        "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n",
    ] {
        let reply = format!("So:\n\na.rs\n```diff\n{block}```\n");
        assert_eq!(faults(&reply), [], "{reply}");
    }
}
