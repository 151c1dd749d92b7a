//! Names of the fields that calls of editing tools have.

/// Fields with the text to find.
pub(super) const OLD: [&str; 9] = [
    "old_string", "old_str", "old_text", "old_code", "oldString", "oldText", "search", "find",
    "TargetContent",
];
/// Fields with the text to put there.
pub(super) const NEW: [&str; 8] = [
    "new_string", "new_str", "new_text", "new_code", "newString", "newText", "replace", "ReplacementContent",
];
/// Fields with a whole file.
pub(super) const WHOLE: [&str; 5] = ["content", "contents", "file_text", "text", "CodeContent"];
/// Fields with the path of a call.
pub(super) const PATH: [&str; 5] = ["path", "file_path", "filePath", "target_file", "TargetFile"];
/// Fields with the path beside a text to find or edits, and with other things elsewhere.
pub(super) const PATH_OF_EDIT: [&str; 9] = [
    "path", "file_path", "filePath", "target_file", "TargetFile", "file", "file_name", "filename", "filepath",
];
/// Fields with a patch, a diff or blocks.
pub(super) const TEXTS: [&str; 5] = ["diff", "patch", "patchText", "patch_text", "unified_diff"];

/// Fields with a list of edits below one path.
pub(super) const EDITS: [&str; 2] = ["edits", "ReplacementChunks"];

/// Returns the name of a field that is read and that a misspelt one may stand for.
pub fn field_like(name: &str) -> Option<&'static str> {
    let all: Vec<&str> = [&OLD[..], &NEW, &PATH_OF_EDIT, &WHOLE, &EDITS, &["replace_all"]].concat();
    similar::get_close_matches(name, &all, 1, 0.75).pop()
}

/// Names of [`OLD`] and [`NEW`] that are no words of prose: each alone tells an edit.
pub(super) fn telling() -> impl Iterator<Item = &'static str> {
    OLD.into_iter().chain(NEW).filter(|name| !matches!(*name, "find" | "search" | "replace"))
}
