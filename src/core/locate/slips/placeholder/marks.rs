//! Signs beside the words of a line: those of comments, brackets, dots and quotes.

use bstr::ByteSlice as _;

/// The signs in some lines that open and close comments and texts.
#[derive(Default)]
pub(super) struct Quotes {
    ticks: usize,
    triples: usize,
    comments: usize,
    ends: usize,
}

impl Quotes {
    pub(super) fn count(&mut self, line: &[u8]) {
        self.ticks += line.find_iter("`").count();
        self.triples += line.find_iter("\"\"\"").count();
        self.comments += line.find_iter("/*").count();
        self.ends += line.find_iter("*/").count();
    }

    /// Returns whether a comment or a text that begins in the lines is still open.
    pub(super) fn are_open(&self) -> bool {
        self.ticks % 2 == 1 || self.triples % 2 == 1 || self.comments > self.ends
    }
}

const COMMENTS: [(&str, &str); 17] = [
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("<%--", "--%>"),
    ("{{!--", "--}}"),
    ("{#", "#}"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("--[[", "]]"),
    ("//", ""),
    ("#", ""),
    ("--", ""),
    (";", ""),
    ("%", ""),
    ("*", ""),
    ("REM ", ""),
    ("' ", ""),
];

/// Marks that set a line apart from code.
pub(super) struct Marks<'l> {
    pub(super) comment: bool,
    /// It is a text that nothing reads, as Python has for comments.
    pub(super) quoted: bool,
    pub(super) brackets: bool,
    /// Dots before the words, and behind them.
    pub(super) dots: (bool, bool),
    /// The line without them.
    pub(super) text: &'l str,
}

impl<'l> Marks<'l> {
    pub(super) fn of(line: &'l str) -> Self {
        let comment = COMMENTS.iter().find_map(|(open, close)| {
            let inner = line.strip_prefix(open)?;
            // `--unchanged`, `*rest` and `#rest` are code.
            let words = inner.trim_start_matches(['/', '#', '-', '*', '!', ';', '%']);
            let apart = *open == "//" || !close.is_empty() || !words.starts_with(char::is_alphanumeric);
            apart.then_some(inner)?;
            Some(
                inner
                    .strip_suffix(close)
                    .unwrap_or(inner)
                    .trim_start_matches(['/', '#', '-', '*', '!', ';', '%']),
            )
        });
        let quoted = ["\"\"\"", "'''"].iter().find_map(|quotes| {
            let inner = line.strip_prefix(quotes)?.strip_suffix(quotes)?;
            (!inner.contains(quotes)).then_some(inner)
        });
        let comment = comment.or(quoted);
        let inner = comment.unwrap_or(line).trim();
        let within = [('(', ')'), ('[', ']'), ('<', '>')]
            .iter()
            .find_map(|(open, close)| inner.strip_prefix(*open)?.strip_suffix(*close));
        let within = within.map(str::trim);
        let text = within.unwrap_or(inner);
        // A comment may have brackets inside of its dots, and dots around its brackets.
        let text =
            if comment.is_some() { text.trim_matches(['(', ')', '[', ']', '{', '}']).trim() } else { text };
        let is_dot = |text: &str, at_end: bool| match at_end {
            false => text.starts_with("...") || text.starts_with('…'),
            true => text.ends_with("...") || text.ends_with('…'),
        };
        let dots = (is_dot(text, false), is_dot(text, true));
        let bare = text.trim_matches(['.', '…']);
        let apart = comment.is_some() || !dots.0 || bare.starts_with(char::is_whitespace);
        let bracket = inner.contains(['(', '[', '{', '<']);
        let brackets = within.is_some() || comment.is_some() && bracket;
        let dots = (dots.0 && apart, dots.1);
        Self { comment: comment.is_some(), quoted: quoted.is_some(), brackets, dots, text: bare }
    }
}
