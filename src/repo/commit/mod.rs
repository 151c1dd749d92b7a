//! A batch as a commit on `HEAD`: its changes alone, whatever else is dirty or staged.
//!
//! The change is made to the version that `HEAD` has of each file, in git's form, and likewise to the one that the index
//! has; see `carry.rs`. Where nothing asks for git itself, the objects and the reference are written here, as
//! `git commit` would write them. Where a hook, signing, an editor or the like is in play, `git commit` runs on an index
//! of its own that holds `HEAD` and the batch, so that it never sees what else is staged.

mod by_git;
mod carry;
mod finish;
pub(crate) mod head;
mod here;
mod identity;
mod messages;
pub(crate) mod note;
mod rewrite;
mod settle;

use std::{collections::HashMap, ffi::OsString};

use bstr::{BString, ByteSlice as _};
use gix::{
    ObjectId,
    objs::{Tree, tree::Editor},
};

pub use carry::{Blob, Stale, There};
pub(crate) use finish::{Unfinished, unfinished};
pub(crate) use settle::Settled;
use settle::settle;

use super::{
    git_form::{GitForm, GitFormError},
    index::IndexError,
    lock::Lock,
    open::{Head, Repo},
    program::GitError,
    record::{self, BatchId, RecordError, Writer, meta::Moved},
};
use crate::core::{
    change::Edited,
    message::{subject, tidied},
    path::RepoPath,
};
use carry::Carrier;
use identity::Identity;
pub use note::Moving;
use note::{Begun, Goal, Note};

/// How a commit is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The message, if somebody wrote one.
    pub message: Option<Vec<u8>>,
    /// Whether the message is edited.
    pub edit: bool,
    /// Trailers to put at its end, as `git interpret-trailers` takes them.
    pub trailers: Vec<BString>,
    /// Whether the committer signs it off.
    pub signoff: bool,
    /// Another author, or a pattern that finds one.
    pub author: Option<OsString>,
    /// Whether the hooks that judge it (`pre-commit`, `commit-msg`) are passed over.
    pub no_verify: bool,
    /// Whether it is signed, and by which key if not by that of the committer.
    pub sign: Option<Option<OsString>>,
}

/// Which of git's versions of a file a change cannot be made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that is committed.
    Head,
    /// The one that is staged.
    Index,
}

/// Why there is no commit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommitError {
    /// A merge or the like is not finished; its commit would take the batch in.
    #[error("{0:?} is not finished")]
    InProgress(gix::state::InProgress),
    /// A merge left this path with several versions.
    #[error("'{}' is not merged", path.as_bstr())]
    Unmerged {
        /// The path.
        path: RepoPath,
    },
    /// The change cannot be made to git's version of the file.
    #[error("'{}' {why}", path.as_bstr())]
    Stale {
        /// The path.
        path: RepoPath,
        /// Whose version.
        side: Side,
        /// Why.
        why: Stale,
    },
    /// The file holds secrets, which are not to enter the object database.
    #[error("'{}' holds secrets", path.as_bstr())]
    Secret {
        /// The path.
        path: RepoPath,
    },
    /// git ignores the files, of which this is the first, and does not track them.
    #[error("git ignores '{}'", path.as_bstr())]
    Ignored {
        /// The path.
        path: RepoPath,
    },
    /// git's versions of the files stay as they are.
    #[error("there is nothing to commit")]
    Nothing,
    /// The message is empty.
    #[error("the message is empty")]
    NoMessage,
    /// git does not know whose commit it is.
    #[error("git knows no name")]
    Identity {
        /// What git says of it.
        said: BString,
    },
    /// `HEAD` moved while the batch was worked on.
    #[error("HEAD has moved")]
    Moved,
    /// `git commit` refused, or a hook did. It has said why.
    #[error("git made no commit")]
    Refused {
        /// How it ended.
        code: Option<i32>,
    },
    /// A signal asked to stop, and git made no commit.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
    /// git has run, and what became of the commit cannot be read.
    #[error("cannot tell whether git made the commit")]
    Unclear(#[source] Box<CommitError>),
    /// The index cannot follow the commit.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The record cannot be told of the commit, or nothing can be written beside it.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file cannot be converted.
    #[error(transparent)]
    Form(#[from] GitFormError),
    /// git refused something else.
    #[error(transparent)]
    Program(#[from] GitError),
    /// Objects, references or the configuration.
    #[error("cannot make the commit")]
    Git(#[from] gix::Error),
    /// The disk.
    #[error("cannot make the commit")]
    Io(#[from] std::io::Error),
}

/// One path of a commit: what git has of it before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The path.
    pub path: RepoPath,
    /// The file that was there.
    pub before: Option<Blob>,
    /// The file that is there then.
    pub after: Option<Blob>,
}

/// One path of the index: what becomes of it beside a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restaged {
    /// The path.
    pub path: RepoPath,
    /// The file that is staged; none if none is.
    pub after: Option<Blob>,
    /// Whether git makes this very blob of the file that the batch leaves.
    pub is_of_file: bool,
}

/// A commit that is thought out. Nothing of it is written.
#[derive(Debug)]
pub struct Draft<'r> {
    repo: &'r Repo,
    head: Head,
    files: Vec<Committed>,
    blobs: HashMap<ObjectId, Vec<u8>>,
    message: Vec<u8>,
    identity: Identity,
    by_git: bool,
    /// What becomes of the index.
    pub index: Vec<Restaged>,
}

/// A commit whose files are written. It is noted for the next run, should this one be killed, until this is dropped.
#[derive(Debug)]
pub struct Prepared<'r> {
    draft: Draft<'r>,
    tree: ObjectId,
    /// The commit, where git is not needed for it.
    id: Option<ObjectId>,
    pub(crate) note: Note,
}

