//! The man pages, the completions and the tables in `docs/` are made from the definition of the command line.
//! `SNAPSHOTS=overwrite cargo test --test assets` renews them.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "assets/completions.rs"]
mod completions;

use std::{collections::BTreeMap, fs, path::Path, process::Command as Process};

use clap::Command;
use clap_complete::Shell;
use completions::completion;
use snapbox::{Assert, Data, assert::DEFAULT_ACTION_ENV, data::DataFormat};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The command line with everything that clap derives from it.
fn command() -> Command {
    let mut command = git_sr::cli::command();
    command.build();
    command
}

/// The commands that have a page: `mcp` too, which only builds with its feature list.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() || command.get_name() == "mcp")
}

/// The folder holds exactly these files.
fn same_files(folder: &str, files: &BTreeMap<String, Vec<u8>>) {
    let folder = Path::new(ROOT).join(folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in files {
        same(&folder.join(name), bytes.clone());
    }
    let there = fs::read_dir(folder).expect("to read");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("to read").file_name().into_string();
    for name in there.map(name).map(|name| name.expect("UTF-8")) {
        assert!(files.contains_key(&name), "nothing makes '{name}': remove it");
    }
}

fn same(file: &Path, actual: impl Into<Vec<u8>>) {
    let actual = String::from_utf8(actual.into()).expect("UTF-8");
    let expected = Data::read_from(file, Some(DataFormat::Text)).raw();
    Assert::new().action_env(DEFAULT_ACTION_ENV).eq(Data::text(actual).raw(), expected);
}

/// One page: `git-sr.1`, `git-sr-apply.1`.
fn page(name: &str, command: &Command) -> Vec<u8> {
    let shown = name.replacen('-', " ", 2);
    let named = |argument: &clap::Arg| {
        let name = argument.get_value_names().and_then(|names| names.first()).expect("a name");
        let several = argument.get_num_args().is_some_and(|many| many.max_values() > 1);
        let named = if several { format!("<{name}>...") } else { format!("<{name}>") };
        match (argument.is_required_set(), argument.is_last_set()) {
            (true, _) => format!(" {named}"),
            (false, false) => format!(" [{named}]"),
            (false, true) => format!(" [-- {named}]"),
        }
    };
    let usage = if command.has_subcommands() {
        format!("{shown} [-C <path>] <command> [<options>]")
    } else {
        format!("{shown} [<options>]{}", command.get_positionals().map(named).collect::<String>())
    };
    let mut command = command.clone().bin_name(shown).display_name(name.to_owned()).override_usage(usage);
    let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    command = command.after_long_help(None::<&str>).after_help(None::<&str>);
    let man = clap_mangen::Man::new(command)
        .title(name.to_uppercase())
        .date(" ")
        .source(concat!("git-sr ", env!("CARGO_PKG_VERSION")))
        .manual("Git Manual");
    let mut page = Vec::new();
    man.render_title(&mut page).expect("to write");
    man.render_name_section(&mut page).expect("to write");
    man.render_synopsis_section(&mut page).expect("to write");
    man.render_description_section(&mut page).expect("to write");
    man.render_options_section(&mut page).expect("to write");
    if name == "git-sr" {
        man.render_subcommands_section(&mut page).expect("to write");
    }
    page.extend(sections(&after).into_bytes());
    page.extend_from_slice(b".SH \"SEE ALSO\"\n");
    page.extend_from_slice(
        if name == "git-sr" { "git(1), git-apply(1)\n" } else { "git-sr(1)\n" }.as_bytes(),
    );
    page
}

/// The sections below the options: a title at the margin, then entries.
fn sections(text: &str) -> String {
    let mut page = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut whole = line.to_owned();
        // A row goes on in deeper lines than a meaning.
        while let Some(more) = lines.next_if(|next| next.starts_with("       ")) {
            whole += &format!(" {}", more.trim());
        }
        let line = whole.as_str();
        match line.strip_suffix(':').filter(|title| !title.starts_with(' ')) {
            Some(title) => {
                let title = title.split(',').next().unwrap_or_default();
                page += &format!(".SH \"{}\"\n", title.to_uppercase());
            }
            None if line.is_empty() => page += ".PP\n",
            // A name on one line, its meaning on the next one, which is deeper.
            None if lines.peek().is_some_and(|next| next.starts_with("      ")) => {
                page += &entry(line.trim(), lines.next().unwrap_or_default());
            }
            None if line.starts_with("  ") => {
                let (name, meaning) = line.trim().split_once(' ').expect("a meaning");
                page += &match meaning.trim().split_once(' ') {
                    Some((level @ ("error" | "warn"), meaning)) => {
                        entry(&format!("{name} ({level})"), meaning)
                    }
                    _ => entry(name, meaning),
                };
            }
            None => page += &format!("{}\n", roff(line)),
        }
    }
    page.replace(".PP\n.SH", ".SH")
}

