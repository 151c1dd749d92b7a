//! A commit by `git commit`, with its hooks.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use bstr::ByteSlice as _;
use gix::ObjectId;

use super::{
    Blob, CommitDraft, CommitError, CommitOptions, CommittedPath, PreparedCommit, head, here::has_hooks,
    messages,
};
use crate::{
    core::path::RepoPath,
    repo::{
        absent,
        command::Tail,
        lock::Lock,
        open::{Head, Repo},
        program::{Git, PrivateIndex, scratch},
        record::meta::Moved,
        wait::{self, ProgramEnd},
    },
};

/// The index of a commit that is being made. What hooks add to it is in the commit, so that it tells which
/// one is ours.
fn index_path(repo: &Repo) -> PathBuf {
    repo.state_dir().join("commit-index")
}

/// Removes the index and the other temporary files that a killed run had for its commit.
pub(super) fn sweep(repo: &Repo) -> io::Result<()> {
    let index = index_path(repo);
    for path in [index.with_extension("lock"), index] {
        absent::remove(path)?;
    }
    messages::sweep(repo)
}

/// Runs it on an index that holds `HEAD` and the batch. What git and the hooks say goes to standard error. If
/// this process dies, git goes on, and holds the lock until it ends. Also gives the index, which tells the
/// next run which commit is ours until that is noted.
pub(super) fn commit(
    prepared: &PreparedCommit<'_>,
    options: &CommitOptions,
    lock: &Lock,
) -> Result<(ObjectId, PrivateIndex), CommitError> {
    let draft = &prepared.draft;
    let repo = draft.repo;
    let index = index_of_head(repo, draft.head.id)?.named(index_path(repo))?;
    let git = Git::new(repo).with_index(index.path());
    git.run_with(&["update-index", "-z", "--index-info"], &index_info(&draft.files, repo))?;
    let mut message = scratch(repo)?;
    message.write_all(&draft.message)?;
    let mut command = git.command();
    command.args(["commit", "--quiet", "--file"]).arg(message.path());
    let flags =
        [("--edit", options.edit), ("--signoff", options.signoff), ("--no-verify", options.no_verify)];
    command.args(flags.iter().filter(|(_, on)| *on).map(|(flag, _)| flag));
    for trailer in &options.trailers {
        command.arg("--trailer").arg(gix::path::from_bstr(trailer.as_bstr())?.as_os_str());
    }
    if let Some(author) = &options.author {
        command.arg("--author").arg(author);
    }
    match &options.sign {
        Some(Some(key)) => {
            let mut option = std::ffi::OsString::from("--gpg-sign=");
            option.push(key);
            command.arg(option);
        }
        Some(None) => drop(command.arg("--gpg-sign")),
        None => {}
    }
    messages::keep(repo)?;
    command.stdout(io::stderr());
    // An editor needs the terminal.
    let tail = if options.keeps_output && !options.edit { Some(Tail::of(&mut command)?) } else { None };
    repo.progress().hide();
    let how = lock.share(|| wait::run(&mut command))??;
    // It holds the end of the pipe that is written to.
    drop(command);
    if how.status.code().is_none() {
        // Its hooks go on, with files and index of this commit.
        lock.leave();
    }
    // The commit is made, with their messages or without.
    let _ = messages::put_back(repo);
    match ended(prepared, lock, &git, &how) {
        Ok(id) => Ok((id, index)),
        Err(CommitError::Refused { code, .. }) => Err(CommitError::Refused {
            code,
            may_be_hook: code == Some(1) && has_hooks(repo),
            output: tail.map(Tail::end).unwrap_or_default(),
        }),
        Err(error @ (CommitError::Moved | CommitError::Interrupted { .. })) => Err(error),
        Err(error) => Err(CommitError::Unclear(Box::new(error))),
    }
}

/// The commit, where git has made one.
fn ended(
    prepared: &PreparedCommit<'_>,
    lock: &Lock,
    git: &Git<'_>,
    how: &ProgramEnd,
) -> Result<ObjectId, CommitError> {
    let PreparedCommit { draft: CommitDraft { repo, head, .. }, tree, .. } = prepared;
    let code = how.status.code();
    if how.status.success() {
        return made(repo, lock, head, git);
    }
    // One that dies of a signal may have come to its commit.
    if let (None, Some(id)) = (code, made_before(repo, head, *tree)?) {
        return Ok(id);
    }
    // Otherwise one that is there all the same is somebody else's.
    let moved = repo.head()? != *head;
    Err(match how.signal {
        _ if moved => CommitError::Moved,
        Some(signal) => CommitError::Interrupted { signal },
        None => CommitError::Refused { code, may_be_hook: false, output: Vec::new() },
    })
}

/// An index with the content of `HEAD`.
fn index_of_head(repo: &Repo, head: Option<ObjectId>) -> Result<PrivateIndex, CommitError> {
    if let Some(id) = head {
        let id = id.to_string();
        // A copy knows the times of the files, so that git need not read them all.
        let copy = PrivateIndex::copy(repo)?;
        let git = Git::new(repo);
        if git.with_index(copy.path()).run(&["read-tree", "--reset", &id]).is_ok() {
            return Ok(copy);
        }
        // git keeps entries that are marked not to be looked at in the work tree, except where it starts
        // without entries.
        let empty = PrivateIndex::empty(repo)?;
        git.with_index(empty.path()).run(&["read-tree", &id])?;
        return Ok(empty);
    }
    Ok(PrivateIndex::empty(repo)?)
}