/// A commit that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its id.
    pub id: ObjectId,
    /// The beginning of it that is enough to name it.
    pub short: String,
    /// What `HEAD` named before.
    pub head: Head,
    /// The first paragraph of its message, in one line.
    pub subject: BString,
}

/// Looks whether the work tree is in a state to commit.
///
/// # Errors
///
/// While a merge, a rebase or the like is not finished.
pub fn check(repo: &Repo) -> Result<(), CommitError> {
    match repo.in_progress() {
        None | Some(gix::state::InProgress::Bisect) => Ok(()),
        Some(progress) => Err(CommitError::InProgress(progress)),
    }
}

impl<'r> Draft<'r> {
    /// Thinks out the commit of these files. `staged` answers what the index has.
    ///
    /// # Errors
    ///
    /// When there can be none.
    pub fn new(
        repo: &'r Repo,
        files: &[&Edited],
        git_form: &mut GitForm<'_>,
        staged: &dyn Fn(&RepoPath) -> Result<There, gix::Error>,
        (options, message): (&Options, &[u8]),
    ) -> Result<Self, CommitError> {
        let head = repo.head()?;
        let tree = match head.id {
            Some(id) => Some(repo.git().find_commit(id)?.tree()?),
            None => None,
        };
        let goes = |other: &[u8]| {
            files.iter().any(|file| file.change.new.is_none() && file.change.path.as_bstr() == other)
        };
        let in_head =
            |path: &RepoPath| tree.as_ref().map_or(Ok(There::Nothing), |tree| in_tree(tree, path, goes));
        let mut carrier = Carrier::new(repo, files, git_form)?;
        let (mut committed, mut index) = (Vec::new(), Vec::new());
        for file in files {
            let path = &file.change.path;
            let stale = |side| move |why| CommitError::Stale { path: path.clone(), side, why };
            let after = carrier.carry(file, &in_head)?.map_err(stale(Side::Head))?;
            let (before, entry) = (in_head(path)?, staged(path)?);
            let source_as_in_head = match &file.change.from {
                Some(from) => staged(from)? == in_head(from)?,
                None => true,
            };
            let restaged = if entry == before && source_as_in_head {
                after
            } else {
                carrier.carry(file, staged)?.map_err(stale(Side::Index))?
            };
            let is_of_file = carrier.is_of_file(path, restaged);
            index.push(Restaged { path: path.clone(), after: restaged, is_of_file });
            let before = if let There::File(blob) = before { Some(blob) } else { None };
            committed.push(Committed { path: path.clone(), before, after });
        }
        if committed.iter().all(|file| file.before == file.after) {
            return Err(CommitError::Nothing);
        }
        let by_git = here::needs_git(repo, options, message);
        let message = if by_git { message.to_owned() } else { tidied(message) };
        if !options.edit && message.trim().is_empty() {
            return Err(CommitError::NoMessage);
        }
        let identity = identity::find(repo)?;
        let blobs = carrier.blobs;
        Ok(Self { repo, head, files: committed, blobs, message, identity, by_git, index })
    }

    /// Whether the commit changes a file.
    pub fn changes(&self, path: &RepoPath) -> bool {
        self.files.iter().any(|file| file.path == *path && file.before != file.after)
    }

    /// Writes the files of the commit, and the commit itself where git is not needed for it. Nothing names it yet. The
    /// batch will have this number, and this time in its record. The caller holds the lock.
    ///
    /// # Errors
    ///
    /// When the object database cannot be written to.
    pub fn write(self, (batch, time): (BatchId, i64)) -> Result<Prepared<'r>, CommitError> {
        let git = self.repo.git();
        let mut note = Note::begin(self.repo, Begun::new(batch, time))?;
        let mut writer = Writer::new(self.repo, note.begun.token);
        for bytes in self.blobs.values() {
            writer.blob(bytes)?;
        }
        let root = match self.head.id {
            Some(id) => Tree::from(git.find_commit(id)?.tree()?.decode()?),
            None => Tree::empty(),
        };
        // gix's own editor of trees asks for every entry whether its object is there: they are.
        let mut editor = Editor::new(root, &git.objects, self.repo.object_hash());
        // What goes makes room for what comes.
        for file in self.files.iter().filter(|file| file.after.is_none() && file.before.is_some()) {
            editor.remove(file.path.components())?;
        }
        for file in &self.files {
            if let Some(blob) = file.after {
                editor.upsert(file.path.components(), blob.kind(), blob.id)?;
            }
        }
        let tree = editor.write(|tree| writer.write(tree))?;
        let id = if self.by_git { None } else { Some(here::write(&self, tree, &mut writer)?) };
        let known = |id| Goal::Known(Moved { from: self.head.id, to: Some(id) });
        note.aim(self.repo, id.map_or(Goal::Made { tree, commit: None }, known))?;
        Ok(Prepared { draft: self, tree, id, note })
    }
}

