//! Lines that frame an edit or a conflict, wherever they are left over.

use bstr::ByteSlice as _;

use super::{change::Change, documentation, lines::Lines};
use crate::core::{
    reply::{self, Frame, MarkerWords},
    text::{Text, indentation},
};

/// Number of signs that a marker of a conflict has, where `conflict-marker-size` says nothing
/// (gitattributes(5)).
pub const MARKER_SIZE: usize = 7;

/// The remains of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Markers {
    /// The part that the first marker plays.
    pub first: Part,
    /// The line of the last one, from 0.
    pub last: usize,
}

impl From<Marker> for Markers {
    fn from(marker: Marker) -> Self {
        Self { first: marker.part, last: marker.line }
    }
}

/// The part that a marker plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// It opens a block: `<<<<<<<`
    Opener,
    /// It is above the common base of a conflict: `|||||||`
    Base,
    /// It is between the two sides: `=======`
    Divider,
    /// It closes a block: `>>>>>>>`
    Closer,
}

/// Kind of block that a marker belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// `<<<<<<< SEARCH` and its like.
    Edit,
    /// `««« EDIT` and its like.
    Anchored,
    /// A merge conflict.
    Conflict,
}

/// One line that is a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) family: Family,
    pub(super) part: Part,
    /// From 0.
    pub(super) line: usize,
    /// The line of the opener, for markers below it.
    pub(super) opener: Option<usize>,
}

/// Role that a line may have, taken alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Is(Family, Part),
    /// `=======`, which also underlines headings.
    Divider,
    /// As many `=` as divide the sides of a conflict in this file.
    ConflictDivider,
    /// `>>>>>>>` alone, which also quotes.
    BareCloser,
    /// A line of an anchored block that means nothing elsewhere.
    Rule,
}

/// The markers of a text, in order.
pub(super) fn markers(change: &Change<'_>, lines: &Lines) -> Vec<Marker> {
    let (path, size, text) = (change.path, change.marker_size, lines.new_text());
    let mut found = Vec::new();
    let mut kind = None;
    let mut open: Option<(Family, usize)> = None;
    for line in 0..text.len() {
        let Some(role) = role(text.body(line), size, change.words) else { continue };
        let (prose, fenced) =
            kind.get_or_insert_with(|| (documentation::is_prose(path), documentation::fenced(path, text)));
        let prose = *prose;
        let is_example = prose && indentation(text.body(line)).len() > 1;
        if is_example || fenced.holds(line) {
            continue;
        }
        let (family, part) = match (role, open) {
            (Role::Is(Family::Conflict, Part::Base), None) => continue,
            (Role::Is(family, part), _) => (family, part),
            (Role::Divider | Role::ConflictDivider, Some((Family::Conflict, _)))
                if (role == Role::ConflictDivider) == (size != MARKER_SIZE) =>
            {
                (Family::Conflict, Part::Divider)
            }
            (Role::Divider, Some((Family::Edit, _))) => (Family::Edit, Part::Divider),
            (Role::BareCloser, Some((family @ (Family::Edit | Family::Conflict), _))) => {
                (family, Part::Closer)
            }
            (Role::Rule, Some((Family::Anchored, _))) => (Family::Anchored, Part::Divider),
            (Role::Divider, _) if !prose && size == MARKER_SIZE && is_alone(text, line) => {
                (Family::Conflict, Part::Divider)
            }
            (Role::BareCloser, _) if !prose => (Family::Conflict, Part::Closer),
            _ => continue,
        };
        let opener = open.map(|(_, line)| line).filter(|_| part != Part::Opener);
        found.push(Marker { family, part, line, opener });
        match part {
            Part::Opener => open = Some((family, line)),
            Part::Closer => open = None,
            Part::Base | Part::Divider => {}
        }
    }
    found
}

fn role(body: &[u8], size: usize, words: &MarkerWords) -> Option<Role> {
    let trimmed = body.trim_ascii();
    if !matches!(trimmed.first(), Some(b'<' | b'=' | b'>' | b'|' | 0xc2 | 0xe2)) {
        return None;
    }
    match reply::frame(body, words) {
        Some(Frame::Opener) => return Some(Role::Is(Family::Edit, Part::Opener)),
        Some(Frame::Closer) => return Some(Role::Is(Family::Edit, Part::Closer)),
        None => {}
    }
    let conflict = |part| Some(Role::Is(Family::Conflict, part));
    match (of_conflict(body, b'<', size), of_conflict(body, b'|', size), of_conflict(body, b'>', size)) {
        (Some(_), ..) => return conflict(Part::Opener),
        (_, Some(_), _) => return conflict(Part::Base),
        (.., Some(false)) => return Some(Role::BareCloser),
        (.., Some(true)) => return conflict(Part::Closer),
        _ => {}
    }
    match trimmed {
        b"=======" => Some(Role::Divider),
        _ if trimmed.len() == size && body.len() == size && trimmed.iter().all(|sign| *sign == b'=') => {
            Some(Role::ConflictDivider)
        }
        _ if trimmed.strip_prefix("««« EDIT".as_bytes()).is_some_and(|rest| !rest.starts_with(b"S")) => {
            Some(Role::Is(Family::Anchored, Part::Opener))
        }
        _ if trimmed == "»»»".as_bytes() => Some(Role::Is(Family::Anchored, Part::Closer)),
        _ if trimmed == "───────".as_bytes() || trimmed == "═══════".as_bytes() => {
            Some(Role::Rule)
        }
        _ => None,
    }
}

/// Returns whether a line is a marker that git writes, so many signs and perhaps a label behind a blank; and
/// whether it has one.
fn of_conflict(body: &[u8], sign: u8, size: usize) -> Option<bool> {
    let (signs, rest) = body.split_at_checked(size)?;
    if signs.iter().any(|other| *other != sign) {
        return None;
    }
    match rest.trim_ascii_end().split_first() {
        None => Some(false),
        Some((b' ', _)) => Some(true),
        Some(_) => None,
    }
}

/// Returns whether a line of `=` is no underline of a heading: the line above is not one that it could be
/// under, and it is not the upper of two around a heading. (In documentation strings; a heading is not longer
/// than its underline.)
fn is_alone(text: &Text, line: usize) -> bool {
    let is_heading = |line: usize| {
        line < text.len() && (1..=7).contains(&text.body(line).trim_ascii().chars().take(8).count())
    };
    let is_underline = line > 0 && is_heading(line - 1);
    let is_overline = is_heading(line + 1) && line + 2 < text.len() && text.body(line + 2) == text.body(line);
    indentation(text.body(line)).is_empty() && !is_underline && !is_overline
}
