//! Names of the references of records.

use bstr::{BStr, BString, ByteSlice as _};
use gix::refs::FullName;

use crate::repo::{open::Repo, record::BatchId};

/// Those of one work tree, as it sees them.
pub(super) const OWN: &str = "refs/worktree/sr";
/// Those that all work trees share.
pub(super) const KEEP: &str = "refs/sr";
/// Those of linked work trees among the shared ones.
pub(super) const OF_WORK_TREES: &str = "refs/sr/worktrees/";

/// A number as it is written, without a sign or leading zeros. One that could not be counted on from is none
/// of ours.
pub(super) fn number(name: &str) -> Option<BatchId> {
    let number = name.parse::<u32>().ok()?.into();
    (number > 0 && u64::to_string(&number) == name).then_some(BatchId(number))
}

/// The name of the record for its work tree.
pub(super) fn own(id: BatchId) -> BString {
    format!("{OWN}/{id}").into()
}

/// The shared name: `refs/sr/main/<n>`, or `refs/sr/worktrees/<name>/<n>` as the git directory of the work
/// tree lies.
pub(super) fn keep(repo: &Repo, id: BatchId) -> Result<BString, gix::Error> {
    let mut name = BString::from(KEEP);
    match repo.git_dir().strip_prefix(repo.common_dir().join("worktrees")) {
        Ok(work_tree) => {
            name.extend_from_slice(b"/worktrees/");
            name.extend_from_slice(&gix::path::into_bstr(work_tree)?);
        }
        Err(_) => name.extend_from_slice(b"/main"),
    }
    name.extend_from_slice(format!("/{id}").as_bytes());
    Ok(name)
}

/// The name that keeps the record of a batch that was taken back after a crash.
pub(super) fn recovered(token: u64) -> BString {
    format!("{KEEP}/recovered/{token:016x}").into()
}

/// Returns whether the work tree of a name below [`OF_WORK_TREES`] is gone.
pub(super) fn is_orphan(repo: &Repo, name: &BStr) -> bool {
    let Some((work_tree, _)) = name[KEEP.len() + 1..].rsplit_once_str("/") else { return false };
    gix::path::from_byte_slice(work_tree).is_ok_and(|directory| !repo.common_dir().join(directory).is_dir())
}

pub(super) fn full(name: BString) -> Result<FullName, gix::Error> {
    FullName::try_from(name).map_err(gix::Error::from_error)
}
