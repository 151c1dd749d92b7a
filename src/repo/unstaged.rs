//! Changes of the work tree that are not staged.

use bstr::{BStr, BString, ByteSlice as _};

use super::{
    git_form::{self, GitForm},
    open::Repo,
    program::Git,
    staged::{Difference, Side, SideContent, Staged, StagedError, TrackedEntry, TrackedKind},
    tracked::Tracked,
    worktree::{FileStat, ReadError, WorkTree},
};
use crate::core::path::RepoPath;

/// Differences of the work tree from what is staged, as `git diff` shows them. Files of more than `max_bytes`
/// bytes are not read.
///
/// # Errors
///
/// When the index or a file does not read.
pub fn changes(repo: &Repo, staged: &Staged<'_>, max_bytes: u64) -> Result<Vec<Difference>, StagedError> {
    let tracked = Tracked::read(repo)?;
    let tree = WorkTree::open(repo.work_dir())?;
    let mut reader = Reader { repo, tracked: &tracked, tree: &tree, max_bytes, form: None };
    let mut found = Vec::new();
    for (path, entry, is_new) in staged.entries() {
        let Ok(path) = RepoPath::new(path) else {
            found.extend(unnamed(repo, path, entry, max_bytes)?);
            continue;
        };
        if tracked.skip_worktree(&path) || tracked.assume_unchanged(&path) {
            continue;
        }
        let old = Some(entry).filter(|_| !is_new);
        if let Some(new) = reader.changed(&path, entry, is_new)? {
            let path = path.as_bstr().to_owned();
            found.push(Difference { path, from: None, old: old.map(Side::from), new });
        }
    }
    Ok(found)
}

/// Files that git neither tracks nor ignores; a folder of such files is one. None where git cannot tell.
pub fn untracked(repo: &Repo) -> Vec<BString> {
    let arguments =
        ["ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"];
    let printed = Git::new(repo).run(&arguments).unwrap_or_default();
    printed.split_str("\0").filter(|path| !path.is_empty()).map(BString::from).collect()
}

/// The difference of a file whose name is none that a reply could write; its content is not looked at further.
fn unnamed(
    repo: &Repo,
    path: &BStr,
    entry: TrackedEntry,
    max_bytes: u64,
) -> Result<Option<Difference>, StagedError> {
    let name = repo.work_dir().join(gix::path::from_bstr(path).map_err(gix::Error::from_error)?);
    if entry.kind != TrackedKind::File {
        return Ok(None);
    }
    // A FIFO would hang, and a link lead elsewhere.
    let is_file = std::fs::symlink_metadata(&name).is_ok_and(|it| it.is_file() && it.len() <= max_bytes);
    let bytes = if is_file { std::fs::read(&name).ok() } else { None };
    let id = bytes.map(|bytes| repo.blob_id(&bytes)).transpose()?;
    let is_same = id == Some(entry.id);
    let old = Some(Side::from(entry));
    Ok((!is_same).then(|| Difference { path: path.to_owned(), from: None, old, new: None }))
}

struct Reader<'a, 'r> {
    repo: &'r Repo,
    tracked: &'a Tracked,
    tree: &'a WorkTree,
    max_bytes: u64,
    form: Option<GitForm<'r>>,
}

impl Reader<'_, '_> {
    /// The side of the work tree, if it is another one than that of the index.
    #[expect(clippy::option_option, reason = "no difference, or a difference with or without a new side")]
    fn changed(
        &mut self,
        path: &RepoPath,
        entry: TrackedEntry,
        is_new: bool,
    ) -> Result<Option<Option<Side>>, StagedError> {
        let name = gix::path::from_bstr(path.as_bstr()).map_err(gix::Error::from_error)?;
        let name = self.repo.work_dir().join(name);
        let metadata = match std::fs::symlink_metadata(&name) {
            Ok(metadata) => metadata,
            Err(_) => return Ok((!is_new).then_some(None)),
        };
        let content = SideContent::Unread;
        match entry.kind {
            // What a submodule has checked out is its own affair.
            TrackedKind::Repository => return Ok(None),
            TrackedKind::Link if metadata.is_symlink() => {
                let target = std::fs::read_link(&name)?;
                let is_same = self.repo.blob_id(target.as_os_str().as_encoded_bytes())? == entry.id;
                let side = Side { kind: TrackedKind::Link, is_executable: false, content };
                return Ok((!is_same).then_some(Some(side)));
            }
            _ => {}
        }
        let permissions = FileStat::from(&metadata).mode;
        let mode = git_form::staged_mode(self.repo, Some(permissions), Some(entry.mode()));
        let is_executable = mode == gix::index::entry::Mode::FILE_EXECUTABLE;
        let is_fresh = entry.kind == TrackedKind::File && is_executable == entry.is_executable;
        if !is_new && is_fresh && self.tracked.stat_matches(path, &metadata).is_some() {
            return Ok(None);
        }
        let side = |kind, content| Some(Some(Side { kind, is_executable, content }));
        let bytes = match self.tree.read(path, self.max_bytes) {
            Ok(source) => source.bytes,
            Err(ReadError::Absent) => return Ok((!is_new).then_some(None)),
            Err(ReadError::Link { .. }) => return Ok(side(TrackedKind::Link, content)),
            Err(ReadError::Repository) => return Ok(side(TrackedKind::Repository, content)),
            Err(_) => return Ok(side(TrackedKind::File, content)),
        };
        let bytes = self.in_git(path, bytes)?;
        let is_same = !is_new && is_fresh && self.repo.blob_id(&bytes)? == entry.id;
        Ok(if is_same { None } else { side(TrackedKind::File, SideContent::Bytes(bytes)) })
    }

    /// The form of a file that git would store.
    fn in_git(&mut self, path: &RepoPath, bytes: Vec<u8>) -> Result<Vec<u8>, StagedError> {
        let form = match &mut self.form {
            Some(form) => form,
            none => {
                let state = self.tracked.state().clone();
                none.insert(
                    GitForm::new(self.repo, state).map_err(|error| StagedError::Form(Box::new(error)))?,
                )
            }
        };
        let converted = form.of(path, &bytes).map_err(|error| StagedError::Form(Box::new(error)))?;
        Ok(converted.into_owned())
    }
}
