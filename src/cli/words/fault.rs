//! Words for parts of a reply that could not be understood.

mod malformed;

use super::{Words, count, quoted};
use crate::core::{
    escape::escape,
    outcome::Class,
    plan::Source,
    reply::{Draft, Fault, FaultKind, Format, Handling, Surface, Wish},
};

/// A reply as it was named.
pub(in crate::cli) fn source(name: &[u8]) -> String {
    if name == b"-" { "standard input".to_owned() } else { quoted(name) }
}

/// The words for a reply without blocks.
pub(in crate::cli) fn no_blocks(reply: &Source<'_>) -> Words {
    let name = source(&reply.name);
    let new = |message: String, hint: &str| Words::new(Class::NoBlocks, message, hint);
    if let Some(draft) = reply.reply.drafts.first() {
        let Draft { tag, line, .. } = draft;
        return new(
            format!("{name} has SEARCH/REPLACE blocks only in its reasoning ('{tag}' in line {line})"),
            "ask for the answer; if those blocks are the answer, remove the tags",
        )
        .tell("The reply has SEARCH/REPLACE blocks only in its reasoning.");
    }
    if reply.reply.is_blank {
        return new(format!("{name} is empty"), FORM).tell("The reply is empty.");
    }
    if let Some(format) = reply.reply.format.filter(|format| !format.is_blocks()) {
        return new(format!("{name} has no sign of {}", format.noun), "leave --format out")
            .tell(format!("The reply has no sign of {}.", format.noun));
    }
    let surfaces = &reply.reply.surfaces;
    let Some(first) = surfaces.first() else {
        return new(format!("{name} has no SEARCH/REPLACE block"), FORM);
    };
    // The other signs are those of its fences.
    let surfaces = if first.format.is_on_request() { &surfaces[..1] } else { surfaces };
    let seen: Vec<&str> = surfaces.iter().map(|surface| surface.format.noun).collect();
    let seen = seen.join(", ");
    let hints = advice(first.format).into_iter().chain(["ask for SEARCH/REPLACE blocks".to_owned()]);
    let evidence = |surface: &Surface| format!("{} | {}", surface.line, escape(&surface.text));
    let words = Words {
        evidence: surfaces.iter().map(evidence).collect(),
        hints: hints.collect(),
        ..new(format!("{name} has no SEARCH/REPLACE block, but {seen}"), "")
    }
    .tell(format!("The reply has no SEARCH/REPLACE block, but {seen}."));
    if !first.format.is_on_request() {
        return words;
    }
    words.command("if all of them are to be made", &[&format!("--format {}", first.format.id)])
}

/// The form of a block, in a line.
const FORM: &str =
    "a block is a path, then '<<<<<<< SEARCH', the text to find, '=======', the new text, '>>>>>>> REPLACE'";

/// The advice for a user whose reply is in this format.
fn advice(format: &Format) -> Option<String> {
    match format.handling {
        Handling::Named(advice) => advice.map(str::to_owned),
        Handling::Read { .. } => None,
    }
}

/// The note on blocks in the reasoning of a reply.
pub(in crate::cli) fn draft(draft: &Draft) -> String {
    let Draft { tag, blocks, .. } = draft;
    let verb = if *blocks == 1 { "is" } else { "are" };
    format!("{} in the reasoning ('{tag}') {verb} left out", count(*blocks, "block"))
}

/// The option for blocks without a path, and when to use it.
const PATH: (&str, &str) = ("if all such blocks are for one file", "--path <file>");

/// The words for a block without a path, below this line.
fn no_path(above: Option<&[u8]>) -> Words {
    let new = |message: String| {
        Words::new(Class::NoPath, message, "put the path of the file on a line of its own above the block")
    };
    let Some(above) = above else {
        return new("no path above the block".to_owned()).command(PATH.0, &[PATH.1]);
    };
    let line = quoted(above);
    let Some(format) = Format::above_block(above) else {
        return new(format!("no path above the block: {line} is not a path"))
            .tell(format!("The line above the block is not a path: {line}."))
            .command(PATH.0, &[PATH.1]);
    };
    // With `--path` alone, the other lines of the format would be taken for text.
    let mut words = new(format!("no path above the block, but {}: {line}", format.noun));
    words.hints.extend(advice(format));
    words.tell(format!("The line above the block belongs to {}: {line}.", format.noun))
}

