//! Equivalences by which lines of SEARCH and lines of a file are compared.

/// The differences between two lines that are taken for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// None but the line ending.
    Endings,
    /// White space at the end.
    TrailingSpace,
    /// Leading white space too, by one mapping for all lines.
    Indentation,
    /// Compatible characters, quotes, dashes and special spaces too.
    Characters,
}

/// The part of SEARCH that has to be in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// All lines.
    Quoted,
    /// All but the blank lines at its edges that REPLACE has too, and the fences there in a file that has
    /// none: a model put them around the text and not into it. So it is with a fence that is alone at an edge
    /// of SEARCH.
    Dropped,
}

/// Compares lines but for white space at their ends.
pub fn are_equal_but_for_ends(a: &[&[u8]], b: &[&[u8]]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.trim_ascii_end() == b.trim_ascii_end())
}

/// Compares lines but for white space in front of them and at their ends.
pub(in crate::core::locate) fn are_equal_but_for_edges(a: &[&[u8]], b: &[&[u8]]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.trim_ascii() == b.trim_ascii())
}
