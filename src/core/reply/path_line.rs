//! From a path line to the paths that it may mean. Only decoration is taken off; no path is changed.

mod decoration;

use std::borrow::Cow;

use bstr::BString;

use super::{
    link::{Link, Links},
    names, suggestions,
    types::PathCandidate,
};
use crate::core::language;
pub(super) use decoration::{bullet, is_whole};
use decoration::{comment, label, ornament, quotes, says_whole, unquote, value};

/// Longest line in bytes that may be a path: no file system has a longer one.
const LONGEST: usize = 65_536;

/// Nobody writes more layers of decoration; text behind them is no path.
const MOST_DECORATIONS: usize = 16;

/// The readings of a path line (without its ending): the likeliest for a new file first, then the line as it is
/// written; none if it is not one.
pub(super) fn candidates(line: &[u8]) -> Vec<PathCandidate> {
    let whole = names::trim(line);
    if whole.is_empty() || whole.len() > LONGEST || whole.starts_with(b"#!") {
        return Vec::new();
    }
    if is_bare(whole) {
        return vec![PathCandidate::new(whole, true)];
    }
    decorated(whole)
}

/// Returns whether a line is plainly a path without decoration, as most path lines are.
fn is_bare(whole: &[u8]) -> bool {
    let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    is_end(whole.first())
        && is_end(whole.last())
        && whole.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-./_".contains(byte))
        && names::is_strong(whole)
        && !names::is_pattern(whole)
}

/// The readings of a line that may have decoration.
fn decorated(whole: &[u8]) -> Vec<PathCandidate> {
    let stripped = Stripped::of(whole);
    let mut found = Vec::new();
    if stripped.is_name() {
        let creates = stripped.creates();
        let placed = names::without_place(&stripped.text).map(|path| PathCandidate::new(path, false));
        let is_weak = stripped.is_weak();
        found.push(PathCandidate { is_weak, ..PathCandidate::new(stripped.text.clone(), creates) });
        found.extend(placed);
    } else if let Some(path) = in_sentence(whole) {
        return vec![PathCandidate::new(path, false)];
    }
    // A sentence may end with a remark too.
    let has_remark = || !found.is_empty() && whole.ends_with(b")");
    let is_one = || names::is_spaced(whole) || has_remark();
    let as_written = if names::has_blank(whole) { is_one() } else { names::is_word(whole) };
    let escaped = stripped.quoted == Some(b'"');
    if as_written && !escaped && found.first().is_none_or(|first| first.text != whole) {
        found.push(PathCandidate::new(whole, false));
    }
    found
}

/// Returns whether a line has a pattern or a placeholder in place of a path.
pub(super) fn is_pattern(line: &[u8]) -> bool {
    candidates(line).first().is_some_and(|first| names::is_pattern(&first.text))
}

/// Returns whether a text is a path and nothing else.
pub(super) fn is_plain(text: &[u8]) -> bool {
    candidates(text).first().is_some_and(|first| first.creates && names::is_strong(&first.text))
}

/// Returns whether a path line has a remark that does not say that the file is new or whole, such as
/// `(excerpt)`.
pub(super) fn is_remarked(line: &[u8]) -> bool {
    let stripped = Stripped::of(names::trim(line));
    // A path may end so, and so may one with a remark directly behind it.
    stripped.remarked || [")", "…", "..."].iter().any(|end| stripped.text.ends_with(end.as_bytes()))
}

/// A line without its decoration, and the decoration.
struct Stripped {
    text: BString,
    /// The quote around it.
    quoted: Option<u8>,
    /// `File:`
    labelled: bool,
    /// A heading, bullet, number, bold type, colon or note, all of which words that are no path have too.
    decorated: bool,
    /// A remark that does not say that the file is new or whole.
    remarked: bool,
}

impl Stripped {
    fn of(whole: &[u8]) -> Self {
        let mut this = Self {
            text: BString::default(),
            quoted: None,
            labelled: false,
            decorated: false,
            remarked: false,
        };
        let mut text = whole;
        for _ in 0..MOST_DECORATIONS {
            if let Some(unquoted) = unquote(text) {
                this.text = unquoted;
                this.quoted = Some(b'"');
                return this;
            }
            text = if let Some((quote, inner)) = quotes(text) {
                this.quoted = Some(quote);
                inner
            } else if let Some(link) = Link::read(text) {
                this.decorated = true;
                this.remarked |= !says_whole(link.behind);
                match link.file() {
                    Some(Cow::Borrowed(file)) => file,
                    file => {
                        this.text = file.unwrap_or_default().into_owned().into();
                        return this;
                    }
                }
            } else if let Some(rest) = label(text) {
                this.labelled = true;
                rest
            } else if let Some(inner) = value(text) {
                inner
            } else if let Some(inner) = comment(text) {
                inner
            } else if let Some((inner, remark)) = ornament(text) {
                this.decorated = true;
                this.remarked |= !says_whole(remark);
                inner
            } else {
                break;
            };
        }
        this.text = text.into();
        this
    }

    fn is_name(&self) -> bool {
        if self.quoted == Some(b'"') {
            return !self.text.is_empty();
        }
        if !names::has_blank(&self.text) {
            return names::is_word(&self.text) || self.text == "...";
        }
        names::is_spaced(&self.text) && !suggestions::is_command(&self.text)
    }

    /// Returns whether it is a word that only its line sets off from prose.
    fn is_weak(&self) -> bool {
        !self.labelled
            && self.quoted.is_none()
            && !names::is_likely_path(&self.text)
            && language::of(&self.text).is_none()
    }

    /// Returns whether it is plainly a path: a word of prose must not make a file.
    fn creates(&self) -> bool {
        if self.text == "..." || names::is_pattern(&self.text) {
            return false;
        }
        if names::has_blank(&self.text) {
            let is_one = match self.quoted {
                Some(b'"') => names::is_strong(&self.text),
                Some(_) => names::is_quoted_path(&self.text),
                None => false,
            };
            return is_one || names::is_spaced_path(&self.text);
        }
        if names::has_more(&self.text) {
            return false;
        }
        names::is_likely_path(&self.text) || self.labelled || !self.decorated
    }
}

/// Returns whether a line is more than a path and its decoration.
pub(super) fn is_sentence(line: &[u8]) -> bool {
    !Stripped::of(names::trim(line)).is_name()
}

/// Returns whether a sentence names several paths, of which any may be meant.
pub(super) fn names_several(line: &[u8]) -> bool {
    let mut paths = in_backticks(line);
    let first = paths.next();
    paths.any(|path| Some(path) != first)
}

/// The path in backticks that a sentence names, if it names no other.
pub(super) fn in_sentence(line: &[u8]) -> Option<&[u8]> {
    in_backticks(line).next().filter(|_| !names_several(line))
}

/// The paths in backticks in a line.
fn in_backticks(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let links = Links::of(line);
    suggestions::code_spans(line)
        .map(move |span| links.led_to(span))
        .filter(|span| !names::has_blank(span) && names::is_word(span) && names::is_likely_path(span))
}

#[cfg(test)]
mod tests;
