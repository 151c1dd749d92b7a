//! Terms in which planning asks for the records of earlier batches.

use std::ops::Range;

/// A block of the reply, as it is looked for in records.
#[derive(Clone, Copy)]
pub struct Sent<'a> {
    /// All between its markers.
    pub body: &'a [u8],
    /// Its rank among the equal ones of the reply, and how many there are.
    pub equals: (usize, usize),
    /// The bodies of all blocks that are sent.
    pub all: &'a dyn Bodies,
}

/// The texts of the blocks that are sent.
pub trait Bodies {
    /// Shows each.
    fn show(&self, see: &mut dyn FnMut(&[u8]));
}

/// A block of a batch in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The batch's number.
    pub batch: u64,
    /// The lines that the block wrote, in the file as the batch left it, from 0; empty where it only removed
    /// lines.
    pub wrote: Vec<Range<usize>>,
    /// True if all blocks of that batch are sent again.
    pub is_resent: bool,
}

/// A batch in force that wrote to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The batch's number.
    pub batch: u64,
    /// True if all blocks of that batch are sent again.
    pub is_resent: bool,
    /// True if it removed the file.
    pub removes: bool,
}

/// A version of a file beside a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that the batch found.
    Before(u64),
    /// The one that it left.
    After(u64),
}
