//! The forms in which models write edits: which are read, and how the others are recognised.
//!
//! [`FORMATS`] is the one table of them. `--format` takes the names of those that are read; where a reply has
//! no blocks, the message names those that were seen in their place. To have another one read, give its entry
//! a [`Reader`]; to have it written, a [`Writer`], from a file in `write/`.

mod anchored;
mod apply_patch;
mod json;
mod lined;
mod udiff;
mod whole;

use std::ops::Range;

use bstr::ByteSlice as _;

use super::outside::{Line, Watch};
use super::types::{Closing, Fault, FaultKind, Format, Handling, Options, Reader, Reply, Surface, Weight};
use super::{
    blocks::{self, Form},
    markers::Signs,
    signs, write,
    writer::Writer,
};
use crate::core::text::Span;

/// The form of SEARCH/REPLACE blocks.
const BLOCKS: Form = Form { signs: Signs::ANGLES, has_paths: true };

/// More of a line is not shown, in bytes.
const SHOWN: usize = 80;

/// Every format, those that say the most about a reply first.
pub const FORMATS: &[Format] = &[
    Format {
        id: "diff",
        noun: "SEARCH/REPLACE blocks",
        handling: Handling::Read {
            help: "SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have",
            reader: blocks,
            closing: Closing::Marker,
            writers: &[write::blocks::DIFF, write::blocks::ROO, write::blocks::PATCHLOOM],
        },
        weight: Weight::Edit,
        shows: |_| false,
    },
    Format {
        id: "pathless",
        noun: "SEARCH/REPLACE blocks without paths",
        handling: Handling::Read {
            help: "SEARCH/REPLACE blocks for the file of `--path`, whatever stands above them",
            reader: pathless,
            closing: Closing::Marker,
            writers: &[],
        },
        weight: Weight::Edit,
        shows: |_| false,
    },
    Format {
        id: "misspelt",
        noun: "misspelt markers",
        handling: Handling::Named(Some(
            "write markers as '<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE': seven signs, words in capitals",
        )),
        weight: Weight::Edit,
        shows: signs::misspelt,
    },
    Format {
        id: "escaped",
        noun: "escaped markers",
        handling: Handling::Named(Some("save the reply as plain text, with '<' unescaped")),
        weight: Weight::Edit,
        shows: signs::escaped,
    },
    Format {
        id: "in-json",
        noun: "markers within a JSON string",
        handling: Handling::Named(Some(
            "save the text of the reply without the JSON around it, as 'jq -r' does",
        )),
        weight: Weight::Edit,
        shows: signs::in_json,
    },
    Format {
        id: "quoted",
        noun: "quoted markers",
        handling: Handling::Named(Some("remove what is before the markers, from every line")),
        weight: Weight::Maybe,
        shows: signs::quoted,
    },
    Format {
        id: "cline",
        noun: "blocks with the markers '------- SEARCH' and '+++++++ REPLACE'",
        handling: Handling::Read {
            help: "Blocks between `------- SEARCH` and `+++++++ REPLACE`, and nothing else that the reply may have",
            reader: lines,
            closing: Closing::Marker,
            writers: &[write::blocks::CLINE],
        },
        weight: Weight::Edit,
        shows: signs::cline,
    },
    Format {
        id: "apply-patch",
        noun: "a patch for apply_patch",
        handling: Handling::Read {
            help: "Patches between `*** Begin Patch` and `*** End Patch`, and nothing else that the reply may have",
            reader: apply_patch::read,
            closing: Closing::Next,
            writers: &[write::apply_patch::WRITER],
        },
        weight: Weight::Edit,
        shows: signs::apply_patch,
    },
    Format {
        id: "anchored",
        noun: "anchored edits",
        handling: Handling::Read {
            help: "Edits between `««« EDIT` and `»»»`, and nothing else that the reply may have",
            reader: anchored::read,
            closing: Closing::Itself,
            writers: &[],
        },
        weight: Weight::Edit,
        shows: signs::anchored,
    },
    Format {
        id: "lined",
        noun: "edits by line numbers",
        handling: Handling::Read {
            help: "Edits of numbered lines below `[<path>#<id>]`, and nothing else that the reply may have",
            reader: lined::read,
            closing: Closing::Next,
            writers: &[],
        },
        weight: Weight::Edit,
        shows: signs::numbered,
    },
    Format {
        id: "json",
        noun: "edits in JSON",
        handling: Handling::Read {
            help: "Calls of editing tools, alone, in a list, or one a line, and nothing else that the reply may have",
            reader: json::read,
            closing: Closing::Itself,
            writers: &[write::json::WRITER],
        },
        weight: Weight::Edit,
        shows: signs::json_edits,
    },
    Format {
        id: "xml",
        noun: "a tool call in XML",
        handling: Handling::Named(Some("write blocks without a tool call: no tags")),
        weight: Weight::Maybe,
        shows: signs::xml,
    },
    Format {
        id: "udiff",
        noun: "a unified diff",
        handling: Handling::Read {
            help: "Unified diffs, as `git diff` makes them or without line numbers, and nothing else that the reply may have",
            reader: udiff::read,
            closing: Closing::Next,
            writers: &[write::udiff::WRITER],
        },
        weight: Weight::Maybe,
        shows: signs::unified_diff,
    },
    Format {
        id: "heredoc",
        noun: "a shell command that writes a file",
        handling: Handling::Named(None),
        weight: Weight::Maybe,
        shows: signs::heredoc,
    },
    Format {
        id: "conflict",
        noun: "markers with other words",
        handling: Handling::Named(Some(
            "write the words SEARCH and REPLACE, or name the others in sr.marker.search and sr.marker.replace",
        )),
        weight: Weight::Maybe,
        shows: signs::other_words,
    },
    Format {
        id: "whole",
        noun: "a whole file",
        handling: Handling::Read {
            help: "Whole files: a path, alone on its line or in the one that opens the fence, and a fence with the text",
            reader: whole::read,
            closing: Closing::Itself,
            writers: &[write::whole::WRITER],
        },
        weight: Weight::Maybe,
        shows: |line| line.opens_fence && line.has_path,
    },
    Format {
        id: "fenced-file",
        noun: "a whole file in a fence with its path",
        handling: Handling::Read {
            help: "Whole files whose paths are in the line that opens the fence, as in ```` ```rust:src/a.rs ````",
            reader: whole::fenced,
            closing: Closing::Itself,
            writers: &[],
        },
        weight: Weight::Maybe,
        shows: |_| false,
    },
    Format {
        id: "file-marker",
        noun: "a whole file below a line with its path",
        handling: Handling::Read {
            help: "Whole files below a line `FILE: <path>`",
            reader: whole::marked,
            closing: Closing::Itself,
            writers: &[],
        },
        weight: Weight::Maybe,
        shows: |_| false,
    },
    Format {
        id: "data",
        noun: "JSON",
        handling: Handling::Named(None),
        weight: Weight::Vague,
        shows: signs::json,
    },
    Format {
        id: "code",
        noun: "code without a path",
        handling: Handling::Named(None),
        weight: Weight::Vague,
        shows: |line| line.opens_fence,
    },
];

