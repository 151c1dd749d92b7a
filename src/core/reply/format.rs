//! The forms in which models write edits: which are read, and how the others are recognised.
//!
//! [`FORMATS`] is the one table of them. `--format` takes the names of those that are read; where a reply has
//! no blocks, the message names those that were seen in their place. To have another one read, give its entry
//! a [`Reader`]; to have it written, a [`Writer`], from a file in `write/`.

mod anchored;
mod apply_patch;
mod inner;
mod json;
mod lined;
mod pairs;
mod range;
mod udiff;
mod unparsed;
mod whole;
mod xml;

use super::blocks::{blocks, lines, pathless};
use super::outside::Line;
use super::types::{Closing, Format, Handling, Reader, Weight};
use super::{signs, write, writer::Writer};

pub(super) use json::may_begin as may_begin_call;
pub(super) use whole::{
    Frames, Opener, file_above, file_in_info, is_no_code, is_of, is_of_changes, two_files, whole,
};

/// Every format, those that say the most about a reply first.
pub const FORMATS: &[Format] = &[
    Format {
        id: "diff",
        noun: "SEARCH/REPLACE blocks",
        handling: Handling::Read {
            help: "SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have",
            reader: blocks,
            closing: Closing::Marker,
            writers: &[
                write::blocks::DIFF,
                write::blocks::DIFF_FENCED,
                write::blocks::ROO,
                write::blocks::PATCHLOOM,
            ],
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
        weight: Weight::Unread,
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
            writers: &[write::anchored::WRITER],
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
            writers: &[write::lined::WRITER],
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
        noun: "edits in XML tags",
        handling: Handling::Read {
            help: "Calls of the tools of Cline and Roo, and files, in XML tags, and nothing else that the reply may have",
            reader: xml::read,
            closing: Closing::Itself,
            writers: &[],
        },
        weight: Weight::Edit,
        shows: |line| {
            let is_call = || xml::begins(line.text) || xml::invokes(line.text) || xml::is_part(line.text);
            line.text.contains(&b'<') && (is_call() || xml::frames(line.text, line.below))
        },
    },
    Format {
        id: "tool-call",
        noun: "a tool call in XML",
        handling: Handling::Named(Some("write blocks without a tool call: no tags")),
        weight: Weight::Unread,
        shows: |line| {
            let is_strange =
                || xml::is_strange(line.text, line.next) || xml::begins_behind(line.text, line.next);
            line.text.contains(&b'<') && (signs::tool_call(line) || is_strange()) || signs::tool_code(line)
        },
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
        shows: |line| signs::unified_diff(line) || signs::headless_diff(line),
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
        weight: Weight::Unread,
        shows: signs::other_words,
    },
    Format {
        id: "headless-diff",
        noun: "a diff that names no file",
        handling: Handling::Named(Some("put the lines '--- <path>' and '+++ <path>' above its hunks")),
        weight: Weight::Maybe,
        shows: |line| signs::headless_diff(line) && !line.has_path,
    },
    Format {
        id: "pairs",
        noun: "pairs of fences",
        handling: Handling::Read {
            help: "Pairs of fences below lines such as `Replace this:` and `with:`, and nothing else; never read without the option",
            reader: pairs::read,
            closing: Closing::Itself,
            writers: &[],
        },
        weight: Weight::OnRequest,
        shows: |line| pairs::begins(line.text, line.next, line.below),
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
            writers: &[write::whole::FENCED],
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
            writers: &[write::whole::MARKED],
        },
        weight: Weight::Maybe,
        shows: |_| false,
    },
    Format {
        id: "beside",
        noun: "code below a line that names a file",
        handling: Handling::Named(None),
        weight: Weight::Vague,
        shows: |_| false,
    },
    Format {
        id: "unmeant",
        noun: "text that is not to be applied",
        handling: Handling::Named(None),
        weight: Weight::Vague,
        shows: |_| false,
    },
    Format {
        id: "field",
        noun: "a field of a call",
        handling: Handling::Named(None),
        weight: Weight::Vague,
        shows: |_| false,
    },
    Format {
        id: "words",
        noun: "a change in words alone",
        handling: Handling::Named(None),
        weight: Weight::Vague,
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
        let line =
            Line { text: line, next: b"", below: b"", is_first: false, opens_fence: false, has_path: false };
        FORMATS.iter().find(|format| format.weight != Weight::Vague && (format.shows)(&line))
    }

    /// Returns whether it consists of SEARCH/REPLACE blocks.
    pub fn is_blocks(&self) -> bool {
        matches!(self.id, "diff" | "pathless")
    }

    /// Returns whether it is read only where the user says so.
    pub fn is_on_request(&self) -> bool {
        self.weight == Weight::OnRequest
    }

    /// Code that may be an edit or an example, for warnings; a line above it names a file or none.
    pub fn beside(is_named: bool) -> Option<&'static Self> {
        let id = if is_named { "beside" } else { "code" };
        FORMATS.iter().find(|format| format.id == id)
    }

    /// Text of which the reply says that it is not to be applied, for warnings.
    pub fn unmeant() -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.id == "unmeant")
    }

    /// A field of a call that may say how its edit is meant, for warnings.
    pub fn field() -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.id == "field")
    }

    /// A change that is asked for in words, for warnings.
    pub fn words() -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.id == "words")
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

    /// The ways to write it.
    pub fn writers(&self) -> &'static [Writer] {
        match self.handling {
            Handling::Read { writers, .. } => writers,
            Handling::Named(_) => &[],
        }
    }

    pub(super) fn reader(&self) -> Option<Reader> {
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
