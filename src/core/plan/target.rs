//! The file that a block means: by its path, by the names around it, and by its text where a path alone does not
//! tell.

mod aim;
mod around;
mod guess;
mod known;
mod moved;
mod overlay;
mod rewritten;

pub(super) use aim::{Aim, Stop, Target, about, named, unfinished, whole};
pub(super) use overlay::{Overlay, any_in};
pub(super) use rewritten::{is_like, is_mostly, least, rewrites};
