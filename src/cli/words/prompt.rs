//! The instructions for a model, before it answers.

use std::fmt::Write as _;

use super::BlockForm;
use crate::core::{
    guard::{CLASSES, LiftedBy, PathClass, Treatment},
    reply::Writer,
};

const PATH: &str = "Name the file by its path from the root of the repository.";
const LINES: &str = "Copy the lines with ' ' and '-' from the file character by character, enough of them that \
                     they are found once.";
const NO_PART: &str = "Leave no code out: a line such as '... existing code ...' is refused.";

/// The rules of a format, each a sentence.
pub(in crate::cli) fn prompt_rules(writer: &Writer) -> Vec<String> {
    let of_format: &[&str] = match writer.id {
        "apply-patch" => {
            &[PATH, LINES, "Write new lines out in full.", "Create a file with '*** Add File: <path>'."]
        }
        "udiff" => &[PATH, LINES, "Write new lines out in full.", "Create a file with '--- /dev/null'."],
        "json" => &[
            PATH,
            "Copy the old text from the file character by character, enough of it that it is found once.",
            "Write the new text out in full.",
            "Leave the old text empty to create a file.",
        ],
        "anchored" => &[
            PATH,
            "Copy the old lines, and the lines above and below them, from the file character by character, enough \
             of them that they are found once.",
            "Write the new lines out in full.",
            "Write only new lines to create a file.",
        ],
        "lined" => &[
            "Name the file and its version by the line '[<path>#<version>]' above its lines.",
            "The numbers are those of the lines in that version, whatever the other edits do: 'PUT 3.=5:' replaces \
             lines, 'PUT >3:' adds below one, 'CUT 3.=5' removes lines, 'REM' removes the file, 'MV <path>' moves it.",
            "Write new lines out in full, with '+' in front of each, and no lines that stay.",
            "No file is made in this form.",
        ],
        "whole" | "fenced-file" | "file-marker" => &[
            PATH,
            "Write every file that changes from its first line to its last, also where it does not change.",
            "Open and close the fence with more backticks than any in the file.",
        ],
        "diff-fenced" => &[
            "Name the file by its path from the root of the repository, on the first line in the fence.",
            BlockForm::RULES[1],
            BlockForm::RULES[2],
            BlockForm::RULES[3],
        ],
        _ => &BlockForm::RULES,
    };
    let of_all = [NO_PART, "All changes are made, or none: one that is refused refuses the whole answer."];
    of_format.iter().chain(&of_all).map(|&rule| rule.to_owned()).collect()
}

/// The sentence that says what to copy from the file and what to write, in a format with its own sections.
pub(in crate::cli) fn search_of(writer: &Writer) -> &'static str {
    match writer.id {
        "apply-patch" | "udiff" => {
            "Its SEARCH section is the lines with ' ' and '-': copy them from the file character by character. Write \
             new lines out in full."
        }
        "json" => {
            "Its SEARCH section is the old text: copy it from the file character by character. Write the new text out \
             in full."
        }
        "anchored" => {
            "Its SEARCH section is the lines above, the old lines and the lines below: copy them from the file \
             character by character. Write the new lines out in full."
        }
        "lined" => {
            "Count lines in the version that the line above them names. Write new lines out in full, and no lines \
             that stay."
        }
        "whole" | "fenced-file" | "file-marker" => {
            "Write each of these files from its first line to its last, also where it does not change."
        }
        _ => {
            "Copy the lines to change from the file character by character, and write out in full what takes their \
             place."
        }
    }
}

/// The rule that asks for commands; none where they are not looked for beside the edits of a format.
pub(in crate::cli) fn rule_of_commands(writer: &Writer) -> Option<&'static str> {
    let is_read = matches!(writer.id, "diff" | "diff-fenced" | "roo" | "cline" | "patchloom");
    is_read.then_some(
        "Suggest the shell commands that the changes need, such as those that install a package, in a fence of \
         their own that begins with '```bash'. They are shown, and not run.",
    )
}

/// Returns whether a format has a line with the path above each block, which can name the version too.
pub(in crate::cli) fn is_below_a_path(writer: &Writer) -> bool {
    matches!(writer.id, "diff" | "roo" | "cline")
}

/// The kinds of files that are refused, each as a line.
pub(in crate::cli) fn refused_files() -> Vec<String> {
    let is_refused =
        |class: &&PathClass| class.treatment == Treatment::Refuse && class.lifted_by != LiftedBy::Nothing;
    CLASSES
        .iter()
        .filter(is_refused)
        .map(|class| format!("A file that {}, such as {}", class.about, examples(class.names())))
        .collect()
}

/// The warning that versions of shown files are not kept.
pub(in crate::cli) fn not_kept(reason: &str) -> String {
    format!(
        "the versions of the files are not kept, so that an answer is not merged if they change: {reason}"
    )
}

/// The first three names of a class.
fn examples<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut said = String::new();
    for (at, name) in names.take(3).enumerate() {
        let _ = write!(said, "{}`{name}`", if at == 0 { "" } else { ", " });
    }
    said
}
