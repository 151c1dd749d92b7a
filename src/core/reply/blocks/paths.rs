//! The path of a block: on its opener, below it, in the lines above, of the block before, or from outside.

use std::sync::Arc;

use bstr::ByteSlice as _;

use crate::core::reply::{
    fences::Custom,
    gap::{Gap, Unnamed},
    header::Header,
    malformed::Malformed,
    markers, names, path_line,
    types::{Around, FaultKind, Format, Operation, Options, PathCandidate},
    words::{MarkerWords, Word},
};

/// Place of the paths of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::reply) enum Place {
    /// The lines at each block, or else the options.
    Lines,
    /// The call that holds the blocks, as the options have it: lines at them may not name another file.
    Call,
    /// The options.
    Options,
}

/// The ways in which the blocks of a reply have their paths.
pub(super) struct Paths<'p> {
    words: &'p MarkerWords,
    custom: Custom<'p>,
    /// The place of the paths.
    place: Place,
    /// The path that the next block has if it is directly below and names none; empty if it cannot.
    previous: Arc<[PathCandidate]>,
    /// The names around the block before, if it had no path line either.
    around: Option<Box<Around>>,
    /// True if the block before had its path below its opener.
    had_inside: bool,
    /// The path from outside.
    given: Option<Arc<[PathCandidate]>>,
}

impl<'p> Paths<'p> {
    pub(super) fn new(options: &'p Options, place: Place) -> Self {
        let given = options.path.clone().map(|text| [PathCandidate::new(text, true)].into());
        let previous = Arc::default();
        let custom = options.fence.as_ref();
        Self { words: &options.words, custom, place, previous, around: None, had_inside: false, given }
    }

    /// Ends the line of blocks that can have the path of the one before.
    pub(super) fn forget(&mut self) {
        self.previous = Arc::default();
        self.around = None;
    }

    /// Lets the next block have the path of one with this operation; `named` is where that was.
    pub(super) fn lend(&mut self, operation: &Operation<'_>, named: &Named) {
        self.previous = lent(match operation {
            Operation::Rename(new) => new,
            _ => &named.path,
        });
        self.around.clone_from(&named.around);
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
        if word != Word::Edit || self.place != Place::Lines {
            return None;
        }
        let header = Header::with_path(body).filter(|header| header.path.is_some_and(path_line::is_plain))?;
        let is_above = |named| !matches!(named, Err(FaultKind::NoPath { .. } | FaultKind::BadPath { .. }));
        self.had_inside = follows || !is_above(self.of(gap, text, None));
        self.had_inside.then_some(header)
    }

    /// The path of a block below this gap, whose opener has this text.
    pub(super) fn of(
        &self,
        gap: &Gap<'_>,
        opener: &[u8],
        operation: Option<&Operation<'_>>,
    ) -> Result<Named, FaultKind> {
        let given = |above| self.given.clone().ok_or(FaultKind::NoPath { above }).and_then(utf8);
        // A line at the block may not name another file than this one.
        let only = |path: Vec<PathCandidate>| match gap.completed(path.clone()) {
            Ok(path) => Ok(Named::from(Arc::from(path))),
            Err(other) => Err(Malformed::TwoFiles { one: path[0].text.clone(), other }.into()),
        };
        match self.place {
            Place::Lines => {}
            Place::Call => return given(None).and_then(|path| only(path.to_vec())),
            Place::Options => return given(None).map(Named::from),
        }
        if let Some(own) = markers::own_path(opener, self.words) {
            return if own.is_utf8() {
                only(path_line::candidates(own))
            } else {
                Err(FaultKind::BadPath { text: own.into() })
            };
        }
        let creates = matches!(operation, Some(Operation::Edit(edit)) if edit.creates());
        match gap.path() {
            Ok(path) if path.iter().any(is_plain) => Ok(Named::from(Arc::from(path))),
            _ if creates && let Some(path) = gap.new_file() => Ok(Named::from(Arc::from([path]))),
            Ok(path) => {
                let around = self.around(gap, operation, true);
                Ok(Named { path: path.into(), around })
            }
            Err(Unnamed::NotUtf8(text)) => Err(FaultKind::BadPath { text }),
            Err(Unnamed::Two(one, other)) => Err(Malformed::TwoFiles { one, other }.into()),
            // What is above may be the frame of another format.
            Err(Unnamed::Prose(above)) if Format::above_block(&above).is_some() => {
                given(Some(above)).map(Named::from)
            }
            Err(Unnamed::Prose(above)) => match self.around(gap, operation, false) {
                Some(around) => Ok(Named { path: around.likeliest(), around: Some(around) }),
                None => given(Some(above)).map(Named::from),
            },
            Err(Unnamed::Empty) if self.previous.is_empty() || operation.is_some_and(|it| !inherits(it)) => {
                given(None).map(Named::from)
            }
            Err(Unnamed::Empty) => Ok(Named { path: self.previous.clone(), around: self.around.clone() }),
        }
    }

    /// The names around a block below this gap, if one of them may be its path.
    fn around(&self, gap: &Gap<'_>, operation: Option<&Operation<'_>>, has_own: bool) -> Option<Box<Around>> {
        if self.given.is_some() || gap.is_edits() || !operation.is_some_and(inherits) {
            return None;
        }
        let near = gap.lines.names(self.custom)?;
        let before = match &self.around {
            _ if gap.lines.say_other_file() || self.previous.is_empty() => Vec::new(),
            Some(around) => around.paths(&self.previous),
            None => vec![self.previous.clone()],
        };
        let has_any = !near.is_empty() || !before.is_empty();
        let words = gap.lines.words();
        has_any.then(|| Box::new(Around { has_own, near, before, words, all: Arc::default() }))
    }
}

/// The path of a block.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) path: Arc<[PathCandidate]>,
    /// The names around a block without a path line.
    pub(super) around: Option<Box<Around>>,
}

impl From<Arc<[PathCandidate]>> for Named {
    fn from(path: Arc<[PathCandidate]>) -> Self {
        Self { path, around: None }
    }
}

/// Returns whether a line is plainly a path, and no word or sentence.
fn is_plain(path: &PathCandidate) -> bool {
    path.creates && names::is_likely_path(&path.text)
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
