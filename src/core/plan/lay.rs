//! A block, made where its place is found: as lines, as text, as a whole file, by numbers of lines, or in
//! an older version from which the change is carried over.

mod history;
mod joined;
mod lines;
mod numbered;
mod recipes;
mod reverted;
mod text;
mod whole;

pub(crate) use lines::EMPTY_ON_PURPOSE;
pub(super) use numbered::refuse_other;
