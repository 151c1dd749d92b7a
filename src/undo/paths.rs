//! The files of batches that are taken back, where those are not all.

use std::collections::BTreeSet;

use bstr::{BStr, BString, ByteSlice as _};
use gix::pathspec::{Search, parse};

use crate::{
    core::path::RepoPath,
    repo::{open::Repo, record::Record},
};

/// Faults of pathspecs, each by the index of the pathspec.
pub(super) enum SpecFault {
    /// It cannot be read, or leads out of the work tree.
    Bad(usize),
    /// It names no file of the batches.
    NoFile(usize),
}

/// Pathspecs, as git reads them (gitglossary(7), "pathspec"). Attributes match nothing.
pub(super) struct Pathspecs {
    each: Vec<Search>,
    all: Search,
}

impl Pathspecs {
    /// Reads pathspecs, which count from the folder that the command was started in.
    pub(super) fn read(repo: &Repo, given: &[BString]) -> Result<Self, SpecFault> {
        let prefix = repo.prefix().unwrap_or_default().to_path_lossy();
        let root = repo.work_dir();
        let mut patterns = Vec::with_capacity(given.len());
        let mut each = Vec::with_capacity(given.len());
        for (spec, given) in given.iter().enumerate() {
            let bad = |_| SpecFault::Bad(spec);
            let read = |text: &[u8]| {
                parse(text, gix::pathspec::Defaults::default()).map_err(|_| SpecFault::Bad(spec))
            };
            let mut pattern = read(given)?;
            let normal = pattern.clone().normalize(&prefix, root).map_err(bad)?.clone();
            if normal.is_nil() && !normal.is_excluded() {
                // The root as `.` or `..`, which gix's search finds nothing in.
                pattern = read(b":/")?;
            }
            each.push(Search::from_specs([pattern.clone()], Some(&prefix), root).map_err(bad)?);
            patterns.push(pattern);
        }
        let all = Search::from_specs(patterns, Some(&prefix), root).map_err(|_| SpecFault::Bad(0))?;
        Ok(Self { each, all })
    }

    /// Returns whether one of them names a file of a batch.
    pub(super) fn touch(&mut self, record: &Record<'_>) -> bool {
        record.files().any(|file| matches(&mut self.all, file.path.0.as_bstr()))
    }

    /// Leaves all files out of batches but those that are named, and what was renamed from or to these. The
    /// files that are left in, unless those are all; or the first pathspec that names none.
    pub(super) fn narrow(&mut self, targets: &mut [Record<'_>]) -> Result<Vec<RepoPath>, SpecFault> {
        for (spec, search) in self.each.iter_mut().enumerate() {
            let names =
                |record: &Record<'_>| record.files().any(|file| matches(search, file.path.0.as_bstr()));
            if !targets.iter().any(names) {
                return Err(SpecFault::NoFile(spec));
            }
        }
        let mut chosen: BTreeSet<RepoPath> = BTreeSet::new();
        let files = || targets.iter().flat_map(Record::files);
        chosen.extend(
            files().map(|file| &file.path.0).filter(|path| matches(&mut self.all, path.as_bstr())).cloned(),
        );
        loop {
            let before = chosen.len();
            for file in files() {
                let ends = [Some(&file.path), file.from.as_ref()].map(|path| path.map(|path| &path.0));
                if ends.into_iter().flatten().any(|path| chosen.contains(path)) {
                    chosen.extend(ends.into_iter().flatten().cloned());
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        let mut is_all = true;
        for record in targets.iter_mut() {
            let paths = record.files().map(|file| &file.path.0);
            let others: Vec<RepoPath> = paths.filter(|path| !chosen.contains(path)).cloned().collect();
            is_all &= others.is_empty();
            record.leave_out(others);
        }
        Ok(if is_all { Vec::new() } else { chosen.into_iter().collect() })
    }
}

fn matches(search: &mut Search, path: &BStr) -> bool {
    let found = search.pattern_matching_relative_path(path, Some(false), &mut |_, _, _, _| false);
    found.is_some_and(|found| !found.is_excluded())
}
