//! Writers of the formats, a file each. They write what they are told; whether a reader makes the same of it
//! is for [`crate::core::encode`] to see.

pub(super) mod anchored;
pub(super) mod apply_patch;
pub(super) mod blocks;
pub(super) mod json;
pub(super) mod lined;
mod names;
mod signed;
pub(super) mod udiff;
pub(super) mod whole;
