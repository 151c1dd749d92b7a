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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlaid {
    /// REPLACE has a line whose leading white space the mapping does not explain.
    Indentation {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// REPLACE is indented as the file is while SEARCH is not, so that it would be shifted once more.
    Shifted,
    /// REPLACE keeps lines of SEARCH further left, while the lines around them stay.
    Outdented,
    /// REPLACE keeps lines of SEARCH further right, while a line next to them stays.
    Indented,
    /// REPLACE keeps lines of SEARCH with tabs for blanks, blanks for tabs or steps of another width, while the lines around
    /// them stay.
    Restyled,
    /// REPLACE has a new line inside of a multi-line string, or with a word that counts at the margin only:
    /// shifted, it may mean something else.
    Literal {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// REPLACE has a new line with blanks at its end that are a line break in the file's language, or clutter as
    /// those of SEARCH are.
    Break {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// SEARCH is a part of a line of the file that cannot be cut there, or it is in a comment or a string.
    Part {
        /// The line in the file, from 1.
        line: usize,
        /// The reason why not.
        why: PartOf,
    },
    /// A line changes in the middle of characters that are one in the file and several in SEARCH, or the
    /// reverse.
    Characters {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// A line changes that has a semicolon at its end in one of the texts alone, and goes on below now, or has a comment or the
    /// beginning of a text behind it.
    End {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// A line that stays is quoted with the change that other lines get.
    HalfMade {
        /// The line in SEARCH, from 1.
        line: usize,
    },
    /// The file has a comment behind a line that changes, and it may speak of that.
    Remark {
        /// The line in REPLACE, from 1.
        line: usize,
    },
    /// A line has a character that looks like others, of which SEARCH does not show what the file would have.
    Sign {
        /// The line in REPLACE, from 1.
        line: usize,
        /// The character.
        sign: char,
    },
    /// New lines are next to a blank line of SEARCH that the file does not have there: they might come
    /// between lines that belong together.
    Edge,
    /// SEARCH, REPLACE and the file all have other numbers of blank lines beside the lines that change.
    Blanks,
    /// New lines would come between a comment or decorator, which SEARCH does not quote, and the definition that
    /// it is about, or that goes alone.
    Head {
        /// The line in the file, from 1.
        line: usize,
    },
    /// New lines are a comment or a decorator that may be another version of one above SEARCH, which it does not quote.
    Version {
        /// The line in the file, from 1.
        line: usize,
    },
    /// The new lines of a hunk have one blank less in front than lines of the file: their sign is in place of it.
    SignOver,
    /// Several lines of the block may be its divider, and none of the SEARCH sections above them is in the
    /// file as it is.
    Dividers,
    /// The lines of a hunk that stay have no sign, and that of new lines may be in front of them or over their
    /// first blank.
    Unsigned,
    /// The ranges of a hunk say that lines come or go which have no sign for it.
    SignLost,
    /// Fences are at the edges of REPLACE alone: they may frame it, or be text.
    Frame,
    /// SEARCH is in the file, but not below the line that the block names as being above it, or not in the
    /// part of the file that this line heads.
    NotBelow {
        /// The line.
        anchor: String,
    },
    /// The line below which new ones come is not in the file, or was moved by earlier blocks.
    NoLine,
    /// SEARCH is in the file, which is to go, but is not all of it.
    NotWhole,
    /// SEARCH is in the file, but not at its end, where the block says that it is.
    NotAtEnd,
    /// SEARCH is there with other white space, but says too little to be found so.
    Short,
}

impl Unlaid {
    /// The same with the lines of REPLACE counted from another one.
    pub(super) fn counted_from(self, by: isize) -> Self {
        match self {
            Self::Indentation { line } => Self::Indentation { line: line.saturating_add_signed(by) },
            Self::Literal { line } => Self::Literal { line: line.saturating_add_signed(by) },
            Self::Characters { line } => Self::Characters { line: line.saturating_add_signed(by) },
            Self::End { line } => Self::End { line: line.saturating_add_signed(by) },
            Self::Break { line } => Self::Break { line: line.saturating_add_signed(by) },
            Self::Sign { line, sign } => Self::Sign { line: line.saturating_add_signed(by), sign },
            other => other,
        }
    }
}
