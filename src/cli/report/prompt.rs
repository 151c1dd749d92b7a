//! The instructions of `git sr prompt`.

use bstr::ByteSlice as _;

use super::template::{UnknownPart, filled, names};
use crate::{
    cli::words,
    core::{reply::Writer, text::bodies},
    prompt::ShownFile,
};

/// Digits of the id of a version.
const DIGITS: usize = 12;

/// The text where the user has none of their own.
const TEMPLATE: &str = "\
# Form of the answer

Answer with changes of files in this form, which a program reads. Explain them outside of it, if at all.

{{example}}

Rules:

{{rules}}

Do not change these files; describe such a change in words:

{{refused}}
";

/// The text below one that has no place for the files.
const FILES: &str = "\n# Files\n\n{{files}}\n";

/// Instructions for a model.
pub(in crate::cli) struct PromptText<'p> {
    pub(in crate::cli) writer: &'static Writer,
    /// A text with the names of the parts in it.
    pub(in crate::cli) template: Option<&'p [u8]>,
    /// A reply in the format.
    pub(in crate::cli) example: &'p [u8],
    pub(in crate::cli) files: &'p [ShownFile],
    pub(in crate::cli) is_plain: bool,
    /// True if it asks for shell commands.
    pub(in crate::cli) asks_commands: bool,
}

impl PromptText<'_> {
    /// The text.
    ///
    /// # Errors
    ///
    /// When the template names a part that there is not.
    pub(in crate::cli) fn bytes(&self) -> Result<Vec<u8>, UnknownPart> {
        let template = self.template.unwrap_or(TEMPLATE.as_bytes());
        let part = |name: &str| match name {
            "example" => Some(fenced(self.example)),
            "rules" => Some(list(&self.rules())),
            "refused" => Some(list(&words::refused_files())),
            "files" => Some(self.files()),
            _ => None,
        };
        let mut text = filled(template, &part)?;
        if !self.files.is_empty() && !names(template).any(|(_, name)| name == "files") {
            text.extend(filled(FILES.as_bytes(), &part)?);
        }
        Ok(text)
    }

    fn rules(&self) -> Vec<String> {
        let mut rules = words::prompt_rules(self.writer);
        if self.asks_commands {
            rules.extend(words::rule_of_commands(self.writer).map(str::to_owned));
        }
        rules.extend(self.rule_of_versions());
        rules
    }

    fn files(&self) -> Vec<u8> {
        let shown = |file| if self.is_plain { plain(file) } else { numbered(file) };
        bstr::join("\n", self.files.iter().map(shown))
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
        } else if self.writer.by_numbers {
            format!("{shown}; write that line above the edits of the file.")
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

/// Lines of a list.
fn list(items: &[String]) -> Vec<u8> {
    items.iter().map(|item| format!("- {item}\n")).collect::<String>().into_bytes()
}
