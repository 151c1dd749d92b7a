//! A part of a reply beside its edits, and what it wishes.

use bstr::BString;

use super::block::Block;

/// A part of a reply beside its edits that may ask for a change too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside<'a> {
    /// The first bytes of the line that names the file, or else of the one that opens the fence.
    pub text: BString,
    /// Its wish.
    pub wish: Wish,
    /// The block that makes a file of its text, or removes the file.
    pub block: Block<'a>,
    /// The text of the fence; none for a sentence.
    pub content: Option<&'a [u8]>,
    /// True if the text is a diff.
    pub is_diff: bool,
    /// True if the text may be all of a file.
    pub is_whole: bool,
    /// True if its path is a word, which is one only if there is such a file.
    pub is_word: bool,
    /// The part that it is if the word is no file.
    pub instead: Option<Box<Self>>,
}

/// The wish of a reply with a file and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The text is the file: its path is all that is at it.
    File,
    /// A new file is to be made of the text.
    New,
    /// A line names the file, and its text shows what is meant: it is the file, or it is quoted.
    Title,
    /// The text is to be put into the file.
    Change,
    /// The text is to go from the file.
    Remove,
    /// None that is said: it may be a quotation.
    Quote,
    /// None: the text is an example, or says what is possible.
    Example,
    /// None: the reply says that the text is not to be applied.
    Unmeant,
    /// The file is to go, or to move.
    Gone,
    /// A change that is asked for in words alone.
    Words,
    /// An import that is asked for in words alone: the text is the name.
    Import,
    /// A name that is to have another one wherever it is, as words alone ask for: the text is the name.
    Everywhere,
}

impl Wish {
    /// Returns whether a sentence alone asks for a change of text.
    pub(in crate::core) fn is_of_words(self) -> bool {
        matches!(self, Self::Words | Self::Import | Self::Everywhere)
    }
}
