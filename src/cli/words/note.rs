//! Words for what is said of blocks and files that are applied.

use super::{count, quoted, syntax};
use crate::{
    core::{escape::Suspicious, outcome::Note, resolve},
    files::FileNote,
};

/// What is said of a block that is applied.
pub(in crate::cli) fn note(note: &Note) -> String {
    match note {
        Note::Path(resolve::Note::Stripped(prefix)) => format!("'{prefix}' in front of the path is left out"),
        Note::Path(resolve::Note::FromAbsolute) => {
            "the absolute path is below the root of this work tree".to_owned()
        }
        Note::Path(resolve::Note::SuffixOf { given }) => {
            format!("it is the only tracked file that ends in {}", quoted(given))
        }
        Note::Path(resolve::Note::FromElsewhere { given }) => {
            format!("{} is no path of this machine, and ends in this one", quoted(given))
        }
        Note::Collapsed => "an equal block makes the same change".to_owned(),
        Note::SamePoint => {
            "another block inserts at the same point; they stay in the order of the reply".to_owned()
        }
        Note::OneOfMany => "SEARCH stands at several places; the other blocks take the others".to_owned(),
        Note::NotThere => "SEARCH and REPLACE are equal, and their text is not in the file".to_owned(),
        Note::Suspicious { line, first, count } => format!("adds {}", suspicious(*line, first, *count)),
        Note::Syntax(broken) => {
            format!("may be no valid {} now: {}", broken.language.name(), syntax::error(broken))
        }
        Note::Unparsed { language } => {
            format!("is too large for its syntax to be looked at ({})", language.name())
        }
        Note::Import { line, name } => {
            format!("imports {} at line {}, for which there is no file", quoted(name), line + 1)
        }
    }
}

/// `U+202E (right-to-left override) at line 5 of the reply, and 2 other suspicious characters`
pub(super) fn suspicious(line: usize, first: &Suspicious, number: usize) -> String {
    let more = match number {
        0 | 1 => String::new(),
        _ => format!(", and {}", count(number - 1, "other suspicious character")),
    };
    format!("U+{:04X} ({}) at line {line} of the reply{more}", u32::from(first.character), first.name())
}

/// What is said of a file that changes.
pub(in crate::cli) fn file_note(note: FileNote) -> &'static str {
    match note {
        FileNote::Uncommitted => "had uncommitted changes, which only 'git sr undo' brings back",
        FileNote::NotInHead => "is not in HEAD: only 'git sr undo' brings its old text back",
        FileNote::Ignored => "is ignored by git",
        FileNote::SkipWorktree => "is marked skip-worktree: git does not show the change",
        FileNote::AssumeUnchanged => "is marked assume-unchanged: git does not show the change",
        FileNote::Shebang => "begins with '#!' now: it may be run",
        FileNote::MixedEndings => "has lines that end in LF and in CRLF now",
        FileNote::StagedApart => "differs from the index: only the change of this batch is staged",
        FileNote::NewToIndex => "was not in the index: the whole file is staged",
        FileNote::SecretNotStaged => "may hold secrets and is not in the index: it is not staged",
        FileNote::OtherNames => "has other names (hard links), which keep the old text",
    }
}
