//! The man pages, the completions and the tables in `docs/` are made from the definition of the command line.
//! `SNAPSHOTS=overwrite cargo test --test assets` renews them.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::{collections::BTreeMap, fs, path::Path, process::Command as Process};

use clap::Command;
use clap_complete::{Shell, generate};
use snapbox::{Assert, Data, assert::DEFAULT_ACTION_ENV, data::DataFormat};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The command line with everything that clap derives from it.
fn command() -> Command {
    let mut command = git_sr::cli::command();
    command.build();
    command
}

fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
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
    let positional = command.get_positionals().next();
    let several =
        positional.is_some_and(|argument| argument.get_num_args().is_some_and(|many| many.max_values() > 1));
    let named = positional.and_then(|argument| argument.get_value_names()?.first());
    let usage = match named {
        _ if command.has_subcommands() => format!("{shown} [-C <path>] <command> [<options>]"),
        Some(name) if several => format!("{shown} [<options>] [<{name}>...]"),
        Some(name) => format!("{shown} [<options>] [<{name}>]"),
        None => format!("{shown} [<options>]"),
    };
    let mut command = command.clone().bin_name(shown).display_name(name.to_owned()).override_usage(usage);
    let exits = command.get_after_long_help().map(ToString::to_string);
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
    page.extend(exits.as_ref().map(|text| rules(text)).unwrap_or_default().into_bytes());
    page.extend(exits.map(|text| exit_status(&text)).unwrap_or_default().into_bytes());
    page.extend_from_slice(b".SH \"SEE ALSO\"\n");
    page.extend_from_slice(
        if name == "git-sr" { "git(1), git-apply(1)\n" } else { "git-sr(1)\n" }.as_bytes(),
    );
    page
}

/// Lines of a rule, its level and its meaning, as a section.
fn rules(text: &str) -> String {
    let entry = |line: &str| {
        let (id, rest) = line.trim().split_once(' ')?;
        let (level, meaning) = rest.trim().split_once(' ')?;
        let (id, meaning) = (id.replace('-', "\\-"), meaning.trim().replace('-', "\\-"));
        ["error", "warn"].contains(&level).then(|| format!(".TP\n\\fB{id}\\fR ({level})\n{meaning}\n"))
    };
    let entries: String = text.lines().filter_map(entry).collect();
    if entries.is_empty() { entries } else { format!(".SH \"RULES\"\n{entries}") }
}

/// `Exit status:` and lines of a code and its meaning, as a section.
fn exit_status(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.trim().split_once(' '));
    let codes = lines.filter(|(code, _)| code.bytes().all(|byte| byte.is_ascii_digit()));
    let entry =
        |(code, meaning): (&str, &str)| format!(".TP\n{code}\n{}\n", meaning.trim().replace('-', "\\-"));
    format!(".SH \"EXIT STATUS\"\n{}", codes.map(entry).collect::<String>())
}

#[test]
fn the_man_pages_are_those_of_the_command_line() {
    let command = command();
    let mut pages = BTreeMap::from([("git-sr.1".to_owned(), page("git-sr", &command))]);
    for sub in subcommands(&command) {
        let name = format!("git-sr-{}", sub.get_name());
        pages.insert(format!("{name}.1"), page(&name, sub));
    }
    same_files("man", &pages);
}

#[test]
fn the_exit_codes_stand_in_the_man_pages() {
    for verb in ["apply", "check", "hook", "undo"] {
        let page = fs::read_to_string(Path::new(ROOT).join(format!("man/git-sr-{verb}.1"))).expect("a page");
        let (_, section) = page.split_once(".SH \"EXIT STATUS\"\n").expect("a section");
        let codes: Vec<&str> =
            section.split(".TP\n").skip(1).filter_map(|entry| entry.lines().next()).collect();
        assert_eq!(codes, ["0", "1", "128", "129"], "of {verb}");
    }
}

fn completion(shell: Shell) -> (String, Vec<u8>) {
    let (mut command, mut script) = (git_sr::cli::command(), Vec::new());
    match shell {
        Shell::Bash => {
            // The generator's script does not work for a name with a hyphen that has subcommands.
            generate(shell, &mut command, "gitsr", &mut script);
            script.extend_from_slice(BASH.as_bytes());
            ("git-sr.bash".to_owned(), script)
        }
        _ => {
            generate(shell, &mut command, "git-sr", &mut script);
            let name = match shell {
                Shell::Zsh => "_git-sr",
                Shell::Fish => "git-sr.fish",
                Shell::PowerShell => "git-sr.ps1",
                _ => "git-sr.elv",
            };
            (name.to_owned(), script)
        }
    }
}

/// `git-sr <TAB>`, and what git's own completion calls for `git sr <TAB>`: it leaves the words in `words` and `cword`.
const BASH: &str = r#"
complete -F _gitsr -o nosort -o bashdefault -o default git-sr 2>/dev/null || complete -F _gitsr -o default git-sr

_git_sr() {
    local -a typed=("${words[@]-}")
    local at=${cword:-0} first=0
    if [[ -z "${cword-}" ]]; then
        typed=("${COMP_WORDS[@]}")
        at=$COMP_CWORD
    fi
    while [[ $first -lt $at && "${typed[first]}" != sr ]]; do
        first=$((first + 1))
    done
    local -a COMP_WORDS=(git-sr "${typed[@]:first+1}")
    local COMP_CWORD=$((at - first))
    _gitsr git-sr "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    # git's completion is set up to put no space behind a word.
    for at in "${!COMPREPLY[@]}"; do
        [[ -e ${COMPREPLY[at]} ]] || COMPREPLY[at]+=' '
    done
}
"#;

#[test]
fn the_completions_are_those_of_the_command_line() {
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish];
    same_files("completions", &shells.map(completion).into());
}

/// What bash offers for the last of `words`, by the function that bash or git's completion would call.
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
    offered("_gitsr", &["git-sr", "ap"], &["apply"]);
    offered("_git_sr", &["git", "sr", "un"], &["undo "]);
}

#[test]
fn bash_completes_an_option_of_a_verb() {
    offered("_gitsr", &["git-sr", "apply", "--allow-"], &["--allow-placeholder"]);
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
    let options =
        command.get_arguments().filter(|argument| !argument.is_positional() && argument.get_id() != "help");
    format!("| option | meaning |\n|---|---|\n{}", options.map(row).collect::<String>())
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
    same(&Path::new(ROOT).join("docs/configuration.md"), options);
    let matching = with_part(read("docs/matching.md"), "tiers", "tiers", &tiers(&command));
    same(&Path::new(ROOT).join("docs/matching.md"), matching);
}
