//! The instructions of `git sr prompt`.

use bstr::ByteSlice as _;

use crate::{
    cli::words,
    core::{reply::Writer, text::bodies},
    prompt::ShownFile,
};

/// Digits of the id of a version.
const DIGITS: usize = 12;

/// Instructions for a model.
pub(in crate::cli) struct PromptText<'p> {
    pub(in crate::cli) writer: &'static Writer,
    /// A reply in the format.
    pub(in crate::cli) example: &'p [u8],
    pub(in crate::cli) files: &'p [ShownFile],
    pub(in crate::cli) is_plain: bool,
}

impl PromptText<'_> {
    /// The text.
    pub(in crate::cli) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut say = |text: &str| out.extend_from_slice(text.as_bytes());
        say(
            "# Form of the answer\n\nAnswer with changes of files in this form, which a program reads. Explain them ",
        );
        say("outside of it, if at all.\n\n");
        out.extend_from_slice(&fenced(self.example));
        let mut list = |title: &str, items: Vec<String>| {
            out.extend_from_slice(format!("\n{title}\n\n").as_bytes());
            items.iter().for_each(|item| out.extend_from_slice(format!("- {item}\n").as_bytes()));
        };
        let mut rules = words::prompt_rules(self.writer);
        rules.extend(self.rule_of_versions());
        list("Rules:", rules);
        list("Do not change these files; describe such a change in words:", words::refused_files());
        if !self.files.is_empty() {
            out.extend_from_slice(b"\n# Files\n");
        }
        for file in self.files {
            out.push(b'\n');
            out.extend_from_slice(&if self.is_plain { plain(file) } else { numbered(file) });
        }
        out
    }

    /// The rule for naming files that are shown with their versions.
    fn rule_of_versions(&self) -> Option<String> {
        if self.files.is_empty() || self.is_plain {
            return None;
        }
        let shown = "Files are shown below a line '[<path>#<version>]', with '<number>:' before each line of the file. \
                     Numbers are no part of the file";
        let is_block = words::is_below_a_path(self.writer);
        Some(if is_block {
            format!("{shown}; write that line in place of the path above a block.")
        } else {
            format!("{shown}, and the path is what is in front of '#'.")
        })
    }
}

/// `[src/a.rs#0123456789ab]`, and the lines with their numbers.
fn numbered(file: &ShownFile) -> Vec<u8> {
    let mut out = format!("[{}#{}]\n", file.path, file.id.to_hex_with_len(DIGITS)).into_bytes();
    for (at, line) in bodies(&file.bytes).enumerate() {
        out.extend_from_slice(format!("{}:", at + 1).as_bytes());
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out
}

/// The path, and the text in a fence.
fn plain(file: &ShownFile) -> Vec<u8> {
    [file.path.as_bstr().as_bytes(), b"\n", &fenced(&file.bytes)].concat()
}

/// A text in a fence that is longer than those in it.
fn fenced(text: &[u8]) -> Vec<u8> {
    let ticks = |line: &[u8]| line.trim_ascii_start().iter().take_while(|byte| **byte == b'`').count();
    let width = bodies(text).map(ticks).max().unwrap_or(0).max(2) + 1;
    let fence = "`".repeat(width);
    let end: &[u8] = if text.is_empty() || text.ends_with(b"\n") { b"" } else { b"\n" };
    [fence.as_bytes(), b"\n", text, end, fence.as_bytes(), b"\n"].concat()
}
