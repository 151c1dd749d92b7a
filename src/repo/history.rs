//! Older versions of a file: the staged one, HEAD, the commits that touched it, those that prompts showed, and
//! versions before and after earlier batches.
//!
//! Nothing is read before it is needed, and versions found are kept for the next block. Blobs are taken as
//! they are: line endings, in which they may differ from the work tree, do not count where lines are
//! compared, and a file with a filter is not looked up in git at all, since filters are programs. An object
//! that is not here ends the search; nothing is fetched.

mod commits;
mod ends;
mod recorded;
mod sides;

use std::{
    cell::{OnceCell, RefCell},
    collections::{HashMap, HashSet},
    rc::Rc,
};

use gix::ObjectId;

use super::{
    open::Repo,
    record::{BatchId, BatchKind, HeldIds, Record, Records, ShownVersions},
};
use crate::core::{
    outcome::Origin,
    path::RepoPath,
    plan::{Older, Recorded, Rewrite, Sent, Side, Step},
    resolve::Fate,
    text::{Text, is_binary},
};
use commits::{Commits, WalkStep};
use ends::Ends;
use recorded::Batches;
use sides::Sides;

/// State of a path in the work tree and the index.
pub(super) trait PathNow {
    /// Returns whether git keeps the file's text as it is, but for line endings.
    fn is_kept_as_text(&self, path: &RepoPath) -> bool;

    /// The blob that is staged.
    fn staged(&self, path: &RepoPath) -> Option<ObjectId>;
}

/// The older versions of all files that were asked for.
pub(super) struct Versions<'r> {
    repo: &'r Repo,
    depth: usize,
    max_bytes: u64,
    sides: Sides<'r>,
    /// The repository with a cache for objects.
    git: OnceCell<gix::Repository>,
    walks: RefCell<HashMap<RepoPath, HistoryWalk>>,
    held: OnceCell<HeldIds>,
    batches: OnceCell<Batches>,
    ends: Ends<'r>,
}

/// Versions of one file found so far, and the place to go on.
struct HistoryWalk {
    found: Vec<Rc<Older>>,
    seen: HashSet<ObjectId>,
    stage: Stage,
    gave_up: Option<usize>,
}

enum Stage {
    Index,
    Commits(Box<Commits>),
    /// Versions that prompts showed.
    Shown(std::vec::IntoIter<ObjectId>),
    Batches(std::vec::IntoIter<BatchId>),
    /// The bytes after a batch were the last found; those before it are next.
    Before(BatchId, std::vec::IntoIter<BatchId>),
    End,
}

/// Result of one step of looking.
enum Looked {
    /// A version: its blob, and its bytes if they were read.
    Version(Origin, ObjectId, Option<Vec<u8>>),
    Nothing,
    End,
}

