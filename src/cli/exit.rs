//! Exit codes, which are git's.

use std::process::ExitCode;

use crate::core::outcome::Class;

/// Exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Done, or nothing to do.
    Done,
    /// Something did not apply or was refused.
    Refused,
    /// The same, with the code of its classes (`--exit-code`).
    RefusedAs(u8),
    /// It cannot go on.
    Fatal,
    /// Wrong usage.
    Usage,
    /// A signal of this number asked to stop.
    Signal(u8),
}

/// Classes of failures that have an exit code of their own.
pub(super) struct ExitClass {
    pub(super) code: u8,
    pub(super) meaning: &'static str,
    /// The commands with `--exit-code` that never exit with it.
    pub(super) never: &'static [&'static str],
    classes: &'static [Class],
}

/// Every code that `--exit-code` gives in place of 1.
pub(super) const EXIT_CLASSES: &[ExitClass] = &[
    ExitClass {
        code: 2,
        meaning: "with `--exit-code`: the reply cannot be read: it has no blocks, or an error of form",
        never: &[],
        classes: &[Class::Parse, Class::Unterminated, Class::NoBlocks, Class::LeftOut, Class::NoPath],
    },
    ExitClass {
        code: 3,
        meaning: "with `--exit-code`: the text to find, or the file, is not there",
        never: &[],
        classes: &[Class::NotFound, Class::MissingFile],
    },
    ExitClass {
        code: 4,
        meaning: "with `--exit-code`: the place is ambiguous, the lines are there already, or blocks overlap",
        never: &[],
        classes: &[Class::Ambiguous, Class::Duplicate, Class::Overlap],
    },
    ExitClass {
        code: 5,
        meaning: "with `--exit-code`: the file has changed since the reply was written, or while the command ran",
        never: &[],
        classes: &[Class::Stale, Class::Changed],
    },
    ExitClass {
        code: 6,
        meaning: "with `--exit-code`: the path or the file is refused: by policy, out of the work tree, not a text file, there already",
        never: &[],
        classes: &[
            Class::BadPath,
            Class::Outside,
            Class::Link,
            Class::NotAFile,
            Class::Repository,
            Class::Sparse,
            Class::Blocked,
            Class::Exists,
            Class::Binary,
            Class::Encoding,
        ],
    },
    ExitClass {
        code: 7,
        meaning: "with `--exit-code`: the change breaks the syntax of a file, or leaves code out",
        never: &[],
        classes: &[Class::Syntax, Class::Placeholder],
    },
    ExitClass {
        code: 8,
        meaning: "with `--exit-code`: a merge is in the way, or `--3way` left conflict markers",
        never: &["check"],
        classes: &[Class::Unmerged, Class::InProgress],
    },
    ExitClass {
        code: 9,
        meaning: "with `--exit-code`: the command of `--exec`, or the commit, failed",
        never: &["check", "diff"],
        classes: &[Class::Exec, Class::Commit],
    },
];

impl Exit {
    /// The code of a refusal: an error of the system is none, as no other reply mends it.
    pub(super) fn of_refusal(failed: &[Class]) -> Self {
        let is_system = !failed.is_empty() && failed.iter().all(|class| *class == Class::Io);
        if is_system { Self::Fatal } else { Self::Refused }
    }

    /// The code of failures: that of their classes if all have the same one, or 1.
    pub(super) fn of(failed: impl IntoIterator<Item = Class>) -> Self {
        let code =
            |class: Class| EXIT_CLASSES.iter().find(|it| it.classes.contains(&class)).map(|it| it.code);
        let mut codes: Vec<Option<u8>> = failed.into_iter().map(code).collect();
        codes.dedup();
        match codes.as_slice() {
            [Some(code)] => Self::RefusedAs(*code),
            _ => Self::Refused,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::RefusedAs(code) => code,
            Exit::Fatal => 128,
            Exit::Usage => 129,
            // As a shell says it of a program that died of one.
            Exit::Signal(signal) => 128 | signal,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_one_code_at_most_and_no_code_is_that_of_something_else() {
        for class in Class::ALL {
            let codes = EXIT_CLASSES.iter().filter(|it| it.classes.contains(class)).count();
            let is_general = matches!(
                class,
                Class::Limit | Class::Locked | Class::Io | Class::NothingKept | Class::NoBatch | Class::Usage
            );
            assert_eq!(codes, usize::from(!is_general), "{class:?}");
        }
        let codes: Vec<u8> = EXIT_CLASSES.iter().map(|it| it.code).collect();
        assert_eq!(codes, (2..=9).collect::<Vec<u8>>());
    }

    #[test]
    fn a_command_that_neither_merges_nor_commits_has_no_code_for_that() {
        let codes = |command: &str| -> Vec<u8> {
            EXIT_CLASSES.iter().filter(|it| !it.never.contains(&command)).map(|it| it.code).collect()
        };
        assert_eq!(codes("apply"), (2..=9).collect::<Vec<u8>>());
        assert_eq!(codes("diff"), (2..=8).collect::<Vec<u8>>());
        assert_eq!(codes("check"), (2..=7).collect::<Vec<u8>>());
    }

    #[test]
    fn errors_of_the_system_alone_are_fatal() {
        assert_eq!(Exit::of_refusal(&[Class::Io, Class::Io]), Exit::Fatal);
        assert_eq!(Exit::of_refusal(&[Class::Io, Class::NotFound]), Exit::Refused);
        assert_eq!(Exit::of_refusal(&[]), Exit::Refused);
    }

    #[test]
    fn failures_of_several_codes_are_1() {
        assert_eq!(Exit::of([Class::Ambiguous, Class::Duplicate]), Exit::RefusedAs(4));
        assert_eq!(Exit::of([Class::Ambiguous, Class::Stale]), Exit::Refused);
        assert_eq!(Exit::of([Class::Limit]), Exit::Refused);
        assert_eq!(Exit::of([]), Exit::Refused);
    }
}
