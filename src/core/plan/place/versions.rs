//! The versions of a file in which the line that a block names may count.
//!
//! A number leads to a line of the version that the reply was made on. That may be an older one, in which it
//! leads to another of several equal places: then the number alone chooses none.

use std::{ops::Range, rc::Rc};

use crate::core::{
    locate::{Budget, Since},
    outcome::{Lead, Origin},
    plan::{
        files::{File, Numbered, OlderVersion, is_at},
        job::Job,
        types::{MOST_SEEN, Older, Side},
    },
    text::Text,
};

/// The lines to which the number of a block leads in one version of the file.
#[derive(Clone)]
pub(super) struct Meant {
    /// The version, if it is an older one.
    pub(super) origin: Option<Origin>,
    /// The lines that they are in the file as it is; none if some of them changed since.
    pub(super) lines: Option<Range<usize>>,
    /// The number of other blocks, if all of them are at their lines in this version.
    agreeing: Option<usize>,
    /// True if the reply names the version.
    is_named: bool,
}

impl Meant {
    /// Returns whether it is not the number alone that speaks for the version.
    pub(super) fn is_borne_out(&self) -> bool {
        self.is_named || self.origin.is_none() || self.agreeing > Some(0)
    }

    /// The line, from 0, to which the number leads in the file as it is.
    pub(super) fn lead(&self) -> Lead {
        Lead { origin: self.origin.clone(), line: self.lines.as_ref().map(|lines| lines.start) }
    }
}

impl<'r> Job<'_, 'r> {
    /// The lines that the block may mean by its number, SEARCH being exactly there, in the file and in its newest
    /// versions. Where all other blocks are at their lines in some of them, the others do not count; neither do
    /// they where the reply names the version.
    pub(super) fn meant(&self, file: &mut File<'r>) -> Vec<Meant> {
        let Some(line) = self.edit.hints.line.map(|line| line.saturating_sub(1)) else { return Vec::new() };
        let now = self.numbered(file);
        let now = self.in_version(&file.text, &now, line).map(|(lines, agreeing)| Meant {
            origin: None,
            lines: Some(lines),
            agreeing,
            is_named: false,
        });
        if let Some(named) = self.in_named_version(line, now.as_ref(), file) {
            return vec![named];
        }
        let versions = file.versions.take().unwrap_or_else(|| self.versions(file));
        let older = versions.iter().filter_map(|older| {
            let (lines, agreeing) = self.in_version(&older.text, &older.numbered, line)?;
            let lines = today(&older.since, &lines);
            Some(Meant { origin: Some(older.origin.clone()), lines, agreeing, is_named: false })
        });
        let mut all: Vec<Meant> = now.into_iter().chain(older).collect();
        file.versions = Some(versions);
        if all.iter().any(|meant| meant.agreeing.is_some()) {
            all.retain(|meant| meant.agreeing.is_some());
        }
        all
    }

    /// The lines that the blocks name, in the file as it is.
    pub(super) fn numbered(&self, file: &mut File<'r>) -> Rc<Numbered> {
        let File { numbered, text, budget, .. } = file;
        let new = || Rc::new(Numbered::new(text, self.others, budget));
        Rc::clone(numbered.get_or_insert_with(new))
    }

    /// The lines of a version that the block means by its number, if SEARCH is there, and the number of other
    /// blocks, if they are at theirs.
    fn in_version(
        &self,
        text: &Text,
        numbered: &Numbered,
        line: usize,
    ) -> Option<(Range<usize>, Option<usize>)> {
        let first = numbered.line(self.number, line)?;
        let search = &self.search.search;
        is_at(text, first, search).then(|| (first..first + search.len(), numbered.agreeing(self.number)))
    }

    /// The lines that the block means in the version that the reply names, if SEARCH is there.
    fn in_named_version(&self, line: usize, now: Option<&Meant>, file: &File<'r>) -> Option<Meant> {
        let id = self.version?;
        let path = self.path_before(file);
        let is_now = || {
            let of_now = self.history.id(path, file.text.bytes());
            of_now.is_some_and(|of_now| of_now.as_bytes().starts_with(&id.to_ascii_lowercase()))
        };
        if now.is_some() && is_now() {
            return now.cloned();
        }
        let Older { origin, bytes } = self.history.named(path, id)?;
        let then = Rc::new(Text::new(bytes));
        let lines = line..line + self.search.search.len();
        let since = is_at(&then, line, &self.search.search).then(|| Since::new(&then, &file.text))??;
        Some(Meant { origin: Some(origin), lines: today(&since, &lines), agreeing: None, is_named: true })
    }

    /// The newest versions of the file before it was as it is: those that commits made, and those beside batches.
    fn versions(&self, file: &mut File<'r>) -> Vec<OlderVersion> {
        let mut all = Vec::new();
        let mut newer: Option<(Rc<Text>, Rc<Since>)> = None;
        for older in self.older(file).take(MOST_SEEN) {
            let then = Rc::new(Text::new(older.bytes.clone()));
            let since = match &newer {
                None => Since::new(&then, &file.text),
                Some((next, so_far)) => Since::new(&then, next).map(|step| step.followed(so_far, &file.text)),
            };
            let Some(since) = since.map(Rc::new) else { break };
            newer = Some((Rc::clone(&then), Rc::clone(&since)));
            all.push(self.older_version(older.origin.clone(), then, since));
        }
        for rewrite in self.history.rewrites(self.path).iter().rev().take(MOST_SEEN) {
            for (side, after) in [(Side::After(rewrite.batch), true), (Side::Before(rewrite.batch), false)] {
                let Some(then) = self.history.side(self.path, side) else { continue };
                let Some(since) = self.since(side, None, file) else { continue };
                all.push(self.older_version(Origin::Batch { id: rewrite.batch, after }, then, since));
            }
        }
        all
    }

    fn older_version(&self, origin: Origin, text: Rc<Text>, since: Rc<Since>) -> OlderVersion {
        let budget = Budget::for_bytes(text.bytes().len());
        let numbered = Numbered::new(&text, self.others, &budget);
        OlderVersion { origin, text, numbered, since }
    }
}

/// The lines that these of an older version are in the file, if all of them are there side by side.
fn today(since: &Since, then: &Range<usize>) -> Option<Range<usize>> {
    let now: Vec<usize> = since.lines(then.clone()).collect();
    let first = *now.first()?;
    let lines = first..first + then.len();
    now.iter().copied().eq(lines.clone()).then_some(lines)
}
