//! The completions: what clap generates, and what it does not know of batches, keys and revisions.

use clap::{Arg, Command, ValueHint};
use clap_complete::{Shell, generate};

/// What completion can offer for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offer {
    Nothing,
    Path,
    Folder,
    ShellCommand,
    Batch,
    Key,
    Revision,
    RevisionOrFile,
}

impl Offer {
    /// By the name of the value.
    fn of(argument: &Arg) -> Self {
        let named = argument.get_value_names().and_then(|names| names.first());
        match named.map(|name| name.as_str()) {
            Some("batch") => Self::Batch,
            Some("key") if argument.is_positional() => Self::Key,
            Some("revision" | "range") => Self::Revision,
            Some("revision|file") => Self::RevisionOrFile,
            Some("file" | "glob" | "path" | "pathspec" | "reply") => Self::Path,
            Some("dir") => Self::Folder,
            Some("command") => Self::ShellCommand,
            _ => Self::Nothing,
        }
    }

    /// As far as clap's scripts know it.
    fn hint(self) -> ValueHint {
        match self {
            Self::Path | Self::RevisionOrFile => ValueHint::AnyPath,
            Self::Folder => ValueHint::DirPath,
            Self::ShellCommand => ValueHint::CommandString,
            Self::Nothing | Self::Batch | Self::Key | Self::Revision => ValueHint::Other,
        }
    }

    /// The function of zsh.
    fn in_zsh(self) -> Option<&'static str> {
        match self {
            Self::Batch => Some("_git-sr_batches"),
            Self::Key => Some("_git-sr_keys"),
            Self::Revision => Some("_git-sr_revisions"),
            Self::RevisionOrFile => Some("_git-sr_revisions_and_files"),
            _ => None,
        }
    }
}

fn hinted(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        if !argument.get_action().takes_values() {
            return argument;
        }
        let hint = Offer::of(&argument).hint();
        argument.value_hint(hint)
    });
    command.mut_subcommands(hinted)
}

fn takes_values(argument: &&Arg) -> bool {
    argument.get_action().takes_values() && !argument.is_hide_set()
}

/// The command line without commands that are not listed, which the generator does not leave out.
fn listed(all: &Command) -> Command {
    let subcommands = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let named = Command::new("git-sr").version(env!("CARGO_PKG_VERSION"));
    let named = named.args(all.get_arguments().cloned()).subcommands(subcommands);
    named.disable_help_flag(true).disable_version_flag(true).disable_help_subcommand(true)
}

/// The script of a shell, with the name of its file.
pub(crate) fn completion(shell: Shell) -> (String, Vec<u8>) {
    let (mut command, mut script) = (hinted(listed(&git_sr::cli::command())), Vec::new());
    // The generator's script for bash does not work for a name with a hyphen that has subcommands.
    let name = if shell == Shell::Bash { "gitsr" } else { "git-sr" };
    generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8(script).expect("UTF-8");
    let (name, script) = match shell {
        Shell::Bash => ("git-sr.bash", script + &BASH.replace("@keys@", &keys())),
        Shell::Zsh => ("_git-sr", zsh(&command, &script)),
        Shell::Fish => ("git-sr.fish", script + &fish(&command)),
        Shell::PowerShell => ("git-sr.ps1", script),
        _ => ("git-sr.elv", script),
    };
    (name.to_owned(), script.into_bytes())
}

/// The keys that have a name of their own.
fn keys() -> String {
    let names = git_sr::cli::keys().iter().map(|key| key.name).filter(|name| !name.contains('<'));
    names.collect::<Vec<_>>().join(" ")
}

/// The script with what is offered for values that clap does not know.
fn zsh(command: &Command, script: &str) -> String {
    // A line ends in the name of the value or of the argument, and the function.
    let mut ends: Vec<(String, &str)> = Vec::new();
    for argument in command.get_subcommands().flat_map(Command::get_arguments).filter(takes_values) {
        let Some(function) = Offer::of(argument).in_zsh() else { continue };
        let named = argument.get_value_names().and_then(|names| names.first()).expect("a name");
        let start = match argument.get_long() {
            Some(long) => format!("--{long}="),
            None => format!("::{} -- ", argument.get_id()),
        };
        assert!(script.contains(&start), "{start} of {named}");
        ends.push((start, function));
    }
    let named = script.lines().map(|line| {
        let end = ends.iter().find(|(start, _)| line.contains(start)).filter(|_| line.ends_with("' \\"));
        match (end, line.rfind(':')) {
            (Some((_, function)), Some(at)) => format!("{}:{function}' \\\n", &line[..at]),
            _ => format!("{line}\n"),
        }
    });
    let functions = ZSH.replace("@keys@", &keys());
    named.collect::<String>().replace("if [ \"$funcstack[1]\"", &format!("{functions}if [ \"$funcstack[1]\""))
}

