//! The report of `git sr hook`.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{SCHEMA_VERSION, text};
use crate::{
    cli::{
        style::Streams,
        words::{activation, quoted, shell_word},
    },
    hook::HookReport,
    repo::hooks::{HookOutcome, KEPT, OldHook},
};

/// Outcome of the pre-commit hook: printed by `git sr hook --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Hooked {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Actions taken.
    status: HookStatus,
    /// The folder of the hooks.
    folder: String,
    /// True if the hook that was there before runs first, or is back.
    before: bool,
}

/// Actions taken.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum HookStatus {
    /// The hook was installed.
    Installed,
    /// The hook was removed.
    Removed,
    /// There was nothing to do.
    NothingToDo,
}

impl Hooked {
    /// The object of a report.
    pub(in crate::cli) fn new(report: &HookReport) -> Self {
        let (status, before) = match &report.done {
            HookOutcome::Installed { kept } => (HookStatus::Installed, *kept == OldHook::RunsFirst),
            HookOutcome::Removed { restored } => (HookStatus::Removed, *restored),
            HookOutcome::WasThere | HookOutcome::IsCalled(_) | HookOutcome::WasGone => {
                (HookStatus::NothingToDo, false)
            }
        };
        let folder = text(report.folder.path.as_os_str().as_encoded_bytes());
        Self { schema_version: SCHEMA_VERSION, status, folder, before }
    }
}

/// Prints the result.
pub(in crate::cli) fn print(report: &HookReport, streams: &mut Streams) {
    let folder = quoted(report.folder.path.as_os_str().as_encoded_bytes());
    let kept = quoted(KEPT.as_bytes());
    let path = report.folder.path.join(KEPT);
    match &report.done {
        HookOutcome::Installed { kept: OldHook::None } => {
            streams.say(&format!("pre-commit hook installed in {folder}"))
        }
        HookOutcome::Installed { kept: OldHook::RunsFirst } => streams.say(&format!(
            "pre-commit hook installed in {folder}; the one that was there is {kept} and runs first"
        )),
        HookOutcome::Installed { kept: OldHook::DoesNotRun } => {
            streams.say(&format!("pre-commit hook installed in {folder}"));
            streams.warn(&format!(
                "the hook that was there is kept as {kept}, but does not run: it is not executable, so git did not run it either"
            ));
            streams.hint(&format!(
                "if it shall run: chmod +x {}",
                shell_word(path.as_os_str().as_encoded_bytes())
            ));
        }
        HookOutcome::WasThere => streams.say(&format!("the pre-commit hook is in {folder} already")),
        HookOutcome::IsCalled(owned) => {
            let file = quoted(owned.file.as_os_str().as_encoded_bytes());
            streams.say(&format!("'git sr check' is called in {file} already"));
            if let Some(command) = activation(owned) {
                streams.hint(&format!("let git run it: {command}"));
            }
        }
        HookOutcome::Removed { restored: false } => {
            streams.say(&format!("pre-commit hook removed from {folder}"))
        }
        HookOutcome::Removed { restored: true } => streams
            .say(&format!("pre-commit hook removed from {folder}; the one that was there before is back")),
        HookOutcome::WasGone => streams.say(&format!("there is no pre-commit hook of git sr in {folder}")),
    }
    if report.folder.is_shared
        && matches!(report.done, HookOutcome::Installed { .. } | HookOutcome::Removed { .. })
    {
        streams.warn(
            "'core.hooksPath' is set for all repositories of this user: the hook is one for all of them",
        );
    }
}
