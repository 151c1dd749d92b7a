//! The commits that touched one file, the newest first.
//!
//! Only the trees above the file are looked at, each once; whole trees are compared only where the file
//! appears, to find the name that it had before.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

use bstr::{BStr, ByteSlice as _};
use gix::{ObjectId, objs::TreeRefIter};

use crate::{core::path::RepoPath, repo::open::Repo};

/// Number of commits that are read at most.
const MOST_COMMITS: usize = 20_000;
/// Number of bytes of trees and commits that are read at most.
const MOST_BYTES: usize = 256 << 20;
/// Number of renames of a file that are followed at most.
const MOST_RENAMES: usize = 8;
/// Cost of looking for a rename, in bytes.
const RENAME_COST: usize = 8 << 20;
/// Number of files that came and went in one commit that are compared at most.
const MOST_COMPARED: usize = 200;

/// Next step of the walk.
pub(super) enum WalkStep {
    /// A version that was not met before.
    Version {
        /// The newest commit with it.
        commit: ObjectId,
        /// Number of commits that ago that was.
        ago: usize,
        /// The version.
        blob: ObjectId,
    },
    /// There are no more commits.
    End,
    /// Looking further would take too long.
    GaveUp {
        /// Number of commits looked at.
        commits: usize,
    },
}

/// A commit as far as it matters.
#[derive(Clone, Debug)]
struct WalkedCommit {
    tree: ObjectId,
    time: i64,
    parents: Vec<ObjectId>,
    /// The commit by which it was met, which has it as a parent.
    child: Option<ObjectId>,
}

/// Goes from HEAD back in time.
pub(super) struct Commits {
    /// Commits that are known and not looked at: by time, then as they were met.
    queue: BinaryHeap<(i64, Reverse<usize>, ObjectId)>,
    known: HashMap<ObjectId, WalkedCommit>,
    graph: Option<gix::commitgraph::Graph>,
    /// The file's names, the newest first.
    names: Vec<RepoPath>,
    renames: usize,
    /// The object at the rest of a name in a tree, by the tree, the name and where the rest begins.
    trees: HashMap<(ObjectId, usize, usize), Option<ObjectId>>,
    blobs: HashSet<ObjectId>,
    depth: usize,
    /// Number of commits that are read at most.
    most: usize,
    looked_at: usize,
    spent: usize,
    met: usize,
}

/// An object that is not here, or of another kind than expected.
struct Missing;

impl Commits {
    /// Starts at HEAD; none where there is no commit, or the depth is 0.
    pub(super) fn new(repo: &Repo, path: RepoPath, depth: usize) -> Option<Self> {
        Self::from(repo.git(), repo.head().ok()?.id?, path, depth)
    }

    fn from(git: &gix::Repository, head: ObjectId, path: RepoPath, depth: usize) -> Option<Self> {
        let mut this = Self {
            queue: BinaryHeap::new(),
            known: HashMap::new(),
            graph: git.commit_graph_if_enabled().ok().flatten(),
            names: vec![path],
            renames: 0,
            trees: HashMap::new(),
            blobs: HashSet::new(),
            depth,
            most: MOST_COMMITS,
            looked_at: 0,
            spent: 0,
            met: 0,
        };
        this.meet(git, head, None).ok()?;
        (depth > 0).then_some(this)
    }

    /// The blob in the commit that is next.
    pub(super) fn newest(&mut self, git: &gix::Repository) -> Option<ObjectId> {
        let (_, _, id) = self.queue.peek()?;
        let tree = self.known.get(id)?.tree;
        self.look_up(git, tree).ok().flatten().map(|(_, blob)| blob)
    }

