//! Signs beside the words of a line: those of comments, brackets, dots and quotes.

use bstr::ByteSlice as _;

/// Returns of each line whether a comment or a text that begins above it is still open there.
pub(super) fn are_quoted(lines: &[&[u8]]) -> Vec<bool> {
    let mut counts = [0; 4];
    let mut is_open = |line: &&[u8]| {
        let [ticks, triples, begun, ended] = counts;
        for (count, sign) in counts.iter_mut().zip(["`", "\"\"\"", "/*", "*/"]) {
            *count += line.find_iter(sign).count();
        }
        ticks % 2 == 1 || triples % 2 == 1 || begun > ended
    };
    lines.iter().map(&mut is_open).collect()
}

/// Signs with which comments begin and end.
const PAIRS: [(&str, &str); 9] = [
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("<%--", "--%>"),
    ("{{!--", "--}}"),
    ("{#", "#}"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("--[[", "]]"),
];

/// Signs of comments up to the end of the line.
const TO_END: [&str; 8] = ["//", "#", "--", ";", "%", "*", "REM ", "' "];

/// Signs between those of a comment and its words.
const BETWEEN: [char; 7] = ['/', '#', '-', '*', '!', ';', '%'];

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
        let comment = PAIRS.into_iter().chain(TO_END.map(|sign| (sign, ""))).find_map(|(open, close)| {
            let inner = line.strip_prefix(open)?;
            // `--unchanged`, `*rest` and `#rest` are code.
            let words = inner.trim_start_matches(BETWEEN);
            let apart = open == "//" || !close.is_empty() || !words.starts_with(char::is_alphanumeric);
            apart.then(|| inner.strip_suffix(close).unwrap_or(inner).trim_start_matches(BETWEEN))
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
        let dotted = text.starts_with("...") || text.starts_with('…');
        let trails = text.ends_with("...") || text.ends_with('…');
        let bare = text.trim_matches(['.', '…']);
        let apart = comment.is_some() || !dotted || bare.starts_with(char::is_whitespace);
        let bracket = inner.contains(['(', '[', '{', '<']);
        let brackets = within.is_some() || comment.is_some() && bracket;
        let dots = (dotted && apart, trails);
        Self { comment: comment.is_some(), quoted: quoted.is_some(), brackets, dots, text: bare }
    }
}

/// Returns whether a line begins with a word of code or text, as no comment and no dots do. Most lines do, and to read
/// the signs of a line costs more.
pub(super) fn begins_word(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.first().is_some_and(u8::is_ascii_alphanumeric) && !line.starts_with(b"REM ")
}

/// The text of a line that is a comment, or does nothing beside one.
pub(super) fn comment_alone(line: &[u8]) -> Option<&str> {
    let line = line.trim_ascii();
    let rest = line.strip_prefix(b"pass").map_or(line, <[u8]>::trim_ascii_start);
    if begins_word(rest) {
        return None;
    }
    let rest = rest.to_str().ok()?;
    // `#[test]` and `*pointer` are code.
    let is_apart = rest.bytes().take(3).any(|byte| b" /-!".contains(&byte));
    let marks = Marks::of(rest);
    (is_apart && marks.comment && !marks.quoted).then_some(marks.text)
}