impl Format {
    /// The format of which this line, above a block, is a sign.
    pub fn above_block(line: &[u8]) -> Option<&'static Self> {
        let line = Line { text: line, next: b"", is_first: false, opens_fence: false, has_path: false };
        FORMATS.iter().find(|format| format.weight != Weight::Vague && (format.shows)(&line))
    }

    /// Returns whether it consists of SEARCH/REPLACE blocks.
    pub fn is_blocks(&self) -> bool {
        matches!(self.id, "diff" | "pathless")
    }

    /// The format of this name, if it is read.
    pub fn named(id: &str) -> Option<&'static Self> {
        Self::readable().find(|format| format.id == id)
    }

    /// The formats that are read.
    pub fn readable() -> impl Iterator<Item = &'static Self> {
        FORMATS.iter().filter(|format| format.reader().is_some())
    }

    /// One line about it for `--format`, if it is read.
    pub fn help(&self) -> Option<&'static str> {
        match self.handling {
            Handling::Read { help, .. } => Some(help),
            Handling::Named(_) => None,
        }
    }

    /// The sign that a block of it is complete.
    pub(super) fn closing(&self) -> Closing {
        match self.handling {
            Handling::Read { closing, .. } => closing,
            Handling::Named(_) => Closing::Next,
        }
    }

    fn writers(&self) -> &'static [Writer] {
        match self.handling {
            Handling::Read { writers, .. } => writers,
            Handling::Named(_) => &[],
        }
    }

    fn reader(&self) -> Option<Reader> {
        match self.handling {
            Handling::Read { reader, .. } => Some(reader),
            Handling::Named(_) => None,
        }
    }
}

