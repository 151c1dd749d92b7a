//! Parser of replies: it returns blocks and faults, and never fails.
//!
//! The readers of formats other than SEARCH/REPLACE are in `format/`, each with its grammar; their edits
//! become the same blocks. This is the grammar of the `diff` family, by lines. A path line, a fence and a
//! suggestion mean something only outside of blocks; the look of a line in a section does not matter unless
//! it is a marker of the block itself.
//!
//! ```text
//! reply      = [ { gap, block }, gap, reasoning end ], { gap, block }, gap ;
//! gap        = { blank | fence | path line | base | prose | reasoning } ;
//! reasoning  = "<", reason, ">", { any line }, reasoning end ;
//! reason     = "think" | "thinking" | "reasoning" ;
//! block      = edit | rename | delete ;
//! edit       = opener, [ header ], [ section ], divider, [ section ], closer ;
//! rename     = "<<<<<<< RENAME", { blank }, path line, { blank }, ">>>>>>> RENAME" ;
//! delete     = "<<<<<<< DELETE", { blank }, ">>>>>>> DELETE" ;
//! opener     = indent, 5..9 * "<", ( "SEARCH" | "ORIGINAL" | configured ), [ path ], stray ;
//! divider    = indent, 5..9 * "=", stray ;
//! closer     = indent, 5..9 * ">", [ "REPLACE" | "UPDATED" | configured ], stray ;
//! stray      = { blank | ">" } ;
//! section    = { any line } ;
//! header     = ( see `header.rs` ) ;
//! fence      = 3.. * "`" , [ info ] | 3.. * "~", [ info ] | "<", [ "/" ], tag, ">" | custom ;
//! tag        = "source" | "code" | "pre" | "codeblock" | "sourcecode" ;
//! info       = [ language ], [ " " | ":" ], [ path ] ;
//! base       = "base:", ( letter | digit | "@" ), { letter | digit | "~" | "^" | "@" | "{" | "/" | ... } ;
//! path line  = { decoration }, path, { decoration } | prose, "`", path, "`", [ ":" ] ;
//! decoration = "#".. | "//" | "--" | "<!--" | "-->" | "/*" | "*/" | "*".. | "`".. | quote | number | bullet
//!            | ( "File" | "Path" | ... ), ":" | ":" | "(", note, ")" ;
//! ```
//!
//! The markers of one block have the same indentation, which a body loses if all its lines have it, and the
//! same width; other widths, and closers without a word, count only where no closer of that width comes
//! before the next block. All dividers of a block are kept: the file decides which one is meant.
//!
//! Blocks in reasoning are drafts. What closes reasoning that was never opened ends a reasoning that began
//! before the reply, as with models whose prompt ends in the opening tag. Within a block such a tag is text
//! like any other.

mod anchored;
mod around;
mod asides;
mod asked;
mod attribute;
mod begun;
mod beside;
mod blocks;
mod call_fields;
mod choice;
mod close;
mod clutter;
mod correction;
mod detect;
mod dressed;
mod edit;
mod excerpt;
mod fences;
mod file_tag;
mod format;
mod gap;
mod gaps;
mod header;
mod hunk;
mod info;
mod introduction;
mod kept;
mod link;
mod malformed;
mod markers;
mod names;
mod novelty;
mod numbered;
mod outside;
mod path_line;
mod quoted;
mod reasoning;
mod remark;
mod removal;
mod retraction;
mod rows;
mod said;
mod sentence;
mod signs;
mod source;
mod suggestions;
#[cfg(test)]
mod tests;
mod title;
mod tokens;
mod types;
mod unmeant;
mod variants;
mod verdict;
mod vocabulary;
mod wish;
mod words;
mod wrapped;
mod write;
mod writer;

pub use begun::{complete, ending, json_ending};
pub use call_fields::field_like;
pub use clutter::is_text;
pub(in crate::core) use clutter::{decoded, has_bare};
pub(crate) use dressed::framed;
pub use edit::{Cleared, Clutter, Edit, Extent, Hints, LineRange, ReplyLines, Sections};
pub use format::FORMATS;
pub use kept::{kept, parse_kept};
pub use malformed::{Malformed, ValueFault};
pub(crate) use markers::{Frame, frame};
pub(crate) use names::are_one;
pub use names::is_plainly_file;
pub use quoted::quoted_lines;
pub use said::Said;
pub use types::{
    Around, Aside, Block, Closing, Correction, Draft, Fault, FaultKind, Format, Handling, Operation, Options,
    PathCandidate, Reader, Reply, Suggestion, Surface, Wish,
};
pub use words::{MarkerWords, NotAMarker};
pub use wrapped::unwrapped;
pub use writer::{FileText, TextChange, Unwritten, Window, Writer};

use self::markers::Signs;
use super::text::{BOM, is_blank};

/// Reads a reply. Never fails and never panics; its time is linear in the reply.
pub fn parse<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    let reply = tokens::answer(reply);
    let chosen = options.format.and_then(|format| detect::alone(format, reply, options));
    let mut read = chosen.unwrap_or_else(|| detect::detected(reply, options));
    let signs =
        if read.format.is_some_and(|format| format.id == "cline") { Signs::LINES } else { Signs::ANGLES };
    let is_other = |fault: &Fault| matches!(fault.kind, FaultKind::OtherFormat { .. });
    if let Some(fault) = cut_off(reply, signs, &options.words) {
        read.faults.retain(|other| other.line != fault.line || !is_other(other));
        let in_reasoning = |last: &Fault| matches!(last.kind, FaultKind::OpenReasoning { .. });
        if read.faults.last().is_none_or(|last| last.line < fault.line && !in_reasoning(last)) {
            read.faults.push(fault);
        }
    }
    choice::refuse(reply, &mut read);
    unmeant::refuse(reply, &mut read);
    excerpt::mark(reply, &mut read);
    novelty::mark(reply, &mut read);
    let utf16 = [&b"\xff\xfe"[..], b"\xfe\xff"].iter().any(|mark| reply.starts_with(mark));
    if utf16 && read.blocks.is_empty() {
        read.faults = vec![Fault { line: 1, kind: FaultKind::Utf16, path: None }];
    }
    read.is_blank = is_blank(reply.strip_prefix(BOM).unwrap_or(reply));
    read
}

/// A reply that ends within the line that opens a block, a call or a fence.
fn cut_off(reply: &[u8], signs: Signs, words: &MarkerWords) -> Option<Fault> {
    let last = reply.strip_prefix(BOM).unwrap_or(reply).rsplit(|&byte| byte == b'\n').next()?;
    let call = last.trim_ascii().strip_prefix(b"<").unwrap_or_default();
    let call = call.strip_prefix(b"antml:").unwrap_or(call);
    let is_call = call.len() > 2 && b"invoke name=".starts_with(call);
    let is_fence = matches!(last, b"`" | b"``");
    if !is_call && !is_fence && !markers::begins_opener(last, signs, words) {
        return None;
    }
    let line = memchr::memchr_iter(b'\n', reply).count() + 1;
    Some(Fault { line, kind: FaultKind::Unterminated, path: None })
}
