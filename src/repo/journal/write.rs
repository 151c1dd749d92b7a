//! Writing the journal, from where an earlier run left it.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    fs::{File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::PathBuf,
    rc::Rc,
};

use gix::hash::Kind;

use super::{
    line::{self, UnreadableJournal},
    read::{OpenSteps, ReadJournal, read},
    step::{JournalHead, Phase, Step},
};
use crate::repo::{absent, open::Repo, platform, program::scratch, shared::Shared};

/// Reason why a journal is not read.
#[derive(Debug, thiserror::Error)]
pub(in crate::repo) enum JournalError {
    #[error("cannot read the journal")]
    Io(#[from] io::Error),
    #[error("the journal '{}' is of another version", .0.display())]
    Version(PathBuf),
    #[error("the journal '{}' is damaged", .0.display())]
    Damaged(PathBuf),
}

/// The journal of a work tree. Whoever holds the lock of the work tree may write it.
#[derive(Debug)]
pub(in crate::repo) struct Journal {
    path: PathBuf,
    shared: Shared,
    hash: Kind,
    state: RefCell<JournalState>,
}

/// Progress of this run in the journal.
#[derive(Debug, Default)]
struct JournalState {
    /// None until there is a step.
    file: Option<File>,
    /// Offset of the next step.
    end: u64,
    open: BTreeSet<Phase>,
}

/// Returns whether a run left steps open, or is at work.
pub(in crate::repo) fn is_left(repo: &Repo) -> bool {
    path(repo).exists()
}

/// Path of the journal.
pub(in crate::repo) fn path(repo: &Repo) -> PathBuf {
    repo.state_dir().join("journal")
}

impl Journal {
    /// That of a work tree. Nothing is read or written.
    pub(in crate::repo) fn of(repo: &Repo) -> Rc<Self> {
        Rc::new(Self {
            path: path(repo),
            shared: Shared::of(repo),
            hash: repo.object_hash(),
            state: RefCell::default(),
        })
    }

    /// Reads the steps that a run left, and goes on from there. None if there is no journal; no steps if the
    /// run was interrupted before it had finished to write the first.
    ///
    /// # Errors
    ///
    /// When it is damaged or of another version: then nothing was touched. Or when the disk refuses.
    pub(in crate::repo) fn resume(&self, repo: &Repo) -> Result<Option<OpenSteps>, JournalError> {
        let Some(bytes) = absent::or_none(std::fs::read(&self.path))? else { return Ok(None) };
        let ReadJournal { open, is_begun, goes_on } =
            read(self.hash, &bytes).map_err(|why| self.unreadable(why))?;
        let steps = open.steps();
        let mut state = self.state.borrow_mut();
        state.open = steps.iter().filter_map(Step::begins).collect();
        if steps.is_empty() {
            absent::remove(&self.path)?;
            return Ok((!is_begun).then_some(open));
        }
        if !goes_on {
            self.write_anew(repo, &steps)?;
        }
        let file = OpenOptions::new().append(true).open(&self.path)?;
        state.end = file.metadata()?.len();
        state.file = Some(file);
        Ok(Some(open))
    }

    fn unreadable(&self, why: UnreadableJournal) -> JournalError {
        match why {
            UnreadableJournal::Version => JournalError::Version(self.path.clone()),
            UnreadableJournal::Damaged => JournalError::Damaged(self.path.clone()),
        }
    }

    /// Puts a journal of these steps in the place of one to which none can be added.
    fn write_anew(&self, repo: &Repo, steps: &[Step]) -> io::Result<()> {
        let mut file = scratch(repo)?;
        let mut lines = line::write(self.hash, &JournalHead::default())?;
        for step in steps {
            lines.extend(line::write(self.hash, step)?);
        }
        file.write_all(&lines)?;
        platform::sync_file(std::os::fd::AsFd::as_fd(file.as_file()))?;
        self.shared.adjust(file.path())?;
        file.persist(&self.path)?;
        Ok(())
    }

    /// Adds a step. It is durable when the [file](Self::file) is synced.
    ///
    /// # Errors
    ///
    /// When one of its part is open already, or the disk refuses. The journal is as before then.
    pub(in crate::repo) fn add(&self, step: &Step) -> io::Result<()> {
        let mut state = self.state.borrow_mut();
        if step.begins().is_some_and(|part| state.open.contains(&part)) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let line = line::write(self.hash, step)?;
        match state.file {
            Some(_) => state.append(&line)?,
            None => self.begin(&mut state, &line)?,
        }
        state.open.extend(step.begins());
        Ok(())
    }

    /// The file comes with its first step.
    fn begin(&self, state: &mut JournalState, line: &[u8]) -> io::Result<()> {
        let head = line::write(self.hash, &JournalHead::default())?;
        let create = || OpenOptions::new().append(true).create_new(true).open(&self.path);
        let file = create().or_else(|error| {
            // A command that a batch waits for may have removed the folder.
            let folder = self.path.parent().filter(|_| error.kind() == ErrorKind::NotFound).ok_or(error)?;
            self.shared.create_folders(folder)?;
            create()
        })?;
        (state.file, state.end) = (Some(file), 0);
        let begun = self.shared.adjust(&self.path).and_then(|()| state.append(&[&head, line].concat()));
        if begun.is_err() {
            state.file = None;
            let _ = std::fs::remove_file(&self.path);
        }
        begun
    }

    /// Ends the steps of a part. The file goes if nothing else is open.
    ///
    /// # Errors
    ///
    /// When the disk refuses. The next run finds it open then.
    pub(in crate::repo) fn end(&self, part: Phase) -> io::Result<()> {
        let mut state = self.state.borrow_mut();
        if !state.open.remove(&part) {
            return Ok(());
        }
        if state.open.is_empty() {
            state.file = None;
            return absent::remove(&self.path);
        }
        state.append(&line::write(self.hash, &Step::End(part))?)
    }

    /// Its file with the device, to be synced.
    pub(in crate::repo) fn file(&self) -> io::Result<(u64, PathBuf)> {
        Ok((platform::device(&self.path)?, self.path.clone()))
    }
}

#[cfg(test)]
impl Journal {
    /// Lets steps be written to this file.
    pub(super) fn put_file(&self, file: File) {
        self.state.borrow_mut().file = Some(file);
    }
}

impl JournalState {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Without a file there is one that could not be mended.
        let Some(file) = &mut self.file else { return Err(ErrorKind::AlreadyExists.into()) };
        let written = file.write_all(bytes);
        match written {
            Ok(()) => self.end += bytes.len() as u64,
            // A step written in part must not precede the next one.
            Err(_) if file.set_len(self.end).is_err() => self.file = None,
            Err(_) => {}
        }
        written
    }
}
