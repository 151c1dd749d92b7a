//! Words of git, and the commands of git sr that people who type them look for.

use crate::cli::shell::git_sr;

/// Words typed out of habit, and the command that is meant by them.
struct Habit {
    /// Commands and options of git, or of tools like it.
    typed: &'static [&'static str],
    /// The purpose.
    purpose: &'static str,
    /// The command that has it.
    command: &'static str,
}

const HABITS: &[Habit] = &[
    Habit {
        typed: &["revert", "reset", "restore", "rollback", "--reverse", "-R"],
        purpose: "to take the last batch back",
        command: "undo",
    },
    Habit { typed: &["status", "list", "history"], purpose: "to list the batches", command: "log" },
    Habit { typed: &["am", "patch"], purpose: "to apply a reply", command: "apply <reply>" },
    Habit {
        typed: &["add", "stage"],
        purpose: "to stage what a reply changes",
        command: "apply --index <reply>",
    },
    Habit {
        typed: &["commit"],
        purpose: "to commit what a reply changes",
        command: "apply --commit <reply>",
    },
];

/// Commands that do not read options of these names otherwise, as `git log --reverse` does.
const APPLIES: [Option<&str>; 3] = [None, Some("apply"), Some("diff")];

/// A hint for a word that is no command, or an option that a command does not have.
pub(super) fn hint(typed: &str, command: Option<&str>) -> Option<String> {
    let habit = HABITS.iter().find(|habit| habit.typed.contains(&typed))?;
    let is_meant = APPLIES.contains(&command);
    is_meant.then(|| format!("{}: {}", habit.purpose, git_sr(habit.command)))
}
