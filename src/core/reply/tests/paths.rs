//! Paths of blocks, and the versions that they are based on.

use super::*;

#[test]
fn the_path_may_be_above_or_inside_the_fence_or_without_one() {
    for reply in [
        format!("a.rs\n```rust\n{BLOCK}```\n"),
        format!("```rust\na.rs\n{BLOCK}```\n"),
        format!("a.rs\n{BLOCK}"),
        format!("a.rs\n\n~~~\n\n{BLOCK}~~~\n"),
        format!("Text.\n\na.rs\n<source>\n{BLOCK}</source>\n"),
        format!("```rust\na.rs\n```\n```rust\n{BLOCK}```\n"),
        format!("\u{feff}a.rs\n{BLOCK}"),
        format!("```sh\na.rs\n{BLOCK}```\n"),
        format!("a.rs\n<source>rust\n{BLOCK}</source>\n"),
    ] {
        assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n")], "{reply}");
    }
}

#[test]
fn a_reply_with_crlf_has_the_same_paths() {
    let reply = format!("**a.rs**\n```\n{BLOCK}```\n{BLOCK}").replace('\n', "\r\n");
    let expected = edit("a.rs", "old\r\n", "new\r\n");
    assert_eq!(edits(&reply), [expected.clone(), expected]);
}

#[test]
fn a_lone_carriage_return_stays_in_a_path() {
    let reply = format!(".git/config\r\r\n{BLOCK}");
    assert_eq!(read(&reply).blocks[0].path[0].text, ".git/config\r");
}

#[test]
fn a_block_below_prose_has_no_path() {
    for above in ["Now the second part:", "", "```rust\n}\n```", "In the second file:"] {
        let found = faults(&format!("{above}\n{BLOCK}"));
        assert!(matches!(found[..], [(_, FaultKind::NoPath { .. })]), "{above}: {found:?}");
    }
}

#[test]
fn a_block_below_prose_has_the_names_around_it() {
    let around = |above: &str| {
        let reply = format!("{above}\n{BLOCK}");
        let found = read(&reply);
        let around = found.blocks.last().and_then(|block| block.around.clone()).expect("names around it");
        let text = |path: &std::sync::Arc<[PathCandidate]>| path[0].text.to_string();
        let near: Vec<String> = around.near.iter().map(ToString::to_string).collect();
        (near.join(" "), around.before.iter().map(text).collect::<Vec<_>>().join(" "))
    };
    let pair = |near: &str, before: &str| (near.to_owned(), before.to_owned());
    assert_eq!(around("a.rs\n\nChange it so:"), pair("a.rs", ""));
    let first = format!("src/b.rs\n{BLOCK}");
    assert_eq!(around(&format!("{first}Then the call:")), pair("", "src/b.rs"));
    assert_eq!(around(&format!("{first}---\n\nImports:\n")), pair("", "src/b.rs"));
    assert_eq!(around(&format!("{first}Then `c.rs`, not d.rs:")), pair("c.rs d.rs", "src/b.rs"));
    assert_eq!(around(&format!("{first}In the test file `c.rs`:\n\nFirst:")), pair("c.rs", ""));
    let second = format!("{first}Then c.rs:\n{BLOCK}");
    assert_eq!(around(&format!("{second}Then:\n")), pair("", "Then c.rs c.rs src/b.rs"));
}

#[test]
fn a_new_file_or_a_fault_is_not_below_prose() {
    let create = "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
    for between in [create, "<<<<<<< DELETE\n>>>>>>> DELETE\n"] {
        let found = faults(&format!("a.rs\n{BLOCK}Then this:\n{between}"));
        assert!(matches!(found[..], [(8, FaultKind::NoPath { .. })]), "{between}: {found:?}");
    }
}

#[test]
fn a_path_that_is_not_utf8_is_a_fault() {
    let reply = [b"src/\xff.rs\n", BLOCK.as_bytes()].concat();
    let found = parse(&reply, &Options::default());
    assert_eq!(found.faults[0].kind, FaultKind::BadPath { text: BString::from(b"src/\xff.rs") });
}

#[test]
fn a_path_is_inherited_across_blank_lines_and_fences() {
    let reply = format!("a.rs\n```\n{BLOCK}```\n\n```\n{BLOCK}{BLOCK}```\n");
    assert_eq!(edits(&reply).iter().filter(|edit| edit.0 == "a.rs").count(), 3);
}

