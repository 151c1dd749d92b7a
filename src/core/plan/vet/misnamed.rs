//! New files whose path is a slip for that of a file of which the text mostly is.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice as _};

use super::blocks::blocks_of;
use crate::core::{
    change::Edited,
    outcome::{Failure, Outcome, Slip},
    path::RepoPath,
    plan::{
        target::is_mostly,
        types::{BlockReport, Plan, Planned, World},
    },
    reply::Block,
    resolve::{self, Kind},
    script,
};

/// In batches that make more files, none is looked at: they lay out a project.
const MOST_FILES: usize = 64;

/// Among more names than these, none is looked for.
const MOST_NAMES: usize = 2000;

/// Among more files that end in one path, none is looked for.
const MOST_LONGER: usize = 8;

/// A name with fewer letters is too short to tell a slip from another name.
const SHORTEST: usize = 3;

/// Refuses the blocks that make such a file, unless the reply says that it is new.
pub(crate) fn refuse_misnamed(plan: &mut Plan, blocks: &[(usize, &Block<'_>)], world: &dyn World) {
    let is_made = |file: &&Planned| {
        let Edited { change, .. } = &file.edited;
        change.old.is_none() && change.new.is_some() && change.from.is_none()
    };
    let made: Vec<&Planned> = plan.files.iter().filter(is_made).collect();
    if made.is_empty() || made.len() > MOST_FILES {
        return;
    }
    let is_meant = |block: &Block<'_>| block.is_new || block.is_settled;
    let said = blocks.iter().zip(&plan.blocks).filter(|((_, block), _)| is_meant(block));
    let said: BTreeSet<&RepoPath> = said.filter_map(|(_, report)| report.end()).collect();
    let mut names = Names { world, plan, beside: BTreeMap::new() };
    let mut found = Vec::new();
    for file in made {
        if !said.contains(&file.edited.change.path) {
            found.extend(names.meant(&file.edited).map(|similar| (file, similar)));
        }
    }
    if found.is_empty() {
        return;
    }
    let by_path = BlockReport::by_path(&plan.blocks);
    let mut refused = Vec::new();
    for (file, similar) in found {
        let numbers = blocks_of(file, &plan.blocks, &by_path).unwrap_or_default();
        let failure = Failure::Misnamed { similar, by: Slip::Text };
        refused.extend(numbers.into_iter().map(|number| (number, failure.clone())));
    }
    for (number, failure) in refused {
        plan.blocks[number].fail(failure);
    }
}

/// The names that files have.
struct Names<'p> {
    world: &'p dyn World,
    plan: &'p Plan,
    /// The paths in the folders that were asked for.
    beside: BTreeMap<Option<RepoPath>, Vec<RepoPath>>,
}

impl Names<'_> {
    /// The file that a new one is meant for, if its path shows that, and its text.
    fn meant(&mut self, made: &Edited) -> Option<RepoPath> {
        let path = &made.change.path;
        let new = &made.change.new.as_ref()?.bytes;
        let (alike, longer) = (self.alike(path), self.longer(path));
        let is_meant = |other: &RepoPath| {
            let is_left = |report: &BlockReport| {
                matches!(report.outcome, Outcome::Applied(_) | Outcome::AlreadyApplied)
                    && report.path.as_ref() != Ok(path)
                    && (report.path.as_ref() == Ok(other) || report.to.as_ref() == Some(other))
            };
            if self.world.kind(other) != Kind::File || self.plan.blocks.iter().any(is_left) {
                return false;
            }
            let Ok(old) = self.world.read(other) else { return false };
            let speaks = |text: &[u8]| own_name(path, other).is_some_and(|name| says(text, name));
            is_mostly(&old.bytes, new) && (speaks(&old.bytes) || !speaks(new))
        };
        let found = alike.into_iter().find(is_meant);
        found.or_else(|| {
            // Several files of one name and text are copies, and so may this one be.
            let mut meant = longer.into_iter().filter(is_meant);
            meant.next().filter(|_| meant.next().is_none())
        })
    }

    /// The tracked files that end in a path: their folders may have been left out.
    fn longer(&self, path: &RepoPath) -> Vec<RepoPath> {
        let mut found = self.world.ending_in(path, MOST_LONGER + 1);
        found.retain(|other| other != path);
        if found.len() > MOST_LONGER { Vec::new() } else { found }
    }

    /// The paths in which one ends: the folders in front may be too many. A name alone is that of a file in the root
    /// if the first folder is not there.
    fn shorter(&self, path: &RepoPath) -> impl Iterator<Item = RepoPath> {
        let top = path.components().next().and_then(|top| RepoPath::new(top).ok());
        let is_invented = top.is_some_and(|top| self.world.kind(&top) == Kind::Absent);
        resolve::tails(path.as_bstr()).filter(move |tail| is_invented || tail.parent().is_some())
    }

    /// The paths for which this one may be a slip: one with another letter in its name or in the name of its folder,
    /// with a folder fewer, or without the folders in front.
    fn alike(&mut self, path: &RepoPath) -> Vec<RepoPath> {
        let folder = path.parent();
        let name = path.file_name();
        let Some(absent) = self.absent(path) else {
            let mut found = self.slips(folder.as_ref(), name);
            found.extend(self.below(folder.as_ref(), name));
            found.extend(self.shorter(path));
            return found;
        };
        let above = absent.parent();
        let rest = path.as_bstr()[absent.as_bstr().len() + 1..].to_owned();
        let folders = self.slips(above.as_ref(), absent.file_name()).into_iter();
        let mut found: Vec<RepoPath> = folders.filter_map(|folder| joined(Some(&folder), &rest)).collect();
        found.extend(joined(above.as_ref(), &rest));
        found.extend(self.shorter(path));
        found
    }

    /// The uppermost folder of a path that is not there.
    fn absent(&self, path: &RepoPath) -> Option<RepoPath> {
        let mut absent = None;
        let mut folder = path.parent();
        while let Some(path) = folder.filter(|folder| self.world.kind(folder) == Kind::Absent) {
            folder = path.parent();
            absent = Some(path);
        }
        absent
    }

    /// The paths in a folder whose name this one may be a slip for.
    fn slips(&mut self, folder: Option<&RepoPath>, name: &BStr) -> Vec<RepoPath> {
        self.beside(folder).iter().filter(|path| is_slip(name, path.file_name())).cloned().collect()
    }

    /// The only file of this name in a folder of a folder.
    fn below(&mut self, folder: Option<&RepoPath>, name: &BStr) -> Option<RepoPath> {
        let world = self.world;
        let paths = self.beside(folder).iter().filter_map(|path| joined(Some(path), name));
        let mut files = paths.filter(|path| world.kind(path) == Kind::File);
        files.next().filter(|_| files.next().is_none())
    }

    fn beside(&mut self, folder: Option<&RepoPath>) -> &[RepoPath] {
        let world = self.world;
        self.beside.entry(folder.cloned()).or_insert_with(|| {
            let all = world.beside(folder);
            if all.len() > MOST_NAMES { Vec::new() } else { all }
        })
    }
}

