//! Whole files.

use super::*;

/// The paths and texts of a reply's files.
fn files(reply: &str) -> Vec<(String, String)> {
    edits(reply)
        .into_iter()
        .map(|(path, search, replace)| {
            assert_eq!(search, "");
            (path, replace)
        })
        .collect()
}

fn file(path: &str, text: &str) -> (String, String) {
    (path.into(), text.into())
}

/// The errors of a reply, by their lines.
fn errors(reply: &str) -> Vec<(usize, Malformed)> {
    let kind = |(line, kind)| match kind {
        FaultKind::Malformed(malformed) => (line, malformed),
        kind => panic!("{kind:?}"),
    };
    faults(reply).into_iter().map(kind).collect()
}

#[test]
fn the_path_is_above_the_fence_or_in_its_first_line() {
    for reply in [
        "src/a.rs\n```rust\nx\n```\n",
        "Done.\n\n### `src/a.rs`\n\n```rust\nx\n```\nThat is it.\n",
        "```rust:src/a.rs\nx\n```\n",
        "```rust src/a.rs\nx\n```\n",
        "FILE: src/a.rs\n~~~~\nx\n~~~~\n",
        "1. src/a.rs\n   ```\n   x\n   ```\n",
        "src/a.rs\r\n```\nx\n```",
        "src/a.rs (new file)\n```\nx\n```\n",
        "**[src/a.rs](src/a.rs)** (New, complete file):\n```\nx\n```\n",
        "src/a.rs (updated)\n```\nx\n```\n",
        "**src/a.rs** (final version):\n```\nx\n```\n",
        "src/a.rs - updated\n```\nx\n```\n",
        "### `src/a.rs` \u{2014} new file\n```\nx\n```\n",
    ] {
        assert_eq!(files(reply), [file("src/a.rs", "x\n")], "{reply}");
    }
    let reply = "Makefile\n```\nall:\n```\n\nmy/big dir/a.py\n```\n1\n```\n\nTry it:\n```sh\nmake\n```\n";
    assert_eq!(files(reply), [file("Makefile", "all:\n"), file("my/big dir/a.py", "1\n")]);
}

#[test]
fn blank_lines_of_an_indented_fence_need_not_be_indented() {
    let reply = "- `a.py`:\n\n  ```\n  x\n\n \n  \n      \n    y\n  ```\n";
    assert_eq!(files(reply), [file("a.py", "x\n\n\n\n    \n  y\n")]);
}

proptest::proptest! {
    #[test]
    fn a_fence_in_a_list_has_the_lines_of_the_text(
        lines in proptest::collection::vec("( {0,5}[a-z]{1,3})?", 1..8),
        indentation in " {1,4}|\t",
    ) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let indented = |line: &String| match line.is_empty() {
            true => "\n".into(),
            false => format!("{indentation}{line}\n"),
        };
        let body: String = lines.iter().map(indented).collect();
        let reply = format!("{indentation}`a.py`:\n\n{indentation}```\n{body}{indentation}```\n");
        proptest::prop_assert_eq!(files(&reply), [file("a.py", &text)]);
    }
}

#[test]
fn a_path_behind_a_colon_says_what_text_is() {
    for language in ["text", "txt", "plain", "plaintext"] {
        assert_eq!(files(&format!("```{language}:a.py\nx\n```\n")), [file("a.py", "x\n")], "{language}");
    }
    assert!(!errors("```output:a.py\nx\n```\n").is_empty());
    assert!(!errors("a.py\n```text\nx\n```\n").is_empty());
}

#[test]
fn an_example_is_no_file() {
    for reply in ["So:\n```rust\nfn main() {}\n```\n", "Usage\n```\nx\n```\n", "e.g.\n```\nx\n```\n"] {
        assert_eq!((edits(reply), read(reply).format.map(|it| it.id)), (vec![], None), "{reply}");
    }
}

