//! Edits for which two files are named.

use super::*;

fn two(one: &str, other: &str) -> FaultKind {
    Malformed::TwoFiles { one: one.into(), other: other.into() }.into()
}

#[test]
fn a_block_for_which_two_files_are_named_is_a_fault() {
    let own = BLOCK.replace("SEARCH", "SEARCH a.rs");
    let call = format!("<apply_diff>\n<path>a.rs</path>\n<diff>\nb.rs\n{BLOCK}</diff>\n</apply_diff>\n");
    for (reply, line) in [
        (format!("a.rs\n```rust:b.rs\n{BLOCK}```\n"), 3),
        (format!("Update `a.rs`:\n```rust:b.rs\n{BLOCK}```\n"), 3),
        (format!("### `a.rs`\n```rust\nb.rs\n{BLOCK}```\n"), 4),
        (format!("[a.rs#1a2b3c4d5e6f]\nb.rs\n{BLOCK}"), 3),
        (format!("b.rs\n{own}"), 2),
        (call, 5),
    ] {
        assert_eq!(faults(&reply), [(line, two("a.rs", "b.rs"))], "{reply}");
    }
    for reply in [
        format!("src/a.rs\n```rust:a.rs\n{BLOCK}```\n"),
        format!("### src/a.rs\n```rust\n// a.rs\n{BLOCK}```\n"),
        format!("src/a.rs\n```rust\n{BLOCK}```\n\nb.rs\n```rust\n{BLOCK}```\n"),
        format!("```rust:a.rs\n{BLOCK}\nb.rs\n{BLOCK}```\n"),
    ] {
        assert_eq!(faults(&reply), [], "{reply}");
    }
}

#[test]
fn of_two_names_of_one_file_the_one_with_more_folders_is_its_path() {
    let own = BLOCK.replace("SEARCH", "SEARCH a.rs");
    let call = format!("<apply_diff>\n<path>a.rs</path>\n<diff>\nsrc/a.rs\n{BLOCK}</diff>\n</apply_diff>\n");
    for reply in [
        format!("a.rs\n```rust:src/a.rs\n{BLOCK}```\n"),
        format!("src/a.rs\n```rust:a.rs\n{BLOCK}```\n"),
        format!("### src/a.rs\n```rust\na.rs\n{BLOCK}```\n"),
        format!("src/a.rs\n{own}"),
        call.replace("a.rs<", "src/a.rs<").replace("\nsrc/a.rs\n", "\na.rs\n"),
        call,
    ] {
        let found = read(&reply);
        assert_eq!(
            (found.blocks[0].path[0].text.as_slice(), found.faults.len()),
            (&b"src/a.rs"[..], 0),
            "{reply}"
        );
    }
}

#[test]
fn a_diff_of_which_two_lines_name_other_files_is_a_fault() {
    let git = |head: &str, names: &str| format!("diff --git {head}\n{names}@@ -1 +1 @@\n-x\n+y\n");
    let rename = "a/b.rs b/c.rs\nrename from b.rs\nrename to c.rs";
    let plain = "--- a/a.rs\n+++ b/a.rs\n";
    for (reply, one, other) in [
        (git(rename, plain), "a/a.rs", "b.rs"),
        (git("a/b.rs b/b.rs", plain), "b.rs", "a.rs"),
        (git("a/b.rs b/b.rs\ndeleted file mode 100644", "--- a/a.rs\n+++ /dev/null\n"), "b.rs", "a.rs"),
        (git("a/b.rs b/b.rs\nnew file mode 100644", "--- /dev/null\n+++ b/a.rs\n"), "b.rs", "a.rs"),
    ] {
        assert!(faults(&reply).iter().any(|(line, kind)| (*line, kind) == (1, &two(one, other))), "{reply}");
    }
    for above in ["b.rs\n```diff\n", "```diff:b.rs\n"] {
        let line = above.lines().count() + 1;
        let reply = format!("{above}{plain}@@ -1 +1 @@\n-x\n+y\n```\n");
        assert_eq!(faults(&reply), [(line, two("b.rs", "a.rs"))], "{reply}");
    }
    for names in ["--- a/a.rs\n+++ b/a.rs\n", "--- a.rs\n+++ a.rs\n", "--- i/a.rs\t1\n+++ w/a.rs\t2\n"] {
        let reply = format!("src/a.rs\n```diff\n{}```\n", git("a/a.rs b/a.rs", names));
        assert_eq!(faults(&reply), [], "{reply}");
    }
}

#[test]
fn a_whole_file_with_two_paths_is_a_fault() {
    for above in ["a.rs", "### `a.rs`", "FILE: a.rs", "Here is the updated `a.rs`:"] {
        let reply = format!("{above}\n```rust:b.rs\nx\n```\n");
        assert_eq!(faults(&reply), [(2, two("a.rs", "b.rs"))], "{reply}");
    }
    let found = read("src/a.rs\n```rust:a.rs\nx\n```\n");
    assert_eq!((found.blocks[0].path[0].text.as_slice(), &found.faults[..]), (&b"src/a.rs"[..], &[][..]));
}

#[test]
fn a_whole_file_above_the_name_of_another_one_is_a_fault() {
    let file = "## a.rs\n\n```rust\nx\n```\n";
    for caption in
        ["^ `b.rs`", "That was src/b.rs", "**b.rs**", "\n`b.rs`\n", "(The file `b.rs`)", "src/b.rs"]
    {
        let other = if caption.contains("src") { "src/b.rs" } else { "b.rs" };
        let reply = format!("{file}{caption}\n");
        assert_eq!(faults(&reply), [(3, two("a.rs", other))], "{reply}");
        assert_eq!(read(&reply).blocks, [], "{reply}");
    }
    for below in [
        "That was `a.rs`.", "^ `src/a.rs`", "Run `b.rs` to try it.", "I left `b.rs` as it is.",
        "Changed:\n- `b.rs`", "Done.", "b.rs\n```rust\ny\n```",
    ] {
        assert_eq!(faults(&format!("{file}{below}\n")), [], "{below}");
    }
}
