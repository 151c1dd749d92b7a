//! Recipe by which a file's new bytes are made from its old ones.

use serde::{Deserialize, Serialize};

use crate::core::splice::Splice;

/// One stretch of old bytes and the number of new bytes that replace it. In JSON `[start, end, len]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub struct RecordedSplice {
    /// Offset in the old bytes of the first byte that goes.
    pub start: usize,
    /// Offset behind the last byte that goes.
    pub end: usize,
    /// Number of bytes that come.
    pub len: usize,
}

impl From<[usize; 3]> for RecordedSplice {
    fn from([start, end, len]: [usize; 3]) -> Self {
        Self { start, end, len }
    }
}

impl From<RecordedSplice> for [usize; 3] {
    fn from(splice: RecordedSplice) -> Self {
        [splice.start, splice.end, splice.len]
    }
}

impl From<&Splice> for RecordedSplice {
    fn from(splice: &Splice) -> Self {
        Self { start: splice.old.start, end: splice.old.end, len: splice.new.len() }
    }
}

/// The splices that make the old bytes of the new ones. None if these are out of order.
pub(super) fn inverse(splices: &[RecordedSplice]) -> Option<Vec<RecordedSplice>> {
    let (mut kept, mut at) = (0, 0usize);
    let turn = |splice: &RecordedSplice| {
        at = at.checked_add(splice.start.checked_sub(kept)?)?;
        let start = at;
        at = at.checked_add(splice.len)?;
        kept = splice.end;
        Some(RecordedSplice { start, end: at, len: splice.end.checked_sub(splice.start)? })
    };
    splices.iter().map(turn).collect()
}

/// Lays inserted bytes, which hold those of all splices one after another, over the old ones. None if that
/// does not fit.
pub(super) fn splice(old: &[u8], splices: &[RecordedSplice], inserted: &[u8]) -> Option<Vec<u8>> {
    let mut new = Vec::with_capacity(old.len() + inserted.len());
    let (mut kept, mut taken) = (0, 0usize);
    for splice in splices {
        new.extend_from_slice(old.get(kept..splice.start)?);
        old.get(splice.start..splice.end)?;
        new.extend_from_slice(inserted.get(taken..taken.checked_add(splice.len)?)?);
        (kept, taken) = (splice.end, taken + splice.len);
    }
    new.extend_from_slice(old.get(kept..)?);
    (taken == inserted.len()).then_some(new)
}

/// The bytes that the splices insert, as they are in `new`, one after another. None unless they make `new` of
/// `old`.
pub(super) fn inserted(old: &[u8], new: &[u8], splices: &[RecordedSplice]) -> Option<Vec<u8>> {
    let mut inserted = Vec::new();
    let (mut kept, mut at) = (0, 0usize);
    for splice in splices {
        at = same(old.get(kept..splice.start)?, new, at)?;
        old.get(splice.start..splice.end)?;
        let end = at.checked_add(splice.len)?;
        inserted.extend_from_slice(new.get(at..end)?);
        (kept, at) = (splice.end, end);
    }
    (same(old.get(kept..)?, new, at)? == new.len()).then_some(inserted)
}

/// The end of `text` in `new` if it is there at `at`.
fn same(text: &[u8], new: &[u8], at: usize) -> Option<usize> {
    let end = at + text.len();
    (new.get(at..end)? == text).then_some(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn between(old: &[u8], new: &[u8]) -> Option<RecordedSplice> {
        Splice::between(old, new).as_ref().map(RecordedSplice::from)
    }

    #[test]
    fn equal_texts_need_no_splice() {
        assert_eq!(between(b"abc", b"abc"), None);
    }

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(between(b"abcde", b"abXYde"), Some(RecordedSplice { start: 2, end: 3, len: 2 }));
    }

    #[test]
    fn a_repeated_byte_is_not_counted_from_both_sides() {
        assert_eq!(between(b"aa", b"aaa"), Some(RecordedSplice { start: 2, end: 2, len: 1 }));
        assert_eq!(between(b"aaa", b"aa"), Some(RecordedSplice { start: 2, end: 3, len: 0 }));
    }

    #[test]
    fn splices_that_do_not_make_the_new_bytes_are_refused() {
        let past_the_end = RecordedSplice { start: 2, end: 9, len: 0 };
        for wrong in [
            RecordedSplice { start: 0, end: 1, len: 0 },
            RecordedSplice { start: 1, end: 0, len: 1 },
            past_the_end,
        ] {
            assert_eq!(inserted(b"abc", b"aXc", &[wrong]), None, "{wrong:?}");
        }
    }

    #[test]
    fn splices_out_of_order_are_refused() {
        let splices =
            [RecordedSplice { start: 2, end: 3, len: 0 }, RecordedSplice { start: 0, end: 1, len: 0 }];
        assert_eq!(inserted(b"abc", b"b", &splices), None);
        assert_eq!(splice(b"abc", &splices, b""), None);
        assert_eq!(inverse(&splices), None);
    }

    #[test]
    fn bytes_left_over_are_refused() {
        assert_eq!(splice(b"abc", &[], b"x"), None);
    }

    /// A long text, to go over the edge of a block, with a little of it changed.
    fn texts() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
        let piece = || prop::collection::vec(0u8..2, 0..5);
        (0usize..5000, piece(), piece(), 0usize..5000).prop_map(|(before, a, b, after)| {
            let text = |middle: Vec<u8>| [vec![0; before], middle, vec![1; after]].concat();
            (text(a), text(b))
        })
    }

    proptest! {
        #[test]
        fn the_splice_between_two_texts_makes_one_of_the_other((old, new) in texts()) {
            let splices: Vec<_> = between(&old, &new).into_iter().collect();
            let inserted = inserted(&old, &new, &splices);
            prop_assert_eq!(inserted.and_then(|inserted| splice(&old, &splices, &inserted)), Some(new));
        }

        #[test]
        fn the_inverse_makes_the_old_bytes_of_the_new(
            old in prop::collection::vec(any::<u8>(), 0..40),
            cuts in prop::collection::vec((0usize..8, 0usize..8, 0usize..5), 0..6),
        ) {
            let (mut splices, mut from) = (Vec::new(), 0);
            for (skip, gone, len) in cuts {
                let start = (from + skip).min(old.len());
                from = (start + gone).min(old.len());
                splices.push(RecordedSplice { start, end: from, len });
            }
            let come: usize = splices.iter().map(|splice| splice.len).sum();
            let new = splice(&old, &splices, &vec![b'+'; come]).unwrap();
            let gone: Vec<u8> = splices.iter().flat_map(|splice| old[splice.start..splice.end].to_vec()).collect();
            let back = inverse(&splices).unwrap();
            prop_assert_eq!(splice(&new, &back, &gone), Some(old));
            prop_assert_eq!(inverse(&back), Some(splices));
        }

        #[test]
        fn no_splice_reaches_into_what_is_common((old, new) in texts()) {
            if let Some(RecordedSplice { start, end, len }) = between(&old, &new) {
                let (gone, come) = (&old[start..end], &new[start..start + len]);
                prop_assert!(gone.is_empty() || come.is_empty() || (gone[0] != come[0] && gone.last() != come.last()));
            }
        }
    }
}
