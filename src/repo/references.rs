//! `HEAD`, and references by git itself where they are stored in a form that gix does not read (`reftable`).

use std::ffi::OsString;

use bstr::{BStr, BString, ByteSlice as _};
use gix::ObjectId;

use super::{
    open::{Head, Repo},
    program::{Git, GitError},
};

/// Number of symbolic references that git follows at most.
const MOST_STEPS: usize = 5;

impl Repo {
    /// Reads the commit and branch of `HEAD`, anew each time.
    pub fn head(&self) -> Result<Head, gix::Error> {
        if let Some(git) = ByGit::of(self) {
            return git.head().map_err(gix::Error::from_error);
        }
        let head = self.git().head()?;
        let mut name = head.referent_name().map(ToOwned::to_owned);
        let mut id = head.id().map(gix::Id::detach);
        // A branch may be a symbolic reference to another one.
        for _ in 0..MOST_STEPS {
            let Some(known) = name.as_ref().filter(|_| id.is_none()) else { break };
            let Some(reference) = self.git().try_find_reference(known)? else {
                return Ok(Head { id: None, name: name.map(Into::into) });
            };
            match reference.target() {
                gix::refs::TargetRef::Object(target) => id = Some(target.to_owned()),
                gix::refs::TargetRef::Symbolic(target) => name = Some(target.to_owned()),
            }
        }
        if id.is_none() && name.is_some() {
            return Err(gix::Error::from_error(std::io::Error::from(std::io::ErrorKind::InvalidData)));
        }
        Ok(Head { id, name: name.map(Into::into) })
    }

    /// The merge, rebase or the like that is not finished.
    pub fn in_progress(&self) -> Option<gix::state::InProgress> {
        use gix::state::InProgress;
        // These are references, and not always files.
        let of_references = |git: ByGit<'_>| {
            let marks = [("CHERRY_PICK_HEAD", InProgress::CherryPick), ("REVERT_HEAD", InProgress::Revert)];
            marks.into_iter().find_map(|(name, state)| git.has_beside_head(name).then_some(state))
        };
        self.git().state().or_else(|| ByGit::of(self).and_then(of_references))
    }
}

/// The references of a repository, read and written by git: no hook sees them, and none gets a log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByGit<'r> {
    repo: &'r Repo,
}

/// A change of one reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Makes it, if it is not there.
    Create(BString, ObjectId),
    /// Lets it name another object, whatever it names now.
    Set(BString, ObjectId),
    /// The same if it names a certain object now.
    Replace {
        /// Its name.
        name: BString,
        /// The object that it names.
        old: ObjectId,
        /// The object that it is to name.
        new: ObjectId,
    },
    /// Removes it, if it is there.
    Remove(BString),
}

impl Edit {
    /// A line of `git update-ref --stdin`.
    fn line(&self) -> String {
        match self {
            Self::Create(name, id) => format!("create {name} {id}\n"),
            Self::Set(name, id) => format!("update {name} {id}\n"),
            Self::Replace { name, old, new } => format!("update {name} {new} {old}\n"),
            Self::Remove(name) => format!("delete {name}\n"),
        }
    }
}

impl<'r> ByGit<'r> {
    /// Those of this repository, if gix does not read them.
    pub(crate) fn of(repo: &'r Repo) -> Option<Self> {
        repo.needs_git_for_references().then_some(Self { repo })
    }

    /// The references below a name, and the one of the name itself, with the objects that they name.
    ///
    /// # Errors
    ///
    /// When git fails.
    pub(crate) fn list(&self, name: &str) -> Result<Vec<(BString, ObjectId)>, GitError> {
        let printed = self.run(&["for-each-ref", "--format=%(objectname) %(refname)", name], b"")?;
        let reference = |line: &[u8]| {
            let (id, name) = line.split_once_str(" ")?;
            Some((name.into(), ObjectId::from_hex(id).ok()?))
        };
        Ok(printed.lines().filter_map(reference).collect())
    }

    /// The object that a reference names; none if it is not there.
    ///
    /// # Errors
    ///
    /// When git fails.
    pub(crate) fn find(&self, name: &str) -> Result<Option<ObjectId>, GitError> {
        let all = self.list(name)?;
        Ok(all.into_iter().find_map(|(found, id)| (found == name).then_some(id)))
    }

    /// Makes all of these changes or none, and durable as `core.fsync` says.
    ///
    /// # Errors
    ///
    /// When git refuses one.
    pub(crate) fn edit(&self, edits: &[Edit]) -> Result<(), GitError> {
        let lines: String = edits.iter().map(Edit::line).collect();
        self.run(&["update-ref", "--no-deref", "--stdin"], lines.as_bytes()).map(drop)
    }

    /// The commit and the branch that `HEAD` names.
    ///
    /// # Errors
    ///
    /// When git cannot be run.
    pub(crate) fn head(&self) -> Result<Head, GitError> {
        let id = self.answer(&["rev-parse", "--quiet", "--verify", "HEAD"])?;
        let id = id.and_then(|id| ObjectId::from_hex(&id).ok());
        Ok(Head { id, name: self.answer(&["symbolic-ref", "--quiet", "HEAD"])? })
    }

    /// Returns whether a reference beside `HEAD` is there, such as `CHERRY_PICK_HEAD`.
    pub(crate) fn has_beside_head(&self, name: &str) -> bool {
        self.answer(&["rev-parse", "--quiet", "--verify", name]).is_ok_and(|id| id.is_some())
    }

    /// A revision or a range of them with ids in place of names; none if it names none.
    ///
    /// # Errors
    ///
    /// When git cannot be run.
    pub(crate) fn in_ids(&self, range: &BStr) -> Result<Option<BString>, GitError> {
        let Ok(text) = range.to_str() else { return Ok(None) };
        let printed = self.answer(&["rev-parse", "--quiet", "--revs-only", "--end-of-options", text])?;
        let printed = printed.unwrap_or_default();
        let ids: Vec<&[u8]> = printed.lines().collect();
        // git prints the end of a range first, behind `^` what it leaves out, and of `a...b` both ends first.
        Ok(match ids[..] {
            [from, to, ..] if text.contains("...") => Some([from, b"...", to].concat().into()),
            [to, from] if text.contains("..") => Some([&from[1..], b"..", to].concat().into()),
            [id, ..] if text.ends_with("^!") => Some([id, b"^!"].concat().into()),
            [id] if !text.ends_with("^@") => Some(id.into()),
            _ => None,
        })
    }

    /// Output of a command without its last newline; none if it fails without a word.
    fn answer(&self, arguments: &[&str]) -> Result<Option<BString>, GitError> {
        match self.run(arguments, b"") {
            Ok(printed) => Ok(Some(printed.trim_end().into())),
            Err(GitError::Failed { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, GitError> {
        let mut all: Vec<OsString> = Vec::new();
        for setting in ["core.hooksPath=/dev/null", "core.logAllRefUpdates=false"] {
            all.extend(["-c".into(), setting.into()]);
        }
        all.extend(arguments.iter().map(OsString::from));
        Git::new(self.repo).run_with(&all, input)
    }
}
