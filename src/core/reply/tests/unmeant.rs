//! Edits of which the reply says itself that they are not to be applied.

use super::*;

/// The lines of the faults in a reply, and the number of blocks that are left.
fn faults(reply: &str) -> (Vec<usize>, usize) {
    let read = read(reply);
    (read.faults.iter().map(|fault| fault.line).collect(), read.blocks.len())
}

/// A change of a file in each form.
fn edits(path: &str) -> [String; 6] {
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    [
        format!("{path}\n```\n{block}```\n"),
        format!("**{path}**\n\n```python\n{block}```\n"),
        format!("{path}\n{block}"),
        format!("```diff\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n```\n"),
        format!("*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch\n"),
        format!("```json\n{{\"path\": \"{path}\", \"old_string\": \"a\", \"new_string\": \"b\"}}\n```\n"),
    ]
}

/// All of a file in each form, and the line that a fault below a label in the first line is about.
fn files(path: &str) -> [(String, usize); 7] {
    let fence = "```python\nb()\nc()\n```\n";
    [
        (format!("{path}\n{fence}"), 4),
        (format!("**{path}**\n\n{fence}"), 5),
        (format!("### `{path}`\n\n{fence}"), 5),
        (format!("FILE: {path}\n{fence}"), 4),
        (format!("```python:{path}\nb()\nc()\n```\n"), 3),
        (format!("<file path=\"{path}\">\nb()\nc()\n</file>\n"), 1),
        (
            format!(
                "<write_to_file>\n<path>{path}</path>\n<content>\nb()\nc()\n</content>\n</write_to_file>\n"
            ),
            1,
        ),
    ]
}

#[test]
fn an_edit_below_a_label_that_rejects_it_is_refused_in_any_form() {
    for (one, other) in edits("a.py").into_iter().zip(edits("b.py")) {
        for label in
            ["Do NOT do this:", "## What not to do", "**Wrong:**", "- Not like this:", "\u{274c} Bad"]
        {
            assert_eq!(
                faults(&format!("{label}\n\n{one}\nThe fix:\n\n{other}")),
                (vec![1], 1),
                "{label}\n{one}"
            );
        }
        for label in ["Do this:", "## Wrong default", "Don't swallow errors:", "Before:", "For example:"] {
            assert_eq!(faults(&format!("{label}\n\n{one}\nThen:\n\n{other}")), (vec![], 2), "{label}\n{one}");
        }
    }
}

#[test]
fn a_file_below_a_label_that_says_it_is_none_is_refused_in_any_form() {
    for ((one, line), (other, _)) in files("a.py").into_iter().zip(files("b.py")) {
        for label in
            ["Before:", "## Example", "The old file was:", "Suppose you have this:", "Not like this:"]
        {
            let reply = format!("{label}\n\n{one}\nNow:\n\n{other}");
            assert_eq!(faults(&reply), (vec![line], 1), "{label}\n{one}");
        }
        for label in ["After:", "The old code is wrong; here is the fix:", "## Example fix"] {
            let reply = format!("{label}\n\n{one}\nNow:\n\n{other}");
            assert_eq!(faults(&reply), (vec![], 2), "{label}\n{one}");
        }
    }
}

#[test]
fn a_label_is_that_of_the_edits_directly_below_it() {
    let [one, ..] = edits("a.py");
    let [other, ..] = edits("b.py");
    for (reply, found) in [
        (format!("Don't do this:\n\n{one}{other}"), (vec![1, 1], 0)),
        (format!("Don't do this:\n\n```py\nx()\n```\n\n{one}"), (vec![], 1)),
        (format!("## What not to do\n\nThis looks easy:\n\n{one}\n## So\n\n{other}"), (vec![1], 1)),
        (format!("## What not to do\n\n### Fix\n\nThe fix:\n\n{one}"), (vec![], 1)),
        (
            format!("Your last message contained this:\n\n````markdown\n{one}````\n\nNow:\n\n{other}"),
            (vec![1], 1),
        ),
    ] {
        assert_eq!(faults(&reply), found, "{reply}");
    }
}

#[test]
fn edits_in_a_comment_are_refused() {
    for (one, other) in edits("a.py").into_iter().zip(edits("b.py")) {
        for reply in
            [format!("<!--\n{one}\n-->\n\n{other}"), format!("<!-- an idea:\n\n{one}\n-->\n\n{other}")]
        {
            assert_eq!(faults(&reply), (vec![1], 1), "{reply}");
        }
        let reply = format!("<!-- the fix -->\n{one}\nPut `<!--` there:\n\n{other}");
        assert_eq!(faults(&reply), (vec![], 2), "{reply}");
    }
}

#[test]
fn edits_that_are_taken_back_are_refused_with_all_above() {
    for (one, other) in edits("a.py").into_iter().zip(edits("b.py")) {
        let line = one.lines().count() + 2;
        for label in
            ["Wait, that is wrong. The right change is:", "Scratch that:", "Ignore the block above. Now:"]
        {
            assert_eq!(faults(&format!("{one}\n{label}\n\n{other}")), (vec![line], 1), "{label}\n{one}");
            assert_eq!(faults(&format!("{label}\n\n{one}{other}")), (vec![], 2), "{label}\n{one}");
        }
        let label = "The change above is not enough. Also:";
        assert_eq!(faults(&format!("{one}\n{label}\n\n{other}")), (vec![], 2), "{one}");
    }
}
