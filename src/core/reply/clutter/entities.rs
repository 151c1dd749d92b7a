//! Sections in which signs are written as HTML entities.

use crate::core::reply::edit::{Cleared, Clutter};

const ENTITIES: [(&[u8], u8); 5] =
    [(b"&lt;", b'<'), (b"&gt;", b'>'), (b"&amp;", b'&'), (b"&quot;", b'"'), (b"&#39;", b'\'')];

/// Sections with their HTML entities decoded, if they have some and no sign that would be one.
pub(in crate::core::reply) fn without_entities(search: &[u8], replace: &[u8]) -> Option<Cleared> {
    let is_escaped = [search, replace].iter().any(|section| has_entities(section))
        && ![search, replace].iter().any(|section| has_bare(section));
    is_escaped.then(|| Cleared {
        clutter: Clutter::Entities,
        search: decoded(search),
        replace: decoded(replace),
        is_sure: true,
    })
}

/// The entity that a text begins with.
fn entity(text: &[u8]) -> Option<(&'static [u8], u8)> {
    ENTITIES.into_iter().find(|(entity, _)| text.starts_with(entity))
}

/// Returns whether a text has HTML entities that are escaped once more.
pub(in crate::core::reply) fn is_escaped_twice(text: &[u8]) -> bool {
    has_entities(text) && has_entities(&decoded(text))
}

/// Returns whether a text has HTML entities.
pub(in crate::core::reply) fn has_entities(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| entity(&text[at..]).is_some())
}

/// Returns whether a text has a sign that would be an entity if the text were escaped.
pub(in crate::core) fn has_bare(text: &[u8]) -> bool {
    memchr::memchr2_iter(b'&', b'<', text).any(|at| entity(&text[at..]).is_none())
}

/// A text with its HTML entities decoded.
pub(in crate::core) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(b'&', text) {
        if let Some((entity, character)) = entity(&text[at..]) {
            decoded.extend_from_slice(&text[from..at]);
            decoded.push(character);
            from = at + entity.len();
        }
    }
    decoded.extend_from_slice(&text[from..]);
    decoded
}
