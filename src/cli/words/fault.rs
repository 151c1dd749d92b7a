//! Words for parts of a reply that could not be understood.

use super::{Words, quoted};
use crate::core::{
    outcome::Class,
    reply::{Fault, FaultKind},
};

/// The class of a fault.
pub(in crate::cli) fn fault_class(kind: &FaultKind) -> Class {
    match kind {
        FaultKind::Unterminated | FaultKind::Nested { .. } => Class::Unterminated,
        FaultKind::TooManyDividers { .. } => Class::Limit,
        FaultKind::NoPath { .. } => Class::NoPath,
        FaultKind::BadPath { .. } => Class::BadPath,
        _ => Class::Parse,
    }
}

/// A reply as it was named.
pub(in crate::cli) fn source(name: &[u8]) -> String {
    if name == b"-" { "standard input".to_owned() } else { quoted(name) }
}

/// What is said of a reply without blocks.
pub(in crate::cli) fn no_blocks(reply: &[u8]) -> Words {
    Words::new(
        Class::NoBlocks,
        format!("{} holds no SEARCH/REPLACE block", source(reply)),
        "a block is a path, then '<<<<<<< SEARCH', the text to find, '=======', the new text, '>>>>>>> REPLACE'",
    )
}

/// What is said of a part of a reply that could not be understood.
pub(in crate::cli) fn fault(fault: &Fault) -> Words {
    let class = fault_class(&fault.kind);
    let new = |message: String, hint: &str| Words::new(class, message, hint);
    match &fault.kind {
        FaultKind::Unterminated => new(
            "block is not closed before the next one or the end".to_owned(),
            "end it with a line '>>>>>>> REPLACE'; if the reply was cut off, ask for the rest",
        ),
        FaultKind::NoDivider => new(
            "block has no divider".to_owned(),
            "put a line '=======' between the SEARCH and the REPLACE section",
        )
        .tell("The block has no line '=======' between its sections."),
        FaultKind::TooManyDividers { found } => new(
            format!("block has {found} lines that may be its divider, more than 64"),
            "use longer markers around sections that hold such lines",
        )
        .say(format!(
            "The block has {found} lines that may be its divider. Use markers of nine characters instead of seven \
             around sections that hold such lines."
        )),
        FaultKind::StrayCloser => new(
            "closing marker without a block".to_owned(),
            "open the block with a line '<<<<<<< SEARCH' below the path of the file",
        )
        .tell("There is a closing marker without a block."),
        FaultKind::NoPath { above: None } => new(
            "no path above the block".to_owned(),
            "put the path of the file on a line of its own above the block",
        ),
        FaultKind::NoPath { above: Some(above) } => new(
            format!("no path above the block: {} is not a path", quoted(above)),
            "put the path of the file on a line of its own above the block",
        )
        .tell(format!("The line above the block is not a path: {}.", quoted(above))),
        FaultKind::BadPath { text } => {
            new(format!("path {} is not UTF-8", quoted(text)), "name the file in UTF-8")
        }
        FaultKind::Nested { outer } => new(
            format!("block begins inside the one of line {outer}, which is not closed"),
            "close that block first, or use longer markers around text that holds blocks",
        )
        .tell("The block begins inside another one that is not closed."),
        FaultKind::BadDelete => new(
            "DELETE block holds text".to_owned(),
            "leave it empty to remove the file, or use a SEARCH block to remove the text",
        )
        .say("The DELETE block holds text. Leave it empty to remove the file, or use a SEARCH block to remove text."),
        FaultKind::Utf16 => new(
            "the reply is in UTF-16, and cannot be read".to_owned(),
            "save it as UTF-8; in PowerShell, not with '>' but with: Out-File -Encoding utf8 <reply>",
        )
        .say("The reply is in UTF-16. Send it again in UTF-8."),
        FaultKind::BadRename => new(
            "RENAME block does not hold one new path".to_owned(),
            "put the new path, and nothing else, into the block",
        )
        .say("The RENAME block does not hold one new path. Put the new path, and nothing else, into it."),
    }
}
