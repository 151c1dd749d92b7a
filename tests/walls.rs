//! The walls of the house: what each wing may use. The compiler holds most of them; these are the rest.
#![expect(clippy::disallowed_methods, reason = "tests read the sources")]

#[path = "walls/circles.rs"]
mod circles;
#[path = "walls/named.rs"]
mod named;
#[path = "walls/upward.rs"]
mod upward;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A source file without its comments, and its path from the root.
struct Source {
    path: String,
    code: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a path of the repository, but for those that are made.
fn files(below: &str) -> Vec<PathBuf> {
    const MADE: &[&str] = &["target", "proptest-regressions"];
    let start = root().join(below);
    if !start.is_dir() {
        return Vec::from_iter(start.is_file().then_some(start));
    }
    let (mut folders, mut files) = (vec![start], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("to read") {
            let entry = entry.expect("to read");
            match entry.file_type().expect("a type") {
                kind if MADE.iter().any(|made| entry.file_name() == *made) && kind.is_dir() => {}
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

fn from_root(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("a path below the root");
    path.to_str().expect("UTF-8").replace('\\', "/")
}

fn sources(below: &str) -> Vec<Source> {
    // The file of a module is beside the folder of those below it.
    let own = root().join(format!("{below}.rs"));
    let own = own.is_file().then_some(own);
    let rust = files(below)
        .into_iter()
        .chain(own)
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let sources: Vec<Source> = rust
        .map(|path| {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            Source { path: from_root(&path), code: code.map(|line| format!("{line}\n")).collect() }
        })
        .collect();
    assert!(!sources.is_empty(), "there is nothing in {below}");
    sources
}

/// Returns whether a source uses a word or a path: `gix` is not in `gix_validate`.
fn uses(source: &Source, text: &str) -> bool {
    let in_word = |character: char| character.is_alphanumeric() || character == '_';
    source.code.match_indices(text).any(|(at, _)| {
        let before = source.code[..at].chars().next_back();
        let after = source.code[at + text.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}

/// Nothing below `folder` uses one of `texts`.
fn without(folder: &str, texts: &[&str]) {
    let found: Vec<String> = sources(folder)
        .iter()
        .flat_map(|source| {
            let used = texts.iter().filter(|text| uses(source, text));
            used.map(|text| format!("{} uses {text}", source.path)).collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The paths that a source imports from its own crate: `core::text`, with grouped imports taken apart one
/// level.
fn imports(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (at, start) in source.code.match_indices("crate::") {
        let rest = &source.code[at + start.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0_usize;
            let end = |character: char| {
                depth = match character {
                    '{' => depth + 1,
                    '}' if depth == 0 => return true,
                    '}' => depth - 1,
                    _ => depth,
                };
                false
            };
            found.extend(top_level(&group[..group.find(end).expect("a closed group")]));
        } else {
            found.push(
                rest.chars()
                    .take_while(|character| character.is_alphanumeric() || *character == '_')
                    .collect(),
            );
        }
    }
    found
}

/// The first name of each member of a group of imports.
fn top_level(group: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut members = vec![String::new()];
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => members.push(String::new()),
            _ if depth == 0 => members.last_mut().expect("a member").push(character),
            _ => {}
        }
    }
    let first = |member: &String| member.trim().split("::").next().unwrap_or_default().to_owned();
    members.iter().map(first).filter(|name| !name.is_empty()).collect()
}

/// Sources below `folder` import only these top-level modules of the crate.
fn only_from(folder: &str, allowed: &[&str]) {
    let wrong: Vec<String> = sources(folder)
        .iter()
        .flat_map(|source| {
            let up = imports(source).into_iter().filter(|name| !allowed.contains(&name.as_str()));
            up.map(|name| format!("{} uses crate::{name}", source.path)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_core_knows_neither_git_nor_the_command_line() {
    without("src/core", &["gix", "clap", "anstream", "owo_colors", "rustix", "tempfile"]);
}

#[test]
fn the_core_touches_no_disk_no_environment_no_process_and_no_clock() {
    let modules = ["fs", "env", "process", "time", "net", "thread", "io::stdin", "io::stdout", "io::stderr"];
    let paths: Vec<String> = modules.iter().map(|module| format!("std::{module}")).collect();
    without("src/core", &paths.iter().map(String::as_str).collect::<Vec<_>>());
    // Grouped imports: `use std::{fs, ...}`.
    for source in sources("src/core") {
        for (at, start) in source.code.match_indices("std::{") {
            let group = source.code[at + start.len()..].split(';').next().unwrap_or_default();
            let wrong = top_level(group.trim_end_matches('}'))
                .into_iter()
                .find(|name| modules.contains(&name.as_str()));
            assert_eq!(wrong, None, "in {}", source.path);
        }
    }
}

#[test]
fn the_core_does_not_print() {
    without("src/core", &["println!", "eprintln!", "print!", "eprint!", "dbg!"]);
}

/// Patterns of git's diff drivers are the only ones, and no engine that goes back over its text may be linked.
#[test]
fn no_pattern_is_made_of_the_text_of_a_reply() {
    let users = sources("src").into_iter().filter(|source| uses(source, "regex_automata"));
    assert_eq!(users.map(|source| source.path).collect::<Vec<_>>(), ["src/core/diff/heading.rs"]);
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("UTF-8");
    let of_program = manifest.split("[dev-dependencies]").next().expect("a part");
    for engine in ["regex", "fancy-regex", "onig", "pcre2"] {
        assert!(!of_program.lines().any(|line| line.starts_with(&format!("{engine} ="))), "{engine}");
    }
}

#[test]
fn imports_run_down_only() {
    only_from("src/core", &["core"]);
    only_from("src/repo", &["core", "repo"]);
    const BELOW_VERBS: &[&str] = &["core", "repo", "files", "request"];
    only_from("src/files", &["core", "repo"]);
    only_from("src/request", &["core"]);
    for verb in ["apply", "batches", "check", "hook", "parse", "recover", "undo"] {
        only_from(&format!("src/{verb}"), &[BELOW_VERBS, &[verb]].concat());
    }
    // It has the errors of apply.
    only_from("src/policy", &[BELOW_VERBS, &["apply"]].concat());
}

#[test]
fn only_the_two_wings_lift_the_ban_on_disk_and_environment() {
    let lifted: Vec<String> = sources("src")
        .into_iter()
        .filter(|source| !source.path.contains("/tests"))
        .filter(|source| source.code.contains("clippy::disallowed_methods"))
        .map(|source| source.path)
        .collect();
    assert_eq!(lifted, ["src/cli.rs", "src/repo.rs"]);
}

#[test]
fn the_program_is_a_call_of_the_library() {
    let main = fs::read_to_string(root().join("src/main.rs")).expect("UTF-8");
    assert!(main.lines().count() <= 12, "main.rs has {} lines", main.lines().count());
}

/// The files of the repository: somebody's build, home or editor may stand in its root as well.
fn ours() -> Vec<PathBuf> {
    const FOLDERS: &[&str] =
        &[".ci", ".github", "benches", "completions", "examples", "fuzz", "man", "src", "tests"];
    let folders = FOLDERS.iter().filter(|folder| root().join(folder).is_dir());
    let mut found: Vec<PathBuf> = folders.flat_map(|folder| files(folder)).collect();
    let top = fs::read_dir(root()).expect("to read").map(|entry| entry.expect("to read").path());
    // In a linked work tree `.git` is a file.
    found.extend(top.filter(|path| path.is_file() && !path.ends_with(".git")));
    found
}

/// Returns whether an absolute path that begins with `place` is in a line: not `../work/` nor `[ROOT]/work/`.
fn starts(line: &str, place: &str) -> bool {
    let inner = |before: char| before.is_alphanumeric() || "._-]}".contains(before);
    line.match_indices(place).any(|(at, _)| !line[..at].chars().next_back().is_some_and(inner))
}

#[test]
fn no_file_speaks_of_the_machine_it_was_written_on() {
    // Taken apart, so that this file does not speak of them either.
    let places = [["/ro", "ot/."], ["/tmp", "/w-"], ["/wo", "rk/"], [env!("CARGO_MANIFEST_DIR"), "/"]];
    let places: Vec<String> = places.iter().map(|parts| parts.concat()).collect();
    let mut found = Vec::new();
    for path in ours() {
        let bytes = fs::read(&path).expect("to read");
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in text.lines().enumerate() {
            if places.iter().any(|place| starts(line, place)) {
                found.push(format!("{}:{}: {line}", from_root(&path), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
