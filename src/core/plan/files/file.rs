//! One file while a batch is planned.

use std::{cell::OnceCell, collections::HashMap, rc::Rc};

use super::{
    adders::{Adders, Removers},
    numbered::{Numbered, OlderVersion},
    sought::SoughtBlocks,
    writes::Writes,
};
use crate::core::{
    change::{Change, Edited, FileMode, Version},
    content::Content,
    edits::Edits,
    guard::Verdict,
    language::Language,
    locate::{self, Budget, Looks, Search, Since, Tier},
    outcome::{Note, Unreadable},
    path::RepoPath,
    plan::types::{Planned, Side, World},
    splice,
    text::{Ending, Text, bodies, from_utf16, is_binary, without_blank_edges},
};

/// A file as the blocks so far would leave it.
pub(crate) struct File<'r> {
    /// True if it would exist.
    pub(crate) exists: bool,
    /// Its language, if it is known by its path.
    pub(crate) language: Option<&'static Language>,
    /// True if it is known to be text.
    pub(crate) editable: bool,
    /// The text that blocks are located in: the bytes on disk, or those that a block put in their place.
    pub(crate) text: Text,
    /// The changes of the blocks so far.
    pub(crate) edits: Edits<'r>,
    /// The blocks that were laid in what earlier ones wrote, and by which tier.
    pub(crate) rewrites: Vec<(Search<'r>, Tier)>,
    /// The block that gave its whole text, if the reply says so of one.
    pub(crate) given: Option<usize>,
    /// The path that its content was renamed from.
    pub(crate) from: Option<RepoPath>,
    /// True if a block wants a newline at its end, false if it wants none.
    pub(crate) final_newline: Option<bool>,
    /// Line ending of new lines where nothing else tells.
    pub(crate) ending: Ending,
    /// Versions beside batches, each aligned with a later one, or with `text` for none: at once, or by way of all
    /// versions between them.
    pub(crate) aligned: HashMap<(Side, Option<Side>, bool), Option<Rc<Since>>>,
    /// The lines that blocks name in `text`, once they are needed.
    pub(crate) numbered: Option<Rc<Numbered>>,
    /// The older versions in which these lines may count, once they are needed.
    pub(crate) versions: Option<Vec<OlderVersion>>,
    /// Remarks on the block that is being made.
    pub(crate) notes: Vec<Note>,
    /// Steps left for comparing.
    pub(crate) budget: Budget,
    /// Steps left for asking commits, once they are asked.
    past: Option<Budget>,
    /// The policy's word on the path.
    verdict: Verdict,
    mode: Option<u32>,
    /// The permission bits on disk.
    disk_mode: Option<u32>,
    disk: Disk,
    /// The lines that the blocks on it add, once they are needed.
    pub(super) adders: OnceCell<Adders>,
    /// The lines that the blocks on it take out, once they are needed.
    pub(super) removers: OnceCell<Removers<'r>>,
    /// Summary of the lines written so far, so that unrelated blocks are not looked for there.
    pub(crate) writes: Writes,
    /// `text` with its lines folded, once a tier asked for it; none inside if that changes nothing.
    pub(super) folded: Option<Option<Text>>,
    /// The looks at `text` so far.
    pub(crate) looks: Looks,
    /// Its blocks that were looked for.
    pub(super) sought: SoughtBlocks<'r>,
}

/// The file on disk.
enum Disk {
    Nothing,
    /// `File::text`.
    Text,
    /// These bytes, as `File::text` holds something else by now.
    Kept(Version),
}

impl<'r> File<'r> {
    /// A path where there is no file.
    pub(crate) fn absent(verdict: Verdict, ending: Ending) -> Self {
        Self {
            exists: false,
            editable: false,
            language: None,
            text: Text::default(),
            edits: Edits::default(),
            rewrites: Vec::new(),
            aligned: HashMap::new(),
            given: None,
            from: None,
            final_newline: None,
            ending,
            numbered: None,
            versions: None,
            notes: Vec::new(),
            budget: Budget::for_bytes(0),
            past: None,
            verdict,
            mode: None,
            disk_mode: None,
            disk: Disk::Nothing,
            adders: OnceCell::new(),
            removers: OnceCell::new(),
            writes: Writes::default(),
            folded: None,
            looks: Looks::default(),
            sought: SoughtBlocks::default(),
        }
    }

    /// A file as it is on disk.
    pub(crate) fn on_disk(version: Version, verdict: Verdict, ending: Ending) -> Self {
        let text = Text::new(version.bytes.into_vec());
        let mode = version.mode;
        Self { exists: true, text, mode, disk_mode: mode, disk: Disk::Text, ..Self::absent(verdict, ending) }
    }

    /// Its text, and the steps that are left for asking commits about its blocks: what is not found in them is no reason
    /// to refuse one.
    pub(crate) fn commits(&mut self) -> (&Text, &mut Budget) {
        let budget = self.past.get_or_insert_with(|| Budget::for_bytes(self.text.bytes().len()));
        (&self.text, budget)
    }

    /// Looks whether it is text that may be edited, which to rename and remove it does not ask.
    ///
    /// # Errors
    ///
    /// If it is no text, or the work tree does not let it be edited.
    pub(crate) fn make_editable(&mut self, path: &RepoPath, world: &dyn World) -> Result<(), Unreadable> {
        world.may_edit(path)?;
        if is_binary(self.text.bytes()) {
            let is_utf16 = from_utf16(self.text.bytes()).is_some();
            return Err(if is_utf16 { Unreadable::Utf16 } else { Unreadable::Binary });
        }
        self.editable = true;
        Ok(())
    }

