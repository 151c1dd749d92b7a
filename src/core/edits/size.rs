//! The number of bytes that changes take and bring.

use crate::core::{
    splice::Run,
    text::{Ending, Text},
};

/// The size of the runs' changes, kept up to date: a batch may need it after each of very many blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// The bytes of the source that go.
    pub(super) gone: usize,
    /// The bytes that come, but for the endings that only the surroundings can tell.
    pub(super) come: usize,
    /// Number of lines that come with such an ending.
    pub(super) open: usize,
}

impl Size {
    pub(super) fn of(text: &Text, run: &Run<'_>) -> Self {
        Self {
            gone: text.start(run.old.end) - text.start(run.old.start),
            come: run.new.iter().map(|line| line.body.len() + line.ending.as_bytes().len()).sum(),
            open: run.new.iter().filter(|line| line.ending == Ending::None).count(),
        }
    }

    pub(super) fn add(&mut self, run: Self) {
        self.gone += run.gone;
        self.come += run.come;
        self.open += run.open;
    }

    pub(super) fn take(&mut self, run: Self) {
        self.gone -= run.gone;
        self.come -= run.come;
        self.open -= run.open;
    }
}
