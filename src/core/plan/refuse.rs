//! Refusals of what a batch may not do anywhere: text that a file may not have, sizes, and edits of one reply that
//! contradict each other.

mod admit;
mod alternative;
mod corrected;
mod dress;
mod size;
mod suspicious;
mod taken_back;
mod text;

pub(super) use admit::{in_blanks, refused};
pub(super) use alternative::refuse_earlier;
pub(super) use corrected::{Corrected, refuse_corrected, refuse_elsewhere};
pub use size::{MAX_GROWTH, MAX_SHRINK};
pub(crate) use size::{grows_too_much, shrinks_too_much};
pub(super) use size::{limit, limit_growth, limit_shrink};
pub(super) use suspicious::suspicious;
pub(super) use taken_back::{
    refuse_beside, refuse_doubled, refuse_made, refuse_taken_back, refuse_undone, refuse_whole,
};
pub(super) use text::edit_of_copy;
