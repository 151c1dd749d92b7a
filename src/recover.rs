//! `git sr recover`: what a run that broke off left is put in order.

use std::time::Duration;

use crate::repo::{
    config::Settings,
    lock::Lock,
    open::Repo,
    recover::{self, Recovered},
    transact::TransactError,
};

/// Puts the work tree in order. None if there is nothing to do.
///
/// # Errors
///
/// When another run is at work, or the system refuses.
pub fn recover(repo: &Repo, settings: &Settings) -> Result<Option<Recovered>, TransactError> {
    let lock = Lock::take(repo, Duration::from_millis(settings.lock_timeout), "git sr recover")?;
    Ok(recover::recover(repo, &lock)?)
}
