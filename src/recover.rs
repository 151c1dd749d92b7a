//! `git sr recover`: recovers the work tree after an interrupted run.

use crate::repo::{
    config::Settings,
    open::Repo,
    recover::Recovered,
    rollback::{self, RollbackError},
    transact::Notice,
};

/// Puts the work tree in order. None if there is nothing to do.
///
/// # Errors
///
/// When another run is at work, or the system refuses.
pub fn recover(repo: &Repo, settings: &Settings) -> Result<Option<Recovered>, RollbackError> {
    let mut found = None;
    let notice = &mut |notice| {
        if let Notice::Recovered(recovered) = notice {
            found = Some(recovered);
        }
    };
    rollback::begin(repo, settings, "git sr recover", notice)?;
    Ok(found)
}
