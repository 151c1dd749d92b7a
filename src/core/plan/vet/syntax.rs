//! Checks the new files before anything is written: their syntax, and their imports.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    blocks::{blocks_of, by_path, nearest},
    looks::{Look, Looks, Subject},
};
use crate::core::{
    imports::{self, Files},
    outcome::{Failure, Note},
    path::RepoPath,
    plan::{
        target::Overlay,
        types::{BlockReport, Plan, Planned, World, find},
    },
    resolve::{Kind, Tree as _},
    syntax::{Broken, Mode, SyntaxError, leftovers},
};

/// Checks each file that a plan changes. Errors become failures or notes of the blocks next to them.
pub(crate) fn vet(plan: &mut Plan, mode: Mode, world: &dyn World) {
    if mode == Mode::Off {
        return;
    }
    let after = NewTree::new(&plan.files, world);
    let by_path = by_path(&plan.blocks);
    let subject =
        |file| Subject::of(file, &plan.files, blocks_of(file, &plan.blocks, &by_path).unwrap_or_default());
    let subjects: Vec<Subject<'_>> = plan.files.iter().filter_map(subject).collect();
    let mut looks = Looks::new(mode);
    let mut remarks: Vec<(usize, Remark)> = Vec::new();
    for some in subjects.chunks(Looks::TOGETHER) {
        for (subject, look) in some.iter().zip(looks.look(some, world)) {
            remarks.extend(self::remarks(subject, look, mode, &plan.blocks, &after));
        }
    }
    remarks.extend(looks.not_looked_at().map(|(block, note)| (block, Remark::Say(note))));
    for (number, remark) in remarks {
        let block = &mut plan.blocks[number];
        match remark {
            Remark::Refuse(failure) => block.fail(failure),
            Remark::Say(note) => block.notes.push(note),
        }
    }
}

/// The reaction to errors of a block.
enum Remark {
    Refuse(Failure),
    Say(Note),
}

/// The remarks on one file, with the numbers of their blocks.
fn remarks<'p>(
    subject: &Subject<'p>,
    look: Look<'p>,
    mode: Mode,
    blocks: &[BlockReport],
    after: &NewTree<'p>,
) -> Vec<(usize, Remark)> {
    let of_file = &subject.blocks;
    let (parsed, found) = match look {
        Some(Ok(found)) => found,
        Some(Err(note)) => return vec![(of_file[0], Remark::Say(note))],
        None => return Vec::new(),
    };
    let language = parsed.language();
    let is_exact = language.is_exact() && !found.was_broken;
    let (errors, refuses) = match subject.old {
        Some(old) if found.errors.is_empty() => {
            (leftovers(&parsed, old, &subject.changed()), mode != Mode::Warn)
        }
        _ => (found.errors, mode == Mode::Refuse || mode == Mode::Auto && is_exact),
    };
    let by_block = |error: &SyntaxError| nearest(blocks, of_file, error.line, error.last);
    let broken = |errors: &[SyntaxError]| Broken::new(language, errors, subject.text());
    if refuses && !errors.is_empty() {
        return shared_out(&errors, by_block, |errors| {
            broken(errors).map(|broken| Remark::Refuse(Failure::Syntax(broken.into())))
        });
    }
    let first = |error: &SyntaxError| by_block(error).into_iter().take(1).collect();
    let mut remarks = shared_out(&errors, first, |errors| {
        broken(errors).map(|broken| Remark::Say(Note::Syntax(broken.into())))
    });
    for import in imports::unresolved(&parsed, subject.old, subject.path, after) {
        let block = nearest(blocks, of_file, import.line, import.line).into_iter().next();
        let note = Note::Import { line: import.line, name: import.name };
        remarks.extend(block.map(|block| (block, Remark::Say(note))));
    }
    remarks
}

/// Shares errors out to blocks, and makes a remark of those of each.
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
struct NewTree<'p> {
    files: &'p [Planned],
    tree: Overlay<'p>,
    world: &'p dyn World,
}

impl<'p> NewTree<'p> {
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
        find(self.files, path)
    }
}

impl Files for NewTree<'_> {
    fn kind(&self, path: &RepoPath) -> Kind {
        self.tree.kind(path)
    }

    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>> {
        match self.planned(path) {
            Some(file) => file.edited.change.new.as_ref().map(|new| Cow::Borrowed(new.bytes.as_slice())),
            None if self.world.kind(path) == Kind::File => {
                self.world.read(path).ok().map(|version| Cow::Owned(version.bytes.into_vec()))
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
