//! Edits in a text that the call of a tool holds: blocks, a patch or a diff.

use bstr::{BString, ByteSlice as _};

use super::{apply_patch, udiff};
use crate::core::{
    reply::{
        blocks,
        edit::{Edit, Hints, ReplyLines},
        malformed::Malformed,
        source::{Owned, Source},
        types::{Block, FaultKind, Operation, Options, Reader, Reply},
    },
    text::{Span, bodies, is_blank},
};

/// The formats of such texts.
const READERS: [(&str, Reader); 4] = [
    ("diff", blocks::called),
    ("cline", blocks::called_lines),
    ("apply-patch", apply_patch::read),
    ("udiff", udiff::read),
];

/// Place of such a text in the reply.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// It is a part of the reply that begins at this offset, in this line from 1.
    At { offset: usize, line: usize },
    /// It is written with escapes in this part of the reply, in this line.
    Escaped { part: Span, line: usize },
}

/// Reads the edits in a text, for the file of this path where the call names one.
///
/// # Errors
///
/// When it has no edits, those of several formats, or those for other files than the one of the call.
pub(super) fn read<'a>(
    text: &[u8],
    path: Option<&BString>,
    options: &Options,
    place: Place,
) -> Result<Reply<'a>, FaultKind> {
    let headed = path.and_then(|path| with_header(text, path));
    let added = headed.as_ref().map_or(0, |headed| headed.len() - text.len());
    let text = headed.as_deref().unwrap_or(text);
    let options = Options { path: path.cloned(), words: options.words.clone(), ..Options::default() };
    let (found, is_for_path) = in_one_format(text, &options).ok_or(Malformed::Call)?;
    let moved = Moved { place, added: Span { start: 0, end: added } };
    if let (false, Some(path), Some(first)) = (is_for_path, path, found.blocks.first())
        && !is_same(&first.path[0].text, path)
    {
        return Err(Malformed::TwoFiles { one: path.clone(), other: first.path[0].text.clone() }.into());
    }
    let mut reply = Reply::default();
    for (index, block) in found.blocks.into_iter().enumerate() {
        reply.blocks.push(moved.block(block, index).ok_or(Malformed::Call)?);
    }
    for mut fault in found.faults {
        fault.line = moved.line(fault.line);
        reply.faults.push(fault);
    }
    Ok(reply)
}

/// The edits of the only format that has some outside of those of others, and whether they are for the file
/// of the options.
fn in_one_format<'t>(text: &'t [u8], options: &Options) -> Option<(Reply<'t>, bool)> {
    let all = READERS.map(|(name, reader)| (name, reader, reader(&Source::blind(text), options)));
    let parts = all.iter().flat_map(|(name, _, found)| found.owned.iter().map(|part| (*part, *name)));
    let owned = Owned::of(parts.collect());
    let names: Vec<&str> = owned.parts().iter().map(|(_, name)| *name).collect();
    let is_one = names.windows(2).all(|two| two[0] == two[1]);
    let mut found = all.into_iter().filter_map(|(name, reader, found)| {
        let found = if names.is_empty() { found } else { reader(&Source::held(text, &owned, name), options) };
        (!found.has_no_edits()).then_some((found, matches!(name, "diff" | "cline")))
    });
    let first = found.next()?;
    (is_one && found.next().is_none()).then_some(first)
}

/// A text that begins with a hunk, below the header of a file.
fn with_header(text: &[u8], path: &BString) -> Option<Vec<u8>> {
    let first = bodies(text).find(|line| !is_blank(line))?;
    let is_hunk = first == b"@@" || first.starts_with(b"@@ ");
    let header = [b"--- ", path.as_slice(), b"\n+++ ", path, b"\n"].concat();
    (is_hunk && !path.contains(&b'\n')).then(|| [&header, text].concat())
}

fn is_same(one: &[u8], other: &[u8]) -> bool {
    let plain = |path: &[u8]| path.strip_prefix(b"./").unwrap_or(path).replace("\\", "/");
    plain(one) == plain(other)
}

/// From places in such a text to those in the reply.
struct Moved {
    place: Place,
    /// The part of the text that was put in front.
    added: Span,
}

impl Moved {
    /// The number of lines that were put in front.
    fn line(&self, inner: usize) -> usize {
        let added = if self.added.end > 0 { 2 } else { 0 };
        match self.place {
            Place::At { line, .. } => line + inner.saturating_sub(added + 1),
            Place::Escaped { line, .. } => line,
        }
    }

    /// The part of the reply that a part of the text is. Where it is written with escapes, parts begin one
    /// behind the other, so that they can be told apart.
    fn span(&self, inner: Span, index: usize) -> Span {
        let added = self.added.end;
        match self.place {
            Place::At { offset, .. } => Span {
                start: offset + inner.start.saturating_sub(added),
                end: offset + inner.end.saturating_sub(added),
            },
            Place::Escaped { part, .. } => Span { start: (part.start + index).min(part.end), end: part.end },
        }
    }

    /// A block as one of the reply; none if it names a version, which calls do not.
    fn block<'a>(&self, block: Block<'_>, index: usize) -> Option<Block<'a>> {
        let operation = match block.operation {
            Operation::Edit(edit) => Operation::Edit(self.edit(edit, block.line)),
            Operation::Rename(to) => Operation::Rename(to),
            Operation::Copy(to) => Operation::Copy(to),
            Operation::Mode(mode) => Operation::Mode(mode),
            Operation::Delete => Operation::Delete,
        };
        let span = self.span(block.span, index);
        let head = Span { start: block.head, end: block.head };
        let head = self.span(head, 0).start.min(span.start);
        let line = self.line(block.line);
        let base = block.base.is_none().then_some(None)?;
        Some(Block { line, span, head, base, version: None, operation, ..block })
    }

    fn edit<'a>(&self, edit: Edit<'_>, line: usize) -> Edit<'a> {
        let Edit { body, dividers, indentation, cleared, hints, header, lines } = edit;
        let lines = match (lines, self.place) {
            (Some(lines), _) => {
                let ReplyLines { search, replace } = *lines;
                let moved = |lines: Vec<usize>| lines.into_iter().map(|line| self.line(line)).collect();
                Some(Box::new(ReplyLines { search: moved(search), replace: moved(replace) }))
            }
            (None, Place::At { .. }) => None,
            (None, Place::Escaped { .. }) => {
                let all = vec![self.line(line); bodies(&body).count()];
                Some(Box::new(ReplyLines { search: all.clone(), replace: all }))
            }
        };
        let Hints { anchors, extent, line, heading, at_end, whole, keeps_emptied, exact, .. } = hints;
        let Hints { said, follows, final_newline, ending, unsigned, cut, mode, .. } = hints;
        let anchors = anchors.iter().map(|anchor| anchor.to_vec().into()).collect();
        let heading = heading.map(|heading| heading.into_owned().into());
        let hints = Hints {
            anchors,
            extent,
            said: said.map(|said| Box::new(said.into_owned())),
            line,
            heading,
            follows,
            at_end,
            whole,
            keeps_emptied,
            exact,
            final_newline,
            ending,
            unsigned,
            cut,
            mode,
        };
        let (body, indentation) = (body.into_owned().into(), indentation.into_owned().into());
        Edit { body, dividers, indentation, cleared, hints, header, lines }
    }
}
