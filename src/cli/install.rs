//! `git sr install-man` and `git sr completions`: the man pages and completions that the program carries.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{
    args::{Completions, InstallMan, Shell},
    exit::Exit,
    fatal::Fatal,
    style::Streams,
    words::{count, quoted, shell_word},
};

macro_rules! pages {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../man/", $name)))),*]
    };
}

/// The man pages, by the names of their files.
const PAGES: &[(&str, &str)] = pages![
    "git-sr-apply.1", "git-sr-check.1", "git-sr-completions.1", "git-sr-config.1", "git-sr-demo.1",
    "git-sr-diff.1", "git-sr-encode.1", "git-sr-forget.1", "git-sr-help.1", "git-sr-hook.1",
    "git-sr-install-man.1", "git-sr-log.1", "git-sr-mcp.1", "git-sr-parse.1", "git-sr-policy.1",
    "git-sr-prompt.1", "git-sr-recover.1", "git-sr-redo.1", "git-sr-show.1", "git-sr-stats.1",
    "git-sr-undo.1", "git-sr.1",
];

/// Writes the man pages.
pub(super) fn man(start: &Path, args: &InstallMan, streams: &mut Streams) -> Result<Exit, Fatal> {
    let folder = args.folder.as_ref().map_or_else(default_folder, |folder| Ok(start.join(folder)))?;
    let section =
        if folder.file_name() == Some(OsStr::new("man1")) { folder.clone() } else { folder.join("man1") };
    let failed = |what: &Path, error: &std::io::Error| {
        let fatal = Fatal::io(&quoted(what.as_os_str().as_encoded_bytes()), error);
        if args.folder.is_some() { fatal } else { fatal.elsewhere() }
    };
    std::fs::create_dir_all(&section).map_err(|error| failed(&section, &error))?;
    // Nobody is told of a command that this build does not have.
    let is_meant = |page: &&(&str, &str)| cfg!(feature = "mcp") || page.0 != "git-sr-mcp.1";
    let pages: Vec<&(&str, &str)> = PAGES.iter().filter(is_meant).collect();
    for (name, text) in &pages {
        let file = section.join(name);
        std::fs::write(&file, text).map_err(|error| failed(&file, &error))?;
    }
    let folder = section.parent().unwrap_or(&section);
    let shown = folder.as_os_str().as_encoded_bytes();
    streams.result(&format!(
        "{} in {}",
        count(pages.len(), "page"),
        quoted(section.as_os_str().as_encoded_bytes())
    ));
    let pages = shell_word(section.as_os_str().as_encoded_bytes());
    streams.say(&format!("to remove them: rm {pages}/git-sr.1 {pages}/git-sr-*.1"));
    match found(&section) {
        Some(true) => streams.say("'git sr --help' shows them"),
        Some(false) => {
            streams.say("man does not look there");
            streams.hint(&format!(
                "put this into the profile of your shell: export MANPATH={}:",
                shell_word(shown)
            ));
        }
        None => streams.say("man is not installed"),
    }
    Ok(Exit::Done)
}

/// Folder in which `man` looks for pages of the programs beside this one; where this program is in no `bin`,
/// that of the user. A link on the `PATH` counts by its own folder, since `man` goes by the `PATH` too.
fn default_folder() -> Result<PathBuf, Fatal> {
    let program = std::env::current_exe().map_err(|error| Fatal::io("this program", &error))?;
    let folders = on_path(&program).into_iter().chain(program.parent().map(Path::to_owned));
    let bin = folders.into_iter().find(|folder| folder.file_name() == Some(OsStr::new("bin")));
    if let Some(prefix) = bin.as_deref().and_then(Path::parent) {
        return Ok(prefix.join("share/man"));
    }
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || std::env::home_dir().map(|home| home.join(".local/share"));
    data.or_else(home).map(|data| data.join("man")).ok_or_else(Fatal::no_home)
}

/// The folders of the `PATH` that have this program, maybe as a link.
fn on_path(program: &Path) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = format!("git-sr{}", std::env::consts::EXE_SUFFIX);
    let program = program.canonicalize().ok();
    let has_it = |folder: &PathBuf| {
        folder.is_absolute() && program.is_some() && folder.join(&name).canonicalize().ok() == program
    };
    std::env::split_paths(&path).filter(has_it).collect()
}

/// Returns whether `man` finds the page in this folder; none if there is no `man`.
fn found(section: &Path) -> Option<bool> {
    let mut man = Command::new("man");
    let output = man.args(["-w", "git-sr"]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let page = section.join("git-sr.1").canonicalize().ok()?;
    let shown = String::from_utf8_lossy(&output.stdout);
    Some(shown.lines().any(|line| Path::new(line).canonicalize().is_ok_and(|found| found == page)))
}

/// Prints the completions.
pub(super) fn completions(args: &Completions, streams: &mut Streams) -> Exit {
    let text = match args.shell {
        Shell::Bash => include_str!("../../completions/git-sr.bash"),
        Shell::Zsh => include_str!("../../completions/_git-sr"),
        Shell::Fish => include_str!("../../completions/git-sr.fish"),
        Shell::Powershell => include_str!("../../completions/git-sr.ps1"),
        Shell::Elvish => include_str!("../../completions/git-sr.elv"),
    };
    streams.bytes(text.as_bytes());
    Exit::Done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_page() {
        let command = crate::cli::command();
        let names = command.get_subcommands().map(|sub| format!("git-sr-{}.1", sub.get_name()));
        let mut names: Vec<String> = names.chain(["git-sr.1".to_owned()]).collect();
        names.sort();
        let mut pages: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
        pages.sort_unstable();
        assert_eq!(pages, names);
    }
}