#[test]
fn a_path_is_not_inherited_across_text_or_a_fault() {
    for between in ["...\n\n", "Then.\n", ">>>>>>> REPLACE\n", "<<<<<<< SEARCH\n>>>>>>> REPLACE\n"] {
        let reply = format!("a.rs\n{BLOCK}{between}<<<<<<< SEARCH\nold\n=======\n>>>>>>> REPLACE\n");
        assert!(
            read(&reply).blocks.iter().all(|block| !block.path[0].creates || block.line == 2),
            "{between}"
        );
    }
}

#[test]
fn a_path_is_not_inherited_to_make_move_or_remove_a_file() {
    for second in [
        "<<<<<<< SEARCH\n \n=======\nnew\n>>>>>>> REPLACE\n",
        "<<<<<<< RENAME\nb.rs\n>>>>>>> RENAME\n",
        "<<<<<<< DELETE\n>>>>>>> DELETE\n",
    ] {
        let reply = format!("a.rs\n{BLOCK}{second}");
        assert_eq!(faults(&reply), [(7, FaultKind::NoPath { above: None })], "{second}");
    }
}

#[test]
fn a_path_line_is_never_taken_from_a_block() {
    let reply = "a.rs\n<<<<<<< SEARCH\nx\n=======\nb.rs\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n=======\nc.rs\n>>>>>>> REPLACE\n";
    assert_eq!(faults(reply), [(7, FaultKind::NoPath { above: None })]);
}

#[test]
fn a_command_above_a_block_is_not_its_path() {
    let reply = format!("```bash\nmake\n```\n```rust\n{BLOCK}```\n");
    assert_eq!(faults(&reply), [(5, FaultKind::NoPath { above: Some("make".into()) })]);
}

#[test]
fn a_path_in_a_sentence_makes_no_file() {
    let reply = format!("Here is the change in `src/a.rs`:\n{BLOCK}");
    assert_eq!(*read(&reply).blocks[0].path, [PathCandidate::new("src/a.rs", false)]);
}

#[test]
fn an_info_string_gives_the_path_where_no_line_does() {
    for info in ["python src/a.py", "python:src/a.py", "src/a.py", "python title=\"src/a.py\""] {
        for above in ["", "Change it:\n"] {
            let reply = format!("{above}```{info}\n{BLOCK}```\n");
            assert_eq!(edits(&reply), [edit("src/a.py", "old\n", "new\n")], "{reply}");
        }
        let reply = format!("./src/a.py\n```{info}\n{BLOCK}```\n");
        assert_eq!(edits(&reply)[0].0, "./src/a.py");
    }
}

#[test]
fn the_first_line_inside_the_fence_names_the_path_where_the_nearest_does_not() {
    let reply = format!("```rust\nsrc/a.rs\n// Change the loop.\n{BLOCK}```\n");
    assert_eq!(edits(&reply), [edit("src/a.rs", "old\n", "new\n")]);
}

#[test]
fn a_fence_from_outside_is_between_path_and_block() {
    let options = Options { fence: Some(("@@@".into(), "@@@".into())), ..Options::default() };
    let reply = format!("a.rs\n@@@ rust\n{BLOCK}@@@\n{BLOCK}");
    let found = parse(reply.as_bytes(), &options);
    assert!(found.blocks.len() == 2 && found.blocks.iter().all(|block| block.path[0].text == "a.rs"));
}

#[test]
fn a_quoted_path_that_is_not_utf8_is_a_fault() {
    let found = faults(&format!("\"a\\377.rs\"\n{BLOCK}"));
    assert!(matches!(found[..], [(2, FaultKind::BadPath { .. })]), "{found:?}");
}

#[test]
fn the_opener_may_carry_the_path() {
    let reply = "The fix:\n<<<<<<< SEARCH src/a.rs\nold\n=======\nnew\n>>>>>>> REPLACE\n";
    assert_eq!(edits(reply), [edit("src/a.rs", "old\n", "new\n")]);
}

#[test]
fn a_path_from_outside_is_that_of_every_block() {
    let options = Options { format: named("pathless"), path: Some("z.rs".into()), ..Options::default() };
    let reply = format!("a.rs\n{BLOCK}text\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n");
    let found = parse(reply.as_bytes(), &options);
    let path = [PathCandidate::new("z.rs", true)];
    assert!(found.blocks.len() == 2 && found.blocks.iter().all(|block| *block.path == path));
}

