//! A commit by `git commit`, with its hooks.

use std::io::Write as _;

use bstr::ByteSlice as _;
use gix::ObjectId;

use super::{Blob, CommitError, Committed, Options, Prepared};
use crate::{
    core::path::RepoPath,
    repo::{
        open::Repo,
        program::{Git, PrivateIndex},
    },
};

/// Runs it on an index that holds `HEAD` and the batch. What git and the hooks say goes to standard error.
pub(super) fn commit(prepared: &Prepared<'_>, options: &Options) -> Result<ObjectId, CommitError> {
    let draft = &prepared.draft;
    let repo = draft.repo;
    // A copy knows the times of the files, so that git need not read them all.
    let index = PrivateIndex::copy(repo)?;
    let git = Git::new(repo).with_index(index.path());
    match draft.head.id {
        Some(id) => git.run(&["read-tree", "--reset", &id.to_string()])?,
        None => git.run(&["read-tree", "--empty"])?,
    };
    git.run_with(&["update-index", "-z", "--index-info"], &index_info(&draft.files, repo))?;
    let mut message = tempfile::NamedTempFile::new_in(repo.state_dir())?;
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
    let status = command.stdout(std::io::stderr()).status()?;
    match repo.head()?.id {
        // A hook may complain of a commit that is made.
        Some(id) if Some(id) != draft.head.id => Ok(id),
        _ => Err(CommitError::Refused { code: status.code() }),
    }
}

fn index_info(files: &[Committed], repo: &Repo) -> Vec<u8> {
    let none = ObjectId::null(repo.object_hash());
    let line = |file: &Committed| {
        let (mode, id) = file.after.map_or((0, none), |blob| (blob.mode(), blob.id));
        [format!("{mode:06o} {id}\t").as_bytes(), file.path.as_bstr().as_bytes(), b"\0"].concat()
    };
    files.iter().flat_map(line).collect()
}

/// How two trees differ.
pub(super) fn difference(repo: &Repo, from: ObjectId, to: ObjectId) -> Result<Vec<Committed>, CommitError> {
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
        differing.push(Committed { path, before: blob(before, old), after: blob(after, new) });
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
