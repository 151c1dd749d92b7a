//! The bytes of a version of a file.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use super::splice::{self, Splice};

/// The bytes of a version of a file: whole, or what splices make of another version. Those are put together only
/// where somebody needs them as one, since copying a large file costs as much as finding the places in it. A
/// clone costs nothing.
#[derive(Clone, Debug)]
pub struct Content(Parts);

#[derive(Clone, Debug)]
enum Parts {
    Whole(Arc<Vec<u8>>),
    Spliced(Arc<Spliced>),
}

#[derive(Debug)]
struct Spliced {
    base: Arc<Vec<u8>>,
    splices: Vec<Splice>,
    len: usize,
    whole: OnceLock<Vec<u8>>,
}

impl Content {
    /// Returns a version with splices (ascending, not overlapping) of this one.
    pub fn spliced(base: &Self, splices: Vec<Splice>) -> Self {
        let base = match &base.0 {
            Parts::Whole(whole) => Arc::clone(whole),
            Parts::Spliced(_) => Arc::new(base.to_vec()),
        };
        let grown: usize = splices.iter().map(|splice| splice.new.len()).sum();
        let gone: usize = splices.iter().map(|splice| splice.old.len()).sum();
        let len = base.len() + grown - gone;
        Self(Parts::Spliced(Arc::new(Spliced { base, splices, len, whole: OnceLock::new() })))
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        match &self.0 {
            Parts::Whole(whole) => whole.len(),
            Parts::Spliced(spliced) => spliced.len,
        }
    }

    /// Returns whether there is no byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in pieces, one after another, none of them empty.
    pub fn pieces(&self) -> Vec<&[u8]> {
        let mut pieces: Vec<&[u8]> = match &self.0 {
            Parts::Whole(whole) => vec![whole],
            Parts::Spliced(spliced) => spliced.pieces(),
        };
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// Returns whether they begin with these.
    pub fn starts_with(&self, start: &[u8]) -> bool {
        let pieces = self.pieces();
        self.len() >= start.len()
            && pieces.into_iter().flatten().zip(start).all(|(byte, other)| byte == other)
    }

    /// The splices that make them, if they were made so of this very version.
    pub fn splices_of(&self, base: &Self) -> Option<&[Splice]> {
        match (&self.0, &base.0) {
            (Parts::Spliced(spliced), Parts::Whole(base)) if Arc::ptr_eq(&spliced.base, base) => {
                Some(&spliced.splices)
            }
            _ => None,
        }
    }

    /// All of them as one.
    pub fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Parts::Whole(whole) => whole,
            Parts::Spliced(spliced) => {
                spliced.whole.get_or_init(|| splice::apply(&spliced.base, &spliced.splices))
            }
        }
    }

    /// All of them, copied only where somebody else has them too.
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Parts::Whole(whole) => Arc::unwrap_or_clone(whole),
            Parts::Spliced(_) => self.as_slice().to_vec(),
        }
    }

    /// Returns whether they are those of this version.
    fn is(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        match (self.splices_of(other), other.splices_of(self)) {
            // Where nothing moves, only what is spliced can differ.
            (Some(splices), _) if stay_in_place(splices) => are_there(splices, other),
            (_, Some(splices)) if stay_in_place(splices) => are_there(splices, self),
            _ => self.as_slice() == other.as_slice(),
        }
    }
}

impl Spliced {
    fn pieces(&self) -> Vec<&[u8]> {
        let mut pieces = Vec::with_capacity(2 * self.splices.len() + 1);
        let mut from = 0;
        for splice in &self.splices {
            pieces.extend([&self.base[from..splice.old.start], &splice.new]);
            from = splice.old.end;
        }
        pieces.push(&self.base[from..]);
        pieces
    }
}

/// Returns whether splices leave all other bytes where they are.
fn stay_in_place(splices: &[Splice]) -> bool {
    splices.iter().all(|splice| splice.new.len() == splice.old.len())
}

/// Returns whether the bytes that splices put in are there already.
fn are_there(splices: &[Splice], base: &[u8]) -> bool {
    splices.iter().all(|splice| splice.new == base[splice.old.range()])
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.is(other)
    }
}

impl Eq for Content {}

impl PartialEq<Vec<u8>> for Content {
    fn eq(&self, other: &Vec<u8>) -> bool {
        self.len() == other.len() && self.as_slice() == other.as_slice()
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Parts::Whole(Arc::new(bytes)))
    }
}

impl From<&[u8]> for Content {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl<const N: usize> From<&[u8; N]> for Content {
    fn from(bytes: &[u8; N]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::text::Span;

    proptest! {
        #[test]
        fn pieces_are_what_the_splices_make(
            base in proptest::collection::vec(b'a'..b'c', 0..12),
            cuts in proptest::collection::vec(0usize..12, 4),
            new in proptest::collection::vec(proptest::collection::vec(b'a'..b'c', 0..3), 2),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(base.len())).collect();
            cuts.sort_unstable();
            let splices: Vec<Splice> = cuts.chunks(2).zip(new).map(|(cut, new)| {
                Splice { old: Span { start: cut[0], end: cut[1] }, new }
            }).collect();
            let made = splice::apply(&base, &splices);
            let old = Content::from(base.clone());
            let content = Content::spliced(&old, splices.clone());
            prop_assert_eq!(content.pieces().concat(), made.clone());
            prop_assert!(content.pieces().iter().all(|piece| !piece.is_empty()));
            prop_assert_eq!((content.len(), content.is_empty()), (made.len(), made.is_empty()));
            prop_assert_eq!((content == made, content == base), (true, made == base));
            prop_assert_eq!(content.splices_of(&old), Some(&splices[..]));
            prop_assert_eq!(content == old, made == base);
            prop_assert_eq!(old == content, made == base);
            for start in [&b"a"[..], b"ab", b""] {
                prop_assert_eq!(content.starts_with(start), made.starts_with(start));
            }
            prop_assert_eq!(Content::spliced(&content, Vec::new()).into_vec(), made.clone());
            prop_assert_eq!(content.into_vec(), made);
        }
    }

    #[test]
    fn splices_that_move_bytes_and_splices_that_do_not_may_make_the_same() {
        let splice = |start, end, new: &str| Splice { old: Span { start, end }, new: new.into() };
        let base = Content::from("aab");
        for splices in [vec![splice(0, 1, ""), splice(1, 1, "a")], vec![splice(1, 2, "a")], Vec::new()] {
            assert_eq!(Content::spliced(&base, splices), base);
        }
        for splices in [vec![splice(0, 1, ""), splice(1, 1, "b")], vec![splice(1, 2, "b")]] {
            assert_ne!(Content::spliced(&base, splices), base);
        }
    }

    #[test]
    fn only_the_version_that_was_spliced_tells_the_splices() {
        let base = Content::from("a");
        let content = Content::spliced(&base, Vec::new());
        assert_eq!(content.splices_of(&Content::from("a")), None);
        assert_eq!(content.splices_of(&base.clone()), Some(&[][..]));
    }
}