/// Number of commits on top of ours that are looked through.
const MOST_ON_TOP: usize = 16;

/// The commit that a run which was killed let git make on this `HEAD`: the one of its index, or of the tree
/// that it was to have.
pub(super) fn made_before(
    repo: &Repo,
    before: &Head,
    tree: ObjectId,
) -> Result<Option<ObjectId>, CommitError> {
    let index = index_path(repo);
    let written = index.exists().then(|| Git::new(repo).with_index(&index).id(&["write-tree"]));
    let trees = [Some(tree), written.and_then(Result::ok)];
    let now = repo.head()?;
    let expected: Vec<ObjectId> = before.id.into_iter().collect();
    let mut next = now.id.filter(|_| now.name == before.name);
    for _ in 0..=MOST_ON_TOP {
        let Some(id) = next.filter(|id| Some(*id) != before.id) else { break };
        let commit = repo.git().find_commit(id)?;
        let on: Vec<ObjectId> = commit.parent_ids().map(gix::Id::detach).collect();
        if on == expected && trees.contains(&Some(commit.tree_id()?.detach())) {
            return Ok(Some(id));
        }
        next = on.first().copied();
    }
    Ok(None)
}

/// The commit that `git commit` made, if it is on the `HEAD` that the index was made from. One that is on
/// another takes back what that brought, so that it goes again.
fn made(repo: &Repo, lock: &Lock, before: &Head, git: &Git<'_>) -> Result<ObjectId, CommitError> {
    let now = repo.head()?;
    let newest = now.id.ok_or(CommitError::Moved)?;
    let parents = |id| -> Result<Vec<ObjectId>, CommitError> {
        Ok(repo.git().find_commit(id)?.parent_ids().map(gix::Id::detach).collect())
    };
    let expected: Vec<ObjectId> = before.id.into_iter().collect();
    let on = parents(newest)?;
    if now.name == before.name && on == expected {
        return Ok(newest);
    }
    let tree = git.id(&["write-tree"])?;
    let is_ours = |id| -> Result<bool, CommitError> { Ok(repo.git().find_commit(id)?.tree_id()? == tree) };
    if is_ours(newest)? && on.len() <= 1 {
        let moved = Moved { from: Some(newest), to: on.first().copied() };
        head::go(repo, lock, moved, "sr: commit taken back, since HEAD moved".into())?;
        return Err(CommitError::Moved);
    }
    let mut next = on.first().copied();
    for _ in 0..MOST_ON_TOP {
        let Some(id) = next.filter(|id| now.name == before.name && Some(*id) != before.id) else { break };
        let on = parents(id)?;
        if on == expected && is_ours(id)? {
            return Ok(id);
        }
        next = on.first().copied();
    }
    Err(CommitError::Moved)
}

/// Returns whether the branch has a commit, at its end or with a few on top.
pub(super) fn is_on(repo: &Repo, branch: &Head, commit: Option<ObjectId>) -> Result<bool, CommitError> {
    let now = repo.head()?;
    let mut next = now.id.filter(|_| now.name == branch.name);
    for _ in 0..=MOST_ON_TOP {
        if next == commit {
            return Ok(true);
        }
        let Some(id) = next else { break };
        next = repo.git().find_commit(id)?.parent_ids().next().map(gix::Id::detach);
    }
    Ok(false)
}

fn index_info(files: &[CommittedPath], repo: &Repo) -> Vec<u8> {
    let none = ObjectId::null(repo.object_hash());
    let line = |file: &CommittedPath| {
        let (mode, id) = file.after.map_or((0, none), |blob| (blob.mode(), blob.id));
        [format!("{mode:06o} {id}\t").as_bytes(), file.path.as_bstr().as_bytes(), b"\0"].concat()
    };
    files.iter().flat_map(line).collect()
}

/// Files that hooks changed in the commit.
pub(super) fn rewritten(
    repo: &Repo,
    tree: ObjectId,
    commit: ObjectId,
) -> Result<Vec<CommittedPath>, CommitError> {
    let made = repo.git().find_commit(commit)?.tree_id()?.detach();
    if made == tree { Ok(Vec::new()) } else { difference(repo, tree, made) }
}

/// Differences of two trees.
pub(super) fn difference(
    repo: &Repo,
    from: ObjectId,
    to: ObjectId,
) -> Result<Vec<CommittedPath>, CommitError> {
    let arguments = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"];
    let trees = [from.to_string(), to.to_string()];
    let printed = Git::new(repo).run(&[&arguments[..], &[&trees[0], &trees[1]]].concat())?;
    let mut fields = printed.split_str("\0");
    let mut differing = Vec::new();
    while let (Some(head), Some(path)) = (fields.next(), fields.next()) {
        // `:<mode> <mode> <id> <id> <status>`
        let words: Vec<&[u8]> = head.strip_prefix(b":").unwrap_or(head).split_str(" ").collect();
        let (&[before, after, old, new, _], Ok(path)) = (words.as_slice(), RepoPath::new(path)) else {
            continue;
        };
        differing.push(CommittedPath { path, before: blob(before, old), after: blob(after, new) });
    }
    Ok(differing)
}

fn blob(mode: &[u8], id: &[u8]) -> Option<Blob> {
    let executable = match mode {
        b"100644" => false,
        b"100755" => true,
        _ => return None,
    };
    ObjectId::from_hex(id).ok().map(|id| Blob { executable, id })
}
