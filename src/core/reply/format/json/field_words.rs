//! Words in the names of fields and tools, and what they say.

/// Last words of the names of fields that say something of a call, and ask for nothing.
const REMARKS: [&str; 81] = [
    "analysis", "annotations", "approach", "assumptions", "at", "author", "branch", "by", "checksum",
    "class", "comment", "comments", "confidence", "context", "cwd", "date", "description", "details", "dir",
    "directory", "explanation", "function", "goal", "hash", "id", "index", "info", "instruction",
    "instructions", "intent", "justification", "label", "lang", "language", "level", "message", "meta",
    "metadata", "model", "note", "notes", "plan", "priority", "project", "purpose", "rationale", "reason",
    "reasoning", "repo", "repository", "risk", "role", "root", "scope", "server", "session", "severity",
    "sha", "signature", "source", "status", "step", "steps", "summary", "symbol", "tags", "task", "thinking",
    "thought", "thoughts", "time", "timestamp", "title", "tokens", "url", "usage", "user", "uuid", "version",
    "why", "workdir",
];

/// Last words of the names of fields whose value says the kind of the change.
pub(super) const KINDS: [&str; 12] = [
    "action", "change", "kind", "method", "mode", "op", "operation", "placement", "position", "status",
    "type", "where",
];

/// Words of the names of fields that say that an edit is wanted: if false, it is not.
pub(super) const WANTED: [&str; 7] = ["accepted", "applied", "approved", "is", "ok", "success", "was"];

/// Words of a status of an edit that is not wanted, or not whole, and of the names of fields that say so.
const UNWANTED: [&str; 12] = [
    "aborted", "canceled", "cancelled", "declined", "denied", "error", "failed", "incomplete", "not",
    "refused", "rejected", "skipped",
];

/// Beginnings of words for a change other than that of a text which is there.
const CHANGES: [&str; 19] = [
    "append", "chmod", "command", "copy", "creat", "delet", "execut", "insert", "mkdir", "move",
    "occurrence", "pattern", "permission", "prepend", "regex", "remov", "renam", "replac", "script",
];

/// Such words as a whole.
const WORDS: [&str; 10] =
    ["add", "added", "adds", "copies", "count", "matches", "moving", "new", "nth", "run"];

/// Words for the number of places, or for one of them.
pub(super) const COUNTS: [&str; 6] = ["count", "matches", "nth", "occurrence", "occurrences", "replacements"];

/// Beginnings of words for a file that is made, and for one or a text that goes.
pub(super) const MAKES: [&str; 3] = ["creat", "new", "add"];
pub(super) const TAKES: [&str; 2] = ["delet", "remov"];
pub(super) const LEAVES: [&str; 5] = ["copy", "delet", "mov", "remov", "renam"];

/// The words of a name, in small letters: `new_path`, `newPath`, `new-path`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for sign in name.chars() {
        if !sign.is_alphanumeric() || sign.is_uppercase() && was_small {
            words.push(String::new());
        }
        was_small = sign.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.extend(sign.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether a word says that an edit is not wanted.
pub(super) fn is_unwanted(word: &str) -> bool {
    UNWANTED.contains(&word)
}

/// Returns whether the name of a field says that it is a remark.
pub(super) fn is_remark(words: &[String]) -> bool {
    words.last().is_some_and(|last| REMARKS.contains(&last.as_str()))
}

/// Returns whether there is one of these words.
pub(super) fn has(words: &[String], all: &[&str]) -> bool {
    words.iter().any(|word| all.contains(&word.as_str()))
}

/// Returns whether there is a word for a change.
pub(super) fn has_change(words: &[String]) -> bool {
    begins(words, &CHANGES) || has(words, &WORDS)
}

/// Returns whether a word begins with one of these.
pub(super) fn begins(words: &[String], all: &[&str]) -> bool {
    words.iter().any(|word| all.iter().any(|begin| word.starts_with(begin)))
}
