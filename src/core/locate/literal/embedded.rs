//! Documents in a document, whose lines have an indentation in common that does not count.

use super::{lexer::Lexer, stretch::Kind};
use crate::core::{
    fence::{Fence, is_fence},
    text::{indentation, is_blank},
};

impl Lexer<'_> {
    /// A fenced block of Markdown.
    pub(super) fn fenced(&mut self) -> bool {
        let number = self.at.0;
        let line = self.lines[number].trim_ascii();
        let Some(open) = Fence::read(line).filter(|_| is_fence(line)) else { return false };
        self.at = (number + 1, 0);
        if self.ahead.closes_fence(open.sign, number) {
            let closes =
                |other: &&[u8]| Fence::read(other.trim_ascii()).is_some_and(|other| other.closes(open));
            let below = self.lines[number + 1..].iter().position(closes);
            self.lines_of(Kind::Embedded, below.map_or(self.lines.len(), |below| number + below + 2));
        }
        true
    }

    /// The block scalar of YAML that a line opens: the lines below that are indented deeper.
    pub(super) fn scalar(&mut self, opens: usize) {
        let line = self.lines[opens].trim_ascii();
        let header = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        let led = line[..line.len() - header.len()].trim_ascii_end();
        let scalar = matches!(header.first(), Some(b'|' | b'>'))
            && header[1..].iter().all(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9'))
            && matches!(led.last(), Some(b':' | b'-'));
        if !scalar {
            return;
        }
        let level = indentation(self.lines[opens]).len();
        let deeper = |line: &&&[u8]| is_blank(line) || indentation(line).len() > level;
        let count = self.lines[self.at.0..].iter().take_while(deeper).count();
        if count > 0 {
            self.lines_of(Kind::Embedded, self.at.0 + count);
        }
    }
}
