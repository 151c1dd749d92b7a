//! Man pages and completions that the program carries, in real shells. A shell or `man` that is not installed is
//! skipped by name.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]
#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod obey;
mod place;

use std::{
    io::ErrorKind,
    path::Path,
    process::{Command, Output},
};

use place::{Place, edit};

/// A repository with two batches.
fn place() -> Place {
    let place = Place::new(&[("a.txt", "one\n")]);
    for (old, new) in [("one", "two"), ("two", "three")] {
        assert!(place.run(&["apply"], &edit("a.txt", old, new)).status.success());
    }
    place
}

/// Runs a program in a place with this one on the path; none, with a word, if it is not installed.
fn run(place: &Place, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Option<Output> {
    let own = Path::new(env!("CARGO_BIN_EXE_git-sr")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&path))).expect("a path");
    let mut command = Command::new(program);
    command.env_clear().env("PATH", path).env("HOME", place.outside()).env("GIT_CONFIG_NOSYSTEM", "1");
    command.envs(variables.iter().copied()).args(arguments).current_dir(place.root());
    match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("SKIP: {program} is not installed");
            None
        }
        output => Some(output.expect("to run")),
    }
}

/// The script of a shell in a file.
fn script(place: &Place, shell: &str) -> String {
    let output = place.run(&["completions", shell], "");
    assert!(output.status.success());
    let file = place.outside().join(if shell == "zsh" { "_git-sr" } else { shell });
    std::fs::write(&file, output.stdout).expect("to write");
    file.to_str().expect("UTF-8").to_owned()
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn man_pages_are_installed_where_they_are_found() {
    let place = place();
    let folder = place.outside().join("man");
    let named = folder.to_str().expect("UTF-8");
    for _ in 0..2 {
        let output = place.run(&["install-man", named], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let pages = std::fs::read_dir(folder.join("man1")).expect("pages").count();
    assert_eq!(pages, git_sr::cli::command().get_subcommands().filter(|it| !it.is_hide_set()).count() + 1);
    let shown = [("MANPATH", named), ("MANPAGER", "cat"), ("PAGER", "cat")];
    if let Some(output) = run(&place, "man", &["-w", "git-sr-apply"], &shown) {
        assert_eq!(lines(&output), [format!("{named}/man1/git-sr-apply.1")]);
        let output = run(&place, "git", &["sr", "--help"], &shown).expect("git");
        assert!(lines(&output).iter().any(|line| line.starts_with("GIT-SR(1)")));
    }
}

#[test]
fn pages_of_a_program_that_is_a_link_go_beside_the_link() {
    let place = place();
    let bin = place.outside().join("bin");
    std::fs::create_dir_all(place.outside().join("share/man")).expect("a folder");
    std::fs::create_dir(&bin).expect("a folder");
    let copy = place.outside().join("opt/git-sr");
    std::fs::create_dir(place.outside().join("opt")).expect("a folder");
    std::fs::copy(env!("CARGO_BIN_EXE_git-sr"), &copy).expect("a copy");
    std::os::unix::fs::symlink(&copy, bin.join("git-sr")).expect("a link");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a path"));
    let variables = [("PATH", path.as_str()), ("LC_ALL", "C")];
    let output = run(&place, "git", &["sr", "install-man"], &variables).expect("git");
    let man = place.outside().join("share/man/man1");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(man.join("git-sr.1").exists(), "{said}");
    if let Some(found) = run(&place, "man", &["-w", "git-sr"], &variables) {
        assert_eq!(lines(&found), [man.join("git-sr.1").display().to_string()]);
        assert!(said.contains("'git sr --help' shows them"), "{said}");
    }
    // The line that it prints takes away what it wrote, and no more.
    std::fs::write(man.join("git-srx.1"), "").expect("to write");
    let line = said.lines().find_map(|line| line.strip_prefix("to remove them: ")).expect("a line");
    assert!(place.run_program("sh", &place.root(), &["-c", line]).status.success());
    assert_eq!(std::fs::read_dir(&man).expect("a folder").count(), 1);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let place = place();
    let output = place.run(&["install-man", "a.txt"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(128), "{said}");
    assert!(said.contains("a.txt/man1"), "{said}");
}

#[test]
fn bash_completes_batches_tiers_and_formats() {
    let place = place();
    let script = script(&place, "bash");
    let offers = |words: &str| {
        let line = format!(
            "source '{script}'; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _gitsr_words git-sr \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        run(&place, "bash", &["--norc", "-c", &line], &[]).map(|output| lines(&output))
    };
    for (words, wanted) in [
        ("git-sr undo ''", &["2", "1"][..]),
        ("git-sr -C . show 1", &["1"]),
        ("git-sr apply --match ind", &["indent"]),
        ("git-sr apply --format ud", &["udiff"]),
        ("git-sr apply ''", &[""]),
        ("git-sr config sr.conf", &["sr.confirm"]),
        ("git-sr encode ma", &["main"]),
        ("git-sr encode a", &["a.txt"]),
        ("git-sr hook ''", &["install", "uninstall"]),
    ] {
        assert!(offers(words).is_none_or(|found| found == wanted), "{words}: {:?}", offers(words));
    }
}

#[test]
fn bash_offers_no_files_for_a_number() {
    let place = place();
    let script = script(&place, "bash");
    // Without candidates, bash would offer files.
    let line = format!(
        "source '{script}'; COMP_WORDS=(git-sr undo --count ''); COMP_CWORD=3; \
         _gitsr_words git-sr '' --count 2>/dev/null; echo \"${{#COMPREPLY[@]}}:${{COMPREPLY[*]}}\""
    );
    let offered = run(&place, "bash", &["--norc", "-c", &line], &[]).map(|output| lines(&output));
    assert!(offered.is_none_or(|offered| offered == ["1:"]));
}

#[test]
fn fish_completes_batches_tiers_and_formats() {
    let place = place();
    let script = script(&place, "fish");
    for (typed, wanted) in [
        ("git-sr undo ", &["2", "1"][..]),
        ("git-sr apply --match ind", &["indent"]),
        ("git-sr apply --format ud", &["udiff"]),
        ("git-sr apply a", &["a.txt"]),
        ("git-sr undo -- a", &["a.txt"]),
        ("git-sr undo --count ", &[]),
        ("git-sr hook ", &["install", "uninstall"]),
        ("git-sr completions b", &["bash"]),
        ("git-sr help sta", &["stats"]),
        ("git-sr config sr.conf", &["sr.confirm"]),
        ("git-sr encode ma", &["main"]),
        ("git-sr encode a", &["a.txt"]),
        ("git-sr check --rev ma", &["main"]),
        ("git-sr redo ", &[]),
        ("git sr sta", &["stats"]),
        ("git sr undo ", &["2", "1"]),
        ("git -C . sr hook ", &["install", "uninstall"]),
        ("git sr apply --match ind", &["indent"]),
        ("git sr apply a", &["a.txt"]),
    ] {
        let line = format!("source '{script}'; complete -C '{typed}'");
        let Some(output) = run(&place, "fish", &["--no-config", "-c", &line], &[("TERM", "dumb")]) else {
            return;
        };
        let found = lines(&output);
        let words: Vec<&str> = found.iter().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(words, wanted, "{typed}");
    }
}

#[test]
fn zsh_completes_batches_tiers_and_formats() {
    let place = place();
    let script = script(&place, "zsh");
    let folder = Path::new(&script).parent().and_then(Path::to_str).expect("a folder");
    for (typed, wanted) in [
        ("git-sr show 2", "git-sr show 2 "),
        ("git-sr apply --match ind", "git-sr apply --match indent "),
        ("git-sr apply --format ud", "git-sr apply --format udiff "),
        ("git-sr apply a.", "git-sr apply a.txt "),
        ("git-sr sta", "git-sr stats "),
        ("git-sr forget 2", "git-sr forget 2 "),
        ("git-sr policy a.", "git-sr policy a.txt "),
        ("git-sr policy git-s", "git-sr policy git-s"),
        ("git-sr config sr.conf", "git-sr config sr.confirm "),
        ("git-sr encode ma", "git-sr encode main "),
        ("git-sr encode a.", "git-sr encode a.txt "),
        ("git-sr undo --count a", "git-sr undo --count a"),
    ] {
        // The line that completion leaves is written to a file.
        let line = format!(
            "zmodload zsh/zpty; zpty z zsh -f -i; \
             zpty -w z 'fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; leave() {{ print -r -- \"$BUFFER\" > left; exit }}; \
             zle -N leave; bindkey \"^X\" leave; bindkey \"^I\" complete-word; : > ready'; \
             for i in {{1..100}}; do [[ -e ready ]] && break; sleep 0.1; done; \
             zpty -w -n z $'{typed}\\t\\x18'; \
             for i in {{1..100}}; do [[ -s left ]] && break; sleep 0.1; done; cat left; rm -f left ready"
        );
        let Some(output) = run(&place, "zsh", &["-f", "-c", &line], &[("TERM", "dumb")]) else { return };
        assert_eq!(lines(&output), [wanted.to_owned()], "{typed}");
    }
}
