//! Where files are found: the crates that cargo has downloaded, Python's library, the commits of this
//! repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Found, extension};

/// The crates of the sample: some in several versions, and those that also have JavaScript, C, JSON, Python
/// or CSS.
const SAMPLE: [&str; 19] = [
    "bitflags", "bstr", "clap", "fancy-regex", "getrandom", "globset", "hashbrown", "serde_json", "syn",
    "tempfile", "tree-sitter-bash", "tree-sitter-css", "tree-sitter-go", "tree-sitter-html",
    "tree-sitter-javascript", "tree-sitter-python", "tree-sitter-rust", "tree-sitter-yaml",
    "unicode-normalization",
];

/// Output of a program, run in the folder of this package; nothing where it fails.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}

/// Takes files of the crates of the sample, which the lock file names, so that their bytes are the same on
/// every machine; or of every crate that was unpacked where those are.
pub(super) fn crates(full: bool, found: &mut Found) {
    let mut crates: Vec<_> = packages().iter().filter_map(|root| unpacked(root)).collect();
    if full {
        let mut folders: Vec<PathBuf> =
            crates.iter().filter_map(|(_, _, root)| Some(root.parent()?.to_owned())).collect();
        folders.dedup();
        let siblings = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        crates.extend(siblings.filter_map(|entry| unpacked(&entry.path())));
    } else {
        crates.retain(|(name, ..)| SAMPLE.contains(&name.as_str()));
    }
    crates.sort();
    crates.dedup();
    for (name, _, root) in &crates {
        files(name, root, if full { 100 } else { 40 }, found);
    }
}

/// The folders of the packages of the lock file that are on this machine, as cargo says.
fn packages() -> Vec<PathBuf> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let packages = || {
        // cargo speaks of the packages of other platforms too, which need not be here.
        let platform = said("rustc", &["-vV"])?;
        let platform = platform.lines().find_map(|line| line.strip_prefix("host: "))?;
        let ask = ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", platform];
        let metadata: serde_json::Value = serde_json::from_str(&said(&cargo, &ask)?).ok()?;
        Some(metadata["packages"].as_array()?.clone())
    };
    let root = |package: &serde_json::Value| {
        let is_ours = package["source"].is_null();
        let root = Path::new(package["manifest_path"].as_str()?).parent()?;
        (!is_ours).then(|| root.to_owned())
    };
    packages().unwrap_or_default().iter().filter_map(root).collect()
}

/// The name and the version of a crate, as numbers, in the folder `<name>-<version>`.
fn unpacked(root: &Path) -> Option<(String, Vec<u64>, PathBuf)> {
    let folder = root.file_name()?.to_str()?;
    let is_version =
        |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit()) && rest.contains('.');
    let dash = folder.match_indices('-').map(|(at, _)| at).find(|at| is_version(&folder[at + 1..]))?;
    let numbers = folder[dash + 1..].split(['.', '-', '+']).map_while(|part| part.parse().ok());
    Some((folder[..dash].to_owned(), numbers.collect(), root.to_owned()))
}

/// Takes the files below a folder, about `most` of them, spread over all.
fn files(from: &str, root: &Path, most: usize, found: &mut Found) {
    let mut paths = Vec::new();
    collect(root, 10, &mut paths);
    let step = paths.len().div_ceil(most).max(1);
    for path in paths {
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        // By the name, so that the versions of a file are taken or left together.
        let spread = name.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        if spread.is_multiple_of(step)
            && let Ok(bytes) = std::fs::read(&path)
        {
            found.add(from, &name, bytes);
        }
    }
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, kind) = (entry.path(), entry.file_type());
        if kind.as_ref().is_ok_and(std::fs::FileType::is_dir) && depth > 0 {
            collect(&path, depth - 1, paths);
        } else if kind.is_ok_and(|kind| kind.is_file()) && extension(&path.to_string_lossy()).is_some() {
            paths.push(path);
        }
    }
}

/// Takes files of the libraries of `python3` and of every `python3.<n>`.
pub(super) fn python(found: &mut Found) {
    const ASK: &str = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
    let names = (6..30).map(|minor| format!("python3.{minor}")).chain(["python3".to_owned()]);
    let mut libraries: Vec<String> = names.filter_map(|name| said(&name, &["-c", ASK])).collect();
    libraries.dedup();
    if libraries.is_empty() {
        println!("SKIP: files of Python's library: there is no python3");
    }
    for library in libraries {
        files("python", Path::new(library.trim_end()), 1_500, found);
    }
}

/// Takes files of this repository that several commits changed.
pub(super) fn commits(found: &mut Found) {
    let Some(listed) = said("git", &["ls-files", "--", ":!tests/scenarios"]) else {
        println!("SKIP: files of commits: this is no repository of git");
        return;
    };
    let names: Vec<&str> = listed.lines().filter(|name| extension(name).is_some()).collect();
    for name in names.iter().step_by(names.len().div_ceil(250).max(1)) {
        let commits = said("git", &["log", "--format=%H", "-8", "--", name]).unwrap_or_default();
        for commit in commits.lines().rev() {
            let file = said("git", &["show", &format!("{commit}:{name}")]).unwrap_or_default();
            found.add("commits", name, file.into_bytes());
        }
    }
}
