//! Values in forms that are nearly JSON, put in plain JSON.
//!
//! ```text
//! value  = "{", [ { text, ":", value, "," }, text, ":", value, [ "," ] ], "}"
//!        | "[", [ { value, "," }, value, [ "," ] ], "]"
//!        | text | number | "true" | "false" | "null" | "True" | "False" | "None" ;
//! ```
//!
//! A comma may be in front of a closing bracket. A value with a text in single quotes, or with a word of Python, is a
//! literal as Python and JavaScript write it: its texts are in quotes of either kind, and have the escapes that say the
//! same in both languages. All else (`\/`, a prefix such as `r''`, three quotes, texts beside one another) is not read.

use bstr::ByteSlice as _;
use serde_json_lenient::value::RawValue;

use super::{fields::parse, marked::is_end, parts::DEEPEST};
use crate::core::text::Span;

/// A value in plain JSON.
pub(super) struct Plain {
    pub(super) json: String,
    /// Offsets in it and those in the reply, in order, from which on the two go on alike.
    places: Vec<(usize, usize)>,
}

/// The place from which on values cannot be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) at: usize,
    /// True if it is behind a value that can.
    pub(super) is_behind: bool,
}

impl Plain {
    /// The values from an offset of a reply on, up to the end of a line, and the offset behind them; an error where they
    /// cannot be read. `left` is the number of bytes that may be tried in vain.
    pub(super) fn values(reply: &[u8], start: usize, left: &mut usize) -> Result<(Vec<Self>, usize), Stop> {
        let (mut values, mut at) = (Vec::new(), start);
        loop {
            let (plain, end) = Self::read(reply, at, left)?;
            values.push(plain);
            at = end;
            let rest = &reply[at..];
            let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
            match line.find_not_byteset(b" \t\r,") {
                None => return Ok((values, at)),
                Some(next) if is_end(&line[next..]) => return Ok((values, at)),
                Some(next) if matches!(line[next], b'{' | b'[') => at += next,
                Some(next) => return Err(Stop { at: at + next, is_behind: true }),
            }
        }
    }

    /// The value at an offset of a reply, and the offset behind it.
    fn read(reply: &[u8], start: usize, left: &mut usize) -> Result<(Self, usize), Stop> {
        let stop = |at| Stop { at, is_behind: false };
        let mut last = start;
        for is_literal in [false, true] {
            let mut reading = Reading::new(reply, start, is_literal);
            let is_read = reading.value(0).is_some();
            last = reading.at;
            if is_read {
                let json = String::from_utf8(reading.json).map_err(|_| stop(start))?;
                let is_value = parse::<&RawValue>(&json).is_ok();
                return is_value.then_some((Self { json, places: reading.places }, last)).ok_or(stop(start));
            }
            *left = left.checked_sub(last - start).ok_or(stop(last))?;
        }
        Err(stop(last))
    }

    /// The place in the reply of a part of the JSON; none for any other text.
    pub(super) fn span_of(&self, part: &str) -> Option<Span> {
        let start = (part.as_ptr() as usize).checked_sub(self.json.as_ptr() as usize)?;
        let end = start + part.len();
        (end <= self.json.len()).then(|| Span { start: self.place(start), end: self.place(end) })
    }

    /// The place of all of it.
    pub(super) fn span(&self) -> Span {
        Span { start: self.place(0), end: self.place(self.json.len()) }
    }

    fn place(&self, offset: usize) -> usize {
        let next = self.places.partition_point(|(at, _)| *at <= offset);
        next.checked_sub(1).map_or(0, |last| self.places[last].1 + offset - self.places[last].0)
    }
}