/// What is offered for arguments, of which clap's script knows nothing; files are offered if nothing forbids it.
fn fish(command: &Command) -> String {
    let mut script = FISH.replace("@keys@", &keys());
    for sub in command.get_subcommands() {
        let condition = format!("__fish_git_sr_using_subcommand {}", sub.get_name());
        for option in sub.get_opts().filter(|option| Offer::of(option) == Offer::Revision) {
            let long = option.get_long().expect("a long name");
            script += &format!(
                "complete -c git-sr -n \"__fish_git_sr_using_subcommand {}\" -l {long} -r -f -k -a \"(__fish_git_sr_revisions)\"\n",
                sub.get_name()
            );
        }
        let first = sub.get_positionals().next();
        let values: Vec<String> = first.map_or_else(Vec::new, |argument| {
            argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
        });
        let offered = match first.map(Offer::of) {
            _ if !values.is_empty() => format!(" -f -a \"{}\"", values.join(" ")),
            Some(Offer::Batch) => " -f -k -a \"(__fish_git_sr_batches)\"".to_owned(),
            Some(Offer::Key) => " -f -a \"(__fish_git_sr_keys)\"".to_owned(),
            Some(Offer::RevisionOrFile) => " -k -a \"(__fish_git_sr_revisions)\"".to_owned(),
            Some(Offer::Folder) => " -f -a \"(__fish_complete_directories)\"".to_owned(),
            Some(_) => continue,
            None => " -f".to_owned(),
        };
        let has_more = sub.get_positionals().count() > 1;
        let condition =
            if has_more { format!("{condition}; and __fish_git_sr_before_dashes") } else { condition };
        script += &format!("complete -c git-sr -n \"{condition}\"{offered}\n");
    }
    script
}

const ZSH: &str = r#"(( $+functions[_git-sr_batches] )) ||
_git-sr_batches() {
    local -a batches
    local line
    for line in ${(f)"$(command git sr log 2>/dev/null)"}; do
        batches+=("${${=line}[1]}:${${(j: :)${=line}[2,-1]}//:/\\:}")
    done
    _describe -V -t batches batch batches
}

(( $+functions[_git-sr_keys] )) ||
_git-sr_keys() {
    local -a keys=(@keys@) expl
    _wanted keys expl key compadd -a keys
}

(( $+functions[_git-sr_revisions] )) ||
_git-sr_revisions() {
    local -a refs expl
    refs=(HEAD ${(f)"$(command git for-each-ref --format='%(refname:strip=2)' refs/heads refs/tags refs/remotes 2>/dev/null)"})
    _wanted revisions expl revision compadd -a refs
}

(( $+functions[_git-sr_revisions_and_files] )) ||
_git-sr_revisions_and_files() {
    local found=1
    _git-sr_revisions && found=0
    _files && found=0
    return found
}

"#;

const FISH: &str = r#"
function __fish_git_sr_batches
    command git sr log 2>/dev/null | string replace -r '^\s*(\d+)\s+' '$1\t'
end

function __fish_git_sr_revisions
    echo HEAD
    command git for-each-ref --format='%(refname:strip=2)' refs/heads refs/tags refs/remotes 2>/dev/null
end

function __fish_git_sr_keys
    string split ' ' -- '@keys@'
end

function __fish_git_sr_before_dashes
    not contains -- -- (commandline -opc)
end

# Not every version of fish offers for `git sr` what there is for `git-sr`.
function __fish_git_sr_of_git
    set -l typed (commandline -opc)[2..]
    set -l place
    while set -q typed[1]
        switch $typed[1]
            case sr
                string escape -- $place $typed[2..]
                return 0
            case -C
                set -a place $typed[1..2]
                set typed $typed[3..]
            case -c
                set typed $typed[3..]
            case '-*'
                set typed $typed[2..]
            case '*'
                return 1
        end
    end
    return 1
end
function __fish_git_sr_words_of_git
    set -l typed (__fish_git_sr_of_git)
    complete -C "git-sr $typed "(commandline -ct)
end
complete -c git -f -k -n "__fish_git_sr_of_git >/dev/null" -a "(__fish_git_sr_words_of_git)"

"#;

/// `git-sr <TAB>`, and what git's own completion calls for `git sr <TAB>`: it leaves the words in `words` and
/// `cword`.
const BASH: &str = r#"
# Options are offered behind '-'; else files, or the numbers of batches.
_gitsr_words() {
    _gitsr "$@"
    local current=${COMP_WORDS[COMP_CWORD]-} word verb= at
    local -a place=() kept=()
    for ((at = 1; at < COMP_CWORD; at++)); do
        word=${COMP_WORDS[at]}
        case "$word" in
            -C) place=(-C "${COMP_WORDS[at + 1]-}"); at=$((at + 1)) ;;
            -*) ;;
            *) verb=$word; break ;;
        esac
    done
    [[ -n $verb && $current != -* ]] || return 0
    for word in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do
        [[ $word == [-\[]* ]] || kept+=("$word")
    done
    COMPREPLY=(${kept[@]+"${kept[@]}"})
    [[ ${#COMPREPLY[@]} == 0 && ${COMP_WORDS[COMP_CWORD - 1]} != -[Cn] ]] || return 0
    case "$verb" in
        config)
            for word in @keys@; do
                [[ $word == "$current"* ]] && COMPREPLY+=("$word")
            done
            ;;
        encode)
            while read -r word; do
                [[ $word == "$current"* ]] && COMPREPLY+=("$word")
            done < <(echo HEAD; command git ${place[@]+"${place[@]}"} for-each-ref --format='%(refname:strip=2)' refs/heads refs/tags refs/remotes 2>/dev/null)
            while read -r word; do
                COMPREPLY+=("$word")
            done < <(compgen -f -- "$current")
            compopt -o filenames 2>/dev/null
            ;;
        undo | show | forget)
            while read -r word _; do
                [[ $word == "$current"* ]] && COMPREPLY+=("$word")
            done < <(command git sr ${place[@]+"${place[@]}"} log 2>/dev/null)
            ;;
    esac
}

complete -F _gitsr_words -o nosort -o bashdefault -o default git-sr 2>/dev/null ||
    complete -F _gitsr_words -o default git-sr

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
    _gitsr_words git-sr "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    # git's completion is set up to put no space behind a word.
    for at in "${!COMPREPLY[@]}"; do
        [[ -z ${COMPREPLY[at]} || -e ${COMPREPLY[at]} ]] || COMPREPLY[at]+=' '
    done
}
"#;
