//! The journal: steps that a run is about to take, for the next run after a crash: `$GIT_DIR/sr/journal`.
//!
//! The journal is a file of [steps](Step) that only grows, one line each. A step is written before its action
//! begins. It is open until another step ends it, and the file goes with the last open one; steps that are
//! open when a run is killed are finished or taken back by the next run (`repo::recover`).
//!
//! | step | before | durable before | the next run |
//! |---|---|---|---|
//! | `intent` | temporary files | | removes them |
//! | `renames` | the first rename | the first rename | takes the batch back; once its record is named, removes its old files |
//!
//! A batch is made when the reference of its record is set.

mod line;
mod older;
mod read;
mod step;
#[cfg(test)]
mod tests;
mod write;

pub(super) use step::{Intent, PathRenames, Phase, Renames, Step, token};
pub(super) use write::{Journal, JournalError, is_left, path};

/// A line with its checksum.
pub(super) fn line(repo: &super::open::Repo, line: &impl serde::Serialize) -> std::io::Result<Vec<u8>> {
    line::write(repo.object_hash(), line)
}

/// Parses a line and the line break that ends it; none if it was not written to its end.
pub(super) fn read_line<T: serde::de::DeserializeOwned>(
    repo: &super::open::Repo,
    line: &[u8],
) -> Result<Option<T>, JournalError> {
    let json = line::read(repo.object_hash(), line);
    json.and_then(|json| json.map(line::parse).transpose()).map_err(|_| JournalError::Damaged(path(repo)))
}
