//! Text that the user edits, with the editor that git would start.

use std::{ffi::OsStr, io, os::unix::ffi::OsStrExt as _, process::Command};

use bstr::ByteSlice as _;

use super::{
    open::Repo,
    program::{Git, GitError, at_root},
    wait,
};

/// Reasons why there is no edited text.
#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    /// git names no editor.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A file cannot be written or read, or the editor not be started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The editor failed.
    #[error("the editor '{0}' failed")]
    Failed(String),
}

/// Lets the user edit a text, in a file whose name ends like that of another one, so that the editor knows
/// the language.
///
/// # Errors
/// If there is no editor or it fails.
pub fn edit(repo: &Repo, text: &[u8], name: &[u8]) -> Result<Vec<u8>, EditorError> {
    let editor = Git::new(repo).run(&["var", "GIT_EDITOR"])?;
    let editor = OsStr::from_bytes(editor.trim_end());
    let extension = name.rfind_byte(b'.').map_or(&b""[..], |at| &name[at..]);
    let is_plain = extension.len() <= 16 && extension.iter().skip(1).all(u8::is_ascii_alphanumeric);
    let extension = OsStr::from_bytes(if is_plain { extension } else { b"" });
    let file = tempfile::Builder::new().prefix("git-sr-block-").suffix(extension).tempfile()?;
    std::fs::write(file.path(), text)?;
    // As git does: the editor is a line of shell, and the file its last word.
    let mut shell = at_root(repo, Command::new("sh"));
    let line = [editor.as_bytes(), b" \"$@\""].concat();
    shell.arg("-c").arg(OsStr::from_bytes(&line)).arg(editor).arg(file.path());
    repo.progress().hide();
    if !wait::run(&mut shell)?.status.success() {
        return Err(EditorError::Failed(editor.as_bytes().to_str_lossy().into_owned()));
    }
    Ok(std::fs::read(file.path())?)
}
