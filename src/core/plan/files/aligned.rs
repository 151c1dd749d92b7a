//! Versions of a file beside batches, aligned with each other.

use std::{collections::HashMap, rc::Rc};

use crate::core::{locate::Since, plan::types::Side};

/// Versions of a file that are aligned already, each with a later one, or with the file of today for none.
#[derive(Default)]
pub(crate) struct Aligned {
    pub(crate) at_once: HashMap<(Side, Option<Side>), Option<Rc<Since>>>,
    /// Those that a batch left, by way of the versions between them.
    pub(crate) through: HashMap<(u64, Option<Side>), Option<Rc<Since>>>,
}

impl Aligned {
    /// Returns whether there may be more of them: each costs as much as reading the file several times.
    pub(crate) fn may_grow(&self) -> bool {
        const MOST: usize = 200;
        self.at_once.len() + self.through.len() < MOST
    }
}
