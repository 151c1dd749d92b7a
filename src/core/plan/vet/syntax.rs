//! Checks the new files before anything is written: their syntax, and their imports.

use std::{borrow::Cow, collections::BTreeMap};

use bstr::{BStr, ByteSlice as _};

use super::{
    blocks::{blocks_of, nearest},
    looks::{Look, Looks, Subject},
};
use crate::core::{
    change::Edited,
    imports::{self, Files, Unresolved},
    outcome::{Failure, Note, Slip},
    path::RepoPath,
    plan::{
        target::Overlay,
        types::{BlockReport, Plan, Planned, Settings, World, find},
    },
    resolve::{Kind, Tree as _},
    syntax::{Broken, Mode, SyntaxError, leftovers},
};

/// Checks each file that a plan changes. Errors become failures or notes of the blocks next to them.
pub(crate) fn vet(plan: &mut Plan, settings: &Settings, world: &dyn World) {
    let mode = settings.syntax;
    if mode == Mode::Off {
        return;
    }
    let by_path = BlockReport::by_path(&plan.blocks);
    let blocks_of = |file: &Planned| blocks_of(file, &plan.blocks, &by_path).unwrap_or_default();
    let folder = settings.directory.as_ref().map(|path| path.as_bstr());
    let bare = plan.files.iter().filter(|file| is_made_in(file, folder));
    let bare = bare.map(|file| (&file.edited.change.path, blocks_of(file))).collect();
    let after = NewTree::new(&plan.files, bare, world);
    let subject = |file| Subject::of(file, &plan.files, blocks_of(file));
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
            (leftovers(&parsed, old, subject.splices), mode != Mode::Warn)
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
        let refusals = after.misplaced(&import);
        let note = Note::Import { line: import.line, name: import.name };
        remarks.extend(block.map(|block| (block, Remark::Say(note))));
        remarks.extend(refusals);
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

/// Returns whether a file is new, and directly in a folder.
fn is_made_in(file: &Planned, folder: Option<&BStr>) -> bool {
    let Edited { change, .. } = &file.edited;
    let parent = change.path.parent();
    change.old.is_none() && change.from.is_none() && parent.as_ref().map(RepoPath::as_bstr) == folder
}

/// The work tree as it would be.
struct NewTree<'p> {
    /// The new files that are named without a folder, and their blocks.
    bare: Vec<(&'p RepoPath, Vec<usize>)>,
    files: &'p [Planned],
    tree: Overlay<'p>,
    world: &'p dyn World,
}

impl<'p> NewTree<'p> {
    fn new(files: &'p [Planned], bare: Vec<(&'p RepoPath, Vec<usize>)>, world: &'p dyn World) -> Self {
        let mut tree = Overlay::new(world);
        for change in files.iter().map(|file| &file.edited.change) {
            match change.new {
                Some(_) => tree.make(&change.path),
                None => tree.remove(&change.path),
            }
        }
        Self { bare, files, tree, world }
    }

    /// Refusals of the blocks that make the file of an import, but in the folder where paths start.
    fn misplaced(&self, import: &Unresolved) -> Vec<(usize, Remark)> {
        // What is found by the name of its folder alone, such as `mod.rs`, may be that of any import.
        let is_named = |path: &RepoPath| {
            let stem = path.file_name().split_str(".").next().unwrap_or_default();
            let last = import.name.rsplit(|byte| b"/ ".contains(byte)).next().unwrap_or_default();
            last.split_str(".").any(|part| part == stem)
        };
        let meant = |path: &RepoPath| {
            let mut imported = import.paths.iter().filter(|_| is_named(path));
            imported.find(|other| other.file_name() == path.file_name())
        };
        let found = self.bare.iter().find_map(|(path, blocks)| Some((blocks, meant(path)?)));
        let Some((blocks, similar)) = found else { return Vec::new() };
        let failure = Failure::Misnamed { similar: similar.clone(), by: Slip::Import };
        blocks.iter().map(|block| (*block, Remark::Refuse(failure.clone()))).collect()
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