/// A value, as far as it is read.
struct Reading<'t> {
    text: &'t [u8],
    at: usize,
    /// True if its texts are those of literals.
    is_literal: bool,
    json: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl<'t> Reading<'t> {
    fn new(text: &'t [u8], at: usize, is_literal: bool) -> Self {
        Self { text, at, is_literal, json: Vec::new(), places: vec![(0, at)] }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Takes in so many bytes as they are.
    fn copy(&mut self, count: usize) {
        self.json.extend_from_slice(&self.text[self.at..self.at + count]);
        self.at += count;
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.copy(rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count());
    }

    /// Puts JSON in the place of the text up to an offset.
    fn put(&mut self, json: &[u8], end: usize) {
        self.json.extend_from_slice(json);
        self.at = end;
        self.places.push((self.json.len(), end));
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        match self.peek()? {
            b'{' | b'[' if depth <= DEEPEST => self.within_brackets(depth),
            b'"' | b'\'' => self.text(),
            b'-' | b'0'..=b'9' => {
                let rest = &self.text[self.at..];
                self.copy(rest.iter().take_while(|byte| b"+-.0123456789Ee".contains(byte)).count());
                Some(())
            }
            _ => self.word(),
        }
    }

    fn within_brackets(&mut self, depth: usize) -> Option<()> {
        let is_object = self.peek() == Some(b'{');
        let close = if is_object { b'}' } else { b']' };
        self.copy(1);
        self.blanks();
        while self.peek()? != close {
            if is_object {
                self.text()?;
                self.blanks();
                self.peek().filter(|sign| *sign == b':')?;
                self.copy(1);
                self.blanks();
            }
            self.value(depth + 1)?;
            self.blanks();
            if self.peek()? != close {
                self.peek().filter(|sign| *sign == b',')?;
                let comma = self.json.len();
                self.copy(1);
                self.blanks();
                if self.peek() == Some(close) {
                    self.json[comma] = b' ';
                }
            }
        }
        self.copy(1);
        Some(())
    }

    fn word(&mut self) -> Option<()> {
        const WORDS: [(&str, &str); 6] = [
            ("true", "true"),
            ("false", "false"),
            ("null", "null"),
            ("True", "true"),
            ("False", "false"),
            ("None", "null"),
        ];
        let rest = &self.text[self.at..];
        let (word, json) = WORDS.iter().find(|(word, _)| rest.starts_with(word.as_bytes()))?;
        if word == json {
            self.copy(word.len());
        } else if self.is_literal {
            self.put(json.as_bytes(), self.at + word.len());
        } else {
            return None;
        }
        Some(())
    }

    /// Takes in a text in quotes.
    fn text(&mut self) -> Option<()> {
        let quote = self.peek().filter(|sign| *sign == b'"' || *sign == b'\'' && self.is_literal)?;
        if self.is_literal {
            return self.literal(quote);
        }
        let mut at = self.at + 1;
        loop {
            at += memchr::memchr2(b'"', b'\\', &self.text[at..])?;
            if self.text[at] == b'"' {
                break;
            }
            at += 2;
            self.text.get(at)?;
        }
        self.copy(at + 1 - self.at);
        Some(())
    }

    /// Takes in the text of a literal. Where it cannot be read, `at` is left there.
    fn literal(&mut self, quote: u8) -> Option<()> {
        let mut said = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find_byteset([quote, b'\\', b'\n'])?;
            said.push_str(rest[..length].to_str().ok()?);
            self.at += length;
            match rest[length] {
                b'\\' => {
                    let (sign, length) = escape(&rest[length + 1..])?;
                    said.push(sign);
                    self.at += 1 + length;
                }
                b'\n' => return None,
                _ => break,
            }
        }
        self.put(serde_json::to_string(&said).ok()?.as_bytes(), self.at + 1);
        Some(())
    }
}