fn entry(name: &str, meaning: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", roff(name), roff(meaning))
}

/// Text as roff takes it: a hyphen is a minus sign, and no line is a request.
fn roff(text: &str) -> String {
    let text = text.trim().replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[test]
fn the_man_pages_are_those_of_the_command_line() {
    let name = |name: String| if name == "git-sr" { name } else { format!("git-sr-{name}") };
    let pages =
        pages().into_iter().map(|(command, page)| (format!("{}.1", name(command)), page.into_bytes()));
    let pages = pages.collect();
    same_files("man", &pages);
}

/// The pages, each with the name of its command.
fn pages() -> Vec<(String, String)> {
    let command = command();
    let page = |name: &str, command| String::from_utf8(page(name, command)).expect("UTF-8");
    let main = ("git-sr".to_owned(), page("git-sr", &command));
    let subs = subcommands(&command).map(|sub| {
        let name = sub.get_name();
        (name.to_owned(), page(&format!("git-sr-{name}"), sub))
    });
    subs.chain([main]).collect()
}

/// The names of the entries of a section.
fn entries<'p>(page: &'p str, section: &str) -> Vec<&'p str> {
    let Some((_, text)) = page.split_once(&format!(".SH \"{section}\"\n")) else { return Vec::new() };
    let text = text.split(".SH").next().unwrap_or_default();
    let names = text.split(".TP\n").skip(1).filter_map(|entry| entry.lines().next());
    names.map(|name| name.trim_start_matches("\\fB").trim_end_matches("\\fR")).collect()
}

#[test]
fn every_man_page_has_examples_and_exit_codes() {
    for (command, page) in pages() {
        assert!(!entries(&page, "EXAMPLES").is_empty(), "of {command}");
        let codes = entries(&page, "EXIT STATUS");
        assert_eq!((codes.first(), codes.last()), (Some(&"0"), Some(&"129")), "of {command}");
    }
}

#[test]
fn every_man_page_has_the_keys_that_the_command_obeys() {
    for (command, page) in pages() {
        let obeyed =
            |key: &&git_sr::cli::ConfigKey| command == "git-sr" || key.commands.contains(&command.as_str());
        let keys: Vec<&str> = git_sr::cli::keys().iter().filter(obeyed).map(|key| key.name).collect();
        assert_eq!(entries(&page, "CONFIGURATION"), keys, "of {command}");
    }
    let names = command().get_subcommands().map(|sub| sub.get_name().to_owned()).collect::<Vec<_>>();
    for key in git_sr::cli::keys() {
        assert!(key.commands.iter().all(|command| names.iter().any(|name| name == command)), "{key:?}");
    }
}

/// The words of a line of shell, with no quotes but `'...'`.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words
}

#[test]
fn every_example_can_be_typed() {
    for (_, page) in pages() {
        for example in entries(&page, "EXAMPLES") {
            let words = words(&example.replace("\\-", "-"));
            let typed = words.iter().skip(1).map(String::as_str);
            assert_eq!((words[0].as_str(), words[1].as_str()), ("git", "sr"));
            let read = git_sr::cli::command().try_get_matches_from(typed);
            let is_good = read.as_ref().map_or_else(|error| error.exit_code() == 0, |_| true);
            assert!(is_good, "{example}: {read:?}");
        }
    }
}

#[test]
fn the_completions_are_those_of_the_command_line() {
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish];
    same_files("completions", &shells.map(completion).into());
}

/// The completions that bash offers for the last of `words`, by the function that bash or git's completion
/// would call.
fn offers(function: &str, words: &[&str]) -> Option<Vec<String>> {
    let script = r#"
        set -eu
        source "$1"; function=$2; shift 2
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        set +eu
        if [ "$function" = _git_sr ]; then _git_sr; else "$function" "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"; fi
        printf '%s\n' "${COMPREPLY[@]}""#;
    let file = Path::new(ROOT).join("completions/git-sr.bash");
    let mut bash = Process::new("bash");
    bash.args(["--noprofile", "--norc", "-c", script, "bash"]).arg(file).arg(function).args(words);
    let output = match bash.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        output => output.expect("bash"),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect())
}

