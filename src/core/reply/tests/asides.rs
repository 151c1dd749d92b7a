//! Parts of a reply beside its edits that may ask for more.

use super::*;

/// The line, the path and the wish of each.
fn asides(text: &str) -> Vec<(usize, String, Wish)> {
    let reply = read(text);
    assert_eq!(reply.faults, []);
    let path =
        |aside: &Aside<'_>| aside.block.path.first().map_or(String::new(), |path| path.text.to_string());
    let sure = reply.asides.iter().filter_map(|aside| match aside.is_word {
        true => aside.instead.as_deref(),
        false => Some(aside),
    });
    sure.map(|aside| (aside.block.line, path(aside), aside.wish)).collect()
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
        ("Usage:\n\n", "```go", "// b.go\nx\n", Wish::Example),
        ("You can test it like so:\n\n", "```go", "// b.go\nx\n", Wish::Example),
        ("See `b.go`:\n\n", "```go", "x\n", Wish::Quote),
        ("### 2. `b.go` - the port\n\n", "```go", "x\n", Wish::Title),
        ("### 2. `b.go` - the port\n\nIt is small.\n", "```go", "x\n", Wish::Title),
        ("In `b.go`:\n\n", "```go", "x\n", Wish::Title),
        ("In `b.go`:\n\n", "```json", "x\n", Wish::Quote),
        ("Before:\n\n", "```12:20:b.go", "x\n", Wish::Quote),
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
fn shorter_fences_in_a_longer_one_are_its_text() {
    for (fence, is_whole) in [("````", true), ("~~~~", true), ("```", false)] {
        let reply = format!("{BLOCK}\n`b.md`\n\n{fence}markdown\n# B\n\n```sh\nx\n```\n\ny\n{fence}\n");
        assert_eq!(read(&reply).asides[0].is_whole, is_whole, "{fence}");
    }
}

#[test]
fn a_diff_needs_no_name() {
    assert_eq!(beside("So:\n\n```diff\n-x\n+y\n```\n"), [(12, String::new(), Wish::Change)]);
}

#[test]
fn code_without_a_name_is_for_the_file_of_the_edit_beside_it() {
    for (text, path, wish) in [
        ("Also add this import at the top of the file:\n\n```go\nx\n```\n", "a.go", Wish::Change),
        ("And replace `main` with:\n\n```go\nx\n```\n", "a.go", Wish::Change),
        ("You will also need this import:\n\n```go\nx\n```\n", "a.go", Wish::Change),
        ("The function in full:\n\n```go\nx\n```\n", "", Wish::Quote),
        ("Add this to the settings of nginx:\n\n```nginx\nx\n```\n", "", Wish::Quote),
    ] {
        assert_eq!(beside(text), [(12, path.into(), wish)], "{text}");
    }
    let two = format!("{BLOCK}{}\nAlso add this:\n\n```py\nx\n```\n", BLOCK.replace("a.go", "b.py"));
    assert_eq!(asides(&two), [(20, "b.py".into(), Wish::Change)]);
}

#[test]
fn a_fence_of_commands_or_text_may_be_a_file_of_such() {
    for (text, path, wish) in [
        ("Create `x.sh`:\n\n```bash\nx\n```\n", "x.sh", Wish::New),
        ("**x.sh**\n\n```bash\nx\n```\n", "x.sh", Wish::File),
        ("Update `x.ps1`:\n\n```powershell\nx\n```\n", "x.ps1", Wish::Change),
        ("Create `x.txt`:\n\n```text\nx\n```\n", "x.txt", Wish::New),
    ] {
        assert_eq!(beside(text), [(12, path.into(), wish)], "{text}");
    }
}

#[test]
fn commands_output_and_examples_ask_for_nothing() {
    for text in [
        "Run `x.sh`:\n\n```bash\n./x.sh\n```\n",
        "Now make it so:\n\n```sh\ntouch b.go\n```\n",
        "The response is now:\n\n```json\n1\n```\n",
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
fn indented_code_below_the_name_of_a_file_may_be_for_it() {
    for head in ["In `b.go`:\n", "b.go:\n", "Update `b.go`:\n"] {
        let text = format!("{BLOCK}\n{head}\n    x()\n\n\ty()\n\nDone.\n");
        assert_eq!(asides(&text), [(12, "b.go".into(), Wish::Quote)], "{head}");
    }
    for text in ["In `b.go`:\n    x()\n", "- In `b.go`:\n\n    It is there.\n", "I read `b.go`.\n\n    x()\n"]
    {
        assert_eq!(asides(&format!("{BLOCK}\n{text}")), [], "{text}");
    }
}

#[test]
fn reasoning_asks_for_nothing() {
    assert_eq!(beside("<think>\nCreate `b.go`:\n```go\nx\n```\nDelete `c.go`.\n</think>\n"), []);
}
