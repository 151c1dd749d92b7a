//! The messages for a model about each class, and the form of a block. The one table for feedback, for the
//! `hint` of JSON and for prompts.

use crate::core::outcome::Class;

/// The message for a model about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct ClassWords {
    /// The problem, as one or two sentences.
    pub(in crate::cli) what: &'static str,
    /// The instruction, in the imperative.
    pub(in crate::cli) instruction: &'static str,
}

/// The form of a block, for a model.
pub(in crate::cli) struct BlockForm;

impl BlockForm {
    /// A block, line by line.
    pub(in crate::cli) const BLOCK: [&'static str; 6] = [
        "path/to/file",
        "<<<<<<< SEARCH",
        "the lines to change, exactly as they are in the file",
        "=======",
        "the lines that take their place",
        ">>>>>>> REPLACE",
    ];
    /// The rules, each a sentence.
    pub(in crate::cli) const RULES: [&'static str; 4] = [
        "Name the file by its path from the root of the repository, on a line of its own above the block.",
        "Copy the SEARCH section from the file character by character, with enough lines that it is found once.",
        "Write the REPLACE section out in full.",
        "Leave the SEARCH section empty to create a file.",
    ];
}

/// The message for a model about a class.
pub(in crate::cli) fn entry(class: Class) -> ClassWords {
    let (what, instruction) = match class {
        Class::Parse => (
            "The block is malformed.",
            "Write the block again with its three marker lines: '<<<<<<< SEARCH', one '=======', '>>>>>>> REPLACE'.",
        ),
        Class::Unterminated => (
            "The block is not closed: the reply was cut off, or its last line is missing.",
            "Write the block again, whole, and end it with a line '>>>>>>> REPLACE'.",
        ),
        Class::NoBlocks => {
            ("The reply has no SEARCH/REPLACE block.", "Answer with the changes as SEARCH/REPLACE blocks.")
        }
        Class::LeftOut => (
            "The answer leaves out a block that had failed.",
            "Send a corrected block for each that had failed.",
        ),
        Class::NothingKept => (
            "No block of an earlier answer is kept.",
            "Send the whole change again, as SEARCH/REPLACE blocks.",
        ),
        Class::NoPath => (
            "The block has no path.",
            "Write the path of the file on a line of its own directly above the block.",
        ),
        Class::BadPath => {
            ("The path cannot be used.", "Name the file by its path from the root of the repository.")
        }
        Class::Outside => (
            "The path leads out of the repository.",
            "Name a file of the repository by its path from the root.",
        ),
        Class::Link => (
            "The path is a symbolic link, or below one; links are never followed.",
            "Name the file itself by its path from the root of the repository.",
        ),
        Class::NotAFile => ("The path is not a regular file.", "Name a regular file of the repository."),
        Class::Repository => (
            "The path is in a submodule or another repository.",
            "Leave the block out; this file cannot be changed from here.",
        ),
        Class::Sparse => (
            "The path is not checked out here.",
            "Leave the block out; this file cannot be changed from here.",
        ),
        Class::Blocked => (
            "The policy of the repository does not let a reply change this file.",
            "Leave the block out; describe the change in words, so that the user can make it.",
        ),
        Class::MissingFile => (
            "The file does not exist.",
            "Name an existing file by its path from the root; leave the SEARCH section empty to create a file.",
        ),
        Class::Exists => (
            "The file exists and has content, so that an empty SEARCH section does not say what to change.",
            "Quote the lines to change in the SEARCH section.",
        ),
        Class::Binary => ("The file is binary.", "Leave the block out; binary files cannot be changed."),
        Class::Encoding => (
            "The file has an encoding that cannot be edited.",
            "Leave the block out; describe the change in words, so that the user can make it.",
        ),
        Class::NotFound => (
            "The SEARCH section is not in the file.",
            "Copy the SEARCH section from the file as it is now, character by character, and write the block again.",
        ),
        Class::Ambiguous => (
            "The SEARCH section is in the file more than once.",
            "Add neighbouring lines to both sections until the SEARCH section is found once.",
        ),
        Class::Duplicate => (
            "Lines that the block adds are in the file already.",
            "If the change is made already, leave the block out. Otherwise quote those lines in both sections.",
        ),
        Class::Overlap => ("Another block changes the same lines differently.", "Make one block of the two."),
        Class::Placeholder => (
            "The REPLACE section leaves code out.",
            "Write the REPLACE section out in full, or quote fewer lines in both sections.",
        ),
        Class::Changed => (
            "The file changed in the meantime.",
            "Read the file again and write the block for it as it is now.",
        ),
        Class::Unmerged => (
            "A merge of the file is not finished.",
            "Leave the block out; the user has to end the merge first.",
        ),
        Class::InProgress => {
            ("A merge or rebase is under way.", "Send nothing; the user has to end it first.")
        }
        Class::Exec => (
            "The command that checks the change failed.",
            "Read what it printed, and send the whole change again, corrected.",
        ),
        Class::Commit => ("git made no commit.", "Send nothing; the user has to fix that."),
        Class::Syntax => {
            ("The change would add a syntax error to the file.", "Correct the block and write it again.")
        }
        Class::Limit => (
            "The block asks for more than the limits allow.",
            "Split the change into smaller blocks, each with lines that are in the file only once.",
        ),
        Class::Stale => (
            "The block was written for an older version of the file; what it changes, or a line next to it, has changed since.",
            "Read the file as it is now and write the block for that.",
        ),
        Class::Locked => ("Another program is writing.", "Send the same reply again."),
        Class::NoBatch => ("There is no such batch to take back.", "List the batches, and name one of them."),
        Class::Usage => ("The command line is wrong.", "Correct the command and run it again."),
        Class::Io => ("The file cannot be read or written.", "Leave the block out and tell the user."),
    };
    ClassWords { what, instruction }
}
