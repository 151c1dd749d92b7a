//! Moving `HEAD`.

use std::ffi::OsString;

use bstr::{BStr, ByteSlice as _};
use gix::ObjectId;

use crate::repo::{
    lock::Lock,
    open::Repo,
    program::{Git, GitError},
    record::meta::Moved,
};

/// Lets the branch that `HEAD` names, or `HEAD` itself, name another commit, if it is still where it was. git
/// does it: it keeps the logs as configured, and nothing of it is half done if this process dies.
///
/// # Errors
///
/// When git refuses, or ends before `HEAD` is there.
pub(crate) fn go(repo: &Repo, lock: &Lock, moved: Moved, line: &BStr) -> Result<(), GitError> {
    let from = moved.from.unwrap_or(ObjectId::null(repo.object_hash())).to_string();
    let line = line.to_os_str().map_or_else(|_| line.to_str_lossy().as_ref().into(), OsString::from);
    let arguments: Vec<OsString> = match moved.to {
        Some(to) => {
            vec!["update-ref".into(), "-m".into(), line, "HEAD".into(), to.to_string().into(), from.into()]
        }
        None => vec!["update-ref".into(), "-m".into(), line, "-d".into(), "HEAD".into(), from.into()],
    };
    match lock.share(|| Git::new(repo).run(&arguments))? {
        // git may fail, or be killed, after `HEAD` moved.
        Err(_) if repo.head().is_ok_and(|head| head.id == moved.to) => Ok(()),
        answer => answer.map(drop),
    }
}
