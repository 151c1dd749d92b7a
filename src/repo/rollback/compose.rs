//! Takes batches back in memory, one after the other. The versions of each path are the one that the batch
//! left (A), the one before it (P) and the present one (C).
//!
//! | C | becomes |
//! |---|---|
//! | as A | P |
//! | as P | C: it is taken back already |
//! | another text, and A and P are texts too | the merge of C and P, base A |
//! | anything else, and the newest stash has A | C, and the undo is refused |
//!
//! A mode that is not A's is the user's and stays.

mod composer;
mod merge;
mod state;

pub(crate) use composer::Composed;
pub(super) use composer::Composer;
pub(crate) use state::Ids;