impl Writer {
    /// All of them, in the order of the formats.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        FORMATS.iter().flat_map(Format::writers)
    }
}

/// Collects the formats that a reply shows.
#[derive(Debug, Default)]
struct Sightings {
    found: Vec<Surface>,
    /// Lines that are not looked at, in order.
    passed: Vec<Range<usize>>,
}

impl Watch for Sightings {
    fn look(&mut self, line: &Line<'_>, number: usize) {
        let next = self.passed.partition_point(|lines| lines.end <= number);
        if self.passed.get(next).is_some_and(|lines| lines.contains(&number)) {
            return;
        }
        for format in FORMATS {
            if !self.found.iter().any(|seen| seen.format == format) && (format.shows)(line) {
                let text = line.text[..line.text.len().min(SHOWN)].as_bstr().to_owned();
                self.found.push(Surface { format, line: number, text });
            }
        }
    }

    fn forget(&mut self) {
        self.found.clear();
    }
}

impl Sightings {
    /// The formats in the order of the table, in which the vague ones are the last.
    fn surfaces(mut self) -> Vec<Surface> {
        self.found.sort_by_key(|seen| FORMATS.iter().position(|format| format == seen.format));
        let clear = self.found.iter().filter(|seen| seen.format.weight != Weight::Vague).count();
        self.found.truncate(clear.max(1));
        self.found
    }
}

/// Reads a reply in the format that it has: in another one than SEARCH/REPLACE if it has no sign of blocks
/// but within its edits. Edits in a second format are a fault.
pub(super) fn detected<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    let read = blocks(reply, options);
    let found = if read.blocks.is_empty() && read.faults.is_empty() {
        without_blocks(reply, options, &read.surfaces)
    } else {
        around_blocks(reply, options, &read)
    };
    let found = match found {
        Some(found) => found,
        None if read.blocks.is_empty() && read.faults.is_empty() => return read,
        None => with_others(Reply { format: FORMATS.first(), ..read }, Weight::Edit),
    };
    without_text(reply, found)
}

/// Reads the edits of the first format that is read and as sure as any, if there are some.
fn without_blocks<'a>(reply: &'a [u8], options: &Options, surfaces: &[Surface]) -> Option<Reply<'a>> {
    let of = |weight: Weight| surfaces.iter().filter(move |surface| surface.format.weight == weight);
    let is_read = |surface: &&Surface| surface.format.reader().is_some();
    let weight = if of(Weight::Edit).next().is_some() { Weight::Edit } else { Weight::Maybe };
    let mut all = of(weight).filter(is_read).filter_map(|surface| {
        let found = in_format(surface.format, reply, options)?;
        let is_empty = found.blocks.is_empty() && found.faults.is_empty();
        (!is_empty).then(|| beside(reply, options, found, weight))
    });
    let first = all.next()?;
    // Its signs may be text of the edits of another format.
    if first.faults.is_empty() {
        Some(first)
    } else {
        all.find(|other| other.faults.is_empty()).or(Some(first))
    }
}

/// Reads the edits around all SEARCH/REPLACE blocks of a reply, which are text in them, if there are such.
fn around_blocks<'a>(reply: &'a [u8], options: &Options, read: &Reply<'a>) -> Option<Reply<'a>> {
    let is_read =
        |surface: &&Surface| surface.format.weight == Weight::Edit && surface.format.reader().is_some();
    let mut all = read.surfaces.iter().filter(is_read).filter_map(|surface| {
        let found = in_format(surface.format, reply, options)?;
        let lines = lines_of(reply, &found.envelopes);
        let is_within = |line: usize| {
            let next = lines.partition_point(|lines| lines.end <= line);
            lines.get(next).is_some_and(|lines| lines.contains(&line))
        };
        let of_faults = read.faults.iter().map(|fault| fault.line);
        let mut all = read.blocks.iter().map(|block| block.line).chain(of_faults);
        (found.faults.is_empty() && all.all(is_within)).then(|| beside(reply, options, found, Weight::Edit))
    });
    all.find(|found| found.faults.is_empty())
}

