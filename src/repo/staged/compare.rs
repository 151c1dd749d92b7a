//! Walking two trees, or the index and a tree, side by side.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    ops::Range,
};

use bstr::{BStr, BString, ByteSlice as _};
use gix::index::{
    Entry, State,
    entry::{Flags, Mode},
    extension::Tree as Cached,
};
use gix::objs::{TreeRef, tree::EntryKind};

use super::{
    ChangedPath, StagedError, TrackedEntry, TrackedKind,
    difference::{self, Difference, EntryPair},
    entry_at, found, renames,
};
use crate::repo::open::Repo;

/// A comparison while it is made. The first side decides what differs; a file that is as on any other is left
/// out.
pub(super) struct Comparison<'r> {
    repo: &'r Repo,
    sides: Vec<gix::ObjectId>,
    changed: Vec<ChangedPath>,
    gone: Vec<(BString, gix::ObjectId)>,
    /// Every difference of the first side, of modes too.
    pairs: Vec<EntryPair>,
}

/// One name of a folder.
enum Node<'a> {
    File(TrackedEntry),
    /// A tree that is stored.
    Tree(gix::ObjectId),
    /// Entries of the index, and its cached tree of the folder.
    Entries(&'a State, Range<usize>, Option<&'a Cached>),
    /// Something that is not staged: neither there nor gone.
    Unknown,
}

impl Node<'_> {
    fn is_folder(&self) -> bool {
        matches!(self, Self::Tree(_) | Self::Entries(..))
    }
}

type NamedNode<'a> = (&'a BStr, Node<'a>);

/// Returns whether an entry of the index would be in a commit: neither a side of a conflict nor only
/// announced.
pub(super) fn is_staged(entry: &Entry) -> bool {
    entry.stage_raw() == 0 && !entry.flags.contains(Flags::INTENT_TO_ADD)
}

/// The kind of an entry of the index; none of a folder that a sparse index holds as one.
pub(super) fn kind(mode: Mode) -> Option<TrackedKind> {
    match mode {
        Mode::FILE | Mode::FILE_EXECUTABLE => Some(TrackedKind::File),
        Mode::SYMLINK => Some(TrackedKind::Link),
        Mode::COMMIT => Some(TrackedKind::Repository),
        _ => None,
    }
}

/// An entry of the index; none of a folder that a sparse index holds as one.
pub(super) fn entry(entry: &Entry) -> Option<TrackedEntry> {
    let is_executable = entry.mode == Mode::FILE_EXECUTABLE;
    Some(TrackedEntry { kind: kind(entry.mode)?, is_executable, id: entry.id })
}

impl<'r> Comparison<'r> {
    pub(super) fn new(repo: &'r Repo, sides: Vec<gix::ObjectId>) -> Self {
        Self { repo, sides, changed: Vec::new(), gone: Vec::new(), pairs: Vec::new() }
    }

    /// Differences of the index from the first side, with both sides of each.
    pub(super) fn differences_of_index(self, index: &State) -> Result<Vec<Difference>, StagedError> {
        let all = Node::Entries(index, 0..index.entries().len(), index.tree());
        self.differences(all)
    }

    /// Differences of a tree from the first side, with both sides of each.
    pub(super) fn differences_of_tree(self, tree: gix::ObjectId) -> Result<Vec<Difference>, StagedError> {
        self.differences(Node::Tree(tree))
    }

    fn differences(mut self, now: Node<'_>) -> Result<Vec<Difference>, StagedError> {
        let before = self.sides.first().copied().map(Node::Tree);
        self.folder(b"".as_bstr(), Some(now), before)?;
        self.moved()?;
        let sources = self.changed.into_iter().filter_map(|changed| Some((changed.path, changed.from?)));
        Ok(difference::of_pairs(self.pairs, &sources.collect()))
    }

    /// Compares the index with the sides.
    pub(super) fn of_index(self, index: &State) -> Result<Vec<ChangedPath>, StagedError> {
        let all = Node::Entries(index, 0..index.entries().len(), index.tree());
        self.of(all)
    }

    /// Compares a tree with the sides.
    pub(super) fn of_tree(self, tree: gix::ObjectId) -> Result<Vec<ChangedPath>, StagedError> {
        self.of(Node::Tree(tree))
    }

