//! The operation of a block: the edit between its markers, or what its opener says of the file.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use crate::core::{
    reply::{
        close::Search,
        clutter,
        edit::{Edit, Hints},
        header::{self, Header},
        markers, path_line, tokens,
        types::{FaultKind, Operation},
        words::Word,
    },
    text::{Span, bodies, is_blank, split_ending},
};

/// The most lines of a block that may be its divider.
const MOST_DIVIDERS: usize = 64;

/// The operation of the block between its opener and this closer; `inside` is the path below the opener.
pub(super) fn operation<'a>(
    search: &Search<'a, '_>,
    close: usize,
    inside: Option<Header<'a>>,
) -> Result<Operation<'a>, FaultKind> {
    let (opener, closer) = (&search.markers[search.open], &search.markers[close]);
    let start = opener.span.end;
    let body = &search.reply[start..closer.span.start];
    match search.word {
        Word::Rename => rename(body),
        Word::Delete if body.iter().all(u8::is_ascii_whitespace) => Ok(Operation::Delete),
        Word::Delete => Err(FaultKind::BadDelete),
        Word::Edit => {
            let header = inside.or_else(|| Header::with_line(body));
            let length = header.map_or(0, |header| header.bytes);
            let (start, body) = (start + length, &body[length..]);
            let mut dividers = search.dividers(close);
            match dividers.len() {
                0 => return Err(FaultKind::NoDivider),
                1..=MOST_DIVIDERS => {}
                found => return Err(FaultKind::TooManyDividers { found }),
            }
            for divider in &mut dividers {
                *divider = Span { start: divider.start - start, end: divider.end - start };
            }
            let mut edit = tokens::cleared(unindented(body, dividers, opener.indentation(search.reply)));
            if let Some(Header { line, lines, .. }) = header {
                (edit.header, edit.hints.line) = (lines, line);
                edit = if line.is_some() { header::unescaped(edit) } else { edit };
            }
            let count = || edit.readings().next().map_or(0, |sections| bodies(sections.search).count());
            let named = markers::named_line(&search.reply[opener.span.start..opener.span.end], count);
            let is_one = |line: &usize| named.is_none_or(|named| named == *line);
            edit.hints.line = edit.hints.line.map_or(named, |line| Some(line).filter(is_one));
            let cleared = clutter::cleared(&edit);
            Ok(Operation::Edit(Edit { cleared, ..edit }))
        }
    }
}

fn rename(body: &[u8]) -> Result<Operation<'_>, FaultKind> {
    let mut lines = bodies(body).filter(|line| !is_blank(line));
    let (Some(line), None) = (lines.next(), lines.next()) else { return Err(FaultKind::BadRename) };
    if !line.is_utf8() {
        return Err(FaultKind::BadPath { text: line.into() });
    }
    let path = path_line::candidates(line);
    match path.iter().find(|path| !path.text.is_utf8()) {
        _ if path.is_empty() => Err(FaultKind::BadRename),
        Some(bad) => Err(FaultKind::BadPath { text: bad.text.clone() }),
        None => Ok(Operation::Rename(path.into())),
    }
}

/// The body of an edit without the indentation of its markers, where all its lines have it.
fn unindented<'a>(body: &'a [u8], dividers: Vec<Span>, indentation: &'a [u8]) -> Edit<'a> {
    let edit = Edit {
        body: Cow::Borrowed(body),
        dividers: Vec::new(),
        indentation: Cow::Borrowed(b""),
        cleared: Vec::new(),
        hints: Hints::default(),
        header: 0,
        lines: None,
    };
    let has_it = |line: &[u8]| is_blank(line) || line.starts_with(indentation);
    if indentation.is_empty() || !body.lines_with_terminator().all(has_it) {
        return Edit { dividers, ..edit };
    }
    let mut text = Vec::with_capacity(body.len());
    let mut moved = Vec::with_capacity(dividers.len());
    let mut at = 0;
    for line in body.lines_with_terminator() {
        let blanks = split_ending(line).0;
        let common = indentation.iter().zip(blanks).take_while(|(one, other)| one == other).count();
        let start = text.len();
        text.extend_from_slice(&line[common..]);
        if dividers.get(moved.len()).is_some_and(|divider| divider.start == at) {
            moved.push(Span { start, end: text.len() });
        }
        at += line.len();
    }
    Edit { body: Cow::Owned(text), dividers: moved, indentation: Cow::Borrowed(indentation), ..edit }
}
