//! The pager that long results go through on a terminal, chosen as git chooses it.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write},
    process::{Child, Stdio},
};

use crate::repo::{config::Paging, signals};

/// A pager that runs.
#[derive(Debug)]
pub(super) struct Pager {
    child: Child,
    // The pager survives an interrupt, as the user stops a search in it that way; so do we, until it ends.
    _signals: Option<signals::Held>,
}

/// The program that pages, if one does: `GIT_PAGER`, `pager.sr`, `core.pager`, `PAGER`, and `less`.
pub(super) fn program(paging: &Paging, variable: impl Fn(&str) -> Option<OsString>) -> Option<OsString> {
    if !paging.is_on {
        return None;
    }
    let named = variable("GIT_PAGER").or_else(|| paging.program.clone()).or_else(|| variable("PAGER"));
    let program = named.unwrap_or_else(|| "less".into());
    Some(program).filter(|program| !program.is_empty() && program != "cat")
}

impl Pager {
    /// Starts it. None if it cannot be started; results are printed without it then.
    pub(super) fn start(program: &OsStr) -> Option<Self> {
        let signals = signals::hold().ok();
        let command = gix::command::prepare(program).command_may_be_shell_script();
        let command = command.stdin(Stdio::piped()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
        // As git does: less ends if all fits the screen, and leaves colours and the screen alone.
        let unset =
            [("LESS", "FRX"), ("LV", "-c")].into_iter().filter(|(name, _)| std::env::var_os(name).is_none());
        let child = unset.fold(command, |command, (name, value)| command.env(name, value)).spawn().ok()?;
        Some(Self { child, _signals: signals })
    }

    /// Ends its input, and waits until the user has left it.
    pub(super) fn finish(mut self) -> io::Result<()> {
        drop(self.child.stdin.take());
        self.child.wait().map(drop)
    }
}

impl Write for Pager {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.child.stdin.as_mut().map_or(Ok(bytes.len()), |stdin| stdin.write(bytes));
        written.or_else(|error| match error.kind() {
            // Who leaves it early has seen enough of this, and not of what is printed behind it.
            io::ErrorKind::BrokenPipe => {
                self.child.stdin = None;
                Ok(bytes.len())
            }
            _ => Err(error),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.child.stdin.as_mut().map_or(Ok(()), Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(paging: &Paging, variables: &[(&str, &str)]) -> Option<String> {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        program(paging, variable).map(|program| program.into_string().expect("UTF-8"))
    }

    #[test]
    fn the_pager_is_the_one_that_git_takes() {
        let none = Paging::default();
        let configured = Paging { program: Some("set".into()), ..Paging::default() };
        assert_eq!(chosen(&none, &[]).as_deref(), Some("less"));
        assert_eq!(chosen(&none, &[("PAGER", "more")]).as_deref(), Some("more"));
        assert_eq!(chosen(&configured, &[("PAGER", "more")]).as_deref(), Some("set"));
        assert_eq!(chosen(&configured, &[("GIT_PAGER", "git")]).as_deref(), Some("git"));
    }

    #[test]
    fn a_pager_can_be_switched_off() {
        let off = Paging { is_on: false, ..Paging::default() };
        assert_eq!(chosen(&off, &[("GIT_PAGER", "git")]), None);
        assert_eq!(chosen(&Paging::default(), &[("GIT_PAGER", "cat")]), None);
        assert_eq!(chosen(&Paging::default(), &[("GIT_PAGER", ""), ("PAGER", "more")]), None);
    }
}
