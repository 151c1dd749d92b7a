//! Errors in formats other than SEARCH/REPLACE, and in what is said around edits of any format.

use bstr::BString;

/// Edits that are not as the grammar of their format says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The edits are not closed by this line before the end, or before the next ones.
    #[error("there is no line '{end}'")]
    Open {
        /// The line.
        end: &'static str,
    },
    /// The reply ends within the edits.
    #[error("the reply ends within the edits")]
    CutOff,
    /// A line that has no meaning at its place.
    #[error("line has no meaning here")]
    Line {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A line amid edits by line numbers that is none of them, and is not marked as new text.
    #[error("line has no sign of a new one")]
    NoSign {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// Nothing follows a line that begins edits.
    #[error("nothing follows the line")]
    Empty,
    /// JSON that cannot be read.
    #[error("{message}")]
    Json {
        /// The message of the parser.
        message: String,
        /// The character at which it cannot be read, counted in its line from 1, where the message is about one.
        column: Option<usize>,
    },
    /// A call of a tool that is no edit of text, or says twice what it edits.
    #[error("call is not understood")]
    Call,
    /// A call of this tool, which may change files and is no edit of text.
    #[error("call of {name} is not understood")]
    Tool {
        /// The first 200 bytes of its name.
        name: BString,
    },
    /// A field of a call that asks for something, and that is not read.
    #[error("field is not read")]
    Field {
        /// The first 200 bytes of its name.
        name: BString,
    },
    /// A field of a call from which no edit can be made.
    #[error("field of the call is not as it should be")]
    Value {
        /// The first 200 bytes of its name.
        name: BString,
        /// The reason.
        fault: ValueFault,
    },
    /// The old or the new text of an edit without the other one.
    #[error("one of the two texts of an edit is missing")]
    Alone {
        /// The first 200 bytes of the name of its field.
        name: BString,
        /// The same of a field with a text beside it that nothing reads, such as one with a misspelt name.
        beside: Option<BString>,
    },
    /// A hunk without a line that names its file.
    #[error("hunk has no file")]
    NoFile,
    /// A change of a file's path that is not said to be one.
    #[error("the file has two paths")]
    TwoPaths,
    /// An edit for which two files are named, such as that of a call and another one in it.
    #[error("two files are named")]
    TwoFiles {
        /// The one that is named first, or around the other.
        one: BString,
        /// The other one.
        other: BString,
    },
    /// A line that asks for a change that is not made, such as that of a binary file.
    #[error("change is not supported")]
    Unsupported {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A change of a symbolic link.
    #[error("symbolic link")]
    Link,
    /// A change of a submodule.
    #[error("submodule")]
    Submodule,
    /// A hunk whose new lines end otherwise than its old ones, or that adds or removes a byte order mark.
    #[error("change of line endings or of a byte order mark")]
    Endings,
    /// Hunks of a file that comes or goes which do not add or remove all of it.
    #[error("hunks do not have the whole file")]
    WholeFile,
    /// A hunk that only adds lines, or quotes blank ones alone: nothing says where.
    #[error("hunk has no text to find")]
    NoContext,
    /// A shell command around the edits that leads to a folder that only a shell can tell.
    #[error("folder cannot be told")]
    Folder {
        /// The folder as written.
        text: BString,
    },
    /// A fence in the text of a file, or behind it, so that the end of the text is not clear.
    #[error("a fence may be text of the file")]
    FenceWithin,
    /// A second line that may close the text of a file, behind the first one.
    #[error("the text may end at a later line")]
    EndWithin {
        /// The line.
        end: BString,
    },
    /// A fence that may hold a part of a file.
    #[error("the text may be a part of a file")]
    MaybePart {
        /// The first 200 bytes of the line that names the file.
        text: BString,
    },
    /// A line that names lines of a file by numbers which name none.
    #[error("the numbers name no lines")]
    Numbers {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A label of one of several alternatives that have edits, such as `Option 2:`.
    #[error("one of several alternatives")]
    Choice {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A line that says that the text below it is no change, such as `Don't do this:` or `<!--`.
    #[error("the text is not to be applied")]
    NotMeant {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A line that takes back edits above it, such as `Scratch that.`
    #[error("edits are taken back")]
    TakenBack {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A label of a pair of fences that is without the rest of it, or that does not plainly ask for the change.
    #[error("no pair of fences")]
    NoPair {
        /// The first 200 bytes of the line.
        text: BString,
    },
    /// A second text for a file.
    #[error("the file has two texts")]
    Twice,
}

/// Reasons why no edit can be made from a field of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFault {
    /// Its value is of another kind, such as a number in place of a text.
    Kind,
    /// Another field has the same name or meaning.
    Twice,
}
