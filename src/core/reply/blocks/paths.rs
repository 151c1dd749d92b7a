//! The path of a block: on its opener, below it, in the lines above, of the block before, or from outside.

use std::sync::Arc;

use bstr::ByteSlice as _;

use crate::core::reply::{
    gap::{Gap, Unnamed},
    header::Header,
    markers, path_line,
    types::{FaultKind, Operation, Options, PathCandidate},
    words::{MarkerWords, Word},
};

/// The ways in which the blocks of a reply have their paths.
pub(super) struct Paths<'p> {
    words: &'p MarkerWords,
    /// True if blocks have paths; if not, only the options name their file.
    has_paths: bool,
    /// The path that the next block has if it is directly below and names none; empty if it cannot.
    previous: Arc<[PathCandidate]>,
    /// True if the block before had its path below its opener.
    had_inside: bool,
    /// The path from outside.
    given: Option<Arc<[PathCandidate]>>,
}

impl<'p> Paths<'p> {
    pub(super) fn new(options: &'p Options, has_paths: bool) -> Self {
        let given = options.path.clone().map(|text| [PathCandidate::new(text, true)].into());
        Self { words: &options.words, has_paths, previous: Arc::default(), had_inside: false, given }
    }

    /// Ends the line of blocks that can have the path of the one before.
    pub(super) fn forget(&mut self) {
        self.previous = Arc::default();
    }

    /// Lets the next block have the path of one with this operation; `path` is where that was.
    pub(super) fn lend(&mut self, operation: &Operation<'_>, path: &Arc<[PathCandidate]>) {
        self.previous = lent(match operation {
            Operation::Rename(new) => new,
            _ => path,
        });
    }

    /// The path below the opener, of a block that has none in front of it; `text` is that of the opener, and
    /// `body` what follows it in the block.
    pub(super) fn inside<'a>(
        &mut self,
        gap: &Gap<'a>,
        text: &[u8],
        body: &'a [u8],
        word: Word,
    ) -> Option<Header<'a>> {
        let follows = std::mem::take(&mut self.had_inside) && gap.is_empty();
        if word != Word::Edit || !self.has_paths {
            return None;
        }
        let header = Header::with_path(body).filter(|header| header.path.is_some_and(path_line::is_plain))?;
        self.had_inside = follows || self.of(gap, text, None).is_err();
        self.had_inside.then_some(header)
    }

    /// The path of a block below this gap, whose opener has this text.
    pub(super) fn of(
        &self,
        gap: &Gap<'_>,
        opener: &[u8],
        operation: Option<&Operation<'_>>,
    ) -> Result<Arc<[PathCandidate]>, FaultKind> {
        let given = |above| self.given.clone().ok_or(FaultKind::NoPath { above }).and_then(utf8);
        if !self.has_paths {
            return given(None);
        }
        if let Some(own) = markers::own_path(opener, self.words) {
            return if own.is_utf8() {
                Ok(path_line::candidates(own).into())
            } else {
                Err(FaultKind::BadPath { text: own.into() })
            };
        }
        match gap.path() {
            Ok(path) => Ok(path.into()),
            Err(Unnamed::NotUtf8(text)) => Err(FaultKind::BadPath { text }),
            Err(Unnamed::Prose(above)) => given(Some(above)),
            Err(Unnamed::Empty) if self.previous.is_empty() || operation.is_some_and(|it| !inherits(it)) => {
                given(None)
            }
            Err(Unnamed::Empty) => Ok(self.previous.clone()),
        }
    }
}

/// The candidates, if they can be paths.
pub(super) fn utf8(path: Arc<[PathCandidate]>) -> Result<Arc<[PathCandidate]>, FaultKind> {
    match path.iter().find(|path| !path.text.is_utf8()) {
        Some(path) => Err(FaultKind::BadPath { text: path.text.clone() }),
        None => Ok(path),
    }
}

/// A path as another block inherits it: no file is made from it.
fn lent(path: &Arc<[PathCandidate]>) -> Arc<[PathCandidate]> {
    if path.iter().all(|path| !path.creates) {
        return path.clone();
    }
    path.iter().map(|path| PathCandidate { creates: false, ..path.clone() }).collect()
}

/// Returns whether a block may have the path of the one before: not if that would make, move or remove a
/// file.
fn inherits(operation: &Operation<'_>) -> bool {
    match operation {
        Operation::Edit(edit) => {
            edit.readings().next().is_some_and(|first| !first.search.iter().all(u8::is_ascii_whitespace))
        }
        Operation::Rename(_) | Operation::Copy(_) | Operation::Mode(_) | Operation::Delete => false,
    }
}
