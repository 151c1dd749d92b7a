//! Fields of a call that nothing reads, and whether they ask for more than its edits do.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice as _};
use serde_json_lenient::value::RawValue;

use super::fields::{Fields, parse};
use crate::core::reply::{
    call_fields::{NEW, OLD, PATH_OF_EDIT, WHOLE},
    names,
    types::Block,
};

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

/// More fields with the path of a file.
const OTHER_PATHS: [&str; 2] = ["notebook_path", "AbsolutePath"];

/// Last words of the names of fields whose value says the kind of the change.
const KINDS: [&str; 12] = [
    "action", "change", "kind", "method", "mode", "op", "operation", "placement", "position", "status",
    "type", "where",
];

/// Words of the names of fields that say that an edit is wanted: if false, it is not.
const WANTED: [&str; 7] = ["accepted", "applied", "approved", "is", "ok", "success", "was"];

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
const COUNTS: [&str; 6] = ["count", "matches", "nth", "occurrence", "occurrences", "replacements"];

/// Beginnings of words for a file that is made, and for one or a text that goes.
const MAKES: [&str; 3] = ["creat", "new", "add"];
const TAKES: [&str; 2] = ["delet", "remov"];
const LEAVES: [&str; 5] = ["copy", "delet", "mov", "remov", "renam"];

/// Part that an object plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// An edit of text: whether its new text is all that it has, or its old one.
    Edit { makes: bool, takes: bool },
    /// Edits, below one path or none.
    Edits { has_path: bool },
    /// Values around calls.
    Around,
}

impl Role {
    /// A text that is all of a file.
    pub(super) const MAKES: Self = Self::Edit { makes: true, takes: false };
}

/// A field that nothing reads.
pub(super) enum Unread<'f> {
    /// It asks for something.
    Asks(&'f str),
    /// It may say how the edit is meant.
    Says(&'f str),
}

/// The fields of an object that are not among `known` and not plainly remarks. The paths of its edits ask for nothing.
pub(super) fn unread<'f>(
    fields: &'f Fields<'_>,
    known: &[&[&str]],
    role: Role,
    own: Option<&BStr>,
    blocks: &[Block<'_>],
) -> Vec<Unread<'f>> {
    let first = || blocks.first().map(|block| block.path[0].text.as_bstr());
    let mut paths = Paths { own: own.or_else(first), blocks, all: None };
    let all = fields.all().filter(|(name, _)| known.iter().all(|known| !known.contains(name)));
    all.filter_map(|(name, value)| judged(name, value, role, &mut paths)).collect()
}

/// Returns whether an object names a file, and has a field that asks for a change of it other than an edit.
pub(super) fn asks(fields: &Fields<'_>) -> bool {
    let is_path = |name: &str, value: &RawValue| {
        (PATH_OF_EDIT.contains(&name) || OTHER_PATHS.contains(&name))
            && parse::<String>(value.get()).is_ok_and(|text| may_be_file(&text))
    };
    let asks = |name: &str, value: &RawValue| {
        let words = words(name);
        let is_kind = words.last().is_some_and(|last| KINDS.contains(&last.as_str()));
        match Value::of(value) {
            Value::Nothing | Value::Number(_) => false,
            Value::Text(text) if is_kind => has_change(&self::words(&text)),
            _ => !is_remark(&words) && has_change(&words),
        }
    };
    fields.all().any(|(name, value)| is_path(name, value))
        && fields.all().any(|(name, value)| asks(name, value))
}

/// Returns whether a text may be the path of a file, and not that of a page or a pattern.
pub(super) fn may_be_file(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_page = text.starts_with('/') && !names::has_extension(bytes) || text.contains("://");
    !text.is_empty() && !text.contains('\n') && !is_page && !names::is_pattern(bytes)
}

/// The value of a field, as far as it matters here.
enum Value<'v> {
    Nothing,
    True,
    Number(f64),
    Text(String),
    List(Vec<&'v RawValue>),
    Object,
}

impl<'v> Value<'v> {
    fn of(value: &'v RawValue) -> Self {
        let written = value.get();
        if let Ok(items) = parse::<Vec<&RawValue>>(written) {
            return if items.is_empty() { Self::Nothing } else { Self::List(items) };
        }
        if let Ok(fields) = parse::<Fields<'_>>(written) {
            return if fields.all().next().is_none() { Self::Nothing } else { Self::Object };
        }
        // A parameter of XML has a text for each value.
        let text = parse::<String>(written).unwrap_or_else(|_| written.to_owned());
        match text.trim() {
            "" | "false" | "False" | "null" | "none" | "None" => Self::Nothing,
            "true" | "True" => Self::True,
            number => number.parse().map_or(Self::Text(text), Self::Number),
        }
    }
}

/// The paths of the edits in an object.
struct Paths<'p, 'a> {
    own: Option<&'p BStr>,
    blocks: &'p [Block<'a>],
    all: Option<HashSet<&'p [u8], foldhash::fast::RandomState>>,
}

