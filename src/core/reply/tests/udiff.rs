//! Unified diffs.

mod files;

use proptest::prelude::*;

use super::*;
use crate::core::change::FileMode;

/// A diff of the file `a.rs` with these hunks, in a fence.
fn diff(hunks: &str) -> String {
    format!("```diff\n--- a/a.rs\n+++ b/a.rs\n{hunks}```\n")
}

/// The blocks of a reply, a line each: line, path, and what they do.
fn shown(reply: &str) -> Vec<String> {
    let found = read(reply);
    assert_eq!(found.faults, [], "{reply}");
    assert!(found.format.is_some_and(|format| format.id == "udiff"), "{reply}");
    let blocks = found.blocks.iter().map(|block| {
        let what = match &block.operation {
            Operation::Delete => "delete".to_owned(),
            Operation::Rename(to) => format!("to {}", to[0].text),
            Operation::Copy(to) => format!("copy {}", to[0].text),
            Operation::Mode(mode) => format!("mode {}", mode.as_str()),
            Operation::Edit(edit) => {
                let first = edit.readings().next().expect("a reading");
                let Hints { line, whole, exact, final_newline, mode, .. } = &edit.hints;
                let line = line.map(|line| format!(" @{line}")).unwrap_or_default();
                let newline = final_newline.map(|newline| format!(" newline {newline}")).unwrap_or_default();
                let whole = if *whole { " whole" } else { "" };
                let exact = if *exact { " exact" } else { "" };
                let mode = mode.filter(|mode| *mode == FileMode::Executable).map_or("", |_| " executable");
                format!(
                    "{:?} {:?}{line}{whole}{exact}{newline}{mode}",
                    text(first.search),
                    text(first.replace)
                )
            }
        };
        format!("{} {} {what}", block.line, block.path[0].text)
    });
    blocks.collect()
}

