//! Per-file rows of the report.

use std::collections::{HashMap, HashSet};

use bstr::ByteSlice as _;

use crate::{
    core::{
        change::{Change, Counts, Edited, FileMode, Version},
        diff::{self, Diff, file_diff},
        guard::{Decision, Verdict},
        path::RepoPath,
    },
    repo::{
        headings::Drivers,
        open::Repo,
        record::{self, meta::Meta},
        standing::{HeadComparison, Standings},
        world::RepoWorld,
    },
};

/// Outcome of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The path.
    pub path: RepoPath,
    /// The path that its content was renamed from.
    pub from: Option<RepoPath>,
    /// The operation on it.
    pub op: FileOp,
    /// The id of the raw bytes before, as a blob, if ids were asked for: hashing whole files takes time.
    pub before: Option<gix::ObjectId>,
    /// The id of the raw bytes after, as a blob.
    pub after: Option<gix::ObjectId>,
    /// Lines that come and go, if `count` was asked for them: comparing whole files takes time.
    pub counts: Option<Counts>,
    /// The verdict of the policy, if that asks to report it.
    pub flag: Option<Verdict>,
    /// True if the change is, or would be, staged.
    pub staged: bool,
    /// Notes.
    pub notes: Vec<FileNote>,
}

/// A note on a file that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileNote {
    /// Its old content was not committed: only undo brings it back.
    Uncommitted,
    /// It is not in HEAD: git may not have its old bytes at all.
    NotInHead,
    /// git ignores it.
    Ignored,
    /// git does not look at it (`skip-worktree`).
    SkipWorktree,
    /// git assumes that it does not change (`assume-unchanged`).
    AssumeUnchanged,
    /// It begins with `#!` now: it may be run.
    Shebang,
    /// It is executable now.
    Executable,
    /// It is not executable any more.
    NotExecutable,
    /// Its lines ended alike, and do not any more.
    MixedEndings,
    /// It has other names (hard links), which keep the old bytes.
    OtherNames,
    /// It held a pointer of Git LFS: the content that it stands for is elsewhere.
    Pointer,
    /// The index had another version, which got the batch's change alone.
    StagedApart,
    /// The index had nothing of it, so that all of it is staged.
    NewToIndex,
    /// It holds secrets and the index has nothing of it: it is not staged.
    SecretNotStaged,
    /// git ignores it and the index has nothing of it: it is not staged, as `git add` would not.
    IgnoredNotStaged,
}

/// The operation on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOp {
    /// Its content changes.
    Modify,
    /// It is new.
    Create,
    /// It goes.
    Delete,
    /// It is new, with the content of another that goes.
    Rename,
}

impl FileOp {
    fn of(change: &Change) -> Self {
        match (&change.old, &change.new) {
            (_, None) => Self::Delete,
            (None, Some(_)) if change.from.is_some() => Self::Rename,
            (None, Some(_)) => Self::Create,
            (Some(_), Some(_)) => Self::Modify,
        }
    }
}

/// Makes the rows of files, with notes on them and on the policy's verdicts.
pub(crate) fn report<'a>(
    files: impl Iterator<Item = (&'a Edited, Option<&'a Verdict>)> + Clone,
    standings: Option<&Standings<'_, '_>>,
) -> Vec<FileReport> {
    let by_path = by_path(files.clone().map(|(edited, _)| edited));
    let row = |(edited, verdict): (&Edited, Option<&Verdict>)| FileReport {
        flag: verdict.filter(|verdict| verdict.decision == Decision::Flag).cloned(),
        notes: standings
            .map_or_else(Vec::new, |standings| notes(edited, before(edited, &by_path), standings)),
        ..report_one(edited)
    };
    files.map(row).collect()
}

/// Makes the row of a file, without notes.
pub(crate) fn report_one(edited: &Edited) -> FileReport {
    let Change { path, from, .. } = &edited.change;
    FileReport {
        path: path.clone(),
        from: from.clone(),
        op: FileOp::of(&edited.change),
        before: None,
        after: None,
        counts: None,
        flag: None,
        staged: false,
        notes: Vec::new(),
    }
}