impl<'r> Versions<'r> {
    /// Looks at `depth` versions in commits at most, none of them longer than `max_bytes`.
    pub(super) fn new(repo: &'r Repo, depth: u64, max_bytes: u64) -> Self {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        Self {
            repo,
            depth,
            max_bytes,
            sides: Sides::new(repo, max_bytes),
            git: OnceCell::new(),
            walks: RefCell::default(),
            held: OnceCell::new(),
            batches: OnceCell::new(),
            ends: Ends::new(repo, depth),
        }
    }

    /// The block as a batch in force made it.
    pub(super) fn recorded(&self, path: &RepoPath, sent: &Sent<'_>) -> Option<Recorded> {
        let batches = self.batches.get_or_init(|| Batches::read(self.repo, self.held(), sent));
        batches.block(self.repo, path, sent)
    }

    /// The ids that the records of the work tree hold.
    pub(super) fn held(&self) -> &HeldIds {
        let read = || Records::new(self.repo).held_ids().unwrap_or(HeldIds::Unknown);
        self.held.get_or_init(read)
    }

    /// The batches in force that wrote to a file, if blocks were asked for.
    pub(super) fn rewrites(&self, path: &RepoPath) -> Vec<Rewrite> {
        self.batches.get().map(|batches| batches.rewrites(path)).unwrap_or_default()
    }

    /// The version that the last batch in force which wrote to a file of the work tree left; none if the file, with
    /// these bytes, is as it was before that: git or the user took the batch back.
    pub(super) fn left(&self, path: &RepoPath, now: &[u8]) -> Option<Older> {
        let timeline = Records::new(self.repo).timeline().ok()?;
        let mut left = timeline.filter_map(|item| item.ok().filter(|(_, undone_by)| undone_by.is_none()));
        let wrote = |record: &Record<'_>| {
            let header = &record.meta().header;
            header.kind == BatchKind::Apply && !header.cached && record.has(path)
        };
        let (last, _) = left.find(|(record, _)| wrote(record))?;
        let before = self.sides.bytes(path, Side::Before(last.id().0));
        if before.is_some_and(|(_, before)| before == now) {
            return None;
        }
        let (_, bytes) = self.sides.bytes(path, Side::After(last.id().0))?;
        (!is_binary(&bytes)).then(|| Older { origin: Origin::Batch { id: last.id().0, after: true }, bytes })
    }

    /// A version of a file beside a batch, if it is text, and not too long.
    pub(super) fn side(&self, path: &RepoPath, side: Side) -> Option<Rc<Text>> {
        let (_, bytes) = self.sides.bytes(path, side)?;
        (!is_binary(&bytes)).then(|| Rc::new(Text::new(bytes)))
    }

    fn git(&self) -> &gix::Repository {
        const CACHE: usize = 16 << 20;
        self.git.get_or_init(|| {
            let mut git = self.repo.git().clone();
            git.object_cache_size_if_unset(CACHE);
            git
        })
    }

    /// The bytes of a blob that may be a version: text, and not too long.
    fn blob(&self, id: ObjectId) -> Option<Vec<u8>> {
        let header = self.git().try_find_header(id).ok()??;
        if header.kind() != gix::objs::Kind::Blob || header.size() > self.max_bytes {
            return None;
        }
        let blob = self.git().try_find_object(id).ok()??;
        (!is_binary(&blob.data)).then(|| blob.detach().data)
    }

    /// The older version with this number, from 0 on, newest first; `may_read` tells which paths may be
    /// looked at.
    pub(super) fn version(
        &self,
        now: &dyn PathNow,
        path: &RepoPath,
        number: usize,
        may_read: &dyn Fn(&RepoPath) -> bool,
    ) -> Step {
        let mut walks = self.walks.borrow_mut();
        let walk = walks.entry(path.clone()).or_insert_with(|| HistoryWalk {
            found: Vec::new(),
            seen: HashSet::new(),
            stage: Stage::Index,
            gave_up: None,
        });
        while walk.found.len() <= number && self.advance(now, path, walk, may_read) {}
        match (walk.found.get(number), walk.gave_up) {
            (Some(older), _) => Step::Version(Rc::clone(older)),
            (None, Some(commits)) => Step::GaveUp { commits },
            (None, None) => Step::End,
        }
    }

    /// Returns whether there was a file at a path: in the index, in a commit, or beside a batch.
    pub(super) fn had(&self, now: &dyn PathNow, path: &RepoPath) -> bool {
        let no_other = |_: &RepoPath| false;
        let in_commits = || {
            let mut commits = Commits::new(self.repo, path.clone(), self.depth.max(1))?;
            Some(matches!(commits.next(self.git(), &no_other), WalkStep::Version { .. }))
        };
        now.staged(path).is_some()
            || matches!(self.version(now, path, 0, &no_other), Step::Version(_))
            || in_commits().unwrap_or(false)
    }

    /// The end of the file at a path.
    pub(super) fn fate(&self, path: &RepoPath) -> Option<Fate> {
        self.ends.fate(self.git(), path)
    }

    /// Goes on looking by one step; false at the end.
    fn advance(
        &self,
        now: &dyn PathNow,
        path: &RepoPath,
        walk: &mut HistoryWalk,
        may_read: &dyn Fn(&RepoPath) -> bool,
    ) -> bool {
        let looked = match std::mem::replace(&mut walk.stage, Stage::End) {
            Stage::End => Looked::End,
            Stage::Index => self.look_at_index(now, path, walk),
            Stage::Commits(commits) => self.look_at_commits(commits, walk, path, may_read),
            Stage::Shown(mut ids) => match ids.next() {
                Some(id) => {
                    walk.stage = Stage::Shown(ids);
                    Looked::Version(Origin::Shown { id: id.to_string() }, id, None)
                }
                None => {
                    walk.stage = self.batches_stage();
                    Looked::Nothing
                }
            },
            Stage::Batches(mut ids) => match ids.next() {
                Some(id) => {
                    walk.stage = Stage::Before(id, ids);
                    self.look_beside(path, Side::After(id.0))
                }
                None => Looked::End,
            },
            Stage::Before(id, ids) => {
                walk.stage = Stage::Batches(ids);
                self.look_beside(path, Side::Before(id.0))
            }
        };
        let (origin, id, bytes) = match looked {
            Looked::Version(origin, id, bytes) => (origin, id, bytes),
            Looked::Nothing => return true,
            Looked::End => return false,
        };
        if walk.seen.insert(id)
            && let Some(bytes) = bytes.filter(|bytes| !is_binary(bytes)).or_else(|| self.blob(id))
        {
            walk.found.push(Rc::new(Older { origin, bytes }));
        }
        true
    }

    /// The staged version, unless it is that of HEAD. Only a file that git keeps as its text is looked up in git.
    fn look_at_index(&self, now: &dyn PathNow, path: &RepoPath, walk: &mut HistoryWalk) -> Looked {
        if !now.is_kept_as_text(path) {
            walk.stage = self.batches_stage();
            return Looked::Nothing;
        }
        let mut commits = Commits::new(self.repo, path.clone(), self.depth);
        let head = commits.as_mut().and_then(|commits| commits.newest(self.git()));
        walk.stage = match commits {
            Some(commits) => Stage::Commits(Box::new(commits)),
            None => self.shown_stage(path),
        };
        match now.staged(path).filter(|staged| Some(*staged) != head) {
            Some(id) => Looked::Version(Origin::Index, id, None),
            None => Looked::Nothing,
        }
    }

    /// The version of the next commit that touched the file.
    fn look_at_commits(
        &self,
        mut commits: Box<Commits>,
        walk: &mut HistoryWalk,
        path: &RepoPath,
        may_read: &dyn Fn(&RepoPath) -> bool,
    ) -> Looked {
        match commits.next(self.git(), may_read) {
            WalkStep::Version { commit, ago, blob } => {
                walk.stage = Stage::Commits(commits);
                return Looked::Version(Origin::Commit { id: commit.to_string(), ago }, blob, None);
            }
            WalkStep::End => {}
            WalkStep::GaveUp { commits } => walk.gave_up = Some(commits),
        }
        walk.stage = self.shown_stage(path);
        Looked::Nothing
    }

    /// The version beside a batch.
    fn look_beside(&self, path: &RepoPath, side: Side) -> Looked {
        let (id, after) = match side {
            Side::Before(id) => (id, false),
            Side::After(id) => (id, true),
        };
        match self.sides.bytes(path, side) {
            Some((blob, bytes)) => Looked::Version(Origin::Batch { id, after }, blob, Some(bytes)),
            None => Looked::Nothing,
        }
    }

    fn shown_stage(&self, path: &RepoPath) -> Stage {
        Stage::Shown(ShownVersions::new(self.repo).of(path).into_iter())
    }

    fn batches_stage(&self) -> Stage {
        Stage::Batches(Records::new(self.repo).list().unwrap_or_default().into_iter())
    }

    /// The version of the path in a commit, or with the id of a blob, that begins with these digits.
    pub(super) fn named(&self, now: &dyn PathNow, path: &RepoPath, base: &str) -> Option<Older> {
        /// Number of digits of an abbreviated id. A shorter one may soon be ambiguous.
        const SHORTEST: usize = 7;
        if base.len() < SHORTEST {
            return None;
        }
        let git = self.git();
        let prefix = gix::hash::Prefix::from_hex(base).ok()?;
        let id = git.objects.lookup_prefix(prefix, None).ok()??.ok()?;
        let blob = match git.try_find_header(id).ok()??.kind() {
            gix::objs::Kind::Commit => commits::blob_in(git, id, path)?,
            // Another file's text is none of the reply's business.
            gix::objs::Kind::Blob
                if ShownVersions::new(self.repo).has(path, id)
                    || commits::is_version(self.repo, path, id, self.depth)
                    || now.staged(path) == Some(id) =>
            {
                id
            }
            _ => return None,
        };
        let bytes = self.blob(blob).filter(|_| now.is_kept_as_text(path))?;
        Some(Older { origin: Origin::Base { id: base.to_owned() }, bytes })
    }
}

#[cfg(test)]
mod tests;