#[test]
fn what_may_be_a_part_of_a_file_is_a_fault() {
    let whole = "src/b.rs\n```rust\nx\n```\n\n";
    for (reply, named) in [
        ("Change `src/a.rs`:\n```rust\nx\n```\n", "Change `src/a.rs`:"),
        ("Change `src/a.rs` and `src/c.rs`:\n```\nx\n```\n", "Change `src/a.rs` and `src/c.rs`:"),
        ("## src/a.rs\n\nAdd this:\n```rust\nx\n```\n", "## src/a.rs"),
        ("```12:20:src/a.rs\nx\n```\n", "```12:20:src/a.rs"),
        ("```rust:src/a.rs:12\nx\n```\n", "```rust:src/a.rs:12"),
        ("src/a.rs\n```text\nerror\n```\n", "```text"),
        ("Node.js\n```\nx\n```\n", "Node.js"),
        ("src/a.rs (excerpt)\n```\nx\n```\n", "src/a.rs (excerpt)"),
        ("`src/a.rs (partial)`\n```\nx\n```\n", "`src/a.rs (partial)`"),
        ("**src/a.rs (lines 1-2):**\n```\nx\n```\n", "**src/a.rs (lines 1-2):**"),
        ("src/a.rs (updated section)\n```\nx\n```\n", "src/a.rs (updated section)"),
        ("src/a.rs (after)\n```\nx\n```\n", "src/a.rs (after)"),
        ("src/a.rs - excerpt\n```\nx\n```\n", "src/a.rs - excerpt"),
        ("src/a.rs \u{2013} lines 1-2\n```\nx\n```\n", "src/a.rs \u{2013} lines 1-2"),
        ("In src/a.rs we need:\n```rust\nx\n```\n", "In src/a.rs we need:"),
        ("The Makefile:\n```\nx\n```\n", "The Makefile:"),
        ("src/a.rs (excerpt) (new)\n```\nx\n```\n", "src/a.rs (excerpt) (new)"),
        ("src/a.rs(excerpt)\n```\nx\n```\n", "src/a.rs(excerpt)"),
        ("src/a.rs…\n```\nx\n```\n", "src/a.rs…"),
        ("[src/a.rs](src/a.rs#L1-L2)\n```\nx\n```\n", "[src/a.rs](src/a.rs#L1-L2)"),
        ("[src/a.rs](src/a.rs) (excerpt)\n```\nx\n```\n", "[src/a.rs](src/a.rs) (excerpt)"),
        ("FILE: src/a.rs (excerpt)\n```\nx\n```\n", "FILE: src/a.rs (excerpt)"),
        ("```rust src/a.rs (excerpt)\nx\n```\n", "```rust src/a.rs (excerpt)"),
        ("```rust:src/a.rs (excerpt)\nx\n```\n", "```rust:src/a.rs (excerpt)"),
    ] {
        let found = errors(&format!("{whole}{reply}"));
        let part = |(_, kind): &(usize, Malformed)| *kind == Malformed::MaybePart { text: named.into() };
        assert!(found.len() == 1 && found.iter().all(part), "{reply}: {found:?}");
    }
    assert_ne!(read(&format!("{whole}src/a.rs\n```diff\n-x\n+y\n```\n")).faults, []);
}

#[test]
fn a_file_ends_where_its_fence_does_beyond_doubt() {
    let outer = "a.md\n````\n# A\n```sh\nx\n```\n````\n";
    assert_eq!(files(outer), [file("a.md", "# A\n```sh\nx\n```\n")]);
    assert_eq!(files("a.py\n```\n    ```\n```\n"), [file("a.py", "    ```\n")]);
    for (reply, line) in [
        ("a.md\n```\n# A\n```sh\nx\n```\nmore\n```\n", 4),
        ("a.md\n```\n# A\n\n```\nx\n```\n\nmore\n", 7),
        ("a.py\n```\n\"\"\"\n```\nx\n```\n\"\"\"\n```\n", 6),
    ] {
        let found = errors(reply);
        assert!(found.contains(&(line, Malformed::FenceWithin)), "{reply}: {found:?}");
    }
    assert_eq!(errors("a.py\n```\nx\n"), [(2, Malformed::Open { end: "```" })]);
}

#[test]
fn a_sentence_that_names_no_file_is_above_an_example() {
    let whole = "src/b.rs\n```rust\nx\n```\n\n";
    for line in ["With Node.js, e.g. v1.2:", "A README helps:", "So"] {
        assert_eq!(files(&format!("{whole}{line}\n```rust\ny\n```\n")).len(), 1, "{line}");
    }
}

#[test]
fn a_file_beside_edits_is_listed_as_not_read() {
    let unread = |reply: &str| {
        let found = read(reply);
        assert_eq!((found.blocks.len(), found.faults), (1, vec![]), "{reply}");
        found.unread.iter().map(|surface| (surface.format.id, surface.line)).collect::<Vec<_>>()
    };
    let whole = "src/b.rs\n```rust\nx\n```\n";
    let diff = "```diff\n--- a/src/b.rs\n+++ b/src/b.rs\n@@ -1 +1 @@\n-x\n+y\n```\n";
    let block = format!("src/a.rs\n```rust\n{BLOCK}```\n");
    let call = "{\"path\": \"a.rs\", \"old_string\": \"x\", \"new_string\": \"y\"}\n";
    assert_eq!(unread(&block), []);
    assert_eq!(unread(&format!("{block}\n{whole}")), [("whole", 11)]);
    assert_eq!(unread(&format!("{diff}\n{block}")), [("udiff", 2)]);
    assert_eq!(unread(&format!("{call}\n{whole}")), [("whole", 4)]);
    assert_eq!(unread(&format!("{block}\nSo:\n```rust\nx\n```\n")), []);
}

#[test]
fn a_file_has_one_text() {
    let once = "src/a.rs\n```\nx\n```\n\n";
    assert_eq!(errors(&format!("{once}{}", once.replace('x', "y"))), [(7, Malformed::Twice)]);
    assert_eq!(files(&format!("{once}{once}")).len(), 2);
}

