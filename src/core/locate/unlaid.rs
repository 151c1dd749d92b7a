//! Reasons why a change cannot be laid where SEARCH is found.

/// Reasons why a part of a line is not changed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// It may be in a comment or a string.
    Text,
    /// It may be part of a longer name, number or expression.
    Expression,
    /// With REPLACE in its place the rest of the line may mean something else.
    Rest,
}

/// Reason why REPLACE cannot be laid at a place where a tier finds SEARCH.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlaid {
    /// REPLACE has a line whose leading white space the mapping does not explain.
    #[error("line {line} of the REPLACE section has an indentation that the file's does not explain")]
    Indentation {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// REPLACE is indented as the file is while SEARCH is not, so that it would be shifted once more.
    #[error("the REPLACE section is indented as the file is, and the SEARCH section is not")]
    Shifted,
    /// REPLACE keeps lines of SEARCH further left, while the lines around them stay.
    #[error("the REPLACE section lost the indentation of the SEARCH section")]
    Outdented,
    /// REPLACE keeps lines of SEARCH further right, while a line next to them stays.
    #[error("the REPLACE section is indented further than the SEARCH section")]
    Indented,
    /// REPLACE has a new line inside of a multi-line string, or with a word that counts at the margin only:
    /// shifted, it may mean something else.
    #[error("line {line} of the REPLACE section may mean something else with another indentation")]
    Literal {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// REPLACE has a new line with blanks at its end that are a line break in the file's language, or clutter as
    /// those of SEARCH are.
    #[error("the blanks at the end of line {line} of the REPLACE section may be a line break")]
    Break {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// SEARCH is a part of a line of the file that cannot be cut there, or it is in a comment or a string.
    #[error("the SEARCH section is a part of line {line} of the file that cannot be changed alone")]
    Part {
        /// The line in the file, from 1.
        line: usize,
        /// The reason why not.
        why: PartOf,
    },
    /// A line changes in the middle of characters that are one in the file and several in SEARCH, or the
    /// reverse.
    #[error("line {line} of the REPLACE section changes a part of a character of the file")]
    Characters {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// A line that stays is quoted with the change that other lines get.
    #[error("line {line} of the SEARCH section is quoted with the change that others get, and stays")]
    HalfMade {
        /// The line in SEARCH, from 1.
        line: usize,
    },
    /// The file has a comment behind a line that changes, and it may speak of that.
    #[error("the comment that the file has behind line {line} of the REPLACE section may not hold any more")]
    Remark {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// A line has a character that looks like others, of which SEARCH does not show what the file would have.
    #[error("line {line} of the REPLACE section has `{sign}`, which may be another character in the file")]
    Sign {
        /// The line in REPLACE, from 1.
        line: usize,
        /// The character.
        sign: char,
    },
    /// New lines are next to a blank line of SEARCH that the file does not have there: they might come
    /// between lines that belong together.
    #[error("the blank line next to the new lines is not in the file")]
    Edge,
    /// New lines would come between a comment or decorator, which SEARCH does not quote, and the definition that
    /// it is about, or that goes alone.
    #[error("the change would part line {line} of the file from what it is about")]
    Head {
        /// The line in the file, from 1.
        line: usize,
    },
    /// Several lines of the block may be its divider, and none of the SEARCH sections above them is in the
    /// file as it is.
    #[error("the block has several dividers, and the file has no SEARCH section above one of them")]
    Dividers,
    /// The lines of a hunk that stay have no sign, and that of new lines may be in front of them or over their
    /// first blank.
    #[error("the `+` in front of new lines may be in place of a blank")]
    Unsigned,
    /// The ranges of a hunk say that lines come or go which have no sign for it.
    #[error("lines of the hunk lost their `+` or `-`")]
    SignLost,
    /// Fences are at the edges of REPLACE alone: they may frame it, or be text.
    #[error("the fence at the edge of the REPLACE section may be a frame, or text")]
    Frame,
    /// SEARCH is in the file, but not below the line that the block names as being above it, or not in the
    /// part of the file that this line heads.
    #[error("the SEARCH section is not where the block says that it is")]
    NotBelow {
        /// The line.
        anchor: String,
    },
    /// The line below which new ones come is not in the file, or was moved by earlier blocks.
    #[error("the line is not in the file")]
    NoLine,
    /// SEARCH is in the file, which is to go, but is not all of it.
    #[error("the SEARCH section is not the whole file")]
    NotWhole,
    /// SEARCH is in the file, but not at its end, where the block says that it is.
    #[error("the SEARCH section is not at the end of the file")]
    NotAtEnd,
    /// SEARCH is there with other white space, but says too little to be found so.
    #[error("the SEARCH section is too short to be found with other white space")]
    Short,
}

impl Unlaid {
    /// The same with the lines of REPLACE counted from another one.
    pub(super) fn counted_from(self, by: isize) -> Self {
        match self {
            Self::Indentation { line } => Self::Indentation { line: line.saturating_add_signed(by) },
            Self::Literal { line } => Self::Literal { line: line.saturating_add_signed(by) },
            Self::Characters { line } => Self::Characters { line: line.saturating_add_signed(by) },
            Self::Break { line } => Self::Break { line: line.saturating_add_signed(by) },
            Self::Sign { line, sign } => Self::Sign { line: line.saturating_add_signed(by), sign },
            other => other,
        }
    }
}
