//! `git sr hook`: a pre-commit hook that runs `git sr check`.

use std::path::Path;

use crate::repo::{
    hooks::{self, HookError, HookOutcome, HooksFolder},
    open::Repo,
};

/// The request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put the hook there.
    Install,
    /// Take it away.
    Uninstall,
}

/// Its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookReport {
    /// Actions taken.
    pub done: HookOutcome,
    /// The folder of hooks.
    pub folder: HooksFolder,
}

/// Installs the hook or takes it away. The hook calls `program` where no `git-sr` is on the `PATH`.
///
/// # Errors
///
/// When the hooks have another owner, the file there is not ours, or the disk refuses.
pub fn hook(repo: &Repo, action: Action, program: &Path) -> Result<HookReport, HookError> {
    let folder = hooks::folder(repo)?;
    let owned = hooks::owned(repo, &folder.path);
    let done = match (action, owned) {
        (Action::Install, None) => hooks::install(&folder, program)?,
        (Action::Install, Some(owned)) if owned.has_call() && !owned.is_displaced => {
            HookOutcome::IsCalled(Box::new(owned))
        }
        (Action::Install, Some(owned)) => return Err(HookError::Owned(Box::new(owned))),
        (Action::Uninstall, _) => hooks::uninstall(&folder)?,
    };
    Ok(HookReport { done, folder })
}