/// The sign that is meant by what follows a backslash in Python and in JavaScript, and the length of that.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let by_number = |digits: usize| {
        let number = text.get(1..=digits)?;
        let is_hex = number.iter().all(u8::is_ascii_hexdigit);
        let number = u32::from_str_radix(number.to_str().ok()?, 16).ok().filter(|_| is_hex)?;
        // Half of a pair is a sign for one of them, and none for the other.
        Some((char::from_u32(number)?, digits + 1))
    };
    match text.first()? {
        sign @ (b'\\' | b'\'' | b'"') => Some((char::from(*sign), 1)),
        b'n' => Some(('\n', 1)),
        b'r' => Some(('\r', 1)),
        b't' => Some(('\t', 1)),
        b'x' => by_number(2),
        b'u' => by_number(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first value in plain JSON.
    fn plain(text: &str) -> Option<String> {
        let (values, _) = Plain::values(text.as_bytes(), 0, &mut 1_000).ok()?;
        values.into_iter().next().map(|value| value.json)
    }

    #[test]
    fn a_comma_in_front_of_a_closing_bracket_is_left_out() {
        assert_eq!(plain("{\"a\": [1, 2,\n],}").as_deref(), Some("{\"a\": [1, 2 \n] }"));
        for text in ["{,}", "[,]", "[1,,]", "{\"a\",}", "[1, 2,", "{\"a\": 1,}, x"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn literals_are_read_by_what_their_languages_have_in_common() {
        for (text, json) in [
            (r#"{'a': 'x"y', "b": True}"#, r#"{"a": "x\"y", "b": true}"#),
            (r"['\x41\u00e9\'\\n', None, false]", r#"["Aé'\\n", null, false]"#),
            ("['a\tb\\n\\t\\r']", r#"["a\tb\n\t\r"]"#),
            (r#"["it's", 'a']"#, r#"["it's", "a"]"#),
            ("[[], {}, '', -1.5e3]", r#"[[], {}, "", -1.5e3]"#),
        ] {
            assert_eq!(plain(text).as_deref(), Some(json), "{text}");
        }
    }

    #[test]
    fn what_a_language_reads_otherwise_or_not_at_all_is_not_read() {
        for text in [
            r"['\/']", r"['\d']", r"['\0']", r"['\b']", r"['\ud83d\ude00']", r"['\U0001f600']",
            r"['\u{41}']", r"['\x4']", "['''a''']", "['a' 'b']", "[r'a']", "[f'a']", "[b'a']", "('a', 'b')",
            "{'a', 'b'}", "{a: 'b'}", "['a\nb']", "['a\\\nb']", "['it's']", "['a", "[Truely, 'a']",
            "['a', 01]", "['a', 1_0]", "['a', nan]", "['a'] x", "['a', # b\n'c']", "['a' + 'b']",
            "[True, \"\\/\"]",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn the_place_is_told_from_which_on_nothing_is_read() {
        for (text, rest) in [
            (r"{'a': 'b\/c'}", r"\/c'}"),
            ("['it's']", "s']"),
            ("['a', r'b']", "r'b']"),
            ("['a'] and", "and"),
        ] {
            let stop =
                Plain::values(text.as_bytes(), 0, &mut 1_000).map(|(_, end)| end).expect_err("no value");
            assert_eq!((&text[stop.at..], stop.is_behind), (rest, rest == "and"), "{text}");
        }
    }

    #[test]
    fn each_part_has_its_place_in_the_reply() {
        let reply = "  [{'a\"': 'b'},\n {'c': 'd',}]";
        let (values, end) = Plain::values(reply.as_bytes(), 2, &mut 1_000).expect("a value");
        let value = &values[0];
        let items = parse::<Vec<&RawValue>>(&value.json).expect("a list");
        let places = items.iter().map(|item| value.span_of(item.get()).expect("a part"));
        let parts: Vec<&str> = places.map(|span| &reply[span.range()]).collect();
        assert_eq!(parts, ["{'a\"': 'b'}", "{'c': 'd',}"]);
        assert_eq!((value.span(), end), (Span { start: 2, end: reply.len() }, reply.len()));
        assert_eq!(value.span_of("a"), None);
    }
}
