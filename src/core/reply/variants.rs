//! Markers with other words, where a block can mean nothing else: `<<<<<<< search`, `>>>>>>> END`, or none.
//!
//! They count only together, outside of blocks with the right words: an opener, a divider and a closer of seven
//! signs below one another, with no other marker between them and no closer behind them. All else is text, or is
//! named by the signs of other formats. So is a fence below a path line, with a divider and a closer alone, of which the
//! closer is the last line: the block in it lacks its opener.

use bstr::ByteSlice as _;

use super::{
    markers::{self, Marker, Role, Signs},
    path_line,
    words::{MarkerWords, Variant, Word},
};
use crate::core::{
    fence::{closes_fence, is_fence},
    text::{Span, bodies, filled, split_ending},
};

/// The only number of signs of such a marker.
const WIDTH: u8 = 7;

/// Number of filled lines that SEARCH has at least in a block without an opener.
const LEAST: usize = 2;

/// The markers of a reply, in order.
pub(super) fn scan(reply: &[u8], signs: Signs, words: &MarkerWords) -> Vec<Marker> {
    let found = settled(markers::scan(reply, signs, words));
    let mut all = Vec::with_capacity(found.len());
    for (at, marker) in found.iter().enumerate() {
        let (before, after) = found.split_at(at);
        all.extend(lost_opener(reply, before.last(), after));
        all.push(*marker);
    }
    all
}

/// The opener that the first two of these markers lack, at the beginning of the first line below its fence. `before` is
/// the marker before them.
fn lost_opener(reply: &[u8], before: Option<&Marker>, found: &[Marker]) -> Option<Marker> {
    let [divider, closer, ..] = found else { return None };
    let is_pair = divider.role == Role::Divider && closer.role == Role::Closer(Word::Edit);
    let is_behind = before.is_none_or(|marker| matches!(marker.role, Role::Closer(_)));
    if !is_pair || !is_behind || !fits(divider, closer) || divider.width != WIDTH || divider.indent > 0 {
        return None;
    }
    let start = before.map_or(0, |marker| marker.span.end);
    let above: Vec<&[u8]> = reply[start..divider.span.start].lines_with_terminator().collect();
    let open = above.iter().rposition(|line| is_fence(line)).filter(|open| *open > 0)?;
    let search = &above[open + 1..];
    let named = path_line::candidates(split_ending(above[open - 1]).0);
    let has_path = named.first().is_some_and(|path| path.creates && !path.is_weak);
    let is_end = |line| closes_fence(line, split_ending(above[open]).0);
    let is_closed = bodies(&reply[closer.span.end..]).next().is_some_and(is_end);
    // One with other words, which is not read, is no text of the file.
    let has_other = search.first().is_some_and(|first| first.starts_with(b"<<<<<"));
    if !has_path || !is_closed || has_other || filled(search.iter().copied()).count() < LEAST {
        return None;
    }
    let at = divider.span.start - search.iter().map(|line| line.len()).sum::<usize>();
    let (role, line) = (Role::Opener(Word::Edit), divider.line - search.len());
    Some(Marker { role, line, span: Span { start: at, end: at }, ..*divider })
}

/// Returns whether a marker is the next one of the block that another one opens.
fn fits(marker: &Marker, opener: &Marker) -> bool {
    marker.width == opener.width && marker.indent == opener.indent
}

/// Returns whether a marker may close the block that another one opens, if one of them has another word.
fn closes(marker: &Marker, opener: &Marker) -> bool {
    match (marker.variant, marker.role) {
        (Some(Variant::Closer), _) => true,
        (Some(Variant::End), _) => opener.variant != Some(Variant::ConflictOpener),
        (None, Role::Closer(Word::Edit)) => opener.variant.is_some(),
        (None, Role::BareCloser) => opener.variant == Some(Variant::Opener),
        _ => false,
    }
}

/// The markers without those that only may be some and are none.
fn settled(found: Vec<Marker>) -> Vec<Marker> {
    if found.iter().all(|marker| marker.variant.is_none()) {
        return found;
    }
    let mut markers = Vec::with_capacity(found.len());
    let mut at = 0;
    while at < found.len() {
        let rest = &found[at..];
        let count = block(rest);
        if count > 0 {
            markers.extend(rest[..count].iter().map(|marker| Marker { variant: None, ..*marker }));
            if let Some(last) = markers.last_mut() {
                last.role = Role::Closer(Word::Edit);
            }
            at += count;
            continue;
        }
        // In a block they are text.
        let held = held(rest);
        markers.extend(rest[..=held].iter().filter(|marker| marker.variant.is_none()));
        at += held + 1;
    }
    markers
}

/// Number of markers that make a block with other words at the start of these.
fn block(found: &[Marker]) -> usize {
    let [opener, rest @ ..] = found else { return 0 };
    if !opener.is_opener() || opener.width != WIDTH {
        return 0;
    }
    let is_divider = |marker: &&Marker| marker.role == Role::Divider && fits(marker, opener);
    let dividers = rest.iter().take(3).take_while(is_divider).count();
    let Some(closer) = rest.get(dividers).filter(|closer| fits(closer, opener)) else { return 0 };
    let is_one =
        (1..=2).contains(&dividers) && rest[..dividers].windows(2).all(|two| two[0].line + 1 == two[1].line);
    let goes_on = rest.get(dividers + 1).is_some_and(|next| !next.is_opener());
    if is_one && closes(closer, opener) && !goes_on { dividers + 2 } else { 0 }
}

/// Number of markers behind the first one up to the closer of the block that it opens.
fn held(found: &[Marker]) -> usize {
    let Role::Opener(word) = found[0].role else { return 0 };
    let all = || found.iter().enumerate().skip(1).filter(|(_, marker)| marker.variant.is_none());
    if found[0].variant.is_some() {
        return 0;
    }
    let next = all().find(|(_, marker)| marker.is_opener() || marker.role == Role::Closer(word));
    next.filter(|(_, marker)| !marker.is_opener()).map_or(0, |(at, _)| at)
}
