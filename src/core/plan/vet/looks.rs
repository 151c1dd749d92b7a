//! Looks at the syntax of new files, within a budget.

use std::ops::Range;

use crate::core::{
    change::{Edited, Version},
    language::Language,
    outcome::Note,
    path::RepoPath,
    plan::types::{Planned, World, bytes_before},
    splice::Splice,
    syntax::{Mode, NewErrors, Parsed, TooLong, Work, changed_lines, compare_any, languages},
};

/// A file whose syntax is to be looked at.
pub(super) struct Subject<'p> {
    /// Its path.
    pub(crate) path: &'p RepoPath,
    languages: Vec<&'static Language>,
    /// Its old bytes.
    pub(super) old: Option<&'p [u8]>,
    new: &'p Version,
    pub(super) splices: &'p [Splice],
    /// The numbers of the blocks that change it.
    pub(super) blocks: Vec<usize>,
}

impl<'p> Subject<'p> {
    /// The file that these blocks change; none where there is nothing to look at.
    pub(crate) fn of(file: &'p Planned, files: &'p [Planned], blocks: Vec<usize>) -> Option<Self> {
        let Edited { change, splices } = &file.edited;
        let (path, new, languages) = (&change.path, change.new.as_ref()?, languages(&change.path));
        let old = bytes_before(files, file);
        let can = !languages.is_empty() && languages.iter().all(|language| Parsed::can(language));
        // Without a splice, the bytes are the old ones.
        let is_changed = old.is_none() || !splices.is_empty();
        (can && is_changed && !blocks.is_empty()).then_some(Self {
            path,
            languages,
            old,
            new,
            splices,
            blocks,
        })
    }

    /// Its new bytes.
    pub(super) fn text(&self) -> &'p [u8] {
        &self.new.bytes
    }

    /// Returns whether a parser takes it as it is, which does no such work as is limited.
    fn is_exact(&self) -> bool {
        self.languages.iter().any(|language| language.is_exact())
    }

    /// Compares it before and after the change. Also returns what is left of the work.
    fn compare(&self, mut work: Work) -> (Compared<'p>, Work) {
        (compare_any(&self.languages, self.old, self.text(), &self.changed(), &mut work), work)
    }

    /// The lines of the new text, from 0, that the change makes.
    pub(super) fn changed(&self) -> Vec<Range<usize>> {
        changed_lines(self.splices, self.text())
    }
}

type Compared<'p> = Result<Option<(Parsed<'p>, NewErrors)>, (&'static Language, TooLong)>;

/// A file that was looked at, or why that is not known. None where it is left out.
pub(super) type Look<'p> = Option<Result<(Parsed<'p>, NewErrors), Note>>;

/// Budgets of checking, and the files that were left out.
pub(super) struct Looks {
    pub(super) mode: Mode,
    /// For the first files, and for those of which an error would refuse the batch.
    work: Work,
    /// For the others: a warning is worth less than the time that a batch of hundreds of files would take.
    for_warnings: Work,
    /// Number of files looked at.
    files: usize,
    /// The first blocks of the files that are not looked at.
    left_out: Vec<usize>,
}

impl Looks {
    /// Number of files that are checked as thoroughly as those of which an error would refuse the batch.
    const FIRST: usize = 10;

    /// Number of files that are looked at together. Each may take all that the budget has before the first of
    /// them, so that what is found does not depend on the order in which threads come to them.
    pub(super) const TOGETHER: usize = 4;

    pub(crate) fn new(mode: Mode) -> Self {
        let (work, for_warnings) = (Work::of_batch(), Work::of_warnings());
        Self { mode, work, for_warnings, files: 0, left_out: Vec::new() }
    }

    /// Looks at some files.
    pub(super) fn look<'p>(&mut self, some: &[Subject<'p>], world: &dyn World) -> Vec<Look<'p>> {
        let first = self.files;
        self.files += some.len();
        let is_warning = |at: usize, subject: &Subject<'_>| {
            first + at >= Self::FIRST && !subject.is_exact() && self.mode != Mode::Refuse
        };
        let asked: Vec<(&Subject<'p>, Work, bool)> = some
            .iter()
            .enumerate()
            .map(|(at, subject)| {
                let is_warning = is_warning(at, subject);
                (subject, if is_warning { self.for_warnings } else { self.work }, is_warning)
            })
            .collect();
        let looked = by_halves(&asked, world, |(subject, work, _)| {
            let can = subject.is_exact() || !work.is_used_up();
            can.then(|| subject.compare(*work))
        });
        let mut looks = Vec::with_capacity(some.len());
        for ((subject, before, is_warning), looked) in asked.into_iter().zip(looked) {
            let (compared, left) = looked.map_or((None, before), |(compared, left)| (Some(compared), left));
            let budget = if is_warning { &mut self.for_warnings } else { &mut self.work };
            *budget = budget.without(before, left);
            looks.push(match compared {
                Some(Ok(found)) => found.map(Ok),
                Some(Err((language, TooLong))) if !left.is_used_up() => {
                    Some(Err(Note::Unparsed { language }))
                }
                Some(Err(_)) | None => {
                    self.left_out.push(subject.blocks[0]);
                    None
                }
            });
        }
        looks
    }

    /// The first block of the files that are not looked at, and the one note for all of them.
    pub(super) fn not_looked_at(&self) -> Option<(usize, Note)> {
        let first = *self.left_out.first()?;
        Some((first, Note::NotLookedAt { files: self.left_out.len() }))
    }
}

/// Does something with each of several, where that is possible with half of them beside the others.
fn by_halves<T: Sync, U: Send>(all: &[T], world: &dyn World, something: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let each = |some: &[T]| some.iter().map(&something).collect::<Vec<U>>();
    let (here, there) = all.split_at(all.len().div_ceil(2));
    if there.is_empty() {
        return each(here);
    }
    let (mut done, mut rest) = (Vec::new(), Vec::new());
    world.both(&mut || done = each(here), &mut || rest = each(there));
    done.extend(rest);
    done
}