impl Prepared<'_> {
    /// Makes it the commit that `HEAD` names.
    ///
    /// # Errors
    ///
    /// When git or a hook refuses, or `HEAD` has moved. Then there is no commit, but for [`CommitError::Unclear`].
    pub fn make(&mut self, options: &Options, lock: &Lock) -> Result<Made, CommitError> {
        let id = match self.id {
            Some(id) => {
                self.point(id, lock)?;
                id
            }
            None => {
                let id = by_git::commit(self, options, lock)?;
                // Its index, which would tell it too, is gone.
                let goal = Goal::Made { tree: self.tree, commit: Some(id) };
                let _ = self.note.aim(self.draft.repo, goal);
                id
            }
        };
        let Draft { repo, head, message, .. } = &self.draft;
        // The commit is made: what cannot be read of it now is no reason to say that it is not.
        let said =
            repo.git().find_commit(id).ok().and_then(|commit| Some(commit.message_raw().ok()?.to_owned()));
        let subject = subject(said.as_ref().map_or(message, |said| said));
        Ok(Made { id, short: short(repo, id), head: head.clone(), subject })
    }

    /// Tells the record of the batch of its commit, as [`settle()`] does. `stood` is what stood in the work tree before the
    /// hooks ran, if the batch changed the index alone. Where that fails the next run does it.
    ///
    /// # Errors
    ///
    /// When something cannot be read or written; then some of it may be done.
    pub(crate) fn settle(
        &mut self,
        batch: BatchId,
        made: &Made,
        stood: &record::Now,
    ) -> Result<Settled, CommitError> {
        let moved = Moved { from: made.head.id, to: Some(made.id) };
        let repo = self.draft.repo;
        let settled = rewritten(repo, self.tree, made.id)
            .and_then(|rewritten| settle(repo, (batch, self.note.begun.token), moved, &rewritten, stood));
        if settled.is_err() {
            self.note.leave();
        }
        settled
    }

    /// Whether somebody else has committed files of the batch meanwhile, maybe as the batch left them.
    ///
    /// # Errors
    ///
    /// When `HEAD` cannot be read.
    pub fn is_overtaken(&self) -> Result<bool, CommitError> {
        let Draft { repo, head, files, .. } = &self.draft;
        let Some(id) = repo.head()?.id.filter(|id| Some(*id) != head.id) else { return Ok(false) };
        let tree = repo.git().find_commit(id)?.tree()?;
        for file in files {
            let there = There::of(tree.lookup_entry(file.path.as_bstr().split_str("/"))?.as_ref());
            if there != file.before.map_or(There::Nothing, There::File) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn point(&self, id: ObjectId, lock: &Lock) -> Result<(), CommitError> {
        let Draft { repo, head, .. } = &self.draft;
        let moved = Moved { from: head.id, to: Some(id) };
        match head::go(repo, lock, moved, here::log_line(&self.draft).as_bstr()) {
            // What failed after `HEAD` moved is git's to complain of.
            Err(_) if repo.head()?.id == moved.to => Ok(()),
            Err(_) if repo.head()? != *head => Err(CommitError::Moved),
            answer => Ok(answer?),
        }
    }
}

/// What hooks made otherwise than it was to be committed.
fn rewritten(repo: &Repo, tree: ObjectId, commit: ObjectId) -> Result<Vec<Committed>, CommitError> {
    let made = repo.git().find_commit(commit)?.tree_id()?.detach();
    if made == tree { Ok(Vec::new()) } else { by_git::difference(repo, tree, made) }
}

/// What a tree has at a path. A file on the way there is in the way, unless it goes.
fn in_tree(tree: &gix::Tree<'_>, path: &RepoPath, goes: impl Fn(&[u8]) -> bool) -> Result<There, gix::Error> {
    let look = |path: &[u8]| tree.lookup_entry(path.split_str("/"));
    let there = There::of(look(path.as_bstr())?.as_ref());
    if there == There::Nothing {
        for slash in path.as_bstr().find_iter("/") {
            let above = &path.as_bstr()[..slash];
            match look(above)? {
                Some(entry) if !entry.mode().is_tree() && !goes(above) => return Ok(There::Other),
                Some(_) => {}
                None => break,
            }
        }
    }
    Ok(there)
}

fn short(repo: &Repo, id: ObjectId) -> String {
    use gix::prelude::ObjectIdExt as _;
    id.attach(repo.git()).shorten_or_id().to_string()
}
