//! Replies that are quoted as a whole, or framed by one fence of Markdown, as they come out of mails and chats.

use bstr::ByteSlice as _;

use crate::core::{
    fence::Fence,
    text::{BOM, is_blank},
};

/// Info strings of a fence around a whole reply.
const INFOS: [&str; 3] = ["", "markdown", "md"];

/// A reply without what is around or in front of all its lines; each line keeps its number.
pub fn unwrapped(reply: Vec<u8>) -> Vec<u8> {
    match unquoted(&reply) {
        Some(text) => unframed(&text).unwrap_or(text),
        None => unframed(&reply).unwrap_or(reply),
    }
}

/// The text that all lines of a reply quote.
fn unquoted(reply: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(reply.len());
    let mut has_any = false;
    for line in reply.strip_prefix(BOM).unwrap_or(reply).lines_with_terminator() {
        let rest = line.strip_prefix(b">").or_else(|| is_blank(line).then_some(line))?;
        has_any |= rest.len() < line.len();
        match rest.first() {
            Some(b' ') => text.extend_from_slice(&rest[1..]),
            None | Some(b'\r' | b'\n') => text.extend_from_slice(rest),
            _ => return None,
        }
    }
    has_any.then_some(text)
}

/// The text in the one fence that a reply is, with blank lines for those that frame it. There are fences in it,
/// and it ends nowhere within.
fn unframed(reply: &[u8]) -> Option<Vec<u8>> {
    let is_text = |line: &&[u8]| !is_blank(line);
    let opener = reply.lines_with_terminator().find(is_text)?;
    let opener = Fence::read(opener.strip_prefix(BOM).unwrap_or(opener))?;
    if !INFOS.iter().any(|info| info.as_bytes() == opener.info.trim_ascii()) {
        return None;
    }
    let lines: Vec<&[u8]> = reply.lines_with_terminator().collect();
    let (first, last) = (lines.iter().position(is_text)?, lines.iter().rposition(is_text)?);
    if first == last || !Fence::read(lines[last])?.closes(opener) {
        return None;
    }
    // An info string opens a fence in the one around it, which ends before that one does.
    let mut open: Vec<Fence<'_>> = vec![opener];
    let mut has_fence = false;
    for line in lines[first + 1..last].iter().map(|line| line.trim_ascii()) {
        let Some(inner) = Fence::read(line) else { continue };
        match open.last() {
            Some(around) if inner.closes(*around) => drop(open.pop()),
            Some(around) if open.len() > 1 && is_shorter(inner, *around) => {}
            _ => open.push(inner),
        }
        if open.is_empty() {
            return None;
        }
        has_fence = true;
    }
    let is_one = open.len() == 1 && has_fence;
    let blank = |line: &[u8]| if line.ends_with(b"\r\n") { &b"\r\n"[..] } else { b"\n" };
    is_one.then(|| {
        let inner = lines[first + 1..last].iter().copied();
        let above = lines[..=first].iter().map(|line| blank(line));
        above.chain(inner).chain([blank(lines[last])]).collect::<Vec<_>>().concat()
    })
}

/// Returns whether a fence is text of another one, which is made of more signs.
fn is_shorter(inner: Fence<'_>, around: Fence<'_>) -> bool {
    inner.sign != around.sign || inner.width < around.width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(reply: &str) -> String {
        String::from_utf8(unwrapped(reply.into())).expect("text")
    }

    #[test]
    fn a_reply_that_is_quoted_as_a_whole_is_the_text_that_it_quotes() {
        assert_eq!(bare("> a.py\n> ```\n>\n>  x\n> >>>>>>> REPLACE\n"), "a.py\n```\n\n x\n>>>>>>> REPLACE\n");
        assert_eq!(bare("> a\r\n>\r\n\r\n> b"), "a\r\n\r\n\r\nb");
        for reply in ["> a\nb\n", ">>> a\n", ">>>>>>> REPLACE\n", ">a\n", "\n", ""] {
            assert_eq!(bare(reply), reply);
        }
    }

    #[test]
    fn a_fence_of_markdown_around_a_whole_reply_is_left_out() {
        let inner = "a.py\n```python\nx\n```\n\nb.py\n```\ny\n```\n";
        for (open, close) in [("````markdown", "````"), ("~~~~", "~~~~"), ("```md", "```")] {
            let inner = if open == "```md" { "a.py\n```python\nx\n```\n" } else { inner };
            assert_eq!(bare(&format!("{open}\n{inner}{close}\n")), format!("\n{inner}\n"));
        }
        assert_eq!(bare("> ````\n> a.py\n> ```\n> x\n> ```\n> ````\n"), "\na.py\n```\nx\n```\n\n");
        for reply in [
            "```markdown\n# A\n```\n",
            "````python\n```\nx\n```\n````\n",
            "```md\na.py\n```\nx\n```\n",
            "````md\n```\nx\n```\n````\nmore\n",
            "````md\n```\nx\n````\n",
        ] {
            assert_eq!(bare(reply), reply);
        }
    }
}
