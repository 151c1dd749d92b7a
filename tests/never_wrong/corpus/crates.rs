//! Crates that the build has downloaded: the lock file names them, so that their bytes are the same on every machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Found, folders};

/// The crates of the sample: some in several versions, and those that also hold JavaScript, C, JSON, Python or CSS.
const SAMPLE: [&str; 19] = [
    "bitflags",
    "bstr",
    "clap",
    "fancy-regex",
    "getrandom",
    "globset",
    "hashbrown",
    "serde_json",
    "syn",
    "tempfile",
    "tree-sitter-bash",
    "tree-sitter-css",
    "tree-sitter-go",
    "tree-sitter-html",
    "tree-sitter-javascript",
    "tree-sitter-python",
    "tree-sitter-rust",
    "tree-sitter-yaml",
    "unicode-normalization",
];

/// Takes the files of the sample, or of every crate in the registry's folder.
pub(super) fn find(full: bool, found: &mut Found) {
    let mut crates: Vec<Crate> = packages().into_iter().filter(|one| full || one.is_sampled()).collect();
    if full {
        crates.extend(siblings(&crates));
    }
    crates.sort();
    crates.dedup();
    for one in &crates {
        folders::take(&one.name, &one.root, if full { 100 } else { 40 }, found);
    }
}

/// A version of a crate, in the order of versions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: Vec<u64>,
    root: PathBuf,
}

impl Crate {
    fn new(name: &str, version: &str, root: PathBuf) -> Self {
        let version = version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect();
        Self { name: name.to_owned(), version, root }
    }

    fn is_sampled(&self) -> bool {
        SAMPLE.contains(&self.name.as_str())
    }
}

/// The packages of the lock file that are on this machine, as cargo says.
fn packages() -> Vec<Crate> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let Some(platform) = host() else { return Vec::new() };
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &platform])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let Ok(output) = output else { return Vec::new() };
    let Ok(metadata) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else { return Vec::new() };
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    let package = |package: &serde_json::Value| {
        let root = Path::new(package["manifest_path"].as_str()?).parent()?.to_owned();
        let is_ours = package["source"].is_null();
        (!is_ours)
            .then(|| Crate::new(package["name"].as_str()?, package["version"].as_str()?, root).into())?
    };
    packages.iter().filter_map(package).collect()
}

/// The platform of the compiler; cargo speaks of the packages of others too, which need not be here.
fn host() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    said.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// What else stands in the folders that crates were unpacked into, by `<name>-<version>`.
fn siblings(crates: &[Crate]) -> Vec<Crate> {
    let mut folders: Vec<&Path> = crates.iter().filter_map(|one| one.root.parent()).collect();
    folders.sort();
    folders.dedup();
    let entries = folders.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let sibling = |entry: std::fs::DirEntry| {
        let folder = entry.file_name().into_string().ok()?;
        let dash = folder.match_indices('-').map(|(at, _)| at).find(|at| {
            folder[at + 1..].starts_with(|first: char| first.is_ascii_digit())
                && folder[at + 1..].contains('.')
        })?;
        Some(Crate::new(&folder[..dash], &folder[dash + 1..], entry.path()))
    };
    entries.filter_map(sibling).collect()
}
