//! Characters of code that are written as in HTML, in a string of JSON or in typeset text.

use bstr::ByteSlice as _;

use crate::core::{
    language::{
        Feature, Kind, Language,
        lexer::{Extent, Spot, Stretch, is_within, stretches},
    },
    outcome::Dress,
    text::bodies,
};

const ENTITIES: [&[u8]; 5] = [b"&lt;", b"&gt;", b"&amp;", b"&quot;", b"&#39;"];

const CURLY_QUOTES: [&str; 4] = ["\u{201c}", "\u{201d}", "\u{2018}", "\u{2019}"];

/// The first byte of each of them.
const LEAD: u8 = 0xe2;

/// The dress of what a text begins with: an entity, an escaped line break or quote, or a curly quote.
pub(super) fn escaped_at(text: &[u8]) -> Option<Dress> {
    if CURLY_QUOTES.iter().any(|quote| text.starts_with(quote.as_bytes())) {
        return Some(Dress::Quote);
    }
    if ENTITIES.iter().any(|entity| text.starts_with(entity)) {
        return Some(Dress::Entity);
    }
    (text.starts_with(b"\\\"") || text.starts_with(b"\\n")).then_some(Dress::Escape)
}

/// Returns whether a text may have an entity, or an escaped character outside of quotes: those between them are many.
pub(super) fn may_be_escaped(text: &[u8]) -> bool {
    bodies(text).any(|line| {
        let Some(first) = memchr::memchr3(b'&', b'\\', LEAD, line) else { return false };
        let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
        let mut is_quoted = line[..first].iter().filter(|byte| is_quote(byte)).count() % 2 == 1;
        let mut at = first;
        while at < line.len() {
            let found = escaped_at(&line[at..]);
            if found.is_some_and(|found| found != Dress::Escape) || found.is_some() && !is_quoted {
                return true;
            }
            is_quoted ^= is_quote(&line[at]);
            at += if line[at] == b'\\' { 2 } else { 1 };
        }
        false
    })
}

/// Returns whether what is no string and no comment in a file of this language is code, and nothing else.
pub(super) fn is_plain_code(language: &Language) -> bool {
    let is_data = language.alone || language.has(Feature::Scalar) || language.has(Feature::Tags);
    language.kind == Kind::Code && !is_data
}

/// The lines of a file, with its comments and strings.
pub(super) struct Code<'l> {
    language: &'static Language,
    lines: &'l [&'l [u8]],
    texts: Vec<Stretch>,
    /// True if there may be text between tags in the code.
    pub(super) has_tags: bool,
}

impl<'l> Code<'l> {
    pub(super) fn of(language: &'static Language, lines: &'l [&'l [u8]]) -> Self {
        // Where the entry does not tell of every string, there is one wherever any language has one.
        let known = Some(language).filter(|language| language.has(Feature::AllStrings));
        let is_tag = |line: &&[u8]| line.contains_str("</") || line.contains_str("/>");
        let has_tags = language.has(Feature::Braced) && lines.iter().any(is_tag);
        Self { language, lines, texts: stretches(known, lines, Extent::File), has_tags }
    }

    /// Returns whether a place is in a comment or a string.
    pub(super) fn is_text(&self, spot: Spot) -> bool {
        is_within(&self.texts, spot)
    }

    /// The places of what is escaped outside of comments and strings.
    pub(super) fn escapes(&self) -> impl Iterator<Item = Spot> {
        let in_line = |(number, line): (usize, &&'l [u8])| {
            let line = *line;
            let signs = memchr::memchr3_iter(b'&', b'\\', LEAD, line);
            signs.filter(|at| escaped_at(&line[*at..]).is_some()).map(move |at| (number, at))
        };
        self.lines.iter().enumerate().flat_map(in_line).filter(|spot| !self.is_text(*spot))
    }

    /// Returns whether it can be nothing else there, among new lines that may have signs of tags.
    pub(super) fn shows(&self, (line, at): Spot, has_angle: bool) -> bool {
        let text = self.lines[line];
        match escaped_at(&text[at..]) {
            Some(Dress::Escape) => {
                let is_known = self.language.has(Feature::AllStrings) && !self.language.has(Feature::Here);
                // A pattern between slashes may have such signs.
                is_known && !self.has_tags && !text[..at].contains(&b'/')
            }
            Some(Dress::Quote) => !self.has_tags && self.language.has(Feature::AllStrings),
            Some(_) if self.has_tags => {
                let is_operator = text[at..].starts_with(b"&amp;&amp;") || text[..at].ends_with(b"=");
                is_operator && !has_angle
            }
            found => found.is_some(),
        }
    }
}
