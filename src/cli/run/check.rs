//! `git sr check` and `git sr hook`, as they were typed.

use std::path::{Path, PathBuf};

use super::{open, replies, rules};
use crate::{
    check::{self, CheckRequest, CheckScope},
    cli::{
        args::{Apply, Check, Hook, HookAction, PlanArgs},
        exit::Exit,
        fatal::Fatal,
        report,
        shell::git_sr,
        style::Streams,
        words,
    },
    hook::{self, Action},
    repo::{commits, open::Repo},
};

pub(super) fn check(start: &Path, args: Check, streams: &mut Streams) -> Result<Exit, Fatal> {
    if !args.replies.is_empty() {
        return of_replies(start, args, streams);
    }
    let (repo, settings) = open(start, &args.output, streams)?;
    let scope = match &args.rev {
        Some(range) => CheckScope::Commits(range.as_encoded_bytes().into()),
        None if args.all => CheckScope::All,
        None => CheckScope::Staged,
    };
    let request = CheckRequest {
        scope,
        rules: rules(&args.aim.allow, &args.aim.block, false)?,
        words: replies::words(Some(&settings))?,
    };
    let report = check::check(&repo, &settings, &request)?;
    let exit = report::check::print(&report, &args, streams);
    // In a hook, git has set this, and a commit without files is meant so.
    if request.scope == CheckScope::Staged && std::env::var_os("GIT_INDEX_FILE").is_none() {
        report::check::nothing_staged(&report, &args, streams);
    }
    Ok(exit)
}

/// Returns whether replies would apply: as `git sr apply --check`, with the options that both have.
fn of_replies(start: &Path, args: Check, streams: &mut Streams) -> Result<Exit, Fatal> {
    let Check { replies, aim, exit, output, .. } = args;
    let plan = PlanArgs { aim, ..PlanArgs::default() };
    let args = Apply { check: true, replies, plan, exit, output, ..Apply::default() };
    super::apply::apply(start, &args, streams).map_err(|fatal| match revision(start, &args.replies) {
        Some(commit) => {
            fatal.first_hint(format!("to check a commit: {}", git_sr(&format!("check --rev {commit}"))))
        }
        None => fatal,
    })
}

/// The commit, or the range of them, that one of the replies names, as there is no file of that name.
fn revision(start: &Path, replies: &[PathBuf]) -> Option<String> {
    let is_no_file = |name: &&PathBuf| name.as_os_str() != "-" && !start.join(name).exists();
    let name = replies.iter().find(is_no_file)?.as_os_str().as_encoded_bytes();
    let repo = Repo::open(start).ok()?;
    commits::is_revision(&repo, name.into()).then(|| words::shell_word(name))
}

pub(super) fn hook(start: &Path, args: &Hook, streams: &mut Streams) -> Result<Exit, Fatal> {
    let action = match args.action {
        HookAction::Install => Action::Install,
        HookAction::Uninstall => Action::Uninstall,
    };
    let (repo, _) = open(start, &args.output, streams)?;
    let program = std::env::current_exe().map_err(|error| Fatal::io("this program", &error))?;
    let report = hook::hook(&repo, action, &program)?;
    report::hook::print(&report, streams);
    if args.output.json {
        report::json::print(&report::hook::Hooked::new(&report), streams);
    }
    Ok(Exit::Done)
}
