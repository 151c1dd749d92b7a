//! Edits in XML tags.

use super::*;

/// The blocks of a reply, a line each: line, path, sections, and the hints at their places.
fn shown(reply: &str) -> Vec<String> {
    let found = read(reply);
    assert_eq!(found.faults, [], "{reply}");
    assert!(found.format.is_some_and(|format| format.id == "xml"), "{reply}: {:?}", found.format);
    let blocks = found.blocks.iter().map(|block| {
        assert_eq!(reply[..block.span.start].matches('\n').count() + 1, block.line, "{reply}");
        let Operation::Edit(edit) = &block.operation else { panic!("not an edit: {block:?}") };
        let first = edit.readings().next().expect("a reading");
        let line = edit.hints.line.map(|line| format!(" @{line}")).unwrap_or_default();
        let whole = if matches!(edit.hints.extent, Extent::File { .. }) { " whole" } else { "" };
        format!(
            "{} {} {:?} {:?}{line}{whole}",
            block.line,
            block.path[0].text,
            text(first.search),
            text(first.replace)
        )
    });
    blocks.collect()
}

const ROO: &str = "<<<<<<< SEARCH\n:start_line:7\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n";
const CLINE: &str = "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n";

#[test]
fn the_path_of_a_call_is_that_of_its_blocks() {
    for (tool, edits, hint) in [
        ("apply_diff", ROO, " @7"),
        ("apply_diff", BLOCK, ""),
        ("replace_in_file", CLINE, ""),
        ("replace_in_file", BLOCK, ""),
        ("apply_diff", "--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1 +1 @@\n-old\n+new\n", ""),
        ("apply_diff", "@@ -3,2 +3,2 @@\n-old\n+new\n", ""),
    ] {
        let reply = format!(
            "I edit it:\n\n<{tool}>\n<path>src/a.rs</path>\n<diff>\n{edits}</diff>\n</{tool}>\n\nDone.\n"
        );
        let found = shown(&reply);
        assert!(found[0].ends_with(&format!(r#"src/a.rs "old\n" "new\n"{hint}"#)), "{found:?}");
        assert_eq!(found.len(), 1);
        let same_line = reply.replace("<diff>\n", "<diff>");
        assert_eq!(shown(&same_line).len(), 1);
    }
    let several = format!(
        "<replace_in_file>\n<path>a.rs</path>\n<diff>\n{CLINE}\n{CLINE}</diff>\n</replace_in_file>\n\n\
         <replace_in_file>\n<diff>\n{CLINE}</diff>\n<path>b.rs</path>\n</replace_in_file>\n"
    );
    assert_eq!(faults(&several), [(18, Malformed::Call.into())]);
    let several = several.replace(
        "<diff>\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n</diff>\n<path>b.rs</path>",
        "<path>b.rs</path>\n<diff>\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n</diff>",
    );
    let one = r#""old\n" "new\n""#;
    assert_eq!(
        shown(&several),
        [format!("4 a.rs {one}"), format!("10 a.rs {one}"), format!("21 b.rs {one}")]
    );
}

#[test]
fn a_call_of_roo_may_have_several_files() {
    let file = |path: &str, line: usize| {
        format!(
            "<file>\n  <path>{path}</path>\n  <diff>\n    <content><![CDATA[\n{BLOCK}]]></content>\n\
             <start_line>{line}</start_line>\n  </diff>\n</file>\n"
        )
    };
    let reply =
        format!("<apply_diff>\n<args>\n{}{}</args>\n</apply_diff>\n", file("a.rs", 3), file("b.rs", 9));
    let one = r#""old\n" "new\n""#;
    assert_eq!(shown(&reply), [format!("7 a.rs {one} @3"), format!("20 b.rs {one} @9")]);
    let plain = reply.replace("<![CDATA[", "").replace("]]>", "");
    assert_eq!(shown(&plain), shown(&reply));
}

#[test]
fn a_written_file_is_whole() {
    for (content, expected) in [
        ("\nx\n</content>", r#"4 a.rs "" "x\n" whole"#),
        ("x\n</content>", r#"3 a.rs "" "x\n" whole"#),
        (
            "\n</path>\n</content>\n</content>\n<line_count>2</line_count>",
            r#"4 a.rs "" "</path>\n</content>\n" whole"#,
        ),
    ] {
        let reply = format!("<write_to_file>\n<path>a.rs</path>\n<content>{content}\n</write_to_file>\n");
        assert_eq!(shown(&reply), [expected], "{reply}");
    }
}

#[test]
fn marks_of_unparsed_text_are_none_of_a_file() {
    let files = [
        ("<write_to_file>\n<path>a.rs</path>\n<content>", "</content>\n</write_to_file>\n"),
        ("<file path=\"a.rs\">\n", "\n</file>\n"),
        (
            "<invoke name=\"Write\">\n<parameter name=\"path\">a.rs</parameter>\n<parameter name=\"content\">",
            "</parameter>\n</invoke>\n",
        ),
    ];
    for (before, behind) in files {
        for (open, close) in [("<![CDATA[", "]]>"), ("<![CDATA[\n", "]]>"), ("\n  <![CDATA[\n", "]]>\n")] {
            let reply = |text: &str| format!("{before}{open}{text}{close}{behind}");
            let made = edits(&reply("if a < b\n\n x\n"));
            assert_eq!((made.len(), made[0].2.trim_end()), (1, "if a < b\n\n x"), "{open}");
            for odd in ["x]]>\n<![CDATA[y\n", "x]]]]><![CDATA[>\n"] {
                assert_eq!(faults(&reply(odd)), [(1, Malformed::Call.into())], "{odd}");
            }
            assert_ne!(faults(&reply("x\n").replace("]]>", "")), [], "{open}");
        }
        let own = "<a>\n<![CDATA[x]]>\n</a>\n";
        assert_eq!(edits(&format!("{before}{own}{behind}"))[0].2.trim(), own.trim());
    }
    let diff = "<![CDATA[\n@@ -1 +1 @@\n-x\n+y\n]]>";
    let found = read(&format!("<file path=\"a.rs\">\n{diff}\n</file>\n"))
        .blocks
        .iter()
        .map(|block| block.line)
        .collect::<Vec<_>>();
    assert_eq!(found, [3]);
    let fenced = |text: &str| format!("<file path=\"a.rs\">\n<![CDATA[\n```rust\n{text}```\n]]>\n</file>\n");
    assert_eq!(faults(&fenced("x\n")), []);
    assert_eq!(faults(&fenced("x\n```\ny\n")), [(1, Malformed::FenceWithin.into())]);
}

#[test]
fn a_file_in_a_tag_that_may_end_later_is_a_fault() {
    for text in ["# Doc\n<file path=\"u.md\">\nu\n</file>\nend\n", "<list>\n<file>\na\n</file>\n</list>\n"] {
        let reply = format!("<file path=\"t.md\">\n{text}</file>\n");
        let found = read(&reply);
        let [Fault { line: 1, kind, path: Some(_) }] = &found.faults[..] else {
            panic!("{:?}", found.faults)
        };
        assert_eq!(*kind, Malformed::EndWithin { end: "</file>".into() }.into());
    }
    let two = "<file path=\"a.md\">\na\n</file>\n<file path=\"b.md\">\nb\n</file>\n";
    assert_eq!(faults(two), []);
}

#[test]
fn a_part_of_a_call_is_refused_at_the_line_that_begins_it() {
    let field = "<parameter name=\"file_path\">a.rs</parameter>\n</invoke>\n";
    let whole = "<write_to_file>\n<path>a.rs</path>\n<content>\nx\n</content>\n</write_to_file>\n";
    for (reply, line) in [
        (format!("So:\n<invoke name=Edit>\n{field}"), 2),
        (format!("I do it <invoke name=\"Edit\">\n{field}"), 1),
        (format!("{whole}Ok. {whole}"), 7),
        (format!("{whole}</write_to_file>\n"), 7),
    ] {
        let lines: Vec<usize> = faults(&reply).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [line], "{reply}");
    }
}

#[test]
fn what_is_not_understood_in_tags_is_a_fault() {
    let edit = |rest: &str| format!("<apply_diff>\n{rest}</apply_diff>\n");
    let diff = format!("<diff>\n{BLOCK}</diff>\n");
    let call: FaultKind = Malformed::Call.into();
    for (reply, expected) in [
        (edit(&diff), (1, call.clone())),
        (edit(&format!("<path>a</path>\n{diff}prose\n")), (1, call.clone())),
        (edit(&format!("<path>a</path>\n<path>b</path>\n{diff}")), (1, call.clone())),
        (edit("<path>a</path>\n<diff>\nprose\n</diff>\n"), (1, call.clone())),
        (
            edit("<path>a</path>\n<diff>\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n</diff>\n"),
            (1, Malformed::TwoFiles { one: "a".into(), other: "b".into() }.into()),
        ),
        (edit(&format!("<path>a</path>\n<diff>\n{BLOCK}{CLINE}</diff>\n")), (1, call.clone())),
        (edit("<path>a</path>\n<diff>\n<<<<<<< SEARCH\nx\n</diff>\n"), (4, FaultKind::Unterminated)),
        (
            edit(&format!("<path>a</path>\n{diff}")) + "<insert_content>\n</insert_content>\n",
            (11, call.clone()),
        ),
        (edit(&format!("<path>a</path>\n{diff}")) + "</apply_diff>\n", (11, call.clone())),
        (
            "<write_to_file>\n<path>a.rs</path>\n<content>\n```rust\nx\n```\ny\n```\n</content>\n</write_to_file>\n"
                .into(),
            (1, Malformed::FenceWithin.into()),
        ),
    ] {
        assert!(faults(&reply).contains(&expected), "{reply}: {:?}", faults(&reply));
    }
    let open = format!("<apply_diff>\n<path>a</path>\n{diff}");
    assert!(matches!(faults(&open)[..], [(1, FaultKind::OtherFormat { .. }), ..]), "{:?}", faults(&open));
    let beside = edit(&format!("<path>a</path>\n{diff}")) + &format!("\nb.rs\n{BLOCK}");
    assert!(matches!(faults(&beside)[..], [(1, FaultKind::OtherFormat { .. })]), "{:?}", faults(&beside));
}

#[test]
fn calls_in_tags_are_read_in_linear_time() {
    for line in [
        "<apply_diff>\n",
        "<apply_diff>\n</apply_diff>\n",
        "<apply_diff>\n<path>a</path>\n<diff>\n</diff>\n</apply_diff>\n",
        "<path>a</path>\n<diff>\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</diff>\n",
        "</file>",
        "<file>",
        "</invoke>\n",
        "<parameter name=\"old_string\">",
    ] {
        for (start, end) in [("", ""), ("<apply_diff>\n", "\n</apply_diff>\n")] {
            let reply = [start, &line.repeat((1 << 18) / line.len()), end].concat();
            let found = parse(reply.as_bytes(), &Options::default());
            assert!(found.blocks.is_sorted_by_key(|block| block.line));
        }
    }
}

#[test]
fn a_tag_with_a_path_encloses_all_of_a_file_or_a_diff_for_it() {
    let reply = "<file path=\"a.py\">\nx = 1\n</file>\n\n<boltAction type=\"file\" filePath=\"b.py\">\n@@ -1 +1 @@\n-y\n+z\n</boltAction>\n";
    let read = read(reply);
    assert_eq!(read.faults, []);
    let blocks: Vec<_> =
        read.blocks.iter().map(|block| (block.path[0].text.to_string(), block.line)).collect();
    assert_eq!(blocks, [("a.py".into(), 1), ("b.py".into(), 6)]);
}

#[test]
fn a_tag_that_says_more_than_its_path_is_refused() {
    for reply in ["<file path=\"a.py\" mode=\"append\">\nx = 1\n</file>\n", "<file path=\"a.py\">\nx = 1\n"] {
        assert!(read(reply).blocks.is_empty(), "{reply}");
        assert_eq!(read(reply).faults.len(), 1, "{reply}");
    }
    let block = "b.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n";
    for tag in ["<delete path=\"a.py\"/>", "<edit file=\"a.py\">\n<search>\nx\n</search>\n</edit>"] {
        assert!(!read(&format!("{block}\n{tag}\n")).faults.is_empty(), "{tag}");
    }
}

/// A call with a tag for each field.
fn invoked(tool: &str, fields: &[(&str, &str)]) -> String {
    let fields: String = fields
        .iter()
        .map(|(name, value)| format!("<parameter name=\"{name}\">{value}</parameter>\n"))
        .collect();
    format!("<invoke name=\"{tool}\">\n{fields}</invoke>\n")
}

/// The same call with names behind equals signs.
fn in_other_form(call: &str) -> String {
    let call = call.replace("<invoke name=", "<function=").replace("</invoke>", "</function>");
    call.replace("<parameter name=", "<parameter=").replace('"', "")
}

#[test]
fn a_call_with_a_tag_for_each_field_is_that_in_json() {
    let edit = [("file_path", "a.rs"), ("old_string", "  x(\n    1)"), ("new_string", "  y(\n    1 < 2)")];
    let call = invoked("Edit", &edit);
    let prefixed = ["invoke", "parameter"].iter().fold(call.clone(), |call, tag| {
        let is = |sign: &str| (format!("{sign}{tag}"), format!("{sign}antml:{tag}"));
        let (open, close) = (is("<"), is("</"));
        call.replace(&open.0, &open.1).replace(&close.0, &close.1)
    });
    let framed = call.replace("_string\">", "_string\">\n").replace(")</", ")\n</");
    let list = format!("I call:\n\n<function_calls>\n{call}</function_calls>\n");
    let single = call.replace('"', "'");
    let suffixed = in_other_form(&framed);
    let wrapped = format!("<tool_call>\n{suffixed}</tool_call>\n");
    let lines = suffixed.replace("a.rs", "\na.rs\n");
    let all =
        [call.clone(), prefixed, framed, list, single, call.replace("\n<", "<"), suffixed, wrapped, lines];
    for reply in all {
        let found = read(&reply);
        assert_eq!((found.faults, found.blocks.len()), (vec![], 1), "{reply}");
        let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("{reply}") };
        let first = edit.readings().next().expect("a reading");
        assert_eq!(
            (text(first.search), text(first.replace)),
            ("  x(\n    1)".into(), "  y(\n    1 < 2)".into())
        );
        assert_eq!(found.blocks[0].path[0].text, "a.rs");
    }
    let all = [
        ("path", "a.rs"),
        ("edits", r#"[{"old_string": "1", "new_string": "2"}, {"old_string": "3", "new_string": ""}]"#),
    ];
    assert_eq!(read(&invoked("MultiEdit", &all)).blocks.len(), 2);
    let number =
        [("file_path", "a.rs"), ("old_string", "12"), ("new_string", "true"), ("replace_all", "true")];
    assert_eq!(read(&invoked("Edit", &number)).faults, []);
    assert_eq!(read(&invoked("Write", &[("file_path", "a.rs"), ("content", "x\n")])).faults, []);
}

#[test]
fn a_call_with_tags_that_cannot_be_read_refuses_the_reply() {
    let edit = [("file_path", "a.rs"), ("old_string", "x"), ("new_string", "y")];
    let call = invoked("Edit", &edit);
    for reply in [
        invoked("Bash", &[("command", "rm a.rs")]),
        invoked("Edit", &edit[..2]),
        invoked("Edit", &[edit[0], edit[0], edit[1], edit[2]]),
        call.replace("</invoke>\n", ""),
        call.replace("</parameter>\n</invoke>", "\n</invoke>"),
        format!("{call}{}", invoked("Bash", &[("command", "rm a.rs")])),
        format!("{call}\na.rs\n{BLOCK}"),
    ] {
        assert_ne!(faults(&reply), [], "{reply}");
        assert_ne!(faults(&in_other_form(&reply)), [], "{reply}");
    }
    let mixed = in_other_form(&call).replace("<parameter=old_string>", "<parameter name=\"old_string\">");
    assert_ne!(faults(&mixed), []);
    for opener in
        ["- <invoke name=\"Edit\">", "Second:", "> <invoke name=\"Edit\">", "< invoke name=\"Edit\">"]
    {
        let damaged = call.replace("<invoke name=\"Edit\">", opener);
        let one_line = damaged.replace('\n', "");
        for damaged in [damaged, one_line] {
            for (reply, line) in
                [(format!("{call}{damaged}"), 6..=7), (format!("a.rs\n{BLOCK}{damaged}"), 7..=8)]
            {
                let found = faults(&reply);
                assert!(matches!(&found[..], [(at, _)] if line.contains(at)), "{reply}: {found:?}");
            }
        }
    }
    assert_eq!(faults(&format!("{call}The tag is `</invoke>`; I gave `file_path` and `old_string`.\n")), []);
    // What looks like tags may be text.
    let odd =
        [edit[0], ("old_string", "</parameter> x"), ("new_string", "<parameter name=\"a\">y</parameter> z")];
    let odd = invoked("Edit", &odd);
    let found = read(&odd);
    assert_eq!((found.faults, found.blocks.len()), (vec![], 1));
}

#[test]
fn calls_on_one_line_are_parted_or_refused() {
    let call = |path: &str, text: &str, end: &str| {
        format!("<write_to_file>\n<path>{path}</path>\n<content>\n{text}\n</content>{end}")
    };
    let end = "\n</write_to_file>\n";
    let glued = call("a.txt", "one", "\n</write_to_file>") + &call("b.txt", "two", end);
    let found = read(&glued);
    assert_eq!(found.blocks.len(), 0, "{found:?}");
    assert!(found.faults.iter().any(|fault| fault.line == 6), "{found:?}");
    // The end of the text and of the call.
    let short = call("a.txt", "one", "</write_to_file>\n") + &call("b.txt", "two", end);
    assert_eq!(shown(&short), [r#"4 a.txt "" "one\n" whole"#, r#"9 b.txt "" "two\n" whole"#]);
    // A text may speak of it.
    let text = "It ends with `</write_to_file>`, or\n  </write_to_file> x";
    assert_eq!(shown(&call("a.txt", text.split('\n').next().unwrap_or_default(), end)).len(), 1);
    assert_eq!(read(&call("a.txt", text, end)).blocks.len(), 0);
}

#[test]
fn a_file_tag_that_another_text_is_glued_to_is_refused() {
    for joint in [
        "</file><file path=\"b.txt\">",
        "</file> <file path=\"b.txt\">",
        "</file> and then:\n\n<file path=\"b.txt\">",
        "one</file>\n<file path=\"b.txt\">",
    ] {
        let reply = format!("<file path=\"a.txt\">\none\n{joint}\ntwo\n</file>\n");
        let found = read(&reply);
        assert_eq!((found.blocks.len(), found.faults.len()), (0, 1), "{joint}: {found:?}");
    }
    let marked = "<file path=\"a.txt\">\n<![CDATA[one </file>\n]]>\n</file>\n";
    assert_eq!(read(marked).blocks.len(), 1);
}

#[test]
fn a_call_behind_other_text_is_not_passed_over() {
    let call = "<write_to_file>\n<path>n.txt</path>\n<content>\nx\n</content>\n</write_to_file>\n";
    let bolt = "<boltAction type=\"file\" filePath=\"n.txt\">\nx\n</boltAction>\n</boltArtifact>\n";
    let file = "<file path=\"n.txt\">\nx\n</file>\n";
    let behind = [
        format!("Now write it.{call}"),
        format!("<boltArtifact id=\"x\">{bolt}"),
        format!("Here it is: {file}"),
    ];
    for call in behind {
        let reply = format!("{call}\n{BLOCK}");
        assert!(!read(&reply).faults.is_empty(), "{reply}");
        assert!(!read(&call).faults.is_empty() || read(&call).blocks.is_empty(), "{call}");
    }
    let told = format!("Cline ends it with <write_to_file>\n\na.rs\n{BLOCK}");
    assert_eq!(read(&told).faults, []);
}