#[test]
fn a_path_from_outside_is_for_blocks_that_name_none() {
    let options = Options { path: Some("z.rs".into()), ..Options::default() };
    let named = |reply: &str| -> Vec<String> {
        let found = parse(reply.as_bytes(), &options);
        assert_eq!(found.faults, []);
        found.blocks.iter().map(|block| block.path[0].text.to_string()).collect()
    };
    let delete = "c\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
    assert_eq!(named(&format!("Here it is:\n{BLOCK}{delete}{BLOCK}")), ["z.rs", "c", "c"]);
    assert_eq!(named(&format!("a.rs\n{BLOCK}\nAnd now another one.\n\n{BLOCK}")), ["a.rs", "z.rs"]);
    assert_eq!(
        named("The fix:\n<<<<<<< SEARCH src/a.rs\nold\n=======\nnew\n>>>>>>> REPLACE\n"),
        ["src/a.rs"]
    );
}

#[test]
fn a_pathless_reply_without_a_path_is_a_fault() {
    let options = Options { format: named("pathless"), ..Options::default() };
    let found = parse(BLOCK.as_bytes(), &options);
    assert_eq!(found.faults[0].kind, FaultKind::NoPath { above: None });
}

#[test]
fn a_line_above_or_below_the_path_names_the_version_that_a_block_is_based_on() {
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    let base = |text: String| {
        let reply = parse(text.as_bytes(), &Options::default());
        assert_eq!(reply.faults, []);
        let base = |block: &Block<'_>| block.base.map(|base| String::from_utf8_lossy(base).into_owned());
        reply.blocks.iter().map(base).collect::<Vec<_>>()
    };
    let id = Some("1a2b3c4".to_owned());
    assert_eq!(base(format!("base: 1a2b3c4\na.rs\n```\n{block}```\n")), std::slice::from_ref(&id));
    assert_eq!(base(format!("a.rs\nbase: 1a2b3c4\n```\n{block}```\n")), std::slice::from_ref(&id));
    assert_eq!(base(format!("a.rs\nbase: 1a2b3c4\n{block}{block}b.rs\n{block}")), [id.clone(), id, None]);
    assert_eq!(base(format!("base: 1a2b3c4\nSome prose.\na.rs\n{block}")), [None]);
    assert_eq!(base(format!("base: no name\na.rs\n{block}")), [None]);
    // It is said that no version is found by such a name.
    for name in ["main", "HEAD~2", "@{u}", "origin/main", "v1.2"] {
        assert_eq!(base(format!("a.rs\nbase: {name}\n{block}")), [Some(name.to_owned())]);
    }
}

#[test]
fn a_heading_that_is_underlined_names_the_path() {
    for head in ["a.rs\n====\n", "a.rs\n----\n\n", "Now:\n\na.rs\n------\n```rust\n"] {
        let reply = format!("{head}<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n");
        assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n")], "{head}");
        assert!(blocks_have_a_path_line(&reply), "{head}");
    }
    // A rule below a blank line ends what is above it.
    let reply = "a.rs\n\n---\n\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n";
    assert!(!blocks_have_a_path_line(reply));
}

fn blocks_have_a_path_line(reply: &str) -> bool {
    read(reply).blocks.iter().all(|block| block.around.is_none())
}

#[test]
fn a_tag_around_blocks_names_their_path() {
    let block = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n";
    for [open, close] in [
        ["<file path=\"a.rs\">", "</file>"],
        ["<edit file='a.rs'>\n```rust", "```\n</edit>"],
        ["<file name=\"a.rs\" lang=\"rust\">\n", "\n</file>"],
    ] {
        let reply = format!("{open}\n{block}{close}\n");
        assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n")], "{open}");
        assert_eq!(faults(&reply), [], "{open}");
    }
}

#[test]
fn a_sentence_with_one_name_above_a_block_that_makes_a_file_is_its_path() {
    for line in [
        "In `new.rs`:",
        "Now the code of `new.rs`:",
        "### 2. `.env.example` - defaults",
        "First, `a/new.tpl`:",
    ] {
        let reply = format!("{line}\n\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n");
        let [block] = &read(&reply).blocks[..] else { panic!("{line}") };
        assert!(block.path[0].creates, "{line}");
    }
    for line in ["See `new.rs`:", "For example, in `new.rs`:", "Like the one in `new.rs`:"] {
        let reply = format!("{line}\n\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n");
        assert!(read(&reply).blocks.iter().all(|block| !block.path[0].creates), "{line}");
    }
}
