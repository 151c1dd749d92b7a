//! Patches for `apply_patch`.

use proptest::prelude::*;

use super::*;

#[test]
fn a_new_file_with_a_line_without_a_sign_is_not_cut_there() {
    for between in ["", "\n", " \n", "\n\n"] {
        let reply = patch(&format!("*** Add File: n.md\n+a\n{between}+b\n\n"));
        let blanks = "\\n".repeat(between.matches('\n').count());
        assert_eq!(shown(&reply), [format!(r#"2 n.md "" "a\n{blanks}b\n""#)], "{reply}");
    }
    for (between, at) in [("text\n", 4), ("\ntext\n", 5)] {
        let reply = format!("*** Begin Patch\n*** Add File: n.md\n+a\n{between}+b\n*** End Patch\n");
        let found = read(&reply);
        let [Fault { line, path: Some(path), .. }] = &found.faults[..] else { panic!("{:?}", found.faults) };
        assert_eq!(*line, at, "{reply}");
        assert_eq!((found.blocks.len(), path[0].text.as_slice()), (0, &b"n.md"[..]));
    }
    for end in ["\n*** End Patch\n", "\n*** Delete File: b\n*** End Patch\n"] {
        let reply = format!("*** Begin Patch\n*** Add File: n.md\n+a\n{end}");
        assert_eq!(faults(&reply), [], "{reply}");
    }
}

/// A patch with these hunks.
fn patch(hunks: &str) -> String {
    format!("*** Begin Patch\n{hunks}*** End Patch\n")
}

/// The blocks of a reply, a line each: line, path, and what they do.
fn shown(reply: &str) -> Vec<String> {
    let found = read(reply);
    assert_eq!(found.faults, [], "{reply}");
    assert!(found.format.is_some_and(|format| format.id == "apply-patch"), "{reply}");
    let blocks = found.blocks.iter().map(|block| {
        let what = match &block.operation {
            Operation::Delete => "delete".to_owned(),
            Operation::Rename(to) => format!("to {}", to[0].text),
            Operation::Edit(edit) => {
                let first = edit.readings().next().expect("a reading");
                let anchors: Vec<String> =
                    edit.hints.anchors.iter().map(|anchor| format!("@{} ", text(anchor))).collect();
                let end = if edit.hints.at_end { " end" } else { "" };
                format!("{}{:?} {:?}{end}", anchors.concat(), text(first.search), text(first.replace))
            }
            other => format!("{other:?}"),
        };
        format!("{} {} {what}", block.line, block.path[0].text)
    });
    blocks.collect()
}

/// The faults of a patch with these hunks.
fn wrong(hunks: &str) -> Vec<(usize, FaultKind)> {
    faults(&patch(hunks))
}

#[test]
fn each_hunk_becomes_a_block() {
    let hunks = "*** Add File: new/a.txt\n+one\n+\n+ two\n*** Delete File: b.txt\n*** Update File: c.txt\n\
        *** Move to: d.txt\n@@ fn c\n x\n-y\n+z\n\n w\n@@\n-v\n*** End of File\n";
    let expected = [
        r#"2 new/a.txt "" "one\n\n two\n""#,
        "6 b.txt delete",
        "7 c.txt to d.txt",
        r#"9 d.txt @fn c "x\ny\n\nw\n" "x\nz\n\nw\n""#,
        r#"15 d.txt "v\n" "" end"#,
    ];
    assert_eq!(shown(&patch(hunks)), expected);
    assert_eq!(shown(&patch(hunks).replace('\n', "\r\n")), expected);
}

#[test]
fn the_first_at_may_lack_and_anchors_may_be_stacked() {
    assert_eq!(shown(&patch("*** Update File: a\n-x\n+y\n")), [r#"3 a "x\n" "y\n""#]);
    let stacked = "*** Update File: a\n@@ class A\n@@ def f @@\n-x\n+y\n";
    assert_eq!(shown(&patch(stacked)), [r#"3 a @class A @def f "x\n" "y\n""#]);
    let numbered = "*** Update File: a\n@@ -1,2 +1,2 @@\n-x\n+y\n";
    assert_eq!(shown(&patch(numbered)), [r#"3 a "x\n" "y\n""#]);
}

#[test]
fn lines_that_are_only_added_come_at_the_end() {
    assert_eq!(shown(&patch("*** Update File: a\n@@\n+x\n")), [r#"3 a "" "x\n" end"#]);
    let last = "*** Update File: a\n@@\n-v\n+w\n@@\n+x\n";
    assert_eq!(shown(&patch(last)), [r#"3 a "v\n" "w\n""#, r#"6 a "" "x\n" end"#]);
    // Changes of a file are in the order of their places.
    assert_eq!(wrong("*** Update File: a\n@@\n+x\n@@\n-v\n+w\n"), [(3, Malformed::NoContext.into())]);
    let said = "*** Update File: a\n@@\n+x\n*** End of File\n@@\n-v\n+w\n";
    assert_eq!(shown(&patch(said))[0], r#"3 a "" "x\n" end"#);
    for place in ["@@ def f\n+x\n", "@@\n \n+x\n", " \n-\n+x\n"] {
        let hunks = format!("*** Update File: a\n{place}");
        assert_eq!(wrong(&hunks), [(3, Malformed::NoContext.into())], "{place}");
    }
}

#[test]
fn empty_lines_between_hunks_are_none_of_them() {
    let hunks = "\n*** Update File: a\n\n@@\n-x\n+y\n\n@@\n-v\n+w\n\n*** Delete File: b\n\n";
    assert_eq!(shown(&patch(hunks)), [r#"5 a "x\n" "y\n""#, r#"9 a "v\n" "w\n""#, "13 b delete"]);
    let at_end = "*** Update File: a\n@@\n-x\n+y\n\n*** End of File\n";
    assert_eq!(shown(&patch(at_end)), [r#"3 a "x\n\n" "y\n\n" end"#]);
}

#[test]
fn white_space_around_the_frame_does_no_harm() {
    let padded = " *** Begin Patch \n  *** Update File: a\n@@\n-x\n+y\n *** End Patch\n";
    assert_eq!(shown(padded), [r#"3 a "x\n" "y\n""#]);
    let indented = "  *** Begin Patch\n  *** Update File: a\n  @@\n  -x\n   z\n  +y\n  *** End Patch\n";
    assert_eq!(shown(indented), [r#"3 a "x\nz\n" "z\ny\n""#]);
    let held = patch("*** Update File: a\n *** End Patch\n-x\n+y\n");
    assert_eq!(shown(&held), [r#"3 a "*** End Patch\nx\n" "*** End Patch\ny\n""#]);
}

#[test]
fn a_shell_command_around_a_patch_may_name_its_folder() {
    let hunk = patch("*** Delete File: a\n");
    for (command, path) in [
        ("apply_patch <<'EOF'", "a"),
        ("$ applypatch <<EOF", "a"),
        ("I call apply_patch:", "a"),
        ("cd app && apply_patch <<'EOF'", "app/a"),
        ("$ cd 'my app/' && apply_patch << EOF", "my app/a"),
    ] {
        let reply = format!("```bash\n{command}\n{hunk}EOF\n```\n");
        assert_eq!(shown(&reply), [format!("4 {path} delete")], "{command}");
    }
    for command in
        ["cd \"$APP\" && apply_patch <<E", "bash -lc 'cd a && apply_patch <<E", "cd a\napply_patch <<E"]
    {
        let kinds = faults(&format!("{command}\n{hunk}E\n")).into_iter().map(|(_, kind)| kind);
        let kinds: Vec<FaultKind> = kinds.collect();
        assert!(
            matches!(kinds[..], [FaultKind::Malformed(Malformed::Folder { .. })]),
            "{command}: {kinds:?}"
        );
    }
}

#[test]
fn a_line_without_a_sign_stays_if_the_file_has_the_change_exactly() {
    let reply = patch("*** Update File: a\n@@\n fn f()\n  x\n-y\n  z\n}\n");
    let found = read(&reply);
    let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("not an edit") };
    assert!(edit.hints.exact);
    assert_eq!(text(edit.readings().next().expect("a reading").search), "fn f()\n x\ny\n z\n}\n");
    assert_eq!(edit.cleared, []);
    let indented = patch("*** Update File: a\n@@\n  x\n- y\n+ w\n}\n");
    let found = read(&indented);
    let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("not an edit") };
    let ways: Vec<[String; 2]> =
        edit.cleared.iter().map(|way| [text(&way.search), text(&way.replace)]).collect();
    assert_eq!(ways, [["  x\n  y\n}\n", "  x\n  w\n}\n"], ["  x\n y\n}\n", "  x\n w\n}\n"]]);
    assert!(edit.cleared.iter().all(|way| way.clutter == Clutter::Sign && way.is_sure));
}

#[test]
fn ranges_of_a_diff_and_dots_are_no_line_of_the_file() {
    for behind in [" -5,4 +5,4 @@ fn f", " ... @@", " …"] {
        assert_eq!(
            shown(&patch(&format!("*** Update File: a\n@@{behind}\n-x\n+y\n"))),
            [r#"3 a "x\n" "y\n""#]
        );
    }
}

#[test]
fn the_end_of_a_fence_or_of_the_text_of_a_shell_ends_a_patch() {
    let body = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n";
    for (above, below) in
        [("```\n", "```\nDone.\n"), ("````diff\n", "````\n"), ("apply_patch <<'EOF'\n", "EOF\n")]
    {
        let reply = format!("{above}{body}{below}");
        assert_eq!(shown(&reply).len(), 1, "{reply}");
    }
    for (above, below) in [("```\n", ""), ("````\n", "```\n"), ("", "```\n"), ("cat <<'EOF'\n", "EOF\n")] {
        assert_ne!(faults(&format!("{above}{body}{below}")), [], "{above}{below}");
    }
}

#[test]
fn what_is_no_hunk_is_a_fault_with_its_line() {
    let line = |text: &str| FaultKind::from(Malformed::Line { text: text.into() });
    assert_eq!(wrong("*** Frobnicate File: a\n+x\n"), [(2, line("*** Frobnicate File: a"))]);
    assert_eq!(wrong("*** Update File: a\n@@\n-x\n*** y\nz\n@@\n-v\n"), [(5, line("*** y"))]);
    assert_eq!(wrong("*** Add File: a\nx\n"), [(3, line("x"))]);
    assert_eq!(wrong("*** Update File: a\n"), [(2, Malformed::Empty.into())]);
    assert_eq!(wrong("*** Update File: a\n@@\n@@\n"), [(3, Malformed::Empty.into())]);
    assert_eq!(wrong(""), [(1, Malformed::Empty.into())]);
    let above = Some("*** Add File:".into());
    assert_eq!(wrong("*** Add File:  \n+x\n"), [(2, FaultKind::NoPath { above })]);
}

#[test]
fn a_patch_that_is_cut_off_is_refused() {
    let open = || FaultKind::from(Malformed::Open { end: "*** End Patch" });
    assert_eq!(faults("*** Begin Patch\n*** Delete File: a\n"), [(1, open())]);
    let two = format!("*** Begin Patch\n*** Delete File: a\n{}", patch("*** Delete File: b\n"));
    assert_eq!(faults(&two)[0], (1, open()));
    let outside = "*** Delete File: a\n";
    assert_eq!(faults(outside), [(1, Malformed::Line { text: "*** Delete File: a".into() }.into())]);
}

#[test]
fn patches_in_reasoning_are_drafts() {
    let draft = patch("*** Delete File: a\n");
    let reply = format!("<think>\n{draft}</think>\n{}", patch("*** Delete File: b\n"));
    assert_eq!(shown(&reply), ["7 b delete"]);
    assert_eq!(read(&reply).drafts.len(), 1);
    let began_before = format!("{draft}</think>\n{}", patch("*** Delete File: b\n"));
    assert_eq!(shown(&began_before), ["6 b delete"]);
    let held = patch("*** Add File: a\n+<think>\n+x</think>\n");
    let only = Options { format: named("apply-patch"), ..Options::default() };
    assert_eq!(parse(held.as_bytes(), &only).blocks.len(), 1);
}

#[test]
fn a_reply_with_patches_and_blocks_is_refused_unless_one_is_chosen() {
    let reply = format!("{}\na.rs\n{BLOCK}", patch("*** Delete File: b\n"));
    let kinds: Vec<(usize, FaultKind)> = faults(&reply);
    assert!(matches!(kinds[..], [(1, FaultKind::OtherFormat { .. })]), "{kinds:?}");
    let only = Options { format: named("apply-patch"), ..Options::default() };
    let found = parse(reply.as_bytes(), &only);
    assert_eq!((found.blocks.len(), found.faults.len()), (1, 0));
}

/// Lines of patches in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "*** Begin Patch", "*** End Patch", " *** End Patch", "*** Add File: a", "*** Update File: b/c",
        "*** Delete File: \u{e9}", "*** Move to: d", "*** End of File", "@@", "@@ x", "@@ -1 +1 @@", "+x",
        "-x", " x", "", "x", "\\ No newline", "cd a && apply_patch <<E", "<think>", "</think>", "```",
    ]);
    prop::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn patches_in_any_order_are_read_soundly(reply in lines(), cut in any::<prop::sample::Index>()) {
        let bytes = &reply.as_bytes()[..cut.index(reply.len() + 1)];
        for reply in [reply.as_bytes(), bytes] {
            let found = parse(reply, &Options { format: named("apply-patch"), ..Options::default() });
            assert_in_order(reply, &found);
        }
    }
}

/// Were a patch looked at once for each of its lines, this would not end.
#[test]
fn patches_are_read_in_linear_time() {
    let begin = "*** Begin Patch\n";
    for (start, line) in [
        ("", begin),
        (begin, " *** End Patch\n"),
        (begin, "*** Update File: a\n"),
        (begin, "*** Add File: a\n+x\n"),
        ("*** Begin Patch\n*** Update File: a\n", "\n"),
        ("*** Begin Patch\n*** Update File: a\n", "@@ x\n"),
        ("*** Begin Patch\n*** Update File: a\n", "@@\n-x\n"),
        ("", "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"),
    ] {
        let reply = [start, &line.repeat((1 << 19) / line.len()), "\n*** End Patch\n"].concat();
        let found = parse(reply.as_bytes(), &Options { format: named("apply-patch"), ..Options::default() });
        assert!(found.blocks.is_sorted_by_key(|block| block.line));
    }
}
