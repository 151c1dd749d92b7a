//! Blocks that are drafts, and those that are the answer.

use proptest::prelude::*;

use super::*;

/// The line, the tag and the number of blocks of each draft.
fn drafts(reply: &str) -> Vec<(usize, &str, usize)> {
    read(reply).drafts.iter().map(|draft| (draft.line, draft.tag, draft.blocks)).collect()
}

fn paths(reply: &str) -> Vec<String> {
    read(reply).blocks.iter().map(|block| block.path[0].text.to_string()).collect()
}

#[test]
fn blocks_in_reasoning_are_not_read() {
    for (open, close) in [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("  <reasoning>", "so.</reasoning>  \r"),
        ("<analysis>", "</analysis>"),
        ("<thought>", "</thought>"),
        ("<antThinking>", "</antThinking>"),
        (
            "<thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b>",
            "</thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b>",
        ),
        ("<seed:think>", "</seed:think>"),
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
        ("► **THINKING**", "► **ANSWER**"),
        ("Thinking...", "...done thinking."),
    ] {
        let reply = format!("Well.\n{open}\na.rs\n{BLOCK}{close}\n\nb.rs\n{BLOCK}");
        assert_eq!((paths(&reply), faults(&reply)), (vec!["b.rs".into()], vec![]), "{reply}");
        assert_eq!(drafts(&reply), [(2, open.trim(), 1)]);
        assert_eq!(read(&reply).blocks[0].line, 12);
    }
}

#[test]
fn words_that_programs_print_around_reasoning_are_prose_where_it_has_no_end() {
    let reply = format!("Thinking...\na.rs\n{BLOCK}");
    assert_eq!((paths(&reply), faults(&reply)), (vec!["a.rs".into()], vec![]));
}

#[test]
fn sketches_in_reasoning_are_no_faults() {
    let reply =
        format!("<think>\n<<<<<<< SEARCH\nhm\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n</think>\na.rs\n{BLOCK}");
    assert_eq!((faults(&reply), drafts(&reply)), (vec![], vec![(1, "<think>", 2)]));
    assert_eq!(paths(&reply), ["a.rs"]);
}

#[test]
fn reasoning_without_blocks_is_prose() {
    let reply = format!("<think>Run `rm x`.</think>a.rs\n{BLOCK}<think></think>\n\nb.rs\n{BLOCK}");
    assert_eq!((paths(&reply), drafts(&reply)), (vec!["a.rs".into(), "b.rs".into()], vec![]));
    assert_eq!(commands(&reply), []);
}

#[test]
fn reasoning_that_began_before_the_reply_is_not_read() {
    let reply = format!("Hm, `rm x`?\na.rs\n{BLOCK}>>>>>>> REPLACE\nThat is it.</think>\nb.rs\n{BLOCK}");
    assert_eq!((paths(&reply), faults(&reply)), (vec!["b.rs".into()], vec![]));
    assert_eq!((drafts(&reply), commands(&reply)), (vec![(9, "</think>", 1)], vec![]));
}

#[test]
fn a_tag_in_a_block_is_content() {
    let search = "<think>\n</thinking>\n</reasoning>\n";
    let reply = format!("a.txt\n<<<<<<< SEARCH\n{search}=======\n</think>\n>>>>>>> REPLACE\n");
    assert_eq!(edits(&reply), [edit("a.txt", search, "</think>\n")]);
}

#[test]
fn a_tag_within_a_line_is_text() {
    let reply = format!("Write `<think>` and `</think>` so.\na.rs\n{BLOCK}The <think> tag, `</think>`.\n");
    assert_eq!((paths(&reply), faults(&reply), drafts(&reply)), (vec!["a.rs".into()], vec![], vec![]));
}

#[test]
fn a_fence_in_a_draft_is_no_file() {
    let draft = "I could write it.\n\nnew.rs\n```rust\nx\n```\n\nDelete `b.rs`.\n</think>\n";
    let diff = "```diff\n--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-x\n+y\n```\n";
    for edits in [format!("a.rs\n{BLOCK}"), diff.into()] {
        let reply = format!("{draft}\n{edits}");
        let found = read(&reply);
        assert_eq!((found.faults.clone(), found.asides.len(), found.unread.len()), (vec![], 0, 0), "{reply}");
        assert_eq!(paths(&reply), ["a.rs"], "{reply}");
    }
}

#[test]
fn the_text_of_a_file_in_a_draft_is_none_of_the_answer() {
    let file = "a.rs\n```rust\nx\n```\n";
    let reply = format!("{file}</think>\n\n{}", file.replace('x', "y"));
    assert_eq!((edits(&reply), faults(&reply)), (vec![edit("a.rs", "", "y\n")], vec![]));
}

