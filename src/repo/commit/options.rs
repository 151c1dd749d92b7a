//! The request of a commit.

use std::ffi::OsString;

use bstr::BString;

/// Options of a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitOptions {
    /// The message, if somebody wrote one.
    pub message: Option<Vec<u8>>,
    /// True if the message is edited.
    pub edit: bool,
    /// Trailers to put at its end, as `git interpret-trailers` takes them.
    pub trailers: Vec<BString>,
    /// True if the committer signs it off.
    pub signoff: bool,
    /// Another author, or a pattern that finds one.
    pub author: Option<OsString>,
    /// True if the hooks that judge it (`pre-commit`, `commit-msg`) are passed over.
    pub no_verify: bool,
    /// True if it is signed, and by which key if not by that of the committer.
    pub sign: Option<Option<OsString>>,
    /// True if the error keeps the end of what git and the hooks print. They see a pipe in place of a
    /// terminal then.
    pub keeps_output: bool,
}