/// Adds the ids of its two sides to the row of a file; those that are known are not computed.
///
/// # Errors
///
/// When ids cannot be computed.
pub(crate) fn identify(
    repo: &Repo,
    row: &mut FileReport,
    edited: &Edited,
    [old, new]: [Option<gix::ObjectId>; 2],
) -> Result<(), gix::Error> {
    let id = |version: &Option<Version>, known: Option<gix::ObjectId>| {
        let id = |version: &Version| known.map_or_else(|| repo.blob_id(&version.bytes), Ok);
        version.as_ref().map(id).transpose()
    };
    row.before = id(&edited.change.old, old)?;
    row.after = id(&edited.change.new, new)?;
    Ok(())
}

/// Notes on a file.
fn notes(edited: &Edited, before: &Option<Version>, standings: &Standings<'_, '_>) -> Vec<FileNote> {
    let Change { path, old, new, .. } = &edited.change;
    let is = |version: &Option<Version>, mode: FileMode| {
        version.as_ref().is_some_and(|version| FileMode::of(version.mode) == mode)
    };
    let standing = standings.of(path, old.as_ref());
    let becomes_executable = is(new, FileMode::Executable) && !is(before, FileMode::Executable);
    let begins =
        |version: &Option<Version>| version.as_ref().is_some_and(|version| version.bytes.starts_with(b"#!"));
    let notes = [
        (FileNote::Uncommitted, standing.committed == Some(HeadComparison::Changed)),
        (FileNote::NotInHead, standing.committed == Some(HeadComparison::Absent) && !standing.ignored),
        (FileNote::Ignored, standing.ignored),
        (FileNote::SkipWorktree, standing.skip_worktree),
        (FileNote::AssumeUnchanged, standing.assume_unchanged),
        (
            FileNote::Shebang,
            begins(new) && !begins(old) && edited.change.from.is_none() && !becomes_executable,
        ),
        (FileNote::Executable, becomes_executable),
        (FileNote::NotExecutable, is(new, FileMode::Plain) && is(before, FileMode::Executable)),
        (FileNote::MixedEndings, mixes(edited)),
        (FileNote::OtherNames, standing.names > 1),
        (FileNote::Pointer, new.is_some() && old.as_ref().is_some_and(is_pointer)),
    ];
    notes.into_iter().filter(|(_, holds)| *holds).map(|(note, _)| note).collect()
}

/// Returns whether a version is a pointer of Git LFS, which git-lfs leaves in place of a file that it did not fetch.
fn is_pointer(version: &Version) -> bool {
    const FIRST_LINE: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";
    version.bytes.starts_with(FIRST_LINE)
}

/// Returns whether a file whose lines ended alike gets lines that end otherwise. All lines are looked at only
/// where the change, or the first line, holds a carriage return.
fn mixes(edited: &Edited) -> bool {
    let (Some(old), Some(new)) = (&edited.change.old, &edited.change.new) else { return false };
    let first = old.bytes.lines_with_terminator().next().unwrap_or_default();
    if !first.ends_with(b"\r\n") && !edited.splices.iter().any(|splice| splice.new.contains(&b'\r')) {
        return false;
    }
    let ends = |bytes: &[u8]| {
        let lines = bytes.lines_with_terminator().filter(|line| line.ends_with(b"\n"));
        lines.fold((false, false), |(lf, crlf), line| match line.ends_with(b"\r\n") {
            true => (lf, true),
            false => (true, crlf),
        })
    };
    matches!(ends(&old.bytes), (true, false) | (false, true)) && ends(&new.bytes) == (true, true)
}

/// Counts the lines that come and go in each reported file, as `git diff --numstat` does: a renamed file is
/// compared with the one it comes from, which loses no line of its own.
pub(crate) fn count<'a>(reports: &mut [FileReport], files: impl Iterator<Item = &'a Edited> + Clone) {
    let (by_path, renamed) = (by_path(files.clone()), renamed(files));
    for report in reports {
        let Some(edited) = by_path.get(&report.path) else { continue };
        report.counts = Some(match edited.change.new {
            None if renamed.contains(&report.path) => Counts::default(),
            _ => {
                let [old, new] = sides(edited, &by_path);
                diff::counts(old, new)
            }
        });
    }
}