fn joined(folder: Option<&RepoPath>, rest: &[u8]) -> Option<RepoPath> {
    match folder {
        Some(folder) => RepoPath::new(&[folder.as_bstr().as_bytes(), b"/", rest].concat()).ok(),
        None => RepoPath::new(rest).ok(),
    }
}

/// The component of a path that another path does not have, without its extension; none where it is too short to say
/// anything.
fn own_name<'p>(path: &'p RepoPath, other: &RepoPath) -> Option<&'p [u8]> {
    let has = |part: &&[u8]| other.as_bstr().split_str("/").any(|known| known == *part);
    let own = path.as_bstr().split_str("/").find(|part| !has(part))?;
    Some(stem(own).0).filter(|own| own.len() >= SHORTEST)
}

/// Returns whether a text has a name in it, in any case.
fn says(text: &[u8], name: &[u8]) -> bool {
    text.to_ascii_lowercase().contains_str(name.to_ascii_lowercase())
}

/// Returns whether a name is another one but for a slip of the keyboard in front of its extension: a letter more,
/// fewer or other, two letters in the other order, or capitals.
fn is_slip(name: &[u8], other: &[u8]) -> bool {
    let ((name, extension), (other, other_extension)) = (stem(name), stem(other));
    if extension != other_extension || name == other {
        return false;
    }
    if name.eq_ignore_ascii_case(other) {
        return true;
    }
    if name.len().abs_diff(other.len()) > 1 || name.len().min(other.len()) < SHORTEST {
        return false;
    }
    let (start, end) = script::common_edges(name, other);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    match (&name[start..name.len() - end], &other[start..other.len() - end]) {
        ([], [one]) | ([one], []) => is_letter(one),
        ([one], [other]) => is_letter(one) && is_letter(other),
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// A name without its extension, and that.
fn stem(name: &[u8]) -> (&[u8], &[u8]) {
    match name.rfind_byte(b'.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_one_letter_or_two_in_the_other_order() {
        for name in ["utlis.py", "util.py", "utilss.py", "Utils.py", "utiks.py", "UTILS.py"] {
            assert!(is_slip(name.as_bytes(), b"utils.py"), "{name}");
        }
        for name in ["utils.py", "utils2.py", "utils.js", "helpers.py", "utils_a.py", "stuil.py"] {
            assert!(!is_slip(name.as_bytes(), b"utils.py"), "{name}");
        }
        assert!(!is_slip(b"a.py", b"b.py") && !is_slip(b"v1.2", b"v1.3"));
    }
}