    fn of(mut self, now: Node<'_>) -> Result<Vec<ChangedPath>, StagedError> {
        let before = self.sides.first().copied().map(Node::Tree);
        self.folder(b"".as_bstr(), Some(now), before)?;
        self.moved()?;
        self.merged()?;
        Ok(self.changed)
    }

    /// Compares a folder, whose name ends with a `/` unless it is the root.
    fn folder(
        &mut self,
        prefix: &BStr,
        now: Option<Node<'_>>,
        before: Option<Node<'_>>,
    ) -> Result<(), StagedError> {
        if let (Some(now), Some(Node::Tree(before))) = (&now, &before)
            && self.tree_id(now) == Some(*before)
        {
            return Ok(());
        }
        let (now_data, before_data) = (self.data(now.as_ref())?, self.data(before.as_ref())?);
        let now = self.names(prefix, now, &now_data)?;
        let before = self.names(prefix, before, &before_data)?;
        let (mut now, mut before) = (now.into_iter().peekable(), before.into_iter().peekable());
        loop {
            let order = match (now.peek(), before.peek()) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => order(a, b),
            };
            let a = if order.is_le() { now.next() } else { None };
            let b = if order.is_ge() { before.next() } else { None };
            let name = a.as_ref().or(b.as_ref()).map_or(b"".as_bstr(), |(name, _)| name);
            let path = BString::from([prefix.as_bytes(), name].concat());
            self.pair(path, a.map(|(_, node)| node), b.map(|(_, node)| node))?;
        }
    }

    /// Compares two nodes of one name.
    fn pair(
        &mut self,
        path: BString,
        now: Option<Node<'_>>,
        before: Option<Node<'_>>,
    ) -> Result<(), StagedError> {
        match (now, before) {
            (Some(Node::Unknown), _) => {}
            (Some(Node::File(new)), Some(Node::File(old))) => {
                if new != old {
                    self.pairs.push((path.clone(), Some(old), Some(new)));
                }
                let TrackedEntry { kind, id, .. } = new;
                if (kind, id) != (old.kind, old.id) {
                    let is_file = kind == TrackedKind::File && old.kind == TrackedKind::File;
                    let before = is_file.then_some(old.id);
                    self.changed.push(ChangedPath { path, kind, id, before, from: None, also: Vec::new() });
                }
            }
            (Some(Node::File(new)), None) => {
                self.pairs.push((path.clone(), None, Some(new)));
                let TrackedEntry { kind, id, .. } = new;
                self.changed.push(ChangedPath { path, kind, id, before: None, from: None, also: Vec::new() });
            }
            (None, Some(Node::File(old))) => {
                self.pairs.push((path.clone(), Some(old), None));
                if old.kind == TrackedKind::File {
                    self.gone.push((path, old.id));
                }
            }
            (None, Some(Node::Unknown)) | (None, None) => {}
            (now, before) => {
                let prefix = BString::from([path.as_bytes(), b"/"].concat());
                self.folder(prefix.as_bstr(), now, before)?;
            }
        }
        Ok(())
    }

    /// The id of a folder, as far as it is known without looking into it.
    fn tree_id(&self, node: &Node<'_>) -> Option<gix::ObjectId> {
        match node {
            Node::Tree(id) => Some(*id),
            Node::Entries(_, range, Some(cached)) => {
                let holds = cached.num_entries.is_some_and(|entries| entries as usize == range.len());
                holds.then_some(cached.id)
            }
            _ => None,
        }
    }

    fn data(&self, node: Option<&Node<'_>>) -> Result<Vec<u8>, StagedError> {
        match node {
            Some(Node::Tree(id)) => Ok(found(self.repo, *id, self.repo.git().find_tree(*id))?.take_data()),
            _ => Ok(Vec::new()),
        }
    }

    /// The names in a folder, in git's order.
    fn names<'a>(
        &self,
        prefix: &BStr,
        node: Option<Node<'a>>,
        data: &'a [u8],
    ) -> Result<Vec<NamedNode<'a>>, StagedError> {
        match node {
            Some(Node::Tree(_)) => {
                let tree = TreeRef::from_bytes(data, self.repo.object_hash())?;
                Ok(tree.entries.iter().map(|entry| (entry.filename, of_tree(entry))).collect())
            }
            Some(Node::Entries(index, range, cached)) => Ok(of_entries(prefix.len(), index, range, cached)),
            _ => Ok(Vec::new()),
        }
    }

    /// A new file that is as one that is gone was moved, and so was one that is much like one.
    fn moved(&mut self) -> Result<(), StagedError> {
        let is_new = |changed: &ChangedPath| changed.kind == TrackedKind::File && changed.before.is_none();
        let by_id: HashMap<gix::ObjectId, &BString> =
            self.gone.iter().rev().map(|(path, id)| (*id, path)).collect();
        for changed in self.changed.iter_mut().filter(|changed| is_new(changed)) {
            if let Some(path) = by_id.get(&changed.id) {
                (changed.before, changed.from) = (Some(changed.id), Some((*path).clone()));
            }
        }
        let moved: HashSet<gix::ObjectId> = self
            .changed
            .iter()
            .filter(|changed| changed.before == Some(changed.id))
            .map(|changed| changed.id)
            .collect();
        let gone = self.gone.iter().filter(|(_, id)| !moved.contains(id));
        let gone = renames::sides(gone.map(|(path, id)| (path, *id)));
        let new = self.changed.iter().filter(|changed| is_new(changed));
        let new = renames::sides(new.map(|changed| (&changed.path, changed.id)));
        let sources = renames::sources(self.repo, &gone, &new)?;
        let rest = self.changed.iter_mut().filter(|changed| is_new(changed));
        for (changed, source) in rest.zip(sources.into_iter().map(|source| source.map(|at| &gone[at]))) {
            changed.before = source.map(|source| source.id);
            changed.from = source.map(|source| source.path.to_owned());
        }
        Ok(())
    }

    /// Leaves out files that are as on another side of a merge, and notes their objects on each.
    fn merged(&mut self) -> Result<(), StagedError> {
        for side in self.sides.iter().skip(1) {
            let mut kept = Vec::with_capacity(self.changed.len());
            for mut changed in std::mem::take(&mut self.changed) {
                let entry = entry_at(self.repo, *side, changed.path.as_bstr())?;
                match entry.map(|(_, id)| id) {
                    Some(id) if id == changed.id => continue,
                    Some(id) if changed.kind == TrackedKind::File => changed.also.push(id),
                    _ => {}
                }
                kept.push(changed);
            }
            self.changed = kept;
        }
        Ok(())
    }
}