#[test]
fn reasoning_that_is_not_closed_is_a_fault() {
    for reply in [format!("<think>\na.rs\n{BLOCK}"), "<think>\n</thinking>\n<<<<<<< SEA".into()] {
        assert_eq!(faults(&reply), [(1, FaultKind::OpenReasoning { tag: "<think>" })], "{reply}");
        assert_eq!(read(&reply).blocks, []);
    }
}

#[test]
fn the_end_of_reasoning_is_a_fault_where_blocks_may_be_answers() {
    let stray = |line| [(line, FaultKind::StrayReasoningEnd { tag: "</think>" })];
    let twice = format!("<think>\n</think>\na.rs\n{BLOCK}</think>\nb.rs\n{BLOCK}");
    assert_eq!(faults(&twice), stray(9));
    let in_a_fence = format!("a.rs\n{BLOCK}It ends in:\n```\n</think>\n```\n");
    assert_eq!(faults(&in_a_fence), stray(9));
    assert_eq!(faults("```\n</think>\n```\n"), []);
}

#[test]
fn a_block_below_reasoning_has_no_path_from_above() {
    let reply = format!("a.rs\n{BLOCK}\n<think>\nb.rs\n</think>\n{BLOCK}");
    let above = Some(BString::from("</think>"));
    assert_eq!(faults(&reply), [(11, FaultKind::NoPath { above })]);
}

#[test]
fn only_the_channel_of_the_answer_counts() {
    let draft = format!("<|channel|>analysis<|message|>Perhaps:\nb.rs\n{BLOCK}<|end|>");
    for answer in [
        "\n",
        "<|start|>assistant<|channel|>final<|message|>",
        "\n<|start|>assistant<|channel|>final<|message|>\n",
    ] {
        let reply = format!("{draft}{answer}a.rs\n{BLOCK}<|return|>\n");
        assert_eq!((paths(&reply), faults(&reply)), (vec!["a.rs".into()], vec![]), "{reply}");
    }
    let token = format!("a.rs\n{BLOCK}<|end|>\nb.rs\n{BLOCK}");
    assert_eq!(paths(&token), ["a.rs", "b.rs"]);
}

#[test]
fn what_is_kept_reads_as_before() {
    let reply = format!("<think>\na.rs\n{BLOCK}</think>\na.rs\n{BLOCK}b.rs\n{BLOCK}");
    let text = kept(reply.as_bytes(), &read(&reply), &[false, true], &MarkerWords::default());
    let text = text.map(|text| String::from_utf8(text).expect("text"));
    assert_eq!(text, Some(format!("{}a.rs\n{}b.rs\n{BLOCK}", "\n".repeat(8), "\n".repeat(5))));
}

/// Text without tags, in which there are blocks.
fn thoughts() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("<<<<<<< SEARCH"),
        Just("======="),
        Just(">>>>>>> REPLACE"),
        Just("<<<<<<< DELETE"),
        Just("```"),
        Just("a.rs"),
        Just("Perhaps <think> so"),
        Just("`rm x`"),
        Just(""),
    ];
    prop::collection::vec(line, 0..12)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// Number of fences that are not text of a block.
fn fences(reply: &str) -> usize {
    let blocks = read(reply).blocks;
    let is_text = |at: usize| blocks.iter().any(|block| (block.span.start..block.span.end).contains(&at));
    reply.match_indices("```").filter(|(at, _)| !is_text(*at)).count()
}

proptest! {
    #[test]
    fn whatever_is_thought_the_answer_is_the_same(
        before in thoughts(),
        between in thoughts(),
        is_opened: bool,
    ) {
        let open = if is_opened { "<think>\n" } else { "" };
        let answer = format!("</think>\n\na.rs\n```\n{BLOCK}```\n");
        let more = format!("<reasoning>\n{between}</reasoning>\nb.rs\n{BLOCK}");
        // Reasoning that began before the reply is only recognised where its own blocks and fences are closed, whatever
        // line follows: some blocks are closed by what is below them.
        let are_even = |count: usize| count.is_multiple_of(2);
        let is_closed = are_even(fences(&before)) && are_even(before.matches("```").count());
        prop_assume!(is_opened || faults(&format!("{before}thus\n{answer}")).is_empty() && is_closed);
        let reply = format!("{open}{before}{answer}{more}");
        prop_assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n"), edit("b.rs", "old\n", "new\n")]);
        prop_assert_eq!(commands(&reply), []);
        for block in read(&reply).blocks {
            let line = reply[..block.span.start].matches('\n').count() + 1;
            prop_assert_eq!(block.line, line);
        }
    }
}