#[test]
fn each_hunk_is_an_edit_whatever_its_ranges_say() {
    let hunk = " x\n-y\n+z\n\n w\n";
    for (ranges, line) in [
        ("@@ -5,4 +5,4 @@ fn f", " @5"),
        ("@@ -5 +5,90 @@", " @5"),
        ("@@ -5,4 +7,4 @@", ""),
        ("@@ ... @@", ""),
        ("@@", ""),
    ] {
        let expected = format!(r#"4 a.rs "x\ny\n\nw\n" "x\nz\n\nw\n"{line}"#);
        assert_eq!(shown(&diff(&format!("{ranges}\n{hunk}"))), [expected], "{ranges}");
    }
    let two = diff(&format!("@@ -5,4 +5,4 @@\n{hunk}\n@@ -9,1 +9,1 @@\n-a\n+b\n"));
    assert_eq!(shown(&two)[1], r#"11 a.rs "a\n" "b\n""#);
    let longer = |line| diff(&format!("@@ -1,1 +1,3 @@\n x\n+y\n+z\n@@ -5,4 +{line},4 @@\n{hunk}"));
    assert!(shown(&longer(7))[1].ends_with(" @5"));
    assert!(shown(&longer(5))[1].ends_with('"'));
    let bare = format!("Here:\n\n--- a/a.rs\n+++ b/a.rs\n@@ -5,4 +5,4 @@\n{hunk}\nThat is it.\n- one\n");
    assert_eq!(shown(&bare).len(), 1);
    assert_eq!(shown(&diff(&format!("@@ -5,4 +5,4 @@\n{hunk}")).replace('\n', "\r\n")).len(), 1);
}

#[test]
fn one_line_alone_may_name_the_file_of_hunks() {
    let hunk = "@@ -5,2 +5,2 @@\n x\n-y\n+z\n";
    for sign in ["+++ b/", "--- a/", "+++ ", "Index: "] {
        let files = format!("{sign}src/a.rs\n{hunk}{sign}src/b.rs\n{hunk}@@\n-v\n");
        for reply in [files.clone(), format!("```diff\n{files}```\n"), format!("So:\n\n{files}\nDone.\n")] {
            let found = read(&reply);
            let blocks: Vec<_> = found.blocks.iter().map(|block| block.path[0].clone()).collect();
            assert_eq!((found.faults, blocks.len()), (vec![], 3), "{reply}");
            assert!(blocks[0].text.ends_with(b"src/a.rs") && !blocks[0].creates, "{reply}");
            assert!(blocks[1].text.ends_with(b"src/b.rs") && blocks[1] == blocks[2], "{reply}");
        }
    }
    // A line that goes may look so, where the file is named by two.
    let bare = format!("{}+++ b.rs\n@@\n-v\n", diff(hunk).replace("```\n", ""));
    assert!(read(&bare).blocks.iter().all(|block| block.path[0].text == "a.rs"));
    assert_ne!(faults(&format!("+++ /dev/null\n{hunk}")), []);
}

#[test]
fn the_first_line_in_a_fence_of_changes_may_be_a_path() {
    for path in ["// src/a.rs", "# src/a.rs", "src/a.rs", "**src/a.rs**", "File: src/a.rs"] {
        for hunk in ["-x\n+y\n", " x\n+y\n", "@@\n-x\n+y\n", "@@ -5,1 +5,1 @@\n-x\n+y\n"] {
            let found = shown(&format!("Now:\n\n```diff\n{path}\n{hunk}```\n"));
            assert!(found.len() == 1 && found[0].contains(" src/a.rs "), "{path} {hunk}: {found:?}");
        }
    }
}

#[test]
fn a_file_may_have_a_name_for_each_side() {
    let hunk = "@@ -1 +1 @@\n-x\n+y\n";
    for (old, new) in [
        ("a.rs (original)", "a.rs (modified)"),
        ("a/a.rs (before)", "b/a.rs (after)"),
        ("old/a.rs", "new/a.rs"),
        ("original/a.rs", "modified/a.rs"),
        ("a.rs.orig", "a.rs"),
    ] {
        let found = shown(&format!("```diff\n--- {old}\n+++ {new}\n{hunk}```\n"));
        assert_eq!(found, [r#"4 a.rs "x\n" "y\n""#], "{old}");
    }
    for (old, new) in [("a.rs", "b.rs"), ("old/a.rs", "new/b.rs"), ("x/a.rs", "y/z/a.rs"), ("a (1)", "a (2)")]
    {
        assert_ne!(faults(&format!("```diff\n--- {old}\n+++ {new}\n{hunk}```\n")), [], "{old}");
    }
}

#[test]
fn a_hunk_does_not_end_at_a_fence_in_its_text() {
    let hunk = "@@ -1,6 +1,6 @@\n x\n```\n\n-### one\n+### two\n\n+z\n";
    let wide = format!("````diff\n--- a/a.md\n+++ b/a.md\n{hunk}````\n");
    assert_eq!(shown(&wide), [r#"4 a.md "x\n```\n\n### one\n\n" "x\n```\n\n### two\n\nz\n" exact"#]);
    assert_ne!(faults(&diff(hunk)), []);
    for below in ["- one\n- two\n", "---\n\nMore.\n"] {
        let reply = format!("{}\n{below}", diff("@@ -1,6 +1,6 @@\n-x\n+y\n"));
        assert_eq!(shown(&reply).len(), 1, "{below}");
    }
}

#[test]
fn a_list_or_a_rule_may_be_directly_below_a_diff() {
    let hunk = "@@ -1,2 +1,2 @@\n x\n-y\n+z\n";
    let expected = [r#"4 a.rs "x\ny\n" "x\nz\n""#];
    for below in ["- one\n- two\n  more\n", "+ one\n", "---\n\nMore.\n", "* one\n", "**Why**: so.\n"] {
        assert_eq!(shown(&format!("{}{below}", diff(hunk))), expected, "{below}");
    }
    for below in ["-y\n", "    y\n", "- one\n-y\n", "+\ty\n", "-  - one\n"] {
        assert_ne!(faults(&format!("{}{below}", diff(hunk))), [], "{below}");
    }
    let bare = diff(hunk).replace("```diff\n", "").replace("```\n", "");
    for below in ["---\n\nMore.\n", "\n---\n\nMore.\n", "\n- one\n", "-- \n2.43.0\n"] {
        let lines: Vec<String> = shown(&format!("{bare}{below}"));
        assert_eq!(lines, [r#"3 a.rs "x\ny\n" "x\nz\n""#], "{below}");
    }
}

#[test]
fn a_hunk_in_a_fence_ends_where_its_ranges_say_if_no_change_is_below() {
    let hunk = "@@ -1,2 +1,2 @@\n x\n-y\n+z\n";
    let expected = [r#"4 a.rs "x\ny\n" "x\nz\n""#];
    for below in
        ["-- \n2.43.0\n", "--\n2.43.0\n\n", "EOF\n", "...\n", "(the rest stays)\n", "\nThat is all.\n"]
    {
        assert_eq!(shown(&diff(&format!("{hunk}{below}"))), expected, "{below}");
    }
    let two = shown(&diff(&format!("{hunk}...\n@@ -9 +9 @@\n-a\n+b\n")));
    assert_eq!(two, [expected[0], r#"9 a.rs "a\n" "b\n""#]);
    // What the ranges do not say is read as text that stays or goes.
    for below in ["---\n", "w\n-v\n", "\n---\n\nMore.\n"] {
        assert_ne!(shown(&diff(&format!("{hunk}{below}"))), expected, "{below}");
    }
    assert_ne!(shown(&diff(&format!("{}w\n", hunk.replace("+1,2", "+1,3")))), expected);
}

#[test]
fn a_mail_in_a_fence_is_a_diff() {
    let mail = "From 1234567 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] Change\n\nWhy.\n---\n a.rs | 2 +-\n \
                1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/a.rs b/a.rs\nindex 1..2 100644\n--- a/a.rs\n\
                +++ b/a.rs\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n-- \n2.43.0\n\n";
    for info in ["diff", "patch", ""] {
        let found = shown(&format!("```{info}\n{mail}```\n"));
        assert_eq!(found, [r#"15 a.rs "x\ny\n" "x\nz\n""#], "{info}");
    }
}

#[test]
fn a_fence_in_an_item_of_a_list_may_be_indented() {
    let text = diff("@@ -1,4 +1,4 @@\n x\n \n-    y\n+    z\n w\n");
    let indented = |by: &str| {
        let lines = text.lines().map(|line| format!("{by}{line}\n"));
        format!("1. So:\n\n{}\n2. Then nothing.\n", lines.collect::<String>())
    };
    let expected = [r#"6 a.rs "x\n\n    y\nw\n" "x\n\n    z\nw\n" @1"#];
    for by in ["  ", "   ", "    ", "\t"] {
        assert_eq!(shown(&indented(by)), expected, "{by:?}");
        // Editors take blanks off the ends of lines.
        let bare = indented(by).lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        assert_eq!(shown(&bare), expected, "{by:?}");
    }
    let fence = text.replace("```", "   ```");
    assert_eq!(shown(&fence), expected.map(|line| line.replacen('6', "4", 1)));
    let mixed = indented("   ").replace("   +    z", "  +    z");
    assert!(faults(&mixed).contains(&(6, Malformed::NoFile.into())));
}

#[test]
fn changes_of_endings_and_marks_are_refused() {
    let crlf = |text: &str| text.replace('\n', "\r\n");
    for (old, new) in
        [(crlf("-x\n"), "+x\n".into()), ("-x\n".into(), crlf("+x\n")), (crlf("-x\n"), "+y\n".into())]
    {
        let hunk = format!("@@ -1 +1 @@\n{old}{new}");
        assert_eq!(faults(&diff(&hunk)), [(4, Malformed::Endings.into())], "{hunk:?}");
    }
    for (old, new) in [("-\u{feff}x\n", "+x\n"), ("-x\n", "+\u{feff}x\n")] {
        assert_eq!(faults(&diff(&format!("@@ -1 +1 @@\n{old}{new}"))), [(4, Malformed::Endings.into())]);
    }
    // As git prints a file whose lines end in both ways.
    let mixed = diff(&["@@ -1,2 +1,2 @@\n", " x\n", &crlf("-y\n"), &crlf("+z\n")].concat());
    assert_eq!(shown(&mixed).len(), 1);
    assert_eq!(shown(&diff("@@ -1 +1 @@\n-\u{feff}x\n+\u{feff}y\n")).len(), 1);
}

#[test]
fn a_hunk_that_lacks_lines_in_an_open_fence_may_be_cut_off() {
    let open = |hunk: &str| diff(hunk).trim_end_matches("```\n").to_owned();
    let cut = open("@@ -1,4 +1,5 @@\n x\n-y\n+z\n+hal");
    assert_eq!(faults(&cut), [(2, Malformed::Open { end: "```" }.into())]);
    assert_eq!(shown(&open("@@ -1 +1 @@\n-y\n+z\n")).len(), 1);
}

#[test]
fn a_missing_newline_at_the_end_counts() {
    let open = "\\ No newline at end of file\n";
    for (hunk, expected) in [
        (format!("-x\n{open}+x\n"), " newline true"),
        (format!("-x\n+x\n{open}"), " newline false"),
        (format!("-x\n{open}+y\n{open}"), ""),
        (format!("-y\n+z\n x\n{open}"), ""),
    ] {
        let found = shown(&diff(&format!("@@ -1,2 +1,2 @@\n{hunk}")));
        assert!(found[0].replace(" @1", "").ends_with(&format!("\"{expected}")), "{hunk}: {found:?}");
    }
}

#[test]
fn paths_lose_their_prefixes_only() {
    for (old, new, path) in [
        ("a/x/y.rs", "b/x/y.rs", "x/y.rs"),
        ("i/x.rs", "w/x.rs\t2026-01-01 10:00", "x.rs"),
        ("x/y.rs", "x/y.rs", "x/y.rs"),
        ("a/y.rs", "a/y.rs", "a/y.rs"),
        ("\"a/\\303\\251\"", "\"b/\\303\\251\"", "\u{e9}"),
    ] {
        let reply = format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-x\n+y\n");
        assert_eq!(shown(&reply), [format!("3 {path} \"x\\n\" \"y\\n\"")], "{old}");
    }
}

#[test]
fn a_path_without_its_prefixes_has_no_other() {
    let is_bare = |reply: &str| read(reply).blocks[0].path[0].is_bare;
    let git = "diff --git a/b/x b/b/x\nnew file mode 100644\n--- /dev/null\n+++ b/b/x\n@@ -0,0 +1 @@\n+x\n";
    assert_eq!(shown(git), [r#"5 b/x "" "x\n""#]);
    assert!(is_bare(git) && is_bare("diff --git a/x b/y\nrename from x\nrename to y\n"));
    assert!(!is_bare("--- a/x\n+++ a/x\n@@ -1 +1 @@\n-x\n+y\n"));
}

#[test]
fn a_line_without_a_sign_stays_where_the_file_has_it_exactly() {
    assert_eq!(shown(&diff("@@ -1,3 +1,3 @@\nx\n-y\n+z\n")), [r#"4 a.rs "x\ny\n" "x\nz\n" exact"#]);
    let bare = "--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\nx\n-y\n+z\n\nDone.\n";
    assert_eq!(shown(bare), [r#"3 a.rs "x\ny\n" "x\nz\n" exact"#]);
}

#[test]
fn lines_that_may_be_lost_refuse_the_diff() {
    let kinds = |reply: &str| faults(reply).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    let head = "--- a/a.rs\n+++ b/a.rs\n";
    assert_eq!(kinds(&format!("{head}@@ -1 +1 @@\n-x\n+y\nz\n-v\n+w\n")), [6]);
    assert_eq!(kinds(&format!("{head}@@ -1 +1 @@\n-x\n+y\n\n+w\n")), [6]);
    assert_eq!(kinds(&format!("```diff\n{head}@@ -1 +1 @@\n-x\n+y\n```\n+w\n")), [7]);
    assert_eq!(kinds(&format!("{head}@@ -1 +1 @@\n-x\n+y\n-- \n2.40.1\n")), [0; 0]);
    assert_eq!(kinds(&format!("{head}@@ -1 +1 @@\n-x\n+y\n\n- an item\n")), [0; 0]);
}

#[test]
fn what_a_diff_asks_for_and_is_not_done_is_a_fault() {
    let kind = |reply: &str| {
        faults(reply).into_iter().map(|(line, kind)| format!("{line} {kind}")).collect::<Vec<_>>()
    };
    let link = "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n";
    assert_eq!(kind(link), ["1 symbolic link"]);
    let target = "diff --git a/x b/x\nindex 1..2 120000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n";
    assert_eq!(kind(target), ["1 symbolic link"]);
    let submodule = "diff --git a/x b/x\nindex 1..2 160000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-Subproject commit 1\n\
        +Subproject commit 2\n";
    assert_eq!(kind(submodule), ["1 submodule"]);
    let quoted = "--- \"a/x\\\\y\"\n+++ \"b/x\\\\y\"\n@@ -1 +1 @@\n-x\n+y\n";
    assert_eq!(kind(quoted), ["1 change is not supported"]);
    let binary = "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n";
    assert_eq!(kind(binary), ["1 change is not supported"]);
    assert_eq!(kind("--- a/x\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n"), ["1 the file has two paths"]);
    assert_eq!(kind("@@ -1 +1 @@\n-x\n+y\n"), ["1 hunk has no file"]);
    assert_eq!(kind("--- a/x\n+++ b/x\n@@ -3,0 +4 @@\n+y\n"), ["3 hunk has no text to find"]);
    assert_eq!(kind("--- a/x\n+++ b/x\n\nprose\n"), ["1 nothing follows the line"]);
}

#[test]
fn blocks_win_over_a_diff_and_a_diff_is_refused_next_to_whole_files() {
    let hunk = diff("@@ -1 +1 @@\n-x\n+y\n");
    let found = read(&format!("{hunk}\na.rs\n{BLOCK}")).blocks.len();
    assert_eq!(found, 1);
    let whole = format!("{hunk}\nsrc/b.rs\n```rust\nfn main() {{}}\n```\n");
    assert!(matches!(faults(&whole)[..], [(10, FaultKind::OtherFormat { .. })]), "{:?}", faults(&whole));
}

/// Lines of diffs in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "diff --git a/x b/x", "--- a/x", "+++ b/x", "+++ /dev/null", "--- /dev/null", "rename from x",
        "rename to y", "new file mode 100644", "@@ -1,2 +1,2 @@", "@@ -0,0 +1 @@", "@@", "+x", "-x", " x",
        "", "x", "\\ No newline at end of file", "-- ", "```diff", "```", "</think>",
    ]);
    prop::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn diffs_in_any_order_are_read_soundly(reply in lines(), cut in any::<prop::sample::Index>()) {
        let bytes = &reply.as_bytes()[..cut.index(reply.len() + 1)];
        for reply in [reply.as_bytes(), bytes] {
            let found = parse(reply, &Options { format: named("udiff"), ..Options::default() });
            assert_in_order(reply, &found);
        }
    }
}

#[test]
fn diffs_are_read_in_linear_time() {
    for (start, line) in [
        ("", "--- a/x\n"),
        ("", "--- a/x\n+++ b/x\n"),
        ("--- a/x\n+++ b/x\n", "@@ -1 +1 @@\n"),
        ("--- a/x\n+++ b/x\n", "@@ -1 +1 @@\n-x\n+y\n\n"),
        ("```\n--- a/x\n+++ b/x\n@@\n", "\n"),
        ("```\n--- a/x\n+++ b/x\n@@\n", "--- x\n"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n", "\n"),
        ("", "@@ -1 +1 @@\n"),
    ] {
        let reply = [start, &line.repeat((1 << 19) / line.len())].concat();
        let found = parse(reply.as_bytes(), &Options { format: named("udiff"), ..Options::default() });
        assert!(found.blocks.is_sorted_by_key(|block| block.line));
    }
}

#[test]
fn a_bare_diff_that_ends_before_its_counts_do_is_cut_off() {
    let head = "--- a/a.txt\n+++ b/a.txt\n@@ -3,3 +3,4 @@\n";
    for cut in [" one\n-two", " one\n-two\n", " one\n-two\n+2\n", " one\n"] {
        let faults = faults(&format!("{head}{cut}"));
        assert!(faults.contains(&(1, Malformed::CutOff.into())), "{cut}: {faults:?}");
    }
    let whole = format!("{head} one\n-two\n+2\n+3\n three\n");
    let short = format!("{head} one\n-two\n+2\n");
    let fenced = format!("```diff\n{short}```\n");
    let other = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n";
    for reply in [whole, fenced, format!("{short}{other}"), format!("{short}\nThat is all.\n")] {
        assert_eq!(faults(&reply), [], "{reply}");
    }
}

#[test]
fn a_fence_without_a_header_is_for_the_file_named_above_it() {
    for above in ["a.rs", "### a.rs", "And in `a.rs`:", "Then change a.rs like this:"] {
        for diff in ["```diff\n-old\n+new\n```\n", "```diff\n@@ -1 +1 @@\n-old\n+new\n```\n"] {
            let reply = format!("{above}\n\n{diff}");
            assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n")], "{reply}");
        }
    }
    let reply = "Join the two copies in `web/Dockerfile`:\n\n```diff\n-old\n+new\n```\n";
    assert_eq!(edits(reply), [edit("web/Dockerfile", "old\n", "new\n")]);
    for above in ["So:", "In `a.rs` as in `b.rs`:", "In `LICENSE/a`:", ""] {
        let reply = format!("{above}\n\n```diff\n-old\n+new\n```\n");
        assert_eq!(read(&reply).blocks, [], "{reply}");
    }
}

#[test]
fn a_head_that_says_nothing_at_the_end_of_a_closed_fence_is_passed_over() {
    let reply = |end: &str| format!("```diff\n--- a.rs\n+++ a.rs\n@@ ... @@\n a\n-b\n+c\n{end}");
    for end in ["@@\n```\n", "@@ ... @@\n```\nText.\n"] {
        assert_eq!(edits(&reply(end)), [edit("a.rs", "a\nb\n", "a\nc\n")], "{end}");
        assert!(faults(&reply(end)).is_empty(), "{end}");
    }
    for end in ["@@ -9,2 +9,3 @@\n```\n", "@@ fn f() @@\n```\n", "@@\n", "@@\n@@\n x\n-y\n```\n"] {
        assert!(!faults(&reply(end)).is_empty(), "{end}");
    }
    assert!(!faults("```diff\n--- a.rs\n+++ a.rs\n@@\n```\n").is_empty());
}
