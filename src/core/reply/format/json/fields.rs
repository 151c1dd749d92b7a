//! The fields of an object, as they are written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

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
    pub(super) fn one(&self, names: &[&str]) -> Result<Option<&'a RawValue>, Several> {
        let mut found =
            self.0.iter().filter(|(name, value)| names.contains(&name.as_str()) && value.get() != "null");
        let first = found.next().map(|(_, value)| *value);
        if found.next().is_some() { Err(Several) } else { Ok(first) }
    }

    /// The values of the fields that have none of these names.
    pub(super) fn others(&self, names: &[&str]) -> impl Iterator<Item = &'a RawValue> {
        self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(_, value)| *value)
    }

    /// Returns whether a field has one of these names.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(name, _)| names.contains(&name.as_str()))
    }
}

/// Several fields say the same.
pub(super) struct Several;
