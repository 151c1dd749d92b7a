//! The way from a path up to the root.

use bstr::{BStr, ByteSlice as _};

/// The folders above a path, the nearest first, without the root.
pub(super) fn above(path: &BStr) -> impl Iterator<Item = &BStr> {
    std::iter::successors(Some(path), |path| path.rfind_byte(b'/').map(|slash| path[..slash].as_bstr()))
        .skip(1)
}
