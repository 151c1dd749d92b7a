//! Reading of replies in every format.

use git_sr::core::{
    reply::{self, Block, FORMATS, Format, Operation, Options},
    text::Span,
};

/// Reads bytes as a reply: in the format that they seem to have, and in each format alone.
pub fn parse(input: &[u8]) {
    sound(input, None);
    for format in FORMATS.iter().filter(|format| format.help().is_some()) {
        sound(input, Some(format));
    }
    let ending = reply::ending(input);
    sound(&[input, ending.as_bytes()].concat(), None);
    if let Some((end, signs)) = reply::json_ending(input) {
        sound(&[&input[..end], &signs].concat(), None);
    }
}

fn sound(input: &[u8], format: Option<&'static Format>) {
    let options = Options { format, ..Options::default() };
    let found = reply::parse(input, &options);
    let lines = 1..=input.iter().filter(|byte| **byte == b'\n').count() + 1;
    for block in &found.blocks {
        assert!(lines.contains(&block.line), "{block:?}");
        assert!(block.head <= block.span.start && block.span.end <= input.len(), "{block:?}");
        assert!(block.span.start <= block.span.end, "{block:?}");
        assert!(!block.path.is_empty(), "{block:?}");
        sections(block);
    }
    assert!(found.blocks.is_sorted_by_key(|block| block.line), "{:?}", found.blocks);
    for fault in &found.faults {
        assert!(lines.contains(&fault.line), "{fault:?}");
        assert!(!fault.to_string().is_empty());
    }
    assert!(found.faults.is_sorted_by_key(|fault| fault.line), "{:?}", found.faults);
    for spans in [&found.envelopes, &found.owned] {
        assert!(spans.iter().all(|span| span.start <= span.end && span.end <= input.len()), "{spans:?}");
        assert!(spans.is_sorted_by_key(|span: &Span| span.start), "{spans:?}");
    }
    assert_eq!(found, reply::parse(input, &options), "read in two ways");
}

fn sections(block: &Block<'_>) {
    let Operation::Edit(edit) = &block.operation else { return };
    assert!((1..=64).contains(&edit.dividers.len()), "{block:?}");
    let mut end = 0;
    for divider in &edit.dividers {
        assert!(end <= divider.start && divider.start <= divider.end, "{block:?}");
        end = divider.end;
    }
    assert!(end <= edit.body.len(), "{block:?}");
    assert_eq!(edit.readings().count(), edit.dividers.len());
}
