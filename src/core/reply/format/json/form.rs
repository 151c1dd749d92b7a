//! The form in which an object asks for edits, by its fields.

use serde_json_lenient::value::RawValue;

use super::{fields::Fields, parts::holds_edits, spot::Spot, tool::of_shell, unread::may_be_file};
use crate::core::reply::{
    call_fields::{EDITS, NEW, OLD, PATH, PATH_OF_EDIT, TEXTS, WHOLE},
    malformed::Malformed,
};

/// Fields whose value is the call, or holds it.
pub(super) const AROUND: [&str; 28] = [
    "args", "functionCall", "function_call", "parts", "tool_call", "tool_calls", "toolCall", "toolUse",
    "function", "message", "choices", "candidates", "response", "output", "item", "payload", "params",
    "state", "operation", "content", "calls", "changes", "replacements", "files", "input", "arguments",
    "parameters", "data",
];

/// The form in which an object asks for edits.
pub(super) enum Form<'v> {
    /// A command of the editor tool.
    Command,
    /// A command of a shell, with a patch.
    Script(String),
    /// A whole file.
    Whole,
    /// A text that holds edits.
    Text(String),
    /// An old text and a new one.
    Edit,
    /// A list of edits below one path.
    Edits(&'v RawValue),
    /// It is around calls, or is the call of another tool.
    Around,
}

impl<'v> Form<'v> {
    /// The form of an object.
    ///
    /// # Errors
    ///
    /// When it has fields of several forms, or edits in a field that is not read.
    pub(super) fn of(fields: &Fields<'v>, spot: &Spot) -> Result<Self, Malformed> {
        if fields.has(&["code_edit", "new_source"]) {
            return Err(Malformed::Call);
        }
        if fields.has(&["command"]) && (fields.has(&PATH) || spot.path.is_some()) {
            return Ok(Self::Command);
        }
        if let Some(text) = fields.one(&["command", "cmd"]).ok().flatten().and_then(of_shell) {
            return Ok(Self::Script(text));
        }
        if is_whole(fields, spot) {
            return Ok(Self::Whole);
        }
        let (is_edit, has_text, has_edits) = (is_edit(fields), fields.has(&TEXTS), fields.has(&EDITS));
        if is_edit && has_text || (is_edit || has_text) && has_edits {
            return Err(Malformed::Call);
        }
        let read: &[&str] = match (is_edit || has_text, has_edits) {
            (true, _) => &[],
            (false, true) => &EDITS,
            (false, false) => &AROUND,
        };
        if fields.others(read).any(|value| holds_edits(value.get(), spot.depth)) {
            return Err(Malformed::Call);
        }
        if let Some(text) = fields.text(&TEXTS)? {
            return Ok(Self::Text(text));
        }
        if is_edit {
            return Ok(Self::Edit);
        }
        Ok(fields.one(&EDITS)?.map_or(Self::Around, Self::Edits))
    }

    /// The names of the field that has the path, in an object with these fields.
    pub(super) fn paths(fields: &Fields<'_>) -> &'static [&'static str] {
        let is_list = fields.has(&EDITS) || fields.has(&["changes", "replacements"]);
        if is_edit(fields) || is_list { &PATH_OF_EDIT } else { &PATH }
    }
}

fn is_edit(fields: &Fields<'_>) -> bool {
    fields.has(&OLD) || fields.has(&NEW)
}

/// Returns whether an object has a whole file: a path and a text alone may be what another tool has read.
fn is_whole(fields: &Fields<'_>, spot: &Spot) -> bool {
    let names_file = || fields.text(&PATH).ok().flatten().is_none_or(|path| may_be_file(&path));
    let has_file = fields.has(&WHOLE) && fields.has(&PATH);
    !is_edit(fields) && has_file && (spot.tool.is_some() || names_file())
}
