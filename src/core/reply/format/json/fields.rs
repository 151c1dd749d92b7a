//! The fields of an object, as they are written, and JSON as models write it: with line breaks and tabs in texts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json_lenient::{Error, StreamDeserializer, de::SliceRead, value::RawValue};

use crate::core::reply::{
    malformed::{Malformed, ValueFault},
    rows::shown,
};

/// The fields of an object, in order.
#[derive(Debug)]
pub(super) struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Fields<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry::<String, &RawValue>()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

impl<'a> Fields<'a> {
    /// The value of the only field that has one of these names, unless it is null; an error if several have.
    pub(super) fn one(&self, names: &[&str]) -> Result<Option<&'a RawValue>, Malformed> {
        Ok(self.named(names)?.map(|(_, value)| value))
    }

    /// The same as a text.
    pub(super) fn text(&self, names: &[&str]) -> Result<Option<String>, Malformed> {
        self.named(names)?.map(|(name, value)| text_of(name, value)).transpose()
    }

    /// The same as true or false.
    pub(super) fn switch(&self, names: &[&str]) -> Result<Option<bool>, Malformed> {
        let of = |(name, value): (&str, &RawValue)| match value.get() {
            "true" | "\"true\"" => Ok(true),
            "false" | "\"false\"" => Ok(false),
            _ => Err(fault_of(name, ValueFault::Kind)),
        };
        self.named(names)?.map(of).transpose()
    }

    /// The same as a number.
    pub(super) fn number(&self, names: &[&str]) -> Result<Option<usize>, Malformed> {
        let of = |(name, value): (&str, &RawValue)| {
            value.get().trim_matches('"').parse().map_err(|_| fault_of(name, ValueFault::Kind))
        };
        self.named(names)?.map(of).transpose()
    }

    /// The only field that has one of these names, unless its value is null.
    fn named(&self, names: &[&str]) -> Result<Option<(&str, &'a RawValue)>, Malformed> {
        let mut found = self.all().filter(|(name, value)| names.contains(name) && value.get() != "null");
        let first = found.next();
        match found.next() {
            Some((name, _)) => Err(fault_of(name, ValueFault::Twice)),
            None => Ok(first),
        }
    }

    /// The values of the fields that have none of these names.
    pub(super) fn others(&self, names: &[&str]) -> impl Iterator<Item = &'a RawValue> {
        self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(_, value)| *value)
    }

    /// The names and the values of all fields.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Returns whether a field has one of these names.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(name, _)| names.contains(&name.as_str()))
    }
}

/// The fault of a field of this name.
pub(super) fn fault_of(name: &str, fault: ValueFault) -> Malformed {
    Malformed::Value { name: shown(name.as_bytes()), fault }
}

/// The message for a text of which it is open how it was written.
const MIXED: &str = "a text has line breaks or tabs as they are beside escapes: write every line break as \\n, every tab as \\t";

/// Reader of values that follow one another.
pub(super) type Values<'a> = StreamDeserializer<'a, SliceRead<'a>, &'a RawValue>;

/// Reads a text that begins with values.
pub(super) fn values(text: &[u8]) -> Values<'_> {
    lenient(text).into_iter()
}

/// Reads a value.
pub(super) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    let mut json = lenient(text.as_bytes());
    let value = T::deserialize(&mut json)?;
    json.end()?;
    Ok(value)
}

fn lenient(text: &[u8]) -> serde_json_lenient::Deserializer<SliceRead<'_>> {
    let (line_breaks, tabs) = (true, true);
    let mut json = serde_json_lenient::Deserializer::from_slice_with_options(
        text, false, line_breaks, tabs, false, false,
    );
    // They may say that something was left out.
    json.set_allow_comments(false);
    json
}

/// The text that the value of a field is.
///
/// # Errors
///
/// When it is none, or has line breaks as they are beside escapes. Whoever did not escape the one may not have
/// meant the other: `\n` may be two characters of the code.
fn text_of(name: &str, value: &RawValue) -> Result<String, Malformed> {
    let written = value.get();
    let is_raw = written.contains(|sign| sign < ' ');
    if written.starts_with('"') && is_raw && has_escapes(written) {
        return Err(Malformed::Json { message: MIXED.to_owned(), column: None });
    }
    parse(written).map_err(|_| fault_of(name, ValueFault::Kind))
}

/// Returns whether a text has escapes besides those without which it would end.
fn has_escapes(written: &str) -> bool {
    let mut escapes = written.split('\\').skip(1);
    escapes.any(|after| !after.starts_with(['"', '/']))
}
