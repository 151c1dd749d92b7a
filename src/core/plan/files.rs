//! Files in memory as the blocks so far would leave them, and where lines are in them.

mod adders;
mod after;
mod file;
mod numbered;
mod places;
mod readings;
mod sought;
mod writes;

pub(super) use adders::Removed;
pub(super) use after::After;
pub(super) use file::File;
pub(super) use numbered::{Numbered, OlderVersion, is_at};
pub(super) use places::{InResult, Laid};
pub(super) use sought::{Doubt, Sought};
