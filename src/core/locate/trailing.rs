//! Tier `trailing`: equal but for white space at the ends of lines.

/// Whether the lines of the file are those of SEARCH up to white space at their ends.
pub(super) fn fits(window: &[&[u8]], search: &[&[u8]]) -> bool {
    window.len() == search.len()
        && window.iter().zip(search).all(|(file, wanted)| file.trim_ascii_end() == wanted.trim_ascii_end())
}