    /// Makes this its whole text.
    pub(crate) fn create(&mut self, lines: &[impl AsRef<[u8]>]) {
        let ending = self.ending.as_bytes();
        let bytes = lines.iter().flat_map(|line| [line.as_ref(), ending]).collect::<Vec<_>>().concat();
        self.put_aside();
        (self.exists, self.text) = (true, Text::new(bytes));
    }

    /// Removes it.
    pub(crate) fn remove(&mut self) {
        self.put_aside();
        self.exists = false;
    }

    /// Returns whether an earlier block removed it when these lines were its whole text.
    pub(crate) fn was_removed_with(&self, lines: &[&[u8]]) -> bool {
        let Disk::Kept(version) = &self.disk else { return false };
        let held: Vec<&[u8]> = bodies(&version.bytes).collect();
        let (held, lines) = (without_blank_edges(&held), without_blank_edges(lines));
        !self.exists && !lines.is_empty() && locate::are_equal_but_for_ends(held, lines)
    }

    /// Takes its content away from `path`, to be moved to another one: the bytes, the mode, and the path they
    /// come from.
    pub(crate) fn take(&mut self, path: &RepoPath) -> (Vec<u8>, Option<u32>, RepoPath) {
        let bytes =
            splice::apply(self.text.bytes(), &splice::splices(&self.text, self.edits.runs(), self.ending));
        let bytes = self.ended(bytes);
        self.remove();
        (bytes, self.mode, self.from.take().unwrap_or_else(|| path.clone()))
    }

    /// Puts content that was taken from another path here.
    pub(crate) fn put(&mut self, bytes: Vec<u8>, mode: Option<u32>, from: Option<RepoPath>) {
        self.put_aside();
        (self.exists, self.text, self.mode, self.from) = (true, Text::new(bytes), mode, from);
    }

    /// Lets it be executed, or not. False if that is so already.
    pub(crate) fn set_mode(&mut self, mode: FileMode, world: &dyn World) -> bool {
        if FileMode::of(self.mode) == mode {
            return false;
        }
        self.mode = match (self.mode, mode) {
            (Some(bits), _) => Some(mode.applied_to(bits)),
            (None, FileMode::Executable) => Some(world.new_executable()),
            (None, FileMode::Plain) => None,
        };
        true
    }

    /// The version on disk, and whether that is a secret; none if there is no file.
    pub(crate) fn before(&self) -> Option<(Version, bool)> {
        let bytes = match &self.disk {
            Disk::Nothing => return None,
            Disk::Text => self.text.bytes(),
            Disk::Kept(version) => &version.bytes,
        };
        Some((Version { bytes: bytes.into(), mode: self.disk_mode }, self.verdict.is_private))
    }

    fn put_aside(&mut self) {
        let text = std::mem::take(&mut self.text);
        if matches!(self.disk, Disk::Text) {
            self.disk = Disk::Kept(Version { bytes: text.into_bytes().into(), mode: self.disk_mode });
        }
        self.forget_edits();
        self.given = None;
        self.final_newline = None;
        self.folded = None;
        self.looks = Looks::default();
        self.numbered = None;
        self.versions = None;
        self.aligned.clear();
        self.sought = SoughtBlocks::default();
    }

    /// Takes back all changes of its text.
    pub(crate) fn forget_edits(&mut self) {
        self.edits = Edits::default();
        self.writes = Writes::default();
        self.rewrites.clear();
    }

    /// Upper bound of its size, without a look at each change.
    pub(crate) fn most_bytes(&self) -> u64 {
        (self.text.bytes().len() + self.writes.bytes) as u64
    }

    /// Upper bound of its size in bytes: a missing newline at its end is counted.
    pub(crate) fn size(&self) -> u64 {
        self.edits.size(&self.text, self.ending) as u64
    }

    /// The bytes with a newline at their end, or without one, if a block wants that.
    fn ended(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        // Whether there is one is what it was before, whatever became of the last line.
        let is_open =
            self.text.len().checked_sub(1).is_some_and(|last| self.text.ending(last) == Ending::None);
        match self.final_newline {
            Some(true) if is_open && !bytes.is_empty() => {
                let mut known = (0..self.text.len()).rev().map(|line| self.text.ending(line));
                let ending = known.find(|ending| *ending != Ending::None).unwrap_or(self.ending);
                bytes.extend_from_slice(ending.as_bytes());
            }
            Some(false) if !is_open && bytes.ends_with(b"\n") => {
                bytes.pop();
                bytes.pop_if(|last| *last == b'\r');
            }
            _ => {}
        }
        bytes
    }

    /// The planned change of the path, if there is any.
    pub(crate) fn finish(self, path: RepoPath) -> Option<Planned> {
        let splices = splice::splices(&self.text, self.edits.runs(), self.ending);
        let is_spliced = self.final_newline.is_none();
        let ended =
            (!is_spliced).then(|| self.ended(splice::apply(self.text.bytes(), &splices))).map(Content::from);
        let text = Content::from(self.text.into_bytes());
        let bytes = || ended.unwrap_or_else(|| Content::spliced(&text, splices.clone()));
        let new = self.exists.then(|| Version { bytes: bytes(), mode: self.mode });
        let (old, in_place) = match self.disk {
            Disk::Text => (Some(Version { bytes: text, mode: self.disk_mode }), true),
            Disk::Kept(version) => (Some(version), false),
            Disk::Nothing => (None, false),
        };
        if old == new {
            return None;
        }
        let change = Change { path, old, new, from: self.from };
        let edited = if in_place && self.exists && is_spliced {
            Edited { change, splices }
        } else {
            Edited::of(change)
        };
        Some(Planned { edited, verdict: self.verdict })
    }
}