fn of_tree<'a>(entry: &gix::objs::tree::EntryRef<'a>) -> Node<'a> {
    let id = entry.oid.to_owned();
    let file = |kind, is_executable| Node::File(TrackedEntry { kind, is_executable, id });
    match entry.mode.kind() {
        EntryKind::Tree => Node::Tree(id),
        EntryKind::Blob => file(TrackedKind::File, false),
        EntryKind::BlobExecutable => file(TrackedKind::File, true),
        EntryKind::Link => file(TrackedKind::Link, false),
        EntryKind::Commit => file(TrackedKind::Repository, false),
    }
}

/// The names that entries of the index have behind a prefix of this length; those below one folder are one
/// name.
fn of_entries<'a>(
    prefix: usize,
    index: &'a State,
    range: Range<usize>,
    cached: Option<&'a Cached>,
) -> Vec<NamedNode<'a>> {
    let entries = &index.entries()[range.clone()];
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let path = entry.path(index);
        let rest = &path[prefix..];
        let Some(slash) = rest.find_byte(b'/') else {
            let staged = self::entry(entry).filter(|_| is_staged(entry));
            let node = staged.map_or(Node::Unknown, Node::File);
            let same = |other: &&Entry| other.path(index) == path;
            at += entries[at..].iter().take_while(same).count();
            names.push((rest, node));
            continue;
        };
        let (name, folder) = (rest[..slash].as_bstr(), &path[..=prefix + slash]);
        let below = entries[at..].partition_point(|other| other.path(index).starts_with(folder));
        let node = if entry.mode.is_sparse() {
            Node::Tree(entry.id)
        } else {
            let children = cached.map_or(&[][..], |cached| &cached.children);
            let child = children.iter().find(|child| child.name.as_slice() == name.as_bytes());
            let start = range.start + at;
            Node::Entries(index, start..start + below, child)
        };
        names.push((name, node));
        at += below;
    }
    names
}

/// git's order of names: a folder sorts as its name with a `/` would. Of one name a file and a folder are
/// two.
fn order((a, a_node): &NamedNode<'_>, (b, b_node): &NamedNode<'_>) -> Ordering {
    let end = |node: &Node<'_>| if node.is_folder() { &b"/"[..] } else { b"" };
    a.iter().chain(end(a_node)).cmp(b.iter().chain(end(b_node)))
}