#[test]
fn edits_that_may_be_text_of_a_file_are_a_fault() {
    let diff = "```diff\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1 +1 @@\n-x\n+y\n```\n";
    let patch = "*** Begin Patch\n*** Update File: src/a.rs\n-x\n+y\n*** End Patch\n";
    let call = "{\"path\": \"src/a.rs\", \"old_string\": \"x\", \"new_string\": \"y\"}\n";
    let block = format!("src/a.rs\n{BLOCK}");
    for edits in [patch, call, &block] {
        let inside = format!("README.md\n````md\n# How to\n\n{edits}\nSo it is.\n````\n");
        let kinds = faults(&inside);
        let is_whole =
            |kind: &FaultKind| matches!(kind, FaultKind::OtherFormat { format, .. } if format.id == "whole");
        assert!(kinds.iter().any(|(line, kind)| *line == 2 && is_whole(kind)), "{inside}: {kinds:?}");
        let apart = format!("Done.\n\n{edits}");
        assert_eq!(faults(&apart), [], "{apart}");
    }
    let inside = format!("README.md\n````md\n# How to\n\n{diff}````\n");
    assert_eq!(files(&inside), [file("README.md", &format!("# How to\n\n{diff}"))]);
    assert_eq!(edits(diff).len(), 1);
    let open = format!("src/a.rs\n```\n{BLOCK}\nsrc/b.rs\n```\n{BLOCK}```\n");
    assert_eq!(edits(&open).len(), 2);
    let elsewhere = format!("src/b.rs\n```json\n{call}```\n");
    assert_eq!(faults(&elsewhere).len(), 1);
}

#[test]
fn edits_in_what_a_sentence_wants_to_be_made_or_amid_code_are_a_fault() {
    let diff = "--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1 +1 @@\n-x\n+y\n";
    let patch = "*** Begin Patch\n*** Update File: src/a.rs\n-x\n+y\n*** End Patch\n";
    let block = format!("src/a.rs\n{BLOCK}");
    let is_refused = |reply: &str, at: usize| {
        let kinds = faults(reply);
        kinds.iter().any(|(line, kind)| {
            *line == at && matches!(kind, FaultKind::OtherFormat { format, .. } if format.id == "whole")
        }) && read(reply).blocks.is_empty()
    };
    for edits in [diff, patch, &block] {
        for line in ["Here is `docs/format.md`:", "Create a new file `docs/format.md` that explains it:"] {
            let reply = format!(
                "{line}\n\n````markdown\n# Format\n\nAn edit looks so:\n\n{edits}\nThat is all.\n````\n"
            );
            assert!(is_refused(&reply, 3), "{reply}: {:?}", faults(&reply));
        }
        let code = format!("A test:\n\n```rust\nfn it_reads() {{\n    read(\"\n{edits}\");\n}}\n```\n");
        assert!(is_refused(&code, 3), "{code}: {:?}", faults(&code));
        for reply in [
            format!("Here is the change, as in `src/b.rs`:\n\n```rust\n{edits}```\n"),
            format!("Create `src/b.rs` later. First:\n\n```diff\n{edits}```\n"),
            format!("```rust\n// The fix.\n{edits}```\n"),
            format!("Here it is:\n```markdown\nI change one line.\n\n{edits}\nThat is all.\n```\nSo.\n"),
        ] {
            assert_eq!(faults(&reply), [], "{reply}");
        }
    }
}

#[test]
fn markers_in_the_text_of_a_file_are_no_edits_of_another_one() {
    let text = "b.py\n```python\none\n------- SEARCH\ntwo\n=======\nTWO\n+++++++ REPLACE\n```\n";
    let found = read(text);
    assert_eq!((found.blocks.len(), found.faults.len()), (0, 1), "{found:?}");
}

#[test]
fn one_way_to_name_a_file_can_be_chosen() {
    let reply = "a.rs\n```\n1\n```\n\n```rust:b.rs\n2\n```\n\nFILE: c.rs\n```\n3\n```\n";
    let paths = |format| {
        let read = parse(reply.as_bytes(), &Options { format: named(format), ..Options::default() });
        assert_eq!(read.faults, []);
        read.blocks.iter().map(|block| block.path[0].text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(paths("whole"), ["a.rs", "b.rs", "c.rs"]);
    assert_eq!(paths("fenced-file"), ["b.rs"]);
    assert_eq!(paths("file-marker"), ["c.rs"]);
}

#[test]
fn a_script_below_its_path_is_a_file_and_no_command() {
    for head in [
        "scripts/run.sh\n```bash",
        "```bash:scripts/run.sh",
        "Here is the updated `scripts/run.sh`:\n\n```sh",
    ] {
        let reply = format!("{head}\nset -e\nmake\n```\n");
        let read = read(&reply);
        assert_eq!((read.blocks.len(), read.faults.len(), read.suggestions.len()), (1, 0, 0), "{head}");
    }
    let commands = read("Then, as `scripts/run.sh` does:\n\n```sh\nmake\n```\n");
    assert_eq!((commands.blocks.len(), commands.suggestions.len()), (0, 1));
}

#[test]
fn a_diff_in_a_fence_below_its_path_is_no_text_of_it_however_the_path_is_written() {
    let reply = "src\\a.py\n\n```\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y\n```\n";
    assert_eq!((read(reply).blocks.len(), read(reply).faults), (1, vec![]));
}
