//! Parts of a reply beside its edits that may ask for more.

use super::*;

/// The line, the path and the wish of each.
fn asides(text: &str) -> Vec<(usize, String, Wish)> {
    let reply = read(text);
    assert_eq!(reply.faults, []);
    let path =
        |aside: &Aside<'_>| aside.block.path.first().map_or(String::new(), |path| path.text.to_string());
    reply.asides.iter().map(|aside| (aside.block.line, path(aside), aside.wish)).collect()
}

const BLOCK: &str = "a.go\n```go\n<<<<<<< SEARCH\na()\n=======\nb()\n>>>>>>> REPLACE\n```\n";

fn beside(text: &str) -> Vec<(usize, String, Wish)> {
    let below = asides(&format!("{BLOCK}\n{text}"));
    let above = asides(&format!("{text}\n{BLOCK}"));
    let moved: Vec<_> = above.into_iter().map(|(line, path, wish)| (line + 9, path, wish)).collect();
    assert_eq!(below, moved);
    below
}

#[test]
fn a_fence_has_the_file_that_is_named_at_it() {
    for (head, opener, text, wish) in [
        ("Create `b.go`:\n\n", "```go", "x\n", Wish::New),
        ("`b.go`\n\n", "```go", "x\n", Wish::File),
        ("### b.go\n\nIt is small.\n", "```go", "x\n", Wish::File),
        ("It is new:\n\n", "```go b.go", "x\n", Wish::File),
        ("It is new:\n\n", "```go:b.go", "x\n", Wish::File),
        ("It is new:\n\n", "```go", "// b.go\nx\n", Wish::File),
        ("Usage:\n\n", "```go", "// b.go\nx\n", Wish::Quote),
        ("See `b.go`:\n\n", "```go", "x\n", Wish::Quote),
        ("And in `b.go`:\n\n", "```diff", "-x\n+y\n", Wish::Change),
    ] {
        let found = beside(&format!("{head}{opener}\n{text}```\n"));
        let line = 10 + head.matches('\n').count();
        assert_eq!(found, [(line, "b.go".into(), wish)], "{head}{opener}");
    }
}

#[test]
fn the_second_of_two_fences_is_for_the_file_of_the_first() {
    let found = beside("In `a.go`, change\n\n```\nx\n```\nto\n```\ny\n```\n");
    assert_eq!(found, [(12, "a.go".into(), Wish::Change), (16, "a.go".into(), Wish::Change)]);
}

#[test]
fn a_diff_needs_no_name() {
    assert_eq!(beside("So:\n\n```diff\n-x\n+y\n```\n"), [(12, String::new(), Wish::Change)]);
}

#[test]
fn commands_output_and_code_without_a_name_ask_for_nothing() {
    for text in [
        "Run `b.go`:\n\n```sh\ngo run b.go\n```\n",
        "`b.go` prints:\n\n```text\n1\n```\n",
        "Use it:\n\n```go\nb()\n```\n",
        "Create `b.go` later.\n",
    ] {
        assert_eq!(beside(text), [], "{text}");
    }
}

#[test]
fn a_heading_ends_with_the_edits_below_it() {
    let text = format!("### b.go\n\n{BLOCK}\nUse it:\n\n```go\nb()\n```\n");
    assert_eq!(asides(&text), []);
}

#[test]
fn reasoning_asks_for_nothing() {
    assert_eq!(beside("<think>\nCreate `b.go`:\n```go\nx\n```\nDelete `c.go`.\n</think>\n"), []);
}
