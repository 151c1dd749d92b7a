//! Tokens with which models end an answer, where they get into its text.

use bstr::ByteSlice as _;

use super::edit::{Clutter, Edit};

/// Each with the part by which tokens of its kind are known.
const END_TOKENS: [(&str, &str); 8] = [
    ("<|im_end|>", "<|"),
    ("<|eot_id|>", "<|"),
    ("<|endoftext|>", "<|"),
    ("<|end|>", "<|"),
    ("<|return|>", "<|"),
    ("<\u{ff5c}end\u{2581}of\u{2581}sentence\u{ff5c}>", "\u{ff5c}"),
    ("<end_of_turn>", "_of_turn>"),
    ("</s>", "s>"),
];

/// The text in front of the token at its end.
pub(super) fn before_end(text: &[u8]) -> Option<&[u8]> {
    END_TOKENS.iter().find_map(|(token, _)| text.strip_suffix(token.as_bytes()))
}

/// A reply without a token in its last line, alone or behind a fence, a marker of a patch or an object.
pub(super) fn answer(reply: &[u8]) -> &[u8] {
    let Some(text) = before_end(reply.trim_ascii_end()) else { return reply };
    let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    let is_frame = line.is_empty()
        || line.starts_with(b"***")
        || ["```", "~~~", "}", "]", "\u{bb}\u{bb}\u{bb}"].iter().any(|end| line.ends_with_str(end));
    if is_frame { text } else { reply }
}

/// An edit without a token at the end of its REPLACE section, unless its text has to do with such tokens.
pub(super) fn cleared(mut edit: Edit<'_>) -> Edit<'_> {
    let end = edit.body.trim_ascii_end().len();
    let body = &edit.body[..end];
    let found =
        END_TOKENS.iter().find_map(|(token, kind)| Some((body.strip_suffix(token.as_bytes())?, *kind)));
    let Some((text, others)) = found else { return edit };
    let line = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
    let is_in_replace = edit.dividers.last().is_some_and(|divider| divider.end <= line);
    if !is_in_replace || text.contains_str(others) {
        return edit;
    }
    let mut body = edit.body.to_vec();
    body.truncate(text.len());
    if body[line..].iter().all(u8::is_ascii_whitespace) {
        body.truncate(line);
    } else {
        body.push(b'\n');
    }
    edit.body = body.into();
    edit.hints.cut = Some(Clutter::EndToken);
    edit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_behind_the_frame_is_no_part_of_the_answer() {
        for (reply, text) in [
            ("```\na\n```</s>\n", "```\na\n```"),
            ("{\"a\": 1}\n<|im_end|>\n", "{\"a\": 1}\n"),
            ("*** End Patch<|end|>", "*** End Patch"),
            ("```\na\n```\n<end_of_turn>\n", "```\na\n```\n"),
        ] {
            assert_eq!(answer(reply.as_bytes()).as_bstr(), text);
        }
        for reply in ["+</s>", "a <|im_end|>\n", "```\n"] {
            assert_eq!(answer(reply.as_bytes()).as_bstr(), reply);
        }
    }
}
