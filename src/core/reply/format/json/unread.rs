//! Fields of a call that nothing reads, and whether they ask for more than its edits do.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice as _};
use serde_json_lenient::value::RawValue;

use super::{
    field_words::{
        COUNTS, KINDS, LEAVES, MAKES, TAKES, WANTED, begins, has, has_change, is_remark, is_unwanted, words,
    },
    fields::{Fields, parse},
};
use crate::core::reply::{
    call_fields::{NEW, OLD, PATH_OF_EDIT, WHOLE},
    names,
    types::Block,
};

/// More fields with the path of a file.
const OTHER_PATHS: [&str; 2] = ["notebook_path", "AbsolutePath"];

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

    fn is_edit(self) -> bool {
        matches!(self, Self::Edit { .. })
    }
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

/// The statement of a field that nothing reads; none if it says nothing.
fn judged<'f>(name: &'f str, value: &RawValue, role: Role, paths: &mut Paths<'_, '_>) -> Option<Unread<'f>> {
    let words = words(name);
    let asks = Some(Unread::Asks(name));
    if denies_edit(&words, value) {
        return asks;
    }
    let value = Value::of(value);
    if matches!(value, Value::Nothing) {
        return None;
    }
    // Two kinds of a change in one.
    if role.is_edit() && (OLD.contains(&name) || NEW.contains(&name)) {
        return asks;
    }
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
    let field = Field { name, words, role, has_change };
    match value {
        Value::Nothing => None,
        Value::True => field.asks_if(has_change),
        Value::Number(count) => asks.filter(|_| role.is_edit() && field.is_other(count)),
        Value::Text(text) => field.text(&text, paths),
        Value::List(items) => field.list(&items, paths),
        Value::Object => asks.filter(|_| role != Role::Around || has_change),
    }
}

/// Returns whether a field says that the edit beside it is not wanted: `"approved": false`, `"is_failed": true`.
fn denies_edit(words: &[String], value: &RawValue) -> bool {
    let is_wanted = || words.iter().all(|word| WANTED.contains(&word.as_str()));
    let is_failed =
        || words.iter().all(|word| ["has", "is", "was"].contains(&word.as_str()) || is_unwanted(word));
    match value.get() {
        "false" | "\"false\"" => is_wanted(),
        "true" | "\"true\"" => is_failed(),
        _ => false,
    }
}

/// A field that is no remark.
struct Field<'f> {
    name: &'f str,
    /// The words of its name.
    words: Vec<String>,
    /// The part of the object that it is in.
    role: Role,
    /// True if its name has a word for a change that the edit beside it is not.
    has_change: bool,
}

impl<'f> Field<'f> {
    /// It asks for something if this holds, and else may say something of an edit.
    fn asks_if(&self, asks: bool) -> Option<Unread<'f>> {
        match asks {
            true => Some(Unread::Asks(self.name)),
            false => Some(Unread::Says(self.name)).filter(|_| self.role != Role::Around),
        }
    }

    /// Returns whether a number asks for another place, or for more than one.
    fn is_other(&self, count: f64) -> bool {
        if has(&self.words, &COUNTS) { count != 1.0 } else { self.has_change }
    }

    /// The statement of a text.
    fn text(&self, text: &str, paths: &mut Paths<'_, '_>) -> Option<Unread<'f>> {
        let is_whole = WHOLE.contains(&self.name);
        if is_whole && matches!(self.role, Role::Around | Role::Edits { has_path: false }) {
            return None;
        }
        let is_path = self.role != Role::Around && is_path(text);
        if is_path && !self.has_change && paths.has(text) {
            return None;
        }
        let is_text = self.role.is_edit() && text.trim().contains('\n');
        self.asks_if(self.has_change || is_whole || is_path || is_text)
    }

    /// The statement of a list.
    fn list(&self, items: &[&RawValue], paths: &mut Paths<'_, '_>) -> Option<Unread<'f>> {
        let texts: Result<Vec<String>, _> = items.iter().map(|item| parse(item.get())).collect();
        if let Ok(texts) = texts {
            let are_known = !begins(&self.words, &LEAVES) && texts.iter().all(|text| paths.has(text));
            let has_path = || texts.iter().any(|text| is_path(text));
            return if are_known { None } else { self.asks_if(self.has_change || has_path()) };
        }
        let is_object = |item: &&RawValue| item.get().starts_with(['[', '{']);
        let is_asked = |item: &&RawValue| parse::<Fields<'_>>(item.get()).is_ok_and(|fields| asks(&fields));
        let is_said = self.role != Role::Around || self.has_change || items.iter().any(is_asked);
        Some(Unread::Asks(self.name)).filter(|_| items.iter().any(is_object) && is_said)
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

/// Returns whether a text is a path and nothing else.
fn is_path(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace) && !text.contains("://") && names::is_likely_path(text.as_bytes())
}
