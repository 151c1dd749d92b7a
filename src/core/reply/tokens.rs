//! Tokens with which models end an answer, where they get into its text.

use bstr::ByteSlice as _;

use super::edit::{Clutter, Edit};

const END_TOKENS: [&str; 6] = ["<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|end|>", "<|return|>", "</s>"];

/// The text in front of the token at its end.
pub(super) fn before_end(text: &[u8]) -> Option<&[u8]> {
    END_TOKENS.iter().find_map(|token| text.strip_suffix(token.as_bytes()))
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
    let Some(text) = before_end(&edit.body[..end]) else { return edit };
    let others = if edit.body[text.len()..].starts_with(b"<|") { "<|" } else { "s>" };
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
        ] {
            assert_eq!(answer(reply.as_bytes()).as_bstr(), text);
        }
        for reply in ["+</s>", "a <|im_end|>\n", "```\n"] {
            assert_eq!(answer(reply.as_bytes()).as_bstr(), reply);
        }
    }
}