/// Skips, and says so, where there is no bash.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn offered(function: &str, words: &[&str], wanted: &[&str]) {
    match offers(function, words) {
        Some(found) => assert_eq!(found, wanted, "for {words:?}"),
        None => eprintln!("skipped: there is no bash"),
    }
}

#[test]
fn bash_completes_a_verb() {
    offered("_gitsr_words", &["git-sr", "ap"], &["apply"]);
    offered("_git_sr", &["git", "sr", "un"], &["undo "]);
}

#[test]
fn bash_completes_an_option_of_a_verb() {
    offered("_gitsr_words", &["git-sr", "apply", "--allow-"], &["--allow-placeholder"]);
    offered("_git_sr", &["git", "sr", "apply", "--al"], &["--allow ", "--allow-placeholder "]);
    offered("_git_sr", &["git", "-C", "folder", "sr", "apply", "--dry"], &["--dry-run "]);
}

#[test]
fn bash_completes_the_value_of_an_option() {
    offered("_git_sr", &["git", "sr", "apply", "--match", "tr"], &["trailing "]);
}

/// The table of a verb's options.
fn table(command: &Command) -> String {
    let row = |argument: &clap::Arg| {
        let mut names = Vec::new();
        names.extend(argument.get_short().map(|short| format!("-{short}")));
        names.extend(argument.get_long().map(|long| format!("--{long}")));
        let value = argument
            .get_value_names()
            .and_then(|names| names.first())
            .filter(|_| argument.get_action().takes_values());
        let value = value.map(|value| {
            let optional = argument.is_require_equals_set();
            if optional { format!("[=<{value}>]") } else { format!(" <{value}>") }
        });
        let meaning = argument.get_help().map(ToString::to_string).unwrap_or_default();
        format!("| `{}{}` | {} |\n", names.join("`, `"), value.unwrap_or_default(), meaning)
    };
    let shown = |argument: &&clap::Arg| !argument.is_positional() && !argument.is_hide_set();
    let options: Vec<&clap::Arg> =
        command.get_arguments().filter(shown).filter(|argument| argument.get_id() != "help").collect();
    let mut headings: Vec<Option<&str>> = vec![None];
    for option in &options {
        if !headings.contains(&option.get_help_heading()) {
            headings.push(option.get_help_heading());
        }
    }
    let rows = headings.into_iter().map(|heading| {
        let options = options.iter().filter(|option| option.get_help_heading() == heading);
        let heading = heading.map_or_else(String::new, |heading| format!("| **{heading}** | |\n"));
        heading + &options.map(|option| row(option)).collect::<String>()
    });
    format!("| option | meaning |\n|---|---|\n{}", rows.collect::<String>())
}

/// The table of the configuration keys.
fn keys() -> String {
    let row = |key: &git_sr::cli::ConfigKey| format!("| `{}` | {} |\n", key.name, key.meaning);
    format!("| key | meaning |\n|---|---|\n{}", git_sr::cli::keys().iter().map(row).collect::<String>())
}

/// The tiers in their order, as the help of `--match` explains them.
fn tiers(command: &Command) -> String {
    let apply = command.find_subcommand("apply").expect("a verb");
    let option =
        apply.get_arguments().find(|argument| argument.get_long() == Some("match")).expect("--match");
    let row = |tier: clap::builder::PossibleValue| {
        let help = tier.get_help().map(ToString::to_string).unwrap_or_default();
        format!("| `{}` | {help} |\n", tier.get_name())
    };
    let rows: String = option.get_possible_values().into_iter().map(row).collect();
    format!("| tier | SEARCH and file are |\n|---|---|\n{rows}")
}

/// A document with the part between two markers replaced.
fn with_part(mut document: String, begin: &str, end: &str, part: &str) -> String {
    let (begin, end) = (format!("<!-- {begin} -->\n"), format!("<!-- end of {end} -->"));
    let start = document.find(&begin).expect("a marker") + begin.len();
    let length = document[start..].find(&end).expect("a marker");
    document.replace_range(start..start + length, &format!("\n{part}\n"));
    document
}

#[test]
fn the_tables_in_the_docs_are_those_of_the_command_line() {
    let command = command();
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).expect("a document");
    let mut options = read("docs/configuration.md");
    for verb in ["apply", "check", "undo"] {
        let table = table(command.find_subcommand(verb).expect("a verb"));
        options = with_part(options, &format!("options of {verb}"), "options", &table);
    }
    options = with_part(options, "keys", "keys", &keys());
    same(&Path::new(ROOT).join("docs/configuration.md"), options);
    let matching = with_part(read("docs/matching.md"), "tiers", "tiers", &tiers(&command));
    same(&Path::new(ROOT).join("docs/matching.md"), matching);
}
