//! The words of `-p` and `--confirm`.

use bstr::BStr;

use crate::{
    cli::words::{count, quoted},
    core::{
        escape::escape,
        outcome::{Applied, Outcome},
        path::RepoPath,
        plan::BlockReport,
    },
};

/// No block is taken.
pub(in crate::cli) const NOTHING: &str = "no block was chosen, and nothing was written";
/// The answer is no.
pub(in crate::cli) const NOT_CONFIRMED: &str = "nothing was written";
/// The editor was left without a change.
pub(in crate::cli) const UNCHANGED: &str = "the text is as it was";

/// `reply.md:12`
pub(in crate::cli) fn place(reply: &BStr, line: usize) -> String {
    format!("{}:{line}", escape(reply))
}

/// A block that needs one that is left out.
pub(in crate::cli) fn depends(place: &str) -> String {
    format!("{place} is left out: it does not apply to what is chosen")
}

/// The words for an edit with which the block does not apply.
pub(in crate::cli) fn not_taken(reason: Option<&str>) -> String {
    let reason = reason.unwrap_or("with it, the block does not apply to what is chosen");
    format!("your edit was not taken: {reason}; e opens it again")
}

/// `block 1 of 3, reply.md:12: lines 3-5 of 'a.txt', found by exact`
pub(in crate::cli) fn title(number: usize, all: usize, place: &str, block: &BlockReport) -> String {
    let path = block.path.as_ref().map_or_else(|text| quoted(text), |path| quoted(path.as_bstr()));
    let applied = if let Outcome::Applied(applied) = &block.outcome { Some(applied) } else { None };
    let lines = match applied {
        Some(Applied { before: Some(before), .. }) if before.len() == 1 => format!("line {} of ", before.end),
        Some(Applied { before: Some(before), .. }) if before.is_empty() => {
            format!("at line {} of ", before.start + 1)
        }
        Some(Applied { before: Some(before), .. }) => {
            format!("lines {}-{} of ", before.start + 1, before.end)
        }
        _ => String::new(),
    };
    let tier = applied.and_then(|applied| applied.tier);
    let tier = tier.map_or_else(String::new, |tier| format!(", found by {}", tier.name()));
    format!("block {number} of {all}, {place}: {lines}{path}{tier}")
}

/// The question about a block.
pub(in crate::cli) fn question(path: &RepoPath, can_edit: bool) -> String {
    let keys = if can_edit { "y,n,a,d,q,e,?" } else { "y,n,a,d,q,?" };
    format!("Apply this block to {} [{keys}]? ", quoted(path.as_bstr()))
}

/// The words for an answer that is none of them.
pub(in crate::cli) fn no_answer(answer: &str) -> String {
    format!("{} is no answer", quoted(answer.as_bytes()))
}

/// The meanings of the answers.
pub(in crate::cli) fn help(can_edit: bool) -> Vec<&'static str> {
    let mut lines = vec![
        "y - apply this block",
        "n - leave this block out",
        "a - apply this block and all later ones of the file",
        "d - leave out this block and all later ones of the file",
        "q - leave out this block and all later ones",
    ];
    lines.extend(can_edit.then_some("e - edit the new text of this block"));
    lines.push("? - print this help");
    lines
}

/// The question about a batch.
pub(in crate::cli) fn confirm(files: usize) -> String {
    format!("Apply these changes to {} [y,n]? ", count(files, "file"))
}
