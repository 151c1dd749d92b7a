//! The files as they would be, looked at before anything is written: their syntax, and what they import.

use std::{borrow::Cow, collections::BTreeMap};

use super::{BlockReport, Plan, Planned, World, overlay::Overlay};
use crate::core::{
    imports::{self, Files},
    outcome::{Failure, Note, Outcome},
    path::RepoPath,
    resolve::{Kind, Tree as _},
    syntax::{Broken, Mode, SyntaxError, TooLong, Work, changed_lines, compare_any, languages},
};

/// Looks at each file that a plan changes. What is wrong becomes a failure or a note of the blocks next to it.
pub(super) fn vet(plan: &mut Plan, mode: Mode, world: &dyn World) {
    if mode == Mode::Off {
        return;
    }
    let after = After::new(&plan.files, world);
    let mut work = Work::of_batch();
    let remarks: Vec<(usize, Remark)> =
        plan.files.iter().flat_map(|file| remarks(file, &plan.blocks, mode, &after, &mut work)).collect();
    for (number, remark) in remarks {
        let block = &mut plan.blocks[number];
        match remark {
            Remark::Refuse(failure) => (block.outcome, block.after) = (Outcome::Failed(failure), None),
            Remark::Say(note) => block.notes.push(note),
        }
    }
}

/// What is made of a block.
enum Remark {
    Refuse(Failure),
    Say(Note),
}

/// The remarks on one file, with the numbers of their blocks.
fn remarks<'p>(
    file: &'p Planned,
    blocks: &[BlockReport],
    mode: Mode,
    after: &After<'p>,
    work: &mut Work,
) -> Vec<(usize, Remark)> {
    let change = &file.edited.change;
    let (Some(new), languages) = (&change.new, languages(&change.path)) else { return Vec::new() };
    let old = after.old(file);
    let of_file = blocks_of(file, blocks).unwrap_or_default();
    if of_file.is_empty() || languages.is_empty() || old.is_some_and(|old| old == new.bytes) {
        return Vec::new();
    }
    let changed = changed_lines(&file.edited.splices, &new.bytes);
    let unparsed = |language| vec![(of_file[0], Remark::Say(Note::Unparsed { language }))];
    let (parsed, found) = match compare_any(languages, old, &new.bytes, &changed, work) {
        Ok(Some(found)) => found,
        Ok(None) => return Vec::new(),
        Err((language, TooLong)) => return unparsed(language),
    };
    let language = parsed.language();
    let exact = language.is_exact() && !found.was_broken;
    let refused = mode == Mode::Refuse || mode == Mode::Auto && exact;
    let by_block = |error: &SyntaxError| nearest(blocks, &of_file, error.line, error.last);
    if refused && !found.errors.is_empty() {
        return shared_out(&found.errors, by_block, |errors| {
            Broken::new(language, errors, &new.bytes)
                .map(|broken| Remark::Refuse(Failure::Syntax(broken.into())))
        });
    }
    let first = |error: &SyntaxError| by_block(error).into_iter().take(1).collect();
    let mut remarks = shared_out(&found.errors, first, |errors| {
        Broken::new(language, errors, &new.bytes).map(|broken| Remark::Say(Note::Syntax(broken.into())))
    });
    for import in imports::unresolved(&parsed, old, &change.path, after) {
        let block = nearest(blocks, &of_file, import.line, import.line).into_iter().next();
        let note = Note::Import { line: import.line, name: import.name };
        remarks.extend(block.map(|block| (block, Remark::Say(note))));
    }
    remarks
}

/// The numbers of the blocks that make a file what it is; none if one of them failed, so that it is not whole.
fn blocks_of(file: &Planned, blocks: &[BlockReport]) -> Option<Vec<usize>> {
    let change = &file.edited.change;
    let is_of = |path: &RepoPath| *path == change.path || change.from.as_ref() == Some(path);
    let touches =
        |block: &BlockReport| block.path.as_ref().is_ok_and(is_of) || block.to.as_ref().is_some_and(is_of);
    let of_file = || (0..blocks.len()).filter(|&number| touches(&blocks[number]));
    if of_file().any(|number| matches!(blocks[number].outcome, Outcome::Failed(_))) {
        return None;
    }
    Some(of_file().filter(|&number| matches!(blocks[number].outcome, Outcome::Applied(_))).collect())
}

/// Of the blocks of a file those whose lines in it are nearest; all, where it is not known of one where its lines are.
fn nearest(blocks: &[BlockReport], of_file: &[usize], first: usize, last: usize) -> Vec<usize> {
    let distance = |number: &usize| {
        let lines = blocks[*number].after.clone()?;
        Some(lines.start.saturating_sub(last).max((first + 1).saturating_sub(lines.end.max(lines.start + 1))))
    };
    let distances: Option<Vec<usize>> = of_file.iter().map(distance).collect();
    let Some(distances) = distances else { return of_file.to_vec() };
    let least = distances.iter().min();
    of_file
        .iter()
        .zip(&distances)
        .filter(|(_, distance)| Some(*distance) == least)
        .map(|(number, _)| *number)
        .collect()
}

/// What is made of the errors of each block.
fn shared_out(
    errors: &[SyntaxError],
    blocks: impl Fn(&SyntaxError) -> Vec<usize>,
    remark: impl Fn(&[SyntaxError]) -> Option<Remark>,
) -> Vec<(usize, Remark)> {
    let mut shared: BTreeMap<usize, Vec<SyntaxError>> = BTreeMap::new();
    for error in errors {
        blocks(error).into_iter().for_each(|block| shared.entry(block).or_default().push(error.clone()));
    }
    shared.into_iter().filter_map(|(block, errors)| Some((block, remark(&errors)?))).collect()
}

/// The work tree as it would be.
struct After<'p> {
    files: &'p [Planned],
    tree: Overlay<'p>,
    world: &'p dyn World,
}

impl<'p> After<'p> {
    fn new(files: &'p [Planned], world: &'p dyn World) -> Self {
        let mut tree = Overlay::new(world);
        for change in files.iter().map(|file| &file.edited.change) {
            match change.new {
                Some(_) => tree.make(&change.path),
                None => tree.remove(&change.path),
            }
        }
        Self { files, tree, world }
    }

    fn planned(&self, path: &RepoPath) -> Option<&'p Planned> {
        let at = self.files.binary_search_by(|file| file.edited.change.path.cmp(path)).ok()?;
        Some(&self.files[at])
    }

    /// What a file was before, under whatever name.
    fn old(&self, file: &'p Planned) -> Option<&'p [u8]> {
        let change = &file.edited.change;
        let origin = || self.planned(change.from.as_ref()?)?.edited.change.old.as_ref();
        change.old.as_ref().or_else(origin).map(|old| old.bytes.as_slice())
    }
}

impl Files for After<'_> {
    fn kind(&self, path: &RepoPath) -> Kind {
        self.tree.kind(path)
    }

    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>> {
        match self.planned(path) {
            Some(file) => file.edited.change.new.as_ref().map(|new| Cow::Borrowed(new.bytes.as_slice())),
            None if self.world.kind(path) == Kind::File => {
                self.world.read(path).ok().map(|version| Cow::Owned(version.bytes))
            }
            None => None,
        }
    }

    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let there = self.world.beside(folder).into_iter().filter(|path| self.kind(path) != Kind::Absent);
        let made = self.files.iter().map(|file| &file.edited.change).filter(|change| change.new.is_some());
        let made = made.map(|change| change.path.clone()).filter(|path| path.parent().as_ref() == folder);
        there.chain(made).collect()
    }
}
