//! Terms in which planning asks for the records of earlier batches.

use std::{collections::HashMap, ops::Range, rc::Rc};

use crate::core::locate::Since;

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

/// Versions of a file that are aligned already, each with a later one, or with the file of today for none.
#[derive(Default)]
pub(super) struct Aligned {
    pub(super) at_once: HashMap<(Side, Option<Side>), Option<Rc<Since>>>,
    /// Those that a batch left, by way of the versions between them.
    pub(super) through: HashMap<(u64, Option<Side>), Option<Rc<Since>>>,
}

impl Aligned {
    /// Returns whether there may be more of them: each costs as much as reading the file several times.
    pub(super) fn may_grow(&self) -> bool {
        const MOST: usize = 200;
        self.at_once.len() + self.through.len() < MOST
    }
}

/// The batches among which the record of a block is looked for.
pub(super) enum Among {
    /// In a batch that is sent again whole: SEARCH may be in the file then, but not in lines that came since.
    Resent,
    /// In any batch. SEARCH is nowhere.
    All,
}
