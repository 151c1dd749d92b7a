//! Three-way merges of texts, line by line, as `git merge-file` makes them.

use bstr::BStr;
use gix::diff::blob::InternedInput;
use gix::merge::plumbing::blob::Resolution;
use gix::merge::plumbing::blob::builtin_driver::text::{Conflict, Labels, Options};

pub use crate::core::plan::Merged;
use crate::core::text::is_binary;

/// The names at conflict markers.
#[derive(Clone, Copy, Debug)]
pub struct MergeNames<'a> {
    /// Of our text.
    pub ours: &'a BStr,
    /// Of theirs.
    pub theirs: &'a BStr,
}

/// Merges the changes that two sides made to `base`.
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8], names: MergeNames<'_>) -> Merged {
    let labels = Labels { ancestor: None, current: Some(names.ours), other: Some(names.theirs) };
    let options = Options { conflict: Conflict::default(), ..Options::default() };
    let mut bytes = Vec::new();
    let resolution = gix::merge::plumbing::blob::builtin_driver::text(
        &mut bytes,
        &mut InternedInput::default(),
        labels,
        ours,
        base,
        theirs,
        options,
    );
    Merged { bytes, clean: resolution == Resolution::Complete }
}

/// The same, of texts whose changes go together; none where they do not, or where one of the three is no
/// text.
pub fn clean(base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    if [base, ours, theirs].into_iter().any(is_binary) {
        return None;
    }
    let merged = merge(base, ours, theirs, MergeNames { ours: "ours".into(), theirs: "theirs".into() });
    merged.clean.then_some(merged.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> (String, bool) {
        let names = MergeNames { ours: "ours".into(), theirs: "theirs".into() };
        let merged = merge(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), names);
        (String::from_utf8(merged.bytes).expect("text"), merged.clean)
    }

    #[test]
    fn changes_of_different_lines_go_together() {
        assert_eq!(merged("1\n2\n3\n4\n", "x\n2\n3\n4\n", "1\n2\n3\ny\n"), ("x\n2\n3\ny\n".into(), true));
    }

    #[test]
    fn changes_of_one_line_are_marked() {
        let text = "1\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n3\n";
        assert_eq!(merged("1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n"), (text.into(), false));
    }

    #[test]
    fn endings_and_a_missing_last_newline_stay() {
        assert_eq!(merged("1\r\n2\r\n3", "x\r\n2\r\n3", "1\r\n2\r\ny"), ("x\r\n2\r\ny".into(), true));
    }

    #[test]
    fn only_texts_whose_changes_go_together_are_merged_cleanly() {
        let clean =
            |base: &str, ours: &str, theirs: &str| clean(base.as_bytes(), ours.as_bytes(), theirs.as_bytes());
        assert_eq!(clean("1\n2\n3\n", "x\n2\n3\n", "1\n2\ny\n"), Some(b"x\n2\ny\n".to_vec()));
        assert_eq!(clean("1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n"), None);
        for (base, ours, theirs) in [("\0", "", ""), ("", "\0", ""), ("", "", "\0")] {
            assert_eq!(clean(base, ours, theirs), None);
        }
    }
}
