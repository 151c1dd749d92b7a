//! Blanks that are an error in an added line, as `core.whitespace` says.

/// Rules for blanks that are an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whitespace {
    /// Those at the end of a line.
    at_end: bool,
    /// Spaces in front of a tab in the indentation.
    before_tab: bool,
    /// True if a carriage return at the end of a line belongs to its ending.
    carriage_return: bool,
}

/// Look of a piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Without a colour: the indentation up to its last tab, and the ending.
    Blank,
    /// As an error.
    Error,
    /// As an added line.
    Text,
}

impl Default for Whitespace {
    fn default() -> Self {
        Self { at_end: true, before_tab: true, carriage_return: false }
    }
}

impl Whitespace {
    /// Changes the rules by the value of `core.whitespace`. Rules that diffs do not show are passed over.
    #[must_use]
    pub fn with(mut self, value: &[u8]) -> Self {
        let words = value.split(|byte| b", \t\r\n".contains(byte));
        for word in words {
            let (word, is_on) = word.strip_prefix(b"-").map_or((word, true), |word| (word, false));
            match word {
                b"blank-at-eol" | b"trailing-space" => self.at_end = is_on,
                b"space-before-tab" => self.before_tab = is_on,
                b"cr-at-eol" => self.carriage_return = is_on,
                _ => {}
            }
        }
        self
    }

    /// The pieces of an added line without its line feed.
    pub fn pieces<'l>(&self, line: &'l [u8]) -> Vec<(Piece, &'l [u8])> {
        let is_blank = |byte: &u8| b" \t\r\n".contains(byte);
        let ends = self.carriage_return && line.ends_with(b"\r");
        let (line, ending) = line.split_at(line.len() - usize::from(ends));
        let text = line.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
        let end = if self.at_end { text } else { line.len() };
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, byte) in line[..end].iter().enumerate() {
            match byte {
                b' ' => {}
                b'\t' => {
                    let spaces = if self.before_tab { Piece::Error } else { Piece::Blank };
                    pieces.extend([(spaces, &line[from..at]), (Piece::Blank, &line[at..=at])]);
                    from = at + 1;
                }
                _ => break,
            }
        }
        pieces.extend([
            (Piece::Text, &line[from..end]),
            (Piece::Error, &line[end..]),
            (Piece::Blank, ending),
        ]);
        pieces.retain(|(_, bytes)| !bytes.is_empty());
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece::*, *};

    #[test]
    fn blanks_at_the_end_and_spaces_before_a_tab_are_errors() {
        let all = Whitespace::default();
        assert_eq!(all.pieces(b"a b"), [(Text, &b"a b"[..])]);
        assert_eq!(all.pieces(b"\ta \r"), [(Blank, &b"\t"[..]), (Text, b"a"), (Error, b" \r")]);
        assert_eq!(all.pieces(b" \t  a"), [(Error, &b" "[..]), (Blank, b"\t"), (Text, b"  a")]);
        assert_eq!(all.pieces(b" \t"), [(Error, &b" \t"[..])]);
        assert_eq!(all.pieces(b""), []);
    }

    #[test]
    fn each_can_be_switched_off() {
        let none = Whitespace::default().with(b"-trailing-space, -space-before-tab,indent-with-non-tab");
        assert_eq!(none.pieces(b" \ta "), [(Blank, &b" "[..]), (Blank, b"\t"), (Text, b"a ")]);
        let windows = Whitespace::default().with(b"cr-at-eol");
        assert_eq!(windows.pieces(b"a\r"), [(Text, &b"a"[..]), (Blank, b"\r")]);
    }
}