/// The words for what a line asks for beside edits of a format, and none of them makes.
fn undone(wish: Wish, beside: &Format, line: &[u8]) -> Words {
    let (asks, block, part) = match wish {
        Wish::File | Wish::New => ("a file, and no edit makes it", "with an empty SEARCH section", "fence"),
        Wish::Change
        | Wish::Remove
        | Wish::Title
        | Wish::Quote
        | Wish::Example
        | Wish::Unmeant
        | Wish::Words
        | Wish::Import
        | Wish::Everywhere => ("a change, and no edit makes it", "of its own", "fence"),
        Wish::Gone => {
            ("a file to go or to move, and no edit does it", "'<<<<<<< DELETE' or '<<<<<<< RENAME'", "line")
        }
    };
    let message = format!("{} asks for {asks}", quoted(line));
    let hint = format!("ask for it as a block {block}; remove the {part} if it is an example");
    let article = if beside.is_blocks() { "the " } else { "" };
    Words::new(Class::Parse, message, &hint)
        .say(format!(
            "The line {} asks for {asks}. Send that as a block {block}, or nothing if it is only an example.",
            quoted(line)
        ))
        .command(&format!("to read {article}{} alone", beside.noun), &[&format!("--format {}", beside.id)])
}

/// The words for a part of a reply that could not be understood.
pub(in crate::cli) fn fault(fault: &Fault) -> Words {
    let class = Class::of_fault(&fault.kind);
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
        FaultKind::NoPathOfCall => {
            Words::new(Class::NoPath, "the call names no file", "add the path of the file to the call, as \"path\"")
                .say("The call names no file. Send it again with the path of the file, as \"path\".")
                .command(PATH.0, &[PATH.1])
        }
        FaultKind::NoPath { above } => no_path(above.as_ref().map(|above| above.as_slice())),
        FaultKind::BadPath { text } => {
            new(format!("path {} is not UTF-8", quoted(text)), "name the file in UTF-8")
        }
        FaultKind::Nested { outer } => new(
            format!("block begins inside the one of line {outer}, which is not closed"),
            "close that block first, or use longer markers around text that holds blocks",
        )
        .tell("The block begins inside another one that is not closed."),
        FaultKind::BadDelete => new(
            "DELETE block has text in it".to_owned(),
            "leave it empty to remove the file, or use a SEARCH block to remove the text",
        )
        .say("The DELETE block has text in it. Leave it empty to remove the file, or use a SEARCH block to remove text."),
        FaultKind::OtherFormat { format, beside, text } => {
            let words = new(format!("{} next to {}: {}", format.noun, beside.noun, quoted(text)), "");
            let words = if beside.is_blocks() {
                words.tell(format!("The reply also has {}, at {}.", format.noun, quoted(text)))
            } else {
                words.say(format!(
                    "The reply has {}, and {} at {}. Send all changes in one format.",
                    beside.noun,
                    format.noun,
                    quoted(text)
                ))
            };
            let readable = [*beside, *format].into_iter().filter(|format| format.help().is_some());
            let words = readable.fold(words, |words, format| {
                let article = if format.is_blocks() { "the " } else { "" };
                let lead = format!("to read {article}{} alone", format.noun);
                words.command(&lead, &[&format!("--format {}", format.id)])
            });
            let all = || "ask for all changes as SEARCH/REPLACE blocks".to_owned();
            Words { hints: vec![advice(format).unwrap_or_else(all)], ..words }
        }
        FaultKind::Undone { wish, beside, text } => undone(*wish, beside, text),
        FaultKind::OpenReasoning { tag } => new(
            format!("'{tag}' is not closed: the text behind it may be a draft"),
            "remove the reasoning from the reply; if the reply was cut off, ask for the rest",
        )
        .say(format!("'{tag}' is not closed. Send the answer again, without reasoning.")),
        FaultKind::StrayReasoningEnd { tag } => new(
            format!("'{tag}' closes nothing: the blocks above may be drafts"),
            "remove the line; if the blocks above it are drafts, remove them too",
        )
        .say(format!("'{tag}' closes nothing. Send the answer again, without reasoning.")),
        FaultKind::Utf16 => new(
            "the reply is in UTF-16, and cannot be read".to_owned(),
            "save it as UTF-8; in PowerShell, not with '>' but with: Out-File -Encoding utf8 <reply>",
        )
        .say("The reply is in UTF-16. Send it again in UTF-8."),
        FaultKind::Malformed(malformed) => malformed::words(malformed),
        FaultKind::BadRename => new(
            "RENAME block does not hold one new path".to_owned(),
            "put the new path, and nothing else, into the block",
        )
        .say("The RENAME block does not hold one new path. Put the new path, and nothing else, into it."),
    }
}
