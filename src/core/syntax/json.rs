//! JSON, by a parser that takes nothing else; with comments and last commas where its programs do.
//!
//! Of two equal keys of an object, most programs take the last one, so that the other says nothing.

use std::{borrow::Cow, collections::HashSet, fmt};

use bstr::ByteSlice as _;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{SyntaxError, What, place::at_byte};
use crate::core::text::{BOM, has_letter};

/// The message for an object with a key that it has already.
const SECOND_KEY: &str = "second key";

fn is_second_key(error: &serde_json::Error) -> bool {
    error.to_string().starts_with(SECOND_KEY)
}

/// A value of which no object has a key twice.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        while values.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        let mut known = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            // Keys of comments are there as often as they are wanted.
            let is_comment = key.contains("comment") || !has_letter(key.as_bytes());
            if !is_comment && !known.insert(key) {
                return Err(A::Error::custom(SECOND_KEY));
            }
            entries.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// The first error of a text that may have comments and last commas, or not. A file without a value is none
/// yet, and one with a value a line is another format, though often named so.
pub(super) fn error(text: &[u8], has_comments: bool) -> Option<SyntaxError> {
    let body = text.strip_prefix(BOM).unwrap_or(text);
    let plain = if has_comments { Cow::Owned(plain(body)) } else { Cow::Borrowed(body) };
    let is_sound = |text: &[u8]| serde_json::from_slice::<IgnoredAny>(text).is_ok();
    // Of numbers and strings that no program can hold, others may say something.
    let twice = || serde_json::from_slice::<Unique>(&plain).err().filter(is_second_key);
    let error = serde_json::from_slice::<IgnoredAny>(&plain).err().or_else(twice)?;
    let mut lines = plain.lines().filter(|line| !line.trim_ascii().is_empty());
    if plain.trim_ascii().is_empty() || plain.lines().nth(1).is_some() && lines.all(is_sound) {
        return None;
    }
    let (what, place) = told(&error, &plain);
    Some(at_byte(text, text.len() - body.len() + place, what))
}

/// The kind of an error, and the best place to show it.
fn told(error: &serde_json::Error, text: &[u8]) -> (What, usize) {
    let line = memchr::memchr_iter(b'\n', text).nth(error.line().wrapping_sub(2)).map_or(0, |at| at + 1);
    let place = (line + error.column().saturating_sub(1)).min(text.len());
    let before = text[..place].trim_ascii_end().len().saturating_sub(1);
    let words = error.to_string();
    let says = |start: &str| words.starts_with(start);
    match text.get(place) {
        _ if is_second_key(error) => {
            let end = text[..(place + 1).min(text.len())].rfind_byte(b'"').unwrap_or(place);
            (What::SecondKey, text[..end].rfind_byte(b'"').unwrap_or(end))
        }
        // It has not been read yet.
        _ if says("control character") => (What::Unexpected, (place + 1).min(text.len())),
        _ if says("EOF while parsing an object") => (What::Missing("}"), before),
        _ if says("EOF while parsing a list") => (What::Missing("]"), before),
        _ if says("EOF while parsing a string") => (What::Missing("\""), before),
        // A last comma.
        Some(b'}' | b']') if text.get(before) == Some(&b',') => (What::Unexpected, before),
        Some(b'/') if matches!(text.get(place + 1), Some(b'/' | b'*')) => (What::Comment, place),
        Some(b'"' | b'{' | b'[') if says("trailing characters") => (What::SecondValue, place),
        Some(b'"' | b'{' | b'[' | b'0'..=b'9' | b't' | b'f' | b'n') if says("expected `,`") => {
            (What::Missing(","), before)
        }
        _ => (What::Unexpected, place),
    }
}

/// The text with blanks in the place of comments, and of every comma behind the last value of a list or
/// object; every other byte stays where it is.
fn plain(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut comma = None;
    let mut at = 0;
    while at < text.len() {
        let length = match (text[at], text.get(at + 1)) {
            (b'"', _) => string(&text[at..]),
            (b'/', Some(b'/')) => text[at..].find_byte(b'\n').unwrap_or(text.len() - at),
            (b'/', Some(b'*')) => text[at..].find("*/").map_or(text.len() - at, |end| end + 2),
            _ => 1,
        };
        match (text[at], comma) {
            (b'/', _) if length > 1 => {
                let comment = out[at..at + length].iter_mut();
                comment.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
            (b' ' | b'\t' | b'\r' | b'\n', _) => {}
            (b',', None) => comma = Some(at),
            (b']' | b'}', Some(last)) => (out[last], comma) = (b' ', None),
            _ => comma = None,
        }
        at += length;
    }
    out
}

/// Length in bytes of the string that a text begins with.
fn string(text: &[u8]) -> usize {
    let mut escaped = false;
    let closes = |byte: &u8| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    };
    text[1..].iter().position(closes).map_or(text.len(), |end| end + 2)
}