impl Paths<'_, '_> {
    /// Returns whether a text is one of them, or the own or first one with other folders in front.
    fn has(&mut self, text: &str) -> bool {
        let text = text.as_bytes();
        let is_own = self.own.is_some_and(|own| names::are_one(own, text));
        let all = || self.blocks.iter().map(|block| block.path[0].text.as_slice()).collect();
        is_own || self.all.get_or_insert_with(all).contains(text)
    }
}

/// Returns whether a word says that an edit is not wanted.
fn is_unwanted(word: &str) -> bool {
    UNWANTED.contains(&word)
}

fn judged<'f>(name: &'f str, value: &RawValue, role: Role, paths: &mut Paths<'_, '_>) -> Option<Unread<'f>> {
    let words = words(name);
    let asks = Some(Unread::Asks(name));
    let is_wanted = || words.iter().all(|word| WANTED.contains(&word.as_str()));
    if matches!(value.get(), "false" | "\"false\"") && is_wanted() {
        return asks;
    }
    let is_failed =
        || words.iter().all(|word| ["has", "is", "was"].contains(&word.as_str()) || is_unwanted(word));
    if matches!(value.get(), "true" | "\"true\"") && is_failed() {
        return asks;
    }
    let value = Value::of(value);
    if matches!(value, Value::Nothing) {
        return None;
    }
    // Two kinds of a change in one.
    if matches!(role, Role::Edit { .. }) && (OLD.contains(&name) || NEW.contains(&name)) {
        return asks;
    }
    let says = Some(Unread::Says(name)).filter(|_| role != Role::Around);
    if let (Value::Text(text), Some(last)) = (&value, words.last())
        && KINDS.contains(&last.as_str())
    {
        let words = self::words(text);
        let is_unwanted = last == "status" && words.iter().any(|word| is_unwanted(word));
        return asks.filter(|_| is_unwanted || has_change(&without_own(words, role)));
    }
    if is_remark(&words) {
        return None;
    }
    let has_change = has_change(&without_own(words.clone(), role));
    let is_whole = WHOLE.contains(&name);
    match value {
        Value::Number(count) => {
            let counts = words.iter().any(|word| COUNTS.contains(&word.as_str()));
            let is_other = if counts { count != 1.0 } else { has_change };
            asks.filter(|_| matches!(role, Role::Edit { .. }) && is_other)
        }
        Value::True => {
            if has_change {
                asks
            } else {
                says
            }
        }
        Value::Text(_) if is_whole && matches!(role, Role::Around | Role::Edits { has_path: false }) => None,
        Value::Text(text) => {
            let is_edit = matches!(role, Role::Edit { .. });
            let is_path = role != Role::Around && is_path(&text);
            if is_path && !has_change && paths.has(&text) {
                return None;
            }
            let is_text = is_edit && text.trim().contains('\n');
            if has_change || is_whole || is_path || is_text { asks } else { says }
        }
        Value::List(items) => {
            let texts: Result<Vec<String>, _> = items.iter().map(|item| parse(item.get())).collect();
            let is_object = |item: &&RawValue| item.get().starts_with(['[', '{']);
            let is_asked =
                |item: &RawValue| parse::<Fields<'_>>(item.get()).is_ok_and(|fields| self::asks(&fields));
            match texts {
                Ok(texts) if !begins(&words, &LEAVES) && texts.iter().all(|text| paths.has(text)) => None,
                Ok(texts) if has_change || texts.iter().any(|text| is_path(text)) => asks,
                Ok(_) => says,
                Err(_) if !items.iter().any(is_object) => None,
                Err(_) if role == Role::Around && !has_change => {
                    asks.filter(|_| items.iter().any(|item| is_asked(item)))
                }
                Err(_) => asks,
            }
        }
        Value::Object if role == Role::Around => asks.filter(|_| has_change),
        Value::Object => asks,
        Value::Nothing => None,
    }
}

/// Words without those for what an edit of this kind does.
fn without_own(mut words: Vec<String>, role: Role) -> Vec<String> {
    if let Role::Edit { makes, takes } = role {
        let is = |word: &String, all: &[&str]| all.iter().any(|begin| word.starts_with(begin));
        words.retain(|word| !(makes && is(word, &MAKES) || takes && is(word, &TAKES)));
    }
    words
}

/// Returns whether the name of a field says that it is a remark.
fn is_remark(words: &[String]) -> bool {
    words.last().is_some_and(|last| REMARKS.contains(&last.as_str()))
}

/// Returns whether there is a word for a change.
fn has_change(words: &[String]) -> bool {
    begins(words, &CHANGES) || words.iter().any(|word| WORDS.contains(&word.as_str()))
}

fn begins(words: &[String], all: &[&str]) -> bool {
    words.iter().any(|word| all.iter().any(|begin| word.starts_with(begin)))
}

/// Returns whether a text is a path and nothing else.
fn is_path(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace) && !text.contains("://") && names::is_likely_path(text.as_bytes())
}

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
