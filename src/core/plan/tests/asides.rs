//! Parts of a reply beside its edits: made, refused or left out.

use super::*;

/// The paths of the blocks, and the lines of the faults and of what is warned of.
fn settled(files: &[(&str, &str)], text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>) {
    let world = Fake::new(files);
    let policy = Policy::new(Rules::default()).expect("no rules");
    let reply = reply::parse(text.as_bytes(), &reply::Options::default());
    let mut sources = [Source { name: "-".into(), reply }];
    adopt(&mut sources, &policy, &settings(), &world);
    let plan = plan(&sources, &policy, &settings(), &world);
    assert!(plan.is_good(), "{plan:?}");
    settle(&mut sources, &plan, &policy, &settings(), &world);
    let [Source { reply, .. }] = &sources;
    let paths = plan.blocks.iter().map(|block| block.path.as_ref().expect("a path").to_string());
    let faults = reply.faults.iter().map(|fault| fault.line);
    (paths.collect(), faults.collect(), reply.unread.iter().map(|surface| surface.line).collect())
}

const FILES: [(&str, &str); 2] = [("a.go", "one()\ntwo()\nthree()\n"), ("c.go", "c1()\nc2()\n")];

/// A reply with a block for `a.go` in lines 1 to 8, and this text from line 10.
fn beside(text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>) {
    let block = "a.go\n```go\n<<<<<<< SEARCH\none()\n=======\nonce()\n>>>>>>> REPLACE\n```\n";
    settled(&FILES, &format!("{block}\n{text}"))
}

fn fence(info: &str, text: &str) -> String {
    format!("\n```{info}\n{text}```\n")
}

#[test]
fn a_new_file_is_made() {
    for head in ["Create `b.go`:\n", "b.go\n", "### b.go\n"] {
        let text = format!("{head}{}", fence("go", "b()\n"));
        assert_eq!(beside(&text), (vec!["a.go".into(), "b.go".into()], vec![], vec![]), "{head}");
    }
}

#[test]
fn what_no_edit_makes_is_a_fault() {
    for text in [
        format!("c.go\n{}", fence("go", "c1()\nnew()\n")),
        format!("Add to `c.go`:\n{}", fence("go", "new()\n")),
        "Create `b.go`:\n\n```go\nb()\n".into(),
        format!("And in `a.go`:\n{}", fence("diff", "-two()\n+twice()\n")),
        format!("So:\n{}", fence("diff", "-two()\n+twice()\n")),
    ] {
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![12], vec![]), "{text}");
    }
    assert_eq!(beside("Delete `c.go`.\n").1, [10]);
}

#[test]
fn what_the_files_have_or_get_is_left_out() {
    for text in [
        format!("Here is `a.go`:\n{}", fence("go", "once()\ntwo()\nthree()\n")),
        format!("`a.go` was:\n{}", fence("go", "one()\ntwo()\n")),
        format!("c.go\n{}", fence("go", "c1()\n// ...\n")),
        format!("So `a.go` changes:\n{}", fence("diff", "-one()\n+once()\n two()\n")),
        "Delete `d.go`.\n".into(),
        format!("Use it:\n{}", fence("go", "new()\n")),
    ] {
        assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![]), "{text}");
    }
}

#[test]
fn an_example_for_a_file_is_warned_of() {
    let text = format!("Call it from `c.go`:\n{}", fence("go", "new()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into()], vec![], vec![12]));
}

#[test]
fn a_second_text_for_a_new_file_is_a_fault() {
    let text = format!("Create `b.go`:\n{}Create `b.go`:\n{}", fence("go", "b()\n"), fence("go", "c()\n"));
    assert_eq!(beside(&text), (vec!["a.go".into(), "b.go".into()], vec![17], vec![]));
}

#[test]
fn what_takes_too_long_to_find_is_refused() {
    let text = "one()\n".repeat(20_000);
    let quotes = "`a.go`:\n\n```go\none()\n```\n\n".repeat(300);
    let block = "a.go\n```go\n<<<<<<< SEARCH\nlast()\n=======\nend()\n>>>>>>> REPLACE\n```\n\n";
    let long = format!("{text}last()\n");
    let (_, faults, _) = settled(&[("a.go", &long)], &format!("{block}{quotes}"));
    assert!(!faults.is_empty());
    let (_, faults, _) = settled(&[("a.go", "one()\nlast()\n")], &format!("{block}{quotes}"));
    assert!(faults.is_empty(), "{faults:?}");
}
