//! Parts of calls: their paths, fields that say nothing, and values with edits in them.

use bstr::BString;
use serde_json_lenient::value::RawValue;

use super::fields::{Fields, parse};
use crate::core::reply::{
    call_fields::{NEW, OLD},
    malformed::Malformed,
    names,
};

/// More values in one another are no calls.
pub(super) const DEEPEST: usize = 32;

/// The fields of the editor tool that another command of it has than the one with these: under a strict schema, a call has
/// all of them. Texts are among them only where they are empty.
pub(super) fn idle<'n>(fields: &Fields<'_>, own: &[&str]) -> Vec<&'n str> {
    const PLACES: [&str; 2] = ["insert_line", "view_range"];
    const TEXTS: [&str; 4] = ["file_text", "insert_text", "new_str", "old_str"];
    let is_empty = |name: &&str| {
        let mut values = fields.all().filter(|(field, _)| field == name);
        values.all(|(_, value)| matches!(value.get(), "\"\"" | "null"))
    };
    let texts = TEXTS.into_iter().filter(is_empty);
    PLACES.into_iter().chain(texts).filter(|name| !own.contains(name)).collect()
}

/// The path of an object, and of what is around it: the one with more folders if they are of one file.
pub(super) fn one_path(own: Option<BString>, around: Option<BString>) -> Result<Option<BString>, Malformed> {
    match (own, around) {
        (Some(own), Some(around)) => match names::fuller(&own, &around) {
            Some(path) => Ok(Some(path.clone())),
            None if names::is_sure(&own) && names::is_sure(&around) => {
                Err(Malformed::TwoFiles { one: around, other: own })
            }
            None => Ok(Some(own)),
        },
        (own, around) => Ok(own.or(around)),
    }
}

/// Returns whether a list or an object has an edit in it.
pub(super) fn holds_edits(value: &str, depth: usize) -> bool {
    if depth > DEEPEST || !value.starts_with(['[', '{']) {
        return false;
    }
    if let Ok(items) = parse::<Vec<&RawValue>>(value) {
        return items.iter().any(|item| holds_edits(item.get(), depth + 1));
    }
    parse::<Fields<'_>>(value).is_ok_and(|fields| {
        has_text(&fields, &OLD) && has_text(&fields, &NEW)
            || fields.others(&[]).any(|value| holds_edits(value.get(), depth + 1))
    })
}

/// Returns whether a field of one of these names is a text: the description of a tool has such fields too.
fn has_text(fields: &Fields<'_>, names: &[&str]) -> bool {
    fields.all().any(|(name, value)| names.contains(&name) && !value.get().starts_with('{'))
}

/// Returns whether an object has the texts of files below their paths.
pub(super) fn is_map_of_files(value: &str) -> bool {
    let is_file = |(name, value): (&str, &RawValue)| {
        names::is_likely_path(name.as_bytes()) && parse::<String>(value.get()).is_ok()
    };
    parse::<Fields<'_>>(value).is_ok_and(|fields| fields.all().next().is_some() && fields.all().all(is_file))
}