/// The diff of files, as `git diff` prints it: a renamed file once.
pub(crate) fn diff<'a>(repo: &Repo, files: impl Iterator<Item = &'a Edited> + Clone) -> Vec<u8> {
    let mut drivers = Drivers::new(repo);
    let (by_path, renamed) = (by_path(files.clone()), renamed(files.clone()));
    let mut out = Vec::new();
    for edited in files {
        let change = &edited.change;
        if renamed.contains(&change.path) && change.new.is_none() {
            continue;
        }
        let before = before(edited, &by_path).as_ref();
        let [old, new] = sides(edited, &by_path);
        let diff = Diff::new(old.to_vec(), new.to_vec()).with_headings(drivers.of(&change.path));
        out.extend(file_diff(change, before, &diff));
    }
    out
}

/// Files by their paths.
type ByPath<'a> = HashMap<&'a RepoPath, &'a Edited>;

/// The files by their paths; of several with one path the first.
fn by_path<'a>(files: impl Iterator<Item = &'a Edited>) -> ByPath<'a> {
    let mut by_path = HashMap::new();
    for file in files {
        by_path.entry(&file.change.path).or_insert(file);
    }
    by_path
}

/// The paths whose content was renamed to others.
fn renamed<'a>(files: impl Iterator<Item = &'a Edited>) -> HashSet<&'a RepoPath> {
    files.filter_map(|file| file.change.from.as_ref()).collect()
}

/// The version of a file before; before a rename, that of the path it comes from.
fn before<'a>(edited: &'a Edited, files: &ByPath<'a>) -> &'a Option<Version> {
    let Change { old, from, .. } = &edited.change;
    let origin = from.as_ref().map(|from| files.get(from).copied());
    origin.map_or(old, |origin| origin.map_or(&None, |origin| &origin.change.old))
}

/// The texts of a file before and after; before a rename, that of the path it comes from.
fn sides<'a>(edited: &'a Edited, files: &ByPath<'a>) -> [&'a [u8]; 2] {
    [before(edited, files), &edited.change.new]
        .map(|version| version.as_ref().map_or(&[][..], |version| &version.bytes))
}

/// Returns whether every file of a batch still is as the batch left it.
pub(crate) fn is_as_left(repo: &Repo, world: &RepoWorld<'_>, meta: &Meta) -> Result<bool, gix::Error> {
    for file in &meta.files {
        let Ok(current) = world.current(&file.path.0) else { return Ok(false) };
        let modes = [&file.old, &file.new].map(|side| FileMode::of(side.as_ref().and_then(|side| side.mode)));
        let has_mode = || FileMode::of(current.as_ref().and_then(|current| current.mode)) == modes[1];
        if modes[0] != modes[1] && file.old.is_some() && file.new.is_some() && !has_mode() {
            return Ok(false);
        }
        if !record::is_version(repo, current.as_ref(), file.new.as_ref())? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(old: &str, new: &str) -> Edited {
        let version = |text: &str| Some(Version { bytes: text.into(), mode: None });
        let path = RepoPath::new(b"a").unwrap();
        Edited::of(Change { path, old: version(old), new: version(new), from: None })
    }

    #[test]
    fn endings_are_mixed_only_by_a_change_that_brings_in_the_other() {
        assert!(mixes(&edited("a\nb\n", "a\nb\r\n")));
        assert!(mixes(&edited("a\r\nb\r\n", "a\r\nc\nb\r\n")));
        assert!(!mixes(&edited("a\nb\r\n", "a\nb\r\nc\n")));
        assert!(!mixes(&edited("a\nb\n", "a\nc\n")));
        assert!(!mixes(&edited("a", "a\nb\n")));
    }
}