/// Edits that were found, with faults for those in other formats beside them. Signs within the edits are
/// text.
fn beside<'a>(reply: &'a [u8], options: &Options, found: Reply<'a>, weight: Weight) -> Reply<'a> {
    let mut sightings = Sightings { passed: lines_of(reply, &found.envelopes), ..Sightings::default() };
    blocks::read(reply, options, BLOCKS, &mut sightings);
    with_others(Reply { surfaces: sightings.surfaces(), ..found }, weight)
}

/// Makes a fault of edits that may be text of a whole file.
fn without_text<'a>(reply: &'a [u8], mut read: Reply<'a>) -> Reply<'a> {
    let (Some(beside), Some(format)) = (read.format, Format::named("whole")) else { return read };
    if let Some((line, text)) = (beside != format).then(|| whole::around(reply, &read)).flatten() {
        let text = text[..text.len().min(SHOWN)].as_bstr().to_owned();
        let fault = Fault { line, kind: FaultKind::OtherFormat { format, beside, text }, path: None };
        if !read.faults.contains(&fault) {
            read.faults.push(fault);
            read.faults.sort_by_key(|fault| fault.line);
        }
    }
    read
}

/// Makes faults of edits in other formats, so that no half of a reply is applied: of those that are as sure,
/// or more.
fn with_others(mut read: Reply<'_>, weight: Weight) -> Reply<'_> {
    let is_sure = |surface: &&Surface| {
        surface.format.weight == Weight::Edit || weight == Weight::Maybe && surface.format.weight == weight
    };
    let Some(beside) = read.format else { return read };
    let others = read.surfaces.iter().filter(is_sure).filter(|surface| surface.format != beside);
    let faults: Vec<Fault> = others
        .map(|Surface { format, line, text }| {
            let kind = FaultKind::OtherFormat { format, beside, text: text.clone() };
            Fault { line: *line, kind, path: None }
        })
        .collect();
    read.faults.extend(faults);
    read.faults.sort_by_key(|fault| fault.line);
    read
}

/// The lines, from 1, that these parts of a reply are.
fn lines_of(reply: &[u8], parts: &[Span]) -> Vec<Range<usize>> {
    let (mut at, mut line) = (0, 1);
    let mut line_at = |offset: usize| {
        line += memchr::memchr_iter(b'\n', &reply[at..offset]).count();
        at = offset;
        line
    };
    parts.iter().map(|part| line_at(part.start)..line_at(part.end) + 1).collect()
}

/// Reads a reply in this format, if it is read.
pub(super) fn in_format<'a>(
    format: &'static Format,
    reply: &'a [u8],
    options: &Options,
) -> Option<Reply<'a>> {
    let reader = format.reader()?;
    Some(Reply { format: Some(format), ..reader(reply, options) })
}

/// Reads SEARCH/REPLACE blocks.
pub(super) fn blocks<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    watched(reply, options, BLOCKS)
}

/// Reads SEARCH/REPLACE blocks that have no paths of their own.
pub(super) fn pathless<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    watched(reply, options, Form { signs: Signs::ANGLES, has_paths: false })
}

/// Reads blocks whose markers are made of `-` and `+`.
fn lines<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    let read = watched(reply, options, Form { signs: Signs::LINES, has_paths: true });
    let envelopes = read.blocks.iter().map(|block| block.span).collect();
    Reply { surfaces: Vec::new(), envelopes, ..read }
}

/// Reads blocks, and the other formats that the reply shows outside of them.
fn watched<'a>(reply: &'a [u8], options: &Options, form: Form) -> Reply<'a> {
    let mut sightings = Sightings::default();
    let reply = blocks::read(reply, options, form, &mut sightings);
    Reply { surfaces: sightings.surfaces(), ..reply }
}
