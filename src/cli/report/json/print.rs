//! Printing of JSON.

use std::fmt::Write as _;

use bstr::ByteSlice as _;
use serde::Serialize;

use crate::{cli::style::Streams, core::escape::suspicious};

/// Grows when a field changes its meaning or goes.
pub(in crate::cli) const SCHEMA_VERSION: u32 = 1;

/// Prints an object, on one line where there are several.
pub(in crate::cli) fn print(object: &impl Serialize, streams: &mut Streams) {
    if streams.has_lines {
        return print_line(object, streams);
    }
    // These types have neither maps with odd keys nor values that cannot be written.
    if let Ok(json) = serde_json::to_string_pretty(object) {
        streams.bytes((plain(&json) + "\n").as_bytes());
    }
}

/// Prints an object on a line of its own, at once.
pub(in crate::cli::report) fn print_line(object: &impl Serialize, streams: &mut Streams) {
    if let Ok(json) = serde_json::to_string(object) {
        streams.at_once((plain(&json) + "\n").as_bytes());
    }
}

/// JSON with every deceptive character written as `\u....`. Outside of strings JSON has none.
pub(super) fn plain(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut from = 0;
    for found in suspicious(json.as_bytes()).filter(|found| !found.character.is_ascii_whitespace()) {
        out.push_str(&json[from..found.offset]);
        let mut units = [0; 2];
        for unit in found.character.encode_utf16(&mut units) {
            let _ = write!(out, "\\u{unit:04x}");
        }
        from = found.offset + found.character.len_utf8();
    }
    out + &json[from..]
}

pub(in crate::cli::report) fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().into_owned()
}
