//! `git sr help`, and the sections below the options of a command.

use clap::{Args, builder::Styles};

use super::keys::{ConfigKey, KEYS};
use crate::cli::exit::EXIT_CLASSES;

/// Show the help of a command, with examples, configuration and exit codes
///
/// Without a command, the help of `git sr`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Help {
    /// The command
    #[arg(value_name = "command")]
    pub(in crate::cli) command: Option<String>,
}

/// Commands, each with a description.
pub(super) type Examples = &'static [(&'static str, &'static str)];
/// Exit codes and their meanings.
pub(super) type Exits = &'static [(u8, &'static str)];

/// The sections of a command: examples, the configuration that it obeys, exit codes.
pub(super) fn after(command: &str, examples: Examples, exits: Exits) -> String {
    sections(command, examples, exits.iter().copied())
}

/// The same of a command that has `--exit-code`.
pub(super) fn after_with_classes(command: &str, examples: Examples, exits: Exits) -> String {
    let classes =
        EXIT_CLASSES.iter().filter(|it| !it.never.contains(&command)).map(|it| (it.code, it.meaning));
    let (first, last) = exits.split_at(exits.partition_point(|(code, _)| *code <= 1));
    sections(command, examples, first.iter().copied().chain(classes).chain(last.iter().copied()))
}

fn sections(command: &str, examples: Examples, exits: impl Iterator<Item = (u8, &'static str)>) -> String {
    let obeys = |key: &&ConfigKey| command == "git-sr" || key.commands.contains(&command);
    let keys: Vec<&ConfigKey> = KEYS.iter().filter(obeys).collect();
    let keys: String = keys.iter().map(|key| entry(key.name, key.meaning)).collect();
    let examples: String = examples.iter().map(|(example, meaning)| entry(example, meaning)).collect();
    let exits: String = exits.map(|(code, meaning)| row(&format!("  {code:<5}"), meaning)).collect();
    let sections = [("Examples", examples), ("Configuration", keys), ("Exit status", exits)];
    let sections = sections.iter().filter(|(_, text)| !text.is_empty());
    let sections: Vec<String> = sections.map(|(title, text)| format!("{}{text}", heading(title))).collect();
    sections.join("\n").trim_end().to_owned()
}

/// A row of a table, in lines that fit on a terminal; those below the first begin where its text does.
pub(super) fn row(head: &str, text: &str) -> String {
    /// Columns of a terminal that nobody made wider.
    const WIDTH: usize = 80;
    let start = head.chars().count();
    let (mut row, mut column) = (head.to_owned(), start);
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && column + 1 + length > WIDTH {
            row += &format!("\n{:start$}", "");
            column = start;
        } else if at > 0 {
            row.push(' ');
            column += 1;
        }
        row += word;
        column += length;
    }
    row + "\n"
}

/// A heading as clap writes its own.
pub(super) fn heading(title: &str) -> String {
    let styles = Styles::default();
    let style = styles.get_header();
    format!("{style}{title}:{style:#}\n")
}

fn entry(name: &str, meaning: &str) -> String {
    format!("  {name}\n      {meaning}\n")
}

/// The sections below the options of `git sr help`.
pub(super) fn help_sections() -> String {
    after("help", EXAMPLES, EXITS)
}

const EXAMPLES: Examples =
    &[("git sr help apply", "Show the help of `git sr apply`"), ("git sr apply -h", "List its options only")];

const EXITS: Exits = &[(0, "the help is shown"), (129, "there is no such command")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_goes_on_below_its_text() {
        let word = "123456789";
        let text = [word; 9].join(" ");
        let lines = row("  128  ", &text);
        let (first, second) = lines.trim_end().split_once('\n').expect("two lines");
        assert_eq!((first.len(), second), (76, "       123456789 123456789"));
        assert_eq!(row("  0    ", "done"), "  0    done\n");
    }
}