    /// The next version. `may_read` says of a name that the file had whether it may be looked at.
    pub(super) fn next(&mut self, git: &gix::Repository, may_read: &dyn Fn(&RepoPath) -> bool) -> WalkStep {
        while let Some((_, _, id)) = self.queue.pop() {
            let beyond = self.looked_at >= self.most || self.spent >= MOST_BYTES;
            if beyond || self.blobs.len() >= self.depth {
                return WalkStep::GaveUp { commits: self.looked_at };
            }
            let ago = self.looked_at;
            self.looked_at += 1;
            let Some(commit) = self.known.get(&id).cloned() else { return WalkStep::End };
            let Ok(found) = self.look_up(git, commit.tree) else { return WalkStep::End };
            let parents: Vec<WalkedCommit> =
                commit.parents.iter().filter_map(|parent| self.meet(git, *parent, Some(id)).ok()).collect();
            if let Some((name, _)) = found {
                self.follow(git, &commit, name, &parents, may_read);
            }
            if let Some((_, blob)) = found
                && self.blobs.insert(blob)
            {
                return WalkStep::Version { commit: id, ago, blob };
            }
        }
        WalkStep::End
    }

    /// The newest commit that took the file away, if HEAD does not have it, and its new path, if that renamed it.
    /// It is looked for in this number of commits, less those that were looked at.
    pub(super) fn end(
        &mut self,
        git: &gix::Repository,
        left: &mut usize,
    ) -> Option<(Option<ObjectId>, Option<RepoPath>)> {
        self.most = *left;
        let found = self.next(git, &|_| false);
        *left -= self.looked_at;
        let WalkStep::Version { commit: last, .. } = found else { return None };
        let last = self.known.get(&last)?;
        let Some(commit) = last.child else { return Some((None, None)) };
        let new = self.known.get(&commit)?.tree;
        let to = rename(git, last.tree, new, |from, _| from == self.names[0].as_bstr()).map(|(_, to)| to);
        Some((Some(commit), to))
    }

    /// Reads a commit and puts it into the queue, if it was not met before.
    fn meet(
        &mut self,
        git: &gix::Repository,
        id: ObjectId,
        child: Option<ObjectId>,
    ) -> Result<WalkedCommit, Missing> {
        if let Some(commit) = self.known.get(&id) {
            return Ok(commit.clone());
        }
        let commit = WalkedCommit { child, ..self.read(git, id)? };
        self.met += 1;
        self.queue.push((commit.time, Reverse(self.met), id));
        self.known.insert(id, commit.clone());
        Ok(commit)
    }

    fn read(&mut self, git: &gix::Repository, id: ObjectId) -> Result<WalkedCommit, Missing> {
        if let Some(graph) = &self.graph
            && let Some(commit) = graph.commit_by_id(id)
        {
            let parents = commit.iter_parents().map(|parent| Some(graph.id_at(parent.ok()?).to_owned()));
            let parents = parents.collect::<Option<Vec<_>>>().ok_or(Missing)?;
            let time = i64::try_from(commit.committer_timestamp()).unwrap_or(i64::MAX);
            let tree = commit.root_tree_id().to_owned();
            return Ok(WalkedCommit { tree, time, parents, child: None });
        }
        let object = git.try_find_object(id).ok().flatten().ok_or(Missing)?;
        self.spent += object.data.len();
        let commit = object.try_into_commit().map_err(|_| Missing)?;
        let tree = commit.tree_id().map_err(|_| Missing)?.detach();
        let time = commit.time().map_err(|_| Missing)?.seconds;
        let parents = commit.parent_ids().map(gix::Id::detach).collect();
        Ok(WalkedCommit { tree, time, parents, child: None })
    }

    /// The blob of the file in a tree, under the newest of its names that is there, and the number of that.
    fn look_up(
        &mut self,
        git: &gix::Repository,
        tree: ObjectId,
    ) -> Result<Option<(usize, ObjectId)>, Missing> {
        for name in 0..self.names.len() {
            if let Some(blob) = self.descend(git, tree, name, 0)? {
                return Ok(Some((name, blob)));
            }
        }
        Ok(None)
    }

