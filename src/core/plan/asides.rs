//! Parts of a reply beside its edits that may ask for a change too: those that are plainly files become blocks,
//! and what no edit makes is a fault. Text that the files have, before the batch or after it, was only quoted.

mod adopt;
mod doubt;
mod settle;
mod shown;

pub use self::{adopt::adopt, settle::settle};