    /// The blob at the rest, from byte `at` on, of a name.
    fn descend(
        &mut self,
        git: &gix::Repository,
        tree: ObjectId,
        name: usize,
        at: usize,
    ) -> Result<Option<ObjectId>, Missing> {
        if let Some(known) = self.trees.get(&(tree, name, at)) {
            return Ok(*known);
        }
        let rest = self.names[name].as_bstr()[at..].to_owned();
        let (first, below) = match rest.find_byte(b'/') {
            Some(slash) => (&rest[..slash], Some(at + slash + 1)),
            None => (&rest[..], None),
        };
        let object = git.try_find_object(tree).ok().flatten().ok_or(Missing)?;
        self.spent += object.data.len();
        let entry = entry(&object.data, first, object.id.kind());
        let found = match (entry, below) {
            (Some((id, mode)), None) if mode.is_blob() => Some(id),
            (Some((id, mode)), Some(below)) if mode.is_tree() => self.descend(git, id, name, below)?,
            _ => None,
        };
        self.trees.insert((tree, name, at), found);
        Ok(found)
    }

    /// Where a commit brought the file in, finds the name that it had before.
    fn follow(
        &mut self,
        git: &gix::Repository,
        commit: &WalkedCommit,
        name: usize,
        parents: &[WalkedCommit],
        may_read: &dyn Fn(&RepoPath) -> bool,
    ) {
        let Some(first) = parents.first() else { return };
        if name + 1 != self.names.len() || self.renames >= MOST_RENAMES {
            return;
        }
        for parent in parents {
            if !matches!(self.descend(git, parent.tree, name, 0), Ok(None)) {
                return;
            }
        }
        self.renames += 1;
        self.spent += RENAME_COST;
        let now = self.names[name].as_bstr();
        let before = rename(git, first.tree, commit.tree, |_, to| to == now).map(|(from, _)| from);
        if let Some(before) = before.filter(|before| may_read(before) && !self.names.contains(before)) {
            self.names.push(before);
        }
    }
}

fn entry(tree: &[u8], name: &[u8], kind: gix::hash::Kind) -> Option<(ObjectId, gix::objs::tree::EntryMode)> {
    let mut entries = TreeRefIter::from_bytes(tree, kind).map_while(Result::ok);
    let found = entries.find(|entry| entry.filename == name.as_bstr())?;
    Some((found.oid.to_owned(), found.mode))
}

/// The old and the new path of a file that was renamed between two trees.
fn rename(
    git: &gix::Repository,
    old: ObjectId,
    new: ObjectId,
    is_meant: impl Fn(&BStr, &BStr) -> bool,
) -> Option<(RepoPath, RepoPath)> {
    use gix::object::tree::diff::ChangeDetached;
    let rewrites =
        gix::diff::Rewrites { copies: None, percentage: Some(0.5), limit: MOST_COMPARED, track_empty: false };
    let options = gix::diff::Options::default().with_rewrites(Some(rewrites));
    let (old, new) = (git.find_tree(old).ok()?, git.find_tree(new).ok()?);
    let changes = git.diff_tree_to_tree(&old, &new, options).ok()?;
    changes.into_iter().find_map(|change| match change {
        ChangeDetached::Rewrite { source_location: from, location: to, copy: false, .. }
            if is_meant(from.as_bstr(), to.as_bstr()) =>
        {
            Some((RepoPath::new(&from).ok()?, RepoPath::new(&to).ok()?))
        }
        _ => None,
    })
}

/// The blob of a path in a commit.
pub(super) fn blob_in(git: &gix::Repository, commit: ObjectId, path: &RepoPath) -> Option<ObjectId> {
    Commits::from(git, commit, path.clone(), 1)?.newest(git)
}

/// Returns whether a blob is one of the versions of a path in the commits that are looked at.
pub(super) fn is_version(repo: &Repo, path: &RepoPath, blob: ObjectId, depth: usize) -> bool {
    let Some(mut commits) = Commits::new(repo, path.clone(), depth) else { return false };
    loop {
        match commits.next(repo.git(), &|_| false) {
            WalkStep::Version { blob: found, .. } if found == blob => return true,
            WalkStep::Version { .. } => {}
            WalkStep::End | WalkStep::GaveUp { .. } => return false,
        }
    }
}
